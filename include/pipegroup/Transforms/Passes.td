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

def PipegroupCheckProtocol : Pass<"pipegroup-check-protocol"> {
  let summary = "prove that tasks neither hang nor race";
  let description = [{
    Checks what the tasks of each kernel do with barriers and slots, for every
    interleaving and every number of trips (`docs/CheckerModel.md`). A kernel that
    can fail is an error [C1 to C10] at the op where it shows, with notes at the
    others that have a part in it. With `remarks` it also says which kernels it
    could not decide, and why, and which proxy fences nothing needs.

    Where a kernel moves its data by other means, the checker takes it that a
    producer fills its slot between acquire and commit, that the bytes a member
    expects arrive once it commits, and that a consumer is done with the slot
    when it releases.

    Emits and consumes nothing. Runs on explicit states; kernels without tasks are
    left alone. Checks the rules of kernels first.
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "say what is not decided and what is not needed">,
    Option<"maxRests", "max-rests", "uint64_t", "20000",
           "states of all tasks after which the verdict is unknown">,
    Option<"maxEvents", "max-events", "uint64_t", "20000000",
           "events after which the verdict is unknown">
  ];
}

def PipegroupInsertTails : Pass<"pipegroup-insert-tails"> {
  let summary = "let producers wait for the releases of other CTAs";
  let description = [{
    A CTA must not exit while another one can still release a slot to it [K7].
    This pass puts a `tail` at the end of every task that produces for a group
    whose consumers are in several CTAs, unless the task has one. A fork has one
    tail for all members.

    Emits `tail` without a state; consumes nothing. Where states are written, or
    outside tasks, a missing tail is an error.
  }];
}

def PipegroupUnrollRings : Pass<"pipegroup-unroll-rings"> {
  let summary = "unroll loops by the laps of their rings";
  let description = [{
    Unrolls every innermost `scf.for` that advances states so that each returns to
    the slot that it had at the start of the iteration: slot numbers of loops that
    start at a known slot become constants. With `laps=2` parities do too. What is
    left of the iterations runs in a second loop.

    Emits and consumes nothing of its own. Loops with more slots than `max-slots`
    are left alone.
  }];
  let options = [
    Option<"maxSlots", "max-slots", "int64_t", "4",
           "largest number of iterations of a lap">,
    Option<"laps", "laps", "int64_t", "1", "laps per iteration, 1 or 2">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def PipegroupBatchWaits : Pass<"pipegroup-batch-waits"> {
  let summary = "let waits that follow each other try together";
  let description = [{
    A try_wait takes tens of cycles, and waits one after the other add them up.
    Where only pure ops stand between acquires or waits, this pass tries all their
    barriers first and then waits on those that were not ready.

    That is allowed because a wait has no effect but to hold up what follows, and
    because a warp that waits for a round of a group has waited for the round
    before at the same barriers: none of them can be taken for an earlier phase
    [C5], or else slots would be used that were not waited for [C6]. Waits that were written as barrier ops are left alone, since nobody says
    so of them.

    Emits `barrier_try_wait` and moves `barrier_wait` into a branch; consumes
    nothing.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def PipegroupPeekWaits : Pass<"pipegroup-peek-waits"> {
  let summary = "test the barriers of the next wait before it is time";
  let description = [{
    After an acquire or wait on a ring this pass tests the barriers of the next
    one in the same block, or in the next iteration of an `scf.for`, and waits
    later only where the test failed. A test takes tens of cycles, which are then
    spent on what stands between the two waits.

    That is allowed because a test has no effect, and because a warp that waits
    for a round of a group has waited for the round before at the same barriers,
    the last time before the test, or knows of it by a rendezvous: it cannot
    answer for an earlier phase. Ops that wait, meet other threads, begin or end
    the life of barriers or are not known keep the test behind them. Waits that
    were written as barrier ops are left alone.

    Not tested early is what that only costs: rings of fewer slots than
    `min-slots`, eight waits and more in a row, and the side of a group that waits
    at fewer arrays of barriers in a row than another, since it waits for the
    slower one in any case.

    What the next iteration of such a loop, or of one with a single wait in a ring
    of two slots and more, gets as slot numbers and parities is computed in front
    of the wait, and held there by a `mov` in inline PTX.

    Emits `barrier_test_wait`, `nvvm.inline_ptx` and an i1 that the loop carries,
    and moves `barrier_wait` into a branch; consumes nothing. `min-slots` is at
    least 1.
  }];
  let options = [
    Option<"minSlots", "min-slots", "int64_t", "4",
           "smallest number of slots of a ring whose waits are tested early">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def PipegroupHoistAddresses : Pass<"pipegroup-hoist-addresses"> {
  let summary = "take addresses of barriers out of loops";
  let description = [{
    Moves every `barrier` whose slot number a loop leaves as it is in front of the
    loop.

    Emits and consumes nothing of its own.
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

    With `advance_on_acquire` or `advance_on_wait` the side has two states: one
    that the acquire or wait moves on, and one that stays behind for commits or
    releases. A state that all members share moves on once, when every member has
    been acquired or waited on [P6]. An interleaved state starts at the lane of
    its warp, or of its task where each lane has a task of its own, and moves by
    its stride.

    Emits `start`, `advance` and `task_warp`; consumes `current`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def PipegroupMaterializeBarriers : Pass<"pipegroup-materialize-barriers"> {
  let summary = "turn groups and protocol ops into barrier ops";
  let description = [{
    Derives every group once and writes the plan down: a `pipegroup.barriers`
    for the storage, an op per mbarrier action with its address and count, and
    two 32-bit integers, slot number and parity, for every state. Consumes all
    groups, protocol ops and states.

    A kernel with groups of several CTAs gets `nvvm.cluster_dim` unless it has
    the size of its clusters.

    Reports what only a whole function shows: K1, K10, P3 and P6.

    Runs on any symbol table that holds both the groups and their users.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def PipegroupMergeElections : Pass<"pipegroup-merge-elections"> {
  let summary = "let one election do for ops that follow each other";
  let description = [{
    Joins `pipegroup.elect` ops with nothing but pure ops between them: the same
    lane executes all bodies, one after the other, and the lanes of the warp do
    nothing in between that the second election would have to wait for. So a warp
    arms a barrier and starts its loads in one election. Only the last body may do
    more than signal barriers and start copies and multiplications: the other
    lanes would no longer wait for it.
  }];
}

#endif // PIPEGROUP_TRANSFORMS_PASSES_TD
