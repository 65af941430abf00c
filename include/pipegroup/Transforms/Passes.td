//===- Passes.td - Passes over groups and barriers --------*- tablegen -*-===//

#ifndef PIPEGROUP_TRANSFORMS_PASSES_TD
#define PIPEGROUP_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def PipegroupDeriveAgents : Pass<"pipegroup-derive-agents"> {
  let summary = "take the agents of members from the tasks that drive them";
  let description = [{
    Gives every member of every group that tasks use the agents that it lacks:
    the warps of the task for a TMA or tensor core side, its threads for an async
    one. A written agent must be the same threads [K3]. A collapsed side has one
    task for all members, every other side one task for its member [K4].

    Emits agents; consumes nothing. Groups that no task uses are left alone.
  }];
}

def PipegroupThreadStates : Pass<"pipegroup-thread-states"> {
  let summary = "put states into ops that leave them out";
  let description = [{
    In the implicit form a commit or a release ends a round: the state that the
    next op on that side uses is one slot further. This pass makes the states
    explicit, with one `start` per side and task (or function, outside tasks), and
    carries them through `scf.for`, `scf.while`, `scf.if`, `scf.index_switch`,
    `cf.br` and `cf.cond_br`. Ops that have a state are left alone.

    Emits `start` and `advance`; consumes `current`.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

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
