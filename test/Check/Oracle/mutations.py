"""Changes programs a little, mostly for the worse."""

import re

from lines import any_word, block

EVENT = re.compile(
    r"\s+(wait|arrive|expect|arm|read|write|take|fence|load|issue|signal|drain|sync|set|"
    r"choose)\b"
)


def pick(rng, lines, pattern):
    """Returns the number of a line in which `pattern` is found, or None."""
    found = [number for number, line in enumerate(lines) if re.search(pattern, line)]
    return rng.choice(found) if found else None


def drop(rng, lines, pattern=EVENT):
    number = pick(rng, lines, pattern)
    return None if number is None else lines[:number] + lines[number + 1 :]


def duplicate(rng, lines):
    number = pick(rng, lines, EVENT)
    return None if number is None else lines[: number + 1] + lines[number:]


def swap(rng, lines):
    found = [
        number
        for number in range(len(lines) - 1)
        if EVENT.match(lines[number]) and EVENT.match(lines[number + 1])
    ]
    if not found:
        return None
    number = rng.choice(found)
    pair = [lines[number + 1], lines[number]]
    return lines[:number] + pair + lines[number + 2 :]


def rewrite(rng, lines, pattern, replacement):
    """Replaces one match of `pattern` in one line by replacement(match)."""
    number = pick(rng, lines, pattern)
    if number is None:
        return None
    match = rng.choice(list(re.finditer(pattern, lines[number])))
    line = lines[number]
    line = line[: match.start()] + replacement(match) + line[match.end() :]
    return lines[:number] + [line] + lines[number + 1 :]


def off_by_one(rng, lines, pattern):
    """Adds or subtracts one at the last number of `pattern`."""

    def replacement(match):
        number = int(match.group(2))
        changed = number - 1 if number > 1 and rng.random() < 0.5 else number + 1
        return match.group(1) + str(changed)

    return rewrite(rng, lines, pattern, replacement)


def wrong_count(rng, lines):
    return off_by_one(rng, lines, r"(count )(\d+)")


def wrong_arrivals(rng, lines):
    return off_by_one(rng, lines, r"((?:arrive|signal \w+) \w+\[[^]]*\] )(\d+)")


def wrong_bytes(rng, lines):
    return off_by_one(
        rng, lines, r"((?:arm|expect|load \w+\[[^]]*\] on) \w+\[[^]]*\] )(\d+)"
    )


def wrong_loop(rng, lines):
    return off_by_one(rng, lines, r"(loop )(\d+)")


def wrong_index(rng, lines):
    return rewrite(
        rng, lines, r"\[(\w+) %", lambda match: "[(%s + 1) %%" % match.group(1)
    )


def wrong_parity(rng, lines):
    def replacement(match):
        text = match.group(0)
        return text[:-4] if text.endswith(" ^ 1") else text + " ^ 1"

    return rewrite(rng, lines, r"parity .*$", replacement)


def wrong_start(rng, lines):
    return rewrite(rng, lines, r"(set \w+) 0$", lambda match: match.group(1) + " 1")


def wrong_stages(rng, lines):
    """Lets a state wrap too late or too early."""
    return off_by_one(rng, lines, r"(set \w+ \(\w+ \+ 1\) % )(\d+)")


def wrong_decision(rng, lines):
    """Repeats or decides by another trip count or flag, in one agent."""
    declared = [line.split() for line in lines if re.match("trip|flag", line)]
    trips = [name for kind, name in declared if kind == "trip"] + ["1", "2"]
    flags = [name for kind, name in declared if kind == "flag"]

    def replacement(match):
        names = trips if match.group(1) == "loop " else flags
        others = [name for name in names if name != match.group(2)]
        return match.group(1) + rng.choice(others) if others else match.group(0)

    return rewrite(rng, lines, r"(loop |if |choose )(\w+)", replacement)


def no_fence(rng, lines):
    return drop(rng, lines, r"^\s+fence$")


def no_sync(rng, lines):
    return drop(rng, lines, r"^\s+sync ")


def one_sided(rng, lines):
    """Takes a body out of its flag or loop, in one agent."""
    number = pick(rng, lines, r"^\s+(if|loop) .*\{$")
    if number is None:
        return None
    depth = 0
    for end in range(number, len(lines)):
        depth += lines[end].count("{") - lines[end].count("}")
        if depth == 0:
            break
    if any(re.search(r"^\s*\} else", line) for line in lines[number:end]):
        return None
    if rng.random() < 0.3:
        return lines[:number] + lines[end + 1 :]
    return lines[:number] + lines[number + 1 : end] + lines[end + 1 :]


def wrong_name(rng, lines):
    """Uses another barrier or buffer instead."""
    kind = rng.choice(("barrier", "buffer"))
    names = [line.split()[1].split("[")[0] for line in lines if line.startswith(kind)]
    if len(names) < 2:
        return None
    name = rng.choice(names)
    other = rng.choice([known for known in names if known != name])
    # Only in events: a declaration is not indented.
    return rewrite(
        rng,
        lines,
        r"(?<=\s)(?<!barrier )(?<!buffer )%s\[" % name,
        lambda match: other + "[",
    )


def half_of_a_pair(rng, lines):
    """Drops an engine's signal, which leaves its operation alone."""
    return drop(rng, lines, r"^\s+(signal|drain|load) ")


def guard(rng, lines, pattern=None):
    """Puts an event under a condition on a variable of its agent."""
    pattern = pattern or rng.choice((EVENT, r"^\s+(fence|read|drain)"))
    number = pick(rng, lines, pattern)
    if number is None:
        return None
    first = max(at for at in range(number) if lines[at].startswith("agent"))
    last = min(at for at in range(number, len(lines)) if lines[at] == "}")
    names = {
        match.group(1)
        for match in (re.match(r"\s+set (\w+)", line) for line in lines[first:last])
        if match
    }
    if not names:
        return None
    name = rng.choice(sorted(names))
    condition = rng.choice(
        ("%s == %d", "%s < %d", "%s %% 3 == %d", "%s & 2 == %d", "%s / 2 - %d")
    )
    head = "if " + condition % (name, rng.randint(0, 6))
    return lines[:number] + block(head, [lines[number]]) + lines[number + 1 :]


def other_words(rng, lines):
    """Says an index or a parity in other words, which is no fault."""

    def index(match):
        name, stages = match.group(1), int(match.group(2))
        forms = ["(%s + %d) %% %d" % (name, stages, stages)]
        forms.append("(%s * %d) %% %d" % (name, stages + 1, stages))
        forms.append("%s - %s / %d * %d" % (name, name, stages, stages))
        if stages in (1, 2, 4):
            forms.append("%s & %d" % (name, stages - 1))
        return "[" + rng.choice(forms) + "]"

    def parity(match):
        name, stages = match.group(1), int(match.group(2))
        forms = ["%s / %d %% 2" % (name, stages)]
        forms.append("%s %% %d / %d" % (name, 2 * stages, stages))
        return "(" + rng.choice(forms) + ")"

    if rng.random() < 0.5:
        return rewrite(rng, lines, r"\[(\w+) % (\d+)\]", index)
    return rewrite(rng, lines, r"\(\((\w+) / (\d+)\) & 1\)", parity)


TAKE = re.compile(r"\s+take ")


def wrong_take(rng, lines):
    """Drops a take, doubles it, moves or copies it within its agent, lets it
    take from another array, only sometimes or never, or writes twice at once."""
    number = pick(rng, lines, TAKE)
    if number is None:
        return None
    line = lines[number]
    without = lines[:number] + lines[number + 1 :]
    shape = any_word(
        rng, "drop double move move copy array guard guard guard never twice"
    )
    if shape == "drop":
        return without
    if shape == "guard":
        return guard(rng, lines, TAKE)
    if shape == "never":
        return lines[:number] + block("if 0", [line]) + lines[number + 1 :]
    if shape == "twice":
        return rewrite(
            rng,
            lines,
            r"issue .*write (\w+\[[^]]*\])$",
            lambda match: "%s, %s" % match.group(0, 1),
        )
    if shape == "double":
        return lines[: number + 1] + lines[number:]
    if shape == "array":
        buffers = [known for known in lines if known.startswith("buffer")]
        names = [known.split()[1].split("[")[0] for known in buffers]
        changed = re.sub(r"take \w+", "take " + rng.choice(names), line)
        return lines[:number] + [changed] + lines[number + 1 :]
    first = max(at for at in range(number) if lines[at].startswith("agent"))
    last = min(at for at in range(number, len(lines)) if lines[at] == "}")
    if shape == "move":
        place = rng.randint(max(first + 1, number - 3), min(last - 1, number + 3))
        return without[:place] + [line] + without[place:]
    place = rng.randint(first + 1, last)
    return lines[:place] + [line] + lines[place:]


# By how often they are drawn.
MUTATIONS = (
    [drop] * 2
    + [duplicate]
    + [swap] * 2
    + [wrong_count, wrong_arrivals, wrong_bytes]
    + [wrong_loop, wrong_index, wrong_parity, wrong_start, wrong_stages]
    + [no_fence] * 2
    + [guard] * 2
    + [other_words]
    + [no_sync, one_sided, wrong_decision, wrong_name, half_of_a_pair]
)


def mutate(rng, lines):
    """Returns the lines with one fault put in, if one of a few tries fits."""
    mutations = MUTATIONS
    if any(TAKE.match(line) for line in lines):
        mutations = MUTATIONS + [wrong_take] * 8
    for _ in range(8):
        changed = rng.choice(mutations)(rng, lines)
        if changed is not None:
            return changed
    return lines
