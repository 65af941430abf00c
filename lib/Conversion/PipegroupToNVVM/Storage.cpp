//===- Storage.cpp - Barrier storage and addresses, to LLVM ---------------===//

#include "Patterns.h"

#include "pipegroup/Conversion/Passes.h"
#include "pipegroup/IR/ConstantPool.h"
#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"

namespace pipegroup {
#define GEN_PASS_DEF_PIPEGROUPEXTERNALIZEDYNAMICMEMORY
#include "pipegroup/Conversion/Passes.h.inc"
} // namespace pipegroup

using namespace mlir;
using namespace pipegroup;

namespace {

constexpr unsigned sharedMemory = 3;
constexpr unsigned clusterMemory = 7;

/// All external unsized arrays in shared memory begin where dynamic shared
/// memory does, so that one of our own goes together with everybody else's.
constexpr llvm::StringLiteral dynamicName = "__pipegroup_dynamic_shared";

/// The alignment that `gpu.dynamic_shared_memory` asks for; its lowering takes
/// our global then.
constexpr unsigned dynamicAlignment = 16;

LLVM::GlobalOp createGlobal(OpBuilder &builder, Location loc, StringRef name,
                            LLVM::Linkage linkage, int64_t barriers,
                            unsigned alignment) {
  Type type = LLVM::LLVMArrayType::get(builder.getI64Type(), barriers);
  return LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/false,
                                linkage, name, /*value=*/Attribute(), alignment,
                                sharedMemory);
}

/// True if ptxas takes `name` for that of a variable.
bool isPTXIdentifier(StringRef name) {
  auto isFirst = [](char c) {
    return llvm::isAlpha(c) || c == '_' || c == '$';
  };
  return isFirst(name.front()) && name != "_" && name != "WARP_SZ" &&
         llvm::all_of(name,
                      [&](char c) { return isFirst(c) || llvm::isDigit(c); });
}

/// `name` with a number of underscores that makes it new in `table`.
std::string makeUnique(Operation *table, std::string name) {
  while (SymbolTable::lookupSymbolIn(table, name))
    name += '_';
  return name;
}

/// The name of the global of a static storage.
std::string globalName(BarriersOp op) {
  StringRef name = op.getSymName();
  if (isPTXIdentifier(name))
    return name.str();
  std::string safe = "barriers_";
  for (char c : name)
    safe += llvm::isAlnum(c) ? c : '_';
  return makeUnique(op->getParentOp(), safe);
}

/// The global of each storage, in the order of the storages.
using Globals = llvm::MapVector<Operation *, LLVM::GlobalOp>;

/// Static storage becomes a global of its name; dynamic storage shares one per
/// symbol table.
Globals createGlobals(Operation *root) {
  Globals globals, shared;
  root->walk([&](BarriersOp op) {
    OpBuilder builder(op);
    if (!op.getDynamic()) {
      globals[op] = createGlobal(builder, op.getLoc(), globalName(op),
                                 LLVM::Linkage::Internal, op.getSize(),
                                 model::barrierBytes);
      return;
    }
    Operation *table = op->getParentOp();
    LLVM::GlobalOp &global = shared[table];
    if (!global) {
      std::string name = makeUnique(table, dynamicName.str());
      global = createGlobal(builder, op.getLoc(), name, LLVM::Linkage::External,
                            /*barriers=*/0, dynamicAlignment);
    }
    globals[op] = global;
  });
  return globals;
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

/// True if `op` may be executed again and again in its function.
bool isInLoop(Operation *op) {
  for (Operation *parent = op; !isa<FunctionOpInterface>(parent);
       parent = parent->getParentOp()) {
    if (isa<LoopLikeOpInterface>(parent))
      return true;
    // The blocks that a block can reach by its successors.
    Block *block = parent->getBlock();
    if (llvm::any_of(block->getSuccessors(), [&](Block *successor) {
          return successor->isReachable(block);
        }))
      return true;
  }
  return false;
}

/// The address of each storage in each function.
class Bases {
public:
  Value get(BarrierOp op, LLVM::GlobalOp global) {
    // With one slot the address is a constant, which ptxas works out from the
    // CTA's window in every iteration unless it cannot know it.
    bool hide = matchPattern(op.getIndex(), m_Constant()) && isInLoop(op);
    Block *entry = entryBlockAround(op->getBlock());
    unsigned kind = unsigned(hide) + 2 * unsigned(op.getLeader());
    Value &base = bases[{entry, global, kind}];
    if (base)
      return base;
    OpBuilder builder(entry, entry->begin());
    Location loc = entry->getParentOp()->getLoc();
    auto pointer = LLVM::LLVMPointerType::get(op.getContext(), sharedMemory);
    base =
        LLVM::AddressOfOp::create(builder, loc, pointer, global.getSymName());
    if (op.getLeader())
      base = inLeader(builder, loc, base);
    if (hide)
      base = NVVM::InlinePtxOp::create(
                 builder, loc, pointer, /*readOnlyArgs=*/ValueRange(base),
                 /*readWriteArgs=*/ValueRange(), "mov.b32 $0, $1;",
                 /*predicate=*/Value())
                 .getResult(0);
    return base;
  }

private:
  /// Where `base` is in the leader of the pair. The window of a CTA begins at
  /// its rank times 2^24 in that of the cluster, so that the even rank is one
  /// bit away. Done once for a function; `mapa` would need the rank too.
  static Value inLeader(OpBuilder &builder, Location loc, Value base) {
    Type i64 = builder.getI64Type();
    Value address = LLVM::PtrToIntOp::create(builder, loc, i64, base);
    Value mask = LLVM::ConstantOp::create(builder, loc, i64, 0xFEFFFFFF);
    Value even = LLVM::AndOp::create(builder, loc, address, mask);
    return LLVM::IntToPtrOp::create(builder, loc, base.getType(), even);
  }

  llvm::DenseMap<std::tuple<Block *, Operation *, unsigned>, Value> bases;
};

/// `base`, an address in the own CTA's window, as `op` wants it.
Value inWindowOf(BarrierOp op, Value base, OpBuilder &builder) {
  auto type = dyn_cast<LLVM::LLVMPointerType>(op.getAddress().getType());
  if (!type || type.getAddressSpace() != clusterMemory)
    return base;
  if (op.getCta())
    return NVVM::MapaOp::create(builder, op.getLoc(), type, base, op.getCta());
  // The leader's address has the right bits already.
  Value bits = LLVM::PtrToIntOp::create(builder, op.getLoc(),
                                        builder.getI64Type(), base);
  return LLVM::IntToPtrOp::create(builder, op.getLoc(), type, bits);
}

void lowerBarrier(BarrierOp op, BarriersOp storage, LLVM::GlobalOp global,
                  Bases &bases) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value address = inWindowOf(op, bases.get(op, global), builder);
  Type pointer = address.getType();
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

LogicalResult pipegroup::lowerStorage(Operation *root) {
  SymbolTableCollection tables;
  SmallVector<std::pair<BarrierOp, BarriersOp>> addresses;
  WalkResult walk = root->walk([&](BarrierOp op) {
    auto storage = cast<BarriersOp>(
        tables.lookupNearestSymbolFrom(op, op.getStorageAttr()));
    addresses.push_back({op, storage});
    if (root->isAncestor(storage))
      return WalkResult::advance();
    InFlightDiagnostic diag =
        op.emitOpError() << "has its storage outside the '" << root->getName()
                         << "' that the pass runs on, expected it inside";
    diag.attachNote(storage.getLoc()) << "the storage is here";
    return WalkResult::interrupt();
  });
  if (walk.wasInterrupted())
    return failure();
  Globals globals = createGlobals(root);
  Bases bases;
  for (auto [op, storage] : addresses)
    lowerBarrier(op, storage, globals.lookup(storage), bases);
  for (auto &[storage, global] : globals)
    storage->erase();
  return success();
}

namespace {

struct ExternalizeDynamicMemory
    : pipegroup::impl::PipegroupExternalizeDynamicMemoryBase<
          ExternalizeDynamicMemory> {
  void runOnOperation() override {
    getOperation()->walk([](LLVM::GlobalOp global) {
      auto array = dyn_cast<LLVM::LLVMArrayType>(global.getType());
      if (array && array.getNumElements() == 0 &&
          global.getAddrSpace() == sharedMemory)
        global.setLinkage(LLVM::Linkage::External);
    });
  }
};

} // namespace
