// SPDX-License-Identifier: BSL-1.0
// expect-error: mode_exists
// expect-sentence: mode 2 does not exist: there are 2 modes, counted from 0
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// group_modes<0,3> of a layout of two modes.
#ifdef TILEPROOF_CONTROL
auto grouped() { return group_modes<0, 2>(Layout<Shape<_4, _8>>{}); }
#else
auto grouped() { return group_modes<0, 3>(Layout<Shape<_4, _8>>{}); }  // the mistake
#endif
