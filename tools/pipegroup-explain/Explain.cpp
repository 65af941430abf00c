//===- Explain.cpp - The facts that every output format shows -------------===//

#include "Explain.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace pipegroup;
using namespace pipegroup::explain;
using model::Action;
using model::Owner;
using model::Role;
using model::Side;

const std::array<ActionName, 7> explain::actionNames = {{
    {"acquire", Action::Acquire},
    {"try_acquire", Action::Acquire},
    {"commit", Action::Commit},
    {"tail", Action::Tail},
    {"wait", Action::Wait},
    {"try_wait", Action::Wait},
    {"release", Action::Release},
}};

std::string explain::spellSymbol(StringAttr name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << FlatSymbolRefAttr::get(name);
  return text;
}

std::string explain::spellSymbols(ArrayRef<StringAttr> names) {
  return llvm::join(llvm::map_range(names, spellSymbol), "::");
}

SmallVector<StringAttr> explain::scopeOf(Operation *op) {
  SmallVector<StringAttr> scope;
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (auto name =
            parent->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
      scope.insert(scope.begin(), name);
  return scope;
}

static StringAttr getSymbol(const Group &group, Party party) {
  GroupOp op = group.op;
  if (!party)
    return op.getSymNameAttr();
  return (*std::next(op.getMembers().begin(), *party)).getSymNameAttr();
}

StringRef Group::nameOf(Party party) const {
  return getSymbol(*this, party).getValue();
}

std::string Group::symbolOf(Party party) const {
  return spellSymbol(getSymbol(*this, party));
}

std::string Group::getTitle() const {
  std::string title = "group " + symbolOf({});
  SmallVector<StringAttr> scope = scopeOf(op);
  if (scope.empty())
    return title;
  return title + " in " + spellSymbols(scope);
}

Side Group::signallingSide(const model::BarrierArray &array) const {
  return array.role == Role::Full ? Side::Producer : Side::Consumer;
}

Side Group::waitingSide(const model::BarrierArray &array) const {
  return array.role == Role::Full ? Side::Consumer : Side::Producer;
}

SmallVector<Signaller> Group::signallersOf(size_t position) const {
  Side side = signallingSide(plan.arrays[position]);
  bool asOne = model::stateOwner(plan.mode, side) == Owner::Group;
  SmallVector<Signaller> found;
  for (auto [index, member] : llvm::enumerate(plan.members)) {
    const model::SidePlan &sidePlan = member.side(side);
    if (sidePlan.signals != position)
      continue;
    found.push_back({asOne ? Party() : Party(index), &sidePlan});
    // What members signal as one, the plan repeats at each of them.
    if (asOne)
      break;
  }
  return found;
}

SmallVector<Party> Group::waitersOf(size_t position) const {
  Side side = waitingSide(plan.arrays[position]);
  Action action = side == Side::Producer ? Action::Acquire : Action::Wait;
  if (model::ownerOf(plan.mode, action) == Owner::Group)
    return {Party()};
  SmallVector<Party> found;
  for (auto [index, member] : llvm::enumerate(plan.members))
    if (member.side(side).waits == position)
      found.push_back(index);
  return found;
}

SmallVector<Slots> Group::getSlots() const {
  SmallVector<Slots> slots;
  for (auto [number, ring] : llvm::enumerate(plan.rings)) {
    size_t member = 0;
    while (plan.members[member].ring != number)
      ++member;
    Slots found{{}, *config.members[member].slotBytes, &ring, nullptr};
    if (plan.mode != model::Mode::Fork)
      found.member = member;
    for (const SharedMemory::Ring &place : memory.getRings())
      if (place.group == op && place.ring == number)
        found.place = &place;
    slots.push_back(found);
  }
  return slots;
}

SmallVector<std::pair<Operation *, model::KernelStorage>>
Group::getKernels() const {
  SmallVector<std::pair<Operation *, model::KernelStorage>> kernels;
  for (Operation *kernel : memory.getKernelsOf(op))
    kernels.push_back({kernel, memory.getKernels().find(kernel)->second});
  return kernels;
}
