"""Steps through all executions of a Machine and looks for faults."""

from machine import ACCESS, ARM, ARRIVE, DRAIN, EXPECT, ISSUE, LOAD, SIGNAL, SYNC
from machine import TAKE, TEST, WAIT

DEADLOCKS = ("under-arrival", "bytes", "cycle")


class Fault(Exception):
    """Some execution has a fault of `kind`: one of DEADLOCKS, "over-arrival",
    "parity", "race", "proxy", "stale", "unfinished" or "exit"."""

    def __init__(self, kind, detail):
        super().__init__("%s: %s" % (kind, detail))
        self.kind = kind
        self.detail = detail


class LimitReached(Exception):
    """There are more states or outcomes than the caller allows."""


class Explorer:
    """Steps through all states of a Machine that can be reached."""

    def __init__(self, machine):
        self.machine = machine
        self.lines = machine.lines
        self.ends = [len(line) for line in machine.lines]
        self.landed = {}
        self.awaited = {}

    def run(self, limit):
        """Returns the number of states. Raises Fault at the first one and
        LimitReached after `limit` states."""
        start = self.machine.start
        seen = {start}
        stack = [start]
        step = self.step
        while stack:
            for state in step(stack.pop()):
                if state not in seen:
                    seen.add(state)
                    stack.append(state)
            if len(seen) > limit:
                raise LimitReached()
        return len(seen)

    def step(self, state):
        """Returns the states that can follow `state`. Raises Fault if the state
        or something that can happen in it is one."""
        lines, ends = self.lines, self.ends
        agents = len(ends)
        flight = state[agents]
        following = []
        accesses = []
        for agent in range(agents):
            place = state[agent]
            if place == ends[agent]:
                continue
            event = lines[agent][place]
            op = event.op
            if op == WAIT:
                slot = event.slot
                self.check_parity(event, state[slot])
                if state[slot] & 1 == event.parity:
                    continue
            elif op == TEST:
                self.check_parity(event, state[event.slot])
            elif op == SYNC:
                # The first that takes part goes on for all.
                if event.meets[0] == agent and self.all_meet(event, state):
                    following.append(self.meet(event, state))
                continue
            elif op == DRAIN:
                if flight & event.engine:
                    continue
            elif op == ACCESS:
                for other in accesses:
                    if event.number in other.rivals:
                        self.race(event, other)
                accesses.append(event)
            following.append(self.state_after(event, state))
        if flight:
            self.end_flights(state, following)
        if not following:
            self.check_end(state)
        return following

    # One event of an agent.

    def state_after(self, event, state):
        """Returns the state after `event`, which is not blocked."""
        agents = len(self.ends)
        after = list(state)
        after[event.agent] += 1
        if event.conflicts & state[agents]:
            bit = event.conflicts & state[agents]
            self.race(event, self.machine.flying[bit & -bit])
        if state[-1] is not None:
            after[-1] = self.knowledge_after(event, state)
        op = event.op
        if op == ARRIVE or op == EXPECT or op == ARM:
            self.land(event, after, state)
        elif op == LOAD or op == ISSUE or op == SIGNAL:
            after[agents] |= event.bit
        elif op == ACCESS and event.fills:
            self.fill(event, after)
        elif op == TAKE:
            if not after[-2] & event.takes:
                raise Fault("stale", "%s finds no new data" % self.at(event))
            after[-2] ^= event.takes
        return tuple(after)

    def all_meet(self, event, state):
        for agent in event.meets:
            place = state[agent]
            if place == self.ends[agent]:
                return False
            other = self.lines[agent][place]
            if other.op != SYNC or other.name != event.name:
                return False
        return True

    def meet(self, event, state):
        after = list(state)
        for agent in event.meets:
            after[agent] += 1
        if state[-1] is not None:
            after[-1] = self.knowledge_after_sync(event, state)
        return tuple(after)

    # What ends by itself.

    def end_flights(self, state, following):
        """Appends to `following` the states in which one load, or the head of
        one engine's queue, has ended."""
        agents = len(self.ends)
        flight = state[agents]
        machine = self.machine
        heads = flight
        for engine in machine.engines.values():
            queue = flight & engine
            heads &= ~queue | (queue & -queue)
        while heads:
            bit = heads & -heads
            heads ^= bit
            following.append(self.state_after_end(machine.flying[bit], state))

    def state_after_end(self, event, state):
        """Returns the state after the end of what `event` left in flight."""
        agents = len(self.ends)
        after = list(state)
        after[agents] ^= event.bit
        if event.fills:
            self.fill(event, after)
        if state[-1] is not None:
            after[-1] = self.knowledge_after_end(event, state)
        if event.op != ISSUE:
            self.land(event, after, state)
        elif self.has_ended(event, state):
            raise Fault("exit", "%s ends after its CTA" % self.at(event))
        return tuple(after)

    def fill(self, event, after):
        """Lets what `event` writes be there in `after`. Raises Fault."""
        if after[-2] & event.fills:
            raise Fault("stale", "%s overwrites what is not taken" % self.at(event))
        after[-2] |= event.fills

    # Barriers.

    def land(self, event, after, state):
        """Lets arrivals and bytes of `event` come at its barrier in `after`.
        Raises Fault."""
        slot = event.slot
        completed = after[slot]
        if event.op != EXPECT and self.has_ended(event, state):
            raise Fault("exit", "%s comes when its CTA has ended" % self.at(event))
        if self.landed.setdefault(event.number, completed) != completed:
            raise Fault(
                "over-arrival",
                "%s comes in phase %d and in phase %d"
                % (self.at(event), self.landed[event.number], completed),
            )
        if event.op == EXPECT and after[slot + 1] == 0:
            raise Fault("over-arrival", "%s comes after all arrivals" % self.at(event))
        pending = after[slot + 1] - event.arrivals
        outstanding = after[slot + 2] + event.size
        if pending < 0:
            raise Fault("over-arrival", "%s is one too many" % self.at(event))
        if pending == 0 and outstanding == 0:
            after[slot] = completed + 1
            after[slot + 1] = event.count
            after[slot + 2] = 0
            if after[-1] is not None:
                after[-1] = self.knowledge_after_phase(event, after[-1])
        else:
            after[slot + 1] = pending
            after[slot + 2] = outstanding

    def has_ended(self, event, state):
        """Returns whether all agents of the event's CTA have ended."""
        return all(state[agent] == self.ends[agent] for agent in event.cta)

    def check_parity(self, event, completed):
        """Raises Fault unless all values of `c` seen at this wait, and at the
        tests that may spare it, lie in {k, k + 1} for one k of the wait's parity.
        Each value leaves one k. Between the two `c` can not be anything else."""
        if event.parity not in (0, 1):
            raise Fault("parity", "%s has no such phase" % self.at(event))
        phase = completed if completed & 1 == event.parity else completed - 1
        for number in event.spares or (event.number,):
            if self.awaited.setdefault(number, phase) != phase:
                raise Fault(
                    "parity",
                    "%s meets phase %d and phase %d"
                    % (self.at(event), self.awaited[number], phase),
                )

    # Knowledge of generic writes, see Machine.first_knowledge.

    def known_at(self, agent):
        return 1 + 2 * agent

    def barrier_knowledge_at(self, event):
        agents = len(self.ends)
        barrier = (event.slot - agents - 1) // 3
        return 1 + 2 * agents + 4 * barrier

    def knowledge_after(self, event, state):
        """Returns what is known after an event of an agent, whose phase is not
        yet completed. Raises Fault."""
        knowledge = list(state[-1])
        own = self.known_at(event.agent)
        if event.needs & knowledge[0] & ~knowledge[own + 1]:
            raise Fault(
                "proxy", "%s follows a generic write without a fence" % self.at(event)
            )
        op = event.op
        if op == WAIT:
            last = self.barrier_knowledge_at(event) + 2
            knowledge[own] |= knowledge[last]
            knowledge[own + 1] |= knowledge[last + 1]
        elif op == ARRIVE or op == ARM:
            self.carry(event, knowledge, knowledge[own], knowledge[own + 1])
        elif op == ACCESS:
            knowledge[0] |= event.writes
            knowledge[own] |= event.writes
        elif op == LOAD or op == SIGNAL:
            knowledge[-1] += ((event.bit, knowledge[own], knowledge[own + 1]),)
        elif op == DRAIN:
            knowledge[own] |= self.ended_writes(event.engine)
        if event.fence:
            knowledge[own + 1] |= knowledge[own]
        return tuple(knowledge)

    def knowledge_after_sync(self, event, state):
        knowledge = list(state[-1])
        known = published = 0
        for agent in event.meets:
            known |= knowledge[self.known_at(agent)]
            published |= knowledge[self.known_at(agent) + 1]
        for agent in event.meets:
            own = self.known_at(agent)
            fence = self.lines[agent][state[agent]].fence
            knowledge[own] = known
            knowledge[own + 1] = published | (known if fence else 0)
        return tuple(knowledge)

    def knowledge_after_end(self, event, state):
        """Returns what is known when something in flight has ended, whose phase
        is not yet completed."""
        knowledge = list(state[-1])
        knowledge[0] |= event.writes
        if event.op != ISSUE:
            _, known, published = next(
                item for item in knowledge[-1] if item[0] == event.bit
            )
            knowledge[-1] = tuple(
                item for item in knowledge[-1] if item[0] != event.bit
            )
            if event.op == SIGNAL:
                known |= self.ended_writes(event.engine)
            self.carry(event, knowledge, known, published)
        return tuple(knowledge)

    def knowledge_after_phase(self, event, before):
        knowledge = list(before)
        barrier = self.barrier_knowledge_at(event)
        knowledge[barrier + 2 : barrier + 4] = knowledge[barrier : barrier + 2]
        knowledge[barrier : barrier + 2] = 0, 0
        return tuple(knowledge)

    def carry(self, event, knowledge, known, published):
        barrier = self.barrier_knowledge_at(event)
        knowledge[barrier] |= known
        knowledge[barrier + 1] |= published

    def ended_writes(self, bits):
        """Returns the generic writes of the operations `bits`."""
        writes = 0
        while bits:
            bit = bits & -bits
            bits ^= bit
            writes |= self.machine.flying[bit].writes
        return writes

    # Faults.

    def at(self, event):
        return "%s of %s" % (event.text, self.machine.agents[event.agent])

    def race(self, event, other):
        raise Fault("race", "%s and %s" % (self.at(event), self.at(other)))

    def check_end(self, state):
        """Raises Fault if this state, which nothing follows, is no good end."""
        stuck = [
            self.lines[agent][state[agent]]
            for agent in range(len(self.ends))
            if state[agent] < self.ends[agent]
        ]
        if stuck:
            places = ", ".join(self.at(event) for event in stuck)
            raise Fault(self.kind_of_deadlock(state, stuck), places)
        for (name, index), slot in self.machine.slots.items():
            count = self.machine.program.barriers[name].count
            if state[slot + 1] != count or state[slot + 2]:
                raise Fault("unfinished", "%s[%d]" % (name, index))

    def kind_of_deadlock(self, state, stuck):
        """Returns which kind of deadlock it is that agents stand before the
        events `stuck`."""
        waits = [event for event in stuck if event.op == WAIT]
        if any(state[wait.slot + 1] == 0 for wait in waits):
            return "bytes"
        arriving = {
            event.slot
            for agent, line in enumerate(self.lines)
            for event in line[state[agent] :]
            if event.arrivals
        }
        return (
            "cycle" if all(wait.slot in arriving for wait in waits) else "under-arrival"
        )
