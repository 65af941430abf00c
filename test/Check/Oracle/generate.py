#!/usr/bin/env python3
"""A seeded generator of programs of docs/CheckerModel.md.

    generate.py [--seed N] [--count N] [--kind KIND]

prints programs, separated by lines `---`. One seed is one program, for ever.
Four kinds:

- pipelines: kernels as people write them, in all modes and kinds;
- run:       events drawn along one execution that ends well, so that about
             every barrier adds up, while other interleavings may still fail;
- decisions: steps of all agents together, in loops and under flags;
- random:    events drawn without any plan.

About half of the programs get faults on purpose: see MUTATIONS. In a third of
them agents take what they read, in a third they write parts, in a quarter they
test barriers before they wait.
"""

import argparse
import random

from decisions import decided
from lines import block
from mutations import mutate
from parts import with_parts
from pipelines import pipelines
from runs import along_a_run
from takes import with_takes
from tests import with_tests


def without_plan(rng, takes=False):
    """Returns the lines of a small program of events drawn independently."""
    agents = rng.choice((2, 2, 3))
    barriers = rng.choice((1, 1, 2))
    lines = [
        "barrier b%d[1] count %d" % (b, rng.choice((1, 1, 2))) for b in range(barriers)
    ]
    lines.append("buffer u[1]" + (" tensor" if rng.random() < 0.2 else ""))
    if rng.random() < 0.2:
        lines.append("flag f")
    if rng.random() < 0.2:
        lines.append("trip k")
    if rng.random() < 0.3:
        lines.append(
            "rendezvous r agents " + " ".join("a%d" % a for a in range(agents))
        )
    declared = " ".join(lines)
    loads = rng.choice((1, 1, 10))
    engines = rng.choice((("tensor", "copy", "store"), ("tensor",)))

    def event():
        barrier = "b%d[0]" % rng.randrange(barriers)
        engine = rng.choice(engines)
        size = rng.choice((64, 64, 128))
        choices = [
            "wait %s parity %d" % (barrier, rng.randrange(2)),
            "wait %s parity %d" % (barrier, rng.randrange(2)),
            "arrive %s 1" % barrier,
            "arrive %s 1" % barrier,
            "arrive %s 1" % barrier,
            rng.choice(("read u[0]", "write u[0]")),
            rng.choice(("issue %s read u[0]", "issue %s write u[0]", "drain %s"))
            % engine,
            "signal %s %s 1" % (engine, barrier),
            "fence",
        ]
        choices += [
            rng.choice(("arm %s %d", "load u[0] on %s %d", "expect %s %d"))
            % (barrier, size)
            for _ in range(loads)
        ]
        if takes:
            choices += ["take u[0]"] * 2
            choices.append(rng.choice(("read u[0]", "write u[0]")))
        if "rendezvous" in declared:
            choices.append("sync r")
        return rng.choice(choices)

    for agent in range(agents):
        body = [event() for _ in range(rng.randint(1, 5))]
        if "flag f" in declared and rng.random() < 0.8:
            body = ["choose f"] + block("if f", body) + [event()]
        elif "trip k" in declared and rng.random() < 0.8:
            body = block("loop k", body) + [event()]
        elif rng.random() < 0.1:
            body = block("loop 2", body)
        lines += block("agent a%d" % agent, body)
    return lines


def with_ends(rng, lines):
    """Returns the lines with waits for the engines of agents at their ends."""
    found = []
    engines = []
    for line in lines:
        words = line.split()
        if words[:1] == ["issue"] and words[1] not in engines:
            engines.append(words[1])
        if line == "}":
            found += ["  drain " + e for e in engines if rng.random() < CARE_FOR_ENDS]
            engines = []
        found.append(line)
    return found


# How many programs have takes.
SHARE_OF_TAKES = 0.33
# How many have writes of parts, and drains that leave something.
SHARE_OF_PARTS = 0.33
# How many have tests that may spare waits.
SHARE_OF_TESTS = 0.25
# How often operations are waited for at the end.
CARE_FOR_ENDS = 0.95

KINDS = {
    "pipelines": pipelines,
    "run": along_a_run,
    "decisions": decided,
    "random": without_plan,
}


def generate(seed, kind=None):
    """Returns the program of `seed`, and of one kind if that is given."""
    rng = random.Random(seed)
    drawn = rng.choices(("pipelines", "run", "decisions", "random"), (5, 4, 2, 1))[0]
    name = kind or drawn
    # Of its own, so that all other programs stay the same.
    of_takes = random.Random("takes %d" % seed)
    takes = of_takes.random() < SHARE_OF_TAKES
    if not takes:
        lines = KINDS[name](rng)
    elif name == "pipelines":
        lines = with_takes(of_takes, pipelines(rng))
    else:
        lines = KINDS[name](rng, takes=True)
    of_parts = random.Random("parts %d" % seed)
    if of_parts.random() < SHARE_OF_PARTS:
        lines = with_parts(of_parts, lines)
    lines = with_ends(random.Random("ends %d" % seed), lines)
    if name == "pipelines":
        faults = rng.choices((0, 1, 2, 3), (10, 8, 2, 1))[0]
    else:
        faults = rng.choices((0, 1, 2), (6, 3, 1))[0]
    for _ in range(faults):
        lines = mutate(rng, lines)
    of_tests = random.Random("tests %d" % seed)
    if of_tests.random() < SHARE_OF_TESTS:
        lines = with_tests(of_tests, lines)
    return "\n".join(lines) + "\n"


def programs(seed, count, kind=None):
    """Yields (seed, text) for `count` seeds from `seed` on."""
    for number in range(seed, seed + count):
        yield number, generate(number, kind)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--kind", choices=sorted(KINDS))
    options = parser.parse_args()
    for number, (seed, text) in enumerate(
        programs(options.seed, options.count, options.kind)
    ):
        if number:
            print("---")
        print("# seed %d" % seed)
        print(text, end="")


if __name__ == "__main__":
    main()
