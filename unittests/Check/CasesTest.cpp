//===- CasesTest.cpp - Kernels whose verdict is known ---------------------===//
//
// Rings as people write them, and the mistakes that they make in them. Each
// refused kernel has an accepted one next to it that differs in one thing.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

using namespace pipegroup::model;
using namespace pipegroup::model::test;

namespace {

bool isUnsafe(const std::string &text) {
  return verdictOf(text).substr(0, 6) == "unsafe";
}

//===----------------------------------------------------------------------===//
// One ring
//===----------------------------------------------------------------------===//

TEST(CasesTest, PlainRing) {
  for (int64_t stages = 1; stages <= 4; ++stages)
    for (const char *times : {"k", "0", "1", "2", "7"})
      EXPECT_EQ(verdictOf(plainRing(stages, times)), "safe")
          << stages << " " << times;
}

/// The consumer tests the next slot, before it waits for its own or after.
std::string triedRing(int64_t stages, bool isLate) {
  std::string s = number(stages);
  std::string next = "(i + 1) % " + number(2 * stages);
  std::string test = "    test full[" + next + " % " + s + "] parity (" + next +
                     ") / " + s + " & 1 as u\n";
  std::string wait = await(stages);
  wait.insert(wait.size() - 1, " unless t");
  return ringOf(stages) + "trip k\n" +
         agentOf("p", "k", acquire(stages) + copyIn(stages), stages) +
         agentOf("c", "k",
                 (isLate ? "" : test) + wait + use(stages) +
                     (isLate ? test : "") + release(stages) + "    token t u\n",
                 stages);
}

TEST(CasesTest, RingThatIsTestedAhead) {
  for (int64_t stages = 1; stages <= 4; ++stages)
    for (bool isLate : {false, true}) {
      std::string text = triedRing(stages, isLate);
      // The next round of the one slot is behind the wait for this one.
      EXPECT_EQ(isUnsafe(text), stages == 1 && !isLate) << text;
    }
}

TEST(CasesTest, StartParities) {
  auto ring = [](const std::string &producer, const std::string &consumer) {
    return ringOf(2) + "trip k\n" +
           agentOf("p", "k", acquire(2, producer) + copyIn(2), 2) +
           agentOf("c", "k", await(2, consumer) + use(2) + release(2), 2);
  };
  EXPECT_EQ(verdictOf(ring("1", "0")), "safe");
  EXPECT_EQ(verdictOf(ring("0", "0")), "unsafe cycle");
  EXPECT_TRUE(isUnsafe(ring("1", "1")));
}

TEST(CasesTest, ReleasesOfTwoConsumers) {
  auto ring = [](int64_t count, bool bothRelease, const std::string &times) {
    std::string consume = await(2) + use(2);
    return ringOf(2, 1, count) + "trip k\n" +
           agentOf("p", times, acquire(2) + copyIn(2), 2) +
           agentOf("c", times, consume + release(2), 2) +
           agentOf("d", times, consume + (bothRelease ? release(2) : ""), 2);
  };
  EXPECT_EQ(verdictOf(ring(2, true, "k")), "safe");
  EXPECT_EQ(verdictOf(ring(2, false, "k")), "unsafe unfinished");
  EXPECT_EQ(verdictOf(ring(2, false, "3")), "unsafe cycle");
  EXPECT_EQ(verdictOf(ring(1, true, "k")), "unsafe over-arrival");
}

TEST(CasesTest, LeaderReleasesForItsSiblings) {
  for (int64_t stages : {1, 2, 3})
    for (const char *join : {"", "    sync r\n"}) {
      std::string consume = await(stages) + use(stages) + join;
      std::string text =
          ringOf(stages) + "trip k\nrendezvous r agents c d\n" +
          agentOf("p", "k", acquire(stages) + copyIn(stages), stages) +
          agentOf("c", "k", consume + release(stages), stages) +
          agentOf("d", "k", consume, stages);
      EXPECT_EQ(isUnsafe(text), *join == 0) << text;
    }
}

/// Two tiles of K steps on two slots; `start` comes before each tile.
std::string tiles(int64_t steps, const std::string &start) {
  auto agent = [&](const std::string &name, const std::string &body) {
    return "agent " + name + " {\n  loop 2 {\n" + start +
           loopOf(number(steps), body, 2) + "  }\n}\n";
  };
  return ringOf(2) + agent("p", acquire(2) + copyIn(2)) +
         agent("c", await(2) + use(2) + release(2));
}

TEST(CasesTest, StateThatStartsAgainInEachTile) {
  for (int64_t steps : {1, 2, 3, 5, 6})
    EXPECT_TRUE(isUnsafe(tiles(steps, "    set i 0\n"))) << steps;
  for (int64_t steps : {4, 8})
    EXPECT_EQ(verdictOf(tiles(steps, "    set i 0\n")), "safe") << steps;
  for (int64_t steps : {1, 2, 3, 4, 5, 6, 8})
    EXPECT_EQ(verdictOf(tiles(steps, "")), "safe") << steps;
}

/// The consumer of a ring of one slot does `onEmpty` in tiles without steps.
std::string emptyTiles(const std::vector<int> &tiles,
                       const std::string &onEmpty) {
  std::string next = "    set i (i + 1) % 2\n", producer, consumer;
  for (int tile : tiles) {
    producer += tile ? acquire(1) + copyIn(1) + next : "";
    consumer += tile ? await(1) + use(1) + release(1) + next : onEmpty;
  }
  return ringOf(1) + "agent p {\n" + producer + "}\nagent c {\n" + consumer +
         "}\n";
}

TEST(CasesTest, EmptyTiles) {
  for (const std::vector<int> &tiles :
       {std::vector<int>{1, 0, 1}, std::vector<int>{1, 0, 0, 1}}) {
    EXPECT_EQ(verdictOf(emptyTiles(tiles, "")), "safe");
    EXPECT_TRUE(isUnsafe(emptyTiles(tiles, release(1))));
  }
  std::string flip = "    set i (i + 1) % 2\n";
  EXPECT_TRUE(isUnsafe(emptyTiles({1, 0, 1}, flip)));
  EXPECT_TRUE(isUnsafe(emptyTiles({1, 0, 0, 0, 1}, flip)));
  // Two wrongs make a right.
  EXPECT_EQ(verdictOf(emptyTiles({1, 0, 0, 1}, flip)), "safe");
}

TEST(CasesTest, ReleaseAfterTheNextSlot) {
  // The slot of turn k is released when turn k + 1 has been read.
  auto ring = [](int64_t stages) {
    std::string s = number(stages);
    std::string last =
        "    arrive empty[(i + " + number(2 * stages - 1) + ") % " + s + "]\n";
    return ringOf(stages) + "trip k\n" +
           fill(
               "agent p {\n$A$N$B}\n",
               {{'A', acquire(stages) + copyIn(stages)},
                {'N', "  set i 1 % " + number(2 * stages) + "\n"},
                {'B', loopOf("k", acquire(stages) + copyIn(stages), stages)}}) +
           fill("agent c {\n$A$N$B$C}\n",
                {{'A', await(stages) + use(stages)},
                 {'N', "  set i 1 % " + number(2 * stages) + "\n"},
                 {'B', loopOf("k", await(stages) + use(stages) + last, stages)},
                 {'C', last}});
  };
  EXPECT_EQ(verdictOf(ring(1)), "unsafe cycle");
  EXPECT_EQ(verdictOf(ring(2)), "safe");
  EXPECT_EQ(verdictOf(ring(3)), "safe");
}

TEST(CasesTest, WaitsTwiceForOnePhase) {
  EXPECT_EQ(
      verdictOf(
          ringOf(2) + "trip k\n" +
          agentOf("p", "k", acquire(2) + acquire(2) + copyIn(2), 2) +
          agentOf("c", "k", await(2) + use(2) + await(2) + release(2), 2)),
      "safe");
  // After the release it may be too late.
  EXPECT_EQ(verdictOf(ringOf(1) + "trip k\n" +
                      agentOf("p", "k", acquire(1) + copyIn(1), 1) +
                      agentOf("c", "k",
                              await(1) + use(1) + release(1) + await(1), 1)),
            "unsafe parity");
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// The producer fills in `body`; three turns, since a wrong sum needs a few.
std::string filledBy(const std::string &body) {
  return ringOf(2) +
         agentOf("p", "3",
                 acquire(2) +
                     fill(body, {{'F', "full[i % 2]"},
                                 {'L', "load a[i % 2] on full[i % 2]"}}),
                 2) +
         agentOf("c", "3", await(2) + use(2) + release(2), 2);
}

TEST(CasesTest, BytesHaveToMatch) {
  EXPECT_EQ(verdictOf(filledBy("    arm $F 8\n    $L 8\n")), "safe");
  EXPECT_TRUE(isUnsafe(filledBy("    arm $F 4\n    $L 8\n")));
  EXPECT_EQ(verdictOf(filledBy("    arm $F 8\n    $L 4\n")), "unsafe bytes");
}

TEST(CasesTest, CopiesMayComeBeforeTheirArm) {
  EXPECT_EQ(verdictOf(filledBy("    $L 8\n    arm $F 8\n")), "safe");
  EXPECT_EQ(verdictOf(filledBy("    $L 8\n    expect $F 8\n    arrive $F\n")),
            "safe");
}

TEST(CasesTest, ExpectationsHaveToComeBeforeAnArrival) {
  EXPECT_EQ(verdictOf(filledBy("    expect $F 8\n    arrive $F\n    $L 8\n")),
            "safe");
  EXPECT_TRUE(isUnsafe(filledBy("    arrive $F\n    expect $F 8\n    $L 8\n")));
  EXPECT_TRUE(isUnsafe(filledBy("    expect $F 8\n    $L 8\n")));
}

//===----------------------------------------------------------------------===//
// Proxies and engines
//===----------------------------------------------------------------------===//

TEST(CasesTest, GenericWritesForTheTensorCore) {
  auto ring = [](const std::string &publish, const std::string &after) {
    return ringOf(2) + "trip k\n" +
           agentOf("p", "k",
                   acquire(2) + "    write a[i % 2]\n" + publish +
                       "    arrive full[i % 2]\n" + after,
                   2) +
           agentOf("c", "k",
                   await(2) +
                       "    issue tensor read a[i % 2]\n"
                       "    signal tensor empty[i % 2]\n    drain tensor\n",
                   2);
  };
  EXPECT_EQ(verdictOf(ring("", "")), "unsafe proxy");
  EXPECT_EQ(verdictOf(ring("    fence\n", "")), "safe");
  EXPECT_EQ(verdictOf(ring("", "    fence\n")), "unsafe proxy");
  EXPECT_EQ(verdictOf(ring("    loop 0 {\n      fence\n    }\n", "")),
            "unsafe proxy");
}

TEST(CasesTest, ReleaseOfWhatTheTensorCoreReads) {
  auto ring = [](const std::string &consume) {
    return ringOf(2) + "trip k\n" +
           agentOf("p", "k", acquire(2) + copyIn(2), 2) + "agent c {\n" +
           loopOf("k", await(2) + consume, 2) + "  drain tensor\n}\n";
  };
  EXPECT_EQ(verdictOf(ring("    issue tensor read a[i % 2]\n"
                           "    signal tensor empty[i % 2]\n")),
            "safe");
  EXPECT_EQ(verdictOf(ring("    issue tensor read a[i % 2]\n"
                           "    arrive empty[i % 2]\n")),
            "unsafe race");
}

TEST(CasesTest, StoresHaveToEndBeforeTheRelease) {
  auto ring = [](const std::string &wait) {
    return ringOf(2) + "trip k\n" +
           agentOf("p", "k",
                   acquire(2) + "    write a[i % 2]\n    fence\n"
                                "    arrive full[i % 2]\n",
                   2) +
           agentOf("c", "k",
                   await(2) + "    issue store read a[i % 2]\n" + wait +
                       release(2),
                   2);
  };
  EXPECT_EQ(verdictOf(ring("    drain store\n")), "safe");
  EXPECT_TRUE(isUnsafe(ring("")));
}

TEST(CasesTest, CopiesThatThreadsStart) {
  auto ring = [](int64_t signals, const std::string &fence,
                 const std::string &early) {
    return ringOf(2, 32) + "trip k\n" + "agent p {\n" +
           loopOf("k",
                  acquire(2) + "    issue copy write a[i % 2]\n" + early +
                      "    signal copy full[i % 2] " + number(signals) + "\n",
                  2) +
           "  drain copy\n}\n" +
           agentOf("c", "k",
                   await(2) + fence +
                       "    issue tensor read a[i % 2]\n"
                       "    drain tensor\n" +
                       release(2),
                   2);
  };
  EXPECT_EQ(verdictOf(ring(32, "    fence\n", "")), "safe");
  EXPECT_EQ(verdictOf(ring(32, "", "")), "unsafe proxy");
  // The copies have not ended yet.
  EXPECT_EQ(verdictOf(ring(32, "", "    fence\n")), "unsafe proxy");
  EXPECT_EQ(verdictOf(ring(31, "    fence\n", "")), "unsafe under-arrival");
  EXPECT_EQ(verdictOf(ring(33, "    fence\n", "")), "unsafe over-arrival");
}

//===----------------------------------------------------------------------===//
// Several rings
//===----------------------------------------------------------------------===//

/// Two rings A and B of which each step is one letter.
std::string twoRings(int64_t slotsOfA, const std::string &producer,
                     const std::string &consumer) {
  auto step = [&](char ring, bool produces) {
    std::string s = number(ring == 'A' ? slotsOfA : 1);
    return fill(produces ? "    wait empty$R[$I % $S] parity $I / $S & 1 ^ 1\n"
                           "    arm full$R[$I % $S] 8\n"
                           "    load a$R[$I % $S] on full$R[$I % $S] 8\n"
                           "    set $I $I + 1\n"
                         : "    wait full$R[$I % $S] parity $I / $S & 1\n"
                           "    read a$R[$I % $S]\n"
                           "    arrive empty$R[$I % $S]\n"
                           "    set $I $I + 1\n",
                {{'I', std::string("i") + ring},
                 {'R', std::string(1, ring)},
                 {'S', s}});
  };
  std::string text;
  for (char ring : {'A', 'B'})
    text += fill("barrier full$R[$S] count 1\nbarrier empty$R[$S] count 1\n"
                 "buffer a$R[$S]\n",
                 {{'R', std::string(1, ring)},
                  {'S', number(ring == 'A' ? slotsOfA : 1)}});
  text += "trip k\nagent p {\n  loop k {\n";
  for (char ring : producer)
    text += step(ring, true);
  text += "  }\n}\nagent c {\n  loop k {\n";
  for (char ring : consumer)
    text += step(ring, false);
  return text + "  }\n}\n";
}

TEST(CasesTest, OrderOfTwoRings) {
  EXPECT_EQ(verdictOf(twoRings(1, "AAB", "BAA")), "unsafe cycle");
  EXPECT_EQ(verdictOf(twoRings(2, "AAB", "BAA")), "safe");
  EXPECT_EQ(verdictOf(twoRings(1, "AB", "BA")), "safe");
  EXPECT_EQ(verdictOf(twoRings(1, "AB", "AB")), "safe");
}

TEST(CasesTest, SideBarrierThatTheNextSlotFeeds) {
  auto ring = [](int64_t stages) {
    std::string p = acquire(stages) + copyIn(stages);
    std::string c = await(stages) + use(stages) +
                    "    wait side parity j & 1\n    set j j + 1\n" +
                    release(stages);
    std::string next = "  set i 1 % " + number(2 * stages) + "\n";
    return ringOf(stages) + "barrier side count 1\ntrip k\nagent p {\n" + p +
           next + loopOf("k", p + "    arrive side\n", stages) +
           acquire(stages) + "  arrive side\n}\nagent c {\n" + c + next +
           loopOf("k", c, stages) + "}\n";
  };
  EXPECT_EQ(verdictOf(ring(1)), "unsafe cycle");
  EXPECT_EQ(verdictOf(ring(2)), "safe");
}

TEST(CasesTest, FlagsAroundBothSides) {
  auto ring = [](const std::string &producer, const std::string &consumer) {
    std::string p = acquire(2) + copyIn(2) + "    set i (i + 1) % 4\n";
    std::string c = await(2) + use(2) + release(2) + "    set i (i + 1) % 4\n";
    return fill(ringOf(2) + "flag f\ntrip k\nagent p {\n  loop k {\n" +
                    producer + "  }\n}\nagent c {\n  loop k {\n" + consumer +
                    "  }\n}\n",
                {{'P', p}, {'C', c}});
  };
  std::string choose = "    choose f\n    if f {\n";
  EXPECT_EQ(verdictOf(ring(choose + "$P    }\n", choose + "$C    }\n")),
            "safe");
  EXPECT_TRUE(isUnsafe(ring("$P", choose + "$C    }\n")));
  EXPECT_TRUE(isUnsafe(ring(choose + "$P    }\n", "$C")));
}

/// `members` producers with a full barrier each and one empty barrier.
std::string merge(int64_t members, int64_t stages, bool isFused,
                  const std::string &skip = "") {
  std::string s = number(stages), text, producers, consumer;
  text = "barrier empty[" + s + "] count 1\ntrip k\nflag f\n";
  if (isFused)
    text += "barrier full[" + s + "] count " + number(members) + "\n";
  for (int64_t m = 0; m < members; ++m) {
    std::string full = isFused ? "full" : "full" + number(m);
    std::vector<std::pair<char, std::string>> names = {
        {'F', full + "[i % " + s + "]"}, {'A', "a" + number(m)}, {'S', s}};
    if (!isFused)
      text += "barrier " + full + "[" + s + "] count 1\n";
    text += fill("buffer $A[$S]\n", names);
    bool skips = m == 0 && !skip.empty();
    producers +=
        agentOf("p" + number(m), "k",
                (skips ? skip : "") + acquire(stages) +
                    fill("    arm $F 8\n    load $A[i % $S] on $F 8\n", names) +
                    (skips ? "    }\n" : ""),
                stages);
    consumer +=
        fill("    wait $F parity i / $S & 1\n    read $A[i % $S]\n", names);
  }
  return text + producers +
         agentOf("c", "k", consumer + release(stages), stages);
}

TEST(CasesTest, MergeOfProducers) {
  EXPECT_EQ(verdictOf(merge(2, 2, false)), "safe");
  EXPECT_EQ(verdictOf(merge(3, 1, true)), "safe");
  EXPECT_EQ(verdictOf(merge(8, 8, false)), "safe");
  EXPECT_EQ(verdictOf(merge(8, 8, true)), "safe");
  for (bool isFused : {false, true})
    EXPECT_TRUE(isUnsafe(merge(2, 2, isFused, "    choose f\n    if f {\n")));
}

TEST(CasesTest, ForkWaitsForEachConsumer) {
  auto fork = [](const std::string &wait) {
    std::string text = "barrier full[2] count 1\nbarrier empty0[2] count 1\n"
                       "barrier empty1[2] count 1\nbuffer a[2]\ntrip k\n";
    text += agentOf(
        "p", "k",
        "    wait empty0[i % 2] parity i / 2 & 1 ^ 1\n" + wait + copyIn(2), 2);
    for (const char *m : {"0", "1"})
      text +=
          agentOf(std::string("c") + m, "k",
                  await(2) + use(2) + "    arrive empty" + m + "[i % 2]\n", 2);
    return text;
  };
  EXPECT_EQ(verdictOf(fork("    wait empty1[i % 2] parity i / 2 & 1 ^ 1\n")),
            "safe");
  EXPECT_TRUE(isUnsafe(fork("")));
}

TEST(CasesTest, AgentsThatCompeteForAnArrival) {
  std::string declared = "barrier b count 1\n";
  std::string arrive = " {\n  arrive b\n}\n";
  std::string wait = "agent w {\n  wait b parity 0\n  wait b parity 1\n}\n";
  EXPECT_EQ(
      verdictOf(declared + "agent p" + arrive + "agent q" + arrive + wait),
      "unsafe over-arrival");
  EXPECT_EQ(verdictOf("barrier b count 2\nagent p" + arrive + "agent q" +
                      arrive + "agent w {\n  wait b parity 0\n}\n"),
            "safe");
}

/// A persistent kernel: tiles and steps are unknown; a load warp, a warp that
/// issues for the tensor core, two warps that store the result.
std::string gemm(const std::string &commit, const std::string &join,
                 const std::string &drain) {
  std::string text = "barrier full[3] count 1\nbarrier empty[3] count 1\n"
                     "barrier done[2] count 1\nbarrier free[2] count 2\n"
                     "buffer a[3]\nbuffer acc[2] tensor\nbuffer out\n"
                     "trip t\ntrip k\nrendezvous r agents e0 e1\n"
                     "agent load {\n  loop t {\n    loop k {\n" +
                     acquire(3) + copyIn(3) +
                     "      set i i + 1\n    }\n  }\n}\n";
  text += "agent mma {\n  loop t {\n"
          "    wait free[j % 2] parity j / 2 & 1 ^ 1\n    loop k {\n" +
          await(3) +
          "      issue tensor read a[i % 3] write acc[j % 2]\n"
          "      signal tensor empty[i % 3]\n      set i i + 1\n    }\n" +
          commit + "    set j j + 1\n  }\n}\n";
  for (const char *name : {"e0", "e1"}) {
    bool isLeader = name[1] == '0';
    text += std::string("agent ") + name +
            " {\n  loop t {\n"
            "    wait done[j % 2] parity j / 2 & 1\n    read acc[j % 2]\n"
            "    arrive free[j % 2]\n    set j j + 1\n" +
            (isLeader ? "    write out\n    fence\n" : "") + join +
            (isLeader ? "    issue store read out\n" + drain : "") + join +
            "  }\n}\n";
  }
  return text;
}

TEST(CasesTest, PersistentKernel) {
  std::string commit = "    signal tensor done[j % 2]\n";
  std::string join = "    sync r\n", drain = "    drain store\n";
  EXPECT_EQ(verdictOf(gemm(commit, join, drain)), "safe");
  EXPECT_EQ(verdictOf(gemm(commit, "", drain)), "safe");
  EXPECT_EQ(verdictOf(gemm("    arrive done[j % 2]\n", join, drain)),
            "unsafe race");
  EXPECT_TRUE(isUnsafe(gemm(commit, join, "")));
  EXPECT_EQ(verdictOf(gemm("", join, drain)), "unsafe under-arrival");
}

//===----------------------------------------------------------------------===//
// Two CTAs
//===----------------------------------------------------------------------===//

/// The consumer of another CTA releases; the producer waits `tail` more times.
std::string remoteRing(int64_t stages, int64_t steps, int64_t tail) {
  std::string s = "[" + number(stages) + "]";
  return "barrier full" + s + " count 1 cta 1\nbarrier empty" + s +
         " count 1\nbuffer a" + s + "\nagent p cta 0 {\n" +
         loopOf(number(steps), acquire(stages) + copyIn(stages), stages) +
         loopOf(number(tail), acquire(stages), stages) + "}\n" +
         agentOf("c cta 1", number(steps),
                 await(stages) + use(stages) + release(stages), stages);
}

TEST(CasesTest, RemoteReleasesNeedATail) {
  for (int64_t stages : {1, 2, 3})
    for (int64_t steps : {0, 1, 2, 3, 5}) {
      EXPECT_EQ(verdictOf(remoteRing(stages, steps, 0)),
                steps == 0 ? "safe" : "unsafe exit");
      EXPECT_EQ(verdictOf(remoteRing(stages, steps, stages)), "safe");
    }
  EXPECT_EQ(verdictOf(remoteRing(2, 5, 1)), "unsafe exit");
}

} // namespace
