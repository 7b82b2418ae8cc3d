// SPDX-License-Identifier: BSL-1.0
// expect-error: each_integer_has_an_unknown
// expect-error: found<2>
// expect-error: expected<3>
// expect-sentence: with_unknowns: 3 run-time integers are to become unknowns, and 2 are given
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using m = unknown<"m">;
using n = unknown<"n">;
using ld = unknown<"ld", std::int64_t, at_least<m{}>>;
using matrix = Layout<Shape<int, int>, Stride<_1, std::int64_t>>;
#ifdef TILEPROOF_CONTROL
using every = with_unknowns_t<matrix, m, n, ld>;
#else
using every = with_unknowns_t<matrix, m, n>;
#endif
every const* const used = nullptr;
