// SPDX-License-Identifier: BSL-1.0
//
// Defines stages_in_memory, which notes for each byte of a block's shared memory the stage to which
// it belongs, in a run of a protocol on the CPU. The proof of a protocol assumes that two stages
// never share memory, also those of two buffers or of two parts; this run checks their tensors.
//
//   ctx.claim(cell, tensor, [](int other) { return share_memory(other); }, "A[1]");
//
// Each stage is checked once in each block, at its first use.
#pragma once

#include <tileproof/cpu/block.hpp>
#include <tileproof/cpu/pointer.hpp>

#include <map>
#include <string>
#include <vector>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

class stages_in_memory {
 public:
  explicit stages_in_memory(block& b) : check_(b.check) {
    b.at_begin.push_back([this] { of_.clear(); });
  }
  // Whether a stage has been checked in a block.
  bool is_known(int rank, int cell) const {
    auto const at = of_.find(rank);
    return at != of_.end() && at->second.names.count(cell) != 0;
  }
  // Adds the bytes of a stage. fault::overlap if another stage has one of them and Meets(other
  // stage) is false.
  template <class Meets>
  void add(int rank, int thread, int cell, std::string const& name,
           std::vector<std::int64_t> const& bytes, Meets const& meets) {
    in_block& b = of_[rank];
    b.names[cell] = name;
    bool is_said = false;
    for (std::int64_t const byte : bytes) {
      auto const i = static_cast<std::size_t>(byte);
      if (i >= b.owner.size()) b.owner.resize(i + 1, -1);
      int& owner = b.owner[i];
      if (owner >= 0 && owner != cell && !meets(owner) && !is_said) {
        check_.add(fault::overlap, thread,
                   name + " and " + b.names[owner] + " have byte " + std::to_string(byte) +
                       " of shared memory both: the protocol takes them for different memory; give "
                       "them other tensors, or state that the buffers overlap");
        is_said = true;
      }
      owner = cell;
    }
  }

 private:
  struct in_block {
    std::map<int, std::string> names;
    std::vector<int> owner;  // for each byte: its stage
  };
  checker& check_;
  std::map<int, in_block> of_;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
