// SPDX-License-Identifier: BSL-1.0
//
// Defines pending_copies: the pending cp.async of one thread, in their groups.
//
//   issue a, b; fence(); issue c; fence();   group 0: a, b; group 1: c
//   wait(1): a and b land, c stays pending; wait(0): c lands
//
// A copy moves its bytes when its group is waited for, not before, so that a kernel which reads too
// early sees old bytes, as it may on a GPU. From the issue to the wait no access may touch the
// destination and none may write the source (fault::in_flight). Source and destination count as
// accessed both when the copy is issued and when it lands: a barrier must order other threads
// against both.
//
// Source: PTX ISA, "Data Movement and Conversion Instructions: Asynchronous copy". A copy belongs
// to the group that the next fence ends (cp.async.commit_group); a wait (cp.async.wait_group N) is
// for groups that have ended; after it the thread that issued the copies sees them, and no other
// thread does before a barrier.
#pragma once

#include <tileproof/cpu/checker.hpp>

#include <cstring>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The pending copies of one thread. O(pending copies) for a wait.
class pending_copies {
 public:
  // Issues a copy of `to.bits` bits. If `inside` is false the destination becomes zeros and nothing
  // is read, but the source address must lie in its memory and be aligned. A copy with an access
  // out of bounds or misaligned is reported and does not take place.
  void issue(checker& check, attempt const& from, attempt const& to, bool inside) {
    if (!inside && !has_address(check, from)) return;
    if (inside && !check.may_touch(from)) return;
    if (!check.may_touch(to)) return;
    if (inside) check.touch(from);
    check.touch(to);
    check.take_off(to);
    if (inside) check.leave(from);
    under_way_.push_back({from, to, inside, issued_++});
  }
  // Ends a group: it has the copies issued since the last fence.
  void fence() { groups_.push_back(issued_); }
  // Lands copies until at most n ended groups are pending. Copies that an mbarrier waits for, or
  // may yet wait for (cp.async.mbarrier.arrive after the wait), are events of their batch, which
  // the thread then knows.
  void wait(checker& check, int n) {
    int const ended = static_cast<int>(groups_.size()) - n;
    if (ended <= 0) return;
    int const landed = groups_[static_cast<std::size_t>(ended - 1)];
    if (check.has_mbarriers && landed > given()) batches_.push_back({landed, {}});
    if (int const first = std::min(landed, given()); first > 0)
      check.happens.learn(check.thread, land_first(check, first, check.thread));
    land(check, landed, check.happens.now(check.thread));
  }
  // Called when an mbarrier shall count the arrival of all copies so far
  // (cp.async.mbarrier.arrive). Returns their number, for land_first. A batch is the copies of one
  // group between two such calls.
  int give_to_barrier() {
    for (int const end : groups_)
      if (end > given() && end < issued_) batches_.push_back({end, {}});
    batches_.push_back({issued_, {}});
    return issued_;
  }
  // Lands those of the first `copies` copies of the thread that have not landed, batch by batch.
  // Each batch is a later event of one agent. So an arrival that waits for the first batch
  // publishes only this batch, even if another arrival has landed both. Returns the event of the
  // last of these copies. Pre: a batch ends with them; `thread` issued them.
  event land_first(checker& check, int copies, int thread) {
    if (agent_ == 0) agent_ = check.add_agent("a cp.async of " + check.who(thread));
    event last;
    for (batch& b : batches_) {
      if (b.end > copies) break;
      if (b.by.time == 0) {
        b.by = check.happens.next(agent_);
        land(check, b.end, b.by);
      }
      last = b.by;
    }
    return last;
  }
  // Called when the thread returns: pending copies are a fault, unless a barrier waits for them.
  void end(checker& check, int thread) {
    int pending = 0;
    attempt const* first = nullptr;
    for (pending_copy const& f : under_way_)
      if (f.number >= given() && pending++ == 0) first = &f.to;
    if (pending == 0) return;
    check.add(fault::in_flight, *first, thread, first->element(),
              check.who(thread) + " returns with " + std::to_string(pending) +
                  " cp.async on their way, the first to " + first->in->element(first->element()));
    drop(check);
  }
  // Whether a pending copy reads this byte of a region. A finding then names the thread.
  bool reads(region const& r, std::int64_t byte) const {
    for (pending_copy const& f : under_way_)
      if (f.inside && f.from.covers(r, byte)) return true;
    return false;
  }
  // Whether a pending copy reads or writes it.
  bool uses(region const& r, std::int64_t byte) const {
    for (pending_copy const& f : under_way_)
      if (f.to.covers(r, byte)) return true;
    return reads(r, byte);
  }
  // Lands all copies and forgets them, at the end of the block.
  void drop(checker& check) {
    for (pending_copy const& f : under_way_) land(check, f, check.happens.now(f.to.thread));
    under_way_.clear();
    groups_.clear();
    batches_.clear();
    issued_ = agent_ = 0;
  }

 private:
  // One copy and its number; `inside` as in issue.
  struct pending_copy {
    attempt from;
    attempt to;
    bool inside;
    int number;
  };
  // The copies from the end of the batch before it up to copy `end`, exclusive, and the event as
  // which they have landed.
  struct batch {
    int end;
    event by;
  };
  std::vector<pending_copy> under_way_;
  std::vector<batch> batches_;
  std::vector<int> groups_;  // the number of copies at the end of each group
  int issued_ = 0;
  int agent_ = 0;  // the agent that lands the batches; 0: none yet

  // The number of copies whose landing some barrier waits for.
  int given() const { return batches_.empty() ? 0 : batches_.back().end; }

  // Whether the source address of a copy that fills with zeros lies in its tensor (padding is
  // allowed) and is aligned; reports it otherwise.
  static bool has_address(checker& check, attempt const& from) {
    region const& r = *from.in;
    if (from.bit >= 0 && from.bit + from.bits <= r.bits()) return check.is_aligned(from);
    check.add(fault::out_of_bounds, from, -1, from.element(),
              check.who(from.thread) + " fills with zeros, but gives the address of " +
                  r.element(from.element()));
    return false;
  }
  // Lands those of the first `copies` copies that are pending.
  void land(checker& check, int copies, event by) {
    std::erase_if(under_way_, [&](pending_copy const& f) {
      if (f.number >= copies) return false;
      land(check, f, by);
      return true;
    });
  }
  static void land(checker& check, pending_copy const& f, event by) {
    unsigned char* const to = f.to.in->address(f.to.bit);
    std::size_t const bytes = static_cast<std::size_t>(f.to.bits / 8);
    if (f.inside) {
      std::memcpy(to, f.from.in->address(f.from.bit), bytes);
      check.have_left(f.from, by);
    } else {
      std::memset(to, 0, bytes);
    }
    check.land(f.to, by);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
