// SPDX-License-Identifier: BSL-1.0
#include "owners.hpp"

#include <tileproof/tensor/functional.hpp>
#include <tileproof/tensor/transform.hpp>

using namespace tileproof;

namespace {

struct twice_plus_one {
  template <class X>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(X const& x) const {
    return 2 * x + 1;
  }
};

struct transforms_in_place {
  template <class Tensor>
  constexpr bool operator()(Tensor t) const {
    using T = typename Tensor::value_type;
    Tensor const before = t;
    transform(t, twice_plus_one{});
    int changed = 0;
    auto const after = owners::memory_of(t);
    auto const untouched = owners::memory_of(before);
    for (int i = 0; i < size(after); ++i) changed += after(i) != untouched(i);
    int expected = 0;
    for (int i = 0; i < 24; ++i) {
      if (t(i) != T(2 * before(i) + 1)) return false;
      expected += before(i) != t(i);
    }
    return changed == expected;
  }
};
static_assert(owners::hold<transforms_in_place, int, half_t, float_e4m3_t, int4b_t>);

// Between layouts, and from one type to another: index by index.
struct transforms_into_columns {
  template <class Tensor>
  constexpr bool operator()(Tensor const& in) const {
    auto out = make_tensor<bfloat16_t>(Shape<_2, Int<12>>{});
    transform(in, out, twice_plus_one{});
    for (int i = 0; i < 24; ++i)
      if (out(i) != bfloat16_t(2 * in(i) + 1)) return false;
    auto sum = make_tensor<int>(Layout<Shape<_6, _4>, Stride<_4, _1>>{});
    transform(in, out, sum, plus{});
    for (int i = 0; i < 24; ++i)
      if (sum(i) != static_cast<int>(in(i) + out(i))) return false;
    return true;
  }
};
static_assert(owners::hold<transforms_into_columns, int, half_t, uint4b_t>);

constexpr bool takes_a_part() {
  auto t = owners::numbered<int>(Layout<Shape<_6, _4>>{});
  transform(t(_, 0), t(_, 1), t(_, 3), minus{});
  return t(0, 3) == -30 && t(5, 3) == -30 && t(5, 2) == 5 * 17 + 1;
}
static_assert(takes_a_part());

static_assert(max_fn{}(2, 3) == 3 && min_fn{}(2, 3) == 2 && multiplies{}(2, 3) == 6);

}  // namespace

#if defined(__CUDACC__)
__global__ void transform_in_a_kernel(half_t* p, float const* q, int n) {
  auto const out = make_tensor(make_gmem_ptr(p), make_layout(n));
  auto const in = make_tensor(make_gmem_ptr(q), make_layout(n));
  transform(out, twice_plus_one{});
  transform(in, out, twice_plus_one{});
  transform(in, out, out, multiplies{});
}
#endif
