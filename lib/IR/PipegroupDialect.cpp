//===- PipegroupDialect.cpp - Dialect, types and attributes ---------------===//

#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pipegroup;

#include "pipegroup/IR/PipegroupDialect.cpp.inc"
#include "pipegroup/IR/PipegroupInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "pipegroup/IR/PipegroupAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "pipegroup/IR/PipegroupTypes.cpp.inc"

void PipegroupDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "pipegroup/IR/PipegroupAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "pipegroup/IR/PipegroupTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "pipegroup/IR/PipegroupOps.cpp.inc"
      >();
}

LogicalResult
PipegroupDialect::verifyRegionArgAttribute(Operation *op, unsigned regionIndex,
                                           unsigned argIndex,
                                           NamedAttribute attribute) {
  if (attribute.getName() != tensorMapAttrName)
    return op->emitOpError() << "has an argument with attribute '"
                             << attribute.getName().getValue()
                             << "', expected '" << tensorMapAttrName << "'";
  if (!isa<UnitAttr>(attribute.getValue()))
    return op->emitOpError()
           << "has an argument with attribute '" << tensorMapAttrName << "' of "
           << attribute.getValue() << ", expected it without a value";
  Type type = op->getRegion(regionIndex).empty()
                  ? Type()
                  : op->getRegion(regionIndex).getArgument(argIndex).getType();
  auto pointer = dyn_cast_if_present<LLVM::LLVMPointerType>(type);
  if (!type || (pointer && pointer.getAddressSpace() == 0))
    return success();
  return op->emitOpError() << "has a tensor map of type " << type
                           << ", expected !llvm.ptr";
}

Operation *PipegroupDialect::materializeConstant(OpBuilder &builder,
                                                 Attribute value, Type type,
                                                 Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

bool pipegroup::isNVGPUBarrierGroup(Type type) {
  auto group = dyn_cast<nvgpu::MBarrierGroupType>(type);
  return group &&
         nvgpu::NVGPUDialect::isSharedMemoryAddressSpace(
             group.getMemorySpace()) &&
         group.getNumBarriers() == 1;
}

LogicalResult StateType::verify(function_ref<InFlightDiagnostic()> emitError,
                                int64_t stages) {
  if (stages >= 1)
    return success();
  return emitError() << "state of " << stages
                     << " stages, expected at least 1 [M1]";
}

//===----------------------------------------------------------------------===//
// ConfigAttr
//===----------------------------------------------------------------------===//

/// Parses `(1, 2)`; the numbers may have a sign.
static FailureOr<DenseI64ArrayAttr> parseNumbers(AsmParser &parser) {
  SmallVector<int64_t> numbers;
  if (failed(parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
        return parser.parseInteger(numbers.emplace_back());
      })))
    return failure();
  return DenseI64ArrayAttr::get(parser.getContext(), numbers);
}

FailureOr<ConfigAttr> ConfigAttr::parseClauses(AsmParser &parser) {
  PipelineTypeAttr type;
  IntegerAttr stages;
  DenseI64ArrayAttr full, empty, bytes;
  StringRef keyword;
  llvm::SMLoc loc = parser.getCurrentLocation();
  auto parseList = [&](DenseI64ArrayAttr &list) -> ParseResult {
    if (list)
      return parser.emitError(loc)
             << "clause '" << keyword << "' is written twice";
    FailureOr<DenseI64ArrayAttr> numbers = parseNumbers(parser);
    if (failed(numbers))
      return failure();
    list = *numbers;
    return success();
  };
  while (succeeded(parser.parseOptionalKeyword(&keyword))) {
    ParseResult parsed = success();
    if (keyword == "stages") {
      int64_t value;
      if (stages)
        return parser.emitError(loc)
               << "clause '" << keyword << "' is written twice";
      if (parser.parseLParen() || parser.parseInteger(value) ||
          parser.parseRParen())
        return parser.emitError(loc, "malformed clause 'stages'");
      stages = parser.getBuilder().getI64IntegerAttr(value);
    } else if (keyword == "full") {
      parsed = parseList(full);
    } else if (keyword == "empty") {
      parsed = parseList(empty);
    } else if (keyword == "bytes") {
      parsed = parseList(bytes);
    } else if (auto value = model::fromName<model::PipelineType>(
                   {keyword.data(), keyword.size()});
               value && !type) {
      type = PipelineTypeAttr::get(parser.getContext(), *value);
    } else {
      return parser.emitError(loc)
             << "found clause '" << keyword
             << "', expected a pipeline type, 'stages', 'full', 'empty' or "
                "'bytes', each once";
    }
    if (failed(parsed))
      return failure();
    loc = parser.getCurrentLocation();
  }
  return ConfigAttr::get(parser.getContext(), type, stages, full, empty, bytes);
}

void ConfigAttr::printClauses(AsmPrinter &printer) const {
  StringRef separator = "";
  auto separate = [&] {
    printer << separator;
    separator = " ";
  };
  if (getType()) {
    separate();
    printer << nameRef(getType().getValue());
  }
  if (getStages()) {
    separate();
    printer << "stages(" << getStages().getInt() << ')';
  }
  auto printList = [&](StringRef name, DenseI64ArrayAttr list) {
    if (!list)
      return;
    separate();
    printer << name << '(';
    llvm::interleaveComma(list.asArrayRef(), printer);
    printer << ')';
  };
  printList("full", getFull());
  printList("empty", getEmpty());
  printList("bytes", getBytes());
}

Attribute ConfigAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<ConfigAttr> config = parseClauses(parser);
  if (failed(config) || parser.parseGreater())
    return {};
  return *config;
}

void ConfigAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printClauses(printer);
  printer << '>';
}

model::ExplicitConfig ConfigAttr::getConfig() const {
  model::ExplicitConfig config;
  auto toVector = [](DenseI64ArrayAttr list) {
    std::optional<std::vector<int64_t>> numbers;
    if (list)
      numbers.emplace(list.asArrayRef().begin(), list.asArrayRef().end());
    return numbers;
  };
  if (getType())
    config.type = getType().getValue();
  if (getStages())
    config.stages = getStages().getInt();
  config.full = toVector(getFull());
  config.empty = toVector(getEmpty());
  config.bytes = toVector(getBytes());
  return config;
}
