// SPDX-License-Identifier: BSL-1.0
//
// warp_access: the 32 byte addresses of one warp instruction, and warp_steps, which computes them
// from a layout (thread,value). The cost models (shared_memory.hpp, global_memory.hpp) take a
// warp_access.
#pragma once

#include <tileproof/prove/mapping.hpp>
#include <tileproof/types/sizeof_bits.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(in_warp);
TILEPROOF_CLUE(at_step);  // the warp's instruction that moves values [step,step+1) * width
TILEPROOF_CLUE(of_lanes);

// Lanes in a warp.
inline constexpr int warp_size = 32;

// The addresses of one warp instruction, in bytes, one for each lane. Bit i of `active` is set if
// lane i takes part; addresses of inactive lanes are ignored.
struct warp_access {
  std::int64_t address[warp_size]{};  // in bytes
  std::uint32_t active = 0;

  constexpr bool is_active(int lane) const { return (active >> lane & 1) != 0; }
};

namespace detail {

// Splits the coordinates of leaves [begin,end) at n: x = inner + n * outer. Returns false where n
// cuts through a leaf, as 6 does in extents (4,8).
constexpr bool split_at(core::layout const& l, int begin, int end, std::int64_t n,
                        core::layout& inner, core::layout& outer) {
  for (int i = begin; i < end; ++i) {
    std::int64_t const extent = l.at[i].extent.value;
    std::int64_t const stride = l.at[i].stride.value;
    std::int64_t const in = extent < n ? extent : n;
    if (extent % in != 0 || n % in != 0) return false;
    if (in > 1) inner.push({core::fixed(in), core::fixed(stride), 0});
    if (in < extent) outer.push({core::fixed(extent / in), core::fixed(stride * in), 0});
    n /= in;
  }
  return true;
}

// True where the sum of strides, taken bit by bit of the coordinate, never carries; then + is xor.
// `used` is the set of offset bits in use; the bits of l are added to it.
constexpr bool adds_without_carry(core::layout const& l, std::uint64_t& used) {
  for (int i = 0; i < l.count; ++i) {
    std::int64_t const extent = l.at[i].extent.value;
    std::int64_t const stride = l.at[i].stride.value;
    if (extent == 1) continue;
    if ((extent & (extent - 1)) != 0 || stride < 0) return false;
    for (std::int64_t k = 1; k < extent; k *= 2) {
      std::uint64_t const bits = static_cast<std::uint64_t>(stride * k);
      if ((used & bits) != 0) return false;
      used |= bits;
    }
  }
  return true;
}

// The warp instructions of a layout (thread,value) -> offset in elements. Step k of warp w moves
// values [k * width, (k + 1) * width) of the warp's threads, each from the byte address of its
// first value. Example: 64 threads with 8 floats each, 128 bits: width 4, 2 warps, 2 steps. Pre:
// can_be_counted.
struct warp_steps {
  constexpr warp_steps(mapping const& m, int access_bits, int bits_of_element)
      : tv(m),
        bits(bits_of_element),
        width(access_bits < bits_of_element ? 1 : access_bits / bits_of_element) {}

  mapping const& tv;
  int bits;            // of an element
  std::int64_t width;  // elements that an instruction moves for one lane
  std::int64_t threads = tv.threads();
  std::int64_t warps = threads / warp_size + (threads % warp_size != 0);
  std::int64_t steps = tv.values() / width + (tv.values() % width != 0);

  // The instruction of `warp` at `step`. Lanes behind the last thread are inactive.
  constexpr warp_access at(std::int64_t warp, std::int64_t step) const {
    int const leaves = tv.thread_leaves();
    warp_access a;
    std::int64_t digit[core::max_leaves]{};
    std::int64_t inner = tv.offset + tv.part(step * width, leaves, tv.of.count);
    std::int64_t rest = warp * warp_size;
    for (int i = 0; i < leaves; ++i) {
      digit[i] = rest % tv.of.at[i].extent.value;
      inner += digit[i] * tv.of.at[i].stride.value;
      rest /= tv.of.at[i].extent.value;
    }
    for (int lane = 0; lane < warp_size && warp * warp_size + lane < threads; ++lane) {
      a.address[lane] = tv.swizzle(inner) * bits / 8;
      a.active |= std::uint32_t{1} << lane;
      for (int i = 0; i < leaves; ++i) {  // the next thread
        inner += tv.of.at[i].stride.value;
        if (++digit[i] < tv.of.at[i].extent.value) break;
        inner -= digit[i] * tv.of.at[i].stride.value;
        digit[i] = 0;
      }
    }
    return a;
  }
};

}  // namespace detail
}  // namespace tileproof::inline TILEPROOF_NAMESPACE
