// What a warp executes as one is not copied to both sides of a branch on the thread.
// RUN: pipegroup-compile --chip=sm_100a %s | FileCheck %s

gpu.module @kernels {
  // Two branches on the same condition, the load between them.
  // CHECK: .entry between(
  // CHECK: tcgen05.ld.sync.aligned
  // CHECK-NOT: tcgen05.ld.sync.aligned
  gpu.func @between(%t: !llvm.ptr<6>, %out: memref<?xf32>, %m: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %f1 = arith.constant 1.0 : f32
    %tid = gpu.thread_id x
    %in = arith.cmpi slt, %tid, %m : index
    %w = scf.if %in -> f32 {
      %f = memref.load %out[%tid] : memref<?xf32>
      scf.yield %f : f32
    } else {
      scf.yield %f1 : f32
    }
    %v = pipegroup.tmem_load %t : vector<1xf32>
    scf.if %in {
      %q = vector.extract %v[0] : f32 from vector<1xf32>
      %p = arith.mulf %q, %w : f32
      memref.store %p, %out[%tid] : memref<?xf32>
    }
    gpu.return
  }

  // A loop with a branch that does not change.
  // CHECK: .entry loads(
  // CHECK: tcgen05.ld.sync.aligned
  // CHECK-NOT: tcgen05.ld.sync.aligned
  gpu.func @loads(%t: !llvm.ptr<6>, %out: memref<?xf32>, %m: index, %n: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %tid = gpu.thread_id x
    %in = arith.cmpi slt, %tid, %m : index
    scf.for %i = %c0 to %n step %c1 : i32 {
      %v = pipegroup.tmem_load %t[%i] : vector<4xf32>
      scf.if %in {
        %q = vector.reduction <add>, %v : vector<4xf32> into f32
        %k = arith.index_cast %i : i32 to index
        memref.store %q, %out[%k] : memref<?xf32>
      }
    }
    gpu.return
  }

  // CHECK: .entry stores(
  // CHECK: tcgen05.st.sync.aligned
  // CHECK-NOT: tcgen05.st.sync.aligned
  gpu.func @stores(%t: !llvm.ptr<6>, %out: memref<?xf32>, %m: index, %n: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %tid = gpu.thread_id x
    %in = arith.cmpi slt, %tid, %m : index
    scf.for %i = %c0 to %n step %c1 : i32 {
      %f = arith.uitofp %i : i32 to f32
      %v = vector.broadcast %f : f32 to vector<1xf32>
      pipegroup.tmem_store %v, %t[%i] : vector<1xf32>
      scf.if %in {
        %k = arith.index_cast %i : i32 to index
        memref.store %f, %out[%k] : memref<?xf32>
      }
    }
    gpu.return
  }
}
