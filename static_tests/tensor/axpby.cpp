// SPDX-License-Identifier: BSL-1.0
#include "owners.hpp"

#include <tileproof/tensor/axpby.hpp>

using namespace tileproof;

namespace {

struct adds_products {
  template <class Tensor>
  constexpr bool operator()(Tensor const& x) const {
    using T = typename Tensor::value_type;
    auto y = owners::numbered<T>(Layout<Shape<_3, _8>, Stride<_8, _1>>{});
    auto const before = y;
    axpby(2, x, -3, y);
    for (int i = 0; i < 24; ++i)
      if (y(i) != T(2 * x(i) - 3 * before(i))) return false;
    return true;
  }
};
static_assert(owners::hold<adds_products, int, float, half_t, int4b_t>);

// In the type of the factors and the elements, rounded once at the end.
constexpr bool computes_in_float() {
  auto x = make_tensor<half_t>(Shape<_2>{});
  auto y = make_tensor<half_t>(Shape<_2>{});
  x(0) = half_t(2048);
  y(0) = half_t(1);
  axpby(1.0f, x, 0.75f, y);
  return y(0) == half_t(2048.75f);
}
static_assert(computes_in_float());

// A factor of 0 does not read, whatever type it has.
template <class Beta>
constexpr bool overwrites(Beta const& beta) {
  auto const x = owners::numbered<float>(Layout<Shape<_4, _6>>{});
  auto y = make_tensor<float>(Shape<_4, _6>{});
  for (int i = 0; i < 24; ++i) y(i) = __builtin_nanf("");
  axpby(2.0f, x, beta, y);
  for (int i = 0; i < 24; ++i)
    if (y(i) != 2 * x(i)) return false;
  return true;
}
static_assert(overwrites(0) && overwrites(0.0f) && overwrites(-0.0) && overwrites(Int<0>{}) &&
              overwrites(half_t(0)));

struct even {
  template <class I>
  TILEPROOF_HOST_DEVICE constexpr bool operator()(I i) const {
    return i % 2 == 0;
  }
};

// A predicate: a tensor of bool, or a function of the index.
constexpr bool stays_inside() {
  auto const x = owners::numbered<int>(Layout<Shape<_4, _6>>{});
  auto inside = make_tensor<bool>(Layout<Shape<_4, _6>, Stride<_6, _1>>{});
  for (int i = 0; i < 24; ++i) inside(i) = i % 3 != 0;
  auto y = make_tensor<int>(Shape<_4, _6>{});
  axpby(1, x, 0, y, inside);
  for (int i = 0; i < 24; ++i)
    if (y(i) != (i % 3 != 0 ? x(i) : 0)) return false;
  return true;
}

constexpr bool takes_a_part() {
  auto const x = owners::numbered<int>(Layout<Shape<_4, _6>>{});
  auto y = make_tensor<int>(Shape<_6, _4>{});
  axpby(1, x(1, _), 1, y(_, 2), even{});
  for (int i = 0; i < 6; ++i)
    if (y(i, 2) != (i % 2 == 0 ? x(1, i) : 0) || y(i, 1) != 0) return false;
  return true;
}
static_assert(stays_inside() && takes_a_part());

}  // namespace

#if defined(__CUDACC__)
__global__ void axpby_in_a_kernel(half_t* p, float alpha, float beta, int n) {
  auto const out = make_tensor(make_gmem_ptr(p), make_layout(make_shape(_8{}, n)));
  auto registers = make_tensor<float>(Shape<_8>{});
  auto inside = make_tensor<bool>(Shape<_8>{});
  axpby(1, out(_, 1), 0, registers);
  axpby(alpha, registers, beta, out(_, 0));
  axpby(alpha, registers, beta, out(_, 2), inside);
}
#endif
