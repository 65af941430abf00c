#!/usr/bin/env python3
"""Runs the kernels of kernels.py on a GPU: right, without hangs, and how fast.

Each kernel has a process of its own, so that one that hangs or faults does not end the
others. It is compared with a reference in float64 (copies: word by word) on 30 shapes,
edges and random ones of any size, with fresh random input and poisoned output each; then
launched 10,000 times over the same shapes, every output equal to the first bit by bit.
Nothing may be written outside of an output, between its rows or behind it, but zeros up to
16 bytes behind the rows that TMA stores. Then it is timed
on a large shape against the fastest peer (cuBLAS, a copy by the driver), all taking turns
in one run, the L2 cache flushed before each: the ratio is of the times ours / peer, below
1 is faster.

Needs cupy and a GPU of compute capability 9.0; torch adds ways to cuBLAS where it is. The
exit code is 0 if all kernels ran and were right. Expected before measuring: no wrong
element, no launch that differs or hangs.
"""

import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback

import gpu
import kernels

HANG = 3  # exit code
NORM = 1e-3  # of the error over that of the reference, an element of which counts as
SMALL = 2.0**-14  # at least this on average: below, f16 has fewer digits
BATCH = 50  # launches before a look at the clock; the driver's queue must not fill up


class Case:
    """A kernel with one shape and one seed, ready to launch."""

    def __init__(self, kernel, driver, function, shape, seed):
        import numpy

        self.kernel, self.shape, self.seed = kernel, shape, seed
        self.arrays = kernel.arrays(shape, numpy.random.default_rng(seed))
        grid = kernel.grid(shape, driver.device(gpu.MULTIPROCESSORS))
        args = kernel.args(driver, function.parameters, shape, self.arrays)
        self.launch = function.launcher(grid, kernel.block, args, kernel.smem, kernel.cluster)

    def poison(self):
        for name in self.kernel.outputs:
            kernels.poison(self.arrays[name])

    def compare(self):
        """Counts the wrong elements of the outputs and says how far off they are."""
        row = {"shape": self.shape, "seed": self.seed, "wrong": 0, "outside": self.outside(),
               "norm": 0.0}
        for name, (expected, tolerance) in self.kernel.reference(self.arrays).items():
            found = self.arrays[name]
            if tolerance is None:
                row["wrong"] += int((found != expected).sum())
                continue
            error = abs(found - expected)
            row["wrong"] += int((~(error <= tolerance)).sum())  # counts NaN too
            size = max(float((expected * expected).sum()), expected.size * SMALL**2)
            norm = (float((error * error).sum()) / size) ** 0.5
            row["norm"] = max(row["norm"], norm)
        row["right"] = row["wrong"] == row["outside"] == 0 and row["norm"] < NORM
        self.golden = {n: kernels.bits(self.arrays[n]).copy() for n in self.kernel.outputs}
        return row

    def outside(self):
        """Elements that were written outside of the outputs, up to now."""
        return kernels.outside(self.kernel, self.arrays)

    def differences(self):
        """Elements that differ from those compared, counted on the GPU."""
        import cupy

        return sum(cupy.count_nonzero(kernels.bits(self.arrays[n]) != golden)
                   for n, golden in self.golden.items())


def start(args):
    """The driver, in cupy's context."""
    import cupy

    if args.sanitize:  # an allocation an array, and no guard: out of bounds shows
        cupy.cuda.set_allocator(None)
        kernels.GUARD = 0
    cupy.cuda.Device(0).use()
    cupy.zeros(1)
    return gpu.Driver()


def compare_all(kernel, driver, function, args, row):
    cases, row["compared"] = [], []
    draw = random.Random(args.seed)
    for i, shape in enumerate(kernel.shapes(draw, args.shapes)):
        case = Case(kernel, driver, function, shape, args.seed + i)
        case.launch()
        driver.synchronize(args.deadline, f"shape {shape}, seed {case.seed}")
        row["compared"].append(case.compare())
        cases.append(case)
        if not row["compared"][-1]["right"]:
            print(f"  wrong: {row['compared'][-1]}")
    return cases


def launch_many(driver, cases, args, row):
    import cupy

    begin, wrong = time.monotonic(), cupy.zeros((), "int64")
    for i in range(args.launches):
        case = cases[i % len(cases)]
        case.poison()
        case.launch()
        wrong += case.differences() > 0
        if i % BATCH == BATCH - 1 or i == args.launches - 1:
            driver.synchronize(args.deadline, f"launches {i // BATCH * BATCH} to {i}")
            row["launches"] = i + 1
    row["launches that differ"] = int(wrong)
    row["written outside"] = sum(case.outside() for case in cases)
    row["launch seconds"] = time.monotonic() - begin


def time_it(kernel, driver, function, args, row):
    shape = kernel.quick if args.quick else kernel.timed
    case = Case(kernel, driver, function, shape, args.seed - 1)
    candidates = {"ours": case.launch}
    for name, peer in kernel.peers(case.arrays).items():
        try:
            peer()
            candidates[name] = peer
        except Exception as error:  # one way to the library less
            print(f"  no {name}: {type(error).__name__}: {error}")
    times = gpu.measure(driver, candidates, args.rounds, seconds=args.deadline)
    row["timed"] = case.compare()
    middle = {name: gpu.statistics.median(found) for name, found in times.items()}
    amount, row["unit"] = kernel.work(shape)
    row |= {"ms": times, "rate": {n: amount / (ms * 1e9) for n, ms in middle.items()}}
    peers = [name for name in middle if name != "ours"]
    if peers:
        row["peer"] = min(peers, key=middle.get)
        row["ratio"], *row["quartiles"] = gpu.ratios(times, "ours", row["peer"])


def cubin(name, args):
    """The file of a kernel: of its example, or of its own name."""
    example = args.cubins / f"{kernels.KERNELS[name].example}.cubin"
    return example if example.exists() else args.cubins / f"{name}.cubin"


def run_kernel(name, args, row):
    """Fills in the row of one kernel, in this process."""
    kernel = kernels.KERNELS[name]
    driver = start(args)
    function = gpu.Function(driver, cubin(name, args), kernel.entry)
    row |= {"registers": function.registers, "local bytes": function.local,
            "static shared": function.static_shared, "parameters": function.parameters}
    cases = compare_all(kernel, driver, function, args, row)
    launch_many(driver, cases, args, row)
    del cases
    if not args.sanitize:
        time_it(kernel, driver, function, args, row)
    compared = row["compared"] + [row[k] for k in ("timed",) if k in row]
    right = (all(c["right"] for c in compared) and not row["launches that differ"]
             and not row["written outside"])
    row["status"] = "right" if right else "wrong"


def child(name, args):
    """Runs one kernel, writes its row to args.json, and leaves without tidying up."""
    row, code = {"kernel": name, "seed": args.seed}, 0
    try:
        run_kernel(name, args, row)
    except gpu.Hang as error:
        row |= {"status": "hang", "error": str(error)}
        code = HANG
    except Exception as error:  # any: the table shows it
        row |= {"status": "error", "error": f"{type(error).__name__}: {error}"}
        if not isinstance(error, gpu.GpuError):
            traceback.print_exc()
        code = 1
    args.json.write_text(json.dumps(row))
    sys.stdout.flush()
    sys.stderr.flush()
    if code:
        os._exit(code)


def spawn(name, args):
    """Runs the child of a kernel, under the sanitizer if asked for; its row."""
    if not cubin(name, args).exists():
        print(f"{name}: not run, no file {cubin(name, args)}")
        return {"kernel": name, "status": "not run"}
    print(f"{name}: running", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "row.json"
        command = [sys.executable, __file__, str(args.cubins), "--child", name]
        for option in ("launches", "shapes", "seed", "rounds", "deadline"):
            command += [f"--{option}", str(getattr(args, option))]
        command += ["--json", str(path)] + ["--quick"] * args.quick
        if args.sanitize:
            # One parameter too many is asked for to find out how many there are.
            quiet = ["--report-api-errors", "no"] if args.sanitize == "memcheck" else []
            command = ["compute-sanitizer", "--tool", args.sanitize, "--error-exitcode", "9",
                       *quiet, "--target-processes", "all"] + command + [
                           "--sanitize", args.sanitize]
        try:  # in a group of its own, so that the sanitizer's child ends too
            process = subprocess.Popen(command, start_new_session=True)
        except OSError as error:
            return {"kernel": name, "status": "error", "error": f"cannot start: {error}"}
        try:
            code = process.wait(args.timeout)
        except subprocess.TimeoutExpired:
            return {"kernel": name, "status": "hang", "error": f"no end after {args.timeout} s"}
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
        row = json.loads(path.read_text()) if path.exists() else {
            "kernel": name, "status": "error", "error": f"exit code {code} and no result"}
    if code and row["status"] == "right":
        row |= {"status": "error", "error": f"exit code {code}"}
    return row


def table(rows):
    print(f"\n{'kernel':<15} {'status':<8} {'shapes':>6} {'launches':>8} {'differ':>6} {'norm':>8} "
          f"{'regs':>4} {'local':>5} {'rate':>6} {'peer':>6} {'ratio':>6}")
    for row in rows:
        compared = row.get("compared", [])
        rates = row.get("rate", {})
        peer = row.get("peer")

        def number(value, form):
            return format(value, form) if value is not None else "-"

        print(f"{row['kernel']:<15} {row['status']:<8} "
              f"{sum(c['right'] for c in compared):>3}/{len(compared):<2} "
              f"{row.get('launches', 0):>8} {number(row.get('launches that differ'), 'd'):>6} "
              f"{max([c['norm'] for c in compared], default=0):>8.1e} "
              f"{number(row.get('registers'), 'd'):>4} {number(row.get('local bytes'), 'd'):>5} "
              f"{number(rates.get('ours'), '.2f'):>6} {number(rates.get(peer), '.2f'):>6} "
              f"{number(row.get('ratio'), '.3f'):>6}  {row.get('unit', '')} "
              f"{peer or ''} {row.get('error', '')}".rstrip())


def options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cubins", type=pathlib.Path,
                        help="folder with the cubins, such as build/release/demo")
    parser.add_argument("--only", metavar="NAME", action="append", choices=kernels.KERNELS,
                        help="only this kernel (may be repeated): " + ", ".join(kernels.KERNELS))
    parser.add_argument("--quick", action="store_true",
                        help="5 shapes, 200 launches and a smaller shape to time")
    parser.add_argument("--launches", type=int, metavar="N", help="default: 10000")
    parser.add_argument("--shapes", type=int, metavar="N", help="to compare; default: 30")
    parser.add_argument("--rounds", type=int, default=30, help="of timing; default: %(default)s")
    parser.add_argument("--seed", type=int, help="default: the time")
    parser.add_argument("--deadline", type=float, default=30, metavar="S",
                        help="seconds until GPU work counts as a hang; default: %(default)s")
    parser.add_argument("--timeout", type=float, default=180, metavar="S",
                        help="seconds for one kernel; default: %(default)s")
    parser.add_argument("--sanitize", metavar="TOOL",
                        choices=["memcheck", "racecheck", "synccheck", "initcheck"],
                        help="under compute-sanitizer with this tool: 4 shapes, 8 launches, no "
                        "times; options that are given still count")
    parser.add_argument("--allow-missing", action="store_true",
                        help="a missing cubin is no failure, unless all are missing")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write all numbers")
    parser.add_argument("--child", choices=kernels.KERNELS, help=argparse.SUPPRESS)
    return parser


def main():
    args = options().parse_args()
    launches, shapes = (8, 4) if args.sanitize else (200, 5) if args.quick else (10000, 30)
    args.launches = launches if args.launches is None else args.launches
    args.shapes = shapes if args.shapes is None else args.shapes
    args.seed = int(time.time()) if args.seed is None else args.seed
    if args.child:
        return child(args.child, args)
    rows = [spawn(name, args) for name in args.only or kernels.KERNELS]
    table(rows)
    print(f"seed {args.seed}; rates of {'the smaller' if args.quick else 'the large'} shape")
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1) + "\n")
    fine = {"right"} | ({"not run"} if args.allow_missing else set())
    found = {row["status"] for row in rows}
    return 0 if "right" in found and found <= fine else 1


if __name__ == "__main__":
    sys.exit(main())
