#!/usr/bin/env python3
"""How the time of the protocol checker grows with the program.

Generates programs in the text form of docs/CheckerModel.md and measures one check
of each, without reading the text, through `pipegroup-check-program --time`, which
repeats it and gives the fastest. Shapes, all with an unknown trip count:

  producers  a merge of n producers with 8 stages each
  stages     a merge of 8 producers with n stages
  length     a ring of 4 stages whose turn is n slots long, 8 * n statements
  long       a ring of 4 stages with n turns, a constant
  takes      as producers, and the consumer takes from each buffer
  gemm       loads, tensor core and n warps that store: two unknown trip counts

Per shape: the time and the states looked at (rests); the exponent of n in the time
(least squares, log-log, upper half of the sizes, where constant costs weigh
less); its largest growth per doubling.

Expected before measuring: 1 ms at most for a merge of 8 producers with 8 stages,
with takes or without;
an exponent of at most 2 for producers, stages and length, since the number of
rests is linear in the stages and constant otherwise, events are linear in the
size and clocks are as wide as there are barriers; no growth at all with a
constant number of turns.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

from growth import fit_exponent, growth_per_doubling

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUDGETS = {("producers", 8): 1000.0, ("takes", 8): 1000.0}  # microseconds
EXPONENT_LIMITS = {"producers": 2.0, "takes": 2.0, "stages": 2.0, "length": 2.0,
                   "long": 0.1}


def agent(name, times, body, indent="  "):
    return [f"agent {name} {{", f"{indent}loop {times} {{",
            *(2 * indent + line for line in body), indent + "}", "}"]


def merge(producers, stages, takes=False):
    """Each producer has a full barrier of its own; one release frees all."""
    size = f"[{stages}]"
    slot, parity = f"[i % {stages}]", f"i / {stages} & 1"
    turn = f"set i (i + 1) % {2 * stages}"
    lines = [f"barrier empty{size} count 1", "trip k"]
    consumer = []
    for m in range(producers):
        lines += [f"barrier full{m}{size} count 1", f"buffer a{m}{size}"]
        lines += agent(f"p{m}", "k", [f"wait empty{slot} parity {parity} ^ 1",
                                      f"arm full{m}{slot} 128",
                                      f"load a{m}{slot} on full{m}{slot} 128",
                                      turn])
        consumer += [f"wait full{m}{slot} parity {parity}", f"read a{m}{slot}"]
        consumer += [f"take a{m}{slot}"] if takes else []
    return lines + agent("c", "k", consumer + [f"arrive empty{slot}", turn])


def ring(times, turns=1, stages=4):
    slot, parity = f"[i % {stages}]", f"i / {stages} & 1"
    turn = f"set i (i + 1) % {2 * stages}"
    produce = [f"wait empty{slot} parity {parity} ^ 1", f"arm full{slot} 128",
               f"load a{slot} on full{slot} 128", turn]
    consume = [f"wait full{slot} parity {parity}", f"read a{slot}",
               f"arrive empty{slot}", turn]
    return [f"barrier full[{stages}] count 1", f"barrier empty[{stages}] count 1",
            f"buffer a[{stages}]", *([] if times.isdigit() else [f"trip {times}"]),
            *agent("p", times, produce * turns),
            *agent("c", times, consume * turns)]


def gemm(warps):
    lines = ["barrier full[4] count 1", "barrier empty[4] count 1",
             "barrier done[2] count 1", f"barrier free[2] count {warps}",
             "buffer a[4]", "buffer acc[2] tensor", "trip t", "trip k"]
    lines += agent("load", "t", ["loop k {",
                                 "wait empty[i % 4] parity i / 4 & 1 ^ 1",
                                 "arm full[i % 4] 128",
                                 "load a[i % 4] on full[i % 4] 128",
                                 "set i i + 1", "}"])
    lines += agent("mma", "t", ["wait free[j % 2] parity j / 2 & 1 ^ 1", "loop k {",
                                "wait full[i % 4] parity i / 4 & 1",
                                "issue tensor read a[i % 4] write acc[j % 2]",
                                "signal tensor empty[i % 4]", "set i i + 1", "}",
                                "signal tensor done[j % 2]", "set j j + 1"])
    for w in range(warps):
        lines += agent(f"e{w}", "t", ["wait done[j % 2] parity j / 2 & 1",
                                      "read acc[j % 2]", "arrive free[j % 2]",
                                      "set j j + 1"])
    return lines


SHAPES = {
    "producers": ([1, 2, 4, 8, 16, 32], lambda n: merge(n, 8)),
    "takes": ([1, 2, 4, 8, 16, 32], lambda n: merge(n, 8, takes=True)),
    "stages": ([1, 2, 4, 8, 16, 32], lambda n: merge(8, n)),
    "length": ([1, 2, 4, 8, 16, 32, 64], lambda n: ring("k", n)),
    "long": ([100, 10000, 1000000, 100000000], lambda n: ring(str(n))),
    "gemm": ([1, 2, 4, 8], gemm),
}


def measure(driver, program):
    """Microseconds, verdict and rests of one check."""
    done = subprocess.run([driver, "--time", "--stats"],
                          input="\n".join(program) + "\n",
                          stdout=subprocess.PIPE, universal_newlines=True, check=True)
    first, second = done.stdout.splitlines()[:2]
    microseconds, verdict = first.split(" ", 1)
    rests, _, events, _ = second.split()
    return {"microseconds": float(microseconds), "verdict": verdict,
            "rests": int(rests), "events": int(events)}


def judge(shapes):
    """One line per claim; whether all hold."""
    claims = []
    for shape, rows in shapes.items():
        points = [(row["n"], row["microseconds"]) for row in rows]
        for row in rows:
            if row["verdict"] != "safe":
                claims.append({"shape": shape, "holds": False,
                               "text": f"{row['verdict']} for n = {row['n']}"})
            budget = BUDGETS.get((shape, row["n"]))
            if budget:
                claims.append({"shape": shape, "microseconds": row["microseconds"],
                               "text": f"{row['microseconds']:.0f} us for n = "
                                       f"{row['n']} (limit {budget:.0f})",
                               "holds": row["microseconds"] <= budget})
        if shape in EXPONENT_LIMITS and len(points) >= 2:
            exponent = fit_exponent(points[-max(2, (len(points) + 1) // 2):])
            limit = EXPONENT_LIMITS[shape]
            claims.append({"shape": shape, "exponent": exponent,
                           "growth_per_doubling": growth_per_doubling(points),
                           "text": f"exponent {exponent:.2f} (limit {limit})",
                           "holds": exponent <= limit})
    for claim in claims:
        print(f"{claim['shape']}: {claim['text']}: "
              f"{'ok' if claim['holds'] else 'EXCEEDED'}")
    return claims


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--driver",
                        default=str(ROOT / "build/release/bin/pipegroup-check-program"),
                        help="pipegroup-check-program (default: %(default)s)")
    parser.add_argument("--shape", action="append", choices=SHAPES,
                        help="only this shape; may be repeated (default: all)")
    parser.add_argument("--emit", metavar="SHAPE:N",
                        help="write the program of a shape to stdout and stop")
    parser.add_argument("--json", metavar="FILE", help="write the numbers there")
    args = parser.parse_args()
    if args.emit:
        shape, _, n = args.emit.partition(":")
        if shape not in SHAPES or not n.isdigit():
            parser.error("--emit takes a shape and a size, such as stages:8")
        print("\n".join(SHAPES[shape][1](int(n))))
        return 0
    if not shutil.which(args.driver):
        sys.exit(f"checker.py: found no program '{args.driver}'")

    shapes = {}
    print(f"{'shape':<10} {'n':>9} {'us':>10} {'rests':>6} {'events':>7}")
    for shape in args.shape or SHAPES:
        sizes, program = SHAPES[shape]
        shapes[shape] = []
        for n in sizes:
            row = {"n": n, **measure(args.driver, program(n))}
            shapes[shape].append(row)
            print(f"{shape:<10} {n:9} {row['microseconds']:10.1f} {row['rests']:6} "
                  f"{row['events']:7}")
    claims = judge(shapes)
    if args.json:
        result = {"shapes": shapes, "claims": claims}
        pathlib.Path(args.json).write_text(json.dumps(result, indent=2) + "\n")
    return 0 if all(claim["holds"] for claim in claims) else 1


if __name__ == "__main__":
    sys.exit(main())
