// SPDX-License-Identifier: BSL-1.0
//
// Defines the memory instructions of proofs by their names, ldmatrix<4> and shared_load<128>, and
// by the short names of the command line, `--op ld --width 128`.
#pragma once

#include <tileproof/prove/shared_memory.hpp>

#include <string>
#include <string_view>

namespace tileproof::explorer {

// The instruction on shared memory of that name; false where there is none.
bool shared_access(std::string_view name, shared_instruction& out);
// The width in bits of global_load<Bits> or global_store<Bits>; 0 for any other name.
int global_access(std::string_view name);

// The C++ name of an instruction from the words of the command line: op ld, st, ldmatrix, stmatrix,
// cp.async.ca or cp.async.cg, and the width in bits; for ldmatrix and stmatrix .x1, .x2, .x4 may
// follow. Empty, with the reason, where there is none.
std::string access_name(std::string_view op, std::string_view width, std::string& why);

}  // namespace tileproof::explorer
