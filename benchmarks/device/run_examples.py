#!/usr/bin/env python3
"""Runs the Hopper examples on a GPU and compares them with a reference.

Needs cupy and a GPU of compute capability 9.0, and the cubins that scripts/demo
leaves in build/release/demo. Every example runs on several numbers of tiles, from
none to many, with random input, a poisoned output and a fresh seed each; then it
is launched many times in a row to show that it never hangs.

Expected: every comparison is exact, since the examples copy words or double
them; and no launch hangs.
"""

import argparse
import ctypes
import json
import pathlib
import sys
import time

import cupy
import numpy

import gpu

TILES = [0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 1000]


class Kernel:
    """A kernel of a cubin. Called with a grid, a block and arguments it is launched."""

    def __init__(self, cubin, entry):
        self.driver = gpu.Driver()
        self.function = gpu.Function(self.driver, cubin, entry)

    def __call__(self, grid, block, args):
        grid, block = ((*shape, 1, 1)[:3] for shape in (grid, block))
        self.function.launcher(grid, block, args)()

    def map_of(self, words, box):
        return gpu.TensorMap(self.driver, words, box)


def scale(kernel, tiles, random):
    """dst = 2 * src, for tiles of 128 floats."""
    src = random.standard_normal(128 * tiles).astype(numpy.float32)
    dst = cupy.full(128 * tiles + 128, numpy.nan, numpy.float32)
    kernel((1,), (160,), (cupy.asarray(src), dst, ctypes.c_int32(tiles)))
    return cupy.asnumpy(dst)[: 128 * tiles], 2 * src


def copy(kernel, tiles, random):
    """dst = tiles of 64 words of x and 64 words of y, in turn."""
    x, y = (random.integers(0, 2**31, (tiles, 64), numpy.int32) for _ in "xy")
    dst = cupy.full(128 * tiles + 128, -1, numpy.int32)
    args = (cupy.asarray(x), cupy.asarray(y), dst, ctypes.c_int32(tiles))
    kernel((1,), (192,), args)
    return cupy.asnumpy(dst)[: 128 * tiles], numpy.hstack([x, y]).ravel()


def broadcast(kernel, tiles, random):
    """Both CTAs of a cluster get tiles of 128 words, for three clusters."""
    src = random.integers(0, 2**31, (3, tiles, 128), numpy.int32)
    dst = cupy.full(6 * 128 * tiles + 128, -1, numpy.int32)
    to = kernel.map_of(dst, (128,))
    kernel((6,), (64,), (cupy.asarray(src), to, ctypes.c_int32(tiles)))
    return cupy.asnumpy(dst)[: 6 * 128 * tiles], src.repeat(2, axis=0).ravel()


EXAMPLES = {
    "01-one-pipeline": ("scale", scale),
    "02-merge-copy": ("copy", copy),
    "06-fused-copy": ("copy", copy),
    "09-multicast-copy": ("broadcast", broadcast),
}


def run(name, folder, launches, seed):
    entry, check = EXAMPLES[name]
    cupy.cuda.Device(0).use()
    cupy.cuda.runtime.free(0)  # makes the context
    kernel = Kernel(folder / f"{name}.cubin", entry)
    wrong = 0
    for tiles in TILES:
        found, expected = check(kernel, tiles, numpy.random.default_rng(seed + tiles))
        wrong += int((found != expected).sum())
    start = time.monotonic()
    for i in range(launches):
        check_tiles = TILES[i % len(TILES)]
        if i % 100 == 0:
            found, expected = check(kernel, check_tiles, numpy.random.default_rng(seed + i))
            wrong += int((found != expected).sum())
        else:
            launch_only(kernel, name, check_tiles)
    cupy.cuda.runtime.deviceSynchronize()
    return {
        "example": name,
        "tiles": TILES,
        "wrong words": wrong,
        "launches": launches,
        "seconds": round(time.monotonic() - start, 2),
    }


buffers = {}


def launch_only(kernel, name, tiles):
    if name not in buffers:
        words = 4 * 128 * max(TILES) + 128
        buffers[name] = [cupy.zeros(words, numpy.int32) for _ in range(3)]
        if name == "09-multicast-copy":
            buffers[name][2] = kernel.map_of(buffers[name][2], (128,))
    a, b, c = buffers[name]
    if name == "01-one-pipeline":
        kernel((4,), (160,), (a, c, ctypes.c_int32(tiles)))
    elif name == "09-multicast-copy":
        kernel((4,), (64,), (a, c, ctypes.c_int32(tiles)))
    else:
        kernel((4,), (192,), (a, b, c, ctypes.c_int32(tiles)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cubins", type=pathlib.Path, help="folder with the cubins")
    parser.add_argument("--only", choices=EXAMPLES, action="append", help="may be repeated")
    parser.add_argument("--launches", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=None, help="default: the time")
    parser.add_argument("--json", type=pathlib.Path, help="also write the results here")
    args = parser.parse_args()
    seed = args.seed if args.seed is not None else int(time.time())
    results = [run(name, args.cubins, args.launches, seed) for name in args.only or EXAMPLES]
    for result in results:
        print(
            f"{result['example']:17} {len(TILES)} sizes, {result['launches']} launches "
            f"in {result['seconds']} s, {result['wrong words']} wrong words (seed {seed})"
        )
    if args.json:
        args.json.write_text(json.dumps(results, indent=1))
    return 1 if any(result["wrong words"] for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
