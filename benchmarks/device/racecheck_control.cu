// The kernels of racecheck_control.py: rings of slots that a loader fills and a
// consumer reads, in one CTA and in clusters of two. All but the broken ones
// are right: acquire and release are of the cluster's scope, proxy fences are
// on both sides, and a cluster barrier follows init and precedes the end. Those
// of `example` do as the dialect does.

#include <cstdint>

namespace {

//===----------------------------------------------------------------------===//
// PTX
//===----------------------------------------------------------------------===//

__device__ uint32_t shared(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

/// The same address in the shared memory of another CTA of the cluster.
__device__ uint32_t mapped(uint32_t address, uint32_t cta) {
  uint32_t result;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(result)
               : "r"(address), "r"(cta));
  return result;
}

__device__ uint32_t clusterRank() {
  uint32_t rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

__device__ void init(uint32_t barrier, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier),
               "r"(count)
               : "memory");
}

__device__ void fenceInit() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ void fenceProxy() {
  asm volatile("fence.proxy.async;" ::: "memory");
}

template <bool clusterScope = true>
__device__ void wait(uint32_t barrier, uint32_t parity) {
  uint32_t done;
  do {
    if constexpr (clusterScope)
      asm volatile("{ .reg .pred p;\n"
                   "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 "
                   "p, [%1], %2;\n"
                   "selp.u32 %0, 1, 0, p; }"
                   : "=r"(done)
                   : "r"(barrier), "r"(parity)
                   : "memory");
    else
      asm volatile("{ .reg .pred p;\n"
                   "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n"
                   "selp.u32 %0, 1, 0, p; }"
                   : "=r"(done)
                   : "r"(barrier), "r"(parity)
                   : "memory");
  } while (!done);
}

/// Arrives at a barrier of any CTA: an address from `mapped`.
template <bool clusterScope = true>
__device__ void arriveMapped(uint32_t barrier) {
  if constexpr (clusterScope)
    asm volatile(
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0], 1;" ::"r"(
            barrier)
        : "memory");
  else
    asm volatile(
        "mbarrier.arrive.shared::cluster.b64 _, [%0], 1;" ::"r"(barrier)
        : "memory");
}

template <bool clusterScope = true>
__device__ void arriveExpect(uint32_t barrier, uint32_t bytes) {
  if constexpr (clusterScope)
    asm volatile("mbarrier.arrive.expect_tx.release.cluster.shared::cta.b64 "
                 "_, [%0], %1;" ::"r"(barrier),
                 "r"(bytes)
                 : "memory");
  else
    asm volatile(
        "mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier),
        "r"(bytes)
        : "memory");
}

/// Copies to the same place of each CTA in the mask and signals its barrier.
__device__ void copyAll(uint32_t to, const uint32_t *from, uint32_t bytes,
                        uint32_t barrier, uint16_t mask) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(to),
      "l"(from), "r"(bytes), "r"(barrier), "h"(mask)
      : "memory");
}

/// All threads of the cluster, or of the CTA that is alone.
template <int CTAs> __device__ void syncAll() {
  if constexpr (CTAs == 1) {
    __syncthreads();
  } else {
    asm volatile("barrier.cluster.arrive.release;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
  }
}

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

constexpr int Slots = 2, Words = 32, Bytes = 4 * Words;

/// Each lane of a warp arrives, or lane 0 does for all after their barrier.
enum class By { Lanes, Elected };

/// Slots are released after they are read, or, wrongly, before.
enum class Order { Right, Early };

/// Arrives at the loader's barrier in CTA 0 and at one's own.
template <By by>
__device__ void release(uint32_t empty, uint32_t rank, uint32_t lane) {
  if constexpr (by == By::Elected) {
    __syncwarp();
    if (lane != 0)
      return;
  }
  arriveMapped(mapped(empty, 0));
  if (rank != 0)
    arriveMapped(mapped(empty, rank));
}

/// dst[CTA][round][word] = src[cluster][round][word], in CTAs of two warps: the
/// first reads slots. A thread of the second one arms them, and in CTA 0 copies
/// into those of all CTAs. Bytes may come before the barrier is armed; its
/// phase ends no sooner.
template <int CTAs, By by, Order order>
__device__ void ring(const uint32_t *src, uint32_t *dst, int rounds) {
  __shared__ alignas(128) uint32_t slots[Slots][Words];
  __shared__ alignas(8) uint64_t full[Slots], empty[Slots];
  const uint32_t rank = CTAs == 1 ? 0 : clusterRank();
  const uint32_t lane = threadIdx.x % 32;
  src += blockIdx.x / CTAs * rounds * Words;
  dst += blockIdx.x * rounds * Words;

  if (threadIdx.x == 0) {
    for (int i = 0; i < Slots; ++i) {
      init(shared(full + i), 1);
      init(shared(empty + i),
           (by == By::Lanes ? 32 : 1) * (rank == 0 ? CTAs : 1));
    }
    fenceInit();
    fenceProxy();
  }
  syncAll<CTAs>();

  for (int i = 0; i < rounds; ++i) {
    const int s = i % Slots;
    const uint32_t parity = i / Slots & 1;
    const uint32_t slot = shared(slots[s]);
    const uint32_t isFull = shared(full + s), isEmpty = shared(empty + s);
    if (threadIdx.x < 32) {
      wait(isFull, parity);
      if constexpr (order == Order::Early) {
        release<by>(isEmpty, rank, lane);
        __nanosleep(4000);
      }
      // Before the release: the read is over when its word is on the way.
      dst[i * Words + lane] = slots[s][lane];
      if constexpr (order == Order::Right) {
        fenceProxy(); // before the copies that the release orders
        release<by>(isEmpty, rank, lane);
      }
    } else if (lane == 0) {
      wait(isEmpty, parity ^ 1);
      fenceProxy(); // after the reads that the release has ordered
      arriveExpect(isFull, Bytes);
      if (rank == 0)
        copyAll(slot, src + i * Words, Bytes, isFull, (1 << CTAs) - 1);
    }
  }
  syncAll<CTAs>();
}

//===----------------------------------------------------------------------===//
// As the dialect lowers a multicast copy whose threads read the slots
//===----------------------------------------------------------------------===//

constexpr int ExampleSlots = 4, ExampleWords = 128, ExampleThreads = 160;

__device__ bool elect() {
  uint32_t elected;
  asm volatile("{ .reg .pred p;\n"
               "elect.sync _|p, -1;\n"
               "selp.u32 %0, 1, 0, p; }"
               : "=r"(elected)::"memory");
  return elected;
}

/// dst[CTA][tile][word] = src[cluster][tile][word]. Four warps read, the fifth
/// loads a half for both CTAs. Elected: lane r of a warp releases to CTA r, as
/// the dialect has it. Acquire and release are of the CTA's scope, the default.
template <By by, Order order>
__device__ void example(const uint32_t *src, uint32_t *dst, int tiles) {
  __shared__ alignas(128) uint32_t slots[ExampleSlots][ExampleWords];
  __shared__ alignas(8) uint64_t full[ExampleSlots], empty[ExampleSlots];
  const uint32_t lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    for (int i = 0; i < ExampleSlots; ++i) {
      init(shared(full + i), 1);
      init(shared(empty + i), by == By::Elected ? 8 : 256);
    }
    fenceInit();
  }
  asm volatile("barrier.cluster.arrive.relaxed.aligned;\n"
               "barrier.cluster.wait.aligned;" ::
                   : "memory");
  const int warp = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
  if (warp < 4) {
    dst += blockIdx.x * tiles * ExampleWords;
    for (int i = 0; i < tiles; ++i) {
      const uint32_t s = i % ExampleSlots, parity = i / ExampleSlots & 1;
      const uint32_t isEmpty = shared(empty + s);
      wait<false>(shared(full + s), parity);
      volatile uint32_t *from = &slots[s][threadIdx.x];
      uint32_t word = order == Order::Early ? 0 : *from;
      if constexpr (by == By::Elected)
        __syncwarp();
      if (by == By::Lanes || lane == 0)
        arriveMapped<false>(mapped(isEmpty, 0));
      if (by == By::Lanes || lane == 1)
        arriveMapped<false>(mapped(isEmpty, 1));
      if constexpr (order == Order::Early) {
        __nanosleep(4000);
        word = *from;
      }
      dst[i * ExampleWords + threadIdx.x] = word;
    }
    return;
  }
  constexpr uint32_t words = ExampleWords / 2;
  const uint32_t rank = clusterRank();
  const bool elected = elect();
  src += blockIdx.x / 2 * tiles * ExampleWords + words * rank;
  for (int i = 0; i < tiles; ++i) {
    const uint32_t s = i % ExampleSlots, parity = i / ExampleSlots & 1;
    wait<false>(shared(empty + s), parity ^ 1);
    __syncwarp();
    if (elected) {
      arriveExpect<false>(shared(full + s), 4 * ExampleWords);
      copyAll(shared(slots[s]) + 4 * words * rank, src + i * ExampleWords,
              4 * words, shared(full + s), 3);
    }
  }
  // The other CTA releases slots of this one: stay until it has.
  for (int i = tiles; i < tiles + ExampleSlots; ++i)
    wait<false>(shared(empty + i % ExampleSlots), (i / ExampleSlots & 1) ^ 1);
}

} // namespace

#define CLUSTER_1
#define CLUSTER_2 __cluster_dims__(2, 1, 1)
#define RING(name, CTAs, by, order)                                            \
  extern "C" __global__ void CLUSTER_##CTAs __launch_bounds__(64)              \
      name(const uint32_t *src, uint32_t *dst, int rounds) {                   \
    ring<CTAs, By::by, Order::order>(src, dst, rounds);                        \
  }
#define EXAMPLE(name, by, order)                                               \
  extern "C" __global__ void CLUSTER_2 __launch_bounds__(ExampleThreads)       \
      name(const uint32_t *src, uint32_t *dst, int tiles) {                    \
    example<By::by, Order::order>(src, dst, tiles);                            \
  }

RING(local_lanes, 1, Lanes, Right)
RING(local_elected, 1, Elected, Right)
RING(cluster_lanes, 2, Lanes, Right)
RING(cluster_elected, 2, Elected, Right)
EXAMPLE(example_lanes, Lanes, Right)
EXAMPLE(example_elected, Elected, Right)
// Races.
RING(broken_local, 1, Lanes, Early)
RING(broken_cluster, 2, Lanes, Early)
EXAMPLE(broken_example, Lanes, Early)
