// SPDX-License-Identifier: BSL-1.0
// A unit without proofs and checks of run-time leaves links with one that has them, and keeps its
// own.
#define TILEPROOF_DISABLE_PROOFS
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// A proof that fails elsewhere.
static_assert(require<injective>(Layout<Shape<_4, _2>, Stride<_1, _1>>{}));

// Composes what no layout equals; true where nothing is thrown.
bool composes_unchecked() {
  auto const a = make_layout(make_shape(6, 2), make_stride(8, 2));
  return size(composition(a, make_layout(3, 4))) > 0;
}
