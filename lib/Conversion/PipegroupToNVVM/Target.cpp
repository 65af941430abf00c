//===- Target.cpp - What the chip and the PTX version must have -----------===//

#include "Patterns.h"

#include "pipegroup/Conversion/Passes.h"
#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Model/Target.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

namespace pipegroup {
#define GEN_PASS_DEF_PIPEGROUPATTACHTARGET
#define GEN_PASS_DEF_PIPEGROUPCHECKTARGET
#include "pipegroup/Conversion/Passes.h.inc"
} // namespace pipegroup

using namespace mlir;
using namespace pipegroup;
using model::Feature;
using model::Target;

namespace {

/// The PTX version that target features such as "+ptx86" ask for; 0 if none.
int ptxOf(StringRef features) {
  int version = 0;
  SmallVector<StringRef> list;
  features.split(list, ',');
  for (StringRef feature : list)
    if (feature.consume_front("+ptx"))
      feature.getAsInteger(10, version);
  return version;
}

/// Finds the targets that an op is compiled for.
class Targets {
public:
  Targets(StringRef chip, int ptx) : chip(chip), ptx(ptx) {}

  /// Reports at `op` the first of `features` that a target lacks.
  LogicalResult check(Operation *op, ArrayRef<Feature> features) {
    FailureOr<ArrayRef<Target>> targets = of(op);
    if (failed(targets))
      return failure();
    for (const Target &target : *targets)
      for (Feature feature : features)
        if (std::optional<std::string> missing = target.lacks(feature))
          return op->emitOpError() << describe(op) << *missing << " [T1]";
    return success();
  }

private:
  static std::string describe(Operation *op) {
    auto member = dyn_cast<MemberOp>(op);
    return member ? ("'@" + member.getSymName() + "' is '" +
                     nameRef(member.getType()) + "': ")
                        .str()
                  : "";
  }

  FailureOr<ArrayRef<Target>> of(Operation *op) {
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    auto [it, isNew] = cache.try_emplace(module.getOperation());
    if (isNew && failed(collect(op, module, it->second)))
      return failure();
    return ArrayRef<Target>(it->second);
  }

  LogicalResult collect(Operation *op, gpu::GPUModuleOp module,
                        SmallVector<Target> &found) {
    auto add = [&](std::optional<Target> target, Operation *where,
                   const std::string &error) -> LogicalResult {
      if (!target)
        return where->emitError() << error << " [T1]";
      found.push_back(*target);
      return success();
    };
    std::string error;
    if (!module || !module.getTargetsAttr())
      return add(Target::get(chip.str(), ptx, error),
                 module ? module.getOperation() : op, error);
    for (Attribute attr : module.getTargetsAttr())
      if (auto target = dyn_cast<NVVM::NVVMTargetAttr>(attr)) {
        int version = ptxOf(target.getFeatures());
        std::string name = target.getChip().str();
        if (failed(add(version ? Target::get(name, version, error)
                               : Target::getOldest(name, error),
                       module, error)))
          return failure();
      }
    // Targets of others leave it to the options.
    if (found.empty())
      return add(Target::get(chip.str(), ptx, error), module, error);
    return success();
  }

  StringRef chip;
  int ptx;
  llvm::DenseMap<Operation *, SmallVector<Target>> cache;
};

/// What `op` needs of its chip.
SmallVector<Feature> featuresOf(Operation *op) {
  if (auto member = dyn_cast<MemberOp>(op)) {
    // The most telling first: only the first that is missing is reported.
    SmallVector<Feature> features;
    model::MemberConfig config = member.getMemberConfig();
    for (model::Side side : {model::Side::Producer, model::Side::Consumer}) {
      if (config.kind(side) == model::Kind::Tma)
        features.push_back(Feature::Tma);
      if (config.kind(side) == model::Kind::Umma)
        features.push_back(Feature::Tcgen05);
    }
    if (config.cluster.ctas() > 1)
      features.push_back(Feature::Cluster);
    features.push_back(Feature::Mbarrier);
    return features;
  }
  return TypeSwitch<Operation *, SmallVector<Feature>>(op)
      .Case<BarrierUmmaCommitOp>([](auto) {
        return SmallVector<Feature>{Feature::Tcgen05, Feature::Mbarrier};
      })
      .Case<SyncClusterOp, ForCtasOp, CtaRankOp>([](auto) {
        return SmallVector<Feature>{Feature::Cluster, Feature::Mbarrier};
      })
      .Case<BarrierOp>([](BarrierOp barrier) {
        return barrier.getCta() || barrier.getLeader()
                   ? SmallVector<Feature>{Feature::Cluster}
                   : SmallVector<Feature>();
      })
      .Case<TmaLoadOp>([](TmaLoadOp load) {
        return load.getGather4() ? SmallVector<Feature>{Feature::Gather4}
                                 : SmallVector<Feature>();
      })
      .Case<BarrierTmaLoadOp>([](BarrierTmaLoadOp load) {
        SmallVector<Feature> features;
        if (load.getGather4())
          features.push_back(Feature::Gather4);
        if (load.getCtaGroup())
          features.push_back(Feature::TmaPair);
        features.append({Feature::Tma, Feature::Mbarrier});
        return features;
      })
      .Case<BarrierArriveExpectTxOp, BarrierBulkLoadOp, TmaStoreOp,
            TmaStoreWaitOp, TmaPrefetchOp>([](auto) {
        return SmallVector<Feature>{Feature::Tma, Feature::Mbarrier};
      })
      .Case<BarriersOp, BarrierInitOp, BarrierArriveOp, BarrierWaitOp,
            BarrierTryWaitOp, BarrierTestWaitOp, BarrierCpAsyncArriveOp,
            ElectOp, FenceBarrierInitOp, FenceProxyAsyncOp>(
          [](auto) { return SmallVector<Feature>{Feature::Mbarrier}; })
      .Case<WgmmaOp, WgmmaWaitOp>(
          [](auto) { return SmallVector<Feature>{Feature::Wgmma}; })
      .Case<FragmentStoreOp>(
          [](auto) { return SmallVector<Feature>{Feature::Stmatrix}; })
      .Case<UmmaOp, TmemAllocOp, TmemFreeOp, TmemLoadOp, TmemStoreOp,
            TensorFenceBeforeOp, TensorFenceAfterOp>(
          [](auto) { return SmallVector<Feature>{Feature::Tcgen05}; })
      .Default([](Operation *) { return SmallVector<Feature>(); });
}

} // namespace

LogicalResult pipegroup::checkTarget(Operation *root, StringRef chip, int ptx) {
  Targets targets(chip, ptx);
  bool failed = false;
  root->walk([&](Operation *op) {
    SmallVector<Feature> features = featuresOf(op);
    if (!features.empty())
      failed |= ::failed(targets.check(op, features));
  });
  return failure(failed);
}

namespace {

struct CheckTarget : pipegroup::impl::PipegroupCheckTargetBase<CheckTarget> {
  using Base::Base;
  void runOnOperation() override {
    if (failed(checkTarget(getOperation(), chip, ptx)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

struct AttachTarget : pipegroup::impl::PipegroupAttachTargetBase<AttachTarget> {
  using Base::Base;
  void runOnOperation() override {
    std::string error;
    std::optional<Target> target = Target::get(chip, ptx, error);
    if (!target) {
      getOperation()->emitError() << error << " [T1]";
      return signalPassFailure();
    }
    getOperation()->walk([&](gpu::GPUModuleOp module) {
      if (module.getTargetsAttr())
        return;
      // Upstream's own check knows tcgen05 on fewer chips than LLVM compiles
      // it for; T1 stands in for it.
      auto attr = NVVM::NVVMTargetAttr::get(
          &getContext(), optLevel, "nvptx64-nvidia-cuda", target->chip,
          "+ptx" + std::to_string(target->ptx), /*flags=*/nullptr,
          /*files=*/nullptr, /*verifyTarget=*/false);
      module.setTargetsAttr(ArrayAttr::get(&getContext(), {attr}));
    });
  }
};

} // namespace
