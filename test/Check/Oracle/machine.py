"""Programs with fixed outcomes, made ready to be stepped through."""

from collections import namedtuple

from program import ProgramError, evaluate

# More events than this in one agent are an error rather than a hang.
LONGEST_LINE = 20000


class NeedOutcome(Exception):
    """An agent asks decision `name` once more than outcomes are given."""

    def __init__(self, name):
        super().__init__(name)
        self.name = name


def unroll(program, agent, outcomes):
    """Returns the events of `agent` as tuples (kind, ...) with elements
    (name, index) in place of expressions. `set`, `choose`, `token` and the
    heads of loops are gone: they touch nothing but the agent itself, so that
    when they happen is no matter to anything else. They count as a part of the
    event before them. A `test` ends with the list of the places of the waits
    that it may spare.

    Raises ProgramError, and NeedOutcome if `outcomes` (decision -> list of
    0 and 1) is too short.
    """
    variables = {}
    asked = {}
    tokens = {}  # name -> the test event, of those that have one
    line = []

    def ask(name):
        turn = asked.get(name, 0)
        asked[name] = turn + 1
        given = outcomes.get(name, ())
        if turn >= len(given):
            raise NeedOutcome(name)
        return given[turn]

    def element(table, target):
        name, index = target
        value = evaluate(index, variables)
        if not 0 <= value < table[name].size:
            raise ProgramError("index %d is outside '%s'" % (value, name))
        return name, value

    def at_least(least, expression):
        value = evaluate(expression, variables)
        if value < least:
            raise ProgramError("%d arrivals or bytes" % value)
        return value

    def run(statements):
        for kind, args in statements:
            if kind == "set":
                variables[args[0]] = evaluate(args[1], variables)
            elif kind == "choose":
                variables[args[0]] = ask(args[0])
            elif kind == "token":
                tokens[args[0]] = tokens.get(args[1])
            elif kind == "if":
                run(args[1] if evaluate(args[0], variables) else args[2])
            elif kind == "loop":
                for _ in range(evaluate(args[0], variables)):
                    run(args[1])
            elif kind == "repeat":
                while ask(args[0]):
                    run(args[1])
            else:
                line.append(event(kind, args))
                if len(line) > LONGEST_LINE:
                    raise ProgramError("agent '%s' has too many events" % agent.name)

    def event(kind, args):
        barriers, buffers = program.barriers, program.buffers
        if kind == "test":
            parity = evaluate(args[1], variables)
            tokens[args[2]] = (kind, element(barriers, args[0]), parity, [])
            return tokens[args[2]]
        if kind == "wait":
            wait = kind, element(barriers, args[0]), evaluate(args[1], variables)
            test = tokens.get(args[2])
            if test:
                if test[1:3] != wait[1:]:
                    raise ProgramError("a token of another wait")
                test[3].append(len(line))
            return wait
        if kind == "arrive":
            return kind, element(barriers, args[0]), at_least(1, args[1])
        if kind in ("expect", "arm"):
            return kind, element(barriers, args[0]), at_least(0, args[1])
        if kind in ("read", "write", "patch", "take"):
            return kind, element(buffers, args[0])
        if kind == "load":
            return (
                kind,
                element(buffers, args[0]),
                element(barriers, args[1]),
                at_least(1, args[2]),
            )
        if kind == "issue":
            return (
                kind,
                args[0],
                [element(buffers, target) for target in args[1]],
                [element(buffers, target) for target in args[2]],
                [element(buffers, target) for target in args[3]],
            )
        if kind == "signal":
            return kind, args[0], element(barriers, args[1]), at_least(1, args[2])
        if kind == "sync" and agent.name not in program.rendezvous[args[0]]:
            raise ProgramError("'%s' takes no part in '%s'" % (agent.name, args[0]))
        return (kind,) + args  # fence, drain, sync

    run(agent.body)
    return line


WAIT, ARRIVE, EXPECT, ARM, ACCESS, LOAD, ISSUE, SIGNAL, DRAIN, SYNC, TAKE, TEST = range(
    12
)


class Event:
    """One event of an agent, or what it leaves in flight.

    op        one of the constants above
    number    distinguishes the events of all agents
    agent     index of its agent
    text      for messages
    slot      of its barrier: where the state has `c`, `pending`, `tx`
    count     of its barrier
    cta       indices of the agents in its barrier's CTA, or its engine's
    arrivals, size   what lands at the barrier
    parity    of a wait or a test
    spares    of a test: the numbers of the waits that its answer may spare
    bit       of a load, an operation or a signal in the state's flight mask
    engine    of an operation, a signal or a drain: mask of what is queued before
              (and that a drain waits for)
    conflicts mask of loads and operations that must not be in flight at this
              access
    rivals    numbers of other agents' accesses that must not be next together
              with this one
    writes    mask of the generic writes that it is (proxy rule)
    needs     mask of the generic writes that its accesses need published
    fills     mask of "has fresh data" bits that what it writes sets
    takes     the bit that a take clears
    fence     a fence follows at once
    meets     of a sync: indices of the agents that take part
    name      of a sync: its rendezvous
    """

    __slots__ = (
        "op number agent text slot count cta arrivals size parity bit engine "
        "conflicts rivals writes needs fills takes fence meets name spares"
    ).split()

    def __init__(self, op, number, agent, text):
        self.op = op
        self.number = number
        self.agent = agent
        self.text = text
        self.slot = self.count = self.arrivals = self.size = self.parity = self.bit = 0
        self.engine = self.conflicts = self.writes = self.needs = 0
        self.fills = self.takes = 0
        self.cta = self.meets = self.spares = ()
        self.rivals = frozenset()
        self.fence = False
        self.name = ""


# Who accesses a buffer (actors are compared for equality: those of one actor
# never conflict), in which way, and by which event.
Access = namedtuple("Access", "actor writes generic event")


def accesses_of(line, agent, first):
    """Yields (buffer, Access) for a line of unrolled events; events are
    counted from `first`."""
    for place, event in enumerate(line):
        number = first + place
        kind = event[0]
        if kind in ("read", "write", "patch"):
            yield event[1], Access((agent,), kind != "read", True, number)
        elif kind == "load":
            yield event[1], Access((agent, number), True, False, number)
        elif kind == "issue":
            actor, generic = (agent, event[1]), event[1] == "copy"
            for buffer in event[2]:
                yield buffer, Access(actor, False, generic, number)
            for buffer in event[3] + event[4]:
                yield buffer, Access(actor, True, generic, number)


def takers_of(program):
    """Returns array -> indices of the agents that have a `take` of it in their
    text, whether they come to it or not."""
    takers = {}

    def look(agent, statements):
        for kind, args in statements:
            if kind == "take":
                takers.setdefault(args[0][0], set()).add(agent)
            for part in args:
                if isinstance(part, list) and kind in ("if", "loop", "repeat"):
                    look(agent, part)

    for index, agent in enumerate(program.agents):
        look(index, agent.body)
    return takers


class Machine:
    """A program with fixed outcomes, ready to be stepped through.

    lines    for each agent the list of its Events
    start    the first state: a tuple of the agents' places, the flight mask
             (which loads, operations and signals have not ended), for each
             barrier `c`, `pending`, `tx`, the mask of "has fresh data" bits,
             and what is known of generic writes (None if no buffer is subject
             to the proxy rule)
    flying   bit of the flight mask -> its Event

    Four kinds of events are left out, since nothing else can tell whether or
    when they happen:
    - accesses of a buffer that only one actor accesses or that nobody writes:
      they can neither race nor break the proxy rule (one actor is either
      generic or async). Writes that some agent takes stay;
    - operations with no other access than those, but for the last one of each
      engine: an operation may end at any time after its issue, also at once, so
      the items behind it in the queue and a `drain` lose no behaviour if it is
      not there, and if it can end after its CTA then so can the last one;
    - tests whose answers nobody uses;
    - fences, which only change what their own agent has published: they are
      done together with the event before them. A first event that is a fence
      publishes nothing.
    """

    def __init__(self, program, outcomes):
        """Raises ProgramError and NeedOutcome, as `unroll` does."""
        raw = [unroll(program, agent, outcomes) for agent in program.agents]
        accesses = {}
        first = 0
        for agent, line in enumerate(raw):
            for buffer, access in accesses_of(line, agent, first):
                accesses.setdefault(buffer, []).append(access)
            first += len(line)
        self.accesses = {
            buffer: users
            for buffer, users in accesses.items()
            if len({user.actor for user in users}) > 1
            and any(user.writes for user in users)
        }
        # The bit of each (taking agent, element).
        self.fresh = {}
        for name, agents in takers_of(program).items():
            for index in range(program.buffers[name].size):
                for agent in sorted(agents):
                    bit = 1 << len(self.fresh)
                    self.fresh[agent, (name, index)] = bit
        self.program = program
        self.agents = [agent.name for agent in program.agents]
        self.lines = []
        self.flying = {}
        self.events = {}
        # Of each engine of an agent, what is queued: the bits of the flight
        # mask, 0 for operations that are left out.
        self.items = {}
        self.slots = {}
        start = [0] * (len(raw) + 1)
        for name, barrier in program.barriers.items():
            for index in range(barrier.size):
                self.slots[name, index] = len(start)
                start += [0, barrier.count, 0]
        first = 0
        for agent, line in enumerate(raw):
            self.lines.append(self.compile(agent, line, first))
            first += len(line)
        self.engines = {key: sum(bits) for key, bits in self.items.items()}
        self.find_conflicts()
        self.proxy = self.find_generic_writes()
        start.append(0)
        start.append(self.first_knowledge() if self.proxy else None)
        self.start = tuple(start)

    def compile(self, agent, line, first):
        """Returns the Events of one unrolled line."""
        events = []
        last = {raw[1]: place for place, raw in enumerate(line) if raw[0] == "issue"}
        for place, raw in enumerate(line):
            kind = raw[0]
            if kind == "fence":
                if events:
                    events[-1].fence = True
                continue
            if kind == "test" and not raw[3]:
                continue
            fills = self.fills_of(raw)
            if kind in ("read", "write", "patch") and not fills and raw[1] not in self.accesses:
                continue
            if kind == "issue" and not fills and place != last[raw[1]]:
                if not any(buffer in self.accesses for buffer in sum(raw[2:], [])):
                    self.items.setdefault((agent, raw[1]), []).append(0)
                    continue
            told = raw[:3] if kind == "test" else raw
            event = Event(OPCODES[kind], first + place, agent, describe(told))
            event.fills = fills
            if kind == "take":
                event.takes = self.fresh[agent, raw[1]]
            if kind in ("wait", "test", "arrive", "expect", "arm"):
                self.at_barrier(event, raw[1])
            if kind in ("wait", "test"):
                event.parity = raw[2]
            if kind == "test":
                event.spares = [first + wait for wait in raw[3]]
            elif kind == "arrive":
                event.arrivals = raw[2]
            elif kind == "expect":
                event.size = raw[2]
            elif kind == "arm":
                event.arrivals, event.size = 1, raw[2]
            elif kind == "load":
                self.at_barrier(event, raw[2])
                event.size = -raw[3]
                self.fly(event)
            elif kind == "issue":
                event.cta = self.agents_in(self.program.agents[agent].cta)
                self.fly(event)
                self.queue(event, raw[1])
            elif kind == "signal":
                self.at_barrier(event, raw[2])
                event.arrivals = raw[3]
                self.fly(event)
                self.queue(event, raw[1])
            elif kind == "drain":
                event.engine = self.items_before(agent, raw[1], raw[2])
            elif kind == "sync":
                event.name = raw[1]
                event.meets = [
                    self.agents.index(name) for name in self.program.rendezvous[raw[1]]
                ]
            self.events[event.number] = event
            events.append(event)
        return events

    def fills_of(self, raw):
        """Returns the mask of bits that an unrolled event sets when what it
        writes is there."""
        if raw[0] not in ("write", "load", "issue"):
            return 0
        elements = raw[3] if raw[0] == "issue" else [raw[1]]
        return sum(
            bit for (_, element), bit in self.fresh.items() if element in elements
        )

    def at_barrier(self, event, element):
        barrier = self.program.barriers[element[0]]
        event.slot = self.slots[element]
        event.count = barrier.count
        event.cta = self.agents_in(barrier.cta)

    def agents_in(self, cta):
        return [
            index
            for index, agent in enumerate(self.program.agents)
            if agent.cta == cta
        ]

    def fly(self, event):
        event.bit = 1 << len(self.flying)
        self.flying[event.bit] = event

    def queue(self, event, engine):
        # Bits grow along the line, so the lowest one in flight is the head.
        event.engine = self.items_before(event.agent, engine, 0)
        self.items.setdefault((event.agent, engine), []).append(event.bit)

    def items_before(self, agent, engine, left):
        """Returns the mask of what is queued so far but for the last `left`."""
        items = self.items.get((agent, engine), [])
        return sum(items[: len(items) - left] if left < len(items) else [])

    def find_conflicts(self):
        for users in self.accesses.values():
            for one in users:
                event = self.events[one.event]
                for other in users:
                    if other.actor == one.actor or not (one.writes or other.writes):
                        continue
                    rival = self.events[other.event]
                    if rival.bit:
                        event.conflicts |= rival.bit
                    elif not event.bit:
                        event.rivals |= {rival.number}

    def find_generic_writes(self):
        """Numbers the generic writes of buffers that async accesses use too.
        Returns whether there are any."""
        bits = 0
        for buffer, users in self.accesses.items():
            if self.program.buffers[buffer[0]].tensor or all(u.generic for u in users):
                continue
            mask = 0
            for user in users:
                if user.generic and user.writes:
                    mask |= 1 << bits
                    self.events[user.event].writes |= 1 << bits
                    bits += 1
            for user in users:
                if not user.generic:
                    self.events[user.event].needs |= mask
        return bits > 0

    def first_knowledge(self):
        """Knowledge is a tuple of masks of generic writes. First those that
        happened; then, each twice (known, published), for each agent what it
        knows, for each barrier what comes with the phase under way and what
        came with the last completed one; and at last a tuple of
        (bit, known, published) with what a load or signal in flight carries."""
        return (0,) * (1 + 2 * len(self.lines) + 4 * len(self.slots)) + ((),)


OPCODES = {
    "wait": WAIT,
    "test": TEST,
    "arrive": ARRIVE,
    "expect": EXPECT,
    "arm": ARM,
    "read": ACCESS,
    "write": ACCESS,
    "patch": ACCESS,
    "load": LOAD,
    "issue": ISSUE,
    "signal": SIGNAL,
    "drain": DRAIN,
    "sync": SYNC,
    "take": TAKE,
}


def describe(raw):
    """Returns an unrolled event as text for messages."""
    words = []
    for part in raw:
        if isinstance(part, tuple):
            words.append("%s[%d]" % part)
        elif isinstance(part, list):
            words += ["%s[%d]" % element for element in part]
        else:
            words.append(str(part))
    return " ".join(words)
