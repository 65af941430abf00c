// K11: what does not fit, or lies where something else does.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 32) slot(memref<58240xi8, 3>)
}
// expected-error @below {{takes 233088 bytes of shared memory with its slots and barriers, expected at most 232448 [K11]}}
func.func @large() -> !llvm.ptr<3> {
  pipegroup.init @g
  %c = pipegroup.start @g consumer : !pipegroup.state<4>
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<4> -> !llvm.ptr<3>
  return %x : !llvm.ptr<3>
}

// -----

// Fits, but not behind the static variables of the kernel.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1) producer(thread 32) consumer(thread 32) slot(memref<232320xi8, 3>)
}
memref.global "private" @mine : memref<32xf32, 3>
// expected-error @below {{takes 232576 bytes of shared memory with its slots and barriers, expected at most 232448 [K11]}}
func.func @with_own() -> !llvm.ptr<3> {
  pipegroup.init @g
  %mine = memref.get_global @mine : memref<32xf32, 3>
  %c = pipegroup.start @g consumer : !pipegroup.state<1>
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<1> -> !llvm.ptr<3>
  return %x : !llvm.ptr<3>
}

// -----

// Two groups, each of which would fit.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<65536xi8, 3>)
}
pipegroup.group @h merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<65536xi8, 3>)
}
// expected-error @below {{takes 262272 bytes of shared memory with its slots and barriers, expected at most 232448 [K11]}}
func.func @both() -> (!llvm.ptr<3>, !llvm.ptr<3>) {
  pipegroup.init @g, @h
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  %d = pipegroup.start @h consumer : !pipegroup.state<2>
  %y = pipegroup.slot @h::@m[%d] : !pipegroup.state<2> -> !llvm.ptr<3>
  return %x, %y : !llvm.ptr<3>, !llvm.ptr<3>
}

// -----

gpu.module @m {
  pipegroup.group @g merge {
    pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<65536xi8, 3>)
  }
  // expected-note @below {{the slots and barriers of this kernel take more than the 49152 bytes of static shared memory}}
  gpu.func @dynamic() kernel {
    pipegroup.init @g
    // expected-error @below {{dynamic shared memory is used beside slots that are placed there, expected 'dynamic(...)' on their groups to say where they may lie [K11]}}
    %d = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %c = pipegroup.start @g consumer : !pipegroup.state<2>
    %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
    gpu.return
  }
}

// -----

llvm.mlir.global external @pool() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<65536xi8, 3>)
}
// expected-note @below {{the slots and barriers of this kernel take more than the 49152 bytes of static shared memory}}
func.func @external() -> !llvm.ptr<3> {
  pipegroup.init @g
  // expected-error @below {{dynamic shared memory is used beside slots that are placed there, expected 'dynamic(...)' on their groups to say where they may lie [K11]}}
  %d = llvm.mlir.addressof @pool : !llvm.ptr<3>
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  return %x : !llvm.ptr<3>
}

// -----

// The slots of the first reach the barriers of the second.
// expected-note @below {{it has slots at bytes 128 to 2175 of dynamic shared memory}}
pipegroup.group @g merge dynamic(0) {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<1024xi8, 3>)
}
// expected-error @below {{has barriers at bytes 2168 to 2199 of dynamic shared memory, where another group of a kernel lies, expected another place [K11]}}
pipegroup.group @h merge dynamic(2168) {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @barriers() -> !llvm.ptr<3> {
  pipegroup.init @g, @h
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  return %x : !llvm.ptr<3>
}

// -----

// Both have slots at one place.
// expected-note @below {{it has slots at bytes 128 to 2175 of dynamic shared memory}}
pipegroup.group @g merge dynamic(0) {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<1024xi8, 3>)
}
// expected-error @below {{has slots at bytes 128 to 2175 of dynamic shared memory, where another group of a kernel lies, expected another place [K11]}}
pipegroup.group @h merge dynamic(64) {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<1024xi8, 3>)
}
func.func @slots() -> (!llvm.ptr<3>, !llvm.ptr<3>) {
  pipegroup.init @g, @h
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  %d = pipegroup.start @h consumer : !pipegroup.state<2>
  %y = pipegroup.slot @h::@m[%d] : !pipegroup.state<2> -> !llvm.ptr<3>
  return %x, %y : !llvm.ptr<3>, !llvm.ptr<3>
}

// -----

// Dynamic memory ends before the slots do.
pipegroup.group @g merge dynamic(232320) {
  pipegroup.member @m async_async stages(1) producer(thread 32) consumer(thread 32) slot(memref<64xi8, 3>)
}
// expected-error @below {{takes 232576 bytes of shared memory with its slots and barriers, expected at most 232448 [K11]}}
func.func @behind() -> !llvm.ptr<3> {
  pipegroup.init @g
  %c = pipegroup.start @g consumer : !pipegroup.state<1>
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<1> -> !llvm.ptr<3>
  return %x : !llvm.ptr<3>
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(1) producer(warp 1) consumer(thread 32) slot(memref<64xi8, 3>) bytes(64)
}
func.func @dead(%s: !llvm.ptr<1>) {
  pipegroup.init @g
  %c = pipegroup.start @g::@m producer : !pipegroup.state<1>
  // expected-note @below {{the barriers end here}}
  pipegroup.invalidate @g
  // expected-error @below {{'pipegroup.bulk_load' op of '@g' comes after 'pipegroup.invalidate', expected it before [K1]}}
  pipegroup.bulk_load %s, @g::@m[%c] : !llvm.ptr<1>, !pipegroup.state<1>
  return
}
