// What the implicit form leaves out has to be there before barriers are made.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @op() {
  pipegroup.init @g
  // expected-error @below {{'pipegroup.acquire' op leaves out its state, expected 'pipegroup-thread-states' to run first [P3]}}
  pipegroup.acquire @g::@m
  return
}
func.func @current() {
  pipegroup.init @g
  // expected-error @below {{'pipegroup.current' op stands for a state, expected 'pipegroup-thread-states' to run first [P3]}}
  %s = pipegroup.current @g::@m producer : !pipegroup.state<2>
  %i = pipegroup.index %s : !pipegroup.state<2>
  return
}
