"""Puts `test` events in front of waits."""

import re

WAIT = re.compile(r"(\s*)wait (\S+(?: [^{}]*)? parity .*)")
# A test is not moved over what may make its wait another one, nor out of a block.
FIXED = re.compile(r"\s*(set|choose)\b|.*[{}]")


def with_tests(rng, lines):
    """Returns the lines with tests that may spare waits, of some of them, each a
    few lines before its wait."""
    done = []
    tokens = 0
    for line in lines:
        match = WAIT.match(line)
        if not match or rng.random() < 0.4:
            done.append(line)
            continue
        place = len(done)
        while rng.random() < 0.7 and not FIXED.match(done[place - 1]):
            place -= 1
        done.insert(place, "%stest %s as t%d" % (*match.groups(), tokens))
        done.append("%s unless t%d" % (line, tokens))
        tokens += 1
    return done
