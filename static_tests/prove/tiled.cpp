// SPDX-License-Identifier: BSL-1.0
#include <tileproof/prove/tiled.hpp>

#include <boost/hana/for_each.hpp>
#include <boost/hana/tuple.hpp>

using namespace tileproof;
namespace hana = boost::hana;

namespace {

// ---- the witnesses

constexpr auto overlap =
    prove<every_thread_has_one_place>(Layout<Shape<_32, _8>, Stride<_1, _16>>{});
static_assert(overlap.is == answer::no && overlap(clue::at_thread) == 16);
static_assert(overlap(clue::at_coordinate, 0) == 16 && overlap(clue::at_coordinate, 1) == 0);
static_assert(overlap(clue::and_coordinate, 0) == 0 && overlap(clue::and_coordinate, 1) == 1);

constexpr auto idle = prove<every_thread_has_one_place>(Layout<Shape<_4, _2>, Stride<_1, _16>>{});
static_assert(idle.is == answer::no && idle(clue::missing_thread) == 4 && idle(clue::found) == 8);

// Threads that are one, values that skip.
constexpr auto threads_are_one = prove<every_owner_has_one_element>(
    Layout<Shape<_32, _8>, Stride<_1, _0>>{}, Layout<Shape<_4, _1>>{});
static_assert(threads_are_one.is == answer::no && threads_are_one(clue::at_thread) == 0 &&
              threads_are_one(clue::at_value) == 0);
static_assert(threads_are_one(clue::and_coordinate, 0) == 0 &&
              threads_are_one(clue::and_coordinate, 1) == 1);
constexpr auto values_skip = prove<every_owner_has_one_element>(
    Layout<Shape<_32, _8>>{}, Layout<Shape<_4, _1>, Stride<_2, _1>>{});
static_assert(values_skip.is == answer::no && values_skip(clue::missing_thread) == 0 &&
              values_skip(clue::missing_value) == 1);

static_assert(proved<permutes_mode<0>, Layout<Shape<_4, _4, _2>, Stride<_1, _8, _4>>>);
static_assert(!proved<permutes_mode<0>, Layout<Shape<_16, _2>, Stride<_1, _8>>>);

// A tile of 128x8, 4 values a thread, on 96x8: element 96 is the first outside, thread 24 has it.
using copy_128x8 = Layout<Shape<_256, _4>, Stride<_4, _1>>;
constexpr auto short_of_rows =
    prove<fits_whole_tiles>(copy_128x8{}, Shape<_128, _8>{}, Shape<_96, _8>{});
static_assert(short_of_rows.is == answer::no && short_of_rows(clue::in_mode) == 0 &&
              short_of_rows(clue::outside_element) == 96);
static_assert(short_of_rows(clue::at_thread) == 24 && short_of_rows(clue::at_value) == 0);
static_assert(prove<fits_whole_tiles>(copy_128x8{}, Shape<_128, _8>{}, Shape<_256, _64>{}).holds());
static_assert(prove<fits_whole_tiles>(copy_128x8{}, Shape<_128, _8>{},
                                      Shape<Shape<_64, _2>, Shape<_4, _2>, _3>{})
                  .holds());
static_assert(
    !prove<fits_whole_tiles>(copy_128x8{}, Shape<_128, _8>{}, Shape<_128, _12>{}).holds());

// ---- against their definitions, by looking at every place

constexpr auto thread_layouts = hana::make_tuple(
    Layout<_8>{}, Layout<Shape<_4, _2>>{}, Layout<Shape<_4, _2>, Stride<_2, _1>>{},
    Layout<Shape<_4, _2>, Stride<_1, _2>>{}, Layout<Shape<_4, _2>, Stride<_1, _0>>{},
    Layout<Shape<_4, _2>, Stride<_1, _5>>{}, Layout<Shape<_3, _3>, Stride<_3, _1>>{},
    Layout<Shape<Shape<_2, _2>, _2>, Stride<Stride<_1, _4>, _2>>{},
    Layout<Shape<Shape<_2, _2>, _2>, Stride<Stride<_1, _2>, _2>>{},
    Layout<Shape<_2, _1>, Stride<_1, _7>>{}, Layout<Shape<_2, _2, _2>, Stride<_4, _2, _1>>{});
constexpr auto value_layouts = hana::make_tuple(
    Layout<_1>{}, Layout<_4>{}, Layout<Shape<_1, _4>>{}, Layout<Shape<_2, _2>, Stride<_2, _1>>{},
    Layout<Shape<_2, _2>, Stride<_1, _1>>{}, Layout<Shape<_2, _2>, Stride<_0, _1>>{},
    Layout<Shape<_4, _1>, Stride<_2, _1>>{}, Layout<Shape<_2, _3>, Stride<_3, _1>>{},
    Layout<Shape<_2, _3, _2>, Stride<_1, _2, _6>>{});

template <class L>
constexpr bool has_each_once(L const& l) {
  for (int thread = 0; thread < size(l); ++thread) {
    int places = 0;
    for (int x = 0; x < size(l); ++x) places += l(x) == thread;
    if (places != 1) return false;
  }
  return true;
}

template <class L, std::size_t I>
constexpr int extent() {
  if constexpr (I < static_cast<std::size_t>(L::rank))
    return size<I>(L{});
  else
    return 1;
}
// Element (m,n,k) is value (m % VM, ...) of thread (m / VM, ...).
template <class T, class V>
constexpr bool each_owner_has_one() {
  constexpr int tm = extent<T, 0>(), tn = extent<T, 1>(), tk = extent<T, 2>();
  constexpr int vm = extent<V, 0>(), vn = extent<V, 1>(), vk = extent<V, 2>();
  constexpr int threads = tm * tn * tk;
  constexpr int values = vm * vn * vk;
  bool owned[threads * values]{};
  for (int k = 0; k < tk * vk; ++k)
    for (int n = 0; n < tn * vn; ++n)
      for (int m = 0; m < tm * vm; ++m) {
        int const t = T{}(m / vm + tm * (n / vn + tn * (k / vk)));
        int const v = V{}(m % vm + vm * (n % vn + vn * (k % vk)));
        if (t >= threads || v >= values || owned[t + threads * v]) return false;
        owned[t + threads * v] = true;
      }
  return true;
}

template <class T>
constexpr bool as_defined() {
  bool ok = proved<every_thread_has_one_place, T> == has_each_once(T{}) &&
            proved<permutes_mode<0>, T> == has_each_once(T{});
  hana::for_each(value_layouts, [&](auto values) {
    using V = decltype(values);
    ok = ok && proved<every_owner_has_one_element, T, V> == each_owner_has_one<T, V>();
  });
  return ok;
}
template <class... Ts>
constexpr bool all_as_defined(hana::tuple<Ts...> const&) {
  return (as_defined<Ts>() && ...);
}
static_assert(all_as_defined(thread_layouts));

}  // namespace
