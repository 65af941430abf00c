// P1: what a fused_merge refuses, op by op: the group instead of a member or the reverse.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

// expected-note @below {{the group is here}}
pipegroup.group @g fused_merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.start' op names the group '@g', expected a member: in 'fused_merge', the producer state belongs to a member [P1]}}
  %0 = pipegroup.start @g producer : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fused_merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.start' op names the member '@g::@m', expected the group: in 'fused_merge', the consumer state belongs to the group [P1]}}
  %0 = pipegroup.start @g::@m consumer : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fused_merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.acquire' op names the group '@g', expected a member: in 'fused_merge', 'acquire' belongs to a member [P1]}}
  pipegroup.acquire @g[%s] : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fused_merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.try_acquire' op names the group '@g', expected a member: in 'fused_merge', 'try_acquire' belongs to a member [P1]}}
  %0 = pipegroup.try_acquire @g[%s] : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fused_merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.commit' op names the group '@g', expected a member: in 'fused_merge', 'commit' belongs to a member [P1]}}
  pipegroup.commit @g[%s] : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fused_merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.tail' op names the group '@g', expected a member: in 'fused_merge', 'tail' belongs to a member [P1]}}
  pipegroup.tail @g[%s] : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fused_merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.wait' op names the member '@g::@m', expected the group: in 'fused_merge', 'wait' belongs to the group [P1]}}
  pipegroup.wait @g::@m[%s] : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fused_merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.try_wait' op names the member '@g::@m', expected the group: in 'fused_merge', 'try_wait' belongs to the group [P1]}}
  %0 = pipegroup.try_wait @g::@m[%s] : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fused_merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.release' op names the member '@g::@m', expected the group: in 'fused_merge', 'release' belongs to the group [P1]}}
  pipegroup.release @g::@m[%s] : !pipegroup.state<2>
  return
}
