#!/usr/bin/env python3
"""Checks wgmma and fragment_store on a GPU: every type, swizzle and major-ness.

Step 1, anywhere: `matrix.py --emit FOLDER` compiles one small kernel for each case
with pipegroup-compile and ptxas. Step 2, on a GPU of compute capability 9.0 with
cupy and ml_dtypes: `matrix.py FOLDER` runs them. A kernel copies A and B, which the
host has put into the order of a slot, to shared memory, multiplies twice with one
accumulator, and stores the sum to global memory and to a slot. The host computes
the same in integers that every type holds exactly.

Expected: no element differs. It is a check of descriptors and of the places of
fragments, which nothing but the hardware can confirm.
"""

import argparse
import itertools
import json
import pathlib
import subprocess
import sys

SPANS = {"none": 16, "32": 32, "64": 64, "128": 128}
# MLIR type, bits, type of the sum; K of a case.
TYPES = {
    "f16": ("f16", 16, "f32", 128),
    "f16-f16": ("f16", 16, "f16", 64),
    "bf16": ("bf16", 16, "f32", 64),
    "tf32": ("f32", 32, "f32", 64),
    "e4m3": ("f8E4M3FN", 8, "f32", 128),
    "e5m2": ("f8E5M2", 8, "f32", 128),
    "s8": ("i8", 8, "i32", 128),
    "u8": ("ui8", 8, "i32", 128),
}

KERNEL = """gpu.module @kernels {{
  memref.global "private" @a : memref<{bytes_a}xi8, 3> {{alignment = 1024}}
  memref.global "private" @b : memref<{bytes_b}xi8, 3> {{alignment = 1024}}
  gpu.func @k(%from_a: memref<{words_a}xi32>, %from_b: memref<{words_b}xi32>,
      %sum: memref<?x?x{d}>, %slot: memref<{words_d}xi32>) kernel
      attributes {{known_block_size = array<i32: 128, 1, 1>}} {{
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : i32
    %c8 = arith.constant 8 : i32
    %c128 = arith.constant 128 : index
    %t = gpu.thread_id x
    %a = memref.get_global @a : memref<{bytes_a}xi8, 3>
    %b = memref.get_global @b : memref<{bytes_b}xi8, 3>
    %to_a = memref.view %a[%c0][] : memref<{bytes_a}xi8, 3> to memref<{words_a}xi32, 3>
    %to_b = memref.view %b[%c0][] : memref<{bytes_b}xi8, 3> to memref<{words_b}xi32, 3>
    %na = arith.constant {words_a} : index
    scf.for %i = %t to %na step %c128 {{
      %v = memref.load %from_a[%i] : memref<{words_a}xi32>
      memref.store %v, %to_a[%i] : memref<{words_a}xi32, 3>
    }}
    %nb = arith.constant {words_b} : index
    scf.for %i = %t to %nb step %c128 {{
      %v = memref.load %from_b[%i] : memref<{words_b}xi32>
      memref.store %v, %to_b[%i] : memref<{words_b}xi32, 3>
    }}
    pipegroup.fence_proxy_async
    pipegroup.sync_cta
    %va = memref.view %a[%c0][] : memref<{bytes_a}xi8, 3> to {type_a}
    %vb = memref.view %b[%c0][] : memref<{bytes_b}xi8, 3> to {type_b}
    %one = pipegroup.wgmma %va, %vb {clauses} : {type_a}, {type_b} -> {fragment}
    %two = pipegroup.wgmma %va, %vb, %one {clauses} : {type_a}, {type_b} -> {fragment}
    %all = pipegroup.wgmma_wait 0, %two : {fragment}
    pipegroup.fragment_store %all, %sum[%c3, %c8] columns({n}) : {fragment}, memref<?x?x{d}>
    pipegroup.sync_cta
    %vd = memref.view %b[%c0][] : memref<{bytes_b}xi8, 3> to memref<{m}x{n}x{d}, 3>
    pipegroup.fragment_store %all, %vd columns({n}) swizzle({swizzle_d})
        : {fragment}, memref<{m}x{n}x{d}, 3>
    pipegroup.sync_cta
    %nd = arith.constant {words_d} : index
    scf.for %i = %t to %nd step %c128 {{
      %v = memref.load %to_b[%i] : memref<{words_b}xi32, 3>
      memref.store %v, %slot[%i] : memref<{words_d}xi32>
    }}
    gpu.return
  }}
}}
"""


def make_cases():
    for name, (_, bits, _, k) in TYPES.items():
        majors = ("K", "MN") if bits == 16 else ("K",)
        for major_a, major_b in itertools.product(majors, majors):
            for swizzle in SPANS:
                for m, n in ((64, 64), (128, 64)):
                    yield {"type": name, "major_a": major_a, "major_b": major_b,
                           "swizzle": swizzle, "m": m, "n": n, "k": k}


def kernel_of(case):
    element, bits, d, _ = TYPES[case["type"]]
    m, n, k = case["m"], case["n"], case["k"]
    size_d = m * n * (2 if d == "f16" else 4)
    rows_a = (m, k) if case["major_a"] == "K" else (k, m)
    rows_b = (n, k) if case["major_b"] == "K" else (k, n)
    bytes_a = m * k * bits // 8
    bytes_b = max(n * k * bits // 8, size_d)
    clauses = "transpose_a " * (case["major_a"] == "MN") + "transpose_b " * (case["major_b"] == "K")
    return KERNEL.format(
        bytes_a=bytes_a, words_a=bytes_a // 4, bytes_b=bytes_b, words_b=bytes_b // 4,
        words_d=size_d // 4, d=d, m=m, n=n,
        type_a=f"memref<{rows_a[0]}x{rows_a[1]}x{element}, 3>",
        type_b=f"memref<{rows_b[0]}x{rows_b[1]}x{element}, 3>",
        fragment=f"vector<{m * n // 128}x{d}>", swizzle_d=case["swizzle"],
        clauses=f"{clauses}swizzle({case['swizzle']})")


def emit(folder, bin_folder):
    folder.mkdir(parents=True, exist_ok=True)
    cases = list(make_cases())
    for i, case in enumerate(cases):
        source = folder / f"{i}.mlir"
        source.write_text(kernel_of(case))
        subprocess.run([f"{bin_folder}/pipegroup-compile", "--chip=sm_90a", str(source),
                        "-o", str(folder / f"{i}.ptx")], check=True)
        subprocess.run(["ptxas", "-arch=sm_90a", str(folder / f"{i}.ptx"),
                        "-o", str(folder / f"{i}.cubin")], check=True)
        source.unlink()
    (folder / "cases.json").write_text(json.dumps(cases))
    print(f"{len(cases)} kernels in {folder}")


def to_slot(lines, span):
    """A matrix of lines as a slot holds it: boxes of one span of every line."""
    import numpy
    data = numpy.ascontiguousarray(lines).view(numpy.uint8)
    slot = numpy.empty(data.size, numpy.uint8)
    for position in slot_positions(data.shape[0], data.shape[1], span):
        line, byte, offset = position
        slot[offset:offset + 16] = data[line, byte:byte + 16]
    return slot


def slot_positions(lines, line_bytes, span):
    for line, byte in itertools.product(range(lines), range(0, line_bytes, 16)):
        start = line * span
        chunk = byte % span // 16 ^ start // 128 % (span // 16)
        yield line, byte, byte // span * lines * span + start + chunk * 16


def from_slot(slot, lines, line_bytes, span):
    import numpy
    data = numpy.empty((lines, line_bytes), numpy.uint8)
    for line, byte, offset in slot_positions(lines, line_bytes, span):
        data[line, byte:byte + 16] = slot[offset:offset + 16]
    return data


def memref(array):
    """What a kernel takes for a memref."""
    import numpy
    shape, strides = array.shape, [s // array.itemsize for s in array.strides]
    return (array, array, *map(numpy.int64, [0, *shape, *strides]))


def check(folder, index, case, random):
    import cupy
    import ml_dtypes
    import numpy
    element = {"f16": numpy.float16, "f16-f16": numpy.float16, "bf16": ml_dtypes.bfloat16,
               "tf32": numpy.float32, "e4m3": ml_dtypes.float8_e4m3fn,
               "e5m2": ml_dtypes.float8_e5m2, "s8": numpy.int8, "u8": numpy.uint8}[case["type"]]
    sum_type = {"f32": numpy.float32, "f16": numpy.float16, "i32": numpy.int32}[
        TYPES[case["type"]][2]]
    m, n, k, span = case["m"], case["n"], case["k"], SPANS[case["swizzle"]]
    low = 0 if case["type"] == "u8" else -3
    a, b = random.integers(low, 4, (m, k)), random.integers(low, 4, (k, n))
    lines_a = (a if case["major_a"] == "K" else a.T).astype(element)
    lines_b = (b.T if case["major_b"] == "K" else b).astype(element)
    slots = [cupy.asarray(to_slot(lines, span).view(numpy.int32)) for lines in (lines_a, lines_b)]
    expected = (2 * a @ b).astype(sum_type)
    # The matrix begins at (3, 8); the last rows and columns have no room.
    sums = cupy.full((m + 1, n + 4), -999, sum_type)
    slot = cupy.zeros(expected.nbytes // 4, numpy.int32)
    kernel = cupy.RawModule(path=str(folder / f"{index}.cubin")).get_function("k")
    # Where a slot of B is shorter than one of the sum, the kernel takes the longer.
    size_b = max(slots[1].size, slot.size)
    longer = cupy.zeros(size_b, numpy.int32)
    longer[:slots[1].size] = slots[1]
    kernel((1,), (128,), (*memref(slots[0]), *memref(longer), *memref(sums), *memref(slot)))
    wanted = numpy.full((m + 1, n + 4), -999, sum_type)
    wanted[3:, 8:] = expected[:m - 2, :n - 4]
    wrong_global = int((cupy.asnumpy(sums) != wanted).sum())
    found = from_slot(cupy.asnumpy(slot).view(numpy.uint8), m, n * expected.itemsize, span)
    wrong_shared = int((found.view(sum_type) != expected).sum())
    return wrong_global, wrong_shared


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--emit", action="store_true", help="compile the kernels")
    parser.add_argument("--bin", default="build/release/bin", help="where pipegroup-compile is")
    args = parser.parse_args()
    if args.emit:
        return emit(args.folder, args.bin)
    import numpy
    cases = json.loads((args.folder / "cases.json").read_text())
    failed = 0
    for i, case in enumerate(cases):
        wrong = check(args.folder, i, case, numpy.random.default_rng(i))
        if any(wrong):
            failed += 1
            print(case, "wrong elements in global memory and in the slot:", wrong)
    print(f"{len(cases) - failed} of {len(cases)} cases are right")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
