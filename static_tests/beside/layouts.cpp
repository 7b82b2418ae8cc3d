// SPDX-License-Identifier: BSL-1.0
//
// NVIDIA's layouts and tensors in place, against NVIDIA's own evaluation: each layout is read by
// this library and called with every coordinate, and a swizzled tile is a tensor of CuTe in aligned
// memory, whose addresses say where an element is. Prints the number of layouts, places and errors.
#include <cute/tensor.hpp>

#include <cute/atom/copy_atom.hpp>
#include <cute/atom/mma_atom.hpp>

#include <tileproof/algebra/with_unknowns.hpp>
#include <tileproof/beside/atom.hpp>
#include <tileproof/beside/copy_plan.hpp>
#include <tileproof/beside/elements.hpp>
#include <tileproof/beside/layout.hpp>
#include <tileproof/beside/tensor.hpp>
#include <tileproof/beside/versions.hpp>
#include <tileproof/beside_cute.hpp>
#include <tileproof/print/latex.hpp>
#include <tileproof/print/svg.hpp>

#include <cstdio>
#include <cstdlib>
#include <random>

namespace {

using cute::_;
using namespace cute;

int layouts = 0;
long places = 0;
int wrong = 0;

// The layout as this library reads it has CuTe's value at every coordinate, and its text.
template <class L>
void same_function(L const& l) {
  auto const ours = tileproof::detail::owned(l);
  static_assert(tileproof::layout_like<L>);
  ++layouts;
  for (int i = 0; i < int(cute::size(l)); ++i, ++places)
    if (int(ours(i)) != int(l(i)) && ++wrong < 5)
      std::printf("%s at %d: %d, not %d\n", tileproof::to_string(l).at, i, int(ours(i)), int(l(i)));
}

// The places of a swizzled tile of elements T, by the addresses of a tensor of CuTe.
template <class T, class L>
void same_places(L const& l) {
  auto const ours = tileproof::detail::owned(l);
  std::size_t const bytes =
      (std::size_t(cute::cosize(l)) * cute::sizeof_bits_v<T> / 8 + 1023) / 1024 * 1024;
  char* const memory = static_cast<char*>(std::aligned_alloc(1024, bytes));
  auto const t = cute::make_tensor(cute::make_smem_ptr(reinterpret_cast<T*>(memory)), l);
  auto const of_tensor = tileproof::detail::owned(t);
  ++layouts;
  for (int i = 0; i < int(cute::size(l)); ++i, ++places) {
    long const at = (reinterpret_cast<char const*>(&t(i)) - memory) / long(sizeof(T));
    if ((at != long(ours(i)) || at != long(of_tensor(i))) && ++wrong < 5)
      std::printf("%s at %d: %ld, not %ld\n", tileproof::to_string(l).at, i, long(ours(i)), at);
  }
  std::free(memory);
}

template <class T>
void atoms_of_wgmma() {
  same_places<T>(GMMA::Layout_K_SW128_Atom<T>{});
  same_places<T>(GMMA::Layout_K_SW64_Atom<T>{});
  same_places<T>(GMMA::Layout_K_SW32_Atom<T>{});
  same_places<T>(GMMA::Layout_K_INTER_Atom<T>{});
  same_places<T>(GMMA::Layout_MN_SW128_Atom<T>{});
  same_places<T>(GMMA::Layout_MN_SW64_Atom<T>{});
  same_places<T>(GMMA::Layout_MN_SW32_Atom<T>{});
  same_places<T>(GMMA::Layout_MN_INTER_Atom<T>{});
  same_places<T>(tile_to_shape(GMMA::Layout_K_SW128_Atom<T>{}, Shape<_64, _128>{}));
  same_places<T>(
      tile_to_shape(GMMA::Layout_MN_SW64_Atom<T>{}, Shape<_128, _64, _3>{}, Step<_2, _1, _3>{}));
}

// Run-time extents and strides, drawn.
void run_time(int seed) {
  std::mt19937 random(seed);
  auto const draw = [&](int n) { return int(random() % unsigned(n)); };
  int const m = 1 + draw(6);
  int const n = 1 + draw(6);
  int const k = 1 + draw(4);
  same_function(make_layout(make_shape(m, n), make_stride(1 + draw(9), draw(20))));
  same_function(make_layout(make_shape(_4{}, make_shape(n, _2{})),
                            make_stride(draw(30), make_stride(_1{}, 3 + draw(4)))));
  same_function(make_layout(make_shape(m, make_shape(n, k), _3{}), GenRowMajor{}));
  same_function(composition(Swizzle<2, 0, 3>{}, make_layout(make_shape(_8{}, n), GenRowMajor{})));
  same_function(logical_divide(make_layout(make_shape(_8{}, 2 * n)), Shape<_4, _2>{}));
  auto const coordinates = make_identity_layout(make_shape(m, n));
  ++layouts;
  for (int i = 0; i < m * n; ++i, ++places) {
    auto const ours = tileproof::detail::owned(coordinates)(i);
    auto const theirs = coordinates(i);
    wrong += int(tileproof::get<0>(ours)) != int(get<0>(theirs)) ||
             int(tileproof::get<1>(ours)) != int(get<1>(theirs));
  }
}

using mma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_2, _2, _1>>,
                     Tile<_32, _32, _16>>;
using load_a = decltype(make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma{}));

static_assert(tileproof::static_layout<Layout<Shape<_4, _8>>>);
static_assert(!tileproof::static_layout<Layout<Shape<_4, int>>>);
static_assert(tileproof::tiler_like<Tile<_4, Layout<_8, _2>>>);
static_assert(tileproof::proved<tileproof::compact, GMMA::Layout_K_SW128_Atom<half_t>>);
static_assert(!tileproof::proved<tileproof::compact, Layout<_4, _2>>);
static_assert(tileproof::require<tileproof::owns_every_element<>>(mma{}, Shape<_32, _32>{}));
static_assert(tileproof::require<tileproof::owns_every_element<2>>(load_a{}, Shape<_32, _16>{}));
static_assert(tileproof::sizeof_bits_v<cutlass::int4b_t> == 4);

// The accesses of CuTe's copy, from global memory to registers.
template <class T, class L>
using global = decltype(make_tensor(make_gmem_ptr(std::declval<T*>()), L{}));
template <class Src, class Dst>
using plan = decltype(tileproof::plan_copy(std::declval<Src>(), std::declval<Dst>()));
using eight = decltype(make_tensor<half_t>(Shape<_8>{}));
static_assert(tileproof::explain(plan<global<half_t, Layout<_8>>, eight>{}) ==
              "CuTe's copy: accesses of 128 bits, 8 elements each; that pointers are aligned to 16 "
              "bytes is taken for granted");
static_assert(tileproof::explain(plan<global<half_t, Layout<_8, _2>>, eight>{}) ==
              "CuTe's copy: accesses of 16 bits, 1 element each");
using columns = decltype(make_tensor<half_t>(Shape<_8, _4>{}));
static_assert(
    tileproof::explain(plan<global<half_t, Layout<Shape<_8, _4>, Stride<_1, int>>>, columns>{}) ==
    "CuTe's copy: accesses of 16 bits, 1 element each; with copy_aligned accesses of 128 bits, 8 "
    "elements each, for pointers and run-time strides that are aligned to 16 bytes");
static_assert(plan<global<half_t, Layout<Shape<_8, _4>, Stride<_1, _16>>>, columns>::access_bits ==
              128);

// ---- run-time integers of CuTe as unknowns
using m = tileproof::unknown<"m">;
using n = tileproof::unknown<"n">;
using ld = tileproof::unknown<"ld", std::int64_t, tileproof::at_least<m{}>>;
using matrix = Layout<Shape<int, int>, Stride<_1, std::int64_t>>;
using every_matrix = tileproof::with_unknowns_t<matrix, m, n, ld>;
static_assert(
    std::is_same_v<every_matrix, tileproof::Layout<tileproof::Shape<m, n>,
                                                   tileproof::Stride<tileproof::_1, ld>>>);
static_assert(tileproof::proved<tileproof::injective, every_matrix>);

}  // namespace

int main() {
  auto const named = tileproof::with_unknowns<m, n, ld>(
      matrix(make_shape(3, 5), make_stride(_1{}, std::int64_t{4})));
  wrong += tileproof::size(named) != 15 || tileproof::get<1>(tileproof::stride(named)) != 4;
  same_function(mma{}.get_layoutA_TV());
  same_function(mma{}.get_layoutB_TV());
  same_function(mma{}.get_layoutC_TV());
  same_function(load_a::get_layoutS_TV());
  same_function(load_a::get_layoutD_TV());
  atoms_of_wgmma<std::uint8_t>();
  atoms_of_wgmma<half_t>();
  atoms_of_wgmma<float>();
  same_places<double>(GMMA::Layout_K_SW128_Atom<double>{});
  for (int seed = 0; seed < 200; ++seed) run_time(seed);

  // The same pictures as of this library's own types.
  wrong += tileproof::to_svg(make_layout(make_shape(4, _3{}))) !=
           tileproof::to_svg(tileproof::make_layout(tileproof::make_shape(4, tileproof::_3{})));
  wrong += tileproof::to_svg(mma{}).find("T127") == std::string::npos;
  wrong += tileproof::to_latex(load_a{}).empty();
  std::printf("%d layouts, %ld places, %d wrong\n", layouts, places, wrong);
  return wrong != 0 || layouts < 1000;
}
