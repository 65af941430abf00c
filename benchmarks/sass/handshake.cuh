// What the hand-written loops are made of.
#pragma once

#include <cstdint>

#ifndef LOOP_FORM
#define LOOP_FORM 0
#endif
#ifndef STAGES
#define STAGES 4
#endif

__device__ __forceinline__ uint32_t shared(const void *pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

/// `counts[i]` is the arrival count of the i-th array of STAGES barriers.
template <typename... Counts>
__device__ __forceinline__ void initBarriers(uint32_t barriers,
                                             Counts... counts) {
  if ((threadIdx.x | threadIdx.y | threadIdx.z) == 0) {
    const uint32_t all[] = {static_cast<uint32_t>(counts)...};
    for (unsigned i = 0; i < sizeof...(Counts) * STAGES; ++i)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(
                       barriers + 8 * i),
                   "r"(all[i / STAGES])
                   : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
}

/// The position in the ring.
struct Ring {
  uint32_t index = 0, phase;
  __device__ explicit Ring(uint32_t phase) : phase(phase) {}
  __device__ __forceinline__ void advance() {
    if (++index == STAGES) {
      index = 0;
      phase ^= 1;
    }
  }
};

__device__ __forceinline__ void wait(uint32_t barrier, uint32_t phase) {
  asm volatile("{\n"
               ".reg .pred done;\n"
               "POLL:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@done bra DONE;\n"
               "bra POLL;\n"
               "DONE:\n"
               "}" ::"r"(barrier),
               "r"(phase)
               : "memory");
}

__device__ __forceinline__ void arrive(uint32_t barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier)
               : "memory");
}

__device__ __forceinline__ void arm(uint32_t barrier, uint32_t bytes) {
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
      "r"(bytes)
      : "memory");
}

__device__ __forceinline__ bool elect() {
  uint32_t elected;
  asm volatile("{\n"
               ".reg .pred p;\n"
               "elect.sync _|p, 0xffffffff;\n"
               "selp.u32 %0, 1, 0, p;\n"
               "}"
               : "=r"(elected)::"memory");
  return elected != 0;
}

__device__ __forceinline__ void fenceProxyAsync() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

#if defined(HAS_TCGEN05)
/// Tensor memory changes hands before a signal, and after a wait.
__device__ __forceinline__ void fenceTensorBefore() {
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
}

__device__ __forceinline__ void fenceTensorAfter() {
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
}

__device__ __forceinline__ void ummaCommit(uint32_t barrier) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one"
               ".shared::cluster.b64 [%0];" ::"r"(barrier)
               : "memory");
}
#endif

/// The ways to write the loop; ptxas makes the most of one here, of another there.
#if LOOP_FORM == 0
#define LOOP _Pragma("unroll 1") for (int i = 0; i < n; ++i)
#elif LOOP_FORM == 1
#define LOOP _Pragma("unroll 1") for (int i = 0; i != n; ++i)
#else
#define LOOP _Pragma("unroll 1") for (int left = n; left > 0; --left)
#endif

/// One kernel a role: sets the barriers up, then iterates `BODY`, which sees
/// `barriers`, `ring.index` and `ring.phase`.
#define ROLE(NAME, ARRAYS, PHASE, BODY, ...)                                   \
  extern "C" __global__ void NAME(int n) {                                     \
    __shared__ uint64_t storage[ARRAYS * STAGES];                              \
    const uint32_t barriers = shared(storage);                                 \
    initBarriers(barriers, __VA_ARGS__);                                       \
    Ring ring(PHASE);                                                          \
    LOOP {                                                                     \
      BODY;                                                                    \
      ring.advance();                                                          \
    }                                                                          \
  }

/// Barrier of the ring's slot in the array of that number.
#define AT(ARRAY) (barriers + 8 * ring.index + 8 * STAGES * (ARRAY))

constexpr uint32_t PRODUCER = 1, CONSUMER = 0;
