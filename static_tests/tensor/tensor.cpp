// SPDX-License-Identifier: BSL-1.0
#include <tileproof/print/to_string.hpp>
#include <tileproof/tensor/engine.hpp>
#include <tileproof/tensor/tensor.hpp>

#include <boost/hana/equal.hpp>
#include <boost/hana/fold.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/plus.hpp>
#include <boost/hana/tuple.hpp>

using namespace tileproof;
namespace hana = boost::hana;

namespace {

constexpr int numbers[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                           12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23};
constexpr counting_iterator<int> zero{0};

template <class T>
constexpr bool is(T const& tensor, int first, std::string_view layout) {
  return *tensor.data() == first && to_string(tensor.layout()) == layout;
}

////////////////////////////////////////////////////////////////////////////////// making

constexpr auto by_layout = make_tensor(numbers, make_layout(make_shape(4, _6{}), LayoutRight{}));
constexpr auto by_shape = make_tensor(make_gmem_ptr(numbers), make_shape(_4{}, 6));
constexpr auto by_stride =
    make_tensor(make_smem_ptr(numbers), make_shape(_4{}, _6{}), make_stride(_6{}, _1{}));
constexpr auto by_hana = make_tensor(numbers, hana::make_tuple(hana::int_c<4>, hana::int_c<6>));

static_assert(is(by_layout, 0, "(4,_6):(_6,_1)"));
static_assert(is(by_shape, 0, "(_4,6):(_1,_4)"));
static_assert(is(by_stride, 0, "(_4,_6):(_6,_1)"));
static_assert(is(by_hana, 0, "(_4,_6):(_1,_4)"));

static_assert(is_tensor_v<decltype(by_layout)>);
static_assert(!is_tensor_v<int*>);                                // a pointer has no layout
static_assert(sizeof(by_stride) == sizeof(int*));                 // a static layout takes no room
static_assert(sizeof(by_shape) == sizeof(int*) + sizeof(void*));  // one run-time leaf

// The elements of a structure in shared memory, as CuTe's kernels declare them.
struct shared_storage {
  alignas(128) ArrayEngine<float, 8> a;
};
constexpr bool engine_in_shared_memory() {
  shared_storage s{};
  auto t = make_tensor(make_smem_ptr(s.a.begin()), Layout<Shape<_2, _4>>{});
  static_assert(is_smem_v<decltype(t)>);
  t(1, 3) = 5;
  float const* const first = s.a.begin();
  return first[7] == 5;
}
static_assert(engine_in_shared_memory());

//////////////////////////////////////////////////////////////////////////////// elements

static_assert(by_layout(1, 2) == 8);
static_assert(by_layout(make_coord(1, 2)) == 8);
static_assert(by_layout[make_coord(1, 2)] == 8);
static_assert(by_layout(9) == 8);  // (1,2) is index 9, column-major
static_assert(by_layout[9] == 8);
static_assert(by_stride(Int<1>{}, Int<2>{}) == 8);
static_assert(by_stride(hana::int_c<1>, std::integral_constant<int, 2>{}) == 8);

constexpr int written() {
  int memory[6]{};
  auto t = make_tensor(memory, Layout<Shape<_2, _3>>{});
  t(1, 2) = 7;
  t[make_coord(0, 1)] = 5;
  auto const row = t(1, _);
  row(0) = 3;
  return memory[5] * 100 + memory[2] * 10 + memory[1];
}
static_assert(written() == 753);

////////////////////////////////////////////////////////////////////////////////// slices

static_assert(is(by_layout(1, _), 6, "(_6):(_1)"));
static_assert(is(by_layout(_, 2), 2, "(4):(_6)"));
static_assert(is(by_layout(_), 0, "(4,_6):(_6,_1)"));
constexpr auto nested = make_tensor(zero, Layout<Shape<Shape<_2, _3>, _4>>{});
static_assert(is(nested(make_coord(1, _), 2), 13, "(_3):(_2)"));
static_assert(is(nested(make_coord(_, 1), _), 2, "(_2,_4):(_1,_6)"));

// A slice of a swizzled tensor keeps the swizzle: the offset moves inside.
constexpr auto swizzled =
    make_tensor(zero, composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
constexpr auto row_3 = swizzled(3, _);
static_assert(is(row_3, 0, "Sw<3,3,3> o 192 o (_64):(_1)"));
constexpr bool row_agrees() {
  for (int i = 0; i < 64; ++i)
    if (row_3(i) != swizzled(3, i)) return false;
  return true;
}
static_assert(row_agrees());
static_assert(swizzled(3, 8) == 3 * 64 + (8 ^ 24));

////////////////////////////////////////////////////////////////////////////////// parts

static_assert(size<0>(by_layout) == 4 && size<1>(by_layout) == 6 && size(by_layout) == 24);
static_assert(by_layout.size() == 24);
static_assert(shape<1>(by_layout) == 6 && stride<0>(by_layout) == 6);
static_assert(std::is_same_v<decltype(size<1>(by_layout)), _6>);
static_assert(to_string(layout<0>(by_layout)) == "4:_6");
static_assert(rank(nested) == 2 && depth(nested) == 2 && rank<0>(nested) == 2);
static_assert(cosize(by_layout) == 24);
static_assert(hana::length(shape(by_layout)) == hana::size_c<2>);
static_assert(hana::fold(shape(nested(make_coord(_, 1), _)), hana::plus) == 6);

////////////////////////////////////////////////////////////////////////// through another layout

static_assert(is(flatten(nested), 0, "(_2,_3,_4):(_1,_2,_6)"));
static_assert(is(coalesce(nested), 0, "_24:_1"));
static_assert(is(group_modes<0, 2>(by_layout), 0, "((4,_6)):((_6,_1))"));
static_assert(is(take<1, 2>(by_layout), 0, "(_6):(_1)"));
static_assert(is(zipped_divide(by_layout, make_shape(_2{}, _3{})), 0,
                 "((_2,_3),(2,_2)):((_6,_1),(_12,_3))"));
static_assert(is(logical_divide(by_layout, make_shape(_2{})), 0, "((_2,2),_6):((_6,_12),_1)"));
static_assert(is(tiled_divide(by_layout, make_shape(_2{}, _3{})), 0,
                 "((_2,_3),2,_2):((_6,_1),_12,_3)"));
static_assert(is(flat_divide(by_layout, make_shape(_2{}, _3{})), 0, "(_2,_3,2,_2):(_6,_1,_12,_3)"));
static_assert(is(composition(by_layout, make_shape(_2{}, _3{})), 0, "(_2,_3):(_6,_1)"));
static_assert(is(by_layout.compose(Layout<_2>{}, Layout<_3, _2>{}), 0, "(_2,_3):(_6,_2)"));
static_assert(is(domain_offset(make_coord(1, 2), by_layout), 8, "(4,_6):(_6,_1)"));

///////////////////////////////////////////////////////////////////////// the memory of elements

constexpr auto owner = make_tensor<short>(Shape<_4, _6>{});
static_assert(is_rmem_v<decltype(owner)>);
static_assert(is_rmem_v<decltype(owner(_, 1))>);  // a view of registers
static_assert(is_smem_v<decltype(by_stride)> && !is_rmem_v<decltype(by_stride)>);
static_assert(is_gmem_v<decltype(by_shape(1, _))>);
static_assert(!is_gmem_v<decltype(by_layout)>);  // a plain pointer says nothing
static_assert(std::is_same_v<decltype(owner)::value_type, short>);
static_assert(std::is_same_v<decltype(owner(_, 1))::element_type, short const>);
static_assert(std::is_same_v<decltype(owner(_, 1))::value_type, short>);

// An owner is aligned for accesses as wide as its size allows.
template <class T, int N>
constexpr std::size_t alignment = alignof(decltype(make_tensor<T>(Shape<Int<N>>{})));
static_assert(alignment<short, 8> == 16 && alignment<short, 24> == 16 && alignment<float, 6> == 8);
static_assert(alignment<short, 3> == 2 && alignment<double, 1> == 8 && alignment<char, 4> == 4);

// The registers of an owner as wider elements.
template <class New, class T>
using recast_t = decltype(recast<New>(std::declval<T>()));
using halves = decltype(make_tensor<short>(Shape<_8>{}));
static_assert(std::is_same_v<recast_t<unsigned, halves&>::layout_type, Layout<Shape<_4>>>);
static_assert(std::is_same_v<recast_t<unsigned, halves&>::element_type, unsigned>);
static_assert(std::is_same_v<recast_t<unsigned, halves const&>::element_type, unsigned const>);
static_assert(is_rmem_v<recast_t<unsigned, halves&>>);
constexpr bool recast_to_itself_is_a_view() {
  auto t = make_tensor<short>(Shape<_8>{});
  recast<short>(t)(3) = 7;
  return t(3) == 7;
}
static_assert(recast_to_itself_is_a_view());

// Four chars of an int.
static_assert(
    std::is_same_v<decltype(recast<char>(std::declval<decltype(make_tensor(
                                             numbers, Layout<Shape<_4, _6>>{}))>()))::layout_type,
                   Layout<Shape<_16, _6>, Stride<_1, _16>>>);

// t.data() can be assigned: the tensor begins elsewhere.
constexpr int moved() {
  int x[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  auto t = make_tensor(make_gmem_ptr(x), make_layout(make_shape(2, 2)));
  t.data() = t.data() + 3;
  auto u = make_tensor(&x[0], Layout<_4>{});
  u.data() = u.data() + 4;
  return 10 * t(1) + u(0);
}
static_assert(moved() == 44);

}  // namespace
