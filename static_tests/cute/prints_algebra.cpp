// SPDX-License-Identifier: BSL-1.0
//
// Layouts, tuples, products, divisions and swizzles, as they print.
// prints_algebra.txt is what CuTe 4.2 and 4.7 print for the same program, with <cute/tensor.hpp>
// in place of <tileproof/cute.hpp>.
#include <tileproof/cute.hpp>
#include <tileproof/print/print.hpp>

#include <cstdio>

using namespace cute;

#define P(...)                     \
  do {                             \
    printf("%s = ", #__VA_ARGS__); \
    print(__VA_ARGS__);            \
    printf("\n");                  \
  } while (0)

int main() {
  auto a = make_layout(make_shape(Int<8>{}, make_shape(Int<4>{}, 6)),
                       make_stride(Int<1>{}, make_stride(Int<8>{}, 32)));
  P(a);
  P(coalesce(a));
  P(flatten(a));
  P(shape<1>(a));
  P(stride<1, 0>(a));
  P(size(a));
  P(cosize(a));
  P(rank(a));
  P(depth(a));
  auto b = Layout<Shape<_9, Shape<_4, _8>>, Stride<Int<59>, Stride<Int<13>, _1>>>{};
  P(logical_divide(b, make_tile(Layout<_3, _3>{}, Layout<Shape<_2, _4>, Stride<_1, _8>>{})));
  P(zipped_divide(b, make_tile(Layout<_3, _3>{}, Layout<Shape<_2, _4>, Stride<_1, _8>>{})));
  P(tiled_divide(b, make_tile(Layout<_3, _3>{}, Layout<Shape<_2, _4>, Stride<_1, _8>>{})));
  P(flat_divide(b, make_tile(Layout<_3, _3>{}, Layout<Shape<_2, _4>, Stride<_1, _8>>{})));
  auto c = Layout<Shape<_2, _2>, Stride<_4, _1>>{};
  auto e = Layout<Shape<_2, _2>, Stride<_2, _1>>{};
  P(logical_product(c, Layout<_6, _1>{}));
  P(blocked_product(e, Layout<Shape<_3, _4>>{}));
  P(raked_product(e, Layout<Shape<_3, _4>>{}));
  P(zipped_product(e, Layout<Shape<_3, _4>>{}));
  P(tiled_product(e, Layout<Shape<_3, _4>>{}));
  P(flat_product(e, Layout<Shape<_3, _4>>{}));
  P(complement(c, _24{}));
  P(complement(Layout<Shape<_2, _4>, Stride<_1, _8>>{}, Int<64>{}));
  P(right_inverse(c));
  P(left_inverse(c));
  P(right_inverse(Layout<Shape<_4, _8>, Stride<_8, _1>>{}));
  P(left_inverse(Layout<Shape<_4, _8>, Stride<_10, _1>>{}));
  P(composition(a, make_tile(_4{}, _8{})));
  P(group<0, 2>(make_layout(make_shape(_2{}, _3{}, _4{}))));
  P(filter_zeros(Layout<Shape<_2, _4>, Stride<_0, _1>>{}));
  P(filter(Layout<Shape<_2, _4, _3>, Stride<_0, _1, _0>>{}));
  P(upcast<4>(Layout<Shape<_8, _4>, Stride<_1, _8>>{}));
  P(downcast<2>(Layout<Shape<_8, _4>, Stride<_1, _8>>{}));
  P((recast_layout<half_t, uint128_t>(Layout<Shape<_16, _4>, Stride<_1, _16>>{})));
  P(tile_to_shape(Layout<Shape<_8, _64>, Stride<_64, _1>>{}, Shape<_128, _128>{}));
  P(tile_to_shape(Layout<Shape<_8, _64>, Stride<_64, _1>>{}, Shape<_128, _128, _3>{},
                  Step<_2, _1, _3>{}));
  P(make_layout_like(Layout<Shape<_4, _8>, Stride<_8, _1>>{}));
  P(make_fragment_like(Layout<Shape<_4, _8, _2>, Stride<_16, _2, _1>>{}));
  P(make_ordered_layout(Shape<_2, _3, _4>{}, Step<_2, _0, _1>{}));
  P(compact_order(Shape<_2, Shape<_3, _4>>{}, Step<_1, Step<_2, _0>>{}));
  P(idx2crd(17, make_shape(_4{}, make_shape(3, 5))));
  P(crd2idx(make_coord(1, make_coord(1, 1)), make_shape(_4{}, make_shape(3, 5))));
  P(crd2crd(7, Shape<_2, _8>{}, Shape<_4, _4>{}));
  P(shape_div(make_shape(12, _3{}), _6{}));
  P(ceil_div(make_shape(7, 9), make_shape(_2{}, 4)));
  P(round_up(7, 4));
  P(product_each(make_shape(_2{}, make_shape(3, _4{}))));
  P(inner_product(make_tuple(1, _2{}), make_tuple(_3{}, 4)));
  P(append<3>(make_shape(1, 2), _7{}));
  P(prepend<3>(make_shape(1, 2), _7{}));
  P(append(make_shape(1, 2), 9));
  P(replace<1>(make_shape(1, 2), make_tuple(_3{})));
  P((take<1, 3>(make_shape(1, 2, 3))));
  P((select<2, 0>(make_shape(1, 2, 3))));
  P(repeat<3>(_1{}));
  P(repeat_like(make_shape(1, make_shape(2, 3)), _0{}));
  P(reverse(make_shape(1, 2, 3)));
  P(zip(make_tuple(1, 2), make_tuple(3, 4)));
  P(tuple_cat(make_tuple(1), make_tuple(2, _3{})));
  P(unwrap(make_tuple(make_tuple(5))));
  P(flatten_to_tuple(make_tuple(1, make_tuple(2, 3))));
  P(wrap(4));
  P(insert<1>(make_tuple(1, 2), 9));
  P(remove<1>(make_tuple(1, 2, 3)));
  P(transform(make_tuple(1, _2{}), [](auto x) { return x + _1{}; }));
  P(transform_leaf(make_tuple(1, make_tuple(_2{})), [](auto x) { return x * _2{}; }));
  P(fold(make_tuple(1, 2, 3), _0{}, [](auto s, auto x) { return s + x; }));
  P(transform_apply(
      make_tuple(1, 2), [](auto x) { return x * 2; }, [](auto... x) { return (x + ...); }));
  P(find_if(make_tuple(_1{}, _2{}), [](auto x) { return x == _2{}; }));
  P(any_of(make_tuple(_1{}, _2{}), [](auto x) { return x == _2{}; }));
  P(all_of(make_tuple(_1{}, _2{}), [](auto x) { return x == _2{}; }));
  P(filter_tuple(make_tuple(_1{}, _2{}), [](auto x) { return make_tuple(x, x); }));
  P(cute::max(make_tuple(3, _7{})));
  P(gcd(12, _6{}));
  P(slice(make_coord(_, 2, _), make_shape(1, 2, 3)));
  P(dice(make_coord(_, 2, _), make_shape(1, 2, 3)));
  P(a(2, _));
  P(a(_, make_coord(1, 2)));
  P(get<1>(a));
  P((layout<1, 1>(a)));
  P(make_identity_layout(make_shape(4, _8{})));
  P(compatible(_24{}, Shape<_4, _6>{}));
  P(congruent(make_shape(1, 2), make_shape(_1{}, _2{})));
  P(weakly_congruent(_1{}, make_shape(_1{}, _2{})));
  P(evenly_divides(Shape<_8, _6>{}, Shape<_4, _3>{}));
  P(evenly_divides(_16{}, Shape<_16>{}));
  P(evenly_divides(_16{}, Shape<_4, _4>{}));
  P(evenly_divides(Shape<_32>{}, Tile<Layout<_8, _3>>{}));
  P(evenly_divides(Shape<Int<48>>{}, Tile<Layout<_8, _3>>{}));
  P(evenly_divides(Shape<_32, _6>{}, Tile<Layout<Shape<_4, _2>, Stride<_1, _8>>, _3>{}));
  P(evenly_divides(Shape<_24, _6>{}, Tile<Layout<Shape<_4, _2>, Stride<_1, _8>>, _3>{}));
  P(evenly_divides(_32{}, Layout<_4, _8>{}));
  P(reverse(array<int, 3>{1, 2, 3})[0]);
  P(reverse(make_tuple(1, _2{}, 3)));
  P(max_alignment(_12{}));
  P(max_alignment(Swizzle<3, 3, 3>{}));
  P(max_alignment(Layout<Shape<_8, _6>, Stride<_1, _12>>{}));
  P(max_alignment(Layout<Shape<_8, _6>, Stride<_2, _16>>{}));
  P(max_alignment(Layout<Shape<_8, int>, Stride<_1, _8>>{}));
  P(max_alignment(Layout<Shape<_8, int>, Stride<_1, int>>{}));
  P(max_alignment(composition(Swizzle<2, 2, 3>{}, _0{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{})));
  P(max_alignment(composition(Swizzle<2, 4, 3>{}, _8{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{})));
  P(elem_less(make_coord(1, 2), make_coord(2, 3)));
  P(elem_less(make_coord(1, 3), make_coord(2, 3)));
  P(lex_less(make_coord(1, 3), make_coord(2, 1)));
  P(colex_less(make_coord(1, 3), make_coord(2, 1)));
  P(nullspace(Layout<Shape<_2, _4, _3>, Stride<_0, _1, _0>>{}));
  P(max_common_layout(Layout<Shape<_8, _4>>{}, Layout<Shape<_8, _4>, Stride<_1, _16>>{}));
  P(max_common_vector(Layout<Shape<_8, _4>>{}, Layout<Shape<_8, _4>, Stride<_1, _16>>{}));
  P(domain_distribute(Shape<_16, _8>{}, _32{}));
  P(domain_offset(make_coord(1, 2), Layout<Shape<_8, _4>>{}));
  P(make_layout(a, b));
  P(make_layout(_4{}, LayoutRight{}));
  P(make_layout(make_shape(2, 3, 4), LayoutRight{}));
  P(make_layout(make_shape(2, _3{}, 4)));
  P(LayoutLeft::Apply<Shape<_2, _3>>{});
  P(compact_col_major(make_shape(2, _3{}, 4)));
  P(compact_row_major(make_shape(2, _3{}, 4)));
  print_layout(c);
  print_layout(Layout<Shape<_4, _8>, Stride<_8, _1>>{});
  print_layout(composition(Swizzle<2, 0, 2>{}, Layout<Shape<_4, _4>, Stride<_4, _1>>{}));
  P(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
  P(Swizzle<2, 3, 3>{});
  P(E<0, 1>{});
  P(E<1>{} * _3{});
  P(make_arithmetic_tuple(1, _2{}));
  P(make_inttuple_iter(make_tuple(1, 2)));
  P(_);
  P(Step<_1, X, _1>{});
  P(make_tile(_4{}, Layout<_2, _4>{}));
}
