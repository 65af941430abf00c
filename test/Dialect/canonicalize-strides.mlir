// An advance of a start is a later start, whatever the stride; a lane is known when
// the kernel runs only, so that nothing that comes from it is folded.
// RUN: pipegroup-opt %s -canonicalize | FileCheck %s
// RUN: pipegroup-opt %s -canonicalize=top-down=false | FileCheck %s

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(6) interleave(2, 2, 3, 6) advance_on_wait
}
func.func private @use(!pipegroup.state<6>)

// CHECK-LABEL: func @steps
func.func @steps() -> (i32, i32) {
  // CHECK-DAG: %[[I5:.*]] = arith.constant 5 : i32
  // CHECK-DAG: %[[I1:.*]] = arith.constant 1 : i32
  // CHECK-DAG: %[[S5:.*]] = pipegroup.start @g::@m producer step(5) : !pipegroup.state<6>
  // CHECK-DAG: %[[S13:.*]] = pipegroup.start @g consumer step(13) : !pipegroup.state<6>
  %p1 = pipegroup.start @g::@m producer step(1) : !pipegroup.state<6>
  %p3 = pipegroup.advance %p1 by 2 : !pipegroup.state<6>
  %p5 = pipegroup.advance %p3 by 2 : !pipegroup.state<6>
  %c1 = pipegroup.start @g consumer step(1) : !pipegroup.state<6>
  %c7 = pipegroup.advance %c1 by 6 : !pipegroup.state<6>
  %c10 = pipegroup.advance %c7 by 3 : !pipegroup.state<6>
  %c13 = pipegroup.advance %c10 by 3 : !pipegroup.state<6>
  // CHECK: call @use(%[[S5]])
  func.call @use(%p5) : (!pipegroup.state<6>) -> ()
  // CHECK: call @use(%[[S13]])
  func.call @use(%c13) : (!pipegroup.state<6>) -> ()
  %i5 = pipegroup.index %p5 : !pipegroup.state<6>
  %i1 = pipegroup.index %c13 : !pipegroup.state<6>
  // CHECK: return %[[I5]], %[[I1]]
  return %i5, %i1 : i32, i32
}

// A sum that is no number of 64 bits any more is left alone, and only that.
// CHECK-LABEL: func @largest
func.func @largest() {
  // CHECK-DAG: %[[FITS:.*]] = pipegroup.start @g consumer step(9223372036854775807)
  // CHECK-DAG: %[[NEAR:.*]] = pipegroup.start @g consumer step(9223372036854775806)
  // CHECK-DAG: %[[BEYOND:.*]] = pipegroup.advance %[[NEAR]] by 2 :
  %near = pipegroup.start @g consumer step(9223372036854775806) : !pipegroup.state<6>
  %beyond = pipegroup.advance %near by 2 : !pipegroup.state<6>
  %nearer = pipegroup.start @g consumer step(9223372036854775805) : !pipegroup.state<6>
  %fits = pipegroup.advance %nearer by 2 : !pipegroup.state<6>
  // CHECK: call @use(%[[BEYOND]])
  func.call @use(%beyond) : (!pipegroup.state<6>) -> ()
  // CHECK: call @use(%[[FITS]])
  func.call @use(%fits) : (!pipegroup.state<6>) -> ()
  return
}

// CHECK-LABEL: func @lane
// CHECK-SAME: %[[L:.*]]: i32
func.func @lane(%l: i32) -> (i32, i32) {
  // CHECK-NEXT: %[[S:.*]] = pipegroup.start @g::@m producer lane(%[[L]]) : !pipegroup.state<6>
  // CHECK-NEXT: %[[N:.*]] = pipegroup.advance %[[S]] by 2 : !pipegroup.state<6>
  // CHECK-NEXT: %[[I:.*]] = pipegroup.index %[[S]] : !pipegroup.state<6>
  // CHECK-NEXT: %[[J:.*]] = pipegroup.index %[[N]] : !pipegroup.state<6>
  // CHECK-NEXT: return %[[I]], %[[J]]
  %s = pipegroup.start @g::@m producer lane(%l) : !pipegroup.state<6>
  %n = pipegroup.advance %s by 2 : !pipegroup.state<6>
  %i = pipegroup.index %s : !pipegroup.state<6>
  %j = pipegroup.index %n : !pipegroup.state<6>
  return %i, %j : i32, i32
}
