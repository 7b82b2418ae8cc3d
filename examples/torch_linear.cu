// SPDX-License-Identifier: BSL-1.0
//
// Launches the tensor-core GEMM of tileproof from a PyTorch C++ extension: linear(x, w) = x w^T of
// f16 tensors on a GPU, on PyTorch's current stream.
//
// Compile: python3 torch_linear.py, which calls torch.utils.cpp_extension.load, and then linear
// Prints: what the first comment of torch_linear.py says
#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/extension.h>

namespace tp = tileproof;

namespace {

// Elements from one row to the next; PyTorch gives a single row any stride.
std::int64_t row_stride(torch::Tensor const& t) { return t.size(0) > 1 ? t.stride(0) : t.size(1); }

// x is (m,k), w is (n,k); the result is (m,n), row-major like every new tensor.
torch::Tensor linear(torch::Tensor x, torch::Tensor w) {
  TORCH_CHECK(x.is_cuda() && w.is_cuda() && x.device() == w.device(),
              "linear: x and w must be on one GPU, not on ", x.device(), " and ", w.device());
  TORCH_CHECK(x.scalar_type() == torch::kHalf && w.scalar_type() == torch::kHalf,
              "linear: x and w must be f16, not ", x.scalar_type(), " and ", w.scalar_type());
  TORCH_CHECK(x.dim() == 2 && w.dim() == 2 && x.size(1) == w.size(1),
              "linear: x must be (m,k) and w (n,k), not ", x.sizes(), " and ", w.sizes());
  // The kernel takes rows any multiple of 8 elements apart, as a slice of a larger tensor has them.
  if (x.size(1) > 1 && x.stride(1) != 1) x = x.contiguous();
  if (w.size(1) > 1 && w.stride(1) != 1) w = w.contiguous();

  c10::cuda::CUDAGuard const guard(x.device());
  torch::Tensor y = torch::empty({x.size(0), w.size(0)}, x.options());
  // The kernel's C is column-major, so it computes y^T = w x^T: w is its A, and x its B.
  using kernel = tp::gemm_tensor_cores<tp::SM80_16x8x16_F32F16F16F32_TN, tp::major::k, tp::major::k,
                                       tp::half_t>;
  auto const elements = [](torch::Tensor const& t) {
    return reinterpret_cast<tp::half_t const*>(t.data_ptr<at::Half>());
  };
  tp::status const s = tp::launch_gemm<kernel>(
      tp::gemm_arguments{w.size(0), x.size(0), x.size(1), 1.0F, elements(w), row_stride(w),
                         elements(x), row_stride(x), 0.0F,
                         reinterpret_cast<tp::half_t*>(y.data_ptr<at::Half>()), w.size(0)},
      at::cuda::getCurrentCUDAStream());
  if (s == tp::status::not_launched) C10_CUDA_CHECK(cudaGetLastError());
  TORCH_CHECK(s == tp::status::ok, "linear: ", tp::to_string(s));
  return y;
}

}  // namespace

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("linear", &linear, "x (m,k) times w (n,k) transposed, f16, summed in f32");
}
