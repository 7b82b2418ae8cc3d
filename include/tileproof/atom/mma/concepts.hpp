// SPDX-License-Identifier: BSL-1.0
//
// Defines the concept atom, of which copy_atom (atom/copy/atom.hpp) and mma_atom
// (atom/mma/atom.hpp) are the two kinds. algebra/concepts.hpp has those of layouts,
// checker/protocol_properties.hpp has protocol.
//
//   template <copy_atom Copy, mma_atom Mma>
//   struct my_kernel;
#pragma once

#include <tileproof/atom/copy/atom.hpp>
#include <tileproof/atom/mma/atom.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// An instruction with its thread-value layouts: a Copy_Atom or an MMA_Atom, or a TiledCopy or a
// TiledMMA, which repeat one.
template <class T>
concept atom_like = copy_atom_like<T> || mma_atom_like<T>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
