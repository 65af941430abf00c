//===- AsyncWaits.cpp - What waits for asynchronous operations ------------===//

#include "SlotAccesses.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace pipegroup;
using namespace pipegroup::extraction;

using Kind = SlotAccess::Kind;

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

/// The name of the attribute that says how many groups a wait leaves; empty
/// for no wait.
static StringRef leftAttribute(Operation *op) {
  return llvm::StringSwitch<StringRef>(op->getName().getStringRef())
      .Case("nvgpu.device_async_wait", "numGroups")
      .Case("nvvm.cp.async.wait.group", "n")
      .Case("nvvm.cp.async.bulk.wait_group", "group")
      .Case("nvvm.wgmma.wait.group.sync.aligned", "group")
      .Default("");
}

/// The number of groups that a wait leaves; 0 if it does not say.
static int64_t groupsLeft(Operation *op) {
  std::optional<Attribute> written = op->getInherentAttr(leftAttribute(op));
  auto groups =
      written ? dyn_cast_if_present<IntegerAttr>(*written) : IntegerAttr();
  return groups ? groups.getInt() : 0;
}

static Kind kindOfWait(Operation *op) {
  return llvm::StringSwitch<Kind>(op->getName().getStringRef())
      .Case("nvvm.cp.async.bulk.wait_group", Kind::DrainStore)
      .Case("nvvm.wgmma.wait.group.sync.aligned", Kind::DrainTensor)
      .Default(Kind::DrainCopy);
}

static std::optional<SlotAccess> waitOf(Operation *op) {
  if (auto wait = dyn_cast<WgmmaWaitOp>(op))
    return SlotAccess{Kind::DrainTensor, op, nullptr,
                      int64_t(wait.getPending())};
  if (auto wait = dyn_cast<TmaStoreWaitOp>(op))
    return SlotAccess{Kind::DrainStore, op, nullptr, int64_t(wait.getLeft())};
  if (leftAttribute(op).empty())
    return std::nullopt;
  return SlotAccess{kindOfWait(op), op, nullptr, groupsLeft(op)};
}

static bool isGroupEnd(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return name == "nvvm.cp.async.commit.group" ||
         name == "nvgpu.device_async_create_group";
}

//===----------------------------------------------------------------------===//
// What is not known
//===----------------------------------------------------------------------===//

bool pipegroup::extraction::isOpaque(Operation *op) {
  if (auto call = dyn_cast<CallOpInterface>(op)) {
    Operation *callee = call.resolveCallable();
    return !callee || callee->getNumRegions() == 0 ||
           callee->getRegion(0).empty();
  }
  return isa<LLVM::InlineAsmOp, LLVM::CallIntrinsicOp>(op) ||
         op->getName().getStringRef() == "nvvm.inline_ptx";
}

/// What assembly says of itself.
static bool mentionsWait(Operation *op) {
  std::string text;
  llvm::raw_string_ostream(text) << op->getAttrDictionary();
  return StringRef(text).contains("wait") || StringRef(text).contains("commit");
}

bool pipegroup::extraction::mayWait(Operation *op) {
  if (op->getName().getStringRef().starts_with("nvvm.tcgen05.commit"))
    return true;
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call)
    return isOpaque(op) && mentionsWait(op);
  if (isOpaque(op))
    return true;
  return call.resolveCallable()
      ->walk([](Operation *inner) {
        bool waits = waitOf(inner) || isGroupEnd(inner) || isOpaque(inner) ||
                     isa<CallOpInterface>(inner);
        return waits ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Groups of copies
//===----------------------------------------------------------------------===//

namespace {

/// Counts the copies that are in no group yet where a wait for groups is.
class OpenCopies {
public:
  explicit OpenCopies(ArrayRef<SlotAccess> accesses) {
    for (const SlotAccess &access : accesses)
      if (access.kind == Kind::Copy)
        copies.insert(access.op);
  }

  /// None if that is not clear.
  std::optional<int64_t> before(Operation *wait) const {
    int64_t count = 0;
    for (Operation *op = wait; op && op->getBlock() && !isa<TaskOp>(op);
         op = op->getParentOp()) {
      // One lane's wait is for what that lane has started.
      if (isa<ElectOp, OnceOp>(op))
        return std::nullopt;
      Way way = back(op->getPrevNode());
      count += way.count;
      if (!way.isClear)
        return std::nullopt;
      if (way.isEnded)
        break;
      auto loop = dyn_cast_if_present<LoopLikeOpInterface>(op->getParentOp());
      if (loop && mayLeaveOpen(loop))
        return std::nullopt;
    }
    return count;
  }

private:
  /// What is met on the way back to the last end of a group.
  struct Way {
    int64_t count = 0;
    bool isEnded = false, isClear = true;
  };

  /// From `op` on, which may be null.
  Way back(Operation *op) const {
    Way way;
    for (; op; op = op->getPrevNode()) {
      way.isEnded = isGroupEnd(op);
      if (way.isEnded)
        break;
      way.count += copies.contains(op);
      way.isClear &= !isUnclear(op);
    }
    return way;
  }

  bool isUnclear(Operation *op) const {
    if (isOpaque(op) || isa<CallOpInterface>(op))
      return true;
    if (op->getNumRegions() == 0)
      return false;
    return op
        ->walk([&](Operation *inner) {
          bool counts = copies.contains(inner) || isGroupEnd(inner) ||
                        isOpaque(inner) || isa<CallOpInterface>(inner);
          return counts ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// True if copies of one turn may be in no group in the next one.
  bool mayLeaveOpen(Operation *loop) const {
    for (Region &region : loop->getRegions())
      for (Block &block : region) {
        Way way = back(block.empty() ? nullptr : &block.back());
        if (way.count != 0 || !way.isClear)
          return true;
      }
    return false;
  }

  llvm::SmallPtrSet<Operation *, 8> copies;
};

} // namespace

void pipegroup::extraction::addWaits(Operation *function,
                                     SmallVector<SlotAccess> &accesses) {
  auto has = [&](Kind kind) {
    return llvm::any_of(accesses, [&](const SlotAccess &access) {
      return access.kind == kind;
    });
  };
  // Without anything to wait for they say nothing.
  bool tensor = has(Kind::Tensor), stores = has(Kind::Store),
       copies = has(Kind::Copy);
  OpenCopies open(accesses);
  function->walk([&](Operation *op) {
    std::optional<SlotAccess> wait = waitOf(op);
    if (!wait)
      return;
    if (wait->kind == Kind::DrainCopy && copies) {
      // Groups have any number of copies: only all of them are told apart.
      std::optional<int64_t> left =
          wait->left == 0 ? open.before(op) : std::nullopt;
      wait->kind = left ? Kind::DrainCopy : Kind::UnclearWait;
      wait->left = left.value_or(0);
      accesses.push_back(*wait);
    } else if ((wait->kind == Kind::DrainTensor && tensor) ||
               (wait->kind == Kind::DrainStore && stores)) {
      accesses.push_back(*wait);
    }
  });
}
