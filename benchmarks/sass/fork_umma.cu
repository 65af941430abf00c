// Fork of one TMA load to a GEMM and to an activation: full, empty gemm,
// empty act.
#include "handshake.cuh"

ROLE(producer, 3, PRODUCER, {
  wait(AT(1), ring.phase);
  wait(AT(2), ring.phase);
  __syncwarp();
  if (elect())
    arm(AT(0), 16384);
}, 1, 1, 4)

ROLE(umma_consumer, 3, CONSUMER, {
  wait(AT(0), ring.phase);
  __syncwarp();
  if (elect())
    ummaCommit(AT(1));
}, 1, 1, 4)

ROLE(warp_consumer, 3, CONSUMER, {
  wait(AT(0), ring.phase);
  __syncwarp();
  if (elect())
    arrive(AT(2));
}, 1, 1, 4)
