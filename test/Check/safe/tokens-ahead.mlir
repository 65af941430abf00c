// A token of the round before is of the state that it comes with, too.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Tried a round ahead.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index) {
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
      %first = pipegroup.start @g consumer : !pipegroup.state<2>
      %t = pipegroup.try_wait @g::@m[%first] : !pipegroup.state<2>
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %first, %token = %t) -> (!pipegroup.state<2>, i1) {
        pipegroup.wait @g::@m[%s] unless %token : !pipegroup.state<2>
        pipegroup.release @g[%s] : !pipegroup.state<2>
        %next = pipegroup.advance %s : !pipegroup.state<2>
        %u = pipegroup.try_wait @g::@m[%next] : !pipegroup.state<2>
        scf.yield %next, %u : !pipegroup.state<2>, i1
      }
    }
  }
  return
}

// -----

// Tried a round ahead unless it is the last one, with waits for others in between.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
pipegroup.group @h merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  pipegroup.init @g, @h
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        pipegroup.acquire @h::@m
        pipegroup.commit @h::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %first = pipegroup.start @g consumer : !pipegroup.state<2>
      %last = arith.subi %n, %c1 : index
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %first, %token = %false) -> (!pipegroup.state<2>, i1) {
        pipegroup.wait @g::@m[%s] unless %token : !pipegroup.state<2>
        pipegroup.release @g[%s] : !pipegroup.state<2>
        %next = pipegroup.advance %s : !pipegroup.state<2>
        %is = arith.cmpi ne, %i, %last : index
        %u = scf.if %is -> i1 {
          %t = pipegroup.try_wait @g::@m[%next] : !pipegroup.state<2>
          scf.yield %t : i1
        } else {
          scf.yield %false : i1
        }
        pipegroup.wait @h::@m
        pipegroup.release @h
        scf.yield %next, %u : !pipegroup.state<2>, i1
      }
    }
  }
  return
}

// -----

// The same as a choice.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index, %eager: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %first = pipegroup.start @g consumer : !pipegroup.state<2>
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %first, %token = %false) -> (!pipegroup.state<2>, i1) {
        pipegroup.wait @g::@m[%s] unless %token : !pipegroup.state<2>
        pipegroup.release @g[%s] : !pipegroup.state<2>
        %next = pipegroup.advance %s : !pipegroup.state<2>
        %t = pipegroup.try_wait @g::@m[%next] : !pipegroup.state<2>
        %u = arith.select %eager, %t, %false : i1
        scf.yield %next, %u : !pipegroup.state<2>, i1
      }
    }
  }
  return
}
