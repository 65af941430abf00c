//===- GroupOps.cpp - Groups and members ----------------------------------===//

#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Model/Rules.h"

#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace pipegroup;

//===----------------------------------------------------------------------===//
// Clauses
//===----------------------------------------------------------------------===//

namespace {

/// Parses `(` anything `)`.
ParseResult parseParens(OpAsmParser &parser,
                        function_ref<ParseResult()> parseInside) {
  return failure(parser.parseLParen() || parseInside() || parser.parseRParen());
}

ParseResult parseNumber(OpAsmParser &parser, IntegerAttr &number) {
  int64_t value;
  if (parser.parseInteger(value))
    return failure();
  number = parser.getBuilder().getI64IntegerAttr(value);
  return success();
}

ParseResult parseNumbers(OpAsmParser &parser, size_t count,
                         DenseI64ArrayAttr &numbers) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> values;
  if (parser.parseCommaSeparatedList(
          [&] { return parser.parseInteger(values.emplace_back()); }))
    return failure();
  if (values.size() != count)
    return parser.emitError(loc)
           << "found " << values.size() << " numbers, expected " << count;
  numbers = parser.getBuilder().getDenseI64ArrayAttr(values);
  return success();
}

template <typename EnumAttr>
ParseResult parseEnum(OpAsmParser &parser, EnumAttr &attr) {
  auto value = parseModelEnum<decltype(attr.getValue())>(parser);
  if (failed(value))
    return failure();
  attr = EnumAttr::get(parser.getContext(), *value);
  return success();
}

ParseResult parseAgent(OpAsmParser &parser, AgentAttr &agent) {
  auto granularity = parseModelEnum<model::Granularity>(parser);
  int64_t count;
  if (failed(granularity) || parser.parseInteger(count))
    return failure();
  agent = AgentAttr::get(parser.getContext(), *granularity, count);
  return success();
}

/// The clauses of a member, in the order in which they are printed.
constexpr StringRef clauses[] = {"producer",
                                 "consumer",
                                 "bytes",
                                 "partial",
                                 "slot",
                                 "swizzle",
                                 "transport",
                                 "arm",
                                 "signal",
                                 "cluster",
                                 "multicast",
                                 "interleave",
                                 "advance_on_wait",
                                 "advance_on_acquire"};

/// Parses what follows the keyword of a clause. One without parentheses is a
/// unit attribute.
ParseResult parseClause(OpAsmParser &parser, StringRef keyword,
                        MemberOp::Properties &props) {
  auto unit = [&](UnitAttr &attr) {
    attr = parser.getBuilder().getUnitAttr();
    return success();
  };
  auto inParens = [&](auto parseInside) {
    return parseParens(parser, parseInside);
  };
  auto numbers = [&](size_t count, DenseI64ArrayAttr &attr) {
    return inParens([&] { return parseNumbers(parser, count, attr); });
  };
  if (keyword == "producer")
    return inParens([&] { return parseAgent(parser, props.producer); });
  if (keyword == "consumer")
    return inParens([&] { return parseAgent(parser, props.consumer); });
  if (keyword == "bytes")
    return inParens([&] { return parseNumber(parser, props.bytes); });
  if (keyword == "partial")
    return unit(props.partial);
  if (keyword == "slot")
    return inParens([&] { return parser.parseAttribute(props.slot); });
  if (keyword == "swizzle")
    return inParens([&] { return parseNumber(parser, props.swizzle); });
  if (keyword == "transport")
    return inParens([&] { return parseEnum(parser, props.transport); });
  if (keyword == "arm")
    return inParens([&] { return parseEnum(parser, props.arm); });
  if (keyword == "signal")
    return inParens([&] { return parseEnum(parser, props.signal); });
  if (keyword == "cluster")
    return numbers(4, props.cluster);
  if (keyword == "multicast")
    return numbers(2, props.multicast);
  if (keyword == "interleave")
    return numbers(4, props.interleave);
  return unit(keyword == "advance_on_wait" ? props.advance_on_wait
                                           : props.advance_on_acquire);
}

void printNumbers(OpAsmPrinter &printer, StringRef keyword,
                  DenseI64ArrayAttr numbers) {
  if (!numbers)
    return;
  printer << ' ' << keyword << '(';
  llvm::interleaveComma(numbers.asArrayRef(), printer);
  printer << ')';
}

template <typename EnumAttr>
void printEnum(OpAsmPrinter &printer, StringRef keyword, EnumAttr attr) {
  if (attr)
    printer << ' ' << keyword << '(' << nameRef(attr.getValue()) << ')';
}

void printAgent(OpAsmPrinter &printer, StringRef keyword, AgentAttr agent) {
  if (agent)
    printer << ' ' << keyword << '(' << nameRef(agent.getGranularity()) << ' '
            << agent.getCount() << ')';
}

/// Parses `attributes {...}`. What has a clause is written there, and only
/// there.
template <typename Op>
ParseResult parseAttributes(OpAsmParser &parser, OperationState &result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  for (StringRef name : Op::getAttributeNames())
    if (name != "sym_visibility" && result.attributes.get(name))
      return parser.emitError(loc)
             << "'" << name << "' is an attribute, expected its clause";
  return success();
}

} // namespace

//===----------------------------------------------------------------------===//
// MemberOp
//===----------------------------------------------------------------------===//

ParseResult MemberOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &props = result.getOrAddProperties<Properties>();
  StringAttr name;
  if (parser.parseSymbolName(name) || parseEnum(parser, props.type) ||
      parser.parseKeyword("stages") ||
      parseParens(parser, [&] { return parseNumber(parser, props.stages); }))
    return failure();
  props.sym_name = name;

  llvm::StringSet<> seen;
  StringRef keyword;
  llvm::SMLoc loc = parser.getCurrentLocation();
  while (succeeded(parser.parseOptionalKeyword(&keyword, clauses))) {
    if (!seen.insert(keyword).second)
      return parser.emitError(loc)
             << "clause '" << keyword << "' is written twice";
    if (parseClause(parser, keyword, props))
      return failure();
    loc = parser.getCurrentLocation();
  }
  return parseAttributes<MemberOp>(parser, result);
}

void MemberOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << ' ' << nameRef(getType()) << " stages(" << getStages() << ')';
  printAgent(printer, "producer", getProducerAttr());
  printAgent(printer, "consumer", getConsumerAttr());
  if (getBytes())
    printer << " bytes(" << *getBytes() << ')';
  if (getPartial())
    printer << " partial";
  if (getSlot())
    printer << " slot(" << *getSlot() << ')';
  if (getSwizzle())
    printer << " swizzle(" << *getSwizzle() << ')';
  printEnum(printer, "transport", getTransportAttr());
  printEnum(printer, "arm", getArmAttr());
  printEnum(printer, "signal", getSignalAttr());
  printNumbers(printer, "cluster", getClusterAttr());
  printNumbers(printer, "multicast", getMulticastAttr());
  printNumbers(printer, "interleave", getInterleaveAttr());
  if (getAdvanceOnWait())
    printer << " advance_on_wait";
  if (getAdvanceOnAcquire())
    printer << " advance_on_acquire";
  SmallVector<StringRef> elided(getAttributeNames());
  llvm::erase(elided, getSymVisibilityAttrName());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), elided);
}

bool pipegroup::isSharedMemory(MemRefType type) {
  return nvgpu::NVGPUDialect::isSharedMemoryAddressSpace(type.getMemorySpace());
}

bool pipegroup::isSharedBuffer(MemRefType type) {
  return type.hasStaticShape() && type.getElementType().isIntOrFloat() &&
         type.getElementTypeBitWidth() % 8 == 0 && type.getNumElements() > 0 &&
         type.getLayout().isIdentity() && isSharedMemory(type);
}

MemRefType MemberOp::getSlotType() {
  std::optional<Type> slot = getSlot();
  return slot ? cast<MemRefType>(*slot) : MemRefType();
}

model::MemberConfig MemberOp::getMemberConfig() {
  model::MemberConfig config;
  config.name = getSymName().str();
  config.type = getType();
  config.stages = getStages();
  if (AgentAttr agent = getProducerAttr())
    config.producer = agent.getAgent();
  if (AgentAttr agent = getConsumerAttr())
    config.consumer = agent.getAgent();
  config.bytes = getBytes();
  config.partial = getPartial();
  if (MemRefType slot = getSlotType(); slot && isSharedBuffer(slot)) {
    int64_t elementBytes = slot.getElementTypeBitWidth() / 8;
    config.slotBytes = slot.getNumElements() * elementBytes;
    config.slotRowBytes =
        (slot.getRank() == 0 ? 1 : slot.getShape().back()) * elementBytes;
  }
  config.swizzle = getSwizzle().value_or(0);
  config.transport = getTransport().value_or(config.transport);
  config.arm = getArm().value_or(config.arm);
  config.signal = getSignal().value_or(config.signal);
  if (std::optional<ArrayRef<int64_t>> sizes = getCluster())
    config.cluster = {(*sizes)[0], (*sizes)[1], (*sizes)[2], (*sizes)[3]};
  if (std::optional<ArrayRef<int64_t>> modes = getMulticast())
    config.multicast = {(*modes)[0], (*modes)[1]};
  if (std::optional<ArrayRef<int64_t>> strides = getInterleave())
    config.interleave = {(*strides)[0], (*strides)[1], (*strides)[2],
                         (*strides)[3]};
  config.advanceOnWait = getAdvanceOnWait();
  config.advanceOnAcquire = getAdvanceOnAcquire();
  return config;
}

LogicalResult MemberOp::verify() {
  // The generic form can hold lists of any length.
  for (auto [name, list, length] :
       {std::tuple{"cluster", getCluster(), size_t(4)},
        std::tuple{"multicast", getMulticast(), size_t(2)},
        std::tuple{"interleave", getInterleave(), size_t(4)}})
    if (list && list->size() != length)
      return emitOpError() << "has " << list->size() << " numbers in '" << name
                           << "', expected " << length;

  model::MemberConfig config = getMemberConfig();
  bool failed = false;
  if (MemRefType slot = getSlotType(); slot && !isSharedBuffer(slot)) {
    emitOpError() << "'@" << config.name << "' has slots of type " << slot
                  << ", expected a static shape of elements of whole bytes "
                     "without a layout map in shared memory, as in "
                     "memref<64x64xf16, 3> [M14]";
    return failure();
  }
  if (getSwizzle() == 0) {
    emitOpError() << "'@" << config.name
                  << "' has swizzle 0, expected 32, 64 or 128 bytes, or none "
                     "[M14]";
    return failure();
  }
  for (const model::Problem &problem : model::checkMember(config))
    if (!problem.isWarning) {
      emitOpError() << "'@" << config.name << "' " << problem.text << " ["
                    << problem.rule << ']';
      failed = true;
    }
  return failure(failed);
}

//===----------------------------------------------------------------------===//
// GroupOp
//===----------------------------------------------------------------------===//

ParseResult GroupOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &props = result.getOrAddProperties<Properties>();
  StringAttr name;
  if (parser.parseSymbolName(name))
    return failure();
  props.sym_name = name;

  llvm::SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  while (succeeded(parser.parseOptionalKeyword(
      &keyword, {"merge", "fork", "fused_merge", "config", "dynamic"}))) {
    bool isTwice = keyword == "config"    ? bool(props.config)
                   : keyword == "dynamic" ? bool(props.dynamic)
                                          : bool(props.mode);
    if (isTwice)
      return parser.emitError(loc)
             << "clause '" << keyword << "' is written twice";
    if (keyword == "config") {
      FailureOr<ConfigAttr> config = failure();
      if (parser.parseLParen() ||
          failed(config = ConfigAttr::parseClauses(parser)) ||
          parser.parseRParen())
        return failure();
      props.config = *config;
    } else if (keyword == "dynamic") {
      if (parseParens(parser,
                      [&] { return parseNumber(parser, props.dynamic); }))
        return failure();
    } else {
      props.mode = ModeAttr::get(
          parser.getContext(),
          *model::fromName<model::Mode>({keyword.data(), keyword.size()}));
    }
    loc = parser.getCurrentLocation();
  }
  if (parseAttributes<GroupOp>(parser, result))
    return failure();
  Region *body = result.addRegion();
  if (parser.parseRegion(*body))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  return success();
}

void GroupOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  if (getMode())
    printer << ' ' << nameRef(*getMode());
  if (ConfigAttr config = getConfigAttr()) {
    printer << " config(";
    config.printClauses(printer);
    printer << ')';
  }
  if (getDynamic())
    printer << " dynamic(" << *getDynamic() << ')';
  SmallVector<StringRef> elided(getAttributeNames());
  llvm::erase(elided, getSymVisibilityAttrName());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), elided);
  printer << ' ';
  printer.printRegion(getBodyRegion());
}

model::GroupConfig GroupOp::getGroupConfig() {
  model::GroupConfig config;
  config.name = getSymName().str();
  config.mode = getMode();
  for (MemberOp member : getMembers())
    config.members.push_back(member.getMemberConfig());
  if (ConfigAttr written = getConfigAttr())
    config.config = written.getConfig();
  config.dynamicOffset = getDynamic();
  return config;
}

std::optional<model::Mode> GroupOp::getResolvedMode() {
  // A written mode agrees with the kinds in every group that verifies.
  if (getMode())
    return getMode();
  // Only kinds count, and the first that differ decide: this is asked for every
  // op on the group.
  model::GroupConfig kinds;
  for (MemberOp member : getMembers()) {
    kinds.members.emplace_back().type = member.getType();
    if (std::optional<model::Mode> mode = model::resolveMode(kinds))
      return mode;
    kinds.members.resize(1);
  }
  return std::nullopt;
}

int64_t GroupOp::getStages() { return (*getMembers().begin()).getStages(); }

void GroupOp::emitProblem(const model::Problem &problem) {
  SmallVector<MemberOp> members(getMembers());
  Operation *op = *this;
  StringRef name = getSymName();
  if (problem.member) {
    op = members[*problem.member];
    name = members[*problem.member].getSymName();
  }
  InFlightDiagnostic diag =
      problem.isWarning ? op->emitWarning() : op->emitOpError();
  diag << "'@" << name << "' " << problem.text << " [" << problem.rule << ']';
  for (const model::Problem::Note &note : problem.notes)
    diag.attachNote(members[note.member].getLoc())
        << "member '@" << members[note.member].getSymName() << "' "
        << note.text;
}

LogicalResult GroupOp::verifyRegions() {
  for (Operation &op : *getBody())
    if (!isa<MemberOp>(op))
      return op.emitOpError() << "is inside 'pipegroup.group', expected only "
                                 "'pipegroup.member'";
  model::Problems problems = model::checkGroupRules(getGroupConfig());
  for (const model::Problem &problem : problems)
    if (!problem.isWarning)
      emitProblem(problem);
  return failure(model::hasErrors(problems));
}
