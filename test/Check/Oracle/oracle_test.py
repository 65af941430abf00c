#!/usr/bin/env python3
"""Why: the oracle is what the checker is measured with. Small programs whose
verdict is plain from docs/CheckerModel.md, section 1, each fault in both
directions, hold it to the text."""

import argparse
import re
import unittest

import compare
import generate
import oracle
import prove
from program import Parser, evaluate


def verdict(text, bound=4):
    """Returns "safe", "deadlock" or the kind of another fault."""
    found = kind(text, bound)
    return "deadlock" if found in oracle.DEADLOCKS else found


def kind(text, bound=4):
    """Returns "safe" or the kind of the fault. With fewer interleavings there is a
    fault, too, or none."""
    program = oracle.parse(text)
    found = oracle.check(program, bound)
    fewer = oracle.check(program, bound, reduce=True)
    assert (found is None) == (fewer is None), text
    return found[1].kind if found else "safe"


RING = """
barrier full[2] count 1
barrier empty[2] count %(count)s
buffer a[2]
trip k
agent p {
  set i %(start)s
  loop k {
    wait empty[i %% 2] parity ((i / 2) & 1) ^ 1
    arm full[i %% 2] %(bytes)s
    load a[i %% 2] on full[i %% 2] 128
    set i (i + 1) %% 4
  }
}
agent c {
  set i 0
  loop k {
    wait full[i %% 2] parity (i / 2) & 1
    read a[i %% 2]
    arrive empty[i %% 2] 1
    set i (i + 1) %% 4
  }
}
"""


def ring(count=1, start=0, size=128):
    return RING % {"count": count, "start": start, "bytes": size}


class Case(unittest.TestCase):
    def assertBoth(self, text, safe, unsafe, fault):
        """Holds a rule to both directions: `text` with `safe` in it has no fault, with
        `unsafe` it has this one."""
        self.assertEqual(verdict(text % safe), "safe")
        self.assertEqual(verdict(text % unsafe), fault)


class Syntax(Case):
    def test_precedence_is_that_of_c(self):
        for text, value in (
            ("1 + 2 * 3", 7),
            ("(1 + 2) * 3", 9),
            ("7 - 2 - 1", 4),
            ("1 | 2 ^ 3 & 2", 1),
            ("1 + 1 == 2", 1),
            ("1 & 3 == 3", 1),
            ("5 != 5", 0),
            ("1 < 2 == 1", 1),
            ("(0 - 7) / 2", -3),
            ("(0 - 7) % 2", -1),
            ("9223372036854775807 + 1", -(1 << 63)),
        ):
            self.assertEqual(evaluate(Parser(text).expression(), {}), value, text)

    def test_arrivals_default_to_one(self):
        self.assertEqual(
            verdict(
                "barrier b count 2 agent p { arrive b signal copy b wait b parity 0 }"
            ),
            "safe",
        )

    def test_errors_are_no_verdicts(self):
        for text in (
            "barrier b[1] count 1 agent p { arrive b[1] }",
            "barrier b[1] count 1 agent p { arrive b[1 / 0] }",
            "barrier b[1] count 1 agent p { arrive b[1 % 0] }",
            "barrier b[1] count 0",
            "barrier b[1] count 1 agent p { arrive b[0] 0 }",
            "buffer b[1] agent p { arrive b[0] 1 }",
            "agent p { choose f }",
            "agent p { jump }",
            "agent p { ",
            "agent p { } agent p { }",
            "rendezvous r agents q agent p { }",
            "rendezvous r agents q agent q { } agent p { sync r }",
            "barrier b[1] count 1 buffer b[1]",
            "agent p { set x ? }",
            "barrier b[1] count 1 agent p { arrive b[i] }",
            "barrier b[1] count 1 agent q { set i 0 } agent p { arrive b[i] }",
        ):
            with self.assertRaises(oracle.ProgramError, msg=text):
                verdict(text)

    def test_outcomes_must_suffice(self):
        program = oracle.parse("trip k agent p { loop k { } }")
        self.assertEqual(oracle.explore(program, {"k": [1, 1, 0]}), 1)
        with self.assertRaises(oracle.NeedOutcome):
            oracle.explore(program, {"k": [1, 1]})

    def test_limit(self):
        with self.assertRaises(oracle.LimitReached):
            oracle.check(oracle.parse(ring()), 4, 10)

    def test_an_issue_ends_with_its_line(self):
        program = oracle.parse("""
            buffer u[2]
            buffer v
            agent p {
              issue tensor read u[0] u[1], v, write v, u[1]
              write v
              issue copy write v read u[0]
              issue store patch v }
            """)
        self.assertEqual(
            [statement.args for statement in program.agents[0].body],
            [
                ("tensor", [("u", 0), ("u", 1), ("v", 0)], [("v", 0), ("u", 1)], []),
                (("v", 0),),
                ("copy", [("u", 0)], [("v", 0)], []),
                ("store", [], [], [("v", 0)]),
            ],
        )


class Barriers(Case):
    def test_a_ring(self):
        self.assertEqual(verdict(ring(), 6), "safe")

    def test_a_fresh_barrier_passes_parity_one_and_blocks_parity_zero(self):
        self.assertEqual(
            verdict("barrier b count 1 agent p { wait b parity 1 }"), "safe"
        )
        self.assertEqual(
            verdict("barrier b count 1 agent p { wait b parity 0 }"), "deadlock"
        )

    def test_all_arrivals_and_all_bytes_complete_a_phase(self):
        text = "barrier b count 2 buffer u agent p { arrive b 1 %s wait b parity 0 read u }"
        self.assertBoth(
            text, "arm b 64 load u on b 64", "arm b 64 load u on b 32", "deadlock"
        )
        self.assertEqual(verdict(text % ""), "deadlock")

    def test_bytes_may_come_before_they_are_expected(self):
        self.assertEqual(
            verdict(
                "barrier b count 1 buffer u agent p { load u on b 64 arm b 64 wait b parity 0 }"
            ),
            "safe",
        )


class Deadlock(Case):
    def test_under_arrival(self):
        self.assertEqual(verdict(ring(count=2)), "unfinished")  # after one round
        with self.assertRaisesRegex(
            oracle.Fault, "wait full.* wait empty|wait empty.* wait full"
        ):
            oracle.explore(oracle.parse(ring(count=2)), {"k": [1, 1, 1, 0]})
        self.assertEqual(
            kind("barrier b count 2 agent p { arrive b wait b parity 0 }"),
            "under-arrival",
        )

    def test_bytes(self):
        self.assertEqual(verdict(ring(size=129)), "deadlock")
        self.assertEqual(
            kind(
                "barrier b count 1 buffer u agent p { arm b 65 load u on b 64 wait b parity 0 }"
            ),
            "bytes",
        )

    def test_cycle(self):
        text = """
        barrier a count 1
        barrier b count 1
        agent p { %s }
        agent q { wait a parity 0 arrive b }
        """
        self.assertEqual(kind(text % "wait b parity 0 arrive a"), "cycle")
        self.assertEqual(verdict(text % "arrive a wait b parity 0"), "safe")

    def test_a_rendezvous_waits_for_all(self):
        text = "rendezvous r agents p q agent p { sync r } agent q { %s }"
        self.assertBoth(text, "sync r", "", "deadlock")
        self.assertEqual(verdict(text % "sync r sync r"), "deadlock")


class OverArrival(Case):
    def test_more_than_the_count(self):
        self.assertEqual(verdict("barrier b count 2 agent p { arrive b 2 }"), "safe")
        self.assertEqual(
            verdict("barrier b count 2 agent p { arrive b 3 }"), "over-arrival"
        )
        self.assertEqual(
            verdict(
                "barrier b count 1 buffer u agent p { arm b 64 arrive b load u on b 64 }"
            ),
            "over-arrival",
        )

    def test_arrivals_that_compete(self):
        text = "barrier b count 1 %s agent p { arrive b %s } agent q { %s arrive b }"
        self.assertEqual(verdict(text % ("", "", "")), "over-arrival")
        self.assertEqual(verdict(text % ("", "", "wait b parity 0")), "safe")
        sync = "rendezvous r agents p q"
        self.assertEqual(verdict(text % (sync, "sync r", "sync r")), "safe")

    def test_an_arrival_of_a_later_phase_must_know_the_earlier(self):
        text = """
        barrier b count 2
        agent p { arrive b %s arrive b }
        agent q { arrive b arrive b }
        """
        self.assertEqual(verdict(text % ""), "over-arrival")
        both = text.replace("agent q { arrive b", "agent q { arrive b wait b parity 0")
        self.assertEqual(verdict(both % "wait b parity 0"), "safe")

    def test_an_expectation_or_bytes_in_two_phases(self):
        text = """
        barrier b count 1
        buffer u
        agent p { %s arrive b wait b parity 0 %s arrive b wait b parity 1 }
        """
        self.assertEqual(verdict(text % ("expect b 64 load u on b 64", "")), "safe")
        self.assertEqual(verdict(text % ("", "load u on b 64 expect b 64")), "safe")
        self.assertEqual(verdict(text % ("load u on b 64", "expect b 64")), "deadlock")
        other = """
        barrier b count 1
        buffer u
        agent p { arrive b wait b parity 0 arrive b }
        agent q { %s load u on b 64 expect b 64 }
        """
        self.assertEqual(verdict(other % ""), "over-arrival")

    def test_an_expectation_after_all_arrivals(self):
        text = """
        barrier b count 1
        buffer u
        agent p { expect b 64 load u on b 128 %s wait b parity 0 }
        """
        self.assertBoth(
            text, "expect b 64 arrive b", "arrive b expect b 64", "over-arrival"
        )

    def test_a_signal_comes_at_any_later_time(self):
        text = "barrier b count 1 agent p { signal tensor b %s arrive b }"
        self.assertEqual(verdict(text % ""), "over-arrival")
        self.assertBoth(text, "drain tensor", "wait b parity 0", "safe")


class Tests(Case):
    def test_the_answer_is_about_the_phase_that_is_waited_for(self):
        text = """
        barrier x count 1
        barrier y count 1
        barrier z count 1
        agent p { arrive x arrive y arrive x wait z parity 0 arrive x }
        agent c { %s wait x parity 1 unless t arrive z wait x parity 0 }
        """
        test = " test x parity 1 as t "
        wait = " wait y parity 0 "
        self.assertBoth(text, wait + test, test + wait, "parity")
        # No token, no test.
        self.assertBoth(text, test + wait + "token t", test + wait, "parity")

    def test_a_token_is_for_the_test_that_it_stands_for(self):
        text = """
        barrier x count 1
        barrier y count 1
        agent p { arrive x wait y parity 0 arrive x }
        agent c {
          test x parity 1 as old
          wait x parity 0
          arrive y
          test x parity 1 as t
          token t %s
          wait x parity 1 unless t
        }
        """
        self.assertBoth(text, "t", "old", "parity")

    def test_errors(self):
        for wait in ("y parity 0 unless t", "x parity 1 unless t", "x parity 0 unless u"):
            with self.assertRaises(oracle.ProgramError):
                verdict(
                    """
                    barrier x count 1
                    barrier y count 1
                    agent p { test x parity 0 as t arrive x arrive y wait %s }
                    """
                    % wait
                )


class Parity(Case):
    LAP = """
    barrier b count 1
    barrier done count 1
    agent p { arrive b %s arrive b }
    agent c { wait b parity 0 %s }
    """

    def test_a_lapped_wait(self):
        self.assertEqual(verdict(self.LAP % ("", "")), "parity")
        self.assertEqual(
            verdict(self.LAP % ("wait done parity 0", "arrive done")), "safe"
        )

    def test_an_ambiguous_wait(self):
        # The first phase may be taken for the third.
        text = """
        barrier b count 1
        barrier done count 1
        agent p { arrive b wait done parity 0 arrive b }
        agent c { %s wait b parity 1 arrive done }
        """
        self.assertEqual(verdict(text % ""), "parity")
        self.assertEqual(verdict(text.replace("parity 1", "parity 0") % ""), "safe")

    def test_a_parity_that_no_phase_has(self):
        self.assertEqual(
            verdict("barrier b count 1 agent p { wait b parity 2 }"), "parity"
        )

    def test_a_state_that_starts_wrong(self):
        self.assertNotEqual(verdict(ring(start=2)), "safe")


class Race(Case):
    PAIR = """
    barrier b count 1
    buffer u
    agent p { %s %s }
    agent q { %s %s }
    """

    def test_agents(self):
        for first, second, expected in (
            ("write u", "write u", "race"),
            ("write u", "read u", "race"),
            ("read u", "read u", "safe"),
        ):
            self.assertEqual(
                verdict(self.PAIR % (first, "", second, "arrive b")), expected
            )
        self.assertEqual(
            verdict(self.PAIR % ("write u", "arrive b", "wait b parity 0", "read u")),
            "safe",
        )

    def test_a_load_lasts_until_its_bytes(self):
        text = "barrier b count 1 buffer u agent p { arm b 8 load u on b 8 %s } agent q { %s }"
        self.assertEqual(verdict(text % ("read u wait b parity 0", "")), "race")
        self.assertBoth(
            text, ("wait b parity 0 read u", ""), ("wait b parity 0", "read u"), "race"
        )
        self.assertEqual(
            verdict(text % ("wait b parity 0", "wait b parity 0 read u")), "safe"
        )

    def test_two_loads(self):
        text = """
        barrier b count 1
        buffer u[2]
        agent p { arm b 16 load u[0] on b 8 load u[%d] on b 8 wait b parity 0 }
        """
        self.assertEqual(verdict(text % 0), "race")
        self.assertEqual(verdict(text % 1), "safe")

    def test_an_engine_against_its_agent(self):
        text = "barrier b count 1 buffer u agent p { issue tensor read u\n %s write u }"
        self.assertEqual(verdict(text % ""), "race")
        self.assertBoth(text, "drain tensor", "drain store", "race")
        self.assertEqual(verdict(text % "signal tensor b wait b parity 0"), "safe")
        read = text.replace("write u", "read u drain tensor")
        self.assertEqual(verdict(read % ""), "safe")

    def test_engines(self):
        text = "buffer u agent p { issue tensor write u\n %s issue %s read u\n drain tensor drain store }"
        self.assertBoth(text, ("", "tensor"), ("", "store"), "race")
        self.assertEqual(verdict(text % ("drain tensor", "store")), "safe")

    def test_a_drain_may_leave_what_was_queued_last(self):
        text = "buffer u buffer v agent p { issue tensor write u\n issue tensor write v\n %s issue store read %s\n drain tensor drain store }"
        self.assertBoth(text, ("drain tensor", "v"), ("drain tensor 1", "v"), "race")
        self.assertBoth(text, ("drain tensor 1", "u"), ("drain tensor 2", "u"), "race")

    def test_signals_and_operations_that_nobody_meets_count_as_queued(self):
        text = """
        barrier b count 1
        buffer u
        buffer v
        agent p { issue tensor write u
 %s drain tensor 1 issue store read u
 wait b parity 0 drain tensor drain store }
        agent q { %s }
        """
        self.assertEqual(verdict(text % ("signal tensor b", "")), "safe")
        self.assertEqual(verdict(text % ("issue tensor write v\n", "arrive b")), "safe")
        self.assertEqual(verdict(text % ("", "arrive b")), "race")

    def test_a_signal_covers_what_was_queued_before(self):
        text = """
        barrier b count 1
        buffer u tensor
        agent p { %s }
        agent q { wait b parity 0 read u }
        """
        self.assertEqual(
            verdict(text % "issue tensor write u\n signal tensor b"), "safe"
        )
        self.assertEqual(
            verdict(text % "signal tensor b issue tensor write u\n drain tensor"),
            "race",
        )
        self.assertEqual(
            verdict(text % "issue tensor write u\n signal store b drain tensor"), "race"
        )


class Proxy(Case):
    def test_a_fence_by_the_writer(self):
        text = """
        barrier b count 1
        buffer u %s
        agent p { write u %s arrive b }
        agent q { wait b parity 0 %s issue tensor read u
 drain tensor }
        """
        self.assertEqual(verdict(text % ("", "", "")), "proxy")
        self.assertBoth(text, ("", "fence", ""), ("", "", "fence"), "safe")
        self.assertEqual(verdict(text % ("tensor", "", "")), "safe")

    def test_a_fence_before_the_write_is_none(self):
        text = "barrier b count 1 buffer u agent p { %s issue store read u\n drain store }"
        self.assertEqual(verdict(text % "fence write u"), "proxy")
        self.assertBoth(text, "write u fence", "write u fence write u", "proxy")

    def test_loads_and_generic_engines(self):
        text = """
        barrier b count 1
        buffer u
        agent p { issue copy write u
 drain copy %s arm b 8 load u on b 8 wait b parity 0 }
        """
        self.assertEqual(verdict(text % ""), "proxy")
        self.assertEqual(verdict(text % "fence"), "safe")

    def test_a_copy_is_known_when_it_was_waited_for(self):
        text = """
        barrier b count 1
        barrier d count 1
        buffer u
        agent p { issue copy write u
 %s }
        agent q { wait b parity 0 %s issue tensor read u
 drain tensor }
        """
        self.assertEqual(verdict(text % ("fence signal copy b", "")), "proxy")
        self.assertBoth(
            text, ("signal copy b", "fence"), ("drain copy fence arrive b", ""), "safe"
        )
        # Copies issued after the drain are not known by it.
        late = "drain copy fence signal copy b"
        self.assertEqual(verdict(text % (late, "")), "safe")
        one = "issue copy write u\n"
        again = text.replace(one, one + " drain copy fence " + one)
        self.assertEqual(verdict(again % ("signal copy b", "")), "proxy")

    def test_a_fence_of_another_agent(self):
        text = """
        barrier b count 1
        barrier d count 1
        barrier e count 1
        buffer u
        agent p { write u arrive b }
        agent f { wait b parity 0 fence arrive %s }
        agent q { wait b parity 0 wait d parity 0 issue tensor read u %s
 drain tensor }
        agent z { wait b parity 0 arrive %s }
        """
        self.assertBoth(text, ("d", "", "e"), ("e", "", "d"), "proxy")

    def test_a_rendezvous_tells_what_is_known(self):
        text = """
        buffer u
        rendezvous r agents p q
        agent p { write u %s sync r }
        agent q { sync r issue tensor read u
 drain tensor }
        """
        self.assertEqual(verdict(text % ""), "proxy")
        self.assertEqual(verdict(text % "fence"), "safe")

    def test_generic_readers_need_none(self):
        self.assertEqual(
            verdict(
                "buffer u agent p { issue tensor write u\n drain tensor write u read u }"
            ),
            "safe",
        )


class Stale(Case):
    PAIR = """
    barrier full count 1
    barrier empty count 1
    buffer u
    agent p { write u %s }
    agent c { wait full parity 0 %s }
    """

    def test_data_is_taken_once(self):
        text = self.PAIR % ("arrive full", "%s")
        self.assertBoth(text, "take u", "take u take u", "stale")
        self.assertEqual(verdict(text % "if 0 { take u }"), "safe")

    def test_data_is_overwritten_when_it_is_taken(self):
        again = "arrive full wait empty parity 0 write u"
        text = self.PAIR % (again, "%s")
        self.assertBoth(text, "take u arrive empty", "arrive empty take u", "stale")
        self.assertEqual(verdict(text % "arrive empty if 0 { take u }"), "stale")
        self.assertEqual(verdict(text % "arrive empty"), "safe")

    def test_a_take_before_any_write(self):
        self.assertEqual(verdict("buffer u agent p { take u }"), "stale")
        self.assertEqual(
            verdict("buffer u agent p { write u take u write u take u }"), "safe"
        )

    def test_a_take_that_can_come_before_or_after_a_write(self):
        text = """
        barrier b count 1
        barrier d count 1
        buffer u
        agent p { write u %s write u }
        agent c { %s take u %s }
        """
        self.assertEqual(verdict(text % ("", "", "")), "stale")
        self.assertEqual(verdict(text % ("arrive b", "wait b parity 0", "")), "stale")
        both = "arrive b wait d parity 0"
        self.assertEqual(verdict(text % (both, "wait b parity 0", "arrive d")), "safe")

    def test_it_is_no_access(self):
        text = "buffer u agent p { write u take u issue store read u\n drain store %s }"
        self.assertEqual(verdict(text % ""), "proxy")
        self.assertEqual(verdict(text.replace("issue", "fence issue") % ""), "safe")

    def test_loads_write_when_they_end(self):
        text = "barrier b count 1 buffer u agent p { arm b 8 load u on b 8 %s } %s"
        wait = "wait b parity 0"
        self.assertEqual(verdict(text % ("take u " + wait, "")), "stale")
        self.assertBoth(
            text, (wait + " take u", ""), (wait + " take u take u", ""), "stale"
        )
        taker = "agent c { wait b parity 0 take u }"
        self.assertEqual(verdict(text % (wait, taker)), "safe")

    def test_operations_write_when_they_end(self):
        text = "buffer u agent p { issue tensor write u\n %s }"
        self.assertEqual(verdict(text % "take u drain tensor"), "stale")
        self.assertEqual(verdict(text % "drain tensor take u"), "safe")
        both = "issue tensor write u\n drain tensor if 0 { take u }"
        self.assertEqual(verdict(text % both), "stale")
        twice = text.replace("write u", "write u, u")
        self.assertEqual(verdict(twice % "if 0 { take u } drain tensor"), "safe")

    FORK = """
    barrier full count 1
    barrier empty count 2
    buffer u
    trip k
    agent p { loop k { wait empty parity i ^ 1 write u arrive full set i i ^ 1 } }
    agent c { loop k { wait full parity i take u arrive empty set i i ^ 1 } }
    agent d { loop k { wait full parity i %s arrive empty set i i ^ 1 } }
    """

    def test_each_agent_takes_for_itself(self):
        self.assertEqual(verdict(self.FORK % "take u"), "safe")
        self.assertEqual(verdict(self.FORK % "read u"), "safe")
        self.assertEqual(verdict(self.FORK % "take u take u"), "stale")
        self.assertEqual(verdict(self.FORK % "if i { take u }"), "stale")

    def test_a_state_that_starts_again(self):
        def tiles(rounds, start):
            text = ring().replace("trip k", "").replace("read a", "take a")
            text = text.replace("loop k {", "loop %d {" % rounds)
            text = re.sub(
                r"(agent \w) \{\n  set i 0", r"\1 { loop 2 { %s" % start, text
            )
            return text.replace("\n}\n", "\n} }\n")

        self.assertEqual(verdict(tiles(3, "set i 0")), "stale")
        self.assertEqual(verdict(tiles(3, "")), "safe")
        self.assertEqual(verdict(tiles(4, "set i 0")), "safe")


class Ends(Case):
    def test_unfinished(self):
        self.assertEqual(
            verdict("barrier b count 2 agent p { arrive b }"), "unfinished"
        )
        self.assertEqual(verdict("barrier b count 2 agent p { arrive b 2 }"), "safe")
        self.assertEqual(
            verdict("barrier b count 1 agent p { expect b 8 }"), "unfinished"
        )

    def test_exit_in_one_cta(self):
        text = "barrier b count 1 buffer u agent p { arm b 8 load u on b 8 %s }"
        self.assertEqual(verdict(text % ""), "exit")
        self.assertEqual(verdict(text % "wait b parity 0"), "safe")
        self.assertEqual(
            verdict("barrier b count 1 agent p { signal tensor b }"), "exit"
        )
        self.assertEqual(
            verdict("barrier b count 1 agent p { signal tensor b drain tensor }"),
            "safe",
        )

    def test_operations_end_before_their_cta(self):
        text = "buffer u agent p { issue %s read u\n %s } agent q { %s }"
        for engine in ("tensor", "store", "copy"):
            self.assertEqual(verdict(text % (engine, "", "")), "exit")
            self.assertEqual(verdict(text % (engine, "drain " + engine, "")), "safe")
            self.assertEqual(verdict(text % (engine, "drain %s 1" % engine, "")), "exit")
        text = "barrier b count 1" + text
        end = "signal tensor b", "wait b parity 0"
        self.assertEqual(verdict(text % (("tensor",) + end)), "safe")
        # A CTA of its own does not wait for that of the other one.
        apart = text.replace("agent q", "agent q cta 1")
        self.assertEqual(verdict(apart % (("tensor",) + end)), "exit")

    def test_exit_of_another_cta(self):
        text = "barrier b count 1 cta 1 agent p { arrive b } agent q cta 1 { %s }"
        self.assertEqual(verdict(text % ""), "exit")
        self.assertEqual(verdict(text % "wait b parity 0"), "safe")


class Decisions(Case):
    FLAG = """
    barrier b count 1
    flag f
    flag g
    agent p { choose f if f { arrive b } }
    agent q { choose f choose g if %s { wait b parity 0 } }
    """

    def test_a_flag_on_both_sides(self):
        self.assertEqual(verdict(self.FLAG % "f"), "safe")
        self.assertEqual(verdict(self.FLAG % "g"), "deadlock")
        self.assertEqual(verdict(self.FLAG % "f == 1"), "safe")
        self.assertEqual(verdict(self.FLAG % "f == 0"), "deadlock")

    def test_both_branches(self):
        text = "barrier b count 1 flag f agent p { choose f if f { arrive b } else { %s } }"
        self.assertBoth(text, "arrive b", "arrive b 2", "over-arrival")

    def test_trip_counts_that_differ(self):
        text = "trip k trip m" + ring().replace("trip k", "")
        self.assertEqual(verdict(text), "safe")
        head, tail = text.split("agent c")
        self.assertEqual(
            verdict(head + "agent c" + tail.replace("loop k", "loop m")), "deadlock"
        )

    def test_outcomes_are_counted_by_turns(self):
        text = """
        barrier b count 1
        trip k
        agent p { loop k { arrive b wait b parity i set i i ^ 1 } loop k { } }
        agent q { loop k { set n n + 1 } loop k { } if n < %d { } else { wait b parity 2 } }
        """
        self.assertEqual(verdict(text % 5, 4), "safe")
        self.assertEqual(verdict(text % 4, 4), "parity")

    def test_every_sequence_of_outcomes(self):
        program = oracle.parse("trip k flag f agent p { loop k { choose f } }")
        found = {
            (outcomes["k"], outcomes["f"])
            for outcomes, _ in oracle.sequences(program, 2)
        }
        flags = [(a, b) for a in (0, 1) for b in (0, 1)]
        self.assertEqual(
            found,
            {((0,), ())}
            | {((1, 0), (a,)) for a in (0, 1)}
            | {((1, 1, 0), pair) for pair in flags},
        )


class Generator(Case):
    def test_a_seed_is_one_program(self):
        for seed in range(1, 40):
            self.assertEqual(generate.generate(seed), generate.generate(seed))

    def test_programs_have_a_meaning(self):
        errors = 0
        for _, text in generate.programs(1, 300):
            program = oracle.parse(text)
            try:
                next(iter(oracle.sequences(program, 2)))
            except oracle.ProgramError:
                errors += 1
        self.assertLess(errors, 6)

    def test_both_answers_are_common(self):
        answers = []
        for kind in ("pipelines", "run"):
            for _, text in generate.programs(1, 60, kind):
                try:
                    answers.append(verdict(text, 1))
                except (oracle.ProgramError, oracle.LimitReached):
                    pass
        share = answers.count("safe") / len(answers)
        self.assertTrue(0.25 < share < 0.75, share)


class Reducing(Case):
    """Faults that are only in some interleavings (see reduced_test.py)."""

    def states(self, text, explorer):
        machine = oracle.Machine(oracle.parse(text), {})
        return explorer(machine).run(10**6)

    def test_agents_that_do_nothing_together_take_turns(self):
        text = "".join(
            "barrier b%d count 1 agent a%d { arrive b%d wait b%d parity 0 } "
            % (n, n, n, n)
            for n in range(5)
        )
        self.assertEqual(self.states(text, oracle.Explorer), 3**5)
        self.assertEqual(self.states(text, oracle.ReducedExplorer), 2 * 5 + 1)

    def test_the_last_arrivals_of_many_take_turns(self):
        text = "barrier b count 6 agent w { wait b parity 0 }" + "".join(
            "agent a%d { arrive b wait b parity 0 } " % n for n in range(6)
        )
        self.assertEqual(self.states(text, oracle.ReducedExplorer), 2 * 6 + 2)

    def test_a_wait_that_is_lapped_by_an_agent_that_goes_on(self):
        text = """
            barrier b count 1
            agent p { %s }
            agent q { wait b parity 0 }
        """
        self.assertBoth(text, "arrive b", "arrive b arrive b arrive b", "parity")

    def test_an_agent_that_comes_to_an_access_later(self):
        text = """
            barrier b count 1
            barrier c count 1
            buffer u
            agent p { read u %s }
            agent q { wait b parity 0 %s write u }
            agent r { arrive b }
        """
        self.assertBoth(text, ("arrive c", "wait c parity 0"), ("", ""), "race")

    def test_an_access_behind_bytes_that_are_there_without_the_load(self):
        text = """
            barrier b count 1
            buffer u[2]
            agent p { arm b %d load u[0] on b 64 load u[1] on b 64 }
            agent q { wait b parity 0 read u[0] }
        """
        self.assertEqual(verdict(text % 128), "safe")
        self.assertNotEqual(verdict(text % 64), "safe")

    def test_an_arrival_after_the_last_agent_of_another_cta(self):
        text = """
            barrier b count 1
            barrier c count 1 cta 1
            agent p { wait b parity 0 arrive c }
            agent q cta 1 { arrive b %s }
        """
        self.assertBoth(text, "wait c parity 0", "", "exit")

    def test_an_arrival_while_the_last_agent_of_a_cta_ends(self):
        text = """
            barrier b count 2 cta 1
            agent p { arrive b }
            agent q cta 1 { arrive b %s }
        """
        self.assertBoth(text, "wait b parity 0", "", "exit")

    def test_bytes_before_the_phase_that_they_are_for(self):
        text = """
            barrier b count 1
            barrier c count 1
            buffer u
            agent p { arrive b %s arm b 64 wait b parity 1 }
            agent q { %s load u on b 64 }
        """
        self.assertBoth(text, ("arrive c", "wait c parity 0"), ("", ""), "over-arrival")

    def test_an_expectation_after_the_last_arrival(self):
        text = """
            barrier b count 1
            barrier c count 1
            agent p { %s arrive b }
            agent q { expect b 0 %s }
        """
        self.assertBoth(text, ("wait c parity 0", "arrive c"), ("", ""), "over-arrival")

    def test_a_take_while_the_first_data_is_written(self):
        text = """
            barrier b count 1
            barrier c count 1
            buffer u tensor
            agent p { write u %s }
            agent q { wait b parity 0 %s take u }
            agent r { arrive b }
        """
        self.assertBoth(text, ("arrive c", "wait c parity 0"), ("", ""), "stale")

    def test_a_take_while_the_next_data_is_written(self):
        text = """
            barrier b count 1
            barrier c count 1
            buffer u tensor
            agent p { wait b parity 0 %s }
            agent q { write u arrive b wait c parity 0 write u }
        """
        self.assertBoth(text, "take u arrive c", "arrive c take u", "stale")

    def test_a_read_while_others_come_to_a_write(self):
        # All that comes before the write, which one agent or an engine does.
        for others in (
            "agent q { wait b parity 0 arrive c wait b parity 1 %s write u }"
            "agent r { arrive b wait c parity 0 arrive b }",
            "agent q { expect b 64 load v on b 64 arrive b wait b parity 0 %s write u }",
            "rendezvous r agents q s agent q { sync r %s write u }"
            "agent s { arrive b sync r }",
            "rendezvous r agents s q agent q { sync r %s write u } agent s { sync r }",
            "agent q { issue tensor write v\n drain tensor %s write u }",
            "agent q { %s issue tensor write u\n signal tensor b wait b parity 0 }",
        ):
            text = """
                barrier b count 1
                barrier c count 1
                barrier d count 1
                buffer u tensor
                buffer v tensor
                agent p { read u %s }
            """
            self.assertEqual(
                verdict(text % "arrive d" + others % "wait d parity 0"), "safe", others
            )
            self.assertEqual(verdict(text % "" + others % ""), "race", others)


class Proving(Case):
    def test_answers(self):
        hop = "barrier b count 1 agent p { arrive b } agent q { wait b parity %d } "
        nested = "trip k trip l agent r { loop k { loop l { } } }"
        for text, highest, limit, answer in (
            (hop % 0, 4, 100, ("proved", prove.ALL, {})),
            (ring(), 6, 10000, ("proved", 6, {})),
            (ring(), 5, 10000, ("proved", 4, {})),
            (hop % 0 + nested, 8, 200, ("proved", 3, {"k": 4, "l": 8})),
            (ring(), 4, 2, ("limit", 0, {})),
            ("barrier b count 1", 4, 100, ("error", 0, {})),
            ("agent p {", 4, 100, ("error", 0, {})),
            (ring(start=2), 4, 1000, ("fault", 0, {})),
        ):
            proof = prove.prove(text, highest, limit)
            self.assertEqual((proof.answer, proof.bound, proof.alone), answer, text)
            self.assertEqual(
                bool(proof.detail), answer[0] in ("error", "fault"), proof
            )

    def test_outcomes_are_explored_once(self):
        proof = prove.prove("trip k agent p { loop k { } }", 8, 1000)
        self.assertEqual(proof.runs, 9)

    def test_a_fault_has_its_outcomes(self):
        proof = prove.prove(
            "barrier b count 1 trip k agent p { loop k { arrive b } }"
            "agent q { loop k { } wait b parity 0 }",
            4,
            1000,
        )
        self.assertTrue(proof.detail.startswith("under-arrival: "), proof)
        self.assertTrue(proof.detail.endswith(" for k=0"), proof)


class Comparing(Case):
    LIMITS = argparse.Namespace(limit=1000, deep_limit=1000, far_limit=1000, far=3)

    def outcome(self, line, text):
        return compare.compare(1, text, line, self.LIMITS).outcome

    def test_answers(self):
        safe = "barrier b count 1 agent p { arrive b }"
        unsafe = "barrier b count 2 agent p { arrive b }"
        error = "barrier b count 1 agent p { arrive b[1] }"
        for line, text, expected in (
            ("safe", safe, "agree"),
            ("unsafe race", unsafe, "agree"),
            ("safe", unsafe, "disagree"),
            ("unsafe unfinished", safe, "disagree"),
            ("unknown too much", safe, "unknown"),
            ("Segmentation fault", safe, "disagree"),
            ("invalid index", error, "error"),
            ("invalid index", safe, "disagree"),
            ("safe", error, "disagree"),
            ("safe", ring(), "agree"),
            ("unsafe bytes", ring(size=64), "agree"),
            ("safe", ring(size=64), "disagree"),
        ):
            self.assertEqual(self.outcome(line, text), expected, (line, text))

    def test_an_unsafe_needs_a_witness_at_some_bound(self):
        text = """
        barrier b count 1
        trip k
        agent p { loop k { set i i + 1 if i == %d { expect b 1 } } }
        """
        self.assertEqual(self.outcome("unsafe unfinished", text % 6), "agree")
        self.assertEqual(self.outcome("unsafe unfinished", text % 7), "disagree")
        self.assertEqual(self.outcome("unsafe unfinished", ring()), "disagree")
        few = argparse.Namespace(limit=10, deep_limit=10, far_limit=10, far=3)
        result = compare.compare(1, ring(), "unsafe unfinished", few)
        self.assertEqual(result.outcome, "undecided")


class Shrinking(Case):
    def test_smaller_programs(self):
        lines = [
            "barrier b count 1",
            "agent p {",
            "  if f {",
            "    arrive b",
            "  }",
            "}",
        ]
        found = [
            "|".join(line.strip() for line in fewer) for fewer in compare.smaller(lines)
        ]
        self.assertEqual(
            found,
            [
                "agent p {|if f {|arrive b|}|}",
                "barrier b count 1",
                "barrier b count 1|agent p {|}",
                "barrier b count 1|agent p {|arrive b|}",
                "barrier b count 1|agent p {|if f {|}|}",
            ],
        )


if __name__ == "__main__":
    unittest.main()
