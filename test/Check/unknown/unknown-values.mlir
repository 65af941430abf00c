// Values of which nobody says whether all warps get the same: a task may see the condition hold, and
// another one not.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Assembly that reads a register.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  %c1 = arith.constant 1 : i32
  %x = llvm.inline_asm "mov.u32 $0, %warpid;", "=r" : () -> i32
  // expected-remark @below {{not proved: a condition that threads can see differently is not modelled}}
  %isFirst = arith.cmpi slt, %x, %c1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.if %isFirst {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.if %isFirst {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// An intrinsic.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  %c1 = arith.constant 1 : i32
  %x = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
  // expected-remark @below {{not proved: a condition that threads can see differently is not modelled}}
  %isFirst = arith.cmpi slt, %x, %c1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.if %isFirst {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.if %isFirst {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A call.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func private @warp() -> i32
func.func @kernel() {
  %c1 = arith.constant 1 : i32
  %x = func.call @warp() : () -> i32
  // expected-remark @below {{not proved: a condition that threads can see differently is not modelled}}
  %isFirst = arith.cmpi slt, %x, %c1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.if %isFirst {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.if %isFirst {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
