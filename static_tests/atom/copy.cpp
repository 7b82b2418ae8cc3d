// SPDX-License-Identifier: BSL-1.0
//
// copy, copy_if and cooperative_copy in constant expressions; with the accesses of a kernel:
// copy_run.cpp.
#include <tileproof/atom/copy/atom.hpp>
#include <tileproof/atom/copy/cooperative_copy.hpp>
#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/copy/copy_if.hpp>
#include <tileproof/atom/copy/prefetch.hpp>
#include <tileproof/atom/copy/sm80.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/numeric.hpp>
#include <tileproof/tensor/fragment.hpp>

using namespace tileproof;

namespace {

using by_columns = Layout<Shape<_4, _8>>;
using by_rows = Layout<Shape<_4, _8>, Stride<_8, _1>>;

// An array whose element i is i, and its elements through a layout.
template <class T, int N>
struct array {
  alignas(16) T at[N]{};
  static constexpr array numbered() {
    array a;
    for (int i = 0; i < N; ++i) a.at[i] = T(i);
    return a;
  }
  template <class L>
  constexpr auto tensor(L const& l) {
    return make_tensor(make_smem_ptr(aligned_ptr<T, 16>{at}), l);
  }
  template <class L>
  constexpr auto tensor(L const& l) const {
    return make_tensor(make_gmem_ptr(aligned_ptr<T const, 16>{at}), l);
  }
};

template <class A, class B>
constexpr bool same(A const& a, B const& b) {
  for (int i = 0; i < static_cast<int>(size(a)); ++i)
    if (!(a(i) == b(i))) return false;
  return size(a) == size(b);
}

///////////////////////////////////////////////////////////////////////////////// copy

// From memory to registers to memory, each in its own layout and type.
template <class T, class Via, class U, class A, class B, class C>
constexpr bool copies() {
  auto const from = array<T, 64>::numbered();
  auto via = make_tensor<Via>(B{});
  array<U, 64> to;
  copy(from.tensor(A{}), via);
  copy(via, to.tensor(C{}));
  array<U, 64> directly;
  copy(from.tensor(A{}), directly.tensor(C{}));
  for (int c = 0; c < 32; ++c)
    if (via(c) != Via(T(A{}(c))) || !(to.at[C{}(c)] == U(Via(T(A{}(c))))) ||
        !(directly.at[C{}(c)] == U(T(A{}(c)))))
      return false;
  return true;
}
static_assert(copies<float, float, float, by_columns, by_columns, by_columns>());
static_assert(copies<float, float, float, by_rows, by_columns, by_rows>());
static_assert(copies<half_t, float, half_t, by_rows, by_rows, by_columns>());
static_assert(copies<int, half_t, double, by_columns, by_rows, by_columns>());
static_assert(copies<std::int8_t, bfloat16_t, float_e4m3_t, by_rows, by_columns, by_rows>());
static_assert(copies<float_e5m2_t, half_t, float_e4m3_t, Layout<_32>, by_rows, Layout<_32, _2>>());
static_assert(copies<float, float, float, decltype(composition(Swizzle<1, 2, 2>{}, by_rows{})),
                     by_columns, by_rows>());
static_assert(
    copies<float, float, float, Layout<Shape<_4, _8>, Stride<_1, _0>>, by_columns, by_rows>());

// A destination of any kind: a slice, a view that is const, and one that is neither.
constexpr bool copies_to_slices() {
  auto const from = array<int, 32>::numbered();
  auto to = make_tensor<int>(by_rows{});
  auto const view = to(_, _);
  for (int i = 0; i < 4; ++i) copy(from.tensor(by_columns{})(i, _), to(i, _));
  bool right = same(to, from.tensor(by_columns{}));
  copy(from.tensor(by_rows{}), view);
  right = right && same(to, from.tensor(by_rows{}));
  copy(AutoVectorizingCopy{}, from.tensor(by_columns{}), to);
  return right && same(to, from.tensor(by_columns{}));
}
static_assert(copies_to_slices());

constexpr bool copies_run_time_shapes(int rows, int columns) {
  auto const from = array<int, 64>::numbered();
  array<int, 64> to;
  auto const src = from.tensor(make_layout(make_shape(rows, columns), make_stride(8, _1{})));
  auto const dst = to.tensor(make_layout(make_shape(rows, columns), make_stride(_1{}, rows)));
  copy(src, dst);
  return same(src, dst);
}
static_assert(copies_run_time_shapes(3, 5) && copies_run_time_shapes(8, 8));
static_assert(copies_run_time_shapes(0, 4) && copies_run_time_shapes(1, 1));

constexpr bool copies_nibbles() {
  auto a = make_tensor<int4b_t>(by_rows{});
  auto b = make_tensor<int4b_t>(by_columns{});
  auto c = make_tensor<int>(by_columns{});
  for (int i = 0; i < 32; ++i) a(i) = int4b_t(3 * i);
  copy(a, b);
  copy(b, c);
  for (int i = 0; i < 32; ++i)
    if (c(i) != (3 * i + 8) % 16 - 8) return false;
  return true;
}
static_assert(copies_nibbles());

///////////////////////////////////////////////////////////////////////// with an instruction

template <class Op, class T>
constexpr bool copies_by() {
  auto const from = array<T, 64>::numbered();
  array<T, 64> to;
  auto via = make_tensor<T>(Shape<_8, _4>{});
  Copy_Atom<Op, T> const atom;
  static_assert(std::is_same_v<typename Copy_Atom<Op, T>::ValType, T>);  // CuTe's name
  copy(atom, from.tensor(Layout<Shape<_8, _4>, Stride<_1, _16>>{}), via);
  copy(atom, via, to.tensor(Layout<Shape<_8, _4>>{}));
  for (int i = 0; i < 32; ++i)
    if (!(to.at[i] == from.at[i % 8 + i / 8 * 16]) || !(via(i) == to.at[i])) return false;
  auto one = make_tensor<T>(Layout<_8>{});
  copy(atom, from.tensor(Layout<_8>{}), one);
  return same(one, from.tensor(Layout<_8>{}));
}
static_assert(copies_by<UniversalCopy<half_t>, half_t>());
static_assert(copies_by<UniversalCopy<std::uint32_t>, half_t>());
static_assert(copies_by<UniversalCopy<uint128_t>, half_t>());
static_assert(copies_by<UniversalCopy<uint128_t>, float>());
static_assert(copies_by<UniversalCopy<double>, std::int8_t>());
static_assert(copies_by<DefaultCopy, half_t>() && copies_by<AutoVectorizingCopy, float>());

// Every thread its part of a tile.
template <class Op, class Threads, class Values>
constexpr bool copies_tile() {
  auto const from = array<half_t, 64>::numbered();
  array<half_t, 64> to;
  auto const tiled = make_tiled_copy(Copy_Atom<Op, half_t>{}, Threads{}, Values{});
  for (int thread = 0; thread < static_cast<int>(size(tiled)); ++thread) {
    auto const mine = tiled.get_slice(thread);
    auto const src = mine.partition_S(from.tensor(by_rows{}));
    auto via = make_fragment_like(src);
    copy(tiled, src, via);
    copy(mine, via, mine.partition_D(to.tensor(by_columns{})));
  }
  return same(from.tensor(by_rows{}), to.tensor(by_columns{}));
}
static_assert(copies_tile<UniversalCopy<half_t>, Layout<Shape<_4, _2>>, Layout<Shape<_1, _2>>>());
static_assert(copies_tile<DefaultCopy, Layout<Shape<_2, _2>>, Layout<Shape<_1, _4>>>());

////////////////////////////////////////////////////////////////////////////// copy_if

struct third {
  TILEPROOF_HOST_DEVICE constexpr bool operator()(int i) const { return i % 3 == 0; }
};
constexpr bool copies_where() {
  auto const from = array<int, 32>::numbered();
  auto to = make_tensor<int>(by_columns{});
  copy_if(third{}, from.tensor(by_columns{}), to);
  auto inside = make_tensor<bool>(Layout<Shape<_4, _8>>{});
  for (int i = 0; i < 32; ++i) inside(i) = i % 3 == 1;
  copy_if(inside, from.tensor(by_columns{}), to(_, _));
  auto columns = make_tensor<bool>(Layout<_8>{});
  columns(6) = true;
  copy_if(Copy_Atom<UniversalCopy<uint128_t>, int>{}, columns, from.tensor(by_columns{}), to);
  for (int i = 0; i < 32; ++i)
    if (to(i) != (i % 3 != 2 || i / 4 == 6 ? i : 0)) return false;
  return true;
}
static_assert(copies_where());

/////////////////////////////////////////////////////////////////////// cooperative_copy

template <int Threads, int MaxVecBits, class A, class B>
constexpr bool cooperates() {
  auto const from = array<float, 32>::numbered();
  array<float, 32> to;
  for (int thread = 0; thread < Threads; ++thread)
    cooperative_copy<Threads, MaxVecBits>(thread, from.tensor(A{}), to.tensor(B{}));
  return same(from.tensor(A{}), to.tensor(B{}));
}
static_assert(cooperates<1, 32, by_columns, by_rows>() && cooperates<7, 32, by_rows, by_columns>());
static_assert(cooperates<64, 32, by_rows, by_rows>() && cooperates<3, 128, by_rows, by_rows>());

// Consecutive threads copy elements that are side by side in global memory.
constexpr bool reads_side_by_side() {
  auto const from = array<int, 32>::numbered();
  for (int thread = 0; thread < 8; ++thread) {
    auto to = make_tensor<int>(by_columns{});
    cooperative_copy<8, 32>(thread, from.tensor(by_rows{}), to);
    for (int i = 0; i < 32; ++i)
      if ((to(i) != 0) != (i > 0 && by_rows{}(i) % 8 == thread)) return false;
  }
  return true;
}
static_assert(reads_side_by_side());

}  // namespace
