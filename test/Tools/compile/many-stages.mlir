// As many stages as shared memory has barriers for compile, to a loop rather than
// thousands of instructions; one more is refused.
// RUN: sed -e 's/STAGES/14528/' -e 's/PLACE/dynamic(0)/' %s > %t.most
// RUN: pipegroup-compile %t.most -o %t.ptx && FileCheck %s --input-file=%t.ptx
// RUN: %python -c "import sys; sys.exit(open(sys.argv[1]).read().count('mbarrier.init') > 100)" %t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}
// RUN: sed -e 's/STAGES/14529/' -e 's/PLACE/dynamic(0)/' %s > %t.more
// RUN: not pipegroup-compile %t.more 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: sed -e 's/STAGES/5000/' -e 's/PLACE//' %s > %t.static
// RUN: not pipegroup-compile %t.static 2>&1 | FileCheck %s --check-prefix=STATIC

// DYNAMIC: error: {{.*}} has 14529 stages of 16 bytes of barriers, expected at most 14528 stages in 232448 bytes of dynamic shared memory [G16]
// STATIC: error: {{.*}} has 5000 stages of 16 bytes of barriers, expected at most 3072 stages in 49152 bytes of static shared memory [G16]
gpu.module @kernels {
  pipegroup.group @copy merge PLACE {
    pipegroup.member @x async_async stages(STAGES) producer(thread 32) consumer(thread 32)
  }
  // CHECK-LABEL: .entry kernel(
  // CHECK:       mbarrier.init.shared.b64
  // CHECK:       mbarrier.try_wait.parity.shared.b64
  gpu.func @kernel() kernel {
    pipegroup.init @copy
    %p = pipegroup.start @copy::@x producer : !pipegroup.state<STAGES>
    pipegroup.tail @copy::@x[%p] : !pipegroup.state<STAGES>
    gpu.return
  }
}
