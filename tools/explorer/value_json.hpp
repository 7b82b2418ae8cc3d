// SPDX-License-Identifier: BSL-1.0
//
// Defines json_of, a value as a JSON object:
//
//   (_4,(2,_8)):(_1,(8,_16))  {"kind": "layout", "shape": [4,[2,8]], "stride": [1,[8,16]]}
//   Sw<3,3,3> o _0 o L        ... and "outside": [{"swizzle": [3,3,3], "offset": 0}]
//   14 o L                    "kind": "tensor", ... and "offset": 14
//   (_4,?m), 5                {"kind": "tuple", "value": [4,"m"]}, {"kind": "integer", "value": 5}
//
// An unknown integer is its formula, and one along an axis its text, "_1@0": strings. `_` is null.
#pragma once

#include "value.hpp"

#include <string>

namespace tileproof::explorer {

// "layout", "tuple", "mma": the word of a kind.
char const* kind_word(value const& v);
std::string json_of(value const& v, unknowns const* names);

}  // namespace tileproof::explorer
