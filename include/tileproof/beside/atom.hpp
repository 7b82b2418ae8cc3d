// SPDX-License-Identifier: BSL-1.0
//
// Reads the copies and MMAs of NVIDIA's CuTe in place: a Copy_Atom, an MMA_Atom, a TiledCopy and a
// TiledMMA, a ThrCopy and a ThrMMA too. As an argument of a property, a copy is the layout
// (thread,value) -> element of its destination, and an MMA that of its accumulators; the others are
// members of CuTe's types, which are layouts in place:
//
//   require<owns_every_element<>>(tiled_copy, Shape<_16, _64>{});
//   require<owns_every_element<2>>(tiled_mma.get_layoutA_TV(), Shape<_32, _16>{});
//   require<free_of_bank_conflicts<ldmatrix<4>, half_t>>(copy_A.tidfrg_S(SmemLayoutA{}));
//   print_svg(tiled_mma);
#pragma once

#include <tileproof/beside/layout.hpp>
#include <tileproof/prove/require.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The layouts of a copy or an MMA in the names of this library's own, which pictures read.
template <class Atom>
struct copy_atom_in_place {
  using LayoutS_TV = own_t<typename Atom::ValLayoutSrc>;
  using LayoutD_TV = own_t<typename Atom::ValLayoutDst>;
  using layout_of_proof = LayoutD_TV;
};
template <class Copy>
struct tiled_copy_in_place {
  using TiledLayout_TV = own_t<typename Copy::TiledLayout_TV>;
  static constexpr auto get_layoutS_TV() { return own_t<decltype(Copy::get_layoutS_TV())>{}; }
  static constexpr auto get_layoutD_TV() { return own_t<decltype(Copy::get_layoutD_TV())>{}; }
  using layout_of_proof = decltype(get_layoutD_TV());
  friend constexpr auto tile_shape(tiled_copy_in_place) {
    return own_t<decltype(cute::shape(typename Copy::Tiler_MN{}))>{};
  }
};
template <class Atom>
struct mma_atom_in_place {
  using MMA_Op = typename Atom::MMA_Op;
  using Shape_MNK = own_t<typename Atom::Shape_MNK>;
  using ThrID = own_t<typename Atom::ThrID>;
  using LayoutA_TV = own_t<typename Atom::LayoutA_TV>;
  using LayoutB_TV = own_t<typename Atom::LayoutB_TV>;
  using LayoutC_TV = own_t<typename Atom::LayoutC_TV>;
  using layout_of_proof = LayoutC_TV;
};
template <class MMA>
struct tiled_mma_in_place {
  using AtomShape_MNK = own_t<typename MMA::AtomShape_MNK>;
  static constexpr auto tile_shape_mnk() { return own_t<decltype(cute::tile_shape(MMA{}))>{}; }
  static constexpr auto get_layoutA_TV() {
    return own_t<decltype(std::declval<MMA>().get_layoutA_TV())>{};
  }
  static constexpr auto get_layoutB_TV() {
    return own_t<decltype(std::declval<MMA>().get_layoutB_TV())>{};
  }
  static constexpr auto get_layoutC_TV() {
    return own_t<decltype(std::declval<MMA>().get_layoutC_TV())>{};
  }
  using layout_of_proof = decltype(get_layoutC_TV());
};

// own of T, whose layouts are in InPlace.
template <class T, class InPlace>
struct own_in_place {
  using type = InPlace;
  TILEPROOF_HOST_DEVICE static constexpr type from(T const&) { return {}; }
};
template <class... Args>
struct own<cute::Copy_Atom<Args...>>
    : own_in_place<cute::Copy_Atom<Args...>, copy_atom_in_place<cute::Copy_Atom<Args...>>> {};
template <class... Args>
struct own<cute::TiledCopy<Args...>>
    : own_in_place<cute::TiledCopy<Args...>, tiled_copy_in_place<cute::TiledCopy<Args...>>> {};
template <class Copy, class Thread>
struct own<cute::ThrCopy<Copy, Thread>>
    : own_in_place<cute::ThrCopy<Copy, Thread>, tiled_copy_in_place<Copy>> {};
template <class Args>
struct own<cute::MMA_Atom<Args>>
    : own_in_place<cute::MMA_Atom<Args>, mma_atom_in_place<cute::MMA_Atom<Args>>> {};
template <class... Args>
struct own<cute::TiledMMA<Args...>>
    : own_in_place<cute::TiledMMA<Args...>, tiled_mma_in_place<cute::TiledMMA<Args...>>> {};
template <class MMA, class Thread>
struct own<cute::ThrMMA<MMA, Thread>>
    : own_in_place<cute::ThrMMA<MMA, Thread>, tiled_mma_in_place<MMA>> {};

template <class... Args>
inline constexpr bool is_foreign_v<cute::Copy_Atom<Args...>> = true;
template <class... Args>
inline constexpr bool is_foreign_v<cute::TiledCopy<Args...>> = true;
template <class Copy, class Thread>
inline constexpr bool is_foreign_v<cute::ThrCopy<Copy, Thread>> = true;
template <class Args>
inline constexpr bool is_foreign_v<cute::MMA_Atom<Args>> = true;
template <class... Args>
inline constexpr bool is_foreign_v<cute::TiledMMA<Args...>> = true;
template <class MMA, class Thread>
inline constexpr bool is_foreign_v<cute::ThrMMA<MMA, Thread>> = true;

// The mapping of a copy or an MMA, which is that of one of its layouts.
template <class T>
  requires requires { typename T::layout_of_proof; }
struct mapping_from<T> {
  static constexpr bool is_static = true;
  static constexpr mapping make() { return mapping_from<typename T::layout_of_proof>::make(); }
  static constexpr mapping make(T const&) { return make(); }
};

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
