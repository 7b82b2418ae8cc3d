// SPDX-License-Identifier: BSL-1.0
//
// Why an operation has no exact result: the property that fails, and a witness of the failure.
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// One entry a property; core/text.hpp holds its sentence and types/refused.hpp its type.
enum class property : std::uint8_t {
  none,
  integers_fit_64_bits,            // an extent, stride or offset leaves [-2^63, 2^63)
  leaves_fit_capacity,             // a layout has more leaves than core::max_leaves
  shape_and_stride_congruent,      // every leaf of the shape has its own stride
  composition_is_a_layout,         // some layout R has R(c) == A(B(c)) for every c
  composition_fits_the_types,      // likewise, R with the modes that the types of A and B give it
  composition_modes_do_not_carry,  // A(B(c)) is the sum over the modes of B
  composition_stays_in_domain,     // B(c) is not negative where A has several modes
  run_time_stride_is_positive,     // a run-time stride of B is at least 1, likewise
  composition_decided,             // decided within core::search_budget steps
  injective,                       // no two coordinates share an offset
  injectivity_decided,             // likewise, within the budget
  run_time_modes_nest,             // a stride of A is at least what the modes below it reach
  run_time_extents_are_positive,   // a run-time extent is at least 1
  stride_order_known,              // strides are integers, which have an order
  left_inverse_exists,             // some layout I has L(I(L(i))) == L(i) for every i
  left_inverse_fits_the_types,     // likewise, I with the modes that the type of L gives it
  left_inverse_strides_are_positive,  // a run-time stride of L is at least 1
  left_inverse_decided,               // likewise, within the budget
  tiler_rank_fits,                    // a tiler has no more modes than what it tiles
  coordinate_rank_fits,               // a coordinate has the profile of what it indexes
  projection_rank_fits,               // a Step has as many modes as the tiler it projects
  mode_exists,                        // a mode that is asked for is there
  extents_divide,                     // shape_div: one of two extents divides the other
  block_divides_shape,                // tile_to_shape: the block's shape divides the target's
  element_widths_divide,              // upcast: extent and stride are multiples of the factor
  unit_stride_exists,                 // downcast: one mode has stride 1
  threads_are_distinct,               // a thread layout is a bijection onto [0, threads)
  threads_are_compact,                // one with run-time leaves: by columns or by rows
  tile_divides_tensor,                // a partition without a predicate: tiles are whole
  function_is_a_layout,               // some layout is a function of (thread,value)
  value_is_a_multiple,                // a run-time integer is a multiple of what is assumed
  address_is_aligned,                 // an address is a multiple of what is assumed
  one_writer_an_element,              // partition_D: no two threads write one element
  one_writer_decided,                 // likewise, within the budget
  leaves_fit_their_type,              // the type of a run-time leaf of a result holds its value
};

// The witness. Fields that mean nothing for the property are zero.
struct refusal {
  property what;
  int mode;                 // the leaf of the right-hand operand, or the rank that was given
  std::int64_t coordinate;  // the first coordinate that goes wrong
  std::int64_t found;       // the value there
  std::int64_t expected;    // the value that a layout would need
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
