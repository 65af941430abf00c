// P7 through branches: a block argument is as right as all that it comes from.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @lags(%p: !pipegroup.state<4>) {
  %false = arith.constant false
  cf.br ^loop(%p, %false : !pipegroup.state<4>, i1)
^loop(%s: !pipegroup.state<4>, %t: i1):
  // expected-error @below {{[P7]}}
  pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
  %old = pipegroup.try_acquire @g::@a[%s] : !pipegroup.state<4>
  %n = pipegroup.advance %s : !pipegroup.state<4>
  cf.br ^loop(%n, %old : !pipegroup.state<4>, i1)
}

// -----

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
// The state of the next round is not yet that of the block that takes the token.
func.func @late_state(%p: !pipegroup.state<4>, %c: i1) {
  %false = arith.constant false
  cf.br ^head(%false, %p : i1, !pipegroup.state<4>)
^head(%t: i1, %n: !pipegroup.state<4>):
  cf.br ^body(%n : !pipegroup.state<4>)
^body(%s: !pipegroup.state<4>):
  // expected-error @below {{[P7]}}
  pipegroup.acquire @g::@a[%s] unless %t : !pipegroup.state<4>
  %old = pipegroup.try_acquire @g::@a[%s] : !pipegroup.state<4>
  %next = pipegroup.advance %s : !pipegroup.state<4>
  cf.cond_br %c, ^head(%old, %next : i1, !pipegroup.state<4>), ^exit
^exit:
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
// Both edges of one branch lead to the same block, only one with its own token.
func.func @both_edges(%p: !pipegroup.state<4>, %c: i1) {
  %n = pipegroup.advance %p : !pipegroup.state<4>
  %t = pipegroup.try_acquire @g::@a[%p] : !pipegroup.state<4>
  cf.cond_br %c, ^use(%p, %t : !pipegroup.state<4>, i1), ^use(%n, %t : !pipegroup.state<4>, i1)
^use(%s: !pipegroup.state<4>, %token: i1):
  // expected-error @below {{[P7]}}
  pipegroup.acquire @g::@a[%s] unless %token : !pipegroup.state<4>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(4) producer(thread 1) consumer(thread 1)
}
// The token of a failed alternative is no proof for a loop of its own.
func.func @conjunction(%p: !pipegroup.state<4>, %c: i1, %any: i1) {
  cf.br ^loop(%any : i1)
^loop(%t: i1):
  // expected-note @below {{the token is made here}}
  %both = arith.andi %t, %t : i1
  // expected-error @below {{[P7]}}
  pipegroup.acquire @g::@a[%p] unless %both : !pipegroup.state<4>
  cf.cond_br %c, ^loop(%both : i1), ^exit
^exit:
  return
}
