// wgmma is sm_90a only, tcgen05 comes later, stmatrix from sm_90 on.
// RUN: not pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_90a 2>&1 \
// RUN:   | FileCheck %s --check-prefix=HOPPER --implicit-check-not=error:
// RUN: not pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_100a 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BLACKWELL --implicit-check-not=error:
// RUN: not pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_89 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OLD

func.func @f(%a: memref<64x64xf16, 3>, %t: !llvm.ptr<6>, %v: vector<32xf16>) {
  // BLACKWELL: error: 'pipegroup.wgmma' op wgmma needs sm_90a, found sm_100a [T1]
  // OLD: error: 'pipegroup.wgmma' op wgmma needs sm_90a, found sm_89 [T1]
  %w = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  // BLACKWELL: error: 'pipegroup.wgmma_wait' op wgmma needs sm_90a, found sm_100a [T1]
  pipegroup.wgmma_wait 0
  // OLD: error: 'pipegroup.fragment_store' op stmatrix needs sm_90 or later, found sm_89 [T1]
  pipegroup.fragment_store %v, %a : vector<32xf16>, memref<64x64xf16, 3>
  // HOPPER: error: 'pipegroup.tmem_load' op tcgen05 needs {{.*}}, found sm_90a [T1]
  %l = pipegroup.tmem_load %t : vector<2xf32>
  // HOPPER: error: 'pipegroup.tmem_store' op tcgen05 needs {{.*}}, found sm_90a [T1]
  pipegroup.tmem_store %l, %t : vector<2xf32>
  // HOPPER: error: 'pipegroup.tensor_fence_before' op tcgen05 needs {{.*}}, found sm_90a [T1]
  pipegroup.tensor_fence_before
  return
}
