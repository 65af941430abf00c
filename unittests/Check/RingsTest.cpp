//===- RingsTest.cpp - States that behave alike ---------------------------===//
//
// The number of states that are looked at does not grow with the slots of
// rings, nor with what cannot matter any more; and what does matter is seen.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

using namespace pipegroup::model;
using namespace pipegroup::model::test;

namespace {

uint64_t restsOf(const std::string &text) {
  Verdict verdict = check(parse(text));
  EXPECT_EQ(verdict.kind, Verdict::Kind::Safe) << text;
  return verdict.rests;
}

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

/// Two rings, of which the second goes on once for each tile of the first.
std::string tiles(int64_t inner, int64_t outer) {
  std::string k = number(inner), t = number(outer);
  auto agent = [&](const std::string &name, const std::string &body,
                   const std::string &after) {
    return "agent " + name + " {\n  loop tiles {\n    loop steps {\n" + body +
           "      set i (i + 1) % " + number(2 * inner) + "\n    }\n" + after +
           "    set j (j + 1) % " + number(2 * outer) + "\n  }\n}\n";
  };
  std::string second = "barrier sum[" + t + "] count 1\nbarrier free[" + t +
                       "] count 1\nbuffer c[" + t + "]\n";
  return ringOf(inner) + second + "trip tiles\ntrip steps\n" +
         agent("p", acquire(inner) + copyIn(inner), "") +
         agent("m", await(inner) + use(inner) + release(inner),
               fill("    wait free[j % $T] parity j / $T % 2 ^ 1\n"
                    "    write c[j % $T]\n    arrive sum[j % $T]\n",
                    {{'T', t}})) +
         agent("e", "",
               fill("    wait sum[j % $T] parity j / $T % 2\n"
                    "    read c[j % $T]\n    arrive free[j % $T]\n",
                    {{'T', t}}));
}

TEST(RingsTest, TheirSizesDoNotMultiply) {
  uint64_t least = restsOf(tiles(2, 1));
  EXPECT_LE(least, 40u);
  EXPECT_LE(restsOf(tiles(3, 2)), 3 * least);
  EXPECT_LE(restsOf(tiles(7, 2)), 6 * least);
  EXPECT_LE(restsOf(tiles(7, 5)), 16 * least);
}

TEST(RingsTest, TokensGoRoundWithThem) {
  auto rests = [](int64_t stages) {
    std::string s = number(stages), n = "(i + 1) % " + number(2 * stages);
    return restsOf(ringOf(stages) + "trip k\n" +
                   agentOf("p", "k", acquire(stages) + copyIn(stages), stages) +
                   agentOf("c", "k",
                           "    wait full[i % " + s + "] parity i / " + s +
                               " & 1 unless t\n" + use(stages) +
                               "    test full[" + n + " % " + s + "] parity " +
                               n + " / " + s + " & 1 as t\n" + release(stages),
                           stages));
  };
  EXPECT_LE(rests(8), rests(2) + 8);
}

/// Like `plainRing`, with `odd` in place of the consumer's last statements.
std::string ringWith(int64_t stages, const std::string &odd) {
  return ringOf(stages) + "trip k\n" +
         agentOf("p", "k", acquire(stages) + copyIn(stages), stages) +
         agentOf("c", "k", await(stages) + odd, stages);
}

TEST(RingsTest, FaultsAtOneSlotAreFound) {
  std::string late = "    arrive empty[i % 3]\n    read a[i % 3]\n";
  std::string right = "    read a[i % 3]\n    arrive empty[i % 3]\n";
  EXPECT_EQ(verdictOf(ringWith(3, right)), "safe");
  for (int64_t slot : {0, 1, 2}) {
    std::string test = "    if i % 3 == " + number(slot) + " {\n" + late +
                       "    } else {\n" + right + "    }\n";
    EXPECT_EQ(verdictOf(ringWith(3, test)), "unsafe race") << slot;
  }
  // In one lap of two, or at one state of all.
  EXPECT_EQ(verdictOf(ringWith(3, "    if i / 3 % 2 {\n" + late +
                                      "    } else {\n" + right + "    }\n")),
            "unsafe race");
  EXPECT_EQ(verdictOf(ringWith(3, "    if i == 4 {\n" + late +
                                      "    } else {\n" + right + "    }\n")),
            "unsafe race");
  // The slot is one of the ring, but not the one that goes round.
  EXPECT_EQ(verdictOf(ringWith(3, "    read a[2]\n    arrive empty[i % 3]\n")),
            "unsafe race");
}

TEST(RingsTest, ParitiesOfOtherVariables) {
  auto ring = [](const std::string &parity) {
    return ringOf(2) + "trip k\n" +
           agentOf("p", "k", acquire(2) + copyIn(2), 2) +
           agentOf("c", "k",
                   "    wait full[i % 2] parity " + parity + "\n" + use(2) +
                       release(2) + "    set j (j + 1) % 4\n",
                   2);
  };
  EXPECT_EQ(verdictOf(ring("j / 2 % 2")), "safe");
  EXPECT_EQ(verdictOf(ring("(j + 4) % 4 / 2 % 2")), "safe");
  EXPECT_EQ(verdictOf(ring("(j + 1) / 2 % 2")).substr(0, 6), "unsafe");
  EXPECT_EQ(verdictOf(ring("i / 2 % 2")), "safe");
  EXPECT_EQ(verdictOf(ring("(i + 4) / 2 % 2")), "safe");
  EXPECT_EQ(verdictOf(ring("(i + 2) / 2 % 2 ^ 1")), "safe");
  EXPECT_EQ(verdictOf(ring("(i + 2) / 2 % 2")).substr(0, 6), "unsafe");
  EXPECT_EQ(verdictOf(ring("(i + 1) / 2 % 2")).substr(0, 6), "unsafe");
}

TEST(RingsTest, PartsOfSlots) {
  // Both parts are filled, and the consumer reads one of them.
  auto ring = [](const std::string &index, const std::string &size) {
    return "barrier full[3] count 1\nbarrier empty[3] count 1\n"
           "buffer a[" +
           size + "]\ntrip k\n" +
           agentOf("p", "k",
                   acquire(3) +
                       "    arm full[i % 3] 128\n    set part 0\n"
                       "    loop 2 {\n"
                       "      load a[part * 3 + i % 3] on full[i % 3] 64\n"
                       "      set part part + 1\n    }\n",
                   3) +
           agentOf("c", "k",
                   await(3) + "    read a[" + index + "]\n" + release(3), 3);
  };
  EXPECT_EQ(verdictOf(ring("3 + i % 3", "6")), "safe");
  EXPECT_EQ(verdictOf(ring("i % 3 + 1 * 3", "6")), "safe");
  EXPECT_EQ(verdictOf(ring("i % 6", "6")), "safe");
  EXPECT_EQ(verdictOf(ring("(i % 3 + 1) % 6", "6")), "unsafe race");
  EXPECT_EQ(verdictOf(ring("1 + i % 3", "6")), "unsafe race");
  // An array that is no whole number of rings.
  EXPECT_EQ(verdictOf(ring("3 + i % 3", "7")), "safe");
}

TEST(RingsTest, StatesThatStartAgain) {
  auto agent = [](const std::string &name, const std::string &start,
                  const std::string &body) {
    return "agent " + name + " {\n  loop t {\n" + start + loopOf("4", body, 2) +
           "  }\n}\n";
  };
  auto ring = [&](const std::string &start) {
    return ringOf(2) + "trip t\n" + agent("p", start, acquire(2) + copyIn(2)) +
           agent("c", start, await(2) + use(2) + release(2));
  };
  // Two laps a tile; one slot too far in each.
  EXPECT_EQ(verdictOf(ring("    set i 0\n")), "safe");
  EXPECT_EQ(verdictOf(ring("    set i i + 2\n")).substr(0, 6), "unsafe");
  EXPECT_EQ(verdictOf(ring("    set i i + 4\n")), "safe");
  EXPECT_EQ(
      verdictOf(ringOf(2) + "trip t\n" +
                agent("p", "    set i 0\n", acquire(2) + copyIn(2)) +
                agent("c", "    set i 1\n", await(2) + use(2) + release(2)))
          .substr(0, 6),
      "unsafe");
}

/// One agent that knows all: after each turn of its ring all is as before, but
/// turned by a slot. `after` sees i = 0, 1, 2, ... only if it is not turned.
std::string turned(const std::string &after, const std::string &before = "",
                   const std::string &declared = "") {
  return declared + "barrier x[3] count 1\nbuffer a[3]\ntrip k\nagent p {\n" +
         before +
         "  loop k {\n    arrive x[i % 3]\n"
         "    wait x[i % 3] parity i / 3 % 2\n    set i (i + 1) % 6\n  }\n" +
         after + "}\n";
}

TEST(RingsTest, WhatKeepsRingsFromTurning) {
  EXPECT_EQ(restsOf(turned("  read a[i % 3]\n")), 1u);
  auto isSafe = [](const std::string &text) {
    return verdictOf(text) == "safe";
  };
  // Parities of other places, laps and variables.
  for (const char *parity :
       {"(i + 1) / 3 % 2 ^ 1", "i / 1 % 2 ^ 1", "i / 3 % 2 ^ (i % 6 < 5)", "1"})
    EXPECT_FALSE(
        isSafe(turned(std::string("  wait x[i % 3] parity ") + parity + "\n")))
        << parity;
  EXPECT_FALSE(
      isSafe(turned("  set j i + 1\n  wait x[i % 3] parity j / 3 % 2 ^ 1\n")));
  EXPECT_FALSE(isSafe(
      turned("  wait y parity 1 ^ (i % 6 == 4)\n", "", "barrier y count 1\n")));
  // Parts that depend on the slot, and that are no whole turns.
  EXPECT_EQ(verdictOf(turned("  read a[i % 3 + i % 6 / 5 * 3]\n")), "invalid");
  EXPECT_EQ(verdictOf(turned("  read a[i % 3 + 1]\n")), "invalid");
  EXPECT_EQ(verdictOf(turned("  set z 1\n  read a[i % 3 + z * 1]\n")),
            "invalid");
  // Sets to a constant, and modulo one lap.
  for (const char *value : {"0", "i % 3"})
    EXPECT_FALSE(isSafe(turned(std::string("  set i ") + value +
                               "\n  wait x[i % 3] parity i / 3 % 2 ^ 1\n")))
        << value;
  // Conditions, and other variables and arrays.
  EXPECT_FALSE(
      isSafe(turned("  if i % 6 == 4 {\n    arrive x[i % 3] 2\n  }\n")));
  EXPECT_FALSE(isSafe(
      turned("  set z i % 6 == 4\n  if z {\n    arrive x[i % 3] 2\n  }\n")));
  for (const char *access :
       {"read b[", "issue store patch b[", "issue store write b["})
    EXPECT_EQ(verdictOf(turned(std::string("  ") + access +
                                   "i % 6 / 5]\n  drain store\n",
                               "", "buffer b[1]\n")),
              "invalid")
        << access;
  // One slot of the ring.
  EXPECT_EQ(verdictOf("barrier x[3] count 2\ntrip k\nagent p {\n  arrive "
                      "x[0]\n  loop k {\n    arrive x[i % 3]\n    wait x[i % "
                      "3] parity i / 3 % 2\n    arrive x[(i + 1) % 3]\n    set "
                      "i (i + 1) % 6\n  }\n  arrive x[0]\n}\n"),
            "unsafe unfinished");
  // Bits of takers turn with their buffers.
  EXPECT_EQ(verdictOf(turned("  take a[i % 3]\n", "  write a[0]\n")),
            "unsafe stale");
}

//===----------------------------------------------------------------------===//
// Variables that are not read any more
//===----------------------------------------------------------------------===//

TEST(RingsTest, OldValuesDoNotMatter) {
  auto loop = [](const std::string &after) {
    return "barrier x count 1\nflag f\ntrip t\ntrip k\nagent p {\n  loop t {\n"
           "    choose f\n    set old f * 5\n    loop k {\n    }\n" +
           after + "  }\n}\n";
  };
  uint64_t rests = restsOf(loop("    set old 7\n"));
  EXPECT_EQ(rests, restsOf(loop("")));
  // One more where the value is read.
  EXPECT_EQ(restsOf(loop("    set n old\n    if n == 6 {\n      arrive x\n"
                         "      arrive x\n    }\n")),
            rests + 1);
  EXPECT_EQ(verdictOf(loop("    if old == 5 {\n      arrive x 2\n    }\n")),
            "unsafe over-arrival");
}

TEST(RingsTest, WhatIsStillRead) {
  EXPECT_EQ(verdictOf("flag f\ntrip k\nagent p {\n  choose f\n  set z f == 0\n "
                      " loop k {\n  }\n  set dead 1 / z\n}\n"),
            "invalid");
  EXPECT_EQ(
      verdictOf("buffer a[2]\nflag f\ntrip k\nagent p {\n  choose f\n  loop k "
                "{\n  }\n  write a[f]\n}\nagent q {\n  read a[1]\n}\n"),
      "unsafe race");
  EXPECT_EQ(verdictOf("barrier x count 1\ntrip k\nagent p {\n  loop 9 {\n    "
                      "loop k {\n    }\n  }\n  arrive x 2\n}\n"),
            "unsafe over-arrival");
}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

/// The consumer hears of the write or not, as `asks` says, and reads it at the
/// next turn of a loop.
std::string heard(const std::string &asks) {
  return "barrier full count 1\nbuffer a\nflag f\ntrip k\n"
         "agent p {\n  write a\n  arrive full\n}\n"
         "agent c {\n  choose f\n  if " +
         asks +
         " {\n    wait full parity 0\n  } else {\n  }\n"
         "  loop k {\n    read a\n  }\n}\n";
}

TEST(RingsTest, KnowingLessIsNotKnowingMore) {
  // Whichever of the two states comes first.
  EXPECT_EQ(verdictOf(heard("f")), "unsafe race");
  EXPECT_EQ(verdictOf(heard("f == 0")), "unsafe race");
  EXPECT_EQ(verdictOf(heard("f + 1")), "safe");
}

/// As above, but what it lacks is a proxy fence.
TEST(RingsTest, PublishedIsNotKnown) {
  auto fenced = [](const std::string &asks) {
    return "barrier full count 1\nbarrier done count 1\nbuffer a\nflag f\n"
           "trip k\nagent p {\n  write a\n  choose f\n  if " +
           asks +
           " {\n    fence\n  }\n  arrive full\n}\n"
           "agent c {\n  wait full parity 0\n  loop k {\n"
           "    issue tensor read a\n  }\n  signal tensor done 1\n"
           "  wait done parity 0\n}\n";
  };
  EXPECT_EQ(verdictOf(fenced("f")), "unsafe proxy");
  EXPECT_EQ(verdictOf(fenced("f == 0")), "unsafe proxy");
  EXPECT_EQ(verdictOf(fenced("f + 1")), "safe");
}

/// Whichever of the two states comes first.
void expectEitherWay(const std::string &text, const std::string &verdict) {
  for (const char *asks : {"f", "f == 0"}) {
    std::string one = text;
    one.replace(one.find("$F"), 2, asks);
    EXPECT_EQ(verdictOf(one), verdict) << one;
  }
}

TEST(RingsTest, LessKnowledge) {
  // Of a phase.
  std::string phase =
      "barrier x count 1\nbarrier full count $N\nbuffer a\nflag f\ntrip k\n"
      "agent w {\n  write a\n  arrive x\n}\n"
      "agent p {\n  choose f\n  if $F {\n    arrive full\n    wait x parity "
      "0\n  } else {\n    wait x parity 0\n    arrive full\n  }\n}\n";
  expectEitherWay(
      fill(phase, {{'N', "1"}}) +
          "agent c {\n  loop k {\n  }\n  wait full parity 0\n  read a\n}\n",
      "unsafe race");
  expectEitherWay(fill(phase, {{'N', "2"}}) +
                      "agent q {\n  loop k {\n  }\n  arrive full\n}\nagent c "
                      "{\n  wait full parity 0\n  read a\n}\n",
                  "unsafe race");
  // Of what is published, in a phase and by an agent.
  expectEitherWay(
      "barrier full count 1\nbuffer a\nflag f\ntrip k\nagent p {\n  write a\n  "
      "choose f\n  if $F {\n    arrive full\n    fence\n  } else {\n    "
      "fence\n    arrive full\n  }\n}\nagent c {\n  loop k {\n  }\n  wait full "
      "parity 0\n  issue store read a\n  drain store\n}\n",
      "unsafe proxy");
  expectEitherWay("barrier x count 1\nbarrier full count 1\nbuffer a\nflag "
                  "f\ntrip k\nagent w {\n  write a\n  arrive x\n}\nagent p {\n "
                  " wait x parity 0\n  choose f\n  if $F {\n    fence\n  }\n  "
                  "loop k {\n  }\n  arrive full\n}\nagent c {\n  wait full "
                  "parity 0\n  issue store read a\n  drain store\n}\n",
                  "unsafe proxy");
  // Of an expectation, a wait, a read, what an end has to know, a load.
  std::string two =
      "barrier x count 1\nbarrier y count 1\nbuffer a\nflag f\ntrip k\nagent p "
      "{\n  choose f\n  if $F {\n    $A\n    arrive y\n  } else {\n    arrive "
      "y\n    $A\n  }\n}\nagent q {\n";
  expectEitherWay(fill(two, {{'A', "expect x 0"}}) +
                      "  wait y parity 0\n  loop k {\n  }\n  arrive x\n}\n",
                  "unsafe over-arrival");
  expectEitherWay(
      fill(two, {{'A', "wait x parity 0"}}) +
          "  arrive x\n  wait y parity 0\n  loop k {\n  }\n  arrive x\n}\n",
      "unsafe parity");
  expectEitherWay(fill(two, {{'A', "read a"}}) +
                      "  wait y parity 0\n  loop k {\n  }\n  write a\n}\n",
                  "unsafe race");
  expectEitherWay(
      "barrier x count 1 cta 1\nbarrier y count 1 cta 1\nflag f\ntrip k\nagent "
      "p {\n  choose f\n  if $F {\n    arrive x\n    arrive y\n  } else {\n    "
      "arrive y\n    arrive x\n  }\n}\nagent q cta 1 {\n  wait y parity 0\n  "
      "loop k {\n  }\n}\n",
      "unsafe exit");
  expectEitherWay(
      "barrier x count 1 cta 1\nbarrier y count 1 cta 1\nbuffer b\nflag "
      "f\ntrip k\nagent p {\n  arm x 64\n  load b on x 64\n  arrive "
      "y\n}\nagent q cta 1 {\n  choose f\n  wait y parity 0\n  if $F {\n    "
      "wait x parity 0\n  }\n  loop k {\n  }\n}\n",
      "unsafe exit");
  // The order in a queue.
  expectEitherWay(
      "buffer a\nbuffer b\nflag f\ntrip k\nagent p {\n  choose f\n  if $F {\n  "
      "  issue store read a\n    issue store read b\n  } else {\n    issue "
      "store read b\n    issue store read a\n  }\n  loop k {\n  }\n  drain "
      "store 1\n  write a\n  drain store\n}\n",
      "unsafe race");
  // An outcome that another agent has yet to take.
  EXPECT_EQ(
      verdictOf(
          "barrier x count 1\nbarrier y count 1\nflag f\ntrip k\nagent p {\n  "
          "choose f\n  loop k {\n  }\n  arrive y\n}\nagent q {\n  wait y "
          "parity 0\n  choose f\n  if f {\n    arrive x 2\n  }\n}\n"),
      "unsafe over-arrival");
}

// A patch after a write is the last write, but nothing to take.
TEST(RingsTest, FillingsAreNoPatches) {
  expectEitherWay(
      "barrier full count 1\nbuffer a\nflag f\ntrip k\nagent p {\n  choose f\n "
      " if $F {\n    arrive full\n    write a\n  } else {\n    write a\n    "
      "arrive full\n    patch a\n  }\n}\nagent c {\n  wait full parity 0\n  "
      "loop k {\n  }\n  take a\n}\n",
      "unsafe stale");
}

TEST(RingsTest, WhoKnowsMoreAddsNoState) {
  // How many steps the last tile had changes who has heard of which slot.
  uint64_t few = restsOf(tiles(2, 1)), many = restsOf(tiles(4, 1));
  EXPECT_LE(many, 3 * few);
  EXPECT_LE(restsOf(tiles(8, 1)), 3 * many);
}

TEST(RingsTest, FencesOfUseInSomeStatesAreNoRemark) {
  // The fence is redundant only if the consumer's own one comes before it.
  std::string text =
      "barrier full count 1\nbuffer a\nflag f\ntrip k\n"
      "agent p {\n  write a\n  choose f\n  if f {\n    fence\n  }\n"
      "  loop k {\n  }\n  fence\n  arrive full\n}\n"
      "agent c {\n  wait full parity 0\n  issue store read a\n  drain store\n"
      "}\n";
  Verdict verdict = check(parse(text));
  EXPECT_EQ(verdict.kind, Verdict::Kind::Safe);
  EXPECT_TRUE(verdict.redundantFences.empty());
}

} // namespace
