//===- Passes.td - Passes over groups and barriers --------*- tablegen -*-===//

#ifndef PIPEGROUP_TRANSFORMS_PASSES_TD
#define PIPEGROUP_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def PipegroupMaterializeBarriers : Pass<"pipegroup-materialize-barriers"> {
  let summary = "turn groups and protocol ops into barrier ops";
  let description = [{
    Derives every group once and writes the plan down: a `pipegroup.barriers`
    for the storage, an op per mbarrier action with its address and count, and
    two 32-bit integers, slot number and parity, for every state. Consumes all
    groups, protocol ops and states.

    Reports what only a whole function shows: K1, P3 and P6.

    Runs on any symbol table that holds both the groups and their users.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // PIPEGROUP_TRANSFORMS_PASSES_TD
