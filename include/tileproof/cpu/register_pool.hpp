// SPDX-License-Identifier: BSL-1.0
//
// Defines register_pool: the registers of a block on sm_90, which setmaxnreg moves between its
// warps.
//
//   384 threads at 168 registers; one warpgroup decreases to 32, which frees 128 x 136 registers;
//   each of the two others increases to 240, which takes 128 x 72
//
// A block has a fixed number of registers: options::registers for each thread at launch. An
// increase waits until enough are free; one that waits for ever is a fault::deadlock.
//
// Found here (fault::barrier): a decrease to more registers or an increase to fewer; and, from PTX
// ISA, "setmaxnreg", where the behaviour is undefined: an instruction that not all warps of a
// warpgroup execute, or with different numbers; a setmaxnreg before all warps of the warpgroup have
// synchronised after the last one. The warpgroups are the warps 4 g to 4 g + 3.
#pragma once

#include <tileproof/cpu/block.hpp>

#include <map>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

class register_pool {
 public:
  explicit register_pool(block& b) : block_(b), check_(b.check) {
    b.at_begin.push_back([this] { clear(); });
    b.at_end.push_back([this] { end(); });
    clear();
  }

  // setmaxnreg.dec and .inc by the warp of the running thread; each lane calls it.
  void decrease(int registers) {
    execute({false, registers});
    int& mine = of_[static_cast<std::size_t>(check_.thread)];
    if (registers > mine) return add("decreases", mine, registers);
    free() += mine - registers;
    mine = registers;
  }
  void increase(int registers) {
    execute({true, registers});
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

  static constexpr int warpgroup_size = 128;

  struct instruction_of_warpgroup {
    bool increases;
    int registers;

    friend bool operator==(instruction_of_warpgroup const&,
                           instruction_of_warpgroup const&) = default;
    std::string text() const {
      return std::string("setmaxnreg.") + (increases ? "inc " : "dec ") + std::to_string(registers);
    }
  };
  block& block_;
  checker& check_;
  std::map<int, std::vector<instruction_of_warpgroup>>
      executed_;                        // for each first thread of a warpgroup
  std::vector<std::vector<event>> by_;  // for each thread, one event after another
  std::vector<int> of_;                 // each thread
  std::vector<int> free_;               // in each block

  int& free() { return free_[static_cast<std::size_t>(block_.rank(check_.thread))]; }
  // Registers are allocated in units of 8 a thread, and a thread has at most 255.
  int at_launch() const {
    if (block_.registers_at_launch > 0) return block_.registers_at_launch;
    return std::min(65536 / ((block_.block_threads() + 31) / 32 * 32) / 8 * 8, 248);
  }
  // Notes an instruction of the running thread, the next one of its warpgroup.
  void execute(instruction_of_warpgroup const& it) {
    int const me = check_.thread;
    int const first = me - check_.in_block(me) % warpgroup_size;
    std::vector<event>& mine = by_[static_cast<std::size_t>(me)];
    std::size_t const n = mine.size();
    if (check_.in_block(first) + warpgroup_size > block_.block_threads())
      add(it, "outside of a warpgroup of 128 threads");
    auto& all = executed_[first];
    if (n == all.size()) all.push_back(it);
    if (!(all[n] == it)) add(it, "where others of its warpgroup execute " + all[n].text());
    // The last setmaxnreg of every other warp has to come before this one.
    for (int t = first; n > 0 && t < last_of(first); ++t) {
      std::vector<event> const& its = by_[static_cast<std::size_t>(t)];
      if ((t - first) / warp_size == (me - first) / warp_size ||
          (its.size() >= n && check_.happens.knows(me, its[n - 1])))
        continue;
      add(it, "and nothing has synchronised it with " + check_.who(t) +
                  " since the last setmaxnreg of their warpgroup");
      break;
    }
    mine.push_back(check_.happens.now(me));
  }
  // One past the last thread of the warpgroup that begins with `first`.
  int last_of(int first) const {
    return std::min(first + warpgroup_size, (block_.rank(first) + 1) * block_.block_threads());
  }
  // Called when the blocks have ended: all threads of a warpgroup must have executed all its
  // instructions.
  void end() {
    for (auto const& [first, all] : executed_)
      for (int t = first; t < last_of(first); ++t)
        if (std::size_t const n = by_[static_cast<std::size_t>(t)].size(); n < all.size()) {
          check_.add(fault::barrier, t,
                     check_.who(t) + " did not execute " + all[n].text() +
                         ", as others of its warpgroup did: all four warps execute one");
          break;
        }
  }
  void add(instruction_of_warpgroup const& it, std::string const& why) {
    check_.add(fault::barrier, check_.thread,
               check_.who(check_.thread) + " executes " + it.text() + ", " + why);
  }
  void add(char const* does, int from, int to) {
    check_.add(fault::barrier, check_.thread,
               check_.who(check_.thread) + " " + does + " its registers from " +
                   std::to_string(from) + " to " + std::to_string(to));
  }
  void clear() {
    of_.assign(static_cast<std::size_t>(block_.block_threads() * block_.blocks()), at_launch());
    free_.assign(static_cast<std::size_t>(block_.blocks()), 0);
    executed_.clear();
    by_.assign(of_.size(), {});
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
