// SPDX-License-Identifier: BSL-1.0
//
// The interface between a kernel and the machine that runs it: thread and block indices, shared
// memory, and each synchronizing instruction.
//
// A kernel is a type. Its body asks a context for all of these, so one source runs on a GPU
// (`gpu_context`, an empty type) and on a CPU with every access checked (cpu/block_context.hpp).
// Write a kernel of your own in this form:
//
//   struct transpose {
//     static constexpr int threads = 256;                // per block
//     using shared = shared_memory<field<float, 1024>>;  // or shared_memory<>
//     template <class Context, class Arguments>
//     TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args);
//   };
#pragma once

#include <tileproof/atom/copy/sm80.hpp>
#include <tileproof/atom/flag.hpp>
#include <tileproof/atom/griddepcontrol.hpp>
#include <tileproof/atom/named_barrier.hpp>
#include <tileproof/atom/setmaxnreg.hpp>
#include <tileproof/atom/tma/instruction.hpp>
#include <tileproof/atom/wgmma/warpgroup.hpp>
#include <tileproof/tensor/aligned.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Marks the body of a kernel: a __device__ function under nvcc, an inline host function elsewhere.
#if defined(__CUDACC__)
#define TILEPROOF_KERNEL __device__ __forceinline__
#else
#define TILEPROOF_KERNEL inline
#endif

// A buffer in shared memory: N elements of type T, its first byte at a multiple of Alignment bytes.
template <class T, std::int64_t N, int Alignment = 128>
struct field {
  using type = T;
  static constexpr std::int64_t size = N;
  static constexpr int alignment = Alignment;
  static constexpr std::int64_t bytes = (N * sizeof_bits_v<T> + 7) / 8;
};

// The shared memory of a block: its fields in order, each at the next multiple of its alignment.
// shared_memory<field<float, 3>, field<float, 4>> has offset<1> 128 and bytes 144.
template <class... Fields>
struct shared_memory {
  static constexpr int fields = sizeof...(Fields);
  static constexpr int alignment = [] {
    int a = 1;
    for (int const f : {1, Fields::alignment...}) a = f > a ? f : a;
    return a;
  }();
  template <int I>
  using field_at = typename detail::nth<static_cast<std::size_t>(I), Fields...>::type;

 private:
  struct placed {
    std::int64_t at[sizeof...(Fields) + 1]{};
  };
  static constexpr placed places = [] {
    placed p;
    std::int64_t const bytes[] = {Fields::bytes..., 0};
    std::int64_t const alignments[] = {Fields::alignment..., 1};
    for (int i = 0; i < fields; ++i) {
      std::int64_t const end = p.at[i] + bytes[i];
      std::int64_t const a = alignments[i + 1];
      p.at[i + 1] = (end + a - 1) / a * a;
    }
    return p;
  }();

 public:
  // The first byte of field I, and the bytes of all fields.
  template <int I>
  static constexpr std::int64_t offset = places.at[I];
  static constexpr std::int64_t bytes = places.at[fields];
};

#if defined(__CUDACC__)
namespace detail {

extern __shared__ unsigned char dynamic_shared_memory[];

}  // namespace detail

// The context on a GPU: each member is one instruction or none.
struct gpu_context {
  __device__ __forceinline__ int thread() const { return static_cast<int>(threadIdx.x); }
  __device__ __forceinline__ int threads() const { return static_cast<int>(blockDim.x); }
  // A condition on the launch under which the kernel's proof was made. It is looked at on the CPU,
  // and here under TILEPROOF_DEVICE_CHECKS, by a trap.
  __device__ __forceinline__ void expects([[maybe_unused]] bool holds, char const*) const {
#if defined(TILEPROOF_DEVICE_CHECKS)
    if (!holds) __trap();
#endif
  }
  __device__ __forceinline__ int block_x() const { return static_cast<int>(blockIdx.x); }
  __device__ __forceinline__ int block_y() const { return static_cast<int>(blockIdx.y); }
  __device__ __forceinline__ int block_z() const { return static_cast<int>(blockIdx.z); }

  // A shared-memory pointer to field I, aligned as the field is: ctx.shared(Shared{}, Int<I>{}).
  template <class... Fields, auto I>
  __device__ __forceinline__ auto shared(shared_memory<Fields...>, C<I>) const {
    using memory = shared_memory<Fields...>;
    using field = typename memory::template field_at<static_cast<int>(I)>;
    return make_smem_ptr(
        aligned_ptr<typename field::type, field::alignment>{reinterpret_cast<typename field::type*>(
            detail::dynamic_shared_memory + memory::template offset<static_cast<int>(I)>)});
  }

  // That field in block `rank` of the cluster, in distributed shared memory: a pointer of no
  // space, since it is another block's.
  template <class... Fields, auto I>
  __device__ __forceinline__ auto shared_of(int rank, shared_memory<Fields...> all, C<I> i) const {
    auto p = shared(all, i).it;
    p.it = map_block_rank(p.it, static_cast<std::uint32_t>(rank));
    return p;
  }

  // The barrier of a block (__syncthreads): after it, each thread sees what the others wrote
  // before.
  __device__ __forceinline__ void sync() const { __syncthreads(); }
  // The barrier of a warp (__syncwarp), for all of its lanes; and true in one of them.
  __device__ __forceinline__ void sync_warp() const { __syncwarp(); }
  __device__ __forceinline__ bool elect_one() const { return elect_one_sync(); }
  // Named barriers (atom/named_barrier.hpp): static or run-time integers.
  template <class Id, class Threads>
  __device__ __forceinline__ void sync_named(Id const& id, Threads const& threads) const {
    tileproof::sync_named(id, threads);
  }
  template <class Id, class Threads>
  __device__ __forceinline__ void arrive_named(Id const& id, Threads const& threads) const {
    tileproof::arrive_named(id, threads);
  }
  // The value that another lane passes: the lane with number lane ^ mask, or `from`. All lanes of
  // the warp call together. T has 32 or 64 bits.
  template <class T>
  __device__ __forceinline__ T shuffle_xor(T value, int mask) const {
    return __shfl_xor_sync(0xffffffffu, value, mask);
  }
  template <class T>
  __device__ __forceinline__ T shuffle(T value, int from) const {
    return __shfl_sync(0xffffffffu, value, from);
  }
  // Whether a lane of the warp says so; all of its lanes call together.
  __device__ __forceinline__ bool any(bool value) const {
    return __any_sync(0xffffffffu, value) != 0;
  }

  // The cp.async groups of a thread: fence ends the current group (cp.async.commit_group); wait
  // returns when at most N groups are pending (cp.async.wait_group N). cp_async_arrive lets a
  // barrier count an arrival when the thread's cp.async so far have arrived.
  __device__ __forceinline__ void cp_async_fence() const { tileproof::cp_async_fence(); }
  template <auto N>
  __device__ __forceinline__ void cp_async_wait(C<N>) const {
    tileproof::cp_async_wait<static_cast<int>(N)>();
  }
  template <class Barrier>
  __device__ __forceinline__ void cp_async_arrive(Barrier const& at) const {
    cpasync_barrier_arrive_noinc(*at);
  }

  // Transaction barriers (atom/tma/barrier.hpp). `at` is a pointer to a std::uint64_t in shared
  // memory: ctx.shared(Shared{}, Int<I>{}) + stage. `rank` is a block of the cluster, and its
  // barrier is the one at the same place; that arrival releases a stage and publishes no writes.
  template <class Barrier>
  __device__ __forceinline__ void initialize_barrier(Barrier const& at, int arrivals) const {
    tileproof::initialize_barrier(*at, arrivals);
  }
  __device__ __forceinline__ void fence_barrier_init() const { tileproof::fence_barrier_init(); }
  template <class Barrier>
  __device__ __forceinline__ void arrive_barrier(Barrier const& at) const {
    tileproof::arrive_barrier(*at);
  }
  template <class Barrier>
  __device__ __forceinline__ void arrive_barrier(Barrier const& at, int rank) const {
    tileproof::arrive_barrier(*at, static_cast<std::uint32_t>(rank));
  }
  template <class Barrier>
  __device__ __forceinline__ void set_barrier_transaction_bytes(Barrier const& at,
                                                                int bytes) const {
    tileproof::set_barrier_transaction_bytes(*at, static_cast<std::uint32_t>(bytes));
  }
  template <class Barrier>
  __device__ __forceinline__ void expect_transaction(Barrier const& at, int bytes) const {
    tileproof::expect_transaction(*at, static_cast<std::uint32_t>(bytes));
  }
  template <class Barrier>
  __device__ __forceinline__ void wait_barrier(Barrier const& at, int parity) const {
    tileproof::wait_barrier(*at, parity);
  }
  // The same by mbarrier.test_wait: the thread polls and is not suspended.
  template <class Barrier>
  __device__ __forceinline__ void poll_barrier(Barrier const& at, int parity) const {
    while (!tileproof::test_wait_barrier(*at, parity)) {
    }
  }
  // Ends a barrier's life: no thread uses it any more, and its memory is free for other use.
  template <class Barrier>
  __device__ __forceinline__ void invalidate_barrier(Barrier const& at) const {
    tileproof::invalidate_barrier(*at);
  }
  // The forms that publish the thread's writes to another block of the cluster, and see them there.
  template <class Barrier>
  __device__ __forceinline__ void arrive_barrier_release_cluster(Barrier const& at,
                                                                 int rank) const {
    tileproof::arrive_barrier_release_cluster(*at, static_cast<std::uint32_t>(rank));
  }
  template <class Barrier>
  __device__ __forceinline__ void wait_barrier_acquire_cluster(Barrier const& at,
                                                               int parity) const {
    tileproof::wait_barrier_acquire_cluster(*at, parity);
  }
  // Orders this thread's ordinary accesses to shared memory before those of TMA and wgmma; and its
  // accesses to all memory, global memory included.
  __device__ __forceinline__ void fence_view_async_shared() const {
    tileproof::fence_view_async_shared();
  }
  __device__ __forceinline__ void fence_view_async() const { tileproof::fence_view_async(); }

  // The groups of wgmma (atom/wgmma/warpgroup.hpp), and of TMA stores (atom/tma/instruction.hpp):
  // at most N stay pending; of those, tma_store_wait lets N still read shared memory.
  __device__ __forceinline__ void warpgroup_arrive() const { tileproof::warpgroup_arrive(); }
  __device__ __forceinline__ void warpgroup_commit_batch() const {
    tileproof::warpgroup_commit_batch();
  }
  template <auto N>
  __device__ __forceinline__ void warpgroup_wait(C<N>) const {
    tileproof::warpgroup_wait<static_cast<int>(N)>();
  }
  __device__ __forceinline__ void tma_store_arrive() const { tileproof::tma_store_arrive(); }
  template <auto N>
  __device__ __forceinline__ void tma_store_wait(C<N>) const {
    tileproof::tma_store_wait<static_cast<int>(N)>();
  }
  template <auto N>
  __device__ __forceinline__ void tma_store_complete(C<N>) const {
    tileproof::tma_store_complete<static_cast<int>(N)>();
  }

  // The cluster (atom/tma/cluster.hpp): its barrier in two halves, or whole; the number of this
  // block in it; its blocks. Launched without a cluster, a block is a cluster of its own.
  __device__ __forceinline__ void cluster_arrive() const { tileproof::cluster_arrive(); }
  __device__ __forceinline__ void cluster_arrive_relaxed() const {
    tileproof::cluster_arrive_relaxed();
  }
  __device__ __forceinline__ void cluster_wait() const { tileproof::cluster_wait(); }
  __device__ __forceinline__ void cluster_sync() const { tileproof::cluster_sync(); }
  __device__ __forceinline__ int block_rank_in_cluster() const {
    return static_cast<int>(tileproof::block_rank_in_cluster());
  }
  __device__ __forceinline__ int cluster_size() const {
    return static_cast<int>(blocks_in_cluster());
  }

  // Counters in global memory (atom/flag.hpp). `at` is a pointer to a std::uint32_t that the blocks
  // share. arrive_flag adds one arrival; wait_flag, called by one thread, waits until the counter
  // has come to `count`; reset_flag makes it 0 again, after the last use in a launch.
  template <class Flag>
  __device__ __forceinline__ void arrive_flag(Flag const& at) const {
    tileproof::arrive_flag(*at);
  }
  template <class Flag>
  __device__ __forceinline__ void wait_flag(Flag const& at, std::uint32_t count) const {
    tileproof::wait_flag(*at, count);
  }
  template <class Flag>
  __device__ __forceinline__ void reset_flag(Flag const& at) const {
    tileproof::reset_flag(*at);
  }

  // The registers of each thread of a warpgroup (atom/setmaxnreg.hpp).
  template <auto N>
  __device__ __forceinline__ void increase_registers(C<N>) const {
    warpgroup_reg_alloc<static_cast<int>(N)>();
  }
  template <auto N>
  __device__ __forceinline__ void decrease_registers(C<N>) const {
    warpgroup_reg_dealloc<static_cast<int>(N)>();
  }
  // Kernels that overlap (atom/griddepcontrol.hpp).
  __device__ __forceinline__ void launch_dependent_grids() const {
    tileproof::launch_dependent_grids();
  }
  __device__ __forceinline__ void wait_on_dependent_grids() const {
    tileproof::wait_on_dependent_grids();
  }
};
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
