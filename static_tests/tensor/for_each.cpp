// SPDX-License-Identifier: BSL-1.0
#include "owners.hpp"

#include <tileproof/tensor/for_each.hpp>

using namespace tileproof;

namespace {

struct plus_one {
  template <class X>
  TILEPROOF_HOST_DEVICE constexpr void operator()(X&& x) const {
    x = x + 1;
  }
};

// Each element once, and nothing between them.
struct visits_each_once {
  template <class Tensor>
  constexpr bool operator()(Tensor t) const {
    using T = typename Tensor::value_type;
    Tensor const before = t;
    for_each(t, plus_one{});
    for (int i = 0; i < 24; ++i)
      if (t(i) != T(before(i) + 1)) return false;
    int changed = 0;
    auto const after = owners::memory_of(t);
    auto const untouched = owners::memory_of(before);
    for (int i = 0; i < size(after); ++i) changed += after(i) != untouched(i);
    return changed == 24;
  }
};
static_assert(owners::hold<visits_each_once, int, half_t, bfloat16_t, int4b_t, uint1b_t>);

// A part of a tensor, a temporary; a constant tensor; in the order of the columns.
struct append {
  int* number;
  TILEPROOF_HOST_DEVICE constexpr void operator()(int x) const { *number = 10 * *number + x; }
};
constexpr bool goes_by_columns() {
  auto t = make_tensor<int>(Layout<Shape<_2, _3>, Stride<_3, _1>>{});
  for_each(t(1, _), plus_one{});
  for_each(t(_, 2), plus_one{});
  int number = 0;
  auto const& constant = t;
  for_each(constant, append{&number});
  return number == 10112;  // 0,1; 0,1; 1,2
}
static_assert(goes_by_columns());

constexpr bool takes_a_run_time_size(int m) {
  int memory[12]{};
  auto const t = make_tensor(memory, make_layout(make_shape(m, _3{}), make_stride(_3{}, _1{})));
  for_each(t, plus_one{});
  int sum = 0;
  for (int const x : memory) sum += x;
  return sum == 3 * m;
}
static_assert(takes_a_run_time_size(3) && takes_a_run_time_size(0));

// Past the size up to which loops unroll.
constexpr bool takes_a_long_tensor() {
  auto t = make_tensor<int>(Layout<Int<detail::most_unrolled + 7>>{});
  for_each(t, plus_one{});
  return t(0) == 1 && t(detail::most_unrolled + 6) == 1;
}
static_assert(takes_a_long_tensor());

}  // namespace

#if defined(__CUDACC__)
__global__ void for_each_in_a_kernel(float* p, int4b_t* q, int n) {
  for_each(make_tensor(make_gmem_ptr(p), make_layout(n)), plus_one{});
  for_each(make_tensor(make_gmem_ptr(q), Layout<Shape<_4, _4>>{})(_, 1), plus_one{});
}
#endif
