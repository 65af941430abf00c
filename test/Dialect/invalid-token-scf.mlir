// P7 through structured control flow: tokens that lag behind their state.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
// The token of the old state travels with the advanced one.
func.func @lags(%n: index, %p: !pipegroup.state<4>) {
  %one = arith.constant 1 : index
  %false = arith.constant false
  %r:2 = scf.for %i = %one to %n step %one iter_args(%s = %p, %t = %false) -> (!pipegroup.state<4>, i1) {
    // expected-error @below {{[P7]}}
    pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
    %old = pipegroup.try_acquire @g::@a[%s] : !pipegroup.state<4>
    %next = pipegroup.advance %s : !pipegroup.state<4>
    scf.yield %next, %old : !pipegroup.state<4>, i1
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
// The token is right at first, then any.
func.func @init_only(%n: index, %p: !pipegroup.state<4>, %any: i1) {
  %one = arith.constant 1 : index
  %first = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  %r = scf.for %i = %one to %n step %one iter_args(%t = %first) -> (i1) {
    // expected-error @below {{[P7]}}
    pipegroup.acquire @g::@a[%p] unless %t : !pipegroup.state<4>
    scf.yield %any : i1
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
// The token is right but from the start.
func.func @init_wrong(%n: index, %p: !pipegroup.state<4>, %any: i1) {
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %one to %n step %one iter_args(%s = %p, %t = %any) -> (!pipegroup.state<4>, i1) {
    // expected-error @below {{[P7]}}
    pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
    %next = pipegroup.advance %s : !pipegroup.state<4>
    %new = pipegroup.try_acquire @g::@a[%next] : !pipegroup.state<4>
    scf.yield %next, %new : !pipegroup.state<4>, i1
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
// The loop carries the token, but the state is made anew in each iteration.
func.func @new_state(%n: index, %p: !pipegroup.state<4>) {
  %one = arith.constant 1 : index
  %false = arith.constant false
  %r:2 = scf.for %i = %one to %n step %one iter_args(%s = %p, %t = %false) -> (!pipegroup.state<4>, i1) {
    %next = pipegroup.advance %s : !pipegroup.state<4>
    // expected-error @below {{[P7]}}
    pipegroup.acquire @g::@a[%next] unless %t : !pipegroup.state<4>
    %new = pipegroup.try_acquire @g::@a[%next] : !pipegroup.state<4>
    scf.yield %next, %new : !pipegroup.state<4>, i1
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
// One branch gives the token of another state.
func.func @one_branch(%c: i1, %p: !pipegroup.state<4>) {
  %n = pipegroup.advance %p : !pipegroup.state<4>
  // expected-note @below {{the token is made here}}
  %t = scf.if %c -> i1 {
    %right = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
    scf.yield %right : i1
  } else {
    %wrong = pipegroup.try_acquire @g::@a[%n] : !pipegroup.state<4>
    scf.yield %wrong : i1
  }
  // expected-error @below {{[P7]}}
  pipegroup.acquire @g::@a[%p] unless %t : !pipegroup.state<4>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
// Both branches give both, but crosswise.
func.func @crossed(%c: i1, %p: !pipegroup.state<4>) {
  %n = pipegroup.advance %p : !pipegroup.state<4>
  %tp = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  %tn = pipegroup.try_acquire @g::@a[%n] : !pipegroup.state<4>
  // expected-note @below {{the token is made here}}
  %r:2 = scf.if %c -> (i1, !pipegroup.state<4>) {
    scf.yield %tp, %n : i1, !pipegroup.state<4>
  } else {
    scf.yield %tn, %p : i1, !pipegroup.state<4>
  }
  // expected-error @below {{[P7]}}
  pipegroup.acquire @g::@a[%r#1] unless %r#0 : !pipegroup.state<4>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
// What leaves the loop is the token of the last state, not of the first.
func.func @after_loop(%n: index, %p: !pipegroup.state<4>) {
  %one = arith.constant 1 : index
  %false = arith.constant false
  // expected-note @below {{the token is made here}}
  %r:2 = scf.for %i = %one to %n step %one iter_args(%s = %p, %t = %false) -> (!pipegroup.state<4>, i1) {
    %next = pipegroup.advance %s : !pipegroup.state<4>
    %new = pipegroup.try_acquire @g::@a[%next] : !pipegroup.state<4>
    scf.yield %next, %new : !pipegroup.state<4>, i1
  }
  // expected-error @below {{[P7]}}
  pipegroup.acquire @g::@a[%p] unless %r#1 : !pipegroup.state<4>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
// The body of a while sees what its condition passes.
func.func @while(%p: !pipegroup.state<4>, %c: i1) {
  %false = arith.constant false
  %r:2 = scf.while (%s = %p, %t = %false) : (!pipegroup.state<4>, i1) -> (!pipegroup.state<4>, i1) {
    %n = pipegroup.advance %s : !pipegroup.state<4>
    scf.condition(%c) %n, %t : !pipegroup.state<4>, i1
  } do {
  ^bb0(%s: !pipegroup.state<4>, %t: i1):
    // expected-error @below {{[P7]}}
    pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
    %new = pipegroup.try_acquire @g::@a[%s] : !pipegroup.state<4>
    scf.yield %s, %new : !pipegroup.state<4>, i1
  }
  return
}
