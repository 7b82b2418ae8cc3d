// SPDX-License-Identifier: BSL-1.0
//
// The synchronisation of pipelines, on a GPU of sm_90: named barriers hand a turn round the warps,
// warpgroups exchange registers, the blocks of a cluster arrive at each other's barriers, and
// barriers count the cp.async of threads. Each kernel counts what is wrong.
#include "gpu.hpp"

#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/integer.hpp>
#include <tileproof/kernel/common/launch.hpp>

#include <cstdio>

using namespace tileproof;

namespace {

struct counters {
  int* wrong;
  int* shared_by_blocks;  // 64 zeros for each cluster
};

// Warps write their numbers in turn, with ordinary stores. A warp waits for its turn at barrier
// 1 + warp, where the warp before it has arrived.
template <bool IsStatic>
struct turns {
  static constexpr int threads = 128;
  static constexpr int warps = threads / 32;
  static constexpr int rounds = 200;
  using shared = shared_memory<field<int, warps * rounds>, field<int, 1>>;

  template <int Warp, class Context>
  TILEPROOF_KERNEL static void hand_on(Context const& ctx) {
    if constexpr (IsStatic)
      ctx.arrive_named(Int<1 + (Warp + 1) % warps>{}, _64{});
    else
      ctx.arrive_named(1 + (ctx.thread() / 32 + 1) % warps, 64);
  }
  template <int Warp, class Context>
  TILEPROOF_KERNEL static void take(Context const& ctx) {
    if constexpr (IsStatic)
      ctx.sync_named(Int<1 + Warp>{}, _64{});
    else
      ctx.sync_named(1 + ctx.thread() / 32, 64);
  }
  template <int Warp, class Context>
  TILEPROOF_KERNEL static void play(Context const& ctx) {
    auto const log = ctx.shared(shared{}, _0{});
    auto const count = ctx.shared(shared{}, _1{});
    for (int round = 0; round < rounds; ++round) {
      if (Warp > 0 || round > 0) take<Warp>(ctx);
      if (ctx.elect_one()) {
        log[count[0]] = Warp;
        count[0] = count[0] + 1;
      }
      ctx.sync_warp();
      if (Warp + 1 < warps || round + 1 < rounds) hand_on<Warp>(ctx);
    }
  }
  template <class Context>
  TILEPROOF_KERNEL static void run(Context const& ctx, counters const& c) {
    if (ctx.thread() == 0) ctx.shared(shared{}, _1{})[0] = 0;
    ctx.sync();
    int const warp = ctx.thread() / 32;
    if (warp == 0) play<0>(ctx);
    if (warp == 1) play<1>(ctx);
    if (warp == 2) play<2>(ctx);
    if (warp == 3) play<3>(ctx);
    ctx.sync();
    for (int i = ctx.thread(); i < warps * rounds; i += threads)
      if (ctx.shared(shared{}, _0{})[i] != i % warps) atomicAdd(c.wrong, 1);
  }
};

// One warpgroup gives registers to two others, which compute with more than 168 values each.
struct exchange_registers {
  static constexpr int threads = 384;
  static constexpr int blocks_per_sm = 1;  // ptxas then has 168 registers a thread
  using shared = shared_memory<>;

  template <class Context>
  TILEPROOF_KERNEL static void run(Context const& ctx, counters const& c) {
    if (ctx.thread() < 128) {
      ctx.decrease_registers(_24{});
      return;
    }
    ctx.increase_registers(Int<240>{});
    constexpr int n = 192;
    unsigned x[n];
    unsigned const seed = static_cast<unsigned>(ctx.thread());
    TILEPROOF_UNROLL
    for (int i = 0; i < n; ++i) x[i] = seed + static_cast<unsigned>(i);
#pragma unroll 1
    for (int step = 0; step < 7; ++step) {
      unsigned const first = x[0];
      TILEPROOF_UNROLL
      for (int i = 0; i + 1 < n; ++i) x[i] = x[i + 1] * 5 + 1;
      x[n - 1] = first * 5 + 1;
      // All of them are in registers here.
      TILEPROOF_UNROLL
      for (int i = 0; i < n; ++i) asm volatile("" : "+r"(x[i]));
    }
    // Element i has been rotated 7 times; 7 steps of 5 x + 1.
    unsigned different = 0;
    TILEPROOF_UNROLL
    for (int i = 0; i < n; ++i) {
      unsigned const from = seed + static_cast<unsigned>((i + 7) % n);
      different |= x[i] ^ (from * 78125u + 19531u);
    }
    if (different != 0) atomicAdd(c.wrong, 1);
  }
};

// An ordinary store to another block's shared memory.
__device__ inline void store_remote([[maybe_unused]] std::uint32_t address,
                                    [[maybe_unused]] int word) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(address), "r"(word) : "memory");
#endif
}

// Blocks of a cluster pass a word to the next block, in its shared memory and in global memory, by
// ordinary stores, and take the place back when that block has read it. Arrivals: `full` publishes,
// `empty` releases.
template <int Blocks>
struct pass_words {
  static constexpr int threads = 64;
  static constexpr int rounds = 300;
  using cluster = Shape<Int<Blocks>, _1, _1>;
  using shared = shared_memory<field<std::uint64_t, 2>, field<int, 1>>;

  template <class Context>
  TILEPROOF_KERNEL static void run(Context const& ctx, counters const& c) {
    auto const full = ctx.shared(shared{}, _0{});
    auto const empty = full + 1;
    auto const place = ctx.shared(shared{}, _1{});
    int const rank = ctx.block_rank_in_cluster();
    int const next = (rank + 1) % Blocks;
    int const before = (rank + Blocks - 1) % Blocks;
    int* const global = c.shared_by_blocks + ctx.block_x() / Blocks * 64;
    if (ctx.cluster_size() != Blocks || rank != ctx.block_x() % Blocks) atomicAdd(c.wrong, 1);
    if (ctx.thread() == 0) {
      ctx.initialize_barrier(full, 1);
      ctx.initialize_barrier(empty, 1);
      ctx.fence_barrier_init();
    }
    ctx.cluster_sync();
    if (ctx.thread() == 0)
      for (int round = 0; round < rounds; ++round) {
        ctx.wait_barrier(empty, (round & 1) ^ 1);  // the next block has read the last word
        int const word = round * Blocks + rank;
        auto const address =
            static_cast<std::uint32_t>(__cvta_generic_to_shared(raw_pointer_cast(place)));
        store_remote(set_block_rank(address, static_cast<std::uint32_t>(next)), word);
        global[next] = ~word;
        arrive_barrier_release_cluster(*full, static_cast<std::uint32_t>(next));
      }
    if (ctx.thread() == 32)
      for (int round = 0; round < rounds; ++round) {
        wait_barrier_acquire_cluster(*full, round & 1);
        int const word = round * Blocks + before;
        bool const is_wrong = place[0] != word || global[rank] != ~word;
        // The result of the atomic operation needs the words: they have been read.
        if (atomicAdd(c.wrong, is_wrong) >= 0) ctx.arrive_barrier(empty, before);
      }
    ctx.sync();
    ctx.cluster_sync();
  }
};

// Every block of a cluster arrives at the barrier of every block; a phase completes with the last
// arrival, not before.
template <int Blocks>
struct arrive_everywhere {
  static constexpr int threads = 32;
  static constexpr int rounds = 60;
  using cluster = Shape<Int<Blocks>, _1, _1>;
  using shared = shared_memory<field<std::uint64_t, 1>>;

  template <class Context>
  TILEPROOF_KERNEL static void run(Context const& ctx, counters const& c) {
    auto const all = ctx.shared(shared{}, _0{});
    int* const arrived = c.shared_by_blocks + ctx.block_x() / Blocks * 64;
    if (ctx.elect_one()) {
      ctx.initialize_barrier(all, Blocks);
      ctx.fence_barrier_init();
    }
    ctx.cluster_sync();
    for (int round = 0; round < rounds; ++round) {
      // The result of the atomic operation is at hand before the arrivals.
      int const old = ctx.shuffle(ctx.thread() == 0 ? atomicAdd(arrived + round, 1) : 0, 0);
      if (old >= 0 && ctx.thread() < Blocks) ctx.arrive_barrier(all, ctx.thread());
      ctx.wait_barrier(all, round & 1);
      if (ctx.thread() == 0 && atomicAdd(arrived + round, 0) != Blocks) atomicAdd(c.wrong, 1);
    }
    ctx.cluster_sync();
  }
};

// Threads fill a buffer by cp.async; a barrier counts them. Each reads what others copied.
struct count_cp_async {
  static constexpr int threads = 128;
  static constexpr int rounds = 20;
  using shared = shared_memory<field<uint128_t, threads>, field<std::uint64_t, 1>>;

  template <class Context>
  TILEPROOF_KERNEL static void run(Context const& ctx, int* const& wrong_and_words) {
    auto const buffer = ctx.shared(shared{}, _0{});
    auto const full = ctx.shared(shared{}, _1{});
    auto const* const words = reinterpret_cast<uint128_t const*>(wrong_and_words + 4);
    if (ctx.thread() == 0) ctx.initialize_barrier(full, threads);
    ctx.sync();
    for (int round = 0; round < rounds; ++round) {
      SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>::copy(words[round * threads + ctx.thread()],
                                                 buffer[ctx.thread()]);
      ctx.cp_async_arrive(full);
      ctx.wait_barrier(full, round & 1);
      int const other = (ctx.thread() + 37) % threads;
      auto const* const read = reinterpret_cast<int const*>(&buffer[other]);
      for (int i = 0; i < 4; ++i)
        if (read[i] != (round * threads + other) * 4 + i) atomicAdd(wrong_and_words, 1);
      ctx.sync();
    }
  }
};

// ---- host

int failed = 0;

template <class Kernel, class Arguments>
void check(char const* name, int blocks, Arguments const& args, int* wrong) {
  int count = -1;
  status const s = launch<Kernel>({blocks}, args, cudaStream_t{});
  cudaError_t error = cudaDeviceSynchronize();
  if (error == cudaSuccess) error = cudaMemcpy(&count, wrong, sizeof(int), cudaMemcpyDeviceToHost);
  bool const is_right = s == status::ok && error == cudaSuccess && count == 0;
  failed += !is_right;
  std::printf("%-40s %d blocks: %d wrong  %s, %s\n", name, blocks, count, to_string(s),
              cudaGetErrorString(error));
}

}  // namespace

int main() {
  int const sm = compute_capability();
  if (sm == 0) return skipped;
  if (sm != 90) {
    std::puts("skipped: setmaxnreg needs sm_90a");
    return skipped;
  }
  constexpr int blocks = 64;
  constexpr int words = count_cp_async::threads * count_cp_async::rounds * 4;
  int* memory = nullptr;
  if (cudaMalloc(&memory, (words + 4) * sizeof(int)) != cudaSuccess) return 1;
  counters const c{memory, memory + 4};
  auto const run = [&]<class Kernel>(Kernel, char const* name) {
    cudaMemset(memory, 0, (words + 4) * sizeof(int));
    check<Kernel>(name, blocks, c, memory);
  };
  run(turns<true>{}, "named barriers, static");
  run(turns<false>{}, "named barriers, at run time");
  run(exchange_registers{}, "setmaxnreg");
  run(pass_words<2>{}, "words published in clusters of 2");
  run(pass_words<4>{}, "words published in clusters of 4");
  run(arrive_everywhere<2>{}, "remote arrivals in clusters of 2");
  run(arrive_everywhere<4>{}, "remote arrivals in clusters of 4");
  run(arrive_everywhere<8>{}, "remote arrivals in clusters of 8");
  static int host[words + 4];
  for (int i = 0; i < words; ++i) host[i + 4] = i;
  cudaMemcpy(memory, host, sizeof(host), cudaMemcpyHostToDevice);
  check<count_cp_async>("cp.async counted by a barrier", blocks, memory, memory);
  std::printf("9 kernels, %d failed\n", failed);
  return failed != 0;
}
