// The clauses of a group: an explicit config, a place in dynamic shared memory.
// RUN: pipegroup-opt %s --verify-roundtrip | FileCheck %s
// RUN: pipegroup-opt %s -mlir-print-op-generic | pipegroup-opt | FileCheck %s
// RUN: pipegroup-opt %s --emit-bytecode | pipegroup-opt | FileCheck %s

// CHECK-LABEL: @whole merge config(umma_async stages(2) full(1) empty(128) bytes(0)) dynamic(1024) {
pipegroup.group @whole merge
    config(umma_async stages(2) full(1) empty(128) bytes(0)) dynamic(1024) {
  pipegroup.member @x umma_async stages(2) producer(warp 1) consumer(thread 128)
}

// The clauses of both come in any order.
// CHECK-LABEL: @reordered merge config(stages(2) full(32, 1) empty(1)) dynamic(8) {
pipegroup.group @reordered dynamic(8) config(empty(1) full(32, 1) stages(2)) merge {
  pipegroup.member @x async_umma stages(2) producer(thread 32) consumer(warp 1)
  pipegroup.member @y tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(64)
}

// CHECK-LABEL: @nothing merge config() {
pipegroup.group @nothing merge config() {
  pipegroup.member @x umma_async stages(2) producer(warp 1) consumer(thread 128)
}

// CHECK-LABEL: @dict merge dynamic(0) attributes {sym_visibility = "private", test.x} {
pipegroup.group @dict merge dynamic(0) attributes {sym_visibility = "private", test.x} {
  pipegroup.member @x umma_async stages(2) producer(warp 1) consumer(thread 128)
}

// Names that are no identifiers are quoted.
// CHECK-LABEL: @"a b" merge {
// CHECK-NEXT: @"c \22d\22" async_async
// CHECK: pipegroup.init @"a b"
// CHECK: pipegroup.start @"a b"::@"c \22d\22" producer
pipegroup.group @"a b" merge {
  pipegroup.member @"c \22d\22" async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f() {
  pipegroup.init @"a b"
  %p = pipegroup.start @"a b"::@"c \22d\22" producer : !pipegroup.state<2>
  return
}

// Attributes and the type stand alone, too.
// CHECK-LABEL: @attributes
// CHECK-SAME: #pipegroup.agent<thread 1>, #pipegroup.agent<warp 2>
// CHECK-SAME: #pipegroup.arm<leader>
// CHECK-SAME: #pipegroup.config<stages(4) full(32, 1) empty(128)>, #pipegroup.config<>
// CHECK-SAME: #pipegroup.mode<fused_merge>
// CHECK-SAME: #pipegroup.side<consumer>
// CHECK-SAME: #pipegroup.signal<cta_leader>
// CHECK-SAME: #pipegroup.transport<cp_async>
// CHECK-SAME: #pipegroup.type<umma_umma>
// CHECK-SAME: !pipegroup.state<7>
func.func private @attributes() attributes {test.all = [
  #pipegroup.agent<thread 1>, #pipegroup.agent<warp 2>, #pipegroup.arm<leader>,
  #pipegroup.config<stages(4) full(32, 1) empty(128)>, #pipegroup.config<>,
  #pipegroup.mode<fused_merge>, #pipegroup.side<consumer>,
  #pipegroup.signal<cta_leader>, #pipegroup.transport<cp_async>,
  #pipegroup.type<umma_umma>, !pipegroup.state<7>]}
