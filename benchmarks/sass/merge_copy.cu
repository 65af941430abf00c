// Merge of a copy by threads and a TMA copy: full x, full y, empty.
#include "handshake.cuh"

ROLE(async_producer, 3, PRODUCER, {
  wait(AT(2), ring.phase);
  arrive(AT(0));
}, 32, 1, 128)

ROLE(tma_producer, 3, PRODUCER, {
  wait(AT(2), ring.phase);
  __syncwarp();
  if (elect())
    arm(AT(1), 256);
}, 32, 1, 128)

ROLE(consumer, 3, CONSUMER, {
  wait(AT(0), ring.phase);
  wait(AT(1), ring.phase);
  arrive(AT(2));
}, 32, 1, 128)
