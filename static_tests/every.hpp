// SPDX-License-Identifier: BSL-1.0
//
// With EVERY=n a compiler looks at every n-th case of what is checked on many, to save time: the
// layouts of a law, the elements of a tile. The build's compiler looks at all of them.
#pragma once

#if !defined(EVERY)
#define EVERY 1
#endif
