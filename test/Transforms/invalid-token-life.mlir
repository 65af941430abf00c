// K1: a token that is older than the barriers says nothing about them.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @older() {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  pipegroup.init @g
  %t = pipegroup.try_wait @g::@m[%c] : !pipegroup.state<2>
  pipegroup.invalidate @g
  pipegroup.init @g
  // expected-error @below {{'pipegroup.wait' op of '@g' has a token that may be older than the barriers, expected one made after their 'pipegroup.init' [K1]}}
  pipegroup.wait @g::@m[%c] unless %t : !pipegroup.state<2>
  return
}

// -----

// accepts: K1
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @sameLife() {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  pipegroup.init @g
  pipegroup.invalidate @g
  pipegroup.init @g
  %t = pipegroup.try_wait @g::@m[%c] : !pipegroup.state<2>
  pipegroup.wait @g::@m[%c] unless %t : !pipegroup.state<2>
  return
}
