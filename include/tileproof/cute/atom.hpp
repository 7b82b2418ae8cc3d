// SPDX-License-Identifier: BSL-1.0
//
// Defines the names of CuTe's arch/ and atom/ headers that are spelt otherwise in this library. The
// names that both share are in cute/same_atoms.hpp. <tileproof/cute.hpp> includes both.
#pragma once

#include <tileproof/cute/same_atoms.hpp>
