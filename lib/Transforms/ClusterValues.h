//===- ClusterValues.h - What depends on a CTA's place in its cluster -----===//

#ifndef PIPEGROUP_LIB_TRANSFORMS_CLUSTERVALUES_H
#define PIPEGROUP_LIB_TRANSFORMS_CLUSTERVALUES_H

#include "pipegroup/IR/ConstantPool.h"
#include "pipegroup/Model/Derive.h"

#include "mlir/IR/Builders.h"

namespace pipegroup {

/// Builds values of one group that differ between the CTAs of a cluster. They
/// are made where they are used: none of them depends on a loop, so that LLVM
/// takes them out of all.
class ClusterValues {
public:
  ClusterValues(mlir::OpBuilder &builder, mlir::Location loc,
                const model::GroupPlan &plan, ConstantPool &constants)
      : builder(builder), loc(loc), plan(plan), constants(constants) {}

  /// True where this CTA leads its pair.
  mlir::Value isLeader();

  /// True if the place where ops are built is one that only leaders reach,
  /// because the author asks for the rank around it.
  bool isInLeaders();

  /// The CTAs that `side` signals, as an integer of `type`.
  mlir::Value destinations(const model::SidePlan &side, mlir::Type type);

private:
  mlir::Value constant(int64_t value) {
    return constants.get(builder, builder.getI32Type(), value);
  }
  mlir::Value rank();
  mlir::Value shift(model::MaskShift kind);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  const model::GroupPlan &plan;
  ConstantPool &constants;
};

} // namespace pipegroup

#endif // PIPEGROUP_LIB_TRANSFORMS_CLUSTERVALUES_H
