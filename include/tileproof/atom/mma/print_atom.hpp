// SPDX-License-Identifier: BSL-1.0
//
// print(atom), print(tiled_copy) and print(tiled_mma): the layouts of copy and MMA instructions as
// text, line by line, as CuTe prints them. On the host and in kernels.
//
//   print(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}));
//   // TiledMMA
//   //   ThrLayoutVMNK:  (_32,_2,_2,_1):(_1,_32,_64,_0)
//   //   PermutationMNK: (_,_,_)
//   // MMA_Atom
//   //   ThrID:      _32:_1 ...
#pragma once

#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/mma/tiled_mma.hpp>
#include <tileproof/print/print.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// One line: a name, and what print writes for the value.
template <class T>
TILEPROOF_HOST_DEVICE void print_named(char const* name, T const& value) {
  print(name);
  print(value);
  print("\n");
}

}  // namespace detail

template <class... Traits>
TILEPROOF_HOST_DEVICE void print(MMA_Atom<Traits...> const&) {
  using atom = MMA_Atom<Traits...>;
  print("MMA_Atom\n");
  detail::print_named("  ThrID:      ", typename atom::ThrID{});
  detail::print_named("  Shape_MNK:  ", typename atom::Shape_MNK{});
  detail::print_named("  LayoutA_TV: ", typename atom::LayoutA_TV{});
  detail::print_named("  LayoutB_TV: ", typename atom::LayoutB_TV{});
  detail::print_named("  LayoutC_TV: ", typename atom::LayoutC_TV{});
}
template <class Atom, class AtomLayoutMNK, class PermutationMNK>
TILEPROOF_HOST_DEVICE void print(TiledMMA<Atom, AtomLayoutMNK, PermutationMNK> const& mma) {
  print("TiledMMA\n");
  detail::print_named("  ThrLayoutVMNK:  ", mma.get_thr_layout_vmnk());
  detail::print_named("  PermutationMNK: ", PermutationMNK{});
  print(static_cast<Atom const&>(mma));
}

template <class Operation, class T>
TILEPROOF_HOST_DEVICE void print(Copy_Atom<Operation, T> const&) {
  using atom = Copy_Atom<Operation, T>;
  print("Copy_Atom\n");
  detail::print_named("  ThrID:        ", typename atom::ThrID{});
  detail::print_named("  ValLayoutSrc: ", typename atom::ValLayoutSrc{});
  detail::print_named("  ValLayoutDst: ", typename atom::ValLayoutDst{});
  detail::print_named("  ValLayoutRef: ", typename atom::ValLayoutRef{});
  print("  ValueType:    ");
  print(sizeof_bits_v<T>);
  print("b\n");
}
template <class Atom, class LayoutTV, class Tiler>
TILEPROOF_HOST_DEVICE void print(TiledCopy<Atom, LayoutTV, Tiler> const& copy) {
  print("TiledCopy\n");
  detail::print_named("  Tiler_MN:       ", Tiler{});
  detail::print_named("  TiledLayout_TV: ", LayoutTV{});
  print(static_cast<Atom const&>(copy));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
