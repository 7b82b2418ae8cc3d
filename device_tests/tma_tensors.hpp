// SPDX-License-Identifier: BSL-1.0
//
// The tensors that the tests of TMA move, on the CPU and on a GPU: of each tile of
// static_tests/atom/tma_facts.hpp, one whose last tiles are residues.
#pragma once

#include "../static_tests/atom/tma_facts.hpp"

#include <tileproof/tensor/tensor.hpp>

#include <vector>

namespace boxes {

// The number of tiles of a tensor along each mode; the tiler may reach the first modes only.
template <class Tiler, class S>
TILEPROOF_HOST_DEVICE constexpr auto tile_counts(S const& shape_of_tensor) {
  using tile = decltype(append<rank_v<S>>(product_each(shape(Tiler{})), _1{}));
  return ceil_div(shape_of_tensor, tile{});
}
template <class... Ts>
TILEPROOF_HOST_DEVICE constexpr tuple<Ts...> const& plain(tuple<Ts...> const& t) {
  return t;
}

template <class T>
auto type_or_number(std::int64_t n) {
  if constexpr (std::is_same_v<T, int>)
    return static_cast<int>(n);
  else
    return T{};
}
template <class D>
constexpr std::int64_t static_step() {
  if constexpr (std::is_same_v<D, int>)
    return 0;
  else
    return D::value;
}
// Each mode is a tile and a half long, so the last tile is a residue; one whose extent is in the
// type has that. The contiguous one is a multiple of 16 bytes long, but for the elements that it
// lacks, and padded by 16 bytes.
template <int Bytes, class... Ss, class... Ds, std::size_t... I>
auto with_residues(Layout<tuple<Ss...>, tuple<Ds...>> const&, std::vector<int> const& tile,
                   int lacks, std::index_sequence<I...>) {
  bool const contiguous[] = {!std::is_same_v<Ds, int>...};
  bool const given[] = {!std::is_same_v<Ss, int>...};
  std::int64_t const steps[] = {static_step<Ds>()...};
  int extent[sizeof...(I)];
  std::int64_t stride[sizeof...(I)];
  std::int64_t next = 0;
  for (std::size_t i = 0; i < sizeof...(I); ++i) {
    extent[i] = given[i] ? tile[i] : tile[i] + (tile[i] + 1) / 2;
    if (!contiguous[i]) continue;
    extent[i] = (extent[i] * Bytes + 15) / 16 * 16 / Bytes;
    std::int64_t const end = extent[i] * steps[i] + 16 / Bytes;
    next = end > next ? end : next;
    if (!given[i]) extent[i] -= lacks;
  }
  for (std::size_t i = 0; i < sizeof...(I); ++i) {
    stride[i] = next;
    if (!contiguous[i]) next = next * extent[i] + 16 / Bytes;
  }
  return make_layout(make_shape(type_or_number<Ss>(extent[I])...),
                     make_stride(type_or_number<Ds>(stride[I])...));
}
template <class Tiler, std::size_t... I>
std::vector<int> extents_of(std::index_sequence<I...>) {
  return {static_cast<int>(size<I>(product_each(shape(Tiler{}))))...};
}

}  // namespace boxes
