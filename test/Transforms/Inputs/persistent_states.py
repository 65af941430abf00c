#!/usr/bin/env python3
"""Checks that a persistent loop carries states over its inner loops.

For rings of one to three slots, one to eight rounds a tile and none to three tiles, a
kernel in the implicit form is made explicit by pipegroup-thread-states and executed.
What it waits for is compared with the rounds that are counted here, in one loop over
all of them, so that nothing is lost or starts again between two tiles. The lagging
form has one round more of waits than of releases within a tile.
"""

import subprocess
import sys

sys.dont_write_bytecode = True  # the sources stay clean
import random_states  # noqa: E402

KERNEL = """module @k{number} {{
pipegroup.group @g merge {{
  pipegroup.member @m async_async stages({stages}){clause}
}}
func.func @kernel() {{
pipegroup.specialize threads(64) {{
pipegroup.task @fill warps(0, 1) {{
%tiles = arith.constant {tiles} : index
%rounds = arith.constant {rounds} : index
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
scf.for %tile = %c0 to %tiles step %c1 {{
scf.for %i = %c0 to %rounds step %c1 {{
pipegroup.acquire @g::@m {{id = 0 : i64}}
pipegroup.commit @g::@m {{id = 1 : i64}}
}}
}}
pipegroup.tail @g::@m {{id = 2 : i64}}
}}
pipegroup.task @read warps(1, 1) {{
%tiles = arith.constant {tiles} : index
%rounds = arith.constant {rounds} : index
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
scf.for %tile = %c0 to %tiles step %c1 {{
{prologue}
scf.for %i = %{first} to %rounds step %c1 {{
pipegroup.wait @g::@m {{id = 3 : i64}}
pipegroup.release @g {{id = 4 : i64}}
}}
{epilogue}
}}
}}
}}
return
}}
}}"""


def make(number, stages, rounds, tiles, lags):
    return KERNEL.format(
        number=number, stages=stages, rounds=rounds, tiles=tiles,
        clause=" advance_on_wait" if lags else "", first="c1" if lags else "c0",
        prologue="pipegroup.wait @g::@m {id = 3 : i64}" if lags else "",
        epilogue="pipegroup.release @g {id = 4 : i64}" if lags else "")


def count(stages, rounds, tiles, lags):
    """What each task does, from round numbers alone."""
    def at(number, owner, side, n):
        parity = n // stages % 2
        return (number, owner, side, n % stages,
                parity if side == "consumer" else 1 - parity)

    total = rounds * tiles
    fill = [at(number, "@g::@m", "producer", n) for n in range(total) for number in (0, 1)]
    fill.append(at(2, "@g::@m", "producer", total))
    waits = [at(3, "@g", "consumer", n) for n in range(total)]
    releases = [at(4, "@g", "consumer", n) for n in range(total)]
    read = []
    for tile in range(tiles):
        mine = slice(tile * rounds, (tile + 1) * rounds)
        if not lags:
            read += [event for pair in zip(waits[mine], releases[mine]) for event in pair]
            continue
        first, *rest = waits[mine]
        *early, last = releases[mine]
        read += [first, *(event for pair in zip(rest, early) for event in pair), last]
    return {("fill", 0): fill, ("read", 0): read}


def main():
    tool, *passes = sys.argv[1:]
    cases = [(stages, rounds, tiles, lags) for stages in (1, 2, 3) for rounds in range(1, 9)
             for tiles in range(4) for lags in (False, True)]
    text = "\n".join(make(number, *case) for number, case in enumerate(cases))
    result = subprocess.run([tool, *passes, "-"], input=text, capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stderr[:4000])
    outputs = random_states.split_output(result.stdout)
    wrong = 0
    for number, case in enumerate(cases):
        if random_states.trace_output(outputs[number]) != count(*case):
            wrong += 1
            print("stages {}, rounds {}, tiles {}, lags {}: differs".format(*case))
    print(f"{len(cases)} kernels, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
