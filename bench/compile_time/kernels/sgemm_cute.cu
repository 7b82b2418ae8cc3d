// SPDX-License-Identifier: BSL-1.0
//
// One kernel, the sgemm of article 002, NT, written with CuTe, and its launch.
#include "../../cute_sgemm.hpp"

cudaError_t sgemm_nt(bench::cute_arguments<float> const& args, cudaStream_t stream) {
  using smem_layout = cute::Layout<cute::Shape<cute::_128, cute::_8>>;
  dim3 const blocks(static_cast<unsigned>(args.m / 128), static_cast<unsigned>(args.n / 128));
  bench::by_partition<false, smem_layout><<<blocks, 256, 0, stream>>>(args);
  return cudaPeekAtLastError();
}
