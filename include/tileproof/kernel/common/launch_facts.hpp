// SPDX-License-Identifier: BSL-1.0
//
// A launcher asks of extents and leading dimensions the facts of the unknowns for which its
// kernel's theorems hold, and nothing else. Its check calls these with numbers:
//
//   using ld = unknown<"ld", std::int64_t, at_least<m{}>, multiple_of<8>>;   // of the theorems
//   core::text why;
//   check_distance<ld, m>(&why, g.ld, g.m);   // leading_dimension_too_small, and the text
//                                             // "ld is 8, and must be at least m, which is 16"
#pragma once

#include <tileproof/kernel/common/status.hpp>
#include <tileproof/lift/facts.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// TMA takes strides that are multiples of 16 bytes, and less than 2^40 bytes (PTX ISA, "Tensor
// map").
template <class T>
using vectors_of_tma = multiple_of<16 / sizeof(T)>;
template <class T>
using less_than_tma = at_most<(std::int64_t{1} << 39) / std::int64_t{sizeof(T)}>;

constexpr status status_of_extent(fact_kind k) noexcept {
  switch (k) {
    case fact_kind::none: return status::ok;
    case fact_kind::least: return status::negative_size;
    case fact_kind::multiple: return status::misaligned_extent;
    default: return status::size_beyond_index;
  }
}
constexpr status status_of_distance(fact_kind k) noexcept {
  switch (k) {
    case fact_kind::least:
    case fact_kind::relation: return status::leading_dimension_too_small;
    case fact_kind::multiple: return status::misaligned_leading_dimension;
    default: return status_of_extent(k);
  }
}

// The status of the first fact of the unknowns Us that these numbers lack, or ok; `why`, where it
// is not null, gets the sentence. negative_size: a number is below its least; size_beyond_index: it
// is above its greatest; misaligned_extent: it is no multiple.
template <unknown_integer... Us>
constexpr status check_extents(core::text* why, number_for<Us>... values) noexcept {
  return status_of_extent(first_broken_fact<Us...>({values...}, why).kind);
}
// check_extents of the distance LD and the extents that its facts speak of.
// leading_dimension_too_small: LD is below its least, or below such an extent;
// misaligned_leading_dimension: it is no multiple.
template <unknown_integer LD, unknown_integer... Us>
constexpr status check_distance(core::text* why, std::int64_t ld,
                                number_for<Us>... extents) noexcept {
  broken const found = first_broken_fact<LD, Us...>({ld, extents...}, why);
  return found.which == 0 ? status_of_distance(found.kind) : status_of_extent(found.kind);
}

// The status of check(), whose sentence is then in `why`: that of a fact, or else to_string's;
// empty where it is ok.
template <class Check>
constexpr status told(core::text* why, Check const& check) noexcept {
  if (why != nullptr) *why = {};
  status const s = check();
  if (why != nullptr && why->count == 0 && s != status::ok) why->put(to_string(s));
  return s;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
