//===- LoopsTest.cpp - Loops without a bound, and limits ------------------===//
//
// A verdict is for every number of turns and every outcome. A limit is never
// taken for one.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

using namespace pipegroup::model;
using namespace pipegroup::model::test;

namespace {

TEST(LoopsTest, FewRestsAreEnough) {
  // Until all slots were used.
  for (int64_t stages : {1, 2, 4, 8, 16}) {
    Verdict verdict = check(parse(plainRing(stages, "k")));
    EXPECT_EQ(verdict.kind, Verdict::Kind::Safe);
    EXPECT_LE(verdict.rests, uint64_t(stages + 2)) << stages;
  }
}

TEST(LoopsTest, FaultsThatNeedManyTurns) {
  // A ring that is right for the first two laps.
  std::string late =
      "    if 7 < j {\n      wait full[i % 2] parity i / 2 & 1 ^ 1"
      "\n    } else {\n" +
      await(2) + "    }\n    set j (j + 1) % 9\n";
  EXPECT_EQ(verdictOf(ringOf(2) + "trip k\n" +
                      agentOf("p", "k", acquire(2) + copyIn(2), 2) +
                      agentOf("c", "k", late + use(2) + release(2), 2))
                .substr(0, 6),
            "unsafe");
}

TEST(LoopsTest, CountersWithoutABound) {
  auto ring = [](const std::string &next) {
    auto agent = [&](const std::string &name, const std::string &body) {
      return "agent " + name + " {\n  loop k {\n" + body + next + "  }\n}\n";
    };
    return ringOf(3) + "trip k\n" + agent("p", acquire(3) + copyIn(3)) +
           agent("c", await(3) + use(3) + release(3));
  };
  EXPECT_EQ(verdictOf(ring("    set i i + 1\n")), "safe");
  EXPECT_EQ(verdictOf(ring("    set j j + 1\n    set i j\n")), "safe");
  EXPECT_EQ(verdictOf(ring("    set i i + 2\n")).substr(0, 6), "unsafe");
}

TEST(LoopsTest, CountersThatMatterThemselves) {
  CheckOptions options;
  options.maxRests = 100;
  std::string text = "trip k\nbarrier b count 1\nagent p {\n  loop k {\n"
                     "    set i i + 1\n    if i == $N {\n      arrive b\n"
                     "    }\n  }\n}\n";
  EXPECT_EQ(verdictOf(fill(text, {{'N', "1000"}}), options), "unknown");
  // A negative one is not the same as a positive one modulo anything.
  std::string down = "trip k\nbarrier b[3] count 1\nagent p {\n  loop k {\n"
                     "    arrive b[(i + 9) % 3]\n    set i i - 1\n  }\n}\n";
  EXPECT_EQ(verdictOf(down, options), "invalid");
}

TEST(LoopsTest, OutcomesThatOneAgentTakesAhead) {
  // The consumer follows one or two turns later.
  EXPECT_EQ(verdictOf(plainRing(1, "k")), "safe");
  // It follows when all is over, with any distance.
  CheckOptions options;
  options.maxRests = 50;
  Verdict verdict =
      check(parse("trip k\nbarrier b count 1\nagent p {\n  loop k {\n  }\n"
                  "  arrive b\n}\nagent c {\n  wait b parity 0\n"
                  "  loop k {\n  }\n}\n"),
            options);
  EXPECT_EQ(verdict.kind, Verdict::Kind::Unknown);
  EXPECT_EQ(verdict.reason, "more than 50 states in which a decision is open");
}

TEST(LoopsTest, OutcomesAreTheSameForAllAgents) {
  // The n-th time that anyone asks gives the n-th outcome.
  EXPECT_EQ(verdictOf("flag f\nbarrier b count 1\n"
                      "agent p {\n  choose f\n  if f {\n    arrive b\n  }\n}\n"
                      "agent q {\n  choose f\n  if f {\n"
                      "    wait b parity 0\n  }\n}\n"),
            "safe");
  // Two turns are two outcomes.
  EXPECT_EQ(verdictOf("flag f\nbarrier b count 1\n"
                      "agent p {\n  choose f\n  choose f\n  if f {\n"
                      "    arrive b\n  }\n}\n"
                      "agent q {\n  choose f\n  if f {\n"
                      "    wait b parity 0\n  }\n}\n"),
            "unsafe under-arrival");
}

TEST(LoopsTest, TripsInOneAnother) {
  auto agent = [](const std::string &name, const std::string &body) {
    return "agent " + name + " {\n  loop t {\n" + loopOf("k", body, 2) +
           "  }\n}\n";
  };
  std::string declared = ringOf(2) + "trip t\ntrip k\n";
  std::string consume = await(2) + use(2) + release(2);
  EXPECT_EQ(verdictOf(declared + agent("p", acquire(2) + copyIn(2)) +
                      agent("c", consume)),
            "safe");
  // The state starts again with each tile.
  EXPECT_EQ(verdictOf(declared + "agent p {\n  loop t {\n    set i 0\n" +
                      loopOf("k", acquire(2) + copyIn(2), 2) + "  }\n}\n" +
                      "agent c {\n  loop t {\n    set i 0\n" +
                      loopOf("k", consume, 2) + "  }\n}\n")
                .substr(0, 6),
            "unsafe");
}

TEST(LoopsTest, LoopsThatDoNothing) {
  EXPECT_EQ(verdictOf("trip k\nagent p {\n  loop k {\n  }\n}\n"), "safe");
  EXPECT_EQ(verdictOf("agent p {\n  loop 1000000000 {\n  }\n}\n"), "safe");
  EXPECT_EQ(verdictOf("agent p {\n  loop 1000000000 {\n"
                      "    loop 1000000000 {\n    }\n  }\n}\n"),
            "safe");
  EXPECT_EQ(verdictOf("trip k\ntrip j\nagent p {\n  loop k {\n    loop j {\n"
                      "    }\n  }\n}\nagent q {\n  loop j {\n  }\n}\n"),
            "safe");
}

TEST(LoopsTest, LongLoopsAreClosed) {
  for (const char *times : {"65", "100", "101", "1000000", "1000001"}) {
    Verdict verdict = check(parse(plainRing(3, times)));
    EXPECT_EQ(verdict.kind, Verdict::Kind::Safe) << times;
    EXPECT_LE(verdict.events, 3000u) << times;
  }
}

TEST(LoopsTest, LongLoopsOfDifferentLengths) {
  auto ring = [](const std::string &producer, const std::string &consumer) {
    return ringOf(2) + agentOf("p", producer, acquire(2) + copyIn(2), 2) +
           agentOf("c", consumer, await(2) + use(2) + release(2), 2);
  };
  EXPECT_EQ(verdictOf(ring("100000", "100000")), "safe");
  EXPECT_EQ(verdictOf(ring("100000", "100001")), "unsafe under-arrival");
  EXPECT_EQ(verdictOf(ring("100001", "100000")), "unsafe exit");
  EXPECT_EQ(verdictOf(ring("100003", "100000")), "unsafe under-arrival");
}

TEST(LoopsTest, LongLoopsInOneAnother) {
  auto ring = [](const std::string &outer, const std::string &consumerOuter) {
    auto agent = [](const std::string &name, const std::string &times,
                    const std::string &body) {
      return "agent " + name + " {\n  loop " + times + " {\n" +
             loopOf("1001", body, 2) + "  }\n}\n";
    };
    return ringOf(2) + agent("p", outer, acquire(2) + copyIn(2)) +
           agent("c", consumerOuter, await(2) + use(2) + release(2));
  };
  EXPECT_EQ(verdictOf(ring("100000", "100000")), "safe");
  EXPECT_EQ(verdictOf(ring("100000", "100001")), "unsafe under-arrival");
}

TEST(LoopsTest, LongLoopsWithDecisionsInside) {
  auto loop = [](const std::string &times, const std::string &after) {
    return "barrier x count 1\ntrip k\nflag f\nagent p {\n  loop " + times +
           " {\n    loop k {\n    }\n    choose f\n  }\n" + after + "}\n";
  };
  for (const char *times : {"16", "17", "100", "1000"}) {
    EXPECT_EQ(verdictOf(loop(times, "")), "safe") << times;
    EXPECT_EQ(verdictOf(loop(times, "  arrive x 2\n")), "unsafe over-arrival")
        << times;
  }
  // Each turn is another state.
  EXPECT_EQ(verdictOf(loop("1000000", "  arrive x 2\n")), "unknown");
}

TEST(LoopsTest, IndicesOfAllAccessesCount) {
  for (const char *access : {"read", "write", "patch", "issue store read",
                             "issue store write", "issue store patch"})
    EXPECT_EQ(verdictOf(std::string("buffer b[3]\ntrip k\nagent p {\n"
                                    "  loop k {\n    ") +
                        access +
                        " b[i]\n    set i i + 1\n  }\n  drain store\n}\n"),
              "invalid")
        << access;
}

TEST(LoopsTest, EventsAreLimited) {
  CheckOptions options;
  options.maxEvents = 10000;
  Verdict verdict =
      check(parse("agent p {\n  loop 16 {\n    loop 16 {\n      loop 16 {\n"
                  "        loop 16 {\n        }\n      }\n    }\n  }\n}\n"),
            options);
  EXPECT_EQ(verdict.kind, Verdict::Kind::Unknown);
  EXPECT_EQ(verdict.reason, "more than 10000 events");
}

TEST(LoopsTest, LongExecutionsAreNotTold) {
  // A variable that matters itself keeps the loop from being closed.
  std::string text = "buffer u\nagent p {\n  loop 3000 {\n"
                     "    set i i + 1\n    loop 16 {\n      loop 4 {\n      }\n"
                     "    }\n    if i == 2000 {\n      write u\n    }\n  }\n}\n"
                     "agent q {\n  read u\n}\n";
  Verdict verdict = check(parse(text));
  ASSERT_TRUE(verdict.witness);
  EXPECT_EQ(verdict.witness->kind, FaultKind::Race);
  EXPECT_EQ(verdict.witness->text, "an execution that is too long to tell");
}

TEST(LoopsTest, LimitsHideNoFaultThatWasFound) {
  CheckOptions options;
  options.maxRests = 3;
  EXPECT_EQ(verdictOf(plainRing(4, "k"), options), "unknown");
  EXPECT_EQ(verdictOf("trip k\nbuffer u\nagent p {\n  loop k {\n    write u\n"
                      "  }\n}\nagent q {\n  loop k {\n    read u\n  }\n}\n",
                      options),
            "unsafe race");
}

TEST(LoopsTest, TheSameEachTime) {
  Program program = parse(ringOf(2) + "trip k\n" +
                          agentOf("p", "k", acquire(2) + copyIn(2), 2) +
                          agentOf("c", "k", await(2) + release(2) + use(2), 2));
  std::string first = toJson(check(program), program);
  for (int run = 0; run < 3; ++run)
    EXPECT_EQ(toJson(check(program), program), first);
}

} // namespace
