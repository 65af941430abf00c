// Loops in loops over the same range take no longer for each that is around them.
// RUN: pipegroup-check %s | FileCheck %s

// CHECK: @f: safe
gpu.module @k {
  pipegroup.group @g merge {
    pipegroup.member @m async_async stages(2) producer(warp 1) consumer(warp 1)
  }
  gpu.func @f(%n: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @g
    pipegroup.specialize {
      pipegroup.task @produce warps(0, 1) {
        scf.for %i0 = %c0 to %n step %c1 : i32 {
        scf.for %i1 = %c0 to %n step %c1 : i32 {
        scf.for %i2 = %c0 to %n step %c1 : i32 {
        scf.for %i3 = %c0 to %n step %c1 : i32 {
        scf.for %i4 = %c0 to %n step %c1 : i32 {
        scf.for %i5 = %c0 to %n step %c1 : i32 {
        scf.for %i6 = %c0 to %n step %c1 : i32 {
        scf.for %i7 = %c0 to %n step %c1 : i32 {
        scf.for %i8 = %c0 to %n step %c1 : i32 {
        scf.for %i9 = %c0 to %n step %c1 : i32 {
        scf.for %i10 = %c0 to %n step %c1 : i32 {
        scf.for %i11 = %c0 to %n step %c1 : i32 {
        scf.for %i12 = %c0 to %n step %c1 : i32 {
        scf.for %i13 = %c0 to %n step %c1 : i32 {
        scf.for %i14 = %c0 to %n step %c1 : i32 {
        scf.for %i15 = %c0 to %n step %c1 : i32 {
        scf.for %i16 = %c0 to %n step %c1 : i32 {
        scf.for %i17 = %c0 to %n step %c1 : i32 {
        scf.for %i18 = %c0 to %n step %c1 : i32 {
        scf.for %i19 = %c0 to %n step %c1 : i32 {
        scf.for %i20 = %c0 to %n step %c1 : i32 {
        scf.for %i21 = %c0 to %n step %c1 : i32 {
        scf.for %i22 = %c0 to %n step %c1 : i32 {
        scf.for %i23 = %c0 to %n step %c1 : i32 {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }}}}}}}}}}}}}}}}}}}}}}}}
      }
      pipegroup.task @consume warps(1, 1) {
        scf.for %i0 = %c0 to %n step %c1 : i32 {
        scf.for %i1 = %c0 to %n step %c1 : i32 {
        scf.for %i2 = %c0 to %n step %c1 : i32 {
        scf.for %i3 = %c0 to %n step %c1 : i32 {
        scf.for %i4 = %c0 to %n step %c1 : i32 {
        scf.for %i5 = %c0 to %n step %c1 : i32 {
        scf.for %i6 = %c0 to %n step %c1 : i32 {
        scf.for %i7 = %c0 to %n step %c1 : i32 {
        scf.for %i8 = %c0 to %n step %c1 : i32 {
        scf.for %i9 = %c0 to %n step %c1 : i32 {
        scf.for %i10 = %c0 to %n step %c1 : i32 {
        scf.for %i11 = %c0 to %n step %c1 : i32 {
        scf.for %i12 = %c0 to %n step %c1 : i32 {
        scf.for %i13 = %c0 to %n step %c1 : i32 {
        scf.for %i14 = %c0 to %n step %c1 : i32 {
        scf.for %i15 = %c0 to %n step %c1 : i32 {
        scf.for %i16 = %c0 to %n step %c1 : i32 {
        scf.for %i17 = %c0 to %n step %c1 : i32 {
        scf.for %i18 = %c0 to %n step %c1 : i32 {
        scf.for %i19 = %c0 to %n step %c1 : i32 {
        scf.for %i20 = %c0 to %n step %c1 : i32 {
        scf.for %i21 = %c0 to %n step %c1 : i32 {
        scf.for %i22 = %c0 to %n step %c1 : i32 {
        scf.for %i23 = %c0 to %n step %c1 : i32 {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }}}}}}}}}}}}}}}}}}}}}}}}
      }
    }
    gpu.return
  }
}
