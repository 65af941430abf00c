// K1: every use comes after the one initialisation of its group, in its life.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @no_init() {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.wait' op of '@g' may come before the barriers are initialised, expected 'pipegroup.init' before it in the same function [K1]}}
  pipegroup.wait @g::@m[%c] : !pipegroup.state<2>
  // An address is a use, too.
  // expected-error @below {{'pipegroup.full_barrier' op of '@g' may come before}}
  %b = pipegroup.full_barrier @g::@m[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  return
}
func.func @one_branch(%c: i1) {
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  scf.if %c {
    // expected-note @below {{this initialisation is not on every way to it}}
    pipegroup.init @g
  }
  // expected-error @below {{'pipegroup.acquire' op of '@g' may come before}}
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  return
}
func.func @after() {
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.tail' op of '@g' may come before}}
  pipegroup.tail @g::@m[%p] : !pipegroup.state<2>
  // expected-note @below {{this initialisation is not on every way to it}}
  pipegroup.init @g
  return
}
func.func @caller() {
  pipegroup.init @g
  func.call @callee() : () -> ()
  return
}
func.func @callee() {
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // expected-error @below {{expected 'pipegroup.init' before it in the same function [K1]}}
  pipegroup.commit @g::@m[%p] : !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @twice() {
  // expected-note @below {{the other initialisation is here}}
  pipegroup.init @g
  // expected-error @below {{'pipegroup.init' op of '@g' may find live barriers, expected 'pipegroup.invalidate' between two initialisations [K1]}}
  pipegroup.init @g
  return
}
func.func @twice_in_branch(%c: i1) {
  // expected-note @below {{the other initialisation is here}}
  pipegroup.init @g
  scf.if %c {
    // expected-error @below {{may find live barriers}}
    pipegroup.init @g
  }
  return
}
func.func @loop(%n: index) {
  scf.for %i = %n to %n step %n {
    // expected-error @below {{'pipegroup.init' op of '@g' is in a loop, expected 'pipegroup.invalidate' later in the same block [K1]}}
    pipegroup.init @g
  }
  return
}
func.func @branch_loop(%c: i1) {
  cf.br ^loop
^loop:
  // expected-error @below {{'pipegroup.init' op of '@g' is in a loop}}
  pipegroup.init @g
  cf.cond_br %c, ^loop, ^exit
^exit:
  return
}
func.func @while(%c: i1) {
  scf.while : () -> () {
    // expected-error @below {{'pipegroup.init' op of '@g' is in a loop}}
    pipegroup.init @g
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @dead() {
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  pipegroup.init @g
  // expected-note @below {{the barriers end here}}
  pipegroup.invalidate @g
  // expected-error @below {{'pipegroup.acquire' op of '@g' comes after 'pipegroup.invalidate', expected it before [K1]}}
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  return
}
func.func @no_life() {
  // expected-error @below {{'pipegroup.invalidate' op of '@g' ends no life, expected 'pipegroup.init' before it in the same block [K1]}}
  pipegroup.invalidate @g
  return
}
func.func @ends_twice() {
  pipegroup.init @g
  pipegroup.invalidate @g
  // expected-error @below {{ends no life}}
  pipegroup.invalidate @g
  return
}
func.func @ends_in_branch(%c: i1) {
  pipegroup.init @g
  scf.if %c {
    // expected-error @below {{ends no life}}
    pipegroup.invalidate @g
  }
  return
}
// The second iteration would find dead barriers.
func.func @use_before_life(%n: index) {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  pipegroup.init @g
  // expected-note @below {{the barriers end here}}
  pipegroup.invalidate @g
  scf.for %i = %n to %n step %n {
    // expected-error @below {{comes after 'pipegroup.invalidate'}}
    pipegroup.wait @g::@m[%c] : !pipegroup.state<2>
    pipegroup.init @g
    pipegroup.invalidate @g
  }
  return
}

// -----

// What a caller has initialised is not known in the function that it calls.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @helper() {
  // expected-error @below {{'pipegroup.init' op of '@g' is in a function that others call, expected it in the kernel [K1]}}
  pipegroup.init @g
  return
}
func.func @kernel() {
  pipegroup.init @g
  func.call @helper() : () -> ()
  return
}

// -----

// Host code initialises nothing for the kernel that it launches.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @host(%n: index) {
  // expected-note @below {{this initialisation is not on every way to it}}
  pipegroup.init @g
  gpu.launch blocks(%x, %y, %z) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%bx = %n, %by = %n, %bz = %n) {
    %c = pipegroup.start @g consumer : !pipegroup.state<2>
    // expected-error @below {{'pipegroup.wait' op of '@g' may come before the barriers are initialised}}
    pipegroup.wait @g::@m[%c] : !pipegroup.state<2>
    gpu.terminator
  }
  return
}

// -----

// G16: the groups of a kernel share its static shared memory.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1600) producer(thread 1) consumer(thread 1)
}
pipegroup.group @h merge {
  pipegroup.member @m async_async stages(1600) producer(thread 1) consumer(thread 1)
}
func.func @storage() {
  pipegroup.init @g
  // expected-error @below {{'pipegroup.init' op brings the barriers of this kernel to 51200 bytes, expected at most 49152 of static shared memory [G16]}}
  pipegroup.init @h
  return
}
