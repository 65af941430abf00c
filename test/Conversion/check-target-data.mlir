// Loads and stores need a chip with TMA; rows are gathered and pairs of CTAs served by some
// of the later chips only.
// accepts: T1
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_100a -o /dev/null
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_103f -o /dev/null
// RUN: not pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_80 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OLD --implicit-check-not=error:
// RUN: not pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_90a 2>&1 \
// RUN:   | FileCheck %s --check-prefix=HOPPER --implicit-check-not=error:
// RUN: not pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_120a 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONSUMER --implicit-check-not=error:

func.func @data(%d: !llvm.ptr, %s: !llvm.ptr<1>, %b: !llvm.ptr<3>, %x: i32) {
  // OLD: error: 'pipegroup.barrier_tma_load' op TMA needs sm_90 or later, found sm_80 [T1]
  pipegroup.barrier_tma_load %d[%x] into %b, %b : !llvm.ptr
  // OLD: error: 'pipegroup.barrier_tma_load' op a TMA gather of rows needs {{.*}}, found sm_80 [T1]
  // HOPPER: error: 'pipegroup.barrier_tma_load' op a TMA gather of rows needs sm_100a, sm_100f, sm_103a, sm_103f, sm_110a or sm_110f, found sm_90a [T1]
  // CONSUMER: error: 'pipegroup.barrier_tma_load' op a TMA gather of rows needs {{.*}}, found sm_120a [T1]
  pipegroup.barrier_tma_load %d[%x, %x, %x, %x, %x] into %b, %b gather4 : !llvm.ptr
  // OLD: error: 'pipegroup.barrier_tma_load' op TMA for a pair of CTAs needs {{.*}}, found sm_80 [T1]
  // HOPPER: error: 'pipegroup.barrier_tma_load' op TMA for a pair of CTAs needs {{.*}}, found sm_90a [T1]
  // CONSUMER: error: 'pipegroup.barrier_tma_load' op TMA for a pair of CTAs needs {{.*}}, found sm_120a [T1]
  pipegroup.barrier_tma_load %d[%x] into %b, %b cta_group(2) : !llvm.ptr
  // OLD: error: 'pipegroup.barrier_bulk_load' op TMA needs
  pipegroup.barrier_bulk_load %s into %b, %b size(%x)
  // OLD: error: 'pipegroup.tma_prefetch' op TMA needs
  pipegroup.tma_prefetch %d : !llvm.ptr
  // OLD: error: 'pipegroup.tma_store' op TMA needs
  pipegroup.tma_store %b to %d[%x] : !llvm.ptr<3>, !llvm.ptr
  // OLD: error: 'pipegroup.tma_store_wait' op TMA needs
  pipegroup.tma_store_wait 0
  return
}
