// SPDX-License-Identifier: BSL-1.0
//
// Defines consumer_rows, the registers of a thread of a consumer of attention_wgmma: the scores,
// sums and softmax of its rows, and the steps on them that the kernel names.
// kernel/attention/wgmma/attention_wgmma.hpp brings this header.
#pragma once

#include <tileproof/atom/round_to.hpp>
#include <tileproof/kernel/attention/wgmma/tiles.hpp>
#include <tileproof/kernel/attention/work.hpp>
#include <tileproof/tensor/fill.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Tiles is an attention_tiles, Arguments the arguments of its kernel.
template <class Tiles, class Context, class Arguments>
struct consumer_rows {
  using T = typename Tiles::element;
  using output = typename Tiles::output;
  using softmax_type = typename Tiles::softmax;
  static constexpr int block_n = Tiles::block_n;

  Context const& ctx;
  Arguments const& args;
  attention_work work{};
  attention_work work_before{};  // of the tile before
  int key_tile = 0;              // of this step
  typename Tiles::mma_o mma{};
  decltype(make_tensor<float>(typename Tiles::acc_s_layout{})) acc_s{};
  decltype(make_tensor<float>(typename Tiles::acc_o_layout{})) acc_o{};
  decltype(make_tensor<T>(typename Tiles::P_layout{})) tOrP{};
  softmax_type softmax{};
  softmax_type softmax_before{};

  TILEPROOF_KERNEL auto scores() { return make_tensor(acc_s.data(), typename Tiles::S_rows{}); }
  TILEPROOF_KERNEL auto sums() { return make_tensor(acc_o.data(), typename Tiles::O_rows{}); }
  TILEPROOF_KERNEL void end_tile() { softmax_before = softmax; }
  // Before the first tile there is one of zeros.
  TILEPROOF_KERNEL void begin_tile_of_zeros() {
    clear(acc_s);
    mma.accumulate_ = GMMA::ScaleOut::Zero;
  }
  // Scores of keys that a row does not see become -infinity.
  TILEPROOF_KERNEL void mask() {
    if (!work.seen_by_all.template lacks_some<block_n>(key_tile)) return;
    auto const by = rows_of_thread();
    auto S = scores();
    int const column = key_tile * block_n + static_cast<int>(get<1>(by(0, 0)));
    TILEPROOF_UNROLL
    for (int i = 0; i < 2; ++i) {
      int const row = static_cast<int>(get<0>(by(i, 0)));
      int const first = Tiles::columns_below(work.seen.first_of(row) - column);
      int const end = Tiles::columns_below(work.seen.end_of(row) - column);
      TILEPROOF_UNROLL
      for (int word = 0; word < block_n / 4; word += 32) {
        std::uint32_t const seen = first_bits(end - word) & ~first_bits(first - word);
        TILEPROOF_UNROLL
        for (int c = 0; c < 32 && word + c < block_n / 4; ++c)
          if ((seen >> c & 1u) == 0) S(i, word + c) = -INFINITY;
      }
    }
  }
  // O, where a maximum has grown.
  TILEPROOF_KERNEL void rescale() {
    if constexpr (Tiles::sums_by_mma) add_sums_of_step(softmax);
    if (!softmax.rescales) return;
    if constexpr (Tiles::sums_by_mma) softmax.rescale_sums();
    auto rows = sums();
    TILEPROOF_UNROLL
    for (int i = 0; i < 2; ++i) TILEPROOF_UNROLL
    for (int c = 0; c < static_cast<int>(decltype(size<1>(rows))::value); ++c)
      rows(i, c) *= softmax.scale[i];
  }
  // Exponentials to P, in the order of operand A.
  TILEPROOF_KERNEL void round_p() {
    constexpr auto order = typename Tiles::P_order{};
    auto const p = [&](int i) { return acc_s.data()[static_cast<int>(order(i))]; };
    TILEPROOF_UNROLL
    for (int i = 0; i < block_n / 2; i += 4) {
      if constexpr (Tiles::is_8bit) {
        if constexpr (Tiles::sums_by_mma) {
          softmax_type::round_four(p(i), p(i + 1), p(i + 2), &tOrP(i));
        } else {
          float const four[] = {p(i), p(i + 1), p(i + 2), p(i + 3)};
          round_four(four, &tOrP(i));
        }
      } else {
        round_pair(p(i), p(i + 1), &tOrP(i));
        round_pair(p(i + 2), p(i + 3), &tOrP(i + 2));
      }
    }
  }
  // Piece n of O of the tile before. Rows that see no key are 0, whatever V has there.
  template <class Stage>
  TILEPROOF_KERNEL void write_piece(Stage const& to, int n) {
    using order = typename output::order;
    using row_of = typename output::row_of_value;
    if (n == 0) {
      if constexpr (Tiles::sums_by_mma) {
        add_sums_of_step(softmax_before);
        store_log_sums();
      }
      clear_empty_rows();
    }
    auto rounded = make_tensor<typename output::element>(make_layout(shape(order{})));
    float const by[2] = {softmax_before.reciprocal(0) * args.scale_o,
                         softmax_before.reciprocal(1) * args.scale_o};
    auto const value = [&](int i) {
      return acc_o.data()[n * output::values + i] * by[static_cast<int>(row_of{}(i))];
    };
    TILEPROOF_UNROLL
    for (int i = 0; i < output::values; i += 2)
      round_pair(value(static_cast<int>(order{}(i))), value(static_cast<int>(order{}(i + 1))),
                 &rounded(i));
    auto const store = typename output::store{}.get_slice(ctx.thread() % 128);
    copy(store, store.retile_S(rounded), store.partition_D(to));
  }
  // Logarithms of the sums of the tile before.
  TILEPROOF_KERNEL void store_log_sums() const {
    if (!args.has_log_sum || ctx.thread() % 4 != 0) return;
    std::int64_t const first = args.log_sum_of(work_before);
    auto const by = rows_of_thread();
    TILEPROOF_UNROLL
    for (int i = 0; i < 2; ++i) {
      int const r = static_cast<int>(get<0>(by(i, 0)));
      if (r < work_before.left)
        args.log_sum[first + r] = softmax_before.log_sum(i, args.scale.log2);
    }
  }

 private:
  // The sums of P's rows in a step lie after the columns of O, in two columns that are the same;
  // they begin at 0 each step, since wgmma adds up 8-bit elements with few bits.
  TILEPROOF_KERNEL void add_sums_of_step(softmax_type& to) {
    auto rows = sums();
    TILEPROOF_UNROLL
    for (int i = 0; i < 2; ++i) {
      to.add(i, rows(i, Tiles::depth / 4));
      rows(i, Tiles::depth / 4) = 0;
    }
  }
  TILEPROOF_KERNEL void clear_empty_rows() {
    if (!ctx.any(softmax_before.sum[0] == 0 || softmax_before.sum[1] == 0)) return;
    auto rows = sums();
    TILEPROOF_UNROLL
    for (int i = 0; i < 2; ++i) TILEPROOF_UNROLL
    for (int c = 0; c < Tiles::depth / 4; ++c)
      if (softmax_before.sum[i] == 0) rows(i, c) = 0;
  }
  // The coordinates of this thread's scores: (row,column) -> (m,n).
  TILEPROOF_KERNEL auto rows_of_thread() const {
    auto const all = typename Tiles::mma_s{}
                         .get_slice(ctx.thread() % 128)
                         .partition_C(make_identity_tensor(typename Tiles::tile_s{}));
    return make_tensor(all.data(), accumulator_by_rows(all.layout()));
  }
  // The first n bits of a word: none where n is 0 or less, all where it is 32 or more.
  TILEPROOF_KERNEL static std::uint32_t first_bits(int n) {
    return n <= 0 ? 0 : n >= 32 ? ~std::uint32_t{0} : ~(~std::uint32_t{0} << n);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
