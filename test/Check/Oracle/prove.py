"""Proofs of programs by the oracle, bound by bound."""

import collections
import time

import oracle

# What the oracle says of a program. `answer` is
#   "proved"  no execution has a fault, for up to `bound` times *on* of each trip
#             in all; ALL if the program has none. `alone` says for each of several
#             trips up to how many of it, if all others are *on* at most once
#   "fault"   some execution has one, see `detail`
#   "limit"   not even one time *on* could be explored
#   "error"   it is no program, see `detail`
# `runs` counts the sequences of outcomes, and `states` those of all of them.
Proof = collections.namedtuple("Proof", "answer bound alone detail runs states seconds")

ALL = float("inf")

# What is explored for one of these is not again for the next one.
BOUNDS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)

# Up to here all is tried; then only what can be expected to stay in the limit:
# from one bound to the next, states grow by this much less than before.
TRIED = 3
GROWTH = 0.9

# The part of the states that may be spent on one trip alone.
PART = 0.25


class Prover:
    """Explores a program with more and more times *on*."""

    def __init__(self, program):
        self.program = program
        self.trips = [
            name for name, kind in program.decisions.items() if kind == "trip"
        ]
        # What is explored: in each trip -> times *on*.
        self.known = []
        self.runs = 0
        self.states = 0
        self.outcomes = {}

    def run(self, bounds, limit):
        """Explores all outcomes within `bounds` (trip -> times *on*) that are not
        explored yet. Raises Fault, for `outcomes`, LimitReached and
        ProgramError."""
        for self.outcomes, machine in oracle.sequences(self.program, bounds):
            if any(self.is_within(bounds) for bounds in self.known):
                continue
            used = oracle.ReducedExplorer(machine).run(limit)
            limit -= used
            self.states += used
            self.runs += 1
        self.known.append(bounds)

    def is_within(self, bounds):
        """Returns whether no trip of `outcomes` is *on* more often."""
        return all(sum(self.outcomes[trip]) <= bounds[trip] for trip in self.trips)

    def climb(self, moving, least, highest, limit):
        """Explores one bound of the trips `moving` after the other, the others
        being *on* at most once, from above `least` up to `highest`, or to what
        can be done in the limit. Returns the last one. Raises Fault and
        ProgramError."""
        reached, last = least, 0
        start = self.states
        for bound in BOUNDS:
            if bound <= least:
                continue
            before = self.states - start
            if bound > highest:
                break
            if bound > TRIED and GROWTH * before * before > last * limit > 0:
                break
            bounds = {trip: bound if trip in moving else 1 for trip in self.trips}
            try:
                self.run(bounds, limit - before)
            except oracle.LimitReached:
                break
            reached, last = bound, before
        return reached


def prove(text, highest, limit):
    """Returns the Proof of a program up to one of BOUNDS, `highest` or less, with
    about `limit` states."""
    start = time.perf_counter()
    prover = None

    def proof(answer, bound=0, alone=None, detail=""):
        runs, states = (prover.runs, prover.states) if prover else (0, 0)
        seconds = time.perf_counter() - start
        return Proof(answer, bound, alone or {}, detail, runs, states, seconds)

    try:
        program = oracle.parse(text)
        if not program.agents:
            return proof("error", detail="no agents")
        prover = Prover(program)
        if not prover.trips:
            prover.run({}, limit)
            return proof("proved", ALL)
        bound = prover.climb(prover.trips, 0, highest, limit)
        if not bound:
            return proof("limit")
        alone = {}
        if len(prover.trips) > 1:
            for trip in prover.trips:
                alone[trip] = prover.climb([trip], bound, highest, PART * limit)
    except oracle.Fault as fault:
        given = " ".join(
            "%s=%s" % (name, "".join(map(str, values)))
            for name, values in prover.outcomes.items()
        )
        return proof("fault", detail="%s%s" % (fault, given and " for " + given))
    except oracle.LimitReached:
        return proof("limit")
    except oracle.ProgramError as error:
        return proof("error", detail=str(error))
    return proof("proved", bound, alone)
