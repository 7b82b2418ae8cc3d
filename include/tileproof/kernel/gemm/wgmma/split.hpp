// SPDX-License-Identifier: BSL-1.0
//
// The kernel of gemm_wgmma for few tiles: a block has one tile, k may be split over a cluster, and
// D is stored column-major, so that a row-major D of few rows has B's rows in the 128 rows of
// wgmma. With split-k each block of a cluster multiplies a part of k, writes its sums to its shared
// memory, and adds up a part of the rows out of the shared memory of all blocks (distributed shared
// memory). There is no workspace, and sums are added in a fixed order, so that results repeat.
//
//   tile 128x64, 4 blocks     block 0     block 1     block 2      block 3
//   multiplies k-tiles        0 1 2       3 4 5       6 7 8        9 10 11
//   adds up rows              0-31        32-63       64-95        96-127
//
//   consumer 0, 1  wait full[now]    wgmma          wait for the one before, arrive at its empty
//                  write the sums   cluster barrier   read those of every block   cluster barrier
//   producer       wait empty[now]   expect bytes   load A, load B -> full[now]
#pragma once

#include <tileproof/kernel/gemm/wgmma/converted.hpp>
#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>
#include <tileproof/tensor/fill.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// A cluster of Splits blocks computes one tile. Each block has k-tiles of BytesOfA and BytesOfB in
// Stages stages, 2 or more, and at least one k-tile, which is zeros past the end of k. BytesOfSums
// is the size of the f32 or int32 tile of a consumer; the sums lie where A's stages lay. One thread
// of a warpgroup releases a stage, as in CUTLASS: the proof then follows few enough threads for 8
// blocks.
//
// If Converts, threads read A from shared memory and convert it in registers. Consumers is 1 or 2.
template <int Stages, int BytesOfA, int BytesOfB, int BytesOfSums, int Splits,
          bool Converts = false, int Consumers = 2>
struct wgmma_split_protocol {
  static constexpr int blocks = Splits;
  static constexpr int consumers = Consumers;
  static constexpr bool warpgroup_waits_as_one = true;
  static constexpr bool dependent_launch = true;
  struct A : pipeline::buffer<A, Stages, BytesOfA> {};
  struct B : pipeline::buffer<B, Stages, BytesOfB> {};
  struct Sums : pipeline::buffer<Sums, 1, BytesOfSums, consumers> {};  // 64 rows a part
  struct Acc : pipeline::accumulator<Acc, consumers> {};
  // A, in registers: the halves of a k-tile, so that one is converted while the other is
  // multiplied.
  struct Converted : pipeline::accumulator<Converted, 2 * consumers> {};
  struct Full : pipeline::mbarrier<Full, Stages, 1> {};
  struct Empty : pipeline::mbarrier<Empty, Stages, consumers> {};
  struct Both : pipeline::named_barrier<Both, 128 * consumers> {};
  struct Own : pipeline::named_barrier<Own, 128, consumers> {};
  using resources =
      std::conditional_t<Converts,
                         pipeline::resources<A, B, Sums, Acc, Converted, Full, Empty, Both, Own>,
                         pipeline::resources<A, B, Sums, Acc, Full, Empty, Both>>;
  using overlaps = pipeline::overlaps<pipeline::overlap<A, Sums>>;
  using loop = pipeline::tile_of_some_steps;
  struct store_rows {};  // a step: this block's rows of D

  template <int I>
  struct consumer {
    static constexpr int threads = 128;
    static constexpr int number = I;
    TILEPROOF_ROLE void begin(auto& m) {
      m.wait_on_dependent_grids();
      m.launch_dependent_grids();
    }
    TILEPROOF_ROLE void first(auto& m) {
      fetch(m);
      multiply(m, _0{});
      if constexpr (Converts) multiply(m, _1{});
    }
    TILEPROOF_ROLE void step(auto& m) {
      fetch(m);
      if constexpr (Converts) {
        m.warpgroup_wait(_1{});  // the first half of the step before has been multiplied
        multiply(m, _0{});
        m.warpgroup_wait(_1{});
        release(m);
        multiply(m, _1{});
      } else {
        multiply(m, _0{});
        m.warpgroup_wait(_1{});
        release(m);
      }
    }
    TILEPROOF_ROLE void end(auto& m) {
      m.warpgroup_wait(_0{});
      m.read(Acc{}[I]);
      m.sync(Both{}[0]);  // the stages have been read
      m.write(Sums{}[0].part(I));
      if constexpr (Splits == 1) {
        m.sync(Both{}[0]);
        m.read(Sums{}[0].part(I));
        m.compute(store_rows{});
      } else {
        m.sync_cluster();
        // The tile's rows are dealt out to the blocks, by rank.
        int const part = m.rank() * consumers / Splits;
        TILEPROOF_UNROLL
        for (int i = 0; i < Splits; ++i) {
          int const from = (m.rank() + i) % Splits;
          m.read(Sums{}[0].part(part).of(from));
        }
        m.cluster_arrive();
        m.compute(store_rows{});
        m.cluster_wait();  // until the others have read
      }
    }

   private:
    // Waits for a stage; an A to convert goes to registers.
    TILEPROOF_ROLE void fetch(auto& m) {
      m.wait(Full{}[pipeline::now]);
      if constexpr (Converts) {
        m.read(A{}[pipeline::now]);
        m.fence_view_async_shared();
        m.sync(Own{}[I]);  // all have read
      }
    }
    TILEPROOF_ROLE void multiply(auto& m, auto half) {
      if constexpr (Converts) m.write(Converted{}[2 * I + half]);
      m.warpgroup_arrive();
      if constexpr (Converts)
        m.gemm(Acc{}[I], Converted{}[2 * I + half], B{}[pipeline::now]);
      else
        m.gemm(Acc{}[I], A{}[pipeline::now], B{}[pipeline::now]);
      m.warpgroup_commit_batch();
    }
    // Releases the stage of the step before, which has been read.
    TILEPROOF_ROLE void release(auto& m) {
      if (m.elected()) m.arrive(Empty{}[pipeline::now - 1]);
    }
  };

  struct producer {
    static constexpr int threads = 1;
    TILEPROOF_ROLE void begin(auto& m) { m.wait_on_dependent_grids(); }
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Empty{}[pipeline::now].before());
      m.arrive_and_expect_tx(Full{}[pipeline::now], BytesOfA + BytesOfB);
      m.tma_load(A{}[pipeline::now], Full{}[pipeline::now]);
      m.tma_load(B{}[pipeline::now], Full{}[pipeline::now]);
    }
    TILEPROOF_ROLE void finish(auto& m) {
      if constexpr (Splits > 1) {
        m.sync_cluster();
        m.sync_cluster();
      }
    }
  };
  using roles = std::conditional_t<Consumers == 1, pipeline::roles<consumer<0>, producer>,
                                   pipeline::roles<consumer<0>, consumer<1>, producer>>;
};

// D in global memory: a column-major matrix for each batch.
template <class P>
struct matrix_in_memory {
  P p;
  std::int64_t ld, batch;
};
template <class P>
struct described_matrix {
  matrix_in_memory<P> copy;
  constexpr explicit operator bool() const { return true; }
};

// The parameters of gemm_wgmma, D column-major.
template <class TA, class TB, class TD, major MajorA, major MajorB, class Epilogue, class Schedule>
struct split_wgmma : wgmma_operands<TA, TB, wgmma_accumulator<wgmma_multiplied<TA, TB>>, MajorA,
                                    MajorB, Schedule> {
  using accumulator = wgmma_accumulator<wgmma_multiplied<TA, TB>>;
  using operands = wgmma_operands<TA, TB, accumulator, MajorA, MajorB, Schedule>;
  using operands::block_m, operands::block_n, operands::block_k, operands::stages;
  using typename operands::sA_layout, typename operands::sB_layout, typename operands::tiled_mma;
  using element_of_a = TA;
  using element_of_b = TB;
  static constexpr int threads = 128 * operands::consumers + 32;
  static constexpr int blocks_per_sm = 1;
  static constexpr bool is_persistent = false;
  static constexpr bool shares_tiles = false;
  static constexpr bool is_dependent = true;
  static constexpr int splits = Schedule::splits;
  static constexpr int blocks = splits;  // of a cluster
  using cluster = Shape<Int<splits>, _1, _1>;
  using scalar = wgmma_scalar<TD>;
  using factors = wgmma_factors<scalar, sizeof(TA) == 1 || sizeof(TD) == 1>;

  // The sums of a block: columns of 64, whose groups of 8 are permuted so that a fragment of wgmma
  // is written without bank conflicts.
  using permuted = Swizzle<2, 3, 4>;
  using sSums_layout = decltype(composition(
      permuted{},
      Layout<Shape<_64, Int<block_n>, Int<operands::consumers>>>{}));  // (64,BLK_N,consumer)
  using sums_layout = decltype(take<0, 2>(sSums_layout{}));            // (64,BLK_N)
  using typename operands::tile_sums;
  using write_sums = decltype(make_tiled_copy_C(
      Copy_Atom<UniversalCopy<std::uint32_t>, accumulator>{}, tiled_mma{}));
  // The rows that are added up, by both consumers, or without split-k by each its own; and their
  // threads, 4 rows each. A small piece leaves threads over. Where 4 threads have all rows of a
  // column, the next 4 have the fourth column on, which lies in other banks.
  static constexpr int rows = splits == 1 ? 64 : block_m / splits;
  static constexpr int most_adders = splits == 1 ? 128 : 128 * operands::consumers;
  static constexpr int across =
      static_cast<int>(core::gcd(block_n, most_adders / (rows / 4)));  // columns at a time
  static constexpr int adders = across * (rows / 4);
  using piece = Shape<Int<rows>, Int<block_n>>;
  // The first row of a piece of a tile: of a consumer's without split-k, of a block's with it.
  struct pieces_of_rows {
    static constexpr int tile = size<0>(typename operands::tile_of_cluster{});
    static constexpr int blocks = 1;
    static constexpr int parts = block_m / rows;
    static constexpr int piece = rows;
    template <class I>
    TILEPROOF_HOST_DEVICE static constexpr I first(I const& tile, I const&, I const& part) {
      return tile * I(block_m) + part * I(rows);
    }
  };
  struct columns_of_tiles {
    static constexpr int tile = size<1>(typename operands::tile_of_cluster{});
    static constexpr int blocks = 1;
    static constexpr int parts = 1;
    static constexpr int piece = block_n;
    template <class I>
    TILEPROOF_HOST_DEVICE static constexpr I first(I const& tile, I const&, I const&) {
      return tile * I(block_n);
    }
  };
  using piece_layout = decltype(composition(permuted{}, Layout<piece, Stride<_1, _64>>{}));
  using adding_threads = std::conditional_t<
      rows == 16,
      Layout<Shape<_4, Shape<_4, _2, Int<across / 8>>>, Stride<_1, Stride<_8, _4, _32>>>,
      Layout<Shape<Int<rows / 4>, Int<across>>>>;
  using add_up = decltype(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, accumulator>{},
                                          adding_threads{}, Layout<Shape<_4, _1>>{}));

  using protocol = wgmma_split_protocol<stages, operands::bytes_of_a, operands::bytes_of_b,
                                        pipeline::bytes_of_stage<accumulator, sums_layout>, splits,
                                        operands::converts_a, operands::consumers>;
  static_assert(require<sound_protocol>(protocol{}));
  using Sums = typename protocol::Sums;
  using shared =
      pipeline::memory<protocol, pipeline::bind<typename protocol::A, TA, sA_layout>,
                       pipeline::bind<typename protocol::B, TB, sB_layout>,
                       pipeline::reuse<Sums, typename protocol::A, accumulator, sSums_layout>>;

  using proofs = theorems<
      theorem<injective, sSums_layout>,
      theorem<owns_every_element<>, decltype(write_sums::tidfrg_D(Layout<tile_sums>{})), tile_sums>,
      theorem<free_of_bank_conflicts<shared_store<32>, accumulator>,
              decltype(write_sums::tidfrg_D(sums_layout{}))>,
      theorem<owns_every_element<>, decltype(add_up::tidfrg_S(Layout<piece>{})), piece>,
      theorem<access_width<128, accumulator>, decltype(add_up::tidfrg_S(piece_layout{}))>,
      theorem<free_of_bank_conflicts<shared_load<128>, accumulator>,
              decltype(add_up::tidfrg_S(piece_layout{}))>,
      typename operands::template transfers<protocol, 1, false>,
      typename wgmma_of_any_size<operands, TA, TB, TD, 2, 4>::proofs,
      wgmma_integers_have_64_bits<wgmma_arguments<TA, TB, TD>>,
      theorem<holds_for_all_ints<each_row_once<pieces_of_rows>>>,
      theorem<holds_for_all_ints<each_row_once<columns_of_tiles>>>,
      shares_are_right<shares_of_k<operands, splits>>>;
  static_assert(proofs::hold);

  template <class G, class P>
  static described_matrix<P> output(G const& g, P p) {
    return {{p, g.ldd, g.batch_d}};
  }
  template <class P>
  using output_of = matrix_in_memory<decltype(make_gmem_ptr(std::declval<P>()))>;

  // C is the pointer to C, D a matrix_in_memory. The grid has as many clusters as tiles.
  template <class C, class D>
  using whole_tiles = typename operands::template call<wgmma_scalars<scalar, Epilogue, C>, D>;
  template <class C, class D>
  using arguments = whole_tiles<C, D>;

  // The k-tiles of each block; TMA fills those past the end of k with zeros.
  template <class Arguments>
  TILEPROOF_HOST_DEVICE static int k_tiles_of_block(Arguments const& args) {
    return shares_of_k<operands, splits>::of_block(args.k);
  }
  // The trips of a block (machine/machine.hpp): one tile.
  struct trips {
    int of_grid, k_tiles;
    TILEPROOF_HOST_DEVICE constexpr _1 tiles() const { return {}; }
    TILEPROOF_HOST_DEVICE constexpr int tile(int) const { return of_grid; }
    TILEPROOF_HOST_DEVICE constexpr int steps(int) const { return k_tiles; }
  };

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    if (ctx.thread() == 0) {
      prefetch_tma_descriptor(args.a);
      prefetch_tma_descriptor(args.b);
    }
    auto const make = [&](auto role) { return payload<decltype(role)>(ctx, args); };
    pipeline::run_protocol<shared>(ctx, make, trips_of(ctx.block_x(), args));
  }
  // The trips of a block of the grid.
  template <class Arguments>
  TILEPROOF_HOST_DEVICE static trips trips_of(int block, Arguments const& args) {
    return {block / splits, k_tiles_of_block(args)};
  }

  // The part of the tile that a block has.
  template <class Arguments>
  TILEPROOF_HOST_DEVICE static tile_part part_of(int block, Arguments const& args, int tile) {
    int const k_tiles = k_tiles_of_block(args);
    return {tile, shares_of_k<operands, splits>::first(block % splits, k_tiles), k_tiles};
  }
  // The payload of a role: of the producer, or of consumer R::number.
  template <class R, class Context, class Arguments>
  TILEPROOF_KERNEL static auto payload(Context const& ctx, Arguments const& args) {
    int const rank = splits == 1 ? 0 : ctx.block_rank_in_cluster();
    if constexpr (R::threads == 1)
      return wgmma_loads<split_wgmma, Context, Arguments>{ctx, args, 0};
    else
      return multiplies<R::number, Context, Arguments>{{ctx}, args, rank, {args}};
  }
  struct not_converted {};
  template <int I, class Context, class Arguments>
  struct multiplies : wgmma_products<split_wgmma, I, Context> {
    using products = wgmma_products<split_wgmma, I, Context>;
    using products::ctx, products::read;
    Arguments const& args;
    int rank;
    wgmma_result<TD, factors, Arguments, matrix_order::column_major> result;
    int tile_row = 0;  // counted in tiles
    int column = 0;    // of the tile's first element
    std::conditional_t<operands::converts_a, converted_operand<split_wgmma, I>, not_converted>
        converted{};
    int half = 0;  // of a k-tile, which was converted last
    // The 4 rows of each column that this thread adds up.
    decltype(make_tensor<accumulator>(
        shape(add_up{}.get_slice(0).partition_S(make_identity_tensor(piece{})).layout()))) added{};

    TILEPROOF_KERNEL void open(int tile) {
      tile_place const at = args.order(tile);
      tile_row = at.row;
      column = columns_of_tiles::first(at.column, 0, 0);
      result.open(at.batch);
      clear(added);
      this->begin_tile();
    }
    template <class Stage>
    TILEPROOF_KERNEL void read(typename protocol::A, Stage const& stage, int) {
      converted.load(stage, ctx.thread() % 128);
    }
    TILEPROOF_KERNEL void write(typename protocol::Converted, int part) {
      half = part % 2;
      converted.convert(ctx, half);
    }
    template <class A, class B>
    TILEPROOF_KERNEL void gemm(typename protocol::Acc, A const& tCrA, B const& tCrB) {
      if constexpr (operands::converts_a) {
        constexpr int k_blocks = operands::k_blocks / 2;
        this->template multiply<k_blocks>(converted.fragments, tCrB, half * k_blocks);
      } else {
        this->template multiply<operands::k_blocks>(tCrA, tCrB, 0);
      }
    }
    template <class Stage>
    TILEPROOF_KERNEL void write(Sums, Stage const& to, int) {
      // The sums are copied, since nvcc would carry sums that it stores through the loop as
      // integers, and ptxas then serialises wgmma (C7514).
      auto written = make_tensor_like(this->sums);
      copy(this->sums, written);
      auto const store = write_sums{}.get_slice(ctx.thread() % 128);
      copy(store, store.retile_S(written), store.partition_D(to));
    }
    // Adds this block's rows of the sums of another block.
    template <class Stage>
    TILEPROOF_KERNEL void read(Sums, Stage const& sums, int) {
      if (thread() >= adders) return;
      auto const mine = local_tile(sums, piece{}, make_coord(rank % (64 / rows), _0{}));
      auto read = make_tensor_like(added);
      copy(add_up{}, add_up{}.get_slice(thread()).partition_S(mine), read);
      TILEPROOF_UNROLL
      for (int i = 0; i < size(added); ++i) added(i) += read(i);
    }
    // Stores this block's rows of D.
    TILEPROOF_KERNEL void compute(typename protocol::store_rows) {
      if (thread() >= adders) return;
      auto const at = add_up{}.get_slice(thread()).partition_S(make_identity_tensor(piece{}));
      int const first_row = pieces_of_rows::first(tile_row, 0, splits == 1 ? I : rank);
      TILEPROOF_UNROLL
      for (int first = 0; first < size(added); first += 4) {
        int const r = first_row + static_cast<int>(get<0>(at(first)));
        int const c = column + static_cast<int>(get<1>(at(first)));
        if (!is_inside(r, args.m) || !is_inside(c, args.n)) continue;
        auto rounded = make_tensor<TD>(Layout<_4>{});
        clear(rounded);  // -352 of e4m3 has the bits of an unwritten byte on the CPU
        result.template round<4>(added, at, first, first_row, column, &rounded(0));
        using four = typename unsigned_of<4 * sizeof(TD)>::type;
        auto const to = args.d.p + (result.batch * args.d.batch +
                                    offset_in<matrix_order::column_major>(r, c, args.d.ld));
        copy(Copy_Atom<UniversalCopy<four>, TD>{}, rounded,
             make_tensor(make_gmem_ptr<sizeof(four)>(raw_pointer_cast(to)), Layout<_4>{}));
      }
    }
    // Among the threads that add up.
    TILEPROOF_KERNEL int thread() const { return ctx.thread() % most_adders; }
  };
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
