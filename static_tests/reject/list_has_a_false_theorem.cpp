// SPDX-License-Identifier: BSL-1.0
// expect-error: owns_every_element<
// expect-error: missing_element<16>
// expect-error: elements_missed<16>
// expect-sentence: no value of a thread is element 16 of (_8,_4): 16 elements have fewer owners
// expect-sentence: than 1
#include <tileproof/prove/theorem.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

template <class Threads>
struct kernel {
  using tile = Shape<_8, _4>;
  using rows = theorems<theorem<owns_every_element<>, Threads, tile>>;
  using proofs = theorems<theorem<injective, Threads>, rows>;
  static_assert(proofs::hold);
};

#ifdef TILEPROOF_CONTROL
kernel<Layout<Shape<_8, _4>>> k;
#else
kernel<Layout<Shape<_8, _2>>> k;
#endif
