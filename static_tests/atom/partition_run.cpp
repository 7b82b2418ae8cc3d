// SPDX-License-Identifier: BSL-1.0
//
// Partitions by tiled MMAs and tiled copies, against their definitions: at every thread and every
// value, which element of the tensor it is. The thread is a run-time integer, as in a kernel.
#include <tileproof/atom/copy/sm75.hpp>
#include <tileproof/atom/copy/sm80.hpp>
#include <tileproof/atom/copy/sm90.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/mma/make_tiled_copy.hpp>
#include <tileproof/atom/mma/sm70.hpp>
#include <tileproof/atom/mma/sm75.hpp>
#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/atom/mma/sm90.hpp>
#include <tileproof/atom/mma/tiled_mma.hpp>

#include <boost/hana/for_each.hpp>
#include <boost/hana/tuple.hpp>
#include <cstdio>

using namespace tileproof;
namespace hana = boost::hana;

namespace {

long long facts = 0;
long long wrong = 0;

void expect(long long found, long long expected) {
  ++facts;
  wrong += found != expected;
}

// An operand of `repeats` tiles along each mode; element (i,j) is i + extent * j.
template <int RI, int RJ, class I, class J>
constexpr auto elements(I, J) {
  return make_tensor(counting_iterator<int>{},
                     Layout<Shape<Int<I::value * RI>, Int<J::value * RJ>>>{});
}

// ---- tiled MMA

// The index that position p of a tile's mode means.
template <class Mode>
int permuted(Mode const& mode, int p) {
  if constexpr (is_layout_v<Mode>)
    return mode(p);
  else
    return p;
}

struct mma_operand {
  int i, j;  // the modes of (M,N,K)
};

// Value v of a thread is element (i,j) of its instruction, which is repeated over the threads and
// then over the rest; the position of that in the tile is permuted.
template <class Mma, class AtomTV, class Part, class Elements>
void check_operand(mma_operand const o, Mma const&, AtomTV const& atom, Part const& part,
                   Elements const& all, int thread) {
  auto const threads = Mma::get_thr_layout_vmnk();
  int const atom_extent[] = {size<0>(typename Mma::AtomShape_MNK{}),
                             size<1>(typename Mma::AtomShape_MNK{}),
                             size<2>(typename Mma::AtomShape_MNK{})};
  int const thread_extent[] = {size<1>(threads), size<2>(threads), size<3>(threads)};
  int const tile[] = {get<0>(Mma::tile_shape_mnk()), get<1>(Mma::tile_shape_mnk()),
                      get<2>(Mma::tile_shape_mnk())};
  using permutation = typename Mma::tiling::permutation;
  auto const in_tile = [&](int mode, int p) {
    return mode == 0   ? permuted(get<0>(permutation{}), p)
           : mode == 1 ? permuted(get<1>(permutation{}), p)
                       : permuted(get<2>(permutation{}), p);
  };
  int place = 0;  // of the thread among (V,M,N,K), column-major
  while (threads(place) != thread) ++place;
  int const v_extent = size<0>(threads);
  int const at[] = {place / v_extent % thread_extent[0],
                    place / v_extent / thread_extent[0] % thread_extent[1],
                    place / v_extent / thread_extent[0] / thread_extent[1]};
  int const lane = place % v_extent;
  int const values = size<0>(part);
  int const rest_i = size<1>(part);
  int const rest_j = size<2>(part);
  expect(rest_i * rest_j * values * atom_extent[o.i] * thread_extent[o.i] * atom_extent[o.j] *
             thread_extent[o.j],
         size(all) * size<1>(atom));
  for (int v = 0; v < values; ++v)
    for (int ri = 0; ri < rest_i; ++ri)
      for (int rj = 0; rj < rest_j; ++rj) {
        int const e = atom(lane, v);
        auto const index = [&](int mode, int inside, int rest) {
          int const position = inside + atom_extent[mode] * (at[mode] + thread_extent[mode] * rest);
          return position / tile[mode] * tile[mode] + in_tile(mode, position % tile[mode]);
        };
        int const i = index(o.i, e % atom_extent[o.i], ri);
        int const j = index(o.j, e / atom_extent[o.i], rj);
        expect(part(v, ri, rj), i + static_cast<int>(size<0>(all)) * j);
      }
}

template <class Mma>
void check(Mma const& mma) {
  auto const c = elements<2, 3>(tile_size<0>(mma), tile_size<1>(mma));
  auto const a = elements<2, 2>(tile_size<0>(mma), tile_size<2>(mma));
  auto const b = elements<3, 2>(tile_size<1>(mma), tile_size<2>(mma));
  for (int t = 0; t < size(mma); ++t) {
    auto const thread = mma.get_slice(t);
    check_operand({0, 1}, mma, typename Mma::LayoutC_TV{}, thread.partition_C(c), c, t);
    check_operand({0, 2}, mma, typename Mma::LayoutA_TV{}, thread.partition_A(a), a, t);
    check_operand({1, 2}, mma, typename Mma::LayoutB_TV{}, thread.partition_B(b), b, t);
    auto const first = thread.partition_C(elements<1, 1>(tile_size<0>(mma), tile_size<1>(mma)));
    for (int v = 0; v < size(first); ++v) expect(first(v), mma.get_layoutC_TV()(t, v));
  }
}

template <class Op, class Atoms, class Permutation = Tile<Underscore, Underscore, Underscore>>
constexpr auto tiled(Atoms, Permutation p = {}) {
  return make_tiled_mma(Op{}, Atoms{}, p);
}
using one = Layout<Shape<_1, _1, _1>>;

constexpr auto mmas = hana::make_tuple(
    tiled<UniversalFMA<float>>(Layout<Shape<_16, _16, _1>>{}),
    tiled<UniversalFMA<float>>(Layout<Shape<_8, _4, _2>, Stride<_4, _1, _32>>{}),
    tiled<UniversalFMA<double>>(Layout<Shape<_4, _8, _1>>{},
                                Tile<Layout<Shape<_4, _4>, Stride<_4, _1>>, _16, _2>{}),
    tiled<SM70_8x8x4_F32F16F16F32_NT>(
        Layout<Shape<_2, _2>>{}, Tile<Layout<Shape<_4, _4, _2>, Stride<_1, _8, _4>>, _32, _4>{}),
    tiled<SM70_8x8x4_F32F16F16F32_TN>(Layout<Shape<_4, _1>>{}),
    tiled<SM70_8x8x4_F16F16F16F16_NN>(Layout<Shape<_1, _4>>{}),
    tiled<SM70_8x8x4_F16F16F16F16_TT>(Layout<Shape<_2, _2, _2>>{}),
    tiled<SM75_16x8x8_F32F16F16F32_TN>(Layout<Shape<_2, _1, _1>>{}),
    tiled<SM75_8x8x16_S32S8S8S32_TN>(one{}, Tile<_16, _32, _32>{}),
    tiled<SM80_16x8x16_F32F16F16F32_TN>(one{}),
    tiled<SM80_16x8x16_F32F16F16F32_TN>(Layout<Shape<_2, _2, _1>>{}, Tile<_32, _32, _16>{}),
    tiled<SM80_16x8x16_F32BF16BF16F32_TN>(Layout<Shape<_4, _1, _1>>{}, Tile<_64, _16, _16>{}),
    tiled<SM80_16x8x16_F16F16F16F16_TN>(Layout<Shape<_1, _2, _2>>{}),
    tiled<SM80_16x8x8_F32TF32TF32F32_TN>(
        Layout<Shape<_2, _2, _1>, Stride<_2, _1, _1>>{},
        Tile<_32, Layout<Shape<_8, _2, _2>, Stride<_1, _16, _8>>, _8>{}),
    tiled<SM80_8x8x4_F64F64F64F64_TN>(Layout<Shape<_2, _2, _2>>{}),
    tiled<SM80_16x8x32_S32S8S8S32_TN>(Layout<Shape<_2, _4, _1>>{}),
    tiled<SM80_16x8x64_S32S4S4S32_TN>(Layout<Shape<_1, _2, _1>>{}),
    tiled<SM80_16x8x256_S32U1U1S32_TN_ANDPOPC>(one{}),
    tiled<SM90_16x8x16_F64F64F64F64_TN>(Layout<Shape<_2, _1, _1>>{}));

// ---- tiled copy

// The (thread,value) of a copy's reference with a bit of the instruction.
template <class Ref>
int owner(Ref const& ref, int bit) {
  for (int x = 0; x < size(ref); ++x)
    if (ref(x) == bit) return x;
  return -1;
}

// Value v of a thread on one side is a bit of its instruction; the (thread,value) that the tiled
// copy gives that bit to has a place in the tile.
template <class Copy, class Side, class Part, class Elements>
void check_side(Copy const&, Side const& side, Part const& part, Elements const& all, int thread) {
  using ref = typename Copy::ValLayoutRef;
  using tv = typename Copy::TiledLayout_TV;
  int const lanes = size<0>(ref{});
  int const lane = thread % lanes;
  int const values = size<1>(side);
  int const rest_i = size<1>(part);
  int const rest_j = size<2>(part);
  int const tile_i = size<0>(all) / rest_i;
  int const tile_j = size<1>(all) / rest_j;
  expect(size<0>(part), size<1>(tv{}) / static_cast<int>(size<1>(ref{})) * values);
  for (int x = 0; x < size<0>(part); ++x)
    for (int ri = 0; ri < rest_i; ++ri)
      for (int rj = 0; rj < rest_j; ++rj) {
        int const whose = owner(ref{}, side(lane, x % values));
        int const t = whose % lanes + thread / lanes * lanes;
        int const v = whose / lanes + x / values * static_cast<int>(size<1>(ref{}));
        int const place = tv{}(t, v);
        int const i = place % tile_i + tile_i * ri;
        int const j = place / tile_i + tile_j * rj;
        expect(part(x, ri, rj), i + static_cast<int>(size<0>(all)) * j);
      }
}

template <class Copy>
void check_copy(Copy const& copy) {
  auto const tile = tile_shape(copy);
  auto const all = elements<2, 3>(get<0>(tile), get<1>(tile));
  for (int t = 0; t < size(copy); ++t) {
    auto const thread = copy.get_slice(t);
    check_side(copy, typename Copy::ValLayoutSrc{}, thread.partition_S(all), all, t);
    check_side(copy, typename Copy::ValLayoutDst{}, thread.partition_D(all), all, t);
  }
}

template <class Op, class T, class Threads, class Values>
constexpr auto copies(Threads, Values) {
  return make_tiled_copy(Copy_Atom<Op, T>{}, Threads{}, Values{});
}

constexpr auto tiled_copies = hana::make_tuple(
    copies<UniversalCopy<float>, float>(Layout<Shape<_32, _8>>{}, Layout<Shape<_1, _1>>{}),
    copies<UniversalCopy<uint128_t>, float>(Layout<Shape<_32, _8>>{}, Layout<Shape<_4, _1>>{}),
    copies<UniversalCopy<uint128_t>, half_t>(Layout<Shape<_16, _8>, Stride<_8, _1>>{},
                                             Layout<Shape<_1, _8>>{}),
    copies<UniversalCopy<uint128_t>, half_t>(Layout<Shape<_16, _8>, Stride<_8, _1>>{},
                                             Layout<Shape<_2, _8>, Stride<_8, _1>>{}),
    copies<UniversalCopy<float>, float>(Layout<Shape<_8, _4>, Stride<_4, _1>>{},
                                        Layout<Shape<_2, _3>, Stride<_3, _1>>{}),
    copies<UniversalCopy<std::uint64_t>, float>(
        Layout<Shape<Shape<_4, _2>, _8>, Stride<Stride<_1, _32>, _4>>{}, Layout<Shape<_2, _2>>{}),
    copies<SM80_CP_ASYNC_CACHEALWAYS<float>, float>(Layout<Shape<_32, _8>>{},
                                                    Layout<Shape<_1, _1>>{}),
    copies<SM75_U32x1_LDSM_N, half_t>(Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _2>>{}),
    copies<SM75_U32x2_LDSM_N, half_t>(Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _8>>{}),
    copies<SM75_U16x8_LDSM_T, half_t>(Layout<Shape<_4, _8>>{}, Layout<Shape<_2, _4>>{}),
    copies<SM90_U32x4_STSM_N, half_t>(Layout<Shape<_32, _2>>{}, Layout<Shape<_2, _4>>{}),
    copies<SM90_U16x2_STSM_T, half_t>(Layout<Shape<_32, _2>>{}, Layout<Shape<_2, _4>>{}));

// ---- tiled copies of a tiled MMA's operands: what one partitions, retiled, the other does

template <class Copy, class Part, class All>
void check_retile(Copy const& copy, Part const& by_mma, All const& all, int t) {
  auto const thread = copy.get_slice(t);
  auto const retiled = thread.retile_D(by_mma);
  auto const direct = thread.partition_D(all);
  expect(size(retiled), size(direct));
  for (int v = 0; v < size<0>(direct); ++v)
    for (int i = 0; i < size<1>(direct); ++i)
      for (int j = 0; j < size<2>(direct); ++j) expect(retiled(v, i, j), direct(v, i, j));
}

template <class Mma, class Atom>
void check_operands(Mma const& mma, Atom const& atom) {
  auto const c = elements<2, 3>(tile_size<0>(mma), tile_size<1>(mma));
  auto const a = elements<2, 2>(tile_size<0>(mma), tile_size<2>(mma));
  auto const b = elements<3, 2>(tile_size<1>(mma), tile_size<2>(mma));
  auto const copy_a = make_tiled_copy_A(atom, mma);
  auto const copy_b = make_tiled_copy_B(atom, mma);
  auto const copy_c = make_tiled_copy_C(atom, mma);
  check_copy(copy_a);
  check_copy(copy_b);
  check_copy(copy_c);
  for (int t = 0; t < size(mma); ++t) {
    auto const thread = mma.get_slice(t);
    check_retile(copy_a, thread.partition_A(a), a, t);
    check_retile(copy_b, thread.partition_B(b), b, t);
    check_retile(copy_c, thread.partition_C(c), c, t);
  }
}

}  // namespace

int main() {
  hana::for_each(mmas, [](auto const& mma) { check(mma); });
  std::printf("tiled MMAs: %lld facts, %lld wrong\n", facts, wrong);
  hana::for_each(tiled_copies, [](auto const& copy) { check_copy(copy); });
  std::printf("with tiled copies: %lld facts, %lld wrong\n", facts, wrong);

  auto const warps = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{},
                                    Tile<_32, _32, _16>{});
  check_operands(warps, Copy_Atom<SM75_U32x4_LDSM_N, half_t>{});
  check_operands(warps, Copy_Atom<SM75_U32x2_LDSM_N, half_t>{});
  check_operands(warps, Copy_Atom<UniversalCopy<std::uint32_t>, half_t>{});
  check_operands(make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_8, _4, _1>>{},
                                Tile<Layout<Shape<_8, _4>, Stride<_4, _1>>, _16, _2>{}),
                 Copy_Atom<UniversalCopy<float>, float>{});
  std::printf("with operands retiled: %lld facts, %lld wrong\n", facts, wrong);
  return wrong != 0;
}
