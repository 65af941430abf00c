// Odd but legal programs: unreachable code, odd names, nothing at all.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics | FileCheck %s

// CHECK: module {
// CHECK-NEXT: }

// -----

// Code that nothing reaches goes, and asks for nothing.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
// CHECK-LABEL: func @unreachable
func.func @unreachable() {
  // CHECK-NEXT: return
  return
// CHECK-NOT: ^bb
^dead(%s: !pipegroup.state<2>):
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  cf.br ^dead(%s : !pipegroup.state<2>)
}
// CHECK: func @unreachable_inside
func.func @unreachable_inside() {
  pipegroup.init @g
  // CHECK: scf.execute_region
  scf.execute_region {
    scf.yield
  // CHECK-NOT: ^bb
  ^dead:
    pipegroup.init @g
    scf.yield
  }
  return
}

// A declaration has no body to look at.
// CHECK: func private @declared
func.func private @declared()
// Uses inside of what is not control flow at all.
// CHECK: func @parallel
func.func @parallel(%n: index) {
  pipegroup.init @g
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK: scf.forall
  scf.forall (%i) in (4) {
    // CHECK: pipegroup.barrier_wait
    pipegroup.wait @g::@m[%c] : !pipegroup.state<2>
  }
  return
}

// -----

// CHECK: pipegroup.barriers @"a b\0A\22" size(4)
pipegroup.group @"a b\0A\22" merge {
  pipegroup.member @"" async_async stages(2) producer(thread 1) consumer(thread 1)
}
// CHECK-LABEL: func @names
func.func @names() {
  pipegroup.init @"a b\0A\22"
  %p = pipegroup.start @"a b\0A\22"::@"" producer : !pipegroup.state<2>
  // CHECK: pipegroup.barrier @"a b\0A\22"[%{{.*}}] offset(2)
  pipegroup.acquire @"a b\0A\22"::@""[%p] : !pipegroup.state<2>
  return
}
