"""Generates programs along one execution that ends well."""

import re

from lines import block


class Run:
    """Draws events along one execution of a few agents.

    Mostly an event is drawn only where its agent has been told what must come
    before it, so that a good part of the programs is safe. What somebody has
    been told is a set of stamps; each landing, access and end of a wait is one.
    """

    def __init__(self, rng, agents, counts, tensor, takers=()):
        self.rng = rng
        self.care = rng.choice((1.0, 0.97, 0.9))
        self.counts = counts
        self.tensor = tensor
        barriers = len(counts)
        self.lines = [[] for _ in range(agents)]
        self.past = [set() for _ in range(agents)]
        self.pending = list(counts)
        self.tx = [0] * barriers
        self.told = [set() for _ in range(barriers)]  # with the phase under way
        self.phases = [[] for _ in range(barriers)]  # with those completed
        self.left = [set() for _ in range(barriers)]
        self.blocked = {}
        self.accesses = [[] for _ in tensor]
        self.engines = {}
        # Who has not taken what was written last, and all takes.
        self.takers = takers  # (agent, buffer)
        self.fresh = set()
        self.takes = []  # (buffer, stamp)
        self.stamps = 0
        self.sync = rng.random() < 0.3

    def stamp(self):
        self.stamps += 1
        return self.stamps

    def likely(self, known):
        """Returns whether to draw an event before which all that must come is
        known to have come, or not."""
        return known or self.rng.random() > self.care

    def add(self, agent, text):
        self.lines[agent].append(text)

    def may_land(self, past, barrier, arrivals=0):
        """Returns whether something that comes after `past` may land: after all
        completed phases and, if it completes one, when nobody waits for the
        phase before any more."""
        if arrivals and not self.pending[barrier]:
            return False
        stamps = set().union(*self.phases[barrier])
        if arrivals == self.pending[barrier]:
            stamps |= self.left[barrier] - self.told[barrier]
        return self.likely(stamps <= past)

    def land(self, barrier, arrivals, size, past):
        self.pending[barrier] -= arrivals
        self.tx[barrier] += size
        self.told[barrier] |= past
        if self.pending[barrier] == 0 and self.tx[barrier] == 0:
            self.phases[barrier].append(self.told[barrier])
            self.told[barrier] = set()
            self.pending[barrier] = self.counts[barrier]
            for waiter in [a for a, b in self.blocked.items() if b == barrier]:
                del self.blocked[waiter]
                self.leave(waiter, barrier)

    def leave(self, agent, barrier):
        """The agent's wait for the last completed phase ends."""
        stamp = self.stamp()
        self.past[agent] |= self.phases[barrier][-1] | {stamp}
        self.left[barrier].add(stamp)

    def any_barrier(self):
        return self.rng.randrange(len(self.counts))

    def arrive(self, agent, barrier=None, count=None):
        """Draws an arrival of `agent`, of a barrier and a number if given."""
        if barrier is None:
            barrier = self.any_barrier()
            count = self.rng.randint(1, max(1, self.pending[barrier]))
            if not self.may_land(self.past[agent], barrier, count):
                return
        self.add(agent, "arrive b%d[0] %d" % (barrier, count))
        self.past[agent].add(self.stamp())
        self.land(barrier, count, 0, self.past[agent])

    def wait(self, agent):
        barrier = self.any_barrier()
        completed = len(self.phases[barrier])
        known = sum(phase <= self.past[agent] for phase in self.phases[barrier])
        if not self.likely(known >= completed - 1):
            return
        others = len(self.free()) > 1
        ahead = known == completed and others and self.rng.random() < 0.8
        self.add(
            agent, "wait b%d[0] parity %d" % (barrier, (completed + (not ahead)) & 1)
        )
        if ahead:
            self.blocked[agent] = barrier
        elif completed:
            self.leave(agent, barrier)

    def may_access(self, agent, actor, buffer, writes):
        if writes and self.takers and not self.may_overwrite(agent, buffer):
            return False
        return self.likely(
            all(
                stamp in self.past[agent]
                for stamp, other, wrote in self.accesses[buffer]
                if (wrote or writes) and other != actor
            )
        )

    def may_overwrite(self, agent, buffer):
        """Returns whether to write a buffer: what it has must be taken."""
        due = any(buffer == taken for _, taken in self.fresh)
        stamps = {stamp for taken, stamp in self.takes if taken == buffer}
        return self.likely(not due and stamps <= self.past[agent])

    def written(self, buffer):
        self.fresh |= {taker for taker in self.takers if taker[1] == buffer}

    def take(self, agent):
        mine = sorted(taker for taker in self.takers if taker[0] == agent)
        if not mine:
            return
        taker = self.rng.choice(mine)
        writes = {stamp for stamp, _, wrote in self.accesses[taker[1]] if wrote}
        if self.likely(taker in self.fresh and writes <= self.past[agent]):
            stamp = self.stamp()
            self.past[agent].add(stamp)
            self.takes.append((taker[1], stamp))
            self.fresh.discard(taker)
            self.add(agent, "take u%d[0]" % taker[1])

    def any_access(self):
        """Returns a buffer and whether it is written."""
        return self.rng.randrange(len(self.tensor)), self.rng.random() < 0.5

    def access(self, agent):
        buffer, writes = self.any_access()
        if self.may_access(agent, agent, buffer, writes):
            stamp = self.stamp()
            self.past[agent].add(stamp)
            self.accesses[buffer].append((stamp, agent, writes))
            self.add(agent, "%s u%d[0]" % ("write" if writes else "read", buffer))
            if writes:
                self.written(buffer)

    def load(self, agent):
        barrier = self.any_barrier()
        buffer, _ = self.any_access()
        kind = "arm" if self.rng.random() < 0.7 else "expect"
        if not self.pending[barrier]:
            return
        if not self.may_land(self.past[agent], barrier, int(kind == "arm")):
            return
        if not self.may_access(agent, None, buffer, True):
            return
        size = self.rng.choice((64, 64, 128))
        self.add(agent, "%s b%d[0] %d" % (kind, barrier, size))
        self.past[agent].add(self.stamp())
        self.tx[barrier] += size
        self.land(barrier, int(kind == "arm"), 0, self.past[agent])
        self.add(agent, "load u%d[0] on b%d[0] %d" % (buffer, barrier, size))
        stamp = self.stamp()
        self.accesses[buffer].append((stamp, None, True))
        self.written(buffer)
        self.land(barrier, 0, -size, self.past[agent] | {stamp})

    def operation(self, agent):
        engine = self.rng.choice(("tensor", "tensor", "store", "copy"))
        buffer, writes = self.any_access()
        actor = (agent, engine)
        if self.may_access(agent, actor, buffer, writes):
            stamp = self.stamp()
            self.engines.setdefault(actor, set()).add(stamp)
            self.accesses[buffer].append((stamp, actor, writes))
            if writes:
                self.written(buffer)
            self.add(
                agent,
                "issue %s %s u%d[0]" % (engine, "write" if writes else "read", buffer),
            )

    def signal(self, agent):
        engines = sorted(engine for owner, engine in self.engines if owner == agent)
        if not engines:
            return
        barrier = self.any_barrier()
        engine = self.rng.choice(engines)
        done = self.engines[agent, engine]
        if self.may_land(self.past[agent] | done, barrier, 1):
            self.add(agent, "signal %s b%d[0] 1" % (engine, barrier))
            done.add(self.stamp())
            self.land(barrier, 1, 0, self.past[agent] | done)

    def drain(self, agent):
        engine = self.rng.choice(("tensor", "store", "copy"))
        self.add(agent, "drain " + engine)
        self.past[agent] |= self.engines.get((agent, engine), set())

    def fence(self, agent):
        self.add(agent, "fence")

    def meet(self, _):
        if not self.sync or self.blocked:
            return
        past = set().union(*self.past)
        for agent in range(len(self.lines)):
            self.add(agent, "sync r")
            self.past[agent] = set(past)

    def draw(self, steps):
        actions = (
            [self.arrive] * 6
            + [self.wait] * 6
            + [self.access] * 4
            + [self.load] * 3
            + [self.operation] * 3
            + [self.signal] * 4
            + [self.drain, self.fence, self.meet]
            + ([self.access] * 6 + [self.take] * 16 if self.takers else [])
        )
        for _ in range(steps):
            free = self.free()
            if free:
                self.rng.choice(actions)(self.rng.choice(free))

    def free(self):
        return [a for a in range(len(self.lines)) if a not in self.blocked]

    def finish(self):
        """Completes the phases that somebody waits for or that have begun."""
        for _ in range(20):
            begun = [
                barrier
                for barrier, count in enumerate(self.counts)
                if self.pending[barrier] != count or barrier in self.blocked.values()
            ]
            free = self.free()
            if not begun or not free:
                break
            barrier = self.rng.choice(begun)
            count = self.pending[barrier]
            if count == 0:
                break
            knowing = [a for a in free if self.may_land(self.past[a], barrier, count)]
            self.arrive(self.rng.choice(knowing or free), barrier, count)
        # Loads and signals must not outlive their CTA.
        for barrier, phases in enumerate(self.phases):
            if phases and self.rng.random() < 0.9:
                agent = self.rng.choice(self.free() or [0])
                if self.likely(set().union(*phases[:-1]) <= self.past[agent]):
                    self.add(
                        agent,
                        "wait b%d[0] parity %d" % (barrier, (len(phases) - 1) & 1),
                    )

    def bodies(self, head):
        """Returns the lines of each agent, in a loop if `head` is one."""
        self.draw(self.rng.randint(5, 22))
        self.finish()
        return [self.again(body, head) if head else body for body in self.lines]

    def again(self, body, head):
        """Returns `body` in a loop, its parities counted on."""
        before, after = [], []
        for barrier, phases in enumerate(self.phases):
            if any(line.startswith("wait b%d[0]" % barrier) for line in body):
                before.append("set v%d 0" % barrier)
                after.append("set v%d (v%d + %d) & 1" % (barrier, barrier, len(phases)))
        body = [
            re.sub(
                r"^wait b(\d)\[0\] parity (\d)$", r"wait b\1[0] parity v\1 ^ \2", line
            )
            for line in body
        ]
        return before + block(head, body + after)


def along_a_run(rng, takes=False):
    """Returns the lines of a program drawn along one execution, or along two
    between which a flag decides."""
    agents = rng.choice((2, 2, 3))
    counts = [rng.choice((1, 1, 1, 2, 2, 3)) for _ in range(rng.choice((1, 2, 2, 3)))]
    tensor = [rng.random() < 0.2 for _ in range(rng.choice((1, 1, 2)))]
    head = rng.choice(("loop 2", "loop 2", "loop k")) if rng.random() < 0.25 else None
    takers = ()
    if takes:
        pairs = [(a, u) for a in range(agents) for u in range(len(tensor))]
        takers = [pair for pair in pairs if rng.random() < 0.5]
    bodies = Run(rng, agents, counts, tensor, takers).bodies(head)
    lines = ["trip k"] if head == "loop k" else []
    if rng.random() < 0.1:
        others = Run(rng, agents, counts, tensor, takers).bodies(head)
        bodies = [
            ["choose f"] + block("if f", body)[:-1] + block("} else", other)
            for body, other in zip(bodies, others)
        ]
        lines.append("flag f")
    lines += ["barrier b%d[1] count %d" % pair for pair in enumerate(counts)]
    for number, taken in enumerate(tensor):
        lines.append("buffer u%d[1]%s" % (number, " tensor" if taken else ""))
    if any(line.strip() == "sync r" for body in bodies for line in body):
        lines.append(
            "rendezvous r agents " + " ".join("a%d" % a for a in range(agents))
        )
    for agent, body in enumerate(bodies):
        lines += block("agent a%d" % agent, body)
    return lines
