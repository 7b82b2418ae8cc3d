// SPDX-License-Identifier: BSL-1.0
// expect-error: modes_exist
// expect-error: found<2, 1>
// expect-error: expected<3>
// expect-sentence: modes [2,1) do not exist: there are 3 modes, counted from 0, and a range ends
// expect-sentence: after its begin
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// group_modes<2,1>.
#ifdef TILEPROOF_CONTROL
auto grouped() { return group_modes<1, 2>(Layout<Shape<_2, _3, _4>>{}); }
#else
auto grouped() { return group_modes<2, 1>(Layout<Shape<_2, _3, _4>>{}); }  // the mistake
#endif
