// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/int_tuple.hpp>
#include <tileproof/types/leaf_store.hpp>

#include <cstdint>
#include <tuple>
#include <type_traits>

namespace {

using namespace tileproof;

// ---- static leaves take no room, run-time leaves take theirs, however deep

static_assert(std::is_empty_v<tuple<>>);
static_assert(std::is_empty_v<tuple<_4, _8>>);
static_assert(std::is_empty_v<tuple<_4, tuple<_2, tuple<_8, Underscore>>>>);
static_assert(sizeof(tuple<int, _4, int>) == 2 * sizeof(int));
static_assert(sizeof(tuple<tuple<int, _4>, tuple<_8, tuple<int>>>) == 2 * sizeof(int));
static_assert(!std::is_empty_v<tuple<int, _4>>);  // one leaf has a value
static_assert(std::is_trivially_copyable_v<tuple<int, tuple<_4, int>>>);

// ---- make and get

constexpr auto t = make_tuple(2, _4{}, make_tuple(3, _8{}, make_tuple(5)));
static_assert(std::is_same_v<decltype(t), tuple<int, _4, tuple<int, _8, tuple<int>>> const>);
static_assert(get<0>(t) == 2);
static_assert(std::is_same_v<std::remove_cvref_t<decltype(get<1>(t))>, _4>);
static_assert(std::is_same_v<std::remove_cvref_t<decltype(get<2>(t))>, tuple<int, _8, tuple<int>>>);
static_assert(get<2, 0>(t) == 3);
static_assert(get<2, 2, 0>(t) == 5);
static_assert(get<0>(7) == 7);

constexpr int changed() {
  auto u = make_tuple(2, _4{}, 6);
  get<2>(u) = 9;
  return get<0>(u) * 10 + get<2>(u);
}
static_assert(changed() == 29);

constexpr int bound() {
  auto const [a, b, c] = make_tuple(2, _4{}, 6);
  return a * 100 + b * 10 + c;
}
static_assert(bound() == 246);

// ---- leaves of other libraries become the algebra's own; run-time leaves keep their type

static_assert(std::is_same_v<decltype(make_shape(std::integral_constant<int, 4>{})), tuple<_4>>);
static_assert(std::is_same_v<decltype(make_shape(std::int64_t{4})), tuple<std::int64_t>>);
static_assert(std::is_same_v<decltype(tuple(2, _4{})), tuple<int, _4>>);

// ---- traits

static_assert(is_tuple_v<tuple<>>);
static_assert(is_tuple_v<tuple<int> const&>);
static_assert(!is_tuple_v<int>);  // a leaf
static_assert(!is_tuple_v<_4>);   // a leaf
static_assert(is_static_v<tuple<_4, tuple<_8>>>);
static_assert(!is_static_v<tuple<_4, tuple<int>>>);  // one leaf is a run-time integer
static_assert(std::tuple_size<tuple<int, _4>>::value == 2);
static_assert(std::is_same_v<std::tuple_element<1, tuple<int, _4>>::type, _4>);

}  // namespace
