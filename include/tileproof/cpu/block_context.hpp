// SPDX-License-Identifier: BSL-1.0
//
// Defines block_context: the `ctx` of a kernel on a CPU, the counterpart of gpu_context
// (context/context.hpp), with the same members. So the same source of a kernel runs on both.
//
//   ctx.thread()                     its number in the block
//   ctx.shared(shared{}, _0{})       a checked pointer (cpu/pointer.hpp) to field 0
//   ctx.sync()                       the barrier: suspends the fibre until all threads are there
//   ctx.cp_async_fence(), ctx.cp_async_wait(_1{})    pending copies (cpu/pending_copies.hpp)
//   ctx.wait_barrier(bars + stage, parity)           and all else of sm_90 (cpu/hopper_context.hpp)
#pragma once

#include <tileproof/context/context.hpp>
#include <tileproof/cpu/coordinates.hpp>
#include <tileproof/cpu/hopper_context.hpp>
#include <tileproof/cpu/pointer.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// One thread of a block, as its kernel sees it. It has two words and is copied freely; it is valid
// while the block runs. `thread` counts through the blocks of a cluster.
class block_context : public hopper_context {
 public:
  using hopper_context::hopper_context;

  int thread() const { return thread_ % block_->block_threads(); }
  int block_x() const { return block_->index_of(rank())[0]; }
  int block_y() const { return block_->index_of(rank())[1]; }
  int block_z() const { return block_->index_of(rank())[2]; }

  // Field I as a shared-memory pointer, whose type has the field's alignment. An access outside of
  // the field is out of bounds, even if the next field begins there. Two types shared_memory<...>
  // whose fields overlap in one launch are a fault (fault::overlap).
  template <class... Fields, auto I>
  auto shared(shared_memory<Fields...>, C<I>) const {
    using memory = shared_memory<Fields...>;
    using field = typename memory::template field_at<static_cast<int>(I)>;
    using T = typename field::type;
    return make_smem_ptr(ptr<aligned_ptr<T, field::alignment>>{
        &block_->shared(rank()).field(block_->check, &type_name<memory>, static_cast<int>(I),
                                      memory::template offset<static_cast<int>(I)>, field::size,
                                      sizeof_bits_v<T>),
        0});
  }

  // The same field in block `to` of the cluster. That block must not have ended when the field is
  // used (fault::in_flight).
  template <class... Fields, auto I>
  auto shared_of(int to, shared_memory<Fields...> all, C<I> i) const {
    static_cast<void>(block_->part<mbarriers>());  // notes uses by other blocks
    auto p = shared(all, i).it;
    p.in = &block_->shared(block_->neighbour(thread_, block_of_cluster(to))).same(*p.in);
    return p;
  }

  // The barrier of the block. `where` is the call in the kernel's source: threads that meet at
  // barriers of two places are a divergence, unless roles of a protocol call these, and findings
  // name the barrier after which they happened.
  void sync(std::source_location const& where = std::source_location::current(),
            bool of_role = false) const {
    note({action_kind::sync});
    block_->sync(where, of_role);
  }
  // Ends the thread's group of cp.async; waits until at most N ended groups are pending.
  void cp_async_fence() const {
    note({action_kind::cp_async_fence});
    block_->in_flight().fence();
  }
  template <auto N>
  void cp_async_wait(C<N>) const {
    note({action_kind::cp_async_wait, 0, 0, -1, -1, -1, 0, static_cast<int>(N)});
    block_->in_flight().wait(block_->check, static_cast<int>(N));
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
