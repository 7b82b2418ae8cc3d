// SPDX-License-Identifier: BSL-1.0
// expect-error: holds_for_all_ints<
// expect-error: overflows_for<
// expect-sentence: an int overflows for length = 2147483521
#include <tileproof/prove/for_all_integers.hpp>

using namespace tileproof;

// The number of tiles of 128 of a length.
struct tiles_of_128 {
  static constexpr integers::unknown unknowns[] = {{"length", 0, INT32_MAX}};
  template <class I>
  static constexpr bool holds(I const& length) {
#ifdef TILEPROOF_CONTROL
    I const tiles = length / 128 + (length % 128 > 0 ? 1 : 0);
#else
    I const tiles = (length + 127) / 128;
#endif
    return tiles * 64 + 64 > length / 2;
  }
};

static_assert(require<holds_for_all_ints<tiles_of_128>>());
