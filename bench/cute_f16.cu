// SPDX-License-Identifier: BSL-1.0
//
// The f16 GEMM written with CuTe, with three instructions.
#include "cute_f16.hpp"

namespace bench {
namespace {

template <class Operation>
cute_kernel made_of() {
  return {reinterpret_cast<void const*>(by_warps<Operation>),
          [](int m, int n, int k, void const* a, int lda, void const* b, int ldb, void* c, int ldc,
             cudaStream_t stream) {
            cudaFuncSetAttribute(by_warps<Operation>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 shared_bytes);
            dim3 const blocks(static_cast<unsigned>(m / 128), static_cast<unsigned>(n / 128));
            by_warps<Operation><<<blocks, 128, shared_bytes, stream>>>(
                {m, n, k, 1, static_cast<half_t const*>(a), lda, static_cast<half_t const*>(b), ldb,
                 0, static_cast<half_t*>(c), ldc});
          }};
}

}  // namespace

template <>
cute_kernel cute_f16<16, false>() {
  return made_of<SM80_16x8x16_F16F16F16F16_TN>();
}
template <>
cute_kernel cute_f16<8, false>() {
  return made_of<SM80_16x8x8_F16F16F16F16_TN>();
}
template <>
cute_kernel cute_f16<16, true>() {
  return made_of<SM80_16x8x16_F32F16F16F32_TN>();
}

}  // namespace bench
