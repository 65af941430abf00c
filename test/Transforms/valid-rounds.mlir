// P8: the near misses. A wait may be repeated; what excludes each other is one
// round; a state that the loop moves on is another one each time.
// accepts: P8
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
}
func.func @waits(%n: index) {
  pipegroup.init @g
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  pipegroup.wait @g::@m[%c] : !pipegroup.state<2>
  scf.for %i = %n to %n step %n {
    pipegroup.wait @g::@m[%c] : !pipegroup.state<2>
  }
  pipegroup.release @g[%c] : !pipegroup.state<2>
  return
}
func.func @either(%c: i1) {
  pipegroup.init @g
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  scf.if %c {
    pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  } else {
    pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  }
  pipegroup.commit @g::@m[%p] : !pipegroup.state<2>
  return
}
// In the loop of blocks, either branch acts on the state of this iteration.
func.func @blocks(%c: i1, %again: i1) {
  pipegroup.init @g
  %p = pipegroup.start @g consumer : !pipegroup.state<2>
  cf.br ^head(%p : !pipegroup.state<2>)
^head(%s: !pipegroup.state<2>):
  cf.cond_br %c, ^left, ^right
^left:
  pipegroup.release @g[%s] : !pipegroup.state<2>
  cf.br ^latch
^right:
  pipegroup.release @g[%s] : !pipegroup.state<2>
  cf.br ^latch
^latch:
  %n = pipegroup.advance %s : !pipegroup.state<2>
  cf.cond_br %again, ^head(%n : !pipegroup.state<2>), ^end
^end:
  return
}
// Lap by lap is not round by round: the states of two laps are two.
func.func @unrolled() {
  pipegroup.init @g
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  %later = pipegroup.start @g::@m producer step(4) : !pipegroup.state<2>
  pipegroup.acquire @g::@m[%later] : !pipegroup.state<2>
  return
}
