// Rings of one to three slots in the rounds 0 to 7: round n of S is slot n mod S, with
// parity (n div S) mod 2 for a consumer, the other for a producer; counted by
// advances and by step(n) alike. A ring of one slot alternates.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -canonicalize | FileCheck %s

pipegroup.group @one merge {
  pipegroup.member @m async_async stages(1) producer(thread 32) consumer(thread 32)
}
// CHECK-LABEL: func @consumer_of_one
func.func @consumer_of_one() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @one
  %s0 = pipegroup.start @one consumer : !pipegroup.state<1>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @one::@m[%s0] : !pipegroup.state<1>
  %s1 = pipegroup.advance %s0 : !pipegroup.state<1>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @one::@m[%s1] : !pipegroup.state<1>
  %s2 = pipegroup.advance %s1 : !pipegroup.state<1>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @one::@m[%s2] : !pipegroup.state<1>
  %s3 = pipegroup.advance %s2 : !pipegroup.state<1>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @one::@m[%s3] : !pipegroup.state<1>
  %s4 = pipegroup.advance %s3 : !pipegroup.state<1>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @one::@m[%s4] : !pipegroup.state<1>
  %s5 = pipegroup.advance %s4 : !pipegroup.state<1>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @one::@m[%s5] : !pipegroup.state<1>
  %s6 = pipegroup.advance %s5 : !pipegroup.state<1>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @one::@m[%s6] : !pipegroup.state<1>
  %s7 = pipegroup.advance %s6 : !pipegroup.state<1>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @one::@m[%s7] : !pipegroup.state<1>
  // CHECK-NEXT: return
  return
}
// CHECK-LABEL: func @producer_of_one
func.func @producer_of_one() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @one
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] offset(1)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  %s0 = pipegroup.start @one::@m producer step(0) : !pipegroup.state<1>
  pipegroup.acquire @one::@m[%s0] : !pipegroup.state<1>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] offset(1)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  %s1 = pipegroup.start @one::@m producer step(1) : !pipegroup.state<1>
  pipegroup.acquire @one::@m[%s1] : !pipegroup.state<1>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] offset(1)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  %s2 = pipegroup.start @one::@m producer step(2) : !pipegroup.state<1>
  pipegroup.acquire @one::@m[%s2] : !pipegroup.state<1>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] offset(1)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  %s3 = pipegroup.start @one::@m producer step(3) : !pipegroup.state<1>
  pipegroup.acquire @one::@m[%s3] : !pipegroup.state<1>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] offset(1)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  %s4 = pipegroup.start @one::@m producer step(4) : !pipegroup.state<1>
  pipegroup.acquire @one::@m[%s4] : !pipegroup.state<1>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] offset(1)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  %s5 = pipegroup.start @one::@m producer step(5) : !pipegroup.state<1>
  pipegroup.acquire @one::@m[%s5] : !pipegroup.state<1>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] offset(1)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  %s6 = pipegroup.start @one::@m producer step(6) : !pipegroup.state<1>
  pipegroup.acquire @one::@m[%s6] : !pipegroup.state<1>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @one[%c0_i32] offset(1)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  %s7 = pipegroup.start @one::@m producer step(7) : !pipegroup.state<1>
  pipegroup.acquire @one::@m[%s7] : !pipegroup.state<1>
  // CHECK-NEXT: return
  return
}

pipegroup.group @two merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
// CHECK-LABEL: func @consumer_of_two
func.func @consumer_of_two() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @two
  %s0 = pipegroup.start @two consumer : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @two::@m[%s0] : !pipegroup.state<2>
  %s1 = pipegroup.advance %s0 : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c1_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @two::@m[%s1] : !pipegroup.state<2>
  %s2 = pipegroup.advance %s1 : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @two::@m[%s2] : !pipegroup.state<2>
  %s3 = pipegroup.advance %s2 : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c1_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @two::@m[%s3] : !pipegroup.state<2>
  %s4 = pipegroup.advance %s3 : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @two::@m[%s4] : !pipegroup.state<2>
  %s5 = pipegroup.advance %s4 : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c1_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @two::@m[%s5] : !pipegroup.state<2>
  %s6 = pipegroup.advance %s5 : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @two::@m[%s6] : !pipegroup.state<2>
  %s7 = pipegroup.advance %s6 : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c1_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @two::@m[%s7] : !pipegroup.state<2>
  // CHECK-NEXT: return
  return
}
// CHECK-LABEL: func @producer_of_two
func.func @producer_of_two() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @two
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c0_i32] offset(2)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  %s0 = pipegroup.start @two::@m producer step(0) : !pipegroup.state<2>
  pipegroup.acquire @two::@m[%s0] : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c1_i32] offset(2)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  %s1 = pipegroup.start @two::@m producer step(1) : !pipegroup.state<2>
  pipegroup.acquire @two::@m[%s1] : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c0_i32] offset(2)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  %s2 = pipegroup.start @two::@m producer step(2) : !pipegroup.state<2>
  pipegroup.acquire @two::@m[%s2] : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c1_i32] offset(2)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  %s3 = pipegroup.start @two::@m producer step(3) : !pipegroup.state<2>
  pipegroup.acquire @two::@m[%s3] : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c0_i32] offset(2)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  %s4 = pipegroup.start @two::@m producer step(4) : !pipegroup.state<2>
  pipegroup.acquire @two::@m[%s4] : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c1_i32] offset(2)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  %s5 = pipegroup.start @two::@m producer step(5) : !pipegroup.state<2>
  pipegroup.acquire @two::@m[%s5] : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c0_i32] offset(2)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  %s6 = pipegroup.start @two::@m producer step(6) : !pipegroup.state<2>
  pipegroup.acquire @two::@m[%s6] : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @two[%c1_i32] offset(2)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  %s7 = pipegroup.start @two::@m producer step(7) : !pipegroup.state<2>
  pipegroup.acquire @two::@m[%s7] : !pipegroup.state<2>
  // CHECK-NEXT: return
  return
}

pipegroup.group @three merge {
  pipegroup.member @m async_async stages(3) producer(thread 32) consumer(thread 32)
}
// CHECK-LABEL: func @consumer_of_three
func.func @consumer_of_three() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @three
  %s0 = pipegroup.start @three consumer : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @three::@m[%s0] : !pipegroup.state<3>
  %s1 = pipegroup.advance %s0 : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c1_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @three::@m[%s1] : !pipegroup.state<3>
  %s2 = pipegroup.advance %s1 : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c2_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @three::@m[%s2] : !pipegroup.state<3>
  %s3 = pipegroup.advance %s2 : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @three::@m[%s3] : !pipegroup.state<3>
  %s4 = pipegroup.advance %s3 : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c1_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @three::@m[%s4] : !pipegroup.state<3>
  %s5 = pipegroup.advance %s4 : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c2_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  pipegroup.wait @three::@m[%s5] : !pipegroup.state<3>
  %s6 = pipegroup.advance %s5 : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c0_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @three::@m[%s6] : !pipegroup.state<3>
  %s7 = pipegroup.advance %s6 : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c1_i32] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  pipegroup.wait @three::@m[%s7] : !pipegroup.state<3>
  // CHECK-NEXT: return
  return
}
// CHECK-LABEL: func @producer_of_three
func.func @producer_of_three() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @three
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c0_i32] offset(3)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  %s0 = pipegroup.start @three::@m producer step(0) : !pipegroup.state<3>
  pipegroup.acquire @three::@m[%s0] : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c1_i32] offset(3)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  %s1 = pipegroup.start @three::@m producer step(1) : !pipegroup.state<3>
  pipegroup.acquire @three::@m[%s1] : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c2_i32] offset(3)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  %s2 = pipegroup.start @three::@m producer step(2) : !pipegroup.state<3>
  pipegroup.acquire @three::@m[%s2] : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c0_i32] offset(3)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  %s3 = pipegroup.start @three::@m producer step(3) : !pipegroup.state<3>
  pipegroup.acquire @three::@m[%s3] : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c1_i32] offset(3)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  %s4 = pipegroup.start @three::@m producer step(4) : !pipegroup.state<3>
  pipegroup.acquire @three::@m[%s4] : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c2_i32] offset(3)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  %s5 = pipegroup.start @three::@m producer step(5) : !pipegroup.state<3>
  pipegroup.acquire @three::@m[%s5] : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c0_i32] offset(3)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  %s6 = pipegroup.start @three::@m producer step(6) : !pipegroup.state<3>
  pipegroup.acquire @three::@m[%s6] : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @three[%c1_i32] offset(3)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  %s7 = pipegroup.start @three::@m producer step(7) : !pipegroup.state<3>
  pipegroup.acquire @three::@m[%s7] : !pipegroup.state<3>
  // CHECK-NEXT: return
  return
}
