// SPDX-License-Identifier: BSL-1.0
#include <tileproof/atom/copy/access.hpp>
#include <tileproof/atom/copy/operation.hpp>
#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/numeric.hpp>

using namespace tileproof;
using detail::is_in_memory_v;
using detail::kept_together;
using detail::known_run;

namespace {

/////////////////////////////////////////////////////////////////////////// elements in memory

template <class Pointer>
using view = decltype(make_tensor(Pointer{}, Layout<_8>{}));
static_assert(is_in_memory_v<view<float*>> && is_in_memory_v<view<float const*>>);
static_assert(is_in_memory_v<view<gmem_ptr<half_t>>> &&
              is_in_memory_v<view<smem_ptr<half_t const>>>);
static_assert(is_in_memory_v<view<aligned_ptr<float, 16>>>);
static_assert(is_in_memory_v<view<tagged_ptr<smem_space, aligned_ptr<float, 16>>>>);
static_assert(is_in_memory_v<view<gmem_ptr<int4b_t>>>);
static_assert(!is_in_memory_v<view<rmem_ptr<float>>>);
static_assert(!is_in_memory_v<decltype(make_tensor<float>(Layout<_8>{}))>);
static_assert(!is_in_memory_v<decltype(make_tensor<float>(Layout<_8>{})(_))>);
static_assert(!is_in_memory_v<view<counting_iterator<int>>>);

////////////////////////////////////////////////////////////////////////////// elements in a row

static_assert(known_run<Layout<_8>> == 8 && known_run<Layout<_8, _2>> == 1);
static_assert(known_run<Layout<Shape<_4, _2>>> == 8 &&
              known_run<Layout<Shape<_4, _2>, Stride<_1, _8>>> == 4);
static_assert(known_run<Layout<Shape<_1, _4>, Stride<_7, _1>>> == 4);
static_assert(known_run<Layout<Shape<_4, _2>, Stride<_1, int>>> == 4);
static_assert(known_run<Layout<int, _1>> == 1 && known_run<Layout<_8, int>> == 1);
static_assert(known_run<Layout<_8, _0>> == 1 && known_run<Layout<_8, Int<-1>>> == 1);

template <class Swizzle, class Offset>
using swizzled = ComposedLayout<Swizzle, Offset, Layout<_64>>;
static_assert(kept_together<Layout<_64>> == 0);
static_assert(kept_together<swizzled<Swizzle<2, 3, 3>, _0>> == 8);
static_assert(kept_together<swizzled<Swizzle<2, 3, 3>, int>> == 1);
static_assert(kept_together<swizzled<Swizzle<2, 3, 3>, multiple_of<12, int>>> == 4);
static_assert(kept_together<swizzled<Swizzle<2, 3, 3>, multiple_of<64, int>>> == 8);
static_assert(kept_together<swizzled<Swizzle<2, 3, 3>, Int<2>>> == 2);
static_assert(kept_together<swizzled<Swizzle<0, 0, 3>, int>> == 0);
static_assert(kept_together<swizzled<Swizzle<2, 3, 3>, int>, 16> == 8);     // with an assumption
static_assert(kept_together<swizzled<Swizzle<2, 3, 3>, Int<2>>, 16> == 2);  // on run-time offsets
static_assert(known_run<swizzled<Swizzle<2, 2, 3>, _0>> == 4);

// Every stretch of a kept length is kept together, for all lengths.
template <int B, int M, int S, int Offset>
constexpr bool keeps() {
  using f = Swizzle<B, M, S>;
  constexpr int n = static_cast<int>(kept_together<swizzled<f, Int<Offset>>>);
  for (int x = 0; x < 256; x += n)
    for (int i = 0; i < n; ++i)
      if (f{}(Offset + x + i) != f{}(Offset + x) + i) return false;
  return f{}(Offset) % n == 0;
}
static_assert(keeps<3, 3, 3, 0>() && keeps<2, 2, 3, 4>() && keeps<2, 3, -4, 0>());
static_assert(keeps<1, 0, 5, 0>() && keeps<3, 4, 3, 24>() && keeps<2, 2, 2, 6>());

///////////////////////////////////////////////////////////////////////////////// an access

// In constant expressions a wide object is put together from the elements.
constexpr bool one_object() {
  half_t at[8]{};
  for (int i = 0; i < 8; ++i) at[i] = half_t(i);
  half_t to[8]{};
  auto const v = detail::load_as<uint128_t>(make_tensor(at + 0, Layout<_8>{}));
  detail::store_as(v, make_tensor(to + 0, Layout<_8>{}));
  auto registers = make_tensor<half_t>(Layout<_8, _2>{});
  detail::store_as(v, registers);
  auto const w = detail::load_as<std::uint32_t>(make_tensor(at + 2, Layout<_2>{}));
  for (int i = 0; i < 8; ++i)
    if (to[i].storage != at[i].storage || registers(i).storage != at[i].storage) return false;
  return v.low == 0x4200'4000'3c00'0000 && v.high == 0x4700'4600'4500'4400 && w == 0x4200'4000;
}
static_assert(one_object());

}  // namespace
