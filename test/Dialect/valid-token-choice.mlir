// P7: a token and a state that are chosen under one condition stay together, in
// branches and in what other passes make of them.
// RUN: pipegroup-opt %s -verify-diagnostics | FileCheck %s
// RUN: pipegroup-opt %s -canonicalize -cse -sccp -canonicalize | FileCheck %s
// RUN: pipegroup-opt %s -convert-scf-to-cf -canonicalize -cse | FileCheck %s
// RUN: pipegroup-opt %s -canonicalize -convert-scf-to-cf | FileCheck %s
// CHECK: func @if_both

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}

func.func @if_both(%c: i1, %p: !pipegroup.state<4>, %q: !pipegroup.state<4>) {
  %tp = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  %tq = pipegroup.try_acquire @g::@a[%q] : !pipegroup.state<4>
  %r:2 = scf.if %c -> (!pipegroup.state<4>, i1) {
    scf.yield %p, %tp : !pipegroup.state<4>, i1
  } else {
    scf.yield %q, %tq : !pipegroup.state<4>, i1
  }
  pipegroup.acquire @g::@a[%r#0] unless %r#1 : !pipegroup.state<4>
  return
}

// One side has no token: the choice of the token becomes a conjunction, with the
// condition or its negation.
func.func @if_one(%x: index, %y: index, %p: !pipegroup.state<4>, %q: !pipegroup.state<4>) {
  %false = arith.constant false
  %c = arith.cmpi slt, %x, %y : index
  %tp = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  %tq = pipegroup.try_acquire @g::@a[%q] : !pipegroup.state<4>
  %r:2 = scf.if %c -> (!pipegroup.state<4>, i1) {
    scf.yield %p, %tp : !pipegroup.state<4>, i1
  } else {
    scf.yield %q, %false : !pipegroup.state<4>, i1
  }
  pipegroup.acquire @g::@a[%r#0] unless %r#1 : !pipegroup.state<4>
  %s:2 = scf.if %c -> (!pipegroup.state<4>, i1) {
    scf.yield %p, %false : !pipegroup.state<4>, i1
  } else {
    scf.yield %q, %tq : !pipegroup.state<4>, i1
  }
  pipegroup.acquire @g::@a[%s#0] unless %s#1 : !pipegroup.state<4>
  return
}
func.func @if_not(%c: i1, %p: !pipegroup.state<4>, %q: !pipegroup.state<4>) {
  %false = arith.constant false
  %tq = pipegroup.try_acquire @g::@a[%q] : !pipegroup.state<4>
  %r:2 = scf.if %c -> (!pipegroup.state<4>, i1) {
    scf.yield %p, %false : !pipegroup.state<4>, i1
  } else {
    scf.yield %q, %tq : !pipegroup.state<4>, i1
  }
  pipegroup.acquire @g::@a[%r#0] unless %r#1 : !pipegroup.state<4>
  return
}

// Advance in some iterations only.
func.func @loop(%n: index, %p: !pipegroup.state<4>, %first: i1, %c: i1) {
  %one = arith.constant 1 : index
  %false = arith.constant false
  %r:2 = scf.for %i = %one to %n step %one iter_args(%s = %p, %t = %false) -> (!pipegroup.state<4>, i1) {
    pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
    %next = pipegroup.advance %s : !pipegroup.state<4>
    %new = pipegroup.try_acquire @g::@a[%next] : !pipegroup.state<4>
    %u:2 = scf.if %c -> (!pipegroup.state<4>, i1) {
      scf.yield %next, %new : !pipegroup.state<4>, i1
    } else {
      scf.yield %s, %t : !pipegroup.state<4>, i1
    }
    scf.yield %u#0, %u#1 : !pipegroup.state<4>, i1
  }
  return
}
