#!/usr/bin/env python3
"""How long the protocol checker takes for each example.

Measures the wall time of the pass `pipegroup-check-protocol` (--mlir-timing) on every
kernel of examples/, in the form with states and in the one without, best and median of
the runs. The pass includes the rules of kernels, which it checks first. What the
checker costs a compilation is given as a share of the time from text to NVVM ops.

Expected before measuring: at most 10 ms for each, since a kernel has at most twelve
warps, four rings and one unknown number of trips, so that a few dozen rests of some
hundred events each are all there is to visit; and less time than parsing.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT_MS = 10.0
PASS = "PipegroupCheckProtocol"
PASSES = ["--pipegroup-derive-agents", "--pipegroup-insert-tails", "--pipegroup-thread-states",
          "--pipegroup-check-protocol"]
TIMING = ["--mlir-timing", "--mlir-timing-display=list", "--mlir-output-format=json"]


def named_times(report):
    """Milliseconds by name, from the JSON of --mlir-timing."""
    return {entry["name"]: 1000 * entry["wall"]["duration"]
            for entry in json.loads(report) if entry and entry.get("name")}


def run(opt, source, passes):
    done = subprocess.run([opt, *passes, *TIMING, str(source), "-o", os.devnull],
                          stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"checker_examples.py: {source}: {done.stderr[:2000]}")
    return named_times(done.stderr)


def measure(opt, source, runs):
    chip = source.read_text(encoding="utf-8").split("\n")[0].removeprefix("// chip: ")
    times = [run(opt, source, PASSES) for _ in range(runs)]
    whole = min(run(opt, source, [f"--pipegroup-to-nvvm=chip={chip}"])["Total"]
                for _ in range(runs))
    checks = [named[PASS] for named in times]
    return {"kernel": str(source.relative_to(ROOT)),
            "best_ms": min(checks), "median_ms": statistics.median(checks),
            "parser_ms": min(named["Parser"] for named in times), "to_nvvm_ms": whole,
            "share": min(checks) / whole}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opt", default=str(ROOT / "build" / "release" / "bin" / "pipegroup-opt"))
    parser.add_argument("--runs", type=int, default=11, help="runs of each kernel")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE")
    args = parser.parse_args()

    sources = sorted((ROOT / "examples").glob("*/*.mlir"))
    rows = [measure(args.opt, source, args.runs) for source in sources]
    print(f"{'kernel':46} {'best':>8} {'median':>8} {'parser':>8} {'to NVVM':>8} {'share':>6}")
    for row in rows:
        print(f"{row['kernel']:46} {row['best_ms']:5.2f} ms {row['median_ms']:5.2f} ms "
              f"{row['parser_ms']:5.2f} ms {row['to_nvvm_ms']:5.1f} ms {row['share']:6.1%}")
    slow = [row["kernel"] for row in rows if row["median_ms"] > LIMIT_MS]
    print(f"\nlimit {LIMIT_MS:.0f} ms: " +
          ("exceeded by " + ", ".join(slow) if slow else "held"))
    if args.json:
        args.json.write_text(json.dumps(
            {"limit_ms": LIMIT_MS, "runs": args.runs, "held": not slow, "kernels": rows},
            indent=2) + "\n", encoding="utf-8")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
