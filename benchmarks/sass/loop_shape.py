#!/usr/bin/env python3
"""What unrolling rings and hoisting addresses do to the SASS of a loop.

Compiles the kernels of sass.py as they are, with --hoist-addresses, with
--unroll-rings and with both, and counts the instructions on the fast path of the
loop for each round (one slot of the ring).

Expected before measuring: hoisting alone changes nothing, since an address depends
on the slot number; unrolling over S slots saves the advance of the slot number and
S - 1 of S loop counters, branches and parities: a ratio of 0.5 to 0.8; hoisting in
the unrolled loop changes nothing, since constant addresses are offsets in the
instruction.
"""

import argparse
import json
import pathlib
import sys
import tempfile

import sass

FORMS = {"plain": [], "hoisted": ["--hoist-addresses"],
         "unrolled": ["--unroll-rings=8"],
         "both": ["--unroll-rings=8", "--hoist-addresses"]}


def rounds_of(form, stages):
    return stages if "--unroll-rings=8" in FORMS[form] else 1


def measure(tools, chip, stages, folder):
    """One row per role: instructions per round of each form."""
    rows = []
    for name, (chips, roles) in sass.KERNELS.items():
        if chip not in chips:
            continue
        code = {form: tools.functions(tools.compile_ours(name, chip, stages, folder,
                                                         flags), chip)
                for form, flags in FORMS.items()}
        for role, (waits, signal) in roles.items():
            row = {"kernel": name, "role": role, "chip": chip, "stages": stages}
            for form, functions in code.items():
                rounds = rounds_of(form, stages)
                loop = sass.fast_path(functions.get(role) or functions[name], waits,
                                      signal, rounds)
                row[form] = len(loop) / rounds if loop else None
            rows.append(row)
    return rows


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compile",
                        default=str(sass.ROOT / "build/release/bin/pipegroup-compile"))
    for tool in ("nvcc", "ptxas", "cuobjdump"):
        parser.add_argument(f"--{tool}")
    parser.add_argument("--chip", default="sm_90a")
    parser.add_argument("--stages", type=lambda text: [int(s) for s in text.split(",")],
                        default=[2, 3, 4], help="numbers of slots (default: 2,3,4)")
    parser.add_argument("--json", metavar="FILE", help="write the numbers there")
    args = parser.parse_args()
    args.implicit = False
    tools = sass.Toolchain(args)
    missing = [tool for tool in ("ptxas", "cuobjdump") if not getattr(tools, tool)]
    if missing:
        print(f"loop_shape.py: skipped, found no {', no '.join(missing)}")
        return 0
    rows = []
    with tempfile.TemporaryDirectory() as temporary:
        for stages in args.stages:
            rows += measure(tools, args.chip, stages, pathlib.Path(temporary))
    print(f"{'kernel':<13} {'role':<16} {'S':>2}" +
          "".join(f" {form:>9}" for form in FORMS) + "  unrolled/plain")
    for row in rows:
        cells = "".join(f" {row[form]:9.2f}" if row[form] else f" {'?':>9}"
                        for form in FORMS)
        ratio = (f"{row['unrolled'] / row['plain']:6.2f}"
                 if row["unrolled"] and row["plain"] else "     ?")
        print(f"{row['kernel']:<13} {row['role']:<16} {row['stages']:2}{cells}  {ratio}")
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(rows, indent=2) + "\n")
    return 0 if all(row[form] for row in rows for form in FORMS) else 1


if __name__ == "__main__":
    sys.exit(main())
