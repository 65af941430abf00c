// C4: what arrives at a barrier does so in one phase, whatever the order of events.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// A slot is armed twice: two states that are different values are the same slot.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64)
}
func.func @kernel() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = pipegroup.start @g::@m producer : !pipegroup.state<2>
      pipegroup.acquire @g::@m[%s] : !pipegroup.state<2>
      // expected-error @below {{'pipegroup.acquire' op of task '@fill' may come in the wrong phase of full of '@g::@m', slot 0: the phase before need not be complete [C4]}}
      pipegroup.acquire @g::@m[%t] : !pipegroup.state<2>
      pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}

// -----

// One of two warps frees the slot again before the other has freed it once.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      // expected-note @below {{the other side is task '@fill' here}}
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 2) {
      pipegroup.wait @g::@m
      pipegroup.release @g
      // expected-error @below {{'pipegroup.release' op of warp 0 of task '@use' finds '@g::@m', slot 0 used already or not used yet, expected every filling to be used once [C10]}}
      pipegroup.release @g
    }
  }
  return
}
