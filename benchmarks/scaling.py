#!/usr/bin/env python3
"""How the time of `pipegroup-opt --pipegroup-to-nvvm` grows with the module.

Generates modules with n groups and protocol ops for each, with explicit states,
and measures parse, verify and lowering to NVVM, text in and text out. Shapes:

  spread   n groups of two members, ten groups a function
  each     n groups of two members, one function a group
  wide     n merge groups of 64 members and 100 ops, one function a group
  forks    n fork groups of 64 members and 100 ops, one function a group

Per shape: wall and processor time, best and median of the runs; the exponent of n
in the best processor time less that of start-up (least squares, log-log), which
other programs on the machine disturb least; its largest growth per doubling; and
where the wall time goes (--mlir-timing; "verify" is what a run gets faster by when
it verifies nothing).

Expected before measuring: an exponent of at most 1.1 for every shape, since each
op is looked at a fixed number of times and each lookup of a symbol, a plan or a
dominance number is hashed; 10,000 groups (220,000 ops) within 5 s, since the
upstream parser, verifier and printer take about 5 us an op each; less than 2.6
times the time per doubling for the wide groups.
"""

import argparse
import json
import math
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from growth import fit_exponent, growth_per_doubling

ROOT = pathlib.Path(__file__).resolve().parent.parent
COUNTS = [1000, 2000, 4000, 8000, 10000, 16000]
WIDE_COUNTS = [125, 250, 500, 1000]
WIDE_MEMBERS = 64
BUDGET = {"groups": 10000, "seconds": 5.0}
EXPONENT_LIMIT = 1.1
DOUBLING_LIMIT = 2.6
STATE = "!pipegroup.state<4>"


def pair_group(g):
    """A merge group of two members."""
    return [f"  pipegroup.group @g{g} merge {{",
            "    pipegroup.member @x async_async stages(4) producer(thread 32) "
            "consumer(thread 128)",
            "    pipegroup.member @y tma_async stages(4) producer(warp 1) "
            "consumer(thread 128) bytes(256)",
            "  }"]


def loop(body, target, side, state):
    """A loop that runs `body` on a state and advances it."""
    return [f"    %{state} = pipegroup.start {target} {side} : {STATE}",
            f"    scf.for %i = %zero to %n step %one iter_args(%s = %{state}) -> "
            f"({STATE}) : i32 {{",
            *(f"      {line} : {STATE}" for line in body),
            f"      %next = pipegroup.advance %s : {STATE}",
            f"      scf.yield %next : {STATE}",
            "    }"]


def pair_ops(g):
    """What the producers and the consumer of a pair do."""
    lines = []
    for member in "xy":
        at = f"@g{g}::@{member}"
        lines += loop([f"pipegroup.acquire {at}[%s]",
                       f"pipegroup.commit {at}[%s]"],
                      at, "producer", f"{member}{g}")
    return lines + loop([f"pipegroup.wait @g{g}::@x[%s]",
                         f"pipegroup.wait @g{g}::@y[%s]",
                         f"pipegroup.release @g{g}[%s]"],
                        f"@g{g}", "consumer", f"c{g}")


def wide_group(mode):
    def build(g):
        return [f"  pipegroup.group @g{g} {mode} {{",
                *(f"    pipegroup.member @m{m} async_async stages(4) "
                  "producer(thread 32) consumer(thread 32)"
                  for m in range(WIDE_MEMBERS)),
                "  }"]
    return build


def wide_ops(mode):
    """The collapsed side on all members and the other side on eight: 99 ops."""
    def build(g):
        group, members = f"@g{g}", [f"@g{g}::@m{m}" for m in range(WIDE_MEMBERS)]
        merge = mode == "merge"
        lines = loop([f"pipegroup.{'wait' if merge else 'acquire'} {m}[%s]"
                      for m in members] +
                     [f"pipegroup.{'release' if merge else 'commit'} {group}[%s]"],
                     group, "consumer" if merge else "producer", f"all{g}")
        for index, member in enumerate(members[:8]):
            actions = ("acquire", "commit") if merge else ("wait", "release")
            lines += loop([f"pipegroup.{action} {member}[%s]" for action in actions],
                          member, "producer" if merge else "consumer",
                          f"m{g}_{index}")
        return lines
    return build


def module(count, per_function, group, ops):
    lines = ["gpu.module @kernels {"]
    for g in range(count):
        lines += group(g)
    for first in range(0, count, per_function):
        own = range(first, min(first + per_function, count))
        lines += [f"  gpu.func @f{first}(%n: i32) kernel {{",
                  "    %zero = arith.constant 0 : i32",
                  "    %one = arith.constant 1 : i32"]
        lines.append("    pipegroup.init " + ", ".join(f"@g{g}" for g in own))
        for g in own:
            lines += ops(g)
        lines += ["    gpu.return", "  }"]
    return "\n".join(lines + ["}", ""])


SHAPES = {
    "spread": lambda n: module(n, 10, pair_group, pair_ops),
    "each": lambda n: module(n, 1, pair_group, pair_ops),
    "wide": lambda n: module(n, 1, wide_group("merge"), wide_ops("merge")),
    "forks": lambda n: module(n, 1, wide_group("fork"), wide_ops("fork")),
}


def is_wide(shape):
    return shape in ("wide", "forks")


def run(command, timeout):
    """Wall time, processor time and what the run printed to stderr."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, timeout=timeout)
    wall = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"scaling.py: {' '.join(command)}: {done.stderr[:2000]}")
    return (wall, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime,
            done.stderr)


def named_times(report):
    """Seconds by name, from the JSON of --mlir-timing."""
    return {entry["name"]: entry["wall"]["duration"]
            for entry in json.loads(report) if entry and entry.get("name")}


class Runner:
    def __init__(self, args):
        self.args = args
        self.base = [args.opt, "--pipegroup-to-nvvm"]

    def measure(self, source):
        runs = [run(self.base + [source], self.args.timeout)[:2]
                for _ in range(self.args.runs)]
        timing = ["--mlir-timing", "--mlir-timing-display=list",
                  "--mlir-output-format=json"]
        *_, report = run(self.base + timing + [source], self.args.timeout)
        *_, unverified = run(self.base + timing + [
            "--verify-each=false", "--mlir-very-unsafe-disable-verifier-on-parsing",
            source], self.args.timeout)
        split, without = named_times(report), named_times(unverified)
        split["verify"] = max(0.0, split["Total"] - without["Total"])
        for name in without:
            if name not in ("Total", "Rest"):
                split[name] = min(split.get(name, math.inf), without[name])
        return runs, split


def measure_shape(runner, shape, counts, folder, startup):
    rows = []
    for n in counts:
        source = os.path.join(folder, f"{shape}.mlir")
        text = SHAPES[shape](n)
        pathlib.Path(source).write_text(text)
        try:
            runs, split = runner.measure(source)
        except subprocess.TimeoutExpired:
            print(f"{shape}: {n} groups took more than {runner.args.timeout} s; "
                  "larger ones are skipped", file=sys.stderr)
            rows.append({"groups": n, "timeout": runner.args.timeout})
            break
        walls, cpus = map(list, zip(*runs))
        rows.append({"groups": n, "input_bytes": len(text), "wall_seconds": walls,
                     "cpu_seconds": cpus,
                     "net_cpu_seconds": max(min(cpus) - startup, 1e-4),
                     "split_seconds": split})
    return rows


STEPS = [("parse", "Parser"), ("verify", "verify"), ("check", "PipegroupCheckTarget"),
         ("materialize", "PipegroupMaterializeBarriers"),
         ("to nvvm", "ConvertPipegroupToNVVM"), ("print", "Output")]


def print_table(shapes):
    print(f"{'':<14} {'wall s':>15} {'processor s':>15}\n"
          f"{'shape':<7} {'groups':>6} {'min':>7} {'median':>7} {'min':>7} "
          f"{'median':>7} {'us/group':>8}  " +
          " ".join(f"{title:>11}" for title, _ in STEPS) + "   (wall s)")
    for shape, rows in shapes.items():
        for row in rows:
            if "timeout" in row:
                print(f"{shape:<7} {row['groups']:6} more than {row['timeout']} s")
                continue
            walls, cpus = row["wall_seconds"], row["cpu_seconds"]
            print(f"{shape:<7} {row['groups']:6} {min(walls):7.3f} "
                  f"{statistics.median(walls):7.3f} {min(cpus):7.3f} "
                  f"{statistics.median(cpus):7.3f} "
                  f"{1e6 * row['net_cpu_seconds'] / row['groups']:8.1f}  " +
                  " ".join(f"{row['split_seconds'].get(name, 0.0):11.3f}"
                           for _, name in STEPS))


def judge(shapes):
    """One line per claim; whether all hold."""
    claims = []
    for shape, rows in shapes.items():
        points = [(row["groups"], row["net_cpu_seconds"]) for row in rows
                  if "timeout" not in row]
        complete = len(points) == len(rows)
        if len(points) >= 2:
            exponent, doubling = fit_exponent(points), growth_per_doubling(points)
            limit = (f"exponent {exponent:.3f} (limit {EXPONENT_LIMIT}), growth per "
                     f"doubling at most {doubling:.2f} (limit {DOUBLING_LIMIT})")
            holds = (complete and doubling < DOUBLING_LIMIT and
                     (is_wide(shape) or exponent <= EXPONENT_LIMIT))
            claims.append({"shape": shape, "exponent": exponent,
                           "growth_per_doubling": doubling, "text": limit,
                           "holds": holds})
        for row in rows:
            if row["groups"] == BUDGET["groups"] and not is_wide(shape):
                seconds = min(row["wall_seconds"]) if "timeout" not in row else math.inf
                claims.append({"shape": shape, "seconds": seconds,
                               "text": f"{row['groups']} groups in {seconds:.2f} s "
                                       f"(limit {BUDGET['seconds']})",
                               "holds": seconds <= BUDGET["seconds"]})
    for claim in claims:
        print(f"{claim['shape']}: {claim['text']}: "
              f"{'ok' if claim['holds'] else 'EXCEEDED'}")
    return claims


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opt", default=str(ROOT / "build/release/bin/pipegroup-opt"),
                        help="pipegroup-opt (default: %(default)s)")
    parser.add_argument("--shape", action="append", choices=SHAPES,
                        help="only this shape; may be repeated (default: all)")
    parser.add_argument("--groups", type=lambda text: [int(n) for n in text.split(",")],
                        help="counts of groups, such as 1000,2000 (default: "
                             f"{','.join(map(str, COUNTS))}; for the wide shapes "
                             f"{','.join(map(str, WIDE_COUNTS))})")
    parser.add_argument("--runs", type=int, default=3,
                        help="measured runs of each (default: %(default)s)")
    parser.add_argument("--timeout", type=float, default=300,
                        help="seconds after which a run counts as too slow "
                             "(default: %(default)s)")
    parser.add_argument("--emit", metavar="SHAPE:N",
                        help="write the module of a shape to stdout and stop")
    parser.add_argument("--json", metavar="FILE", help="write the numbers there")
    args = parser.parse_args()
    if args.emit:
        shape, _, count = args.emit.partition(":")
        if shape not in SHAPES or not count.isdigit():
            parser.error("--emit takes a shape and a count, such as spread:100")
        sys.stdout.write(SHAPES[shape](int(count)))
        return 0
    if not shutil.which(args.opt):
        sys.exit(f"scaling.py: found no program '{args.opt}'")

    runner = Runner(args)
    shapes = {}
    with tempfile.TemporaryDirectory() as folder:
        empty = os.path.join(folder, "empty.mlir")
        pathlib.Path(empty).write_text("module {}\n")
        startup = min(run(runner.base + [empty], args.timeout)[1]
                      for _ in range(max(5, args.runs)))
        for shape in args.shape or SHAPES:
            counts = args.groups or (WIDE_COUNTS if is_wide(shape) else COUNTS)
            shapes[shape] = measure_shape(runner, shape, sorted(counts), folder,
                                          startup)
    print_table(shapes)
    claims = judge(shapes)
    if args.json:
        result = {"startup_cpu_seconds": startup, "shapes": shapes, "claims": claims}
        pathlib.Path(args.json).write_text(json.dumps(result, indent=2) + "\n")
    return 0 if all(claim["holds"] for claim in claims) else 1


if __name__ == "__main__":
    sys.exit(main())
