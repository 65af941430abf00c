//===- KernelRules.cpp - Rules that only a whole function shows -----------===//

#include "pipegroup/Analysis/KernelRules.h"

using namespace mlir;
using namespace pipegroup;

LogicalResult pipegroup::checkKernelRules(Operation *function,
                                          GroupPlans &plans,
                                          ArmingAcquires &arming) {
  DominanceInfo dominance(function);
  // Each rule is worth knowing even when another is broken.
  bool failed = ::failed(checkK1(function, plans, dominance));
  failed |= ::failed(checkD1(function));
  failed |= ::failed(checkD3(function));
  failed |= ::failed(checkD5(function));
  failed |= ::failed(checkCtaGroups(function, plans));
  failed |= ::failed(checkD10(function, plans));
  failed |= ::failed(checkD11(function, plans));
  failed |= ::failed(checkK6(function));
  failed |= ::failed(checkK9(function));
  failed |= ::failed(checkK10(function, plans));
  failed |= ::failed(checkM11(function, plans));
  failed |= ::failed(checkP3(function, plans));
  failed |= ::failed(checkP6(function, plans, arming));
  failed |= ::failed(checkP8(function));
  return failure(failed);
}
