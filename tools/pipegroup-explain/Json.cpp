//===- Json.cpp - Groups as one JSON document -----------------------------===//
//
// docs/Explain.md documents the shape. Keys are streamed, not collected in an
// object, to keep them in an order that reads well.
//
//===----------------------------------------------------------------------===//

#include "Explain.h"

#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace pipegroup;
using namespace pipegroup::explain;
using llvm::json::OStream;
using model::Side;

namespace {

template <typename E> void writeName(OStream &json, StringRef key, E value) {
  json.attribute(key, nameRef(value));
}

/// The member's name, or null for the group.
void writeMember(const Group &group, Party party, OStream &json) {
  if (party)
    json.attribute("member", group.nameOf(party));
  else
    json.attribute("member", nullptr);
}

void writeStorage(const model::GroupPlan &plan, OStream &json) {
  json.attributeObject("storage", [&] {
    json.attribute("bytes", plan.storageBytes());
    json.attribute("place", plan.dynamicOffset ? "dynamic" : "static");
    json.attribute("offset", plan.dynamicOffset);
  });
}

void writeConfig(const model::MemberConfig &member, OStream &json) {
  writeName(json, "type", member.type);
  for (Side side : sides) {
    model::Agent agent = *model::effectiveAgent(member, side);
    json.attributeObject(nameRef(side), [&] {
      writeName(json, "granularity", agent.granularity);
      json.attribute("count", agent.count);
    });
  }
  json.attribute("bytes", member.bytes);
}

void writeMembers(const Group &group, OStream &json) {
  json.attributeArray("members", [&] {
    for (auto [index, member] : llvm::enumerate(group.config.members))
      json.object([&, index = index, &member = member] {
        json.attribute("name", group.nameOf(index));
        writeConfig(member, json);
      });
  });
}

void writeSlots(const Group &group, OStream &json) {
  json.attributeArray("slots", [&] {
    for (const Slots &slots : group.getSlots())
      json.object([&] {
        writeMember(group, slots.member, json);
        json.attribute("bytes", slots.bytes);
        json.attribute("stride", slots.plan->stride);
        json.attribute("alignment", slots.plan->alignment);
        bool isDynamic = slots.place && slots.place->dynamicOffset;
        json.attribute("place", !slots.place ? "unused"
                                : isDynamic  ? "dynamic"
                                             : "static");
        json.attribute("offset",
                       isDynamic ? slots.place->dynamicOffset : std::nullopt);
      });
  });
}

void writeKernels(const Group &group, OStream &json) {
  json.attributeArray("kernels", [&] {
    for (const auto &[kernel, storage] : group.getKernels())
      json.object([&, kernel = kernel, &storage = storage] {
        json.attribute("name", SymbolTable::getSymbolName(kernel).getValue());
        json.attributeArray("scope", [&] {
          for (StringAttr name : scopeOf(kernel))
            json.value(name.getValue());
        });
        json.attribute("staticBytes", storage.staticBytes);
        json.attribute("dynamicBytes", storage.dynamicBytes);
        json.attribute("bytes", storage.totalBytes());
      });
  });
}

void writeSignals(const Group &group, size_t position, OStream &json) {
  Side side = group.signallingSide(group.plan.arrays[position]);
  json.attributeArray("signals", [&] {
    for (const Signaller &signaller : group.signallersOf(position))
      json.object([&] {
        writeName(json, "side", side);
        writeMember(group, signaller.party, json);
        json.attribute("arrivals", signaller.plan->arrivals);
        json.attribute("bytesEach", signaller.plan->armBytes);
        writeName(json, "instruction", signaller.plan->signal);
      });
  });
}

void writeWaits(const Group &group, size_t position, OStream &json) {
  Side side = group.waitingSide(group.plan.arrays[position]);
  json.attributeArray("waits", [&] {
    for (Party party : group.waitersOf(position))
      json.object([&] {
        writeName(json, "side", side);
        writeMember(group, party, json);
      });
  });
}

void writeArray(const Group &group, size_t position, OStream &json) {
  const model::BarrierArray &array = group.plan.arrays[position];
  json.object([&] {
    writeName(json, "role", array.role);
    writeMember(group, array.member, json);
    json.attribute("firstBarrier", array.first);
    json.attribute("lastBarrier", group.plan.lastOf(array));
    json.attribute("byteOffset", array.byteOffset());
    json.attribute("arrivals", array.arrivals);
    json.attribute("bytes", array.bytes);
    writeSignals(group, position, json);
    writeWaits(group, position, json);
  });
}

void writeStates(const model::GroupPlan &plan, OStream &json) {
  json.attributeObject("states", [&] {
    for (Side side : sides) {
      model::Position start = model::positionAfter(side, 0, plan.stages);
      json.attributeObject(nameRef(side), [&] {
        writeName(json, "owner", model::stateOwner(plan.mode, side));
        json.attribute("index", start.index);
        json.attribute("phase", start.phase);
      });
    }
  });
}

void writeOps(const model::GroupPlan &plan, OStream &json) {
  json.attributeObject("ops", [&] {
    for (const ActionName &op : actionNames)
      writeName(json, op.name, model::ownerOf(plan.mode, op.action));
  });
}

void writeGroup(const Group &group, OStream &json) {
  const model::GroupPlan &plan = group.plan;
  json.attribute("name", group.nameOf({}));
  json.attributeArray("scope", [&] {
    for (StringAttr name : scopeOf(group.op))
      json.value(name.getValue());
  });
  writeName(json, "mode", plan.mode);
  json.attribute("modeWritten", group.config.mode.has_value());
  json.attribute("type", plan.type ? llvm::json::Value(nameRef(*plan.type))
                                   : llvm::json::Value(nullptr));
  json.attribute("stages", plan.stages);
  json.attribute("barriersPerStage", plan.numBarriersPerStage());
  json.attribute("barriers", plan.numBarriers());
  writeStorage(plan, json);
  writeMembers(group, json);
  writeSlots(group, json);
  json.attributeArray("arrays", [&] {
    for (size_t position = 0; position < plan.arrays.size(); ++position)
      writeArray(group, position, json);
  });
  writeStates(plan, json);
  writeOps(plan, json);
  writeKernels(group, json);
}

} // namespace

void explain::printJson(ArrayRef<Group> groups, raw_ostream &os) {
  OStream json(os, /*IndentSize=*/2);
  json.array([&] {
    for (const Group &group : groups)
      json.object([&] { writeGroup(group, json); });
  });
  os << '\n';
}
