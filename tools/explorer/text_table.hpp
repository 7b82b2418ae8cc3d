// SPDX-License-Identifier: BSL-1.0
//
// Defines to_text: a picture as tables of text, as CuTe's print_layout and print_latex show
// layouts, threads and values.
//
//   (_2,_3):(_3,_1)
//        0 1 2
//     0  0 1 2
//     1  3 4 5
#pragma once

#include <tileproof/print/picture.hpp>

#include <string>

namespace tileproof::explorer {

// The titles and the grids of a picture, one below the other. Lines stand between blocks. A cell
// that is wrong has an exclamation mark. With colours, cells have those of the picture, for
// terminals of 256 colours.
std::string to_text(picture const& p, bool colours);

}  // namespace tileproof::explorer
