// What a warp executes as one is not copied to both sides of a branch on the thread.
// RUN: pipegroup-compile --chip=sm_90a %s | FileCheck %s

gpu.module @kernels {
  memref.global "private" @s : memref<64x16xf16, 3> {alignment = 1024}

  // Two branches on the same condition, the wait between them.
  // CHECK: .entry between(
  // CHECK: wgmma.wait_group.sync.aligned
  // CHECK-NOT: wgmma
  gpu.func @between(%out: memref<?xf32>, %m: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %a = memref.get_global @s : memref<64x16xf16, 3>
    %f1 = arith.constant 1.0 : f32
    %tid = gpu.thread_id x
    %in = arith.cmpi slt, %tid, %m : index
    %d = pipegroup.wgmma %a, %a transpose_b : memref<64x16xf16, 3>, memref<64x16xf16, 3> -> vector<32xf32>
    %w = scf.if %in -> f32 {
      %f = memref.load %out[%tid] : memref<?xf32>
      scf.yield %f : f32
    } else {
      scf.yield %f1 : f32
    }
    %e = pipegroup.wgmma_wait 0, %d : vector<32xf32>
    scf.if %in {
      %q = vector.reduction <add>, %e : vector<32xf32> into f32
      %p = arith.mulf %q, %w : f32
      memref.store %p, %out[%tid] : memref<?xf32>
    }
    gpu.return
  }

  // A loop with a branch that does not change.
  // CHECK: .entry loop(
  // CHECK: wgmma.wait_group.sync.aligned
  // CHECK-NOT: wgmma
  gpu.func @loop(%out: memref<?xf32>, %m: index, %n: index, %acc: vector<4xf32>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %in = arith.cmpi slt, %tid, %m : index
    scf.for %i = %c0 to %n step %c1 {
      %e = pipegroup.wgmma_wait 0, %acc : vector<4xf32>
      scf.if %in {
        %q = vector.reduction <add>, %e : vector<4xf32> into f32
        memref.store %q, %out[%i] : memref<?xf32>
      }
    }
    gpu.return
  }
}
