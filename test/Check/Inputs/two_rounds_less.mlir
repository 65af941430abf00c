// Safe, also with one more round less in @use; but then the ranges differ by too much to be compared.

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(3)
}
func.func @kernel(%tiles: i32) {
  %c2 = arith.constant 2 : i32
  %first = nvvm.read.ptx.sreg.ctaid.x : i32
  %ctas = nvvm.read.ptx.sreg.nctaid.x : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %t = %first to %tiles step %ctas : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %second = arith.addi %first, %c2 : i32
      scf.for %t = %second to %tiles step %ctas : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
