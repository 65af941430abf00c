// A start is at a lane or at a step, and a lane is a number of 32 bits.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) interleave(2, 2, 2, 2)
}
func.func @both(%l: i32) {
  // expected-error @below {{'pipegroup.start' op has step 1 and a lane, expected one of them}}
  %s = pipegroup.start @g consumer step(1) lane(%l) : !pipegroup.state<4>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) interleave(2, 2, 2, 2)
}
// expected-note @below {{prior use here}}
func.func @wide(%l: index) {
  // expected-error @below {{expects different type than prior uses: 'i32' vs 'index'}}
  %s = pipegroup.start @g consumer lane(%l) : !pipegroup.state<4>
  return
}

// -----

// A lane changes nothing about who owns the state.
// expected-note @below {{the group is here}}
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) interleave(2, 2, 2, 2)
}
func.func @owner(%l: i32) {
  // expected-error @below {{'pipegroup.start' op names the member '@g::@m', expected the group: in 'merge', the consumer state belongs to the group [P1]}}
  %s = pipegroup.start @g::@m consumer lane(%l) : !pipegroup.state<4>
  return
}

// -----

// Nor does `lagging`.
// expected-note @below {{the group is here}}
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) advance_on_wait
}
func.func @lagging() {
  // expected-error @below {{'pipegroup.current' op names the member '@g::@m', expected the group: in 'merge', the consumer state belongs to the group [P1]}}
  %s = pipegroup.current @g::@m consumer lagging : !pipegroup.state<4>
  return
}
