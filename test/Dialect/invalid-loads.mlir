// D7 to D9, and what the other rules say of loads.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  // expected-note @below {{the member is here}}
  pipegroup.member @m async_async stages(2) slot(memref<64xf16, 3>)
}
func.func @producer(%d: !llvm.ptr, %x: i32) {
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // expected-error @below {{fills a slot of '@g::@m', whose producer is 'async', expected 'tma' [D7]}}
  pipegroup.tma_load %d[%x], @g::@m[%p] : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  // expected-note @below {{the member is here}}
  pipegroup.member @m async_async stages(2) transport(cp_async) slot(memref<64xf16, 3>)
}
func.func @bulk_producer(%s: !llvm.ptr<1>) {
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // expected-error @below {{fills a slot of '@g::@m', whose producer is 'async', expected 'tma' [D7]}}
  pipegroup.bulk_load %s, @g::@m[%p] : !llvm.ptr<1>, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  // expected-note @below {{the member is here}}
  pipegroup.member @m tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(8192) slot(memref<32x64xf16, 3>) cluster(2, 1, 1, 1)
}
func.func @pair(%s: !llvm.ptr<1>) {
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // expected-error @below {{fills a slot of '@g::@m', whose bytes the leader of a pair of CTAs expects, expected 'pipegroup.tma_load' [D7]}}
  pipegroup.bulk_load %s, @g::@m[%p] : !llvm.ptr<1>, !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g fork {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
  pipegroup.member @n tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @group(%d: !llvm.ptr, %x: i32) {
  %p = pipegroup.start @g producer : !pipegroup.state<2>
  // expected-error @below {{names the group '@g', expected a member: in 'fork', a slot belongs to a member [P1]}}
  pipegroup.tma_load %d[%x], @g[%p] : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  // expected-note @below {{the member is here}}
  pipegroup.member @m tma_async stages(2) bytes(8192)
}
func.func @no_slot(%d: !llvm.ptr, %x: i32) {
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // expected-error @below {{uses a slot of '@g::@m', which has none, expected a member with 'slot(...)' [P10]}}
  pipegroup.tma_load %d[%x], @g::@m[%p] : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

// expected-note @below {{the group is here}}
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @stages(%s: !llvm.ptr<1>, %p: !pipegroup.state<4>) {
  // expected-error @below {{[P2]}}
  pipegroup.bulk_load %s, @g::@m[%p] : !llvm.ptr<1>, !pipegroup.state<4>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @no_coordinates(%d: !llvm.ptr, %p: !pipegroup.state<2>) {
  // expected-error @below {{has 0 coordinates, expected 1 to 5 [D8]}}
  pipegroup.tma_load %d[], @g::@m[%p] : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @six(%d: !llvm.ptr, %p: !pipegroup.state<2>, %x: i32) {
  // expected-error @below {{has 6 coordinates, expected 1 to 5 [D8]}}
  pipegroup.tma_load %d[%x, %x, %x, %x, %x, %x], @g::@m[%p] : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @im2col_two(%d: !llvm.ptr, %p: !pipegroup.state<2>, %x: i32, %o: i16) {
  // expected-error @below {{has 2 coordinates and 1 'im2col' offsets, expected 3 to 5 and two fewer [D8]}}
  pipegroup.tma_load %d[%x, %x], @g::@m[%p] im2col(%o) : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @im2col_many(%d: !llvm.ptr, %p: !pipegroup.state<2>, %x: i32, %o: i16) {
  // expected-error @below {{has 4 coordinates and 3 'im2col' offsets, expected 3 to 5 and two fewer [D8]}}
  pipegroup.tma_load %d[%x, %x, %x, %x], @g::@m[%p] im2col(%o, %o, %o) : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @both_modes(%d: !llvm.ptr, %p: !pipegroup.state<2>, %x: i32, %o: i16) {
  // expected-error @below {{is 'im2col' and 'gather4', expected one mode [D8]}}
  pipegroup.tma_load %d[%x, %x, %x, %x, %x], @g::@m[%p] im2col(%o, %o, %o) gather4 : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

func.func @gather(%d: !llvm.ptr, %b: !llvm.ptr<3>, %x: i32) {
  // expected-error @below {{has 4 coordinates, expected 5 for 'gather4': a column and four rows [D8]}}
  pipegroup.barrier_tma_load %d[%x, %x, %x, %x] into %b, %b gather4 : !llvm.ptr
  return
}

// -----

func.func @barrier_level(%d: !llvm.ptr, %b: !llvm.ptr<3>, %x: i32) {
  // expected-error @below {{has 6 coordinates, expected 1 to 5 [D8]}}
  pipegroup.barrier_tma_load %d[%x, %x, %x, %x, %x, %x] into %b, %b : !llvm.ptr
  return
}

// -----

func.func @cta_group(%d: !llvm.ptr, %b: !llvm.ptr<3>, %x: i32) {
  // expected-error @below {{attribute 'ctaGroup' failed to satisfy constraint}}
  pipegroup.barrier_tma_load %d[%x] into %b, %b cta_group(3) : !llvm.ptr
  return
}

// -----

%d = llvm.mlir.zero : !llvm.ptr
%b = llvm.mlir.zero : !llvm.ptr<3>
%x = arith.constant 0 : i32
// expected-error @below {{is outside a function, expected it inside one [P4]}}
pipegroup.barrier_tma_load %d[%x] into %b, %b : !llvm.ptr

// -----

%s = llvm.mlir.zero : !llvm.ptr<1>
%b = llvm.mlir.zero : !llvm.ptr<3>
%x = arith.constant 16 : i32
// expected-error @below {{is outside a function, expected it inside one [P4]}}
pipegroup.barrier_bulk_load %s into %b, %b size(%x)

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @unequal(%d: !llvm.ptr, %p: !pipegroup.state<2>, %x: i32) {
  // expected-error @below {{fills one of 3 parts of a slot of 8192 bytes, expected equal parts of a multiple of 128 bytes [D9]}}
  pipegroup.tma_load %d[%x], @g::@m[%p] part(%x of 3) : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @unaligned(%d: !llvm.ptr, %p: !pipegroup.state<2>, %x: i32) {
  // expected-error @below {{fills one of 128 parts of a slot of 8192 bytes, expected equal parts of a multiple of 128 bytes [D9]}}
  pipegroup.tma_load %d[%x], @g::@m[%p] part(%x of 128) : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @bulk_unaligned(%s: !llvm.ptr<1>, %p: !pipegroup.state<2>, %x: i32) {
  // expected-error @below {{fills one of 1024 parts of a slot of 8192 bytes, expected equal parts of a multiple of 16 bytes [D9]}}
  pipegroup.bulk_load %s, @g::@m[%p] part(%x of 1024) : !llvm.ptr<1>, !pipegroup.state<2>
  return
}

// -----

// The whole slot is a part, too.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(96) slot(memref<48xf16, 3>)
}
func.func @whole(%d: !llvm.ptr, %p: !pipegroup.state<2>, %x: i32) {
  // expected-error @below {{fills one of 1 parts of a slot of 96 bytes, expected equal parts of a multiple of 128 bytes [D9]}}
  pipegroup.tma_load %d[%x], @g::@m[%p] : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @no_parts(%d: !llvm.ptr, %p: !pipegroup.state<2>, %x: i32) {
  // expected-error @below {{attribute 'parts' failed to satisfy constraint}}
  pipegroup.tma_load %d[%x], @g::@m[%p] part(%x of 0) : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @beyond(%d: !llvm.ptr, %p: !pipegroup.state<2>) {
  %c2 = arith.constant 2 : i32
  // expected-error @below {{fills part 2, expected 0 to 1 [D9]}}
  pipegroup.tma_load %d[%c2], @g::@m[%p] part(%c2 of 2) : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @negative(%s: !llvm.ptr<1>, %p: !pipegroup.state<2>) {
  %c = arith.constant -1 : i32
  // expected-error @below {{fills part -1, expected 0 to 3 [D9]}}
  pipegroup.bulk_load %s, @g::@m[%p] part(%c of 4) : !llvm.ptr<1>, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @empty(%s: !llvm.ptr<1>, %p: !pipegroup.state<2>) {
  %c = arith.constant 0 : i32
  // expected-error @below {{copies 0 bytes, expected a multiple of 16 up to the 8192 bytes of what it fills [D9]}}
  pipegroup.bulk_load %s, @g::@m[%p] size(%c) : !llvm.ptr<1>, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @odd(%s: !llvm.ptr<1>, %p: !pipegroup.state<2>) {
  %c = arith.constant 24 : i32
  // expected-error @below {{copies 24 bytes, expected a multiple of 16}}
  pipegroup.bulk_load %s, @g::@m[%p] size(%c) : !llvm.ptr<1>, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @large(%s: !llvm.ptr<1>, %p: !pipegroup.state<2>) {
  %c = arith.constant 4112 : i32
  %part = arith.constant 1 : i32
  // expected-error @below {{copies 4112 bytes, expected a multiple of 16 up to the 4096 bytes of what it fills [D9]}}
  pipegroup.bulk_load %s, @g::@m[%p] size(%c) part(%part of 2) : !llvm.ptr<1>, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>) cluster(1, 2, 1, 1) multicast(0, 1)
}
func.func @mask(%d: !llvm.ptr, %p: !pipegroup.state<2>, %x: i32) {
  %m = arith.constant 5 : i16
  // expected-error @below {{has mask 5, expected one or more of the 2 CTAs of its cluster [M13]}}
  pipegroup.tma_load %d[%x], @g::@m[%p] multicast(%m) : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>) cluster(1, 2, 1, 1) multicast(0, 1)
}
func.func @no_mask(%s: !llvm.ptr<1>, %p: !pipegroup.state<2>, %x: i32) {
  %m = arith.constant 0 : i16
  // expected-error @below {{[M13]}}
  pipegroup.bulk_load %s, @g::@m[%p] multicast(%m) : !llvm.ptr<1>, !pipegroup.state<2>
  return
}

// -----

// A mask says something only in a cluster.
pipegroup.group @g merge {
  // expected-note @below {{the member is here}}
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @alone(%d: !llvm.ptr, %p: !pipegroup.state<2>, %x: i32) {
  %m = arith.constant -32768 : i16
  // expected-error @below {{writes to the CTAs of a mask, but its member is of one CTA, expected one with 'cluster(...)' [M13]}}
  pipegroup.tma_load %d[%x], @g::@m[%p] multicast(%m) : !llvm.ptr, !pipegroup.state<2>
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @elected(%d: !llvm.ptr, %p: !pipegroup.state<2>, %x: i32) {
  // expected-note @below {{only one thread executes this}}
  pipegroup.elect {
    // expected-error @below {{'pipegroup.tma_load' op is inside 'pipegroup.elect', expected all lanes of the warp to execute it}}
    pipegroup.tma_load %d[%x], @g::@m[%p] : !llvm.ptr, !pipegroup.state<2>
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @once(%s: !llvm.ptr<1>, %p: !pipegroup.state<2>, %b: i1) {
  // expected-note @below {{only one thread executes this}}
  pipegroup.once {
    scf.if %b {
      // expected-error @below {{'pipegroup.bulk_load' op is inside 'pipegroup.once', expected all lanes of the warp to execute it}}
      pipegroup.bulk_load %s, @g::@m[%p] : !llvm.ptr<1>, !pipegroup.state<2>
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>)
}
func.func @source(%s: !llvm.ptr, %p: !pipegroup.state<2>) {
  // expected-error @below {{operand #0 must be LLVM pointer in address space 1}}
  "pipegroup.bulk_load"(%s, %p) <{target = @g::@m, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>}> : (!llvm.ptr, !pipegroup.state<2>) -> ()
  return
}
