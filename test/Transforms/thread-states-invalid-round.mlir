// P6: a state that members share and that waits or acquires advance moves on once in a
// round, so that each round has every member once, in one block.
// RUN: pipegroup-opt %s -pipegroup-thread-states -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2) advance_on_wait
  // expected-note @below {{the member is here}}
  pipegroup.member @b async_async stages(2) advance_on_wait
}
func.func @left_out() {
  pipegroup.init @g
  // expected-error @below {{'pipegroup.wait' op advances the shared state of '@g' but leaves out '@b', expected every member once in the same block [P6]}}
  pipegroup.wait @g::@a
  pipegroup.release @g
  return
}

// -----

// Each member that is missing is named.
pipegroup.group @g merge {
  // expected-note @below {{the member is here}}
  pipegroup.member @a async_async stages(2) advance_on_wait
  pipegroup.member @b async_async stages(2) advance_on_wait
  // expected-note @below {{the member is here}}
  pipegroup.member @c async_async stages(2) advance_on_wait
}
func.func @two_left_out() {
  pipegroup.init @g
  // expected-error @+2 {{'pipegroup.wait' op advances the shared state of '@g' but leaves out '@a', expected}}
  // expected-error @below {{'pipegroup.wait' op advances the shared state of '@g' but leaves out '@c', expected}}
  pipegroup.wait @g::@b
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2) advance_on_wait
  // expected-note @below {{the member is here}}
  pipegroup.member @b async_async stages(2) advance_on_wait
}
func.func @twice() {
  pipegroup.init @g
  // expected-error @below {{leaves out '@b', expected every member once in the same block [P6]}}
  pipegroup.wait @g::@a
  pipegroup.wait @g::@a
  pipegroup.wait @g::@b
  return
}

// -----

// A try is no wait.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2) advance_on_wait
  // expected-note @below {{the member is here}}
  pipegroup.member @b async_async stages(2) advance_on_wait
}
func.func @only_tried() {
  pipegroup.init @g
  // expected-error @below {{leaves out '@b', expected every member once in the same block [P6]}}
  pipegroup.wait @g::@a
  %t = pipegroup.try_wait @g::@b
  return
}

// -----

// Nor is a wait with a state of its own.
pipegroup.group @g merge {
  // expected-note @below {{the member is here}}
  pipegroup.member @a async_async stages(2) advance_on_wait
  pipegroup.member @b async_async stages(2) advance_on_wait
}
func.func @explicit() {
  pipegroup.init @g
  %s = pipegroup.start @g consumer : !pipegroup.state<2>
  pipegroup.wait @g::@a[%s] : !pipegroup.state<2>
  // expected-error @below {{leaves out '@a', expected every member once in the same block [P6]}}
  pipegroup.wait @g::@b
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2) advance_on_wait
  // expected-note @below {{the member is here}}
  pipegroup.member @b async_async stages(2) advance_on_wait
}
func.func @in_a_branch(%x: i1) {
  pipegroup.init @g
  scf.if %x {
    // expected-error @below {{leaves out '@b', expected every member once in the same block [P6]}}
    pipegroup.wait @g::@a
  }
  pipegroup.wait @g::@b
  return
}

// -----

pipegroup.group @f fork {
  // expected-note @below {{the member is here}}
  pipegroup.member @a async_async stages(2) advance_on_acquire
  pipegroup.member @b async_async stages(2) advance_on_acquire
}
func.func @acquires(%n: index) {
  pipegroup.init @f
  scf.for %i = %n to %n step %n {
    // expected-error @below {{'pipegroup.acquire' op advances the shared state of '@f' but leaves out '@a', expected every member once in the same block [P6]}}
    pipegroup.acquire @f::@b
    pipegroup.commit @f
  }
  return
}

// -----

pipegroup.group @f fork {
  pipegroup.member @a async_async stages(2) advance_on_acquire
  // expected-note @below {{the member is here}}
  pipegroup.member @b async_async stages(2) advance_on_acquire
}
func.func @over_blocks() {
  pipegroup.init @f
  // expected-error @below {{'pipegroup.acquire' op advances the shared state of '@f' but leaves out '@b', expected every member once in the same block [P6]}}
  pipegroup.acquire @f::@a
  cf.br ^next
^next:
  pipegroup.acquire @f::@b
  return
}

// -----

// A round inside of a round would move the state on between its members.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2) advance_on_wait
  // expected-note @below {{the member is here}}
  pipegroup.member @b async_async stages(2) advance_on_wait
}
func.func @round_inside(%x: i1) {
  pipegroup.init @g
  // expected-error @below {{'pipegroup.wait' op advances the shared state of '@g' but leaves out '@b', expected every member once in the same block [P6]}}
  pipegroup.wait @g::@a
  scf.if %x {
    pipegroup.wait @g::@a
    pipegroup.wait @g::@b
  }
  pipegroup.wait @g::@b
  return
}
