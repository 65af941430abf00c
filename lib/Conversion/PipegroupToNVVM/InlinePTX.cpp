//===- InlinePTX.cpp - Pieces of PTX with many registers ------------------===//

#include "InlinePTX.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace pipegroup;

static Value constant(OpBuilder &builder, Location loc, Type type,
                      int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, type, value);
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

Registers::Registers(VectorType fragment)
    : fragment(fragment), packed(fragment) {
  unsigned width = fragment.getElementTypeBitWidth();
  if (width < 32)
    packed = VectorType::get(fragment.getNumElements() * width / 32,
                             IntegerType::get(fragment.getContext(), 32));
}

void Registers::append(OpBuilder &builder, Location loc, Value value,
                       SmallVectorImpl<Value> &registers) const {
  if (packed != fragment)
    value = LLVM::BitcastOp::create(builder, loc, packed, value);
  for (int64_t i = 0; i < size(); ++i)
    registers.push_back(LLVM::ExtractElementOp::create(
        builder, loc, value, constant(builder, loc, builder.getI32Type(), i)));
}

Value Registers::collect(OpBuilder &builder, Location loc,
                         ArrayRef<Value> registers) const {
  Value value = LLVM::PoisonOp::create(builder, loc, packed);
  for (auto [i, part] : llvm::enumerate(registers))
    value = LLVM::InsertElementOp::create(
        builder, loc, value, part,
        constant(builder, loc, builder.getI32Type(), i));
  if (packed != fragment)
    value = LLVM::BitcastOp::create(builder, loc, fragment, value);
  return value;
}

//===----------------------------------------------------------------------===//
// InlinePTX
//===----------------------------------------------------------------------===//

void InlinePTX::addResult(VectorType fragment, Value before) {
  Registers registers(fragment);
  results.push_back(registers);
  for (int64_t i = 0; i < registers.size(); ++i) {
    if (before)
      inputs += "," + std::to_string(types.size());
    // Early clobbers: the first instructions write registers while later ones
    // still have to read operands.
    outputs += outputs.empty() ? "=&" : ",=&";
    outputs += registers.constraint();
    types.push_back(registers.type());
  }
  if (before)
    registers.append(builder, loc, before, operands);
}

std::string InlinePTX::addOperand(Value value, char constraint) {
  operands.push_back(value);
  inputs += ',';
  inputs += constraint;
  return "$" + std::to_string(types.size() + operands.size() - 1);
}

SmallVector<std::string> InlinePTX::addOperands(Value fragment) {
  Registers registers(cast<VectorType>(fragment.getType()));
  SmallVector<Value> values;
  registers.append(builder, loc, fragment, values);
  SmallVector<std::string> places;
  for (Value value : values)
    places.push_back(addOperand(value, registers.constraint()));
  return places;
}

std::string InlinePTX::list(int64_t first, int64_t count) {
  std::string text = "{";
  for (int64_t i = 0; i < count; ++i)
    text += (i == 0 ? "$" : ", $") + std::to_string(first + i);
  return text + "}";
}

SmallVector<Value> InlinePTX::create(StringRef text) {
  SmallVector<Type, 1> type(types.begin(), types.end());
  if (types.size() > 1)
    type = {LLVM::LLVMStructType::getLiteral(builder.getContext(), types)};
  // Without results the first input has no comma before it.
  std::string constraints = outputs + inputs;
  auto op = LLVM::InlineAsmOp::create(
      builder, loc, TypeRange(type), operands, text,
      StringRef(constraints).ltrim(','),
      /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None,
      LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT),
      /*operand_attrs=*/ArrayAttr());
  SmallVector<Value> parts(op->getResults());
  if (types.size() > 1) {
    parts.clear();
    for (size_t i = 0; i < types.size(); ++i)
      parts.push_back(
          LLVM::ExtractValueOp::create(builder, loc, op.getRes(), i));
  }
  SmallVector<Value> values;
  ArrayRef<Value> left = parts;
  for (const Registers &registers : results) {
    values.push_back(
        registers.collect(builder, loc, left.take_front(registers.size())));
    left = left.drop_front(registers.size());
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

Value pipegroup::createSharedAddress(OpBuilder &builder, Location loc,
                                     Value memref) {
  MLIRContext *context = builder.getContext();
  Type i64 = builder.getI64Type();
  auto pointer = LLVM::LLVMPointerType::get(context, 3);
  int64_t rank = cast<MemRefType>(memref.getType()).getRank();
  auto sizes = LLVM::LLVMArrayType::get(i64, rank);
  auto type = LLVM::LLVMStructType::getLiteral(
      context, {pointer, pointer, i64, sizes, sizes});
  Value descriptor =
      UnrealizedConversionCastOp::create(builder, loc, type, memref)
          .getResult(0);
  Value aligned = LLVM::ExtractValueOp::create(builder, loc, descriptor, 1);
  return LLVM::PtrToIntOp::create(builder, loc, builder.getI32Type(), aligned);
}

Descriptors::Descriptors(OpBuilder &builder, Location loc, Value memref,
                         const model::OperandLayout &layout, uint64_t fixed,
                         Value row)
    : builder(builder), loc(loc), layout(layout) {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Value address = createSharedAddress(builder, loc, memref);
  if (row) {
    // From 64 rows to the next it is always as far.
    int64_t bytes = layout.extentOffset(64) / 64;
    Value offset = arith::MulIOp::create(builder, loc, row,
                                         constant(builder, loc, i32, bytes));
    address = arith::AddIOp::create(builder, loc, address, offset);
  }
  Value units = arith::ShRUIOp::create(builder, loc, address,
                                       constant(builder, loc, i32, 4));
  Value start = arith::AndIOp::create(builder, loc, units,
                                      constant(builder, loc, i32, 0x3FFF));
  first = arith::OrIOp::create(builder, loc,
                               arith::ExtUIOp::create(builder, loc, i64, start),
                               constant(builder, loc, i64, int64_t(fixed)));
}

Value Descriptors::get(int64_t band, int64_t step) {
  int64_t bytes = layout.extentOffset(band * 64) + layout.stepOffset(step);
  if (bytes == 0)
    return first;
  return arith::AddIOp::create(
      builder, loc, first,
      constant(builder, loc, builder.getI64Type(), bytes / 16));
}
