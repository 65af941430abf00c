//===- ClusterCasesTest.cpp - Mistakes that people make in clusters -------===//
//
// Two CTAs that each load half of a tile for both. Each refused program has an
// accepted one next to it that differs in one thing.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

using namespace pipegroup::model;
using namespace pipegroup::model::test;

namespace {

/// How two CTAs share a ring.
struct Shared {
  int64_t stages = 2, warps = 1;
  /// Arrivals that an empty barrier expects of each warp.
  int64_t arrivalsPerWarp = 2;
  bool releasesBoth = true, hasTail = true, meetsAtEnd = false;
  bool arms[2] = {true, true};
  std::string trips[2] = {"k", "k"};
};

std::string slot(const std::string &array, int64_t cta, int64_t stages) {
  return array + number(cta) + "[i % " + number(stages) + "]";
}

std::string parity(int64_t stages, const char *flip) {
  return " parity (i / " + number(stages) + ") & 1 ^ " + flip + "\n";
}

std::string loader(const Shared &shared, int64_t cta) {
  int64_t stages = shared.stages;
  std::string wait = "wait " + slot("empty", cta, stages) + parity(stages, "1");
  std::string body = wait;
  if (shared.arms[cta])
    body += "arm " + slot("full", cta, stages) + " 128\n";
  for (int64_t to : {0, 1})
    body += "load " + slot("half" + number(cta) + "of", to, stages) + " on " +
            slot("full", to, stages) + " 64\n";
  std::string text = "agent load" + number(cta) + " cta " + number(cta) +
                     " {\n" + loopOf(shared.trips[cta], body, stages);
  if (shared.hasTail)
    text += loopOf(number(stages), wait, stages);
  return text + (shared.meetsAtEnd ? "sync end\n}\n" : "}\n");
}

std::string user(const Shared &shared, int64_t cta, int64_t warp) {
  int64_t stages = shared.stages;
  std::string body = "wait " + slot("full", cta, stages) + parity(stages, "0");
  for (int64_t from : {0, 1})
    body += "read " + slot("half" + number(from) + "of", cta, stages) + "\n";
  for (int64_t to : {0, 1})
    if (shared.releasesBoth || to == cta)
      body += "arrive " + slot("empty", to, stages) + "\n";
  return "agent use" + number(cta) + "_" + number(warp) + " cta " +
         number(cta) + " {\n" + loopOf(shared.trips[cta], body, stages) + "}\n";
}

std::string programOf(const Shared &shared) {
  std::string size = "[" + number(shared.stages) + "]", text;
  for (int64_t cta : {0, 1}) {
    std::string in = number(cta);
    text += "barrier full" + in + size + " count 1 cta " + in + "\n";
    text += "barrier empty" + in + size + " count " +
            number(shared.arrivalsPerWarp * shared.warps) + " cta " + in + "\n";
    for (int64_t from : {0, 1})
      text += "buffer half" + number(from) + "of" + in + size + "\n";
  }
  if (shared.trips[0] == "k" || shared.trips[1] == "k")
    text += "trip k\n";
  if (shared.meetsAtEnd)
    text += "rendezvous end agents load0 load1\n";
  for (int64_t cta : {0, 1}) {
    text += loader(shared, cta);
    for (int64_t warp = 0; warp < shared.warps; ++warp)
      text += user(shared, cta, warp);
  }
  return text;
}

std::string verdictOf(const Shared &shared) {
  return test::verdictOf(programOf(shared));
}

// A multicast write lands in both CTAs, so that a slot is free only when the
// consumers of both have released it.
TEST(ClusterCasesTest, EveryWarpReleasesAtBothCtas) {
  for (int64_t warps : {1, 2, 3})
    for (int64_t stages : {1, 2, 3}) {
      Shared shared;
      shared.warps = warps;
      shared.stages = stages;
      EXPECT_EQ(verdictOf(shared), "safe") << warps << " " << stages;
      // Local releases, counted as such: the other CTA writes too early.
      shared.releasesBoth = false;
      shared.arrivalsPerWarp = 1;
      EXPECT_EQ(verdictOf(shared), "unsafe race") << warps << " " << stages;
      // Local releases, but a count for both: nobody goes on.
      shared.arrivalsPerWarp = 2;
      EXPECT_EQ(verdictOf(shared).substr(0, 6), "unsafe");
      // Releases at both, but a count for one.
      shared.releasesBoth = true;
      shared.arrivalsPerWarp = 1;
      EXPECT_EQ(verdictOf(shared).substr(0, 6), "unsafe");
    }
}

// Bytes complete on the barrier of each receiver, which has to be armed there.
TEST(ClusterCasesTest, EveryReceiverArms) {
  Shared shared;
  EXPECT_EQ(verdictOf(shared), "safe");
  shared.arms[1] = false;
  EXPECT_EQ(verdictOf(shared).substr(0, 6), "unsafe");
  shared.trips[0] = shared.trips[1] = "1";
  shared.hasTail = false;
  EXPECT_EQ(verdictOf(shared), "unsafe under-arrival");
}

TEST(ClusterCasesTest, OneLeaderMulticastsToBoth) {
  auto text = [](bool bothArm) {
    return std::string("barrier f0 count 1\nbarrier f1 count 1 cta 1\n"
                       "buffer a0\nbuffer a1\n"
                       "agent leader {\n  arm f0 16\n  load a0 on f0 16\n"
                       "  load a1 on f1 16\n  wait f0 parity 0\n}\n"
                       "agent peer cta 1 {\n") +
           (bothArm ? "  arm f1 16\n" : "") + "  wait f1 parity 0\n}\n";
  };
  EXPECT_EQ(test::verdictOf(text(true)), "safe");
  EXPECT_EQ(test::verdictOf(text(false)), "unsafe under-arrival");
}

// Without a tail a CTA may have exited when the other one releases its slots:
// as many as were filled, and the ring has. With no rounds there are none.
TEST(ClusterCasesTest, OutstandingReleasesNeedATail) {
  for (int64_t stages : {1, 2, 3})
    for (int64_t rounds : {0, 1, 2, 5}) {
      Shared shared;
      shared.stages = stages;
      shared.trips[0] = shared.trips[1] = number(rounds);
      EXPECT_EQ(verdictOf(shared), "safe") << stages << " " << rounds;
      shared.hasTail = false;
      EXPECT_EQ(verdictOf(shared), rounds == 0 ? "safe" : "unsafe exit")
          << stages << " " << rounds;
      // In one CTA nobody else releases.
      EXPECT_EQ(test::verdictOf(plainRing(stages, number(rounds))), "safe");
    }
}

// One CTA waits for halves that the other one, which stays until all are done,
// never loads.
TEST(ClusterCasesTest, CoupledCtasRunTheSameTrips) {
  for (int64_t stages : {1, 2, 3}) {
    Shared shared;
    shared.stages = stages;
    shared.meetsAtEnd = true;
    shared.trips[0] = shared.trips[1] = "2";
    EXPECT_EQ(verdictOf(shared), "safe") << stages;
    shared.trips[1] = "1";
    EXPECT_EQ(verdictOf(shared), "unsafe bytes") << stages;
  }
}

} // namespace
