// K7: which groups need tails: those whose slots other CTAs release, which are pairs of
// CTAs and TMA multicast along more than one CTA. A fork has one tail for all.
// RUN: pipegroup-opt %s -pipegroup-insert-tails | FileCheck %s
// accepts: K7

// Mode m shares an operand along n, mode n along m.
pipegroup.group @along_n fork {
  pipegroup.member @a tma_umma stages(2) bytes(64) cluster(1, 1, 2, 1) multicast(1, 0)
  pipegroup.member @b tma_async stages(2) bytes(64) cluster(1, 1, 2, 1) multicast(1, 0)
}
pipegroup.group @along_m fused_merge {
  pipegroup.member @a tma_async stages(2) bytes(64) cluster(1, 2, 1, 1) multicast(0, 1)
  pipegroup.member @b tma_async stages(2) bytes(64) cluster(1, 2, 1, 1) multicast(0, 1)
}
// Nobody shares: one CTA along the mode, along both, no TMA, one CTA at all.
pipegroup.group @other merge {
  pipegroup.member @m tma_async stages(2) bytes(64) cluster(1, 2, 1, 1) multicast(1, 0)
}
pipegroup.group @none merge {
  pipegroup.member @m tma_async stages(2) bytes(64) cluster(1, 1, 1, 2)
}
pipegroup.group @stores merge {
  pipegroup.member @m async_async stages(2) cluster(1, 2, 2, 1) multicast(1, 1)
}
pipegroup.group @one merge {
  pipegroup.member @m tma_umma stages(2) bytes(64) cluster(1, 1, 1, 1) multicast(1, 1)
}
// One member that is shared is enough: consumers release all.
pipegroup.group @mixed merge {
  pipegroup.member @loads tma_async stages(2) bytes(64) cluster(1, 2, 1, 1) multicast(0, 1)
  pipegroup.member @stores async_async stages(2) cluster(1, 2, 1, 1) multicast(0, 1)
}

// CHECK-LABEL: func @kernel
func.func @kernel() {
  pipegroup.specialize threads(64) {
    // CHECK: pipegroup.task @fork
    pipegroup.task @fork warps(0, 1) {
      pipegroup.acquire @along_n::@b
      pipegroup.acquire @along_n::@a
      pipegroup.commit @along_n
      // CHECK: pipegroup.commit @along_n
      // CHECK-NEXT: pipegroup.tail @along_n{{$}}
      // CHECK-NEXT: }
    }
    // CHECK: pipegroup.task @fill
    pipegroup.task @fill warps(1, 1) {
      pipegroup.commit @along_m::@a
      pipegroup.commit @along_m::@b
      pipegroup.commit @other::@m
      pipegroup.commit @none::@m
      pipegroup.commit @stores::@m
      pipegroup.commit @one::@m
      pipegroup.commit @mixed::@stores
      // CHECK: pipegroup.commit @mixed::@stores
      // CHECK-NEXT: pipegroup.tail @along_m::@a{{$}}
      // CHECK-NEXT: pipegroup.tail @along_m::@b{{$}}
      // CHECK-NEXT: pipegroup.tail @mixed::@stores{{$}}
      // CHECK-NEXT: }
    }
  }
  return
}

// In one CTA nothing is missing outside tasks either, or with states of one's own.
// CHECK-LABEL: func @no_task
func.func @no_task() {
  // CHECK-NOT: pipegroup.tail
  // CHECK: return
  pipegroup.commit @other::@m
  %s = pipegroup.start @one::@m producer : !pipegroup.state<2>
  pipegroup.commit @one::@m[%s] : !pipegroup.state<2>
  return
}

// A tail that is there counts, whatever state it has.
// CHECK-LABEL: func @with_state
func.func @with_state() {
  // CHECK: pipegroup.tail
  // CHECK-NOT: pipegroup.tail
  // CHECK: return
  %s = pipegroup.start @along_n producer : !pipegroup.state<2>
  pipegroup.commit @along_n[%s] : !pipegroup.state<2>
  %n = pipegroup.advance %s : !pipegroup.state<2>
  pipegroup.tail @along_n[%n] : !pipegroup.state<2>
  return
}
