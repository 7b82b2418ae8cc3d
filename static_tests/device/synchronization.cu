// SPDX-License-Identifier: BSL-1.0
//
// The machine instructions of what a context synchronizes with, for sm_90a: one kernel for each
// member. tools/compare_sass.py reads the lines that begin with `// sass`:
//
//   // sass KERNEL: TEXT, no OTHER     the kernel has an instruction that begins with TEXT, none
//                                      with OTHER
#include <tileproof/atom/griddepcontrol.hpp>
#include <tileproof/context/context.hpp>

using namespace tileproof;

#define KERNEL(NAME, ...)                                                   \
  extern "C" __global__ void __launch_bounds__(384, 1)                      \
      NAME([[maybe_unused]] int const n, [[maybe_unused]] int* const out) { \
    __shared__ std::uint64_t barriers[4];                                   \
    __shared__ int data[384];                                               \
    [[maybe_unused]] gpu_context const ctx;                                 \
    [[maybe_unused]] auto const at = make_smem_ptr(barriers) + n;           \
    [[maybe_unused]] int volatile& mine = data[threadIdx.x];                \
    __VA_ARGS__                                                             \
  }

// To release a stage costs the arrival. Writes are published to another block by a membar; one that
// waits for them invalidates L1.
// sass release_stage: SYNCS.ARRIVE, no MEMBAR, no ERRBAR, no CGAERRBAR, no CCTL, no FENCE
KERNEL(release_stage, ctx.arrive_barrier(at, 1);)
// sass release_after_read: LDS, SYNCS.ARRIVE, no MEMBAR, no ERRBAR, no CGAERRBAR, no CCTL, no FENCE
KERNEL(release_after_read, int const x = mine; ctx.arrive_barrier(at, 1); *out = x;)
// sass release_own: SYNCS.ARRIVE, no MEMBAR, no ERRBAR, no CCTL, no FENCE
KERNEL(release_own, ctx.arrive_barrier(at);)
// sass publish: MEMBAR, SYNCS.ARRIVE
KERNEL(publish, mine = n; arrive_barrier_release_cluster(*at, 1);)
// sass wait: SYNCS.PHASECHK, no MEMBAR, no CCTL
KERNEL(wait, ctx.wait_barrier(at, n & 1);)
// sass acquire: SYNCS.PHASECHK, CCTL.IVALL, no MEMBAR
KERNEL(acquire, wait_barrier_acquire_cluster(*at, n & 1);)
// sass initialize: SYNCS.EXCH, no MEMBAR.ALL.GPU
KERNEL(initialize, ctx.initialize_barrier(at, 4); ctx.fence_barrier_init();)
// sass announce: SYNCS.ARRIVE, no MEMBAR
KERNEL(announce, ctx.set_barrier_transaction_bytes(at, 4096);)
// sass expect: SYNCS.ARRIVE, no MEMBAR
KERNEL(expect, ctx.expect_transaction(at, 4096);)
// sass cp_async: ARRIVES.LDGSTSBAR, no MEMBAR
KERNEL(cp_async, ctx.cp_async_arrive(at);)

// An arrival at a flag in global memory: the membar of its release and the addition, no
// invalidation. Where the kernel has mbarriers, ptxas adds a membar of the block. A look at one is
// a load from L2, and invalidates L1.
// sass flag: MEMBAR.ALL.GPU, REDG.E.ADD.STRONG.GPU, no CCTL, no MEMBAR.ALL.CTA, no MEMBAR.ALL.SYS
KERNEL(flag, __syncthreads();
       if (threadIdx.x == 0) ctx.arrive_flag(reinterpret_cast<std::uint32_t*>(out) + n);)
// sass flag_beside_mbarrier: MEMBAR.ALL.CTA, MEMBAR.ALL.GPU, REDG.E.ADD.STRONG.GPU, no CCTL
KERNEL(flag_beside_mbarrier, ctx.wait_barrier(at, n & 1);
       if (threadIdx.x == 0) ctx.arrive_flag(reinterpret_cast<std::uint32_t*>(out));)
// sass wait_flag: LDG.E.STRONG.GPU, CCTL.IVALL, no MEMBAR, no NANOSLEEP
KERNEL(wait_flag, if (threadIdx.x == 0) ctx.wait_flag(reinterpret_cast<std::uint32_t*>(out),
                                                      static_cast<unsigned>(n));)

// sass named: BAR.SYNC.DEFER_BLOCKING 0x3, BAR.ARV 0x4, no MEMBAR
KERNEL(named, ctx.sync_named(_3{}, _64{}); ctx.arrive_named(_4{}, _64{});)
// sass named_at_run_time: BAR.SYNC.DEFER_BLOCKING R, no MEMBAR
KERNEL(named_at_run_time, ctx.sync_named(n, 64);)
// sass warps: STS, no MEMBAR
KERNEL(warps, if (threadIdx.x % 32 < n) mine = n; ctx.sync_warp(); *out = data[n];)
// sass elect: ELECT
KERNEL(elect, if (ctx.elect_one()) * out = n;)
// sass exchange: SHFL.BFLY, SHFL.IDX
KERNEL(exchange, *out = ctx.shuffle_xor(mine, 1) + ctx.shuffle(mine, n);)

// sass registers: USETMAXREG.TRY_ALLOC, USETMAXREG.DEALLOC
KERNEL(
    registers,
    if (threadIdx.x < 128) {
      ctx.decrease_registers(_24{});
      *out = n;
    } else {
      ctx.increase_registers(Int<240>{});
      mine = n;
    })
// sass dependent: PREEXIT, ACQBULK
KERNEL(dependent, ctx.launch_dependent_grids(); ctx.wait_on_dependent_grids(); *out = n;)

// tma_store_wait waits for the reads; tma_store_complete makes the writes visible too.
// sass stores: UTMACMDFLUSH, DEPBAR.LE SB0, no CCTL
KERNEL(stores, ctx.tma_store_arrive(); ctx.tma_store_wait(_0{}); mine = n;)
// sass stores_complete: UTMACMDFLUSH, DEPBAR.LE SB0, CCTL.IVALL
KERNEL(stores_complete, ctx.tma_store_arrive(); ctx.tma_store_complete(_0{}); mine = n;)
// sass async_view: FENCE.VIEW.ASYNC
KERNEL(async_view, mine = n; ctx.fence_view_async_shared();)
// sass warpgroups: WARPGROUP.ARRIVE, WARPGROUP.DEPBAR.LE
KERNEL(warpgroups, ctx.warpgroup_arrive(); ctx.warpgroup_commit_batch(); ctx.warpgroup_wait(_0{});)

// sass cluster_halves: UCGABAR_ARV, UCGABAR_WAIT, no MEMBAR.ALL.GPU
KERNEL(cluster_halves, ctx.cluster_arrive_relaxed(); ctx.cluster_wait();)
// sass cluster_whole: MEMBAR, UCGABAR_ARV, UCGABAR_WAIT
KERNEL(cluster_whole, mine = n; ctx.cluster_sync();)
// sass cluster_place: S2UR, STG
KERNEL(cluster_place, *out = ctx.block_rank_in_cluster() + ctx.cluster_size();)
