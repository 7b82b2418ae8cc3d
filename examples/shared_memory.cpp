// SPDX-License-Identifier: BSL-1.0
//
// The shared memory of a kernel as a type: fields with layouts and phases, whose offsets are chosen
// and proved while compiling. A block transposes a tile of 32x32 f16 elements to floats; the tile
// of the result lies over the first one, which is not needed any more. The run on the CPU checks
// every access, and finds what happens without the barrier between the two phases.
//
// Compile: g++ -std=c++20 -O1 -I../include shared_memory.cpp -o shared_memory -lboost_context
// Prints:
//   4096 bytes; smem_in at 0, smem_out at 0
//   with a barrier between the phases: no finding, 1024 of 1024 elements are right
//   without it: findings, 437 of 1024 elements are right
//   race on shared field 0: 646 faults in all
#include <tileproof/atom.hpp>
#include <tileproof/cpu.hpp>
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/tileproof.hpp>

#include <cstdio>

using namespace tileproof;

namespace {

using tile = Layout<Shape<_32, _32>>;
struct smem_in : smem_field<half_t, tile, smem_phases<0>> {};  // 2048 bytes
struct smem_out : smem_field<float, tile, smem_phases<1>> {};  // 4096 bytes
using smem = smem_allocator<smem_in, smem_out>;
static_assert(smem::offset<smem_in> == 0 && smem::offset<smem_out> == 0);

template <class In, class Out>
struct tiles {
  In in;
  Out out;
};

// Waits: a barrier stands between the phases.
template <bool Waits>
struct transpose_a_tile {
  static constexpr int threads = 128;
  using shared = shared_memory<field<unsigned char, smem::bytes, smem::alignment>>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    int const t = ctx.thread();
    auto const memory = ctx.shared(shared{}, Int<0>{});

    // Phase 0: 8 elements of a column at a time, which are one 128-bit access.
    auto const gI = make_tensor(make_gmem_ptr<16>(args.in), tile{});  // (M,N)
    auto const sI = smem::tensor<smem_in, 0>(memory);                 // (M,N)
    copy(require_vectorised, zipped_divide(gI, Shape<_8, _1>{})(_, t),
         zipped_divide(sI, Shape<_8, _1>{})(_, t));
    ctx.sync();
    auto row = make_tensor<float>(Layout<_8>{});  // of row t % 32
    copy(zipped_divide(sI, Shape<_1, _8>{})(_, t), row);
    if constexpr (Waits) ctx.sync();

    // Phase 1: the row becomes a part of a column of the result.
    auto const gO = make_tensor(make_gmem_ptr<16>(args.out), tile{});  // (N,M)
    auto const sO = smem::tensor<smem_out, 1>(memory);                 // (N,M)
    copy(require_vectorised, row,
         zipped_divide(sO, Shape<_8, _1>{})(_, make_coord(t / 32, t % 32)));
    ctx.sync();
    copy(require_vectorised, zipped_divide(sO, Shape<_8, _1>{})(_, t),
         zipped_divide(gO, Shape<_8, _1>{})(_, t));
  }
};

template <bool Waits>
void run(char const* what) {
  alignas(16) static half_t in[1024];
  alignas(16) static float out[1024];
  for (int i = 0; i < 1024; ++i) in[i] = half_t(i);
  cpu::global<half_t const> const from("in", in, tile{});
  cpu::global<float> to("out", out, tile{});
  to.starts_unwritten().must_be_written();
  tiles<cpu::ptr<half_t const*>, cpu::ptr<float*>> const args{from.data(), to.data()};
  cpu::report const r = cpu::launch<transpose_a_tile<Waits>>({1}, args);
  int right = 0;
  for (int m = 0; m < 32; ++m)
    for (int n = 0; n < 32; ++n) right += out[n + 32 * m] == static_cast<float>(m + 32 * n);
  std::printf("%s: %s, %d of 1024 elements are right\n", what,
              r.clean() ? "no finding" : "findings", right);
  if (!r.clean())
    std::printf("%s on %s: %d faults in all\n", to_string(r.findings[0].kind).data(),
                r.findings[0].memory.c_str(), static_cast<int>(r.faults));
}

}  // namespace

int main() {
  std::printf("%d bytes; smem_in at %d, smem_out at %d\n", static_cast<int>(smem::bytes),
              static_cast<int>(smem::offset<smem_in>), static_cast<int>(smem::offset<smem_out>));
  run<true>("with a barrier between the phases");
  run<false>("without it");
}
