// SPDX-License-Identifier: BSL-1.0
//
// The operands of gemm_wgmma: the tiles of A and B, their stages in shared memory, the tensor maps
// that fill them, the wgmma that reads them, and the parts of the roles' payloads that load and
// multiply.
//
//   operands::sA_layout                              (BLK_M,BLK_K,PIPE), swizzled rows of 128 bytes
//   operands::loads<shared>(ctx, args, rank, k)               the producer's payload
//   operands::product_payload<protocol, ...>                  base of a consumer's payload
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/context/context.hpp>
#include <tileproof/kernel/gemm/wgmma/choice.hpp>
#include <tileproof/kernel/gemm/wgmma/launch.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/prove.hpp>
#include <tileproof/tensor/fill.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// wgmma's name of a contiguous mode.
template <major Major>
inline constexpr GMMA::Major gmma_major = Major == major::k ? GMMA::Major::K : GMMA::Major::MN;

// The wgmma of 64 rows, N columns and 32 bytes of k, of operands in shared memory.
template <class TA, class TB, class Accumulator, major MajorA, major MajorB, int N>
struct warpgroup_mma {
  using tile = Shape<_64, Int<N>, Int<32 / static_cast<int>(sizeof(TA))>>;
  using operation = decltype(GMMA::ss_op_selector<TA, TB, Accumulator, tile, gmma_major<MajorA>,
                                                  gmma_major<MajorB>>());
  using type = decltype(make_tiled_mma(operation{}));
};

// For a kernel whose first fields in shared memory are the stages of A and of B.
template <class TA, class TB, class Accumulator, major MajorA, major MajorB, class Schedule>
struct wgmma_operands {
  static constexpr major major_a = MajorA;
  static constexpr major major_b = MajorB;
  static constexpr int stages = Schedule::stages;
  static constexpr int bytes = static_cast<int>(sizeof(TA));
  static_assert(sizeof(TB) == sizeof(TA), "gemm_wgmma: A and B have elements of one size");
  static constexpr int block_m = Schedule::block_m;
  static constexpr int block_n = Schedule::block_n;
  static constexpr int block_k = 128 / bytes;
  static constexpr int blocks_m = Schedule::blocks_m;
  static constexpr int blocks_n = Schedule::blocks_n;
  using tile_a = Shape<_128, Int<block_k>>;          // (BLK_M,BLK_K)
  using tile_b = Shape<Int<block_n>, Int<block_k>>;  // (BLK_N,BLK_K)

  // An operand in shared memory: rows of 128 bytes along its contiguous mode, swizzled. Of an
  // MN-major one the rows of all k come first, so that one box has them all.
  template <class T, major Major>
  using smem_atom = std::conditional_t<Major == major::k, GMMA::Layout_K_SW128_Atom<T>,
                                       GMMA::Layout_MN_SW128_Atom<T>>;
  template <class T, major Major, int MN>
  using stages_of = decltype(tile_to_shape(
      smem_atom<T, Major>{}, Shape<Int<MN>, Int<block_k>, Int<stages>>{},
      std::conditional_t<Major == major::k, Step<_1, _2, _3>, Step<_2, _1, _3>>{}));
  using sA_layout = stages_of<TA, MajorA, block_m>;  // (BLK_M,BLK_K,PIPE)
  using sB_layout = stages_of<TB, MajorB, block_n>;  // (BLK_N,BLK_K,PIPE)
  using sA_stage = decltype(take<0, 2>(sA_layout{}));
  using sB_stage = decltype(take<0, 2>(sB_layout{}));
  static constexpr int bytes_of_a = pipeline::bytes_of_stage<TA, sA_stage>;
  static constexpr int bytes_of_b = pipeline::bytes_of_stage<TB, sB_stage>;
  using tiled_mma = typename warpgroup_mma<TA, TB, Accumulator, MajorA, MajorB, block_n>::type;

  using theorems_of_operands =
      theorems<theorem<injective, sA_layout>, theorem<injective, sB_layout>,
               theorem<canonical_for_wgmma<gmma_major<MajorA>, TA>, sA_layout>,
               theorem<canonical_for_wgmma<gmma_major<MajorB>, TB>, sB_layout>,
               theorem<owns_every_element<>, decltype(tiled_mma::get_layoutC_TV()),
                       Shape<_64, Int<block_n>>>>;
  static_assert(theorems_of_operands::hold);

  // ---- tensor maps: (MN,K,batch)
  template <int Parts>
  using load = std::conditional_t<Parts == 1, SM90_TMA_LOAD, SM90_TMA_LOAD_MULTICAST>;
  template <major Major, class P>
  static auto operand(P p, int mn, int k, std::int64_t ld, int batches, std::int64_t batch) {
    auto const shape = make_shape(mn, k, batches);
    if constexpr (Major == major::k)
      return make_tensor(p, shape, make_stride(ld, _1{}, batch));
    else
      return make_tensor(p, shape, make_stride(_1{}, ld, batch));
  }
  template <class E, class L>
  static auto map_a(Tensor<E, L> const& a) {
    return try_make_tma_copy(load<blocks_n>{}, a, sA_stage{}, tile_a{}, Int<blocks_n>{});
  }
  template <class E, class L>
  static auto map_b(Tensor<E, L> const& b) {
    return try_make_tma_copy(load<blocks_m>{}, b, sB_stage{}, tile_b{}, Int<blocks_m>{});
  }
  template <class T, major Major>
  using operand_of =
      decltype(operand<Major>(make_gmem_ptr(static_cast<T*>(nullptr)), 0, 0, 0, 0, 0));
  using tma_a = decltype(map_a(std::declval<operand_of<TA const, MajorA>>()).copy);
  using tma_b = decltype(map_b(std::declval<operand_of<TB const, MajorB>>()).copy);

  // A kernel's arguments. Scalars are its wgmma_scalars, D is how it finds the output.
  template <class Scalars, class D>
  struct call : Scalars {
    tma_a a;
    tma_b b;
    D d;
    tile_order order;
    int clusters;  // in the grid

    // Where k is 0 a k-tile outside A and B is loaded, which TMA fills with zeros.
    TILEPROOF_HOST_DEVICE int k_tiles() const {
      return this->k == 0 ? 1 : (this->k + block_k - 1) / block_k;
    }
    TILEPROOF_HOST_DEVICE int first_k_tile() const { return this->k == 0 ? 1 : 0; }
  };
  // The tiles of a problem, a cluster's as one row.
  static constexpr tile_order order_of(std::int64_t m, std::int64_t n, int batches) {
    return {static_cast<int>(tiles_of(m, block_m * blocks_m)),
            static_cast<int>(tiles_of(n, block_n * blocks_n)), 16 / blocks_m, batches};
  }
  // The row and the column of tiles of the block of this rank; the mask of a multicast.
  TILEPROOF_HOST_DEVICE static constexpr int row_of(tile_place const& at, int rank) {
    return at.row * blocks_m + (blocks_m == 1 ? 0 : rank);
  }
  TILEPROOF_HOST_DEVICE static constexpr int column_of(tile_place const& at, int rank) {
    return at.column * blocks_n + (blocks_n == 1 ? 0 : rank);
  }
  TILEPROOF_HOST_DEVICE static constexpr std::uint16_t to_blocks(int n) {
    return static_cast<std::uint16_t>((1 << n) - 1);
  }


  // ---- the payload of the producer, for the k-tiles from `first` on
  template <class Shared, class Context, class Arguments>
  TILEPROOF_KERNEL static auto loads(Context const& ctx, Arguments const& args, int rank,
                                     int first) {
    using Protocol = typename Shared::protocol;
    auto const sA = Shared::template tensor<typename Protocol::A>(ctx);  // (BLK_M,BLK_K,PIPE)
    auto const sB = Shared::template tensor<typename Protocol::B>(ctx);  // (BLK_N,BLK_K,PIPE)
    auto const mA = args.a.get_tma_tensor(make_shape(args.m, args.k, args.order.batches));
    auto const mB = args.b.get_tma_tensor(make_shape(args.n, args.k, args.order.batches));
    auto const gA = local_tile(mA, tile_a{}, make_coord(_, _, _));  // (BLK_M,BLK_K,m,k,batch)
    auto const gB = local_tile(mB, tile_b{}, make_coord(_, _, _));  // (BLK_N,BLK_K,n,k,batch)
    auto const a = tma_partition(args.a, blocks_n == 1 ? 0 : rank, Layout<Int<blocks_n>>{},
                                 group_modes<0, 2>(sA), group_modes<0, 2>(gA));
    auto const b = tma_partition(args.b, blocks_m == 1 ? 0 : rank, Layout<Int<blocks_m>>{},
                                 group_modes<0, 2>(sB), group_modes<0, 2>(gB));
    return load_payload<Protocol, Arguments, std::remove_cv_t<decltype(a)>,
                        std::remove_cv_t<decltype(b)>>{args, a, b, rank, first};
  }
  template <class Protocol, class Arguments, class PartsOfA, class PartsOfB>
  struct load_payload {
    Arguments const& args;
    PartsOfA a;
    PartsOfB b;
    int rank, first;
    tile_place at{};
    TILEPROOF_KERNEL void open(int tile) { at = args.order(tile); }
    TILEPROOF_KERNEL auto tensor(typename Protocol::A) const { return a.shared; }
    TILEPROOF_KERNEL auto tensor(typename Protocol::B) const { return b.shared; }
    // Of a shared operand the part that this block loads.
    TILEPROOF_KERNEL int part(typename Protocol::A) const { return blocks_n == 1 ? 0 : rank; }
    TILEPROOF_KERNEL int part(typename Protocol::B) const { return blocks_m == 1 ? 0 : rank; }
    template <class Stage, class Barrier>
    TILEPROOF_KERNEL void load(typename Protocol::A, Stage const& to, Barrier const& full, int k) {
      copy(args.a.with(*full, to_blocks(blocks_n)),
           a.global(_, row_of(at, rank), first + k, at.batch), to);
    }
    template <class Stage, class Barrier>
    TILEPROOF_KERNEL void load(typename Protocol::B, Stage const& to, Barrier const& full, int k) {
      copy(args.b.with(*full, to_blocks(blocks_m)),
           b.global(_, column_of(at, rank), first + k, at.batch), to);
    }
  };

  // ---- the payload of consumer I: its 64 rows of A, and B; with the sums, product_payload
  template <int I, class Shared, class Context>
  TILEPROOF_KERNEL static auto fragments(Context const& ctx) {
    using Protocol = typename Shared::protocol;
    auto const sA = Shared::template tensor<typename Protocol::A>(ctx);  // (BLK_M,BLK_K,PIPE)
    auto const sB = Shared::template tensor<typename Protocol::B>(ctx);  // (BLK_N,BLK_K,PIPE)
    auto const mine =
        local_tile(sA, Shape<_64, Int<block_k>, Int<stages>>{}, make_coord(Int<I>{}, _0{}, _0{}));
    auto const mma = tiled_mma{}.get_slice(_0{});
    auto const tCrA = mma.partition_fragment_A(mine);  // (1,MMA_M,MMA_K,PIPE)
    auto const tCrB = mma.partition_fragment_B(sB);    // (1,MMA_N,MMA_K,PIPE)
    return fragments_of<std::remove_cv_t<decltype(tCrA)>, std::remove_cv_t<decltype(tCrB)>>{tCrA,
                                                                                            tCrB};
  }
  template <class A, class B>
  struct fragments_of {
    A a;
    B b;
  };
  template <class Protocol, class Fragments>
  struct product_payload {
    Fragments of;
    tiled_mma mma{};
    decltype(partition_fragment_C(tiled_mma{}, Shape<_64, Int<block_n>>{})) sums{};

    // The first wgmma of a tile overwrites the sums.
    TILEPROOF_KERNEL void begin_tile() { mma.accumulate_ = GMMA::ScaleOut::Zero; }
    // A shared operand has the parts of both blocks.
    TILEPROOF_KERNEL auto all_parts(typename Protocol::A) const { return of.a; }
    TILEPROOF_KERNEL auto all_parts(typename Protocol::B) const { return of.b; }
    template <class StageA, class StageB, class... Parts>
    TILEPROOF_KERNEL void gemm(typename Protocol::Acc, StageA const& tCrA, StageB const& tCrB,
                               Parts const&...) {
      TILEPROOF_UNROLL
      for (int k = 0; k < 4; ++k) {
        tileproof::gemm(mma, tCrA(_, _, k), tCrB(_, _, k), sums);
        mma.accumulate_ = GMMA::ScaleOut::One;
      }
    }
    TILEPROOF_KERNEL void read(typename Protocol::Acc) { warpgroup_fence_operand(sums); }
  };
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
