// SPDX-License-Identifier: BSL-1.0
//
// More layouts for the laws that ask for one to one layouts, static strides or whole wide elements:
// they apply to too few of `layouts`.
#pragma once

#include "law.hpp"

namespace laws {

namespace table {

// clang-format off
inline constexpr auto one_to_one_layouts = hana::make_tuple(
    // one integer, rank 1
    make(16_c, 1_c),
    make(16, 1_c),
    make(t(t(8_c, 2_c)), t(t(1_c, 8_c))),
    make(t(t(2_c, 4)), t(t(4_c, 1_c))),
    // rank 2
    make(t(8_c, 4_c), t(1_c, 8_c)),
    make(t(8_c, 4_c), t(4_c, 1_c)),
    make(t(2_c, 16_c), t(16_c, 1_c)),
    make(t(8_c, 4_c), t(1_c, 12_c)),            // padded
    make(t(4_c, 8_c), t(12_c, 1_c)),
    make(t(4_c, 4_c), t(1_c, -4_c)),            // reversed
    make(t(8, 4_c), t(1_c, 8_c)),
    make(t(8_c, 6), t(1_c, 8_c)),
    make(t(3, 8), t(8_c, 1_c)),
    // rank 3
    make(t(2_c, 8_c, 2_c), t(16_c, 1_c, 8_c)),
    make(t(4_c, 2_c, 4_c), t(1_c, 4_c, 8_c)),
    make(t(4_c, 2_c, 4_c), t(8_c, 4_c, 1_c)),
    make(t(4, 2_c, 3), t(1_c, 4_c, 8_c)),
    make(t(2_c, 3, 4), t(4_c, 8_c, 1_c)),
    // rank 4
    make(t(4_c, 2_c, 2_c, 2_c), t(1_c, 4_c, 8_c, 16_c)),
    make(t(2_c, 4_c, 2_c, 2_c), t(16_c, 1_c, 4_c, 8_c)),
    make(t(4_c, 2, 2_c, 3), t(1_c, 4_c, 8_c, 16_c)),
    // depth 2
    make(t(t(4_c, 2_c), t(2_c, 2_c)), t(t(1_c, 16_c), t(4_c, 8_c))),
    make(t(t(2_c, 2_c), t(4_c, 2_c)), t(t(8_c, 4_c), t(1_c, 16_c))),
    make(t(8_c, t(2_c, 2_c)), t(1_c, t(16_c, 8_c))),
    make(t(2_c, t(4_c, 2_c), 2_c), t(4_c, t(1_c, 16_c), 8_c)),
    make(t(t(2, 4_c), t(2_c, 3)), t(t(1_c, 2_c), t(8_c, 16_c))),
    make(t(4, t(2_c, 4)), t(1_c, t(4_c, 8_c))),
    make(t(t(4_c, 2), 2_c, 2_c), t(t(1_c, 4_c), 8_c, 16_c)),
    // depth 3
    make(t(t(2_c, t(2_c, 2_c)), 4_c), t(t(1_c, t(2_c, 4_c)), 8_c)),
    make(t(4_c, t(2_c, t(2_c, 2_c))), t(1_c, t(4_c, t(8_c, 16_c)))),
    make(t(t(2_c, t(2_c, 2)), 3), t(t(1_c, t(2_c, 4_c)), 8_c)),
    make(t(t(4, t(2_c, 2_c)), t(2_c, 2)), t(t(1_c, t(4_c, 8_c)), t(32_c, 16_c))));
// clang-format on

}  // namespace table

using table::one_to_one_layouts;

// Among the layouts of both tables.
template <class Law>
inline constexpr int checked_on_both = checked<Law> + checked<Law, one_to_one_layouts>;

}  // namespace laws
