// SPDX-License-Identifier: BSL-1.0
//
// Two kernels that copy n elements within global memory: copy_vectorised through registers,
// copy_async by multistage cp.async.
//
// Each access moves a vector of 16 bytes under a predicate; the elements after the last whole
// vector are copied one by one. n is any size; both addresses are multiples of 16 bytes.
//
//   status const s = launch_copy<copy_async<float>>({src, dst, n}, stream);
//
// A tile of 2 vectors a thread, with 256 threads (t), in memory:
//
//   | t 0 | t 1 | ... | t 255 | t 0 | t 1 | ... | t 255 |    each cell a vector of 16 bytes
//   +--------- row 0 ---------+--------- row 1 ---------+
#pragma once

#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/copy/copy_if.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/kernel/common/described_layout.hpp>
#include <tileproof/kernel/common/protocols.hpp>
#include <tileproof/kernel/copy/arguments.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/machine/payload.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/prove/bank_conflicts.hpp>
#include <tileproof/prove/for_all_integers.hpp>
#include <tileproof/prove/global_memory.hpp>
#include <tileproof/prove/residue_access.hpp>
#include <tileproof/prove/resources.hpp>
#include <tileproof/prove/theorem.hpp>
#include <tileproof/tensor/predicate.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

template <class T>
// The elements of type T in 16 bytes.
inline constexpr int elements_of_vector = 16 / static_cast<int>(sizeof(T));

// A tile of Vectors rows, in elements (BLK). A row holds one 16-byte vector for each thread, at the
// positions that ThreadLayout gives; Operation is the copy instruction.
template <class T, class ThreadLayout, int Vectors, class Operation = UniversalCopy<uint128_t>>
struct rows_of_vectors {
  static constexpr int width = elements_of_vector<T>;
  using tile = Shape<Int<Vectors * size(ThreadLayout{}) * width>>;
  using copy = decltype(make_tiled_copy(Copy_Atom<Operation, T>{}, ThreadLayout{},
                                        Layout<Shape<Int<width>>>{}));
  // Thread-value layouts of the tile: (thread,value) -> offset in memory of layout Memory.
  template <class Memory>
  using source = decltype(copy::tidfrg_S(Memory{}));
  template <class Memory>
  using destination = decltype(copy::tidfrg_D(Memory{}));

  // Theorems about a copy from memory of layout From to memory of layout To, or to registers: each
  // element has one owner, both sides name the same elements, each access has 128 bits.
  template <class From, class To = From>
  using proofs = theorems<theorem<owns_every_element<>, source<Layout<tile>>, tile>,
                          theorem<same_elements, source<Layout<tile>>, destination<Layout<tile>>>,
                          theorem<access_width<128, T>, source<From>, destination<To>>>;
};
// Thread t has vector t of a row.
template <int Threads>
using consecutive_threads = Layout<Shape<Int<Threads>>>;

// The source, the destination and the predicate "lies in a whole vector", as tensors of n elements;
// and the number of the vector after these.
template <class Src, class Dst, class Inside, class Last>
struct copy_views {
  Src src;
  Dst dst;
  Inside inside;
  Last last;
};
template <class Src, class Dst, class Inside, class Last>
copy_views(Src, Dst, Inside, Last)
    -> copy_views<Src, Dst, Inside, Last>;  // clang 16 does not derive it
template <class T, class Tile, class Arguments>
TILEPROOF_HOST_DEVICE auto views_of_copy(Arguments const& args) {
  constexpr Int<elements_of_vector<T>> vector{};
  auto const elements = make_shape(args.n);
  return copy_views{make_tensor(make_gmem_ptr(assume_aligned<16>(args.src)), elements),
                    make_tensor(make_gmem_ptr(assume_aligned<16>(args.dst)), elements),
                    make_predicate_tensor(make_shape(args.n - args.n % vector), Tile{}),
                    make_coord(args.n / vector)};
}

// The coordinate of a block's tile; and of its tile in a step, where the tiles of a block lie a
// grid of `blocks` blocks apart. Both have 64 bits: a tile's first element may lie beyond 2^31.
TILEPROOF_HOST_DEVICE constexpr auto tile_of_copy_block(int block) {
  return make_coord(std::int64_t{block});
}
template <class I>
TILEPROOF_HOST_DEVICE constexpr I tile_of_step(I block, I step, I blocks) {
  return block + step * blocks;
}
template <class Kernel, class Arguments>
TILEPROOF_HOST_DEVICE constexpr auto tile_of_copy_step(int block, int step, Arguments const& args)
    -> decltype(tile_of_step(std::int64_t{block}, std::int64_t{step},
                             blocks_of_copy<Kernel>(args))) {
  return tile_of_step(std::int64_t{block}, std::int64_t{step}, blocks_of_copy<Kernel>(args));
}

// The vector that holds the elements after the last whole one; and the block that copies them.
template <class T>
using vector_of_last = Shape<Int<elements_of_vector<T>>>;  // (VEC)
template <class I>
TILEPROOF_HOST_DEVICE constexpr bool copies_last(I const& block) {
  return block == 0;
}

// Copies the elements after the last whole vector, one a thread. Pre: a block has at least as many
// threads as a vector has elements.
template <class T, class Src, class Dst, class Last>
TILEPROOF_HOST_DEVICE void copy_last_elements(int thread, Src const& src, Dst const& dst,
                                              Last const& last) {
  using vector = vector_of_last<T>;
  auto const inside = make_predicate_tensor(shape(src), vector{});
  if (thread < size(vector{}))
    copy_if(local_partition(local_tile(inside, vector{}, last), Layout<vector>{}, thread),
            local_partition(local_tile(src, vector{}, last), Layout<vector>{}, thread),
            local_partition(local_tile(dst, vector{}, last), Layout<vector>{}, thread));
}

// Each of n elements is copied once: by a vector of the tiles of BlockTile elements, which the
// predicate with these bounds admits, or as one of the vector `last`.
template <int BlockTile>
struct copies_each_element_once {
  static constexpr std::int64_t largest = std::int64_t{INT32_MAX} * BlockTile;
  static constexpr char const* sentences[] = {
      "element {at_element} of {0} is not copied exactly once", nullptr};
  template <class I>
  static constexpr bool copies_once(I const& i, I const& n, I const& inside, I const& vector,
                                    I const& last) {
    bool const by_tiles = i / BlockTile < count_tiles(n, BlockTile) && i < inside;
    return !(i < n) || by_tiles != (i / vector == last);
  }
  template <class N, class Inside, class Vector, class Last>
  struct claim {
    using element = unknown<"the element", std::int64_t, at_least<0>, at_most<largest>>;
    using unknowns = typename with_related<unknowns_in<N, Inside, Last, element>>::type;
    static constexpr bool holds(symbolic const* x) {
      return copies_once(value_of_type<element, unknowns>::of(x), value_of_type<N, unknowns>::of(x),
                         value_of_type<Inside, unknowns>::of(x), symbolic(Vector::value),
                         value_of_type<Last, unknowns>::of(x));
    }
  };
  template <class N, class Inside, class Vector, class Last>
  static constexpr bool for_all_types() {
    using of = claim<std::tuple_element_t<0, N>, std::tuple_element_t<0, Inside>,
                     std::tuple_element_t<0, Vector>, std::tuple_element_t<0, Last>>;
    return for_all_values<of, typename of::unknowns>::value.is == integers::search::result::yes;
  }
  static constexpr report decide(mapping const& n, mapping const& inside, mapping const& vector,
                                 mapping const& last) {
    report r;
    for (std::int64_t i = 0; i < n.size && i < enumeration_bound; ++i)
      if (!copies_once(i, n.size, inside.size, vector.size, last.of.at[0].extent.value))
        return r.because(answer::no).say(clue::at_element, i);
    return r.holds() && n.size > enumeration_bound ? undecided_about(n.size) : r;
  }
};
// Each of the tiles that `blocks` blocks copy in Steps steps is that of one block in one step.
template <int Steps>
struct steps_visit_each_tile {
  static constexpr std::int64_t most = std::int64_t{INT32_MAX} * Steps;
  static constexpr integers::unknown unknowns[] = {{"blocks", 1, INT32_MAX}, {"tile", 0, most}};
  template <class I>
  static constexpr bool holds(I const& blocks, I const& tile) {
    return !(tile < blocks * I(Steps)) ||
           (tile / blocks < I(Steps) && tile_of_step(tile % blocks, tile / blocks, blocks) == tile);
  }
};
// One block of any grid copies the last elements.
struct one_block_copies_last {
  static constexpr integers::unknown unknowns[] = {{"block", 0, INT32_MAX},
                                                   {"another", 0, INT32_MAX}};
  template <class I>
  static constexpr bool holds(I const& block, I const& another) {
    return copies_last(I(0)) && (!(copies_last(block) && copies_last(another)) || block == another);
  }
};
// Theorems for every n that the launcher of Kernel takes, of its own tensors, tiles and grid: a
// grid has at most 2^31 - 1 blocks, of BlockTile elements.
template <class Kernel, class T, class Tile, int BlockTile>
struct copy_of_any_size {
  using n = typename integers_of_copy<BlockTile>::n;
  using arguments = copy_arguments<T const*, T*, n>;
  using views = decltype(views_of_copy<T, Tile>(arguments{}));
  using whole = Shape<n>;
  using inside = typename bounds_of_predicate<decltype(views::inside)>::type;
  using last = decltype(std::declval<views>().last);
  using vector = vector_of_last<T>;
  using inside_last = decltype(residue_bounds(whole{}, vector{}));
  using proofs =
      theorems<theorem<is_described_layout<whole>, decltype(shape(std::declval<views>().src))>,
               theorem<is_described_layout<whole>, decltype(shape(std::declval<views>().dst))>,
               theorem<accesses_stay_inside<size(vector{})>, whole, Tile, inside>,
               theorem<accesses_stay_inside<>, whole, vector, inside_last>,
               theorem<copies_each_element_once<BlockTile>, whole, inside, vector, last>,
               theorem<is_described_layout<Shape<decltype(ceil_div(n{}, Int<BlockTile>{}))>>,
                       Shape<decltype(blocks_of_copy<Kernel>(arguments{}))>>,
               theorem<has_index_type<tuple<std::int64_t>, decltype(tile_of_copy_block(0))>>,
               theorem<has_index_type<std::int64_t, decltype(tile_of_copy_step<Kernel>(
                                                        0, 0, copy_arguments<T const*, T*>{}))>>,
               theorem<holds_for_all_integers<one_block_copies_last>>,
               theorem<holds_for_all_integers<steps_visit_each_tile<BlockTile / size(Tile{})>>>>;
};

}  // namespace detail

// Copies through registers: each thread loads its vectors of a tile, then stores them.
//
// T is the element type, Threads the size of a block, Vectors the number of vectors a thread; a
// block copies Threads * Vectors * 16 bytes. Every load and store uses whole sectors (proved). Use
// it for a plain copy. Arguments and refusals: check_copy.
template <class T, int Threads = 256, int Vectors = 1>
struct copy_vectorised {
  static constexpr int threads = Threads;
  using element = T;
  using shared = shared_memory<>;
  using rows = detail::rows_of_vectors<T, detail::consecutive_threads<Threads>, Vectors>;
  using tile = typename rows::tile;  // (BLK)
  using block_tile = tile;

  using gmem = Layout<tile>;  // (BLK)
  using source = typename rows::template source<gmem>;
  using destination = typename rows::template destination<gmem>;
  using proofs = theorems<
      typename rows::template proofs<gmem>,
      typename detail::copy_of_any_size<copy_vectorised, T, tile, size(block_tile{})>::proofs,
      theorem<sector_efficiency<global_load<128>, T>, source>,
      theorem<sector_efficiency<global_store<128>, T>, destination>>;
  static_assert(proofs::hold);

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const [src, dst, inside, last] = detail::views_of_copy<T, tile>(args);

    auto const at = detail::tile_of_copy_block(ctx.block_x());
    auto const gS = local_tile(src, tile{}, at);     // (BLK)
    auto const gD = local_tile(dst, tile{}, at);     // (BLK)
    auto const gI = local_tile(inside, tile{}, at);  // (BLK)

    auto const thr = typename rows::copy{}.get_slice(ctx.thread());
    auto const tCgS = thr.partition_S(gS);           // (VEC,CPY)
    auto tCgD = thr.partition_D(gD);                 // (VEC,CPY)
    auto const tCgI = thr.partition_S(gI)(_0{}, _);  // (CPY)
    auto tCrS = make_fragment_like(tCgS);            // (VEC,CPY)

    copy_if(thr, tCgI, tCgS, tCrS);
    copy_if(thr, tCgI, tCrS, tCgD);
    if (detail::copies_last(ctx.block_x()))
      detail::copy_last_elements<T>(ctx.thread(), src, dst, last);
  }
};

// Copies by multistage cp.async: a block copies Steps tiles, which lie one grid of tiles apart,
// through Stages tiles of shared memory; Stages - 1 copies are pending while one is stored. A
// thread reads back only what its own cp.async wrote, so there is no barrier. Use it where a block
// copies many tiles.
//
// T, Threads and Vectors are as above. Refused at compile time: fewer than 2 stages, fewer steps
// than Stages - 1, and stages that exceed 227 KB. No bank conflicts (proved).
template <class T, int Threads = 256, int Vectors = 1, int Stages = 3, int Steps = 4>
struct copy_async {
  static constexpr int threads = Threads;
  using element = T;
  using in_rows = detail::rows_of_vectors<T, detail::consecutive_threads<Threads>, Vectors,
                                          SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>>;
  using out_rows = detail::rows_of_vectors<T, detail::consecutive_threads<Threads>, Vectors>;
  using tile = typename in_rows::tile;  // (BLK)
  using block_tile = Shape<Int<Steps * size(tile{})>>;
  using smem_layout = Layout<Shape<Int<size(tile{})>, Int<Stages>>>;  // (BLK,PIPE)
  static_assert(Stages >= 2 && Steps >= Stages - 1);

  using protocol = detail::own_stages<Stages>;
  using stages = typename protocol::Tile;
  using shared = pipeline::memory<protocol, pipeline::bind<stages, T, smem_layout>>;

  // Global memory for the proofs: Stages tiles, one after another. The distance between tiles
  // changes no theorem.
  using gmem = smem_layout;  // (BLK,k)
  using in_source = typename in_rows::template source<gmem>;
  using in_destination = typename in_rows::template destination<smem_layout>;
  using out_source = typename out_rows::template source<smem_layout>;
  using out_destination = typename out_rows::template destination<gmem>;
  using proofs =
      theorems<typename detail::copy_of_any_size<copy_async, T, tile, Steps * size(tile{})>::proofs,
               typename in_rows::template proofs<gmem, smem_layout>,
               typename out_rows::template proofs<smem_layout, gmem>,
               theorem<same_elements, in_destination, out_source>, theorem<injective, smem_layout>,
               theorem<sector_efficiency<global_load<128>, T>, in_source>,
               theorem<free_of_bank_conflicts<cp_async_cg, T>, in_destination, in_source>,
               theorem<free_of_bank_conflicts<shared_load<128>, T>, out_source>,
               theorem<sector_efficiency<global_store<128>, T>, out_destination>,
               theorem<fits_in_bytes<shared_bytes_sm90, T>, smem_layout>>;
  static_assert(proofs::hold);
  static_assert(require<sound_protocol>(protocol{}));

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const [src, dst, inside, last] = detail::views_of_copy<T, tile>(args);

    auto const gS = local_tile(src, tile{}, make_coord(_));     // (BLK,k)
    auto const gD = local_tile(dst, tile{}, make_coord(_));     // (BLK,k)
    auto const gI = local_tile(inside, tile{}, make_coord(_));  // (BLK,k)
    auto const sB = shared::template tensor<stages>(ctx);       // (BLK,PIPE)

    auto const in = typename in_rows::copy{}.get_slice(ctx.thread());
    auto const out = typename out_rows::copy{}.get_slice(ctx.thread());
    auto const tCgS = in.partition_S(gS);              // (VEC,CPY,k)
    auto const tCgI = in.partition_S(gI)(_0{}, _, _);  // (CPY,k)
    auto const tCsB = in.partition_D(sB);              // (VEC,CPY,PIPE)
    auto const tDsB = out.partition_S(sB);             // (VEC,CPY,PIPE)
    auto tDgD = out.partition_D(gD);                   // (VEC,CPY,k)
    auto tDrD = make_fragment_like(tDgD(_, _, 0));     // (VEC,CPY)

    auto const tile_of = [&](int step) {
      return detail::tile_of_copy_step<copy_async>(ctx.block_x(), step, args);
    };
    pipeline::payload data{pipeline::on_tensor{[&](stages) { return tDsB; }},
                           pipeline::on_destination{[&](stages) { return tCsB; }},
                           pipeline::on_copy{[&](stages, auto const& stage, int step) {
                             copy_if(in, tCgI(_, tile_of(step)), tCgS(_, _, tile_of(step)), stage);
                           }},
                           pipeline::on_read{[&](stages, auto const& stage, int step) {
                             copy_if(out, tCgI(_, tile_of(step)), stage, tDrD);
                             copy_if(out, tCgI(_, tile_of(step)), tDrD, tDgD(_, _, tile_of(step)));
                           }}};
    pipeline::run_protocol<protocol>(ctx, data, pipeline::step_count{Int<Steps - (Stages - 1)>{}});
    if (detail::copies_last(ctx.block_x()))
      detail::copy_last_elements<T>(ctx.thread(), src, dst, last);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
