// What does not fit is reported, and nothing is explained.
// RUN: not pipegroup-explain %s 2>&1 | FileCheck %s --implicit-check-not=storage

// CHECK: error-memory.mlir:8:1: error: 'func.func' op takes 262272 bytes of shared memory with its slots and barriers, expected at most 232448 [K11]
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<131072xi8, 3>)
}
func.func @large() {
  pipegroup.init @g
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  return
}
