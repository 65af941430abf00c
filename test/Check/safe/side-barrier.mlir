// With a second slot the producer comes to the side barrier.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
pipegroup.group @j merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel(%n: index) {
  %c1 = arith.constant 1 : index
  pipegroup.init @g, @j
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %start = pipegroup.start @g::@m producer : !pipegroup.state<2>
      pipegroup.acquire @g::@m[%start] : !pipegroup.state<2>
      %last = scf.for %i = %c1 to %n step %c1 iter_args(%s = %start) -> (!pipegroup.state<2>) {
        pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
        %next = pipegroup.advance %s : !pipegroup.state<2>
        pipegroup.acquire @g::@m[%next] : !pipegroup.state<2>
        pipegroup.acquire @j::@m
        pipegroup.commit @j::@m
        scf.yield %next : !pipegroup.state<2>
      }
      pipegroup.commit @g::@m[%last] : !pipegroup.state<2>
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c1 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.wait @j::@m
        pipegroup.release @j
        pipegroup.release @g
      }
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}
