#!/usr/bin/env python3
"""Compares the checker with the oracle on generated programs.

    compare.py --driver build/bin/pipegroup-check-program [--seed N] [--count N]

The verdicts must agree on safe and unsafe:

- a program without unknown trip counts and flags: exactly;
- the checker's *safe* for one with them: the oracle finds no fault in any
  outcomes up to a bound, which is as high as a number of states allows;
- the checker's *unsafe* for one with them: the oracle finds a fault at some
  bound, for which it may look at more states.

Disagreements are shrunk and printed with their seeds; the exit status is then
1. Kinds of faults may differ (a program can have several); how often they do is
printed.
"""

import argparse
import collections
import multiprocessing
import re
import subprocess
import sys

import generate
import oracle

BATCH = 200

# What the oracle says of a program: "safe", "unsafe", "error" or "limit".
Verdict = collections.namedtuple("Verdict", "answer kind detail")

# One compared program. `outcome` is one of OUTCOMES.
Comparison = collections.namedtuple("Comparison", "seed outcome driver oracle")

OUTCOMES = ("agree", "disagree", "unknown", "undecided", "error")


def first_word(text):
    words = re.findall(r"[\w-]+", text)
    return words[0] if words else ""


def ask_driver(driver, texts):
    """Returns the driver's verdict lines, one for each text. Raises
    RuntimeError if it does not print as many."""
    result = subprocess.run(
        [driver],
        input="---\n".join(texts),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
        check=False,
    )
    lines = result.stdout.splitlines()
    if len(lines) != len(texts):
        raise RuntimeError(
            "the driver printed %d verdicts for %d programs (status %d)\n%s"
            % (len(lines), len(texts), result.returncode, result.stderr)
        )
    return lines


def ask_oracle(program, bound, limit):
    """Returns the oracle's Verdict for outcomes up to `bound`."""
    try:
        found = oracle.check(program, bound, limit)
    except oracle.ProgramError as error:
        return Verdict("error", "", str(error))
    except oracle.LimitReached:
        return Verdict("limit", "", "")
    if not found:
        return Verdict("safe", "", "up to %d" % bound if program.decisions else "")
    outcomes, fault = found
    return Verdict("unsafe", fault.kind, "%s for %s" % (fault, outcomes))


def judge(program, answer, options):
    """Returns the oracle's Verdict on a program that the driver called
    `answer` ("safe", "unsafe", ...).

    Without decisions there is one. With them the bound grows until the oracle
    finds a fault, the limit of states is reached or the bound is `options.far`
    (twice that for an *unsafe*). A *safe* then counts as far as it went; an
    *unsafe* is undecided if the limit came first.
    """
    if not program.decisions:
        return ask_oracle(program, 0, options.limit)
    if answer == "unsafe":
        limit, highest = options.far_limit, 2 * options.far
    else:
        limit, highest = options.deep_limit, options.far
    best = Verdict("limit", "", "")
    for bound in range(1, highest + 1):
        verdict = ask_oracle(program, bound, limit)
        if verdict.answer == "limit":
            return verdict if answer == "unsafe" else best
        best = verdict
        if verdict.answer != "safe":
            break
    return best


def compare(seed, text, line, options):
    """Returns the Comparison of a program on which the driver printed `line`."""
    answer = first_word(line)
    try:
        program = oracle.parse(text)
    except oracle.ProgramError as error:
        verdict = Verdict("error", "", str(error))
    else:
        verdict = judge(program, answer, options)
    if answer == "invalid":
        answer = "error"
    if answer not in ("safe", "unsafe", "unknown", "error"):
        outcome = "disagree"
    elif verdict.answer == "limit":
        outcome = "undecided"
    elif answer == "unknown":
        outcome = "unknown"
    elif "error" in (answer, verdict.answer):
        # A program with an error may have a fault before it as well.
        certain = answer == "safe" or (
            verdict.answer == "safe" and not program.decisions
        )
        outcome = "disagree" if certain and answer != verdict.answer else "error"
    else:
        outcome = "agree" if answer == verdict.answer else "disagree"
    return Comparison(seed, outcome, line, verdict)


def compare_batch(job):
    """Returns the Comparisons of a batch (seed, count, options)."""
    seed, count, options = job
    batch = list(generate.programs(seed, count, options.kind))
    lines = ask_driver(options.driver, [text for _, text in batch])
    return [
        compare(number, text, line, options)
        for (number, text), line in zip(batch, lines)
    ]


# --------------------------------------------------------------------------


def smaller(lines):
    """Yields programs with less in them: without one statement, without one
    block with all that it holds, and without the braces of one block."""
    for number, line in enumerate(lines):
        if line.rstrip().endswith("{"):
            depth = 0
            for end in range(number, len(lines)):
                depth += lines[end].count("{") - lines[end].count("}")
                if depth == 0:
                    break
            yield lines[:number] + lines[end + 1 :]
            if line.startswith(" "):
                yield lines[:number] + lines[number + 1 : end] + lines[end + 1 :]
        elif "}" not in line:
            yield lines[:number] + lines[number + 1 :]


def shrink(text, options):
    """Returns the smallest program found from `text` on which driver and oracle
    still disagree with the same answers."""

    def answers(candidate):
        line = ask_driver(options.driver, [candidate])[0]
        result = compare(0, candidate, line, options)
        return result.outcome, first_word(line), result.oracle.answer

    wanted = answers(text)
    lines = text.splitlines()
    progress = True
    while progress:
        progress = False
        for fewer in smaller(lines):
            if answers("\n".join(fewer) + "\n") == wanted:
                lines = fewer
                progress = True
                break
    return "\n".join(lines) + "\n"


# --------------------------------------------------------------------------


def table(title, counter):
    total = sum(counter.values())
    print("%s:" % title)
    for key, number in counter.most_common():
        print("  %7d  %5.2f%%  %s" % (number, 100.0 * number / total, key))


class Tally:
    """Sums up Comparisons."""

    def __init__(self):
        self.outcomes = collections.Counter()
        self.verdicts = collections.Counter()
        self.reasons = collections.Counter()
        self.faults = collections.Counter()
        self.differences = collections.Counter()
        self.disagreements = []

    def add(self, result):
        self.outcomes[result.outcome] += 1
        if result.outcome == "disagree":
            self.disagreements.append(result)
        elif result.outcome == "unknown":
            self.reasons[result.driver] += 1
        elif result.outcome == "agree":
            if result.oracle.answer == "safe":
                self.verdicts["safe " + result.oracle.detail] += 1
            else:
                self.verdicts[result.oracle.answer] += 1
            if result.oracle.answer == "unsafe":
                kind = first_word(result.driver[len("unsafe") :])
                self.faults[result.oracle.kind] += 1
                if kind != result.oracle.kind:
                    self.differences[
                        "checker %s, oracle %s" % (kind, result.oracle.kind)
                    ] += 1

    def show(self, options):
        print("compared %d programs" % sum(self.outcomes.values()))
        table("outcomes", self.outcomes)
        for title, counter in (
            ("agreed", self.verdicts),
            ("unknown", self.reasons),
            ("kinds of faults (oracle)", self.faults),
            ("kinds that differ", self.differences),
        ):
            if counter:
                table(title, counter)
        for result in self.disagreements[: options.show]:
            text = generate.generate(result.seed, options.kind)
            print(
                "\ndisagreement at seed %d: checker %s" % (result.seed, result.driver)
            )
            print("oracle: %s %s" % (result.oracle.answer, result.oracle.detail))
            print(shrink(text, options) if options.shrink else text, end="")
        left = self.disagreements[options.show :]
        if left:
            print("\nmore at seeds: " + " ".join(str(result.seed) for result in left))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--driver", required=True, help="pipegroup-check-program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--kind", choices=sorted(generate.KINDS))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--far", type=int, default=9, help="highest bound: times on of a trip"
    )
    parser.add_argument(
        "--limit", type=int, default=30000, help="states, without decisions"
    )
    parser.add_argument(
        "--deep-limit", type=int, default=5000, help="for a safe with decisions"
    )
    parser.add_argument(
        "--far-limit", type=int, default=300000, help="for an unsafe with them"
    )
    parser.add_argument(
        "--show", type=int, default=5, help="disagreements to print in full"
    )
    parser.add_argument("--no-shrink", dest="shrink", action="store_false")
    parser.add_argument("--progress", action="store_true", help="a line for each batch")
    options = parser.parse_args()

    jobs = [
        (seed, min(BATCH, options.seed + options.count - seed), options)
        for seed in range(options.seed, options.seed + options.count, BATCH)
    ]
    tally = Tally()
    with multiprocessing.Pool(options.jobs) as pool:
        for results in pool.imap(compare_batch, jobs):
            for result in results:
                tally.add(result)
                if options.progress and result.outcome == "disagree":
                    print(
                        "seed %d: checker %s, oracle %s"
                        % (result.seed, result.driver, result.oracle.answer),
                        file=sys.stderr,
                    )
            if options.progress:
                print(
                    "%d programs, %d disagreements"
                    % (sum(tally.outcomes.values()), len(tally.disagreements)),
                    file=sys.stderr,
                    flush=True,
                )
    tally.show(options)
    return 1 if tally.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
