// Elections in a row become one: the warp has converged, and the same lane is elected.
// What lies in between and has no effect comes first; anything else keeps them apart.
// RUN: pipegroup-opt %s -pipegroup-merge-elections > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-merge-elections | diff %t.once -

pipegroup.buffers @tiles size(1024) align(128)
// CHECK-LABEL: func @joined(
// CHECK-SAME:    %[[B:[^:]*]]: !llvm.ptr<3>, %[[D:[^:]*]]: !llvm.ptr, %[[I:[^:]*]]: i32)
// CHECK-NEXT:  %[[T:.*]] = pipegroup.buffer @tiles[%[[I]]]
// CHECK-NEXT:  %[[J:.*]] = arith.addi %[[I]], %[[I]]
// CHECK-NEXT:  %[[K:.*]] = arith.muli %[[J]], %[[I]]
// CHECK-NEXT:  pipegroup.elect {
// CHECK-NEXT:    pipegroup.barrier_arrive_expect_tx %[[B]]
// CHECK-NEXT:    pipegroup.barrier_tma_load %[[D]][%[[J]]] into %[[T]], %[[B]]
// CHECK-NEXT:    pipegroup.barrier_tma_load %[[D]][%[[K]]] into %[[T]], %[[B]]
// CHECK-NEXT:  }
// CHECK-NEXT:  return
func.func @joined(%b: !llvm.ptr<3>, %d: !llvm.ptr, %i: i32) {
  pipegroup.elect {
    pipegroup.barrier_arrive_expect_tx %b bytes(256)
  }
  %t = pipegroup.buffer @tiles[%i] stride(128) : !llvm.ptr<3>
  %j = arith.addi %i, %i : i32
  pipegroup.elect {
    pipegroup.barrier_tma_load %d[%j] into %t, %b : !llvm.ptr
  }
  %k = arith.muli %j, %i : i32
  pipegroup.elect {
    pipegroup.barrier_tma_load %d[%k] into %t, %b : !llvm.ptr
  }
  return
}

// A wait, a store, a fence, a load, a call or what may trap in between stays in between.
// CHECK-LABEL: func @apart
// CHECK:      pipegroup.elect
// CHECK:      pipegroup.barrier_wait
// CHECK-NEXT: pipegroup.elect
// CHECK:      memref.load
// CHECK-NEXT: pipegroup.elect
// CHECK:      memref.store
// CHECK-NEXT: pipegroup.elect
// CHECK:      pipegroup.fence_proxy_async
// CHECK-NEXT: pipegroup.elect
// CHECK:      arith.divsi
// CHECK-NEXT: pipegroup.elect
// CHECK:      call @other
// CHECK-NEXT: pipegroup.elect
// CHECK:      return
func.func @apart(%b: !llvm.ptr<3>, %m: memref<4xf32, 3>, %i: i32, %x: index, %f: f32) -> f32 {
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  pipegroup.barrier_wait %b parity(%i)
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  %v = memref.load %m[%x] : memref<4xf32, 3>
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  memref.store %f, %m[%x] : memref<4xf32, 3>
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  pipegroup.fence_proxy_async
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  %q = arith.divsi %i, %i : i32
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  func.call @other() : () -> ()
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  return %v : f32
}
func.func private @other()

// Blocks have elections of their own.
// CHECK-LABEL: func @blocks
// CHECK-NEXT: pipegroup.elect {
// CHECK-NEXT:   pipegroup.barrier_arrive
// CHECK-NEXT: }
// CHECK-NEXT: scf.if
// CHECK-NEXT:   pipegroup.elect {
// CHECK-NEXT:     pipegroup.barrier_arrive
// CHECK-NEXT:     pipegroup.barrier_arrive
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: pipegroup.elect {
// CHECK-NEXT:   pipegroup.barrier_arrive
// CHECK-NEXT: }
// CHECK-NEXT: cf.br
// CHECK:      pipegroup.elect {
// CHECK-NEXT:   pipegroup.barrier_arrive
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @blocks(%b: !llvm.ptr<3>, %c: i1) {
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  scf.if %c {
    pipegroup.elect {
      pipegroup.barrier_arrive %b
    }
    pipegroup.elect {
      pipegroup.barrier_arrive %b
    }
  }
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  cf.br ^next
^next:
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  return
}

// One thread of the CTA is another one than that of a warp.
// CHECK-LABEL: func @once
// CHECK-NEXT: pipegroup.once
// CHECK:      pipegroup.elect
// CHECK:      pipegroup.once
func.func @once(%b: !llvm.ptr<3>) {
  pipegroup.once {
    pipegroup.barrier_arrive %b
  }
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  pipegroup.once {
    pipegroup.barrier_arrive %b
  }
  return
}

// The other lanes wait in front of the second election for what the first one has stored or waited
// for; a third one may join the second.
// CHECK-LABEL: func @seen(
// CHECK:      pipegroup.elect {
// CHECK-NEXT:   llvm.store
// CHECK-NEXT: }
// CHECK-NEXT: pipegroup.elect {
// CHECK-NEXT:   pipegroup.barrier_arrive
// CHECK-NEXT:   pipegroup.barrier_wait
// CHECK-NEXT: }
// CHECK-NEXT: pipegroup.elect {
// CHECK-NEXT:   pipegroup.barrier_arrive
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @seen(%b: !llvm.ptr<3>, %i: i32, %f: f32) {
  pipegroup.elect {
    llvm.store %f, %b : f32, !llvm.ptr<3>
  }
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  pipegroup.elect {
    pipegroup.barrier_wait %b parity(%i)
  }
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  return
}
