// SPDX-License-Identifier: BSL-1.0
#define TILEPROOF_DISABLE_PROOFS
#include "unchecked.hpp"

#include <tileproof/algebra/exact.hpp>

using namespace tileproof;

namespace {

template <class T>
void add(T const& t, unchecked::leaves& out) {
  if constexpr (is_layout_v<T>) {
    add(t.shape(), out);
    add(t.stride(), out);
  } else if constexpr (is_tuple_v<T>) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (add(get<I>(t), out), ...);
    }(std::make_index_sequence<static_cast<std::size_t>(rank_v<T>)>{});
  } else {
    out.push_back(static_cast<std::int64_t>(t));
  }
}
template <class T>
unchecked::leaves leaves_of(T const& t) {
  unchecked::leaves r;
  add(t, r);
  return r;
}

}  // namespace

namespace unchecked {

leaves zipped_divide(int m, int k, int ld) {
  return leaves_of(tileproof::zipped_divide(make_layout(make_shape(m, k), make_stride(_1{}, ld)),
                                            make_tile(_4{}, _8{})));
}
leaves composition(int extent, int stride, int n, int d) {
  return leaves_of(tileproof::composition(make_layout(extent, stride), make_layout(n, d)));
}
leaves composition_of_two(int m, int k, int n, int d) {
  return leaves_of(tileproof::composition(make_layout(make_shape(m, k)), make_layout(n, d)));
}
leaves complement(int stride, int target) {
  return leaves_of(tileproof::complement(make_layout(_4{}, stride), target));
}
leaves logical_product(int stride, int n) {
  return leaves_of(tileproof::logical_product(make_layout(_4{}, stride), make_layout(n)));
}
leaves last_offset(int m, int k, int ld) {
  auto const l = make_layout(make_shape(m, k), make_stride(_1{}, ld));
  return leaves_of(make_tuple(l(m - 1, k - 1), size(l)));
}
leaves compact(int m, int k, int n) {
  auto const s = make_shape(m, k, n);
  return leaves_of(make_tuple(make_layout(s), size(s)));
}

}  // namespace unchecked
