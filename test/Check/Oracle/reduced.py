"""A faster explorer of the same executions, for programs with many agents.

An `Explorer` takes every step that can follow a state. A `ReducedExplorer` takes
only those of a few *processes* (an agent, the queue of an engine, or a load in
flight) if all others can do without them for a while: the well-known persistent
sets of partial order reduction. It uses section 1 of docs/CheckerModel.md and
nothing else; reduced_test.py holds it to the plain explorer.

*What is chosen.* In a state, a set of processes is *held*. All others may run on
as they like while the held ones stay where they are; `Outlook` says what they
could do at most. The set is closed if

- the next step of each held process that can take one may as well come before
  what they could do (`Closure.meddlers`), and
- it lets no held process go on that is blocked (`Closure.helpers`).

Otherwise those that could are held as well. A step *may as well come before*
another one if, wherever both are possible, the other is a fault after it, or the
order is no matter: each leaves the other possible, with the same fault or none and
the same phase in which it lands or that it waits for, and both orders end in the
same state.

*Why no fault is lost.* Each state that is visited is one of an execution, so what
is found is a fault. Conversely, let a fault follow a visited state s after the
steps t1 ... tn, of which only the last is one, and let T be the steps of the held
processes that are possible in s. As long as none of the ti is by a held process,
these cannot do anything else than T. If some ti is in T, let the first one come
before all others. It is a fault in s, or one of those that it now comes before is
a fault, or they are what they were, and the same fault follows. If none is in T, let
any step of T come first: it is a fault, one of the ti becomes one, or the same
fault follows. Lines are finite, so this ends. The same holds

- for two accesses that are next together: if one is in T then the agent of the
  other, which comes to its access without the held ones, is held, too;
- for ends of executions, thus for deadlocks and barriers left in a phase: while
  a step of T is possible it is no end, so one of the ti is in T;
- for the phases in which an event lands, that a test meets or a wait when it goes on:
  all that some execution has are seen. An agent that stands before a wait may go
  on at once if the parity lets it, and if not, once the phase under way is
  complete, or never, which is a deadlock; both is the phase that is met where it
  stands. So all phases that are met are seen.
"""

from machine import ACCESS, ARM, ARRIVE, DRAIN, EXPECT, ISSUE, LOAD, SIGNAL, SYNC
from machine import TAKE, TEST, WAIT
from explorer import Explorer


class Deeds:
    """What a process could do: the union over some events and the ends of what
    they leave in flight.

    bits, conflicts   of loads and operations that start, and of all that starts
    rivals            mask of the accesses that must not be next together with it
    fills, takes      masks of "has fresh data" bits
    lands             mask of the barriers where something lands
    """

    __slots__ = "bits conflicts rivals fills takes lands".split()

    def __init__(self):
        self.bits = self.conflicts = self.rivals = 0
        self.fills = self.takes = self.lands = 0

    def add(self, other):
        self.bits |= other.bits
        self.conflicts |= other.conflicts
        self.rivals |= other.rivals
        self.fills |= other.fills
        self.takes |= other.takes
        self.lands |= other.lands


class Span:
    """What an agent does from some place on until an event that may block, or a
    test, for which it matters as much when it comes.

    stop       the place of that event, or the end
    deeds      its Deeds
    landings   (slot, arrivals, armed, loaded, expected, bit) for all that lands:
               bit is that of a load or signal, 0 for the agent's own
    """

    __slots__ = "stop deeds landings".split()

    def __init__(self, stop, deeds, landings):
        self.stop = stop
        self.deeds = deeds
        self.landings = landings


def landing(event):
    """Returns what an event, or the end of what it leaves in flight, does at its
    barrier, as in Span.landings, or None."""
    if event.op in (ARRIVE, SIGNAL):
        return event.slot, event.arrivals, 0, 0, 0, event.bit
    if event.op == ARM:
        return event.slot, event.arrivals, event.size, 0, 0, 0
    if event.op == EXPECT:
        return event.slot, 0, 0, 0, 1, 0
    if event.op == LOAD:
        return event.slot, 0, 0, -event.size, 0, event.bit
    return None


BLOCKING = (WAIT, TEST, DRAIN, SYNC)


class Plan:
    """What is the same in all states of a Machine: its processes, numbered from
    0, agents first, and what they do."""

    def __init__(self, machine):
        self.machine = machine
        self.lines = machine.lines
        self.agents = len(machine.lines)
        self.ends = [len(line) for line in machine.lines]
        self.counts = {
            slot: machine.program.barriers[name].count
            for (name, _), slot in machine.slots.items()
        }
        # Of each flying bit its process; of each process its bits.
        self.process_of = {}
        self.bits_of = {}
        queued = [mask for mask in machine.engines.values() if mask]
        alone = [bit for bit, event in machine.flying.items() if event.op == LOAD]
        for process, mask in enumerate(queued + alone, self.agents):
            self.bits_of[process] = mask
            while mask:
                bit = mask & -mask
                mask ^= bit
                self.process_of[bit] = process
        accesses = [
            event for line in self.lines for event in line if event.op == ACCESS
        ]
        self.access_bit = {
            event.number: 1 << place for place, event in enumerate(accesses)
        }
        self.deeds = {}
        self.end_deeds = {}
        for line in self.lines:
            for event in line:
                self.deeds[event.number] = self.deeds_of(event)
                if event.bit:
                    self.end_deeds[event.bit] = self.deeds_of_end(event)
        self.spans = [self.spans_of(line) for line in self.lines]

    def deeds_of(self, event):
        deeds = Deeds()
        deeds.bits = event.bit if event.op in (LOAD, ISSUE) else 0
        deeds.conflicts = event.conflicts
        for number in event.rivals:
            deeds.rivals |= self.access_bit[number]
        deeds.takes = event.takes
        if event.op == ACCESS:
            deeds.fills = event.fills
        elif event.op in (ARRIVE, ARM, EXPECT):
            deeds.lands = 1 << event.slot
        elif event.bit:
            deeds.add(self.deeds_of_end(event))
        return deeds

    def deeds_of_end(self, event):
        deeds = Deeds()
        deeds.fills = event.fills
        if event.op != ISSUE:
            deeds.lands = 1 << event.slot
        return deeds

    def spans_of(self, line):
        """Returns for each place of a line, and its end, the Span from there."""
        spans = [Span(len(line), Deeds(), ())]
        for place in range(len(line) - 1, -1, -1):
            event = line[place]
            if event.op in BLOCKING:
                spans.append(Span(place, Deeds(), ()))
                continue
            rest = spans[-1]
            deeds = Deeds()
            deeds.add(self.deeds[event.number])
            deeds.add(rest.deeds)
            lands = landing(event)
            landings = ((lands,) if lands else ()) + rest.landings
            spans.append(Span(rest.stop, deeds, landings))
        spans.reverse()
        return spans


class Outlook:
    """The most that processes can do while some others are held.

    It errs on the side of more: who comes how far is found as if whatever may
    land at a barrier did so at once, and as if nothing raced. A wait can go on
    if the phases that are complete by then, or some that could be, allow it.

    places     how far each agent could come (if it is held: where it is)
    deeds      process -> Deeds of those that are not held
    landing    slot -> [arrivals, armed, loaded, expected] that could land
    passable   slot -> agents that could stand at a wait which would go on in the
               phase under way, or at a test
    """

    def __init__(self, plan, state, held):
        self.plan = plan
        self.state = state
        self.places = list(state[: plan.agents])
        self.deeds = {}
        self.landing = {}
        self.passable = {}
        # Least number of phases that an agent can meet at its next wait.
        self.least = {}
        flight = state[plan.agents]
        self.stuck = 0
        for process in held:
            if process >= plan.agents:
                self.stuck |= plan.bits_of[process]
        mask = flight & ~self.stuck
        while mask:
            bit = mask & -mask
            mask ^= bit
            process = plan.process_of[bit]
            deeds = self.deeds.get(process)
            if deeds is None:
                deeds = self.deeds[process] = Deeds()
            deeds.add(plan.end_deeds[bit])
            lands = landing(plan.machine.flying[bit])
            if lands:
                self.land(lands)
        moving = []
        for agent in range(plan.agents):
            if agent not in held and self.places[agent] < plan.ends[agent]:
                self.deeds[agent] = Deeds()
                moving.append(agent)
                self.go_on(agent, self.places[agent])
        progress = True
        while progress:
            progress = False
            for agent in moving:
                while self.passes(agent, moving):
                    progress = True

    def land(self, lands):
        slot, arrivals, armed, loaded, expected, _ = lands
        sums = self.landing.get(slot)
        if sums is None:
            self.landing[slot] = [arrivals, armed, loaded, expected]
        else:
            sums[0] += arrivals
            sums[1] += armed
            sums[2] += loaded
            sums[3] += expected

    def go_on(self, agent, place):
        """Lets an agent run from `place` to where it may block."""
        span = self.plan.spans[agent][place]
        self.places[agent] = span.stop
        self.deeds[agent].add(span.deeds)
        for lands in span.landings:
            if not lands[5] & self.stuck:
                self.land(lands)
        if span.stop < self.plan.ends[agent]:
            event = self.plan.lines[agent][span.stop]
            passes = event.op == TEST or (
                event.op == WAIT and self.state[event.slot] & 1 != event.parity
            )
            if passes:
                self.passable.setdefault(event.slot, set()).add(agent)

    def passes(self, agent, moving):
        """Lets an agent go on if it could. Returns whether it does."""
        plan = self.plan
        place = self.places[agent]
        if place == plan.ends[agent]:
            return False
        event = plan.lines[agent][place]
        if event.op == WAIT:
            key = agent, event.slot
            least = self.least.get(key, self.state[event.slot])
            if least & 1 == event.parity:
                least += 1
            if least > self.highest(event.slot):
                return False
            self.least[key] = least
        elif event.op == TEST:
            pass
        elif event.op == DRAIN:
            # What is queued behind a held operation is not over before it.
            if event.engine & self.stuck & self.state[plan.agents]:
                return False
        else:
            for other in event.meets:
                at = self.places[other]
                if other not in moving or at == plan.ends[other]:
                    return False
                sync = plan.lines[other][at]
                if sync.op != SYNC or sync.name != event.name:
                    return False
            for other in event.meets:
                self.go_on(other, self.places[other] + 1)
            return True
        self.go_on(agent, place + 1)
        return True

    def highest(self, slot):
        """Returns how many phases of a barrier could be complete.

        If just as many arrivals can come as are pending, then a phase needs all
        of them, and with them has all bytes that they expect.
        """
        completed, pending, outstanding = self.state[slot : slot + 3]
        arrivals, armed, loaded, _ = self.landing.get(slot, (0, 0, 0, 0))
        if arrivals < pending:
            return completed
        if arrivals == pending:
            return completed + (outstanding + armed - loaded <= 0)
        count = self.plan.counts[slot]
        return completed + (count - pending + arrivals) // count

    def at_barrier(self, slot):
        """Returns the processes of which something could land at a barrier."""
        mask = 1 << slot
        return {process for process, deeds in self.deeds.items() if deeds.lands & mask}


class Views:
    """Makes Outlooks, and keeps the last one of a single process."""

    def __init__(self, plan):
        self.plan = plan
        self.key = None
        self.last = None

    def outlook(self, state, held):
        """Returns the Outlook of a state. Where a process is that is held alone
        is no matter to what all others could do, nor is what is fresh or known."""
        if len(held) > 1:
            return Outlook(self.plan, state, held)
        (process,) = held
        key = process, state[:process], state[process + 1 : -2]
        if process >= self.plan.agents:
            key = process, state[:-2]
        if key != self.key:
            self.key = key
            self.last = Outlook(self.plan, state, held)
        return self.last


class Closure:
    """Finds a closed set of held processes in one state."""

    def __init__(self, plan, views, state):
        self.plan = plan
        self.views = views
        self.state = state
        self.flight = state[plan.agents]

    def next_of(self, process):
        """Returns the event that a process does next, or whose end it is, or
        None."""
        plan = self.plan
        if process < plan.agents:
            place = self.state[process]
            return None if place == plan.ends[process] else plan.lines[process][place]
        queue = self.flight & plan.bits_of[process]
        return plan.machine.flying[queue & -queue] if queue else None

    def can_move(self, process, event):
        """Returns whether the next step of a process is possible."""
        if event is None:
            return False
        if process >= self.plan.agents:
            return True
        if event.op == WAIT:
            return self.state[event.slot] & 1 != event.parity
        if event.op == DRAIN:
            return not self.flight & event.engine
        if event.op == SYNC:
            return all(self.is_at(agent, event) for agent in event.meets)
        return True

    def is_at(self, agent, sync):
        event = self.next_of(agent)
        return event is not None and event.op == SYNC and event.name == sync.name

    def movers(self):
        """Returns the processes that can take a step. Of those that meet in a
        rendezvous, the first does it for all."""
        processes = list(range(self.plan.agents))
        flight = self.flight
        while flight:
            bit = flight & -flight
            process = self.plan.process_of[bit]
            flight &= ~self.plan.bits_of[process]
            processes.append(process)
        found = []
        for process in processes:
            event = self.next_of(process)
            if self.can_move(process, event):
                if process >= self.plan.agents or event.op != SYNC:
                    found.append(process)
                elif event.meets[0] == process:
                    found.append(process)
        return found

    def close(self, process, movers, most):
        """Returns those of `movers` in a closed set with `process`, or None if
        there are not less than `most`."""
        held = {process}
        while True:
            outlook = self.views.outlook(self.state, held)
            more = set()
            for one in held:
                event = self.next_of(one)
                if event is None:
                    continue
                if self.can_move(one, event):
                    more |= self.meddlers(one, event, outlook)
                else:
                    more |= self.helpers(event, outlook)
            more -= held
            held |= more
            moving = [one for one in movers if one in held]
            if len(moving) >= most:
                return None
            if not more:
                return moving

    def helpers(self, event, outlook):
        """Returns processes that have to be held, too, so that an agent which is
        blocked at `event` stays so."""
        if event.op == WAIT:
            if outlook.highest(event.slot) > self.state[event.slot]:
                return outlook.at_barrier(event.slot)
        elif event.op == DRAIN:
            queue = self.flight & event.engine
            return {self.plan.process_of[queue & -queue]}
        elif event.op == SYNC:
            return set(event.meets)
        return set()

    def meddlers(self, process, event, outlook):
        """Returns the processes that could do something before which the next
        step of `process`, `event` or the end of it, may not come as well."""
        plan = self.plan
        own = process < plan.agents
        if event.op == SYNC:
            found = set(event.meets)
        elif event.op in (WAIT, TEST):
            found = set()
            if outlook.highest(event.slot) > self.state[event.slot]:
                found = outlook.at_barrier(event.slot)
        else:
            deeds = plan.deeds[event.number] if own else plan.end_deeds[event.bit]
            found = self.of_data(event, own, deeds, outlook)
            if deeds.lands and (own == (event.op in (ARRIVE, ARM, EXPECT))):
                found |= self.at_barrier(event, outlook)
            if not own or event.op in (ARRIVE, ARM):
                found |= self.ending(event.cta, outlook)
        return found

    def of_data(self, event, own, deeds, outlook):
        """Returns who could access, fill or take what a step does. A load or an
        operation may start before what it conflicts with, which then meets it in
        flight, and what fills may come before what fills as well, which then
        overwrites it."""
        if own and event.op in (LOAD, ISSUE):
            return set()
        conflicts = event.conflicts if own else 0
        access = self.plan.access_bit.get(event.number, 0) if own else 0
        ends = 0 if own else event.bit
        return {
            process
            for process, other in outlook.deeds.items()
            if conflicts & other.bits
            or access & other.rivals
            or ends & other.conflicts
            or deeds.fills & other.takes
            or deeds.takes & other.fills
        }

    def at_barrier(self, event, outlook):
        """Returns who could land at the barrier where a step lands so that order
        matters. It does not if all that could land fits into the phase under
        way: then it is complete, if at all, with the last of it. What the phase
        before lets go on must have gone by then."""
        slot = event.slot
        _, pending, outstanding = self.state[slot : slot + 3]
        sums = list(outlook.landing.get(slot, (0, 0, 0, 0)))
        for place, number in enumerate(landing(event)[1:5]):
            sums[place] += number
        arrivals, armed, loaded, expected = sums
        if arrivals < pending:
            return set()
        left = outstanding + armed - loaded
        found = set()
        if arrivals > pending or expected or left < 0:
            found |= outlook.at_barrier(slot)
        if left <= 0:
            found |= outlook.passable.get(slot, set())
        return found

    def ending(self, cta, outlook):
        """Returns the agents of a CTA that have not ended if all could end while
        others are held. They may end before what lands, which is a fault then."""
        open_ones = set()
        for agent in cta:
            if self.state[agent] < self.plan.ends[agent]:
                if outlook.places[agent] < self.plan.ends[agent]:
                    return set()
                open_ones.add(agent)
        return open_ones


class ReducedExplorer(Explorer):
    """Looks at fewer states than an Explorer, and finds a fault if that does."""

    def __init__(self, machine):
        super().__init__(machine)
        self.plan = Plan(machine)
        self.views = Views(self.plan)
        self.last = 0

    def step(self, state):
        """Returns enough of the states that can follow `state`. Raises Fault."""
        closure = Closure(self.plan, self.views, state)
        movers = closure.movers()
        if not movers:
            self.check_end(state)
            return []
        chosen = self.choose(closure, movers)
        self.last = chosen[0]
        return [self.move(process, closure, state) for process in chosen]

    def choose(self, closure, movers):
        """Returns the movers of the smallest closed set that is found, starting
        with the process that moved last."""
        best = movers
        # Who moves on along its line needs no other order first.
        order = [one for one in movers if one == self.last]
        order += [one for one in movers if one != self.last]
        for process in order:
            if len(best) == 1:
                break
            best = closure.close(process, movers, len(best)) or best
        return best

    def move(self, process, closure, state):
        """Returns the state after the next step of a process. Raises Fault."""
        event = closure.next_of(process)
        if process >= self.plan.agents:
            return self.state_after_end(event, state)
        if event.op == SYNC:
            return self.meet(event, state)
        if event.op in (WAIT, TEST):
            self.check_parity(event, state[event.slot])
        elif event.op == ACCESS:
            for agent in range(self.plan.agents):
                other = closure.next_of(agent)
                if other is not None and other.number in event.rivals:
                    self.race(event, other)
        return self.state_after(event, state)
