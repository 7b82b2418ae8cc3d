// SPDX-License-Identifier: BSL-1.0
//
// The GEMM with split-k of device_tests/pipeline on the CPU: its results, no finding whenever its
// asynchronous operations happen, and the word of each thread.
#include <doctest/doctest.h>

#include <tileproof/pipeline/word.hpp>

#include "pipeline/split_k_gemm.hpp"

#include <vector>

using namespace tileproof;

namespace {

// The extents of a GEMM, and the groups of its grid, which is persistent.
struct problem {
  int m, n, k;
  int groups = 1;
};

// Where the kernel has its stages, flags and sums in memory.
template <class Kernel>
struct where {
  using protocol = typename Kernel::protocol;
  using shared = typename Kernel::shared;
  static constexpr int barriers = 3;
  static constexpr std::int64_t byte(typename protocol::A, int, int stage) {
    return shared::template offset<0> + stage * (128 * 64 * 2);
  }
  static constexpr std::int64_t byte(typename protocol::B, int, int stage) {
    return shared::template offset<1> + stage * (256 * 64 * 2);
  }
  static constexpr std::int64_t byte(typename protocol::D, int part, int stage) {
    return shared::template offset<2> + (2 * part + stage) * (64 * 64 * 2);
  }
  static constexpr std::string_view tensor(typename protocol::Turn) { return "Flags"; }
  static constexpr std::string_view tensor(typename protocol::Sum) { return "Partial"; }
  static constexpr std::int64_t counter(typename protocol::Turn, int part, int group) {
    return 2 * group + part;
  }
  static constexpr std::pair<std::int64_t, std::int64_t> elements(typename protocol::Sum, int part,
                                                                  int, int group) {
    std::int64_t const first = (2 * group + part) * std::int64_t{64 * 256};
    return {first, first + 64 * 256};
  }
};

template <class Kernel>
void expect_right(problem const& p, cpu::options o) {
  constexpr int blocks = Kernel::protocol::blocks;
  auto const at = [](int i) { return static_cast<std::size_t>(i); };
  std::vector<bfloat16_t> a(at(p.m * p.k));
  std::vector<bfloat16_t> b(at(p.n * p.k));
  std::vector<bfloat16_t> d(at(p.m * p.n));
  for (int i = 0; i < p.m * p.k; ++i) a[at(i)] = static_cast<bfloat16_t>((i * 7 + i / 11) % 5 - 2);
  for (int i = 0; i < p.n * p.k; ++i) b[at(i)] = static_cast<bfloat16_t>((i * 3 + i / 7) % 3 - 1);
  std::vector<float> partial(at(p.groups * Kernel::workspace));
  std::vector<std::uint32_t> counters(at(p.groups * Kernel::counters));
  auto const layout = [](int rows, int columns) {
    return make_layout(make_shape(rows, columns), make_stride(columns, _1{}));
  };
  auto const tensor = [&](auto const& g, int rows, int columns) {
    return make_tensor(make_gmem_ptr(g.data()), layout(rows, columns));
  };
  cpu::global<bfloat16_t const> const ga("A", a.data(), layout(p.m, p.k));
  cpu::global<bfloat16_t const> const gb("B", b.data(), layout(p.n, p.k));
  cpu::global<bfloat16_t> gd("D", d.data(), layout(p.m, p.n));
  cpu::global<float> gp("Partial", partial.data(), p.groups * Kernel::workspace);
  cpu::global<std::uint32_t> gc("Flags", counters.data(), p.groups * Kernel::counters);
  gd.starts_unwritten().must_be_written();
  gp.starts_unwritten();
  using arguments = typename Kernel::template arguments<cpu::ptr<float*>, cpu::ptr<std::uint32_t*>>;
  arguments const args{
      {make_tma_copy(SM90_TMA_LOAD{}, tensor(ga, p.m, p.k), typename Kernel::sA_stage{},
                     typename Kernel::tile_a{}),
       make_tma_copy(SM90_TMA_LOAD{}, tensor(gb, p.n, p.k), typename Kernel::sB_stage{},
                     typename Kernel::tile_b{}, _1{}),
       make_tma_copy(SM90_TMA_STORE{}, tensor(gd, p.m, p.n), typename Kernel::sD_stage{},
                     typename Kernel::tile_d{}),
       p.m, p.n, p.k, p.groups},
      gp.data(),
      gc.data()};
  o.warpgroup_waits_as_one = true;
  o.resident = blocks * p.groups;
  cpu::report const r = cpu::launch<Kernel>({blocks * p.groups}, args, o);
  CHECK_MESSAGE(r.clean(), r.text());
  int wrong = 0;
  for (int i = 0; i < p.m; ++i)
    for (int j = 0; j < p.n; ++j) {
      float sum = 0;
      for (int e = 0; e < p.k; ++e)
        sum += static_cast<float>(a[at(i * p.k + e)]) * static_cast<float>(b[at(j * p.k + e)]);
      wrong += static_cast<float>(d[at(i * p.n + j)]) !=
               static_cast<float>(static_cast<bfloat16_t>(sum));
    }
  CHECK(wrong == 0);
  if (!o.records_actions) return;
  std::string const why = pipeline::wrong_word<typename Kernel::protocol, where<Kernel>>(
      r, blocks * p.groups,
      [&](int block) { return Kernel::trips(block, args.gemm); });
  CHECK_MESSAGE(why.empty(), why);
}

TEST_CASE("a GEMM with split-k is clean and right, and word for word what was proved") {
  using enum cpu::moment_of_effect;
  using two = hopper::split_k_gemm<2, 2>;
  for (cpu::moment_of_effect const when : {first, last, random}) {
    cpu::options o;
    o.asynchronous = when;
    o.reverse = when == first;
    o.records = o.records_actions = when != random;
    expect_right<two>({104, 264, 328}, o);     // two tiles of three steps
    expect_right<two>({136, 264, 40, 2}, o);   // two groups, and blocks with nothing but zeros
  }
  cpu::options o;
  o.asynchronous = random;
  o.records = o.records_actions = true;
  expect_right<hopper::split_k_gemm<4, 2>>({104, 40, 392}, o);
}

}  // namespace
