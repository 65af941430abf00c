// Programs that look wrong and are not: each stays quiet.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -verify-diagnostics | FileCheck %s
// CHECK-NOT: pipegroup.wait

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1) producer(thread 1) consumer(thread 1)
}
pipegroup.group @h merge {
  pipegroup.member @m async_async stages(1) producer(thread 1) consumer(thread 1)
}
// A second wait on a phase that is complete; no end of life at the end.
// CHECK: func @wait_twice
func.func @wait_twice() {
  pipegroup.init @g
  %c = pipegroup.start @g consumer : !pipegroup.state<1>
  pipegroup.wait @g::@m[%c] : !pipegroup.state<1>
  pipegroup.wait @g::@m[%c] : !pipegroup.state<1>
  pipegroup.release @g[%c] : !pipegroup.state<1>
  return
}
// Two independent pipelines, used crosswise.
func.func @crosswise(%n: index) {
  pipegroup.init @g, @h
  %g = pipegroup.start @g::@m producer : !pipegroup.state<1>
  %h = pipegroup.start @h::@m producer : !pipegroup.state<1>
  scf.for %i = %n to %n step %n iter_args(%s = %g, %t = %h) -> (!pipegroup.state<1>, !pipegroup.state<1>) {
    pipegroup.acquire @g::@m[%s] : !pipegroup.state<1>
    pipegroup.acquire @h::@m[%t] : !pipegroup.state<1>
    pipegroup.commit @h::@m[%t] : !pipegroup.state<1>
    pipegroup.commit @g::@m[%s] : !pipegroup.state<1>
    %next_s = pipegroup.advance %s : !pipegroup.state<1>
    %next_t = pipegroup.advance %t : !pipegroup.state<1>
    scf.yield %next_s, %next_t : !pipegroup.state<1>, !pipegroup.state<1>
  }
  return
}
// Both sides skip under the same condition, and the states stay behind.
func.func @skipped(%n: index, %x: i1) {
  pipegroup.init @g
  %c = pipegroup.start @g consumer : !pipegroup.state<1>
  scf.for %i = %n to %n step %n iter_args(%s = %c) -> (!pipegroup.state<1>) {
    %next = scf.if %x -> !pipegroup.state<1> {
      pipegroup.wait @g::@m[%s] : !pipegroup.state<1>
      pipegroup.release @g[%s] : !pipegroup.state<1>
      %after = pipegroup.advance %s : !pipegroup.state<1>
      scf.yield %after : !pipegroup.state<1>
    } else {
      scf.yield %s : !pipegroup.state<1>
    }
    scf.yield %next : !pipegroup.state<1>
  }
  return
}
// The members' states of one side move in lock step; a choice of them will do.
pipegroup.group @two merge {
  pipegroup.member @a async_async stages(2) producer(thread 1) consumer(thread 1)
  pipegroup.member @b async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @lock_step(%x: i1) {
  pipegroup.init @two
  %a = pipegroup.start @two::@a producer : !pipegroup.state<2>
  %b = pipegroup.start @two::@b producer : !pipegroup.state<2>
  %s = arith.select %x, %a, %b : !pipegroup.state<2>
  pipegroup.acquire @two::@a[%s] : !pipegroup.state<2>
  return
}
