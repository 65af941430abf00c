#!/usr/bin/env python3
"""What `compute-sanitizer --tool racecheck` says of small rings with known answers.

The kernels of `racecheck_control.cu` pass words through a ring of slots: in one CTA and in
clusters of two, where slots are released to another CTA, too. In some each lane of a warp
releases what it has read, in others one lane does for all after a barrier of the warp, as
the dialect does in clusters. They show which order racecheck sees, and which it does not.

    nvcc -cubin -arch=sm_90a -lineinfo racecheck_control.cu -o control.cubin
    racecheck_control.py control.cubin               # needs cupy and a GPU (see README.md)
    racecheck_control.py control.cubin --racecheck   # and compute-sanitizer

Each kernel copies src[cluster][round][word], of 32 bits, to every CTA of the cluster, and
every word of every launch is compared. With --racecheck each runs in a process of its own
under the tool, for few rounds and in one cluster. The table then has the numbers of the
tool's summary; the hazards that its analysis counts, one a byte; and those of its hazard
reports by kind and by the ranks of the CTAs of the earlier and the later access, with the
number of lanes that read: `WAR 1>0 x744 (31 lanes)` are reads by 31 lanes of CTA 1 before
writes by CTA 0. Other warnings of the tool follow: if barriers overflow,
repeat with `--option=--num-cuda-barriers=64`. Exit code 0 if all ran and no word was wrong
in a kernel that is right; hazards do not count.

Expected: wrong words in the broken kernels only, and WAR hazards in these, or the tool does
not look; no hazards where each lane releases, in one CTA or two; and where one lane does,
hazards of the other 31 lanes only, in one CTA already. In example_elected each of two lanes
releases to one CTA, so that there are 31 for each CTA that writes. From version 2026.4 on,
--option=--racecheck-fence-proxy-async=no turns off what the tool asks for besides: a proxy
fence between a read and a write by TMA, which the kernels of `example` do not have.
"""

import argparse
import collections
import ctypes
import dataclasses
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

import gpu

ROUNDS = [0, 1, 2, 3, 4, 5, 8, 31, 500]
LINES = 20  # of a report, in the JSON
HANG = 3  # exit code
TOOL = pathlib.Path("/usr/local/cuda/bin/compute-sanitizer")


@dataclasses.dataclass(frozen=True)
class Kernel:
    """CTAs of a cluster, words of a slot, threads of a CTA, and what racecheck should say.

    `broken` kernels race: their words may be wrong.
    """

    ctas: int
    expected: str
    words: int = 32
    threads: int = 64
    broken: bool = False


KERNELS = {
    "local_lanes": Kernel(1, "none"),
    "local_elected": Kernel(1, "31 of 32 lanes"),
    "cluster_lanes": Kernel(2, "none"),
    "cluster_elected": Kernel(2, "31 of 32 lanes"),
    "example_lanes": Kernel(2, "none", 128, 160),
    "example_elected": Kernel(2, "31 of 32 lanes", 128, 160),
    "broken_local": Kernel(1, "WAR", broken=True),
    "broken_cluster": Kernel(2, "WAR", broken=True),
    "broken_example": Kernel(2, "WAR", 128, 160, broken=True),
}


def check(driver, function, kernel, clusters, rounds, random, deadline):
    """Words of one launch that are wrong."""
    import cupy
    import numpy

    src = random.integers(0, 2**31, (clusters, rounds, kernel.words), numpy.uint32)
    # Copied, not filled: no other kernel runs under the tool.
    words = clusters * kernel.ctas * rounds * kernel.words
    dst = cupy.asarray(numpy.full(max(words, 1), 2**32 - 1, numpy.uint32))
    args = (cupy.asarray(src if src.size else numpy.zeros(1, numpy.uint32)), dst,
            ctypes.c_int32(rounds))
    function.launcher((clusters * kernel.ctas, 1, 1), (kernel.threads, 1, 1), args)()
    driver.synchronize(deadline, f"{rounds} rounds")
    return int((dst.get()[:words] != src.repeat(kernel.ctas, axis=0).ravel()).sum())


def run(name, args):
    """The row of one kernel, run in this process. Raises GpuError."""
    import cupy
    import numpy

    kernel = KERNELS[name]
    cupy.cuda.Device(0).use()
    cupy.cuda.runtime.free(0)  # makes the context
    driver = gpu.Driver()
    function = gpu.Function(driver, args.cubin, name)
    row = {"kernel": name, "wrong": 0, "words": 0, "launches": 0}
    for i in range(args.repeat):
        for rounds in args.rounds or ROUNDS:
            random = numpy.random.default_rng([args.seed, i, rounds])
            row["wrong"] += check(driver, function, kernel, args.clusters, rounds, random,
                                  args.deadline)
            row["words"] += args.clusters * kernel.ctas * rounds * kernel.words
            row["launches"] += 1
    return row


SUMMARY = re.compile(r"RACECHECK SUMMARY: (\d+) hazards? displayed "
                     r"\((\d+) errors?, (\d+) warnings?\)")
ANALYSIS = re.compile(r"Race reported between|and (?:Read|Write) access at")
COUNT = re.compile(r"\[(\d+) hazards?\]")
HAZARD = re.compile(r"Potential (\w+) hazard detected")
THREAD = re.compile(r"(?:Read|Write) Thread \(")
READER = re.compile(r"Read Thread \((\d+),")
RANK = re.compile(r"\(block rank (\d+)\)")
NOTE = re.compile(r"^=+ *(?:error|warn\w*|internal\b.*):|overflow|Potential invalid", re.I)


def parse(text):
    """What racecheck has printed: counts, pairs of accesses, and first lines.

    "races" and "hazards" are of its analysis; "pairs", and the lanes that read in them, of
    its hazard reports. What it did not print is None or zero.
    """
    found = {"summary": None, "displayed": None, "errors": None, "warnings": None,
             "races": 0, "hazards": 0, "pairs": collections.Counter(), "lanes": {}, "notes": [],
             "analysis": [], "reports": []}
    kind, ranks, lane = None, [], None
    for line in text.splitlines():
        if not line.startswith("===="):
            continue
        line = line.rstrip()
        if match := SUMMARY.search(line):
            found["summary"] = line
            found |= zip(("displayed", "errors", "warnings"), map(int, match.groups()))
        elif ANALYSIS.search(line):
            found["analysis"].append(line)
            found["races"] += "Race reported" in line
            found["hazards"] += sum(int(n) for n in COUNT.findall(line))
        elif match := HAZARD.search(line):
            found["reports"].append(line)
            kind, ranks = match[1], []
        elif kind and THREAD.search(line):
            found["reports"].append(line)
            ranks += RANK.findall(line) or ["?"]
            if match := READER.search(line):
                lane = int(match[1]) % 32
            if len(ranks) == 2:
                same = ranks == ["?", "?"]
                pair = kind + ("" if same else " " + ">".join(ranks))
                found["pairs"][pair] += 1
                found["lanes"].setdefault(pair, set()).add(lane)
                kind = None
        elif NOTE.search(line) and line not in found["notes"]:
            found["notes"].append(line)
    found["lanes"] = {pair: sorted(lanes) for pair, lanes in found["lanes"].items()}
    for lines in ("notes", "analysis", "reports"):
        found[lines] = found[lines][:LINES]
    return found


def version(tool):
    """What the tool says of its version. Ends the program if it cannot start."""
    try:
        text = subprocess.run([tool, "--version"], capture_output=True, text=True).stdout
    except OSError as error:
        sys.exit(f"cannot start {tool}: {error}")
    return next((line for line in text.splitlines() if line.startswith("Version")), text)


def racecheck(name, args):
    """The row of one kernel, run by this script under the tool."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "row.json"
        rounds = [f"--rounds={n}" for n in args.rounds or [8]]
        command = [args.tool, "--tool", "racecheck", "--racecheck-report", args.report,
                   "--print-limit", "0", *args.option, sys.executable, __file__, args.cubin,
                   "--kernel", name, *rounds, "--clusters", args.clusters, "--repeat", 1,
                   "--seed", args.seed, "--deadline", args.timeout, "--json", path]
        command = [str(word) for word in command]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        try:
            text, _ = process.communicate(timeout=args.timeout)
            error = f"exit code {process.returncode}" if process.returncode else ""
        except subprocess.TimeoutExpired:  # the tool's child, too
            os.killpg(process.pid, signal.SIGKILL)
            text, _ = process.communicate()
            error = f"no end after {args.timeout:g} s"
        row = json.loads(path.read_text())["rows"][0] if path.exists() else {"kernel": name}
    row |= {"command": command, "error": row.get("error") or error} | parse(text)
    if row["summary"] is None or "wrong" not in row:
        row["output"] = text.splitlines()[-LINES:]
        row["error"] = row["error"] or "no result"
    return row


def table(rows, traced):
    print(f"{'kernel':<23} {'wrong':>6} {'words':>9}" + (
        f" {'shown':>6} {'errors':>6} {'warn':>5} {'hazards':>8}  {'expected':<17} found"
        if traced else ""))
    for row in rows:
        def number(key):
            return "-" if row.get(key) is None else str(row[key])

        text = f"{row['kernel']:<23} {number('wrong'):>6} {number('words'):>9}"
        if traced:
            pairs = ", ".join(f"{pair} x{n} ({len(row['lanes'][pair])} lanes)"
                              for pair, n in sorted(row["pairs"].items()))
            pairs = pairs or ("none" if row["displayed"] == 0 else "-")
            text += (f" {number('displayed'):>6} {number('errors'):>6} "
                     f"{number('warnings'):>5} {number('hazards'):>8}  "
                     f"{KERNELS[row['kernel']].expected:<17} {pairs}")
        print(f"{text}  {row.get('error') or ''}".rstrip())
    for row in rows:
        for line in row.get("notes", []) + row.get("output", []):
            print(f"{row['kernel']}: {line}")


def options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cubin", type=pathlib.Path, metavar="CUBIN")
    parser.add_argument("--kernel", metavar="NAME", action="append",
                        choices=list(KERNELS),
                        help="only this one (may be repeated): " + ", ".join(KERNELS))
    parser.add_argument("--racecheck", action="store_true", help="under compute-sanitizer")
    parser.add_argument("--tool", default=str(TOOL) if TOOL.exists() else "compute-sanitizer",
                        metavar="FILE", help="compute-sanitizer; default: %(default)s")
    parser.add_argument("--option", metavar="OPTION", action="append", default=[],
                        help="of the tool (may be repeated), such as "
                        "--option=--num-cuda-barriers=64")
    parser.add_argument("--report", choices=["analysis", "hazard", "all"], default="all",
                        help="what the tool prints; only hazards have pairs; "
                        "default: %(default)s")
    parser.add_argument("--rounds", type=int, metavar="N", action="append",
                        help="of a launch (may be repeated); default: 0 to 500, with the "
                        "tool 8")
    parser.add_argument("--clusters", type=int, metavar="N",
                        help="of a launch; default: 16, with the tool 1")
    parser.add_argument("--repeat", type=int, metavar="N", default=100,
                        help="launches of each number of rounds, with the tool 1; "
                        "default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--deadline", type=float, default=30, metavar="S",
                        help="seconds until a launch counts as a hang; default: %(default)s")
    parser.add_argument("--timeout", type=float, default=120, metavar="S",
                        help="seconds of a kernel with the tool; default: %(default)s")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write all rows")
    return parser


def main():
    parser = options()
    args = parser.parse_args()
    if not args.cubin.is_file():
        parser.error(f"no file '{args.cubin}', expected a cubin of racecheck_control.cu")
    args.clusters = args.clusters or (1 if args.racecheck else 16)
    rows, code = [], 0
    head = {"cubin": str(args.cubin), "rows": rows}
    if args.racecheck:
        head |= {"tool": version(args.tool), "environment": {
            k: v for k, v in os.environ.items() if k.startswith("NV_COMPUTE_SANITIZER")}}
    for name in args.kernel or KERNELS:
        try:
            rows.append((racecheck if args.racecheck else run)(name, args))
        except gpu.GpuError as error:
            rows.append({"kernel": name, "error": f"{type(error).__name__}: {error}"})
            code = HANG if isinstance(error, gpu.Hang) else 1
            if not str(error).startswith("cuModuleGetFunction"):
                break  # the context is lost
    table(rows, args.racecheck)
    if args.racecheck:
        print(f"{head['tool']}; {', '.join(args.option) or 'no options'}; seed {args.seed}")
    if args.json:
        args.json.write_text(json.dumps(head, indent=1) + "\n")
    if any(row.get("error") or row["wrong"] and not KERNELS[row["kernel"]].broken
           for row in rows):
        code = code or 1
    if code == HANG:  # what tidies up would wait for the GPU
        sys.stdout.flush()
        os._exit(code)
    return code


if __name__ == "__main__":
    sys.exit(main())
