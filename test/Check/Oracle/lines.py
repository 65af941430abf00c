"""Programs are lists of lines while they are generated."""


def indent(lines):
    return ["  " + line for line in lines]


def any_word(rng, words):
    """Returns one of the words of a text."""
    return rng.choice(words.split())


def block(head, body):
    """Returns the lines of `head { body }`."""
    return [head + " {"] + indent(body) + ["}"]
