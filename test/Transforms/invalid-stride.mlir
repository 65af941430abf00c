// P9: a state moves by a stride of its side, or it would leave its lane.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 32)
}
func.func @no_lanes() {
  pipegroup.init @g
  // expected-note @below {{the state starts here}}
  %s = pipegroup.start @g::@m producer : !pipegroup.state<4>
  // expected-error @below {{'pipegroup.advance' op moves a producer state of '@g' by 2, expected 1 as its members are interleaved [P9]}}
  %n = pipegroup.advance %s by 2 : !pipegroup.state<4>
  return
}

// -----

// The stride of the other side.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 32) interleave(2, 2, 4, 4)
}
func.func @other_side() {
  pipegroup.init @g
  // expected-note @below {{the state starts here}}
  %s = pipegroup.start @g consumer : !pipegroup.state<4>
  // expected-error @below {{'pipegroup.advance' op moves a consumer state of '@g' by 2, expected 4 as its members are interleaved [P9]}}
  %n = pipegroup.advance %s by 2 : !pipegroup.state<4>
  return
}

// -----

// Without a stride it is one slot.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 32) interleave(2, 2, 1, 1)
}
func.func @forgotten() {
  pipegroup.init @g
  // expected-note @below {{the state starts here}}
  %s = pipegroup.start @g::@m producer step(1) : !pipegroup.state<4>
  // expected-error @below {{'pipegroup.advance' op moves a producer state of '@g' by 1, expected 2 as its members are interleaved [P9]}}
  %n = pipegroup.advance %s : !pipegroup.state<4>
  return
}

// -----

// Through a loop, on the side of a fork that has one state per member.
pipegroup.group @f fork {
  pipegroup.member @a async_async stages(4) producer(thread 32) consumer(thread 32) interleave(1, 1, 2, 4) advance_on_wait
  pipegroup.member @b async_async stages(4) producer(thread 32) consumer(thread 32) interleave(1, 1, 2, 4) advance_on_wait
}
func.func @in_a_loop(%n: index) {
  pipegroup.init @f
  // expected-note @below {{the state starts here}}
  %s = pipegroup.start @f::@b consumer : !pipegroup.state<4>
  scf.for %i = %n to %n step %n iter_args(%t = %s) -> (!pipegroup.state<4>) {
    // expected-error @below {{'pipegroup.advance' op moves a consumer state of '@f' by 1, expected 4 or 2 as its members are interleaved [P9]}}
    %next = pipegroup.advance %t : !pipegroup.state<4>
    scf.yield %next : !pipegroup.state<4>
  }
  return
}
