// Merge of the two operands of a GEMM, A by threads, B by TMA: full a, full b,
// empty.
#include "handshake.cuh"

ROLE(async_producer, 3, PRODUCER, {
  wait(AT(2), ring.phase);
  fenceProxyAsync();
  arrive(AT(0));
}, 32, 1, 1)

ROLE(tma_producer, 3, PRODUCER, {
  wait(AT(2), ring.phase);
  __syncwarp();
  if (elect())
    arm(AT(1), 2048);
}, 32, 1, 1)

ROLE(consumer, 3, CONSUMER, {
  wait(AT(0), ring.phase);
  wait(AT(1), ring.phase);
  __syncwarp();
  if (elect())
    ummaCommit(AT(2));
}, 32, 1, 1)
