// SPDX-License-Identifier: BSL-1.0
#include <tileproof/core/text.hpp>
#include <tileproof/core/witness.hpp>

#include <cstdint>
#include <string_view>

namespace {

namespace core = tileproof::core;

template <class T>
constexpr core::text put(T const& v) {
  core::text t;
  t.put(v);
  return t;
}

static_assert(put('x') == "x");
static_assert(put(std::string_view("tile")) == "tile");
static_assert(put(std::int64_t{0}) == "0");
static_assert(put(std::int64_t{-17}) == "-17");
static_assert(put(std::int64_t{INT64_MIN}) == "-9223372036854775808");
static_assert(put(core::fixed(4)) == "_4");
static_assert(put(core::plain(4)) == "4");
static_assert(put(core::integer{0, 3}) == "?");  // a recorded expression has no value yet

// ---- longer text is cut, and says so

constexpr core::text repeated(int n) {
  core::text t;
  for (int i = 0; i < n; ++i) t.put('x');
  return t;
}
static_assert(std::string_view(repeated(core::text::capacity)).back() == 'x');
static_assert(std::string_view(repeated(core::text::capacity + 1))
                  .substr(core::text::capacity - 4) == "x...");

// ---- trees

constexpr core::layout nested() {
  core::layout l;
  l.open(2);
  l.leaf({core::fixed(4), core::plain(8), 0});
  l.open(2);
  l.leaf({core::plain(2), core::fixed(1), 1});
  l.leaf({core::fixed(3), core::fixed(5), 2 + 32 * 1});
  return l;
}
static_assert(core::layout_text(nested()) == "(_4,(2,_3)):(8,(_1@0,_5@0@1))");
static_assert(core::shape_text(nested()) == "(_4,(2,_3))");

}  // namespace
