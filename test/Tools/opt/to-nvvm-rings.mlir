// The options of the pipeline that unroll rings and hoist addresses, alone and together;
// without them loops keep their step and addresses their place.
// RUN: pipegroup-opt %s --pipegroup-to-nvvm=chip=sm_90a | FileCheck %s --check-prefix=PLAIN
// RUN: pipegroup-opt %s --pipegroup-to-nvvm="chip=sm_90a unroll-rings=4" \
// RUN:   | FileCheck %s --check-prefix=UNROLLED
// RUN: pipegroup-opt %s --pipegroup-to-nvvm="chip=sm_90a unroll-rings=1" | FileCheck %s --check-prefix=PLAIN
// RUN: pipegroup-opt %s --pipegroup-to-nvvm="chip=sm_90a unroll-rings=4 hoist-addresses" \
// RUN:   | FileCheck %s --check-prefix=HOISTED
// RUN: pipegroup-opt %s --pipegroup-to-nvvm="chip=sm_90a unroll-rings=4 unroll-laps=2" \
// RUN:   | FileCheck %s --check-prefix=LAPS
// RUN: not pipegroup-opt %s --pipegroup-to-nvvm="chip=sm_90a unroll-rings=4 unroll-laps=3" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MANY

// RUN: not pipegroup-opt %s --pipegroup-to-nvvm="chip=sm_90a unroll-rings=-2" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NEGATIVE
// RUN: not pipegroup-opt %s --pipegroup-to-nvvm="chip=sm_90a unroll-laps=0" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE

// NEGATIVE: error: found laps 1 and max-slots -2 in the options
// NONE: error: found laps 0 and max-slots 0 in the options
// MANY: error: found laps 3 and max-slots 4 in the options of 'pipegroup-unroll-rings', expected 1 or 2

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}

// PLAIN-LABEL: func @kernel
// UNROLLED-LABEL: func @kernel
// HOISTED-LABEL: func @kernel
// LAPS-LABEL: func @kernel
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  // PLAIN: nvvm.barrier
  // PLAIN: scf.for %{{.*}} step %c1
  // PLAIN-NEXT: llvm.getelementptr
  // PLAIN: nvvm.mbarrier.try_wait
  // PLAIN-NOT: nvvm.mbarrier.try_wait
  // UNROLLED: nvvm.barrier
  // UNROLLED: scf.for %{{.*}} step %c2
  // UNROLLED-NEXT: llvm.getelementptr
  // UNROLLED: nvvm.mbarrier.try_wait
  // UNROLLED: llvm.getelementptr
  // UNROLLED: nvvm.mbarrier.try_wait
  // UNROLLED: scf.for %{{.*}} step %c1
  // Parities are constants.
  // LAPS: nvvm.barrier
  // LAPS: scf.for %{{.*}} step %c4 {
  // LAPS: nvvm.mbarrier.try_wait %{{.*}}, %c0_i32
  // LAPS: nvvm.mbarrier.try_wait %{{.*}}, %c0_i32
  // LAPS: nvvm.mbarrier.try_wait %{{.*}}, %c1_i32 :
  // LAPS: nvvm.mbarrier.try_wait %{{.*}}, %c1_i32 :
  // HOISTED: nvvm.barrier
  // HOISTED: llvm.getelementptr
  // HOISTED: scf.for %{{.*}} step %c2
  // HOISTED-NOT: llvm.getelementptr
  // HOISTED: nvvm.mbarrier.try_wait
  // HOISTED-NOT: llvm.getelementptr
  // HOISTED: nvvm.mbarrier.try_wait
  // HOISTED: scf.for %{{.*}} step %c1
  scf.for %i = %c0 to %n step %c1 {
    pipegroup.wait @g::@m
    pipegroup.release @g
  }
  return
}
