// SPDX-License-Identifier: BSL-1.0
//
// simt_operand: the copies of one operand of a SIMT GEMM from global to shared memory, by 16-byte
// accesses to global memory. In shared memory its tile (BLK_MN,BLK_K) is mn-major.
//
//   mn-major, IsAsync:  global --cp.async, 16 bytes--> shared
//   mn-major:           global --16 bytes--> registers --16 bytes--> shared
//   k-major:            global --16 bytes--> registers --elements, transposed--> shared, padded
#pragma once

#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/kernel/common/edge.hpp>
#include <tileproof/kernel/common/protocols.hpp>
#include <tileproof/kernel/gemm/proofs.hpp>

#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// T is the element type, Major the contiguous mode in global memory, BlockMN x BlockK the k-tile,
// Threads the size of the block. IsAsync asks for cp.async where no transposition is needed.
template <class T, major Major, int BlockMN, int BlockK, int Threads, bool IsAsync>
struct simt_operand {
  static constexpr int vector = 16 / static_cast<int>(sizeof(T));
  static constexpr bool is_turned = Major == major::k;
  static constexpr bool through_registers = is_turned || !IsAsync;

  // Columns are padded by 16 bytes where elements are transposed: the threads of a warp, 16 rows of
  // two vectors along k, then store to different banks.
  using tile = Layout<Shape<Int<BlockMN>, Int<BlockK>>,
                      Stride<_1, Int<is_turned ? BlockMN + vector : BlockMN>>>;
  using threads =
      std::conditional_t<is_turned,
                         Layout<Shape<Shape<_16, Int<Threads * vector / BlockK / 16>>,
                                      Shape<_2, Int<BlockK / vector / 2>>>,
                                Stride<Stride<_2, Int<16 * BlockK / vector>>, Stride<_1, _32>>>,
                         Layout<Shape<Int<BlockMN / vector>, Int<Threads * vector / BlockMN>>>>;
  using values =
      std::conditional_t<is_turned, Layout<Shape<_1, Int<vector>>>, Layout<Shape<Int<vector>, _1>>>;
  template <class Operation>
  using copy_by = decltype(make_tiled_copy(Copy_Atom<Operation, T>{}, threads{}, values{}));
  // The copies from global memory, and from registers to shared memory.
  using gmem_copy = copy_by<std::conditional_t<through_registers, UniversalCopy<uint128_t>,
                                               SM80_CP_ASYNC_CACHEALWAYS<uint128_t>>>;
  using smem_copy = copy_by<UniversalCopy<std::conditional_t<is_turned, T, uint128_t>>>;

  // Theorems about the copy through registers (each thread stores the elements that it loaded) and
  // about cp.async. Both are free of bank conflicts.
  using elements = Shape<Int<BlockMN>, Int<BlockK>>;
  using gmem = operand_tile<Major, elements>;
  using proofs_of_delivery = theorems<
      theorem<same_elements, destination_of<gmem_copy, Layout<elements>>,
              destination_of<smem_copy, Layout<elements>>>,
      theorem<access_width<is_turned ? sizeof_bits_v<T> : 128, T>, destination_of<smem_copy, tile>>,
      theorem<free_of_bank_conflicts<shared_store<is_turned ? sizeof_bits_v<T> : 128>, T>,
              destination_of<smem_copy, tile>>>;
  using proofs_of_cp_async =
      theorems<theorem<access_width<128, T>, destination_of<gmem_copy, tile>>,
               theorem<free_of_bank_conflicts<cp_async_ca<16>, T>, destination_of<gmem_copy, tile>,
                       source_of<gmem_copy, gmem>>>;
  using proofs =
      theorems<proofs_of_fetch<gmem_copy, T, 128, Major, elements, 100>,
               std::conditional_t<through_registers, proofs_of_delivery, proofs_of_cp_async>>;

  // The delivery of an operand with predicates of type Pred to shared memory.
  template <class Pred>
  static constexpr delivery way = through_registers ? delivery::by_registers : by_cp_async_of<Pred>;

  // fetch starts the copy of a thread's partition of a k-tile: to its registers, or to its
  // partition of a stage. deliver stores the registers to the stage; after cp.async it does
  // nothing.
  template <class Pred, class Src, class Registers, class Dst>
  TILEPROOF_HOST_DEVICE static void fetch(Pred const& pred, Src const& src, Registers& registers,
                                          Dst const& dst) {
    if constexpr (through_registers)
      copy_inside(gmem_copy{}, pred, src, registers);
    else
      copy_inside(gmem_copy{}, pred, src, dst);
  }
  template <class Registers, class Dst>
  TILEPROOF_HOST_DEVICE static void deliver(Registers const& registers, Dst const& dst) {
    if constexpr (through_registers) tileproof::copy(smem_copy{}, registers, dst);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
