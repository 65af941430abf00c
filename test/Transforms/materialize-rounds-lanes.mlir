// Lanes of rings in their first rounds: round n of lane l with a stride of k is slot
// (l + n * k) mod S, with the parity of (l + n * k) div S, and none of another lane.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -canonicalize | FileCheck %s

pipegroup.group @g4by2 merge {
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 32) interleave(1, 1, 2, 2)
}
// CHECK-LABEL: func @g4by2_lane0
func.func @g4by2_lane0() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @g4by2
  %s0 = pipegroup.start @g4by2 consumer : !pipegroup.state<4>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g4by2[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g4by2::@m[%s0] : !pipegroup.state<4>
  %s1 = pipegroup.advance %s0 by 2 : !pipegroup.state<4>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g4by2[%c2_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g4by2::@m[%s1] : !pipegroup.state<4>
  %s2 = pipegroup.advance %s1 by 2 : !pipegroup.state<4>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g4by2[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @g4by2::@m[%s2] : !pipegroup.state<4>
  %s3 = pipegroup.advance %s2 by 2 : !pipegroup.state<4>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g4by2[%c2_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @g4by2::@m[%s3] : !pipegroup.state<4>
  %s4 = pipegroup.advance %s3 by 2 : !pipegroup.state<4>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g4by2[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g4by2::@m[%s4] : !pipegroup.state<4>
  // CHECK-NEXT: return
  return
}
// CHECK-LABEL: func @g4by2_lane1
func.func @g4by2_lane1() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @g4by2
  %s0 = pipegroup.start @g4by2 consumer step(1) : !pipegroup.state<4>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g4by2[%c1_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g4by2::@m[%s0] : !pipegroup.state<4>
  %s1 = pipegroup.advance %s0 by 2 : !pipegroup.state<4>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g4by2[%c3_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g4by2::@m[%s1] : !pipegroup.state<4>
  %s2 = pipegroup.advance %s1 by 2 : !pipegroup.state<4>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g4by2[%c1_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @g4by2::@m[%s2] : !pipegroup.state<4>
  %s3 = pipegroup.advance %s2 by 2 : !pipegroup.state<4>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g4by2[%c3_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @g4by2::@m[%s3] : !pipegroup.state<4>
  %s4 = pipegroup.advance %s3 by 2 : !pipegroup.state<4>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g4by2[%c1_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g4by2::@m[%s4] : !pipegroup.state<4>
  // CHECK-NEXT: return
  return
}

pipegroup.group @g6by3 merge {
  pipegroup.member @m async_async stages(6) producer(thread 32) consumer(thread 32) interleave(1, 1, 3, 3)
}
// CHECK-LABEL: func @g6by3_lane2
func.func @g6by3_lane2() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @g6by3
  %s0 = pipegroup.start @g6by3 consumer step(2) : !pipegroup.state<6>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g6by3[%c2_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g6by3::@m[%s0] : !pipegroup.state<6>
  %s1 = pipegroup.advance %s0 by 3 : !pipegroup.state<6>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g6by3[%c5_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g6by3::@m[%s1] : !pipegroup.state<6>
  %s2 = pipegroup.advance %s1 by 3 : !pipegroup.state<6>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g6by3[%c2_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @g6by3::@m[%s2] : !pipegroup.state<6>
  %s3 = pipegroup.advance %s2 by 3 : !pipegroup.state<6>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g6by3[%c5_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @g6by3::@m[%s3] : !pipegroup.state<6>
  %s4 = pipegroup.advance %s3 by 3 : !pipegroup.state<6>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g6by3[%c2_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g6by3::@m[%s4] : !pipegroup.state<6>
  // CHECK-NEXT: return
  return
}

pipegroup.group @g6by2 merge {
  pipegroup.member @m async_async stages(6) producer(thread 32) consumer(thread 32) interleave(1, 1, 2, 2)
}
// CHECK-LABEL: func @g6by2_lane1
func.func @g6by2_lane1() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @g6by2
  %s0 = pipegroup.start @g6by2 consumer step(1) : !pipegroup.state<6>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g6by2[%c1_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g6by2::@m[%s0] : !pipegroup.state<6>
  %s1 = pipegroup.advance %s0 by 2 : !pipegroup.state<6>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g6by2[%c3_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g6by2::@m[%s1] : !pipegroup.state<6>
  %s2 = pipegroup.advance %s1 by 2 : !pipegroup.state<6>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g6by2[%c5_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g6by2::@m[%s2] : !pipegroup.state<6>
  %s3 = pipegroup.advance %s2 by 2 : !pipegroup.state<6>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g6by2[%c1_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @g6by2::@m[%s3] : !pipegroup.state<6>
  %s4 = pipegroup.advance %s3 by 2 : !pipegroup.state<6>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g6by2[%c3_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @g6by2::@m[%s4] : !pipegroup.state<6>
  // CHECK-NEXT: return
  return
}

pipegroup.group @g3by3 merge {
  pipegroup.member @m async_async stages(3) producer(thread 32) consumer(thread 32) interleave(1, 1, 3, 3)
}
// CHECK-LABEL: func @g3by3_lane0
func.func @g3by3_lane0() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @g3by3
  %s0 = pipegroup.start @g3by3 consumer : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g3by3[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g3by3::@m[%s0] : !pipegroup.state<3>
  %s1 = pipegroup.advance %s0 by 3 : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g3by3[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @g3by3::@m[%s1] : !pipegroup.state<3>
  %s2 = pipegroup.advance %s1 by 3 : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g3by3[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g3by3::@m[%s2] : !pipegroup.state<3>
  %s3 = pipegroup.advance %s2 by 3 : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g3by3[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @g3by3::@m[%s3] : !pipegroup.state<3>
  %s4 = pipegroup.advance %s3 by 3 : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g3by3[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g3by3::@m[%s4] : !pipegroup.state<3>
  // CHECK-NEXT: return
  return
}
// CHECK-LABEL: func @g3by3_lane2
func.func @g3by3_lane2() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @g3by3
  %s0 = pipegroup.start @g3by3 consumer step(2) : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g3by3[%c2_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g3by3::@m[%s0] : !pipegroup.state<3>
  %s1 = pipegroup.advance %s0 by 3 : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g3by3[%c2_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @g3by3::@m[%s1] : !pipegroup.state<3>
  %s2 = pipegroup.advance %s1 by 3 : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g3by3[%c2_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g3by3::@m[%s2] : !pipegroup.state<3>
  %s3 = pipegroup.advance %s2 by 3 : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g3by3[%c2_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @g3by3::@m[%s3] : !pipegroup.state<3>
  %s4 = pipegroup.advance %s3 by 3 : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g3by3[%c2_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @g3by3::@m[%s4] : !pipegroup.state<3>
  // CHECK-NEXT: return
  return
}
