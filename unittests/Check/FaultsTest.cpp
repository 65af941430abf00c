//===- FaultsTest.cpp - Every fault, and what just escapes it -------------===//
//
// Small programs at the edge of each rule of docs/CheckerModel.md, section 1.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

using namespace pipegroup::model;
using namespace pipegroup::model::test;

namespace {

/// Agents p, q, r... with one body each after some declarations.
std::string program(const std::string &declarations,
                    const std::vector<std::string> &bodies) {
  std::string text = declarations + "\n";
  char name = 'p';
  for (const std::string &body : bodies)
    text += std::string("agent ") + name++ + " {\n" + body + "\n}\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Deadlocks
//===----------------------------------------------------------------------===//

TEST(FaultsTest, UnderArrival) {
  EXPECT_EQ(
      verdictOf(program("barrier b count 2", {"arrive b", "wait b parity 0"})),
      "unsafe under-arrival");
  EXPECT_EQ(verdictOf(program("barrier b count 2",
                              {"arrive b 2", "wait b parity 0"})),
            "safe");
}

TEST(FaultsTest, Bytes) {
  std::string declared = "barrier b count 1\nbuffer u";
  EXPECT_EQ(verdictOf(program(declared,
                              {"arm b 8\nload u on b 7", "wait b parity 0"})),
            "unsafe bytes");
  EXPECT_EQ(verdictOf(program(declared,
                              {"arm b 8\nload u on b 8", "wait b parity 0"})),
            "safe");
}

TEST(FaultsTest, Cycle) {
  std::string declared = "barrier a count 1\nbarrier b count 1";
  EXPECT_EQ(verdictOf(program(declared, {"wait a parity 0\narrive b",
                                         "wait b parity 0\narrive a"})),
            "unsafe cycle");
  EXPECT_EQ(verdictOf(program(declared, {"wait a parity 0\narrive b",
                                         "arrive a\nwait b parity 0"})),
            "safe");
}

TEST(FaultsTest, RendezvousThatSomeoneMisses) {
  std::string declared = "rendezvous r agents p q";
  EXPECT_EQ(verdictOf(program(declared, {"sync r", "sync r"})), "safe");
  EXPECT_EQ(verdictOf(program(declared, {"sync r", ""})), "unsafe cycle");
  EXPECT_EQ(verdictOf(program(declared, {"sync r\nsync r", "sync r"})),
            "unsafe cycle");
}

//===----------------------------------------------------------------------===//
// Over-arrival
//===----------------------------------------------------------------------===//

TEST(FaultsTest, MoreArrivalsThanThePhaseLacks) {
  EXPECT_EQ(verdictOf(program("barrier b count 4", {"arrive b 5"})),
            "unsafe over-arrival");
  EXPECT_EQ(verdictOf(program("barrier b count 4", {"arrive b 3\narrive b 2"})),
            "unsafe over-arrival");
  EXPECT_EQ(verdictOf(program("barrier b count 4", {"arrive b 3\narrive b"})),
            "safe");
}

TEST(FaultsTest, ArrivalsOfAnUnknownPhase) {
  std::string declared = "barrier b count 1\nbarrier c count 1";
  // q may be first.
  EXPECT_EQ(verdictOf(program(declared, {"arrive b", "arrive b"})),
            "unsafe over-arrival");
  // It is not, and knows.
  EXPECT_EQ(verdictOf(program(
                declared, {"arrive b\narrive c", "wait c parity 0\narrive b"})),
            "safe");
  // It knows from its own arrivals.
  EXPECT_EQ(verdictOf(program(declared, {"arrive b\narrive b"})), "safe");
}

TEST(FaultsTest, ArrivalsThatTogetherCompleteAPhase) {
  std::string declared = "barrier b count 2\nbarrier c count 1";
  // The second arrival knows of the first, so it completes the phase.
  EXPECT_EQ(verdictOf(program(declared, {"arrive b\narrive c",
                                         "wait c parity 0\narrive b\n"
                                         "arrive b 2"})),
            "safe");
  EXPECT_EQ(verdictOf(program(declared, {"arrive b\narrive c",
                                         "arrive b\nwait c parity 0\n"
                                         "arrive b 2"})),
            "safe");
  EXPECT_EQ(verdictOf(program(declared, {"arrive c\narrive b",
                                         "wait c parity 0\narrive b\n"
                                         "arrive b 2"})),
            "unsafe over-arrival");
}

TEST(FaultsTest, SignalsAreKnownWhenTheirEngineIsDrained) {
  std::string declared = "barrier b count 1";
  EXPECT_EQ(verdictOf(program(declared, {"signal tensor b\ndrain tensor\n"
                                         "arrive b"})),
            "safe");
  EXPECT_EQ(verdictOf(program(declared, {"signal tensor b\narrive b\n"
                                         "drain tensor"})),
            "unsafe over-arrival");
  // The engine arrives twice, one after the other; two engines do not.
  EXPECT_EQ(verdictOf(program(declared, {"signal tensor b\nsignal tensor b\n"
                                         "drain tensor"})),
            "safe");
  EXPECT_EQ(verdictOf(program(declared, {"signal tensor b\nsignal copy b\n"
                                         "drain tensor\ndrain copy"})),
            "unsafe over-arrival");
}

TEST(FaultsTest, DrainsLeaveWhatWasQueuedLast) {
  std::string declared = "buffer u\nbuffer v";
  auto verdict = [&](const std::string &drain, const std::string &read) {
    return verdictOf(program(declared, {"issue tensor write u\n"
                                        "issue tensor write v\n" +
                                        drain + "\nissue store read " + read +
                                        "\ndrain tensor\ndrain store"}));
  };
  EXPECT_EQ(verdict("drain tensor", "v"), "safe");
  EXPECT_EQ(verdict("drain tensor 1", "v"), "unsafe race");
  EXPECT_EQ(verdict("drain tensor 1", "u"), "safe");
  EXPECT_EQ(verdict("drain tensor 2", "u"), "unsafe race");
}

// As kernels do with wgmma: a slot is released when the operation after the one
// that reads it has been queued.
TEST(FaultsTest, DrainsThatLeaveAnItemInALoop) {
  auto ring = [](const std::string &stages, const std::string &left) {
    return program(
        "trip k\nbarrier full[" + stages + "] count 1\nbarrier empty[" +
            stages + "] count 1\nbuffer a[" + stages + "]",
        {"set i 0\nloop k {\n wait empty[i % " + stages + "] parity ((i / " +
             stages + ") & 1) ^ 1\n arm full[i % " + stages +
             "] 64\n load a[i % " + stages + "] on full[i % " + stages +
             "] 64\n set i (i + 1) % (2 * " + stages + ")\n}",
         "set i 0\nset last 0\nset isFirst 1\nloop k {\n wait full[i % " +
             stages + "] parity (i / " + stages +
             ") & 1\n issue tensor read a[i % " + stages + "]\n drain tensor " +
             left + "\n if isFirst == 0 {\n arrive empty[last % " + stages +
             "]\n }\n set last i\n set isFirst 0\n set i (i + 1) % (2 * " +
             stages +
             ")\n}\nif isFirst == 0 {\n drain tensor\n arrive "
             "empty[last % " +
             stages + "]\n}"});
  };
  EXPECT_EQ(verdictOf(ring("2", "1")), "safe");
  EXPECT_EQ(verdictOf(ring("4", "1")), "safe");
  EXPECT_EQ(verdictOf(ring("4", "2")), "unsafe race");
  EXPECT_EQ(verdictOf(ring("1", "1")), "unsafe cycle");
}

TEST(FaultsTest, PatchesAreWritesButNoNewData) {
  std::string declared = "barrier b count 1\nbuffer u";
  // They race as any write does,
  EXPECT_EQ(verdictOf(program(declared, {"patch u\narrive b", "read u"})),
            "unsafe race");
  EXPECT_EQ(verdictOf(program(
                declared, {"patch u\narrive b", "wait b parity 0\nread u"})),
            "safe");
  // and need a fence before the async proxy,
  EXPECT_EQ(
      verdictOf(program(declared,
                        {"patch u\narrive b",
                         "wait b parity 0\nissue store read u\ndrain store"})),
      "unsafe proxy");
  EXPECT_EQ(
      verdictOf(program(declared,
                        {"patch u\nfence\narrive b",
                         "wait b parity 0\nissue store read u\ndrain store"})),
      "safe");
  // but nobody can take them, nor lose by them what is not taken.
  EXPECT_EQ(verdictOf(program(
                declared, {"patch u\narrive b", "wait b parity 0\ntake u"})),
            "unsafe stale");
  EXPECT_EQ(verdictOf(program(declared,
                              {"patch u\npatch u\nwrite u\npatch u\narrive b",
                               "wait b parity 0\ntake u\npatch u"})),
            "safe");
  EXPECT_EQ(verdictOf(program(declared, {"write u\nwrite u\narrive b",
                                         "wait b parity 0\ntake u"})),
            "unsafe stale");
  // An operation may patch, too.
  EXPECT_EQ(
      verdictOf(program(declared, {"issue copy patch u\nissue copy write u\n"
                                   "drain copy\narrive b",
                                   "wait b parity 0\ntake u"})),
      "safe");
}

TEST(FaultsTest, BytesOfAnUnknownPhase) {
  std::string declared = "barrier b count 1\nbuffer u[2]";
  std::string turn = "arm b 8\nload u[$I] on b 8\n";
  std::string first = fill(turn, {{'I', "0"}}),
              second = fill(turn, {{'I', "1"}});
  EXPECT_EQ(verdictOf(program(declared, {first + "wait b parity 0\n" + second +
                                         "wait b parity 1"})),
            "safe");
  EXPECT_EQ(verdictOf(program(declared, {first + second + "wait b parity 1"})),
            "unsafe over-arrival");
}

TEST(FaultsTest, ExpectationsAfterTheLastArrival) {
  std::string declared = "barrier b count 2\nbarrier c count 1\nbuffer u";
  std::string load = "load u on b 8\nwait b parity 0";
  // It comes before an arrival, of whomever.
  EXPECT_EQ(verdictOf(program(declared, {"expect b 8\narrive c\n" + load,
                                         "arrive b\nwait c parity 0\n"
                                         "arrive b"})),
            "safe");
  EXPECT_EQ(verdictOf(program(declared, {"expect b 8\n" + load, "arrive b 2"})),
            "unsafe over-arrival");
  EXPECT_EQ(verdictOf(program("barrier b count 1\nbuffer u",
                              {"arm b 4\nexpect b 4\n" + load})),
            "unsafe over-arrival");
}

//===----------------------------------------------------------------------===//
// Parity
//===----------------------------------------------------------------------===//

TEST(FaultsTest, WaitThatIsLapped) {
  std::string declared = "barrier b count 1\nbarrier c count 1";
  EXPECT_EQ(
      verdictOf(program(declared, {"arrive b\narrive b", "wait b parity 0"})),
      "unsafe parity");
  EXPECT_EQ(verdictOf(program(declared, {"arrive b\nwait c parity 0\narrive b",
                                         "wait b parity 0\narrive c"})),
            "safe");
  // Even if it can be taken for the phase after next.
  EXPECT_EQ(verdictOf(program(
                declared, {"arrive b\narrive b\narrive b", "wait b parity 0"})),
            "unsafe parity");
}

TEST(FaultsTest, WaitForAnEarlierPhase) {
  std::string declared = "barrier b count 1\nbarrier c count 1";
  // A fresh barrier passes parity 1, until its first phase is complete.
  EXPECT_EQ(verdictOf(program(declared, {"wait b parity 1"})), "safe");
  EXPECT_EQ(verdictOf(program(declared, {"wait b parity 1\narrive c",
                                         "wait c parity 0\narrive b"})),
            "safe");
  EXPECT_EQ(verdictOf(program(declared, {"wait b parity 1", "arrive b"})),
            "unsafe parity");
}

TEST(FaultsTest, ParityIsZeroOrOne) {
  EXPECT_EQ(verdictOf(program("barrier b count 1", {"wait b parity 2"})),
            "unsafe parity");
}

TEST(FaultsTest, TestsForAnEarlierPhase) {
  // `known` tells of phase 0 of x; what waits for phase 1 has to be tested for
  // after it, since the fresh barrier answers for the phase before.
  auto verdict = [](const std::string &known, const std::string &told,
                    bool isAfter) {
    std::string test = "test x parity 1 as t\n";
    return verdictOf(
        program("barrier x count 1\nbarrier y count 1\nbarrier z count 1\n"
                "rendezvous r agents p q",
                {"arrive x\n" + told + "arrive x\nwait z parity 0\narrive x",
                 (isAfter ? known + test : test + known) +
                     "wait x parity 1 unless t\narrive z\nwait x parity 0"}));
  };
  for (bool isAfter : {false, true}) {
    const char *expected = isAfter ? "safe" : "unsafe parity";
    EXPECT_EQ(verdict("wait y parity 0\n", "arrive y\n", isAfter), expected);
    EXPECT_EQ(verdict("sync r\n", "sync r\n", isAfter), expected);
    EXPECT_EQ(verdict("test y parity 0 as u\nwait y parity 0 unless u\n",
                      "arrive y\n", isAfter),
              expected);
    EXPECT_EQ(
        verdict("wait x parity 0\narrive y\n", "wait y parity 0\n", isAfter),
        expected);
  }
}

TEST(FaultsTest, TestsBeforeAnOwnArrival) {
  auto verdict = [](const std::string &first, const std::string &then) {
    return verdictOf(
        program("barrier x count 1\nbarrier z count 1",
                {"wait x parity 0\narrive x\nwait z parity 0\narrive x",
                 first + then +
                     "wait x parity 1 unless t\narrive z\n"
                     "wait x parity 0"}));
  };
  std::string test = "test x parity 1 as t\n", arrive = "arrive x\n";
  EXPECT_EQ(verdict(arrive, test), "safe");
  EXPECT_EQ(verdict(test, arrive), "unsafe parity");
}

TEST(FaultsTest, WhatATokenStandsFor) {
  auto verdict = [](const std::string &token, const std::string &wait) {
    return verdictOf(
        program("barrier x count 1\nbarrier y count 1",
                {"arrive x\nwait y parity 0\narrive x",
                 "test x parity 1 as old\nwait x parity 0\narrive y\n"
                 "test x parity 1 as t\n" +
                     token + wait}));
  };
  std::string wait = "wait x parity 1 unless t";
  EXPECT_EQ(verdict("", wait), "safe");
  EXPECT_EQ(verdict("token t t\n", wait), "safe");
  EXPECT_EQ(verdict("token t\n", wait), "safe");
  EXPECT_EQ(verdict("token t old\n", wait), "unsafe parity");
  // What nobody asks is no matter.
  EXPECT_EQ(verdict("token t old\n", "wait x parity 1"), "safe");
  EXPECT_EQ(verdict("token t old\n", "if 0 {\n" + wait +
                                         "\n}\n"
                                         "wait x parity 1"),
            "safe");
  EXPECT_EQ(verdict("test x parity 0 as t\n", wait), "invalid");
  EXPECT_EQ(verdict("test y parity 1 as t\n", wait), "invalid");
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

TEST(FaultsTest, Races) {
  std::string declared = "buffer u\nbuffer v\nbarrier b count 1";
  EXPECT_EQ(verdictOf(program(declared, {"read u", "read u"})), "safe");
  EXPECT_EQ(verdictOf(program(declared, {"write u", "write v"})), "safe");
  EXPECT_EQ(verdictOf(program(declared, {"read u", "write u"})), "unsafe race");
  EXPECT_EQ(verdictOf(program(declared, {"write u", "write u"})),
            "unsafe race");
  EXPECT_EQ(verdictOf(program(
                declared, {"write u\narrive b", "wait b parity 0\nwrite u"})),
            "safe");
  EXPECT_EQ(verdictOf(program(
                declared, {"arrive b\nwrite u", "wait b parity 0\nwrite u"})),
            "unsafe race");
}

TEST(FaultsTest, RacesOfEngines) {
  std::string declared = "buffer u tensor\nbarrier b count 1";
  EXPECT_EQ(verdictOf(program(declared, {"issue tensor write u\nread u\n"
                                         "drain tensor"})),
            "unsafe race");
  EXPECT_EQ(verdictOf(program(declared, {"issue tensor write u\n"
                                         "drain tensor\nread u"})),
            "safe");
  // Of one engine, and of two.
  EXPECT_EQ(verdictOf(program(declared, {"issue tensor write u\n"
                                         "issue tensor read u write u\n"
                                         "drain tensor"})),
            "safe");
  EXPECT_EQ(verdictOf(program(declared, {"issue tensor write u\n"
                                         "issue store read u\ndrain tensor\n"
                                         "drain store"})),
            "unsafe race");
  // A signal covers what was queued before it only.
  std::string reader = "wait b parity 0\nread u";
  EXPECT_EQ(verdictOf(program(declared, {"issue tensor write u\n"
                                         "signal tensor b\ndrain tensor",
                                         reader})),
            "safe");
  EXPECT_EQ(verdictOf(program(declared, {"signal tensor b\n"
                                         "issue tensor write u\ndrain tensor",
                                         reader})),
            "unsafe race");
}

TEST(FaultsTest, RacesOfLoads) {
  std::string declared = "buffer u\nbarrier b count 1\nbarrier c count 1";
  std::string load = "arm b 8\nload u on b 8\n";
  EXPECT_EQ(verdictOf(program(declared, {load + "read u\nwait b parity 0"})),
            "unsafe race");
  EXPECT_EQ(verdictOf(program(declared, {load + "wait b parity 0\nread u"})),
            "safe");
  EXPECT_EQ(verdictOf(program(declared, {"arm b 8\nload u on b 4\n"
                                         "load u on b 4\nwait b parity 0"})),
            "unsafe race");
  // Both sides know of the phase from someone else.
  EXPECT_EQ(verdictOf(program(declared, {load, "wait b parity 0\narrive c",
                                         "wait c parity 0\nread u"})),
            "safe");
}

TEST(FaultsTest, Proxies) {
  std::string declared = "buffer u\nbuffer t tensor\nbarrier b count 1";
  std::string store = "\nissue store read u\ndrain store";
  EXPECT_EQ(verdictOf(program(declared, {"write u" + store})), "unsafe proxy");
  EXPECT_EQ(verdictOf(program(declared, {"write u\nfence" + store})), "safe");
  EXPECT_EQ(verdictOf(program(declared, {"fence\nwrite u" + store})),
            "unsafe proxy");
  EXPECT_EQ(verdictOf(program(declared, {"write t\nissue tensor read t\n"
                                         "drain tensor"})),
            "safe");
  // A fence after the wait publishes what the wait made known.
  std::string writer = "write u\narrive b";
  EXPECT_EQ(
      verdictOf(program(declared, {writer, "wait b parity 0\nfence" + store})),
      "safe");
  EXPECT_EQ(
      verdictOf(program(declared, {writer, "fence\nwait b parity 0" + store})),
      "unsafe proxy");
}

TEST(FaultsTest, ProxyRuleForWritesOfTheAsyncProxy) {
  std::string declared = "buffer u\nbarrier b count 1";
  std::string load = "arm b 8\nload u on b 8\nwait b parity 0";
  EXPECT_EQ(verdictOf(program(declared, {"write u\n" + load})), "unsafe proxy");
  EXPECT_EQ(verdictOf(program(declared, {"write u\nfence\n" + load})), "safe");
  EXPECT_EQ(verdictOf(program(declared, {"read u\n" + load})), "safe");
}

TEST(FaultsTest, FencesPublishCopiesThatHaveEnded) {
  std::string declared = "buffer u\nbarrier b count 1";
  std::string use = "\nissue tensor read u\ndrain tensor";
  EXPECT_EQ(verdictOf(program(declared, {"issue copy write u\ndrain copy\n"
                                         "fence" +
                                         use})),
            "safe");
  EXPECT_EQ(verdictOf(program(declared, {"issue copy write u\nfence\n"
                                         "drain copy" +
                                         use})),
            "unsafe proxy");
}

TEST(FaultsTest, WhoeverLearnsOfAFenceSeesItsWrites) {
  EXPECT_EQ(verdictOf(program("buffer u\nrendezvous r agents p q",
                              {"write u\nfence\nsync r",
                               "sync r\nissue store read u\ndrain store"})),
            "safe");
  EXPECT_EQ(verdictOf(program("buffer u\nrendezvous r agents p q",
                              {"write u\nsync r\nfence",
                               "sync r\nissue store read u\ndrain store"})),
            "unsafe proxy");
}

//===----------------------------------------------------------------------===//
// Ends
//===----------------------------------------------------------------------===//

TEST(FaultsTest, Unfinished) {
  EXPECT_EQ(verdictOf(program("barrier b count 2", {"arrive b"})),
            "unsafe unfinished");
  EXPECT_EQ(verdictOf(program("barrier b count 2", {"expect b 8"})),
            "unsafe unfinished");
  EXPECT_EQ(verdictOf(program("barrier b count 2", {"arrive b 2"})), "safe");
}

TEST(FaultsTest, Exit) {
  std::string remote = "barrier b count 1 cta 1\nbarrier c count 1\n"
                       "agent p {\n  arrive b\n}\nagent q cta 1 {\n";
  EXPECT_EQ(verdictOf(remote + "}\n"), "unsafe exit");
  EXPECT_EQ(verdictOf(remote + "  wait b parity 0\n}\n"), "safe");
  // One agent that stays is enough.
  EXPECT_EQ(verdictOf(remote + "}\nagent s cta 1 {\n  wait b parity 0\n}\n"),
            "safe");
  // It can be known from elsewhere.
  EXPECT_EQ(verdictOf("barrier b count 1 cta 1\nbarrier c count 1 cta 1\n"
                      "agent p {\n  arrive b\n  arrive c\n}\n"
                      "agent q cta 1 {\n  wait c parity 0\n}\n"),
            "safe");
  EXPECT_EQ(verdictOf("barrier b count 1 cta 1\nbarrier c count 1 cta 1\n"
                      "agent p {\n  arrive c\n  arrive b\n}\n"
                      "agent q cta 1 {\n  wait c parity 0\n}\n"),
            "unsafe exit");
}

TEST(FaultsTest, OperationsEndBeforeTheirCta) {
  for (std::string engine : {"tensor", "store", "copy"}) {
    auto text = [&](const std::string &after) {
      return program("barrier b count 1\nbuffer u",
                     {"issue " + engine + " read u" + after, ""});
    };
    EXPECT_EQ(verdictOf(text("")), "unsafe exit");
    EXPECT_EQ(verdictOf(text("\ndrain " + engine)), "safe");
    EXPECT_EQ(verdictOf(text("\ndrain " + engine + " 1")), "unsafe exit");
    EXPECT_EQ(verdictOf(program(
                  "barrier b count 1\nbuffer u",
                  {"issue " + engine + " read u\nsignal " + engine + " b",
                   "wait b parity 0"})),
              "safe");
  }
  // Who waits for it in another CTA does not keep the first one's memory.
  std::string declared = "barrier b count 1 cta 1\nbuffer u\nagent p {\n"
                         "  issue tensor read u\n  signal tensor b\n}\n";
  EXPECT_EQ(verdictOf(declared + "agent q cta 1 {\n  wait b parity 0\n}\n"),
            "unsafe exit");
  EXPECT_EQ(verdictOf(declared + "agent q cta 1 {\n  wait b parity 0\n}\n"
                                 "agent r {\n  wait b parity 0\n}\n"),
            "safe");
}

TEST(FaultsTest, ExitOfTheOwnCta) {
  std::string declared = "barrier b count 1\nbuffer u";
  EXPECT_EQ(verdictOf(program(declared, {"arm b 8\nload u on b 8"})),
            "unsafe exit");
  EXPECT_EQ(verdictOf(program(declared,
                              {"arm b 8\nload u on b 8", "wait b parity 0"})),
            "safe");
  EXPECT_EQ(verdictOf(program(declared, {"signal tensor b"})), "unsafe exit");
  EXPECT_EQ(verdictOf(program(declared, {"signal tensor b\ndrain tensor"})),
            "safe");
  // An engine takes one after the other.
  EXPECT_EQ(verdictOf(program(
                "barrier b count 1\nbarrier c count 1",
                {"signal tensor b\nsignal tensor c", "wait c parity 0"})),
            "safe");
}

//===----------------------------------------------------------------------===//
// Errors of a program
//===----------------------------------------------------------------------===//

TEST(FaultsTest, ErrorsAreNoVerdict) {
  auto reasonOf = [](const std::string &body) {
    Verdict verdict = check(
        parse(program("barrier b[2] count 9\nbuffer u", {"set x 0\n" + body})));
    EXPECT_EQ(verdict.kind, Verdict::Kind::Invalid);
    return verdict.reason;
  };
  EXPECT_EQ(reasonOf("wait b[x + 2] parity 0"),
            "agent 'p' has index 2, expected 0 to 1");
  EXPECT_EQ(reasonOf("wait b[x - 1] parity 0"),
            "agent 'p' has index -1, expected 0 to 1");
  EXPECT_EQ(reasonOf("wait b[0] parity 1 / x"), "agent 'p' divides by zero");
  EXPECT_EQ(reasonOf("set x 1 % x"), "agent 'p' divides by zero");
  EXPECT_EQ(reasonOf("arrive b[0] x"),
            "agent 'p' has 0 arrivals, expected at least 1");
  EXPECT_EQ(reasonOf("load u on b[0] 0"),
            "agent 'p' has 0 bytes, expected at least 1");
  EXPECT_EQ(reasonOf("expect b[0] x - 1"),
            "agent 'p' has -1 bytes, expected at least 0");
}

TEST(FaultsTest, ErrorsOfProgramsThatAreNoText) {
  Program program = parse("barrier b count 1\nagent p {\n  arrive b\n}\n");
  program.agents[0].body[0].barrier.array = 1;
  Verdict verdict = check(program);
  EXPECT_EQ(verdict.kind, Verdict::Kind::Invalid);
  EXPECT_EQ(verdict.reason, "the program has an unknown barrier");
}

} // namespace
