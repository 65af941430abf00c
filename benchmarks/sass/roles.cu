// merge_copy in one kernel: warps 0 to 3 consume, warps 4 and 5 produce.
#include "handshake.cuh"

extern "C" __global__ void roles(int n) {
  __shared__ uint64_t storage[3 * STAGES];
  const uint32_t barriers = shared(storage);
  initBarriers(barriers, 32, 1, 128);
  // The shuffle tells the compiler that the index is the same in all lanes.
  const unsigned warp = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
  if (warp == 4) {
    Ring ring(PRODUCER);
    LOOP {
      wait(AT(2), ring.phase);
      arrive(AT(0));
      ring.advance();
    }
  } else if (warp == 5) {
    Ring ring(PRODUCER);
    LOOP {
      wait(AT(2), ring.phase);
      __syncwarp();
      if (elect())
        arm(AT(1), 256);
      ring.advance();
    }
  } else if (warp < 4) {
    Ring ring(CONSUMER);
    LOOP {
      wait(AT(0), ring.phase);
      wait(AT(1), ring.phase);
      arrive(AT(2));
      ring.advance();
    }
  }
}
