// SPDX-License-Identifier: BSL-1.0
// expect-error: tuple: an element must have a default constructor
#include <tileproof/tileproof.hpp>

struct number {
  int value;
#ifdef TILEPROOF_CONTROL
  number() = default;
#endif
  explicit number(int v) : value(v) {}
};
auto t = tileproof::make_tuple(1, number(2));  // the mistake
