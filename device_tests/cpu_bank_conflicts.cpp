// SPDX-License-Identifier: BSL-1.0
//
// Bank conflicts by the line of the source: each access below, on the CPU, beside a count of the
// words in each bank that is written here from the manual (CUDA C++ Programming Guide, "Shared
// Memory": 32 banks of 4 bytes; 8 bytes a lane go in 2 phases, 16 bytes in 4).
#include "../examples/kernels/transposes.hpp"

#include <doctest/doctest.h>

#include <tileproof/atom.hpp>
#include <tileproof/cpu.hpp>
#include <tileproof/cpu/source_line.hpp>
#include <tileproof/kernel/transpose/transpose.hpp>

#include <set>
#include <string>
#include <vector>

using namespace tileproof;

namespace {

constexpr int writes_on = __LINE__ + 18;
constexpr int reads_on = __LINE__ + 19;

// Two warps write vectors of Words words, lane i at vector i * Pitch, and read them again, one
// after the other, Times times. Lanes from Active on do nothing.
template <int Words, int Pitch, int Times, int Active>
struct strided {
  static constexpr int threads = 64;
  struct alignas(4 * Words) vector {
    float word[Words];
  };
  using shared = shared_memory<field<vector, 64 * Pitch>>;

  template <class Context, class Out>
  TILEPROOF_KERNEL static void run(Context const& ctx, Out const& out) {
    int const t = ctx.thread();
    auto s = make_tensor(ctx.shared(shared{}, Int<0>{}), Layout<Int<64>, Int<Pitch>>{});
    for (int i = 0; i < Times; ++i) {
      if (t % 32 < Active) s(t) = vector{};
      ctx.sync();
      if (t % 32 < Active) make_tensor(make_gmem_ptr(out), Int<64>{})(t) = vector(s(t)).word[0];
      ctx.sync();
    }
  }
};

template <class Kernel, class Arguments>
cpu::report counted_run(Arguments const& args, int blocks = 1) {
  cpu::options o;
  o.counts_bank_conflicts = true;
  cpu::report r = cpu::launch<Kernel>({blocks}, args, o);
  CHECK_MESSAGE(r.clean(), r.text());
  return r;
}

// The wavefronts of a warp, and the least, by counting.
struct wavefronts {
  int of_warp = 0;
  int least = 0;
};
wavefronts counted(int words, int pitch, int active, int first) {
  wavefronts r;
  int const lanes = 32 / words;
  for (int phase = 0; phase < words; ++phase) {
    std::vector<std::set<int>> banks(32);
    for (int i = phase * lanes; i < (phase + 1) * lanes && i < active; ++i)
      for (int w = 0; w < words; ++w) {
        int const word = (first + i) * pitch * words + w;
        banks[static_cast<std::size_t>(word % 32)].insert(word);
      }
    std::size_t most = 0;
    for (auto const& b : banks) most = std::max(most, b.size());
    r.of_warp += static_cast<int>(most);
    r.least += most > 0;
  }
  return r;
}

int cases = 0;
int with_conflicts = 0;

template <int Words, int Pitch, int Times, int Active>
void counts() {
  CAPTURE(Words);
  CAPTURE(Pitch);
  CAPTURE(Active);
  std::vector<float> memory(64);
  cpu::global<float> out("out", memory.data(), Int<64>{});
  cpu::report const r = counted_run<strided<Words, Pitch, Times, Active>>(out.data());
  wavefronts const a = counted(Words, Pitch, Active, 0);
  wavefronts const b = counted(Words, Pitch, Active, 32);
  std::int64_t const all = Times * (a.of_warp + b.of_warp);
  std::int64_t const least = Times * (a.least + b.least);
  ++cases;
  if (all == least) {
    CHECK(r.bank_conflicts.empty());
    return;
  }
  ++with_conflicts;
  REQUIRE(r.bank_conflicts.size() == 2);
  for (cpu::bank_conflict const& c : r.bank_conflicts) {
    int const line = c.text.find(" writes ") != std::string::npos ? writes_on : reads_on;
    CHECK(c.where == "cpu_bank_conflicts.cpp:" + std::to_string(line));
    CHECK(c.instructions == 2 * Times);
    CHECK(c.wavefronts == all);
    CHECK(c.minimum == least);
  }
}

template <int Words, int... Pitch>
void every_pitch() {
  (counts<Words, Pitch, 1, 32>(), ...);
  (counts<Words, Pitch, 3, 20>(), ...);
}

TEST_CASE("loads and stores of every pitch, by line") {
  every_pitch<1, 1, 2, 3, 4, 6, 8, 16, 17, 32, 33>();
  every_pitch<2, 1, 2, 3, 4, 8, 16, 17>();
  every_pitch<4, 1, 2, 3, 4, 8, 9>();
  MESSAGE(cases, " accesses, ", with_conflicts, " with conflicts");
}

// Each lane stores a half row of a 16 x 16 tile whose rows are Pitch elements apart; then
// ldmatrix.x4 loads the tile as A of an MMA.
template <int Pitch>
struct loads_matrices {
  static constexpr int threads = 32;
  using shared = shared_memory<field<half_t, 16 * Pitch>>;

  template <class Context, class Out>
  TILEPROOF_KERNEL static void run(Context const& ctx, Out const& out) {
    int const t = ctx.thread();
    auto const s = make_tensor(ctx.shared(shared{}, Int<0>{}),
                               Layout<Shape<_16, _16>, Stride<Int<Pitch>, _1>>{});
    auto row = recast<uint128_t>(s);  // (16,2)
    row(t % 16, t / 16) = uint128_t{};
    ctx.sync();
    auto const mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
    Copy_Atom<SM75_U32x4_LDSM_N, half_t> const atom;
    auto const from = make_tiled_copy_A(atom, mma).get_slice(t).partition_S(s);
    auto to = make_fragment_like<half_t>(mma.get_slice(t).partition_A(s));
    copy(atom, from, make_tiled_copy_A(atom, mma).get_slice(t).retile_D(to));
    make_tensor(make_gmem_ptr(out), Int<32>{})(t) = to(0);
  }
};

TEST_CASE("the line of a call") {
  cpu::stack_addresses const here = cpu::call_stack();
  CHECK(cpu::source_lines({here, {}}) ==
        std::vector<std::string>{"cpu_bank_conflicts.cpp:" + std::to_string(__LINE__ - 2),
                                 cpu::addr2line::unknown_line});
}

TEST_CASE("ldmatrix, and the stores before it") {
  std::vector<half_t> memory(32);
  cpu::global<half_t> out("out", memory.data(), Int<32>{});
  cpu::report const r = counted_run<loads_matrices<64>>(out.data());
  REQUIRE(r.bank_conflicts.size() == 2);  // rows of 128 bytes all begin in bank 0
  std::string const text = r.text();
  CHECK(text.find("8-way") != std::string::npos);
  CHECK(text.find("32 wavefronts of 1 instruction, where 4 are possible") != std::string::npos);
  MESSAGE(text);
  cpu::report const padded = counted_run<loads_matrices<72>>(out.data());  // rows of 144 bytes
  CHECK_MESSAGE(padded.bank_conflicts.empty(), padded.text());
}

// Kernels whose accesses are proved to be free of conflicts have none.
template <class Kernel>
void has_none() {
  std::vector<float> in(64 * 64, 1.0F);
  std::vector<float> out(64 * 64);
  auto const whole = Layout<Shape<Int<64>, Int<64>>>{};
  cpu::global<float const> const from("in", in.data(), whole);
  cpu::global<float> const to("out", out.data(), whole);
  transpose_arguments<cpu::ptr<float const*>, cpu::ptr<float*>> const args{
      64, 64, from.data(), 64, to.data(), 64};
  cpu::report const r =
      counted_run<Kernel>(args, static_cast<int>(blocks_of_transpose<Kernel>(args)));
  CHECK_MESSAGE(r.bank_conflicts.empty(), r.text());
}
TEST_CASE("transposes that are proved to have no conflicts") {
  has_none<transpose_padded<float>>();
  has_none<transpose_swizzled<float>>();
  has_none<transpose_vectorised<float>>();
}

}  // namespace
