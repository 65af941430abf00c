//===- ClusterTest.cpp - Who writes to and who signals whom ---------------===//
//
// Masks, destinations and counts of all clusters are compared with what follows
// from a world that this file builds itself: CTAs, the tiles that they read,
// and the loads that bring them. It asks the library for no rank and no mask.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

using namespace pipegroup::model;
using namespace pipegroup::model::test;

namespace {

//===----------------------------------------------------------------------===//
// The world
//===----------------------------------------------------------------------===//

const Multicast allMulticasts[] = {{1, 0}, {0, 1}, {1, 1}};

/// All layouts of 1 to 16 CTAs.
std::vector<ClusterLayout> allLayouts() {
  std::vector<ClusterLayout> layouts;
  for (int64_t v : {1, 2})
    for (int64_t m = 1; m <= 16; ++m)
      for (int64_t n = 1; n <= 16; ++n)
        for (int64_t k = 1; k <= 16; ++k)
          if (v * m * n * k <= 16)
            layouts.push_back({v, m, n, k});
  return layouts;
}

/// A CTA by its coordinates. CTAs are numbered as hardware does in a grid whose
/// x runs over all halves of all rows, y over columns and z over k.
struct Cta {
  int64_t v, m, n, k;
};

std::vector<Cta> ctasOf(const ClusterLayout &layout) {
  std::vector<Cta> ctas;
  for (int64_t z = 0; z < layout.k; ++z)
    for (int64_t y = 0; y < layout.n; ++y)
      for (int64_t x = 0; x < layout.v * layout.m; ++x)
        ctas.push_back({x % layout.v, x / layout.v, y, z});
  return ctas;
}

/// The part of an operand that a CTA needs. A is split into rows, B into
/// columns, both into halves of a pair; CTAs along k work on other parts.
using Tile = std::tuple<Operand, int64_t, int64_t, int64_t>;
Tile tileOf(Operand operand, const Cta &cta) {
  return {operand, operand == Operand::A ? cta.m : cta.n, cta.v, cta.k};
}

/// True if `writer` loads what lands in a slot of `reader`: each loads its own
/// tile, or, if that is multicast, a share of it for all that need the same.
bool writes(const Multicast &multicast, Operand operand, const Cta &writer,
            const Cta &reader) {
  bool isShared = operand == Operand::A ? multicast.m == 1 : multicast.n == 1;
  bool isSame = std::tie(writer.v, writer.m, writer.n, writer.k) ==
                std::tie(reader.v, reader.m, reader.n, reader.k);
  return isSame ||
         (isShared && tileOf(operand, writer) == tileOf(operand, reader));
}
bool writes(const Multicast &multicast, const Cta &writer, const Cta &reader) {
  return writes(multicast, Operand::A, writer, reader) ||
         writes(multicast, Operand::B, writer, reader);
}

bool isPair(const Cta &a, const Cta &b) {
  return a.m == b.m && a.n == b.n && a.k == b.k;
}

/// The set of those ranks of `layout` for whose CTA `is` holds.
CtaMask collect(const ClusterLayout &layout,
                const std::function<bool(const Cta &)> &is) {
  CtaMask mask = 0;
  std::vector<Cta> ctas = ctasOf(layout);
  for (size_t rank = 0; rank < ctas.size(); ++rank)
    if (is(ctas[rank]))
      mask |= 1 << rank;
  return mask;
}

std::string name(const ClusterLayout &layout, const Multicast &multicast) {
  return "cluster" + toString(layout) + " multicast" + toString(multicast);
}

/// Calls `check` with every layout, multicast mode, rank and the rank's CTA.
void forEachRank(
    const std::function<void(const ClusterLayout &, const Multicast &, int64_t,
                             const Cta &)> &check) {
  for (const ClusterLayout &layout : allLayouts())
    for (const Multicast &multicast : allMulticasts) {
      SCOPED_TRACE(name(layout, multicast));
      std::vector<Cta> ctas = ctasOf(layout);
      for (size_t rank = 0; rank < ctas.size(); ++rank)
        check(layout, multicast, rank, ctas[rank]);
    }
}

//===----------------------------------------------------------------------===//
// Ranks
//===----------------------------------------------------------------------===//

TEST(ClusterTest, RanksAreThoseOfTheHardware) {
  for (const ClusterLayout &layout : allLayouts()) {
    std::vector<Cta> ctas = ctasOf(layout);
    ASSERT_EQ(static_cast<int64_t>(ctas.size()), layout.ctas());
    for (size_t rank = 0; rank < ctas.size(); ++rank) {
      CtaCoord coord{ctas[rank].v, ctas[rank].m, ctas[rank].n, ctas[rank].k};
      EXPECT_TRUE(coordOf(layout, rank) == coord) << rank;
      EXPECT_EQ(rankOf(layout, coord), static_cast<int64_t>(rank));
    }
  }
}

TEST(ClusterTest, PairsAreAnEvenRankAndTheNext) {
  for (const ClusterLayout &layout : allLayouts())
    for (int64_t rank = 0; rank < layout.ctas(); ++rank) {
      int64_t even = rank / 2 * 2;
      EXPECT_EQ(leaderOf(layout, rank), layout.v == 2 ? even : rank);
      EXPECT_EQ(pairOf(layout, rank), layout.v == 2 ? 3 << even : 1 << rank);
    }
}

TEST(ClusterTest, PairsMayBeOddInNumber) {
  ClusterLayout layout{2, 3, 1, 1};
  EXPECT_EQ(pairOf(layout, 5), 0b110000);
  EXPECT_EQ(leaderOf(layout, 5), 4);
  MemberConfig config = member("a", PipelineType::TmaUmma);
  config.cluster = layout;
  EXPECT_TRUE(accepted(checkMember(config)));
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

TEST(ClusterTest, LoadsWriteToAllThatNeedTheTile) {
  forEachRank([](const ClusterLayout &layout, const Multicast &multicast,
                 int64_t rank, const Cta &cta) {
    for (Operand operand : {Operand::A, Operand::B}) {
      EXPECT_EQ(loadMask(layout, multicast, operand, rank),
                collect(layout,
                        [&](const Cta &reader) {
                          return writes(multicast, operand, cta, reader);
                        }))
          << rank;
      EXPECT_EQ(writersOf(layout, multicast, operand, rank),
                collect(layout,
                        [&](const Cta &writer) {
                          return writes(multicast, operand, writer, cta);
                        }))
          << rank;
    }
  });
}

TEST(ClusterTest, ReleasesTellAllThatWriteIntoThePair) {
  forEachRank([](const ClusterLayout &layout, const Multicast &multicast,
                 int64_t rank, const Cta &cta) {
    EXPECT_EQ(sharersOf(layout, multicast, rank),
              collect(layout,
                      [&](const Cta &writer) {
                        for (const Cta &half : ctasOf(layout))
                          if (isPair(half, cta) &&
                              writes(multicast, writer, half))
                            return true;
                        return false;
                      }))
        << rank;
  });
}

// What a lowering may use: one pattern of each operand, shifted.
TEST(ClusterTest, MasksOfOneOperandDifferByAShift) {
  forEachRank([](const ClusterLayout &layout, const Multicast &multicast,
                 int64_t rank, const Cta &cta) {
    bool isShared[] = {multicast.m == 1, multicast.n == 1};
    int64_t strideM = layout.v, strideN = layout.v * layout.m;
    int64_t first[] = {rank - strideN * cta.n, rank - strideM * cta.m};
    for (Operand operand : {Operand::A, Operand::B}) {
      int i = operand == Operand::A ? 0 : 1;
      EXPECT_EQ(loadMask(layout, multicast, operand, rank),
                loadMask(layout, multicast, operand, 0)
                    << (isShared[i] ? first[i] : rank));
    }
  });
}

// What CUTLASS documents for pairs in a cluster of 4 x 4 (sm100_pipeline.hpp),
// each four bits being one column of the grid of CTAs.
TEST(ClusterTest, ReleaseMasksAreThoseOfCutlass) {
  ClusterLayout layout{2, 2, 4, 1};
  EXPECT_EQ(sharersOf(layout, {1, 1}, 0), 0b0011'0011'0011'1111);
  EXPECT_EQ(sharersOf(layout, {1, 0}, 0), 0b0011'0011'0011'0011);
  EXPECT_EQ(sharersOf(layout, {0, 1}, 0), 0b0000'0000'0000'1111);
  // And for CTA (3, 2), the second of its pair.
  EXPECT_EQ(sharersOf(layout, {1, 1}, 11), 0b1100'1111'1100'1100);
}

TEST(ClusterTest, MasksKeepTheirRule) {
  forEachRank([](const ClusterLayout &layout, const Multicast &multicast,
                 int64_t rank, const Cta &) {
    Problems problems;
    for (Operand operand : {Operand::A, Operand::B})
      checkM13(layout, MaskUse::Load,
               loadMask(layout, multicast, operand, rank), problems);
    checkM13(layout, MaskUse::Commit, pairOf(layout, rank), problems);
    checkM13(layout, MaskUse::Commit, sharersOf(layout, multicast, rank),
             problems);
    EXPECT_TRUE(accepted(problems)) << rank;
  });
}

TEST(ClusterTest, LanesSignalTheCtaOfTheirNumber) {
  forEachRank([](const ClusterLayout &layout, const Multicast &multicast,
                 int64_t rank, const Cta &) {
    CtaMask mask = sharersOf(layout, multicast, rank), found = 0;
    for (int64_t lane = 0; lane < 32; ++lane)
      if (std::optional<int64_t> cta = ctaOfLane(mask, lane)) {
        EXPECT_EQ(*cta, lane);
        found |= 1 << *cta;
      }
    EXPECT_EQ(found, mask);
  });
}

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

struct Types {
  PipelineType type;
  /// 'a', 't' or 'u': who produces and who consumes.
  char producer, consumer;
  bool copies = false;
};
const Types allTypes[] = {
    {PipelineType::AsyncAsync, 'a', 'a'},
    {PipelineType::TmaAsync, 't', 'a'},
    {PipelineType::TmaUmma, 't', 'u'},
    {PipelineType::UmmaAsync, 'u', 'a'},
    {PipelineType::AsyncUmma, 'a', 'u'},
    {PipelineType::UmmaUmma, 'u', 'u'},
    {PipelineType::AsyncAsync, 'a', 'a', true},
    {PipelineType::AsyncUmma, 'a', 'u', true},
};

std::string name(const Types &types) {
  return std::string(nameOf(types.type)) + (types.copies ? " by cp_async" : "");
}

MemberConfig memberOf(std::string name, const Types &types,
                      const ClusterLayout &layout, const Multicast &multicast) {
  MemberConfig config = member(std::move(name), types.type);
  config.cluster = layout;
  config.multicast = multicast;
  if (types.copies)
    config.transport = Transport::CpAsync;
  return config;
}

bool canPair(const Types &types) {
  return types.producer == 'u' || types.consumer == 'u';
}

/// Calls `check` with the plan of every type alone in every cluster.
void forEachPlan(
    const std::function<void(const Types &, const ClusterLayout &,
                             const Multicast &, const GroupPlan &)> &check) {
  for (const Types &types : allTypes)
    for (const ClusterLayout &layout : allLayouts())
      for (const Multicast &multicast : allMulticasts) {
        SCOPED_TRACE(name(types) + " " + name(layout, multicast));
        Derivation derivation =
            deriveGroup(plain(memberOf("a", types, layout, multicast)));
        ASSERT_EQ(derivation.plan.has_value(),
                  layout.v == 1 || (canPair(types) && !types.copies));
        if (derivation.plan)
          check(types, layout, multicast, *derivation.plan);
      }
}

/// The CTAs from which something arrives at a barrier of `role` of `rank`.
CtaMask sourcesAt(const GroupPlan &plan, Role role, int64_t rank) {
  CtaMask mask = 0;
  for (const SentArrivals &sent : sentArrivals(plan))
    if (plan.arrays[sent.array].role == role && sent.destination == rank)
      mask |= 1 << sent.source;
  return mask;
}

/// True if what `side` of `types` does in `cta` it does there: the tensor core
/// work of a pair is issued by the first of it.
bool runsIn(char kind, const Cta &cta) { return kind != 'u' || cta.v == 0; }

/// True if a consumer in `reader` reads the slot of `owner`: the tensor core
/// reads the slots of its pair.
bool reads(const Types &types, const Cta &reader, const Cta &owner) {
  if (types.consumer == 'u')
    return reader.v == 0 && isPair(reader, owner);
  return reader.v == owner.v && isPair(reader, owner);
}

/// True if a producer in `writer` fills the slot of `owner`.
bool fills(const Types &types, const Multicast &multicast, const Cta &writer,
           const Cta &owner) {
  if (types.producer == 't')
    return writes(multicast, writer, owner);
  if (types.producer == 'u')
    return writer.v == 0 && isPair(writer, owner);
  return writer.v == owner.v && isPair(writer, owner);
}

// No slot is filled again before all that read it have said so: where a
// producer waits, all of them arrive.
TEST(ClusterTest, ProducersHearOfEveryReaderOfWhatTheyFill) {
  forEachPlan([](const Types &types, const ClusterLayout &layout,
                 const Multicast &multicast, const GroupPlan &plan) {
    std::vector<Cta> ctas = ctasOf(layout);
    for (size_t rank = 0; rank < ctas.size(); ++rank) {
      if (!runsIn(types.producer, ctas[rank]))
        continue;
      CtaMask readers = collect(layout, [&](const Cta &reader) {
        for (const Cta &owner : ctas)
          if (fills(types, multicast, ctas[rank], owner) &&
              reads(types, reader, owner))
            return true;
        return false;
      });
      EXPECT_EQ(sourcesAt(plan, Role::Empty, rank), readers) << rank;
    }
  });
}

// Nothing is read before all that fill it have said so. The bytes of a TMA say
// it at the barrier that was armed for them; others arrive.
TEST(ClusterTest, ConsumersHearOfEveryWriterOfWhatTheyRead) {
  forEachPlan([](const Types &types, const ClusterLayout &layout,
                 const Multicast &multicast, const GroupPlan &plan) {
    std::vector<Cta> ctas = ctasOf(layout);
    for (size_t rank = 0; rank < ctas.size(); ++rank) {
      if (!runsIn(types.consumer, ctas[rank]))
        continue;
      CtaMask writers = collect(layout, [&](const Cta &writer) {
        for (const Cta &owner : ctas)
          if (reads(types, ctas[rank], owner) &&
              fills(types, multicast, writer, owner))
            return true;
        return false;
      });
      CtaMask own = 1 << rank;
      EXPECT_EQ(sourcesAt(plan, Role::Full, rank),
                types.producer == 't' ? own : writers)
          << rank;
    }
  });
}

// What a kernel works out from its rank are the CTAs that it signals.
TEST(ClusterTest, TermsOfAMaskAreItsDestinations) {
  int found = 0;
  forEachPlan([&](const Types &, const ClusterLayout &layout,
                  const Multicast &multicast, const GroupPlan &plan) {
    for (Side side : {Side::Producer, Side::Consumer}) {
      const SidePlan &of = plan.members[0].side(side);
      std::vector<MaskTerm> terms =
          destinationTerms(layout, multicast, of.signal, of.reach);
      for (int64_t rank = 0; rank < layout.ctas(); ++rank) {
        if (!signalsIn(layout, of.signal, rank) || of.reach == Reach::Leader)
          continue;
        CtaMask mask = 0;
        for (const MaskTerm &term : terms)
          mask |= term.base << shiftOf(layout, term.shift, rank);
        EXPECT_EQ(mask, destinationsOf(layout, multicast, of.reach, rank))
            << nameOf(side) << " " << rank;
        ++found;
      }
    }
  });
  EXPECT_GT(found, 1000);
}

TEST(ClusterTest, MasksThatAreEqualEverywhereAreConstant) {
  auto terms = [](const ClusterLayout &layout, Reach reach, Signal signal) {
    return destinationTerms(layout, {1, 1}, signal, reach);
  };
  std::vector<MaskTerm> row =
      terms({1, 1, 4, 1}, Reach::Sharers, Signal::WarpArrive);
  ASSERT_EQ(row.size(), 1u);
  EXPECT_EQ(row[0].base, 0xf);
  EXPECT_EQ(row[0].shift, MaskShift::None);
  std::vector<MaskTerm> pair =
      terms({2, 1, 1, 1}, Reach::Pair, Signal::UmmaCommit);
  ASSERT_EQ(pair.size(), 1u);
  EXPECT_EQ(pair[0].base, 0x3);
  EXPECT_EQ(pair[0].shift, MaskShift::None);
  EXPECT_EQ(terms({2, 2, 1, 1}, Reach::Pair, Signal::UmmaCommit)[0].shift,
            MaskShift::Rank);
  EXPECT_EQ(terms({1, 2, 2, 1}, Reach::Sharers, Signal::WarpArrive).size(), 2u);
}

// Data that cross CTAs are released to the cluster, and nothing else is.
TEST(ClusterTest, ScopesFollowTheData) {
  forEachPlan([](const Types &types, const ClusterLayout &layout,
                 const Multicast &, const GroupPlan &plan) {
    bool crosses = types.type == PipelineType::AsyncUmma && layout.v == 2;
    Scope scope = crosses ? Scope::Cluster : Scope::Cta;
    const MemberPlan &member = plan.members[0];
    EXPECT_EQ(member.producer.signalScope, scope);
    EXPECT_EQ(member.consumer.waitScope, scope);
    EXPECT_EQ(member.producer.waitScope, Scope::Cta);
    EXPECT_EQ(member.consumer.signalScope, Scope::Cta);
  });
}

// A CTA stays until all that signal its empty barriers have: none does in one
// CTA, and a leader that tells itself is no other.
TEST(ClusterTest, ReleasesOfOtherCtasAskForTails) {
  forEachPlan([](const Types &types, const ClusterLayout &layout,
                 const Multicast &multicast, const GroupPlan &plan) {
    bool isRemote = false;
    for (const SentArrivals &sent : sentArrivals(plan))
      isRemote |=
          sent.side == Side::Consumer && sent.source != sent.destination;
    EXPECT_EQ(releasedRemotely(plain(memberOf("a", types, layout, multicast))),
              isRemote);
  });
}

// Each CTA loads its share of each operand for all that need it. The bytes
// that come to a pair are those that its leader armed.
TEST(ClusterTest, LeadersArmForTheBytesThatCome) {
  for (const Types &types : {allTypes[1], allTypes[2]})
    for (const ClusterLayout &layout : allLayouts())
      for (const Multicast &multicast : allMulticasts) {
        SCOPED_TRACE(name(types) + " " + name(layout, multicast));
        if (layout.v == 2 && !canPair(types))
          continue;
        MemberConfig config = memberOf("a", types, layout, multicast);
        // A tile that the CTAs of a row or a column can share.
        const int64_t tile = 16 * layout.m * layout.n;
        config.slotBytes = 2 * tile;
        config.partial = false;
        config.bytes = 2 * tile * layout.v;
        config.producer = warp(2);
        ASSERT_FALSE(hasErrors(checkMember(config)));
        EXPECT_EQ(slotsPerFullBarrier(config), layout.v);
        GroupPlan plan = computePlan(plain(config), Mode::Merge);

        std::vector<Cta> ctas = ctasOf(layout);
        std::vector<int64_t> come(ctas.size()), armed(ctas.size());
        for (size_t from = 0; from < ctas.size(); ++from)
          for (Operand operand : {Operand::A, Operand::B}) {
            CtaMask mask = loadMask(layout, multicast, operand, from);
            int64_t shares = 0;
            for (size_t to = 0; to < ctas.size(); ++to)
              shares += holds(mask, to);
            for (size_t to = 0; to < ctas.size(); ++to)
              if (holds(mask, to))
                come[leaderOf(layout, to)] += tile / shares;
          }
        const SidePlan &producer = plan.members[0].producer;
        for (const SentArrivals &sent : sentArrivals(plan))
          if (sent.side == Side::Producer) {
            EXPECT_EQ(sent.source, sent.destination);
            armed[sent.destination] += sent.arrivals * producer.armBytes;
          }
        EXPECT_EQ(armed, come);
        for (size_t rank = 0; rank < ctas.size(); ++rank)
          EXPECT_EQ(armed[rank], ctas[rank].v == 0 ? plan.arrays[0].bytes : 0);
      }
}

/// The table of docs/Protocol.md, Clusters, for agents of `producers` and
/// `consumers`: full and empty arrivals.
std::pair<int64_t, int64_t> tableOf(const Types &types,
                                    const ClusterLayout &layout,
                                    const Multicast &multicast,
                                    const Agent &producers,
                                    const Agent &consumers) {
  int64_t sharers = multicast.n == 0   ? layout.n
                    : multicast.m == 0 ? layout.m
                                       : layout.m + layout.n - 1;
  bool isCluster = layout.v * layout.m * layout.n * layout.k > 1;
  switch (types.type) {
  case PipelineType::AsyncAsync:
    return {producers.count, consumers.count};
  case PipelineType::TmaAsync:
    return {producers.count,
            isCluster ? consumers.threads() / 32 * sharers : consumers.count};
  case PipelineType::TmaUmma:
    return {producers.count, sharers};
  case PipelineType::UmmaAsync:
    return {1, consumers.count * layout.v};
  case PipelineType::AsyncUmma:
    return {producers.count * layout.v, 1};
  case PipelineType::UmmaUmma:
    return {1, 1};
  }
  return {};
}

TEST(ClusterTest, CountsAreThoseOfTheTable) {
  int found = 0;
  for (const Types &types : allTypes)
    for (const ClusterLayout &layout : allLayouts())
      for (const Multicast &multicast : allMulticasts)
        for (const Agent &producers : {thread(96), warp(1), warp(4)})
          for (const Agent &consumers : {thread(128), warp(1), warp(4)}) {
            MemberConfig config = memberOf("a", types, layout, multicast);
            config.producer = producers;
            config.consumer = consumers;
            Derivation derivation = deriveGroup(plain(config));
            if (!derivation.plan)
              continue;
            ++found;
            EXPECT_EQ(std::pair(derivation.plan->arrays[0].arrivals,
                                derivation.plan->arrays[1].arrivals),
                      tableOf(types, layout, multicast, producers, consumers))
                << name(types) << " " << name(layout, multicast) << " "
                << toString(producers) << " " << toString(consumers);
          }
  EXPECT_GT(found, 10000);
}

TEST(ClusterTest, CountsOfOneCtaAreThoseOfEveryMulticastMode) {
  for (const Types &types : allTypes)
    for (const Multicast &multicast : allMulticasts) {
      GroupPlan plan = computePlan(
          plain(memberOf("a", types, {1, 1, 1, 1}, multicast)), Mode::Merge);
      GroupPlan alone = computePlan(
          plain(memberOf("a", types, {1, 1, 1, 1}, {1, 1})), Mode::Merge);
      for (size_t array : {0, 1})
        EXPECT_EQ(plan.arrays[array].arrivals, alone.arrays[array].arrivals);
      EXPECT_EQ(plan.members[0].consumer.signal,
                alone.members[0].consumer.signal);
    }
}

TEST(ClusterTest, ReachesAreEqualIffTheCtasAre) {
  for (const ClusterLayout &layout : allLayouts())
    for (const Multicast &multicast : allMulticasts)
      for (const Types &one : allTypes)
        for (const Types &other : allTypes)
          for (Side side : {Side::Producer, Side::Consumer}) {
            if (layout.v == 2 && !(canPair(one) && canPair(other)))
              continue;
            Reach a = reachOf(memberOf("a", one, layout, multicast), side);
            Reach b = reachOf(memberOf("b", other, layout, multicast), side);
            bool same = true, inside = true;
            for (int64_t rank = 0; rank < layout.ctas(); ++rank) {
              CtaMask ofA = destinationsOf(layout, multicast, a, rank);
              CtaMask ofB = destinationsOf(layout, multicast, b, rank);
              same &= ofA == ofB;
              inside &= (ofA & ofB) == ofA;
            }
            EXPECT_EQ(a == b, same) << name(layout, multicast) << " "
                                    << name(one) << " " << name(other);
            // What members signal together (G12) goes by the widest.
            bool together = side == Side::Producer
                                ? one.producer == other.producer &&
                                      one.copies == other.copies
                                : one.consumer == other.consumer;
            bool isNested = inside || a > b;
            EXPECT_TRUE(isNested || !together)
                << name(layout, multicast) << " " << name(one) << " "
                << name(other);
          }
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

const Mode allModes[] = {Mode::Merge, Mode::Fork, Mode::FusedMerge};

/// Calls `check` with each group of `size` members in each cluster that
/// derives, members in the order of their types; returns how many there are.
int forEachGroup(
    size_t size,
    const std::function<void(const GroupConfig &, const GroupPlan &)> &check) {
  const std::set<std::string_view> expected = {"M5", "M7",  "G7",
                                               "G8", "G12", "G14"};
  int found = 0;
  std::vector<size_t> rows(size);
  std::function<void(size_t)> choose = [&](size_t position) {
    if (position < size) {
      size_t first = position == 0 ? 0 : rows[position - 1];
      for (rows[position] = first; rows[position] < std::size(allTypes);
           ++rows[position])
        choose(position + 1);
      return;
    }
    for (const ClusterLayout &layout : allLayouts())
      for (const Multicast &multicast : allMulticasts)
        for (Mode mode : allModes) {
          GroupConfig config = group(mode, {});
          for (size_t row : rows) {
            MemberConfig next =
                memberOf("m" + std::to_string(config.members.size()),
                         allTypes[row], layout, multicast);
            // Some as warps, some as threads, and of different sizes where
            // they may be.
            if (config.members.size() % 2 == 1 && next.consumer == thread(128))
              next.consumer = warp(4);
            if (mode != Mode::Fork && next.producer == thread(32))
              next.producer = thread(32 * (config.members.size() + 1));
            config.members.push_back(next);
          }
          Derivation derivation = deriveGroup(config);
          if (derivation.plan) {
            SCOPED_TRACE(name(layout, multicast) + " " +
                         std::string(nameOf(mode)));
            check(config, *derivation.plan);
            ++found;
            continue;
          }
          for (const Problem &problem : derivation.problems)
            EXPECT_TRUE(problem.isWarning || expected.count(problem.rule))
                << show(derivation.problems);
        }
  };
  choose(0);
  return found;
}

/// Every barrier of every CTA gets in a phase what completes it, or nothing at
/// all, and then nobody waits for it.
void checkBarriers(const GroupConfig &, const GroupPlan &plan) {
  std::map<std::pair<size_t, int64_t>, int64_t> sums;
  int64_t ctas = plan.cluster.ctas();
  for (const SentArrivals &sent : sentArrivals(plan)) {
    ASSERT_LT(sent.array, plan.arrays.size());
    ASSERT_TRUE(sent.source >= 0 && sent.source < ctas);
    ASSERT_TRUE(sent.destination >= 0 && sent.destination < ctas);
    ASSERT_GT(sent.arrivals, 0);
    sums[{sent.array, sent.destination}] += sent.arrivals;
  }
  std::vector<Cta> all = ctasOf(plan.cluster);
  for (size_t array = 0; array < plan.arrays.size(); ++array)
    for (int64_t rank = 0; rank < ctas; ++rank) {
      bool isWaited = false;
      for (const MemberPlan &member : plan.members)
        for (const SidePlan *side : {&member.producer, &member.consumer})
          if (side->waits == array) {
            bool runs = side->signal != Signal::UmmaCommit || all[rank].v == 0;
            EXPECT_EQ(waitsIn(plan.cluster, side->signal, rank), runs);
            isWaited |= runs;
          }
      int64_t sum = sums[{array, rank}];
      bool isUsed = sum != 0 || isWaited;
      EXPECT_EQ(sum, isUsed ? plan.arrays[array].arrivals : 0)
          << "array " << array << " of CTA " << rank;
    }
}

TEST(ClusterTest, BarriersGetWhatTheyExpectInPlainPipelines) {
  EXPECT_GT(forEachGroup(1, checkBarriers), 3000);
}
TEST(ClusterTest, BarriersGetWhatTheyExpectInGroupsOfTwo) {
  EXPECT_GT(forEachGroup(2, checkBarriers), 10000);
}
TEST(ClusterTest, BarriersGetWhatTheyExpectInGroupsOfThree) {
  EXPECT_GT(forEachGroup(3, checkBarriers), 20000);
}

Types typesOf(const MemberConfig &config) {
  for (const Types &types : allTypes)
    if (types.type == config.type &&
        types.copies == (config.transport == Transport::CpAsync))
      return types;
  ADD_FAILURE() << nameOf(config.type);
  return allTypes[0];
}

/// What one member needs to hear it hears, also where members share barriers.
void checkWhatMembersHear(const GroupConfig &config, const GroupPlan &plan) {
  std::vector<Cta> ctas = ctasOf(plan.cluster);
  std::map<std::pair<size_t, int64_t>, CtaMask> heard;
  for (const SentArrivals &sent : sentArrivals(plan))
    heard[{sent.array, sent.destination}] |= 1 << sent.source;
  for (size_t i = 0; i < config.members.size(); ++i) {
    Types types = typesOf(config.members[i]);
    bool isSilent = types.producer == 't';
    for (size_t rank = 0; rank < ctas.size(); ++rank) {
      CtaMask readers = 0, writers = 0;
      for (size_t other = 0; other < ctas.size(); ++other)
        for (const Cta &owner : ctas) {
          if (fills(types, plan.multicast, ctas[rank], owner) &&
              reads(types, ctas[other], owner))
            readers |= 1 << other;
          if (reads(types, ctas[rank], owner) &&
              fills(types, plan.multicast, ctas[other], owner))
            writers |= 1 << other;
        }
      const MemberPlan &member = plan.members[i];
      CtaMask empty = heard[{member.producer.waits, rank}];
      CtaMask full = heard[{member.consumer.waits, rank}];
      EXPECT_TRUE(!runsIn(types.producer, ctas[rank]) ||
                  (readers & ~empty) == 0);
      EXPECT_TRUE(isSilent || !runsIn(types.consumer, ctas[rank]) ||
                  (writers & ~full) == 0);
    }
  }
}

TEST(ClusterTest, MembersHearWhatTheyNeedInGroupsOfTwo) {
  EXPECT_GT(forEachGroup(2, checkWhatMembersHear), 10000);
}

// Leaders alone wait and signal at barriers of leaders; all others are in use
// in every CTA.
TEST(ClusterTest, OnlyBarriersOfPeersStayUnused) {
  forEachPlan([](const Types &types, const ClusterLayout &layout,
                 const Multicast &, const GroupPlan &plan) {
    std::vector<Cta> ctas = ctasOf(layout);
    bool fullOfLeader = types.consumer == 'u';
    bool emptyOfLeader = types.producer == 'u';
    for (size_t rank = 0; rank < ctas.size(); ++rank) {
      bool isPeer = ctas[rank].v == 1;
      EXPECT_EQ(sourcesAt(plan, Role::Full, rank) == 0, isPeer && fullOfLeader);
      EXPECT_EQ(sourcesAt(plan, Role::Empty, rank) == 0,
                isPeer && emptyOfLeader);
    }
  });
}

/// All that a plan says of the signals of a side, and of the side.
std::string describeSignals(const SidePlan &side) {
  std::string text = std::string(nameOf(side.signal)) + " to " +
                     std::string(nameOf(side.reach));
  for (int64_t value : {side.arrivals, side.armBytes, side.sources,
                        int64_t(side.fenceBeforeSignal)})
    text += " " + std::to_string(value);
  return text;
}
std::string describe(const SidePlan &side) {
  return describeSignals(side) + (side.fenceAfterWait ? " fences" : "");
}

/// Members by name, with the numbers of their barriers, and the arrivals that
/// are sent.
std::multiset<std::string> describe(const GroupConfig &config,
                                    const GroupPlan &plan) {
  std::multiset<std::string> facts;
  auto nameOfArray = [&](size_t array) {
    const BarrierArray &barriers = plan.arrays[array];
    return std::string(nameOf(barriers.role)) + " of " +
           (barriers.member ? config.members[*barriers.member].name : "all");
  };
  for (size_t i = 0; i < plan.members.size(); ++i)
    for (Side side : {Side::Producer, Side::Consumer}) {
      const SidePlan &of = plan.members[i].side(side);
      const BarrierArray &barriers = plan.arrays[of.signals];
      facts.insert(config.members[i].name + " " + describe(of) + " signals " +
                   nameOfArray(of.signals) + ", waits " +
                   nameOfArray(of.waits) + " " +
                   std::to_string(barriers.arrivals) + " " +
                   std::to_string(barriers.bytes));
    }
  for (const SentArrivals &sent : sentArrivals(plan))
    facts.insert(nameOfArray(sent.array) + " by " +
                 (sent.member ? config.members[*sent.member].name : "all") +
                 " from " + std::to_string(sent.source) + " to " +
                 std::to_string(sent.destination) + " " +
                 std::to_string(sent.arrivals));
  return facts;
}

/// The same in every order of the members.
void checkOrders(const GroupConfig &config, const GroupPlan &plan) {
  std::multiset<std::string> facts = describe(config, plan);
  std::vector<size_t> order(config.members.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  while (std::next_permutation(order.begin(), order.end())) {
    GroupConfig permuted = group(config.mode, {});
    for (size_t i : order)
      permuted.members.push_back(config.members[i]);
    EXPECT_EQ(describe(permuted, computePlan(permuted, plan.mode)), facts);
  }
}

TEST(ClusterTest, OrderOfTwoMembersChangesNothing) {
  EXPECT_GT(forEachGroup(2, checkOrders), 10000);
}

// In small clusters: the number of orders grows.
TEST(ClusterTest, OrderOfThreeMembersChangesNothing) {
  forEachGroup(3, [](const GroupConfig &config, const GroupPlan &plan) {
    if (plan.cluster.ctas() <= 4)
      checkOrders(config, plan);
  });
}

/// Members of a collapsed side signal as one: their plans say the same.
void checkCollapsed(const GroupConfig &, const GroupPlan &plan) {
  Side side = collapsedSide(plan.mode);
  const SidePlan &first = plan.members.front().side(side);
  for (const MemberPlan &member : plan.members)
    EXPECT_EQ(describeSignals(member.side(side)), describeSignals(first));
}

TEST(ClusterTest, MembersOfACollapsedSideSignalAlike) {
  EXPECT_GT(forEachGroup(2, checkCollapsed), 10000);
}

//===----------------------------------------------------------------------===//
// Examples in numbers
//===----------------------------------------------------------------------===//

std::vector<int64_t> arrivalsOf(const GroupConfig &config) {
  Derivation derivation = deriveGroup(config);
  EXPECT_TRUE(derivation.plan) << show(derivation.problems);
  std::vector<int64_t> arrivals;
  if (derivation.plan)
    for (const BarrierArray &array : derivation.plan->arrays)
      arrivals.push_back(array.arrivals);
  return arrivals;
}

using Counts = std::vector<int64_t>;

// Two CTAs that share a tile: a slot is free when the consumers of both are
// done, as each writes half of what the other reads.
TEST(ClusterTest, TwoCtasReleaseEachOther) {
  MemberConfig config = memberOf("a", allTypes[1], {1, 2, 1, 1}, {1, 1});
  config.consumer = warp(3);
  EXPECT_EQ(arrivalsOf(plain(config)), (Counts{1, 6}));
  config.multicast = {1, 0}; // along n, where there is one
  EXPECT_EQ(arrivalsOf(plain(config)), (Counts{1, 3}));
}

TEST(ClusterTest, GemmOfPairs) {
  ClusterLayout layout{2, 2, 4, 1};
  MemberConfig load = memberOf("load", allTypes[2], layout, {1, 1});
  EXPECT_EQ(arrivalsOf(plain(load)), (Counts{1, 5}));
  MemberConfig accumulator = memberOf("acc", allTypes[3], layout, {1, 1});
  EXPECT_EQ(arrivalsOf(plain(accumulator)), (Counts{1, 256}));
}

// What the group signals as one has to reach what each member needs.
TEST(ClusterTest, MergesReleaseAsTheMemberThatReachesFarthest) {
  ClusterLayout layout{1, 2, 2, 1};
  MemberConfig local = memberOf("local", allTypes[0], layout, {1, 1});
  MemberConfig loads = memberOf("loads", allTypes[1], layout, {1, 1});
  EXPECT_EQ(arrivalsOf(group(Mode::Merge, {local, loads})),
            (Counts{32, 1, 4 * 3}));
  EXPECT_EQ(arrivalsOf(group(Mode::Merge, {loads, local})),
            (Counts{1, 32, 4 * 3}));
}

TEST(ClusterTest, FusedPairsAddUpAtTheLeader) {
  ClusterLayout pair{2, 1, 1, 1};
  MemberConfig loads = memberOf("loads", allTypes[2], pair, {1, 1});
  MemberConfig threads = memberOf("threads", allTypes[4], pair, {1, 1});
  EXPECT_EQ(arrivalsOf(group(Mode::FusedMerge, {loads, threads})),
            (Counts{1 + 2 * 32, 1}));
}

TEST(ClusterTest, ForkOfLoadsReleasesPerMember) {
  ClusterLayout layout{1, 2, 2, 1};
  MemberConfig gemm = memberOf("gemm", allTypes[2], layout, {1, 1});
  MemberConfig act = memberOf("act", allTypes[1], layout, {1, 1});
  EXPECT_EQ(arrivalsOf(group(Mode::Fork, {gemm, act})), (Counts{1, 3, 4 * 3}));
}

} // namespace
