// P5: a name is that of a group, or of one of its members, in the nearest symbol
// table, and written once.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func private @h()
func.func @names(%s: !pipegroup.state<4>) {
  // expected-error @below {{'pipegroup.init' op names '@none', expected a 'pipegroup.group' in the nearest symbol table [P5]}}
  pipegroup.init @none
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func private @h()
func.func @names(%s: !pipegroup.state<4>) {
  // expected-error @below {{'pipegroup.init' op names '@h', expected a 'pipegroup.group' in the nearest symbol table [P5]}}
  pipegroup.init @g, @h
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func private @h()
func.func @names(%s: !pipegroup.state<4>) {
  // expected-error @below {{'pipegroup.wait' op names '@none', expected a 'pipegroup.group'}}
  pipegroup.wait @none::@m[%s] : !pipegroup.state<4>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func private @h()
func.func @names(%s: !pipegroup.state<4>) {
  // expected-error @below {{'pipegroup.wait' op names '@h', expected a 'pipegroup.group'}}
  pipegroup.wait @h::@m[%s] : !pipegroup.state<4>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func private @h()
func.func @names(%s: !pipegroup.state<4>) {
  // expected-error @below {{'pipegroup.wait' op names '@g::@x', expected a member of '@g': '@m' [P5]}}
  pipegroup.wait @g::@x[%s] : !pipegroup.state<4>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func private @h()
func.func @names(%s: !pipegroup.state<4>) {
  // expected-error @below {{'pipegroup.wait' op names '@g::@m::@deep', expected a member of '@g': '@m' [P5]}}
  pipegroup.wait @g::@m::@deep[%s] : !pipegroup.state<4>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func private @h()
func.func @names(%s: !pipegroup.state<4>) {
  // expected-error @below {{'pipegroup.start' op names '@m', expected a 'pipegroup.group'}}
  %0 = pipegroup.start @m consumer : !pipegroup.state<4>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @twice() {
  // expected-error @below {{'pipegroup.init' op names '@g' twice, expected each group once [P5]}}
  pipegroup.init @g, @g
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @twice() {
  // expected-error @below {{'pipegroup.invalidate' op names '@g' twice, expected each group once [P5]}}
  pipegroup.invalidate @g, @g
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
func.func @twice() {
  // expected-error @below {{'pipegroup.init' op names no group, expected at least one [P5]}}
  "pipegroup.init"() <{groups = []}> : () -> ()
  return
}

// -----

// A group outside the gpu.module is not the kernel's.
// expected-note @below {{a group of that name is in an enclosing symbol table}}
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
gpu.module @kernels {
  gpu.func @f() {
    // expected-error @below {{'pipegroup.init' op names '@g', expected a 'pipegroup.group' in the nearest symbol table [P5]}}
    pipegroup.init @g
    gpu.return
  }
}

// -----

// Nor is one in a sibling.
module @sibling {
  pipegroup.group @g merge {
    pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
  }
}
func.func @f() {
  // expected-error @below {{'pipegroup.init' op names '@g', expected a 'pipegroup.group' in the nearest symbol table [P5]}}
  pipegroup.init @g
  return
}
