//===- Kinds.h - The vocabulary of pipelines and the table of types -------===//
//
// Part of the core: plain C++17, no LLVM include.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_MODEL_KINDS_H
#define PIPEGROUP_MODEL_KINDS_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pipegroup::model {

/// Which end of a pipeline: the producer fills slots, the consumer frees them.
enum class Side { Producer, Consumer };

/// What performs one side's work on a slot.
enum class Kind { Async, Tma, Umma };

/// The six public pipeline types; each is a producer kind and a consumer kind.
enum class PipelineType {
  AsyncAsync,
  TmaAsync,
  TmaUmma,
  UmmaAsync,
  AsyncUmma,
  UmmaUmma
};

/// How members share barriers.
enum class Mode { Merge, Fork, FusedMerge };

/// The unit in which an agent counts itself.
enum class Granularity { Thread, Warp };

/// How an async producer writes its slots.
enum class Transport { Generic, CpAsync };

/// Which warps of a TMA producer arm the full barrier.
enum class ArmPolicy { EachWarp, Leader };

/// Which CTAs a consumer's release signals.
enum class SignalPolicy { All, CtaLeader };

/// The instruction with which one side signals its barrier.
enum class Signal {
  ThreadArrive,  ///< every thread: mbarrier.arrive
  WarpArrive,    ///< one elected lane of each converged warp: mbarrier.arrive
  CpAsyncArrive, ///< every thread: cp.async.mbarrier.arrive.noinc
  ExpectTx,      ///< one elected lane of each warp: mbarrier.arrive.expect_tx
  UmmaCommit     ///< one elected lane: tcgen05.commit
};

/// The spelling of every enumerator, in declaration order. Parsers, printers,
/// diagnostics and tools all read these tables.
template <typename E> struct EnumNames;

template <> struct EnumNames<Side> {
  static constexpr std::array<std::string_view, 2> names = {"producer",
                                                            "consumer"};
};
template <> struct EnumNames<Kind> {
  static constexpr std::array<std::string_view, 3> names = {"async", "tma",
                                                            "umma"};
};
template <> struct EnumNames<PipelineType> {
  static constexpr std::array<std::string_view, 6> names = {
      "async_async", "tma_async",  "tma_umma",
      "umma_async",  "async_umma", "umma_umma"};
};
template <> struct EnumNames<Mode> {
  static constexpr std::array<std::string_view, 3> names = {"merge", "fork",
                                                            "fused_merge"};
};
template <> struct EnumNames<Granularity> {
  static constexpr std::array<std::string_view, 2> names = {"thread", "warp"};
};
template <> struct EnumNames<Transport> {
  static constexpr std::array<std::string_view, 2> names = {"generic",
                                                            "cp_async"};
};
template <> struct EnumNames<ArmPolicy> {
  static constexpr std::array<std::string_view, 2> names = {"each_warp",
                                                            "leader"};
};
template <> struct EnumNames<SignalPolicy> {
  static constexpr std::array<std::string_view, 2> names = {"all",
                                                            "cta_leader"};
};
template <> struct EnumNames<Signal> {
  static constexpr std::array<std::string_view, 5> names = {
      "mbarrier.arrive", "elected mbarrier.arrive",
      "cp.async.mbarrier.arrive.noinc", "elected mbarrier.arrive.expect_tx",
      "elected tcgen05.commit"};
};

/// The spelling of `value`.
template <typename E> constexpr std::string_view nameOf(E value) {
  return EnumNames<E>::names[static_cast<size_t>(value)];
}

/// The enumerator spelled `name`, if there is one.
template <typename E> std::optional<E> fromName(std::string_view name) {
  for (size_t i = 0; i < EnumNames<E>::names.size(); ++i)
    if (EnumNames<E>::names[i] == name)
      return static_cast<E>(i);
  return std::nullopt;
}

/// All spellings of `E`, quoted and separated by commas, for diagnostics.
template <typename E> std::string listNames() {
  std::string list;
  for (std::string_view name : EnumNames<E>::names)
    list += (list.empty() ? "'" : ", '") + std::string(name) + "'";
  return list;
}

/// The table of types: one row per type.
struct PipelineTypeRow {
  PipelineType type;
  Kind producer;
  Kind consumer;
};
inline constexpr std::array<PipelineTypeRow, 6> pipelineTypeTable = {{
    {PipelineType::AsyncAsync, Kind::Async, Kind::Async},
    {PipelineType::TmaAsync, Kind::Tma, Kind::Async},
    {PipelineType::TmaUmma, Kind::Tma, Kind::Umma},
    {PipelineType::UmmaAsync, Kind::Umma, Kind::Async},
    {PipelineType::AsyncUmma, Kind::Async, Kind::Umma},
    {PipelineType::UmmaUmma, Kind::Umma, Kind::Umma},
}};

/// The kind of `side` in a pipeline of `type`.
constexpr Kind kindOf(PipelineType type, Side side) {
  const PipelineTypeRow &row = pipelineTypeTable[static_cast<size_t>(type)];
  return side == Side::Producer ? row.producer : row.consumer;
}

/// The side that one task drives for all members of a group of `mode`: its
/// barriers are shared.
constexpr Side collapsedSide(Mode mode) {
  return mode == Mode::Fork ? Side::Producer : Side::Consumer;
}

} // namespace pipegroup::model

#endif // PIPEGROUP_MODEL_KINDS_H
