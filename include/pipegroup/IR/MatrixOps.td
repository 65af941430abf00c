//===- MatrixOps.td - Tensor cores on slots ---------------*- tablegen -*-===//

#ifndef PIPEGROUP_IR_MATRIXOPS_TD
#define PIPEGROUP_IR_MATRIXOPS_TD

include "pipegroup/IR/BarrierOps.td"

def Pipegroup_MatrixOperand
    : AnyTypeOf<[StaticShapeMemRefOf<[AnyType]>, FixedVectorOfNonZeroRankOf<[AnyFloat]>],
                "matrix in shared memory or fragment of one">;
def Pipegroup_Matrix : StaticShapeMemRefOf<[AnyType]>;
def Pipegroup_Fragment
    : FixedVectorOfRankAndType<[1], [F16, BF16, F32, I32]>;
def Pipegroup_TensorPtr : LLVM_PointerInAddressSpace<6>;

class Pipegroup_MatrixOp<string opMnemonic, list<Trait> traits = []>
    : Pipegroup_Op<opMnemonic,
                   !listconcat([MemoryEffects<[MemRead, MemWrite]>,
                                Pipegroup_InFunction],
                               traits)> {
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Hopper
//===----------------------------------------------------------------------===//

def Pipegroup_WgmmaOp : Pipegroup_MatrixOp<"wgmma", [
    AttrSizedOperandSegments,
    OptionalTypesMatchWith<"the accumulator has the type of the result",
                           "result", "accumulator", "$_self">]> {
  let summary = "multiply two matrices in shared memory, by a warpgroup";
  let description = [{
    Starts `accumulator + a * b` on the tensor core, `a * b` if there is no
    accumulator or if `accumulate` is false. `a` is M x K, `b` is K x N;
    `transpose_a` says that the memory holds K x M, `transpose_b` that it holds
    N x K. `swizzle(s)`, or `swizzle(s, t)` if `a` and `b` differ, says how their
    slots are swizzled, in bytes. M is what the result has room for; if `a` has
    more rows, `a[%row]` says which of them, beginning at a multiple of 64. `a` may
    also be a fragment in registers: the elements that a thread has of the
    accumulator of an earlier product.

    The result is one thread's part of the matrix, in the order of
    `docs/Matrix.md`. It is in flight: only other wgmma ops, `wgmma_wait` and
    control flow may use it [D1]. If `a` is in registers, they belong to the tensor
    core as long: a loop does not come back to what makes them before a wait [D1].
    Each op is one group of `wgmma_wait`. All threads of a warpgroup execute it.

    Requires: D1, D2, D3, P4.

    Effect on the barriers: none.

    Example:

    ```mlir
    %first = pipegroup.wgmma %lhs, %rhs transpose_b swizzle(128)
        : memref<64x64xf16, 3>, memref<256x64xf16, 3> -> vector<128xf32>
    %next = pipegroup.wgmma %lhs, %rhs, %first transpose_b swizzle(128)
        : memref<64x64xf16, 3>, memref<256x64xf16, 3> -> vector<128xf32>
    %sum = pipegroup.wgmma_wait 0, %next : vector<128xf32>
    ```

    Errors: types or sizes that wgmma lacks, rows that are no whole spans of the
    swizzle, a result of the wrong size.
  }];
  let arguments = (ins Pipegroup_MatrixOperand:$a, Pipegroup_Matrix:$b,
                       Optional<Pipegroup_Fragment>:$accumulator,
                       Optional<I1>:$accumulate, Optional<I32>:$row,
                       UnitAttr:$transposeA, UnitAttr:$transposeB,
                       OptionalAttr<Pipegroup_Number>:$swizzleA,
                       OptionalAttr<Pipegroup_Number>:$swizzleB);
  let results = (outs Pipegroup_Fragment:$result);
  let assemblyFormat = [{
    $a (`[` $row^ `]`)? `,` $b
    (`,` $accumulator^ (`accumulate` `(` $accumulate^ `)`)?)?
    (`transpose_a` $transposeA^)? (`transpose_b` $transposeB^)?
    (`swizzle` `(` custom<Swizzles>($swizzleA, $swizzleB)^ `)`)? attr-dict
    `:` type($a) `,` type($b) `->` type($result)
  }];
  let extraClassDeclaration = [{
    /// Types and sizes, if the types of the op are ones that the core knows.
    ::mlir::FailureOr<::pipegroup::model::WgmmaShape> getShape();
    /// How `a`, unless it is in registers, and `b` lie in their slots.
    ::pipegroup::model::OperandLayout getLayoutA();
    ::pipegroup::model::OperandLayout getLayoutB();
  }];
}

def Pipegroup_WgmmaWaitOp : Pipegroup_MatrixOp<"wgmma_wait", [
    RangedTypesMatchWith<"results have the types of the values", "values",
                         "results", "$_self">]> {
  let summary = "wait until all but the latest wgmma ops have completed";
  let description = [{
    Waits until of the wgmma ops that the warpgroup has started at most `pending`
    are not complete. What the others read from shared memory has then been read,
    and the slots may be released. The results are the values of `values`; they
    are no longer in flight if `pending` is 0, or if as many wgmma ops stand
    between the op that made the value and this one, in the same block.

    Requires: D1, P4.

    Effect on the barriers: none.

    Example:

    ```mlir
    %acc = pipegroup.wgmma %lhs, %rhs transpose_b swizzle(128)
        : memref<64x64xf16, 3>, memref<256x64xf16, 3> -> vector<128xf32>
    %sum = pipegroup.wgmma_wait 0, %acc : vector<128xf32>
    %half = arith.truncf %sum : vector<128xf32> to vector<128xf16>
    ```

    Errors: a number of pending ops outside 0 to 7.
  }];
  let arguments = (ins Pipegroup_Number:$pending,
                       Variadic<Pipegroup_Fragment>:$values);
  let results = (outs Variadic<Pipegroup_Fragment>:$results);
  let assemblyFormat = [{
    $pending (`,` $values^)? attr-dict (`:` type($values)^)?
  }];
}

def Pipegroup_FragmentStoreOp
    : Pipegroup_MatrixOp<"fragment_store", [AttrSizedOperandSegments]> {
  let summary = "store the fragments of a warpgroup to a matrix";
  let description = [{
    Stores what the threads of a warpgroup hold of a matrix to `target`, from
    element (`row`, `column`) on, both 0 if they are left out. The matrix is as
    wide as the fragment says if it has 64 rows; `columns(n)` says otherwise.

    A target in shared memory is a slot with `swizzle`, ready for a TMA store once
    the writers have executed `fence_proxy_async` and met. 16-bit elements go there
    by `stmatrix`. In any other target, which begins where two elements are aligned
    and may have any strides and sizes, what lies outside is not stored.

    Requires: D6, P4; the values are not in flight [D1].

    Effect on the barriers: none.

    Example:

    ```mlir
    %acc = pipegroup.wgmma %lhs, %rhs transpose_b swizzle(128)
        : memref<64x64xf16, 3>, memref<256x64xf16, 3> -> vector<128xf32>
    %sum = pipegroup.wgmma_wait 0, %acc : vector<128xf32>
    %half = arith.truncf %sum : vector<128xf32> to vector<128xf16>
    pipegroup.fragment_store %half, %out[%y, %x] : vector<128xf16>, memref<?x?xf16>
    ```

    Errors: an element type that is not that of the target, a slot that has no
    room or whose rows are no whole spans of the swizzle.
  }];
  let arguments = (ins Pipegroup_Fragment:$value, AnyMemRef:$target,
                       Optional<I32>:$row, Optional<I32>:$column,
                       OptionalAttr<Pipegroup_Number>:$columns,
                       OptionalAttr<Pipegroup_Number>:$swizzle);
  let assemblyFormat = [{
    $value `,` $target (`[` $row^ `,` $column `]`)?
    (`columns` `(` $columns^ `)`)? (`swizzle` `(` custom<Swizzle>($swizzle)^ `)`)? attr-dict
    `:` type($value) `,` type($target)
  }];
  let extraClassDeclaration = [{
    /// Columns of the matrix.
    int64_t getWidth();
    /// True if the target is a slot.
    bool isShared();
    /// How it then lies there.
    ::pipegroup::model::OperandLayout getLayout();
  }];
}

//===----------------------------------------------------------------------===//
// Blackwell
//===----------------------------------------------------------------------===//

def Pipegroup_TmemAllocOp : Pipegroup_MatrixOp<"tmem_alloc"> {
  let summary = "allocate columns of tensor memory";
  let description = [{
    Gives the address of `columns` columns of 128 lanes of 32 bits. All threads of
    the CTA execute it, outside tasks, once in a kernel; the first warp allocates,
    gives up the permit to allocate more, and the CTA meets. With `cta_group(2)`
    both CTAs of a pair do so.

    Requires: D5, P4; a chip with tcgen05.

    Effect on the barriers: none.

    Example:

    ```mlir
    %t = pipegroup.tmem_alloc columns(512)
    pipegroup.tmem_free %t columns(512)
    ```

    Errors: a number of columns that is no power of two from 32 to 512, no free or
    several, another `cta_group` than that of `umma`, a place inside a task.
  }];
  let arguments = (ins Pipegroup_Number:$columns,
                       DefaultValuedAttr<Pipegroup_Number, "1">:$ctaGroup);
  let results = (outs Pipegroup_TensorPtr:$address);
  let assemblyFormat = [{
    `columns` `(` $columns `)` (`cta_group` `(` $ctaGroup^ `)`)? attr-dict
  }];
}

def Pipegroup_TmemFreeOp : Pipegroup_MatrixOp<"tmem_free"> {
  let summary = "free tensor memory";
  let description = [{
    The CTA meets, so that all tasks have done with the memory, and the first warp
    frees it. All threads of the CTA execute it, outside tasks.

    Requires: D5, P4.

    Effect on the barriers: none.

    Example:

    ```mlir
    %t = pipegroup.tmem_alloc columns(128)
    pipegroup.tmem_free %t columns(128)
    ```

    Errors: numbers other than those of the allocation, a use that may come after it,
    a place inside a task.
  }];
  let arguments = (ins Pipegroup_TensorPtr:$address, Pipegroup_Number:$columns,
                       DefaultValuedAttr<Pipegroup_Number, "1">:$ctaGroup);
  let assemblyFormat = [{
    $address `columns` `(` $columns `)` (`cta_group` `(` $ctaGroup^ `)`)?
    attr-dict
  }];
}

def Pipegroup_TmemLoadOp : Pipegroup_MatrixOp<"tmem_load"> {
  let summary = "load from tensor memory to registers";
  let description = [{
    Each warp loads from its own lanes, those of its place in the warpgroup: thread
    l of warp w loads `n` columns of lane 32 * (w mod 4) + l, from column
    `column` on, for a result of n elements. The values are there when the op is
    done. All threads of a warp execute it.

    Requires: D5, P4.

    Effect on the barriers: none.

    Example:

    ```mlir
    %v = pipegroup.tmem_load %tmem[%i] : vector<32xf32>
    ```

    Errors: a number of elements that is no power of two up to 128, columns that
    are not allocated.
  }];
  let arguments = (ins Pipegroup_TensorPtr:$address, Optional<I32>:$column);
  let results = (outs Pipegroup_Fragment:$result);
  let assemblyFormat = [{
    $address (`[` $column^ `]`)? attr-dict `:` type($result)
  }];
}

def Pipegroup_TmemStoreOp : Pipegroup_MatrixOp<"tmem_store"> {
  let summary = "store registers to tensor memory";
  let description = [{
    The reverse of `tmem_load`: each thread stores its elements to as many columns
    of its lane. The store is complete when the op is done.

    Requires: D5, P4.

    Effect on the barriers: none.

    Example:

    ```mlir
    %v = pipegroup.tmem_load %tmem : vector<32xf32>
    %w = arith.addf %v, %v : vector<32xf32>
    pipegroup.tmem_store %w, %tmem : vector<32xf32>
    ```

    Errors: as `tmem_load`.
  }];
  let arguments = (ins Pipegroup_Fragment:$value, Pipegroup_TensorPtr:$address,
                       Optional<I32>:$column);
  let assemblyFormat = [{
    $value `,` $address (`[` $column^ `]`)? attr-dict `:` type($value)
  }];
}

def Pipegroup_UmmaOp
    : Pipegroup_MatrixOp<"umma", [AttrSizedOperandSegments]> {
  let summary = "multiply two matrices in shared memory into tensor memory";
  let description = [{
    Starts `d + a * b` on the tensor core, `a * b` if `accumulate` is false, with
    elements of the type after the arrow in tensor memory at `d`. `a` is M x K and
    `b` is K x N, or K x M with `transpose_a` and N x K with `transpose_b`. With
    `cta_group(2)` they are the halves of one CTA of the pair, and M and N are
    twice what they hold. `swizzle` is as in `wgmma`.

    `scales(%sa, %sb : type, block)` gives the scales of `a` and `b` in tensor
    memory, one for `block` elements along K: `f8E8M0FNU` for 32 or 16,
    `f8E4M3FN` for 16.

    One thread executes it, inside `elect` in one warp; of a pair, one in the even
    CTA. It is complete when a `barrier_umma_commit`, or a commit or release of a
    umma side, that comes later has arrived.

    Requires: D3, D4, P4; a chip with tcgen05.

    Effect on the barriers: none.

    Example:

    ```mlir
    pipegroup.elect {
      pipegroup.umma %tmem, %tile, %rhs accumulate(%done) transpose_b swizzle(128)
          : memref<128x64xf16, 3>, memref<256x64xf16, 3> -> f32
    }
    ```

    Errors: types or sizes that tcgen05 lacks, rows that are no whole spans of the
    swizzle, a place outside `elect`.
  }];
  let arguments = (ins Pipegroup_TensorPtr:$d, Pipegroup_Matrix:$a,
                       Pipegroup_Matrix:$b, I1:$accumulate,
                       Optional<Pipegroup_TensorPtr>:$scaleA,
                       Optional<Pipegroup_TensorPtr>:$scaleB,
                       TypeAttr:$type, OptionalAttr<TypeAttr>:$scaleType,
                       OptionalAttr<Pipegroup_Number>:$block,
                       UnitAttr:$transposeA, UnitAttr:$transposeB,
                       OptionalAttr<Pipegroup_Number>:$swizzleA,
                       OptionalAttr<Pipegroup_Number>:$swizzleB,
                       DefaultValuedAttr<Pipegroup_Number, "1">:$ctaGroup);
  let assemblyFormat = [{
    $d `,` $a `,` $b `accumulate` `(` $accumulate `)`
    (`scales` `(` $scaleA^ `,` $scaleB `:` $scaleType `,` $block `)`)?
    (`transpose_a` $transposeA^)? (`transpose_b` $transposeB^)?
    (`swizzle` `(` custom<Swizzles>($swizzleA, $swizzleB)^ `)`)?
    (`cta_group` `(` $ctaGroup^ `)`)? attr-dict
    `:` type($a) `,` type($b) `->` $type
  }];
  let extraClassDeclaration = [{
    /// Types and sizes, if the types of the op are ones that the core knows.
    ::mlir::FailureOr<::pipegroup::model::UmmaShape> getShape();
    /// How `a` and `b` lie in their slots.
    ::pipegroup::model::OperandLayout getLayoutA();
    ::pipegroup::model::OperandLayout getLayoutB();
  }];
}

#endif // PIPEGROUP_IR_MATRIXOPS_TD
