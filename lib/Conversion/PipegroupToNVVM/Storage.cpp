//===- Storage.cpp - Barrier storage and addresses, to LLVM ---------------===//

#include "Patterns.h"

#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

using namespace mlir;
using namespace pipegroup;

namespace {

constexpr unsigned sharedMemory = 3;

/// All external unsized arrays in shared memory begin where dynamic shared
/// memory does, so that one of our own goes together with everybody else's.
constexpr llvm::StringLiteral dynamicName = "__pipegroup_dynamic_shared";

LLVM::GlobalOp createGlobal(OpBuilder &builder, Location loc, StringRef name,
                            LLVM::Linkage linkage, int64_t barriers) {
  Type type = LLVM::LLVMArrayType::get(builder.getI64Type(), barriers);
  return LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/false,
                                linkage, name, /*value=*/Attribute(),
                                model::barrierBytes, sharedMemory);
}

/// Static storage becomes a global of its name; dynamic storage shares one.
void lowerBarriers(BarriersOp op) {
  OpBuilder builder(op);
  Operation *table = op->getParentOp();
  if (op.getDynamic()) {
    if (!SymbolTable::lookupSymbolIn(table, dynamicName))
      createGlobal(builder, op.getLoc(), dynamicName, LLVM::Linkage::External,
                   /*barriers=*/0);
  } else {
    createGlobal(builder, op.getLoc(), op.getSymName(), LLVM::Linkage::Internal,
                 op.getSize());
  }
  op.erase();
}

/// What nvgpu ops take is lowered to a memref descriptor; this builds one.
Value buildNVGPUBarriers(OpBuilder &builder, Location loc, Value pointer,
                         Type type) {
  Type i64 = builder.getI64Type();
  auto sizes = LLVM::LLVMArrayType::get(i64, 1);
  auto descriptorType = LLVM::LLVMStructType::getLiteral(
      builder.getContext(),
      {pointer.getType(), pointer.getType(), i64, sizes, sizes});
  Value descriptor = LLVM::PoisonOp::create(builder, loc, descriptorType);
  auto insert = [&](Value value, ArrayRef<int64_t> position) {
    descriptor =
        LLVM::InsertValueOp::create(builder, loc, descriptor, value, position);
  };
  Value zero = LLVM::ConstantOp::create(builder, loc, i64, 0);
  Value one = LLVM::ConstantOp::create(builder, loc, i64, 1);
  insert(pointer, 0);
  insert(pointer, 1);
  insert(zero, 2);
  insert(one, {3, 0});
  insert(one, {4, 0});
  return UnrealizedConversionCastOp::create(builder, loc, type, descriptor)
      .getResult(0);
}

void lowerBarrier(BarrierOp op, BarriersOp storage) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(op.getContext(), sharedMemory);
  StringRef name =
      storage.getDynamic() ? StringRef(dynamicName) : storage.getSymName();
  Value address = LLVM::AddressOfOp::create(builder, loc, pointer, name);
  // The index first: what then differs between arrays is a constant, which
  // becomes part of the instruction.
  address = LLVM::GEPOp::create(builder, loc, pointer, builder.getI64Type(),
                                address, LLVM::GEPArg(op.getIndex()));
  int64_t bytes =
      storage.getDynamic().value_or(0) + op.getOffset() * model::barrierBytes;
  if (bytes != 0)
    address = LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(),
                                  address, LLVM::GEPArg(int32_t(bytes)));
  Type type = op.getAddress().getType();
  if (type != pointer)
    address = buildNVGPUBarriers(builder, loc, address, type);
  op.replaceAllUsesWith(address);
  op.erase();
}

} // namespace

void pipegroup::lowerStorage(Operation *root) {
  SymbolTableCollection tables;
  root->walk([&](BarrierOp op) {
    lowerBarrier(op, cast<BarriersOp>(tables.lookupNearestSymbolFrom(
                         op, op.getStorageAttr())));
  });
  root->walk(lowerBarriers);
}
