#!/usr/bin/env python3
"""Cycles of one handshake on a GPU: this dialect against CUDA C++ by hand.

N producer warps and one consumer warp pass a ring of S slots without moving data:
separate pipelines, one merge, one fused_merge. `handshake.cu` has the same by hand,
with the waits of a merge polled in turn and tried together. Ours is compiled with
`--unroll-rings=8`, since the loops by hand are unrolled, and `--peek-waits`; besides
with one of them and with neither.

    handshake.py prepare FOLDER   # needs pipegroup-compile, nvcc and ptxas
    handshake.py run FOLDER       # needs cupy and a GPU of compute capability 9.0

Every kernel runs on all SMs for 20,000 rounds; the number is the median over the
blocks, of the best of 20 launches. Forms alternate in one process.

Expected before measuring: at most 1.00 of the best form by hand with the same
barriers; for a merge, the form that tries all members together.
"""

import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MEMBERS, SLOTS = [1, 2, 4, 8], [1, 2, 4, 8]
# Our kernels' names end so, and are compiled with these options.
UNROLL, PEEK = "--unroll-rings=8", "--peek-waits"
OPTIONS = {"": [UNROLL, PEEK], "-unrolled": [UNROLL], "-peeked": [PEEK], "-plain": [],
           "-laps": [UNROLL, PEEK, "--unroll-laps=2"]}
ROUNDS, LAUNCHES = 20000, 20
# Ours -> forms by hand with the same barriers.
PEERS = {"separate": ["separate"], "merge": ["merge", "merge_batched"],
         "fused_merge": ["fused_merge"]}


def group(name, mode, names, slots):
    members = "\n".join(
        f"    pipegroup.member @m{i} async_async stages({slots}) "
        "producer(warp 1) consumer(warp 1)" for i in names)
    return f"  pipegroup.group @{name} {mode} {{\n{members}\n  }}\n"


def kernel(form, members, slots):
    """A kernel whose consumer, the first warp, writes its cycles."""
    if form == "separate":
        groups = [(f"g{i}", "merge", [i]) for i in range(members)]
    else:
        groups = [("g0", form, list(range(members)))]
    where = {i: name for name, _, names in groups for i in names}
    text = "gpu.module @kernels {\n"
    for name, mode, names in groups:
        text += group(name, mode, names, slots)
    threads = 32 * (members + 1)
    text += (f"  gpu.func @handshake(%n: i32, %out: !llvm.ptr<1>) kernel attributes "
             f"{{known_block_size = array<i32: {threads}, 1, 1>}} {{\n"
             "    %c0 = arith.constant 0 : i32\n    %c1 = arith.constant 1 : i32\n"
             "    pipegroup.init " + ", ".join(f"@{g[0]}" for g in groups) + "\n"
             "    pipegroup.specialize {\n")

    def task(name, warp, body, before="", after=""):
        return (f"      pipegroup.task @{name} warps({warp}, 1) {{\n{before}"
                "        scf.for %i = %c0 to %n step %c1 : i32 {\n"
                + "".join(f"          {line}\n" for line in body)
                + f"        }}\n{after}      }}\n")

    if form == "fused_merge":
        waits = ["pipegroup.wait @g0"]
    else:
        waits = [f"pipegroup.wait @{where[i]}::@m{i}" for i in range(members)]
    clock = "nvvm.read.ptx.sreg.clock64 : i64"
    text += task("use", 0, waits + [f"pipegroup.release @{g[0]}" for g in groups],
                 f"        %before = {clock}\n",
                 f"        %after = {clock}\n"
                 "        %cycles = arith.subi %after, %before : i64\n"
                 "        %block = nvvm.read.ptx.sreg.ctaid.x : i32\n"
                 "        %place = llvm.getelementptr %out[%block] : "
                 "(!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64\n"
                 "        llvm.store %cycles, %place : i64, !llvm.ptr<1>\n")
    for i in range(members):
        target = f"@{where[i]}::@m{i}"
        text += task(f"fill{i}", i + 1, [f"pipegroup.acquire {target}",
                                         f"pipegroup.commit {target}"])
    return text + "    }\n    gpu.return\n  }\n}\n"


def cases():
    for members in MEMBERS:
        for slots in SLOTS:
            for form in PEERS:
                yield form, members, slots


def prepare(folder, compiler, nvcc):
    folder.mkdir(parents=True, exist_ok=True)
    for form, members, slots in cases():
        name = f"{form}-{members}-{slots}"
        source = folder / f"{name}.mlir"
        source.write_text(kernel(form, members, slots))
        for suffix, options in OPTIONS.items():
            subprocess.run([compiler, "--chip=sm_90a", "--format=bin", *options, source,
                            "-o", folder / f"{name}{suffix}.cubin"], check=True)
        source.unlink()
    subprocess.run([nvcc, "-arch=sm_90a", "-O3", "-cubin", HERE / "handshake.cu",
                    "-o", folder / "hand.cubin"], check=True)


def run(folder, output):
    import cupy

    hand = cupy.RawModule(path=str(folder / "hand.cubin"))
    blocks = cupy.cuda.Device().attributes["MultiProcessorCount"]
    out = cupy.zeros(blocks, cupy.int64)

    def cycles(function, threads):
        function((blocks,), (threads,), (cupy.int32(ROUNDS), out))
        return float(cupy.median(out)) / ROUNDS

    rows = []
    for form, members, slots in cases():
        functions = {}
        for suffix in OPTIONS:
            ours = cupy.RawModule(path=str(folder / f"{form}-{members}-{slots}{suffix}.cubin"))
            functions["ours" + suffix] = ours.get_function("handshake")
        for peer in PEERS[form]:
            functions[peer] = hand.get_function(f"{peer}_{members}_{slots}")
        best = {name: float("inf") for name in functions}
        for _ in range(LAUNCHES):
            for name, function in functions.items():
                best[name] = min(best[name], cycles(function, 32 * (members + 1)))
        ours = {suffix: best.pop("ours" + suffix) for suffix in OPTIONS}
        rows.append({"form": form, "members": members, "slots": slots, "ours": ours[""],
                     "others": {k[1:]: v for k, v in ours.items() if k}, "hand": best,
                     "ratio": ours[""] / min(best.values())})
    print(f"{'form':<12} {'N':>2} {'S':>2} {'ours':>7} {'hand':>7} {'ratio':>6}")
    for row in rows:
        print(f"{row['form']:<12} {row['members']:2} {row['slots']:2} {row['ours']:7.1f} "
              f"{min(row['hand'].values()):7.1f} {row['ratio']:6.3f}  "
              + " ".join(f"{k} {v:.1f}" for k, v in {**row["hand"], **row["others"]}.items()))
    if output:
        pathlib.Path(output).write_text(json.dumps(rows, indent=2) + "\n")
    return 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["prepare", "run"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--compile", default=str(ROOT / "build/release/bin/pipegroup-compile"))
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--json", metavar="FILE")
    args = parser.parse_args()
    if args.what == "prepare":
        return prepare(args.folder, args.compile, args.nvcc)
    return run(args.folder, args.json)


if __name__ == "__main__":
    sys.exit(main())
