// Where nobody loads, the bytes that the leader expects do not come.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) arm(leader)
}
func.func @kernel() {
  pipegroup.init @g
  pipegroup.specialize threads(160) {
    pipegroup.task @fill warps(0, 4) {
      pipegroup.acquire @g::@m
    }
    pipegroup.task @use warps(4, 1) {
      // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 256 bytes [C2]}}
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}
