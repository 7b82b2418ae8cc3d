// SPDX-License-Identifier: BSL-1.0
//
// The sweeps over properties, one for each file sweep_NAME.cpp, and the cases that several of them
// share. Each sweep draws its cases from the same numbers in every run, judges the reports against
// the oracle and prints a line for each property.
#pragma once

#include "sweep.hpp"

#include <cstdint>
#include <vector>

void sweep_injective();
void sweep_contiguous();
void sweep_resources();
void sweep_gf2();
void sweep_equivalent();
void sweep_partition();
void sweep_tiles();
void sweep_bank_conflicts();
void sweep_global_memory();

namespace sweep {

// Calls `run` for 512 184 layouts with their census: small ones are enumerated, larger ones drawn.
// `run_far` gets 20 000 more, whose offsets are near 2^31 or -2^31.
template <class Run, class RunFar>
void layouts(Run& run, RunFar run_far) {
  auto const judge = [&](oracle::layout const& l) {
    subject s(l);
    s.reached.take(s.at);
    run(s);
  };
  draw from(20);
  std::vector<integer> const extents{1, 2, 3, 4, 5, 6};
  std::vector<integer> strides;
  for (integer d = -12; d <= 12; ++d) {
    strides.push_back(d);
  }
  auto const plain_and_placed = [&](oracle::layout const& l) {
    judge(l);
    oracle::layout moved = l;
    moved.offset = from.between(0, 20) + (from.once_in(2) ? -lowest(l) : 0);
    swizzled(from, moved);
    judge(moved);
  };
  for (integer at = 0; at < 20; ++at) {
    each(1, extents, strides, [&](oracle::layout l) {
      l.offset = at - 4;
      plain_and_placed(l);
    });
  }
  each(2, extents, strides, plain_and_placed);
  each(3, {1, 2, 3, 4}, {-6, -4, -2, -1, 0, 1, 2, 3, 4, 6, 8, 12}, plain_and_placed);
  for (long i = 0; i < 220'000; ++i) {
    judge(placed(from, draw_layout(from, static_cast<int>(from.between(1, 5)),
                                   from.once_in(200) ? 512 : 48)));
  }

  from = draw(5);  // long periods, few points
  for (int i = 0; i < 20'000; ++i) {
    oracle::layout l = draw_layout(from, static_cast<int>(from.between(1, 3)), 32);
    l.bits = static_cast<int>(from.between(1, 3));
    l.base = static_cast<int>(from.between(0, 8));
    l.shift = static_cast<int>(from.between(l.bits, 9));
    l.offset = from.between(0, 600) - lowest(l);
    judge(l);
    l.offset = (from.once_in(2) ? INT32_MAX : INT32_MIN) + from.between(-40, 40);
    subject far(l);
    far.reached.take(far.at);
    run_far(far);
  }
}
template <class Run>
void layouts(Run& run) {
  layouts(run, [](subject const&) {});
}

// Calls `run` for 6 000 thread-value layouts of whole warps, each with a number of bits for its
// elements.
template <class Run>
void blocks(draw& from, Run& run) {
  int const vectors[] = {1, 2, 4, 8, 16};
  for (int i = 0; i < 6'000; ++i) {
    thread_value const tv = draw_block(from, from.among(vectors));
    run(subject(tv.l, tv.split), 8 << from.between(0, 3));
  }
}

}  // namespace sweep
