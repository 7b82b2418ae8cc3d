// SPDX-License-Identifier: BSL-1.0
#include <tileproof/core/program.hpp>

#include <cstdint>

namespace {

namespace core = tileproof::core;
using core::op;

constexpr core::operand narrow = core::operand::narrow;

// (x + 3) * (x + 3) mod y
constexpr void write(core::recorder& r) {
  std::int16_t const x = r.push({{op::input, {}, {}}, false, 0, 0, 0, 1});
  std::int16_t const y = r.push({{op::input, {}, {}}, false, 0, 0, 1, 1});
  core::node const add{{op::add, narrow, core::operand::narrow_constant}, false, x, 0, 3, 1};
  std::int16_t const sum = r.push(add);
  std::int16_t const again = r.push(add);
  std::int16_t const square = r.push({{op::mul, narrow, narrow}, false, sum, again, 0, 1});
  r.push({{op::mod, narrow, narrow}, false, square, y, 0, 1});
}

constexpr core::program make() {
  core::program p;
  core::recorder r = p.record();
  write(r);
  p.stop(r);
  return p;
}

constexpr std::int64_t evaluate(std::int64_t x, std::int64_t y) {
  core::program const p = make();
  std::int64_t const values[] = {x, y};
  return core::evaluate(p.at, p.count - 1, values);
}

static_assert(make().count == 5);  // equal expressions are one node
static_assert(evaluate(4, 10) == 9);
static_assert(evaluate(4, 0) == 0);  // an obligation fails where a divisor is 0

constexpr bool is_full_after(int nodes) {
  core::short_program p;
  core::recorder r = p.record();
  for (int i = 0; i < nodes; ++i) r.push({{op::input, {}, {}}, false, 0, 0, i, 1});
  p.stop(r);
  return p.full;
}
static_assert(!is_full_after(core::short_program::max_nodes));  // they fit
static_assert(is_full_after(core::short_program::max_nodes + 1));

}  // namespace
