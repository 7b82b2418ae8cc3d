// SPDX-License-Identifier: BSL-1.0
//
// Helps the tests of audits: says which lines of an audit do not hold, and compares them with those
// that the test expects.
#pragma once

#include <tileproof/beside_cute.hpp>

#include <cstdio>
#include <cstring>
#include <string>

namespace {

int audited = 0;
int wrong = 0;

// The lines of the audit that do not hold are those whose headings contain the words, each once and
// in order.
template <class... Subjects, class... Words>
void expect(char const* name, Words... words) {
  ++audited;
  char const* const all[] = {words..., nullptr};
  std::size_t next = 0;
  bool as_expected = true;
  std::string found;
  using lines = tileproof::detail::audited<typename tileproof::audit<Subjects...>::lines>;
  lines::each([&](tileproof::audits::finding is, tileproof::core::text const& heading,
                  tileproof::core::text const& why) {
    using enum tileproof::audits::finding;
    if (is == holds || is == by_model || is == by_practice || is == not_seen) return;
    found += std::string(heading.at) + ": " + why.at + "\n";
    as_expected &= next < sizeof...(words) && std::strstr(heading.at, all[next]) && why.count > 0;
    ++next;
  });
  if (as_expected && next == sizeof...(words)) return;
  ++wrong;
  std::printf("%s: %zu lines expected, found:\n%s", name, sizeof...(words), found.c_str());
}

int verdict() {
  std::printf("%d audits, %d wrong\n", audited, wrong);
  return wrong != 0 || audited == 0;
}

}  // namespace
