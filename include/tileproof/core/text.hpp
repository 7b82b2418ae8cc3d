// SPDX-License-Identifier: BSL-1.0
//
// Defines text, a string that lives in constant expressions; and CuTe's notation of a layout,
// (_4,?):(_1,_4). core/sentence.hpp writes the sentence of a refusal as a text.
#pragma once

#include <tileproof/core/layout.hpp>

#include <cstddef>
#include <string_view>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// A string of at most 480 characters, appended to by put. Longer text is cut, and ends with `...`.
struct text {
  static constexpr int capacity = 480;
  char at[capacity + 1]{};
  int count = 0;

  // put appends a character, a string, a number in decimal digits, or an integer in CuTe's
  // notation.
  constexpr void put(char c) {
    if (count < capacity)
      at[count++] = c;
    else
      at[capacity - 1] = at[capacity - 2] = at[capacity - 3] = '.';
  }
  constexpr void put(std::string_view s) {
    for (char const c : s) put(c);
  }
  // The decimal digits of v.
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
  // CuTe's notation: _4 is static, 4 a run-time integer, ? one whose value is not known.
  constexpr void put(integer v) {
    if (v.is_fixed()) put('_');
    if (v.is_known())
      put(v.value);
    else
      put('?');
  }

  // The members that static_assert of C++26 asks of a message.
  constexpr std::size_t size() const { return static_cast<std::size_t>(count); }
  constexpr char const* data() const { return at; }

  constexpr operator std::string_view() const { return {at, static_cast<std::size_t>(count)}; }
  friend constexpr bool operator==(text const& a, text const& b) {
    return std::string_view(a) == std::string_view(b);
  }
  friend constexpr bool operator==(text const& t, std::string_view s) {
    return std::string_view(t) == s;
  }
};

// The part of a layout that put writes: its shape or its stride.
enum class part : bool { extent, stride };

// Writes the extents or the strides of the subtree at p: (_4,(2,_8)). A stride along a basis axis
// prints as _1@0, along E<0,1> as _1@1@0; `_` as _, the terminal layout of a tiler as shape:stride;
// an integer whose value is not known as put_unknown(t, node) has it. p moves past the end of the
// subtree.
template <class PutUnknown>
constexpr void put(text& t, layout const& l, place& p, part which, PutUnknown const& put_unknown) {
  std::int8_t const k = l.token[p.token++];
  if (k == keep_token) return t.put('_');
  if (k == tile_token) {
    place q = p;
    put(t, l, p, part::extent, put_unknown);
    t.put(':');
    return put(t, l, q, part::stride, put_unknown);
  }
  if (k == leaf_token) {
    mode const& m = l.at[p.leaf++];
    integer const& v = which == part::extent ? m.extent : m.stride;
    v.is_known() ? t.put(v) : put_unknown(t, v.node);
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
    put(t, l, p, which, put_unknown);
  }
  t.put(')');
}
struct put_question_mark {
  constexpr void operator()(text& t, int) const { t.put('?'); }
};

// The extents of a layout, as text.
template <class PutUnknown = put_question_mark>
constexpr text shape_text(layout const& l, PutUnknown const& put_unknown = {}) {
  text t;
  place p{};
  put(t, l, p, part::extent, put_unknown);
  return t;
}

// shape:stride, as text: (_4,?):(_1,_4). Both functions are O(leaves).
template <class PutUnknown = put_question_mark>
constexpr text layout_text(layout const& l, PutUnknown const& put_unknown = {}) {
  text t;
  place p{};
  put(t, l, p, part::extent, put_unknown);
  t.put(':');
  p = {};
  put(t, l, p, part::stride, put_unknown);
  return t;
}

// The sentence of a property, with the clues of its witness in braces; empty for property::none.
constexpr std::string_view pattern_of(property p) {
  switch (p) {
#define TILEPROOF_PROPERTY(NAME, SENTENCE) \
  case property::NAME: return SENTENCE;
    TILEPROOF_PROPERTIES(TILEPROOF_PROPERTY)
#undef TILEPROOF_PROPERTY
    default: return "";
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
