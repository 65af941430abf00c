// P8: an acquire, commit or release acts once on each state.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
}
func.func @twice(%c: i1) {
  pipegroup.init @g
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // expected-note @below {{the other one is here}}
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  scf.if %c {
    // expected-error @below {{'pipegroup.acquire' op may act twice on one state, expected one 'pipegroup.acquire' of it for each state [P8]}}
    pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  }
  return
}
func.func @loop(%n: index) {
  pipegroup.init @g
  // expected-note @below {{the state is the same in every iteration}}
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  scf.for %i = %n to %n step %n {
    // expected-error @below {{'pipegroup.release' op may act twice on one state}}
    pipegroup.release @g[%c] : !pipegroup.state<2>
  }
  return
}
func.func @branches(%again: i1) {
  pipegroup.init @g
  // expected-note @below {{the state is the same in every iteration}}
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  cf.br ^loop
^loop:
  // expected-error @below {{'pipegroup.release' op may act twice on one state}}
  pipegroup.release @g[%c] : !pipegroup.state<2>
  cf.cond_br %again, ^loop, ^end
^end:
  return
}
