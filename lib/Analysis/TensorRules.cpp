//===- TensorRules.cpp - D3 and D5: where matrices are --------------------===//

#include "pipegroup/Analysis/KernelRules.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace pipegroup;

/// Ends `diag` with a note.
static LogicalResult withNote(InFlightDiagnostic diag, Operation *where,
                              StringRef note) {
  diag.attachNote(where->getLoc()) << note;
  return diag;
}

/// The constant that `value` is; 0 if there is no value.
static std::optional<int64_t> constantOf(Value value) {
  return value ? getConstantIntValue(value) : std::optional<int64_t>(0);
}

//===----------------------------------------------------------------------===//
// D3
//===----------------------------------------------------------------------===//

namespace {

/// What is known of where a matrix begins: a multiple of `alignment` bytes.
struct Begin {
  Location loc;
  int64_t alignment;
};

} // namespace

/// The bytes that a variable of `type` begins at a multiple of.
static int64_t alignmentOf(MemRefType type, std::optional<int64_t> given) {
  Type element = type.getElementType();
  return given.value_or(
      element.isIntOrFloat() ? (element.getIntOrFloatBitWidth() + 7) / 8 : 1);
}

/// The alignment of `value` if it is a variable: a global one, or one of a
/// kernel's workgroup.
static std::optional<Begin> findVariable(Value value) {
  if (auto get = value.getDefiningOp<memref::GetGlobalOp>()) {
    auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
        get, get.getNameAttr());
    if (!global)
      return std::nullopt;
    return Begin{global.getLoc(),
                 alignmentOf(global.getType(), global.getAlignment())};
  }
  auto argument = dyn_cast<BlockArgument>(value);
  auto kernel =
      argument ? dyn_cast<gpu::GPUFuncOp>(argument.getOwner()->getParentOp())
               : gpu::GPUFuncOp();
  if (!kernel || !argument.getOwner()->isEntryBlock())
    return std::nullopt;
  for (auto [index, variable] :
       llvm::enumerate(kernel.getWorkgroupAttributions())) {
    if (variable != value)
      continue;
    auto given =
        dyn_cast_if_present<IntegerAttr>(kernel.getWorkgroupAttributionAttr(
            index, LLVM::LLVMDialect::getAlignAttrName()));
    return Begin{
        value.getLoc(),
        alignmentOf(cast<MemRefType>(value.getType()),
                    given ? std::optional(given.getInt()) : std::nullopt)};
  }
  return std::nullopt;
}

/// Follows `matrix` to the variable that it is in, if it is in one.
static std::optional<Begin> findBegin(Value matrix) {
  uint64_t shifts = 0;
  while (Operation *op = matrix.getDefiningOp()) {
    // What is not known is taken for a multiple of everything.
    if (auto view = dyn_cast<memref::ViewOp>(op))
      shifts |= constantOf(view.getByteShift()).value_or(0);
    else if (!isa<memref::CastOp, memref::MemorySpaceCastOp>(op))
      break;
    matrix = cast<ViewLikeOpInterface>(op).getViewSource();
  }
  std::optional<Begin> variable = findVariable(matrix);
  if (!variable)
    return std::nullopt;
  shifts |= variable->alignment;
  return Begin{variable->loc, int64_t(shifts & -shifts)};
}

/// Reports a matrix in a slot that is laid out with another swizzle.
static LogicalResult checkSwizzle(Operation *op, StringRef name, Value matrix,
                                  model::Swizzle swizzle) {
  while (auto view = matrix.getDefiningOp<ViewLikeOpInterface>())
    matrix = view.getViewSource();
  auto slot = matrix.getDefiningOp<SlotOp>();
  auto member = slot ? SymbolTable::lookupNearestSymbolFrom<MemberOp>(
                           slot, slot.getTargetAttr())
                     : MemberOp();
  int64_t found = swizzle == model::Swizzle::None ? 0 : model::spanOf(swizzle);
  int64_t expected = member ? member.getSwizzle().value_or(0) : found;
  if (found == expected)
    return success();
  return withNote(op->emitOpError()
                      << "takes " << name << " with a swizzle of " << found
                      << ", expected " << expected << " as its slots have [D3]",
                  member, "the member is here");
}

/// Reports a matrix that begins within what its swizzle repeats.
static LogicalResult checkBegin(Operation *op, StringRef name, Value matrix,
                                model::Swizzle swizzle) {
  if (failed(checkSwizzle(op, name, matrix, swizzle)))
    return failure();
  std::optional<Begin> begin = findBegin(matrix);
  int64_t expected = swizzle == model::Swizzle::None
                         ? model::chunkBytes
                         : model::groupLines * model::spanOf(swizzle);
  if (!begin || begin->alignment >= expected)
    return success();
  InFlightDiagnostic diag = op->emitOpError()
                            << "has " << name << " at a multiple of "
                            << begin->alignment << " bytes, expected one of "
                            << expected << " [D3]";
  diag.attachNote(begin->loc) << "the variable is here";
  return diag;
}

template <typename Op> static LogicalResult checkFactors(Op op) {
  bool failed = false;
  if (isa<MemRefType>(op.getA().getType()))
    failed |= ::failed(checkBegin(op, "A", op.getA(), op.getLayoutA().swizzle));
  failed |= ::failed(checkBegin(op, "B", op.getB(), op.getLayoutB().swizzle));
  return failure(failed);
}

LogicalResult pipegroup::checkD3(Operation *function) {
  bool failed = false;
  function->walk([&](Operation *op) {
    if (auto wgmma = dyn_cast<WgmmaOp>(op))
      failed |= ::failed(checkFactors(wgmma));
    else if (auto umma = dyn_cast<UmmaOp>(op))
      failed |= ::failed(checkFactors(umma));
    else if (auto store = dyn_cast<FragmentStoreOp>(op);
             store && store.isShared())
      failed |= ::failed(checkBegin(store, "the target", store.getTarget(),
                                    store.getLayout().swizzle));
  });
  return failure(failed);
}

//===----------------------------------------------------------------------===//
// D5
//===----------------------------------------------------------------------===//

/// The free that ends the life of what `alloc` allocates.
static FailureOr<TmemFreeOp> findFree(TmemAllocOp alloc) {
  TmemFreeOp found;
  for (Operation *user : alloc.getAddress().getUsers()) {
    auto free = dyn_cast<TmemFreeOp>(user);
    if (free && found)
      return withNote(
          free.emitOpError("frees what another one frees, expected one [D5]"),
          found, "the other one is here");
    if (free)
      found = free;
  }
  if (found && found->getBlock() == alloc->getBlock())
    return found;
  return alloc.emitOpError(
      "is not freed in its block, expected one 'pipegroup.tmem_free' [D5]");
}

/// Reports `count` columns from `first` on that are not all of `alloc`.
static LogicalResult checkColumns(Operation *op, TmemAllocOp alloc,
                                  int64_t first, int64_t count) {
  int64_t columns = alloc.getColumns();
  if (first >= 0 && first <= columns - count)
    return success();
  return withNote(op->emitOpError()
                      << "begins at column " << first << " and has " << count
                      << " of " << columns << ", expected room for all [D5]",
                  alloc, "they are allocated here");
}

template <typename Op>
static LogicalResult checkMoved(Op op, TmemAllocOp alloc, VectorType type) {
  std::optional<int64_t> first = constantOf(op.getColumn());
  if (!first || op.getAddress() != alloc.getAddress())
    return success();
  return checkColumns(op, alloc, *first, type.getNumElements());
}

/// A column holds 32 bits of each row. A pair with 64 rows in each CTA has half
/// of the columns of the sum in the lower and half in the upper lanes.
static LogicalResult checkSum(UmmaOp op, TmemAllocOp alloc) {
  FailureOr<model::UmmaShape> shape = op.getShape();
  if (failed(shape) || op.getD() != alloc.getAddress())
    return success();
  bool isHalved = shape->ctaGroup == 2 && shape->m == 128;
  return checkColumns(op, alloc, 0, isHalved ? shape->n / 2 : shape->n);
}

static LogicalResult checkAccess(Operation *op, TmemAllocOp alloc) {
  if (auto load = dyn_cast<TmemLoadOp>(op))
    return checkMoved(load, alloc, load.getResult().getType());
  if (auto store = dyn_cast<TmemStoreOp>(op))
    return checkMoved(store, alloc, store.getValue().getType());
  if (auto umma = dyn_cast<UmmaOp>(op))
    return checkSum(umma, alloc);
  return success();
}

/// What uses `address`, or an address in what it is of.
static SmallVector<Operation *> findUsers(Value address) {
  SmallVector<Operation *> users;
  SmallVector<Value> addresses = {address};
  while (!addresses.empty())
    for (Operation *user : addresses.pop_back_val().getUsers())
      if (auto inside = dyn_cast<LLVM::GEPOp>(user))
        addresses.push_back(inside.getRes());
      else
        users.push_back(user);
  return users;
}

static LogicalResult checkLife(TmemAllocOp alloc) {
  FailureOr<TmemFreeOp> free = findFree(alloc);
  if (failed(free))
    return failure();
  if (free->getColumns() != alloc.getColumns() ||
      free->getCtaGroup() != alloc.getCtaGroup())
    return withNote(free->emitOpError()
                        << "frees " << free->getColumns()
                        << " columns in cta_group(" << free->getCtaGroup()
                        << "), expected " << alloc.getColumns()
                        << " in cta_group(" << alloc.getCtaGroup() << ") [D5]",
                    alloc, "they are allocated here");
  for (Operation *user : findUsers(alloc.getAddress())) {
    Operation *ancestor = alloc->getBlock()->findAncestorOpInBlock(*user);
    if (user != *free && !(ancestor && ancestor->isBeforeInBlock(*free)))
      return withNote(user->emitError()
                          << "'" << user->getName()
                          << "' may use tensor memory that is free, expected "
                             "it before the free [D5]",
                      *free, "it is freed here");
    if (failed(checkAccess(user, alloc)))
      return failure();
  }
  return success();
}

/// Reports the first op that is for another number of CTAs than the one before.
static LogicalResult checkSameCtaGroup(Operation *function) {
  Operation *first = nullptr;
  int64_t expected = 0;
  LogicalResult result = success();
  auto check = [&](Operation *op, int64_t group) {
    if (!first)
      std::tie(first, expected) = std::pair(op, group);
    if (group == expected)
      return WalkResult::advance();
    result = withNote(op->emitOpError() << "has cta_group(" << group
                                        << "), expected cta_group(" << expected
                                        << ") as the others of its kernel [D5]",
                      first, "the first of them is here");
    return WalkResult::interrupt();
  };
  function->walk([&](Operation *op) {
    if (auto alloc = dyn_cast<TmemAllocOp>(op))
      return check(alloc, alloc.getCtaGroup());
    if (auto umma = dyn_cast<UmmaOp>(op))
      return check(umma, umma.getCtaGroup());
    return WalkResult::advance();
  });
  return result;
}

/// Reports an allocation by pairs where the kernel says that there are none.
static LogicalResult checkPairs(TmemAllocOp alloc, Operation *function) {
  if (alloc.getCtaGroup() != 2)
    return success();
  for (const ClusterSize &size : writtenClusterSizes(function))
    if (size[0] % 2 != 0)
      return alloc.emitOpError()
             << "has cta_group(2) in clusters of " << size[0]
             << " CTAs along x, expected an even number [D5]";
  return success();
}

LogicalResult pipegroup::checkD5(Operation *function) {
  bool failed = ::failed(checkSameCtaGroup(function));
  TmemAllocOp first;
  function->walk([&](TmemAllocOp alloc) {
    if (first)
      failed |= ::failed(withNote(
          alloc.emitOpError("is the second of a kernel, expected one for all "
                            "columns [D5]"),
          first, "the first one is here"));
    else
      first = alloc;
    failed |= ::failed(checkLife(alloc));
    failed |= ::failed(checkPairs(alloc, function));
  });
  function->walk([&](TmemFreeOp free) {
    if (free.getAddress().getDefiningOp<TmemAllocOp>())
      return;
    failed = true;
    free.emitOpError("frees what is not known to be allocated, expected the "
                     "result of 'pipegroup.tmem_alloc' [D5]");
  });
  return failure(failed);
}
