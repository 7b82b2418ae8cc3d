// SPDX-License-Identifier: BSL-1.0
//
// grouped_wgmma: the GEMMs of a mixture of experts on sm_90, many in one launch: D = alpha * A * B
// for each of many groups of rows, which share n and k and have each its own B. Only the device
// knows the lengths of the groups. The protocol is that of gemm_wgmma; a persistent block walks the
// groups (kernel/common/grouped_order.hpp).
//
//   group  rows of A and D         B
//   0      [0,ends[0])             B[0], n x k
//   1      [ends[0],ends[1])       B[1]
//
// The 128 rows of wgmma are rows of B (wgmma_swap_ab), so that a tile has as few rows of D as suits
// the groups: 16 to 256. A tile reads rows of the next groups too, whose sums are not stored. For
// the stores, D is a tensor (n,row,end) for TMA:
//
//   end   the end of a group, from 0 to total, a row apart
//   row   from total - length on; the base address is `total` rows before D
//
// so row i of a group that ends at e is row e - length + i of D; and rows from `length` on are rows
// from `total` on: outside the tensor map, where TMA writes nothing. No row of another group is
// written, and no tensor map is made on the device.
//
//   grouped_arguments g{total, groups, n, k, 1.0f, a, k, b, k, n * k, d, n, ends};
//   status const s = launch_grouped(g, stream);          // kernel/gemm/wgmma/grouped_launch.hpp
#pragma once

// First: the shortest way to it in a message.
#include <tileproof/types/refused.hpp>

#include <tileproof/kernel/common/grouped_order.hpp>
#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>
#include <tileproof/kernel/gemm/wgmma/grouped_launch.hpp>
#include <tileproof/kernel/gemm/wgmma/groups_of_any_size.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

template <class Kernel, class Context, class Arguments>
struct grouped_loads;
template <class Kernel, int I, class Context, class Arguments>
struct grouped_multiplies;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail

namespace tileproof::inline TILEPROOF_NAMESPACE {

// TA and TB are the element types of A and B, 16-bit floats of one type or 8-bit floats; TD is
// half_t or bfloat16_t, TA where that has 16 bits. Epilogue is a type called with an element of
// alpha * A * B, its row, counted over all groups, and its column. Arguments and refusals:
// check_grouped.
template <class TA, class TB, class TD, class Epilogue, class Schedule>
struct grouped_wgmma
    : detail::wgmma_pipeline<detail::wgmma_operands<TB, TA, float, major::k, major::k, Schedule>,
                             TB, TA, TD, Schedule> {
  static_assert(detail::require_wgmma_stores<TA, TD>());
  static_assert(sizeof(TD) == 2, "grouped_wgmma: D has elements of 16 bits, half_t or bfloat16_t");
  // ---- tiles: (128,BLK_K) of B, (BLK_M,BLK_K) of A, (64,CHUNK) of D; of D, 64 columns a consumer
  using base =
      detail::wgmma_pipeline<detail::wgmma_operands<TB, TA, float, major::k, major::k, Schedule>,
                             TB, TA, TD, Schedule>;
  using base::blocks;  // of a cluster, which share A
  using typename base::operands;
  using element_a = TA;
  using element_b = TB;
  using element_d = TD;
  using epilogue = Epilogue;
  using schedule = Schedule;
  static constexpr int rows = Schedule::block_n;          // of a tile of D
  static constexpr int columns = 128 * Schedule::blocks;  // of the tiles of a cluster
  static constexpr int strip = 16;

  // A: (total,k,1) and B: (n,k,group) of the arguments g.
  template <class G, class P>
  static auto tokens(G const& g, P p) {
    return operands::template operand<major::k>(p, operands::as_int(g.total), operands::as_int(g.k),
                                                g.lda, 1, std::int64_t{16});
  }
  template <class G, class P>
  static auto weights(G const& g, P p) {
    return operands::template operand<major::k>(p, operands::as_int(g.n), operands::as_int(g.k),
                                                g.ldb, operands::as_int(g.groups), g.batch_b);
  }
  // The tensor map of D: (n,row,end).
  template <class G>
  static auto layout_of_d(G const& g) {
    auto const total = operands::as_int(g.total);
    return make_layout(make_shape(operands::as_int(g.n), total, total + _1{}),
                       make_stride(_1{}, g.ldd, g.ldd));
  }
  template <class G, class P>
  static auto output(G const& g, P p) {
    return base::map_d(
        make_tensor(make_gmem_ptr(p + base_of_map<std::int64_t>(g.total, g.ldd)), layout_of_d(g)));
  }
  // The offset of that map in D, and the coordinate `row` in it of a row of a group that ends at
  // `end`.
  template <class I>
  static constexpr I base_of_map(I total, I ld) {
    return -ld * total;
  }
  template <class I>
  TILEPROOF_HOST_DEVICE static constexpr I row_in_map(I total, I row, I end) {
    return total - end + row;
  }
  // The columns of D are the rows of wgmma.
  using columns_of_consumers = detail::rows_of_chunks<operands>;
  static_assert(columns == columns_of_consumers::tile);
  using any_size = detail::wgmma_of_any_size<operands, TB, TA, TD>;
  using call = grouped_arguments<TA, TB, TD>;
  using proofs = theorems<
      typename base::proofs, typename any_size::of_operands,
      detail::have_64_bits<decltype(call::total), decltype(call::groups), decltype(call::n),
                           decltype(call::k), decltype(call::lda), decltype(call::ldb),
                           decltype(call::batch_b), decltype(call::ldd)>,
      typename detail::groups_of_any_size<grouped_wgmma, operands>::proofs,
      theorem<visits_every_tile_of_groups<grouped_tiles<rows, 256, strip>>,
              Shape<Int<1 << 20>, Int<0>, Int<1>>>>;
  static_assert(proofs::hold);
  using tma_d = decltype(output(detail::sizes_of_one_element{}, static_cast<TD*>(nullptr)).copy);

  // ---- a kernel's arguments. Ends is the pointer to the ends of the groups, of the type that the
  // context's global memory has. m and n are those of B * A^T: n and the total of the caller.
  using factors = detail::wgmma_factors<float, sizeof(TA) == 1>;
  template <class Ends>
  struct arguments : detail::wgmma_scalars<float, transposed_epilogue<Epilogue>, TD const*> {
    typename operands::tma_a b;
    typename operands::tma_b a;
    tma_d d;
    grouped_order order;
    Ends ends;
    int clusters;                     // in the grid
    static constexpr float beta = 0;  // there is no C

    // If k is 0, one k-tile outside of A and B is loaded, which TMA fills with zeros.
    TILEPROOF_HOST_DEVICE int k_tiles() const {
      return this->k == 0 ? 1 : operands::k_tiles_of(this->k);
    }
    TILEPROOF_HOST_DEVICE int first_k() const { return this->k == 0 ? operands::block_k : 0; }
    TILEPROOF_HOST_DEVICE auto walk() const { return grouped_walk<Ends>(order, ends); }
  };
  static constexpr grouped_order order_of(std::int64_t groups, std::int64_t total, std::int64_t n) {
    return {static_cast<int>(groups), static_cast<int>(total), rows,
            static_cast<int>(detail::tiles_of(n, columns)), strip};
  }

  // ---- a block
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    base::template run_block<grouped_wgmma>(ctx, args);
  }
  // A cluster takes the tiles first, first + clusters, ... as far as the walk finds them.
  template <class Arguments>
  TILEPROOF_HOST_DEVICE static tiles_of_cluster trips_of(int block, Arguments const& args) {
    return {block / blocks, args.clusters, INT32_MAX, args.k_tiles()};
  }
  // The payload of a role: of the producer, or of consumer R::number.
  template <class R, class Context, class Arguments>
  TILEPROOF_KERNEL static auto payload(Context const& ctx, Arguments const& args) {
    int const rank = blocks == 1 ? 0 : ctx.block_rank_in_cluster();
    if constexpr (R::threads == 1)
      return detail::grouped_loads<grouped_wgmma, Context, Arguments>{ctx, args, rank, args.walk()};
    else
      return detail::grouped_multiplies<grouped_wgmma, R::number, Context, Arguments>{
          {ctx}, args, rank, args.walk(), {args}};
  }

  // A tile of a TMA copy that begins at element (i,j,l).
  template <class Tile, class Copy>
  TILEPROOF_HOST_DEVICE static auto tile_at(Copy const& copy, int i, int j, int l) {
    auto const all = copy.get_tma_tensor(make_shape(INT32_MAX, INT32_MAX, INT32_MAX));
    return local_tile(take<0, 2>(domain_offset(make_coord(i, j, l), all)), Tile{},
                      make_coord(_0{}, _0{}));
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The payload of a consumer: as that of gemm_wgmma, with the tiles of a walk.
template <class Kernel, int I, class Context, class Arguments>
struct grouped_multiplies : wgmma_products<Kernel, I, Context> {
  static constexpr int number = I;
  using products = wgmma_products<Kernel, I, Context>;
  using D = typename Kernel::protocol::D;
  using products::ctx, products::read, products::sums;
  Arguments const& args;
  int rank;
  decltype(std::declval<Arguments>().walk()) walk;
  wgmma_result<typename Kernel::element_of_d, typename Kernel::factors, Arguments,
               matrix_order::column_major, Kernel::neighbours>
      result;
  int row = 0, column = 0;  // of the first chunk
  int end = 0;              // of the group

  TILEPROOF_KERNEL bool has_tile(int tile) { return walk.find(tile); }
  TILEPROOF_KERNEL void open(int tile) {
    grouped_tile const at = walk(tile);
    row = at.row;
    column = Kernel::columns_of_consumers::first(at.column, rank, I);
    end = at.end;
    result.open(0);
    this->begin_tile();
  }
  template <class Stage>
  TILEPROOF_KERNEL void write(D, Stage const& to, pipeline::numbered n) {
    Kernel::round_chunk(result, ctx.thread() % 128, Kernel::chunk_of(sums, n.offset), column,
                        row + n.offset * Kernel::chunk_n, to);
  }
  template <class Stage>
  TILEPROOF_KERNEL void store(D, Stage const& from, pipeline::numbered n) {
    auto const gD = Kernel::template tile_at<typename Kernel::tile_d>(
        args.d, column, Kernel::row_in_map(args.n, row + n.offset * Kernel::chunk_n, end), end);
    auto const tma = args.d.get_slice(_0{});
    copy(args.d, tma.partition_S(from), tma.partition_D(gD));
  }
};

// The payload of the producer. The blocks of a cluster share A: each loads its part of the rows.
template <class Kernel, class Context, class Arguments>
struct grouped_loads {
  using A = typename Kernel::protocol::A;  // of wgmma: tiles of B
  using B = typename Kernel::protocol::B;  // tiles of A
  Context const& ctx;
  Arguments const& args;
  int rank;
  decltype(std::declval<Arguments>().walk()) walk;
  grouped_tile at{};

  TILEPROOF_KERNEL bool has_tile(int tile) { return walk.find(tile); }
  TILEPROOF_KERNEL void open(int tile) { at = walk(tile); }
  TILEPROOF_KERNEL int part(A) const { return 0; }
  TILEPROOF_KERNEL int part(B) const { return rank; }
  TILEPROOF_KERNEL auto tensor(A) const { return parts<A, 1>(args.b, 0, 0, 0, 0).shared; }
  TILEPROOF_KERNEL auto tensor(B) const {
    return parts<B, Kernel::blocks>(args.a, rank, 0, 0, 0).shared;
  }
  template <class Stage, class Barrier>
  TILEPROOF_KERNEL void load(A, Stage const& to, Barrier const& full, int k) {
    auto const from = parts<A, 1>(
        args.b, 0, Kernel::columns_of_consumers::first(at.column, rank, 0), first_k(k), at.group);
    if constexpr (Kernel::streams_a)
      copy(args.b.with(*full, 0, TMA::CacheHintSm90::EVICT_FIRST), from.global, to);
    else
      copy(args.b.with(*full, 0), from.global, to);
  }
  template <class Stage, class Barrier>
  TILEPROOF_KERNEL void load(B, Stage const& to, Barrier const& full, int k) {
    copy(args.a.with(*full, Kernel::to_blocks(Kernel::blocks)),
         parts<B, Kernel::blocks>(args.a, rank, at.row, first_k(k), 0).global, to);
  }

 private:
  TILEPROOF_KERNEL int first_k(int k) const { return args.first_k() + k * Kernel::block_k; }
  template <class Buffer, int Parts, class Copy>
  TILEPROOF_KERNEL auto parts(Copy const& tma, int part, int i, int k, int l) const {
    using tile = std::conditional_t<std::is_same_v<Buffer, A>, typename Kernel::tile_a,
                                    typename Kernel::tile_b>;
    return tma_partition(tma, Parts == 1 ? 0 : part, Layout<Int<Parts>>{},
                         group_modes<0, 2>(Kernel::shared::template tensor<Buffer>(ctx)),
                         group_modes<0, 2>(Kernel::template tile_at<tile>(tma, i, k, l)));
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
