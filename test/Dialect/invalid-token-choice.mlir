// P7: a choice of tokens that does not go with the choice of states is refused.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

// Crosswise.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%c: i1, %d: i1, %p: !pipegroup.state<4>, %q: !pipegroup.state<4>) {
  %tp = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  %tq = pipegroup.try_acquire @g::@a[%q] : !pipegroup.state<4>
  %s = arith.select %c, %p, %q : !pipegroup.state<4>
  // expected-note @below {{the token is made here}}
  %t = arith.select %c, %tq, %tp : i1
  // expected-error @below {{[P7]}}
  pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
  return
}

// -----

// Under another condition.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%c: i1, %d: i1, %p: !pipegroup.state<4>, %q: !pipegroup.state<4>) {
  %tp = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  %tq = pipegroup.try_acquire @g::@a[%q] : !pipegroup.state<4>
  %s = arith.select %c, %p, %q : !pipegroup.state<4>
  // expected-note @below {{the token is made here}}
  %t = arith.select %d, %tp, %tq : i1
  // expected-error @below {{[P7]}}
  pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
  return
}

// -----

// The token of one side only, where the other may be chosen.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%c: i1, %d: i1, %p: !pipegroup.state<4>, %q: !pipegroup.state<4>) {
  %tp = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  %tq = pipegroup.try_acquire @g::@a[%q] : !pipegroup.state<4>
  %s = arith.select %c, %p, %q : !pipegroup.state<4>
  // expected-note @below {{the token is made here}}
  %t = arith.andi %d, %tp : i1
  // expected-error @below {{[P7]}}
  pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
  return
}

// -----

// The token of one side where the other is chosen.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%c: i1, %d: i1, %p: !pipegroup.state<4>, %q: !pipegroup.state<4>) {
  %tp = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  %tq = pipegroup.try_acquire @g::@a[%q] : !pipegroup.state<4>
  %s = arith.select %c, %p, %q : !pipegroup.state<4>
  // expected-note @below {{the token is made here}}
  %t = arith.andi %c, %tq : i1
  // expected-error @below {{[P7]}}
  pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
  return
}

// -----

// The negation of the condition, and the token of the other side.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%c: i1, %d: i1, %p: !pipegroup.state<4>, %q: !pipegroup.state<4>) {
  %tp = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  %tq = pipegroup.try_acquire @g::@a[%q] : !pipegroup.state<4>
  %true = arith.constant true
  %s = arith.select %c, %p, %q : !pipegroup.state<4>
  %not = arith.xori %c, %true : i1
  // expected-note @below {{the token is made here}}
  %t = arith.andi %not, %tp : i1
  // expected-error @below {{[P7]}}
  pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
  return
}

// -----

// The condition alone is no token.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%c: i1, %d: i1, %p: !pipegroup.state<4>, %q: !pipegroup.state<4>) {
  %tp = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  %tq = pipegroup.try_acquire @g::@a[%q] : !pipegroup.state<4>
  %s = arith.select %c, %p, %q : !pipegroup.state<4>
  // expected-note @below {{the token is made here}}
  %t = arith.andi %c, %c : i1
  // expected-error @below {{[P7]}}
  pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
  return
}

// -----

// Where less-or-equal holds, less may hold, too.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%c: i1, %d: i1, %p: !pipegroup.state<4>, %q: !pipegroup.state<4>) {
  %tp = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  %tq = pipegroup.try_acquire @g::@a[%q] : !pipegroup.state<4>
  %x = pipegroup.index %p : !pipegroup.state<4>
  %y = pipegroup.index %q : !pipegroup.state<4>
  %lt = arith.cmpi slt, %x, %y : i32
  %le = arith.cmpi sle, %x, %y : i32
  %s = arith.select %lt, %p, %q : !pipegroup.state<4>
  // expected-note @below {{the token is made here}}
  %t = arith.andi %le, %tq : i1
  // expected-error @below {{[P7]}}
  pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
  return
}
