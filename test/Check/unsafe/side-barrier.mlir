// The producer takes the next slot before it comes to a side barrier, which the consumer passes
// before it frees that slot.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
pipegroup.group @j merge {
  pipegroup.member @m async_async stages(1)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index) {
  %c1 = arith.constant 1 : index
  pipegroup.init @g, @j
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %start = pipegroup.start @g::@m producer : !pipegroup.state<1>
      pipegroup.acquire @g::@m[%start] : !pipegroup.state<1>
      %last = scf.for %i = %c1 to %n step %c1 iter_args(%s = %start) -> (!pipegroup.state<1>) {
        pipegroup.commit @g::@m[%s] : !pipegroup.state<1>
        %next = pipegroup.advance %s : !pipegroup.state<1>
        // expected-error @below {{'pipegroup.acquire' op hangs: task '@fill' waits for ever for empty of '@g', slot 0, phase 0, which lacks 32 arrivals [C3]}}
        pipegroup.acquire @g::@m[%next] : !pipegroup.state<1>
        pipegroup.acquire @j::@m
        pipegroup.commit @j::@m
        scf.yield %next : !pipegroup.state<1>
      }
      pipegroup.commit @g::@m[%last] : !pipegroup.state<1>
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c1 to %n step %c1 {
        pipegroup.wait @g::@m
        // expected-note @below {{task '@use' waits for ever for full of '@j::@m', slot 0, phase 0, which lacks 32 arrivals}}
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
