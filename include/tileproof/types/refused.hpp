// SPDX-License-Identifier: BSL-1.0
//
// How an operation that has no exact result fails: while compiling, by naming the property and the
// witness in one error; at run time on the host, by an exception with the same facts.
#pragma once

#include <tileproof/core/text.hpp>

#include <exception>
#if !defined(__cpp_exceptions)
#include <cstdio>
#include <cstdlib>
#endif

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The properties, by name. Their sentences are in core/text.hpp.
struct integers_fit_64_bits;
struct leaves_fit_capacity;
struct shape_and_stride_congruent;
struct composition_is_a_layout;
struct composition_fits_the_types;
struct composition_modes_do_not_carry;
struct composition_stays_in_domain;
struct run_time_stride_is_positive;
struct composition_decided;
struct injective;
struct injectivity_decided;
struct run_time_modes_nest;
struct run_time_extents_are_positive;
struct stride_order_known;
struct left_inverse_exists;
struct left_inverse_fits_the_types;
struct left_inverse_strides_are_positive;
struct left_inverse_decided;
struct tiler_rank_fits;
struct coordinate_rank_fits;
struct projection_rank_fits;
struct mode_exists;
struct extents_divide;
struct block_divides_shape;
struct element_widths_divide;
struct unit_stride_exists;
struct threads_are_distinct;
struct threads_are_compact;
struct tile_divides_tensor;
struct function_is_a_layout;
struct value_is_a_multiple;
struct address_is_aligned;
struct one_writer_an_element;
struct one_writer_decided;
struct leaves_fit_their_type;

// The witness.
template <auto...>
struct in_mode;
template <auto...>
struct at_coordinate;
template <auto...>
struct found;
template <auto...>
struct expected;

// The operation, the property that does not hold, and the witness. Never defined: asking for its
// size stops the compilation, and the first error line is this name.
template <class Operation, class Property, class... Witness>
struct refused;

// What an operation returns where no exact result exists.
template <class Refused>
struct no_exact_result {
  static_assert(sizeof(Refused) != 0);
};

namespace detail {

// A refusal has been reported; what follows from it is not worth a second error.
template <class T>
inline constexpr bool is_no_result_v = false;
template <class R>
inline constexpr bool is_no_result_v<no_exact_result<R>> = true;
template <class R>
inline constexpr bool is_no_result_v<no_exact_result<R> const> = true;

}  // namespace detail

// Thrown on the host where run-time leaves violate a condition of an operation. what() is a
// sentence.
class layout_error : public std::exception {
 public:
  explicit layout_error(core::refusal const& r) : text_(core::sentence(r)), reason_(r) {}
  char const* what() const noexcept override { return text_.at; }
  // The property that does not hold and its witness, of which what() is the sentence.
  core::refusal const& reason() const noexcept { return reason_; }

 private:
  core::text text_;
  core::refusal reason_;
};

namespace detail {

template <core::property P>
struct property_type;
#define TILEPROOF_PROPERTY(NAME)               \
  template <>                                  \
  struct property_type<core::property::NAME> { \
    using type = NAME;                         \
  };
TILEPROOF_PROPERTY(integers_fit_64_bits)
TILEPROOF_PROPERTY(leaves_fit_capacity)
TILEPROOF_PROPERTY(shape_and_stride_congruent)
TILEPROOF_PROPERTY(composition_is_a_layout)
TILEPROOF_PROPERTY(composition_fits_the_types)
TILEPROOF_PROPERTY(composition_modes_do_not_carry)
TILEPROOF_PROPERTY(composition_stays_in_domain)
TILEPROOF_PROPERTY(run_time_stride_is_positive)
TILEPROOF_PROPERTY(composition_decided)
TILEPROOF_PROPERTY(injective)
TILEPROOF_PROPERTY(injectivity_decided)
TILEPROOF_PROPERTY(run_time_modes_nest)
TILEPROOF_PROPERTY(run_time_extents_are_positive)
TILEPROOF_PROPERTY(stride_order_known)
TILEPROOF_PROPERTY(left_inverse_exists)
TILEPROOF_PROPERTY(left_inverse_fits_the_types)
TILEPROOF_PROPERTY(left_inverse_strides_are_positive)
TILEPROOF_PROPERTY(left_inverse_decided)
TILEPROOF_PROPERTY(tiler_rank_fits)
TILEPROOF_PROPERTY(coordinate_rank_fits)
TILEPROOF_PROPERTY(projection_rank_fits)
TILEPROOF_PROPERTY(mode_exists)
TILEPROOF_PROPERTY(extents_divide)
TILEPROOF_PROPERTY(block_divides_shape)
TILEPROOF_PROPERTY(element_widths_divide)
TILEPROOF_PROPERTY(unit_stride_exists)
TILEPROOF_PROPERTY(threads_are_distinct)
TILEPROOF_PROPERTY(threads_are_compact)
TILEPROOF_PROPERTY(tile_divides_tensor)
TILEPROOF_PROPERTY(function_is_a_layout)
TILEPROOF_PROPERTY(value_is_a_multiple)
TILEPROOF_PROPERTY(address_is_aligned)
TILEPROOF_PROPERTY(one_writer_an_element)
TILEPROOF_PROPERTY(one_writer_decided)
TILEPROOF_PROPERTY(leaves_fit_their_type)
#undef TILEPROOF_PROPERTY

// `int` where it fits, so that every compiler prints a bare number.
template <std::int64_t V>
inline constexpr auto bare = static_cast<int>(V);
template <std::int64_t V>
requires(V<INT32_MIN || V> INT32_MAX) inline constexpr auto bare<V> = static_cast<long long>(V);

[[noreturn]] inline void fail(core::refusal const& r) {
#if defined(__cpp_exceptions)
  throw layout_error(r);
#else
  std::fprintf(stderr, "tileproof: %s\n", layout_error(r).what());
  std::abort();
#endif
}

}  // namespace detail
}  // namespace tileproof::inline TILEPROOF_NAMESPACE
