// D10 and P3: loads of a round bring what its member expects, on the producer's state.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @half(%d: !llvm.ptr, %x: i32) {
  pipegroup.init @g
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  // expected-note @below {{a load is here}}
  pipegroup.tma_load %d[%x], @g::@m[%p] part(%x of 2) : !llvm.ptr, !pipegroup.state<2>
  // expected-error @below {{'pipegroup.commit' op ends a round whose loads bring 4096 bytes, expected the 8192 bytes of its member [D10]}}
  pipegroup.commit @g::@m[%p] : !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @twice(%s: !llvm.ptr<1>, %d: !llvm.ptr, %x: i32) {
  pipegroup.init @g
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  // expected-note @below {{a load is here}}
  pipegroup.tma_load %d[%x], @g::@m[%p] : !llvm.ptr, !pipegroup.state<2>
  // expected-error @below {{'pipegroup.commit' op ends a round whose loads bring 16384 bytes, expected the 8192 bytes of its member [D10]}}
  pipegroup.commit @g::@m[%p] : !pipegroup.state<2>
  // expected-note @below {{a load is here}}
  pipegroup.bulk_load %s, @g::@m[%p] : !llvm.ptr<1>, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @size(%s: !llvm.ptr<1>) {
  pipegroup.init @g
  %c = arith.constant 4096 : i32
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  // expected-note @below {{a load is here}}
  pipegroup.bulk_load %s, @g::@m[%p] size(%c) : !llvm.ptr<1>, !pipegroup.state<2>
  // expected-error @below {{'pipegroup.commit' op ends a round whose loads bring 4096 bytes, expected the 8192 bytes of its member [D10]}}
  pipegroup.commit @g::@m[%p] : !pipegroup.state<2>
  return
}

// -----

// Both warps load the whole.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) producer(warp 2) consumer(warp 1) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @warps(%d: !llvm.ptr, %x: i32) {
  pipegroup.init @g
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  // expected-note @below {{a load is here}}
  pipegroup.tma_load %d[%x], @g::@m[%p] : !llvm.ptr, !pipegroup.state<2>
  // expected-error @below {{'pipegroup.commit' op ends a round whose loads bring 16384 bytes, expected the 8192 bytes of its member [D10]}}
  pipegroup.commit @g::@m[%p] : !pipegroup.state<2>
  return
}

// -----

// A fork's slot, by the name of each member.
pipegroup.group @g fork {
  pipegroup.member @x tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(8192) slot(memref<64x64xf16, 3>)
  pipegroup.member @y tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @fork(%d: !llvm.ptr, %x: i32) {
  pipegroup.init @g
  %p = pipegroup.start @g producer : !pipegroup.state<2>
  pipegroup.acquire @g::@x[%p] : !pipegroup.state<2>
  pipegroup.acquire @g::@y[%p] : !pipegroup.state<2>
  // expected-note @below {{a load is here}}
  pipegroup.tma_load %d[%x], @g::@x[%p] : !llvm.ptr, !pipegroup.state<2>
  // expected-note @below {{a load is here}}
  pipegroup.tma_load %d[%x], @g::@y[%p] : !llvm.ptr, !pipegroup.state<2>
  // expected-error @below {{'pipegroup.commit' op ends a round whose loads bring 16384 bytes, expected the 8192 bytes of its member [D10]}}
  pipegroup.commit @g[%p] : !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @side(%d: !llvm.ptr, %x: i32) {
  pipegroup.init @g
  // expected-note @below {{the state starts here}}
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.tma_load' op has a consumer state of '@g', expected a producer state of '@g' [P3]}}
  pipegroup.tma_load %d[%x], @g::@m[%c] : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(8192) slot(memref<64x64xf16, 3>)
}
pipegroup.group @h merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(8192)
}
func.func @other(%s: !llvm.ptr<1>) -> !llvm.ptr<3> {
  pipegroup.init @g, @h
  // expected-note @below {{the state starts here}}
  %p = pipegroup.start @h::@m producer : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.bulk_load' op has a producer state of '@h', expected a producer state of '@g' [P3]}}
  pipegroup.bulk_load %s, @g::@m[%p] : !llvm.ptr<1>, !pipegroup.state<2>
  // expected-error @below {{'pipegroup.slot' op has a producer state of '@h', expected a state of '@g' [P3]}}
  %x = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
  return %x : !llvm.ptr<3>
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(8192) slot(memref<64x64xf16, 3>)
}
// expected-error @below {{'func.func' carries a 'pipegroup' state, unsupported here: expected 'scf', 'cf' or 'arith.select' inside one function [P3]}}
func.func @argument(%s: !llvm.ptr<1>, %p: !pipegroup.state<2>) {
  pipegroup.init @g
  pipegroup.bulk_load %s, @g::@m[%p] : !llvm.ptr<1>, !pipegroup.state<2>
  return
}

// -----

// Slots that a consumer uses have to be filled by something.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) producer(warp 1) consumer(thread 32) slot(memref<64xf32, 3>)
}
func.func @nothing_loads(%p: i32) -> f32 {
  %c0 = arith.constant 0 : index
  pipegroup.init @g
  %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  pipegroup.acquire @g::@m[%s] : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.commit' op commits slots of '@g::@m' that nothing loads, expected 'pipegroup.tma_load' or 'pipegroup.bulk_load', or a use of 'pipegroup.full_barrier' [D10]}}
  pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
  pipegroup.wait @g::@m[%c] : !pipegroup.state<2>
  %b = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
  %v = memref.load %b[%c0] : memref<64xf32, 3>
  pipegroup.release @g[%c] : !pipegroup.state<2>
  return %v : f32
}

// -----

// Whoever takes the full barrier may load.
// accepts: D10
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) producer(warp 1) consumer(thread 32) slot(memref<64xf32, 3>)
}
func.func @own_load(%p: i32) -> f32 {
  %c0 = arith.constant 0 : index
  pipegroup.init @g
  %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  pipegroup.acquire @g::@m[%s] : !pipegroup.state<2>
  %f = pipegroup.full_barrier @g::@m[%s] : !pipegroup.state<2> -> !llvm.ptr<3>
  pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
  pipegroup.wait @g::@m[%c] : !pipegroup.state<2>
  %b = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
  %v = memref.load %b[%c0] : memref<64xf32, 3>
  pipegroup.release @g[%c] : !pipegroup.state<2>
  return %v : f32
}
