// SPDX-License-Identifier: BSL-1.0
#include <tileproof/core/program.hpp>

#include <cstdint>

namespace {

namespace core = tileproof::core;
using core::op;

// (x + 3) * (x + 3) mod y
constexpr core::program make() {
  core::program p;
  std::int16_t const x = p.push({op::input, false, 0, 0, 0, 1});
  std::int16_t const y = p.push({op::input, false, 0, 0, 1, 1});
  std::int16_t const three = p.push({op::constant, false, 0, 0, 3, 3});
  std::int16_t const sum = p.push({op::add, false, x, three, 0, 1});
  std::int16_t const again = p.push({op::add, false, x, three, 0, 1});
  std::int16_t const square = p.push({op::mul, false, sum, again, 0, 1});
  p.push({op::mod, false, square, y, 0, 1});
  return p;
}

constexpr std::int64_t evaluate(std::int64_t x, std::int64_t y) {
  core::program const p = make();
  std::int64_t const values[] = {x, y};
  return core::evaluate(p, p.count - 1, values);
}

static_assert(make().count == 6);  // equal expressions are one node
static_assert(evaluate(4, 10) == 9);
static_assert(evaluate(4, 0) == 0);  // an obligation fails where a divisor is 0

constexpr bool is_full_after(int nodes) {
  core::program p;
  for (int i = 0; i < nodes; ++i) p.push({op::constant, false, 0, 0, i, 1});
  return p.full;
}
static_assert(!is_full_after(core::program::max_nodes));  // they fit
static_assert(is_full_after(core::program::max_nodes + 1));

}  // namespace
