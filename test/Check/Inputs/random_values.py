#!/usr/bin/env python3
"""Random kernels of two tasks whose rounds depend on captured values.

The consumer does what the producer does, with its loops shifted, peeled or made longer
and its conditions inverted, rewritten or changed: sometimes the two agree for all
values, often they do not. Each kernel is checked with its values as arguments, and with
constants in their place, for which the checker has nothing to assume. What is safe for
all values must not be refused for any, and what is refused has to be refused for some.
"""

import argparse
import bisect
import itertools
import random
import re
import subprocess
import sys
import tempfile

PASSES = ["-pipegroup-derive-agents", "-pipegroup-thread-states",
          "-pipegroup-check-protocol=remarks", "-split-input-file", "-o", "/dev/null",
          "-mlir-print-op-on-diagnostic=false"]
INVERSE = {"eq": "ne", "ne": "eq", "slt": "sge", "sge": "slt", "sgt": "sle", "sle": "sgt"}
FEW = list(itertools.product((0, 1, 2, 5), (0, 1, 3, 6), (0, 1), (1, 2, 3)))
MANY = list(itertools.product(range(-3, 10), range(-3, 10), (0, 1), (1, 2, 3)))


def constant(value):
    return ("constant", value)


def plus(value, number):
    return ("addi", value, constant(number) if isinstance(number, int) else number)


class Generator:
    """Values and conditions are tuples, as are statements:
    ("rounds", ring, count), ("for", counter, from, to, step, body),
    ("if", condition, then, else) and ("switch", value, cases, default)."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, share):
        return self.random.random() < share

    def value(self, counters, depth=0):
        kind = self.random.random()
        if kind < 0.3:
            return constant(self.random.randint(0, 3))
        if kind < 0.6 or (kind < 0.85 and not counters) or depth:
            return ("named", self.random.choice("nm"))
        if kind < 0.85:
            return ("named", self.random.choice(counters))
        return (self.random.choice(["addi", "addi", "subi", "muli"]),
                self.value(counters, 1), self.value(counters, 1))

    def condition(self, counters):
        kind = self.random.random()
        if kind < 0.3:
            return ("flag",)
        if kind < 0.45:
            return ("not", self.condition(counters))
        if kind < 0.55:
            return (self.random.choice(["andi", "ori"]), self.condition(counters),
                    self.condition(counters))
        return ("compare", self.random.choice(list(INVERSE)), self.value(counters),
                self.value(counters))

    def statements(self, depth, counters=()):
        return [self.statement(depth, list(counters))
                for _ in range(self.random.choice([1, 1, 2]))]

    def statement(self, depth, counters):
        kind = self.random.random()
        if depth == 0 or kind < 0.3:
            return ("rounds", "h" if self.chance(0.15) else "g", self.random.choice([1, 1, 2, 3]))
        if kind < 0.65:
            counter = f"i{len(counters)}"
            low = constant(0) if self.chance(0.7) else self.value(counters)
            high = ("named", self.random.choice("nm")) if self.chance(0.6) else \
                self.value(counters)
            step = ("named", "s") if self.chance(0.25) else 2 if self.chance(0.15) else 1
            return ("for", counter, low, high, step,
                    self.statements(depth - 1, counters + [counter]))
        body = self.statements(depth - 1, counters)
        other = self.statements(depth - 1, counters) if self.chance(0.3) else []
        if kind < 0.95:
            return ("if", self.condition(counters), body, other)
        return ("switch", self.value(counters),
                [(0, body), (1, self.statements(depth - 1, counters))], other)

    def rewrite(self, statements, share):
        return [new for old in statements for new in self.rewritten(old, share)]

    def rewritten(self, statement, share):
        kind, *parts = statement
        change = self.chance(share)
        if kind == "rounds":
            ring, count = parts
            yield ("rounds", ring, self.random.choice([1, 2, 3]) if self.chance(share / 5)
                   else count)
        elif kind == "for":
            counter, low, high, step, body = parts
            yield from self.rewritten_loop(counter, low, high, step, self.rewrite(body, share),
                                           self.random.choice(range(8)) if change else 8)
        elif kind == "if":
            condition, body, other = parts
            yield self.rewritten_branch(condition, self.rewrite(body, share),
                                        self.rewrite(other, share),
                                        self.random.choice(range(4)) if change else 4)
        else:
            value, cases, other = parts
            cases = [(case, self.rewrite(body, share)) for case, body in cases]
            yield ("switch", value, cases[::-1] if change else cases, self.rewrite(other, share))

    @staticmethod
    def rewritten_loop(counter, low, high, step, body, how):
        if how in (0, 1):
            # Shifted; the counter is what it was, or not.
            if how == 0:
                body = substitute(body, counter, ("subi", ("named", counter), constant(2)))
            low, high = plus(low, 2), plus(high, 2)
        elif how == 2:
            yield from substitute(body, counter, low)
            low = plus(low, step)
        elif how == 3:
            high = plus(high, 1)
        elif how == 4:
            low = constant(1)
        elif how == 5:
            step = 3 - step if isinstance(step, int) else 1
        elif how == 7:
            low = plus(low, 1)
        loop = ("for", counter, low, high, step, body)
        yield ("if", ("compare", "sgt", high, low), [loop], []) if how == 6 else loop

    @staticmethod
    def rewritten_branch(condition, body, other, how):
        if how == 0:
            return ("if", ("not", condition), other, body)
        if how == 1:
            return ("if", ("not", condition), body, other)
        if condition[0] == "compare":
            _, predicate, left, right = condition
            if how == 2:
                return ("if", ("compare", INVERSE[predicate], left, right), other, body)
            if how == 3:
                return ("if", ("compare", predicate, plus(left, 1), plus(right, 1)), body, other)
        return ("if", condition, body, other)


def substitute(tree, counter, value):
    """`tree` with a value in place of a counter; inner loops have other counters."""
    if tree == ("named", counter):
        return value
    if isinstance(tree, (tuple, list)):
        return type(tree)(substitute(part, counter, value) for part in tree)
    return tree


class Printer:
    """Writes what one task does."""

    def __init__(self, is_producer):
        self.ops = ("acquire @{}::@m", "commit @{}::@m") if is_producer else \
            ("wait @{}::@m", "release @{}")
        self.prefix = "p" if is_producer else "c"
        self.lines, self.fresh = [], 0

    def emit(self, indent, op, type):
        self.fresh += 1
        name = f"%{self.prefix}{self.fresh}"
        self.lines.append(f"{indent}{name} = arith.{op} : {type}")
        return name

    def value(self, tree, indent):
        if tree[0] == "constant":
            return f"%k{tree[1]}"
        if tree[0] == "named":
            return "%" + tree[1]
        left, right = (self.value(part, indent) for part in tree[1:])
        return self.emit(indent, f"{tree[0]} {left}, {right}", "index")

    def condition(self, tree, indent):
        if tree[0] == "flag":
            return "%x"
        if tree[0] == "not":
            return self.emit(indent, f"xori {self.condition(tree[1], indent)}, %true", "i1")
        if tree[0] == "compare":
            left, right = (self.value(part, indent) for part in tree[2:])
            return self.emit(indent, f"cmpi {tree[1]}, {left}, {right}", "index")
        left, right = (self.condition(part, indent) for part in tree[1:])
        return self.emit(indent, f"{tree[0]} {left}, {right}", "i1")

    def block(self, statements, indent, end=None):
        for statement in statements:
            getattr(self, "print_" + statement[0])(indent, *statement[1:])
        if end:
            self.lines.append(indent + end)

    def print_rounds(self, indent, ring, count):
        for _ in range(count):
            self.lines += [f"{indent}pipegroup.{op.format(ring)}" for op in self.ops]

    def print_for(self, indent, counter, low, high, step, body):
        low, high = self.value(low, indent), self.value(high, indent)
        step = self.value(constant(step) if isinstance(step, int) else step, indent)
        self.lines.append(f"{indent}scf.for %{counter} = {low} to {high} step {step} {{")
        self.block(body, indent + "  ")
        self.lines.append(indent + "}")

    def print_if(self, indent, condition, body, other):
        self.lines.append(f"{indent}scf.if {self.condition(condition, indent)} {{")
        self.block(body, indent + "  ")
        self.lines.append(indent + "} else {")
        self.block(other, indent + "  ")
        self.lines.append(indent + "}")

    def print_switch(self, indent, value, cases, other):
        self.lines.append(f"{indent}scf.index_switch {self.value(value, indent)}")
        for case, body in cases + [("default", other)]:
            self.lines.append(f"{indent}{case if case == 'default' else f'case {case}'} {{")
            self.block(body, indent + "  ", "scf.yield")
            self.lines.append(indent + "}")


def rings_of(lines):
    return sorted(set(re.findall(r"@(\w)\b", "\n".join(lines))) - {"m"})


def kernel(producer, consumer, stages, values=None):
    """The text, or none if a ring has one side only."""
    sides = []
    for is_producer, statements in ((True, producer), (False, consumer)):
        printer = Printer(is_producer)
        printer.block(statements, "      ")
        sides.append(printer.lines)
    rings = rings_of(sides[0])
    if not rings or rings != rings_of(sides[1]):
        return None
    lines = []
    for ring in rings:
        lines += [f"pipegroup.group @{ring} merge {{",
                  f"  pipegroup.member @m async_async stages({stages})", "}"]
    lines.append("func.func @kernel(" +
                 ("%n: index, %m: index, %x: i1, %s: index" if values is None else "") + ") {")
    lines += [f"  %k{number} = arith.constant {number} : index" for number in range(4)]
    lines.append("  %true = arith.constant true")
    if values is not None:
        lines += [f"  %n = arith.constant {values[0]} : index",
                  f"  %m = arith.constant {values[1]} : index",
                  f"  %x = arith.constant {'true' if values[2] else 'false'}",
                  f"  %s = arith.constant {values[3]} : index"]
    lines += ["  pipegroup.init " + ", ".join("@" + ring for ring in rings),
              "  pipegroup.specialize threads(64) {", "    pipegroup.task @fill warps(0, 1) {",
              *sides[0], "    }", "    pipegroup.task @use warps(1, 1) {", *sides[1], "    }",
              "  }", "  return", "}"]
    return "\n".join(lines) + "\n"


def verdicts(opt, texts):
    starts, line = [], 1
    for text in texts:
        starts.append(line)
        line += text.count("\n") + 3
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write("\n// -----\n\n".join(texts))
        file.flush()
        result = subprocess.run([opt, file.name, *PASSES], capture_output=True, text=True)
    found = ["safe"] * len(texts)
    for line, kind, text in re.findall(r"^\S+?:(\d+):\d+: (error|remark): (.*)$",
                                       result.stderr, re.M):
        index = bisect.bisect_right(starts, int(line)) - 1
        if kind == "error":
            found[index] = "unsafe" if re.search(r"\[C\d\]$", text) else "broken: " + text
        elif "not proved" in text and found[index] == "safe":
            found[index] = "unknown"
    if result.returncode not in (0, 1):
        sys.exit(f"random_values.py: {opt} exits with {result.returncode}: {result.stderr[-500:]}")
    return found


def judge(opt, text, build):
    """The verdict, and what is wrong with it."""
    steps = text.count("%s") > 1
    few, many = ([values for values in all if steps or values[3] == 1] for all in (FEW, MANY))
    general, *found = verdicts(opt, [text] + [build(values) for values in few])
    if general == "safe" and any(one not in ("safe", "unknown") for one in found):
        index = next(i for i, one in enumerate(found) if one not in ("safe", "unknown"))
        return general, f"safe, but {found[index]} for n, m, x, s = {few[index]}"
    if general == "unsafe" and "unsafe" not in found:
        if "unsafe" not in verdicts(opt, [build(values) for values in many]):
            return general, "unsafe, but for no values"
    if "broken" in general:
        return general, general
    return general, None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("opt")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    args = parser.parse_args()
    generator = Generator(args.seed)
    counts, wrong = {"safe": 0, "unsafe": 0, "unknown": 0}, 0
    while sum(counts.values()) < args.count:
        producer = generator.statements(generator.random.choice([1, 2, 2, 3]))
        consumer = generator.rewrite(producer, generator.random.choice([0, 0.3, 0.6]))
        stages = generator.random.choice([1, 2])
        text = kernel(producer, consumer, stages)
        if text is None or text.count("\n") > 150:
            continue
        verdict, problem = judge(args.opt, text,
                                 lambda values: kernel(producer, consumer, stages, values))
        counts[verdict] = counts.get(verdict, 0) + 1
        if problem:
            wrong += 1
            print(f"// {problem}\n{text}")
    print(f"{args.count} kernels: {counts['safe']} safe, {counts['unsafe']} unsafe, "
          f"{counts['unknown']} not decided; {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
