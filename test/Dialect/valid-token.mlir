// P7: tokens that are made for the state they are used with, on every way.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics | FileCheck %s
// RUN: pipegroup-opt %s -convert-scf-to-cf | FileCheck %s
// CHECK: @straight
// accepts: P7

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}

func.func @straight(%p: !pipegroup.state<4>, %c: i1) {
  %t = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  pipegroup.acquire @g::@a[%p] unless %t : !pipegroup.state<4>
  // Less true than the token is still true only if it is.
  %less = arith.andi %c, %t : i1
  pipegroup.acquire @g::@a[%p] unless %less : !pipegroup.state<4>
  %least = arith.andi %less, %c : i1
  pipegroup.acquire @g::@a[%p] unless %least : !pipegroup.state<4>
  // A token that is never true promises nothing.
  %false = arith.constant false
  pipegroup.acquire @g::@a[%p] unless %false : !pipegroup.state<4>
  %maybe = arith.select %c, %t, %false : i1
  pipegroup.acquire @g::@a[%p] unless %maybe : !pipegroup.state<4>
  return
}

// The loop tries the next slot ahead and carries the token with the state.
func.func @ahead(%n: index, %p: !pipegroup.state<4>) {
  %one = arith.constant 1 : index
  %first = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  %r:2 = scf.for %i = %one to %n step %one iter_args(%s = %p, %t = %first) -> (!pipegroup.state<4>, i1) {
    pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
    %next = pipegroup.advance %s : !pipegroup.state<4>
    %new = pipegroup.try_acquire @g::@a[%next] : !pipegroup.state<4>
    scf.yield %next, %new : !pipegroup.state<4>, i1
  }
  pipegroup.acquire @g::@a[%r#0] unless %r#1 : !pipegroup.state<4>
  return
}

// Not in the last iteration, where there is no next slot.
func.func @guarded(%n: index, %p: !pipegroup.state<4>) {
  %one = arith.constant 1 : index
  %false = arith.constant false
  %r:2 = scf.for %i = %one to %n step %one iter_args(%s = %p, %t = %false) -> (!pipegroup.state<4>, i1) {
    pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
    %next = pipegroup.advance %s : !pipegroup.state<4>
    %more = arith.cmpi slt, %i, %n : index
    %new = scf.if %more -> i1 {
      %try = pipegroup.try_acquire @g::@a[%next] : !pipegroup.state<4>
      scf.yield %try : i1
    } else {
      scf.yield %false : i1
    }
    scf.yield %next, %new : !pipegroup.state<4>, i1
  }
  return
}

// The state stays while an inner loop polls.
func.func @poll(%n: index, %p: !pipegroup.state<4>) {
  %one = arith.constant 1 : index
  %false = arith.constant false
  %t = scf.for %i = %one to %n step %one iter_args(%old = %false) -> i1 {
    %new = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
    scf.yield %new : i1
  }
  pipegroup.acquire @g::@a[%p] unless %t : !pipegroup.state<4>
  return
}

func.func @while(%p: !pipegroup.state<4>, %c: i1) {
  %false = arith.constant false
  %r:2 = scf.while (%s = %p, %t = %false) : (!pipegroup.state<4>, i1) -> (!pipegroup.state<4>, i1) {
    scf.condition(%c) %s, %t : !pipegroup.state<4>, i1
  } do {
  ^bb0(%s: !pipegroup.state<4>, %t: i1):
    pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
    %n = pipegroup.advance %s : !pipegroup.state<4>
    %new = pipegroup.try_acquire @g::@a[%n] : !pipegroup.state<4>
    scf.yield %n, %new : !pipegroup.state<4>, i1
  }
  pipegroup.acquire @g::@a[%r#0] unless %r#1 : !pipegroup.state<4>
  return
}

func.func @branches(%p: !pipegroup.state<4>, %c: i1) {
  %false = arith.constant false
  cf.br ^loop(%p, %false : !pipegroup.state<4>, i1)
^loop(%s: !pipegroup.state<4>, %t: i1):
  pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
  %n = pipegroup.advance %s : !pipegroup.state<4>
  %new = pipegroup.try_acquire @g::@a[%n] : !pipegroup.state<4>
  cf.cond_br %c, ^loop(%n, %new : !pipegroup.state<4>, i1), ^join(%new : i1)
^join(%token: i1):
  // Defined before the join, on every way to it.
  pipegroup.acquire @g::@a[%n] unless %token : !pipegroup.state<4>
  return
}
