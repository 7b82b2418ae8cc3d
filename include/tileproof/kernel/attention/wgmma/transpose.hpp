// SPDX-License-Identifier: BSL-1.0
//
// attention_transpose: V^T in shared memory for 8-bit elements, whose wgmma takes K-major operands
// only. A warpgroup reads V (BLK_N,D) by ldmatrix.trans, exchanges bytes within its registers, and
// writes V^T (D,BLK_N) by stmatrix. Both modes of V^T have an order of their own:
//
//   keys     position (i,j,q) of 16 holds key i + 8 j + 2 q: (_2,_2,_4):(_1,_8,_2), which is the
//            order in which an accumulator of S is operand A of P V (accumulator_as_operand_a)
//   columns  row (g,e) of 16 holds column 2 g + e: (_8,_2):(_2,_1)
//
// so no value crosses lanes, and no access has a bank conflict.
#pragma once

#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/copy/sm75.hpp>
#include <tileproof/atom/copy/sm90.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/context/context.hpp>
#include <tileproof/prove.hpp>
#include <tileproof/tensor/fill.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The order of N keys in operands A and B of P V, for 8-bit elements: position -> key.
template <int N>
using order_of_keys =
    Layout<Shape<Shape<_2, _2, _4>, Int<N / 16>>, Stride<Stride<_1, _8, _2>, _16>>;
// The order of D columns of O: column of the accumulator -> column of V.
template <int D>
using order_of_columns = Layout<Shape<Shape<_8, _2>, Int<D / 16>>, Stride<Stride<_2, _1>, _16>>;

// A warpgroup transposes V in parts. A part has twice the 16 or 32 keys that it reads by one
// ldmatrix.
template <int BlockN, int D>
inline constexpr int parts_of_v = BlockN / (D < 128 ? 64 : 32);

// From and To are the layouts of a stage of V (BLK_N,D) and of V^T (D,BLK_N).
template <class T, int BlockN, int D, class From, class To>
struct attention_transpose {
  static_assert(sizeof(T) == 1);
  static_assert(BlockN % 64 == 0, "attention_wgmma: a step has a multiple of 64 keys of 8 bits");
  // A warp has 16 keys and 32 columns at a time, a warpgroup `keys` and `columns`.
  static constexpr int warps_d = D < 128 ? D / 32 : 4;
  static constexpr int keys = 16 * (4 / warps_d);
  static constexpr int columns = 32 * warps_d;
  // (thread,byte) -> place of (keys,columns): thread (q,g,warp); bytes (column,key,octet,half).
  using read_tv =
      Layout<Shape<Shape<_4, _8, Shape<Int<warps_d>, Int<4 / warps_d>>>, Shape<_2, _2, _2, _2>>,
             Stride<Stride<_2, Int<2 * keys>, Stride<Int<32 * keys>, _16>>,
                    Stride<Int<keys>, _1, _8, Int<16 * keys>>>>;
  // (thread,byte) -> place of (columns,keys): bytes (4 positions,column,half).
  using write_tv =
      Layout<Shape<Shape<_4, _8, Shape<Int<warps_d>, Int<4 / warps_d>>>, Shape<_4, _2, _2>>,
             Stride<Stride<Int<4 * columns>, _1, Stride<_32, Int<16 * columns>>>,
                    Stride<Int<columns>, _8, _16>>>;
  using read = TiledCopy<Copy_Atom<SM75_U16x8_LDSM_T, T>, read_tv, Shape<Int<keys>, Int<columns>>>;
  using write =
      TiledCopy<Copy_Atom<SM90_U32x4_STSM_N, T>, write_tv, Shape<Int<columns>, Int<keys>>>;

  // The bytes of a thread, exchanged: (key,octet,column,half) of (column,key,octet,half). Bytes of
  // two registers stay in these registers.
  using exchange = Layout<Shape<_2, _2, _2, _2>, Stride<_2, _4, _1, _8>>;

  // (thread,byte,(keys,columns)) -> the element of V, as key + BLK_N * column, from which a byte of
  // a thread was read, in the order in which it is written; and the element that belongs at the
  // place where it is written.
  using bytes_read = decltype(read::tidfrg_D(Layout<Shape<Int<BlockN>, Int<D>>>{}));
  using exchanged = decltype(make_layout(layout<0>(bytes_read{}),
                                         composition(layout<1>(bytes_read{}), exchange{}),
                                         layout<2>(bytes_read{})));
  using keys_in_order = order_of_keys<BlockN>;
  using columns_in_order = order_of_columns<D>;
  using v_of_places = decltype(make_layout(
      composition(Layout<Int<D>, Int<BlockN>>{}, columns_in_order{}), keys_in_order{}));
  using bytes_written = decltype(write::tidfrg_S(v_of_places{}));
  using written = decltype(make_layout(layout<0>(bytes_written{}), layout<1>(bytes_written{}),
                                       select<1, 0>(layout<2>(bytes_written{}))));

  using proofs =
      theorems<theorem<owns_every_element<>, bytes_read, Shape<Int<BlockN>, Int<D>>>,
               theorem<same_elements, written, exchanged>,
               theorem<access_width<128, T>, decltype(read::tidfrg_S(From{}))>,
               theorem<access_width<128, T>, decltype(write::tidfrg_D(To{}))>,
               theorem<free_of_bank_conflicts<ldmatrix<4>, T>, decltype(read::tidfrg_S(From{}))>,
               theorem<free_of_bank_conflicts<stmatrix<4>, T>, decltype(write::tidfrg_D(To{}))>>;
  static_assert(proofs::hold);

  // A thread of 128 holds (16,columns,keys) bytes at a time, of which V has `parts`.
  static constexpr int parts = parts_of_v<BlockN, D>;
  static constexpr int keys_of_part = BlockN / keys / parts;
  static_assert(keys_of_part * parts * keys == BlockN);
  using registers = Layout<Shape<_16, Int<D / columns>, Int<keys_of_part>>>;
  template <class V, class Values>
  TILEPROOF_KERNEL static void load(int thread, V const& from, Values& values, int part) {
    auto const tVsV = read{}.get_slice(thread).partition_S(from);  // (CPY,keys,columns)
    TILEPROOF_UNROLL
    for (int d = 0; d < D / columns; ++d) TILEPROOF_UNROLL
    for (int k = 0; k < keys_of_part; ++k)
      copy(read{}, tVsV(_, part * keys_of_part + k, d), values(_, d, k));
  }
  template <class Vt, class Values>
  TILEPROOF_KERNEL static void store(int thread, Values const& values, Vt const& to, int part) {
    auto const tVsVt = write{}.get_slice(thread).partition_D(to);  // (CPY,columns,keys)
    auto exchanged = make_tensor<T>(registers{});
    TILEPROOF_UNROLL
    for (int i = 0; i < static_cast<int>(size(registers{})); i += 8)
      exchange_bytes(&values(i), &exchanged(i));
    TILEPROOF_UNROLL
    for (int d = 0; d < D / columns; ++d) TILEPROOF_UNROLL
    for (int k = 0; k < keys_of_part; ++k)
      copy(write{}, exchanged(_, d, k), tVsVt(_, d, part * keys_of_part + k));
  }

 private:
  // Two registers of bytes: byte i of the result is byte exchange(i). prmt takes a number of four
  // bits for each byte of a register.
  TILEPROOF_KERNEL static void exchange_bytes(T const* from, T* to) {
#if defined(__CUDACC__)
    constexpr auto selector = [](int first) {
      unsigned s = 0;
      for (int i = 3; i >= 0; --i) s = s << 4 | static_cast<unsigned>(exchange{}(first + i));
      return s;
    };
    static_assert(exchange{}(8) == 8, "the bytes of two registers stay in them");
    std::uint32_t in[2];
    memcpy(in, from, sizeof(in));
    std::uint32_t const out[2] = {__byte_perm(in[0], in[1], selector(0)),
                                  __byte_perm(in[0], in[1], selector(4))};
    memcpy(to, out, sizeof(out));
#else
    for (int i = 0; i < 8; ++i) to[i] = from[static_cast<int>(exchange{}(i))];
#endif
  }
};

// Eight columns of ones beside V, whose product with P is the sum of a row of P: a warpgroup writes
// them as rows of V^T.
template <class T, int BlockN>
struct attention_ones {
  using tile = Shape<_8, Int<BlockN>>;
  // Thread (4 keys,row), value: key.
  using tv = Layout<Shape<Shape<_16, _8>, _4>, Stride<Stride<_32, _1>, _8>>;
  using write = TiledCopy<Copy_Atom<UniversalCopy<std::uint32_t>, T>, tv, Shape<_8, _64>>;
  using proofs =
      theorems<theorem<owns_every_element<>, decltype(write::tidfrg_D(Layout<tile>{})), tile>>;

  template <class Rows>
  TILEPROOF_KERNEL static void store(int thread, Rows const& to) {
    auto const places = write{}.get_slice(thread).partition_D(to);  // (CPY,1,keys)
    auto ones = make_tensor<T>(make_layout(shape(places)));
    fill(ones, T(1.0f));
    copy(write{}, ones, places);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
