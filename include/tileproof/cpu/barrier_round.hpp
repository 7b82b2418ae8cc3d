// SPDX-License-Identifier: BSL-1.0
//
// Defines round, one use of a named barrier or of the cluster's barrier, and round_wait, a thread's
// wait for it.
#pragma once

#include <tileproof/cpu/vector_clock.hpp>
#include <tileproof/cpu/waiting.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// One use of a barrier, from its first arrival to its last.
struct round {
  bool is_complete = false;
  int joined = 0;  // threads of warps that have at least one lane here
  int arrived = 0;
  int expected = 0;
  history has;
  std::vector<event> arrivals;  // the arrivals of each warp's first lane
};
class round_wait final : public waiting {
 public:
  round_wait(std::shared_ptr<round> r, std::string name)
      : r_(std::move(r)), name_(std::move(name)) {}
  bool has_come() const override { return r_->is_complete; }
  std::string text() const override {
    int const missing = r_->expected - r_->arrived;
    return name_ + ": " + std::to_string(missing) + " of " + std::to_string(r_->expected) +
           (missing == 1 ? " threads is missing" : " threads are missing");
  }

 private:
  std::shared_ptr<round> r_;
  std::string name_;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
