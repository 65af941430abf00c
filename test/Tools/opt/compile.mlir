// The pipeline makes a gpu.binary of every gpu.module, with PTX in it. Its name is
// written in two parts where lit would take it for the tool.
// RUN: pipegroup-opt %s --pipegroup-compile=chip=sm_100a | FileCheck %s
// RUN: pipegroup-opt %s --pass-pipeline='builtin.module(pipegroup''-compile{chip=sm_100a format=isa O=2})' \
// RUN:   | FileCheck %s

// CHECK:      gpu.binary @first [#gpu.object<#nvvm.target<{{(O = 3, )?}}chip = "sm_100a", features = "+ptx88", verifyTarget = false>,
// CHECK-SAME: .version 8.8
// CHECK-SAME: mbarrier.init.shared.b64
gpu.module @first {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
  }
  gpu.func @kernel() kernel {
    pipegroup.init @copy
    gpu.return
  }
}
// CHECK: gpu.binary @second [#gpu.object<#nvvm.target<chip = "sm_90a">,
gpu.module @second [#nvvm.target<chip = "sm_90a">] {
}
