// SPDX-License-Identifier: BSL-1.0
//
// Facts of unknowns, asked of numbers: each kind, at both sides of its bound.
#include <tileproof/lift/facts.hpp>

namespace {

using namespace tileproof;

using m = unknown<"m", multiple_of<8>, at_most<4096>>;
using ld = unknown<"ld", std::int64_t, at_least<m{}>>;
using k = unknown<"k", at_least<0>, at_most<m{} * _2{}>>;

static_assert(have_facts<m>(8) && have_facts<m>(4096));
static_assert(broken_fact<m>(0) == "m is 0, and must be at least 1");
static_assert(broken_fact<m>(4104) == "m is 4104, and must be at most 4096");
static_assert(broken_fact<m>(12) == "m is 12, and must be a multiple of 8");
static_assert(have_facts<m, ld>(16, 16) && have_facts<ld, m>(std::int64_t{1} << 40, 16));
static_assert(broken_fact<m, ld>(16, 15) == "ld is 15, and must be at least m, which is 16");
static_assert(have_facts<k, m>(0, 8) && have_facts<k, m>(16, 8));
static_assert(broken_fact<m, k>(8, 17) == "k is 17, and must be at most m*2, which is 16");
// A number of more bits than the unknown.
static_assert(broken_fact<m>((std::int64_t{1} << 32) + 8) ==
              "m is 4294967304, and must be at most 4096");
// A bound beyond 64 bits.
using wide = unknown<"wide", std::int64_t>;
using square = unknown<"square", std::int64_t, at_least<wide{} * wide{}>>;
static_assert(have_facts<wide, square>(3, 9));
static_assert(broken_fact<wide, square>(std::int64_t{1} << 33, 5) ==
              "square is 5, and must be at least wide*wide");

}  // namespace
