// SPDX-License-Identifier: BSL-1.0
//
// Every layout of a table composed with a swizzle, for the laws of swizzles.
#pragma once

#include "law.hpp"

#include <boost/hana/transform.hpp>

namespace laws {

namespace table {

struct after_a_swizzle {
  template <class L>
  constexpr auto operator()(L const& l) const {
    if constexpr (is_composed_layout<L>::value)
      return l;
    else
      return composition(Swizzle<1, 1, 1>{}, l);
  }
};

}  // namespace table

template <auto const& Table>
inline constexpr auto swizzled = hana::transform(Table, table::after_a_swizzle{});

}  // namespace laws
