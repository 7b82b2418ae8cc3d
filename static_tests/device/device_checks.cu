// SPDX-License-Identifier: BSL-1.0
//
// Each check of device code, in a kernel of its own: no code by default, a trap in a build that
// defines TILEPROOF_DEVICE_CHECKS. tools/device_checks.py compiles this file and looks at every
// kernel.
#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/tma/make_tma_copy.hpp>
#include <tileproof/atom/wgmma/names.hpp>
#include <tileproof/kernel/gemm/gemm_pipelined.hpp>
#include <tileproof/tensor/transform.hpp>

using namespace tileproof;

using tile = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64, _4>{}));
using warpgroup =
    decltype(make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}));

// The main loop of a GEMM over tiles in shared memory. ASSERT_IN_LOOP puts an assert into it, which
// tools/device_checks.py must find.
extern "C" __global__ void check_wgmma(float* c, int tiles) {
  extern __shared__ __align__(1024) half_t memory[];
  auto sA = make_tensor(make_smem_ptr(assume_aligned<1024>(memory)), tile{});
  auto sB = make_tensor(make_smem_ptr(assume_aligned<1024>(memory + cosize_v<tile>)), tile{});
  auto gC = make_tensor(make_gmem_ptr(c), Layout<Shape<_64, _64>>{});
  auto mma = warpgroup{}.get_slice(static_cast<int>(threadIdx.x));
  auto tCrA = mma.partition_fragment_A(sA);  // (MMA,MMA_M,MMA_K,PIPE)
  auto tCrB = mma.partition_fragment_B(sB);  // (MMA,MMA_N,MMA_K,PIPE)
  auto tCrC = mma.partition_fragment_C(gC);  // (MMA,MMA_M,MMA_N)
  clear(tCrC);
  for (int i = 0; i < tiles; ++i) {
#if defined(ASSERT_IN_LOOP)
    assert(c[i] != 0.0F);
#endif
    warpgroup_arrive();
    gemm(mma, tCrA(_, _, _, i % 4), tCrB(_, _, _, i % 4), tCrC);
    warpgroup_commit_batch();
    warpgroup_wait<1>();
  }
  warpgroup_wait<0>();
  copy(tCrC, mma.partition_C(gC));
}

// An operation on run-time leaves whose conditions are not known to hold.
extern "C" __global__ void check_operation(int* out, int m, int n) {
  auto const a = make_layout(make_shape(m, n), make_stride(_1{}, 100));
  *out = composition(a, make_layout(_8{}, m))(threadIdx.x);
}

extern "C" __global__ void check_address(float const* in, float* out) {
  auto const from = make_tensor(make_gmem_ptr(assume_aligned<16>(in)), Layout<_4>{});
  copy(from, make_tensor(make_gmem_ptr(assume_aligned<16>(out)), Layout<_4>{}));
}

extern "C" __global__ void check_multiple(int* out, int n) {
  *out = assume_multiple_of<8>(n) / _8{};
}

extern "C" __global__ void check_sizes(float const* in, float* out, int m, int n) {
  transform(make_tensor(make_gmem_ptr(in), make_layout(m)),
            make_tensor(make_gmem_ptr(out), make_layout(n)), [](float x) { return 2 * x; });
}

extern "C" __global__ void check_first_bit(int4b_t* p, int i, int4b_t** out) {
  *out = raw_pointer_cast(subbyte_iterator<int4b_t>{p} + i);
}

extern "C" __global__ void check_recast_to_bytes(int4b_t* p, int i, std::int8_t** out) {
  *out = recast_ptr<std::int8_t>(subbyte_iterator<int4b_t>{p} + i);
}

extern "C" __global__ void check_recast_to_nibbles(uint1b_t* p, int i, int* out) {
  *out = recast_ptr<int4b_t>(subbyte_iterator<uint1b_t>{p} + i).bit;
}

// A box of 64x8 elements of f16 that begins at a run-time coordinate.
template <class Tma>
__global__ void check_box(__grid_constant__ Tma const tma, int x) {
  __shared__ alignas(128) half_t memory[512];
  __shared__ std::uint64_t barrier;
  auto sA = make_tensor(make_smem_ptr(aligned_ptr<half_t, 128>{memory}), Layout<Shape<_64, _8>>{});
  auto const gA = tma.get_tma_tensor(make_shape(_64{}, _8{}));
  auto const at_x = make_tensor(gA.data() + as_arithmetic_tuple(make_tuple(x, _0{})), gA.layout());
  auto [tAgA, tAsA] = tma_partition(tma, group_modes<0, 2>(sA), group_modes<0, 2>(at_x));
  copy(tma.with(barrier), tAgA, tAsA);
}
using columns = decltype(make_tensor(make_gmem_ptr(static_cast<half_t const*>(nullptr)),
                                     make_layout(make_shape(0, 0), make_stride(_1{}, 0))));
using box_copy = decltype(make_tma_copy(SM90_TMA_LOAD{}, std::declval<columns>(),
                                        Layout<Shape<_64, _8>>{}, Shape<_64, _8>{}));
void launch(box_copy const& tma, int x) { check_box<<<1, 1>>>(tma, x); }

// A whole kernel: the GEMM without wgmma.
using arguments = gemm_arguments<float const*, float const*, float*, float, int>;
template __global__ void tileproof::run_kernel<gemm_pipelined<major::mn, major::mn>>(
    arguments const);
