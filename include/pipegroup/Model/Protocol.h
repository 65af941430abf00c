//===- Protocol.h - Who may do what (P1) ----------------------------------===//
//
// Part of the core: plain C++17, no LLVM include.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_MODEL_PROTOCOL_H
#define PIPEGROUP_MODEL_PROTOCOL_H

#include "pipegroup/Model/Kinds.h"

namespace pipegroup::model {

/// What a task does with a state.
enum class Action { Acquire, Commit, Wait, Release, Tail };

/// Whether something is addressed as `@group` or as `@group::@member`.
enum class Owner { Group, Member };
template <> struct EnumNames<Owner> {
  static constexpr std::array<std::string_view, 2> names = {"group", "member"};
};

/// The side that performs `action`.
constexpr Side sideOf(Action action) {
  return action == Action::Wait || action == Action::Release ? Side::Consumer
                                                             : Side::Producer;
}

/// Who `action` addresses in a group of `mode`.
constexpr Owner ownerOf(Mode mode, Action action) {
  switch (action) {
  case Action::Acquire:
    return Owner::Member;
  case Action::Commit:
  case Action::Tail:
    return mode == Mode::Fork ? Owner::Group : Owner::Member;
  case Action::Wait:
    return mode == Mode::FusedMerge ? Owner::Group : Owner::Member;
  case Action::Release:
    return mode == Mode::Fork ? Owner::Member : Owner::Group;
  }
  return Owner::Group;
}

/// Who owns a state of `side` in a group of `mode`: the collapsed side has one
/// state for the group, the other side one per member.
constexpr Owner stateOwner(Mode mode, Side side) {
  return side == collapsedSide(mode) ? Owner::Group : Owner::Member;
}

/// Which of its two arrays a barrier belongs to.
enum class Role { Full, Empty };
template <> struct EnumNames<Role> {
  static constexpr std::array<std::string_view, 2> names = {"full", "empty"};
};

/// True if the members of a group of `mode` share the barriers of `role`.
constexpr bool isShared(Mode mode, Role role) {
  return mode == Mode::FusedMerge ||
         (mode == Mode::Merge) == (role == Role::Empty);
}

} // namespace pipegroup::model

#endif // PIPEGROUP_MODEL_PROTOCOL_H
