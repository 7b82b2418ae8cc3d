// SPDX-License-Identifier: BSL-1.0
//
// Defines the names of CuTe's arch/, atom/ and algorithm/ headers that cute/same_atoms.hpp does not
// list. <tileproof/cute.hpp> includes both.
#pragma once

#include <tileproof/cute/gmma.hpp>
#include <tileproof/cute/same_atoms.hpp>

#include <tileproof/tileproof.hpp>

#include <cstddef>

namespace cute {

// algorithm/tensor_algorithms.hpp: lazy::transform
namespace lazy = tileproof::lazy;

// arch/copy_sm90_desc.hpp
namespace TMA {
using tileproof::TMA::CacheHintSm90, tileproof::TMA::L2Promotion;
}

// algorithm/prefer.hpp: prefer<N> converts to prefer<N - 1>, so that of several overloads the one
// of the largest N is chosen.
template <std::size_t N>
struct prefer : prefer<N - 1> {};
template <>
struct prefer<0> {};

// atom/mma_traits_sm90_gmma.hpp
namespace SM90 = tileproof::SM90;
namespace GMMA = tileproof::GMMA;

// atom/mma_atom.hpp: the number of threads of a TiledMMA, or of mode I of (ThrV,ThrM,ThrN,ThrK).
template <std::size_t... I, class Atom, class L, class P>
TILEPROOF_HOST_DEVICE constexpr auto thr_size(tileproof::TiledMMA<Atom, L, P> const& mma) {
  return tileproof::size<I...>(mma.get_thr_layout_vmnk());
}

}  // namespace cute
