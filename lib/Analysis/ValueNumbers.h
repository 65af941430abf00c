//===- ValueNumbers.h - Which values are equal in all tasks -----*- C++ -*-===//

#ifndef PIPEGROUP_LIB_ANALYSIS_VALUENUMBERS_H
#define PIPEGROUP_LIB_ANALYSIS_VALUENUMBERS_H

#include "pipegroup/Analysis/KernelRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringMap.h"

namespace pipegroup {

/// True for integers of fewer than 32 bits, whose sums and products wrap in
/// kernels that are right.
bool isNarrow(mlir::Type type);

/// `value` without the constants that are added to it, which `offset` gets.
mlir::Value splitConstants(mlir::Value value, int64_t &offset);

/// Gives values numbers. Values of one number are equal wherever the iterations
/// of the loops around them correspond.
class ValueNumbers {
public:
  struct Number {
    unsigned id = 0;
    /// The innermost loop in whose iterations the value may differ; null if it
    /// is the same all through the kernel.
    mlir::Operation *loop = nullptr;
    /// The outermost one of these loops.
    mlir::Operation *outermost = nullptr;
    /// Numbers of the values that it is computed from, or its own.
    llvm::SmallSet<unsigned, 4> leaves = {};
    /// It can be anything, whatever else is: all leaves come from outside the
    /// tasks.
    bool isFree = true;
    /// CTAs of a cluster may have different ones.
    bool isPerCta = false;
  };

  /// How often a loop runs, compared with other loops of the same `number`.
  /// None of these is inside of another one: an outcome for one would be taken
  /// by the other.
  struct Trips {
    Number number;
    /// What the constant parts of its bounds take from the count, or from the
    /// range that it goes through in steps of a size that is not known.
    int64_t offset = 0;
    bool isOfRange = false;
    /// It runs at least so often, if that is known (and a number below zero
    /// says something of other loops of the same number only).
    std::optional<int64_t> least;
  };

  Number of(mlir::Value value);
  /// A value of a number that is a leaf.
  mlir::Value valueOf(unsigned leaf) const { return leafValues.lookup(leaf); }
  Trips ofTrips(mlir::scf::ForOp loop);
  /// A number for something that the values of `number` decide; `what` says
  /// what it is.
  Number derive(Number number, const llvm::Twine &what);
  /// `predicate` holds between the operands of `op`.
  Number ofComparison(mlir::arith::CmpIOp op,
                      mlir::arith::CmpIPredicate predicate);

  /// The CTAs of a cluster in x, y and z, in which values can differ.
  void setCluster(ClusterSize size) { cluster = size; }

private:
  Number compute(mlir::Value value);
  Trips computeTrips(mlir::scf::ForOp loop);
  Number ofOperation(mlir::OpResult result);
  Number leaf(llvm::StringRef kind, mlir::Operation *loop, bool isFree);
  Number combine(llvm::StringRef key, llvm::ArrayRef<mlir::Value> values);
  unsigned idOf(llvm::StringRef key);

  llvm::DenseMap<mlir::Value, Number> known;
  llvm::DenseMap<mlir::Operation *, Trips> knownTrips;
  llvm::StringMap<unsigned> ids;
  llvm::DenseMap<unsigned, mlir::Value> leafValues;
  unsigned numLeaves = 0;
  ClusterSize cluster = {1, 1, 1};
};

} // namespace pipegroup

#endif // PIPEGROUP_LIB_ANALYSIS_VALUENUMBERS_H
