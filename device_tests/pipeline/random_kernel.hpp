// SPDX-License-Identifier: BSL-1.0
//
// Defines interpret: a kernel that executes a protocol's table (static_tests/pipeline/random/
// device_table.hpp) with real PTX. Each cluster, or pair of blocks of a grid, is one instance with
// a seed of its own for the delays before each instruction. Every write leaves its token in all
// 16-bit elements of a cell; every read compares with the token that it must see.
#pragma once

#include "../../static_tests/pipeline/random/device_table.hpp"
#include "../../static_tests/pipeline/random/protocol.hpp"
#include "random_ptx.hpp"

namespace random_gpu {

using namespace random_protocols;

struct result {
  std::uint32_t wrong_reads, wrong_sums, timed_out, first_op, seen, wanted;
};

struct memory {
  std::uint8_t const* tokens;  // 64 rows of token_bytes
  std::uint8_t* stores;        // most_stores slots of token_bytes for each instance
  std::uint32_t* global_cells; // 32 cells of 4096 bytes for each instance
  std::uint32_t* flags;        // 32 for each instance
  result* results;             // of each instance
};

// Two f16 elements of a token: the integers 1 to 61 are exact.
__host__ __device__ inline std::uint32_t pattern(int token) {
  int e = 0;
  while (token >> (e + 1)) ++e;
  std::uint32_t const h = token == 0 ? 0 : std::uint32_t((e + 15) << 10) |
                                               std::uint32_t((token - (1 << e)) << (10 - e));
  return h | h << 16;
}

__device__ inline std::uint32_t mixed(std::uint32_t x) {
  x ^= x >> 16, x *= 0x7feb352dU, x ^= x >> 15, x *= 0x846ca68bU;
  return x ^ x >> 16;
}

struct thread_state {
  device_protocol const& p;
  memory const& m;
  int instance, rank, in_role, of_role;  // number among the role's threads, and how many
  std::uint32_t shared;                  // of the cells
  std::uint32_t seed;
  float sums[4][4];

  __device__ std::uint32_t cell(int c) const { return shared + p.cell_at[c]; }
  __device__ std::uint32_t barrier(int b) const { return shared + p.barriers_at + 8 * b; }
  __device__ std::uint32_t* global(int c) const {
    return m.global_cells + (std::size_t(instance) * 32 + (c - 1000)) * 1024;
  }
  __device__ void wrong(std::uint32_t result::*counter, int op, std::uint32_t seen,
                        std::uint32_t wanted) const {
    result& r = m.results[instance];
    if (atomicAdd(&(r.*counter), 1U) == 0) r.first_op = op, r.seen = seen, r.wanted = wanted;
  }
  // After half a second without the phase: the instance hangs. The context ends.
  __device__ void late(std::uint64_t since, int op) const {
    if (ptx::now() - since < 500000000ULL) return;
    wrong(&result::timed_out, op, 0, 0);
    __threadfence_system();
    __trap();
  }
};

// Mostly nothing, sometimes up to 16 us; the lane that is elected has delays of its own.
__device__ inline void delay(thread_state const& t, int op, bool alone) {
  std::uint32_t const who = alone ? 977 : 0;
  std::uint32_t const r = mixed(t.seed ^ mixed(op * 2654435761U + (threadIdx.x / 32) * 40503U +
                                               t.rank * 7919U + who));
  if ((r & 3) != 0) return;
  long long const until = clock64() + (1LL << (r >> 2 & 15) >> 1);
  while (clock64() < until) {
  }
}

// n executors; this one is number i. Writes go to words i, i + n, ...; reads look at the words of
// the next executor, so that each reads what another has written.
template <class Read>
__device__ void check(thread_state const& t, int op, int bytes, int i, int n, int token, Read read) {
  std::uint32_t const wanted = pattern(token);
  for (int w = (i + 1) % n; w < bytes / 4; w += n) {
    std::uint32_t const v = read(w);
    if (v != wanted) {
      t.wrong(&result::wrong_reads, op, v, wanted);
      break;
    }
  }
}

__device__ inline void access(thread_state& t, device_op const& o, int op, int i, int n) {
  verb const v = verb(o.verb);
  int const c = o.cell[0];
  bool const is_global = c >= 1000, remote = !is_global && o.block != t.rank;
  int const bytes = is_global ? 4096 : t.p.cell_bytes[c];
  std::uint32_t* const g = is_global ? t.global(c) : nullptr;
  std::uint32_t const a = is_global ? 0 : remote ? ptx::mapa(t.cell(c), o.block) : t.cell(c);
  auto const read = [&](int w) {
    return g ? ptx::read_global(g + w) : remote ? ptx::read_remote(a + 4 * w) : ptx::read(a + 4 * w);
  };
  if (v == verb::read) return check(t, op, bytes, i, n, o.expects[0], read);
  std::uint32_t const old = pattern(o.expects[0]), now = pattern(o.token);
  for (int w = i; w < bytes / 4; w += n) {
    if (v == verb::update && read(w) != old) t.wrong(&result::wrong_reads, op, read(w), old);
    if (g) ptx::write_global(g + w, now);
    else if (remote) ptx::write_remote(a + 4 * w, now);
    else ptx::write(a + 4 * w, now);
  }
}

// acc[i] with i known only at run time: accumulators stay in registers.
template <class F>
__device__ void with_sum(thread_state& t, int i, F f) {
  if (i == 0) f(t.sums[0]);
  if (i == 1) f(t.sums[1]);
  if (i == 2) f(t.sums[2]);
  if (i == 3) f(t.sums[3]);
}

__device__ inline void registers(thread_state& t, device_op const& o, int op) {
  with_sum(t, o.accumulator, [&](float(&d)[4]) {
    for (float& x : d) {
      if (verb(o.verb) == verb::write) x = 0;
      if (verb(o.verb) != verb::read) continue;
      if (x != float(o.number))
        t.wrong(&result::wrong_sums, op, std::uint32_t(x), std::uint32_t(o.number));
    }
  });
}

// Instructions of a warpgroup, executed by all lanes on a path that does not depend on the lane.
__device__ __forceinline__ bool multiplies(thread_state& t, device_op const& o) {
  switch (verb(o.verb)) {
    case verb::gemm:
      with_sum(t, o.accumulator, [&](float(&d)[4]) {
        for (int k = 1; k < o.operands; ++k) ptx::wgmma(d, t.cell(o.cell[0]), t.cell(o.cell[k]));
      });
      return true;
    case verb::warpgroup_arrive: ptx::wgmma_fence(); return true;
    case verb::warpgroup_commit_batch: ptx::wgmma_commit(); return true;
    case verb::warpgroup_wait: ptx::wgmma_wait(o.number); return true;
    default: return false;
  }
}

__device__ inline void execute(thread_state& t, device_op const& o, int op, int i, int n) {
  std::uint32_t const bar = t.barrier(o.barrier);
  std::uint32_t* const flag = t.m.flags + std::size_t(t.instance) * 32 + o.barrier;
  switch (verb(o.verb)) {
    case verb::wait:
    case verb::test_wait: {
      std::uint64_t const since = ptx::now();
      if (o.is_flag) {
        if (!o.passes)
          while (int(ptx::acquire(flag)) < o.number) t.late(since, op);
      } else if (verb(o.verb) == verb::wait) {
        while (!ptx::try_wait(bar, o.parity)) t.late(since, op);
      } else {
        while (!ptx::test_wait(bar, o.parity)) t.late(since, op);
      }
      break;
    }
    case verb::arrive:
      if (o.is_flag) ptx::raise(flag);
      else if (o.is_named) ptx::bar_arrive(o.barrier, t.p.named_threads[o.barrier]);
      else if (o.block == t.rank) ptx::arrive(bar);
      else ptx::arrive_remote(ptx::mapa(bar, o.block));
      break;
    case verb::arrive_release_cluster:
      ptx::arrive_release_cluster(ptx::mapa(bar, o.block));
      break;
    case verb::arrive_and_expect_tx: ptx::arrive_expect(bar, o.number); break;
    case verb::expect_tx: ptx::expect(bar, o.number); break;
    case verb::cp_async_arrive: ptx::copy_arrive(bar); break;
    case verb::inval: ptx::inval(bar); break;
    case verb::sync: ptx::bar_sync(o.barrier, t.p.named_threads[o.barrier]); break;
    case verb::sync_block: ptx::bar_sync(0, t.p.threads); break;
    case verb::sync_warp: __syncwarp(); break;
    case verb::cluster_arrive: ptx::cluster_arrive(); break;
    case verb::cluster_wait: ptx::cluster_wait(); break;
    case verb::tma_load:
      ptx::load(t.cell(o.cell[0]), t.m.tokens + o.token * token_bytes, t.p.cell_bytes[o.cell[0]],
                bar);
      break;
    case verb::tma_load_multicast:
      ptx::load_multicast(t.cell(o.cell[0]), t.m.tokens + o.token * token_bytes,
                          t.p.cell_bytes[o.cell[0]], bar, std::uint16_t((1 << t.p.blocks) - 1));
      break;
    case verb::tma_store:
      ptx::store(t.m.stores + (std::size_t(t.instance) * most_stores + o.slot) * token_bytes,
                 t.cell(o.cell[0]), t.p.cell_bytes[o.cell[0]]);
      break;
    case verb::tma_store_arrive: ptx::store_commit(); break;
    case verb::tma_store_wait: ptx::store_wait(o.number); break;
    case verb::cp_async:
      for (int k = i; k < t.p.cell_bytes[o.cell[0]] / 16; k += n)
        ptx::copy16(t.cell(o.cell[0]) + 16 * k, t.m.tokens + o.token * token_bytes + 16 * k);
      break;
    case verb::cp_async_fence: ptx::copy_commit(); break;
    case verb::cp_async_wait: ptx::copy_wait(o.number); break;
    case verb::read: case verb::write: case verb::update:
      if (o.accumulator >= 0) registers(t, o, op);
      else access(t, o, op, i, n);
      break;
    case verb::fence_view_async_shared: ptx::fence_proxy(); break;
    case verb::initialize_barriers:
      for (int b = 0; b < t.p.mbarriers; ++b) ptx::init(t.barrier(b), t.p.arrivals[b]);
      break;
    case verb::fence_barrier_init: ptx::fence_init(); break;
    case verb::wait_on_dependent_grids: ptx::grid_wait(); break;
    case verb::launch_dependent_grids: ptx::grid_launch(); break;
    default: break;  // fetch, and setmaxnreg, which no table has
  }
}

__global__ void __launch_bounds__(1024, 1)
    interpret(device_protocol const* table, device_op const* ops, memory m, std::uint32_t seed) {
  extern __shared__ __align__(1024) std::uint8_t bytes[];
  device_protocol const& p = *table;
  int const rank = int(blockIdx.x) % p.blocks, instance = int(blockIdx.x) / p.blocks;
  thread_state t{p, m, instance, rank, 0, 0, std::uint32_t(__cvta_generic_to_shared(bytes)),
                 mixed(seed * 9781U + std::uint32_t(instance)), {}};
  if (p.machine_initialises && p.mbarriers > 0) {  // as the launcher does
    if (threadIdx.x == 0) {
      for (int b = 0; b < p.mbarriers; ++b) ptx::init(t.barrier(b), p.arrivals[b]);
      ptx::fence_init();
    }
    __syncthreads();
    if (p.is_cluster && p.blocks > 1) ptx::cluster_arrive(), ptx::cluster_wait();
  }
  int const warp = __shfl_sync(0xffffffffU, int(threadIdx.x) / 32, 0);  // the same in all lanes
  int role = 0;
  while (role + 1 < p.roles && warp >= p.role_first_warp[role + 1]) ++role;
  int const threads = p.role_threads[role];
  t.in_role = int(threadIdx.x) - 32 * p.role_first_warp[role];
  t.of_role = threads;
  bool const is_lane_role = threads == 1;
  device_op const* const word = ops + p.first_op[rank][role];
  for (int k = 0; k < p.op_count[rank][role]; ++k) {
    device_op const& o = word[k];
    if (verb(o.verb) >= verb::gemm && verb(o.verb) <= verb::warpgroup_wait) {
      delay(t, k, false);
      multiplies(t, o);
      continue;
    }
    bool mine, alone = false;
    int i = t.in_role, n = threads;
    if (is_lane_role) {
      bool const ends = o.in == int(section::begin) || o.in == int(section::finish);
      alone = !(o.is_collective && ends);
      mine = !alone || t.in_role == 0;
      n = 1;
    } else if (who(o.by) == who::all) {
      mine = true;
    } else {
      alone = true;
      bool const leads = who(o.by) == who::leaders;
      mine = leads ? t.in_role % 32 == 0 : t.in_role == 0;
      i = leads ? t.in_role / 32 : 0, n = leads ? threads / 32 : 1;
    }
    if (mine) {
      delay(t, k, alone);
      execute(t, o, k, i, n);
    }
  }
}

}  // namespace random_gpu
