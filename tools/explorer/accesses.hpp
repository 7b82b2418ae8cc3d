// SPDX-License-Identifier: BSL-1.0
//
// Defines the memory instructions of proofs by their names, ldmatrix<4> and shared_load<128>, and
// by the short names of the command line, `--op ld --width 128`.
#pragma once

#include <tileproof/prove/shared_memory.hpp>

#include <string>
#include <string_view>

namespace tileproof::explorer {

// The C++ name of an instruction by any of its names: ldmatrix<4> of ldmatrix.x4, of PTX's
// ldmatrix.sync.aligned.m8n8.x4.shared.b16, and of CuTe's SM75_U32x4_LDSM_N and SM75_U16x8_LDSM_T.
// Other names are kept.
std::string access_of_any_name(std::string_view name);

// The instruction on shared memory of one of these names; false where there is none.
bool shared_access(std::string_view name, shared_instruction& out);
// The width in bits of global_load<Bits> or global_store<Bits>; 0 for any other name.
int global_access(std::string_view name);

// The C++ name of an instruction from the words of the command line: op ld, st, ldmatrix, stmatrix,
// cp.async.ca or cp.async.cg, and the width in bits; for ldmatrix and stmatrix .x1, .x2, .x4 may
// follow. Empty, with the reason, where there is none.
std::string access_name(std::string_view op, std::string_view width, std::string& why);

}  // namespace tileproof::explorer
