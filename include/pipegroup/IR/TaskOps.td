//===- TaskOps.td - Which warps do what -------------------*- tablegen -*-===//

#ifndef PIPEGROUP_IR_TASKOPS_TD
#define PIPEGROUP_IR_TASKOPS_TD

include "pipegroup/IR/BarrierOps.td"

def Pipegroup_SpecializeOp : Pipegroup_Op<"specialize", [
    NoRegionArguments, NoTerminator, Pipegroup_InFunction,
    RecursiveMemoryEffects, SingleBlock]> {
  let summary = "split the warps of the CTA into tasks";
  let description = [{
    Every warp executes the task whose range it is in; a warp in no range skips
    all of them. Nobody waits at the end. The number of threads of the CTA is
    taken from the kernel's attributes, or from `threads(n)`.

    Requires: K2, K5, P4; executed by all threads of the CTA.

    Effect on the barriers: those of the tasks.

    Example:

    ```mlir
    pipegroup.specialize threads(160) {
      pipegroup.task @load warps(4, 1) {
        pipegroup.acquire @acc::@tmem
        pipegroup.commit @acc::@tmem
      }
      pipegroup.task @math warps(0, 4) {
        pipegroup.wait @acc::@tmem
        pipegroup.release @acc
      }
    }
    ```

    Errors: overlapping ranges, a range outside the CTA, two tasks of one name,
    register requests over budget.
  }];
  let arguments = (ins OptionalAttr<Pipegroup_Number>:$threads);
  let regions = (region SizedRegion<1>:$bodyRegion);
  let assemblyFormat = [{
    (`threads` `(` $threads^ `)`)? attr-dict-with-keyword $bodyRegion
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The tasks in order.
    auto getTasks() { return getBody()->getOps<::pipegroup::TaskOp>(); }
    /// Threads of the CTA, if they are known.
    std::optional<int64_t> getBlockThreads();
    /// The tasks and what is known of the launch, as the core knows them.
    ::pipegroup::model::KernelConfig getKernelConfig();
  }];
}

def Pipegroup_TaskOp : Pipegroup_Op<"task", [
    HasParent<"SpecializeOp">, NoRegionArguments, NoTerminator,
    RecursiveMemoryEffects, SingleBlock]> {
  let summary = "what a range of warps does";
  let description = [{
    The warps `first` to `first + count - 1` execute the body. Values from
    outside may be used freely; nothing is returned. `registers(n)` asks for n
    registers per thread, for all warps of the warpgroups in the range.

    Requires: K2, K5, K6, K9.

    Effect on the barriers: those of the body.

    Example:

    ```mlir
    pipegroup.specialize threads(256) {
      pipegroup.task @load warps(4, 4) registers(40) {
      }
      pipegroup.task @math warps(0, 4) registers(232) {
      }
    }
    ```

    Errors: as `pipegroup.specialize`.
  }];
  let arguments = (ins StrAttr:$name, Pipegroup_Number:$first,
                       Pipegroup_Number:$count,
                       OptionalAttr<Pipegroup_Number>:$registers);
  let regions = (region SizedRegion<1>:$bodyRegion);
  let assemblyFormat = [{
    custom<TaskName>($name) `warps` `(` $first `,` $count `)`
    (`registers` `(` $registers^ `)`)? attr-dict-with-keyword $bodyRegion
  }];
}

def Pipegroup_TaskWarpOp : Pipegroup_Op<"task_warp", [Pure]> {
  let summary = "the number of a warp in its task";
  let description = [{
    Gives 0 in the first warp of the task, 1 in the next one, and so on; the same
    in all lanes of a warp, which the compiler knows.

    Requires: to be inside a task.

    Effect on the barriers: none.

    Example:

    ```mlir
    pipegroup.specialize threads(256) {
      pipegroup.task @math warps(0, 8) {
        %warp = pipegroup.task_warp : i32
      }
    }
    ```

    Errors: a place outside all tasks.
  }];
  let results = (outs I32:$warp);
  let assemblyFormat = "attr-dict `:` type($warp)";
  let hasVerifier = 1;
}

#endif // PIPEGROUP_IR_TASKOPS_TD
