// P3: what cannot carry a state is told, never a crash.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
// expected-error @below {{'func.func' carries a 'pipegroup' state, unsupported here: expected 'scf', 'cf' or 'arith.select' inside one function [P3]}}
func.func @argument(%s: !pipegroup.state<2>) {
  pipegroup.init @g
  pipegroup.wait @g::@m[%s] : !pipegroup.state<2>
  return
}
// expected-error @below {{'func.func' carries a 'pipegroup' state, unsupported here}}
func.func private @callee(!pipegroup.state<2>)
func.func @call() {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // expected-error @below {{'func.call' carries a 'pipegroup' state, unsupported here}}
  func.call @callee(%c) : (!pipegroup.state<2>) -> ()
  return
}
func.func @return() -> !pipegroup.state<2> {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // expected-error @below {{'func.return' carries a 'pipegroup' state, unsupported here}}
  return %c : !pipegroup.state<2>
}
func.func @cast(%i: i64) {
  // expected-error @below {{'builtin.unrealized_conversion_cast' carries a 'pipegroup' state, unsupported here}}
  %c = builtin.unrealized_conversion_cast %i : i64 to !pipegroup.state<2>
  return
}
func.func @poison() {
  // expected-error @below {{'ub.poison' carries a 'pipegroup' state, unsupported here}}
  %c = ub.poison : !pipegroup.state<2>
  return
}
func.func @async() {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  %token, %value = async.execute -> !async.value<!pipegroup.state<2>> {
    // expected-error @below {{'async.yield' carries a 'pipegroup' state, unsupported here}}
    async.yield %c : !pipegroup.state<2>
  }
  return
}
func.func @execute_region() {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // expected-error @below {{'scf.execute_region' carries a 'pipegroup' state, unsupported here}}
  // expected-note @below {{these can: 'scf.for', 'scf.if', 'scf.index_switch', 'scf.while', 'cf.br' and 'cf.cond_br'}}
  %s = scf.execute_region -> !pipegroup.state<2> {
    scf.yield %c : !pipegroup.state<2>
  }
  return
}
func.func @switch(%i: i32) {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // expected-error @below {{'cf.switch' carries a 'pipegroup' state, unsupported here}}
  // expected-note @below {{these can}}
  cf.switch %i : i32, [default: ^next(%c : !pipegroup.state<2>)]
^next(%s: !pipegroup.state<2>):
  return
}
func.func @affine() {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  %s = affine.for %i = 0 to 9 iter_args(%s = %c) -> !pipegroup.state<2> {
    // expected-error @below {{'affine.yield' carries a 'pipegroup' state, unsupported here}}
    affine.yield %s : !pipegroup.state<2>
  }
  return
}
func.func @tensor() {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // expected-error @below {{'tensor.from_elements' carries a 'pipegroup' state, unsupported here}}
  %t = tensor.from_elements %c : tensor<1x!pipegroup.state<2>>
  return
}
