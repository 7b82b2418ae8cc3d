// SPDX-License-Identifier: BSL-1.0
//
// Defines action: a synchronising or asynchronous instruction that a thread has executed. With
// options::records_actions, report::actions has them in the order of execution, hence in program
// order for each thread. wrong_action (cpu/wrong_action.hpp) compares them with the expected
// actions of the thread's role.
#pragma once

#include <tileproof/protocol/rows.hpp>

#include <cstdint>
#include <string_view>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The kind of an action is the row of its instruction (protocol/rows.hpp), named after the
// context's member that records it.
using action_kind = pipeline::instruction;

// A place in shared memory is a field and the index of an element in it; a place in global memory
// is a tensor and such an index. For a wgmma, `index` is the first byte of A in shared memory (-1:
// A is in registers) and `bytes` the first byte of B. Members that a kind does not use are -1, or 0
// bytes.
struct action {
  action_kind kind{};
  int block = 0;  // x + grid.x * (y + grid.y * z)
  int thread = 0;
  int field = -1;
  std::int64_t index = -1;
  int phase = -1;
  std::int64_t bytes = 0;
  // By kind: a block of the cluster or a mask of blocks; or a number of arrivals, threads, groups
  // or registers.
  int count = -1;
  int bar_field = -1;
  std::int64_t bar_index = -1;
  std::string_view tensor{};  // the name of the tensor, which lives as long as its cpu::global
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
