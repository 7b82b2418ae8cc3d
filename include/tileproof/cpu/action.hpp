// SPDX-License-Identifier: BSL-1.0
//
// Defines action: a synchronising or asynchronous instruction that a thread has executed. With
// options::records_actions, report::actions has them in the order of execution, hence in program
// order for each thread: the expected actions of its role, to compare with a protocol.
#pragma once

#include <tileproof/protocol/rows.hpp>

#include <cstdint>
#include <string_view>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The kind of an action is the row of its instruction (protocol/rows.hpp), named after the
// context's member that records it.
using action_kind = pipeline::instruction;

// A place in shared memory is a field and the index of an element in it; one in global memory is a
// tensor and such an index. A wgmma has the first byte of A in shared memory (-1: in registers) in
// `index`, that of B in `bytes`. A kind's other members are -1, or 0 bytes.
struct action {
  action_kind kind{};
  int block = 0;  // x + grid.x * (y + grid.y * z)
  int thread = 0;
  int field = -1;
  std::int64_t index = -1;
  int phase = -1;
  std::int64_t bytes = 0;
  // A block of the cluster, or a mask of them; arrivals, threads, groups, registers.
  int count = -1;
  int bar_field = -1;
  std::int64_t bar_index = -1;
  std::string_view tensor{};  // its name, which lives as long as the cpu::global does
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
