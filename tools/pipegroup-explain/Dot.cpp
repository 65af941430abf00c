//===- Dot.cpp - Groups as a Graphviz graph -------------------------------===//

#include "Explain.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace pipegroup;
using namespace pipegroup::explain;
using model::Owner;
using model::Side;

namespace {

/// Writes one group. Identifiers start with the group's position, because
/// groups in different modules can have the same name.
class Writer {
public:
  Writer(const Group &group, size_t number, raw_ostream &os)
      : group(group), prefix(llvm::formatv("g{0}_", number)), os(os) {}

  void writeCluster();

private:
  std::string agentId(Party party, Side side) const;
  std::string arrayId(size_t position) const;
  void writeAgents(Side side);
  void writeAgent(Party party, Side side);
  void writeArray(size_t position);
  void writeEdges(size_t position);
  void writeEdge(StringRef from, StringRef to, StringRef label,
                 StringRef attributes);

  const Group &group;
  std::string prefix;
  raw_ostream &os;
};

/// `text` as a quoted string, in which a line feed starts a new line.
std::string quote(StringRef text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    if (c == '\n')
      quoted += "\\n";
    else
      quoted += c;
  }
  return quoted + '"';
}

std::string Writer::agentId(Party party, Side side) const {
  // One task drives the collapsed side, whichever member an op names.
  if (!party || model::stateOwner(group.plan.mode, side) == Owner::Group)
    return prefix + nameRef(side).str();
  return llvm::formatv("{0}{1}{2}", prefix, nameRef(side), *party);
}

std::string Writer::arrayId(size_t position) const {
  return llvm::formatv("{0}array{1}", prefix, position);
}

void Writer::writeAgent(Party party, Side side) {
  os << "    " << agentId(party, side)
     << " [label=" << quote(group.symbolOf(party) + ' ' + nameRef(side).str())
     << ", shape=ellipse];\n";
}

void Writer::writeAgents(Side side) {
  if (model::stateOwner(group.plan.mode, side) == Owner::Group)
    return writeAgent({}, side);
  for (size_t member = 0; member < group.plan.members.size(); ++member)
    writeAgent(member, side);
}

void Writer::writeArray(size_t position) {
  const model::BarrierArray &array = group.plan.arrays[position];
  std::string label = llvm::formatv(
      "{0} {1}\nbarriers {2}..{3} at byte {4}\narrivals {5}, bytes {6}",
      nameRef(array.role),
      array.member ? group.symbolOf(array.member) : "(shared)", array.first,
      group.plan.lastOf(array), array.byteOffset(), array.arrivals,
      array.bytes);
  os << "    " << arrayId(position) << " [label=" << quote(label)
     << ", shape=box];\n";
}

void Writer::writeEdge(StringRef from, StringRef to, StringRef label,
                       StringRef attributes) {
  os << "    " << from << " -> " << to << " [label=" << quote(label)
     << attributes << "];\n";
}

void Writer::writeEdges(size_t position) {
  const model::BarrierArray &array = group.plan.arrays[position];
  for (const Signaller &signaller : group.signallersOf(position)) {
    std::string label = llvm::formatv("{0} x {1}", signaller.plan->arrivals,
                                      nameRef(signaller.plan->signal));
    if (int64_t bytes = signaller.plan->armBytes)
      label += llvm::formatv("\n{0} bytes each", bytes);
    writeEdge(agentId(signaller.party, group.signallingSide(array)),
              arrayId(position), label, "");
  }
  // Time runs from left to right; only the way back to the producers closes
  // the ring.
  Side waiting = group.waitingSide(array);
  StringRef attributes = waiting == Side::Producer
                             ? ", style=dashed, constraint=false"
                             : ", style=dashed";
  for (Party party : group.waitersOf(position))
    writeEdge(arrayId(position), agentId(party, waiting), "waits", attributes);
}

void Writer::writeCluster() {
  const model::GroupPlan &plan = group.plan;
  std::string label = llvm::formatv(
      "{0}\n{1}, stages {2}, barriers {3}, bytes {4}", group.getTitle(),
      nameRef(plan.mode), plan.stages, plan.numBarriers(), plan.storageBytes());
  os << "  subgraph cluster_" << StringRef(prefix).drop_back() << " {\n"
     << "    label=" << quote(label) << ";\n";
  for (Side side : sides)
    writeAgents(side);
  for (size_t position = 0; position < plan.arrays.size(); ++position)
    writeArray(position);
  for (size_t position = 0; position < plan.arrays.size(); ++position)
    writeEdges(position);
  os << "  }\n";
}

} // namespace

void explain::printDot(ArrayRef<Group> groups, raw_ostream &os) {
  os << "digraph pipegroup {\n  rankdir=LR;\n";
  for (auto [number, group] : llvm::enumerate(groups))
    Writer(group, number, os).writeCluster();
  os << "}\n";
}
