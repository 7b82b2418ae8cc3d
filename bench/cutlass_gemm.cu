// SPDX-License-Identifier: BSL-1.0
//
// CUTLASS's GEMMs of sm_90 as contenders of sizes.cu: its cooperative, pingpong and stream-k
// kernels, each with a tile that suits it. The rows of D are tokens. A graph has all that a call
// does on the device, as the zeros of stream-k's counters, and nothing that it does on the host.
#include "cutlass_gemm.hpp"
#include "device.hpp"

#include <cutlass/cutlass.h>
#include <cutlass/gemm/device/gemm_universal_adapter.h>
#include <cutlass/epilogue/collective/collective_builder.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
#include <cutlass/gemm/kernel/gemm_universal.hpp>
#include <cutlass/util/packed_stride.hpp>

#include <memory>
#include <optional>

namespace bench {

namespace {

using namespace cutlass;
using cute::_1, cute::_2, cute::_64, cute::_128, cute::_256;

template <class Mainloop, class Epilogue, class Scheduler, class Tile, class Cluster>
cutlass_kernel kernel_of(std::string name, int m, int n, int k, void const* a, void* d) {
  using element = cutlass::bfloat16_t;
  // Without C.
  using epilogue = typename epilogue::collective::CollectiveBuilder<
      arch::Sm90, arch::OpClassTensorOp, Tile, Cluster,
      cutlass::epilogue::collective::EpilogueTileAuto, float, float, void, layout::RowMajor, 8,
      element, layout::RowMajor, 8, Epilogue>::CollectiveOp;
  using mainloop = typename gemm::collective::CollectiveBuilder<
      arch::Sm90, arch::OpClassTensorOp, element, layout::RowMajor, 8, element, layout::ColumnMajor,
      8, float, Tile, Cluster,
      gemm::collective::StageCountAutoCarveout<static_cast<int>(
          sizeof(typename epilogue::SharedStorage))>,
      Mainloop>::CollectiveOp;
  using kernel =
      gemm::kernel::GemmUniversal<cute::Shape<int, int, int, int>, mainloop, epilogue, Scheduler>;
  using device_gemm = gemm::device::GemmUniversalAdapter<kernel>;
  struct state {
    typename device_gemm::Arguments arguments;
    std::optional<buffer<char>> workspace;
    device_gemm gemm;
  };
  auto const s = std::make_shared<state>();
  s->arguments = {gemm::GemmUniversalMode::kGemm,
                  {m, n, k, 1},
                  {static_cast<element const*>(a),
                   make_cute_packed_stride(typename kernel::StrideA{}, {m, k, 1}), nullptr,
                   make_cute_packed_stride(typename kernel::StrideB{}, {n, k, 1})},
                  {{1.0f, 0.0f},
                   nullptr,
                   {},
                   static_cast<element*>(d),
                   make_cute_packed_stride(typename kernel::StrideD{}, {m, n, 1})},
                  KernelHardwareInfo::make_kernel_hardware_info<kernel>(0)};
  s->arguments.scheduler.max_swizzle_size = 8;
  s->workspace.emplace(std::max<std::size_t>(device_gemm::get_workspace_size(s->arguments), 1));
  return {std::move(name), [s](void const* b, cudaStream_t stream) {
            s->arguments.mainloop.ptr_B = static_cast<element const*>(b);
            return s->gemm.can_implement(s->arguments) == Status::kSuccess &&
                   s->gemm.initialize(s->arguments, s->workspace->data(), stream) ==
                       Status::kSuccess &&
                   s->gemm.run(stream) == Status::kSuccess;
          }};
}

}  // namespace

std::vector<cutlass_kernel> cutlass_gemms(int m, int n, int k, void const* a, void* d) {
  using cooperative = gemm::KernelTmaWarpSpecializedCooperative;
  using pingpong = gemm::KernelTmaWarpSpecializedPingpong;
  using end = cutlass::epilogue::TmaWarpSpecializedCooperative;
  using end_pingpong = cutlass::epilogue::TmaWarpSpecialized;
  using whole_tiles = gemm::PersistentScheduler;
  using alone = cute::Shape<_1, _1, _1>;
  using pair = cute::Shape<_2, _1, _1>;
  using large = cute::Shape<_128, _256, _64>;
  return {
      kernel_of<cooperative, end, whole_tiles, large, pair>("cooperative 128x256", m, n, k, a, d),
      kernel_of<pingpong, end_pingpong, whole_tiles, cute::Shape<_64, _256, _64>, pair>(
          "pingpong 64x256", m, n, k, a, d),
      kernel_of<pingpong, end_pingpong, whole_tiles, cute::Shape<_128, _128, _64>, pair>(
          "pingpong 128x128", m, n, k, a, d),
      kernel_of<pingpong, end_pingpong, whole_tiles, cute::Shape<_64, _64, _64>, alone>(
          "pingpong 64x64", m, n, k, a, d),
      kernel_of<cooperative, end, gemm::StreamKScheduler, large, pair>("stream-k 128x256", m, n, k,
                                                                       a, d)};
}

}  // namespace bench
