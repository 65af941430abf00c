// Control flow that can't carry a state is shown where it is, with what can.
// RUN: rm -rf %t && split-file %s %t
// RUN: not pipegroup-compile %t/region.mlir 2>&1 | FileCheck %t/region.mlir
// RUN: not pipegroup-compile %t/switch.mlir 2>&1 | FileCheck %t/switch.mlir
// RUN: not pipegroup-compile %t/affine.mlir 2>&1 | FileCheck %t/affine.mlir

//--- region.mlir
gpu.module @kernels {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
  }
  gpu.func @kernel() kernel {
    pipegroup.init @copy
    %c = pipegroup.start @copy consumer : !pipegroup.state<2>
    // CHECK: region.mlir:[[#@LINE+2]]:10: error: 'scf.execute_region' carries a 'pipegroup' state, unsupported here: {{.*}} [P3]
    // CHECK: note: these can: 'scf.for', 'scf.if', 'scf.index_switch', 'scf.while', 'cf.br' and 'cf.cond_br'
    %d = scf.execute_region -> !pipegroup.state<2> {
      scf.yield %c : !pipegroup.state<2>
    }
    pipegroup.wait @copy::@x[%d] : !pipegroup.state<2>
    gpu.return
  }
}
//--- switch.mlir
gpu.module @kernels {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
  }
  gpu.func @kernel(%case: i32) kernel {
    pipegroup.init @copy
    %c = pipegroup.start @copy consumer : !pipegroup.state<2>
    // CHECK: switch.mlir:[[#@LINE+1]]:5: error: 'cf.switch' carries a 'pipegroup' state, unsupported here: {{.*}} [P3]
    cf.switch %case : i32, [default: ^wait(%c : !pipegroup.state<2>), 1: ^done]
  ^wait(%d: !pipegroup.state<2>):
    pipegroup.wait @copy::@x[%d] : !pipegroup.state<2>
    cf.br ^done
  ^done:
    gpu.return
  }
}
//--- affine.mlir
gpu.module @kernels {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
  }
  gpu.func @kernel() kernel {
    pipegroup.init @copy
    %c = pipegroup.start @copy consumer : !pipegroup.state<2>
    // CHECK: affine.mlir:{{.*}}: error: 'affine.{{for|yield}}' carries a 'pipegroup' state, unsupported here: {{.*}} [P3]
    %d = affine.for %i = 0 to 4 iter_args(%s = %c) -> !pipegroup.state<2> {
      %n = pipegroup.advance %s : !pipegroup.state<2>
      affine.yield %n : !pipegroup.state<2>
    }
    pipegroup.wait @copy::@x[%d] : !pipegroup.state<2>
    gpu.return
  }
}
