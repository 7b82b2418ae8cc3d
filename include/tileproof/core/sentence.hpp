// SPDX-License-Identifier: BSL-1.0
//
// Defines how a witness becomes an English sentence: a pattern names clues in braces, and put
// writes their numbers in place of the names. A failed proof while compiling, layout_error and
// tileproof::sentence use the same patterns.
//
//   "coordinates {at_coordinate} and {and_coordinate} of {0} have one offset, {at_offset}"
//   // coordinates (3,0) and (0,1) of (_4,_2):(_1,_3) have one offset, 3
//
// In braces stand: the name of a clue (its numbers: 3, or (3,0) where there are several); a clue
// and an index, {of_lanes:1}; a clue that ends in in_modes, {residue_in_modes}, with its noun: mode
// 0, or modes 0 and 1, since mode (0,1) is CuTe's for a mode inside mode 0; {0} and {1}, the
// layouts of which the property is asked; {side}, the layout that the clue on_side counts;
// {element}, {verb}, {wanted}, what the property says of itself. `{a|b}` is a, or b where the
// number before it is not 1: {at_least} wavefront{|s}.
#pragma once

#include <tileproof/core/text.hpp>
#include <tileproof/core/witness.hpp>

#include <string_view>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// The subject of a sentence, beside the numbers of the witness: the layouts as text, the element's
// type, and the words of the property. Empty where there is none.
struct topic {
  static constexpr int most_layouts = 3;
  text layout[most_layouts]{};
  text element{};
  std::string_view verb{};
  std::int64_t wanted = 0;  // the number in the property's name, such as 128 of access_width<128,T>
};

// Stands for a clue that is not found: its count tells, since g++ takes no comparison of an address
// with null for a constant where it compiles with UBSan.
inline constexpr clue_numbers no_clue{nullptr, -1, {}};
// The clues of a witness.
struct witness {
  clue_numbers const* at = nullptr;
  int count = 0;

  // The clue of that name, or no_clue; {mode} and {coordinate} are short for in_mode and
  // at_coordinate.
  constexpr clue_numbers const* find(std::string_view name) const {
    if (name == "mode") name = "in_mode";
    if (name == "coordinate") name = "at_coordinate";
    for (int i = 0; i < count; ++i)
      if (name_of(*at[i].what) == name) return at + i;
    return &no_clue;
  }
};

// The text of a remedy, which keeps the numbers that are put into it, at most 8, for the clue that
// stands in its place where a compiler prints types.
struct remedy : text {
  clue_numbers numbers{};

  using text::put;
  constexpr void put(std::int64_t v) {
    text::put(v);
    keep(v);
  }
  // Keeps a number that the text has only within a name.
  constexpr void keep(std::int64_t v) {
    if (numbers.count < clue_numbers::most) numbers.at[numbers.count++] = v;
  }
  constexpr void put(remedy const& more) {
    text::put(std::string_view(more));
    for (int i = 0; i < more.numbers.count; ++i) keep(more.numbers.at[i]);
  }
};

// The name of a type as the user knows it, without namespaces: half_t, float,
// bank_ways<ldmatrix<4>, short int, 1>, traits<float>::element. Parsed from __PRETTY_FUNCTION__ of
// g++ and clang.
template <class T>
constexpr text type_text() {
  std::string_view const all = __PRETTY_FUNCTION__;  // ... [with T = x; ...], [T = x], [with T=x]
  std::size_t const equals = all.find('=', all.find("T", all.find('[')));
  std::size_t const from = all.find_first_not_of(' ', equals + 1);
  auto const is_letter = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
  };
  text t;
  int brackets = 0;  // those of arrays, int[4], do not end the name
  for (std::size_t i = from; i < all.size(); ++i) {
    if (all[i] == '[') ++brackets;
    if (all[i] == ';' || (all[i] == ']' && brackets-- == 0)) break;
    if (all.substr(i, 2) != "::") {
      t.put(all[i]);
      continue;
    }
    ++i;
    char const last = t.count > 0 ? t.at[t.count - 1] : ' ';
    if (last == '>') {  // a class inside a template: its name alone would be ambiguous
      t.put("::");
      continue;
    }
    // g++ writes {anonymous}::, clang (anonymous namespace)::
    char const open = last == '}' ? '{' : '(';
    if (last == '}' || last == ')') {
      while (t.count > 0 && t.at[t.count - 1] != open) t.at[--t.count] = 0;
      if (t.count > 0) t.at[--t.count] = 0;
    } else {
      while (t.count > 0 && is_letter(t.at[t.count - 1])) t.at[--t.count] = 0;
    }
  }
  while (t.count > 0 && t.at[t.count - 1] == ' ') t.at[--t.count] = 0;
  return t;
}

namespace detail {

// The text in braces, cut at ':' (a clue and an index).
struct placeholder {
  std::string_view name{};
  int index = -1;
};
constexpr placeholder parse(std::string_view name) {
  std::size_t const colon = name.find(':');
  if (colon == std::string_view::npos) return {name, -1};
  return {name.substr(0, colon), name[colon + 1] - '0'};
}
// True if the witness has the clue, with that many numbers.
constexpr bool has(witness const& w, placeholder const& p) {
  return p.index < w.find(p.name)->count;
}
// The layout that a name stands for, or -1: {0}, {1}, and {side}.
constexpr int layout_named(std::string_view name, witness const& w) {
  if (name.size() == 1 && name[0] >= '0' && name[0] < '0' + topic::most_layouts)
    return name[0] - '0';
  if (name != "side") return -1;
  clue_numbers const* const side = w.find("on_side");
  return side->count < 0 ? 0 : static_cast<int>(side->at[0]);
}
constexpr bool is_word(std::string_view name) {
  return name == "element" || name == "verb" || name == "wanted" || name == "capacity" ||
         name.find('|') != std::string_view::npos;
}

}  // namespace detail

// True for a clue whose numbers are modes, each by itself: its name ends in in_modes.
constexpr bool lists_modes(clue_word const& c) {
  constexpr std::string_view end = "in_modes";
  std::string_view const name = name_of(c);
  return name.size() >= end.size() && name.substr(name.size() - end.size()) == end;
}

// Writes the numbers of a clue: 3, or (3,0); of modes 0, or 0 and 1, or 0, 1 and 2.
constexpr void put(text& t, clue_numbers const& n) {
  bool const is_list = lists_modes(*n.what);
  if (n.count != 1 && !is_list) t.put('(');
  for (int i = 0; i < n.count; ++i) {
    if (i > 0) t.put(!is_list ? "," : i + 1 < n.count ? ", " : " and ");
    t.put(n.at[i]);
  }
  if (n.count != 1 && !is_list) t.put(')');
}

// True if the witness has every clue that the pattern names.
constexpr bool fits(std::string_view pattern, witness const& w) {
  for (std::size_t open = pattern.find('{'); open != std::string_view::npos;
       open = pattern.find('{', open + 1)) {
    std::string_view const name = pattern.substr(open + 1, pattern.find('}', open) - open - 1);
    if (!detail::is_word(name) && detail::layout_named(name, w) < 0 &&
        !detail::has(w, detail::parse(name)))
      return false;
  }
  return true;
}

// Writes a pattern with the numbers of the witness and the words of the topic. Pre: it fits.
constexpr void put(text& t, std::string_view pattern, witness const& w, topic const& of) {
  std::int64_t last = 0;  // the number before {a|b}
  for (;;) {
    std::size_t const open = pattern.find('{');
    t.put(pattern.substr(0, open));
    if (open == std::string_view::npos) return;
    std::size_t const close = pattern.find('}', open);
    std::string_view const name = pattern.substr(open + 1, close - open - 1);
    pattern.remove_prefix(close + 1);
    std::size_t const bar = name.find('|');
    int const layout = detail::layout_named(name, w);
    detail::placeholder const p = detail::parse(name);
    if (bar != std::string_view::npos) {
      t.put(last == 1 ? name.substr(0, bar) : name.substr(bar + 1));
    } else if (name == "element") {
      t.put(std::string_view(of.element));
    } else if (name == "verb") {
      t.put(of.verb);
    } else if (name == "wanted" || name == "capacity") {
      t.put(last = name == "wanted" ? of.wanted : max_leaves);
    } else if (layout >= 0) {
      t.put(std::string_view(of.layout[layout]));
    } else if (clue_numbers const* const n = w.find(p.name); n->count > 0) {
      last = n->at[p.index < 0 ? 0 : p.index];
      if (p.index < 0 && lists_modes(*n->what)) t.put(n->count == 1 ? "mode " : "modes ");
      if (p.index < 0)
        put(t, *n);
      else
        t.put(last);
    }
  }
}

// Writes every clue by its name, for a witness that no pattern fits: "at coordinate (3,0), at
// offset 3".
constexpr void put_clues(text& t, witness const& w) {
  for (int i = 0; i < w.count; ++i) {
    if (i > 0) t.put(", ");
    for (char const c : name_of(*w.at[i].what)) t.put(c == '_' ? ' ' : c);
    if (w.at[i].count == 0) continue;  // a remedy
    t.put(' ');
    put(t, w.at[i]);
  }
}

// One sentence for a refusal of the core: its property's pattern with its numbers. Empty for
// property::none.
constexpr text sentence(refusal const& r) {
  clue_numbers const at[] = {{&clue::in_mode, 1, {r.mode}},
                             {&clue::at_coordinate, 1, {r.coordinate}},
                             {&clue::found, 1, {r.found}},
                             {&clue::expected, 1, {r.expected}}};
  text t;
  put(t, pattern_of(r.what), {at, 4}, {});
  return t;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
