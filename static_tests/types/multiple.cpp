// SPDX-License-Identifier: BSL-1.0
//
// A leaf that is a multiple of a number by assumption: what it is, what the algebra makes of it,
// and that results are those of a plain integer of the same value.
#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/print/to_string.hpp>
#include <tileproof/types/multiple.hpp>

#include <boost/hana/tuple.hpp>

#include <cstdint>
#include <type_traits>

namespace {

using namespace tileproof;

template <class T, class U>
constexpr bool is(U const&) {
  return std::is_same_v<T, U>;
}

///////////////////////////////////////////////////////////////////////////////////// an integer

constexpr auto ld = assume_multiple_of<4>(24);
static_assert(is<multiple_of<4>>(ld) && ld == 24);
static_assert(sizeof(ld) == sizeof(int) && sizeof(multiple_of<4, std::int64_t>) == 8);
static_assert(std::is_trivially_copyable_v<multiple_of<4>>);
static_assert(is_integral_v<multiple_of<4>> && is_integral_v<multiple_of<4> const&>);
static_assert(!is_static_v<multiple_of<4>>);
static_assert(rank_v<multiple_of<4>> == 1 && depth_v<multiple_of<4>> == 0);

// The type stays; a static integer stays static; what is known already is not forgotten.
static_assert(is<multiple_of<8, std::int64_t>>(assume_multiple_of<8>(std::int64_t{-16})));
static_assert(is<multiple_of<2, unsigned>>(assume_multiple_of<2>(0U)));
static_assert(is<_8>(assume_multiple_of<4>(_8{})));
static_assert(is<_8>(assume_multiple_of<4>(std::integral_constant<int, 8>{})));
static_assert(is<multiple_of<4>>(assume_multiple_of<2>(ld)));
static_assert(is<multiple_of<12>>(assume_multiple_of<6>(ld)));
static_assert(is<int>(assume_multiple_of<1>(5)));

// Sums and products keep what they can; with a plain integer it is one.
static_assert(is<multiple_of<2>>(ld + assume_multiple_of<6>(6)));
static_assert(is<multiple_of<24>>(ld * assume_multiple_of<6>(6)));
static_assert(is<multiple_of<4, std::int64_t>>(ld - assume_multiple_of<8>(std::int64_t{8})));
static_assert(is<multiple_of<32>>(ld * _8{}) && ld * _8{} == 192);
static_assert(is<multiple_of<32>>(_m1{} * _8{} * ld) && _m1{} * _8{} * ld == -192);
static_assert(is<multiple_of<4>>(ld + _0{}) && is<multiple_of<2>>(_6{} - ld) && _6{} - ld == -18);
static_assert(is<int>(ld + _1{}) && is<int>(ld + 4) && is<int>(2 * ld));
static_assert(is<multiple_of<2>>(ld / _2{}) && is<int>(ld / _4{}) && is<int>(ld / _3{}));
static_assert(ld / _3{} == 8);
static_assert(is<_4>(gcd(ld, _4{})) && is<_2>(gcd(_2{}, ld)) && is<multiple_of<4>>(gcd(ld, _16{})));
static_assert(is<multiple_of<4>>(gcd(_16{}, ld)) && gcd(_16{}, ld) == 8);
static_assert(gcd(ld, _16{}) == 8 && gcd(ld, 9) == 3 && min(ld, _8{}) == 8);
static_assert(elem_less(make_coord(ld, 3), make_shape(25, 4)) && !elem_less(ld, ld));

// A fact beyond 64 bits is forgotten.
constexpr auto far = assume_multiple_of<(std::int64_t{1} << 40)>(std::int64_t{0});
static_assert(is<multiple_of<(std::int64_t{1} << 40), std::int64_t>>(far * far));

///////////////////////////////////////////////////////////////////////////////////////// a leaf

constexpr auto columns = make_layout(make_shape(48, 16), make_stride(_1{}, ld));  // (m,k)
static_assert(sizeof(columns) == 3 * sizeof(int));
static_assert(to_string(columns) == "(48,16):(_1,24)");
static_assert(is<multiple_of<4>>(stride<1>(columns)));
static_assert(is<int>(columns(1, 2)) && columns(1, 2) == 49);
static_assert(is<int>(columns(make_coord(_0{}, _1{}))));  // offsets that users see are plain
static_assert(is<int>(Layout<Shape<_8, _8>, Stride<_4, _8>>{}(make_coord(1, 2))));
static_assert(is<int>(columns(make_coord(3, make_coord(2)))));
static_assert(is<int>(make_layout(make_shape(_2{}, make_shape(_2{}, _2{})),
                                  make_stride(_1{}, make_stride(ld, _8{})))(2)));
static_assert(is<Layout<Shape<multiple_of<4>>, Stride<_2>>>(
    make_layout(boost::hana::make_tuple(ld), boost::hana::make_tuple(_2{}))));

// It passes through with its type, and what is computed from it knows a multiple.
static_assert(is<multiple_of<4>>(stride(coalesce(make_layout(make_shape(7), make_stride(ld))))));
constexpr auto rows = make_layout(make_shape(assume_multiple_of<32>(96), _8{}), LayoutRight{});
static_assert(is<Layout<Shape<multiple_of<32>, _8>, Stride<_8, _1>>>(rows));
static_assert(is<multiple_of<256>>(size(rows)));
constexpr auto tiled = zipped_divide(columns, make_tile(_16{}, _4{}));
static_assert(to_string(tiled) == "((_16,_4),(3,4)):((_1,24),(_16,96))");
static_assert(is<Stride<Stride<_1, multiple_of<4>>, Stride<_16, multiple_of<16>>>>(stride(tiled)));
static_assert(is<multiple_of<4>>(ceil_div(assume_multiple_of<32>(96), _8{})));
static_assert(is<int>(ceil_div(assume_multiple_of<4>(12), _8{})));
static_assert(is<multiple_of<8>>(round_up(assume_multiple_of<4>(12), _8{})));

// 64 bits stay 64 bits.
static_assert(is<multiple_of<16, std::int64_t>>(stride<1, 1>(zipped_divide(
    make_layout(make_shape(8, 8), make_stride(_1{}, assume_multiple_of<4>(std::int64_t{8}))),
    make_tile(_4{}, _4{})))));

// Without a fact among the arguments nothing changes.
static_assert(is<Stride<Stride<_1, int>, Stride<_16, int>>>(stride(zipped_divide(
    make_layout(make_shape(48, 16), make_stride(_1{}, 24)), make_tile(_16{}, _4{})))));
static_assert(is<int>(round_up(12, _8{})));

//////////////////////////////////////////////////////////////////////// conditions that are known

// The program of an application that requires nothing has no condition to check.
template <class Op, class... Args>
constexpr int owed = detail::application<Op, Args...>::result.program.obligations;

static_assert(owed<detail::operation<core::shape_div>, int, _4> == 1);
static_assert(owed<detail::operation<core::shape_div>, multiple_of<2>, _4> == 1);
static_assert(owed<detail::operation<core::shape_div>, multiple_of<8>, _4> == 0);
static_assert(owed<detail::operation<core::tile_to_shape>, Layout<_4, _1>, int, _0> == 1);
static_assert(owed<detail::operation<core::tile_to_shape>, Layout<_4, _1>, multiple_of<8>, _0> ==
              0);
static_assert(owed<detail::operation<core::upcast, 4>, Layout<int, _1>> == 2);
static_assert(owed<detail::operation<core::upcast, 4>, Layout<multiple_of<8>, _1>> ==
              1);  // whole groups
static_assert(is<multiple_of<2>>(shape_div(assume_multiple_of<8>(16), _4{})));
static_assert(to_string(upcast<4>(make_layout(make_shape(_8{}, 3), make_stride(_1{}, ld)))) ==
              "(_2,3):(_1,6)");

//////////////////////////////////////////////////////////////////// offsets of slices, by their
/// fact

constexpr auto thread =
    slice_and_offset(make_coord(5, _), Layout<Shape<_32, _4>, Stride<_4, _1>>{});
static_assert(is<multiple_of<4>>(get<1>(thread)) && get<1>(thread) == 20);
static_assert(is<multiple_of<4>>(get<1>(slice_and_offset(make_coord(_, 3), columns))));
static_assert(is<int>(get<1>(slice_and_offset(make_coord(2, _), columns))));
static_assert(is<multiple_of<32>>(get<1>(domain_offset(
    make_coord(3, 2), make_layout(make_shape(_8{}, _8{}), make_stride(Int<64>{}, Int<96>{}))))));

// Coordinates are plain.
static_assert(is<ArithmeticTuple<_0, int>>(get<1>(slice_and_offset(
    make_coord(_, 3), make_layout(make_shape(8, 8), make_stride(E<0>{}, ScaledBasis<_4, 1>{}))))));

// A swizzle keeps it inside.
constexpr auto swizzled =
    composition(Swizzle<3, 2, 3>{}, Layout<Shape<_32, _64>, Stride<_64, _1>>{});
constexpr auto row = slice(make_coord(7, _), swizzled);
static_assert(is<multiple_of<64>>(row.offset()));
constexpr auto quad = slice(make_coord(_, 3), zipped_divide(row, _4{}));
static_assert(is<multiple_of<4>>(quad.offset()) && is<int>(quad(1)) && is<int>(quad(_0{})));
static_assert(is<int>(upcast<4>(quad).offset()) && is<multiple_of<16>>(upcast<4>(row).offset()));
static_assert(is<multiple_of<8>>(downcast<2>(quad).offset()));
static_assert(is<_4>(max_common_vector(quad, Layout<_4, _1>{})));

////////////////////////////////////////////////////////////////////////// equal results by value

template <class A, class B>
constexpr bool same_function(A const& a, B const& b) {
  if (size(a) != size(b)) return false;
  for (int i = 0; i < size(a); ++i)
    if (a(i) != b(i)) return false;
  return true;
}

// Every leaf is a multiple of what its type says.
template <class T, std::size_t... K>
constexpr bool facts_hold(T const& t, std::index_sequence<K...>) {
  return (
      (detail::leaf<K>(t) % detail::multiple_v<std::remove_cvref_t<decltype(detail::leaf<K>(t))>> ==
       0) &&
      ...);
}
template <class T>
constexpr bool facts_hold(T const& t) {
  return facts_hold(t, std::make_index_sequence<detail::leaves_t<T>::size>{});
}

// A tiling of an (m,6) matrix with leading dimension d gives the same with the facts as without
// them.
constexpr bool agrees_with_plain(int m, int d) {
  auto const plain = make_layout(make_shape(m, 6), make_stride(_1{}, d));
  auto const known = make_layout(make_shape(assume_multiple_of<8>(m), 6),
                                 make_stride(_1{}, assume_multiple_of<4>(d)));
  auto const tile = make_tile(_8{}, _2{});
  for (int k = 0; k < 6; ++k) {
    auto const a = slice_and_offset(make_coord(_, k), plain);
    auto const b = slice_and_offset(make_coord(_, k), known);
    if (get<1>(a) != get<1>(b) || !same_function(get<0>(a), get<0>(b)) || !facts_hold(b))
      return false;
  }
  return same_function(coalesce(plain), coalesce(known)) &&
         same_function(zipped_divide(plain, tile), zipped_divide(known, tile)) &&
         same_function(composition(plain, make_layout(4, 2)),
                       composition(known, make_layout(4, 2))) &&
         facts_hold(zipped_divide(known, tile)) && facts_hold(coalesce(known)) &&
         cosize(plain) == cosize(known) && size(plain) == size(known);
}
static_assert(agrees_with_plain(8, 0) && agrees_with_plain(8, 8));
static_assert(agrees_with_plain(16, 16) && agrees_with_plain(16, -20));
static_assert(agrees_with_plain(24, 4) && agrees_with_plain(24, 100));

}  // namespace
