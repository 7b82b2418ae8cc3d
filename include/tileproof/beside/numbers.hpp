// SPDX-License-Identifier: BSL-1.0
//
// Properties of a number, for the lines of an audit about bytes, stages and alignments; the subject
// is a static integer: claim<bytes_of_a_stage, is_equal_to<24576>, C<16384>>.
#pragma once

#include <tileproof/prove/mapping.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The report of a comparison of the subject, which a mapping holds as its size.
constexpr report compared(bool holds, mapping const& found, core::clue_numbers limit) {
  report r;
  r.points = 1;
  if (!holds) r.because(answer::no).say(clue::found, found.size).add(limit);
  return r;
}

}  // namespace detail

template <std::int64_t N>
struct is_equal_to {
  static constexpr char const* sentences[] = {"it is {found}, where {expected} is needed", nullptr};
  static constexpr report decide(mapping const& m) {
    return detail::compared(m.size == N, m, {&clue::expected, 1, {N}});
  }
};
template <std::int64_t N>
struct is_at_most {
  static constexpr char const* sentences[] = {"it is {found}, and {at_most} is the most", nullptr};
  static constexpr report decide(mapping const& m) {
    return detail::compared(m.size <= N, m, {&clue::at_most, 1, {N}});
  }
};
template <std::int64_t N>
struct is_a_multiple_of {
  static constexpr char const* sentences[] = {"it is {found}, which is no multiple of {expected}",
                                              nullptr};
  static constexpr report decide(mapping const& m) {
    return detail::compared(m.size % N == 0, m, {&clue::expected, 1, {N}});
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
