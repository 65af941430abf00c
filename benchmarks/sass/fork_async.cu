// Fork of one TMA load to two tasks: full, empty gemm, empty act.
#include "handshake.cuh"

ROLE(producer, 3, PRODUCER, {
  wait(AT(1), ring.phase);
  wait(AT(2), ring.phase);
  __syncwarp();
  if (elect())
    arm(AT(0), 16384);
}, 1, 128, 4)

ROLE(thread_consumer, 3, CONSUMER, {
  wait(AT(0), ring.phase);
  arrive(AT(1));
}, 1, 128, 4)

ROLE(warp_consumer, 3, CONSUMER, {
  wait(AT(0), ring.phase);
  __syncwarp();
  if (elect())
    arrive(AT(2));
}, 1, 128, 4)
