// CTAs of a cluster that do not keep step, or leave too early.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// No tail: the other CTA may release when this one has ended. With no trips there
// is nothing to release.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(3) bytes(4096) cluster(1, 2, 1, 1)
}
// expected-note @below {{it happens when loops over this value have 1 trips}}
func.func @no_tail(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        // expected-error @below {{'pipegroup.release' op of task '@use' in CTA 1 arrives at empty of '@g' of CTA 0, slot 0 of a CTA that may have exited [C9]}}
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// One CTA has a round more than the other.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(4096) cluster(1, 2, 1, 1)
}
func.func @trips_by_rank() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  pipegroup.init @g
  %rank = pipegroup.cta_rank
  %n = arith.subi %c2, %rank : i32
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 : i32 {
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.commit' op of task '@fill' in CTA 0 arrives at full of '@g::@m' of CTA 1, slot 1 of a CTA that may have exited [C9]}}
        pipegroup.commit @g::@m
      }
      pipegroup.tail @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Tiles by block indices: with an odd number of them a cluster comes apart.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(4096) cluster(1, 2, 1, 1)
}
// expected-note @below {{it happens when this argument is 1}}
func.func @persistent(%n: i32) {
  pipegroup.init @g
  %cta = nvvm.read.ptx.sreg.ctaid.x : i32
  %grid = nvvm.read.ptx.sreg.nctaid.x : i32
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %cta to %n step %grid : i32 {
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.commit' op of task '@fill' in CTA 0 arrives at full of '@g::@m' of CTA 1, slot 0 of a CTA that may have exited [C9]}}
        pipegroup.commit @g::@m
      }
      pipegroup.tail @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %cta to %n step %grid : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Only the leader waits for its accumulator, but both CTAs have to store theirs.
pipegroup.group @acc merge {
  pipegroup.member @d umma_async stages(1) cluster(2, 1, 1, 1)
}
func.func @half_an_epilogue(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  pipegroup.init @acc
  %rank = pipegroup.cta_rank
  %leads = arith.cmpi eq, %rank, %zero : i32
  pipegroup.specialize threads(64) {
    pipegroup.task @mma warps(0, 1) {
      pipegroup.acquire @acc::@d
      // expected-error @below {{'pipegroup.commit' op of task '@mma' in CTA 0 arrives at full of '@acc::@d' of CTA 1, slot 0 of a CTA that may have exited [C9]}}
      pipegroup.commit @acc::@d
      pipegroup.tail @acc::@d
    }
    pipegroup.task @store warps(1, 1) {
      scf.if %leads {
        pipegroup.wait @acc::@d
        pipegroup.release @acc
      }
    }
  }
  return
}

// -----

// A load for both CTAs, of which one does not arm its barrier.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(1) bytes(32) slot(memref<8xi32, 3>)
      cluster(1, 2, 1, 1) multicast(0, 1)
}
func.func @peer_not_armed(%src: !llvm.ptr<1>) {
  %zero = arith.constant 0 : i32
  %both = arith.constant 3 : i16
  %rank = pipegroup.cta_rank
  %leads = arith.cmpi eq, %rank, %zero : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.if %leads {
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<1>
        pipegroup.bulk_load %src, @g::@m[%p] multicast(%both) : !llvm.ptr<1>, !pipegroup.state<1>
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      // expected-error @below {{'pipegroup.wait' op hangs: task '@use' in CTA 1 waits for ever for full of '@g::@m' of CTA 1, slot 0, phase 0, which lacks 1 arrival and got 32 bytes too many [C1]}}
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}
