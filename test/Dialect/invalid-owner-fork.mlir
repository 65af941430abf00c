// P1: what a fork refuses, op by op: the group instead of a member or the reverse.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

// expected-note @below {{the group is here}}
pipegroup.group @g fork {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.start' op names the member '@g::@m', expected the group: in 'fork', the producer state belongs to the group [P1]}}
  %0 = pipegroup.start @g::@m producer : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fork {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.start' op names the group '@g', expected a member: in 'fork', the consumer state belongs to a member [P1]}}
  %0 = pipegroup.start @g consumer : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fork {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.acquire' op names the group '@g', expected a member: in 'fork', 'acquire' belongs to a member [P1]}}
  pipegroup.acquire @g[%s] : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fork {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.try_acquire' op names the group '@g', expected a member: in 'fork', 'try_acquire' belongs to a member [P1]}}
  %0 = pipegroup.try_acquire @g[%s] : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fork {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.commit' op names the member '@g::@m', expected the group: in 'fork', 'commit' belongs to the group [P1]}}
  pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fork {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.tail' op names the member '@g::@m', expected the group: in 'fork', 'tail' belongs to the group [P1]}}
  pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fork {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.wait' op names the group '@g', expected a member: in 'fork', 'wait' belongs to a member [P1]}}
  pipegroup.wait @g[%s] : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fork {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.try_wait' op names the group '@g', expected a member: in 'fork', 'try_wait' belongs to a member [P1]}}
  %0 = pipegroup.try_wait @g[%s] : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fork {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.release' op names the group '@g', expected a member: in 'fork', 'release' belongs to a member [P1]}}
  pipegroup.release @g[%s] : !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fork {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f(%s: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.empty_barrier' op names the group '@g', expected a member: in 'fork', that array belongs to a member [P1]}}
  %0 = pipegroup.empty_barrier @g[%s] : !pipegroup.state<2> -> !llvm.ptr<3>
  return
}
