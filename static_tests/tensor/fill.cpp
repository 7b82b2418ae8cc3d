// SPDX-License-Identifier: BSL-1.0
#include "owners.hpp"

#include <tileproof/tensor/fill.hpp>

using namespace tileproof;

namespace {

// The elements that differ from `value`, of all that memory holds.
template <class Tensor>
constexpr int others(Tensor const& t, typename Tensor::value_type value) {
  int n = 0;
  auto const memory = owners::memory_of(t);
  for (int i = 0; i < size(memory); ++i) n += memory(i) != value;
  return n;
}

struct fills_its_elements {
  template <class Tensor>
  constexpr bool operator()(Tensor t) const {
    using T = typename Tensor::value_type;
    auto const memory = owners::memory_of(t);
    for (int i = 0; i < size(memory); ++i) memory(i) = T(1);
    clear(t);
    for (int i = 0; i < 24; ++i)
      if (t(i) != T(0)) return false;
    if (others(t, T(1)) != 24) return false;  // and nothing else
    fill(t, 1);
    return others(t, T(1)) == 0;
  }
};
static_assert(
    owners::hold<fills_its_elements, int, half_t, bfloat16_t, float_e5m2_t, int4b_t, uint1b_t>);

constexpr bool takes_any_value() {
  auto h = make_tensor<half_t>(Shape<_3>{});
  fill(h, 1.5f);
  auto i = make_tensor<long>(Shape<_3>{});
  fill(i, Int<-7>{});
  auto s = make_tensor<int4b_t>(Shape<_3>{});
  fill(s, -3);
  return h(2) == 1.5f && i(0) == -7 && s(1) == -3 && s(2) == -3;
}
static_assert(takes_any_value());

constexpr bool takes_a_part() {
  auto t = make_tensor<int>(Shape<_4, _3>{});
  fill(t, 5);
  clear(t(_, 1));
  auto const row = t(2, _);
  fill(row, 6);
  return t(1, 1) == 0 && t(1, 0) == 5 && t(2, 1) == 6 && t(3, 1) == 0;
}
static_assert(takes_a_part());

}  // namespace

#if defined(__CUDACC__)
__global__ void fill_in_a_kernel(half_t* p, uint4b_t* q, int n) {
  fill(make_tensor(make_gmem_ptr(p), make_layout(n)), 1.5f);
  auto registers = make_tensor<uint4b_t>(Shape<_4, _8>{});
  clear(registers(_, 2));
  fill(make_tensor(make_gmem_ptr(q), Layout<_8>{}), registers(1, 2));
}
#endif
