// The near misses of K6: conditions that all threads of a task see alike.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -verify-diagnostics | FileCheck %s
// accepts: K6

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}

// CHECK-LABEL: func @nothing
func.func @nothing() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
    }
  }
  return
}

// CHECK-LABEL: func @argument
func.func @argument(%c0: index, %c1: index, %n: index, %x: i1) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      scf.if %x {
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

// CHECK-LABEL: func @block
func.func @block(%c0: index, %c1: index, %v: i32) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      // What the whole CTA is.
      %t = gpu.block_id x
      %c = arith.cmpi eq, %t, %c0 : index
      scf.if %c {
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      } else {
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
      %u = nvvm.read.ptx.sreg.ctaid.x : i32
      %d = arith.cmpi eq, %u, %v : i32
      scf.if %d {
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
      %size = gpu.block_dim x
      scf.for %i = %t to %size step %c1 {
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

// CHECK-LABEL: func @counter
func.func @counter(%c0: index, %c1: index, %n: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      scf.for %i = %c0 to %n step %c1 {
        %c = arith.cmpi eq, %i, %c0 : index
        scf.if %c {
          pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
        }
      }
    }
  }
  return
}

// CHECK-LABEL: func @accumulator
func.func @accumulator(%c0: index, %c1: index, %n: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      // What a loop carries beside its counter decides nothing.
      %t = gpu.thread_id x
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (index) {
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
        %c = arith.cmpi eq, %i, %c0 : index
        scf.if %c {
          pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
        }
        %b = arith.addi %a, %t : index
        scf.yield %b : index
      }
    }
  }
  return
}

// CHECK-LABEL: func @other_result
func.func @other_result(%c0: index, %c1: index, %n: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %k = %c0) -> (index, index) {
        %next = arith.addi %k, %c1 : index
        scf.yield %a, %next : index, index
      }
      scf.for %i = %c0 to %r#1 step %c1 {
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

// CHECK-LABEL: func @while_loop
func.func @while_loop(%c0: index, %c1: index, %n: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      %r:2 = scf.while (%i = %c0, %a = %t) : (index, index) -> (index, index) {
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
        %c = arith.cmpi ult, %i, %n : index
        scf.condition(%c) %i, %a : index, index
      } do {
      ^bb0(%i: index, %a: index):
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
        %next = arith.addi %i, %c1 : index
        scf.yield %next, %a : index, index
      }
      scf.for %i = %c0 to %r#0 step %c1 {
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

// CHECK-LABEL: func @switch
func.func @switch() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.block_id z
      scf.index_switch %t
      case 0 {
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
        scf.yield
      }
      default {
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

// CHECK-LABEL: func @loaded
func.func @loaded(%c0: index, %c1: index, %m: memref<64xindex>) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %r = memref.load %m[%c0] : memref<64xindex>
      scf.for %i = %c0 to %r step %c1 {
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

// CHECK-LABEL: func @beside
func.func @beside(%c0: index, %m: memref<64xindex>) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      // Some threads may do more than others, if it is something else.
      %t = gpu.thread_id x
      %c = arith.cmpi eq, %t, %c0 : index
      scf.if %c {
        memref.store %t, %m[%c0] : memref<64xindex>
      }
      pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
    }
  }
  return
}

// CHECK-LABEL: func @token
func.func @token() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      // A token only spares the wait.
      %c = pipegroup.try_acquire @g::@m[%s] : !pipegroup.state<2>
      pipegroup.acquire @g::@m[%s] unless %c : !pipegroup.state<2>
    }
  }
  return
}

// Outside the tasks the rule says nothing.
// CHECK-LABEL: func @no_task
func.func @no_task(%c0: index) {
  pipegroup.init @g
  %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
  %t = gpu.thread_id x
  %c = arith.cmpi eq, %t, %c0 : index
  scf.if %c {
    pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
  }
  return
}
