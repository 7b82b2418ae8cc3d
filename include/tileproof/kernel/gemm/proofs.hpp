// SPDX-License-Identifier: BSL-1.0
//
// Theorems that every GEMM kernel states: about its copies of A and B, its MMA fragments and its
// stores to C.
//
// A kernel lists them at its top (prove/theorem.hpp), and its type does not compile where one
// fails:
//
//   using proofs = theorems<detail::proofs_of_fragments<tiled_mma>, ...>;
//   static_assert(proofs::hold);
#pragma once

#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/mma/make_tiled_copy.hpp>
#include <tileproof/kernel/common/global_tile.hpp>
#include <tileproof/kernel/gemm/arguments.hpp>
#include <tileproof/prove/bank_conflicts.hpp>
#include <tileproof/prove/global_memory.hpp>
#include <tileproof/prove/resources.hpp>
#include <tileproof/prove/theorem.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// A tile (BLK_MN,BLK_K) of an operand in global memory, whose leading dimension is LD elements.
template <major Major, class Tile, std::int64_t LD = whole_lines>
using operand_tile =
    std::conditional_t<Major == major::mn, columns_apart<Tile, LD>, rows_apart<Tile, LD>>;

// Thread-value layouts of a tiled copy: (thread,value) -> offset, in source or destination memory
// of layout Memory.
template <class Copy, class Memory>
using source_of = decltype(Copy::tidfrg_S(Memory{}));
template <class Copy, class Memory>
using destination_of = decltype(Copy::tidfrg_D(Memory{}));

// Theorems about the copy of a Tile from global memory, by accesses of Bits bits, to registers or
// to shared memory of layout To: each element has one owner, both sides name the same elements,
// each access is as wide as stated, and loads use PerCent % of the bytes of their sectors.
template <class Copy, class T, int Bits, major Major, class Tile, int PerCent, class... To>
using proofs_of_fetch = theorems<
    theorem<owns_every_element<>, source_of<Copy, Layout<Tile>>, Tile>,
    theorem<same_elements, source_of<Copy, Layout<Tile>>, destination_of<Copy, Layout<Tile>>>,
    theorem<access_width<Bits, T>,
            source_of<Copy, operand_tile<Major, Tile, whole_vectors<Bits / sizeof_bits_v<T>>>>,
            destination_of<Copy, To>...>,
    theorem<sector_efficiency<global_load<Bits>, T, PerCent>,
            source_of<Copy, operand_tile<Major, Tile>>>>;

// The fragments of an operand cover its tile: each element has one owner, or one in each of the
// threads that share it (as the rows of A are shared by the warps along N).
template <class TiledMMA, class Operand>
using operand_is_shared_out =
    theorem<owns_every_element<TiledMMA::tiling::template owners<Operand>>,
            decltype(TiledMMA::tiling::template thread_value<Operand>()),
            typename TiledMMA::tiling::template operand_shape<Operand>>;
// Theorems about the fragments of a tiled MMA: its threads are distinct, and the fragments of A, B
// and C cover their tiles.
template <class TiledMMA>
using proofs_of_fragments =
    theorems<theorem<every_thread_has_one_place, typename TiledMMA::ThrLayoutVMNK>,
             operand_is_shared_out<TiledMMA, operand_a>, operand_is_shared_out<TiledMMA, operand_b>,
             operand_is_shared_out<TiledMMA, operand_c>>;

// Tiled copies of single elements, in the fragment layouts of A, B and C.
template <class T>
using elements = Copy_Atom<UniversalCopy<T>, T>;
template <class TiledMMA, class T>
using elements_of_a = decltype(make_tiled_copy_A(elements<T>{}, TiledMMA{}));
template <class TiledMMA, class T>
using elements_of_b = decltype(make_tiled_copy_B(elements<T>{}, TiledMMA{}));
template <class TiledMMA, class T>
using elements_of_c = decltype(make_tiled_copy_C(elements<T>{}, TiledMMA{}));

// Theorems about C, which is stored, and loaded where beta is not 0, element by element: each
// element has one owner, and stores use PerCent % of the bytes of their sectors. The theorem is
// about a thread's first element: the others lie in the same sectors, or whole sectors further.
template <class TiledMMA, class T, class Tile, int PerCent = 100>
using proofs_of_c = theorems<
    theorem<owns_every_element<>, destination_of<elements_of_c<TiledMMA, T>, Layout<Tile>>, Tile>,
    theorem<sector_efficiency<global_store<sizeof_bits_v<T>>, T, PerCent>,
            decltype(make_layout(
                layout<0>(destination_of<elements_of_c<TiledMMA, T>, columns_apart<Tile>>{}),
                Layout<_1, _0>{}))>>;

// Theorems about shared-memory buffers of layouts A and B: no two elements share an offset, and
// both fit in Bytes bytes.
template <class T, std::int64_t Bytes, class A, class B>
using proofs_of_buffers =
    theorems<theorem<injective, A>, theorem<injective, B>, theorem<fits_in_bytes<Bytes, T>, A, B>>;

// Stage 0, (BLK_MN,BLK_K), of a multistage buffer (BLK_MN,BLK_K,PIPE). A theorem about it holds for
// every stage where each begins at a multiple of Bytes bytes: stages_are_alike.
template <class Buffer>
using first_stage = decltype(take<0, 2>(Buffer{}));
template <class T, int Bytes, class Buffer>
using stages_are_alike = theorem<aligned<Bytes, T>, decltype(layout<2>(Buffer{}))>;

// The shared memory of a block, in bytes, that a kernel gets without cudaFuncSetAttribute.
inline constexpr std::int64_t shared_bytes_unasked = 48 * 1024;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
