//===- ProtocolTest.cpp - Who may do what ---------------------------------===//

#include "pipegroup/Model/Protocol.h"

#include "gtest/gtest.h"

using namespace pipegroup::model;

namespace {

constexpr Owner G = Owner::Group, M = Owner::Member;

struct ActionRow {
  const char *name;
  Action action;
  Owner merge, fork, fusedMerge;
};
constexpr ActionRow actionTable[] = {
    {"acquire", Action::Acquire, M, M, M},
    {"commit", Action::Commit, M, G, M},
    {"wait", Action::Wait, M, M, G},
    {"release", Action::Release, G, M, G},
    {"tail", Action::Tail, M, G, M},
};

TEST(ProtocolTest, P1_EveryActionHasItsOwnerInEveryMode) {
  for (const ActionRow &row : actionTable) {
    EXPECT_EQ(ownerOf(Mode::Merge, row.action), row.merge) << row.name;
    EXPECT_EQ(ownerOf(Mode::Fork, row.action), row.fork) << row.name;
    EXPECT_EQ(ownerOf(Mode::FusedMerge, row.action), row.fusedMerge)
        << row.name;
  }
}

TEST(ProtocolTest, ConsumersWaitAndReleaseAndProducersDoTheRest) {
  EXPECT_EQ(sideOf(Action::Acquire), Side::Producer);
  EXPECT_EQ(sideOf(Action::Commit), Side::Producer);
  EXPECT_EQ(sideOf(Action::Wait), Side::Consumer);
  EXPECT_EQ(sideOf(Action::Release), Side::Consumer);
  EXPECT_EQ(sideOf(Action::Tail), Side::Producer);
}

TEST(ProtocolTest, MergesShareOneConsumerState) {
  for (Mode mode : {Mode::Merge, Mode::FusedMerge}) {
    EXPECT_EQ(stateOwner(mode, Side::Consumer), G) << nameOf(mode);
    EXPECT_EQ(stateOwner(mode, Side::Producer), M) << nameOf(mode);
  }
}

TEST(ProtocolTest, ForkSharesOneProducerState) {
  EXPECT_EQ(stateOwner(Mode::Fork, Side::Producer), G);
  EXPECT_EQ(stateOwner(Mode::Fork, Side::Consumer), M);
}

} // namespace
