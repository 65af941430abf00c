// CTAs of a cluster that keep step: every type in a row, a grid or pairs, tails where
// other CTAs release, conditions on the rank, and trips that all CTAs agree on.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-insert-tails -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Two CTAs load for each other; the tail is added.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(3) bytes(4096) cluster(1, 2, 1, 1)
}
func.func @row(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 2) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Rows and columns of four, and a group that stays in its CTA.
pipegroup.group @g merge {
  // expected-warning @below {{'@m' spans 16 CTAs; more than 8 are not portable [M7]}}
  pipegroup.member @m tma_async stages(2) bytes(4096) cluster(1, 4, 4, 1)
}
pipegroup.group @local merge {
  pipegroup.member @m async_async stages(2)
}
func.func @grid(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g, @local
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
        pipegroup.acquire @local::@m
        pipegroup.commit @local::@m
      }
    }
    pipegroup.task @store warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @local::@m
        pipegroup.release @local
      }
    }
  }
  return
}

// -----

// A GEMM of pairs: threads and a TMA feed the tensor cores of two pairs.
pipegroup.group @ab merge {
  pipegroup.member @a async_umma stages(3) cluster(2, 2, 1, 1)
  pipegroup.member @b tma_umma stages(3) bytes(4096) cluster(2, 2, 1, 1)
}
pipegroup.group @acc merge {
  pipegroup.member @d umma_async stages(2) cluster(2, 2, 1, 1)
}
func.func @pairs(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @ab, @acc
  pipegroup.specialize threads(160) {
    pipegroup.task @a warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @ab::@a
        pipegroup.commit @ab::@a
      }
    }
    pipegroup.task @b warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @ab::@b
        pipegroup.commit @ab::@b
      }
    }
    pipegroup.task @mma warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @acc::@d
        pipegroup.wait @ab::@a
        pipegroup.wait @ab::@b
        pipegroup.release @ab
        pipegroup.commit @acc::@d
      }
    }
    pipegroup.task @store warps(3, 2) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @acc::@d
        pipegroup.release @acc
      }
    }
  }
  return
}

// -----

// The same where the author leaves the tensor core's loop to leaders.
pipegroup.group @ab merge {
  pipegroup.member @b tma_umma stages(2) bytes(4096) cluster(2, 1, 1, 1)
}
func.func @leaders(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  pipegroup.init @ab
  pipegroup.specialize threads(64) {
    pipegroup.task @b warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @ab::@b
        pipegroup.commit @ab::@b
      }
    }
    pipegroup.task @mma warps(1, 1) {
      %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
      %half = arith.andi %rank, %one : i32
      %leads = arith.cmpi eq, %half, %zero : i32
      scf.if %leads {
        scf.for %i = %c0 to %n step %c1 {
          pipegroup.wait @ab::@b
          pipegroup.release @ab
        }
      }
    }
  }
  return
}

// -----

// Two MMAs in a row: the peer has nothing to do and may go.
pipegroup.group @chain merge {
  pipegroup.member @m umma_umma stages(2) cluster(2, 1, 1, 1)
}
func.func @on_chain(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @chain
  pipegroup.specialize threads(64) {
    pipegroup.task @first warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @chain::@m
        pipegroup.commit @chain::@m
      }
      pipegroup.tail @chain::@m
    }
    pipegroup.task @second warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @chain::@m
        pipegroup.release @chain
      }
    }
  }
  return
}

// -----

// Two trips in both CTAs, by their ranks.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(4096) cluster(1, 1, 2, 1)
}
func.func @equal_trips() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  pipegroup.init @g
  %rank = pipegroup.cta_rank
  %end = arith.addi %rank, %c2 : i32
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %rank to %end step %c1 : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %rank to %end step %c1 : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Tiles by clusters: both CTAs of one see the same.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(4096) cluster(1, 2, 1, 1)
}
func.func @persistent(%n: i32) {
  %c1 = arith.constant 1 : i32
  pipegroup.init @g
  %cta = nvvm.read.ptx.sreg.ctaid.x : i32
  %grid = nvvm.read.ptx.sreg.nctaid.x : i32
  %cluster = arith.shrui %cta, %c1 : i32
  %clusters = arith.shrui %grid, %c1 : i32
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %cluster to %n step %clusters : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %cluster to %n step %clusters : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A row along y: the tiles that block indices along x give are the same in it.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(4096) cluster(1, 1, 2, 1)
}
func.func @along_x(%n: i32) {
  %c1 = arith.constant 1 : i32
  pipegroup.init @g
  %cta = nvvm.read.ptx.sreg.ctaid.x : i32
  %grid = nvvm.read.ptx.sreg.nctaid.x : i32
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %cta to %n step %grid : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
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

// Tiles within tiles: the inner bound comes from the outer counter, alike in all CTAs.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(4096) cluster(1, 2, 1, 1)
}
func.func @nested(%n: i32, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  pipegroup.init @g
  %cluster = nvvm.read.ptx.sreg.clusterid.x : i32
  %clusters = nvvm.read.ptx.sreg.nclusterid.x : i32
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %tile = %cluster to %n step %clusters : i32 {
        %end = arith.minsi %tile, %k : i32
        scf.for %i = %c0 to %end step %c1 : i32 {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %tile = %cluster to %n step %clusters : i32 {
        %end = arith.minsi %tile, %k : i32
        scf.for %i = %c0 to %end step %c1 : i32 {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}

// -----

// A load for both CTAs, which both arm their barriers.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(1) bytes(32) slot(memref<8xi32, 3>)
      cluster(1, 2, 1, 1) multicast(0, 1)
}
func.func @both_armed(%src: !llvm.ptr<1>) {
  %zero = arith.constant 0 : i32
  %both = arith.constant 3 : i16
  %rank = pipegroup.cta_rank
  %leads = arith.cmpi eq, %rank, %zero : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      scf.if %leads {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<1>
        pipegroup.bulk_load %src, @g::@m[%p] multicast(%both) : !llvm.ptr<1>, !pipegroup.state<1>
      }
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}
