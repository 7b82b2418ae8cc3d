// SPDX-License-Identifier: BSL-1.0
//
// The producer of attention_wgmma: the tiles of Q, K and V that it loads by TMA, the work that it
// hands to the consumers, and the values that it transposes where they have 8 bits.
// kernel/attention/wgmma/attention_wgmma.hpp brings this header.
#pragma once

#include <tileproof/kernel/attention/wgmma/tiles.hpp>
#include <tileproof/kernel/attention/work.hpp>
#include <tileproof/machine/machine.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Tiles is an attention_tiles, Arguments the arguments of its kernel.
template <class Tiles, class Context, class Arguments>
struct attention_loads {
  using protocol = typename Tiles::protocol;
  using shared = typename Tiles::shared;
  Context const& ctx;
  Arguments const& args;
  attention_order::place at{};
  attention_sequence of{};
  int head_kv = 0;
  key_tiles visited{};
  struct place {
    int row, head, batch;
  };
  place keys{attention_keys::all, 0, 0};  // of this step; before the first one outside of K, zeros
  place values = keys;                    // of the step before
  decltype(make_tensor<typename Tiles::element>(typename Tiles::transpose::registers{})) tVrV{};

  TILEPROOF_KERNEL void open(int tile) {
    at = args.order(tile);
    of = args.lengths.of(at.batch);
    head_kv = at.head / args.heads_of_kv;
    visited = of.template tiles<Tiles::block_n>(at.m * Tiles::block_m, Tiles::block_m);
  }
  TILEPROOF_KERNEL int steps() const { return visited.count(); }
  template <class R>
  TILEPROOF_KERNEL auto tensor(R) const {
    return shared::template tensor<R>(ctx);
  }
  template <class Stage>
  TILEPROOF_KERNEL void write(typename protocol::Work, Stage const& to, pipeline::numbered n) {
    to(_0{}) = attention_work::of(of, at, visited, first_row(n), 64);
  }
  template <class Stage, class Barrier>
  TILEPROOF_KERNEL void load(typename protocol::Q, Stage const& to, Barrier const& full,
                             pipeline::numbered n) {
    load<typename Tiles::tile_q>(args.q, of.row_q + first_row(n), at.head, of.batch_q, to, full);
  }
  // The last keys first: behind the first step, those of a causal mask need no more masking.
  template <class Stage, class Barrier>
  TILEPROOF_KERNEL void load(typename protocol::K, Stage const& to, Barrier const& full, int n) {
    keys = {of.row_k + (visited.last - 1 - n) * Tiles::block_n, head_kv, of.batch_k};
    load<typename Tiles::tile_k>(args.k, keys.row, keys.head, keys.batch, to, full);
  }
  // Place n + 1 has the values of step n. They are loaded behind the keys of that step where they
  // are transposed, and behind those of the next one where they are not.
  template <class Stage, class Barrier>
  TILEPROOF_KERNEL void load(typename protocol::V, Stage const& to, Barrier const& full, int) {
    place const& p = Tiles::is_8bit ? keys : values;
    load<typename Tiles::tile_k>(args.v, p.row, p.head, p.batch, to, full);
    values = keys;
  }
  // V to V^T, of 8-bit elements, through registers.
  template <class Stage>
  TILEPROOF_KERNEL void read(typename protocol::V, Stage const& from, int, int part) {
    Tiles::transpose::load(ctx.thread(), from, tVrV, part);
  }
  template <class Stage>
  TILEPROOF_KERNEL void write(typename protocol::Vt, Stage const& to, int, int part) {
    auto const of_v = make_tensor(to.data(), typename Tiles::sVt_of_v{});
    Tiles::transpose::store(ctx.thread(), tVrV, of_v, part);
    if constexpr (Tiles::sums_by_mma) {
      if (part == 0)
        Tiles::ones::store(ctx.thread(), local_tile(to, typename Tiles::ones::tile{},
                                                    make_coord(Int<Tiles::depth / 8>{}, _0{})));
    }
  }

 private:
  // The first row of the consumer whose place in this tile it is.
  TILEPROOF_KERNEL int first_row(pipeline::numbered n) const {
    return at.m * Tiles::block_m + 64 * n.offset;
  }
  template <class Tile, class Copy, class Stage, class Barrier>
  TILEPROOF_KERNEL static void load(Copy const& by, int row, int head, int batch, Stage const& to,
                                    Barrier const& full) {
    auto const slice = by.get_slice(_0{});
    copy(by.with(*full), slice.partition_S(Tiles::template tile_at<Tile>(by, row, head, batch)),
         slice.partition_D(to));
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
