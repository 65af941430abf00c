#!/usr/bin/env python3
"""SASS instructions of one loop iteration: ours against hand-written CUDA C++.

NAME.mlir and NAME.cu in this folder hold the same kernels, one for each role of a
group: set the barriers up, then iterate waits and signals and advance the ring.
Both are compiled to PTX (pipegroup-compile; nvcc) and then by the same ptxas with
the same flags. The number is that of the instructions on one iteration's fast
path: the shortest way round the loop on which every first try_wait succeeds and
the signal is executed. It is exact: nothing is timed, a run repeats it. The loop is
written by hand in several forms (counting up or down); the best of each role counts.

Expected before measuring: a ratio of at most 1.00 for every role. A role does
with its barriers what it must (one try_wait and one branch a wait, one instruction
a signal, convergence and election where one lane signals), and both count one loop
counter, one slot number and one parity; what remains is the same LLVM and ptxas.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIMIT = 1.00

# Kernel -> chips, and role -> (waits, what signals) of one iteration. A role is a
# kernel of its own, but for those of "roles", which is one kernel with all of them.
ARRIVE, ARM, COMMIT = "arrive", "arm", "commit"
KERNELS = {
    "merge_copy": (["sm_90a", "sm_100a"],
                   {"async_producer": (1, ARRIVE), "tma_producer": (1, ARM),
                    "consumer": (2, ARRIVE)}),
    "merge_gemm": (["sm_100a"],
                   {"async_producer": (1, ARRIVE), "tma_producer": (1, ARM),
                    "consumer": (2, COMMIT)}),
    "residual_add": (["sm_100a"],
                     {"umma_producer": (1, COMMIT), "async_producer": (1, ARRIVE),
                      "consumer": (2, ARRIVE)}),
    "fork_umma": (["sm_100a"],
                  {"producer": (2, ARM), "umma_consumer": (1, COMMIT),
                   "warp_consumer": (1, ARRIVE)}),
    "fork_async": (["sm_90a", "sm_100a"],
                   {"producer": (2, ARM), "thread_consumer": (1, ARRIVE),
                    "warp_consumer": (1, ARRIVE)}),
    "fused_merge": (["sm_90a", "sm_100a"],
                    {"x_producer": (1, ARM), "y_producer": (1, ARM),
                     "consumer": (1, ARRIVE)}),
    "roles": (["sm_90a", "sm_100a"],
              {"async_producer": (1, ARRIVE), "tma_producer": (1, ARM),
               "consumer": (2, ARRIVE)}),
}

INSTRUCTION = re.compile(r"^\s+/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;")
FUNCTION = re.compile(r"^\s*Function : (\S+)")
WAIT = re.compile(r"\bSYNCS\.PHASECHK\S*TRYWAIT\S* U?P\w+, (\[.*?\])")
SIGNALS = {ARRIVE: re.compile(r"\bSYNCS\.ARRIVE\S*\.A1T0\b"),
           ARM: re.compile(r"\bSYNCS\.ARRIVE\.TRANS64(?!\S*\.A1T0)"),
           COMMIT: re.compile(r"\bUTCBAR\b")}
TARGET = re.compile(r"\b(?:BRA|BRX)\b.*?(0x[0-9a-f]+)")
PREDICATE = re.compile(r"^@(!?U?P\w*)\s+")
# Forms of the loop in handshake.cuh.
LOOP_FORMS = range(3)
# A limit on the ways through one loop, far above what these loops have.
MAX_PATHS = 200000


def parse_sass(text):
    """Function name -> list of (address, instruction)."""
    functions, current = {}, None
    for line in text.splitlines():
        if match := FUNCTION.match(line):
            current = functions.setdefault(match[1], [])
        elif (match := INSTRUCTION.match(line)) and current is not None:
            current.append((int(match[1], 16), match[2]))
    return functions


def is_conditional(instruction):
    """Whether a branch may fall through."""
    body = PREDICATE.sub("", instruction)
    return (body != instruction or body.startswith("BRA.DIV") or
            re.match(r"BRA\S*\s+!?U?P\w+,", body) is not None)


def successors(code):
    """Position -> positions that may come next."""
    position = {address: i for i, (address, _) in enumerate(code)}
    result = []
    for i, (_, instruction) in enumerate(code):
        body = PREDICATE.sub("", instruction)
        follow = [i + 1] if i + 1 < len(code) else []
        if match := TARGET.search(body):
            target = [position[int(match[1], 16)]]
            result.append(target + (follow if is_conditional(instruction) else []))
        elif body.split()[0] in ("EXIT", "RET.REL.NODEC", "BPT.TRAP"):
            result.append(follow if body != instruction else [])
        else:
            result.append(follow)
    return result


def is_iteration(texts, waits, signal, rounds=1):
    """Whether the way waits on so many barriers in each round, on each once, and
    signals once a round."""
    places = [match[1] for text in texts if (match := WAIT.search(text))]
    signals = [kind for text in texts for kind, pattern in SIGNALS.items()
               if pattern.search(text)]
    return (len(places) == len(set(places)) == waits * rounds and
            signals == [signal] * rounds)


def fast_path(code, waits, signal, rounds=1):
    """The shortest cycle that is an iteration of so many rounds, as instructions."""
    following = successors(code)
    best, paths = None, 0
    starts = sorted({n for i, nexts in enumerate(following) for n in nexts if n <= i})
    for start in starts:
        # Depth first over ways that visit no instruction twice.
        stack = [(start, (start,), frozenset([start]))]
        while stack:
            at, path, seen = stack.pop()
            # Straight-line code needs no copies of the way.
            run = list(path)
            members = set(seen)
            while len(following[at]) == 1 and following[at][0] not in members:
                at = following[at][0]
                run.append(at)
                members.add(at)
            paths += 1
            if paths > MAX_PATHS:
                sys.exit("sass.py: too many ways through a loop")
            if best is not None and len(run) >= len(best):
                continue
            for target in following[at]:
                if target == start:
                    if is_iteration([code[i][1] for i in run], waits, signal,
                                    rounds):
                        best = run
                elif target not in members:
                    stack.append((target, tuple(run) + (target,),
                                  frozenset(members) | {target}))
    return None if best is None else [code[i][1] for i in best]


def opcode(instruction):
    return PREDICATE.sub("", instruction).split()[0].split(".")[0]


def leave_out_states(text):
    """The kernels of this folder in the implicit form."""
    text = re.sub(r"(?m)^ *(%\w+ = pipegroup\.(start|advance)|scf\.yield) .*\n", "", text)
    text = re.sub(r" iter_args\(.*?\) -> \(.*?\)", "", text)
    return re.sub(r"\[%s\] : !pipegroup\.state<\d+>", "", text)


class Toolchain:
    def __init__(self, args):
        self.args = args
        cuda = [os.path.join(os.environ[v], "bin") for v in ("CUDA_HOME", "CUDA_PATH")
                if os.environ.get(v)] + ["/usr/local/cuda/bin"]
        self.nvcc = args.nvcc or self.find("nvcc", cuda)
        self.ptxas = args.ptxas or self.find("ptxas", cuda)
        self.cuobjdump = args.cuobjdump or self.find("cuobjdump", cuda)

    @staticmethod
    def find(name, folders):
        return shutil.which(name) or shutil.which(name, path=os.pathsep.join(folders))

    def run(self, *command, **options):
        done = subprocess.run(command, capture_output=True, text=True, **options)
        if done.returncode != 0:
            sys.exit(f"sass.py: {' '.join(map(str, command))}:\n{done.stderr}")
        return done.stdout

    def compile_ours(self, name, chip, stages, folder, flags=()):
        text = (HERE / f"{name}.mlir").read_text()
        text = text.replace("stages(4)", f"stages({stages})")
        text = text.replace("state<4>", f"state<{stages}>")
        if self.args.implicit:
            text = leave_out_states(text)
        source, ptx = folder / f"{name}.mlir", folder / f"{name}.ours.ptx"
        source.write_text(text)
        self.run(self.args.compile, f"--chip={chip}", *flags, source, "-o", ptx)
        return ptx

    def compile_theirs(self, name, chip, stages, form, folder):
        ptx = folder / f"{name}.hand{form}.ptx"
        flags = ["-DHAS_TCGEN05"] if chip.startswith("sm_10") else []
        self.run(self.nvcc, f"-arch={chip}", f"-DSTAGES={stages}",
                 f"-DLOOP_FORM={form}", *flags, "-O3", "-ptx",
                 HERE / f"{name}.cu", "-o", ptx)
        return ptx

    def functions(self, ptx, chip):
        cubin = ptx.with_suffix(".cubin")
        self.run(self.ptxas, f"-arch={chip}", "-O3", ptx, "-o", cubin)
        # cuobjdump looks for nvdisasm on the PATH.
        path = os.path.dirname(self.cuobjdump) + os.pathsep + os.environ["PATH"]
        return parse_sass(self.run(self.cuobjdump, "-sass", cubin,
                                   env=dict(os.environ, PATH=path)))


def measure(tools, names, stage_counts, chips, folder):
    rows = []
    for name in names:
        kernel_chips, roles = KERNELS[name]
        for chip in kernel_chips:
            if chips and chip not in chips:
                continue
            for stages in stage_counts:
                ours = tools.functions(
                    tools.compile_ours(name, chip, stages, folder), chip)
                hand = [tools.functions(
                    tools.compile_theirs(name, chip, stages, form, folder), chip)
                    for form in LOOP_FORMS]
                for role, (waits, signal) in roles.items():
                    loops = [fast_path(code.get(role) or code[name], waits, signal)
                             for code in (ours, *hand)]
                    if None in loops:
                        sys.exit(f"sass.py: found no loop of {waits} waits and one "
                                 f"{signal} in {name}.{role} for {chip}")
                    best = min(loops[1:], key=len)
                    rows.append({"kernel": name, "role": role, "chip": chip,
                                 "stages": stages, "ours": len(loops[0]),
                                 "hand": len(best),
                                 "hand_forms": [len(loop) for loop in loops[1:]],
                                 "ratio": len(loops[0]) / len(best),
                                 "ours_sass": loops[0], "hand_sass": best})
    return rows


def difference(row):
    """Opcodes by how many more of them we have."""
    counts = collections.Counter(map(opcode, row["ours_sass"]))
    counts.subtract(map(opcode, row["hand_sass"]))
    return " ".join(f"{count:+d} {name}" for name, count in sorted(counts.items())
                    if count)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compile", default=str(ROOT / "build/release/bin/pipegroup-compile"),
                        help="pipegroup-compile (default: %(default)s)")
    for tool in ("nvcc", "ptxas", "cuobjdump"):
        parser.add_argument(f"--{tool}", help=f"{tool} (default: from the PATH, "
                            "$CUDA_HOME/bin or /usr/local/cuda/bin)")
    parser.add_argument("--kernel", action="append", choices=KERNELS,
                        help="only this one; may be repeated (default: all)")
    parser.add_argument("--chip", action="append",
                        help="only this one; may be repeated (default: all)")
    parser.add_argument("--stages", type=lambda text: [int(s) for s in text.split(",")],
                        default=[1, 3, 4], help="numbers of slots (default: 1,3,4)")
    parser.add_argument("--implicit", action="store_true",
                        help="leave the states out of our kernels")
    parser.add_argument("--show", metavar="ROLE",
                        help="print both loops of the roles of that name")
    parser.add_argument("--keep", metavar="FOLDER", help="leave PTX and cubins there")
    parser.add_argument("--json", metavar="FILE", help="write the numbers there")
    args = parser.parse_args()

    tools = Toolchain(args)
    missing = [tool for tool in ("nvcc", "ptxas", "cuobjdump")
               if not getattr(tools, tool)]
    if missing:
        print(f"sass.py: skipped, nothing is compared: found no "
              f"{', no '.join(missing)} on the PATH, in $CUDA_HOME/bin or in "
              "/usr/local/cuda/bin")
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(args.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        rows = measure(tools, args.kernel or KERNELS, args.stages, args.chip, folder)

    print(f"{'kernel':<13} {'role':<16} {'chip':<8} {'stages':>6} {'ours':>5} "
          f"{'hand':>5} {'ratio':>6}  difference")
    for row in rows:
        print(f"{row['kernel']:<13} {row['role']:<16} {row['chip']:<8} "
              f"{row['stages']:6} {row['ours']:5} {row['hand']:5} {row['ratio']:6.2f}  "
              f"{difference(row)}")
        if row["role"] == args.show:
            for i in range(max(row["ours"], row["hand"])):
                left = row["ours_sass"][i] if i < row["ours"] else ""
                right = row["hand_sass"][i] if i < row["hand"] else ""
                print(f"    {left:<60} {right}")
    worst = max(row["ratio"] for row in rows)
    above = [row for row in rows if row["ratio"] > LIMIT]
    print(f"{len(rows)} roles, worst ratio {worst:.2f} (limit {LIMIT:.2f}): "
          f"{'ok' if not above else f'{len(above)} EXCEED it'}")
    if args.json:
        version = tools.run(tools.ptxas, "--version").strip().splitlines()[-1]
        result = {"ptxas": version, "limit": LIMIT, "roles": rows}
        pathlib.Path(args.json).write_text(json.dumps(result, indent=2) + "\n")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
