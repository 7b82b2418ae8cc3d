// SPDX-License-Identifier: BSL-1.0
//
// CuTe's algorithms on tuples: results of the examples in the comments of CuTe's
// algorithm/tuple_algorithms.hpp and int_tuple.hpp, and others worked out by hand.
#include <tileproof/cute.hpp>
#include <tileproof/cute/int_tuple.hpp>
#include <tileproof/cute/tuple_edit.hpp>

using namespace cute;

namespace {

template <class A, class B>
constexpr bool same(A const&, B const&) {
  return std::is_same_v<A, B>;
}
constexpr auto add = [](auto a, auto b) { return a + b; };
using pair_t = Shape<Shape<_1, _2>, _3>;
constexpr pair_t pair{};

// apply, transform, for_each
static_assert(cute::apply(make_tuple(2, _3{}, 4), [](auto... e) { return (e + ...); }) == 9);
static_assert(same(transform(make_shape(_2{}, _3{}), negate{}), make_tuple(_m2{}, _m3{})));
static_assert(same(transform(make_tuple(_1{}, _2{}), make_tuple(_3{}, _4{}), add),
                   make_tuple(_4{}, _6{})));
static_assert(same(transform(make_tuple(_1{}), make_tuple(_2{}), make_tuple(_3{}),
                             [](auto a, auto b, auto c) { return a + b + c; }),
                   make_tuple(_6{})));
static_assert(same(transform(_5{}, negate{}), Int<-5>{}));
static_assert(same(transform(make_seq<3>{}, [](auto i) { return i + _1{}; }),
                   make_tuple(_1{}, _2{}, _3{})));
static_assert(same(transform_leaf(pair, negate{}), make_tuple(make_tuple(_m1{}, _m2{}), _m3{})));
static_assert(same(transform_apply(pair, Product{}, multiplies_unary_lfold{}), _6{}));
static_assert([] {
  int sum = 0;
  for_each(make_tuple(1, 2, 3), [&](auto e) { sum = 10 * sum + e; });
  for_each_leaf(make_tuple(make_tuple(4, 5), 6), [&](auto e) { sum = 10 * sum + e; });
  for_each(make_int_rsequence<2>{}, [&](auto i) { sum = 10 * sum + i; });
  return sum;
}() == 12345610);

// find, questions, filters
static_assert(same(find(make_tuple(_4{}, _7{}, _9{}), _7{}), _1{}));
static_assert(same(find(make_tuple(_4{}, _7{}), _5{}), _2{}));  // none: the number of elements
static_assert(same(find_if(make_tuple(_4{}, _7{}), [](auto e) { return e > _5{}; }), _1{}));
static_assert(same(any_of(make_tuple(_1{}, _2{}), [](auto e) { return e == _2{}; }), true_type{}));
static_assert(same(all_of(make_tuple(_1{}, _2{}), [](auto e) { return e == _2{}; }), false_type{}));
static_assert(same(none_of(make_tuple(_1{}, _2{}), [](auto e) { return e == _3{}; }), true_type{}));
static_assert(any_of(make_tuple(1, 2), [](int e) { return e == 2; }));
static_assert(same(filter_tuple(make_tuple(_1{}, _2{}, _3{}),
                                [](auto e) {
                                  if constexpr (decltype(e)::value == 2)
                                    return make_tuple();
                                  else
                                    return make_tuple(e, e);
                                }),
                   make_tuple(_1{}, _1{}, _3{}, _3{})));

// fold
static_assert(same(fold(make_tuple(_1{}, _2{}, _3{}), _10{}, minus{}), _4{}));
static_assert(same(fold(_2{}, _10{}, minus{}), _8{}));
static_assert(same(fold_first(make_tuple(_10{}, _2{}, _3{}), minus{}), _5{}));
static_assert(fold(make_seq<4>{}, 0, add) == 6);
// The state may change its type: (0) then (0,1) then (0,1,2).
static_assert(same(fold(make_seq<3>{}, make_tuple(), [](auto s, auto i) { return append(s, i); }),
                   make_tuple(_0{}, _1{}, _2{})));

// rearranged tuples
static_assert(front(pair) == _1{} && back(pair) == _3{} && back(_7{}) == _7{});
static_assert(back(make_tuple(1, make_tuple(2, 5))) == 5);
static_assert(same(wrap(_2{}), make_tuple(_2{})) && same(wrap(pair), pair));
static_assert(is_flat<Shape<_1, _2>>::value && !is_flat<pair_t>::value);
static_assert(same(flatten_to_tuple(pair), make_tuple(_1{}, _2{}, _3{})));
static_assert(same(flatten_to_tuple(_4{}), make_tuple(_4{})));
static_assert(same(insert<1>(make_tuple(_1{}, _2{}), _9{}), make_tuple(_1{}, _9{}, _2{})));
static_assert(same(cute::remove<0>(make_tuple(_1{}, _2{})), make_tuple(_2{})));
static_assert(same(replace_front(make_tuple(_1{}, _2{}), _9{}), make_tuple(_9{}, _2{})));
static_assert(same(replace_back(make_tuple(_1{}, _2{}), _9{}), make_tuple(_1{}, _9{})));
static_assert(same(tuple_repeat<2>(_9{}), make_tuple(_9{}, _9{})));
static_assert(same(tuple_repeat<1>(_9{}), make_tuple(_9{})));
static_assert(same(repeat_like(pair, _0{}), make_tuple(make_tuple(_0{}, _0{}), _0{})));
static_assert(same(cute::reverse(make_tuple(_1{}, pair, _3{})), make_tuple(_3{}, pair, _1{})));
static_assert(same(iscan(make_tuple(_2{}, _3{}, _4{}), _1{}, multiplies{}),
                   make_tuple(_2{}, _6{}, _24{})));
static_assert(same(escan(make_tuple(_2{}, _3{}, _4{}), _1{}, multiplies{}),
                   make_tuple(_1{}, _2{}, _6{})));
static_assert(same(zip(make_tuple(_1{}, _2{}), make_tuple(_3{}, _4{})),
                   make_tuple(make_tuple(_1{}, _3{}), make_tuple(_2{}, _4{}))));
static_assert(same(zip(make_tuple(_1{}, _2{})), make_tuple(make_tuple(_1{}, _2{}))));
// ((A,a),(B,b),x) by a guide of two modes is ((A,B),(a,b,x)).
static_assert(same(zip2_by(make_tuple(make_tuple(_1{}, _2{}), make_tuple(_3{}, _4{}), _5{}),
                           make_tuple(_0{}, _0{})),
                   make_tuple(make_tuple(_1{}, _3{}), make_tuple(_2{}, _4{}, _5{}))));
static_assert(has_elem<pair_t, _2>::value && !has_elem<pair_t, _4>::value);
static_assert(has_underscore<Coord<_1, Underscore>>::value && has_int1<pair_t>::value &&
              !has_int0<pair_t>::value && all_underscore<Coord<Underscore>>::value);

// integer tuples
static_assert(same(sum(pair), _6{}) && sum(make_tuple(4, _3{})) == 7);
static_assert(cute::max(pair) == _3{} && cute::min(pair, _0{}) == _0{} &&
              cute::max(1, 2.5) == 2.5 && cute::min(2.f, 1) == 1);
static_assert(cute::max(4, 9, 2) == 9 && cute::max(4, 9) == 9);
static_assert(same(product_like(make_shape(make_shape(_2{}, _3{}), _4{}), make_tuple(_0{}, _0{})),
                   make_tuple(_6{}, _4{})));
static_assert(same(elem_scale(make_tuple(_2{}, _3{}), make_tuple(_4{}, make_tuple(_5{}, _2{}))),
                   make_tuple(_8{}, Int<30>{})));
// The examples of CuTe's int_tuple.hpp.
static_assert([] {
  array<int, 3> a{6, 3, 4};
  return make_int_tuple<5>(a, 3, 0) == make_tuple(6, 3, 4, 0, 0) && make_int_tuple<1>(a, 0, 8) == 8;
}());
using result_t = cute::tuple<Int<1>, cute::tuple<int, int, Int<3>>, int, Int<2>>;
static_assert(make_int_tuple_from<result_t>(6, 3, 4) ==
              make_tuple(_1{}, make_tuple(6, 3, _3{}), 4, _2{}));
static_assert(to_array<std::uint64_t>(make_int_tuple_from<result_t>(6, 3, 4)) ==
              array<std::uint64_t, 6>{1, 6, 3, 3, 4, 2});
static_assert(is_congruent<Shape<_1, _2>, Shape<_3, int>>::value &&
              is_compatible<_6, Shape<_2, _3>>::value && size_v<Shape<_4, _5>> == 20 &&
              rank_t<Shape<_4, _5>>::value == 2 && cosize_t<Layout<_4, _2>>::value == 7);

// coordinates
static_assert(same(make_basis_like(make_shape(make_shape(_2{}, _3{}), _4{})),
                   make_tuple(make_tuple(E<0, 0>{}, E<0, 1>{}), E<1>{})));
static_assert(basis_value(E<1>{}) == _1{} &&
              basis_get(E<0, 1>{}, make_tuple(make_tuple(_5{}, _6{}), _7{})) == _6{});

// The coordinates of a shape in the order of an iterator, as decimal digits.
template <class Iterator>
constexpr long walk(Iterator it) {
  long all = 0;
  for (; !(it == ForwardCoordIteratorSentinel{}); ++it)
    all = 100 * all + 10 * get<0>(*it) + get<1>(*it);
  return all;
}
static_assert(walk(make_coord_iterator(make_shape(2, _2{}))) == 100111);            // 00 10 01 11
static_assert(walk(make_coord_iterator<Step<_1, _0>>(make_shape(2, 2))) == 11011);  // 00 01 10 11

static_assert(filter_zeros(make_stride(_0{}, _2{}), make_shape(_4{}, 5)) == make_shape(_1{}, 5) &&
              filter_zeros(make_stride(_0{}, 3), Shape<Shape<_2, _3>, _4>{}) ==
                  Shape<Shape<_1, _1>, _4>{} &&
              filter_zeros(Layout<Shape<_2, _3>>{}, Stride<_0, _1>{}) ==
                  Layout<Shape<_1, _3>, Stride<_1, _2>>{});

}  // namespace
