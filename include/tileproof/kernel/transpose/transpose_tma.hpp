// SPDX-License-Identifier: BSL-1.0
//
// transpose_tma: transposes a column-major matrix in global memory. TMA loads a tile and stores the
// transposed one; in between the threads turn small squares in their registers.
//
//   using kernel = transpose_tma<float>;
//   status const s = launch_transpose<kernel>({m, n, in, ld_in, out, ld_out}, stream);
//
// As in kernel/transpose/transpose.hpp, the output is indexed by (m,n) as the input is:
//
//   in (1,ld_in) --TMA--> columns of 128 B --squares--> rows of 128 B --TMA--> out (ld_out,1)
#pragma once

#include <tileproof/atom/tma/cache_hint.hpp>
#include <tileproof/atom/tma/make_tma_copy.hpp>
#include <tileproof/atom/wgmma/layouts.hpp>
#include <tileproof/kernel/common/tma_protocols.hpp>
#include <tileproof/kernel/transpose/transpose.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/machine/run_protocol.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// Threads as squares of a tile that is M squares long. With the swizzle of 128 bytes the 64-bit
// accesses of a half-warp have no bank conflict, neither along m nor along n, where it has 4 x 4
// squares, each of 2 x 2 elements of 4 bytes; of elements of 8 bytes, every other one.
template <int Bytes, int M, int Threads>
struct threads_of_squares {
  static constexpr int along = M / 4 < Threads / 16 ? M / 4 : Threads / 16;
  using type = Layout<Shape<Shape<_4, Int<along>>, Shape<_4, Int<Threads / 16 / along>>>,
                      Stride<Stride<_1, _16>, Stride<_4, Int<16 * along>>>>;
};
template <int M, int Threads>
struct threads_of_squares<8, M, Threads> {
  static constexpr int along = M / 8 < Threads / 64 ? M / 8 : Threads / 64;
  using type =
      Layout<Shape<Shape<_2, _2, _2, Int<along>>, Shape<_2, _2, _2, Int<Threads / 64 / along>>>,
             Stride<Stride<_1, _16, _2, _64>, Stride<_4, _32, _8, Int<64 * along>>>>;
};

// The matrices that the tensor maps describe, indexed by (m,n).
template <class M, class N, class LD>
constexpr auto layout_of_input(M m, N n, LD ld) {
  return make_layout(make_shape(m, n), make_stride(_1{}, ld));
}
template <class M, class N, class LD>
constexpr auto layout_of_output(M m, N n, LD ld) {
  return make_layout(make_shape(m, n), make_stride(ld, _1{}));
}
// Theorems for every size that the launcher takes: the maps describe the arguments, and a block's
// tile is its own. TMA writes nothing outside of a map.
template <class Kernel, int Width>
struct mapped_transpose_of_any_size {
  using tile = typename Kernel::tile;
  using of = integers_of_transpose<tile, Width, true>;
  using m = typename of::m;
  using n = typename of::n;
  using ld_in = typename of::ld_in;
  using ld_out = typename of::ld_out;
  using out = decltype(layout_of_output(m{}, n{}, ld_out{}));
  using proofs =
      theorems<theorem<is_described_layout<Layout<Shape<m, n>, Stride<_1, ld_in>>>,
                       decltype(layout_of_input(m{}, n{}, ld_in{}))>,
               theorem<is_described_layout<Layout<Shape<m, n>, Stride<ld_out, _1>>>, out>,
               theorem<injective, out>, theorem<tiles_cover, Shape<m, n>, tile>,
               theorem<is_described_layout<tiles_of_matrix<m, n, tile>>,
                       decltype(tiles_of_transpose<tile>(
                           transpose_arguments<int const*, int*, m, n, ld_in, ld_out>{}))>,
               numbers_are_tiles<tile>>;
};

}  // namespace detail

// Transposes by TMA. T is the element type, BlockM x BlockN the tile, Threads the size of a block.
// Hint tells L2 what to keep of the input. A thread's accesses to shared memory have 64 bits; of
// elements of 2 bytes they have two-way bank conflicts, of others none (proved).
//
// Addresses and leading dimensions are multiples of 16 bytes, and so is a column of the output.
// Refused at compile time: elements of 1 byte. Arguments and refusals: check_transpose.
template <class T, int BlockM = 64, int BlockN = 64, int Threads = 256,
          TMA::CacheHintSm90 Hint = TMA::CacheHintSm90::EVICT_NORMAL>
struct transpose_tma {
  static constexpr int threads = Threads;
  static constexpr bool is_by_tma = true;
  static constexpr int access_bytes = 16;
  static constexpr int bytes = static_cast<int>(sizeof(T));
  using element = T;
  using tile = Shape<Int<BlockM>, Int<BlockN>>;  // (BLK_M,BLK_N)
  static constexpr int side = 8 / bytes;         // of a square
  static_assert(bytes >= 2, "transpose_tma: the elements must have 2, 4 or 8 bytes");

  // Shared memory: in columns of 128 bytes, then in rows, swizzled. A box has all columns (rows).
  using in_layout = decltype(tile_to_shape(GMMA::Layout_MN_SW128_Atom<T>{}, tile{},
                                           Step<_2, _1>{}));  // (BLK_M,BLK_N)
  using out_layout = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<T>{}, tile{}));  // the same

  using protocol = detail::load_rearrange_store<Threads, pipeline::bytes_of_stage<T, in_layout>>;
  using In = typename protocol::In;
  using Out = typename protocol::Out;
  using shared = pipeline::memory<protocol, pipeline::bind<In, T, in_layout>,
                                  pipeline::bind<Out, T, out_layout>>;

  // Each thread copies squares, column by column in and row by row out.
  using square = Shape<Int<side>, Int<side>>;
  using by_rows = Layout<square, Stride<Int<side>, _1>>;
  using squares = typename detail::threads_of_squares<bytes, BlockM / side, Threads>::type;
  static_assert(size(squares{}) == Threads, "transpose_tma: each thread has squares of a tile");
  using atom = Copy_Atom<UniversalCopy<std::uint64_t>, T>;
  using read = decltype(make_tiled_copy(atom{}, squares{}, Layout<square>{}));
  using write = decltype(make_tiled_copy(atom{}, squares{}, by_rows{}));

  // Thread-value layouts (thread,value) -> element of the tile, and -> offset in shared memory.
  using as_read = decltype(read::tidfrg_S(Layout<tile>{}));
  using as_written = decltype(write::tidfrg_D(Layout<tile>{}));
  using from_shared = decltype(read::tidfrg_S(in_layout{}));
  using to_shared = decltype(write::tidfrg_D(out_layout{}));
  static constexpr int ways = bytes == 2 ? 2 : 1;
  using proofs = theorems<
      theorem<owns_every_element<>, as_read, tile>, theorem<owns_every_element<>, as_written, tile>,
      theorem<same_elements,
              decltype(composition(typename read::TiledLayout_TV{}, make_tile(_, by_rows{}))),
              typename write::TiledLayout_TV>,
      theorem<injective, in_layout>, theorem<injective, out_layout>,
      theorem<canonical_for_tma<T>, in_layout, tma_tile<Layout<tile>, tile>>,
      theorem<access_width<64, T>, from_shared, to_shared>,
      theorem<bank_ways<shared_load<64>, T, ways>, from_shared>,
      theorem<bank_ways<shared_store<64>, T, ways>, to_shared>,
      theorem<fits_in_bytes<shared_bytes_sm90, T>, in_layout, out_layout>,
      typename detail::mapped_transpose_of_any_size<transpose_tma, 16 / bytes>::proofs>;
  static_assert(proofs::hold);
  static_assert(require<sound_protocol>(protocol{}));

  // ---- tensor maps
  template <class P, class LD>
  static auto map_in(P in, int m, int n, LD ld) {
    return try_make_tma_copy(SM90_TMA_LOAD{},
                             make_tensor(make_gmem_ptr(in), detail::layout_of_input(m, n, ld)),
                             in_layout{}, tile{});
  }
  template <class P, class LD>
  static auto map_out(P out, int m, int n, LD ld) {
    return try_make_tma_copy(SM90_TMA_STORE{},
                             make_tensor(make_gmem_ptr(out), detail::layout_of_output(m, n, ld)),
                             out_layout{}, tile{});
  }
  // A kernel's arguments.
  struct arguments {
    decltype(map_in(static_cast<T const*>(nullptr), 0, 0, std::int64_t{}).copy) in;
    decltype(map_out(static_cast<T*>(nullptr), 0, 0, std::int64_t{}).copy) out;
    int n;
  };

  template <class Context>
  TILEPROOF_KERNEL static void run(Context const& ctx, arguments const& args) {
    auto const here = detail::tile_of_block(ctx.block_x(), args, tile{});
    auto const make = [&](auto) {
      return payload<std::remove_cv_t<decltype(here)>>{args, here, ctx.thread()};
    };
    pipeline::run_protocol<shared>(ctx, make);
  }

  // The tile of a block at a coordinate of type Here.
  template <class Here>
  struct payload {
    using by_columns = typename transpose_tma::read;
    using in_rows = typename transpose_tma::write;
    arguments const& args;
    Here here;
    int thread;
    decltype(make_fragment_like(by_columns{}.get_slice(0).partition_S(make_tensor(
        make_smem_ptr(static_cast<T*>(nullptr)), in_layout{})))) tIrI{};  // (CPY,CPY_M,CPY_N)

    template <class Stage, class Barrier>
    TILEPROOF_KERNEL void load(In, Stage const& to, Barrier const& full, int) const {
      auto const in = tma_partition(args.in, group_modes<0, 2>(to), tile_of(args.in));
      copy(args.in.with(*full, 0, Hint), in.global, in.shared);
    }
    template <class Stage>
    TILEPROOF_KERNEL void read(In, Stage const& from, int) {
      copy(by_columns{}, by_columns{}.get_slice(thread).partition_S(from), tIrI);
    }
    template <class Stage>
    TILEPROOF_KERNEL void write(Out, Stage const& to, int) {
      copy(in_rows{}, composition(tIrI, make_tile(by_rows{}, _, _)),
           in_rows{}.get_slice(thread).partition_D(to));
    }
    template <class Stage>
    TILEPROOF_KERNEL void store(Out, Stage const& from, int) const {
      auto const out = tma_partition(args.out, group_modes<0, 2>(from), tile_of(args.out));
      copy(args.out, out.shared, out.global);
    }

   private:
    // The tile in the coordinates of a tensor map, whose extents the hardware has.
    template <class Copy>
    TILEPROOF_KERNEL auto tile_of(Copy const& by) const {
      auto const all = by.get_tma_tensor(make_shape(INT32_MAX, INT32_MAX));
      return group_modes<0, 2>(local_tile(all, tile{}, here));
    }
  };
};

#if defined(__CUDACC__)
// Checks the arguments, makes the tensor maps and launches Kernel, a transpose_tma. Asynchronous.
// Result: a status of check_transpose or of launch, or tensor_map_refused.
template <class Kernel, class T = typename Kernel::element>
  requires(Kernel::is_by_tma)
status launch_transpose(transpose_arguments<T const*, T*> const& args,
                        cudaStream_t stream) noexcept {
  if (status const s = check_transpose<Kernel>(args); s != status::ok) return s;
  if (args.m == 0 || args.n == 0) return status::ok;
  int const m = static_cast<int>(args.m);
  int const n = static_cast<int>(args.n);
  auto const in = Kernel::map_in(args.in, m, n, args.ld_in);
  auto const out = Kernel::map_out(args.out, m, n, args.ld_out);
  if (!in || !out) return status::tensor_map_refused;
  return launch<Kernel>({blocks_of_transpose<Kernel>(args)},
                        typename Kernel::arguments{in.copy, out.copy, n}, stream);
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
