// RUN: pipegroup-explain %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

// Where slots lie: those of a fork once, those of a group that is placed behind its
// barriers, those that nobody uses nowhere; and what each kernel takes.

gpu.module @kernels {
  pipegroup.group @ab merge {
    pipegroup.member @a async_async stages(3) producer(thread 32) consumer(thread 32) slot(memref<64x64xf16, 3>) swizzle(128)
    pipegroup.member @b async_async stages(3) producer(thread 32) consumer(thread 32) slot(memref<100xi8, 3>)
    pipegroup.member @c async_async stages(3) producer(thread 32) consumer(thread 32)
  }
  pipegroup.group @both fork dynamic(1000) {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<16384xf32, 3>)
    pipegroup.member @y async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<16384xf32, 3>)
  }
  gpu.func @first() kernel {
    pipegroup.init @ab
    %c = pipegroup.start @ab consumer : !pipegroup.state<3>
    %a = pipegroup.slot @ab::@a[%c] : !pipegroup.state<3> -> !llvm.ptr<3>
    gpu.return
  }
  gpu.func @second() workgroup(%w: memref<25xf32, #gpu.address_space<workgroup>>) kernel {
    pipegroup.init @ab, @both
    %c = pipegroup.start @both::@y consumer : !pipegroup.state<2>
    %y = pipegroup.slot @both::@y[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
    gpu.return
  }
}

//      CHECK:group @ab in @kernels
// CHECK-NEXT:  mode      merge (written)
// CHECK-NEXT:  type      async_async
// CHECK-NEXT:  stages    3
// CHECK-NEXT:  barriers  12, 4 per stage
// CHECK-NEXT:  storage   96 bytes of static shared memory
// CHECK-EMPTY:
// CHECK-NEXT:  member  type         producer   consumer   bytes
// CHECK-NEXT:  @a      async_async  thread 32  thread 32      -
// CHECK-NEXT:  @b      async_async  thread 32  thread 32      -
// CHECK-NEXT:  @c      async_async  thread 32  thread 32      -
// CHECK-EMPTY:
// CHECK-NEXT:  slots  bytes  stride  alignment  shared memory
// CHECK-NEXT:  @a      8192    8192       1024  static
// CHECK-NEXT:  @b       100     128        128  unused
// CHECK-EMPTY:
// CHECK-NEXT:  barriers        numbers  byte offset  arrivals/phase  bytes/phase  waited on by
// CHECK-NEXT:  full @a            0..2            0              32            -  @a consumer
// CHECK-NEXT:  full @b            3..5           24              32            -  @b consumer
// CHECK-NEXT:  full @c            6..8           48              32            -  @c consumer
// CHECK-NEXT:  empty (shared)    9..11           72              32            -  @a producer
// CHECK-NEXT:                                                                     @b producer
// CHECK-NEXT:                                                                     @c producer
// CHECK-EMPTY:
// CHECK-NEXT:  signals         by            arrivals  bytes each  instruction
// CHECK-NEXT:  full @a         @a producer         32           -  mbarrier.arrive
// CHECK-NEXT:  full @b         @b producer         32           -  mbarrier.arrive
// CHECK-NEXT:  full @c         @c producer         32           -  mbarrier.arrive
// CHECK-NEXT:  empty (shared)  @ab consumer        32           -  mbarrier.arrive
// CHECK-EMPTY:
// CHECK-NEXT:  states    one for      start at (slot, parity)
// CHECK-NEXT:  producer  each member  (0, 1)
// CHECK-NEXT:  consumer  the group    (0, 0)
// CHECK-EMPTY:
// CHECK-NEXT:  address      ops
// CHECK-NEXT:  each member  acquire, try_acquire, commit, tail, wait, try_wait
// CHECK-NEXT:  the group    release
// CHECK-EMPTY:
// CHECK-NEXT:group @both in @kernels
// CHECK-NEXT:  mode      fork (written)
// CHECK-NEXT:  type      async_async
// CHECK-NEXT:  stages    2
// CHECK-NEXT:  barriers  6, 3 per stage
// CHECK-NEXT:  storage   48 bytes of dynamic shared memory, from byte 1000
// CHECK-EMPTY:
// CHECK-NEXT:  member  type         producer   consumer   bytes
// CHECK-NEXT:  @x      async_async  thread 32  thread 32      -
// CHECK-NEXT:  @y      async_async  thread 32  thread 32      -
// CHECK-EMPTY:
// CHECK-NEXT:  slots     bytes  stride  alignment  shared memory
// CHECK-NEXT:  (shared)  65536   65536        128  dynamic, from byte 1152
// CHECK-EMPTY:
// CHECK-NEXT:  barriers       numbers  byte offset  arrivals/phase  bytes/phase  waited on by
// CHECK-NEXT:  full (shared)     0..1            0              32            -  @x consumer
// CHECK-NEXT:                                                                    @y consumer
// CHECK-NEXT:  empty @x          2..3           16              32            -  @x producer
// CHECK-NEXT:  empty @y          4..5           32              32            -  @y producer
// CHECK-EMPTY:
// CHECK-NEXT:  signals        by              arrivals  bytes each  instruction
// CHECK-NEXT:  full (shared)  @both producer        32           -  mbarrier.arrive
// CHECK-NEXT:  empty @x       @x consumer           32           -  mbarrier.arrive
// CHECK-NEXT:  empty @y       @y consumer           32           -  mbarrier.arrive
// CHECK-EMPTY:
// CHECK-NEXT:  states    one for      start at (slot, parity)
// CHECK-NEXT:  producer  the group    (0, 1)
// CHECK-NEXT:  consumer  each member  (0, 0)
// CHECK-EMPTY:
// CHECK-NEXT:  address      ops
// CHECK-NEXT:  each member  acquire, try_acquire, wait, try_wait, release
// CHECK-NEXT:  the group    commit, tail
// CHECK-EMPTY:
// CHECK-NEXT:shared memory
// CHECK-NEXT:  kernel             static bytes  dynamic bytes  together
// CHECK-NEXT:  @kernels::@first          25688              0     25688
// CHECK-NEXT:  @kernels::@second         25792         132224    158080
// CHECK-NOT:{{.+}}
