// SPDX-License-Identifier: BSL-1.0
//
// CUTLASS's grouped GEMM of sm_90 (its example 57) as a contender: its cooperative and its pingpong
// kernel with several tiles, and with the rows of B as the rows of wgmma (D transposed), which
// suits few rows a group. Each is a runner; the descriptions of the groups are in device memory
// before the time is taken, and the kernel makes its tensor maps itself.
#include "grouped_problem.hpp"

#include <cutlass/cutlass.h>
#include <cutlass/gemm/device/gemm_universal_adapter.h>
#include <cutlass/epilogue/collective/collective_builder.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
#include <cutlass/gemm/group_array_problem_shape.hpp>
#include <cutlass/gemm/kernel/gemm_universal.hpp>
#include <cutlass/util/packed_stride.hpp>

namespace bench {

using named_runner = std::pair<std::string, runner>;

namespace {

using cute::_1, cute::_2, cute::_16, cute::_32, cute::_64, cute::_128, cute::_256;

template <class T>
struct cutlass_type;
template <>
struct cutlass_type<bfloat16_t> {
  using type = cutlass::bfloat16_t;
  using cooperative = cutlass::gemm::KernelPtrArrayTmaWarpSpecializedCooperative;
  using pingpong = cutlass::gemm::KernelPtrArrayTmaWarpSpecializedPingpong;
};
template <>
struct cutlass_type<tileproof::float_e4m3_t> {
  using type = cutlass::float_e4m3_t;
  using cooperative = cutlass::gemm::KernelPtrArrayTmaWarpSpecializedCooperativeFP8FastAccum;
  using pingpong = cutlass::gemm::KernelPtrArrayTmaWarpSpecializedPingpongFP8FastAccum;
};

template <class T, class Mainloop, class Epilogue, bool IsTransposed, class Tile, class Cluster>
named_runner kernel_of(std::string name, grouped_problem<T> const& p) {
  using namespace cutlass;
  using element = typename cutlass_type<T>::type;
  using order_d = std::conditional_t<IsTransposed, layout::ColumnMajor, layout::RowMajor>;
  using problem_shape = gemm::GroupProblemShape<cute::Shape<int, int, int>>;
  constexpr int alignment = 16 / sizeof(element);
  // Without C.
  using epilogue = typename epilogue::collective::CollectiveBuilder<
      arch::Sm90, arch::OpClassTensorOp, Tile, Cluster,
      cutlass::epilogue::collective::EpilogueTileAuto, float, float, void, order_d*, 8,
      cutlass::bfloat16_t, order_d*, 8, Epilogue>::CollectiveOp;
  using mainloop = typename gemm::collective::CollectiveBuilder<
      arch::Sm90, arch::OpClassTensorOp, element, layout::RowMajor*, alignment, element,
      layout::ColumnMajor*, alignment, float, Tile, Cluster,
      gemm::collective::StageCountAutoCarveout<static_cast<int>(
          sizeof(typename epilogue::SharedStorage))>,
      Mainloop>::CollectiveOp;
  using kernel = gemm::kernel::GemmUniversal<problem_shape, mainloop, epilogue>;
  using device_gemm = gemm::device::GemmUniversalAdapter<kernel>;
  using shape = typename problem_shape::UnderlyingProblemShape;
  using stride_a = typename kernel::InternalStrideA;
  using stride_b = typename kernel::InternalStrideB;
  using stride_d = typename kernel::InternalStrideD;

  struct state {
    buffer<shape> shapes;
    buffer<element const*> a, b;
    buffer<cutlass::bfloat16_t*> d;
    buffer<stride_a> of_a;
    buffer<stride_b> of_b;
    buffer<stride_d> of_d;
    std::optional<buffer<char>> workspace;
    device_gemm gemm;
    explicit state(std::size_t n) : shapes(n), a(n), b(n), d(n), of_a(n), of_b(n), of_d(n) {}
  };
  std::size_t const groups = static_cast<std::size_t>(p.groups);
  auto const s = std::make_shared<state>(groups);
  std::vector<shape> shapes;
  std::vector<element const*> a, b;
  std::vector<cutlass::bfloat16_t*> d;
  std::vector<stride_a> of_a;
  std::vector<stride_b> of_b;
  std::vector<stride_d> of_d;
  int const n = static_cast<int>(p.n), k = static_cast<int>(p.k);
  for (int g = 0; g < p.groups; ++g) {
    int const rows = p.lengths[static_cast<std::size_t>(g)];
    auto const* const tokens = reinterpret_cast<element const*>(p.a.data() + p.begin(g) * p.k);
    auto const* const weights = reinterpret_cast<element const*>(p.b.data() + g * p.n * p.k);
    int const first = IsTransposed ? n : rows;
    int const second = IsTransposed ? rows : n;
    shapes.push_back({first, second, k});
    a.push_back(IsTransposed ? weights : tokens), b.push_back(IsTransposed ? tokens : weights);
    d.push_back(reinterpret_cast<cutlass::bfloat16_t*>(p.d.data() + p.begin(g) * p.n));
    of_a.push_back(make_cute_packed_stride(stride_a{}, {first, k, 1}));
    of_b.push_back(make_cute_packed_stride(stride_b{}, {second, k, 1}));
    of_d.push_back(make_cute_packed_stride(stride_d{}, {first, second, 1}));
  }
  auto const copy = [](auto const& to, auto const& from) {
    check(cudaMemcpy(to.data(), from.data(), to.bytes(), cudaMemcpyHostToDevice));
  };
  copy(s->shapes, shapes), copy(s->a, a), copy(s->b, b), copy(s->d, d);
  copy(s->of_a, of_a), copy(s->of_b, of_b), copy(s->of_d, of_d);
  typename device_gemm::Arguments arguments{
      gemm::GemmUniversalMode::kGrouped,
      {p.groups, s->shapes.data(), nullptr},
      {s->a.data(), s->of_a.data(), s->b.data(), s->of_b.data()},
      {{}, nullptr, nullptr, s->d.data(), s->of_d.data()},
      KernelHardwareInfo::make_kernel_hardware_info<kernel>(0)};
  arguments.epilogue.thread.alpha = 1;
  arguments.epilogue.thread.beta = 0;
  s->workspace.emplace(std::max<std::size_t>(device_gemm::get_workspace_size(arguments), 1));
  if (s->gemm.can_implement(arguments) != Status::kSuccess ||
      s->gemm.initialize(arguments, s->workspace->data()) != Status::kSuccess)
    return {std::move(name), {}};
  check(cudaDeviceSynchronize());
  return {std::move(name), [s](cudaStream_t stream) {
            if (s->gemm.run(stream) != Status::kSuccess) std::exit(1);
          }};
}

template <class T>
std::vector<named_runner> kernels_of(grouped_problem<T> const& p) {
  using namespace cutlass::epilogue;
  using cooperative = typename cutlass_type<T>::cooperative;
  using pingpong = typename cutlass_type<T>::pingpong;
  using end = PtrArrayTmaWarpSpecializedCooperative;
  using end_pingpong = PtrArrayTmaWarpSpecializedPingpong;
  using k = cute::Int<128 / sizeof(T)>;
  using alone = cute::Shape<_1, _1, _1>;
  using pair = cute::Shape<_2, _1, _1>;
  return {kernel_of<T, cooperative, end, false, cute::Shape<_128, _256, k>, pair>("128x256", p),
          kernel_of<T, cooperative, end, false, cute::Shape<_256, _128, k>, pair>("256x128", p),
          kernel_of<T, pingpong, end_pingpong, false, cute::Shape<_128, _128, k>, pair>(
              "pingpong 128x128", p),
          kernel_of<T, pingpong, end_pingpong, false, cute::Shape<_64, _128, k>, alone>(
              "pingpong 64x128", p),
          kernel_of<T, pingpong, end_pingpong, true, cute::Shape<_128, _64, k>, alone>(
              "pingpong 128x64 transposed", p),
          kernel_of<T, pingpong, end_pingpong, true, cute::Shape<_128, _32, k>, alone>(
              "pingpong 128x32 transposed", p),
          kernel_of<T, pingpong, end_pingpong, true, cute::Shape<_64, _16, k>, alone>(
              "pingpong 64x16 transposed", p)};
}

}  // namespace

std::vector<named_runner> cutlass_grouped(grouped_problem<bfloat16_t> const& p) {
  return kernels_of(p);
}
std::vector<named_runner> cutlass_grouped(grouped_problem<tileproof::float_e4m3_t> const& p) {
  return kernels_of(p);
}

}  // namespace bench
