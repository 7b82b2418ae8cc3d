// SPDX-License-Identifier: BSL-1.0
//
// What the kernels of matrix products prove alike: of the copies of A and B, of the instructions'
// fragments, of C.
#pragma once

#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/kernel/gemm_arguments.hpp>
#include <tileproof/kernel/global_tile.hpp>
#include <tileproof/prove/bank_conflicts.hpp>
#include <tileproof/prove/global_memory.hpp>
#include <tileproof/prove/resources.hpp>
#include <tileproof/prove/theorem.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// A tile (BLK_MN,BLK_K) of an operand in global memory.
template <major Major, class Tile, std::int64_t LD = whole_lines>
using operand_tile =
    std::conditional_t<Major == major::mn, columns_apart<Tile, LD>, rows_apart<Tile, LD>>;

// (thread,value) -> offset, of a copy's two sides.
template <class Copy, class Memory>
using source_of = decltype(Copy::tidfrg_S(Memory{}));
template <class Copy, class Memory>
using destination_of = decltype(Copy::tidfrg_D(Memory{}));

// A tile of an operand comes by accesses of Bits, to registers or to shared memory of layout To.
// Whether the bytes of each sector are all asked for, or PerCent of a hundred.
template <class Copy, class T, int Bits, major Major, class Tile, int PerCent, class... To>
using proofs_of_fetch = theorems<
    theorem<owns_every_element<>, source_of<Copy, Layout<Tile>>, Tile>,
    theorem<same_elements, source_of<Copy, Layout<Tile>>, destination_of<Copy, Layout<Tile>>>,
    theorem<access_width<Bits, T>,
            source_of<Copy, operand_tile<Major, Tile, whole_vectors<Bits / sizeof_bits_v<T>>>>,
            destination_of<Copy, To>...>,
    theorem<sector_efficiency<global_load<Bits>, T, PerCent>,
            source_of<Copy, operand_tile<Major, Tile>>>>;

// An instruction's operands, repeated over the threads, have each element of their tiles: once, or
// once for each of the threads that share it.
template <class TiledMMA, class Operand>
using operand_is_shared_out =
    theorem<owns_every_element<TiledMMA::tiling::template owners<Operand>>,
            decltype(TiledMMA::tiling::template thread_value<Operand>()),
            typename TiledMMA::tiling::template operand_shape<Operand>>;
template <class TiledMMA>
using proofs_of_fragments =
    theorems<theorem<every_thread_has_one_place, typename TiledMMA::ThrLayoutVMNK>,
             operand_is_shared_out<TiledMMA, operand_a>, operand_is_shared_out<TiledMMA, operand_b>,
             operand_is_shared_out<TiledMMA, operand_c>>;

// The elements that threads have of an operand, one by one.
template <class T>
using elements = Copy_Atom<UniversalCopy<T>, T>;
template <class TiledMMA, class T>
using elements_of_a = decltype(make_tiled_copy_A(elements<T>{}, TiledMMA{}));
template <class TiledMMA, class T>
using elements_of_b = decltype(make_tiled_copy_B(elements<T>{}, TiledMMA{}));
template <class TiledMMA, class T>
using elements_of_c = decltype(make_tiled_copy_C(elements<T>{}, TiledMMA{}));

// C is written, and read where beta is not 0, by elements. Of a thread's elements the first one
// stands for all: the others lie in the same sectors, or whole sectors further.
template <class TiledMMA, class T, class Tile, int PerCent = 100>
using proofs_of_c = theorems<
    theorem<owns_every_element<>, destination_of<elements_of_c<TiledMMA, T>, Layout<Tile>>, Tile>,
    theorem<sector_efficiency<global_store<sizeof_bits_v<T>>, T, PerCent>,
            decltype(make_layout(
                layout<0>(destination_of<elements_of_c<TiledMMA, T>, columns_apart<Tile>>{}),
                Layout<_1, _0>{}))>>;

// Buffers of layouts A and B hold an element a place, and fit.
template <class T, std::int64_t Bytes, class A, class B>
using proofs_of_buffers =
    theorems<theorem<injective, A>, theorem<injective, B>, theorem<fits_in_bytes<Bytes, T>, A, B>>;

// A stage of a buffer (BLK_MN,BLK_K,PIPE). What is proved of the first holds of all where each
// begins at a multiple of Bytes.
template <class Buffer>
using first_stage = decltype(take<0, 2>(Buffer{}));
template <class T, int Bytes, class Buffer>
using stages_are_alike = theorem<aligned<Bytes, T>, decltype(layout<2>(Buffer{}))>;

// A block of a kernel that asks for no more has 48 KB.
inline constexpr std::int64_t shared_bytes_unasked = 48 * 1024;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
