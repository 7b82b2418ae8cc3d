// SPDX-License-Identifier: BSL-1.0
//
// Defines mbarrier, one barrier with its current phase, and phase_wait, a thread's wait for a
// phase. cpu/mbarrier.hpp has the instructions.
#pragma once

#include <tileproof/cpu/region.hpp>
#include <tileproof/cpu/vector_clock.hpp>
#include <tileproof/cpu/waiting.hpp>

#include <cstdlib>
#include <map>
#include <string>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// One barrier.
struct mbarrier {
  region const* in = nullptr;
  std::int64_t element = 0;
  int rank = 0;  // the block whose shared memory holds it

  int arrivals = 1;        // arrivals that complete a phase
  int pending = 1;         // arrivals that the current phase still awaits
  std::int64_t bytes = 0;  // expected minus arrived bytes of the current phase
  int completed = 0;       // completed phases: the number of the current one
  event init;
  event fence;            // fence.mbarrier_init after it; time 0: none yet
  int agent = 0;          // the agent that writes the bytes which the barrier counts
  history now;            // published by arrivals of the current phase
  history done;           // published by arrivals of completed phases
  history published_now;  // the same for arrivals of scope .cluster
  history published;
  std::map<int, int> waited;  // the last phase that each thread has waited for
  std::map<int, event> used;  // the last use by each agent

  // Begins the next phase if the current one awaits no arrival and no byte.
  void settle() {
    if (pending != 0 || bytes != 0) return;
    ++completed;
    pending = arrivals;
    done.join(now);
    now.clear();
    published.join(published_now);
    published_now.clear();
  }
  std::string name() const { return "barrier " + in->element(element); }
};

// A wait for a phase, by its parity as in the instruction.
class phase_wait final : public waiting {
 public:
  // The wait also ends when the barrier is two phases further, with a finding. phase -1: not known.
  phase_wait(mbarrier const& b, int parity, int phase) : b_(b), parity_(parity), phase_(phase) {}
  bool has_come() const override {
    return (b_.completed & 1) != parity_ || (phase_ >= 0 && b_.completed >= phase_ + 2);
  }
  std::string text() const override {
    std::string missing;
    if (b_.pending > 0)
      missing = std::to_string(b_.pending) + (b_.pending == 1 ? " arrival" : " arrivals");
    if (b_.bytes != 0)
      missing += (missing.empty() ? "" : " and ") + std::to_string(std::abs(b_.bytes)) + " bytes";
    bool const is_one = b_.pending == 1 && b_.bytes == 0;
    return b_.name() + " phase " + std::to_string(b_.completed) + ": " + missing +
           (b_.bytes < 0 ? " too many" : "") +
           (b_.bytes < 0 && b_.pending == 0 ? " have come"
            : is_one                        ? " is missing"
                                            : " are missing");
  }

 private:
  mbarrier const& b_;
  int parity_;
  int phase_;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
