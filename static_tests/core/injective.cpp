// SPDX-License-Identifier: BSL-1.0
#include <tileproof/core/injective.hpp>

#include <initializer_list>

namespace {

namespace core = tileproof::core;
using core::answer;

struct mode {
  std::int64_t extent;
  std::int64_t stride;
};

constexpr answer injective(std::initializer_list<mode> modes) {
  core::arithmetic cx;
  core::layout l;
  for (mode const& m : modes) l.push({core::fixed(m.extent), core::fixed(m.stride), 0});
  core::close_flat(l);
  return core::injective(cx, l);
}

// ---- by structure: each stride exceeds what the modes below it reach

static_assert(injective({{8, 1}}) == answer::yes);
static_assert(injective({{4, 8}, {8, 1}}) == answer::yes);
static_assert(injective({{4, -8}, {8, 1}}) == answer::yes);
static_assert(injective({{1, 0}, {4, 2}}) == answer::yes);
static_assert(injective({{1 << 20, 1}, {1 << 20, 1 << 20}}) == answer::yes);

// ---- by search

static_assert(injective({{3, 2}, {2, 3}}) == answer::yes);
static_assert(injective({{2, 2}, {3, 3}}) == answer::yes);
static_assert(injective({{3, 2}, {3, 3}, {2, 20}}) == answer::yes);
static_assert(injective({{4, 2}, {3, 3}}) == answer::no);   // 3 * 2 == 2 * 3
static_assert(injective({{4, 1}, {2, 2}}) == answer::no);   // 2 * 1 == 1 * 2
static_assert(injective({{4, 1}, {2, -2}}) == answer::no);  // 2 * 1 + 1 * -2 == 0
static_assert(injective({{4, 0}}) == answer::no);           // stride 0

}  // namespace
