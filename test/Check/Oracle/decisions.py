"""Generates programs in which what agents know depends on flags."""

from lines import any_word, block


class Script:
    """Draws steps that all agents take together, each perhaps only if a flag is
    on: what an agent knows then depends on the outcomes of earlier rounds."""

    def __init__(self, rng, takes=False):
        self.rng = rng
        self.takes = takes
        self.agents = rng.choice((2, 2, 2, 3))
        self.buffers = rng.randint(1, 2)
        self.flags = rng.choice((["f"], ["f"], ["f", "g"]))
        self.care = rng.random()

    def step(self):
        """Returns the lines of each agent in one step."""
        rng = self.rng
        giver, taker = rng.sample(range(self.agents), 2)
        buffer = "u%d[0]" % rng.randrange(self.buffers)
        other = "u%d[0]" % rng.randrange(self.buffers)
        barrier = "b%d%d" % (giver, taker)
        engine = rng.choice(("tensor", "tensor", "store", "copy"))
        use = rng.choice(("read", "write"))
        if self.takes and rng.random() < 0.8:
            return self.deliver(giver, taker)
        kind = any_word(
            rng,
            "access access operation fence drain hand hand hand load signal back sync",
        )
        given, taken = [], []
        if kind == "access":
            given = ["%s %s" % (use, buffer)]
        elif kind == "operation":
            given = ["issue %s %s %s" % (engine, use, buffer)]
            if rng.random() < self.care:
                given.append("drain " + engine)
        elif kind == "fence":
            given = ["fence"]
        elif kind == "drain":
            given = ["drain " + engine]
        elif kind == "sync":
            return [["sync r"]] * self.agents
        else:
            arriving = {
                "load": ["arm %s 64" % barrier, "load %s on %s 64" % (buffer, barrier)],
                "signal": [
                    "issue %s %s %s" % (engine, use, buffer),
                    "signal %s %s 1" % (engine, barrier),
                ],
            }.get(kind, ["arrive %s 1" % barrier])
            given = arriving
            taken = ["wait %s parity v%s" % (barrier, barrier)]
            if rng.random() < 0.5:
                taken.append("%s %s" % (use, other))
        lines = [[] for _ in range(self.agents)]
        lines[giver] += given
        lines[taker] += taken
        if taken:
            for agent in lines:
                agent.append("set v%s v%s ^ 1" % (barrier, barrier))
        if kind == "back" or (taken and rng.random() < self.care):
            barrier = "b%d%d" % (taker, giver)
            lines[taker].append("arrive %s 1" % barrier)
            lines[giver].append("wait %s parity v%s" % (barrier, barrier))
            for agent in lines:
                agent.append("set v%s v%s ^ 1" % (barrier, barrier))
        return lines

    def deliver(self, giver, taker):
        """Returns the lines of each agent when one puts data into a buffer that
        the other one takes, or only one of them does its part."""
        rng = self.rng
        buffer = "t%d%d[0]" % (giver, taker)
        there, back = "b%d%d" % (giver, taker), "b%d%d" % (taker, giver)
        put = rng.choice(
            (
                ["write " + buffer, "arrive %s 1" % there],
                ["arm %s 64" % there, "load %s on %s 64" % (buffer, there)],
                ["issue tensor write " + buffer, "signal tensor %s 1" % there],
            )
        )
        wait = "wait %s parity v%s"
        given = put + [wait % (back, back)]
        taken = [wait % (there, there), "take " + buffer, "arrive %s 1" % back]
        missing = rng.random()
        if missing < 0.1:
            taken.remove("take " + buffer)
        elif missing < 0.2:
            given[:2] = ["arrive %s 1" % there]
        elif missing < 0.25:
            taken.append(taken.pop(1))
        lines = [[] for _ in range(self.agents)]
        lines[giver] += given
        lines[taker] += taken
        for agent in lines:
            agent += ["set v%s v%s ^ 1" % (b, b) for b in (there, back)]
        return lines

    def condition(self):
        """Returns the head of a block that depends on flags."""
        rng = self.rng
        flag = rng.choice(self.flags)
        if rng.random() < 0.8:
            return "if " + flag
        forms = (
            "if %s == 0",
            "if 1 - %s",
            "if %s ^ %s",
            "if %s & %s",
            "if %s + %s == 2",
        )
        form = rng.choice(forms)
        return form % tuple([flag, rng.choice(self.flags)][: form.count("%s")])

    def steps(self, count):
        """Returns the lines of each agent in a few steps."""
        lines = [[] for _ in range(self.agents)]
        for flag in self.flags:
            for agent in lines:
                agent.append("choose " + flag)
        for _ in range(count):
            shape = self.rng.choice(("always", "always", "if", "if", "else"))
            condition = self.condition()
            step = self.step()
            other = self.step()
            for agent, body, otherwise in zip(lines, step, other):
                if shape == "always":
                    agent += body
                elif shape == "if":
                    agent += block(condition, body)
                else:
                    agent += block(condition, body)[:-1] + block("} else", otherwise)
        if self.rng.random() < 0.7:
            for agent in lines:
                agent.append("sync r")
        return lines

    def text(self):
        """Returns the lines of a program."""
        rng = self.rng
        pairs = [
            (giver, taker)
            for giver in range(self.agents)
            for taker in range(self.agents)
            if giver != taker
        ]
        bodies = [["set vb%d%d 0" % pair for pair in pairs] for _ in range(self.agents)]
        for head in rng.choice(
            (["loop k"], ["loop k"], ["loop k", "loop k"], ["loop 2"], [None])
        ):
            for body, steps in zip(bodies, self.steps(rng.randint(2, 5))):
                body += block(head, steps) if head else steps
        if rng.random() < 0.5:
            for body in bodies:
                body += ["drain " + engine for engine in ("tensor", "store", "copy")]
        lines = ["trip k"] + ["flag " + flag for flag in self.flags]
        lines += ["barrier b%d%d count 1" % pair for pair in pairs]
        for number in range(self.buffers):
            lines.append(
                "buffer u%d[1]%s" % (number, " tensor" if rng.random() < 0.1 else "")
            )
        if self.takes:
            lines += ["buffer t%d%d[1]" % pair for pair in pairs]
        names = ["a%d" % agent for agent in range(self.agents)]
        lines.append("rendezvous r agents " + " ".join(names))
        for name, body in zip(names, bodies):
            lines += block("agent " + name, body)
        return lines


def decided(rng, takes=False):
    """Returns the lines of a program about flags and trip counts."""
    return Script(rng, takes).text()
