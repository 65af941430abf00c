//===- ClusterValues.cpp - What depends on a CTA's place in its cluster ---===//

#include "ClusterValues.h"

#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace pipegroup;

Value ClusterValues::rank() {
  return CtaRankOp::create(builder, loc, builder.getI32Type());
}

Value ClusterValues::isLeader() {
  Value half =
      arith::AndIOp::create(builder, loc, rank(), constant(plan.cluster.v - 1));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, half,
                               constant(0));
}

static bool isRank(Value value) {
  Operation *op = value.getDefiningOp();
  return op && (isa<CtaRankOp>(op) || op->getName().getStringRef() ==
                                          "nvvm.read.ptx.sreg.cluster.ctarank");
}

/// True if `condition` says that the rank is one even number, or any.
static bool saysLeader(Value condition) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq)
    return false;
  std::optional<int64_t> right = getConstantIntValue(compare.getRhs());
  if (!right || *right % 2 != 0)
    return false;
  if (isRank(compare.getLhs()))
    return true;
  Operation *half = compare.getLhs().getDefiningOp();
  bool isHalf = half && *right == 0 &&
                ((isa<arith::AndIOp>(half) &&
                  getConstantIntValue(half->getOperand(1)) == 1) ||
                 (isa<arith::RemUIOp>(half) &&
                  getConstantIntValue(half->getOperand(1)) == 2));
  return isHalf && isRank(half->getOperand(0));
}

bool ClusterValues::isInLeaders() {
  Region *region = builder.getInsertionBlock()->getParent();
  for (; region; region = region->getParentRegion())
    if (auto branch = dyn_cast<scf::IfOp>(region->getParentOp()))
      if (region == &branch.getThenRegion() &&
          saysLeader(branch.getCondition()))
        return true;
  return false;
}

/// `model::shiftOf` in terms of the rank; what is 0 in every CTA is left out.
Value ClusterValues::shift(model::MaskShift kind) {
  const model::ClusterLayout &layout = plan.cluster;
  int64_t column = layout.v * layout.m, plane = column * layout.n;
  auto remainder = [&](Value value, int64_t divisor) -> Value {
    return arith::RemUIOp::create(builder, loc, value, constant(divisor));
  };
  auto less = [&](Value from, Value value) -> Value {
    return arith::SubIOp::create(builder, loc, from, value);
  };
  Value all = rank();
  switch (kind) {
  case model::MaskShift::None:
    return constant(0);
  case model::MaskShift::Rank:
    return all;
  case model::MaskShift::Column:
    return less(all, remainder(all, column));
  case model::MaskShift::Row: {
    Value inColumn = remainder(all, column);
    if (layout.k == 1)
      return inColumn;
    Value first = less(all, remainder(all, plane));
    return arith::AddIOp::create(builder, loc, first, inColumn);
  }
  }
  return all;
}

Value ClusterValues::destinations(const model::SidePlan &side, Type type) {
  Value mask;
  for (const model::MaskTerm &term : model::destinationTerms(
           plan.cluster, plan.multicast, side.signal, side.reach)) {
    if (term.shift == model::MaskShift::None)
      return constants.get(builder, type, term.base);
    Value part = arith::ShLIOp::create(builder, loc, constant(term.base),
                                       shift(term.shift));
    mask = mask ? arith::OrIOp::create(builder, loc, mask, part) : part;
  }
  if (type == mask.getType())
    return mask;
  return arith::TruncIOp::create(builder, loc, type, mask);
}
