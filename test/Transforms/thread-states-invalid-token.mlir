// Rule P7: once the states are there, a token for another one shows.
// RUN: pipegroup-opt %s -pipegroup-thread-states -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @after_the_round() {
  pipegroup.init @g
  // expected-note @below {{the token is made here}}
  %t = pipegroup.try_acquire @g::@m
  pipegroup.commit @g::@m
  // expected-error @below {{has a token that was not made for this state}}
  pipegroup.acquire @g::@m unless %t
  return
}

// -----

// The next trip has another state.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @not_carried(%n: index) {
  pipegroup.init @g
  // expected-note @below {{the token is made here}}
  %t = pipegroup.try_wait @g::@m
  scf.for %i = %n to %n step %n {
    // expected-error @below {{has a token that was not made for this state}}
    pipegroup.wait @g::@m unless %t
    pipegroup.release @g
  }
  return
}

// -----

// Tried too early in the trip.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @too_early(%n: index) {
  pipegroup.init @g
  %first = pipegroup.try_acquire @g::@m
  %last = scf.for %i = %n to %n step %n iter_args(%t = %first) -> (i1) {
    // expected-error @below {{has a token that was not made for this state}}
    pipegroup.acquire @g::@m unless %t
    %next = pipegroup.try_acquire @g::@m
    pipegroup.commit @g::@m
    scf.yield %next : i1
  }
  return
}

// -----

// The round may have ended on the way.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @maybe(%x: i1) {
  pipegroup.init @g
  // expected-note @below {{the token is made here}}
  %t = pipegroup.try_acquire @g::@m
  scf.if %x {
    pipegroup.commit @g::@m
  }
  // expected-error @below {{has a token that was not made for this state}}
  pipegroup.acquire @g::@m unless %t
  return
}
