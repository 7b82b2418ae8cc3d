// SPDX-License-Identifier: BSL-1.0
//
// launch_attention of attention_wgmma: its tensor maps and its launch.
// kernel/attention/wgmma/attention_wgmma.hpp brings this header.
//
//   status const s = launch_attention<attention_wgmma<half_t, 128>>(g, stream);
#pragma once

#include <tileproof/atom/tma/make_tma_copy.hpp>
#include <tileproof/kernel/attention/arguments.hpp>
#include <tileproof/kernel/attention/softmax.hpp>
#include <tileproof/kernel/attention/work.hpp>
#include <tileproof/kernel/common/launch.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The tiles that a block takes (machine/machine.hpp).
struct attention_trips {
  attention_order const& order;
  int block, blocks;
  TILEPROOF_HOST_DEVICE int tiles() const { return order.tiles_of(block, blocks); }
  TILEPROOF_HOST_DEVICE int tile(int i) const { return order.tile(i, block, blocks); }
};

// The tensor maps and the arguments of a kernel whose attention_tiles are Tiles.
template <class Tiles>
struct attention_maps : Tiles {
  // ---- tensor maps: (length,d,heads,batch)
  template <class Map>
  static auto layout_of(Map const& m) {
    auto const as_int = [](auto n) { return static_cast<in_index<int, decltype(n)>>(n); };
    return make_layout(
        make_shape(as_int(m.rows), Int<Tiles::depth>{}, as_int(m.heads), as_int(m.batches)),
        make_stride(m.row, _1{}, m.head, m.batch));
  }
  template <class E, class L>
  static auto map_q(Tensor<E, L> const& q) {
    return try_make_tma_copy(SM90_TMA_LOAD{}, q, typename Tiles::sQ_stage{},
                             typename Tiles::tile_q{});
  }
  template <class E, class L>
  static auto map_k(Tensor<E, L> const& k) {
    return try_make_tma_copy(SM90_TMA_LOAD{}, k, typename Tiles::sK_stage{},
                             typename Tiles::tile_k{});
  }
  template <class E, class L>
  static auto map_o(Tensor<E, L> const& o) {
    return try_make_tma_copy(SM90_TMA_STORE{}, o, typename Tiles::sO_stage{},
                             typename Tiles::tile_o{});
  }
  template <class U>
  using whole_of = decltype(make_tensor(make_gmem_ptr(static_cast<U*>(nullptr)),
                                        layout_of(attention_map<std::int64_t>{})));
  using tma_q = decltype(map_q(std::declval<whole_of<typename Tiles::element const>>()).copy);
  using tma_k = decltype(map_k(std::declval<whole_of<typename Tiles::element const>>()).copy);
  using tma_o = decltype(map_o(std::declval<whole_of<typename Tiles::element_o>>()).copy);

  // A kernel's arguments. LogSum and Offsets are the pointers to log_sum and to the offsets, of the
  // types that the context's global memory has.
  template <class LogSum, class Offsets>
  struct arguments {
    tma_q q;
    tma_k k, v;
    tma_o o;
    attention_lengths<Offsets> lengths;
    attention_order order;
    divisor heads_of_kv;  // heads that share K and V
    int heads;
    std::int64_t rows_of_log_sum;  // of a head
    softmax_scale scale;
    float scale_o;
    LogSum log_sum;
    bool has_log_sum;
    int blocks;  // in the grid

    // The trips of a block (machine/machine.hpp). The roles have the steps of a tile.
    TILEPROOF_HOST_DEVICE attention_trips trips_of(int block) const {
      return {order, block, blocks};
    }
    // The place in log_sum of the first row of work.
    TILEPROOF_HOST_DEVICE std::int64_t log_sum_of(attention_work const& w) const {
      int const head = lengths.has_offsets ? w.head : head_of_all(w.batch_o, heads, w.head);
      int const end = lengths.has_offsets ? w.batch_o : lengths.longest.length_q;
      return place_in_log_sum(head, rows_of_log_sum, end, w.left);
    }
  };
};

// The arguments of a kernel for those of a caller, whose tensors are at q, k, v, o, log_sum and
// offsets: pointers, or on the CPU checked pointers. Result: the arguments, and whether TMA accepts
// the tensors. Pre: check_attention is ok, and there are rows.
template <class Arguments>
struct attention_launch {
  bool is_described;
  Arguments args;
};
template <class Kernel, class G, class PQ, class PK, class PO, class PL, class PI>
auto attention_launch_of(G const& g, PQ q, PK k, PK v, PO o, PL log_sum, PI offsets_q, PI offsets_k,
                         int blocks) noexcept {
  auto const map_of = [&](auto const& map, auto p, auto const& t, std::int64_t length,
                          std::int64_t total, std::int64_t heads) {
    auto const m = attention_map<std::int64_t>::of(length, total, heads, g.batch, t.row, t.head,
                                                   t.batch, Kernel::depth, g.has_offsets());
    return map(make_tensor(make_gmem_ptr(p + m.offset), Kernel::layout_of(m)));
  };
  auto const map_q = [](auto const& t) { return Kernel::map_q(t); };
  auto const map_k = [](auto const& t) { return Kernel::map_k(t); };
  auto const map_o = [](auto const& t) { return Kernel::map_o(t); };
  auto const from_q = map_of(map_q, q, g.q, g.length_q, g.rows_q(), g.heads);
  auto const from_k = map_of(map_k, k, g.k, g.length_k, g.rows_k(), g.heads_kv);
  auto const from_v = map_of(map_k, v, g.v, g.length_k, g.rows_k(), g.heads_kv);
  auto const to = map_of(map_o, o, g.o, g.length_q, g.rows_q(), g.heads);
  auto const of = [](std::int64_t n) { return static_cast<int>(n); };
  using arguments = typename Kernel::template arguments<PL, PI>;
  return attention_launch<arguments>{from_q && from_k && from_v && to,
                                     {from_q.copy,
                                      from_k.copy,
                                      from_v.copy,
                                      to.copy,
                                      {longest_keys(g), offsets_q, offsets_k, g.has_offsets()},
                                      order_of_tiles(g, Kernel::block_m, blocks),
                                      divisor(of(g.heads / g.heads_kv)),
                                      of(g.heads),
                                      g.rows_q(),
                                      softmax_scale(scale_log2_of(g)),
                                      g.scale_o,
                                      log_sum,
                                      g.log_sum != nullptr,
                                      blocks}};
}

}  // namespace detail

#if defined(__CUDACC__)
// Checks the arguments, makes the tensor maps and launches Kernel, an attention_wgmma, on as many
// blocks as the device runs at a time. Asynchronous. Result: a status of check_attention or of
// launch, or tensor_map_refused.
template <class Kernel>
  requires requires { typename Kernel::tma_q; }
status launch_attention(
    attention_arguments<typename Kernel::element, typename Kernel::element_o> const& g,
    cudaStream_t stream) noexcept {
  if (status const s = check_attention<Kernel::depth>(g); s != status::ok) return s;
  if (g.batch == 0 || g.heads == 0 || g.length_q == 0) return status::ok;
  using arguments = typename Kernel::template arguments<float*, int const*>;
  std::int64_t const tiles = detail::tiles_of(g.length_q, Kernel::block_m) * g.heads * g.batch;
  grid_of_blocks const grid = persistent_grid<Kernel, arguments>(tiles);
  // Without keys nothing is read from K and V, which then may be null.
  auto const* const k = g.rows_k() == 0 ? g.q.p : g.k.p;
  auto const* const v = g.rows_k() == 0 ? g.q.p : g.v.p;
  auto const l = detail::attention_launch_of<Kernel>(g, g.q.p, k, v, g.o.p, g.log_sum, g.offsets_q,
                                                     g.offsets_k, static_cast<int>(grid.x));
  return l.is_described ? launch<Kernel>(grid, l.args, stream) : status::tensor_map_refused;
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
