// SPDX-License-Identifier: BSL-1.0
//
// Defines the stores of TMA on the CPU: boxes of a tensor map and bulk copies from shared to global
// memory, in the bulk groups of a thread.
//
//   ctx.fence_view_async_shared(); barrier; copy(store, sC, gC);   group 0
//   ctx.tma_store_arrive();                                        commits it
//   ctx.tma_store_wait(_0{});       sC may be written again; tma_store_complete: gC is written
//
// Found here: a write to shared memory that a store may still read, or an access to global memory
// that a store may still write (fault::in_flight); a store of bytes that threads wrote without a
// fence.proxy.async in between (fault::proxy); a thread that returns while its store may still read
// the block's shared memory.
#pragma once

#include <tileproof/cpu/tma_load.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// Combines `bytes` bytes of elements from shared memory with those in global memory.
using reduction = void (*)(unsigned char* to, unsigned char const* from, int bytes);

// One store. It happens in two steps: it reads, and later it writes. A reduction is an atomic
// operation on each element: reductions do not race with each other, and no other access in the
// launch may touch the elements (it would have to be ordered after all reductions).
class tma_store final : public async_task {
 public:
  tma_store(block& b, std::vector<piece> const& pieces, reduction combine = nullptr)
      : async_task(b.check.thread), block_(b), combine_(combine) {
    checker& check = b.check;
    instruction const by = combine == nullptr ? instruction::tma : instruction::reduction;
    for (piece const& p : pieces) {
      move m{{p.shared, 128, 16, false, thread, instruction::tma},
             {p.global, p.bits, 1, true, thread, by},
             {}};
      if (!check.may_touch(m.from) || (p.bits > 0 && !check.may_touch(m.to))) continue;
      if (!p.is_padding) {
        check.touch(m.from);
        check.leave(m.from);
      }
      if (p.bits > 0 && combine != nullptr) {
        check.reduce(m.to);
      } else if (p.bits > 0) {
        check.touch(m.to);
        check.take_off(m.to);
      }
      if (!p.is_padding) moves_.push_back(m);
    }
  }

  // A store of a stopped block releases its memory, since a later launch may use it.
  ~tma_store() override {
    if (is_over_ == writing || combine_ != nullptr) return;
    for (move const& m : moves_)
      if (m.to.bits > 0) block_.check.land(m.to);
  }

  // has_read is called when the thread has waited for the reads; has_written when it has waited for
  // the writes too, which are then event `by`.
  void has_read() {
    if (is_over_ != nothing) return;
    is_over_ = reading;
    read();
    for (move const& m : moves_) block_.check.have_left(m.from);
  }
  void has_written(event by) {
    has_read();
    if (is_over_ == writing) return;
    is_over_ = writing;
    happen();
    for (move const& m : moves_)
      if (m.to.bits > 0 && combine_ == nullptr) block_.check.land(m.to, by);
  }
  bool may_read() const { return is_over_ == nothing; }

 private:
  struct move {
    attempt from, to;
    unsigned char bytes[16];
  };
  enum { nothing, reading, writing } is_over_ = nothing;
  block& block_;
  std::vector<move> moves_;
  reduction combine_;
  bool was_read_ = false;

  void read() {
    if (std::exchange(was_read_, true)) return;
    for (move& m : moves_) std::memcpy(m.bytes, m.from.in->address(m.from.bit), 16);
  }
  void run() override {
    read();
    for (move const& m : moves_) {
      if (m.to.bits == 0) continue;
      unsigned char* const to = m.to.in->address(m.to.bit);
      if (combine_ != nullptr)
        combine_(to, m.bytes, m.to.bits / 8);
      else
        std::memcpy(to, m.bytes, static_cast<std::size_t>(m.to.bits / 8));
    }
  }
};

// The stores of each thread, in their bulk groups.
class bulk_groups {
 public:
  explicit bulk_groups(block& b) : block_(b), check_(b.check) {
    b.at_return.push_back([this](int thread) { end(thread); });
    b.at_begin.push_back([this] { of_.clear(); });
  }

  void issue(std::vector<piece> const& pieces, reduction combine) {
    action a = action_of(action_kind::store, pieces);
    a.count = mine().committed;
    block_.record(a);
    auto const s = std::make_shared<tma_store>(block_, pieces, combine);
    mine().stores.push_back({s, mine().committed});
    block_.later.add(s);
  }
  // cp.async.bulk.commit_group.
  int commit() { return mine().committed++; }
  // cp.async.bulk.wait_group N: waits until at most N groups are pending; with .read, until at most
  // N may still read.
  void wait(int n, bool is_read) {
    auto& [stores, committed] = mine();
    for (auto& [s, group] : stores)
      if (group < committed - n) {
        if (is_read)
          s->has_read();
        else
          s->has_written(check_.happens.now(check_.thread));
      }
    if (!is_read)
      std::erase_if(stores, [&](open_store const& s) { return s.group < committed - n; });
  }

 private:
  struct open_store {
    std::shared_ptr<tma_store> it;
    int group;
  };
  struct of_thread {
    std::vector<open_store> stores;
    int committed = 0;
  };
  block& block_;
  checker& check_;
  std::map<int, of_thread> of_;

  of_thread& mine() { return of_[check_.thread]; }
  // Called when the thread returns. A store that it has not waited for is done some time later, by
  // an agent that no thread is ordered after.
  void end(int thread) {
    auto const found = of_.find(thread);
    if (found == of_.end() || found->second.stores.empty()) return;
    int reading = 0;
    for (open_store const& s : found->second.stores) reading += s.it->may_read();
    if (reading > 0)
      check_.add(fault::in_flight, thread,
                 check_.who(thread) + " returns with " + std::to_string(reading) +
                     " stores of TMA that may still read shared memory: tma_store_wait is missing");
    event const by = check_.happens.next(check_.add_agent("a TMA store of " + check_.who(thread)));
    for (open_store const& s : found->second.stores) s.it->has_written(by);
    of_.erase(found);
  }
};

// Issues a store by the running thread.
inline void issue_store(std::vector<piece> const& pieces, reduction combine = nullptr) {
  block::running->part<bulk_groups>().issue(pieces, combine);
}

// ---- called by the copy traits (atom/tma)

template <class P>
void tma_store_on_cpu(TmaDescriptor const& map, int const* at, ptr<P> const& from) {
  issue_store(pieces_of(map_of(map), at, from));
}
// Sums of floating-point elements are rounded once, from double; integers wrap.
template <class Op, class T, class P>
void tma_reduce_on_cpu(TmaDescriptor const& map, int const* at, ptr<P> const& from) {
  reduction const combine = [](unsigned char* to, unsigned char const* with, int bytes) {
    using number = std::conditional_t<std::is_integral_v<T>, T, double>;
    for (int i = 0; i < bytes; i += static_cast<int>(sizeof(T))) {
      T a;
      T b;
      std::memcpy(&a, to + i, sizeof(T));
      std::memcpy(&b, with + i, sizeof(T));
      number const x = detail::converted<number>(a);
      number const y = detail::converted<number>(b);
      number r = std::is_same_v<Op, SM90_TMA_REDUCE_MIN> ? (y < x ? y : x) : (x < y ? y : x);
      if constexpr (std::is_same_v<Op, SM90_TMA_REDUCE_ADD>) {
        if constexpr (std::is_integral_v<T>)
          r = static_cast<T>(static_cast<std::make_unsigned_t<T>>(x) +
                             static_cast<std::make_unsigned_t<T>>(y));
        else
          r = x + y;
      }
      T const result = detail::converted<T>(r);
      std::memcpy(to + i, &result, sizeof(T));
    }
  };
  issue_store(pieces_of(map_of(map), at, from), combine);
}
template <class S, class D>
void bulk_store_on_cpu(ptr<S> const& from, ptr<D> const& to, int bytes) {
  issue_store(pieces_of(to, from, bytes));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
