// SPDX-License-Identifier: BSL-1.0
//
// Defines hopper_context: the members of a kernel's `ctx` on the CPU for instructions of sm_90,
// with the names of gpu_context (context/context.hpp). The members for mbarriers are in
// cpu/mbarrier_context.hpp; cpu/block_context.hpp derives from it.
//
//   auto const full = ctx.shared(shared{}, _2{});   // field<std::uint64_t, stages>
//   ctx.set_barrier_transaction_bytes(full + stage, bytes);
//   copy(tma.with(full + stage), gA(_, k), sA(_, stage));
//   ctx.wait_barrier(full + stage, phase);
//
// A barrier's operand is a pointer to std::uint64_t in shared memory, as shared() gives it. Each
// member is recorded, if options::records_actions is set (cpu/action.hpp).
#pragma once

#include <tileproof/cpu/cluster_barrier.hpp>
#include <tileproof/cpu/flag.hpp>
#include <tileproof/cpu/mbarrier_context.hpp>
#include <tileproof/cpu/named_barrier.hpp>
#include <tileproof/cpu/register_pool.hpp>
#include <tileproof/cpu/stages.hpp>
#include <tileproof/cpu/tma_store.hpp>
#include <tileproof/cpu/warp.hpp>
#include <tileproof/cpu/wgmma_groups.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

class hopper_context : public mbarrier_context {
 public:
  using mbarrier_context::mbarrier_context;

  // ---- protocols (machine/machine.hpp)

  int threads() const { return block_->block_threads(); }
  // Checks a condition on the launch on which the kernel's proof depends (fault::launch).
  void expects(bool holds, char const* what) const {
    if (holds) return;
    block_->check.add(fault::launch, thread_, what);
    block_->stop();
  }
  // States that stage `cell` of a protocol has the elements of a tensor in shared memory
  // (cpu/stages.hpp). A stage that wgmma reads by a descriptor is checked where it is written.
  static constexpr bool claims_stages = true;
  template <class Tensor, class Meets, class Name>
  void claim(int cell, Tensor const& t, Meets const& meets, Name const& name) const {
    if constexpr (requires { raw_pointer_cast(t.data().it).in->field; }) {
      auto& all = block_->part<stages_in_memory>();
      if (all.is_known(rank(), cell)) return;
      std::vector<std::int64_t> bytes;
      constexpr int width = sizeof_bits_v<typename Tensor::value_type>;
      for (std::int64_t i = 0; i < static_cast<std::int64_t>(size(t.layout())); ++i) {
        place const at = raw_pointer_cast((t.data() + t.layout()(i)).it);
        if (at.in == nullptr || at.in->field < 0) return;
        for (int bit = 0; bit < width; bit += 8) bytes.push_back(at.in->at + (at.bit + bit) / 8);
      }
      all.add(rank(), thread_, cell, std::string(std::string_view(name())), bytes, meets);
    }
  }
  // Checks that the tensor of a place in block `to` of the cluster is in that block.
  template <class Tensor>
  void expects_block(Tensor const& t, int to) const {
    if constexpr (requires { raw_pointer_cast(t.data()).in->block; }) {
      region const* const in = raw_pointer_cast(t.data()).in;
      expects(in != nullptr && in->block == block_->neighbour(thread_, block_of_cluster(to)),
              "machine: the payload's tensor is in another block than the role's place");
    }
  }

  // ---- the asynchronous proxy: TMA and wgmma

  // fence.proxy.async: orders accesses of this thread, and accesses that it is ordered after,
  // before later accesses of TMA and wgmma. The first one is for shared memory, the second for all
  // memory.
  void fence_view_async_shared() const {
    note({action_kind::fence_view_async_shared});
    block_->check.happens.fence(thread_, spaces::shared);
  }
  void fence_view_async() const {
    note({action_kind::fence_view_async});
    block_->check.happens.fence(thread_, spaces::all);
  }
  // Bulk groups of this thread's TMA stores: commits one; waits until at most N groups may still
  // read shared memory; waits until at most N groups are pending.
  void tma_store_arrive() const {
    int const group = block_->part<bulk_groups>().commit();
    note({action_kind::tma_store_arrive, 0, 0, -1, -1, -1, 0, group});
  }
  template <auto N>
  void tma_store_wait(C<N>) const {
    note({action_kind::tma_store_wait, 0, 0, -1, -1, -1, 0, static_cast<int>(N)});
    block_->part<bulk_groups>().wait(static_cast<int>(N), true);
  }
  template <auto N>
  void tma_store_complete(C<N>) const {
    note({action_kind::tma_store_complete, 0, 0, -1, -1, -1, 0, static_cast<int>(N)});
    block_->part<bulk_groups>().wait(static_cast<int>(N), false);
  }
  // wgmma: orders this thread's registers before the next wgmma; ends a group; waits, with the
  // other lanes of the warp, until at most N groups are pending.
  void warpgroup_arrive() const {
    note({action_kind::warpgroup_arrive});
    block_->part<wgmma_groups>().fence();
  }
  void warpgroup_commit_batch() const {
    int const group = block_->part<wgmma_groups>().commit();
    note({action_kind::warpgroup_commit_batch, 0, 0, -1, -1, -1, 0, group});
  }
  template <auto N>
  void warpgroup_wait(C<N>) const {
    static_assert(N >= 0 && N <= 7, "warpgroup_wait: 0 to 7 groups can stay pending");
    static constexpr warp_instruction what{
        [] { return "warpgroup_wait<" + std::to_string(N) + ">"; },
        [](checker&, int first, void* const*) {
          block::running->part<wgmma_groups>().wait(first, static_cast<int>(N));
        }};
    note({action_kind::warpgroup_wait, 0, 0, -1, -1, -1, 0, static_cast<int>(N)});
    block_->together(what, nullptr);
  }

  // ---- barriers of threads (cpu/named_barrier.hpp), and the lanes of a warp (cpu/warp.hpp)

  // The named barriers 0 to 15 of a block: `threads` threads arrive, and those that call sync_named
  // wait. Barrier 0 is the barrier of sync().
  void sync_named(int id, int threads,
                  std::source_location const& where = std::source_location::current()) const {
    note({action_kind::sync_named, 0, 0, -1, id, -1, 0, threads});
    block_->part<named_barriers>().arrive(id, threads, true, where);
  }
  void arrive_named(int id, int threads) const {
    note({action_kind::arrive_named, 0, 0, -1, id, -1, 0, threads});
    block_->part<named_barriers>().arrive(id, threads, false, {});
  }
  void sync_warp() const {
    note({action_kind::sync_warp});
    sync_lanes(*block_);
  }
  // True in one lane of the warp. All lanes call it.
  bool elect_one() const { return elect_lane(*block_); }
  // Whether `value` is true in some lane of the warp. All lanes call it.
  bool any(bool value) const { return any_lane(*block_, value); }
  // The value of lane `lane ^ mask`, and of lane `lane`.
  template <class T>
  T shuffle_xor(T const& value, int mask) const {
    return shuffled(*block_, value, thread_ % block_->block_threads() % warp_size ^ mask);
  }
  template <class T>
  T shuffle(T const& value, int lane) const {
    return shuffled(*block_, value, lane);
  }

  // ---- the cluster

  // The barrier of the cluster, in two halves or whole; the number of the block in the cluster; the
  // size of the cluster.
  void cluster_arrive() const {
    note({action_kind::cluster_arrive});
    block_->part<cluster_barrier>().arrive(false);
  }
  void cluster_arrive_relaxed() const {
    note({action_kind::cluster_arrive_relaxed});
    block_->part<cluster_barrier>().arrive(true);
  }
  void cluster_wait() const {
    note({action_kind::cluster_wait});
    block_->part<cluster_barrier>().wait();
  }
  void cluster_sync() const {
    cluster_arrive();
    cluster_wait();
  }
  int block_rank_in_cluster() const { return in_cluster(); }
  // ---- flags in global memory (cpu/flag.hpp)

  // Arrives at a counter; waits until it has come to `count`; makes it 0 after its last use in a
  // launch. `p` is a pointer to a std::uint32_t.
  template <class P>
  void arrive_flag(P const& p) const {
    note_flag({action_kind::arrive_flag}, p);
    block_->part<flags>().arrive(place_of_barrier(p));
  }
  template <class P>
  void wait_flag(P const& p, std::uint32_t count) const {
    block_->part<flags>().wait(place_of_barrier(p), count);
    note_flag({action_kind::wait_flag, 0, 0, -1, -1, -1, 0, static_cast<int>(count)}, p);
  }
  template <class P>
  void reset_flag(P const& p) const {
    block_->part<flags>().reset(place_of_barrier(p));
  }

  // ---- registers and grids

  // setmaxnreg: this warp's threads have N registers from now on (cpu/register_pool.hpp).
  template <auto N>
  void increase_registers(C<N>) const {
    static_assert(N >= 24 && N <= 256 && N % 8 == 0, "setmaxnreg: 24 to 256, a multiple of 8");
    block_->part<register_pool>().increase(static_cast<int>(N));
    note({action_kind::increase_registers, 0, 0, -1, -1, -1, 0, static_cast<int>(N)});
  }
  template <auto N>
  void decrease_registers(C<N>) const {
    static_assert(N >= 24 && N <= 256 && N % 8 == 0, "setmaxnreg: 24 to 256, a multiple of 8");
    note({action_kind::decrease_registers, 0, 0, -1, -1, -1, 0, static_cast<int>(N)});
    block_->part<register_pool>().decrease(static_cast<int>(N));
  }
  // griddepcontrol. A launch on the CPU has one grid, so neither has an effect.
  void launch_dependent_grids() const { note({action_kind::launch_dependent_grids}); }
  void wait_on_dependent_grids() const { note({action_kind::wait_on_dependent_grids}); }

 private:
  template <class P>
  void note_flag(action a, P const& p) const {
    place const at = place_of_barrier(p);
    a.index = at.bit / 32;
    a.tensor = at.in->name;
    note(a);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
