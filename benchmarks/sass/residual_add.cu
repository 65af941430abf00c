// Merge of an accumulator and a residual: full acc, full res, empty.
#include "handshake.cuh"

ROLE(umma_producer, 3, PRODUCER, {
  wait(AT(2), ring.phase);
  fenceTensorAfter();
  __syncwarp();
  if (elect())
    ummaCommit(AT(0));
}, 1, 32, 128)

ROLE(async_producer, 3, PRODUCER, {
  wait(AT(2), ring.phase);
  arrive(AT(1));
}, 1, 32, 128)

ROLE(consumer, 3, CONSUMER, {
  wait(AT(0), ring.phase);
  wait(AT(1), ring.phase);
  fenceTensorAfter();
  fenceTensorBefore();
  arrive(AT(2));
}, 1, 32, 128)
