// SPDX-License-Identifier: BSL-1.0
//
// Defines the instructions by which the lanes of a warp meet or exchange values: __syncwarp, elect,
// votes (vote.sync) and shuffles (shfl.sync). Votes and shuffles order no accesses to memory;
// __syncwarp does.
#pragma once

#include <tileproof/cpu/block.hpp>
#include <tileproof/cpu/type_name.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// After it, each lane knows everything that any lane of the warp did or knew before it.
inline void sync_lanes(block& b) {
  static constexpr warp_instruction what{[] { return std::string("__syncwarp"); },
                                         [](checker& check, int first, void* const*) {
                                           history all;
                                           for (int t = first; t < first + warp_size; ++t)
                                             check.happens.release(t, all);
                                           for (int t = first; t < first + warp_size; ++t)
                                             check.happens.acquire(t, all);
                                         }};
  b.together(what, nullptr);
}

// True in lane 0, which a GPU elects too.
inline bool elect_lane(block& b) {
  static constexpr warp_instruction what{
      [] { return std::string("elect.sync"); },
      [](checker&, int, void* const* lanes) { *static_cast<bool*>(lanes[0]) = true; }};
  bool is_elected = false;
  b.together(what, &is_elected);
  return is_elected;
}

// Whether `value` is true in some lane of the warp.
inline bool any_lane(block& b, bool value) {
  static constexpr warp_instruction what{[] { return std::string("vote.sync.any"); },
                                         [](checker&, int, void* const* lanes) {
                                           bool any = false;
                                           for (int lane = 0; lane < warp_size; ++lane)
                                             any |= *static_cast<bool*>(lanes[lane]);
                                           for (int lane = 0; lane < warp_size; ++lane)
                                             *static_cast<bool*>(lanes[lane]) = any;
                                         }};
  b.together(what, &value);
  return value;
}

// The value of lane `from(lane)`. Lane indices are taken modulo 32.
template <class T>
T shuffled(block& b, T const& value, int from) {
  static_assert(std::is_trivially_copyable_v<T>);
  struct operands {
    T in, out;
    int from;
  };
  static constexpr warp_instruction what{[] { return "shfl.sync of " + type_name<T>(); },
                                         [](checker&, int, void* const* lanes) {
                                           for (int lane = 0; lane < warp_size; ++lane) {
                                             operands& o = *static_cast<operands*>(lanes[lane]);
                                             o.out = static_cast<operands*>(lanes[o.from & 31])->in;
                                           }
                                         }};
  operands o{value, value, from};
  b.together(what, &o);
  return o.out;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
