#!/usr/bin/env python3
"""Start-up time of pipegroup-opt against that of the stock mlir-opt.

Both parse, verify and print a module with one op, alternately, so that a change
of the machine's load meets both. Prints one table.

Expected before measuring: a ratio of medians of at most 1.1. Both programs load
the same shared libraries and register all upstream dialects and passes, which is
where the time goes (about 100 ms); pipegroup-opt adds one dialect, a few passes
and the interfaces for translation to LLVM IR.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULE = "func.func private @f()\n"
LIMIT = 1.1


def run(program, source):
    """Wall time in seconds of one run."""
    begin = time.perf_counter()
    subprocess.run([program, source], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opt", default=str(ROOT / "build/release/bin/pipegroup-opt"),
                        help="pipegroup-opt (default: %(default)s)")
    parser.add_argument("--stock", default=shutil.which("mlir-opt-22") or
                        "/usr/lib/llvm-22/bin/mlir-opt",
                        help="mlir-opt (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=30,
                        help="measured runs of each (default: %(default)s)")
    parser.add_argument("--json", metavar="FILE", help="write the numbers there")
    args = parser.parse_args()
    programs = {"mlir-opt": args.stock, "pipegroup-opt": args.opt}
    for program in programs.values():
        if not shutil.which(program):
            sys.exit(f"startup.py: found no program '{program}'")

    times = {name: [] for name in programs}
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "one.mlir")
        pathlib.Path(source).write_text(MODULE)
        for program in programs.values():
            run(program, source)  # warms the caches
        for _ in range(args.runs):
            for name, program in programs.items():
                times[name].append(run(program, source))

    median = {name: statistics.median(values) for name, values in times.items()}
    ratio = median["pipegroup-opt"] / median["mlir-opt"]
    print(f"{'program':<14} {'min ms':>8} {'median ms':>10}")
    for name, values in times.items():
        print(f"{name:<14} {1e3 * min(values):8.1f} {1e3 * median[name]:10.1f}")
    print(f"ratio of medians {ratio:.3f} over {args.runs} interleaved runs, "
          f"limit {LIMIT}: {'ok' if ratio <= LIMIT else 'EXCEEDED'}")
    if args.json:
        result = {"runs": args.runs, "seconds": times, "median_seconds": median,
                  "ratio_of_medians": ratio, "limit": LIMIT}
        pathlib.Path(args.json).write_text(json.dumps(result, indent=2) + "\n")
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
