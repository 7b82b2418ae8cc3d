// SPDX-License-Identifier: BSL-1.0
//
// Defines warp_request: what `banks` and `sectors` are asked about, a layout (thread,value) ->
// offset or a list of byte addresses, with the options that both have.
#pragma once

#include "command.hpp"
#include "tiling.hpp"

#include <tileproof/prove/mapping.hpp>
#include <tileproof/prove/shared_memory.hpp>
#include <tileproof/prove/warp.hpp>

#include <string>
#include <vector>

namespace tileproof::explorer {

struct warp_request {
  bool is_layout = true;
  std::vector<mapping> of;  // the layout, and the source of cp.async
  std::string text;         // the layout as evaluated
  std::string object;       // the same as JSON
  warp_access addresses{};  // where no layout is given
  warp_access source{};     // of cp.async, beside addresses
  bool has_source = false;
  int element_bits = 0;
  std::string element;
  std::int64_t warp = -1;  // of the picture; -1: the one of most wavefronts or sectors
  std::int64_t step = -1;
};

// The access of a tiled copy to shared memory: its instruction, shared_load<128> or
// shared_store<128> where that is none of shared memory alone, and whether it stores there.
struct access_of_copy {
  copy_tiling tiling{};
  std::string name;
  shared_instruction is{};
  bool is_matrix = false;  // ldmatrix or stmatrix
  bool is_async = false;   // cp.async
  bool stores = false;
  int bits() const { return static_cast<int>(mapping(tiling.source).values()) * tiling.bits; }
};
// False where the value is no copy of elements.
bool find_access(value const& v, access_of_copy& out);

// COPY LAYOUT [SOURCE], a copy of values and what it accesses, as the request with the layouts
// (thread,value) -> offset, and the options of its instruction: the layout is in shared memory, or
// with `is_global` in global memory. Any other request as it is.
request without_copy(request const& in, bool is_global);

// The options that both commands have.
std::vector<option> warp_options();

// Reads expressions and options; false, with r.err and the status, where they are wrong. Without
// --type an element has the width of the access, at least 8 bits.
bool read_warp_request(request const& in, int access_bits, std::size_t most_layouts, response& r,
                       warp_request& out);

// The warp and the step of the picture: those asked for, or the worst. False, with r.err, where
// they do not exist.
struct instruction_number {
  std::int64_t warp = 0;
  std::int64_t step = 0;
};
bool choose_instruction(warp_request const& asked, detail::warp_steps const& all,
                        instruction_number worst, response& r, instruction_number& out);

// Writes the sentence of accesses that cannot be made, or `nothing` where there are none.
void refuse_accesses(warp_request const& asked, report const& found, char const* nothing,
                     response& r);

// Whether each address is a multiple of the access; otherwise false, with r.err.
bool are_aligned(warp_access const& a, int access_bits, response& r);

// The word as a decimal number in [least,most].
bool read_number(std::string_view word, std::int64_t least, std::int64_t most, std::int64_t& out);

}  // namespace tileproof::explorer
