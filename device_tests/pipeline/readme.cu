// SPDX-License-Identifier: BSL-1.0
//
// README's first pipeline on a GPU of sm_90: its producer loads a tile of A and one of B for each
// step, its consumer multiplies them. readme_pipeline.hpp is the block of code of the page.
#include "../gpu.hpp"
#include "readme_pipeline.hpp"

#include <tileproof/atom.hpp>
#include <tileproof/atom/tma/bulk.hpp>
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/tileproof.hpp>

#include <cstdio>
#include <vector>

namespace {

using bytes_of_stage = Int<8 * 16384>;  // in bits
using bulk = Copy_Atom<Copy_Traits<SM90_BULK_COPY_G2S, bytes_of_stage>, half_t>;
using mma = decltype(make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}));
// A stage: a tile of A and one of B, 64 x 64 each.
using tile_layout = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}));

struct arguments {
  half_t const* stages;  // of all steps, as shared memory has them
  float* c;
  int steps;
};

template <class Context, class Acc>
struct data {
  Context const& ctx;
  arguments const& args;
  Acc& acc;
  using shared = shared_memory<field<half_t, 4 * 8192, 1024>, field<std::uint64_t, 8>>;
  TILEPROOF_KERNEL auto tensor(multiply::A) const {
    return make_tensor(ctx.shared(shared{}, _0{}), Layout<Shape<Int<8192>, _4>>{});
  }
  template <class Stage, class Barrier>
  TILEPROOF_KERNEL void load(multiply::A, Stage const& stage, Barrier const& barrier, int n) const {
    auto const from = make_gmem_ptr(assume_aligned<16>(args.stages + n * 8192));
    copy(bulk{}.with(barrier), make_tensor(from, Int<8192>{}), stage);
  }
  template <class Stage>
  TILEPROOF_KERNEL void gemm(multiply::Acc, Stage const& stage) const {
    auto const slice = mma{}.get_slice(ctx.thread() % 128);
    auto const a = make_tensor(stage.data(), tile_layout{});
    auto const b = make_tensor(stage.data() + Int<4096>{}, tile_layout{});
    tileproof::gemm(mma{}, slice.make_fragment_A(slice.partition_A(a)),
                    slice.make_fragment_B(slice.partition_B(b)), acc);
  }
};
struct kernel {
  using protocol = multiply;
  static constexpr int threads = 256;
  using shared = shared_memory<field<half_t, 4 * 8192, 1024>, field<std::uint64_t, 8>>;
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto acc = partition_fragment_C(mma{}, Shape<_64, _64>{});
    clear(acc);
    auto const make = [&](auto) { return data<Context, decltype(acc)>{ctx, args, acc}; };
    run_protocol<multiply>(ctx, ctx.shared(shared{}, _1{}), make, step_count<int>{args.steps});
    if (ctx.thread() < 128) return;
    auto const c = make_tensor(make_gmem_ptr(args.c), Shape<_64, _64>{});
    copy(acc, mma{}.get_slice(ctx.thread() % 128).partition_C(c));
  }
};

// Whether `steps` steps give sum of A B^T in every element. Small integers, so sums are exact.
bool is_right(int steps) {
  std::vector<half_t> stages(static_cast<std::size_t>(steps) * 8192);
  std::vector<float> expected(64 * 64, 0.0F);
  unsigned seed = 1;
  auto const draw = [&] {
    return static_cast<float>(static_cast<int>((seed = seed * 1664525u + 1013904223u) >> 24) % 5 -
                              2);
  };
  for (int s = 0; s < steps; ++s) {
    std::vector<float> a(4096), b(4096);
    for (int i = 0; i < 4096; ++i) {
      a[static_cast<std::size_t>(i)] = draw(), b[static_cast<std::size_t>(i)] = draw();
      auto const at =
          static_cast<std::size_t>(s * 8192 + static_cast<int>(tile_layout{}(i % 64, i / 64)));
      stages[at] = half_t(a[static_cast<std::size_t>(i)]);
      stages[at + 4096] = half_t(b[static_cast<std::size_t>(i)]);
    }
    for (int m = 0; m < 64; ++m)
      for (int n = 0; n < 64; ++n)
        for (int k = 0; k < 64; ++k)
          expected[static_cast<std::size_t>(m + 64 * n)] +=
              a[static_cast<std::size_t>(m + 64 * k)] * b[static_cast<std::size_t>(n + 64 * k)];
  }
  half_t* in = nullptr;
  float* out = nullptr;
  cudaMalloc(&in, (stages.size() + 8192) * sizeof(half_t));
  cudaMalloc(&out, 4096 * sizeof(float));
  cudaMemcpy(in, stages.data(), stages.size() * sizeof(half_t), cudaMemcpyHostToDevice);
  cudaMemset(out, 0xff, 4096 * sizeof(float));
  bool const is_launched =
      launch<kernel>({1}, arguments{in, out, steps}, cudaStream_t{}) == status::ok;
  std::vector<float> c(4096);
  cudaError_t const error = cudaMemcpy(c.data(), out, 4096 * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (std::size_t i = 0; i < 4096; ++i) wrong += c[i] != expected[i];
  cudaFree(in), cudaFree(out);
  std::printf("%d steps: %s, %d of 4096 elements wrong\n", steps, cudaGetErrorString(error), wrong);
  return is_launched && error == cudaSuccess && wrong == 0;
}

}  // namespace

int main() {
  if (compute_capability() < 90) return skipped;
  bool all = true;
  for (int const steps : {0, 1, 2, 3, 4, 5, 9, 40}) all = is_right(steps) && all;
  return all ? 0 : 1;
}
