// Two TMA loads that share their barriers: full, empty.
#include "handshake.cuh"

ROLE(x_producer, 2, PRODUCER, {
  wait(AT(1), ring.phase);
  __syncwarp();
  if (elect())
    arm(AT(0), 8192);
}, 2, 128)

ROLE(y_producer, 2, PRODUCER, {
  wait(AT(1), ring.phase);
  __syncwarp();
  if (elect())
    arm(AT(0), 4096);
}, 2, 128)

ROLE(consumer, 2, CONSUMER, {
  wait(AT(0), ring.phase);
  arrive(AT(1));
}, 2, 128)
