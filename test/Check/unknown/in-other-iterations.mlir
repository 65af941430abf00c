// Tasks, warps and CTAs that decide a value as often as each other, but in other iterations: each of
// these hangs when memory says so.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-insert-tails -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// One task has the rounds of the first iteration, the other one those of the second.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4)
}
func.func @kernel(%p: !llvm.ptr, %f: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  pipegroup.init @g
  scf.for %t = %c0 to %c2 step %c1 : i32 {
    %first = arith.cmpi eq, %t, %c0 : i32
    %a = llvm.getelementptr %p[%t] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    %q = llvm.load %a invariant : !llvm.ptr -> i32
    scf.if %first {
      pipegroup.specialize threads(64) {
        pipegroup.task @fill warps(0, 1) {
          %z = pipegroup.start @g::@m producer : !pipegroup.state<4>
          scf.for %i = %c0 to %q step %c1 iter_args(%s = %z) -> (!pipegroup.state<4>) : i32 {
            pipegroup.acquire @g::@m[%s] : !pipegroup.state<4>
            pipegroup.commit @g::@m[%s] : !pipegroup.state<4>
            %n = pipegroup.advance %s : !pipegroup.state<4>
            scf.yield %n : !pipegroup.state<4>
          }
        }
      }
    } else {
      pipegroup.specialize threads(64) {
        pipegroup.task @use warps(1, 1) {
          %z = pipegroup.start @g consumer : !pipegroup.state<4>
          // expected-remark @below {{not proved: a value that differs in the iterations of loops which are nested otherwise in another task is not modelled}}
          scf.for %i = %c0 to %q step %c1 iter_args(%s = %z) -> (!pipegroup.state<4>) : i32 {
            pipegroup.wait @g::@m[%s] : !pipegroup.state<4>
            pipegroup.release @g[%s] : !pipegroup.state<4>
            %n = pipegroup.advance %s : !pipegroup.state<4>
            scf.yield %n : !pipegroup.state<4>
          }
        }
      }
    }
  }
  return
}

// -----

// The same between the CTAs of a cluster.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(1) bytes(4096) cluster(1, 2, 1, 1)
}
func.func @kernel(%p: !llvm.ptr) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  pipegroup.init @g
  scf.for %t = %c0 to %c2 step %c1 : i32 {
    %a = llvm.getelementptr %p[%t] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    %q = llvm.load %a invariant : !llvm.ptr -> i32
    %mine = arith.cmpi eq, %t, %rank : i32
    scf.if %mine {
      pipegroup.specialize threads(96) {
        pipegroup.task @fill warps(0, 1) {
          %z = pipegroup.start @g::@m producer : !pipegroup.state<1>
          // expected-remark @below {{not proved: a value that differs in the iterations of loops which are nested otherwise in another task is not modelled}}
          %r = scf.for %i = %c0 to %q step %c1 iter_args(%s = %z) -> (!pipegroup.state<1>) : i32 {
            pipegroup.acquire @g::@m[%s] : !pipegroup.state<1>
            pipegroup.commit @g::@m[%s] : !pipegroup.state<1>
            %n = pipegroup.advance %s : !pipegroup.state<1>
            scf.yield %n : !pipegroup.state<1>
          }
          pipegroup.tail @g::@m[%r] : !pipegroup.state<1>
        }
        pipegroup.task @use warps(1, 2) {
          %z = pipegroup.start @g consumer : !pipegroup.state<1>
          scf.for %i = %c0 to %q step %c1 iter_args(%s = %z) -> (!pipegroup.state<1>) : i32 {
            pipegroup.wait @g::@m[%s] : !pipegroup.state<1>
            pipegroup.release @g[%s] : !pipegroup.state<1>
            %n = pipegroup.advance %s : !pipegroup.state<1>
            scf.yield %n : !pipegroup.state<1>
          }
        }
      }
    }
  }
  return
}

// -----

// A loop that is longer in one CTA: its second outcome belongs to the first iteration.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(3) bytes(4096) cluster(1, 2, 1, 1)
}
func.func @kernel(%p: !llvm.ptr) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c8 = arith.constant 8 : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %n = arith.addi %rank, %c1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %t = %c0 to %c2 step %c1 : i32 {
        // expected-remark @below {{not proved: a value that differs in the iterations of loops which are nested otherwise in another task is not modelled}}
        scf.for %i = %c0 to %n step %c1 : i32 {
          %t8 = arith.muli %t, %c8 : i32
          %k = arith.addi %t8, %i : i32
          %a = llvm.getelementptr %p[%k] : (!llvm.ptr, i32) -> !llvm.ptr, i32
          %q = llvm.load %a invariant : !llvm.ptr -> i32
          %f = arith.cmpi sgt, %q, %c0 : i32
          %z = arith.cmpi eq, %rank, %c0 : i32
          %t1 = arith.cmpi eq, %t, %c1 : i32
          %i1 = arith.cmpi eq, %i, %c1 : i32
          %t0 = arith.cmpi eq, %t, %c0 : i32
          %ti = arith.andi %t0, %i1 : i1
          %w = arith.select %z, %t1, %ti : i1
          scf.if %w {
            scf.if %f {
              pipegroup.acquire @g::@m
              pipegroup.commit @g::@m
            }
          }
        }
      }
    }
    pipegroup.task @use warps(1, 2) {
      scf.for %t = %c0 to %c2 step %c1 : i32 {
        scf.for %i = %c0 to %n step %c1 : i32 {
          %t8 = arith.muli %t, %c8 : i32
          %k = arith.addi %t8, %i : i32
          %a = llvm.getelementptr %p[%k] : (!llvm.ptr, i32) -> !llvm.ptr, i32
          %q = llvm.load %a invariant : !llvm.ptr -> i32
          %f = arith.cmpi sgt, %q, %c0 : i32
          %z = arith.cmpi eq, %rank, %c0 : i32
          %t1 = arith.cmpi eq, %t, %c1 : i32
          %i1 = arith.cmpi eq, %i, %c1 : i32
          %t0 = arith.cmpi eq, %t, %c0 : i32
          %ti = arith.andi %t0, %i1 : i1
          %w = arith.select %z, %t1, %ti : i1
          scf.if %w {
            scf.if %f {
              pipegroup.wait @g::@m
              pipegroup.release @g
            }
          }
        }
      }
    }
  }
  return
}
