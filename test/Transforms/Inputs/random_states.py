#!/usr/bin/env python3
"""Checks pipegroup-thread-states on random kernels in the implicit form.

Every op of a kernel has a number. What the pass prints is executed here, which
gives the slot and the parity of each op whenever it runs. The kernel as it was
generated is executed as well, in a way that knows nothing of states: it counts
the rounds that each side has ended, and round n of S stages is slot n mod S with
the parity that n div S gives. Both must tell the same, and a second run of the pass must
change nothing.

With --lanes kernels also have states that acquires and waits advance, and sides of
several lanes, by the warps of a task or by tasks. Every warp is executed, and round n
of lane l with a stride of k is slot l + n * k of the ring laid out flat.

With --unroll what pipegroup-unroll-rings makes of the result is executed instead.

With --self-check the printed text is broken first, in several ways, and the
check has to notice.
"""

import argparse
import math
import operator
import random
import re
import subprocess
import sys

PREDICATES = {"eq": operator.eq, "ne": operator.ne,
              "slt": operator.lt, "ult": operator.lt, "sle": operator.le, "ule": operator.le,
              "sgt": operator.gt, "ugt": operator.gt, "sge": operator.ge, "uge": operator.ge}
ARITHMETIC = {"addi": operator.add, "subi": operator.sub, "muli": operator.mul,
              "divui": operator.floordiv, "remsi": operator.mod, "remui": operator.mod, "maxsi": max}
TYPES = {"async_async": "", "tma_async": " bytes(64)", "tma_umma": " bytes(64)",
         "umma_async": "", "async_umma": "", "umma_umma": ""}
MAX_DEPTH = 3
MAX_WARPS = 32


# ------------------------------------------------------------------------------
# Kernels
# ------------------------------------------------------------------------------

class Ring:
    """A state: the slots that one lane of a side goes through."""

    def __init__(self, owner, side, stages, stride=1):
        self.owner, self.side, self.stages, self.stride = owner, side, stages, stride

    def at_round(self, n, lane):
        flat = lane + n * self.stride
        parity = flat // self.stages % 2
        return flat % self.stages, 1 - parity if self.side == "producer" else parity


class Variable:
    """The state or states of one side, and the ops that use them."""

    def __init__(self, owner, side, stages, waits, move, strides=(1, 1), advances=False):
        self.owner, self.side, self.stages = owner, side, stages
        self.waits = waits  # targets of acquire or wait
        self.move = move    # target of commit or release
        self.advances = advances
        self.lag = Ring(owner, side, stages, strides[1])
        # That of acquires and waits.
        self.lead = Ring(owner, side, stages, strides[0]) if advances else self.lag
        self.lanes = max(strides)
        self.tasks = []     # those that have a lane each, or none


def choose_strides(rng, stages, advances):
    """Of the first op of a side and of the last one."""
    strides = [n for n in range(1, stages + 1) if stages % n == 0]
    stride = rng.choice(strides)
    if not advances or rng.random() < 0.5:
        return stride, stride
    pair = stride, rng.choice([n for n in strides if stride % n == 0])
    return pair if rng.random() < 0.5 else pair[::-1]


def make_group(rng, name, lanes):
    """Returns the declaration of a group and its variables."""
    mode = rng.choice(["merge", "fork", "fused_merge"])
    kind = rng.choice(list(TYPES))
    stages = rng.randint(1, 4)
    members = [f"@{name}::@m{i}" for i in range(rng.randint(1, 3))]
    clauses = ""
    producer = consumer = ((1, 1), False)
    if lanes:
        flags = rng.random() < 0.5, rng.random() < 0.5
        producer, consumer = ((choose_strides(rng, stages, flag), flag) for flag in flags)
        clauses = " interleave({}, {}, {}, {})".format(*producer[0], *consumer[0])
        clauses += " advance_on_wait" if flags[1] else ""
        clauses += " advance_on_acquire" if flags[0] else ""
    text = [f"pipegroup.group @{name} {mode} {{"]
    for member in members:
        text.append(f"  pipegroup.member {member.split('::')[1]} {kind} "
                    f"stages({stages}){TYPES[kind]}{clauses}")
    text.append("}")
    group = f"@{name}"
    if mode == "fork":
        variables = [Variable(group, "producer", stages, members, group, *producer)]
        variables += [Variable(m, "consumer", stages, [m], m, *consumer) for m in members]
    else:
        variables = [Variable(m, "producer", stages, [m], m, *producer) for m in members]
        waits = [group] if mode == "fused_merge" else members
        variables.append(Variable(group, "consumer", stages, waits, group, *consumer))
    return text, variables


class Kernel:
    """A random kernel: its text, and the tree that the text was made from."""

    def __init__(self, rng, number, lanes=False):
        self.rng = rng
        self.lanes = lanes
        self.names = 0
        self.ops = 0
        self.text = [f"module @k{number} {{"]
        variables = []
        for i in range(rng.randint(1, 2)):
            text, more = make_group(rng, f"g{i}", lanes)
            self.text += text
            variables += more
        self.text.append("func.func @kernel() {")
        # Name of a task, or None outside all of them, to what it does, and to the
        # number of its warps.
        self.tasks = {}
        self.warps = {None: 1}
        if rng.random() < 0.1 and all(variable.lanes == 1 for variable in variables):
            self.tasks[None] = self.make_body(variables, 0, [])
        elif lanes:
            self.make_lanes(variables)
        else:
            self.make_tasks(variables)
        self.text += ["return", "}", "}"]

    def make_tasks(self, variables):
        count = self.rng.randint(2, 4)
        owned = [[] for _ in range(count)]
        for variable in variables:
            self.rng.choice(owned).append(variable)
        self.text.append(f"pipegroup.specialize threads({32 * count}) {{")
        for i, mine in enumerate(owned):
            self.text.append(f"pipegroup.task @t{i} warps({i}, 1) {{")
            self.tasks[f"t{i}"] = self.make_body(mine, 0, []) if mine else []
            self.warps[f"t{i}"] = 1
            self.text.append("}")
        self.text.append("}")

    def make_lanes(self, variables):
        count = self.rng.randint(4, 6)
        owned, warps = [[] for _ in range(count)], [1] * count
        for variable in variables:
            i = self.rng.randrange(count)
            more = math.lcm(warps[i], variable.lanes) * self.rng.choice([1, 1, 2])
            if variable.lanes > 1 and (self.rng.random() < 0.5 or
                                       sum(warps) - warps[i] + more > MAX_WARPS):
                variable.tasks = [f"t{i}" for i in range(count)]
                while len(variable.tasks) > variable.lanes:
                    variable.tasks.remove(self.rng.choice(variable.tasks))
                for task in variable.tasks:
                    owned[int(task[1:])].append(variable)
                continue
            owned[i].append(variable)
            if variable.lanes > 1:
                warps[i] = more
        self.text.append(f"pipegroup.specialize threads({32 * sum(warps)}) {{")
        for i, mine in enumerate(owned):
            self.text.append(f"pipegroup.task @t{i} warps({sum(warps[:i])}, {warps[i]}) {{")
            # A task has a lane if it drives the side.
            body = [op for variable in mine if variable.tasks
                    for op in self.make_waits(variable)]
            self.tasks[f"t{i}"] = body + (self.make_body(mine, 0, []) if mine else [])
            self.warps[f"t{i}"] = warps[i]
            self.text.append("}")
        self.text.append("}")

    def lane_of(self, task, warp, variable, ring):
        """That of the larger stride, of which the smaller one has fewer."""
        if variable.lanes == 1:
            return 0
        if variable.tasks:
            return variable.tasks.index(task) % ring.stride
        return warp // (self.warps[task] // variable.lanes) % ring.stride

    # Each of these adds to the text and returns a tree; `counters` are the names
    # of integers that conditions may use.

    def fresh(self):
        self.names += 1
        return f"%v{self.names}"

    def constant(self, value):
        name = self.fresh()
        self.text.append(f"{name} = arith.constant {value} : index")
        return name

    def make_body(self, variables, depth, counters):
        body = []
        for _ in range(self.rng.randint(1, 4 if depth < 2 else 3)):
            choice = self.rng.random()
            if depth == MAX_DEPTH or choice < 0.45:
                body += self.make_op(self.rng.choice(variables))
            elif choice < 0.70:
                body.append(self.make_for(variables, depth, counters))
            elif choice < 0.88:
                body.append(self.make_if(variables, depth, counters))
            elif choice < 0.94 and counters:
                body.append(self.make_switch(variables, depth, counters))
            else:
                body.append(self.make_while(variables, depth, counters))
        return body

    def make_op(self, variable):
        producer = variable.side == "producer"
        # One of old is drawn here, so that kernels without lanes stay what they were.
        wait = self.rng.choice(variable.waits)
        choice = self.rng.random()
        if choice < 0.5:
            return [self.add_move(variable)]
        if choice < 0.8 and variable.advances:
            return self.make_waits(variable)
        if choice < 0.8:
            return self.make_wait(variable, wait, tries=choice >= 0.7)
        if choice < 0.9 or not producer:
            return [self.add_current(variable)]
        return [self.add_op("tail", variable.owner, variable, variable.lead)]

    def make_wait(self, variable, target, tries=False, moves=False):
        name = "acquire" if variable.side == "producer" else "wait"
        if not tries:
            return [self.add_op(name, target, variable, variable.lead, moves)]
        token = self.fresh()
        return [self.add_op("try_" + name, target, variable, variable.lead,
                            before=f"{token} = "),
                self.add_op(name, target, variable, variable.lead, moves,
                            token=f" unless {token}")]

    def make_waits(self, variable):
        """A round of acquires or waits: every member once, the last one moves."""
        body = []
        targets = self.rng.sample(variable.waits, len(variable.waits))
        for i, target in enumerate(targets):
            body += self.make_wait(variable, target, self.rng.random() < 0.2,
                                   variable.advances and i == len(targets) - 1)
            if self.rng.random() < 0.2:
                body.append(self.add_current(variable))
            # A release that the waits do not move with may stand among them.
            if variable.advances and self.rng.random() < 0.2:
                body.append(self.add_move(variable))
        return body

    def add_move(self, variable):
        name = "commit" if variable.side == "producer" else "release"
        return self.add_op(name, variable.move, variable, variable.lag, moves=True)

    def add_current(self, variable):
        lags = self.lanes and self.rng.random() < 0.5
        state, index = self.fresh(), self.fresh()
        typed = f"!pipegroup.state<{variable.stages}>"
        self.text.append(f"{state} = pipegroup.current {variable.owner} {variable.side} "
                         f"{'lagging ' if lags else ''}: {typed}")
        self.text.append(f"{index} = pipegroup.index {state} {{id = {self.ops} : i64}} "
                         f": {typed}")
        self.ops += 1
        return ("op", self.ops - 1, variable, variable.lag if lags else variable.lead, False)

    def add_op(self, name, target, variable, ring, moves=False, before="", token=""):
        self.text.append(f"{before}pipegroup.{name} {target}{token} {{id = {self.ops} : i64}}")
        self.ops += 1
        return ("op", self.ops - 1, variable, ring, moves)

    def make_for(self, variables, depth, counters):
        trips, lower, step = (self.rng.randint(0, 3), self.rng.randint(0, 2),
                              self.rng.randint(1, 3))
        upper = lower + trips * step - (self.rng.randrange(step) if trips else 0)
        if self.lanes:
            lower, upper, trips = self.move_bounds(lower, upper, trips)
        bounds = [self.bound(value) for value in (lower, upper, step)]
        counter = self.fresh()
        head = "scf.for {} = {} to {} step {}".format(counter, *bounds)
        if self.rng.random() < 0.7:
            self.text.append(head + " {")
            body = self.make_body(variables, depth + 1, counters + [counter])
            self.text.append("}")
            return ("for", counter, (lower, upper, step), None, body)
        # The loop carries something of its own.
        start = self.rng.randint(0, 2)
        first, one = self.constant(start), self.constant(1)
        carried, after, result = (self.fresh() for _ in range(3))
        self.text.append(f"{result} = {head} iter_args({carried} = {first}) -> (index) {{")
        body = self.make_body(variables, depth + 1, counters + [counter, carried])
        self.text.append(f"{after} = arith.addi {carried}, {one} : index")
        self.text += [f"scf.yield {after} : index", "}"]
        counters.append(result)
        return ("for", counter, (lower, upper, step), (start, carried, result), body)

    def move_bounds(self, lower, upper, trips):
        """The same number of trips in another place; none may be less than none."""
        by = self.rng.randint(-4, 0)
        return lower + by, upper + by - (0 if trips else self.rng.randint(0, 4)), trips

    def bound(self, value):
        """A constant, or a number of which nobody knows that it is one."""
        if not self.lanes or self.rng.random() < 0.5:
            return self.constant(value)
        part = self.rng.randint(0, 2)
        parts = self.constant(value - part), self.constant(part)
        name = self.fresh()
        self.text.append(f"{name} = arith.addi {parts[0]}, {parts[1]} : index")
        return name

    def make_condition(self, counters):
        name = self.fresh()
        if not counters or self.rng.random() < 0.3:
            value = self.rng.random() < 0.5
            self.text.append(f"{name} = arith.constant {str(value).lower()}")
            return name, ("constant", value)
        counter, limit = self.rng.choice(counters), self.rng.randint(0, 4)
        predicate = self.rng.choice(list(PREDICATES))
        right = self.constant(limit)
        self.text.append(f"{name} = arith.cmpi {predicate}, {counter}, {right} : index")
        return name, ("compare", predicate, counter, limit)

    def make_if(self, variables, depth, counters):
        name, condition = self.make_condition(counters)
        shape = self.rng.choice(["then", "else", "both"])
        then = other = []
        self.text.append(f"scf.if {name} {{")
        if shape != "else":
            then = self.make_body(variables, depth + 1, list(counters))
        if shape != "then":
            self.text.append("} else {")
            other = self.make_body(variables, depth + 1, list(counters))
        self.text.append("}")
        return ("if", condition, then, other)

    def make_switch(self, variables, depth, counters):
        counter = self.rng.choice(counters)
        cases = {}
        self.text.append(f"scf.index_switch {counter}")
        for value in self.rng.sample(range(4), self.rng.randint(1, 2)):
            self.text.append(f"case {value} {{")
            cases[value] = self.make_body(variables, depth + 1, list(counters))
            self.text += ["scf.yield", "}"]
        self.text.append("default {")
        cases[None] = self.make_body(variables, depth + 1, list(counters))
        self.text.append("}")
        return ("switch", counter, cases)

    def make_while(self, variables, depth, counters):
        trips = self.rng.randint(0, 3)
        first, limit, one = self.constant(0), self.constant(trips), self.constant(1)
        early, more, late, after, result = (self.fresh() for _ in range(5))
        self.text.append(f"{result} = scf.while ({early} = {first}) : (index) -> index {{")
        before = [] if self.rng.random() < 0.4 else self.make_body(
            variables, depth + 1, counters + [early])
        self.text += [f"{more} = arith.cmpi ult, {early}, {limit} : index",
                      f"scf.condition({more}) {early} : index", "} do {",
                      f"^bb0({late}: index):"]
        inside = self.make_body(variables, depth + 1, counters + [late])
        self.text += [f"{after} = arith.addi {late}, {one} : index",
                      f"scf.yield {after} : index", "}"]
        counters.append(result)
        return ("while", trips, early, late, result, before, inside)

    def trace(self):
        """What each warp does: (number, owner, side, slot, parity) in order."""
        traces = {}
        for task, body in self.tasks.items():
            for warp in range(self.warps[task]):
                rounds = Rounds(lambda *state: self.lane_of(task, warp, *state))
                rounds.run(body)
                traces[task, warp] = rounds.events
        return traces


class Rounds:
    """Executes a generated tree and counts the rounds that have ended."""

    def __init__(self, lane_of):
        self.lane_of = lane_of
        self.rounds = {}
        self.values = {}
        self.events = []

    def run(self, body):
        for node in body:
            getattr(self, node[0] + "_")(*node[1:])

    def op_(self, number, variable, ring, moves):
        n = self.rounds.get(ring, 0)
        lane = self.lane_of(variable, ring)
        self.events.append((number, ring.owner, ring.side, *ring.at_round(n, lane)))
        if moves:
            self.rounds[ring] = n + 1

    def for_(self, counter, bounds, carried, body):
        trips = 0
        for self.values[counter] in range(*bounds):
            if carried:
                self.values[carried[1]] = carried[0] + trips
            self.run(body)
            trips += 1
        if carried:
            self.values[carried[2]] = carried[0] + trips

    def if_(self, condition, then, other):
        if condition[0] == "constant":
            taken = condition[1]
        else:
            _, predicate, counter, limit = condition
            taken = PREDICATES[predicate](self.values[counter], limit)
        self.run(then if taken else other)

    def switch_(self, counter, cases):
        self.run(cases.get(self.values[counter], cases[None]))

    def while_(self, trips, early, late, result, before, inside):
        for trip in range(trips + 1):
            self.values[early] = trip
            self.run(before)
            if trip < trips:
                self.values[late] = trip
                self.run(inside)
        self.values[result] = trips


# ------------------------------------------------------------------------------
# What the pass prints
# ------------------------------------------------------------------------------

NAME = r"%[\w#-]+"
STATE = rf"\[({NAME})\]"
RE_RESULT = re.compile(r"(%[\w-]+)(?::(\d+))? = (.*)")
RE_CONSTANT = re.compile(r"arith\.constant (\S+)")
RE_ARITH = re.compile(rf"arith\.(\w+) ({NAME}), ({NAME}) : (?:index|i32)")
RE_COMPARE = re.compile(rf"arith\.cmpi (\w+), ({NAME}), ({NAME}) : index")
RE_FOR = re.compile(rf"scf\.for (%\w+) = ({NAME}) to ({NAME}) step ({NAME})"
                    rf"(?: iter_args\((.*?)\) -> \(.*\))? {{")
RE_IF = re.compile(rf"scf\.if ({NAME})(?: -> \(.*\))? {{")
RE_SWITCH = re.compile(rf"scf\.index_switch ({NAME})(?: -> .*)?")
RE_WHILE = re.compile(r"scf\.while(?: \((.*?)\))? : .* {")
RE_BLOCK = re.compile(r"\^bb0\((.*)\):")
RE_YIELD = re.compile(r"scf\.(?:yield|condition\((%[\w#]+)\))(?: (.*?) : .*)?$")
RE_START = re.compile(r"pipegroup\.start (\S+) (producer|consumer)(?: step\((\d+)\))?"
                      rf"(?: lane\(({NAME})\))? : !pipegroup\.state<(\d+)>")
RE_ADVANCE = re.compile(rf"pipegroup\.advance ({NAME})(?: by (\d+))? : ")
RE_WARP = re.compile(r"pipegroup\.task_warp : i32")
RE_INDEX = re.compile(rf"pipegroup\.index ({NAME}) {{id = (\d+) : i64}} : ")
RE_ACTION = re.compile(r"pipegroup\.(?:acquire|try_acquire|commit|tail|wait|try_wait|release) "
                       rf"\S+?{STATE}(?: unless {NAME})? {{id = (\d+) : i64}} : ")
RE_TASK = re.compile(r"pipegroup\.task @(\w+) warps\(\d+, (\d+)\) .*{")
IGNORED = re.compile(r"pipegroup\.(?:group|member) |}$|return$")


class BadOutput(Exception):
    pass


def pairs(text):
    return [tuple(part.split(" = ")) for part in text.split(", ")] if text else []


def names(text):
    return text.split(", ") if text else []


class State:
    def __init__(self, owner, side, stages, slot, parity):
        self.owner, self.side, self.stages = owner, side, stages
        self.slot, self.parity = slot, parity

    def advance(self, by=1):
        wraps = self.slot + by >= self.stages
        return State(self.owner, self.side, self.stages,
                     self.slot + by - (self.stages if wraps else 0), self.parity ^ wraps)


class Parser:
    """Turns the printed lines of one task into a tree."""

    def __init__(self, lines):
        self.lines = [line.strip() for line in lines]
        self.at = 0

    def region(self):
        """Statements up to the line that closes the region; that line is next."""
        body = []
        while not self.lines[self.at].startswith("}"):
            body.append(self.statement())
        return body

    def close(self, text="}"):
        if self.lines[self.at] != text:
            raise BadOutput(f"found '{self.lines[self.at]}', expected '{text}'")
        self.at += 1

    def statement(self):
        line = self.lines[self.at]
        self.at += 1
        match = RE_RESULT.match(line)
        results = []
        if match:
            name, count, text = match.groups()
            results = [f"{name}#{i}" for i in range(int(count))] if count else [name]
        else:
            text = line
        for regex, build in self.FORMS:
            match = regex.match(text)
            if match:
                return build(self, results, match)
        raise BadOutput(f"'{line}' has a form that is not known here")

    def constant(self, results, match):
        text = match.group(1)
        value = {"true": 1, "false": 0}.get(text)
        return ("constant", results[0], int(text) if value is None else value)

    def arith(self, results, match):
        return ("arith", results[0], *match.groups())

    def warp(self, results, match):
        return ("warp", results[0])

    def compare(self, results, match):
        return ("compare", results[0], *match.groups())

    def for_loop(self, results, match):
        counter, lower, upper, step, carried = match.groups()
        body = self.region()
        self.close()
        return ("for", results, counter, (lower, upper, step), pairs(carried), body)

    def branch(self, results, match):
        then, other = self.region(), []
        if self.lines[self.at] == "} else {":
            self.at += 1
            other = self.region()
        self.close()
        return ("if", results, match.group(1), then, other)

    def switch(self, results, match):
        cases = {}
        while True:
            found = re.match(r"(?:case (\d+)|default) {", self.lines[self.at])
            self.at += 1
            value = found.group(1)
            cases[None if value is None else int(value)] = self.region()
            self.close()
            if value is None:
                return ("switch", results, match.group(1), cases)

    def while_loop(self, results, match):
        before = self.region()
        self.close("} do {")
        block = RE_BLOCK.match(self.lines[self.at])
        arguments = []
        if block:
            self.at += 1
            arguments = [part.split(":")[0] for part in block.group(1).split(", ")]
        after = self.region()
        self.close()
        return ("while", results, pairs(match.group(1)), before, arguments, after)

    def leave(self, results, match):
        return ("leave", match.group(1), names(match.group(2)))

    def start(self, results, match):
        return ("start", results[0], *match.groups())

    def advance(self, results, match):
        return ("advance", results[0], *match.groups())

    def action(self, results, match):
        return ("action", match.group(1), int(match.group(2)))

    FORMS = [(RE_CONSTANT, constant), (RE_COMPARE, compare), (RE_ARITH, arith), (RE_FOR, for_loop),
             (RE_IF, branch), (RE_SWITCH, switch), (RE_WHILE, while_loop), (RE_YIELD, leave),
             (RE_START, start), (RE_ADVANCE, advance), (RE_WARP, warp), (RE_INDEX, action),
             (RE_ACTION, action)]


class Machine:
    """Executes a tree of what was printed, states and all, as one warp of a task."""

    def __init__(self, warp):
        self.warp = warp
        self.values = {}
        self.events = []

    def run(self, body):
        """Returns what the region ends with: a condition or None, and values."""
        for node in body:
            if node[0] == "leave":
                _, condition, results = node
                return (condition and self.values[condition],
                        [self.values[name] for name in results])
            getattr(self, node[0] + "_")(*node[1:])
        return None, []

    def set(self, names, values):
        if len(names) != len(values):
            raise BadOutput(f"found {len(values)} values for {len(names)} names")
        self.values.update(zip(names, values))

    def constant_(self, result, value):
        self.values[result] = value

    def arith_(self, result, name, left, right):
        if name not in ARITHMETIC:
            raise BadOutput(f"'arith.{name}' is not known here")
        self.values[result] = ARITHMETIC[name](self.values[left], self.values[right])

    def warp_(self, result):
        self.values[result] = self.warp

    def compare_(self, result, predicate, left, right):
        self.values[result] = PREDICATES[predicate](self.values[left], self.values[right])

    def for_(self, results, counter, bounds, carried, body):
        lower, upper, step = (self.values[name] for name in bounds)
        current = [self.values[first] for _, first in carried]
        for value in range(lower, upper, step):
            self.values[counter] = value
            self.set([name for name, _ in carried], current)
            current = self.run(body)[1]
        self.set(results, current)

    def if_(self, results, condition, then, other):
        self.set(results, self.run(then if self.values[condition] else other)[1])

    def switch_(self, results, value, cases):
        self.set(results, self.run(cases.get(self.values[value], cases[None]))[1])

    def while_(self, results, carried, before, arguments, after):
        current = [self.values[first] for _, first in carried]
        while True:
            self.set([name for name, _ in carried], current)
            goes_on, current = self.run(before)
            if not goes_on:
                break
            self.set(arguments, current)
            current = self.run(after)[1]
        self.set(results, current)

    def start_(self, result, owner, side, step, lane, stages):
        state = State(owner, side, int(stages), self.values[lane] if lane else 0,
                      1 if side == "producer" else 0)
        for _ in range(int(step or 0)):
            state = state.advance()
        self.values[result] = state

    def advance_(self, result, state, by):
        self.values[result] = self.values[state].advance(int(by or 1))

    def action_(self, state, number):
        state = self.values[state]
        self.events.append((number, state.owner, state.side, state.slot, state.parity))


def trace_output(lines):
    """What each warp of each task of a printed kernel does."""
    traces = {}
    i = 0
    while i < len(lines):
        line = lines[i].strip()
        task = RE_TASK.match(line)
        function = line.startswith("func.func @kernel")
        if not task and not (function and "pipegroup.specialize" not in lines[i + 1]):
            if not IGNORED.match(line) and not function and "specialize" not in line:
                raise BadOutput(f"'{line}' is outside of the tasks")
            i += 1
            continue
        end = next(j for j in range(i + 1, len(lines))
                   if re.match(r" *", lines[j]).end() <= re.match(r" *", lines[i]).end()
                   and lines[j].strip().startswith("}"))
        body = [text for text in lines[i + 1:end + 1] if text.strip() != "return"]
        tree = Parser(body).region()
        for warp in range(int(task.group(2)) if task else 1):
            machine = Machine(warp)
            machine.run(tree)
            traces[task.group(1) if task else None, warp] = machine.events
        i = end + 1
    return traces


def split_output(text):
    """The lines of each kernel, by its number."""
    kernels, current = {}, None
    for line in text.splitlines():
        match = re.match(r"  module @k(\d+) {", line)
        if match:
            current = kernels[int(match.group(1))] = []
        elif line == "  }":
            current = None
        elif current is not None:
            current.append(line)
    return kernels


def differs(kernel, lines):
    """None, or how the printed kernel differs from the generated one."""
    try:
        found = trace_output(lines)
    except BadOutput as error:
        return str(error)
    except KeyError as error:
        return f"{error} is used where it is not defined"
    expected = kernel.trace()
    if found.keys() != expected.keys():
        return f"found tasks {list(found)}, expected {list(expected)}"
    for task in expected:
        if len(found[task]) != len(expected[task]):
            return (f"task {task}: found {len(found[task])} ops, expected "
                    f"{len(expected[task])}")
        for i, (one, other) in enumerate(zip(found[task], expected[task])):
            if one != other:
                return f"task {task}, event {i}: found {one}, expected {other}"
    return None


# ------------------------------------------------------------------------------
# Breaking it
# ------------------------------------------------------------------------------

def next_round(rng, kernel, lines):
    """One op that is executed uses the state of the round after."""
    numbers = [event[0] for events in kernel.trace().values() for event in events]
    if not numbers:
        return None
    number = rng.choice(numbers)
    i = next(j for j, line in enumerate(lines) if f"{{id = {number} : i64}}" in line)
    found = re.search(rf"{STATE}|index ({NAME})", lines[i])
    state = found.group(1) or found.group(2)
    place = found.start(1) if found.group(1) else found.start(2)
    rest = lines[i][place + len(state):]
    return lines[:i] + [f"%broken = pipegroup.advance {state} : !pipegroup.state<1>",
                        lines[i][:place] + "%broken" + rest] + lines[i + 1:]


def no_advance(rng, kernel, lines):
    """One advance is left out."""
    found = [i for i, line in enumerate(lines) if "pipegroup.advance" in line]
    if not found:
        return None
    i = rng.choice(found)
    result, state = re.match(rf" *({NAME}) = pipegroup\.advance ({NAME})", lines[i]).groups()
    depth = re.match(r" *", lines[i]).end()
    broken = lines[:i]
    inside = True
    for line in lines[i + 1:]:
        inside = inside and re.match(r" *", line).end() >= depth
        broken.append(re.sub(re.escape(result) + r"(?!\w)", state, line) if inside else line)
    return broken


def lost_in_loop(rng, kernel, lines):
    """One loop passes on the state that it was given instead of the new one."""
    loops = [(i, re.search(rf"iter_args\(.*?(%\w+) = {NAME}\)", line))
             for i, line in enumerate(lines) if "!pipegroup.state" in line and "scf.for" in line]
    if not loops:
        return None
    i, argument = rng.choice(loops)
    depth = re.match(r" *", lines[i]).end()
    end = next(j for j in range(i + 1, len(lines)) if re.match(r" *}", lines[j])
               and re.match(r" *", lines[j]).end() == depth)
    broken = list(lines)
    broken[end - 1] = re.sub(rf"({NAME}) : ", f"{argument.group(1)} : ", lines[end - 1], count=1)
    return broken


def start_again(rng, kernel, lines):
    """One loop begins with the first state instead of the one it follows."""
    loops = [(i, re.search(rf"= ({NAME})\) -> \((?:.*, )?(!pipegroup\.state<\d+>)\)", line))
             for i, line in enumerate(lines) if "scf.for" in line]
    loops = [(i, match) for i, match in loops if match]
    if not loops:
        return None
    i, match = rng.choice(loops)
    given, state = match.groups()
    # Those of its own task.
    begin = max(j for j in range(i) if re.search(r"pipegroup\.task|func\.func", lines[j]))
    starts = [line.split(" = ")[0].strip() for line in lines[begin:i]
              if "pipegroup.start" in line and line.endswith(state)]
    starts = [name for name in starts if name != given]
    if not starts:
        return None
    broken = list(lines)
    broken[i] = lines[i].replace(f"= {given})", f"= {rng.choice(starts)})")
    return broken


def other_side(rng, kernel, lines):
    """One branch passes on what the op before it began with."""
    found = [i for i, line in enumerate(lines) if line.strip().startswith("scf.yield")
             and lines[i + 1].strip() == "} else {" and "pipegroup.advance" in lines[i - 1]]
    if not found:
        return None
    i = rng.choice(found)
    new, old = re.match(rf" *({NAME}) = pipegroup\.advance ({NAME})", lines[i - 1]).groups()
    broken = list(lines)
    broken[i] = re.sub(re.escape(new) + r"(?!\w)", old, lines[i])
    return broken


def other_stride(rng, kernel, lines):
    """One advance goes to the next slot, whatever its stride."""
    found = [i for i, line in enumerate(lines) if re.search(r"pipegroup\.advance .* by ", line)]
    if not found:
        return None
    i = rng.choice(found)
    return lines[:i] + [re.sub(r" by \d+", "", lines[i])] + lines[i + 1:]


def other_lane(rng, kernel, lines):
    """One state starts in the first lane."""
    found = [i for i, line in enumerate(lines) if re.search(r"start .* (lane|step)\(", line)]
    if not found:
        return None
    i = rng.choice(found)
    return lines[:i] + [re.sub(r" (lane|step)\(\S+\)", "", lines[i])] + lines[i + 1:]


# Each with the part of the broken kernels of which something must be seen; a
# state that no later op uses can be lost without a trace.
MUTATIONS = {next_round: 1.0, no_advance: 0.2, lost_in_loop: 0.2, start_again: 0.2,
             other_side: 0.1}
LANE_MUTATIONS = {**MUTATIONS, other_stride: 0.2, other_lane: 0.2}


def self_check(rng, kernels, outputs, mutations):
    failed = False
    for mutate, least in mutations.items():
        tried = noticed = 0
        for number, kernel in kernels.items():
            broken = mutate(rng, kernel, outputs[number])
            if broken is None or broken == outputs[number]:
                continue
            tried += 1
            noticed += differs(kernel, broken) is not None
        print(f"{mutate.__name__}: {noticed} of {tried} noticed")
        failed |= tried < 20 or noticed < least * tried
    return failed


# ------------------------------------------------------------------------------

def run_tool(tool, text, passes=("--pipegroup-thread-states",)):
    result = subprocess.run([tool, *passes, "-"], input=text, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{tool} failed with {result.returncode}:\n{result.stderr[:4000]}")
    return result.stdout


def run_pass(tool, kernels, unroll):
    once = run_tool(tool, "\n".join(line for kernel in kernels.values() for line in kernel.text))
    if run_tool(tool, once) != once:
        sys.exit("a second run changes what the first one made")
    if unroll:
        once = run_tool(tool, once, [f"--pipegroup-unroll-rings={unroll}"])
    return split_output(once)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool", help="pipegroup-opt")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000, help="number of kernels")
    parser.add_argument("--batch", type=int, default=250, help="kernels per process")
    parser.add_argument("--lanes", action="store_true",
                        help="lanes, and states that acquires and waits advance")
    parser.add_argument("--unroll", metavar="OPTIONS", help="options of pipegroup-unroll-rings")
    parser.add_argument("--self-check", action="store_true", help="break what is printed")
    parser.add_argument("--show", type=int, help="print one kernel and its output")
    arguments = parser.parse_args()

    rng = random.Random(arguments.seed)
    kernels = {number: Kernel(rng, number, arguments.lanes)
               for number in range(arguments.count)}
    outputs = {}
    for first in range(0, arguments.count, arguments.batch):
        batch = range(first, min(first + arguments.batch, arguments.count))
        outputs.update(run_pass(arguments.tool, {number: kernels[number] for number in batch},
                                arguments.unroll))
    if arguments.show is not None:
        print("\n".join(kernels[arguments.show].text + outputs[arguments.show]))
    if arguments.self_check:
        return self_check(rng, kernels, outputs,
                          LANE_MUTATIONS if arguments.lanes else MUTATIONS)

    bad = ops = moving = 0
    for number, kernel in kernels.items():
        problem = differs(kernel, outputs.get(number, []))
        if problem:
            bad += 1
            print(f"kernel {number} of seed {arguments.seed}: {problem}")
        events = [event for task in kernel.trace().values() for event in task]
        ops += len(events)
        moving += any(event[3] or event[4] != (event[2] == "producer") for event in events)
    print(f"{len(kernels)} kernels, {ops} ops executed, {moving} kernels with a state that "
          f"moves, {bad} wrong")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
