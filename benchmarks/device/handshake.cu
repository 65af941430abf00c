// The handshakes of handshake.py by hand: N producer warps, one consumer warp,
// S slots, no data. One kernel per form, N and S, named FORM_N_S. Loops are
// unrolled by a lap of the ring, waits branch on the hardware's predicate, and
// the warp's number is known to be the same for all lanes: each is faster than
// without.

#include <cstdint>

namespace {

__device__ uint32_t shared(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

__device__ void init(uint32_t barrier, uint32_t count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(count));
}

__device__ void arrive(uint32_t barrier) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(barrier) : "memory");
}

__device__ bool tryWait(uint32_t barrier, uint32_t parity) {
  uint32_t done;
  asm volatile("{ .reg .pred p;\n"
               "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n"
               "selp.u32 %0, 1, 0, p; }"
               : "=r"(done)
               : "r"(barrier), "r"(parity)
               : "memory");
  return done;
}

__device__ void wait(uint32_t barrier, uint32_t parity) {
  asm volatile("{ .reg .pred p;\n"
               "again_%=: mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n"
               "@p bra over_%=;\n"
               "bra again_%=;\n"
               "over_%=: }" ::"r"(barrier),
               "r"(parity)
               : "memory");
}

enum Form { Separate, Merge, MergeBatched, Fused };

/// One elected lane arrives once the warp has come together: a lane that is
/// still in the wait could be lapped.
__device__ void arriveOnce(uint32_t barrier) {
  __syncwarp();
  if (threadIdx.x % 32 == 0)
    arrive(barrier);
}

/// Rounds are a multiple of S.
template <Form form, int N, int S>
__device__ void produce(const uint64_t *full, const uint64_t *empty, int warp,
                        int rounds) {
  uint32_t waits = shared(empty + (form == Separate ? warp * S : 0));
  uint32_t signals = shared(full + (form == Fused ? 0 : warp * S));
  uint32_t parity = 1;
#pragma unroll 1
  for (int i = 0; i < rounds; i += S, parity ^= 1) {
#pragma unroll
    for (int slot = 0; slot < S; ++slot) {
      wait(waits + 8 * slot, parity);
      arriveOnce(signals + 8 * slot);
    }
  }
}

template <Form form, int N, int S>
__device__ void consume(const uint64_t *full, const uint64_t *empty,
                        int rounds) {
  constexpr int waits = form == Fused ? 1 : N;
  constexpr int signals = form == Separate ? N : 1;
  uint32_t parity = 0;
#pragma unroll 1
  for (int i = 0; i < rounds; i += S, parity ^= 1) {
#pragma unroll
    for (int slot = 0; slot < S; ++slot) {
      uint32_t first = shared(full + slot);
      bool ready[waits] = {};
      if (form == MergeBatched) {
#pragma unroll
        for (int m = 0; m < waits; ++m)
          ready[m] = tryWait(first + 8 * m * S, parity);
      }
#pragma unroll
      for (int m = 0; m < waits; ++m)
        if (!ready[m])
          wait(first + 8 * m * S, parity);
      __syncwarp();
      if (threadIdx.x % 32 == 0) {
#pragma unroll
        for (int m = 0; m < signals; ++m)
          arrive(shared(empty + m * S + slot));
      }
    }
  }
}

template <Form form, int N, int S>
__device__ void handshake(int rounds, long long *out) {
  __shared__ uint64_t full[N * S], empty[N * S];
  int warp = __shfl_sync(~0u, threadIdx.x / 32, 0);
  if (threadIdx.x == 0) {
    for (int i = 0; i < N * S; ++i) {
      init(shared(full + i), form == Fused ? N : 1);
      init(shared(empty + i), 1);
    }
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
  __syncthreads();
  if (warp > 0)
    return produce<form, N, S>(full, empty, warp - 1, rounds);
  long long before = clock64();
  consume<form, N, S>(full, empty, rounds);
  if (threadIdx.x == 0)
    out[blockIdx.x] = clock64() - before;
}

} // namespace

#define KERNEL(name, form, N, S)                                               \
  extern "C" __global__ void __launch_bounds__(32 * (N + 1))                   \
      name##_##N##_##S(int rounds, long long *out) {                           \
    handshake<form, N, S>(rounds, out);                                        \
  }
#define FORMS(N, S)                                                            \
  KERNEL(separate, Separate, N, S)                                             \
  KERNEL(merge, Merge, N, S)                                                   \
  KERNEL(merge_batched, MergeBatched, N, S)                                    \
  KERNEL(fused_merge, Fused, N, S)
#define SLOTS(N) FORMS(N, 1) FORMS(N, 2) FORMS(N, 4) FORMS(N, 8)

SLOTS(1)
SLOTS(2)
SLOTS(4)
SLOTS(8)
