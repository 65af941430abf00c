//===- DataOps.td - What moves data into and out of slots -*- tablegen -*-===//

#ifndef PIPEGROUP_IR_DATAOPS_TD
#define PIPEGROUP_IR_DATAOPS_TD

include "pipegroup/IR/BarrierOps.td"

//===----------------------------------------------------------------------===//
// Loads into slots
//===----------------------------------------------------------------------===//

class Pipegroup_LoadOp<string opMnemonic>
    : Pipegroup_EffectOp<opMnemonic, [
        AttrSizedOperandSegments,
        Pipegroup_LoadOpInterface]> {
  let hasVerifier = 1;
}

def Pipegroup_TmaLoadOp : Pipegroup_LoadOp<"tma_load"> {
  let summary = "load a tile of a tensor into a slot by TMA";
  let description = [{
    One elected lane of the converged warp starts the load of the box that the
    tensor map describes, at the given coordinates, fastest dimension first. The
    bytes arrive at the full barrier of the slot, which the acquire has armed. A
    slot that takes several boxes has equal `part`s, which lie one after the
    other. `im2col(...)` and `gather4` choose another mode than tiles,
    `multicast(%mask)` writes to the same place in each CTA of the mask, and
    `cache_hint` is an L2 policy. The tensor map is a `__grid_constant__`
    parameter or lies in global memory. All lanes of the warp execute the op.

    Requires: P1, P2, P3, P4, P5, K1, D7 to D10; M13 of a constant mask.

    Effect on the barriers: the bytes of the box complete on `full`, later.

    Example:

    ```mlir
    pipegroup.group @ab merge {
      pipegroup.member @a tma_async stages(4) producer(warp 1) consumer(warp 4) bytes(16384)
          slot(memref<128x64xf16, 3>) swizzle(128)
      pipegroup.member @b tma_async stages(4) producer(warp 1) consumer(warp 4) bytes(16384)
          slot(memref<64x128xf16, 3>) swizzle(128)
    }
    func.func @load(%descA: !llvm.ptr, %descB: !llvm.ptr, %m: i32, %n: i32, %k: i32) {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c64 = arith.constant 64 : i32
      pipegroup.init @ab
      %pa = pipegroup.start @ab::@a producer : !pipegroup.state<4>
      %pb = pipegroup.start @ab::@b producer : !pipegroup.state<4>
      pipegroup.acquire @ab::@a[%pa] : !pipegroup.state<4>
      pipegroup.tma_load %descA[%k, %m], @ab::@a[%pa] : !llvm.ptr, !pipegroup.state<4>
      pipegroup.commit @ab::@a[%pa] : !pipegroup.state<4>
      pipegroup.acquire @ab::@b[%pb] : !pipegroup.state<4>
      pipegroup.tma_load %descB[%n, %k], @ab::@b[%pb] part(%c0 of 2) : !llvm.ptr, !pipegroup.state<4>
      %n1 = arith.addi %n, %c64 : i32
      pipegroup.tma_load %descB[%n1, %k], @ab::@b[%pb] part(%c1 of 2) : !llvm.ptr, !pipegroup.state<4>
      pipegroup.commit @ab::@b[%pb] : !pipegroup.state<4>
      return
    }
    ```

    Errors: a member that TMA does not fill or that has no slots, another number
    of coordinates than the mode takes, parts that are not equal or aligned.
  }];
  let arguments = (ins LLVM_PointerInAddressSpace<0>:$descriptor, Variadic<I32>:$coordinates,
                       SymbolRefAttr:$target, Pipegroup_StateType:$state,
                       Optional<I32>:$part,
                       DefaultValuedAttr<ConfinedAttr<Pipegroup_Number, [IntPositive]>,
                                         "1">:$parts,
                       Variadic<I16>:$offsets, UnitAttr:$gather4,
                       Optional<I16>:$multicast, Optional<I64>:$cacheHint);
  let extraClassDeclaration = [{
    /// The box has as many bytes as the part.
    ::mlir::Value getSize() { return {}; }
  }];
  let assemblyFormat = [{
    $descriptor `[` $coordinates `]` `,` $target `[` $state `]`
    (`part` `(` $part^ `of` $parts `)`)? (`im2col` `(` $offsets^ `)`)?
    (`gather4` $gather4^)? (`multicast` `(` $multicast^ `)`)?
    (`cache_hint` `(` $cacheHint^ `)`)? attr-dict `:` type($descriptor) `,`
    qualified(type($state))
  }];
}

def Pipegroup_BulkLoadOp : Pipegroup_LoadOp<"bulk_load"> {
  let summary = "load consecutive bytes into a slot by TMA";
  let description = [{
    One elected lane of the converged warp starts the copy of `size(...)` bytes,
    or as many as the part has, from global memory. The source is aligned to 16
    bytes, and the size is a multiple of 16. Parts, masks and cache hints are
    those of `pipegroup.tma_load`. All lanes of the warp execute the op.

    Requires: P1, P2, P3, P4, P5, K1, D7, D9, D10; M13 of a constant mask.

    Effect on the barriers: the bytes complete on `full`, later.

    Example:

    ```mlir
    pipegroup.group @copy merge {
      pipegroup.member @x tma_async stages(3) producer(warp 1) consumer(warp 4) bytes(8192)
          slot(memref<2048xf32, 3>)
    }
    func.func @load(%src: !llvm.ptr<1>) {
      pipegroup.init @copy
      %p = pipegroup.start @copy::@x producer : !pipegroup.state<3>
      pipegroup.acquire @copy::@x[%p] : !pipegroup.state<3>
      pipegroup.bulk_load %src, @copy::@x[%p] : !llvm.ptr<1>, !pipegroup.state<3>
      pipegroup.commit @copy::@x[%p] : !pipegroup.state<3>
      return
    }
    ```

    Errors: a member that TMA does not fill, that has no slots or is one of a pair
    of CTAs, a constant size that does not fit.
  }];
  let arguments = (ins LLVM_PointerInAddressSpace<1>:$source,
                       SymbolRefAttr:$target, Pipegroup_StateType:$state,
                       Optional<I32>:$size, Optional<I32>:$part,
                       DefaultValuedAttr<ConfinedAttr<Pipegroup_Number, [IntPositive]>,
                                         "1">:$parts,
                       Optional<I16>:$multicast, Optional<I64>:$cacheHint);
  let assemblyFormat = [{
    $source `,` $target `[` $state `]` (`size` `(` $size^ `)`)?
    (`part` `(` $part^ `of` $parts `)`)? (`multicast` `(` $multicast^ `)`)?
    (`cache_hint` `(` $cacheHint^ `)`)? attr-dict `:`
    qualified(type($source)) `,` qualified(type($state))
  }];
}

//===----------------------------------------------------------------------===//
// Loads at a barrier
//===----------------------------------------------------------------------===//

class Pipegroup_BarrierLoadOp<string opMnemonic>
    : Pipegroup_Op<opMnemonic, [AttrSizedOperandSegments,
                                MemoryEffects<[MemRead, MemWrite]>,
                                Pipegroup_InFunction]>;

def Pipegroup_BarrierTmaLoadOp : Pipegroup_BarrierLoadOp<"barrier_tma_load"> {
  let summary = "load a tile into a buffer, with the bytes at an mbarrier";
  let description = [{
    The executing thread starts the load; see `pipegroup.tma_load`.
    `cta_group(2)` lets the barrier be that of the pair's leader.

    Requires: a chip with TMA, P4, D8.

    Effect on the barriers: the bytes of the box complete on it, later.

    Example:

    ```mlir
    pipegroup.barrier_tma_load %desc[%x, %y] into %buffer, %full : !llvm.ptr
    ```

    Errors: another number of coordinates than the mode takes.
  }];
  let arguments = (ins LLVM_PointerInAddressSpace<0>:$descriptor, Variadic<I32>:$coordinates,
                       Pipegroup_SharedPtr:$buffer, Pipegroup_SharedPtr:$barrier,
                       Variadic<I16>:$offsets, UnitAttr:$gather4,
                       Optional<I16>:$multicast, Optional<I64>:$cacheHint,
                       OptionalAttr<ConfinedAttr<Pipegroup_Number,
                                    [IntMinValue<1>, IntMaxValue<2>]>>:$ctaGroup);
  let assemblyFormat = [{
    $descriptor `[` $coordinates `]` `into` $buffer `,` $barrier
    (`im2col` `(` $offsets^ `)`)? (`gather4` $gather4^)?
    (`multicast` `(` $multicast^ `)`)? (`cache_hint` `(` $cacheHint^ `)`)?
    (`cta_group` `(` $ctaGroup^ `)`)? attr-dict `:` type($descriptor)
  }];
  let hasVerifier = 1;
}

def Pipegroup_BarrierBulkLoadOp : Pipegroup_BarrierLoadOp<"barrier_bulk_load"> {
  let summary = "load bytes into a buffer, and complete them at an mbarrier";
  let description = [{
    The executing thread starts the copy; see `pipegroup.bulk_load`.

    Requires: a chip with TMA, P4.

    Effect on the barriers: the bytes complete on it, later.

    Example:

    ```mlir
    pipegroup.barrier_bulk_load %source into %buffer, %full size(%bytes)
    ```

    Errors: none of its own.
  }];
  let arguments = (ins LLVM_PointerInAddressSpace<1>:$source,
                       Pipegroup_SharedPtr:$buffer, Pipegroup_SharedPtr:$barrier,
                       I32:$size, Optional<I16>:$multicast,
                       Optional<I64>:$cacheHint);
  let assemblyFormat = [{
    $source `into` $buffer `,` $barrier `size` `(` $size `)`
    (`multicast` `(` $multicast^ `)`)? (`cache_hint` `(` $cacheHint^ `)`)?
    attr-dict
  }];
}

//===----------------------------------------------------------------------===//
// Stores, and descriptors
//===----------------------------------------------------------------------===//

class Pipegroup_WarpOp<string opMnemonic, list<Trait> traits = []>
    : Pipegroup_Op<opMnemonic,
                   !listconcat([MemoryEffects<[MemRead, MemWrite]>,
                                Pipegroup_InFunction], traits)> {
  let hasVerifier = 1;
}

def Pipegroup_TmaStoreOp
    : Pipegroup_WarpOp<"tma_store", [AttrSizedOperandSegments]> {
  let summary = "store a buffer in shared memory to a tile of a tensor by TMA";
  let description = [{
    One elected lane of the converged warp starts the store of the box that the
    tensor map describes and commits it as a bulk group of its own. Threads that
    wrote the buffer have executed `pipegroup.fence_proxy_async` and met this
    warp. `pipegroup.tma_store_wait` tells when it has been read. All lanes of
    the warp execute the op.

    What of the box is outside of the tensor is not stored, but in units of 16
    bytes: where a row ends inside of one, all of it is stored.

    Requires: a chip with TMA, P4, D8.

    Effect on the barriers: none.

    Example:

    ```mlir
    func.func @store(%tile: memref<64x64xf16, 3>, %desc: !llvm.ptr, %x: i32, %y: i32) {
      pipegroup.tma_store %tile to %desc[%x, %y] : memref<64x64xf16, 3>, !llvm.ptr
      pipegroup.tma_store_wait 0 read
      return
    }
    ```

    Errors: a number of coordinates other than 1 to 5, a buffer outside shared
    memory or with gaps, an op where only one lane executes.
  }];
  let arguments = (ins Pipegroup_Buffer:$buffer, LLVM_PointerInAddressSpace<0>:$descriptor,
                       Variadic<I32>:$coordinates, Optional<I64>:$cacheHint);
  let assemblyFormat = [{
    $buffer `to` $descriptor `[` $coordinates `]`
    (`cache_hint` `(` $cacheHint^ `)`)? attr-dict `:` type($buffer) `,`
    type($descriptor)
  }];
}

def Pipegroup_TmaStoreWaitOp : Pipegroup_WarpOp<"tma_store_wait"> {
  let summary = "block until all but some of the warp's TMA stores are done";
  let description = [{
    Waits until at most `left` of the stores that this warp has started are
    still under way, then the warp converges. With `read` it is enough that their
    buffers have been read and can be written again. All lanes of the warp
    execute the op.

    Requires: a chip with TMA, P4.

    Effect on the barriers: none.

    Example:

    ```mlir
    func.func @drain() {
      pipegroup.tma_store_wait 1 read
      pipegroup.tma_store_wait 0
      return
    }
    ```

    Errors: a negative number or one above 2^31 - 1, an op where only one lane
    executes.
  }];
  let arguments = (ins Pipegroup_Number:$left, UnitAttr:$read);
  let assemblyFormat = "$left (`read` $read^)? attr-dict";
}

def Pipegroup_TmaPrefetchOp : Pipegroup_WarpOp<"tma_prefetch"> {
  let summary = "fetch a tensor map before its first use";
  let description = [{
    One elected lane of the converged warp prefetches the tensor map. All lanes
    of the warp execute the op.

    Requires: a chip with TMA, P4.

    Effect on the barriers: none.

    Example:

    ```mlir
    func.func @begin(%desc: !llvm.ptr) {
      pipegroup.tma_prefetch %desc : !llvm.ptr
      return
    }
    ```

    Errors: an op where only one lane executes.
  }];
  let arguments = (ins LLVM_PointerInAddressSpace<0>:$descriptor);
  let assemblyFormat = "$descriptor attr-dict `:` type($descriptor)";
}

#endif // PIPEGROUP_IR_DATAOPS_TD
