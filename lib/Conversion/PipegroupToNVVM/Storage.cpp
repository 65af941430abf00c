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
                            LLVM::Linkage linkage, Type element, int64_t size,
                            unsigned alignment) {
  Type type = LLVM::LLVMArrayType::get(element, size);
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

/// The name of the global of a static storage, whose kind is `prefix`.
std::string globalName(Operation *op, StringRef prefix) {
  StringRef name = SymbolTable::getSymbolName(op);
  if (isPTXIdentifier(name))
    return name.str();
  std::string safe = prefix.str();
  for (char c : name)
    safe += llvm::isAlnum(c) ? c : '_';
  return makeUnique(op->getParentOp(), safe);
}

/// The global of each storage, in the order of the storages.
using Globals = llvm::MapVector<Operation *, LLVM::GlobalOp>;

/// Static storage becomes a global of its name; dynamic storage shares one per
/// symbol table, which is as aligned as any of it.
class GlobalCreator {
public:
  Globals run(Operation *root) {
    root->walk([&](BarriersOp op) {
      Type element = IntegerType::get(op.getContext(), 64);
      add(op, op.getDynamic().has_value(), "barriers_", element, op.getSize(),
          model::barrierBytes);
    });
    root->walk([&](BuffersOp op) {
      Type element = IntegerType::get(op.getContext(), 8);
      add(op, op.getDynamic().has_value(), "buffers_", element, op.getSize(),
          op.getAlign());
    });
    return std::move(globals);
  }

private:
  void add(Operation *op, bool isDynamic, StringRef prefix, Type element,
           int64_t size, unsigned alignment) {
    OpBuilder builder(op);
    if (!isDynamic) {
      globals[op] =
          createGlobal(builder, op->getLoc(), globalName(op, prefix),
                       LLVM::Linkage::Internal, element, size, alignment);
      return;
    }
    Operation *table = op->getParentOp();
    LLVM::GlobalOp &global = shared[table];
    if (!global)
      global = createGlobal(builder, op->getLoc(),
                            makeUnique(table, dynamicName.str()),
                            LLVM::Linkage::External, builder.getI64Type(),
                            /*size=*/0, dynamicAlignment);
    if (*global.getAlignment() < alignment)
      global.setAlignment(alignment);
    globals[op] = global;
  }

  Globals globals, shared;
};

/// A value of `type`, which is lowered to a memref descriptor of `shape` with
/// its elements one after the other.
Value buildMemRef(OpBuilder &builder, Location loc, Value pointer,
                  ArrayRef<int64_t> shape, Type type) {
  Type i64 = builder.getI64Type();
  SmallVector<Type> fields{pointer.getType(), pointer.getType(), i64};
  if (!shape.empty())
    fields.append(2, LLVM::LLVMArrayType::get(i64, shape.size()));
  auto descriptorType =
      LLVM::LLVMStructType::getLiteral(builder.getContext(), fields);
  Value descriptor = LLVM::PoisonOp::create(builder, loc, descriptorType);
  auto insert = [&](Value value, ArrayRef<int64_t> position) {
    descriptor =
        LLVM::InsertValueOp::create(builder, loc, descriptor, value, position);
  };
  auto constant = [&](int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, i64, value);
  };
  insert(pointer, 0);
  insert(pointer, 1);
  insert(constant(0), 2);
  int64_t stride = 1;
  for (int64_t i = int64_t(shape.size()) - 1; i >= 0; --i) {
    insert(constant(shape[i]), {3, i});
    insert(constant(stride), {4, i});
    stride *= shape[i];
  }
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
    return get(op, op.getIndex(), op.getLeader(), global);
  }
  Value get(BufferOp op, LLVM::GlobalOp global) {
    return get(op, op.getIndex(), /*inLeader=*/false, global);
  }

private:
  Value get(Operation *op, Value index, bool isLeaders, LLVM::GlobalOp global) {
    // With one slot the address is a constant, which ptxas works out from the
    // CTA's window in every iteration unless it cannot know it.
    bool hide = matchPattern(index, m_Constant()) && isInLoop(op);
    Block *entry = entryBlockAround(op->getBlock());
    unsigned kind = unsigned(hide) + 2 * unsigned(isLeaders);
    Value &base = bases[{entry, global, kind}];
    if (base)
      return base;
    OpBuilder builder(entry, entry->begin());
    Location loc = entry->getParentOp()->getLoc();
    auto pointer = LLVM::LLVMPointerType::get(op->getContext(), sharedMemory);
    base =
        LLVM::AddressOfOp::create(builder, loc, pointer, global.getSymName());
    if (isLeaders)
      base = inLeader(builder, loc, base);
    if (hide)
      base = NVVM::InlinePtxOp::create(
                 builder, loc, pointer, /*readOnlyArgs=*/ValueRange(base),
                 /*readWriteArgs=*/ValueRange(), "mov.b32 $0, $1;",
                 /*predicate=*/Value())
                 .getResult(0);
    return base;
  }

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
    address = buildMemRef(builder, loc, address, /*shape=*/{1}, type);
  op.replaceAllUsesWith(address);
  op.erase();
}

void lowerBuffer(BufferOp op, BuffersOp storage, LLVM::GlobalOp global,
                 Bases &bases) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(op.getContext(), sharedMemory);
  Type i8 = builder.getI8Type();
  Value address = bases.get(op, global);
  if (int64_t offset = storage.getDynamic().value_or(0))
    address = LLVM::GEPOp::create(builder, loc, pointer, i8, address,
                                  LLVM::GEPArg(int32_t(offset)));
  address = LLVM::GEPOp::create(builder, loc, pointer,
                                LLVM::LLVMArrayType::get(i8, op.getStride()),
                                address, LLVM::GEPArg(op.getIndex()));
  Type type = op.getBuffer().getType();
  if (auto memref = dyn_cast<MemRefType>(type))
    address = buildMemRef(builder, loc, address, memref.getShape(), type);
  op.replaceAllUsesWith(address);
  op.erase();
}

/// The ops of type `Op` below `root` with their storages, which lie there too.
template <typename Op, typename Storage>
FailureOr<SmallVector<std::pair<Op, Storage>>>
findStorages(Operation *root, SymbolTableCollection &tables) {
  SmallVector<std::pair<Op, Storage>> found;
  WalkResult walk = root->walk([&](Op op) {
    auto storage =
        cast<Storage>(tables.lookupNearestSymbolFrom(op, op.getStorageAttr()));
    found.push_back({op, storage});
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
  return found;
}

} // namespace

LogicalResult pipegroup::lowerStorage(Operation *root) {
  SymbolTableCollection tables;
  auto barriers = findStorages<BarrierOp, BarriersOp>(root, tables);
  auto buffers = findStorages<BufferOp, BuffersOp>(root, tables);
  if (failed(barriers) || failed(buffers))
    return failure();
  Globals globals = GlobalCreator().run(root);
  Bases bases;
  for (auto [op, storage] : *barriers)
    lowerBarrier(op, storage, globals.lookup(storage), bases);
  for (auto [op, storage] : *buffers)
    lowerBuffer(op, storage, globals.lookup(storage), bases);
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
