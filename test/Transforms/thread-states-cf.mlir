// Blocks get the states that their predecessors end with.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}

// CHECK-LABEL: func @loop
// CHECK-SAME: %[[A0:.*]]: {{[^,]*}}, %[[A1:.*]]:
func.func @loop(%x: i1, %n: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: cf.br ^bb1(%[[A1]], %[[V2]] : index, !pipegroup.state<2>)
  // CHECK-NEXT: ^bb1(%[[V3:.*]]: index, %[[V4:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT: pipegroup.wait @g::@m[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: cf.cond_br %[[A0]], ^bb2(%[[V4]] : !pipegroup.state<2>), ^bb3(%[[V4]] : !pipegroup.state<2>)
  // CHECK-NEXT: ^bb2(%[[V5:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.advance %[[V5]] : !pipegroup.state<2>
  // CHECK-NEXT: cf.br ^bb1(%[[V3]], %[[V6]] : index, !pipegroup.state<2>)
  // CHECK-NEXT: ^bb3(%[[V7:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT: pipegroup.tail @g::@m[%[[V7]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  pipegroup.commit @g::@m
  cf.br ^head(%n : index)
^head(%i: index):
  pipegroup.wait @g::@m
  cf.cond_br %x, ^body, ^exit
^body:
  pipegroup.acquire @g::@m
  pipegroup.commit @g::@m
  cf.br ^head(%i : index)
^exit:
  pipegroup.tail @g::@m
  return
}

// A loop of one block, and a loop around it that ends early.
// CHECK-LABEL: func @nested
// CHECK-SAME: %[[A0:.*]]: {{[^,]*}}, %[[A1:.*]]: {{[^,]*}}, %[[A2:.*]]:
func.func @nested(%x: i1, %y: i1, %z: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: cf.br ^bb1(%[[V0]] : !pipegroup.state<2>)
  // CHECK-NEXT: ^bb1(%[[V1:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT: cf.br ^bb2(%[[V1]] : !pipegroup.state<2>)
  // CHECK-NEXT: ^bb2(%[[V2:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<2>
  // CHECK-NEXT: cf.cond_br %[[A0]], ^bb2(%[[V3]] : !pipegroup.state<2>), ^bb3(%[[V3]] : !pipegroup.state<2>)
  // CHECK-NEXT: ^bb3(%[[V4:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT: cf.cond_br %[[A1]], ^bb5(%[[V4]] : !pipegroup.state<2>), ^bb4(%[[V4]] : !pipegroup.state<2>)
  // CHECK-NEXT: ^bb4(%[[V5:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.advance %[[V5]] : !pipegroup.state<2>
  // CHECK-NEXT: cf.cond_br %[[A2]], ^bb1(%[[V6]] : !pipegroup.state<2>), ^bb5(%[[V6]] : !pipegroup.state<2>)
  // CHECK-NEXT: ^bb5(%[[V7:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V7]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  cf.br ^outer
^outer:
  cf.br ^inner
^inner:
  pipegroup.commit @g::@m
  cf.cond_br %x, ^inner, ^middle
^middle:
  cf.cond_br %y, ^exit, ^last
^last:
  pipegroup.commit @g::@m
  cf.cond_br %z, ^outer, ^exit
^exit:
  pipegroup.acquire @g::@m
  return
}

// Both ways to one block.
// CHECK-LABEL: func @same
// CHECK-SAME: %[[A0:.*]]:
func.func @same(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: cf.cond_br %[[A0]], ^bb1(%[[V1]] : !pipegroup.state<2>), ^bb1(%[[V1]] : !pipegroup.state<2>)
  // CHECK-NEXT: ^bb1(%[[V2:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  pipegroup.commit @g::@m
  cf.cond_br %x, ^exit, ^exit
^exit:
  pipegroup.acquire @g::@m
  return
}

// Nothing ends, so nothing is passed.
// CHECK-LABEL: func @only_waits
// CHECK-SAME: %[[A0:.*]]:
func.func @only_waits(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: cf.cond_br %[[A0]], ^bb1, ^bb2
  // CHECK-NEXT: ^bb1:
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: cf.br ^bb2
  // CHECK-NEXT: ^bb2:
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  cf.cond_br %x, ^then, ^exit
^then:
  pipegroup.acquire @g::@m
  cf.br ^exit
^exit:
  pipegroup.acquire @g::@m
  return
}

// A block that is never reached takes part.
// CHECK-LABEL: func @unreached
// CHECK-SAME: %[[A0:.*]]:
func.func @unreached(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  // CHECK-NEXT: ^bb1(%[[V2:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<2>
  // CHECK-NEXT: cf.br ^bb1(%[[V3]] : !pipegroup.state<2>)
  pipegroup.init @g
  pipegroup.commit @g::@m
  return
^dead:
  pipegroup.acquire @g::@m
  pipegroup.commit @g::@m
  cf.br ^dead
}

// Regions inside blocks.
// CHECK-LABEL: func @mixed
// CHECK-SAME: %[[A0:.*]]: {{[^,]*}}, %[[A1:.*]]:
func.func @mixed(%x: i1, %n: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: cf.cond_br %[[A0]], ^bb1(%[[V0]] : !pipegroup.state<2>), ^bb2(%[[V0]] : !pipegroup.state<2>)
  // CHECK-NEXT: ^bb1(%[[V1:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT: %[[V2:.*]] = scf.for %[[V3:.*]] = %[[A1]] to %[[A1]] step %[[A1]] iter_args(%[[V4:.*]] = %[[V1]]) -> (!pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V5:.*]] = pipegroup.advance %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V5]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: cf.br ^bb2(%[[V2]] : !pipegroup.state<2>)
  // CHECK-NEXT: ^bb2(%[[V6:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT: %[[V7:.*]] = scf.if %[[A0]] -> (!pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V6]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V8:.*]] = pipegroup.advance %[[V6]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V8]] : !pipegroup.state<2>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   scf.yield %[[V6]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @g
  cf.cond_br %x, ^loop, ^exit
^loop:
  scf.for %i = %n to %n step %n {
    pipegroup.commit @g::@m
  }
  cf.br ^exit
^exit:
  scf.if %x {
    pipegroup.commit @g::@m
  }
  return
}
