// SPDX-License-Identifier: BSL-1.0
//
// Audits of CUTLASS's collectives and kernels as its builders make them, and of mainloops and an
// epilogue with one member changed: the audit names the line of the change and no other.
#include <cutlass/epilogue/collective/collective_builder.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
#include <cutlass/gemm/kernel/gemm_universal.hpp>
#include <tileproof/beside/audit_epilogue.hpp>
#include <tileproof/beside/audit_gemm.hpp>
#include <tileproof/beside/audit_mainloop.hpp>

#include "audits.hpp"

namespace {

using namespace cute;
namespace collective = cutlass::gemm::collective;
namespace schedule = cutlass::gemm;
using row = cutlass::layout::RowMajor;
using column = cutlass::layout::ColumnMajor;

template <class T, class D, class LayoutA, class LayoutB, class LayoutD, class TileShape,
          class Cluster, class Schedule, class EpilogueSchedule>
struct gemm {
  using epilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
      cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, TileShape, Cluster,
      cutlass::epilogue::collective::EpilogueTileAuto, float, float, D, LayoutD, 16 / sizeof(D), D,
      LayoutD, 16 / sizeof(D), EpilogueSchedule>::CollectiveOp;
  using mainloop =
      typename collective::CollectiveBuilder<cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, T,
                                             LayoutA, 16 / sizeof(T), T, LayoutB, 16 / sizeof(T),
                                             float, TileShape, Cluster,
                                             collective::StageCountAutoCarveout<static_cast<int>(
                                                 sizeof(typename epilogue::SharedStorage))>,
                                             Schedule>::CollectiveOp;
  using kernel = schedule::kernel::GemmUniversal<Shape<int, int, int, int>, mainloop, epilogue>;
};
using cooperative = gemm<half_t, half_t, row, column, row, Shape<_128, _128, _64>,
                         Shape<_2, _1, _1>, schedule::KernelTmaWarpSpecializedCooperative,
                         cutlass::epilogue::TmaWarpSpecializedCooperative>;
using pingpong = gemm<cutlass::float_e4m3_t, half_t, row, column, column, Shape<_64, _128, _128>,
                      Shape<_1, _2, _1>, schedule::KernelTmaWarpSpecializedPingpong,
                      cutlass::epilogue::TmaWarpSpecialized>;

// Without an epilogue in shared memory the tiles begin at byte 384 of it.
using without_smem =
    gemm<half_t, half_t, row, column, row, Shape<_64, _128, _64>, Shape<_1, _1, _1>,
         schedule::KernelTmaWarpSpecializedPingpong, cutlass::epilogue::NoSmemWarpSpecialized>;
using tileproof::audits::finding;
static_assert(tileproof::audit<without_smem::kernel>::count(finding::by_practice) == 2);

// The barriers of the pipeline by model, in turn too, and the locks of a tile that blocks share.
using stream_k = schedule::kernel::GemmUniversal<Shape<int, int, int, int>, cooperative::mainloop,
                                                 cooperative::epilogue, schedule::StreamKScheduler>;
static_assert(tileproof::audit<cooperative::kernel>::count(finding::by_model) == 1);
static_assert(tileproof::audit<pingpong::kernel>::count(finding::by_model) == 1);
static_assert(tileproof::audit<stream_k>::count(finding::by_model) == 2);

// The cooperative mainloop with one member changed.
using base = cooperative::mainloop;
struct without_swizzle : base {
  using SmemLayoutA =
      Layout<Shape<_128, _64, Int<DispatchPolicy::Stages>>, Stride<_64, _1, Int<128 * 64>>>;
};
struct stages_in_one_place : base {
  using SmemLayoutB = decltype(composition(
      base::SmemLayoutB{}.layout_a(), base::SmemLayoutB{}.offset(),
      make_layout(base::SmemLayoutB{}.layout_b().shape(),
                  replace<2>(base::SmemLayoutB{}.layout_b().stride(), make_stride(_0{}, _0{})))));
};
struct half_the_bytes : base {
  static constexpr std::uint32_t TmaTransactionBytes = base::TmaTransactionBytes / 2;
};
struct one_stage_less : base {
  struct TensorStorage {
    array_aligned<half_t,
                  cosize_v<SmemLayoutA>*(DispatchPolicy::Stages - 1) / DispatchPolicy::Stages>
        smem_A;
    array_aligned<half_t, cosize_v<SmemLayoutB>> smem_B;
  };
};
struct tile_of_192_rows : base {
  using TileShape = Shape<Int<192>, _128, _64>;
};
struct more_than_a_block_has : base {
  struct SharedStorage {
    char all[228 * 1024];
  };
};
struct strides_of_bytes : base {
  using StrideA = Stride<Int<36>, _1, std::int64_t>;
};

// Accumulators of one warpgroup for a tile of 128 x 256: 256 registers of 255, which are spilled.
using spilled =
    gemm<half_t, half_t, row, column, row, Shape<_128, _256, _64>, Shape<_1, _1, _1>,
         schedule::KernelTmaWarpSpecialized, cutlass::epilogue::TmaWarpSpecialized>::mainloop;
static_assert(tileproof::audit<spilled>::is_correct() && !tileproof::audit<spilled>::holds());

// A of 8 bits is converted in registers; the mainloop swaps the operands, and its own A is the
// caller's B.
template <class A, class B>
using mixed = typename collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, A, row, 8, B, column, 16, float,
    Shape<_64, _128, _64>, Shape<_1, _1, _1>, collective::StageCount<4>,
    schedule::KernelTmaWarpSpecializedPingpong>::CollectiveOp;
using swapped = mixed<half_t, cute::tuple<cutlass::float_e4m3_t>>;
struct half_the_bytes_of_mixed : swapped {
  static constexpr std::uint32_t TmaTransactionBytes = swapped::TmaTransactionBytes / 2;
};
struct storage_of_its_other_operand : swapped {
  struct TensorStorage {
    decltype(std::declval<swapped::TensorStorage&>().smem_B) smem_B;
    decltype(std::declval<swapped::TensorStorage&>().smem_A) smem_A;
  };
};
struct converted_without_a_stage : swapped {
  struct TensorStorage {
    array_aligned<cutlass::float_e4m3_t, cosize_v<SmemLayoutA> / 2> smem_A;
    array_aligned<half_t, cosize_v<SmemLayoutB>> smem_B;
  };
};

// B of tf32 is N-major, and transposed within shared memory before wgmma reads it.
using transposed = gemm<tfloat32_t, float, column, row, row, Shape<_128, _128, _32>,
                        Shape<_1, _1, _1>, schedule::KernelTmaWarpSpecializedCooperative,
                        cutlass::epilogue::TmaWarpSpecializedCooperative>::mainloop;
struct not_transposed : transposed {
  using GmmaSmemLayoutB = Layout<Shape<_128, _32, Int<DispatchPolicy::Stages>>>;
};

// Sparse A: the metadata's bytes are expected too.
using sparse = typename collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassSparseTensorOp, half_t, row, 16, half_t, column, 8,
    float, Shape<_128, _128, _128>, Shape<_2, _1, _1>, collective::StageCount<2>,
    schedule::KernelTmaWarpSpecializedCooperative>::CollectiveOp;
struct without_metadata : sparse {
  static constexpr std::uint32_t TmaTransactionBytes =
      sparse::TmaTransactionBytes -
      static_cast<std::uint32_t>(sparse::TmaTransactionBytesMK - 128 * 64 * 2);
};
}  // namespace

int main() {
  expect<cooperative::mainloop>("cooperative mainloop");
  expect<cooperative::kernel>("cooperative kernel");
  expect<pingpong::kernel>("pingpong kernel");
  expect<pingpong::epilogue>("pingpong epilogue");
  expect<stream_k>("stream-k kernel");
  expect<without_smem::kernel>("without an epilogue in shared memory");

  expect<without_swizzle>("without a swizzle", "A: a wgmma descriptor");
  expect<stages_in_one_place>("stages in one place", "B: every element has a place");
  expect<half_the_bytes>("half the bytes", "the bytes of a stage");
  expect<one_stage_less>("storage of a stage less", "A: the bytes of its stages");
  expect<tile_of_192_rows>("a tile of 192 rows", "the MMA's tile divides", "A: a stage holds",
                           "A: TMA moves");
  expect<more_than_a_block_has>("more shared memory", "the bytes of shared memory");
  expect<strides_of_bytes>("rows of 36 elements", "A: TMA moves");
  expect<spilled>("256 registers of accumulators", "the registers of a thread's accumulators");
  expect<swapped>("mixed types");
  expect<storage_of_its_other_operand>("fields in the other order");
  expect<half_the_bytes_of_mixed>("half the bytes of mixed types", "the bytes of a stage");
  expect<converted_without_a_stage>("half the storage of mixed types",
                                    "A: the bytes of its stages");
  expect<transposed>("B transposed in shared memory");
  expect<not_transposed>("B read as it came", "B, transposed in shared memory: a wgmma descriptor");
  expect<sparse>("sparse mainloop");
  expect<without_metadata>("bytes without the metadata", "the bytes of a stage");
  print(tileproof::audit<cooperative::kernel>());
  print(tileproof::audit<pingpong::kernel>());
  return verdict();
}
