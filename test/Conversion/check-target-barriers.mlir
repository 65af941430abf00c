// The same check on barrier ops that were entered by hand: every op whose
// instruction a chip lacks is reported, the others compile for it.
// accepts: T1
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_100a -o /dev/null
// RUN: not pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_80 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OLD --implicit-check-not=error:
// RUN: not pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_90a 2>&1 \
// RUN:   | FileCheck %s --check-prefix=HOPPER --implicit-check-not=error:

// OLD: error: 'pipegroup.barriers' op a blocking mbarrier wait needs sm_90 or later, found sm_80 [T1]
pipegroup.barriers @ring size(2)
func.func @f(%b: !llvm.ptr<3>, %i: i32) {
  // OLD: error: 'pipegroup.barrier_init' op a blocking mbarrier wait needs
  pipegroup.barrier_init %b count(32)
  pipegroup.barrier_invalidate %b
  // OLD: error: 'pipegroup.barrier_arrive' op a blocking mbarrier wait needs
  pipegroup.barrier_arrive %b
  // OLD: error: 'pipegroup.barrier_arrive_expect_tx' op TMA needs sm_90 or later, found sm_80 [T1]
  pipegroup.barrier_arrive_expect_tx %b bytes(16)
  // OLD: error: 'pipegroup.barrier_cp_async_arrive' op a blocking mbarrier wait needs
  pipegroup.barrier_cp_async_arrive %b
  // OLD: error: 'pipegroup.barrier_umma_commit' op tcgen05 needs {{.*}}, found sm_80 [T1]
  // HOPPER: error: 'pipegroup.barrier_umma_commit' op tcgen05 needs {{.*}}, found sm_90a [T1]
  pipegroup.barrier_umma_commit %b
  // OLD: error: 'pipegroup.barrier_try_wait' op a blocking mbarrier wait needs
  %done = pipegroup.barrier_try_wait %b parity(%i)
  // OLD: error: 'pipegroup.barrier_test_wait' op a blocking mbarrier wait needs
  %now = pipegroup.barrier_test_wait %b parity(%i)
  // OLD: error: 'pipegroup.barrier_wait' op a blocking mbarrier wait needs
  pipegroup.barrier_wait %b parity(%i)
  // OLD: error: 'pipegroup.elect' op a blocking mbarrier wait needs
  pipegroup.elect {
  }
  pipegroup.once {
  }
  // OLD: error: 'pipegroup.fence_barrier_init' op a blocking mbarrier wait needs
  pipegroup.fence_barrier_init
  // OLD: error: 'pipegroup.fence_proxy_async' op a blocking mbarrier wait needs
  pipegroup.fence_proxy_async
  pipegroup.sync_cta
  // OLD: error: 'pipegroup.sync_cluster' op a cluster of CTAs needs sm_90 or later, found sm_80 [T1]
  pipegroup.sync_cluster
  // OLD: error: 'pipegroup.cta_rank' op a cluster of CTAs needs
  %rank = pipegroup.cta_rank
  // OLD: error: 'pipegroup.barrier' op a cluster of CTAs needs
  // OLD: error: 'pipegroup.for_ctas' op a cluster of CTAs needs
  pipegroup.for_ctas %i {
  ^bb0(%cta: i32):
    %there = pipegroup.barrier @ring[%i] cta(%cta) : !llvm.ptr<7>
  }
  // OLD: error: 'pipegroup.barrier' op a cluster of CTAs needs
  %first = pipegroup.barrier @ring[%i] leader : !llvm.ptr<3>
  %own = pipegroup.barrier @ring[%i] : !llvm.ptr<3>
  return
}
