// SPDX-License-Identifier: BSL-1.0
//
// With EVERY=n a compiler looks at every n-th case of what is checked on many, to save time: the
// layouts of a law, the elements of a tile. The build's compiler looks at all of them: at those of
// the laws in the suite thorough, at every 13th by default.
#pragma once

#if !defined(EVERY)
#define EVERY 1
#endif
