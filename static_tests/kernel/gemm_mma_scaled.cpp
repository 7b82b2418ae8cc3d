// SPDX-License-Identifier: BSL-1.0
// The proofs of the GEMM with scale factors hold, and those of elements of 8 bits without; where
// factors lie, by the formula of cuBLAS.
#include <tileproof/atom/mma/factor_layout.hpp>
#include <tileproof/atom/mma/scale_factors.hpp>
#include <tileproof/atom/mma/sm89.hpp>
#include <tileproof/atom/umma/scale_factors.hpp>
#include <tileproof/kernel/gemm/gemm_mma_scaled.hpp>
#include <tileproof/kernel/gemm/scaled.hpp>

#include <boost/hana/length.hpp>

using namespace tileproof;
using namespace tileproof::SM120::BLOCKSCALED;

namespace {

using e2m1 = float_e2m1_t;
using e4m3 = float_e4m3_t;
using mxf8 = SM120_16x8x32_TN_VS<e4m3, e2m1, float, float_ue8m0_t, 32>;
using mxf4 = SM120_16x8x64_TN_VS<e2m1, e2m1, float, float_ue8m0_t, 32>;
using nvf4 = SM120_16x8x64_TN_VS<e2m1, e2m1, float, float_ue4m3_t, 16>;

static_assert(gemm_mma_scaled<mxf8, float>::proofs::hold);
static_assert(gemm_mma_scaled<mxf4, half_t, std::int64_t, 3, Shape<_128, _64>>::proofs::hold);
using kernel = gemm_mma_scaled<nvf4, float>;
using plain = gemm_tensor_cores<SM89_16x8x32_F32E4M3E5M2F32_TN, major::k, major::k, float>;
static_assert(kernel::proofs::hold && plain::proofs::hold);
// Four more: the factors that are read are those of the matrices.
static_assert(decltype(boost::hana::length(kernel::proofs{}))::value ==
              decltype(boost::hana::length(plain::proofs{}))::value + 4);

// Row r and factor f are at byte 512 block + 16 (r % 32) + 4 (r % 128 / 32) + f % 4, where blocks
// of 128 rows follow those along k.
template <int VS>
constexpr bool lies_as_in_cublas(int mn, int k) {
  auto const l = factor_layout<VS>(mn, k);
  int const columns = (k + 4 * VS - 1) / (4 * VS);
  for (int r = 0; r < mn; r += 7)
    for (int i = 0; i < k; i += VS - 1)
      if (l(r, i) != 512 * (r / 128 * columns + i / (4 * VS)) + 16 * (r % 32) + 4 * (r % 128 / 32) +
                         i / VS % 4)
        return false;
  auto const of_cutlass = Sm1xxBlockScaledConfig<VS>::tile_atom_to_shape_SFA(make_shape(mn, 1, k));
  for (int r = mn - 1; r >= 0; r -= 31)
    for (int i = k - 1; i >= 0; i -= VS)
      if (l(r, i) != of_cutlass(r, i, 0)) return false;
  return size(l) == (mn + 127) / 128 * 128 * columns * 4 * VS &&
         size_of_factors<VS>(mn, k) == (mn + 127) / 128 * columns * 512;
}
static_assert(lies_as_in_cublas<32>(300, 200) && lies_as_in_cublas<16>(129, 65) &&
              lies_as_in_cublas<16>(1, 1));

// The first factor of a thread's rows of A is that of its first element: lanes 4 g and 4 g + 1 have
// rows g and g + 8.
constexpr auto of_thread = [](int thread) {
  auto const mma = make_tiled_mma(mxf8{}, Layout<Shape<_2, _2>>{}).get_slice(thread);
  auto const factors = make_tensor(counting_iterator<int>{}, factor_layout<32>(_128{}, _128{}));
  return mma.partition_SFA(factors)(0, 0, 0);
};
static_assert(of_thread(0) == 0 && of_thread(1) == 16 * 8 && of_thread(4) == 16 &&
              of_thread(5) == 16 * 9 && of_thread(32) == 16 * 16);

}  // namespace
