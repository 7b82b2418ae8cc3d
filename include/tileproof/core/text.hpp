// SPDX-License-Identifier: BSL-1.0
//
// CuTe's notation, and the sentence of a refusal, as plain text.
#pragma once

#include <tileproof/core/layout.hpp>

#include <cstddef>
#include <string_view>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// A short string that lives in constant expressions. Longer text is cut, and says so with `...`.
struct text {
  static constexpr int capacity = 480;
  char at[capacity + 1]{};
  int count = 0;

  constexpr void put(char c) {
    if (count < capacity)
      at[count++] = c;
    else
      at[capacity - 1] = at[capacity - 2] = at[capacity - 3] = '.';
  }
  constexpr void put(std::string_view s) {
    for (char const c : s) put(c);
  }
  constexpr void put(std::int64_t v) {
    char digit[20]{};
    int n = 0;
    std::uint64_t u = v < 0 ? 0 - static_cast<std::uint64_t>(v) : static_cast<std::uint64_t>(v);
    do {
      digit[n++] = static_cast<char>('0' + u % 10);
      u /= 10;
    } while (u != 0);
    if (v < 0) put('-');
    while (n > 0) put(digit[--n]);
  }
  constexpr void put(integer v) {
    if (v.is_fixed()) put('_');
    if (v.is_known())
      put(v.value);
    else
      put('?');
  }

  constexpr operator std::string_view() const { return {at, static_cast<std::size_t>(count)}; }
  friend constexpr bool operator==(text const& a, text const& b) {
    return std::string_view(a) == std::string_view(b);
  }
  friend constexpr bool operator==(text const& t, std::string_view s) {
    return std::string_view(t) == s;
  }
};

enum class part : bool { extent, stride };

// One half of a layout: (_4,(2,_8)). A stride along a basis axis prints as _1@0.
constexpr void put(text& t, layout const& l, place& p, part which) {
  std::int8_t const k = l.token[p.token++];
  if (k == keep_token) return t.put('_');
  if (k == tile_token) {
    place q = p;
    put(t, l, p, part::extent);
    t.put(':');
    return put(t, l, q, part::stride);
  }
  if (k == leaf_token) {
    mode const& m = l.at[p.leaf++];
    t.put(which == part::extent ? m.extent : m.stride);
    if (which == part::stride) {
      char index[8]{};
      int n = 0;
      for (axis_path a = m.axis; a != 0; a /= 32) index[n++] = static_cast<char>(a % 32 - 1);
      while (n > 0) {
        t.put('@');
        t.put(std::int64_t{index[--n]});
      }
    }
    return;
  }
  t.put('(');
  for (int i = 0; i < k; ++i) {
    if (i > 0) t.put(',');
    put(t, l, p, which);
  }
  t.put(')');
}

constexpr text shape_text(layout const& l) {
  text t;
  place p{};
  put(t, l, p, part::extent);
  return t;
}

constexpr text layout_text(layout const& l) {
  text t;
  place p{};
  put(t, l, p, part::extent);
  t.put(':');
  p = {};
  put(t, l, p, part::stride);
  return t;
}

// One sentence: what does not hold, and where.
constexpr text sentence(refusal const& r) {
  text t;
  auto const say = [&t](auto... words) { (t.put(words), ...); };
  std::int64_t const mode = r.mode;
  switch (r.what) {
    case property::none:
      break;
    case property::integers_fit_64_bits:
      say("an extent, stride or offset does not fit in 64 bits");
      break;
    case property::leaves_fit_capacity:
      say("the result has more than ", std::int64_t{max_leaves},
          " leaves, or an expression over run-time leaves is too long");
      break;
    case property::shape_and_stride_congruent:
      say("shape and stride are not congruent: leaf ", mode, " of one has no partner in the other");
      break;
    case property::composition_is_a_layout:
      say("composition(A,B): no layout equals A(B(c)): in mode ", mode, " of B, at coordinate ",
          r.coordinate, ", A(B(c)) is ", r.found, " where the layout would give ", r.expected);
      break;
    case property::composition_fits_the_types:
      say("composition(A,B): run-time leaves leave the result's modes to the types, and with these "
          "values they do not give A(B(c)): in mode ",
          mode, " of B, at coordinate ", r.coordinate, ", A(B(c)) is ", r.found,
          " where they give ", r.expected);
      break;
    case property::composition_modes_do_not_carry:
      say("composition(A,B): the modes of B carry into each other, beginning with mode ", mode,
          ": at coordinate ", r.coordinate, ", A(B(c)) is ", r.found,
          " and the sum over the modes is ", r.expected);
      break;
    case property::composition_stays_in_domain:
      say("composition(A,B): mode ", mode, " of B has the stride ", r.found,
          ", and A, which has several modes, is a function on coordinates of at least 0");
      break;
    case property::run_time_stride_is_positive:
      say("composition(A,B): the run-time stride of mode ", mode,
          " of B must be at least 1, since A has several modes");
      break;
    case property::composition_decided:
      say("composition(A,B): undecided: mode ", mode, " of B has ", r.found,
          " coordinates, too many to enumerate");
      break;
    case property::injective:
      say("complement(A): A is not injective: two coordinates share an offset");
      break;
    case property::injectivity_decided:
      say("complement(A): undecided: the search for two coordinates with one offset was cut short");
      break;
    case property::run_time_modes_nest:
      say("complement(A): with run-time leaves each stride must be at least what the modes of "
          "smaller stride fill, ",
          r.expected, ": one is ", r.found);
      break;
    case property::run_time_extents_are_positive:
      say("the extent of leaf ", mode, " must be at least 1: it is ", r.found);
      break;
    case property::stride_order_known:
      say("strides must be integers to be put in order: leaf ", mode, " has a coordinate");
      break;
    case property::left_inverse_exists:
      say("left_inverse(L): no layout I has L(I(L(i))) == L(i) for every i");
      break;
    case property::left_inverse_fits_the_types:
      say("left_inverse(L): run-time leaves leave the modes of I to the type of L, and with these "
          "values they do not give L(I(L(i))) == L(i): for i = ",
          r.coordinate, ", L(i) is ", r.expected, " and I(L(i)) is ", r.found,
          ", which is no coordinate of L with that offset");
      break;
    case property::left_inverse_strides_are_positive:
      say("left_inverse(L): a run-time stride is ", r.found, ", and must be at least 1");
      break;
    case property::left_inverse_decided:
      say("left_inverse(L): undecided: the search was cut short");
      break;
    case property::tiler_rank_fits:
      say("a tiler of rank ", r.found, " does not fit a layout of rank ", r.expected);
      break;
    case property::coordinate_rank_fits:
      say("a coordinate of rank ", r.found, " does not fit a mode of rank ", r.expected);
      break;
    case property::projection_rank_fits:
      say("a Step of rank ", r.found, " does not fit a tiler of rank ", r.expected);
      break;
    case property::mode_exists:
      say("mode ", r.found, " is asked for where there are ", r.expected);
      break;
    case property::extents_divide:
      say("shape_div: neither of ", r.found, " and ", r.expected, " divides the other");
      break;
    case property::block_divides_shape:
      say("tile_to_shape: in mode ", mode, ", a block of ", r.expected,
          " does not divide the target of ", r.found);
      break;
    case property::element_widths_divide:
      if (mode < 0)
        say("upcast: the offset inside the swizzle, ", r.found, ", is not a multiple of ",
            r.expected);
      else
        say("upcast: in leaf ", mode, ", ", r.found, " is not a multiple of ", r.expected);
      break;
    case property::unit_stride_exists:
      say("downcast: one mode of stride 1 is needed, extents of 1 apart");
      break;
    case property::threads_are_distinct:
      say("the thread layout is not a bijection onto [0,threads): index ", r.coordinate, " of ",
          r.expected, " has no coordinate of its own");
      break;
    case property::threads_are_compact:
      say("a thread layout with run-time leaves must be compact, by columns or by rows");
      break;
    case property::tile_divides_tensor:
      say("in mode ", mode, ", the tile's extent ", r.expected, " does not divide the tensor's ",
          r.found, ": its last tile needs a predicate");
      break;
    case property::function_is_a_layout:
      say("no layout is this function: thread ", mode, ", value ", r.coordinate, " is element ",
          r.found, " where the layout would give ", r.expected);
      break;
    case property::value_is_a_multiple:
      say("assume_multiple_of: ", r.found, " is not a multiple of ", r.expected);
      break;
    case property::address_is_aligned:
      say("assume_aligned: the address lies ", r.found, " bytes past a multiple of ", r.expected);
      break;
    case property::one_writer_an_element:
      say("partition_D: threads ", mode, " and ", r.found, " write one element, that of offset ",
          r.expected,
          ": strides of the destination are too small for its extents, unless a "
          "predicate guards them (partition_D(t, predicated))");
      break;
    case property::one_writer_decided:
      say("partition_D: undecided: the search for an element that two threads write was cut short");
      break;
    case property::leaves_fit_their_type:
      say("a run-time integer of the result is ", r.found, ", and its type has ", r.expected,
          " bits: it has 64 where an integer that it is computed from has 64");
      break;
  }
  return t;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
