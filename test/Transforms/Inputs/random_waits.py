#!/usr/bin/env python3
"""Checks pipegroup-peek-waits and pipegroup-batch-waits on random kernels of barrier ops.

A kernel waits for the rounds of a few rings, and in between does what a test must not be
moved over, and what it may be. Both the kernel as it was generated and what the passes print
are executed, as one thread that keeps count of what it knows: of each barrier the number of
phases that are over, and as much again for what cluster-wide acquires and tensor fences have
made visible. A wait for the phase after those makes it one more. One for the phase before is
over at once and tells nothing, and a test for that one is answered with yes, whatever the
thread wanted to know. Otherwise the outcome of a test is drawn: always no, always yes, or
either. Waits and tests of barriers that are not alive are errors.

Everything else that a kernel does is an effect with a number. Both executions must have the
same effects in the same order, and before each of them the result must know of each barrier
what the kernel knows, or one phase more. A second run of pipegroup-batch-waits must change
nothing. Waits for rounds are those that a protocol lowering would make: each is for the phase
after those that are known, which is checked as well.

With --self-check what is printed is broken first, in several ways, or tests are put into the
kernel where the passes refuse to, and the check has to notice.
"""

import argparse
import random
import re
import subprocess
import sys

PEEK_ALL = "--pipegroup-peek-waits=min-slots=1"
PEEK_SOME = "--pipegroup-peek-waits=min-slots=4"
BATCH = "--pipegroup-batch-waits"
PIPELINES = [[PEEK_ALL], [PEEK_SOME], [BATCH], [PEEK_ALL, BATCH], [PEEK_SOME, BATCH]]
MAX_DEPTH = 3
MAX_EFFECTS = 2000
MAX_TRIED = 60    # broken kernels of a kind
PTX = '"membar.cta;"'


# ------------------------------------------------------------------------------
# Kernels
# ------------------------------------------------------------------------------

class Ring:
    """The barriers that one side of a group waits for, in turn.

    A wait number n is for slot n mod slots of each member, with the parity that n div slots
    gives; it is `first` for the first lap. The state that is carried is that slot and parity,
    the same of the next wait too if it looks ahead, or n itself if it is counted.
    """

    def __init__(self, rng, storage, offset, base):
        self.storage, self.base = storage, base
        self.is_shared = rng.random() < 0.25    # with waits by hand
        self.slots = rng.choice([1, 1, 2] if self.is_shared else [1, 2, 2, 3, 4, 4, 5, 6, 7, 8])
        most = rng.choice([1, 1, 1, 2, 2, 3, 3, 9 if self.slots <= 2 else 3])
        self.members = [offset + i * self.slots for i in range(rng.randint(max(1, most - 2), most))]
        self.first = rng.randint(0, 1)
        kind = rng.random()
        self.is_counted, self.is_ahead = kind < 0.2, kind > 0.85
        self.scope = " scope(cluster)" if rng.random() < 0.25 else ""
        self.is_tensor = rng.random() < 0.3
        self.start = (0,) if self.is_counted else (0, self.first)
        if self.is_ahead:
            self.start += (0, 1 - self.first) if self.slots == 1 else (1, self.first)

    def size(self):
        return len(self.members) * self.slots

    def carried(self, state):
        """The places of what changes in a state; the slot of a ring of one does not."""
        only_parity = self.slots == 1 and not self.is_counted
        return range(1, len(state), 2) if only_parity else range(len(state))


class Function:
    """The text of one function that waits for rounds."""

    def __init__(self, kernel, name, rings, callees=()):
        self.kernel, self.rng, self.name = kernel, kernel.rng, name
        self.rings, self.callees = rings, callees
        # A callee that goes round twice leaves the state as it was.
        self.goes_round = not name.startswith("k") and rings[0].slots <= 2 and \
            len(rings[0].start) == 2 and self.rng.random() < 0.7
        self.lines, self.head = [], []
        self.depth = 2
        self.in_row = {}    # rounds of rings in the run of waits that is open
        self.budget = self.rng.randint(4, 11)

    # ---------------------------------------------------------------- text

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def fresh(self):
        self.kernel.names += 1
        return f"%v{self.kernel.names}"

    def op(self, text):
        name = self.fresh()
        self.emit(f"{name} = {text}")
        return name

    def effect(self, text, types=""):
        self.in_row = {}
        self.kernel.effects += 1
        self.emit(f"{text} {{id = {self.kernel.effects} : i64}}{types}")

    def value(self, value):
        return f"%c{value}" if isinstance(value, int) else value

    def values(self, values):
        return ", ".join(self.value(value) for value in values)

    def region(self, body):
        """Calls `body` one level deeper. Effects inside may not happen."""
        before = dict(self.in_row)
        self.depth += 1
        body()
        self.depth -= 1
        self.in_row = {ring: max(before.get(ring, 0), self.in_row.get(ring, 0))
                       for ring in before | self.in_row}

    def flip(self, parity, by=1):
        if isinstance(parity, int) and isinstance(by, int) and self.rng.random() < 0.7:
            return parity ^ by
        return self.op(f"arith.xori {self.value(parity)}, {self.value(by)} : i32")

    # ---------------------------------------------------------------- states

    def slot_and_parity(self, ring, state):
        if not ring.is_counted:
            return state[:2]
        n = state[0]
        if isinstance(n, int):
            return n % ring.slots, n // ring.slots % 2 ^ ring.first
        slot, lap = 0, n
        if ring.slots > 1:
            slot = self.op(f"arith.remui {n}, %c{ring.slots} : i32")
            lap = self.op(f"arith.divui {n}, %c{ring.slots} : i32")
        parity = self.op(f"arith.andi {lap}, %c1 : i32")
        return slot, self.flip(parity, 1) if ring.first else parity

    def advance(self, ring, state, is_static=False):
        if ring.is_counted:
            n = state[0]
            if isinstance(n, int) and n < 2 * ring.slots and self.rng.random() < 0.7:
                return ((n + 1) % (2 * ring.slots),)
            return (self.op(f"arith.addi {self.value(n)}, %c1 : i32"),)
        if ring.is_ahead:
            return state[2:] + self.following(ring, *state[2:], is_static)
        return self.following(ring, *state, is_static)

    def following(self, ring, slot, parity, is_static):
        if ring.slots == 1:
            return 0, self.flip(parity)
        if isinstance(slot, int) and (is_static or self.rng.random() < 0.7):
            wraps = slot + 1 == ring.slots
            return 0 if wraps else slot + 1, self.flip(parity) if wraps else parity
        up = self.op(f"arith.addi {self.value(slot)}, %c1 : i32")
        wraps = self.op(f"arith.cmpi eq, {up}, %c{ring.slots} : i32")
        form = self.rng.random()
        if form < 0.15:
            flipped = self.fresh()
            name = self.fresh()
            self.emit(f"{name}:2 = scf.if {wraps} -> (i32, i32) {{")
            self.emit(f"  {flipped} = arith.xori {self.value(parity)}, %c1 : i32")
            self.emit(f"  scf.yield %c0, {flipped} : i32, i32")
            self.emit("} else {")
            self.emit(f"  scf.yield {up}, {self.value(parity)} : i32, i32")
            self.emit("}")
            return f"{name}#0", f"{name}#1"
        if form < 0.3:
            flipped = self.op(f"arith.xori {self.value(parity)}, %c1 : i32")
            other = self.op(f"arith.select {wraps}, {flipped}, {self.value(parity)} : i32")
        else:
            by = self.op(f"arith.extui {wraps} : i1 to i32")
            other = self.op(f"arith.xori {self.value(parity)}, {by} : i32")
        return self.op(f"arith.select {wraps}, %c0, {up} : i32"), other

    # ---------------------------------------------------------------- barriers

    def barrier(self, ring, slot, member):
        """The address of the barrier of a member; that of a known one may be hoisted."""
        place = ring.members[member]
        if not isinstance(slot, int):
            if ring.slots == 2 and self.rng.random() < 0.15:
                low, high = (self.barrier(ring, i, member) for i in (0, 1))
                is_high = self.op(f"arith.cmpi eq, {slot}, %c1 : i32")
                return self.op(f"arith.select {is_high}, {high}, {low} : !llvm.ptr<3>")
            return self.op(f"pipegroup.barrier @{ring.storage}[{slot}]{offset(place)} "
                           ": !llvm.ptr<3>")
        index, place = (slot, place) if self.rng.random() < 0.7 else (0, place + slot)
        text = f"pipegroup.barrier @{ring.storage}[%c{index}]{offset(place)} : !llvm.ptr<3>"
        if self.rng.random() < 0.7:
            return self.op(text)
        name = self.fresh()
        self.head.append(f"    {name} = {text}")
        return name

    def wait(self, ring, barrier, parity):
        """Waits for the next round, in one of several ways."""
        operands = f"{barrier} parity({self.value(parity)}){ring.scope}"
        marked = (f"pipegroup.barrier_wait {operands} "
                  f"{{pipegroup.round = {ring.slots} : i64}}")
        kind = self.rng.random() if ring.is_shared else 1
        if kind < 0.15:
            self.effect(f"pipegroup.barrier_wait {operands}")
        elif kind < 0.4:
            # Polled for before.
            name = self.fresh()
            test = self.rng.choice(["try", "test"])
            self.effect(f"{name} = pipegroup.barrier_{test}_wait {operands}")
            if self.rng.random() < 0.3:
                self.some_effect(self.envs[-1])
            if self.rng.random() < 0.4:
                self.emit(marked)
            else:
                slow = self.op(f"arith.xori {name}, %true : i1")
                self.emit(f"scf.if {slow} {{")
                self.depth += 1
                if self.rng.random() < 0.5:
                    self.emit(marked)
                else:
                    self.effect(f"pipegroup.barrier_wait {operands}")
                self.depth -= 1
                self.emit("}")
        else:
            self.emit(marked)
        if ring.is_tensor and self.rng.random() < 0.9:
            self.emit("pipegroup.tensor_fence_after")

    # ---------------------------------------------------------------- what stands in bodies

    def rounds(self, env, rings, static=()):
        """One round of each of `rings`, whose waits come in any order."""
        for ring in rings:
            # Nobody waits twice for a barrier without using what it waited for first.
            while self.in_row.get(ring, 0) >= ring.slots:
                self.some_effect(env)
        waits = []
        for ring in rings:
            state = self.slot_and_parity(ring, env[ring])
            self.in_row[ring] = self.in_row.get(ring, 0) + 1
            waits += [(ring, state, i) for i in range(len(ring.members))]
        if self.rng.random() < 0.3:
            self.rng.shuffle(waits)
        early = None
        if self.rng.random() < 0.3:
            early = [self.barrier(ring, state[0], i) for ring, state, i in waits]
        for i, (ring, state, member) in enumerate(waits):
            barrier = early[i] if early else self.barrier(ring, state[0], member)
            self.wait(ring, barrier, state[1])
            if self.rng.random() < 0.04:
                self.some_effect(env)
        for ring in rings:
            # Its first waits may have been in another run.
            self.in_row.setdefault(ring, 1)
        is_late = self.rng.random() < 0.5
        if is_late and self.rng.random() < 0.85:
            self.some_effect(env)
        for ring in rings:
            env[ring] = self.advance(ring, env[ring], ring in static)
        if not is_late and self.rng.random() < 0.85:
            self.some_effect(env)

    def target(self, env):
        """The address of any barrier that is alive, to arrive at."""
        ring = self.rng.choice(self.alive(env))
        member = self.rng.randrange(len(ring.members))
        slot = self.slot_and_parity(ring, env[ring])[0]
        if self.rng.random() < 0.3:
            slot = self.rng.randrange(ring.slots)
        return self.barrier(ring, slot, member)

    def some_effect(self, env):
        kind = self.rng.random()
        if kind < 0.3 and self.alive(env):
            self.effect(f"pipegroup.barrier_arrive {self.target(env)}")
        elif kind < 0.6 and self.alive(env):
            barrier = None if self.rng.random() < 0.5 else self.target(env)
            self.emit("pipegroup.elect {")
            self.region(lambda: self.effect(
                f"pipegroup.barrier_arrive {barrier or self.target(env)}"))
            self.emit("}")
            self.in_row = {}
        elif kind < 0.7 and self.alive(env):
            self.emit(f"scf.if {self.condition(env)} {{")
            self.region(lambda: self.effect(f"pipegroup.barrier_arrive {self.target(env)}"))
            self.emit("}")
        elif kind < 0.8:
            self.effect("pipegroup.sync_cta")
        elif kind < 0.87:
            self.effect("pipegroup.fence_proxy_async")
        elif kind < 0.93:
            self.effect(f"nvvm.inline_ptx {PTX}")
        else:
            self.effect("func.call @ext()", " : () -> ()")

    def condition(self, env):
        if self.rng.random() < 0.5:
            return self.rng.choice(["%x", "%y"])
        alive = self.alive(env)
        if not alive:
            return self.op("arith.cmpi slt, %m, %c2 : i32")
        ring = self.rng.choice(alive)
        value = self.rng.choice(self.slot_and_parity(ring, env[ring]))
        return self.op(f"arith.cmpi eq, {self.value(value)}, %c{self.rng.randint(0, 1)} : i32")

    def by_hand(self, env, ring):
        """A wait for the round before, which is over at once, or one for the next too early."""
        slot, parity = self.slot_and_parity(ring, env[ring])
        barrier = self.barrier(ring, slot, self.rng.randrange(len(ring.members)))
        if self.rng.random() < 0.6:
            parity = self.flip(parity)
        self.effect(f"pipegroup.barrier_wait {barrier} parity({self.value(parity)})")

    def life(self, env, ring):
        """Ends the life of the barriers of a ring, or begins it."""
        begins = env[ring] is None
        action = "init" if begins else "invalidate"
        count = " count(1)" if begins else ""
        if self.rng.random() < 0.3:
            self.effect("pipegroup.sync_cta")
        self.emit("pipegroup.once {")
        self.depth += 1
        for i in range(len(ring.members)):
            if ring.slots == 1:
                self.effect(f"pipegroup.barrier_{action} {self.barrier(ring, 0, i)}{count}")
                continue
            slot = self.fresh()
            self.emit(f"scf.for {slot} = %c0 to %c{ring.slots} step %c1 : i32 {{")
            self.depth += 1
            self.effect(f"pipegroup.barrier_{action} {self.barrier(ring, slot, i)}{count}")
            self.depth -= 1
            self.emit("}")
        self.depth -= 1
        self.emit("}")
        self.effect("pipegroup.sync_cta")
        env[ring] = ring.start if begins else None

    def restart(self, env, alive):
        """Ends the life of a ring, which mostly begins again after a while."""
        ring = self.rng.choice(alive)
        others = [other for other in alive if other != ring]
        if others and self.rng.random() < 0.5:
            self.rounds(env, [self.rng.choice(others)])
        self.life(env, ring)
        if self.rng.random() < 0.3:
            return
        if others and self.rng.random() < 0.5:
            self.rounds(env, [self.rng.choice(others)])
        self.life(env, ring)
        if self.rng.random() < 0.7:
            self.rounds(env, [ring])

    def alive(self, env):
        return [ring for ring in env if env[ring] is not None]

    def items(self, env, free, exact, depth, count):
        """Some statements, in which rings that are not free have `exact` rounds each."""
        todo = [("exact", ring) for ring, rounds in exact.items() for _ in range(rounds)]
        todo += [("any", None)] * count
        self.rng.shuffle(todo)
        self.envs.append(env)
        for what, ring in todo:
            if what == "exact":
                self.rounds(env, [ring], static=[ring])
            else:
                self.item(env, free, depth)
        self.envs.pop()

    def item(self, env, free, depth):
        alive = [ring for ring in free if env[ring] is not None]
        dead = [ring for ring in free if env[ring] is None]
        kind = self.rng.random()
        if depth > 1 and self.rng.random() < 0.5:
            kind = max(kind, self.rng.random())    # more rounds
        self.budget -= 1
        if dead and kind < 0.25:
            self.life(env, self.rng.choice(dead))
        elif alive and kind < (0.1 if depth == 1 else 0.07):
            self.restart(env, alive)
        elif kind < 0.32 and depth < MAX_DEPTH and self.budget > 0:
            self.for_loop(env, free, depth)
        elif kind < 0.39 and depth < MAX_DEPTH and self.budget > 0:
            self.branch(env, free, depth)
        elif kind < 0.42 and depth < MAX_DEPTH and self.budget > 0:
            self.while_loop(env, free, depth)
        elif kind < 0.51 and self.callees:
            self.call(env, alive)
        elif kind < 0.55 and [ring for ring in alive if ring.is_shared]:
            self.by_hand(env, self.rng.choice([ring for ring in alive if ring.is_shared]))
        elif kind < 0.59 or not alive:
            self.some_effect(env)
        else:
            several = self.rng.random() < 0.2
            self.rounds(env, self.rng.sample(alive, self.rng.randint(1, len(alive)))
                        if several else [self.rng.choice(alive)])

    def settle(self, env, before, free):
        """What was alive in front of a region is so behind it, and nothing else."""
        for ring in free:
            if (env[ring] is None) != (before[ring] is None):
                self.life(env, ring)

    def call(self, env, alive):
        usable = [callee for callee in self.callees if callee.rings[0] in alive]
        if not usable:
            self.some_effect(env)
            return
        callee = self.rng.choice(usable)
        ring = callee.rings[0]
        places = ring.carried(env[ring])
        types = ", ".join(["i32"] * len(places))
        name = self.fresh()
        operands = self.values(env[ring][i] for i in places)
        if callee.goes_round:
            self.effect(f"func.call @{callee.name}({operands}, %m, %x, %y)",
                        f" : ({types}, i32, i1, i1) -> ()")
            return
        count = f":{len(places)}" if len(places) > 1 else ""
        self.effect(f"{name}{count} = func.call @{callee.name}({operands}, %m, %x, %y)",
                    f" : ({types}, i32, i1, i1) -> ({types})")
        env[ring] = self.with_results(ring, env[ring], names_of(name, len(places)))

    def with_results(self, ring, state, names):
        """`state` with `names`, which are taken away, where it changes."""
        state = list(state)
        for i in ring.carried(state):
            state[i] = names.pop(0)
        return tuple(state)

    def choose(self, rings):
        return [ring for ring in rings if self.rng.random() < 0.8]

    def bound(self, depth):
        if depth == 1:
            return self.rng.choice(["%n", "%n", "%n", "%m", "%c3"])
        return self.rng.choice(["%m", "%m", "%c1", "%c2", "%c3"])

    def for_loop(self, env, free, depth):
        bound, counter = self.bound(depth), self.fresh()
        inner = dict(env)
        chosen = self.choose(free)
        carried, exact, by_counter, initial, names = [], {}, [], [], []
        for ring in [ring for ring in chosen if env[ring] is not None]:
            state = env[ring]
            if ring.is_counted and state[0] == 0 and self.rng.random() < 0.4:
                by_counter.append(ring)
                inner[ring] = (counter,)
                exact[ring] = 1
                continue
            places = list(ring.carried(state))
            if len(state) == 2 and isinstance(state[0], int) and ring.slots <= 4 and \
                    self.rng.random() < (0.6 if ring.slots > 1 else 0.2):
                laps = 1
                places = [1]
                if isinstance(state[1], int) and ring.slots <= 2 and self.rng.random() < 0.7:
                    laps, places = 2, []
                exact[ring] = laps * ring.slots
            names.append([self.fresh() for _ in places])
            initial += [state[i] for i in places]
            state = list(state)
            for i, name in zip(places, names[-1]):
                state[i] = name
            inner[ring] = tuple(state)
            carried.append((ring, places))
        arguments = [name for group in names for name in group]
        result = self.fresh()
        text = f"scf.for {counter} = %c0 to {bound} step %c1"
        types = ", ".join(["i32"] * len(arguments))
        if arguments:
            pairs = ", ".join(f"{name} = {self.value(value)}"
                              for name, value in zip(arguments, initial))
            text = (f"{result}:{len(arguments)} = {text} iter_args({pairs}) -> ({types})"
                    if len(arguments) > 1 else f"{result} = {text} iter_args({pairs}) -> ({types})")
        self.emit(f"{text} : i32 {{")
        inside = [ring for ring in chosen if ring not in exact]
        before = dict(inner)

        def body():
            self.items(inner, inside, exact, depth + 1, self.rng.randint(not exact, 3))
            self.settle(inner, before, inside)
            if arguments:
                yielded = [inner[ring][i] for ring, places in carried for i in places]
                self.emit(f"scf.yield {self.values(yielded)} : {types}")
        self.region(body)
        self.emit("}")
        results = names_of(result, len(arguments))
        for ring, places in carried:
            state = list(env[ring])
            for i in places:
                state[i] = results.pop(0)
            env[ring] = tuple(state)
        for ring in by_counter:
            env[ring] = (bound if bound[1] != "c" else int(bound[2:]),)

    def branch(self, env, free, depth):
        condition = self.condition(env)
        chosen = self.choose(free)
        sides, texts = [], []
        for _ in range(2):
            side = dict(env)
            lines, self.lines = self.lines, []
            if not sides or self.rng.random() < 0.5:
                self.region(lambda side=side: (
                    self.items(side, chosen, {}, depth + 1, self.rng.randint(1, 3)),
                    self.settle(side, env, chosen)))
            texts.append(self.lines)
            self.lines = lines
            sides.append(side)
        if self.rng.random() < 0.3:
            sides.reverse()
            texts.reverse()
        places = [(ring, i) for ring in chosen if env[ring] is not None
                  for i in range(len(env[ring])) if sides[0][ring][i] != sides[1][ring][i]]
        result = self.fresh()
        types = ", ".join(["i32"] * len(places))
        count = f":{len(places)}" if len(places) > 1 else ""
        self.emit(f"{result}{count} = scf.if {condition} -> ({types}) {{" if places
                  else f"scf.if {condition} {{")
        for i, (side, text) in enumerate(zip(sides, texts)):
            if i == 1 and (text or places):
                self.emit("} else {")
            self.lines += text
            if places:
                values = self.values(side[ring][place] for ring, place in places)
                self.emit(f"  scf.yield {values} : {types}")
        self.emit("}")
        for ring in chosen:
            if env[ring] is not None:
                env[ring] = sides[0][ring]
        for (ring, i), name in zip(places, names_of(result, len(places))):
            env[ring] = env[ring][:i] + (name,) + env[ring][i + 1:]

    def while_loop(self, env, free, depth):
        chosen = self.choose(free)
        inner = dict(env)
        carried = [(ring, ring.carried(env[ring])) for ring in chosen if env[ring] is not None]
        count = 1 + sum(len(places) for _, places in carried)
        early, late = ([self.fresh() for _ in range(count)] for _ in range(2))
        initial = ["%c0"] + [self.value(env[ring][i]) for ring, places in carried for i in places]
        types = ", ".join(["i32"] * count)
        result = self.fresh()
        pairs = ", ".join(f"{name} = {value}" for name, value in zip(early, initial))
        self.emit(f"{result}{f':{count}' if count > 1 else ''} = scf.while ({pairs}) : "
                  f"({types}) -> ({types}) {{")
        more = self.fresh()
        self.emit(f"  {more} = arith.cmpi slt, {early[0]}, {self.bound(depth)} : i32")
        self.emit(f"  scf.condition({more}) {', '.join(early)} : {types}")
        self.emit("} do {")
        self.emit(f"^bb0({', '.join(f'{name}: i32' for name in late)}):")
        names = late[1:]
        for ring, _ in carried:
            inner[ring] = self.with_results(ring, env[ring], names)
        before = dict(inner)

        def body():
            self.items(inner, chosen, {}, depth + 1, self.rng.randint(1, 3))
            self.settle(inner, before, chosen)
            up = self.op(f"arith.addi {late[0]}, %c1 : i32")
            yielded = [inner[ring][i] for ring, places in carried for i in places]
            self.emit(f"scf.yield {self.values([up, *yielded])} : {types}")
        self.region(body)
        self.emit("}")
        names = names_of(result, count)[1:]
        for ring, _ in carried:
            env[ring] = self.with_results(ring, env[ring], names)

    # ---------------------------------------------------------------- the whole

    def generate(self, env):
        """The function, whose arguments include the state if it is a callee."""
        self.envs = [env]
        is_callee = not self.name.startswith("k")
        arguments = results = ""
        if is_callee:
            ring = self.rings[0]
            names = [self.fresh() for _ in ring.carried(ring.start)]
            arguments = ", ".join(f"{name}: i32" for name in names) + ", "
            types = ", ".join(["i32"] * len(names))
            results = "" if self.goes_round else f" -> ({types})"
            env[ring] = self.with_results(ring, ring.start, names)
        else:
            arguments = "%n: i32, "
        before = dict(env)
        count = self.rng.randint(1, 2) if is_callee else self.rng.randint(2, 5)
        # Callees have no loops over %n.
        if self.goes_round:
            self.items(env, [], {self.rings[0]: 2 * self.rings[0].slots}, MAX_DEPTH, count)
        else:
            self.items(env, list(env), {}, 2 if is_callee else 1, count)
        if is_callee and not self.goes_round:
            self.settle(env, before, env)
            values = self.values(env[ring][i] for i in ring.carried(env[ring]))
            self.emit(f"return {values} : {types}")
        else:
            self.emit("return")
        lines = [*self.head, *self.lines, "  }"]
        constants = sorted(set(re.findall(r"%c(\d+)", "\n".join(lines))), key=int)
        return [f"  func.func @{self.name}({arguments}%m: i32, %x: i1, %y: i1){results} {{",
                "    %true = arith.constant true",
                *(f"    %c{i} = arith.constant {i} : i32" for i in constants), *lines]


def offset(place):
    return f" offset({place})" if place else ""


def names_of(name, count):
    return [name] if count == 1 else [f"{name}#{i}" for i in range(count)]


class Kernel:
    """A random kernel: its text, and what is known of its barriers."""

    def __init__(self, rng, number):
        self.rng = rng
        self.names = self.effects = 0
        self.storages = {}    # the first barrier of each and their number
        self.first, self.slots = [], []
        rings = []
        for i in range(rng.choice([1, 1, 2, 2, 3])):
            base, size = len(self.first), 0
            for _ in range(rng.choice([1, 1, 1, 2])):
                rings.append(Ring(rng, f"g{number}_{i}", size, base))
                size += rings[-1].size()
                self.first += [rings[-1].first] * rings[-1].size()
                self.slots += [rings[-1].slots] * rings[-1].size()
            self.storages[f"g{number}_{i}"] = base, size
        rings = rng.sample(rings, min(3, len(rings)))
        callees, self.text = [], []
        self.declarations = [f"  pipegroup.barriers @{name} size({size})"
                             for name, (_, size) in self.storages.items()]
        for i in range(rng.choice([0, 1, 1, 2])):
            ring = rng.choice(rings)
            callees.append(Function(self, f"f{number}_{i}", [ring]))
            self.text += callees[-1].generate({ring: ring.start})
        env = {ring: None if rng.random() < 0.15 else ring.start for ring in rings}
        self.alive = [False] * len(self.first)
        for ring in rings:
            if env[ring] is not None:
                for member in ring.members:
                    for slot in range(ring.slots):
                        self.alive[ring.base + member + slot] = True
        self.text += Function(self, f"k{number}", rings, callees).generate(env)
        self.arguments = [(rng.randint(5, 18), rng.randint(1, 3), 1, 0),
                          (rng.randint(0, 4), rng.randint(0, 3), 0, 1)]
        self.seed = rng.randrange(1 << 30)

    def expect(self):
        """Executes the kernel as it was generated."""
        run = translate(self, self.text)
        self.expected = []
        for arguments in self.arguments:
            machine = Machine(self, random.Random(self.seed), None)
            run(machine, *arguments)
            self.expected.append(machine)


# ------------------------------------------------------------------------------
# Execution
# ------------------------------------------------------------------------------

class BadRun(Exception):
    """The result does what the kernel does not do, or must not do."""


class TooLong(Exception):
    """The kernel does more than is worth executing."""


class Machine:
    """A thread, which knows of phases of barriers that they are over."""

    def __init__(self, kernel, outcomes, expected):
        self.kernel, self.outcomes, self.expected = kernel, outcomes, expected
        self.first = kernel.first
        self.alive = list(kernel.alive)
        self.known = [0] * len(self.first)
        self.cluster = list(self.known)     # by acquires in the cluster
        self.fenced = list(self.known)      # in front of the last tensor fence
        self.is_by_hand = [False] * len(self.first)    # how the last phase became known
        self.effects, self.knowledge = [], []
        self.by_hand_outcomes = []          # whether it passes and tells something
        self.waited = []                    # since the last effect: barriers and phases
        self.at = 0
        self.tests = 0

    def barrier(self, storage, index, place):
        base, size = self.kernel.storages[storage]
        if not 0 <= index + place < size:
            raise BadRun(f"@{storage} has no barrier {index + place}")
        return base + index + place

    def check_alive(self, barrier):
        if not self.alive[barrier]:
            raise BadRun(f"barrier {barrier} is not alive")

    def effect(self, number, *what):
        """Compares what is known before an effect with what must be."""
        knowledge = tuple(self.known), tuple(self.cluster), tuple(self.fenced)
        if self.expected is None:
            self.effects.append((number, what))
            self.knowledge.append(knowledge)
            if len(self.effects) > MAX_EFFECTS:
                raise TooLong
            return
        i = self.at
        self.at += 1
        if i == len(self.expected.effects) or self.expected.effects[i] != (number, what):
            raise BadRun(f"effect {i} is {number} {what}, expected "
                         f"{self.expected.effects[i:i + 1]}")
        for barrier, phases in self.waited:
            if phases > self.expected.knowledge[i][0][barrier]:
                raise BadRun(f"before effect {i}, {number} {what}: waits at barrier {barrier} for "
                             "what the kernel does not wait for yet")
        self.waited.clear()
        for kind, (found, expected) in enumerate(zip(knowledge, self.expected.knowledge[i])):
            if found == expected:
                continue
            for barrier, (one, other) in enumerate(zip(found, expected)):
                if one < other or (one > other + 1 and kind == 0):
                    raise BadRun(f"before effect {i}, {number} {what}: "
                                 f"{['', 'in the cluster ', 'behind a fence '][kind]}{one} phases "
                                 f"of barrier {barrier} are known, expected {other}")

    def finish(self):
        self.effect(0, "return")
        if self.expected is not None and self.at != len(self.expected.effects):
            raise BadRun(f"found {self.at} effects, expected {len(self.expected.effects)}")

    def is_next(self, barrier, parity):
        return (self.known[barrier] + self.first[barrier]) & 1 == parity

    def passes(self, barrier, parity, cluster, tells=True, is_by_hand=False):
        """A wait or test has found the phase over."""
        if tells and self.is_next(barrier, parity):
            self.known[barrier] += 1
            self.is_by_hand[barrier] = is_by_hand
        if cluster:
            seen = self.known[barrier] - self.is_next(barrier, parity)
            self.cluster[barrier] = max(seen, self.cluster[barrier])

    def wait(self, barrier, parity, cluster):
        self.check_alive(barrier)
        if self.expected is None and not self.is_by_hand[barrier] and \
                not self.is_next(barrier, parity):
            sys.exit(f"the wait at barrier {barrier} is not for the next round:\n"
                     + "\n".join(self.kernel.text))
        self.passes(barrier, parity, cluster)
        self.waited.append((barrier, self.known[barrier]))

    def test(self, barrier, parity, cluster):
        self.check_alive(barrier)
        self.tests += 1
        if not self.is_next(barrier, parity):
            outcome = 1
        elif isinstance(self.outcomes, int):
            outcome = self.outcomes
        else:
            outcome = int(self.outcomes.random() < 0.5)
        if outcome:
            self.passes(barrier, parity, cluster)
        return outcome

    def by_hand(self, what, barrier, parity, cluster, number):
        """A wait or test that is an effect: it has the outcome that it had in the kernel."""
        self.check_alive(barrier)
        self.effect(number, what, barrier, parity)
        if self.expected is None:
            tells = self.is_next(barrier, parity)
            passes = what == "wait" or not tells or self.outcomes.random() < 0.5
        else:
            passes, tells = self.expected.by_hand_outcomes[len(self.by_hand_outcomes)]
        self.by_hand_outcomes.append((passes, tells))
        if passes:
            self.passes(barrier, parity, cluster, tells, is_by_hand=True)
        return int(passes)

    def arrive(self, barrier, number):
        self.check_alive(barrier)
        self.effect(number, "arrive", barrier)

    def init(self, barrier, number):
        if self.alive[barrier]:
            raise BadRun(f"barrier {barrier} is alive")
        self.effect(number, "init", barrier)
        self.alive[barrier] = True
        self.known[barrier] = self.cluster[barrier] = self.fenced[barrier] = 0

    def invalidate(self, barrier, number):
        self.check_alive(barrier)
        self.effect(number, "invalidate", barrier)
        self.alive[barrier] = False

    def fence(self):
        self.fenced = list(self.known)


NAME = r"%\w+(?:#\d+)?"
RE_STATEMENT = re.compile(r"(?:(%\w+)(?::(\d+))? = )?([\w.]+|\^bb0|} \w+(?: {)?|})(.*)$")
RE_ID = re.compile(r"\bid = (\d+) : i64")
RE_BARRIER = re.compile(rf" @(\w+)\[({NAME})\](?: offset\((\d+)\))? : !llvm\.ptr<3>$")
RE_WAIT = re.compile(rf" ({NAME}) parity\(({NAME})\)( scope\(cluster\))?")
RE_FOR = re.compile(rf" (%\w+) = ({NAME}) to ({NAME}) step ({NAME})"
                    r"(?: iter_args\((.*?)\) -> \((.*)\))? *: i32 {$")
RE_FUNCTION = re.compile(r" @(\w+)\((.*?)\)(?: -> .*)? {$")
RE_CALL = re.compile(r" @(\w+)\((.*?)\)")
RE_COPY = re.compile(rf' "mov\.b32 \$0, \$1;" ro\(({NAME}) : i32\) -> i32$')
ARITHMETIC = {"addi": "+", "subi": "-", "muli": "*", "xori": "^", "andi": "&", "ori": "|",
              "divui": "//", "remui": "%"}
PREDICATES = {"eq": "==", "ne": "!=", "slt": "<", "sle": "<=", "sgt": ">", "sge": ">="}


def names_in(text):
    """The Python names of the values in `text`."""
    return ["v" + name[1:].replace("#", "_") for name in re.findall(NAME, text)]


def listed(names):
    return "".join(name + ", " for name in names)


class Translator:
    """Makes Python functions of what is printed, for a machine to call."""

    def __init__(self):
        self.code = []
        self.depth = 0
        self.open = []    # per open region: what it is, what yields set, and its results

    def emit(self, text):
        self.code.append(" " * self.depth + text)

    def begin(self, text, what="", yields=(), results=()):
        self.emit(text)
        self.open.append((what, yields, results))
        self.depth += 1
        self.emit("pass")

    def function(self, lines):
        for line in lines:
            match = RE_STATEMENT.match(line.strip())
            if not match:
                raise ValueError(f"'{line}' has a form that is not known here")
            name, count, op, rest = match.groups()
            results = []
            if name:
                results = names_in(name)
                if count:
                    results = [f"{results[0]}_{i}" for i in range(int(count))]
            handler = self.HANDLERS.get(op)
            if handler:
                handler(self, op, results, rest)
            elif op.startswith("arith."):
                self.arith(op[6:], results, rest)
            else:
                raise ValueError(f"'{line}' has a form that is not known here")

    def arith(self, op, results, rest):
        operands = names_in(rest)
        if op == "constant":
            text = rest.split()[0]
            text = {"true": "1", "false": "0"}.get(text, text)
        elif op == "cmpi":
            predicate = rest.split(",")[0].strip()
            text = f"{operands[0]} {PREDICATES[predicate]} {operands[1]}"
        elif op == "select":
            text = f"{operands[1]} if {operands[0]} else {operands[2]}"
        elif op == "extui":
            text = f"{operands[0]} + 0"
        else:
            text = f"{operands[0]} {ARITHMETIC[op]} {operands[1]}"
        self.emit(f"{results[0]} = {text}")

    def number(self, rest):
        match = RE_ID.search(rest)
        return match and match.group(1)

    def barrier(self, op, results, rest):
        storage, index, place = RE_BARRIER.match(rest).groups()
        self.emit(f"{results[0]} = m.barrier('{storage}', {names_in(index)[0]}, {place or 0})")

    def wait(self, op, results, rest):
        barrier, parity, cluster = RE_WAIT.match(rest).groups()
        what = "wait" if op.endswith("barrier_wait") else "test"
        operands = f"{listed(names_in(barrier + parity))}{bool(cluster)}"
        number = self.number(rest)
        call = f"by_hand('{what}', {operands}, {number})" if number else f"{what}({operands})"
        self.emit(f"{results[0] if results else 'nothing'} = m.{call}")

    def on_barrier(self, op, results, rest):
        self.emit(f"m.{op.split('_')[1]}({names_in(rest)[0]}, {self.number(rest)})")

    def effect(self, op, results, rest):
        copy = RE_COPY.match(rest)
        if copy and results:
            self.emit(f"{results[0]} = {names_in(copy.group(1))[0]}")
        else:
            self.emit(f"m.effect({self.number(rest)}, '{op}')")

    def fence(self, op, results, rest):
        self.emit("m.fence()")

    def expect(self, op, results, rest):
        self.emit(f"{results[0]} = {names_in(rest)[0]}")

    def body(self, op, results, rest):
        self.begin("if True:", "body")

    def call(self, op, results, rest):
        callee, operands = RE_CALL.match(rest).groups()
        operands = listed(names_in(operands))
        self.emit(f"m.effect({self.number(rest)}, 'call', '{callee}', {operands})")
        if callee != "ext":
            self.emit(f"({listed(results)}) = {callee}(m, {operands})")

    def for_loop(self, op, results, rest):
        counter, lower, upper, step, pairs, _ = RE_FOR.match(rest).groups()
        pairs = names_in(pairs or "")
        arguments = pairs[::2]
        if arguments:
            self.emit(f"{listed(arguments)} = {listed(pairs[1::2])}")
        bounds = listed(names_in(lower + upper + step))
        self.begin(f"for {names_in(counter)[0]} in range({bounds}):", "for", arguments, results)

    def branch(self, op, results, rest):
        self.begin(f"if {names_in(rest)[0]}:", "if", results)

    def other(self, op, results, rest):
        region = self.open.pop()
        self.depth -= 1
        self.begin("else:", *region)

    def while_loop(self, op, results, rest):
        pairs = names_in(rest)
        arguments = pairs[::2]
        self.emit(f"{listed(arguments)} = {listed(pairs[1::2])}")
        self.begin("while True:", "while", arguments, results)

    def condition(self, op, results, rest):
        condition, *values = names_in(rest)
        self.emit(f"passed{self.depth} = {listed(values)}")
        self.emit(f"if not {condition}: break")

    def nothing(self, op, results, rest):
        pass

    def block(self, op, results, rest):
        self.emit(f"{listed(names_in(rest))} = passed{self.depth}")

    def leave(self, op, results, rest):
        values = names_in(rest)
        if values:
            self.emit(f"{listed(self.open[-1][1])} = {listed(values)}")

    def close(self, op, results, rest):
        what, yields, results = self.open.pop()
        self.depth -= 1
        if what == "for" and results:
            self.emit(f"{listed(results)} = {listed(yields[:len(results)])}")
        elif what == "while":
            self.emit(f"{listed(results)} = passed{self.depth + 1}")

    def define(self, op, results, rest):
        name, arguments = RE_FUNCTION.match(rest).groups()
        self.is_kernel = name.startswith("k")
        self.name = "kernel" if self.is_kernel else name
        self.begin(f"def {self.name}(m, {listed(names_in(arguments))}):")

    def leave_function(self, op, results, rest):
        if self.is_kernel:
            self.emit("m.finish()")
        self.emit(f"return ({listed(names_in(rest))})")

    HANDLERS = {
        "pipegroup.barrier": barrier, "pipegroup.barrier_wait": wait,
        "pipegroup.barrier_try_wait": wait, "pipegroup.barrier_test_wait": wait,
        "pipegroup.barrier_arrive": on_barrier, "pipegroup.barrier_init": on_barrier,
        "pipegroup.barrier_invalidate": on_barrier, "pipegroup.sync_cta": effect,
        "pipegroup.fence_proxy_async": effect, "nvvm.inline_ptx": effect,
        "pipegroup.tensor_fence_after": fence, "llvm.intr.expect": expect,
        "pipegroup.elect": body, "pipegroup.once": body, "call": call, "func.call": call,
        "scf.for": for_loop, "scf.if": branch, "} else {": other, "scf.while": while_loop,
        "scf.condition": condition, "} do {": nothing, "^bb0": block, "scf.yield": leave,
        "}": close, "func.func": define, "return": leave_function}


def translate(kernel, lines):
    translator = Translator()
    translator.function(lines)
    space = {}
    exec(compile("\n".join(translator.code), "kernel", "exec"), space)
    return space["kernel"]


def differs(kernel, lines):
    """None, or how the printed kernel differs from the generated one."""
    run = translate(kernel, lines)
    rng = random.Random(kernel.seed)
    for arguments, expected in zip(kernel.arguments, kernel.expected):
        for outcomes in (0, 1, rng, rng):
            machine = Machine(kernel, outcomes, expected)
            try:
                run(machine, *arguments)
            except BadRun as error:
                drawn = "drawn" if outcomes is rng else ["no", "yes"][outcomes]
                return f"{arguments}, outcomes {drawn}: {error}"
            if not machine.tests:
                break
    return None


# ------------------------------------------------------------------------------
# Breaking it
# ------------------------------------------------------------------------------

RE_TEST = re.compile(rf" *(%\w+) = pipegroup\.barrier_(?:test|try)_wait ({NAME}) "
                     rf"parity\(({NAME})\)( scope\(cluster\))?$")
RE_MARKED = re.compile(rf" *pipegroup\.barrier_wait ({NAME}) parity\(({NAME})\)"
                       r"( scope\(cluster\))? {pipegroup\.round = (\d+) : i64}$")
RE_EXPECT = re.compile(rf"( *%\w+ = llvm\.intr\.expect )({NAME})(, {NAME} : i1)$")
RE_PURE = re.compile(r" *(%\w+) = (?:arith\.|pipegroup\.barrier @)")


def indent(line):
    return len(line) - len(line.lstrip())


def pick(rng, lines, regex):
    """The number of a line that matches, and the match."""
    found = [(i, match) for i, match in enumerate(map(regex.match, lines)) if match]
    return rng.choice(found) if found else (None, None)


def definition(lines, i, name):
    """The number of the line that defines what line `i` uses, as a result or an argument."""
    text = re.compile(rf"{re.escape(name.split('#')[0])}(?: =|:)")
    return next(j for j in range(i - 1, -1, -1) if text.search(lines[j]))


def end_of(lines, i):
    """The number of the line that closes the region that line `i` opens."""
    return next(j for j in range(i + 1, len(lines)) if indent(lines[j]) == indent(lines[i]))


def block_of(lines, i):
    """The numbers of the lines of the innermost block with line `i`."""
    depth = indent(lines[i])
    start, end = i, i
    while indent(lines[start - 1]) >= depth:
        start -= 1
    while indent(lines[end + 1]) >= depth:
        end += 1
    return start, end


def other_parity(rng, kernel, lines):
    """One test is for the other parity."""
    i, match = pick(rng, lines, RE_TEST)
    if match is None:
        return None
    return lines[:i] + ["%one = arith.constant 1 : i32",
                        f"%broken = arith.xori {match.group(3)}, %one : i32",
                        lines[i].replace(f"parity({match.group(3)})", "parity(%broken)")
                        ] + lines[i + 1:]


def other_slot(rng, kernel, lines):
    """One test is at the barrier of the slot after."""
    i, match = pick(rng, lines, RE_TEST)
    if match is None:
        return None
    found = RE_BARRIER.search(lines[definition(lines, i, match.group(2))])
    if not found:
        return None
    storage, index, place = found.groups()
    base, place = kernel.storages[storage][0], int(place or 0)
    slots = kernel.slots[base + place]
    if slots == 1 or "%c" in index:
        return None
    return lines[:i] + ["%one = arith.constant 1 : i32", f"%all = arith.constant {slots} : i32",
                        f"%up = arith.addi {index}, %one : i32",
                        "%broken_slot = arith.remui %up, %all : i32",
                        f"%broken = pipegroup.barrier @{storage}[%broken_slot]{offset(place)} "
                        ": !llvm.ptr<3>",
                        lines[i].replace(f"wait {match.group(2)} ", "wait %broken ")
                        ] + lines[i + 1:]


def token_is_true(rng, kernel, lines):
    """One wait takes it that the test said yes."""
    i, match = pick(rng, lines, RE_EXPECT)
    if match is None:
        return None
    return lines[:i] + ["%broken = arith.constant false",
                        f"{match.group(1)}%broken{match.group(3)}"] + lines[i + 1:]


def token_loops(lines):
    """Loops that carry tokens: the line, the numbers of the arguments, and all their pairs."""
    for i, line in enumerate(lines):
        match = RE_FOR.search(line)
        if match and match.group(5):
            places = [j for j, text in enumerate(match.group(6).split(", ")) if text == "i1"]
            if places:
                yield i, places, match.group(5).split(", ")


def starts_true(rng, kernel, lines):
    """One loop begins with a token that says yes."""
    loops = list(token_loops(lines))
    if not loops:
        return None
    i, places, pairs = rng.choice(loops)
    argument = pairs[rng.choice(places)].split(" = ")[0]
    return lines[:i] + ["%broken = arith.constant true",
                        re.sub(rf"({argument}) = {NAME}", r"\1 = %broken", lines[i])
                        ] + lines[i + 1:]


def other_token(rng, kernel, lines):
    """One loop carries the outcome of another test of its body."""
    choices = []
    for i, places, pairs in token_loops(lines):
        end = end_of(lines, i)
        tokens = [RE_TEST.match(line).group(1) for line in lines[i:end]
                  if RE_TEST.match(line) and indent(line) == indent(lines[end - 1])]
        yielded = re.findall(NAME, lines[end - 1])
        choices += [(end - 1, yielded, j, token) for j in places for token in tokens
                    if token != yielded[j]]
    if not choices:
        return None
    i, yielded, j, token = rng.choice(choices)
    yielded = yielded[:j] + [token] + yielded[j + 1:]
    start = lines[i].index("%")
    return lines[:i] + [lines[i][:start] + ", ".join(yielded) + lines[i][lines[i].index(" : "):]
                        ] + lines[i + 1:]


def no_wait(rng, kernel, lines):
    """One branch does not wait."""
    found = [i for i in range(2, len(lines))
             if RE_MARKED.match(lines[i]) and RE_EXPECT.match(lines[i - 2])]
    if not found:
        return None
    i = rng.choice(found)
    return lines[:i] + lines[i + 1:]


def no_scope(rng, kernel, lines):
    """One test does not acquire in the cluster."""
    found = [i for i, line in enumerate(lines) if RE_TEST.match(line) and "scope" in line]
    if not found:
        return None
    i = rng.choice(found)
    return lines[:i] + [lines[i].replace(" scope(cluster)", "")] + lines[i + 1:]


def no_fence(rng, kernel, lines):
    """One fence for waits is left out."""
    found = [i for i, line in enumerate(lines) if "tensor_fence_after" in line]
    if not found:
        return None
    i = rng.choice(found)
    return lines[:i] + lines[i + 1:]


def old_state(rng, kernel, lines):
    """One loop goes on with the slot or parity that it had."""
    i, match = pick(rng, lines, re.compile(rf" *(%\w+) = nvvm\.inline_ptx .* ro\(({NAME}) : "))
    if match is None:
        return None
    end = block_of(lines, i)[1]
    start = block_of(lines, i)[0] - 1
    place = re.findall(NAME, lines[end]).index(match.group(1))
    argument = RE_FOR.search(lines[start]).group(5).split(", ")[place].split(" = ")[0]
    return lines[:i] + [lines[i].replace(f"ro({match.group(2)} ", f"ro({argument} ")
                        ] + lines[i + 1:]


def early_test(rng, kernel, lines):
    """One test comes before a wait that it stands behind."""
    i, match = pick(rng, lines, RE_TEST)
    if match is None:
        return None
    start = max(block_of(lines, i)[0], *(definition(lines, i, match.group(j)) + 1 for j in (2, 3)))
    # Behind the op with its regions.
    while indent(lines[start]) > indent(lines[i]) or lines[start].lstrip().startswith("}"):
        start += 1
    if not any("barrier_wait" in line for line in lines[start:i]):
        return None
    return lines[:start] + [lines[i]] + lines[start:i] + lines[i + 1:]


def hoist(lines, begin, end, names):
    """What `names` are made of in the lines from `begin` to `end`, and the other lines.

    None if that is no sequence of pure ops of the block.
    """
    depth = indent(lines[begin])
    needed, moved = set(names), []
    for i in range(end - 1, begin - 1, -1):
        match = RE_PURE.match(lines[i]) if indent(lines[i]) == depth else None
        if match and match.group(1) in needed:
            moved.insert(0, i)
            needed |= set(re.findall(NAME, lines[i].split(" = ")[1]))
    defined = {name for i in range(begin, end) if i not in moved
               for name in re.findall(r"(%\w+)(?: =|:\d+ =|: i32)", lines[i])}
    if any(name.split("#")[0] in defined for name in needed):
        return None
    return [lines[i] for i in moved], [lines[i] for i in range(begin, end) if i not in moved]


def early_wait(rng, kernel, _):
    """One wait comes before an effect that it stands behind."""
    lines, choices = kernel.text, []
    for j, match in enumerate(map(RE_MARKED.match, lines)):
        if match is None:
            continue
        for i in range(block_of(lines, j)[0], j):
            if RE_ID.search(lines[i]) and indent(lines[i]) == indent(lines[j]):
                split = hoist(lines, i, j, match.groups()[:2])
                if split:
                    choices.append((i, j, split))
    if not choices:
        return None
    i, j, (moved, rest) = rng.choice(choices)
    return lines[:i] + moved + [lines[j]] + rest + lines[j + 1:]


def late_wait(rng, kernel, lines):
    """One wait, with its branch if it has one, comes behind the effect after it."""
    choices = []
    for i, line in enumerate(lines):
        if not RE_MARKED.match(line):
            continue
        is_alone = "scf.if" in lines[i - 1] and lines[i + 1].strip() == "}"
        start, end = (i - 1, i + 2) if is_alone else (i, i + 1)
        for j in range(end, block_of(lines, start)[1] + 1):
            if RE_ID.search(lines[j]) and indent(lines[j]) == indent(lines[start]):
                choices.append((start, end, j))
                break
    if not choices:
        return None
    start, end, j = rng.choice(choices)
    return lines[:start] + lines[end:j + 1] + lines[start:end] + lines[j + 1:]


def wait_unless(i, lines, token):
    return [f"%no = arith.xori {token}, %true : i1", "scf.if %no {", lines[i], "}"]


def kind_of(line, depth):
    """What a line is of that which no test may be moved over, if it is: its kind."""
    if "pipegroup.barrier_init" in line:
        return "init"
    if "pipegroup.barrier_invalidate" in line:
        return "invalidate"
    if "_wait" in line and RE_ID.search(line):
        return "by_hand"
    # By the callee, or further inside.
    if "call @f" in line or (RE_MARKED.match(line) and indent(line) > depth):
        return "elsewhere"
    return None


def peeked_over(kind):
    """A mutation of the kernel itself: a test is put in where something stands in between."""
    def mutate(rng, kernel, _):
        lines, choices = kernel.text, []
        for i, line in enumerate(lines):
            if not RE_MARKED.match(line):
                continue
            depth = indent(line)
            is_apart = False
            for j in range(i + 1, block_of(lines, i)[1] + 1):
                match = RE_MARKED.match(lines[j]) if indent(lines[j]) == depth else None
                if not match or not is_apart:
                    is_apart |= kind_of(lines[j], depth) == kind
                    continue
                split = hoist(lines, i, j, match.groups()[:2])
                if split:
                    choices.append((i, j, match, split))
        if not choices:
            return None
        i, j, match, (moved, rest) = rng.choice(choices)
        test = (f"%token = pipegroup.barrier_test_wait {match.group(1)} "
                f"parity({match.group(2)}){match.group(3) or ''}")
        return (lines[:i] + moved + rest[:1] + [test] + rest[1:]
                + wait_unless(j, lines, "%token") + lines[j + 1:])
    mutate.__name__ = f"peeked_over_{kind}"
    return mutate


def carried_over(kinds):
    """As above, from the last wait at the level of a loop to the first one."""
    def mutate(rng, kernel, _):
        lines, choices = kernel.text, []
        for i, line in enumerate(lines):
            header = RE_FOR.search(line)
            if not header or not header.group(5):
                continue
            end = end_of(lines, i)
            depth = indent(lines[i + 1])
            waits = [j for j in range(i + 1, end)
                     if RE_MARKED.match(lines[j]) and indent(lines[j]) == depth]
            if not waits:
                continue
            first, last = waits[0], waits[-1]
            between = lines[i + 1:first] + lines[last + 1:end]
            if not any(kind_of(text, depth) in kinds for text in between):
                continue
            match = RE_MARKED.match(lines[first])
            arguments = [pair.split(" = ")[0] for pair in header.group(5).split(", ")]
            yielded = re.findall(NAME, lines[end - 1])
            at_hand = hoist(lines, i + 1, first, match.groups()[:2])
            split = hoist(lines, last, end - 1, yielded)
            if at_hand and split and header.group(1) not in "".join(at_hand[0]):
                choices.append((i, first, last, end, match, arguments, yielded, at_hand[0], split))
        if not choices:
            return None
        i, first, last, end, match, arguments, yielded, made, (moved, rest) = rng.choice(choices)
        following = dict(zip(arguments, yielded))
        for text in made:
            name = text.split(" = ")[0].strip()
            following[name] = "%next_" + name[1:]
        renamed = [re.sub(NAME, lambda name: following.get(name.group(), name.group()), text)
                   for text in made]
        barrier, parity = (following.get(name, name) for name in match.groups()[:2])
        test = (f"%token = pipegroup.barrier_test_wait {barrier} parity({parity})"
                f"{match.group(3) or ''}")
        header = lines[i].replace(") -> ", ", %carried = %nothing) -> ")
        leave = lines[end - 1].replace(" : ", ", %token : ")
        waits = wait_unless(first, lines, "%carried")
        made = moved + renamed
        if first == last:
            body = lines[i + 1:first] + made + waits
        else:
            body = lines[i + 1:first] + waits + lines[first + 1:last] + made + rest[:1]
        return (lines[:i] + ["%nothing = arith.constant false", header] + body + [test] + rest[1:]
                + [leave] + lines[end:])
    mutate.__name__ = f"carried_over_{'_or_'.join(kinds)}"
    return mutate


# Each with the part of the broken kernels of which something must be seen.
MUTATIONS = {other_parity: 0.5, other_slot: 0.5, token_is_true: 0.5, starts_true: 0.5,
             other_token: 0.3, no_wait: 0.5, no_scope: 0.3, no_fence: 0.3, old_state: 0.5,
             early_test: 0.02, early_wait: 0.5, late_wait: 0.5}
MUTATIONS |= {peeked_over(kind): 0.05 for kind in ("elsewhere", "by_hand", "init", "invalidate")}
MUTATIONS |= {carried_over(kinds): 0.02 for kinds in (["elsewhere"], ["by_hand"],
                                                      ["init", "invalidate"])}


def self_check(seed, kernels, outputs):
    failed = False
    for mutate, least in MUTATIONS.items():
        # Those of the kernels do not depend on what the passes print.
        rng = random.Random(f"{seed} {mutate.__name__}")
        tried = noticed = 0
        for number, kernel in kernels.items():
            broken = mutate(rng, kernel, outputs[number])
            if broken is None or broken == outputs[number]:
                continue
            if tried == MAX_TRIED:
                break
            tried += 1
            noticed += differs(kernel, broken) is not None
        print(f"{mutate.__name__}: {noticed} of {tried} noticed")
        failed |= tried < 10 or noticed < least * tried
    return failed


# ------------------------------------------------------------------------------

def run_tool(tool, passes, text):
    result = subprocess.run([tool, *passes, "-"], input=text, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{tool} {' '.join(passes)} failed with {result.returncode}:\n"
                 f"{result.stderr[:4000]}")
    return result.stdout


def split_output(text):
    """The lines of the functions of each kernel, by its number."""
    kernels, current = {}, None
    for line in text.splitlines():
        match = re.match(r"  func\.func @[kf](\d+)", line)
        if match:
            current = kernels.setdefault(int(match.group(1)), [])
        if current is not None:
            current.append(line)
        if line == "  }":
            current = None
    return kernels


def run_passes(tool, kernels, passes):
    text = "\n".join(["module {", "  func.func private @ext()",
                      *(line for kernel in kernels.values()
                        for line in kernel.declarations + kernel.text), "}", ""])
    text = run_tool(tool, passes, text)
    if passes[-1] == BATCH and run_tool(tool, [BATCH], text) != text:
        sys.exit(f"a second run of {BATCH} changes what the first one made")
    return split_output(text)


def make_kernels(seed, count):
    rng = random.Random(seed)
    kernels = {}
    while len(kernels) < count:
        kernel = Kernel(rng, len(kernels))
        try:
            kernel.expect()
            kernels[len(kernels)] = kernel
        except TooLong:
            pass
    return kernels


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool", help="pipegroup-opt")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="number of kernels")
    parser.add_argument("--passes", metavar="OPTIONS", action="append",
                        help="options of one run of the tool, instead of those built in")
    parser.add_argument("--self-check", action="store_true", help="break what is printed")
    parser.add_argument("--show", type=int, help="print one kernel and what becomes of it")
    arguments = parser.parse_args()

    kernels = make_kernels(arguments.seed, arguments.count)
    if arguments.self_check:
        return self_check(arguments.seed, kernels,
                          run_passes(arguments.tool, kernels, [PEEK_ALL, BATCH]))

    pipelines = [options.split() for options in arguments.passes or []] or PIPELINES
    bad = tested = carried = tried = 0
    problems = {}
    for passes in pipelines:
        outputs = run_passes(arguments.tool, kernels, passes)
        if arguments.show is not None:
            kernel = kernels[arguments.show]
            print("\n".join(kernel.declarations + kernel.text + passes + outputs[arguments.show]))
        for number, kernel in kernels.items():
            lines = outputs[number]
            # Often several options do the same.
            text = "\n".join(lines)
            if text not in problems:
                problems[text] = differs(kernel, lines)
            problem = problems[text]
            if problem:
                bad += 1
                print(f"kernel {number} of seed {arguments.seed}, {' '.join(passes)}: {problem}")
            if passes == [PEEK_ALL]:
                tested += any(map(RE_TEST.match, lines))
                carried += any(token_loops(lines))
            elif passes == [BATCH]:
                tried += any(map(RE_TEST.match, lines))
    effects = sum(len(machine.effects) for kernel in kernels.values()
                  for machine in kernel.expected)
    print(f"{len(kernels)} kernels with {effects} effects: {tested} with tests, {carried} for the "
          f"next iteration, {tried} with tries, {bad} wrong")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
