// SPDX-License-Identifier: BSL-1.0
// expect-error: setmaxnreg_takes
// expect-error: found<100>
// expect-sentence: setmaxnreg: 100 registers a thread are asked for, and it must be a multiple of 8
// expect-sentence: from 24 to 256
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require_setmaxnreg<104>());
#else
static_assert(require_setmaxnreg<100>());  // the mistake
#endif
