// SPDX-License-Identifier: BSL-1.0
//
// The types and values of a refusal. reject/ shows the compile-time ones, agreement/ the run-time
// ones.
#include <tileproof/types/refused.hpp>

#include <exception>
#include <type_traits>

namespace {

using namespace tileproof;

static_assert(std::is_base_of_v<std::exception, layout_error>);
static_assert(std::is_nothrow_copy_constructible_v<layout_error>);

// ---- a sentence names operation, mode, coordinate, and both values

static_assert(
    core::sentence({core::property::composition_is_a_layout, 1, 5, 2, 21}) ==
    "composition(A,B): no layout equals A(B(c)): in mode 1 of B, at coordinate 5, A(B(c)) is 2 "
    "where the layout would give 21");
static_assert(core::sentence({core::property::tiler_rank_fits, 0, 0, 3, 2}) ==
              "a tiler of rank 3 does not fit a layout of rank 2");
static_assert(core::sentence({}) == "");

}  // namespace
