//===- TakesTest.cpp - Each agent takes what is written once --------------===//
//
// Why: barriers can be right while a consumer reads the same data twice, or
// never sees what a producer wrote. Takes make that a fault, stale.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

using namespace pipegroup::model;
using namespace pipegroup::model::test;

namespace {

std::string take(int64_t stages) {
  return "    take a[i % " + number(stages) + "]\n";
}

/// Buffer a and what agents p and c do.
std::string pair(const std::string &producer, const std::string &consumer,
                 const std::string &declared = "") {
  return "barrier full count 1\nbarrier empty count 1\nbuffer a\n" + declared +
         "agent p {\n" + producer + "}\nagent c {\n" + consumer + "}\n";
}
const std::string wait0 = "  wait full parity 0\n";
const std::string put = "  write a\n  arrive full\n";

TEST(TakesTest, EachDataOnce) {
  EXPECT_EQ(verdictOf(pair(put, wait0 + "  take a\n")), "safe");
  EXPECT_EQ(verdictOf(pair(put, wait0 + "  take a\n  take a\n")),
            "unsafe stale");
  // What nobody takes at the end is fine.
  EXPECT_EQ(verdictOf(pair(put, wait0 + "  if 0 {\n    take a\n  }\n")),
            "safe");
}

TEST(TakesTest, BeforeAnyWrite) {
  EXPECT_EQ(verdictOf(pair("", "  take a\n")), "unsafe stale");
  EXPECT_EQ(verdictOf(pair("  take a\n" + put, wait0 + "  read a\n")),
            "unsafe stale");
  EXPECT_EQ(verdictOf("buffer a\nagent p {\n  write a\n  take a\n  write a\n"
                      "  take a\n}\n"),
            "safe");
}

TEST(TakesTest, OverwrittenBeforeTaken) {
  std::string back = "  arrive empty\n", await = "  wait empty parity 0\n";
  auto again = [&](const std::string &consumer) {
    return pair(put + await + put, wait0 + consumer);
  };
  EXPECT_EQ(verdictOf(again("  take a\n" + back)), "safe");
  EXPECT_EQ(verdictOf(again(back + "  take a\n")), "unsafe stale");
  EXPECT_EQ(verdictOf(again(back + "  if 0 {\n    take a\n  }\n")),
            "unsafe stale");
  EXPECT_EQ(verdictOf(again("  take a\n" + back +
                            "  wait full parity 1\n  take a\n")),
            "safe");
  EXPECT_EQ(verdictOf(again("  take a\n" + back + "  take a\n")),
            "unsafe stale");
}

TEST(TakesTest, OrderWithWrites) {
  // The schedule alone would have the write first, or the take.
  EXPECT_EQ(verdictOf(pair(put, "  take a\n" + wait0)), "unsafe stale");
  EXPECT_EQ(verdictOf("buffer a\nagent c {\n  take a\n}\n"
                      "agent p {\n  write a\n}\n"),
            "unsafe stale");
  std::string later =
      "buffer a\nbarrier b count 1\nbarrier d count 1\nagent c {\n"
      "  wait b parity 0\n  take a\n%}\nagent p {\n  write a\n"
      "  arrive b\n$  write a\n}\n";
  auto with = [&](const std::string &taker, const std::string &writer) {
    std::string text = later;
    text.replace(text.find('%'), 1, taker);
    text.replace(text.find('$'), 1, writer);
    return verdictOf(text);
  };
  EXPECT_EQ(with("", ""), "unsafe stale");
  EXPECT_EQ(with("  arrive d\n", "  wait d parity 0\n"), "safe");
}

TEST(TakesTest, IsNoAccess) {
  // No race with a read or another take, and no proxy rule.
  EXPECT_EQ(verdictOf(pair(put, wait0 + "  take a\n  issue store read a\n"
                                        "  drain store\n")),
            "unsafe proxy");
  EXPECT_EQ(verdictOf(pair("  issue tensor write a\n  signal tensor full\n",
                           wait0 + "  take a\n")),
            "safe");
}

TEST(TakesTest, LoadsWriteWhenTheyEnd) {
  std::string load = "  arm full 8\n  load a on full 8\n";
  EXPECT_EQ(verdictOf(pair(load, wait0 + "  take a\n")), "safe");
  EXPECT_EQ(verdictOf(pair(load, "  take a\n" + wait0)), "unsafe stale");
  EXPECT_EQ(verdictOf(pair(load + "  take a\n", wait0 + "  read a\n")),
            "unsafe stale");
  EXPECT_EQ(verdictOf(pair(load + wait0 + "  take a\n", wait0)), "safe");
  EXPECT_EQ(verdictOf(pair(load + wait0 + load + "  wait full parity 1\n",
                           wait0 + "  if 0 {\n    take a\n  }\n")),
            "unsafe stale");
}

TEST(TakesTest, OperationsWriteWhenTheyEnd) {
  std::string op = "  issue tensor write a\n";
  EXPECT_EQ(verdictOf(pair(op + "  take a\n  drain tensor\n", "")),
            "unsafe stale");
  EXPECT_EQ(verdictOf(pair(op + "  drain tensor\n  take a\n", "")), "safe");
  EXPECT_EQ(
      verdictOf(pair(
          op + "  drain tensor\n  take a\n" + op + "  drain tensor\n", "")),
      "safe");
  EXPECT_EQ(verdictOf(pair(op + "  drain tensor\n" + op + "  take a\n", "")),
            "unsafe stale");
  // Operations of one engine do not race, but overwrite.
  EXPECT_EQ(verdictOf(pair(op + op, "  if 0 {\n    take a\n  }\n")),
            "unsafe stale");
  // Twice in one operation is one write.
  EXPECT_EQ(
      verdictOf(pair("  issue tensor read a, write a, a\n  drain tensor\n",
                     "  if 0 {\n    take a\n  }\n")),
      "safe");
}

TEST(TakesTest, EachElementForItself) {
  auto taken = [](const std::string &first, const std::string &second) {
    return verdictOf("buffer a[2]\nagent p {\n  write a[0]\n  write a[1]\n"
                     "  take a[" +
                     first + "]\n  take a[" + second + "]\n}\n");
  };
  EXPECT_EQ(taken("1", "0"), "safe");
  EXPECT_EQ(taken("1", "1"), "unsafe stale");
}

/// A fork: both consumers read, and those named take.
std::string fork(const std::string &first, const std::string &second,
                 const std::string &times = "k") {
  std::string text = ringOf(2, 1, 2) + "trip k\n" +
                     agentOf("p", times, acquire(2) + copyIn(2), 2);
  return text + agentOf("c", times, await(2) + use(2) + first + release(2), 2) +
         agentOf("d", times, await(2) + use(2) + second + release(2), 2);
}

TEST(TakesTest, EachTakerForItself) {
  EXPECT_EQ(verdictOf(fork(take(2), take(2))), "safe");
  EXPECT_EQ(verdictOf(fork(take(2), "")), "safe");
  EXPECT_EQ(verdictOf(fork(take(2), take(2) + take(2))), "unsafe stale");
  // Takes of one agent do not count for the other.
  EXPECT_EQ(verdictOf(fork(take(2), "    if 0 {\n  " + take(2) + "    }\n")),
            "unsafe stale");
  EXPECT_EQ(
      verdictOf(fork(take(2), "    if i < 2 {\n  " + take(2) + "    }\n")),
      "unsafe stale");
}

/// Two tiles of a ring of two slots, with `start` at the head of each.
std::string tiles(int64_t steps, const std::string &start,
                  const std::string &taken, const std::string &tilesOf = "2",
                  const std::string &declared = "") {
  auto agent = [&](const std::string &name, const std::string &body) {
    return "agent " + name + " {\n  loop " + tilesOf + " {\n" + start +
           loopOf(number(steps), body, 2) + "  }\n}\n";
  };
  return ringOf(2) + declared + agent("p", acquire(2) + copyIn(2)) +
         agent("c", await(2) + use(2) + taken + release(2));
}

TEST(TakesTest, ConsumerThatStartsAgain) {
  // Only the consumer starts again: it comes to slot 0 where slot 1 is next.
  auto restart = [](int64_t steps, const std::string &producer,
                    const std::string &consumer, const std::string &taken) {
    return ringOf(2) + "agent p {\n  loop 2 {\n" + producer +
           loopOf(number(steps), acquire(2) + copyIn(2), 2) +
           "  }\n}\nagent c {\n  loop 2 {\n" + consumer +
           loopOf(number(steps), await(2) + use(2) + taken + release(2), 2) +
           "  }\n}\n";
  };
  std::string start = "    set i 0\n";
  EXPECT_EQ(verdictOf(restart(3, start, start, take(2))), "unsafe stale");
  EXPECT_EQ(verdictOf(restart(3, "", "", take(2))), "safe");
  EXPECT_EQ(verdictOf(restart(4, start, start, take(2))), "safe");
  EXPECT_EQ(verdictOf(restart(4, "", start, take(2))), "safe");
  EXPECT_EQ(verdictOf(restart(3, "", start, take(2))).substr(0, 6), "unsafe");
}

TEST(TakesTest, TilesOfUnknownNumber) {
  std::string start = "    set i 0\n";
  EXPECT_EQ(verdictOf(tiles(3, "", take(2), "t", "trip t\n")), "safe");
  EXPECT_EQ(verdictOf(tiles(4, start, take(2), "t", "trip t\n")), "safe");
  EXPECT_EQ(verdictOf(tiles(3, start, take(2), "t", "trip t\n")),
            "unsafe stale");
}

TEST(TakesTest, BarriersAloneDoNotSeeIt) {
  // The consumer waits for nothing but what it has seen: all phases and
  // accesses are in order, and the data of turn 0 is used for ever.
  std::string ring = "barrier full count 1\nbuffer a\ntrip k\nagent p {\n"
                     "  write a\n  arrive full\n}\nagent c {\n  loop k {\n"
                     "    wait full parity 0\n    read a\n$T  }\n}\n";
  EXPECT_EQ(verdictOf(test::fill(ring, {{'T', ""}})), "safe");
  EXPECT_EQ(verdictOf(test::fill(ring, {{'T', "    take a\n"}})),
            "unsafe stale");
}

TEST(TakesTest, UnknownTrips) {
  auto ring = [](const std::string &consumer) {
    return ringOf(2) + "trip k\n" +
           agentOf("p", "k", acquire(2) + copyIn(2), 2) +
           agentOf("c", "k", await(2) + consumer + release(2), 2);
  };
  EXPECT_EQ(verdictOf(ring(use(2) + take(2))), "safe");
  EXPECT_EQ(verdictOf(ring(take(2))), "safe");
  EXPECT_EQ(verdictOf(ring(take(2) + take(2))), "unsafe stale");
  EXPECT_EQ(verdictOf(ring("    if i < 3 {\n  " + take(2) + "    }\n")),
            "unsafe stale");
  // What turn 3 does not take, turn 5 overwrites.
  std::string late = ring("    if i < 3 {\n  " + take(2) + "    }\n");
  auto turns = [&](const std::string &times) {
    std::string text = late;
    for (size_t at; (at = text.find("loop k")) != std::string::npos;)
      text.replace(at, 6, "loop " + times);
    return verdictOf(text);
  };
  EXPECT_EQ(turns("5"), "safe");
  EXPECT_EQ(turns("6"), "unsafe stale");
}

TEST(TakesTest, FlagsThatDecide) {
  auto ring = [](const std::string &mine, const std::string &yours) {
    return "flag f\n" + ringOf(1) + "trip k\n" +
           "agent p {\n  loop k {\n    choose f\n    if f {\n" + acquire(1) +
           copyIn(1) + "    set i (i + 1) % 2\n    }\n  }\n}\n" +
           "agent c {\n  loop k {\n    choose f\n    if f {\n" + await(1) +
           mine + release(1) + "    set i (i + 1) % 2\n    }\n" + yours +
           "  }\n}\n";
  };
  EXPECT_EQ(verdictOf(ring(take(1), "")), "safe");
  EXPECT_EQ(verdictOf(ring("", take(1))), "unsafe stale");
}

TEST(TakesTest, StatesThatDifferOnlyInTakes) {
  // The second outcome hides the first one, but for what it did to the buffer.
  std::string maybe = "  choose f\n  if f {\n    write a\n  }\n";
  EXPECT_EQ(verdictOf("flag f\nbuffer a\nagent p {\n" + maybe + "  choose f\n" +
                      maybe + "  if 0 {\n    take a\n  }\n}\n"),
            "unsafe stale");
  // Whether the agent that writes knows of the take.
  auto told = [](const std::string &first, const std::string &second) {
    return verdictOf("flag f\nbuffer a\nbarrier b count 1\nbarrier d count 1\n"
                     "agent p {\n  write a\n  arrive b\n  choose f\n"
                     "  wait d parity 0\n  choose f\n  choose f\n"
                     "  if f {\n    write a\n  }\n}\n"
                     "agent c {\n  wait b parity 0\n  choose f\n  if f {\n" +
                     first + second + "  } else {\n    take a\n    arrive d\n" +
                     "  }\n  choose f\n  choose f\n}\n");
  };
  EXPECT_EQ(told("    take a\n", "    arrive d\n"), "safe");
  EXPECT_EQ(told("    arrive d\n", "    take a\n"), "unsafe stale");
}

TEST(TakesTest, LongLoops) {
  auto ring = [](const std::string &consumer) {
    return ringOf(2) + agentOf("p", "1000000", acquire(2) + copyIn(2), 2) +
           agentOf("c", "1000000", await(2) + consumer + release(2), 2);
  };
  EXPECT_EQ(verdictOf(ring(use(2) + take(2))), "safe");
  EXPECT_EQ(verdictOf(ring("    if i < 3 {\n  " + take(2) + "    }\n")),
            "unsafe stale");
}

} // namespace
