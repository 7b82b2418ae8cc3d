// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/inverse.hpp>
#include <tileproof/atom/mma/layouts.hpp>
#include <tileproof/atom/thread_value.hpp>
#include <tileproof/core/thread_value.hpp>
#include <tileproof/print/to_string.hpp>

#include <type_traits>

using namespace tileproof;

namespace {

// ---- from what an instruction does to a layout

// A of m8n8k4, column-major: threads 0 to 3 are k, the others the lower half of the rows.
constexpr auto a =
    thread_value_layout<8, 4>([](int t, int v) { return v + 4 * (t / 4) + 8 * (t % 4); });
static_assert(to_string(a) == "((_4,_2),_4):((_8,_4),_1)");
static_assert(std::is_same_v<std::remove_const_t<decltype(a)>, detail::quad_pair_columns>);

// Its C in f32.
constexpr auto c = thread_value_layout<8, 8>([](int t, int i) {
  int const m = (t & 1) + (i & 2) + 4 * (t / 4);
  int const n = (i & 4) + (t & 2) + (i & 1);
  return m + 8 * n;
});
static_assert(std::is_same_v<std::remove_const_t<decltype(c)>, detail::quad_pair_c32>);

static_assert(to_string(thread_value_layout<1, 1>([](int, int) { return 0; })) ==
              "(_1,_1):(_0,_0)");
static_assert(to_string(thread_value_layout<32, 1>([](int, int) { return 0; })) ==
              "(_32,_1):(_0,_0)");
static_assert(to_string(thread_value_layout<6, 2>([](int t, int v) { return t - 9 * v; })) ==
              "(_6,_2):(_1,_-9)");

// ---- and back: (m,n) -> thread + threads * value

constexpr auto owner = right_inverse(a);
constexpr bool inverted() {
  for (int t = 0; t < 8; ++t)
    for (int v = 0; v < 4; ++v)
      if (owner(a(t, v)) != t + 8 * v) return false;
  return true;
}
static_assert(inverted());
static_assert(owner.with_shape(_8{}, _4{})(5, 2) ==
              4 + 2 + 8 * 1);  // m = 5, k = 2: thread 6, value 1

// ---- its modes are the layout of the threads and that of a thread's values

constexpr auto tv = thread_value_layout<4, 6>(
    [](int t, int v) { return 2 * (t % 2) + 12 * (t / 2) + v % 2 + 4 * (v / 2); });
static_assert(to_string(tv) == "((_2,_2),(_2,_3)):((_2,_12),(_1,_4))");
static_assert(to_string(layout<0>(tv)) == "(_2,_2):(_2,_12)");
static_assert(to_string(layout<1>(tv)) == "(_2,_3):(_1,_4)");

}  // namespace
