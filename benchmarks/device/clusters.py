#!/usr/bin/env python3
"""Clusters on a GPU: CTAs that multicast to each other, compared with a reference.

Each CTA of a cluster loads a part of what it shares and multicasts it: along m operand
B, along n operand A, or both. Every CTA stores all that it got. In the skewed kernels
the consumers of one CTA, another one every round, sleep before they release, so that
its releases come late to all. In the kernels named -bulk slots are stored by a bulk copy,
so that no thread reads them: under `compute-sanitizer --tool racecheck` these have no
report, while the tool does not follow releases by one lane of a warp for the reads of the
others (see racecheck_control.py).

    clusters.py prepare FOLDER   # needs pipegroup-compile and ptxas
    clusters.py run FOLDER       # needs cupy and a GPU of compute capability 9.0

Every kernel runs for several numbers of rounds, from none to many, with random input
and a poisoned output; then it is launched many times in a row.

Expected: every word is right, and no launch hangs.

    compute-sanitizer --tool racecheck clusters.py run FOLDER --launches 2 \\
        --only cluster-2x2-4-bulk
"""

import argparse
import json
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Words of the part of an operand that one CTA has in a slot.
WORDS = 64
ROUNDS = [0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 500]
LAYOUTS = [(2, 1), (1, 2), (4, 1), (1, 4), (2, 2)]  # CTAs along m and n
STAGES = [1, 2, 3, 4]


def cases():
    for m, n in LAYOUTS:
        for stages in STAGES:
            for kind in ("", "-skewed", "-bulk"):
                yield m, n, stages, kind


def name_of(m, n, stages, kind):
    return f"cluster-{m}x{n}-{stages}{kind}"


def consumers(kind):
    """Threads that use a slot."""
    return 32 if kind == "-bulk" else WORDS


def load(operand, place, index, along, mask, offset):
    """One CTA's part of an operand: part `along` of all that share it."""
    return f"""
            %{operand}Slot = llvm.getelementptr %slots[0, %i, {place}, %{along}, 0]
                : (!llvm.ptr<3>, i32, i32) -> !llvm.ptr<3>, !SLOTS
            %{operand}To = llvm.addrspacecast %{operand}Slot : !llvm.ptr<3> to !llvm.ptr<7>
            %{operand}Tile = arith.addi %{offset}, %t : i32
            %{operand}From = llvm.getelementptr %{operand}[%{operand}Tile, %{along}, 0]
                : (!llvm.ptr<1>, i32, i32) -> !llvm.ptr<1>, !llvm.array<{index} x array<{WORDS} x i32>>
            nvvm.cp.async.bulk.shared.cluster.global %{operand}To, %{operand}From, %full, %bytes multicast_mask = %{mask}
                : !llvm.ptr<7>, !llvm.ptr<1>"""


def store_by_threads(m, n):
    """Each thread stores a word of each part of a slot."""
    text = ""
    place = 0
    for operand, count in ((0, n), (1, m)):
        for part in range(count):
            text += f"""
          %from{place} = llvm.getelementptr %slots[0, %i, {operand}, {part}, %tid] : (!llvm.ptr<3>, i32, i32)
              -> !llvm.ptr<3>, !SLOTS
          %v{place} = llvm.load %from{place} : !llvm.ptr<3> -> i32
          %to{place} = llvm.getelementptr %dst[%round, {place}, %tid] : (!llvm.ptr<1>, i32, i32)
              -> !llvm.ptr<1>, !llvm.array<{m + n} x array<{WORDS} x i32>>
          llvm.store %v{place}, %to{place} : i32, !llvm.ptr<1>"""
            place += 1
    return text


def store_by_bulk_copies(m, n):
    """One lane starts a copy for each part, and waits until they have read them."""
    text = f"""
          %partBytes = arith.constant {4 * WORDS} : i32
          %one = nvvm.elect.sync -> i1
          scf.if %one {{"""
    place = 0
    for operand, count in ((0, n), (1, m)):
        for part in range(count):
            text += f"""
            %from{place} = llvm.getelementptr %slots[0, %i, {operand}, {part}, 0] : (!llvm.ptr<3>, i32)
                -> !llvm.ptr<3>, !SLOTS
            %to{place} = llvm.getelementptr %dst[%round, {place}, 0] : (!llvm.ptr<1>, i32)
                -> !llvm.ptr<1>, !llvm.array<{m + n} x array<{WORDS} x i32>>
            nvvm.cp.async.bulk.global.shared.cta %to{place}, %from{place}, %partBytes
                : !llvm.ptr<1>, !llvm.ptr<3>"""
            place += 1
    return text + """
            nvvm.cp.async.bulk.commit.group
            nvvm.cp.async.bulk.wait_group 0 {read}
          }"""


def kernel(m, n, stages, kind):
    """A is the same along n, in n parts; B along m, in m parts. A slot has both."""
    parts = max(m, n)
    slots = f"llvm.array<{stages} x array<2 x array<{parts} x array<{WORDS} x i32>>>>"
    sleep = f"""
          %turn = arith.remui %t, %ctas : i32
          %mine = arith.cmpi eq, %turn, %rank : i32
          scf.if %mine {{
            %ns = arith.constant 300 : i32
            nvvm.nanosleep %ns
          }}""" if kind == "-skewed" else ""
    text = f"""gpu.module @kernels {{
  pipegroup.group @in merge {{
    pipegroup.member @tile tma_async stages({stages}) bytes({4 * WORDS * (m + n)})
        cluster(1, {m}, {n}, 1) multicast(1, 1)
  }}
  llvm.mlir.global internal @slots() {{addr_space = 3 : i32, alignment = 128 : i64}} : !SLOTS

  // dst[cluster][rank][round] = A of its m and B of its n.
  gpu.func @share(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %dst: !llvm.ptr<1>, %rounds: i32) kernel
      attributes {{known_block_size = array<i32: {consumers(kind) + 32}, 1, 1>}} {{
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ms = arith.constant {m} : i32
    %ns_ = arith.constant {n} : i32
    %ctas = arith.constant {m * n} : i32
    %slots = llvm.mlir.addressof @slots : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %cluster = nvvm.read.ptx.sreg.clusterid.x : i32
    %rank = pipegroup.cta_rank
    %x = arith.remui %rank, %ms : i32
    %y = arith.divui %rank, %ms : i32
    pipegroup.init @in
    pipegroup.specialize {{
      pipegroup.task @store warps(0, {consumers(kind) // 32}) {{
        %first = arith.muli %cluster, %ctas : i32
        %cta = arith.addi %first, %rank : i32
        %base = arith.muli %cta, %rounds : i32
        scf.for %t = %c0 to %rounds step %c1 : i32 {{
          pipegroup.wait @in::@tile
          %s = pipegroup.current @in consumer : !pipegroup.state<{stages}>
          %i = pipegroup.index %s : !pipegroup.state<{stages}>{sleep}
          %round = arith.addi %base, %t : i32"""
    text += store_by_bulk_copies(m, n) if kind == "-bulk" else store_by_threads(m, n)
    row = sum(1 << (m * i) for i in range(n))
    text += f"""
          pipegroup.release @in
        }}
      }}
      pipegroup.task @load warps({consumers(kind) // 32}, 1) {{
        %bytes = arith.constant {4 * WORDS} : i32
        %row = arith.constant {row} : i32
        %column = arith.constant {(1 << m) - 1} : i32
        %rowHere = arith.shli %row, %x : i32
        %left = arith.subi %rank, %x : i32
        %columnHere = arith.shli %column, %left : i32
        %maskA = arith.trunci %rowHere : i32 to i16
        %maskB = arith.trunci %columnHere : i32 to i16
        %aLine = arith.muli %cluster, %ms : i32
        %aRow = arith.addi %aLine, %x : i32
        %aFirst = arith.muli %aRow, %rounds : i32
        %bLine = arith.muli %cluster, %ns_ : i32
        %bRow = arith.addi %bLine, %y : i32
        %bFirst = arith.muli %bRow, %rounds : i32
        scf.for %t = %c0 to %rounds step %c1 : i32 {{
          pipegroup.acquire @in::@tile
          %s = pipegroup.current @in::@tile producer : !pipegroup.state<{stages}>
          %full = pipegroup.full_barrier @in::@tile[%s] : !pipegroup.state<{stages}> -> !llvm.ptr<3>
          %i = pipegroup.index %s : !pipegroup.state<{stages}>
          %elected = nvvm.elect.sync -> i1
          scf.if %elected {{"""
    text += load("a", 0, n, "y", "maskA", "aFirst")
    text += load("b", 1, m, "x", "maskB", "bFirst")
    text += """
          }
          pipegroup.commit @in::@tile
        }
      }
    }
    gpu.return
  }
}
"""
    return text.replace("!SLOTS", "!" + slots)


def prepare(folder, compiler):
    folder.mkdir(parents=True, exist_ok=True)
    for case in cases():
        name = folder / name_of(*case)
        name.with_suffix(".mlir").write_text(kernel(*case))
        subprocess.run([compiler, "--chip=sm_90a", "--format=bin",
                        name.with_suffix(".mlir"), "-o", name.with_suffix(".cubin")],
                       check=True)
    return 0


def check(function, case, clusters, rounds, random):
    """Words that are wrong."""
    import cupy
    import numpy

    m, n = case[:2]
    a = random.integers(0, 2**31, (clusters, m, rounds, n, WORDS), numpy.int32)
    b = random.integers(0, 2**31, (clusters, n, rounds, m, WORDS), numpy.int32)
    dst = cupy.full((clusters, n, m, rounds, m + n, WORDS), -1, cupy.int32)
    # The cluster is along x and y; the number of clusters is along x.
    function((clusters * m, n), (consumers(case[3]) + 32,),
             (cupy.asarray(a), cupy.asarray(b), dst, numpy.int32(rounds)))
    expected = numpy.empty(dst.shape, numpy.int32)
    for y in range(n):
        for x in range(m):
            expected[:, y, x, :, :n] = a[:, x]
            expected[:, y, x, :, n:] = b[:, y]
    return int((cupy.asnumpy(dst) != expected).sum())


def run(folder, launches, seed, only, output):
    import cupy
    import numpy

    rows = []
    for case in cases():
        if only and name_of(*case) not in only:
            continue
        m, n = case[:2]
        module = cupy.RawModule(path=str(folder / f"{name_of(*case)}.cubin"))
        function = module.get_function("share")
        wrong = sum(check(function, case, clusters, rounds, numpy.random.default_rng(seed + rounds))
                    for rounds in ROUNDS for clusters in (1, 16))
        most = 16
        buffers = [cupy.zeros(8 * most * WORDS * 8, cupy.int32) for _ in "ab"]
        dst = cupy.zeros(8 * most * m * n * (m + n) * WORDS, cupy.int32)
        start = time.monotonic()
        for i in range(launches):
            function((8 * m, n), (consumers(case[3]) + 32,), (*buffers, dst, numpy.int32(i % most)))
        cupy.cuda.runtime.deviceSynchronize()
        rows.append({"kernel": name_of(*case), "wrong words": wrong, "launches": launches,
                     "seconds": round(time.monotonic() - start, 2)})
        print(f"{rows[-1]['kernel']:24} {wrong:8} wrong words, {launches} launches in "
              f"{rows[-1]['seconds']} s", flush=True)
    print(f"seed {seed}")
    if output:
        pathlib.Path(output).write_text(json.dumps(rows, indent=1) + "\n")
    return 1 if any(row["wrong words"] for row in rows) else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["prepare", "run"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--compile", default=str(ROOT / "build/release/bin/pipegroup-compile"))
    parser.add_argument("--launches", type=int, default=1000, help="of each kernel")
    parser.add_argument("--seed", type=int, default=None, help="default: the time")
    parser.add_argument("--only", metavar="NAME", action="append", help="such as cluster-2x1-4")
    parser.add_argument("--json", metavar="FILE")
    args = parser.parse_args()
    if args.what == "prepare":
        return prepare(args.folder, args.compile)
    seed = args.seed if args.seed is not None else int(time.time())
    return run(args.folder, args.launches, seed, args.only, args.json)


if __name__ == "__main__":
    sys.exit(main())
