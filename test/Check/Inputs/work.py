"""Prints how much work the checker has with each kernel; exit code 1 if it is too much, or
if a kernel is not safe."""

import argparse
import json
import subprocess
import sys


def kernels_of(tool, source):
    done = subprocess.run([tool, "--json", source], stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)["kernels"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool", help="pipegroup-check")
    parser.add_argument("sources", nargs="+", metavar="FILE.mlir")
    parser.add_argument("--most-rests", type=int, required=True)
    parser.add_argument("--most-events", type=int, required=True)
    args = parser.parse_args()

    is_good = True
    for source in args.sources:
        for kernel in kernels_of(args.tool, source):
            found = kernel["result"]
            rests, events = found["rests"], found["events"]
            is_much = rests > args.most_rests or events > args.most_events
            is_good &= not is_much and found["verdict"] == "safe"
            print(f"{'/'.join(source.split('/')[-2:])} {found['verdict']}, "
                  f"{rests} rests, {events} events"
                  f"{': too many' if is_much else ''}")
    if is_good:
        print("all within the limits")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
