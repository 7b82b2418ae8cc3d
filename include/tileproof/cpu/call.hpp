// SPDX-License-Identifier: BSL-1.0
//
// Defines call, one call of a role's machine as cpu/expected_actions.hpp records it: the action
// that a run has to record for it, and the stages that it names.
#pragma once

#include <tileproof/cpu/action.hpp>
#include <tileproof/protocol/loop.hpp>

#include <cstdint>
#include <string_view>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// A stage of a buffer that a call names: the bytes [begin,end) of shared memory, or these elements
// of a tensor in global memory, and how the thread may use them.
struct named_stage {
  int resource = -1;
  int part = 0;
  int stage = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  bool reads = false;
  bool writes = false;
  std::string_view tensor{};
};
// The phase of an expected arrival at the place of another use, such as bar[now].before(). It
// counts in the current phase, whichever that is, since an arrival names only its barrier (PTX,
// "mbarrier.arrive").
inline constexpr int any_phase = -2;
// One call of a role's machine, or of the machine before the roles begin (role -1). `nth` counts
// the calls of its kind in the part. `act` is the action that a run records for it: once, but for
// TMA and wgmma once for each instruction. A read or write of a stage has no action.
struct call {
  op what{};
  section in{};
  int role = -1;
  int nth = 0;
  int tile = 0;
  int step = 0;
  bool has_action = true;
  bool goes_on = false;  // the second action of the call before
  cpu::action act{};
  int stages = 0;
  named_stage stage[4]{};
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
