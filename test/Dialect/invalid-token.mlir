// P7: a token that was made for anything but this very state is refused.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

// Another state.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%p: !pipegroup.state<4>, %other: !pipegroup.state<4>) {
  // expected-note @below {{the token is made here}}
  %t = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  // expected-error @below {{'pipegroup.acquire' op has a token that was not made for this state, expected one of 'pipegroup.try_acquire' on the same target and state [P7]}}
  pipegroup.acquire @g::@a[%other] unless %t : !pipegroup.state<4>
  return
}

// -----

// The state has moved on since.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%p: !pipegroup.state<4>) {
  // expected-note @below {{the token is made here}}
  %t = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  %n = pipegroup.advance %p : !pipegroup.state<4>
  // expected-error @below {{'pipegroup.acquire' op has a token that was not made for this state, expected one of 'pipegroup.try_acquire' on the same target and state [P7]}}
  pipegroup.acquire @g::@a[%n] unless %t : !pipegroup.state<4>
  return
}

// -----

// Another member's slot.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
  pipegroup.member @b async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%p: !pipegroup.state<4>) {
  // expected-note @below {{the token is made here}}
  %t = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  // expected-error @below {{'pipegroup.acquire' op has a token that was not made for this state, expected one of 'pipegroup.try_acquire' on the same target and state [P7]}}
  pipegroup.acquire @g::@b[%p] unless %t : !pipegroup.state<4>
  return
}

// -----

// Anybody's truth.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%p: !pipegroup.state<4>, %t: i1) {
  // expected-error @below {{'pipegroup.acquire' op has a token that was not made for this state, expected one of 'pipegroup.try_acquire' on the same target and state [P7]}}
  pipegroup.acquire @g::@a[%p] unless %t : !pipegroup.state<4>
  return
}

// -----

// The truth itself.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%p: !pipegroup.state<4>) {
  // expected-note @below {{the token is made here}}
  %t = arith.constant true
  // expected-error @below {{'pipegroup.acquire' op has a token that was not made for this state, expected one of 'pipegroup.try_acquire' on the same target and state [P7]}}
  pipegroup.acquire @g::@a[%p] unless %t : !pipegroup.state<4>
  return
}

// -----

// Whether data is there says nothing of free space.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%p: !pipegroup.state<4>) {
  // expected-note @below {{the token is made here}}
  %t = pipegroup.try_wait @g::@a[%p] : !pipegroup.state<4>
  // expected-error @below {{'pipegroup.acquire' op has a token that was not made for this state, expected one of 'pipegroup.try_acquire' on the same target and state [P7]}}
  pipegroup.acquire @g::@a[%p] unless %t : !pipegroup.state<4>
  return
}

// -----

// Nor the reverse.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%p: !pipegroup.state<4>) {
  // expected-note @below {{the token is made here}}
  %t = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  // expected-error @below {{'pipegroup.wait' op has a token that was not made for this state, expected one of 'pipegroup.try_wait' on the same target and state [P7]}}
  pipegroup.wait @g::@a[%p] unless %t : !pipegroup.state<4>
  return
}

// -----

// A conjunction of anything.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%p: !pipegroup.state<4>, %x: i1, %y: i1) {
  // expected-note @below {{the token is made here}}
  %t = arith.andi %x, %y : i1
  // expected-error @below {{'pipegroup.acquire' op has a token that was not made for this state, expected one of 'pipegroup.try_acquire' on the same target and state [P7]}}
  pipegroup.acquire @g::@a[%p] unless %t : !pipegroup.state<4>
  return
}

// -----

// The same thing twice.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%p: !pipegroup.state<4>, %x: i1) {
  // expected-note @below {{the token is made here}}
  %t = arith.andi %x, %x : i1
  // expected-error @below {{'pipegroup.acquire' op has a token that was not made for this state, expected one of 'pipegroup.try_acquire' on the same target and state [P7]}}
  pipegroup.acquire @g::@a[%p] unless %t : !pipegroup.state<4>
  return
}

// -----

// The same conjunction twice.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%p: !pipegroup.state<4>, %x: i1, %y: i1) {
  %xy = arith.andi %x, %y : i1
  // expected-note @below {{the token is made here}}
  %t = arith.andi %xy, %xy : i1
  // expected-error @below {{'pipegroup.acquire' op has a token that was not made for this state, expected one of 'pipegroup.try_acquire' on the same target and state [P7]}}
  pipegroup.acquire @g::@a[%p] unless %t : !pipegroup.state<4>
  return
}

// -----

// A disjunction may be true for another reason.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%p: !pipegroup.state<4>, %x: i1) {
  %try = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  // expected-note @below {{the token is made here}}
  %t = arith.ori %try, %x : i1
  // expected-error @below {{'pipegroup.acquire' op has a token that was not made for this state, expected one of 'pipegroup.try_acquire' on the same target and state [P7]}}
  pipegroup.acquire @g::@a[%p] unless %t : !pipegroup.state<4>
  return
}

// -----

// So may a negation.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%p: !pipegroup.state<4>, %x: i1) {
  %try = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  // expected-note @below {{the token is made here}}
  %t = arith.xori %try, %x : i1
  // expected-error @below {{'pipegroup.acquire' op has a token that was not made for this state, expected one of 'pipegroup.try_acquire' on the same target and state [P7]}}
  pipegroup.acquire @g::@a[%p] unless %t : !pipegroup.state<4>
  return
}

// -----

// So may a choice.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @f(%p: !pipegroup.state<4>, %x: i1, %y: i1) {
  %try = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  // expected-note @below {{the token is made here}}
  %t = arith.select %x, %try, %y : i1
  // expected-error @below {{'pipegroup.acquire' op has a token that was not made for this state, expected one of 'pipegroup.try_acquire' on the same target and state [P7]}}
  pipegroup.acquire @g::@a[%p] unless %t : !pipegroup.state<4>
  return
}

// -----

// A call may give anything.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func private @token() -> i1
func.func @f(%p: !pipegroup.state<4>) {
  // expected-note @below {{the token is made here}}
  %t = func.call @token() : () -> i1
  // expected-error @below {{'pipegroup.acquire' op has a token that was not made for this state, expected one of 'pipegroup.try_acquire' on the same target and state [P7]}}
  pipegroup.acquire @g::@a[%p] unless %t : !pipegroup.state<4>
  return
}
