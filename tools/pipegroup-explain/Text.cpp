//===- Text.cpp - Groups as tables ----------------------------------------===//

#include "Explain.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace pipegroup;
using namespace pipegroup::explain;
using model::Owner;
using model::Side;

namespace {

using Row = SmallVector<std::string>;

/// Lines of cells, aligned in columns.
class Table {
public:
  /// Columns listed in `numeric` are aligned to the right.
  explicit Table(Row header, ArrayRef<size_t> numeric = {})
      : isNumeric(header.size()) {
    for (size_t column : numeric)
      isNumeric[column] = true;
    add(std::move(header));
  }

  void add(Row row) { rows.push_back(std::move(row)); }

  /// Adds `row`, and a line for each of `more` that differs in the last cell.
  void add(Row row, ArrayRef<std::string> more) {
    size_t cells = row.size();
    add(std::move(row));
    for (const std::string &cell : more) {
      add(Row(cells));
      rows.back().back() = cell;
    }
  }

  void print(raw_ostream &os) const {
    os << '\n';
    for (const Row &row : rows) {
      std::string line;
      for (auto [column, cell] : llvm::enumerate(row)) {
        std::string padding(widthOf(column) - cell.size(), ' ');
        line += "  " + (isNumeric[column] ? padding + cell : cell + padding);
      }
      os << StringRef(line).rtrim() << '\n';
    }
  }

private:
  size_t widthOf(size_t column) const {
    size_t width = 0;
    for (const Row &row : rows)
      width = std::max(width, row[column].size());
    return width;
  }

  SmallVector<Row> rows;
  SmallVector<bool> isNumeric;
};

std::string describe(Owner owner) {
  return owner == Owner::Group ? "the group" : "each member";
}

std::string describe(const Group &group, Party party, Side side) {
  return group.symbolOf(party) + ' ' + nameRef(side).str();
}

/// `full @a`, or `full (shared)`.
std::string describe(const Group &group, const model::BarrierArray &array) {
  return nameRef(array.role).str() + ' ' +
         (array.member ? group.symbolOf(array.member) : "(shared)");
}

/// A number of bytes, of which 0 means that none are expected.
std::string describeBytes(int64_t bytes) {
  return bytes == 0 ? "-" : std::to_string(bytes);
}

void printHeader(const Group &group, raw_ostream &os) {
  const model::GroupPlan &plan = group.plan;
  os << group.getTitle() << "\n  mode      " << nameRef(plan.mode)
     << (group.config.mode ? " (written)" : " (derived from the kinds)")
     << "\n  type      " << (plan.type ? nameRef(*plan.type) : "mixed")
     << "\n  stages    " << plan.stages;
  if (plan.cluster.ctas() > 1)
    os << "\n  cluster   " << model::toString(plan.cluster) << ", multicast "
       << model::toString(plan.multicast);
  os << "\n  barriers  " << plan.numBarriers() << ", "
     << plan.numBarriersPerStage() << " per stage\n  storage   "
     << plan.storageBytes() << " bytes of ";
  if (plan.dynamicOffset)
    os << "dynamic shared memory, from byte " << *plan.dynamicOffset;
  else
    os << "static shared memory";
  os << '\n';
}

void printMembers(const Group &group, raw_ostream &os) {
  Table table({"member", "type", "producer", "consumer", "bytes"}, {4});
  for (auto [index, member] : llvm::enumerate(group.config.members)) {
    Row row = {group.symbolOf(index), nameRef(member.type).str()};
    for (Side side : sides)
      row.push_back(model::toString(*model::effectiveAgent(member, side)));
    row.push_back(describeBytes(member.bytes.value_or(0)));
    table.add(std::move(row));
  }
  table.print(os);
}

std::string describePlace(const Slots &slots) {
  if (!slots.place)
    return "unused";
  if (std::optional<int64_t> offset = slots.place->dynamicOffset)
    return "dynamic, from byte " + std::to_string(*offset);
  return "static";
}

void printSlots(const Group &group, raw_ostream &os) {
  Table table({"slots", "bytes", "stride", "alignment", "shared memory"},
              {1, 2, 3});
  SmallVector<Slots> all = group.getSlots();
  for (const Slots &slots : all)
    table.add({slots.member ? group.symbolOf(slots.member) : "(shared)",
               std::to_string(slots.bytes), std::to_string(slots.plan->stride),
               std::to_string(slots.plan->alignment), describePlace(slots)});
  if (!all.empty())
    table.print(os);
}

void printBarriers(const Group &group, raw_ostream &os) {
  Table table({"barriers", "numbers", "byte offset", "arrivals/phase",
               "bytes/phase", "waited on by"},
              {1, 2, 3, 4});
  for (auto [position, array] : llvm::enumerate(group.plan.arrays)) {
    SmallVector<std::string> waiters;
    for (Party party : group.waitersOf(position))
      waiters.push_back(describe(group, party, group.waitingSide(array)));
    table.add({describe(group, array),
               llvm::formatv("{0}..{1}", array.first, group.plan.lastOf(array)),
               std::to_string(array.byteOffset()),
               std::to_string(array.arrivals), describeBytes(array.bytes),
               waiters.front()},
              ArrayRef(waiters).drop_front());
  }
  table.print(os);
}

/// The instruction, and whom it tells if that is not just its own CTA.
std::string describe(const model::SidePlan &side) {
  std::string text = nameRef(side.signal).str();
  if (side.reach == model::Reach::Own)
    return text;
  return text + ", to " + nameRef(side.reach).str();
}

void printSignals(const Group &group, raw_ostream &os) {
  Table table({"signals", "by", "arrivals", "bytes each", "instruction"},
              {2, 3});
  for (auto [position, array] : llvm::enumerate(group.plan.arrays)) {
    std::string name = describe(group, array);
    for (const Signaller &signaller : group.signallersOf(position)) {
      table.add(
          {name, describe(group, signaller.party, group.signallingSide(array)),
           std::to_string(signaller.plan->arrivals),
           describeBytes(signaller.plan->armBytes), describe(*signaller.plan)});
      name.clear();
    }
  }
  table.print(os);
}

void printStates(const Group &group, raw_ostream &os) {
  Table table({"states", "one for", "start at (slot, parity)"});
  for (Side side : sides) {
    model::Position start = model::positionAfter(side, 0, group.plan.stages);
    table.add({nameRef(side).str(),
               describe(model::stateOwner(group.plan.mode, side)),
               llvm::formatv("({0}, {1})", start.index, start.phase)});
  }
  table.print(os);
}

void printOps(const Group &group, raw_ostream &os) {
  Table table({"address", "ops"});
  for (Owner owner : {Owner::Member, Owner::Group}) {
    SmallVector<StringRef> names;
    for (const ActionName &op : actionNames)
      if (model::ownerOf(group.plan.mode, op.action) == owner)
        names.push_back(op.name);
    table.add({describe(owner), llvm::join(names, ", ")});
  }
  table.print(os);
}

/// What kernels take of shared memory, where it is not only barriers.
void printKernels(ArrayRef<Group> groups, raw_ostream &os) {
  if (groups.empty() || groups.front().memory.getRings().empty())
    return;
  Table table({"kernel", "static bytes", "dynamic bytes", "together"},
              {1, 2, 3});
  for (const auto &[kernel, storage] : groups.front().memory.getKernels()) {
    SmallVector<StringAttr> names = scopeOf(kernel);
    names.push_back(SymbolTable::getSymbolName(kernel));
    table.add({spellSymbols(names), std::to_string(storage.staticBytes),
               std::to_string(storage.dynamicBytes),
               std::to_string(storage.totalBytes())});
  }
  os << "\nshared memory";
  table.print(os);
}

} // namespace

void explain::printText(ArrayRef<Group> groups, raw_ostream &os) {
  for (const Group &group : groups) {
    if (&group != groups.begin())
      os << '\n';
    printHeader(group, os);
    printMembers(group, os);
    printSlots(group, os);
    printBarriers(group, os);
    printSignals(group, os);
    printStates(group, os);
    printOps(group, os);
  }
  printKernels(groups, os);
}
