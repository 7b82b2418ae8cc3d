// SPDX-License-Identifier: BSL-1.0
//
// gemm_wgmma on the CPU: every type, both majors of each operand, clusters, batches, alpha, beta
// and an epilogue, at sizes that the tile divides and that it does not; asynchronous operations as
// early as they may be, as late, and at random moments. Every element is compared, and no access is
// wrong.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <tileproof/cpu.hpp>
#include <tileproof/kernel/gemm_wgmma.hpp>

#include <string>
#include <vector>

using namespace tileproof;

namespace {

// The extents of a problem, the clusters of its grid.
struct sizes {
  int m, n, k;
  int batches = 1;
  int clusters = 1;
};
struct add_row_and_column {
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr T operator()(T value, int row, int column) const {
    return value + static_cast<T>(row % 3 + column % 5);
  }
};

// How many elements of D are wrong, and what the run says. Elements are small integers, so that
// sums are exact.
template <class Kernel>
void multiplies(std::string const& name, sizes const& p, int alpha, int beta,
                cpu::options const& o) {
  using TA = typename Kernel::element_a;
  using TB = typename Kernel::element_b;
  using TD = typename Kernel::element_d;
  auto const at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  constexpr bool k_a = Kernel::major_a == major::k;
  constexpr bool k_b = Kernel::major_b == major::k;
  auto const padded = [](int n, std::size_t bytes) {  // to 16 bytes
    int const unit = 16 / static_cast<int>(bytes);
    return (n + unit - 1) / unit * unit;
  };
  int const k = p.k == 0 ? 1 : p.k;  // the maps have an element; it is not used
  int const lda = padded(k_a ? k : p.m, sizeof(TA));
  int const ldb = padded(k_b ? k : p.n, sizeof(TB));
  std::int64_t const batch_a = std::int64_t{lda} * (k_a ? p.m : k);
  std::int64_t const batch_b = std::int64_t{ldb} * (k_b ? p.n : k);
  std::int64_t const batch_d = std::int64_t{p.n} * p.m;
  std::vector<TA> a(at(batch_a * p.batches));
  std::vector<TB> b(at(batch_b * p.batches));
  std::vector<TD> c(at(batch_d * p.batches));
  std::vector<TD> d(c.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<TA>(static_cast<float>(int(i * 7 + i / 11) % 5 - 2));
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<TB>(static_cast<float>(int(i * 3 + i / 7) % 3 - 1));
  for (std::size_t i = 0; i < c.size(); ++i)
    c[i] = static_cast<TD>(static_cast<float>(int(i * 5) % 7 - 3));
  auto const in_memory = [&](auto const& g, auto order, int mn, int along_k, std::int64_t ld,
                             std::int64_t batch) {
    return Kernel::template operand<decltype(order)::value>(make_gmem_ptr(g.data()), mn, along_k,
                                                            ld, p.batches, batch);
  };
  auto const run_of = [](auto const& v) {
    return make_layout(make_shape(static_cast<int>(v.size())));
  };
  cpu::global<TA const> const ga("A", a.data(), run_of(a));
  cpu::global<TB const> const gb("B", b.data(), run_of(b));
  cpu::global<TD const> const gc("C", c.data(), run_of(c));
  cpu::global<TD> gd("D", d.data(), run_of(d));
  gd.starts_unwritten().must_be_written();
  using order_a = std::integral_constant<major, Kernel::major_a>;
  using order_b = std::integral_constant<major, Kernel::major_b>;
  using order_d = std::integral_constant<major, major::k>;
  using accumulator = typename Kernel::accumulator;
  using arguments = typename Kernel::template arguments<decltype(gc.data())>;
  auto const ta = Kernel::map_a(in_memory(ga, order_a{}, p.m, k, lda, batch_a));
  auto const tb = Kernel::map_b(in_memory(gb, order_b{}, p.n, k, ldb, batch_b));
  auto const td = Kernel::map_d(in_memory(gd, order_d{}, p.m, p.n, p.n, batch_d));
  REQUIRE_MESSAGE(ta.error.count == 0, ta.error.at);
  REQUIRE_MESSAGE(tb.error.count == 0, tb.error.at);
  REQUIRE_MESSAGE(td.error.count == 0, td.error.at);
  constexpr int blocks = Kernel::protocol::blocks;
  arguments const args{ta.copy,
                       tb.copy,
                       td.copy,
                       p.m,
                       p.n,
                       p.k,
                       static_cast<accumulator>(alpha),
                       static_cast<accumulator>(beta),
                       gc.data(),
                       p.n,
                       batch_d,
                       {},
                       Kernel::order_of(p.m, p.n, p.batches),
                       p.clusters};
  cpu::report const said = cpu::launch<Kernel>({blocks * p.clusters}, {blocks}, args, o);
  CHECK_MESSAGE(said.clean(), name, " ", said.text());
  int wrong = 0;
  typename Kernel::epilogue const finish{};
  for (int l = 0; l < p.batches; ++l)
    for (int i = 0; i < p.m; ++i)
      for (int j = 0; j < p.n; ++j) {
        float sum = 0;
        for (int e = 0; e < p.k; ++e)
          sum += static_cast<float>(a[at(l * batch_a + (k_a ? std::int64_t{i} * lda + e
                                                            : std::int64_t{e} * lda + i))]) *
                 static_cast<float>(b[at(
                     l * batch_b + (k_b ? std::int64_t{j} * ldb + e : std::int64_t{e} * ldb + j))]);
        std::size_t const q = at(l * batch_d + std::int64_t{i} * p.n + j);
        float const all =
            static_cast<float>(alpha) * sum + static_cast<float>(beta) * static_cast<float>(c[q]);
        TD const expected = static_cast<TD>(finish(static_cast<accumulator>(all), i, j));
        wrong += static_cast<float>(d[q]) != static_cast<float>(expected);
      }
  CHECK_MESSAGE(wrong == 0, name);
}

template <class TA, class TB, class TD, major A = major::k, major B = major::k,
          class Epilogue = identity_epilogue, class Schedule = wgmma_schedule<256, 3, 4, 2>>
using kernel = gemm_wgmma<TA, TB, TD, A, B, Epilogue, Schedule>;
using bf16 = bfloat16_t;

}  // namespace

TEST_CASE("gemm_wgmma is right and clean for every type") {
  cpu::options const o;
  multiplies<kernel<bf16, bf16, bf16>>("bf16", {136, 264, 72}, 1, 0, o);
  multiplies<kernel<half_t, half_t, half_t>>("f16", {40, 256, 200}, 1, 0, o);
  multiplies<kernel<bf16, bf16, float>>("bf16 to f32", {40, 40, 72}, 1, 0, o);
  multiplies<kernel<tfloat32_t, tfloat32_t, float>>("tf32", {40, 40, 36}, 1, 0, o);
  multiplies<kernel<float_e4m3_t, float_e5m2_t, half_t>>("fp8", {40, 40, 144}, 1, 0, o);
  multiplies<kernel<std::int8_t, std::uint8_t, std::int32_t>>("int8", {40, 40, 144}, 1, 0, o);
}

TEST_CASE(
    "gemm_wgmma is right and clean for both majors of each operand, whenever its copies end") {
  for (auto const when :
       {cpu::moment_of_effect::first, cpu::moment_of_effect::last, cpu::moment_of_effect::random}) {
    cpu::options o;
    o.asynchronous = when;
    sizes const p{200, 264, 136};
    multiplies<kernel<bf16, bf16, bf16, major::mn, major::k>>("A mn", p, 1, 0, o);
    multiplies<kernel<bf16, bf16, bf16, major::k, major::mn>>("B mn", p, 1, 0, o);
    multiplies<kernel<bf16, bf16, bf16, major::mn, major::mn>>("both mn", p, 1, 0, o);
  }
}

TEST_CASE("gemm_wgmma whose blocks share A, and one without k-tiles") {
  using beside = kernel<bf16, bf16, bf16, major::k, major::k, add_row_and_column,
                        wgmma_schedule<64, 4, 2, 2>>;
  for (auto const when :
       {cpu::moment_of_effect::first, cpu::moment_of_effect::last, cpu::moment_of_effect::random}) {
    cpu::options o;
    o.asynchronous = when;
    multiplies<beside>("shares A", {264, 136, 200}, 1, 0, o);
  }
  multiplies<beside>("shares A, batches", {72, 136, 64, 3, 2}, 2, -1, {});
  multiplies<beside>("k is 0", {72, 136, 0}, 1, 2, {});
}

TEST_CASE("gemm_wgmma with alpha, beta, batches and an epilogue, without a cluster too") {
  cpu::options const o;
  using pair = kernel<bf16, bf16, bf16, major::k, major::k, add_row_and_column>;
  using alone = kernel<bf16, bf16, float, major::k, major::k, add_row_and_column,
                       wgmma_schedule<128, 6, 2, 1>>;
  using integers =
      kernel<std::int8_t, std::int8_t, std::int32_t, major::k, major::k, add_row_and_column>;
  multiplies<pair>("bf16", {72, 16, 64, 3, 2}, 2, -1, o);
  multiplies<alone>("f32", {72, 260, 64, 2, 3}, -1, 2, o);
  multiplies<integers>("int32", {72, 20, 160, 1, 1}, 3, 2, o);
}

TEST_CASE("gemm_wgmma refuses what TMA cannot address") {
  using k = kernel<bf16, bf16, bf16>;
  alignas(16) static bf16 memory[4096];
  wgmma_arguments<bf16, bf16, bf16> const right{8, 8, 8, 1, memory, 8, memory + 64, 8, memory + 128,
                                                8};
  auto const is = [&](status expected, auto const& change) {
    auto g = right;
    change(g);
    CHECK(check_gemm<k>(g) == expected);
  };
  is(status::ok, [](auto&) {});
  is(status::ok, [](auto& g) { g.alpha = 0, g.a = nullptr, g.b = nullptr; });
  is(status::ok, [](auto& g) { g.m = 0, g.d = nullptr; });
  is(status::ok, [](auto& g) { g.beta = 1, g.c = g.d, g.ldc = g.ldd; });
  is(status::negative_size, [](auto& g) { g.k = -1; });
  is(status::negative_size, [](auto& g) { g.batches = -1; });
  is(status::null_pointer, [](auto& g) { g.a = nullptr; });
  is(status::null_pointer, [](auto& g) { g.beta = 1; });
  is(status::misaligned_base, [](auto& g) { g.b += 1; });
  is(status::leading_dimension_too_small, [](auto& g) { g.ldd = 0; });
  is(status::misaligned_leading_dimension, [](auto& g) { g.lda = 12; });
  is(status::misaligned_leading_dimension, [](auto& g) { g.batches = 2, g.batch_a = 60; });
  is(status::misaligned_extent, [](auto& g) { g.n = 7; });
  is(status::size_beyond_index, [](auto& g) { g.m = std::int64_t{1} << 31; });
  is(status::size_beyond_index, [](auto& g) { g.m = g.n = g.ldd = 1 << 24; });
  is(status::overlapping_operands, [](auto& g) { g.d = const_cast<bf16*>(g.a) + 8; });
  is(status::overlapping_operands, [](auto& g) { g.beta = 1, g.c = g.d + 8, g.ldc = 8; });
}
