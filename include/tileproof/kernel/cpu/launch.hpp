// SPDX-License-Identifier: BSL-1.0
//
// Runs a kernel on the CPU: block after block, each on fibres, always in the same order.
#pragma once

#include <tileproof/kernel/cpu/context.hpp>
#include <tileproof/kernel/cpu/type_name.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

struct grid {
  int x = 1;
  int y = 1;
  int z = 1;
};

// Kernel::run(ctx, args) by every thread of every block, up to a block that cannot come to its end.
template <class Kernel, class Arguments>
report launch(grid const& g, Arguments const& args, options o = {}) {
  if (o.kernel.empty()) o.kernel = type_name<Kernel>();
  block b(Kernel::threads, Kernel::shared::bytes, o,
          [&](int thread) { Kernel::run(block_context(*block::running, thread), args); });
  int const blocks = g.x * g.y * g.z;
  for (int i = 0; i < blocks; ++i) {
    int const n = o.reverse ? blocks - 1 - i : i;
    if (!b.run({n % g.x, n / g.x % g.y, n / g.x / g.y}, n)) break;
  }
  return std::move(b.check.said);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
