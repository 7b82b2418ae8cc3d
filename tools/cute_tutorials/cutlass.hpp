// SPDX-License-Identifier: BSL-1.0
//
// Defines the names of CUTLASS that CuTe's tutorials use beside CuTe: GPU_Clock, the launch of a
// kernel on clusters, the barriers and the state of a pipeline. tools/cute_tutorials.py includes it
// in place of their <cutlass/...> headers; the library itself has no namespace cutlass.
#pragma once

#include <cute/arch/cluster_sm90.hpp>
#include <cute/tensor.hpp>
#include <tileproof/atom/tma/barrier.hpp>

#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <iostream>

#define CUTLASS_GRID_CONSTANT __grid_constant__
#define CUTLASS_ARCH_MMA_SM90_SUPPORTED 1

// The seconds on the GPU since start().
class GPU_Clock {
 public:
  GPU_Clock() {
    cudaEventCreate(&start_);
    cudaEventCreate(&stop_);
  }
  ~GPU_Clock() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }
  GPU_Clock(GPU_Clock const&) = delete;
  GPU_Clock& operator=(GPU_Clock const&) = delete;

  void start() { cudaEventRecord(start_); }
  float seconds() {
    cudaEventRecord(stop_);
    cudaEventSynchronize(stop_);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, start_, stop_);
    return milliseconds / 1000;
  }

 private:
  cudaEvent_t start_{};
  cudaEvent_t stop_{};
};

namespace cute {

// Selects a GPU.
inline void device_init(int device) { CUTE_CHECK_ERROR(cudaSetDevice(device)); }

}  // namespace cute

namespace cutlass {

enum class Status { kSuccess, kInvalid };

struct ClusterLaunchParams {
  dim3 grid_dims{1, 1, 1};
  dim3 block_dims{1, 1, 1};
  dim3 cluster_dims{1, 1, 1};
  int smem_size_in_bytes = 0;
  cudaStream_t cuda_stream = nullptr;
};

// Launches a kernel whose grid is made of clusters. Each argument must have the type of the
// kernel's parameter.
template <class... Args>
Status launch_kernel_on_cluster(ClusterLaunchParams const& params, void const* kernel,
                                Args const&... args) {
  void* parameters[] = {const_cast<void*>(static_cast<void const*>(&args))...};
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {params.cluster_dims.x, params.cluster_dims.y, params.cluster_dims.z};
  cudaLaunchConfig_t config{};
  config.gridDim = params.grid_dims;
  config.blockDim = params.block_dims;
  config.dynamicSmemBytes = static_cast<std::size_t>(params.smem_size_in_bytes);
  config.stream = params.cuda_stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelExC(&config, kernel, parameters) == cudaSuccess ? Status::kSuccess
                                                                         : Status::kInvalid;
}

// The index of the calling warp in its block, the same register for all its lanes.
__device__ inline int canonical_warp_idx_sync() {
  return __shfl_sync(0xffffffff, static_cast<int>(threadIdx.x) / 32, 0);
}

// The stage of a circular buffer of `Stages` stages, and the parity of the current round.
template <int Stages>
class PipelineState {
 public:
  __device__ int index() const { return index_; }
  __device__ std::uint32_t phase() const { return phase_; }
  __device__ void operator++() {
    if (++index_ == Stages) {
      index_ = 0;
      phase_ ^= 1;
    }
  }

 private:
  int index_ = 0;
  std::uint32_t phase_ = 0;
};

namespace arch {

using tileproof::ClusterBarrier;
using tileproof::ClusterTransactionBarrier;

}  // namespace arch

}  // namespace cutlass
