// A group's barriers may go to a device function as addresses. A state can't, and
// protocol ops stay with the init of their group: both are told, neither crashes.
// RUN: rm -rf %t && split-file %s %t
// RUN: pipegroup-compile %t/address.mlir -o %t/out.ptx && FileCheck %t/address.mlir --input-file=%t/out.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t/out.ptx -o /dev/null %}
// RUN: not pipegroup-compile %t/state.mlir 2>&1 | FileCheck %t/state.mlir
// RUN: not pipegroup-compile %t/protocol.mlir 2>&1 | FileCheck %t/protocol.mlir

//--- address.mlir
gpu.module @kernels {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
  }
  // CHECK: mbarrier.try_wait
  func.func @device(%b: !llvm.ptr<3>) {
    %zero = arith.constant 0 : i32
    pipegroup.barrier_wait %b parity(%zero)
    return
  }
  gpu.func @kernel() kernel {
    pipegroup.init @copy
    %c = pipegroup.start @copy consumer : !pipegroup.state<2>
    %full = pipegroup.full_barrier @copy::@x[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
    func.call @device(%full) : (!llvm.ptr<3>) -> ()
    gpu.return
  }
}
//--- state.mlir
gpu.module @kernels {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
  }
  // CHECK: state.mlir:[[#@LINE+1]]:3: error: 'func.func' carries a 'pipegroup' state, unsupported here: {{.*}} [P3]
  func.func @device(%c: !pipegroup.state<2>) {
    return
  }
}
//--- protocol.mlir
gpu.module @kernels {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
  }
  func.func @device() {
    %c = pipegroup.start @copy consumer : !pipegroup.state<2>
    // CHECK: protocol.mlir:[[#@LINE+1]]:5: error: 'pipegroup.wait' op of '@copy' may come before the barriers are initialised, {{.*}} [K1]
    pipegroup.wait @copy::@x[%c] : !pipegroup.state<2>
    return
  }
  gpu.func @kernel() kernel {
    pipegroup.init @copy
    func.call @device() : () -> ()
    gpu.return
  }
}
