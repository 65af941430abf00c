// A second arrival for one round completes a phase that somebody may wait for: the waiter is
// lapped.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// The same slot is released twice.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      // expected-note @below {{the other side is task '@fill' here}}
      pipegroup.commit @g::@m
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      %s = pipegroup.start @g consumer : !pipegroup.state<2>
      %t = pipegroup.start @g consumer : !pipegroup.state<2>
      pipegroup.wait @g::@m[%s] : !pipegroup.state<2>
      pipegroup.release @g[%s] : !pipegroup.state<2>
      // expected-error @below {{'pipegroup.release' op of task '@use' finds '@g::@m', slot 0 used already or not used yet, expected every filling to be used once [C10]}}
      pipegroup.release @g[%t] : !pipegroup.state<2>
    }
  }
  return
}

// -----

// And committed twice.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = pipegroup.start @g::@m producer : !pipegroup.state<2>
      pipegroup.acquire @g::@m[%s] : !pipegroup.state<2>
      // expected-note @below {{the other side is task '@fill' here}}
      pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
      // expected-error @below {{'pipegroup.commit' op of task '@fill' finds '@g::@m', slot 0 used already or not used yet, expected every filling to be used once [C10]}}
      pipegroup.commit @g::@m[%t] : !pipegroup.state<2>
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}
