// P2: a state has as many stages as the group that it is used with.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

// expected-note @below {{the group is here}}
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @stages(%s: !pipegroup.state<3>) {
  // expected-error @below {{'pipegroup.start' op has a state of 2 stages, expected 4 as '@g' [P2]}}
  %0 = pipegroup.start @g consumer : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @stages(%s: !pipegroup.state<3>) {
  // expected-error @below {{'pipegroup.wait' op has a state of 3 stages, expected 4 as '@g' [P2]}}
  pipegroup.wait @g::@m[%s] : !pipegroup.state<3>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @stages(%s: !pipegroup.state<3>) {
  // expected-error @below {{'pipegroup.tail' op has a state of 3 stages, expected 4 as '@g' [P2]}}
  pipegroup.tail @g::@m[%s] : !pipegroup.state<3>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @stages(%s: !pipegroup.state<3>) {
  // expected-error @below {{'pipegroup.full_barrier' op has a state of 3 stages, expected 4 as '@g' [P2]}}
  %1 = pipegroup.full_barrier @g::@m[%s] : !pipegroup.state<3> -> !llvm.ptr<3>
  return
}
