// SPDX-License-Identifier: BSL-1.0
//
// How many instructions, or tiles, the static tests of the atoms looked at, and how many facts they
// proved of them: constants of those tests.
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
