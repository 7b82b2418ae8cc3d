// SPDX-License-Identifier: BSL-1.0
//
// Defines register_pool: the registers of a block on sm_90, which setmaxnreg moves between its
// warps.
//
//   384 threads at 168 registers; one warpgroup decreases to 32, which frees 128 x 136 registers;
//   each of the two others increases to 240, which takes 128 x 72
//
// A block has as many registers as it had at its launch, options::registers a thread. An increase
// waits until enough are free; one that waits for ever is a fault::deadlock. From PTX ISA,
// "setmaxnreg".
#pragma once

#include <tileproof/cpu/block.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

class register_pool {
 public:
  explicit register_pool(block& b) : block_(b), check_(b.check) {
    b.at_begin.push_back([this] { clear(); });
    clear();
  }

  // setmaxnreg.dec and .inc by the warp of the thread that runs; each lane calls it.
  void decrease(int registers) {
    int& mine = of_[static_cast<std::size_t>(check_.thread)];
    if (registers > mine) return add("decreases", mine, registers);
    free() += mine - registers;
    mine = registers;
  }
  void increase(int registers) {
    int& mine = of_[static_cast<std::size_t>(check_.thread)];
    if (registers < mine) return add("increases", mine, registers);
    block_.wait_for(wait(*this, free(), registers - mine, registers));
    free() -= registers - mine;
    mine = registers;
  }

 private:
  class wait final : public waiting {
   public:
    wait(register_pool& pool, int const& free, int needed, int registers)
        : pool_(pool), free_(free), needed_(needed), registers_(registers) {}
    bool has_come() const override { return free_ >= needed_; }
    std::string text() const override {
      return "registers: " + std::to_string(registers_) + " a thread are asked for, of " +
             std::to_string(pool_.at_launch()) + " at the launch, and " + std::to_string(free_) +
             " are free in the block";
    }

   private:
    register_pool& pool_;
    int const& free_;
    int needed_;
    int registers_;
  };

  block& block_;
  checker& check_;
  std::vector<int> of_;    // each thread
  std::vector<int> free_;  // in each block

  int& free() { return free_[static_cast<std::size_t>(block_.rank(check_.thread))]; }
  // Registers are allocated in units of 8 a thread, and a thread has at most 255.
  int at_launch() const {
    if (block_.registers_at_launch > 0) return block_.registers_at_launch;
    return std::min(65536 / ((block_.block_threads() + 31) / 32 * 32) / 8 * 8, 248);
  }
  void add(char const* does, int from, int to) {
    check_.add(fault::barrier, check_.thread,
               check_.who(check_.thread) + " " + does + " its registers from " +
                   std::to_string(from) + " to " + std::to_string(to));
  }
  void clear() {
    of_.assign(static_cast<std::size_t>(block_.block_threads() * block_.blocks()), at_launch());
    free_.assign(static_cast<std::size_t>(block_.blocks()), 0);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
