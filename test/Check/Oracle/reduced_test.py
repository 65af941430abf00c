#!/usr/bin/env python3
"""Compares the reduced explorer with the plain one, on generated programs.

    reduced_test.py [--seed N] [--count N] [--limit STATES]

Every program is asked for as it is generated, with agents that are alike, and
spread over two CTAs. Exit code 1 if only one of the two finds a fault. Kinds of
faults may differ, since a program can have several. Without --count this is
quick; prints how many programs were compared, and how many states each took of
those that are safe.
"""

import argparse
import collections
import random
import sys

import generate
import oracle
from twins import in_ctas, with_twins


def variants(seed):
    """Yields programs of one seed."""
    text = generate.generate(seed)
    lines = text.splitlines()
    yield text
    yield "\n".join(with_twins(random.Random("twins %d" % seed), lines))
    yield "\n".join(in_ctas(random.Random("ctas %d" % seed), lines))


def answer(program, bound, limit, explorer):
    """Returns "safe", "unsafe", "error" or "limit", and the states it took. They
    are counted over all outcomes."""
    states = 0
    try:
        for _, machine in oracle.sequences(program, bound, 64):
            states += explorer(machine).run(limit - states)
    except oracle.Fault:
        return "unsafe", 0
    except oracle.LimitReached:
        return "limit", 0
    except oracle.ProgramError:
        return "error", 0
    return "safe", states


class Comparison:
    """Counts answers of both explorers."""

    def __init__(self, limit):
        self.limit = limit
        self.counts = collections.Counter()
        self.states = [0, 0]
        self.wrong = []

    def compare(self, text):
        """Compares a program with as many times *on* as the limit allows, up to
        three."""
        try:
            program = oracle.parse(text)
        except oracle.ProgramError:
            self.counts["error"] += 1
            return
        for bound in range(1, 4 if program.decisions else 2):
            plain, states = answer(program, bound, self.limit, oracle.Explorer)
            if plain == "limit":
                self.counts["limit"] += 1
                return
            reduced, fewer = answer(
                program, bound, self.limit, oracle.ReducedExplorer
            )
            self.counts[plain] += 1
            if plain != reduced:
                self.wrong.append((text, bound, plain, reduced))
            elif plain == "safe":
                self.states[0] += states
                self.states[1] += fewer
            if plain != "safe":
                return


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=150, help="seeds")
    parser.add_argument("--limit", type=int, default=4000, help="states")
    options = parser.parse_args()
    comparison = Comparison(options.limit)
    for seed in range(options.seed, options.seed + options.count):
        for text in variants(seed):
            comparison.compare(text)
    for text, bound, plain, reduced in comparison.wrong:
        print("%s\n%s, but reduced %s up to %d\n" % (text, plain, reduced, bound))
    print(
        "compared: %(safe)d safe, %(unsafe)d unsafe; %(limit)d at the limit"
        % comparison.counts
    )
    print("states of those that are safe: %d, reduced %d" % tuple(comparison.states))
    print("%d wrong" % len(comparison.wrong))
    return 1 if comparison.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
