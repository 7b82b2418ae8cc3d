// SPDX-License-Identifier: BSL-1.0
//
// Defines the vocabulary of failure: the properties that an operation requires, each with the
// sentence that reports its violation, and the witness of a violation.
//
// TILEPROOF_PROPERTIES is the only list. The enumeration below, the types that compilers print
// (types/refused.hpp) and the sentences (core/sentence.hpp) are generated from it. An operation
// refuses with the property and its numbers:
//
//   cx.refuse({property::tiler_rank_fits, 0, 0, 3, 2});
//   // "a tiler of rank 3 does not fit a layout of rank 2"
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// Calls X(property, sentence) for each property. In a sentence, {mode}, {coordinate}, {found} and
// {expected} stand for the numbers of the witness (struct refusal), {capacity} for
// core::max_leaves. A sentence says which operation refuses, what is wrong with the numbers of this
// call, and what would do where that does not follow from it. Properties whose names end in
// `decided` stand for a search that was cut short: the answer is unknown, and counts as a refusal.
#define TILEPROOF_PROPERTIES(X)                                                                    \
  X(integers_fit_64_bits, "an extent, stride or offset does not fit in 64 bits")                   \
  X(leaves_fit_capacity,                                                                           \
    "the result has more than {capacity} leaves, or an expression over run-time leaves is too "    \
    "long: coalesce the "                                                                          \
    "arguments, or make more leaves static")                                                       \
  X(one_list_of_facts_a_name,                                                                      \
    "unknown: one name has two lists of facts; name the type once, by an alias")                   \
  X(shape_and_stride_congruent,                                                                    \
    "shape and stride are not congruent: both must be integers, or tuples of "                     \
    "one rank whose elements are congruent")                                                       \
  X(composition_is_a_layout,                                                                       \
    "composition(A,B): no layout equals A(B(c)): in mode {mode} of B, at coordinate "              \
    "{coordinate}, A(B(c)) is {found} where the layout would give {expected}")                     \
  X(composition_fits_the_types,                                                                    \
    "composition(A,B): with run-time leaves the types fix the result's modes, "                    \
    "and with these values those modes do not give A(B(c)): in mode {mode} of B, at coordinate "   \
    "{coordinate}, A(B(c)) "                                                                       \
    "is {found} where they give {expected}")                                                       \
  X(composition_modes_do_not_carry,                                                                \
    "composition(A,B): the modes of B carry into each other, beginning with mode {mode}: at "      \
    "coordinate {coordinate}, A(B(c)) is {found} and the sum over the modes is {expected}")        \
  X(composition_stays_in_domain,                                                                   \
    "composition(A,B): mode {mode} of B has the negative stride {found} beside other modes, and "  \
    "with run-time leaves it is not known that they keep apart in A, which has several modes: "    \
    "compose each mode of B alone, or make the leaves static")                                     \
  X(run_time_stride_is_positive,                                                                   \
    "composition(A,B): the run-time stride of mode {mode} of B must be at least 1, since A has "   \
    "several modes")                                                                               \
  X(composition_decided,                                                                           \
    "composition(A,B): undecided: mode {mode} of B has {found} coordinates, too many to "          \
    "enumerate")                                                                                   \
  X(injective, "complement(A): A is not injective: two coordinates share an offset")               \
  X(injectivity_decided,                                                                           \
    "complement(A): undecided: the search for two coordinates with one offset was cut short")      \
  X(run_time_modes_nest,                                                                           \
    "complement(A): with run-time leaves each stride must be at least the "                        \
    "length of the interval that the modes of smaller stride fill: it is "                         \
    "{found}, and they fill {expected}")                                                           \
  X(run_time_extents_are_positive, "the extent of leaf {mode} must be at least 1: it is {found}")  \
  X(stride_order_known,                                                                            \
    "the strides must be integers, since basis vectors have no order: the "                        \
    "stride of leaf {mode} is a basis vector")                                                     \
  X(left_inverse_exists, "left_inverse(L): no layout I has L(I(L(i))) == L(i) for every i")        \
  X(left_inverse_fits_the_types,                                                                   \
    "left_inverse(L): with run-time leaves the type of L fixes the modes of I, "                   \
    "and with these values those modes do not give L(I(L(i))) == L(i): for i = {coordinate}, "     \
    "L(i) is {expected} and "                                                                      \
    "I(L(i)) is {found}, which is no coordinate of L with that offset")                            \
  X(left_inverse_strides_are_positive,                                                             \
    "left_inverse(L): a run-time stride is {found}, and must be at least 1")                       \
  X(left_inverse_decided, "left_inverse(L): undecided: the search was cut short")                  \
  X(tiler_rank_fits, "a tiler of rank {found} does not fit a layout of rank {expected}")           \
  X(coordinate_rank_fits, "a coordinate of rank {found} does not fit a mode of rank {expected}")   \
  X(projection_rank_fits, "a Step of rank {found} does not fit a tiler of rank {expected}")        \
  X(mode_exists, "mode {found} does not exist: there are {expected} modes, counted from 0")        \
  X(extents_divide, "shape_div: neither of {found} and {expected} divides the other")              \
  X(block_divides_shape,                                                                           \
    "tile_to_shape: in mode {mode}, the block's extent {expected} does not "                       \
    "divide the target's {found}")                                                                 \
  X(element_widths_divide,                                                                         \
    "upcast: leaf {mode} does not consist of whole wide elements: {found} is "                     \
    "not a multiple of {expected}")                                                                \
  X(modes_fit_wide_element,                                                                        \
    "upcast: the modes inside one wide element reach the offset {found}, and it has {expected} "   \
    "elements")                                                                                    \
  X(swizzle_offset_divides,                                                                        \
    "upcast: the offset inside the swizzle, {found}, is not a multiple of {expected}")             \
  X(unit_stride_exists,                                                                            \
    "downcast: exactly one mode whose extent is not 1 must have the stride 1, "                    \
    "and none the stride -1")                                                                      \
  X(threads_are_distinct,                                                                          \
    "the thread layout is not a bijection onto [0,threads): index {coordinate} of {expected} has " \
    "no coordinate of its own")                                                                    \
  X(threads_are_compact,                                                                           \
    "a thread layout with run-time leaves must be compact, column-major or row-major")             \
  X(tile_divides_tensor,                                                                           \
    "in mode {mode}, the tile's extent {expected} does not divide the tensor's {found}: its last " \
    "tile needs a predicate")                                                                      \
  X(function_is_a_layout,                                                                          \
    "no layout is this function: thread {mode}, value {coordinate} is element {found} where the "  \
    "layout would give {expected}")                                                                \
  X(value_is_a_multiple, "assume_multiple_of: {found} is not a multiple of {expected}")            \
  X(address_is_aligned,                                                                            \
    "assume_aligned: the address lies {found} bytes past a multiple of {expected}")                \
  X(one_writer_an_element,                                                                         \
    "partition_D: threads {mode} and {found} write the same element, at offset "                   \
    "{expected}: the strides of the destination are too small for its extents; "                   \
    "if a predicate guards the writes, use partition_D(t, predicated)")                            \
  X(one_writer_decided,                                                                            \
    "partition_D: undecided: the search for an element that two threads write was cut short")      \
  X(leaves_fit_their_type,                                                                         \
    "a run-time integer of the result is {found}, which does not fit its type "                    \
    "of {expected} bits: it has 64 bits if an integer that it is computed from "                   \
    "has 64")

#define TILEPROOF_PROPERTY(NAME, SENTENCE) NAME,
// The properties as an enumeration; `none` is no refusal.
enum class property : std::uint8_t { none, TILEPROOF_PROPERTIES(TILEPROOF_PROPERTY) };
#undef TILEPROOF_PROPERTY

// A property that does not hold, and the witness. Fields that mean nothing for the property are
// zero.
struct refusal {
  property what;
  int mode;                 // the leaf of the right-hand operand, or the rank given
  std::int64_t coordinate;  // the first coordinate that goes wrong
  std::int64_t found;       // the value there
  std::int64_t expected;    // the value that a layout would need
};

// The answer to a question that a search may have to leave open. `undecided` is never taken for a
// yes.
enum class answer : std::uint8_t { no, yes, undecided };

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
