// SPDX-License-Identifier: BSL-1.0
//
// Defines the loads of TMA on the CPU: boxes of a tensor map and bulk copies into shared memory,
// also of several blocks (multicast), counted by mbarriers.
//
// A load is an async_task (cpu/agenda.hpp): from its issue until its bytes have landed, no access
// may touch the destination and none may write the source (fault::in_flight). When it has landed,
// the write belongs to an agent of the barrier, and only threads that have waited for its phase are
// ordered after it: an earlier read of the stage is a race. The issuing thread must be ordered
// after all earlier accesses to the destination.
#pragma once

#include <tileproof/cpu/mbarrier.hpp>
#include <tileproof/cpu/moves.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The load of some pieces into one block.
class tma_load final : public async_task {
 public:
  // Judges the accesses of a load that the running thread issues. `rank` is the block that receives
  // it, `bytes` the number that the barrier counts.
  tma_load(block& b, mbarrier& barrier, std::vector<piece> const& pieces)
      : async_task(b.check.thread), block_(b), barrier_(barrier) {
    checker& check = b.check;
    shared_space& to_block = b.shared(barrier.rank);
    for (piece const& p : pieces) {
      attempt from{p.global, p.bits, 1, false, thread, instruction::tma};
      attempt to{p.shared, p.width, p.width / 8, true, thread, instruction::tma};
      to.in = &to_block.same(*p.shared.in);
      bytes_ += p.width / 8;
      if (p.bits > 0 && !check.may_touch(from)) from.bits = 0;
      if (!check.may_touch(to)) continue;
      if (from.bits > 0) check.touch(from);
      check.touch(to);
      check.take_off(to);
      if (from.bits > 0) check.leave(from);
      moves_.push_back({from, to});
    }
  }

  // A load of a stopped block releases its source, since a later launch may write it.
  ~tma_load() override {
    for (move const& m : moves_)
      if (!is_done && m.from.bits > 0) block_.check.let_go(m.from);
  }

 private:
  struct move {
    attempt from, to;
  };
  block& block_;
  mbarrier& barrier_;
  std::int64_t bytes_ = 0;
  std::vector<move> moves_;

  void run() override {
    checker& check = block_.check;
    event const by = check.happens.next(barrier_.agent);
    for (move const& m : moves_) {
      unsigned char bytes[16]{};
      if (m.from.bits > 0) {
        std::memcpy(bytes, m.from.in->address(m.from.bit),
                    static_cast<std::size_t>(m.from.bits / 8));
        check.have_left(m.from, by);
      }
      std::memcpy(m.to.in->address(m.to.bit), bytes, static_cast<std::size_t>(m.to.bits / 8));
      check.land(m.to, by);
    }
    block_.part<mbarriers>().complete(barrier_, bytes_, by);
  }
};

// Issues a load by the running thread. Bit i of `blocks` is set if block i of the cluster receives
// it; each block has its own barrier in the same place.
inline void issue_load(std::vector<piece> const& pieces, place const& barrier, unsigned blocks) {
  block& b = *block::running;
  if (blocks >> b.cluster_size() != 0)
    b.check.add(fault::barrier, b.check.thread,
                b.check.who(b.check.thread) + " loads into the blocks " + std::to_string(blocks) +
                    " (a mask) of a cluster of " + std::to_string(b.cluster_size()));
  action a = action_of(action_kind::load, pieces);
  a.count = static_cast<int>(blocks);
  a.bar_field = barrier.in->field;
  a.bar_index = barrier.bit / 64;
  b.record(a);
  for (int rank = 0; rank < b.cluster_size(); ++rank)
    if (blocks >> rank & 1U) {
      int const to = b.neighbour(b.check.thread, rank);
      b.later.add(
          std::make_shared<tma_load>(b, b.part<mbarriers>().at_for_copy(barrier, to), pieces));
    }
}

// The place of a barrier: a pointer to it in shared memory, or a reference.
template <class P>
place place_of_barrier(P const& p) {
  return raw_pointer_cast(p);
}
template <class T>
place place_of_barrier(reference<T> const& r) {
  return r.where();
}

// A load of `bytes` bytes, both addresses multiples of 16 (fault::misaligned), into the block of
// the running thread.
inline void bulk_load(place const& from, place const& to, place const& barrier,
                      std::int64_t bytes) {
  block& b = *block::running;
  issue_load(pieces_of(from, to, bytes), barrier, 1U << b.rank_in_cluster(b.check.thread));
}

// ---- called by the copy traits (atom/tma)

template <class P, class B>
void tma_load_on_cpu(TmaDescriptor const& map, int const* at, ptr<P> const& to, B const& barrier,
                     bool is_multicast, std::uint16_t blocks) {
  block& b = *block::running;
  issue_load(pieces_of(map_of(map), at, to), place_of_barrier(barrier),
             is_multicast ? blocks : 1U << b.rank_in_cluster(b.check.thread));
}
template <class S, class D, class B>
void bulk_load_on_cpu(ptr<S> const& from, ptr<D> const& to, B const& barrier, int bytes) {
  bulk_load(from, to, place_of_barrier(barrier), bytes);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
