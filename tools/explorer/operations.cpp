// SPDX-License-Identifier: BSL-1.0
#include "operations.hpp"

#include <utility>

namespace tileproof::explorer {

value call::expected(int i, std::string what) {
  if (why) return {};
  std::vector<value> const& list = i >= 100 ? angles : args;
  std::size_t const at = static_cast<std::size_t>(i >= 100 ? i - 100 : i);
  why.is = status::bad_input;
  why.what = std::move(what) + " is expected here";
  if (at < list.size()) why.what += ", and this is " + kind_of(list[at]);
  wrong = i;
  return {};
}

bool call::is_layout(int i) {
  if (has(i) && args[static_cast<std::size_t>(i)].has_layout()) return true;
  expected(i, "a layout");
  return false;
}
bool call::is_plain(int i) {
  value const& v = args[static_cast<std::size_t>(i)];
  if (has(i) && v.is == kind::layout && !v.is_swizzled()) return true;
  expected(i, "a layout without a swizzle");
  return false;
}

// A condition of every operation that divides by extents.
bool call::has_extents(int i) {
  core::layout const& l = args[static_cast<std::size_t>(i)].of;
  for (int k = 0; k < l.count; ++k)
    if (l.at[k].extent.is_fixed() && l.at[k].extent.value < 1) {
      cx.refuse({core::property::run_time_extents_are_positive, k, 0, l.at[k].extent.value, 1});
      return false;
    }
  return true;
}
bool call::is_function(int i) { return is_layout(i) && has_extents(i); }
bool call::is_plain_function(int i) { return is_plain(i) && has_extents(i); }

namespace {

bool has_token(core::layout const& l, std::int8_t token) {
  for (int i = 0; i < l.tokens; ++i)
    if (l.token[i] == token) return true;
  return false;
}

}  // namespace

bool call::are_integers(int i) {
  value const& v = args[static_cast<std::size_t>(i)];
  if (v.is == kind::integers && !has_token(v.of, core::keep_token) &&
      !has_token(v.of, core::tile_token))
    return true;
  expected(i, "an integer or a tuple of integers");
  return false;
}
bool call::is_integer(int i) {
  if (args[static_cast<std::size_t>(i)].is_integer()) return true;
  expected(i, "an integer");
  return false;
}
bool call::is_number(int i) {
  if (!is_integer(i)) return false;
  if (args[static_cast<std::size_t>(i)].integer().is_known()) return true;
  expected(i, "an integer whose value is known");
  return false;
}
bool call::is_tiler(int i) {
  value const& v = args[static_cast<std::size_t>(i)];
  if (v.is == kind::integers || (v.is == kind::layout && !v.is_swizzled())) return has_extents(i);
  expected(i, "a tiler: an integer, `_`, a layout or a tuple of these");
  return false;
}
bool call::number(int i, std::int64_t least, std::int64_t most, std::int64_t& out) {
  value const& v = angles[static_cast<std::size_t>(i)];
  if (v.is_integer() && v.integer().is_known()) {
    out = v.integer().value;
    if (out >= least && out <= most) return true;
  }
  expected(100 + i, "an integer from " + std::to_string(least) + " to " + std::to_string(most));
  return false;
}

std::vector<operation_list> every_operation() {
  return {tuple_operations(),  layout_operations(), algebra_operations(),
          tensor_operations(), access_operations(), tiled_operations(),
          tma_operations(),    order_operations(),  protocol_operations()};
}

operation const* find_operation(std::string_view name) {
  for (operation_list const& group : every_operation())
    for (operation const& o : group)
      if (o.name == name) return &o;
  return nullptr;
}

namespace {

// The edit distance of two words (Levenshtein).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::size_t const replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      std::size_t const other = (row[j] < row[j + 1] ? row[j] : row[j + 1]) + 1;
      diagonal = row[j + 1];
      row[j + 1] = replaced < other ? replaced : other;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string most_similar(std::string_view name, std::vector<std::string> const& list) {
  if (name.size() > 64) return {};
  std::string best;
  std::size_t least = name.size() / 3 + 1;  // more changes make another word
  for (std::string const& other : list) {
    std::size_t const d = distance(name, other);
    if (d >= least && !(d == least && best.empty() && least > 1)) continue;
    best = other;
    least = d;
  }
  return best;
}

operation const* similar_operation(std::string_view name) {
  std::vector<std::string> names;
  for (operation_list const& group : every_operation())
    for (operation const& o : group) names.emplace_back(o.name);
  return find_operation(most_similar(name, names));
}

}  // namespace tileproof::explorer
