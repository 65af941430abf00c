// P6: a fork acquires all members on a state in one block.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

pipegroup.group @f fork {
  // expected-note @below {{the member is here}}
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
  // expected-note @below {{the member is here}}
  pipegroup.member @b tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
}
func.func @left_out() {
  pipegroup.init @f
  %p = pipegroup.start @f producer : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.acquire' op of the fork '@f' leaves out '@b', expected every member to be acquired on this state in the same block [P6]}}
  pipegroup.acquire @f::@a[%p] : !pipegroup.state<2>
  // Another state is another slot.
  %n = pipegroup.advance %p : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.acquire' op of the fork '@f' leaves out '@a'}}
  pipegroup.acquire @f::@b[%n] : !pipegroup.state<2>
  return
}

// -----

// The second may be skipped, and with it the wait for its consumer.
pipegroup.group @f fork {
  // expected-note @below {{the member is here}}
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
  // expected-note @below {{the member is here}}
  pipegroup.member @b tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
}
func.func @skipped(%c: i1) {
  pipegroup.init @f
  %p = pipegroup.start @f producer : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.acquire' op of the fork '@f' leaves out '@b'}}
  pipegroup.acquire @f::@a[%p] : !pipegroup.state<2>
  scf.if %c {
    // expected-error @below {{'pipegroup.acquire' op of the fork '@f' leaves out '@a'}}
    pipegroup.acquire @f::@b[%p] : !pipegroup.state<2>
  }
  return
}
