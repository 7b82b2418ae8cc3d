// SPDX-License-Identifier: BSL-1.0
#include "owners.hpp"

#include <tileproof/tensor/fill.hpp>
#include <tileproof/tensor/reduce.hpp>

using namespace tileproof;

namespace {

struct sums {
  template <class Tensor>
  constexpr bool operator()(Tensor const& t) const {
    float sum = 100;
    float most = t(0);
    for (int i = 0; i < 24; ++i) {
      sum += t(i);
      most = t(i) > most ? static_cast<float>(t(i)) : most;
    }
    return reduce(t, 100.0f) == sum && reduce(t, -1000.0f, max_fn{}) == most;
  }
};
static_assert(owners::hold<sums, int, half_t, float_e5m2_t, int4b_t, uint1b_t>);

struct append {
  template <class A, class B>
  TILEPROOF_HOST_DEVICE constexpr A operator()(A const& a, B const& b) const {
    return 10 * a + b;
  }
};
// From the left, in column-major order; in the type of the first operand.
constexpr bool folds_from_the_left() {
  auto t = make_tensor<char>(Layout<Shape<_2, _3>, Stride<_3, _1>>{});
  for (int i = 0; i < 6; ++i) t(i) = static_cast<char>(i + 1);
  return reduce(t, 9L, append{}) == 9123456 && reduce(t(1, _), 0, append{}) == 246 &&
         reduce(t(_, 2), 0) == 11;
}
static_assert(folds_from_the_left());

constexpr bool reduces_each_batch() {
  auto const t =
      owners::numbered<int>(Layout<Shape<_4, Shape<_2, _3>>, Stride<_6, Stride<_3, _1>>>{});
  auto sums = make_tensor<int>(Shape<_3, _2>{});
  fill(sums, 7);
  batch_reduce(t, sums);
  for (int b = 0; b < 6; ++b)
    if (sums(b) != 7 + t(0, b) + t(1, b) + t(2, b) + t(3, b)) return false;
  return true;
}
static_assert(reduces_each_batch());

// Along the modes of a profile, with a swizzle too; all of them; none.
template <class L>
constexpr bool reduces_modes(L const& layout) {
  auto const t = owners::numbered<int>(layout);  // (2,3,4)
  auto kept = make_tensor<int>(Shape<_3>{});
  logical_reduce(t, kept, make_coord(0, _, 0));
  for (int j = 0; j < 3; ++j) {
    int sum = 0;
    for (int i = 0; i < 2; ++i)
      for (int k = 0; k < 4; ++k) sum += t(i, j, k);
    if (kept(j) != sum) return false;
  }
  auto pairs = make_tensor<int>(Layout<Shape<_2, _4>, Stride<_4, _1>>{});
  logical_reduce(t, pairs, make_coord(_, 0, _));
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 4; ++k)
      if (pairs(i, k) != t(i, 0, k) + t(i, 1, k) + t(i, 2, k)) return false;
  auto all = make_tensor<int>(Shape<_1>{});
  logical_reduce(t, all, make_coord(0, 0, 0));
  auto none = make_tensor<int>(Shape<_2, _3, _4>{});
  logical_reduce(t, none, make_coord(_, _, _));
  for (int i = 0; i < 24; ++i)
    if (none(i) != t(i)) return false;
  return all(0) == reduce(t, 0);
}
static_assert(reduces_modes(Layout<Shape<_2, _3, _4>, Stride<_12, _1, _3>>{}));
static_assert(reduces_modes(composition(Swizzle<2, 0, 2>{},
                                        Layout<Shape<_2, _3, _4>, Stride<_16, _1, _4>>{})));

}  // namespace

#if defined(__CUDACC__)
__global__ void reduce_in_a_kernel(half_t const* p, float* q, int n) {
  auto const t = make_tensor(make_gmem_ptr(p), make_layout(make_shape(_4{}, n)));
  auto sums = make_tensor<float>(Shape<_4>{});
  logical_reduce(t, sums, make_coord(_, 0));
  batch_reduce(make_tensor(t.data(), Layout<Shape<_4, _4>>{}), sums, max_fn{});
  *q = reduce(sums, 0.0f) + reduce(t, 1.0f, multiplies{});
}
#endif
