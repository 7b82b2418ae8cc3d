// SPDX-License-Identifier: BSL-1.0
//
// Defines bank_counter: it counts the wavefronts of each warp instruction that a run executes on
// shared memory, and reports those that take more than they need by the line of the source.
//
//   cpu::options o;
//   o.counts_bank_conflicts = true;
//   cpu::report const r = cpu::launch<transpose>({4}, args, o);
//   std::cerr << r.text();
//   // bank conflict: transpose.hpp:31 writes shared field 0, 32-way: lanes 0 and 1 of warp 0 meet in
//   // bank 0 at words 0 and 32; 1024 wavefronts of 32 instructions, where 32 are possible
//
// It counts what this run's data has reached; prove/bank_conflicts.hpp decides it for a layout.
// Loads and stores, ldmatrix and stmatrix are counted, by the costs of prove/shared_memory.hpp. Not
// counted: cp.async, TMA, wgmma, and another block's shared memory.
//
// The n-th execution of a place by each lane of a warp is one instruction. That is wrong for a
// place in a loop where some lanes skip it in one iteration and reach it in the next.
#pragma once

#include <tileproof/cpu/attempt.hpp>
#include <tileproof/cpu/source_line.hpp>
#include <tileproof/prove/shared_memory.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

class bank_counter {
 public:
  // Notes an access to the shared memory of a thread's own block. `thread` is its number in the
  // block; a.thread is its number among the blocks that run together.
  void note(attempt const& a, int thread) {
    // An object that is wider than its alignment is accessed in pieces.
    int const width = std::min({a.bits, 8 * a.alignment, 128});
    stack_addresses const stack = call_stack();
    for (int piece = 0; piece * width < a.bits; ++piece)
      note({stack, width, a.writes, a.by == instruction::matrix, a.in->name, piece},
           a.in->at + (a.bit + piece * width) / 8, a.thread, thread);
  }
  // Ends the blocks that run together: the lanes that are missing now do not come.
  void end_cluster() {
    for (auto const& [which, one] : pending_) count(*which.at, one);
    pending_.clear();
    executions_.clear();
  }
  // The lines with instructions that take more wavefronts than they need, most of all first.
  std::vector<bank_conflict> conflicts() const {
    std::vector<counted const*> bad;
    std::vector<stack_addresses> stacks;
    for (counted const& p : places_)
      if (p.second.wavefronts > p.second.minimum) {
        bad.push_back(&p);
        stacks.push_back(p.first.stack);
      }
    std::vector<std::string> const lines = source_lines(stacks);
    std::map<std::string, bank_conflict> by_line;
    for (std::size_t i = 0; i < bad.size(); ++i) {
      auto const& [at, t] = *bad[i];
      bank_conflict& c = by_line[lines[i] + (at.writes ? " writes " : " reads ") + at.memory];
      if (t.worst.ways > c.ways) {
        c.ways = t.worst.ways;
        c.text = meeting(t);
      }
      c.where = lines[i];
      c.instructions += t.instructions;
      c.wavefronts += t.wavefronts;
      c.minimum += t.minimum;
    }
    std::vector<bank_conflict> r;
    for (auto& [line, c] : by_line) {
      c.text = "bank conflict: " + line + ", " + c.text + "; " + std::to_string(c.wavefronts) +
               " wavefronts of " + std::to_string(c.instructions) + " instruction" +
               (c.instructions == 1 ? "" : "s") + ", where " + std::to_string(c.minimum) +
               (c.minimum == 1 ? " is" : " are") + " possible";
      r.push_back(std::move(c));
    }
    std::sort(r.begin(), r.end(), [](bank_conflict const& a, bank_conflict const& b) {
      std::int64_t const more = a.wavefronts - a.minimum - (b.wavefronts - b.minimum);
      return more != 0 ? more > 0 : a.text < b.text;
    });
    return r;
  }

 private:
  // A place of the source, reached by one chain of calls, and what it does to memory.
  struct source {
    stack_addresses stack;
    int bits;
    bool writes;
    bool is_matrix;
    std::string memory;
    int piece;

    auto operator<=>(source const&) const = default;
  };
  struct place_total {
    std::int64_t instructions = 0;
    std::int64_t wavefronts = 0;
    std::int64_t minimum = 0;
    shared_cost worst{};
    int warp = 0;  // of the worst instruction
  };
  using counted = std::pair<source const, place_total>;
  // One instruction of a warp: the n-th time at a place.
  struct key {
    int warp;  // its first thread, among those of the blocks that run together
    counted* at;
    int execution;

    auto operator<=>(key const&) const = default;
  };
  struct lanes {
    warp_access at;
    int warp;  // in its block
  };

  std::map<source, place_total> places_;
  std::map<std::pair<int, counted*>, int> executions_;  // by thread
  std::map<key, lanes> pending_;

  void note(source const& from, std::int64_t byte, int thread, int in_block) {
    counted& p = *places_.try_emplace(from).first;
    int const lane = in_block % warp_size;
    key const which{thread - lane, &p, executions_[{thread, &p}]++};
    lanes& one = pending_[which];
    one.warp = in_block / warp_size;
    one.at.address[lane] = byte;
    one.at.active |= std::uint32_t{1} << lane;
    if (one.at.active != ~std::uint32_t{0}) return;
    count(p, one);
    pending_.erase(which);
  }
  static void count(counted& p, lanes const& one) {
    auto& [at, total] = p;
    shared_instruction is{at.writes ? shared_op::st : shared_op::ld, at.bits, 0};
    if (at.is_matrix)
      is = {at.writes ? shared_op::stmatrix : shared_op::ldmatrix, 128,
            std::popcount(one.at.active) / 8};
    shared_cost const cost = cost_of(is, one.at);
    ++total.instructions;
    total.wavefronts += cost.wavefronts;
    total.minimum += cost.minimum;
    if (cost.ways <= total.worst.ways) return;
    total.worst = cost;
    total.warp = one.warp;
  }
  // "32-way: lanes 0 and 1 of warp 0 meet in bank 0 at words 0 and 32"
  static std::string meeting(place_total const& t) {
    auto const n = [](std::int64_t i) { return std::to_string(i); };
    shared_cost const& c = t.worst;
    if (c.ways == 1) return "lanes of two phases, which could share a wavefront, do not";
    return n(c.ways) + "-way: lanes " + n(c.lane[0]) + " and " + n(c.lane[1]) + " of warp " +
           n(t.warp) + " meet in bank " + n(c.bank) + " at words " + n(c.word[0]) + " and " +
           n(c.word[1]);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
