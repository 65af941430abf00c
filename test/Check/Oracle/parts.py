"""Puts writes of parts, and drains that leave some items, into programs."""

import re

WRITE = re.compile(r"(\s*)write (.*)")
READ = re.compile(r"(\s*)read (.*)")
ISSUE = re.compile(r"(\s*)issue (\w+) ")
DRAIN = re.compile(r"\s*drain \w+$")


def with_parts(rng, lines):
    """Returns the lines with some writes made patches, patches next to writes
    and reads, and drains that leave up to two items of their queue."""
    done = []
    for line in lines:
        write, read, issue = (kind.match(line) for kind in (WRITE, READ, ISSUE))
        if write and rng.random() < 0.35:
            done.append("%spatch %s" % write.groups())
        if write and rng.random() < 0.2:
            continue
        if issue and rng.random() < 0.2:
            line = line.replace(" write ", " patch ")
        if DRAIN.match(line) and rng.random() < 0.5:
            line += " %d" % rng.randint(1, 2)
        done.append(line)
        if read and rng.random() < 0.15:
            done.append("%spatch %s" % read.groups())
        if issue and rng.random() < 0.25:
            done.append("%sdrain %s %d" % (*issue.groups(), rng.randint(0, 2)))
    return done
