// SPDX-License-Identifier: BSL-1.0
// expect-error: mode_exists
// expect-sentence: mode 2 does not exist: there are 2 modes, counted from 0
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// size<2> of a layout of two modes.
#ifdef TILEPROOF_CONTROL
auto columns() { return size<1>(Layout<Shape<_4, _8>>{}); }
#else
auto columns() { return size<2>(Layout<Shape<_4, _8>>{}); }  // the mistake
#endif
