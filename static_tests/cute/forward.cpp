// SPDX-License-Identifier: BSL-1.0
//
// A program with CuTe's own includes, compiled with include/tileproof/cute/forward on its path.
#include <cute/algorithm/copy.hpp>
#include <cute/arch/mma_sm90_gmma.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/mma_traits_sm120.hpp>
#include <cute/layout.hpp>
#include <cute/tensor.hpp>

using namespace cute;

namespace {

// A structure in shared memory, as CuTe's kernels declare it.
template <class Element, class SmemLayout>
struct SharedStorage {
  alignas(128) cute::ArrayEngine<Element, cosize_v<SmemLayout>> A;
};
using sA_layout = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{},
                                         make_shape(Int<128>{}, Int<64>{}, Int<3>{})));
using storage = SharedStorage<half_t, sA_layout>;
static_assert(sizeof(storage) == 128 * 64 * 3 * 2);
static_assert(is_smem<decltype(make_smem_ptr(std::declval<storage&>().A.begin()))>::value);

// The predicate idiom, and tensors that keep their swizzle.
constexpr bool selects_inside(int rows, int columns) {
  auto const shape_S = make_shape(rows, columns);
  Tensor C = make_identity_tensor(make_shape(Int<4>{}, Int<4>{}));
  Tensor P = cute::lazy::transform(C, [&](auto c) { return elem_less(c, shape_S); });
  bool is_right = true;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) is_right = is_right && P(i, j) == (i < rows && j < columns);
  return is_right;
}
static_assert(selects_inside(3, 2) && selects_inside(4, 4) && selects_inside(0, 1));

// The instructions of sm_120a.
using scaled =
    SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<float_e4m3_t, float_e2m1_t, float, float_ue8m0_t, 32>;
static_assert(MMA_Atom<scaled>::SFVecSize == 32 &&
              size(make_tiled_mma(SM120_16x8x32_TN<float_e5m2_t, float_e3m2_t, half_t>{},
                                  Layout<Shape<_2, _2>>{})) == 128);

// The selector's instruction is the one of that name.
static_assert(
    std::is_same_v<decltype(GMMA::ss_op_selector<half_t, half_t, float, Shape<_128, _128, _64>>()),
                   SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>>);

// Two arguments of TiledMMA are enough.
using f32_atom = MMA_Atom<UniversalFMA<float>>;
using tiled = TiledMMA<f32_atom, Layout<Shape<_16, _16, _1>>>;
static_assert(size(tiled{}) == 256 && thr_size(tiled{}) == 256 && thr_size<1>(tiled{}) == 16);

// Among several overloads the one of the largest N.
constexpr int chosen(prefer<0>) { return 0; }
constexpr int chosen(prefer<1>) { return 1; }
static_assert(chosen(prefer<3>{}) == 1);

}  // namespace
