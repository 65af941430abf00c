// A kernel that races: the verdict, the execution and the exit status.
// RUN: not pipegroup-check %s | FileCheck %s
// RUN: not pipegroup-check %s --json | FileCheck %s --check-prefix=JSON
// RUN: not pipegroup-check %s --json | %python -m json.tool | FileCheck %s --check-prefix=VALID

// CHECK: @copy: unsafe: race:
// CHECK-SAME: unsafe.mlir:[[@LINE+36]]:11
// CHECK: execution:
// CHECK: y: {{.*}}arm xy.full.y[0] 256
// CHECK: store.0: wait xy.full.x[0] parity 0
// CHECK-NOT: store.0: wait xy.full.y
// CHECK: store.0: read xy.y[0]

// JSON: "name": "copy"
// JSON-SAME: "verdict": "unsafe"
// VALID: "verdict": "unsafe"

gpu.module @kernels {
  pipegroup.group @xy merge {
    pipegroup.member @x async_async stages(4)
    pipegroup.member @y tma_async stages(4) bytes(256)
  }
  gpu.func @copy(%tiles: i32) kernel attributes {known_block_size = array<i32: 192, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @xy
    pipegroup.specialize {
      pipegroup.task @x warps(4, 1) {
        scf.for %i = %c0 to %tiles step %c1 : i32 {
          pipegroup.acquire @xy::@x
          pipegroup.commit @xy::@x
        }
      }
      pipegroup.task @y warps(5, 1) {
        scf.for %i = %c0 to %tiles step %c1 : i32 {
          pipegroup.acquire @xy::@y
          pipegroup.commit @xy::@y
        }
      }
      pipegroup.task @store warps(0, 4) {
        scf.for %i = %c0 to %tiles step %c1 : i32 {
          pipegroup.wait @xy::@x
          pipegroup.release @xy
        }
      }
    }
    gpu.return
  }
}
