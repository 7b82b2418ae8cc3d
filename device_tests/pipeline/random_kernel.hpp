// SPDX-License-Identifier: BSL-1.0
//
// Defines interpret: a kernel that executes a protocol's table (static_tests/pipeline/random/
// device_table.hpp) with real PTX. Each cluster, or pair of blocks of a grid, is one instance with
// a seed of its own for the delays before each instruction. Every write leaves its token in all
// 16-bit elements of a cell; every read compares with the token that it must see.
#pragma once

#include "random_access.hpp"

namespace random_gpu {

// Instructions of a warpgroup, executed by all lanes on a path that does not depend on the lane.
__device__ __forceinline__ bool is_of_warpgroup(device_op const& o) {
  return verb(o.verb) >= verb::gemm && verb(o.verb) <= verb::warpgroup_wait;
}
__device__ __forceinline__ void multiply(thread_state& t, device_op const& o) {
  switch (verb(o.verb)) {
    case verb::gemm:
      with_sum(t, o.accumulator, [&](float(&d)[4]) {
        for (int k = 1; k < o.operands; ++k) ptx::wgmma(d, t.cell(o.cell[0]), t.cell(o.cell[k]));
      });
      break;
    case verb::warpgroup_arrive: ptx::wgmma_fence(); break;
    case verb::warpgroup_commit_batch: ptx::wgmma_commit(); break;
    case verb::warpgroup_wait: ptx::wgmma_wait(o.number); break;
    default: break;
  }
}

// A TMA load, counted at `bar`.
__device__ inline void load(thread_place const& t, device_op const& o, std::uint32_t bar) {
  auto const* const from = t.m.tokens + o.token * token_bytes;
  int const bytes = t.p.cell_bytes[o.cell[0]];
  if (verb(o.verb) == verb::tma_load)
    ptx::load(t.cell(o.cell[0]), from, bytes, bar);
  else
    ptx::load_multicast(t.cell(o.cell[0]), from, bytes, bar, std::uint16_t((1 << t.p.blocks) - 1));
}

__device__ inline void execute(thread_place const& t, device_op const& o, int op, int i, int n) {
  std::uint32_t const bar = t.barrier(o.barrier);
  std::uint32_t* const flag = t.m.flags + std::size_t(t.instance) * 32 + o.barrier;
  switch (verb(o.verb)) {
    case verb::wait:
    case verb::test_wait:
    case verb::wait_acquire_cluster: {
      std::uint64_t const since = ptx::now();
      if (o.is_flag) {
        if (!o.passes)
          while (int(ptx::acquire(flag)) < o.number) t.late(since, op);
      } else if (verb(o.verb) == verb::wait) {
        while (!ptx::try_wait(bar, o.parity)) t.late(since, op);
      } else if (verb(o.verb) == verb::wait_acquire_cluster) {
        while (!ptx::try_wait_acquire_cluster(bar, o.parity)) t.late(since, op);
      } else {
        while (!ptx::test_wait(bar, o.parity)) t.late(since, op);
      }
      break;
    }
    case verb::arrive:
      if (o.is_flag)
        ptx::raise(flag);
      else if (o.is_named)
        ptx::bar_arrive(o.barrier, t.p.named_threads[o.barrier]);
      else if (o.block == t.rank)
        ptx::arrive(bar);
      else
        ptx::arrive_remote(ptx::mapa(bar, o.block));
      break;
    case verb::arrive_release_cluster:
      ptx::arrive_release_cluster(o.block == t.rank ? bar : ptx::mapa(bar, o.block));
      break;
    case verb::arrive_and_expect_tx: ptx::arrive_expect(bar, o.number); break;
    case verb::expect_tx: ptx::expect(bar, o.number); break;
    case verb::cp_async_arrive: ptx::copy_arrive(bar); break;
    case verb::inval: ptx::inval(bar); break;
    case verb::sync: ptx::bar_sync(o.barrier, t.p.named_threads[o.barrier]); break;
    case verb::sync_block: ptx::block_sync(); break;
    case verb::sync_warp: __syncwarp(); break;
    case verb::cluster_arrive: ptx::cluster_arrive(); break;
    case verb::cluster_wait: ptx::cluster_wait(); break;
    case verb::tma_load:
    case verb::tma_load_multicast: load(t, o, bar); break;
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
    case verb::read:
    case verb::write:
    case verb::update: access(t, o, op, i, n); break;
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

// The state of this thread, and its role.
__device__ inline thread_state thread_of(device_protocol const& p, memory const& m,
                                         std::uint32_t shared, std::uint32_t seed, int& role) {
  int const rank = int(blockIdx.x) % p.blocks, instance = int(blockIdx.x) / p.blocks;
  int const warp = __shfl_sync(0xffffffffU, int(threadIdx.x) / 32, 0);  // the same in all lanes
  role = 0;
  while (role + 1 < p.roles && warp >= p.role_first_warp[role + 1]) ++role;
  return {{p, m, instance, rank, int(threadIdx.x) - 32 * p.role_first_warp[role],
           p.role_threads[role], shared, mixed(seed * 9781U + std::uint32_t(instance))},
          {}};
}

// Whether this thread executes an op, as number i of n; `alone`: other lanes of its warp may not.
__device__ inline bool is_mine(thread_place const& t, device_op const& o, int& i, int& n,
                               bool& alone) {
  alone = false, i = t.in_role, n = t.of_role;
  if (t.of_role == 1) {
    bool const ends = o.in == int(section::begin) || o.in == int(section::finish);
    alone = !(o.is_collective && ends);
    return !alone || t.in_role == 0;
  }
  if (who(o.by) == who::all) return true;
  alone = true;
  bool const leads = who(o.by) == who::leaders;
  if (leads)
    i = t.in_role / 32, n = t.of_role / 32;
  else
    n = 1;
  return leads ? t.in_role % 32 == 0 : t.in_role == 0;
}

__global__ void __launch_bounds__(1024, 1)
    interpret(device_protocol const* table, device_op const* ops, memory m, std::uint32_t seed) {
  extern __shared__ __align__(1024) std::uint8_t bytes[];
  device_protocol const& p = *table;
  int role = 0;
  thread_state t = thread_of(p, m, std::uint32_t(__cvta_generic_to_shared(bytes)), seed, role);
  if (p.machine_initialises && p.mbarriers > 0) {  // as the launcher does
    if (threadIdx.x == 0) {
      for (int b = 0; b < p.mbarriers; ++b) ptx::init(t.barrier(b), p.arrivals[b]);
      ptx::fence_init();
    }
    __syncthreads();
    if (p.is_cluster && p.blocks > 1) ptx::cluster_arrive(), ptx::cluster_wait();
  }
  device_op const* const word = ops + p.first_op[t.rank][role];
  for (int k = 0; k < p.op_count[t.rank][role]; ++k) {
    device_op const& o = word[k];
    int i = 0, n = 0;
    bool alone = false;
    if (is_of_warpgroup(o)) {
      delay(t, k, false);
      multiply(t, o);
    } else if (is_mine(t, o, i, n, alone)) {
      delay(t, k, alone);
      int const op = op_code(t.rank, role, k);
      if (o.accumulator >= 0)
        registers(t, o, op);
      else
        execute(t, o, op, i, n);
    }
  }
}

}  // namespace random_gpu
