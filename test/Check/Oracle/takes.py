"""Puts `take` events into programs."""

import re

READ = re.compile(r"(\s*)(read|issue \w+ read) (.*)")


def elements_read(line):
    """Returns the indentation of a line and the elements that it reads."""
    match = READ.match(line)
    if not match:
        return "", []
    read = match.group(3).split(" write ")[0]
    # An element ends with the bracket of its index.
    elements = re.findall(r"\w+(?:\[[^]]*\])?", read)
    return match.group(1), elements


def with_takes(rng, lines):
    """Returns the lines with takes next to reads. Most agents that read take
    each element that they read, of some of the buffers."""
    takers = {}
    taken = {}
    agent = None
    done = []
    for line in lines:
        if line.startswith("agent"):
            agent = line.split()[1]
            takers[agent] = rng.random() < 0.85
        indent, elements = elements_read(line)
        takes = []
        for element in elements:
            array = element.split("[")[0]
            taken.setdefault(array, rng.random() < 0.8)
            if takers[agent] and taken[array]:
                takes.append("%stake %s" % (indent, element))
        late = line.strip().startswith("read") and rng.random() < 0.5
        done += [line] + takes if late else takes + [line]
    return done
