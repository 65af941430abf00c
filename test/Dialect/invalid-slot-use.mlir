// P10 and what else a slot op can be wrong about.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

// expected-note @below {{the group is here}}
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf16, 3>)
}
func.func @group() {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // expected-error @below {{names the group '@g', expected a member: in 'merge', a slot belongs to a member [P1]}}
  %x = pipegroup.slot @g[%c] : !pipegroup.state<2> -> memref<64xf16, 3>
  return
}

// -----

pipegroup.group @g merge {
  // expected-note @below {{the member is here}}
  pipegroup.member @m async_async stages(2)
}
func.func @no_slot() {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // expected-error @below {{uses a slot of '@g::@m', which has none, expected a member with 'slot(...)' [P10]}}
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf16, 3>
  return
}

// -----

pipegroup.group @g merge {
  // expected-note @below {{the member is here}}
  pipegroup.member @m async_async stages(2) slot(memref<64xf16, 3>)
}
func.func @type() {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // expected-error @below {{gives 'memref<32xf32, 3>', expected the slot type 'memref<64xf16, 3>' or !llvm.ptr<3> [P10]}}
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<32xf32, 3>
  return
}

// -----

// Two spellings of one address space are two types.
pipegroup.group @g merge {
  // expected-note @below {{the member is here}}
  pipegroup.member @m async_async stages(2) slot(memref<64xf16, 3>)
}
func.func @space() {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // expected-error @below {{expected the slot type 'memref<64xf16, 3>' or !llvm.ptr<3> [P10]}}
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf16, #gpu.address_space<workgroup>>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf16, 3>)
}
func.func @pointer() {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // expected-error @below {{result #0 must be memref of any type values or LLVM pointer in address space 3}}
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> !llvm.ptr
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf16, 3>)
}
func.func @stages(%c: !pipegroup.state<3>) {
  // expected-error @below {{[P2]}}
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<3> -> memref<64xf16, 3>
  return
}

// -----

func.func @unknown(%c: !pipegroup.state<3>) {
  // expected-error @below {{[P5]}}
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<3> -> memref<64xf16, 3>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf16, 3>)
}
%c = builtin.unrealized_conversion_cast to !pipegroup.state<2>
// expected-error @below {{is outside a function, expected it inside one [P4]}}
%x = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf16, 3>

// -----

// expected-error @below {{has an argument with attribute 'pipegroup.tensor_maps', expected 'pipegroup.tensor_map'}}
func.func @name(%d: !llvm.ptr {pipegroup.tensor_maps}) {
  return
}

// -----

// expected-error @below {{has a tensor map of type 'memref<128xi8>', expected !llvm.ptr}}
func.func @map(%d: memref<128xi8> {pipegroup.tensor_map}) {
  return
}

// -----

gpu.module @m {
  // expected-error @below {{has a tensor map of type '!llvm.ptr<1>', expected !llvm.ptr}}
  gpu.func @map(%x: i32, %d: !llvm.ptr<1> {pipegroup.tensor_map}) kernel {
    gpu.return
  }
}

// -----

// expected-error @below {{has an argument with attribute 'pipegroup.tensor_map' of 3 : i32, expected it without a value}}
func.func @value(%d: !llvm.ptr {pipegroup.tensor_map = 3 : i32}) {
  return
}
