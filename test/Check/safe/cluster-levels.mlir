// What pairs and grids become passes too: the checker reads arrivals in other CTAs, commits
// to masks and conditions on the rank from the barrier ops, and comes to the same end.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-insert-tails -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-insert-tails -pipegroup-thread-states \
// RUN:   -pipegroup-materialize-barriers -canonicalize \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Two pairs: threads feed the tensor cores of leaders, which feed threads.
pipegroup.group @in merge {
  pipegroup.member @a async_umma stages(3) cluster(2, 2, 1, 1)
  pipegroup.member @b async_umma stages(3) cluster(2, 2, 1, 1)
}
pipegroup.group @out merge {
  pipegroup.member @d umma_async stages(2) cluster(2, 2, 1, 1)
}
func.func @pairs(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @in, @out
  pipegroup.specialize threads(160) {
    pipegroup.task @a warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @in::@a
        pipegroup.commit @in::@a
      }
    }
    pipegroup.task @b warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @in::@b
        pipegroup.commit @in::@b
      }
    }
    pipegroup.task @mma warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @out::@d
        pipegroup.wait @in::@a
        pipegroup.wait @in::@b
        pipegroup.release @in
        pipegroup.commit @out::@d
      }
    }
    pipegroup.task @store warps(3, 2) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @out::@d
        pipegroup.release @out
      }
    }
  }
  return
}

// -----

// Between two MMAs of a pair only the leader has something to wait for.
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

// A fork whose tensor cores commit to both CTAs, and threads that answer at the leader.
pipegroup.group @acc fork {
  pipegroup.member @x umma_async stages(2) cluster(2, 1, 1, 1)
  pipegroup.member @y umma_umma stages(2) cluster(2, 1, 1, 1)
}
func.func @fork(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @acc
  pipegroup.specialize threads(96) {
    pipegroup.task @mma warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @acc::@x
        pipegroup.acquire @acc::@y
        pipegroup.commit @acc
      }
    }
    pipegroup.task @x warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @acc::@x
        pipegroup.release @acc::@x
      }
    }
    pipegroup.task @y warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @acc::@y
        pipegroup.release @acc::@y
      }
    }
  }
  return
}
