"""Generates kernels as people write them: pipelines in all modes and kinds."""

from lines import any_word, block


class Side:
    """A task on one side of a pipeline: its kind, how many warps it has, and
    the names of the buffers that each warp fills."""

    def __init__(self, task, kind, warps):
        self.task = task
        self.kind = kind
        self.warps = warps
        self.buffers = []

    def arrivals(self):
        """Returns the arrivals of all warps in one phase."""
        return self.warps * signal_count(self.kind)


def signal_count(kind):
    return 32 if kind in ("thread", "copy") else 1


class Pipe:
    """A pipeline group: full and empty barriers, and who signals them.

    mode merge has a full barrier per producer, mode fork an empty barrier per
    consumer; fused and plain have one of each.
    """

    def __init__(self, rng, name, mode, stages, producers, consumers):
        self.name = name
        self.mode = mode
        self.stages = stages
        self.producers = producers
        self.consumers = consumers
        self.bytes = rng.choice((128, 128, 64))
        self.loads = rng.choice((1, 1, 1, 2))
        self.forever = rng.random() < 0.15
        # Tensor memory needs no proxy fence.
        self.tensor = (
            all(side.kind == "tensor" for side in producers) and rng.random() < 0.6
        )
        for member, side in enumerate(producers):
            for warp in range(side.warps):
                parts = self.loads if side.kind == "tma" else 1
                side.buffers.append(
                    [
                        "%sb%d%s" % (name, member, "wxyz"[2 * warp + part])
                        for part in range(parts)
                    ]
                )

    def full(self, member):
        return "%sfull%d" % (self.name, member if self.mode == "merge" else 0)

    def empty(self, member):
        return "%sempty%d" % (self.name, member if self.mode == "fork" else 0)

    def full_barriers(self):
        return sorted({self.full(member) for member in range(len(self.producers))})

    def empty_barriers(self):
        return sorted({self.empty(member) for member in range(len(self.consumers))})

    def declarations(self, full_cta, empty_cta):
        lines = []
        for sides, name_of, names, cta in (
            (self.producers, self.full, self.full_barriers(), full_cta),
            (self.consumers, self.empty, self.empty_barriers(), empty_cta),
        ):
            for name in names:
                count = sum(
                    side.arrivals()
                    for member, side in enumerate(sides)
                    if name_of(member) == name
                )
                lines.append(
                    "barrier %s[%d] count %d%s"
                    % (name, self.stages, count, " cta 1" if cta else "")
                )
        for side in self.producers:
            for names in side.buffers:
                for name in names:
                    lines.append(
                        "buffer %s[%d]%s"
                        % (name, self.stages, " tensor" if self.tensor else "")
                    )
        return lines

    def slot(self, variable):
        return "[%s %% %d]" % (variable, self.stages)

    def wait(self, barrier, variable, flipped):
        return "wait %s%s parity ((%s / %d) & 1)%s" % (
            barrier,
            self.slot(variable),
            variable,
            self.stages,
            " ^ 1" if flipped else "",
        )

    def advance(self, variable):
        if self.forever:
            return "set %s %s + 1" % (variable, variable)
        return "set %s (%s + 1) %% %d" % (variable, variable, 2 * self.stages)

    def acquire(self, variable):
        return [self.wait(name, variable, True) for name in self.empty_barriers()]

    def tail(self, variable):
        return block(
            "loop %d" % self.stages, self.acquire(variable) + [self.advance(variable)]
        )

    def async_consumers(self):
        return any(side.kind in ("tensor", "store") for side in self.consumers)

    def produce(self, member, warp, variable, reads):
        """Returns (arming, filling and signalling) of one warp. An engine reads
        `reads` meanwhile."""
        side = self.producers[member]
        slot = self.slot(variable)
        full = self.full(member) + slot
        names = [name + slot for name in side.buffers[warp]]
        if side.kind == "tma":
            lines = ["arm %s %d" % (full, self.bytes * len(names))]
            return lines + [
                "load %s on %s %d" % (name, full, self.bytes) for name in names
            ]
        if side.kind in ("tensor", "copy"):
            source = "read %s, " % " ".join(reads) if reads else ""
            return [
                "issue %s %swrite %s" % (side.kind, source, names[0]),
                "signal %s %s %d" % (side.kind, full, signal_count(side.kind)),
            ]
        fence = ["fence"] if self.async_consumers() and not self.tensor else []
        return (
            ["write " + names[0]]
            + fence
            + ["arrive %s %d" % (full, signal_count(side.kind))]
        )

    def await_full(self, member, variable):
        """Returns the waits of a consumer, and the fence that makes copies
        known to its engine."""
        lines = [self.wait(name, variable, False) for name in self.full_barriers()]
        copies = any(side.kind == "copy" for side in self.producers)
        if copies and self.consumers[member].kind in ("tensor", "store"):
            lines.append("fence")
        return lines

    def contents(self, variable):
        return [
            name + self.slot(variable)
            for side in self.producers
            for names in side.buffers
            for name in names
        ]

    def use(self, member, variable):
        """Returns the accesses of a consumer that hands nothing on."""
        kind = self.consumers[member].kind
        names = self.contents(variable)
        if kind in ("tensor", "store"):
            return ["issue %s read %s" % (kind, " ".join(names))]
        return ["read " + name for name in names]

    def release(self, member, variable):
        kind = self.consumers[member].kind
        empty = self.empty(member) + self.slot(variable)
        if kind == "tensor":
            return ["signal tensor %s 1" % empty]
        drain = ["drain store"] if kind == "store" else []
        return drain + ["arrive %s %d" % (empty, signal_count(kind))]


class Repetition:
    """What all tasks do around their rounds: loops, flags and rendezvous."""

    def __init__(self, rng, rounds, lockstep):
        self.shape = any_word(
            rng,
            "straight straight straight trip trip trip nested trips mixed flag flags either "
            "two",
        )
        self.rounds = rng.randint(1, rounds) if rng.random() < 0.95 else 0
        self.sync = rng.choice(("inner", "outer")) if lockstep else None
        self.inner = rng.randint(1, 2)

    def wrap(self, body, meets=True):
        """Returns `body` in loops, flags and, if it takes part, rendezvous."""
        sync = ["sync r"] if meets else []
        rounds = "loop %d" % self.rounds
        if self.sync == "inner":
            body = body + sync
        shape = self.shape
        if shape == "straight":
            lines = block(rounds, body)
        elif shape == "trip":
            lines = block("loop k", body)
        elif shape == "nested":
            lines = block("loop 2", block("loop %d" % self.inner, body))
        elif shape == "trips":
            lines = block("loop k", block("loop m", body))
        elif shape == "mixed":
            lines = block("loop %d" % self.inner, block("loop k", body))
        elif shape == "flag":
            lines = block(rounds, ["choose f"] + block("if f", body))
        elif shape == "flags":
            lines = block("loop k", ["choose f"] + block("if f", body))
        elif shape == "either":
            lines = ["choose f"] + block("if f", block(rounds, body))[:-1]
            lines += block("} else", body)
        else:
            lines = block("loop k", body) + block("loop 1", body)
        return lines + sync if self.sync == "outer" else lines

    def decisions(self):
        """Returns the declarations of what `wrap` asks."""
        names = (
            {
                "trip": "k",
                "trips": "k m",
                "mixed": "k",
                "flag": "f",
                "flags": "k f",
                "either": "f",
                "two": "k",
            }
            .get(self.shape, "")
            .split()
        )
        return ["%s %s" % ("flag" if name == "f" else "trip", name) for name in names]


PRODUCERS = ("thread", "warp", "copy", "tma", "tma", "tensor")
CONSUMERS = ("thread", "warp", "tensor", "tensor", "store")


def warps_of(rng, kind):
    if kind in ("tensor", "store"):
        return 1
    return 2 if rng.random() < 0.2 else 1


class Kernel:
    """Tasks, their pipelines and what they do in one round."""

    def __init__(self, rng):
        self.rng = rng
        self.pipes = []
        self.tasks = []

    def side(self, task, kinds):
        kind = self.rng.choice(kinds)
        warps = warps_of(self.rng, kind)
        if self.agents() + warps - 1 > 5:
            warps = 1
        side = Side(task, kind, warps)
        if task not in [known for known, _ in self.tasks]:
            self.tasks.append((task, warps))
        side.warps = dict(self.tasks)[task]
        return side

    def agents(self):
        return sum(warps for _, warps in self.tasks)

    def pipe(self, mode, stages, producers, consumers):
        pipe = Pipe(self.rng, "ab"[len(self.pipes)], mode, stages, producers, consumers)
        self.pipes.append(pipe)
        return pipe

    def roles(self, task):
        """Returns (pipe, side name, member) for all that a task drives."""
        found = []
        for pipe in self.pipes:
            for kind, sides in (("c", pipe.consumers), ("p", pipe.producers)):
                for member, side in enumerate(sides):
                    if side.task == task:
                        found.append((pipe, kind, member))
        return found

    def text(self):
        """Returns the lines of a kernel of these pipes."""
        rng = self.rng
        many = self.agents() > 3 or sum(pipe.stages for pipe in self.pipes) > 4
        lockstep = rng.random() < 0.15
        repetition = Repetition(rng, 2 if many else 4, lockstep)
        cta = rng.random() < 0.12
        self.tails = rng.random() < (0.95 if cta else 0.7)
        self.lag = (
            any(side.kind == "tensor" for pipe in self.pipes for side in pipe.consumers)
            and len(self.pipes) == 1
            and rng.random() < 0.2
        )
        lines = repetition.decisions()
        if self.optional:
            lines.append("flag g")
        for pipe in self.pipes:
            lines += pipe.declarations(cta, False)
        agents = []
        consumers = {side.task for pipe in self.pipes for side in pipe.consumers}
        for task, warps in self.tasks:
            for warp in range(warps):
                name = "%s%d" % (task, warp)
                agents.append(name)
                remote = cta and task in consumers
                lines += block(
                    "agent %s%s" % (name, " cta 1" if remote else ""),
                    self.task_lines(task, warp, repetition),
                )
        if repetition.decisions() and self.agents() < 4 and rng.random() < 0.1:
            lines = ["barrier own count 1"] + lines + self.bystander(repetition)
        if lockstep:
            lines.insert(0, "rendezvous r agents " + " ".join(agents))
        return lines

    def bystander(self, repetition):
        """Returns an agent that decides as the others do, at its own pace."""
        body = ["arrive own 1", "wait own parity v", "set v v ^ 1"]
        return block("agent by", ["set v 0"] + repetition.wrap(body, False))

    def task_lines(self, task, warp, repetition):
        roles = self.roles(task)
        if len(self.pipes) == 2 and self.swap and task == self.tasks[-1][0]:
            roles.reverse()
        lines = []
        for pipe, kind, _ in roles:
            lines.append("set %s%s 0" % (kind, pipe.name))
        lagging = self.lag and any(
            kind == "c" and pipe.consumers[member].kind == "tensor"
            for pipe, kind, member in roles
        )
        if self.lag:
            # One round that all tasks do before the loop.
            lines += self.round(task, roles, warp, "first" if lagging else None)
        lines += repetition.wrap(
            self.round(task, roles, warp, "lag" if lagging else None)
        )
        if lagging:
            pipe, _, member = roles[0]
            lines += pipe.release(member, "lc" + pipe.name)
        for pipe, kind, member in roles:
            if kind == "p" and self.tails:
                lines += pipe.tail("p" + pipe.name)
            if (
                kind == "c"
                and pipe.consumers[member].kind == "tensor"
                and not self.tails
            ):
                lines.append("drain tensor")
        return lines

    def round(self, task, roles, warp, lag):
        """Returns the lines of one round. `lag` says that releases come a round
        late: "first" is the round that has none to release."""
        lines = []
        consumed = [role for role in roles if role[1] == "c"]
        produced = [role for role in roles if role[1] == "p"]
        if len(roles) == 2 and len(consumed) == 1 and not self.apart:
            return self.hand_on(consumed[0], produced[0], warp)
        for pipe, kind, member in roles:
            step = self.step(pipe, kind, member, warp, lag)
            if self.optional and pipe is self.pipes[-1]:
                step = ["choose g"] + block("if g", step)
            lines += step
        return lines

    def step(self, pipe, kind, member, warp, lag):
        """Returns what one warp does in a round on one side of a pipeline."""
        variable = kind + pipe.name
        if kind == "p":
            lines = pipe.acquire(variable) + pipe.produce(member, warp, variable, [])
        elif lag:
            late = "lc" + pipe.name
            lines = pipe.await_full(member, variable) + pipe.use(member, variable)
            if lag == "lag":
                lines += pipe.release(member, late)
            lines.append("set %s %s" % (late, variable))
        else:
            lines = pipe.await_full(member, variable) + pipe.use(member, variable)
            lines += pipe.release(member, variable)
        return lines + [pipe.advance(variable)]

    def hand_on(self, taken, given, warp):
        """Returns a round that makes the contents of one pipeline from those of
        another."""
        source, _, member = taken
        target, _, place = given
        read, write = "c" + source.name, "p" + target.name
        lines = source.await_full(member, read) + target.acquire(write)
        engine = target.producers[place].kind
        if source.consumers[member].kind == engine:
            lines += target.produce(place, warp, write, source.contents(read))
            lines += source.release(member, read)
        else:
            lines += source.use(member, read) + source.release(member, read)
            lines += target.produce(place, warp, write, [])
        return lines + [source.advance(read), target.advance(write)]


def pipelines(rng):
    """Returns the lines of a kernel of one or two pipeline groups."""
    kernel = Kernel(rng)
    kernel.swap = rng.random() < 0.5
    kernel.apart = False
    kernel.optional = False
    shape = any_word(
        rng, "plain plain plain merge merge fork fork fused chain pair pair mutual self"
    )
    stages = rng.choice((1, 1, 2, 2, 2, 3, 3, 4))
    if shape == "self":
        return self_fed(rng, rng.choice((2, 3, 4)))
    if shape in ("chain", "pair", "mutual"):
        stages = min(stages, 2)
    if shape in ("merge", "fused", "fork"):
        members = rng.choice((2, 2, 2, 3, 4))
        stages = min(stages, 4 - members if members < 4 else 1)
        if shape == "fork":
            producers = [kernel.side("p", PRODUCERS)]
            consumers = [kernel.side("c%d" % i, CONSUMERS) for i in range(members)]
        else:
            producers = [kernel.side("p%d" % i, PRODUCERS) for i in range(members)]
            consumers = [kernel.side("c", CONSUMERS)]
        kernel.pipe(shape, stages, producers, consumers)
    elif shape == "plain":
        kernel.pipe(
            "plain",
            stages,
            [kernel.side("p", PRODUCERS)],
            [kernel.side("c", CONSUMERS)],
        )
    elif shape == "chain":
        kernel.pipe(
            "plain",
            stages,
            [kernel.side("p", PRODUCERS)],
            [kernel.side("m", CONSUMERS)],
        )
        kernel.pipe(
            "plain",
            rng.randint(1, 2),
            [kernel.side("m", PRODUCERS)],
            [kernel.side("c", CONSUMERS)],
        )
    else:
        first, second = ("x", "y") if shape == "pair" else ("y", "x")
        kernel.pipe(
            "plain",
            stages,
            [kernel.side("x", PRODUCERS)],
            [kernel.side("y", CONSUMERS)],
        )
        kernel.pipe(
            "plain",
            rng.randint(1, 2),
            [kernel.side(first, PRODUCERS)],
            [kernel.side(second, CONSUMERS)],
        )
        kernel.apart = True
        kernel.optional = rng.random() < 0.3
    return kernel.text()


def self_fed(rng, stages):
    """Returns the lines of warps that load ahead for themselves."""
    depth = rng.randint(1, stages)
    warps = rng.choice((1, 1, 2))
    # Who waits for a slot that it has itself released need not: its load may
    # follow at once, the next phase is its own to arm.
    waits = rng.random() < 0.5
    lines = []
    if rng.random() < 0.5:
        lines.append("trip k")
        head = "loop k"
    else:
        head = "loop %d" % rng.randint(0, 3)
    lines.append("barrier full[%d] count %d" % (stages, warps))
    lines.append("barrier empty[%d] count %d" % (stages, 32 * warps))
    for warp in range(warps):
        lines.append("buffer a%d[%d]" % (warp, stages))
    for warp in range(warps):
        load = (
            ["wait empty[p %% %d] parity ((p / %d) & 1) ^ 1" % (stages, stages)]
            if waits or warps > 1
            else []
        ) + [
            "arm full[p %% %d] 64" % stages,
            "load a%d[p %% %d] on full[p %% %d] 64" % (warp, stages, stages),
            "set p (p + 1) %% %d" % (2 * stages),
        ]
        use = [
            "wait full[c %% %d] parity (c / %d) & 1" % (stages, stages),
            "read a%d[c %% %d]" % (warp, stages),
            "arrive empty[c %% %d] 32" % stages,
            "set c (c + 1) %% %d" % (2 * stages),
        ]
        body = ["set p 0", "set c 0"] + block("loop %d" % depth, load)
        body += block(head, use + load) + block("loop %d" % depth, use)
        lines += block("agent w%d" % warp, body)
    return lines
