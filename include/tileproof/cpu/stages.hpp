// SPDX-License-Identifier: BSL-1.0
//
// Defines stages_in_memory: which stage of a protocol each byte of a block's shared memory belongs
// to, in a run of the protocol on the CPU. The proof of a protocol takes two stages for different
// memory, also of two buffers or of two parts; here it is seen whether their tensors are.
//
//   ctx.claim(cell, tensor, [](int other) { return share_memory(other); }, "A[1]");
//
// Each stage is looked at once a block, at its first use.
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
  // Whether a stage has been looked at in a block.
  bool is_known(int rank, int cell) const {
    auto const at = of_.find(rank);
    return at != of_.end() && at->second.names.count(cell) != 0;
  }
  // The bytes of one more: fault::overlap where another stage has one of them and Meets(that one)
  // is false.
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
    std::vector<int> owner;  // of each byte
  };
  checker& check_;
  std::map<int, in_block> of_;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
