// SPDX-License-Identifier: BSL-1.0
//
// Defines event, an access with its time; clock, a vector clock; and history, the clocks of an
// agent or a synchronisation object. cpu/order.hpp computes with them.
#pragma once

#include <tileproof/config.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// An access: its time and its agent. Time 0 is before every launch; times grow through all launches
// of a process.
struct event {
  std::uint32_t time = 0;  // 0: never
  std::uint16_t agent = 0;
  bool is_async = false;  // by the async proxy: TMA or wgmma; else by the generic one
};

// The memory that a proxy fence covers: the shared memory of the thread's own block
// (fence.proxy.async.shared::cta), or all of it (fence.proxy.async).
enum class spaces : std::uint8_t { shared, all };

// A vector clock: for each agent the time up to which its accesses are known; 0 if none is.
class clock {
 public:
  std::uint32_t of(std::size_t agent) const { return agent < at_.size() ? at_[agent] : 0; }
  void raise(std::size_t agent, std::uint32_t time) {
    if (agent >= at_.size()) at_.resize(agent + 1);
    if (at_[agent] < time) at_[agent] = time;
  }
  void join(clock const& other) {
    if (other.at_.size() > at_.size()) at_.resize(other.at_.size());
    std::uint32_t* to = at_.data();
    std::uint32_t const* from = other.at_.data();
    for (std::size_t i = 0, n = other.at_.size(); i < n; ++i)
      if (to[i] < from[i]) to[i] = from[i];
  }
  void clear() { at_.clear(); }
  bool is_empty() const { return at_.empty(); }

 private:
  std::vector<std::uint32_t> at_;
};

// The happens-before set of an agent, or of a synchronisation object: the accesses that it has
// seen, and those that are over besides; and the accesses that a proxy fence has ordered before
// what comes after: entry 0 in global memory, entry 1 + b in the shared memory of block b.
struct history {
  clock seen;
  clock over;
  std::vector<clock> fenced;
  std::vector<clock> fenced_over;  // of accesses that are over: enough for a write, not for a read

  static void join(std::vector<clock>& to, std::vector<clock> const& from) {
    if (from.size() > to.size()) to.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) to[i].join(from[i]);
  }
  void join(history const& other) {
    seen.join(other.seen);
    over.join(other.over);
    join(fenced, other.fenced);
    join(fenced_over, other.fenced_over);
  }
  void clear() {
    seen.clear();
    over.clear();
    fenced.clear();
    fenced_over.clear();
  }
  bool is_empty() const {
    return seen.is_empty() && over.is_empty() && fenced.empty() && fenced_over.empty();
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
