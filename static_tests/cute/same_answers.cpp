// SPDX-License-Identifier: BSL-1.0
//
// Answers that namespace cute gives as CuTe does, found by tools/compare_with_cute.py: a static
// integer that decides beside a run-time one, integers of tuples, coordinates that add, layouts of
// modes of extent 1.
#include <tileproof/cute.hpp>

using namespace cute;

namespace {

constexpr int n = 12;  // no type has it

template <class A, class B>
constexpr bool same(A const&, B const&) {
  return is_same_v<A, B>;
}

// Static zeros, ones and truth values decide beside a run-time integer; other static integers do
// not.
static_assert(same(_0{} * n, _0{}) && same(n * _0{}, _0{}) && same(_0{} / n, _0{}) &&
              same(_0{} % n, _0{}) && same(n % _1{}, _0{}) && same(n % Int<-1>{}, _0{}) &&
              same(_0{} & n, _0{}) && same(n & _0{}, _0{}));
static_assert(same(C<false>{} && true, C<false>{}) && same(true && C<false>{}, C<false>{}) &&
              same(C<true>{} || false, C<true>{}) && same(false || C<true>{}, C<true>{}));
static_assert(same(_1{} * n, n) && same(n / _1{}, n) && same(_1{} & n, n) &&
              same(C<true>{} && true, true) && same(C<false>{} || true, true));
static_assert(same(~_5{}, Int<-6>{}) && same(~Int<-6>{}, _5{}));

// So comparisons of tuples are static where static leaves decide.
static_assert(same(elem_less(make_tuple(_4{}, n), make_tuple(_3{}, n)), C<false>{}) &&
              same(elem_less(make_tuple(n, _4{}), make_tuple(n, _3{})), C<false>{}) &&
              same(elem_leq(make_tuple(_3{}, n), make_tuple(_4{}, 1)), C<true>{}) &&
              same(lex_less(make_tuple(_3{}, n), make_tuple(_4{}, 1)), C<true>{}) &&
              same(colex_gtr(make_tuple(n, _4{}), make_tuple(1, _3{})), C<true>{}) &&
              same(make_tuple(n, _4{}) == make_tuple(n, _3{}), C<false>{}));

// Integers of tuples.
static_assert(gcd(make_tuple(_12{}, make_tuple(_8{}, _16{}))) == _4{} && gcd(_12{}, _8{}, 6) == 2 &&
              gcd(make_tuple(_12{}), _9{}) == _3{});
static_assert(ceil_div(_16{}, make_tuple(_3{}, _2{})) == _3{} &&
              ceil_div(n, make_tuple(_5{}, _2{})) == 2 &&
              shape_div(_16{}, make_tuple(_4{}, _2{})) == _2{});
// An index is its own index, past the end too, and static where it is.
static_assert(same(crd2idx(_10{}, make_tuple(n, _1{})), _10{}) &&
              crd2crd(_10{}, make_tuple(n, _1{}), make_tuple(_4{}, _8{})) ==
                  make_tuple(_2{}, _2{}));

// Coordinates that add: with tuples, basis vectors and a static zero.
constexpr auto at = make_arithmetic_tuple(_8{}, 4);
static_assert(at + make_tuple(_2{}, 1, _3{}) == make_tuple(_10{}, 5, _3{}) &&
              make_tuple(_1{}) + at == make_tuple(_9{}, 4) &&
              at - make_tuple(_2{}, 1, _3{}) == make_tuple(_6{}, 3, Int<-3>{}) && at + _0{} == at &&
              _0{} - at == make_tuple(Int<-8>{}, -4));
static_assert(E<0>{} * _6{} + E<1, 0>{} * 16 == make_tuple(_6{}, make_tuple(16)) &&
              E<1>{} * _6{} - E<1>{} * _2{} == make_tuple(_0{}, _4{}) &&
              at + E<1>{} * _3{} == make_tuple(_8{}, 7));
static_assert(as_arithmetic_tuple(E<1, 2>{} * _4{}) ==
                  make_tuple(_0{}, make_tuple(_0{}, _0{}, _4{})) &&
              as_arithmetic_tuple(_7{}) == _7{} &&
              same(safe_div(E<1>{} * _6{}, _2{}), E<1>{} * _3{}));

// A tile of one coordinate has stride 0; a swizzle of no bits is none.
static_assert(
    same(logical_divide(Layout<Shape<_8, _4>, Stride<_12, _1>>{}, make_tile(_1{}, _2{})),
         Layout<Shape<Shape<_1, _8>, Shape<_2, _2>>, Stride<Stride<_0, _12>, Stride<_1, _2>>>{}));
static_assert(same(composition(Swizzle<0, 2, 3>{}, _0{}, Layout<_8>{}), Layout<_8>{}) &&
              same(get_swizzle_portion(composition(Swizzle<0, 2, 3>{}, Layout<_8>{})),
                   Swizzle<0, 4, 3>{}));
// Registers of run-time extents are column-major; the alignment of a layout with equal strides.
static_assert(make_fragment_like(make_layout(make_shape(n, _8{}), make_stride(_8{}, _1{}))) ==
              make_layout(make_shape(n, _8{})));
static_assert(
    max_alignment(Layout<Shape<Shape<_3, _1>, _2, _4>, Stride<Stride<_2, _1>, _2, _2>>{}) == _1{});

// Function objects of static integers, tuples of one, types that choose, shifts, and pointers by
// CuTe's names.
static_assert(same(max_fn{}(_16{}, _12{}), _16{}) && same(min_fn{}(_16{}, _12{}), _12{}) &&
              max_fn{}(_16{}, n) == 16);
static_assert(same(tuple_cat(make_tuple(_2{}, _3{})), make_tuple(_2{}, _3{})) &&
              same(repeat<1>(make_tuple(_2{}, 3)), make_tuple(_2{}, 3)));
static_assert(same(conditional_return(true_type{}, _4{}, _1{}), _4{}) &&
              same(conditional_return(false_type{}, _4{}, n), n) &&
              conditional_return(true, _4{}, _1{}) == 4);
static_assert(same(shiftl(_3{}, _2{}), _12{}) && same(shiftr(_3{}, Int<-1>{}), _6{}) &&
              shiftr(12, 2) == 3);
static_assert(is_integral_v<Underscore> && is_integral<E<1>>::value && !is_integral_v<float>);
static_assert(is_same_v<decltype(make_gmem_ptr(std::declval<int*>())), gmem_ptr<int*>> &&
              is_same_v<iter_value_t<smem_ptr<float*>>, float> &&
              is_same_v<iter_reference_t<rmem_ptr<float const*>>, float const&>);
static_assert(is_rmem_v<float*> && is_rmem<rmem_ptr<float*>>::value &&
              !is_rmem_v<smem_ptr<float*>> && is_rmem_v<counting_iterator<int>>);

// Vectors that two tensors have in common; one FMA of scalars.
constexpr auto registers = make_tensor<float>(Layout<Shape<_4, _8>>{});
static_assert(
    max_common_vector(registers, make_tensor<float>(Layout<Shape<_4, _8>, Stride<_1, _16>>{})) ==
        _4{} &&
    max_common_layout(registers, make_tensor<float>(Layout<_32>{})) == Layout<_32>{} &&
    max_common_vector(registers, make_tensor<double>(Layout<_32>{})) == _0{} &&
    max_common_layout(registers, make_tensor<half_t>(Layout<_32>{})) == Layout<_1, _0>{} &&
    max_common_vector(registers, make_tensor(counting_iterator<float>{0}, Layout<_32>{})) == _0{});
static_assert([] {
  float r = 0;
  UniversalFMA<float>::fma(r, 3.f, 4.f, 5.f);
  return r == 17;
}());

// A copy into each element once, of a tensor that owns its elements; a descriptor of 64 bits stays
// whole.
static_assert([] {
  auto from = make_tensor<int>(Layout<Shape<_2, _4>>{});
  auto to = make_tensor<int>(Layout<Shape<_2, _4>, Stride<_1, _0>>{});
  fill(from, 7);
  clear(to);
  AutoVectorizingCopy const op{};
  copy(AutoFilter(op), from, to);
  return to(0, 3) == 7 && to(1, 0) == 7;
}());
static_assert(*SM90::GMMA::DescriptorIterator{GmmaDescriptor{0x4000004000010000}} ==
                  0x4000004000010000 &&
              SM90::GMMA::DescriptorIterator{GmmaDescriptor{0x4000004000010000}}[2] ==
                  0x4000004000010002);

// Coordinates of shapes with the same modes stay static; a mode of extent 1 repeats nothing.
static_assert(same(crd2crd(make_tuple(_3{}, n), make_tuple(_4{}, _16{}), make_tuple(_4{}, _16{})),
                   make_tuple(_3{}, n)) &&
              crd2crd(make_tuple(3, 1), make_tuple(_4{}, _2{}), make_tuple(_2{}, _4{})) ==
                  make_tuple(1, 3));
static_assert(same(nullspace(Layout<Shape<_4, _1>, Stride<_2, _0>>{}), Layout<_1, _0>{}));

}  // namespace
