#!/usr/bin/env python3
"""An independent oracle for programs of docs/CheckerModel.md, section 1.

The checker proves with one schedule and vector clocks. This file shares none of
that: it runs *every* interleaving of a program, state by state, and looks for
the faults as section 1 words them (explorer.py). It is slow, exact and meant to
be obviously right. With --reduce it leaves out interleavings that show no other
faults, see reduced.py.

    oracle.py [--reduce] [--bound N] [--limit STATES] [FILE]

prints one verdict line for each program of FILE (or standard input; programs
are separated by lines `---`): `safe`, `safe up to N` where trip counts or flags
are unknown, `unsafe KIND: DETAIL`, `limit` or `error: REASON`.
"""

import argparse
import re
import sys

from explorer import DEADLOCKS, Explorer, Fault, LimitReached
from machine import Machine, NeedOutcome
from program import ProgramError, parse
from reduced import ReducedExplorer

DEFAULT_LIMIT = 200000


def explore(program, outcomes, limit=DEFAULT_LIMIT):
    """Explores all interleavings of `program` for the given outcomes
    (decision -> list of 0 and 1; a trip is 1 for *on* and 0 for *out*).

    Returns the number of states. Raises Fault if some execution has one,
    ProgramError, NeedOutcome if an outcome is missing, and LimitReached after
    `limit` states.
    """
    return Explorer(Machine(program, outcomes)).run(limit)


def sequences(program, bound, most=4096):
    """Yields (outcomes, Machine) for all outcomes of the program's decisions in
    which each trip has at most `bound` times *on* in all, or `bound[trip]` times
    if that is a dictionary.

    Raises ProgramError, and LimitReached after `most` of them.
    """
    kinds = program.decisions
    found = 0
    stack = [{name: () for name in kinds}]
    while stack:
        outcomes = stack.pop()
        try:
            machine = Machine(program, outcomes)
        except NeedOutcome as need:
            given = outcomes[need.name]
            options = (0, 1)
            if kinds[need.name] == "trip":
                highest = bound[need.name] if isinstance(bound, dict) else bound
                if sum(given) >= highest:
                    options = (0,)
            for option in reversed(options):
                stack.append(dict(outcomes, **{need.name: given + (option,)}))
            continue
        found += 1
        if found > most:
            raise LimitReached()
        yield outcomes, machine


def check(program, bound, limit=DEFAULT_LIMIT, reduce=False):
    """Explores all outcomes up to `bound` times *on* for each trip, all
    interleavings or, to `reduce` them, as many as show each fault.

    Returns None if no execution has a fault, otherwise (outcomes, Fault).
    Raises ProgramError, and LimitReached if no fault was found before a limit
    on states (`limit`, over all outcomes) or sequences of outcomes.
    """
    explorer = ReducedExplorer if reduce else Explorer
    for outcomes, machine in sequences(program, bound):
        try:
            limit -= explorer(machine).run(limit)
        except Fault as fault:
            return outcomes, fault
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", nargs="?", help="programs (default: standard input)")
    parser.add_argument("--bound", type=int, default=4, help="times on for each trip")
    parser.add_argument("--limit", type=int, default=DEFAULT_LIMIT, help="states")
    parser.add_argument(
        "--reduce",
        action="store_true",
        help="leave out interleavings that show no other faults",
    )
    options = parser.parse_args()
    if options.file:
        try:
            with open(options.file, encoding="utf-8") as file:
                text = file.read()
        except (OSError, UnicodeDecodeError) as error:
            parser.error("cannot read '%s': %s" % (options.file, error))
    else:
        text = sys.stdin.read()
    for part in re.split(r"(?m)^---\s*$", text):
        try:
            program = parse(part)
            found = check(
                program, options.bound, options.limit, options.reduce
            )
        except ProgramError as error:
            print("error: %s" % error)
        except LimitReached:
            print("limit")
        else:
            if found:
                given = "".join(
                    " %s=%s" % (name, "".join(map(str, values)))
                    for name, values in found[0].items()
                )
                print("unsafe %s%s" % (found[1], given and " for" + given))
            else:
                print("safe up to %d" % options.bound if program.decisions else "safe")


if __name__ == "__main__":
    main()
