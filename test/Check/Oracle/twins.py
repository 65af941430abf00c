"""Makes programs with agents that are alike, and spreads agents over CTAs."""

import re

AGENT = re.compile(r"agent (\w+)(.*)\{$")
ARRAY = re.compile(r"(barrier|buffer) (\w+)")
COUNT = re.compile(r"count (\d+)")
LANDING = re.compile(r"\s*(?:(arrive) (\w+)|(arm) (\w+)|(signal) \w+ (\w+))\S*(.*)")
WRITING = re.compile(r"\b(?:write|patch|load) (\w+)")


def agents_of(lines):
    """Returns the places where agents begin."""
    return [place for place, line in enumerate(lines) if AGENT.match(line)]


def arrivals(body):
    """Returns barrier -> the most arrivals of one event of it."""
    found = {}
    for line in body:
        match = LANDING.match(line)
        if match:
            barrier = match.group(2) or match.group(4) or match.group(6)
            words = match.group(7).split()
            number = int(words[-1]) if words and words[-1].isdigit() else 1
            if match.group(3):
                number = 1
            found[barrier] = max(number, found.get(barrier, 0))
    return found


def with_twin(rng, lines):
    """Returns the lines with one agent twice. Mostly the barriers where it
    arrives count it twice then, and what it writes is of its own."""
    starts = agents_of(lines)
    start = rng.choice(starts)
    end = min([place for place in starts if place > start] + [len(lines)])
    body = lines[start:end]
    name = AGENT.match(body[0]).group(1)
    twin = name + "_"
    while any(re.match(r"agent %s\b" % twin, line) for line in lines):
        twin += "_"
    body[0] = body[0].replace(name, twin, 1)
    declared = {match.group(2) for match in map(ARRAY.match, lines) if match}
    added = {}
    for buffer in sorted(set(WRITING.findall("\n".join(body))) & declared):
        if rng.random() < 0.8:
            added[buffer] = buffer + "_"
            while added[buffer] in declared:
                added[buffer] += "_"
    more = arrivals(body) if rng.random() < 0.85 else {}
    found = []
    for place, line in enumerate(lines):
        match = ARRAY.match(line)
        if match and match.group(1) == "barrier" and match.group(2) in more:
            number = more[match.group(2)]
            line = COUNT.sub(lambda n: "count %d" % (int(n.group(1)) + number), line)
        elif line.startswith("rendezvous") and re.search(r"\b%s\b" % name, line):
            line += " " + twin
        if place == start:
            found += [
                line.replace(old, new, 1)
                for line in lines
                for old, new in added.items()
                if re.match(r"buffer %s\b" % old, line)
            ]
        found.append(line)
        if place == end - 1:
            found += [
                re.sub(r"\w+", lambda word: added.get(word.group(), word.group()), line)
                for line in body
            ]
    return found


def in_ctas(rng, lines):
    """Returns the lines with some agents and barriers in another CTA."""
    found = []
    for line in lines:
        if "cta" not in line and rng.random() < 0.4:
            if line.startswith("agent"):
                line = line[:-1] + "cta 1 {"
            elif line.startswith("barrier"):
                line += " cta 1"
        found.append(line)
    return found


def with_twins(rng, lines):
    """Returns the lines with up to three twins, sometimes in two CTAs."""
    for _ in range(rng.randint(1, 3)):
        lines = with_twin(rng, lines)
    return in_ctas(rng, lines) if rng.random() < 0.25 else lines
