// SPDX-License-Identifier: BSL-1.0
//
// The numbers of instructions, or tiles, that the static tests of the atoms looked at, and of facts
// that they proved of them: constants of those tests.
#pragma once

namespace atoms {

struct facts {
  int subjects;
  int count;
};
extern facts const of_warps;
extern facts const of_warpgroups;
extern facts const of_copies;
extern facts const of_tiles_moved;

}  // namespace atoms
