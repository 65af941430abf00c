// K1: the near misses: a life per iteration, a place for one group after another.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -verify-diagnostics | FileCheck %s
// CHECK-NOT: pipegroup.init
// accepts: K1

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
pipegroup.group @a merge dynamic(0) {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
pipegroup.group @b merge dynamic(24) {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
pipegroup.group @after_a merge dynamic(32) {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}

// CHECK: func @deep
func.func @deep(%c: i1) {
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  pipegroup.init @g
  scf.if %c {
    pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  }
  return
}
func.func @blocks(%c: i1) {
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  pipegroup.init @g
  cf.cond_br %c, ^use, ^exit
^use:
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  cf.br ^exit
^exit:
  return
}
func.func @life_per_iteration(%n: index) {
  scf.for %i = %n to %n step %n {
    pipegroup.init @g
    %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
    pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
    pipegroup.invalidate @g
  }
  return
}
func.func @again() {
  pipegroup.init @g
  pipegroup.invalidate @g
  pipegroup.init @g
  return
}
// Beside each other, then at the same place one after the other.
func.func @places(%c: i1) {
  pipegroup.init @a, @after_a
  pipegroup.invalidate @a, @after_a
  pipegroup.init @b
  pipegroup.invalidate @b
  pipegroup.init @a
  return
}
// Never both.
func.func @either(%c: i1) {
  scf.if %c {
    pipegroup.init @a
  } else {
    pipegroup.init @b
  }
  return
}
func.func @either_block(%c: i1) {
  cf.cond_br %c, ^first, ^second
^first:
  pipegroup.init @a
  return
^second:
  pipegroup.init @b
  return
}
func.func @ended_in_branch(%c: i1) {
  scf.if %c {
    pipegroup.init @b
    pipegroup.invalidate @b
  }
  pipegroup.init @a
  return
}
// Another kernel has its own life of the same group.
func.func @other() {
  pipegroup.init @a
  return
}
