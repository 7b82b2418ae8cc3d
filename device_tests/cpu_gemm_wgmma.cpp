// SPDX-License-Identifier: BSL-1.0
//
// gemm_wgmma on the CPU: every type, both majors of each operand, clusters, batches, alpha, beta
// and an epilogue, at sizes that the tile divides and that it does not; asynchronous operations as
// early as they may be, as late, and at random moments. Every element is compared, and no access is
// wrong.
#include "every_moment.hpp"

#include <doctest/doctest.h>

#include <tileproof/cpu.hpp>
#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
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

// Numbers of a problem: alpha, beta, and whether tensors of 8-bit elements have scales.
struct factors {
  int alpha = 1, beta = 0;
  bool is_scaled = false;
};

// The kernel that runs for Kernel, and its arguments: those of the transpose where it computes
// that.
template <class Kernel, class G, class A, class B, class C, class D>
auto run_on_cpu(G const& g, A const& a, B const& b, C const& c, D& d, int clusters,
                cpu::options o) {
  if constexpr (requires { typename Kernel::transposed; }) {
    return run_on_cpu<typename Kernel::transposed>(detail::transposed(g), b, a, c, d, clusters, o);
  } else {
    if constexpr (!Kernel::is_persistent)
      clusters = Kernel::order_of(g.m, g.n, static_cast<int>(g.batches)).count();
    using protocol = typename Kernel::protocol;
    constexpr int blocks = protocol::blocks;
    o.warpgroup_waits_as_one = pipeline::plan<protocol>::waits_as_one;
    auto const run = [&](auto const&... sharing) {
      auto const l = detail::launch_arguments<Kernel>(g, a.data(), b.data(), c.data(), d.data(),
                                                      clusters, sharing...);
      REQUIRE(l.is_described);
      return cpu::launch<Kernel>({blocks * clusters}, {blocks}, l.args, o);
    };
    if constexpr (Kernel::shares_tiles) {
      using accumulator = typename Kernel::accumulator;
      tile_order const order = Kernel::order_of(g.m, g.n, static_cast<int>(g.batches));
      std::vector<accumulator> sums(
          static_cast<std::size_t>(blocks * clusters * 128 * Kernel::block_n));
      std::vector<std::uint32_t> counters(static_cast<std::size_t>(blocks * clusters * 2));
      cpu::global<accumulator> gs("Sums", sums.data(),
                                  make_layout(make_shape(static_cast<int>(sums.size()))));
      cpu::global<std::uint32_t> gn("Given", counters.data(),
                                    make_layout(make_shape(static_cast<int>(counters.size()))));
      gs.starts_unwritten();
      o.resident = clusters;
      cpu::report const said =
          run(detail::wgmma_sharing<cpu::ptr<accumulator*>, cpu::ptr<std::uint32_t*>>{
              {gs.data(), gn.data()}, clusters / (stream_k_order::lines(order) * order.batches)});
      for (std::uint32_t const n : counters) CHECK(n == 0);
      return said;
    } else {
      return run();
    }
  }
}

// The number of wrong elements of D, and the report of the run. Elements are small integers and
// scales powers of 2, so that sums are exact. C is of type TC.
template <class Kernel, class TC = typename Kernel::element_d>
void multiplies(std::string const& name, sizes const& p, factors const& by, cpu::options const& o) {
  using TA = typename Kernel::element_a;
  using TB = typename Kernel::element_b;
  using TD = typename Kernel::element_d;
  using scalar = typename Kernel::scalar;
  auto const at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  constexpr bool k_a = Kernel::major_a == major::k;
  constexpr bool k_b = Kernel::major_b == major::k;
  constexpr bool is_row_major = Kernel::order_d == matrix_order::row_major;
  auto const padded = [](int n, std::size_t bytes) {  // to 16 bytes
    int const unit = 16 / static_cast<int>(bytes);
    return (n + unit - 1) / unit * unit;
  };
  std::int64_t const ld_d = is_row_major ? p.n : p.m;
  float const scale[4] = {0.5f, 4, 2, 0.25f};
  auto const scale_of = [&](int i, std::size_t bytes) {
    return by.is_scaled && bytes == 1 ? scale + i : nullptr;
  };
  int const k = p.k == 0 ? 1 : p.k;  // A and B have an element; it is not used
  wgmma_arguments<TA, TB, TD, scalar, typename Kernel::epilogue, TC> g{};
  g.m = p.m, g.n = p.n, g.k = p.k, g.batches = p.batches;
  g.alpha = static_cast<scalar>(by.alpha), g.beta = static_cast<scalar>(by.beta);
  g.lda = padded(k_a ? k : p.m, sizeof(TA)), g.batch_a = g.lda * (k_a ? p.m : k);
  g.ldb = padded(k_b ? k : p.n, sizeof(TB)), g.batch_b = g.ldb * (k_b ? p.n : k);
  g.ldc = g.ldd = ld_d, g.batch_c = g.batch_d = std::int64_t{p.n} * p.m;
  g.scales = {scale_of(0, sizeof(TA)), scale_of(1, sizeof(TB)), scale_of(2, sizeof(TC)),
              scale_of(3, sizeof(TD))};
  std::vector<TA> a(at(g.batch_a * p.batches));
  std::vector<TB> b(at(g.batch_b * p.batches));
  std::vector<TC> c(at(g.batch_d * p.batches));
  std::vector<TD> d(c.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<TA>(static_cast<float>(int(i * 7 + i / 11) % 5 - 2));
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<TB>(
        static_cast<float>(int(i * 3 + i / 7) % 3 - (std::is_unsigned_v<TB> ? 0 : 1)));
  for (std::size_t i = 0; i < c.size(); ++i)
    c[i] = static_cast<TC>(static_cast<float>(int(i * 5) % 7 - 3));
  g.a = a.data(), g.b = b.data(), g.c = c.data(), g.d = d.data();
  REQUIRE(check_gemm<Kernel>(g) == status::ok);
  auto const run_of = [](auto const& v) {
    return make_layout(make_shape(static_cast<int>(v.size())));
  };
  cpu::global<TA const> const ga("A", a.data(), run_of(a));
  cpu::global<TB const> const gb("B", b.data(), run_of(b));
  cpu::global<TC const> const gc("C", c.data(), run_of(c));
  cpu::global<TD> gd("D", d.data(), run_of(d));
  gd.starts_unwritten().must_be_written();
  cpu::report const said = run_on_cpu<Kernel>(g, ga, gb, gc, gd, p.clusters, o);
  CHECK_MESSAGE(said.clean(), name, " ", said.text());
  int wrong = 0;
  int beyond = 0;   // results that saturate
  int between = 0;  // and that are rounded
  float const alpha = static_cast<float>(by.alpha) * (g.scales.a ? *g.scales.a : 1) *
                      (g.scales.b ? *g.scales.b : 1);
  float const beta = static_cast<float>(by.beta) * (g.scales.c ? *g.scales.c : 1);
  for (int l = 0; l < p.batches; ++l)
    for (int i = 0; i < p.m; ++i)
      for (int j = 0; j < p.n; ++j) {
        float sum = 0;
        for (int e = 0; e < p.k; ++e)
          sum += static_cast<float>(a[at(l * g.batch_a + (k_a ? i * g.lda + e : e * g.lda + i))]) *
                 static_cast<float>(b[at(l * g.batch_b + (k_b ? j * g.ldb + e : e * g.ldb + j))]);
        std::size_t const q = at(l * g.batch_d + (is_row_major ? i * ld_d + j : j * ld_d + i));
        scalar const all = static_cast<scalar>(alpha * sum + beta * static_cast<float>(c[q]));
        auto const finished = g.finish(all, i, j);
        float const x = static_cast<float>(finished) * (g.scales.d ? *g.scales.d : 1);
        if constexpr (std::is_integral_v<TD> && sizeof(TD) == 1) {
          float const nearest = std::nearbyint(x);
          beyond +=
              nearest < std::numeric_limits<TD>::min() || nearest > std::numeric_limits<TD>::max();
          between += x != nearest;
          wrong +=
              static_cast<float>(d[q]) != std::clamp<float>(nearest, std::numeric_limits<TD>::min(),
                                                            std::numeric_limits<TD>::max());
          continue;
        }
        if constexpr (std::is_class_v<TD> && sizeof(TD) == 1) {  // their largest is below 2^16
          float const most = static_cast<float>(static_cast<TD>(65536.0f));
          beyond += x > most || x < -most;
          between += x != static_cast<float>(static_cast<TD>(x));
        }
        TD const expected = static_cast<TD>(x);
        wrong += static_cast<float>(d[q]) != static_cast<float>(expected);
      }
  CHECK_MESSAGE(wrong == 0, name);
  if (sizeof(TD) == 1) CHECK((beyond > 0 && between > 0));
}

constexpr matrix_order by_rows = matrix_order::row_major;
constexpr matrix_order by_columns = matrix_order::column_major;
template <class TA, class TB, class TD, major A = major::k, major B = major::k,
          matrix_order Order = by_rows, class Epilogue = identity_epilogue,
          class Schedule = wgmma_schedule<256, 3, 4, 2>>
using kernel = gemm_wgmma<TA, TB, TD, A, B, Order, Epilogue, Schedule>;
using bf16 = bfloat16_t;
using e4m3 = float_e4m3_t;
using s8 = std::int8_t;
using u8 = std::uint8_t;

TEST_CASE("gemm_wgmma is right and clean for every type") {
  cpu::options const o;
  multiplies<kernel<bf16, bf16, bf16>>("bf16", {136, 264, 72}, {}, o);
  multiplies<kernel<half_t, half_t, half_t>>("f16", {40, 256, 200}, {}, o);
  multiplies<kernel<tfloat32_t, tfloat32_t, float>>("tf32", {40, 40, 36}, {}, o);
  multiplies<kernel<e4m3, float_e5m2_t, half_t>>("fp8", {40, 40, 144}, {1, 0, true}, o);
  using integers = kernel<s8, u8, std::int32_t, major::k, major::k, by_rows, add_row_and_column>;
  multiplies<integers>("int8", {40, 40, 144}, {}, o);
  multiplies<integers>("int8, alpha, beta", {72, 20, 160, 1, 1}, {3, 2}, o);
}

// With these alphas most results are rounded, and many saturate.
TEST_CASE("gemm_wgmma rounds to 8 bits, with scales, in rows of 128 and of 64 bytes") {
  using fp8 = kernel<e4m3, e4m3, e4m3, major::k, major::k, by_columns, add_row_and_column>;
  using integers = kernel<s8, u8, s8, major::k, major::k, by_rows, add_row_and_column,
                          wgmma_schedule<192, 3, 4, 1>>;
  cpu::options o;
  o.asynchronous = cpu::moment_of_effect::last;
  multiplies<fp8, half_t>("e4m3, C of f16", {272, 136, 288, 2}, {101, -1, true}, o);
  multiplies<integers>("int8", {72, 208, 288}, {201, 2, true}, o);
}

TEST_CASE(
    "gemm_wgmma is right and clean for both majors of each operand and both orders of D, whenever "
    "its copies end") {
  for (cpu::options const& o : every_moment()) {
    sizes const p{200, 264, 136};
    multiplies<kernel<bf16, bf16, bf16, major::mn, major::k>>("A mn", p, {}, o);
    multiplies<kernel<bf16, bf16, bf16, major::mn, major::k, by_columns>>("A mn, D by columns", p,
                                                                          {}, o);
    multiplies<kernel<bf16, bf16, bf16, major::mn, major::mn>>("both mn", p, {}, o);
  }
}

TEST_CASE("gemm_wgmma whose blocks share A") {
  using beside = kernel<bf16, bf16, bf16, major::k, major::k, by_rows, add_row_and_column,
                        wgmma_schedule<64, 4, 2, 2>>;
  for (cpu::options const& o : every_moment()) {
    multiplies<beside>("shares A", {264, 136, 200}, {1, 0}, o);
  }
  multiplies<beside>("shares A, batches", {72, 136, 64, 3, 2}, {2, -1}, {});
}

// D by columns as the kernel stores it, and by rows as its transpose.
template <int BlockN, int Stages, int Buffers, int Blocks, bool SharesTiles>
using columns_first =
    wgmma_schedule<BlockN, Stages, Buffers, Blocks, matrix_order::column_major, SharesTiles>;

TEST_CASE("gemm_wgmma that stores columns of D") {
  using halves = kernel<bf16, bf16, bf16, major::k, major::mn, by_rows, add_row_and_column,
                        columns_first<160, 4, 2, 2, false>>;
  using floats = kernel<half_t, half_t, float, major::mn, major::k, by_columns, add_row_and_column,
                        columns_first<64, 4, 2, 2, false>>;
  using eighths = kernel<e4m3, e4m3, e4m3, major::k, major::k, by_columns, add_row_and_column,
                         columns_first<96, 3, 3, 1, false>>;
  for (cpu::options const& o : every_moment()) {
    multiplies<halves>("bf16", {168, 264, 136}, {1, 0}, o);
    multiplies<floats>("f32", {136, 72, 72, 2}, {2, -1}, o);
  }
  multiplies<halves>("bf16, C", {328, 136, 72, 2, 2}, {2, -1}, {});
  multiplies<eighths, half_t>("e4m3, C of f16", {272, 136, 288, 2}, {101, -1, true}, {});
}

TEST_CASE("gemm_wgmma with stream-k, whatever parts of tiles the clusters have") {
  using pairs = kernel<bf16, bf16, bf16, major::k, major::k, by_rows, add_row_and_column,
                       columns_first<32, 3, 2, 2, true>>;
  using alone = kernel<s8, u8, std::int32_t, major::k, major::k, by_rows, add_row_and_column,
                       wgmma_schedule<64, 3, 2, 1, by_rows, true>>;
  for (cpu::options const& o : every_moment()) {
    multiplies<pairs>("3 clusters, 1 tile of 7 k-tiles", {32, 256, 440, 1, 3}, {1, 1}, o);
    multiplies<pairs>("2 clusters, 3 tiles", {32, 768, 200, 1, 2}, {1, 0}, o);
    multiplies<alone>("5 clusters, 7 tiles", {72, 440, 640, 1, 5}, {3, 2}, o);
  }
  for (int clusters = 0; clusters <= 7; ++clusters)  // 0: whole tiles
    multiplies<alone>(std::to_string(clusters) + " clusters of a row",
                      {136, 200, 900, 2, 4 * clusters == 0 ? 3 : 4 * clusters}, {1, 0}, {});
}

TEST_CASE("gemm_wgmma of tiles of 64 rows, one consumer, in clusters of 1 and 4") {
  using four = kernel<bf16, bf16, bf16, major::k, major::mn, by_rows, add_row_and_column,
                      wgmma_schedule<64, 4, 2, 4, by_rows, false, 64>>;
  using alone = kernel<half_t, half_t, float, major::mn, major::k, by_rows, add_row_and_column,
                       wgmma_schedule<48, 3, 2, 1, by_columns, false, 64>>;
  using eighths = kernel<e4m3, e4m3, e4m3, major::k, major::k, by_rows, add_row_and_column,
                         wgmma_schedule<96, 3, 2, 1, by_rows, false, 64>>;  // D's rows of 32 bytes
  using two_parts = kernel<bf16, bf16, bf16, major::k, major::mn, by_rows, add_row_and_column,
                           wgmma_swap_ab<64, 3, 2, 64>>;
  using four_parts = kernel<e4m3, e4m3, e4m3, major::k, major::k, by_columns, add_row_and_column,
                            wgmma_swap_ab<32, 2, 4, 64>>;
  for (cpu::options const& o : every_moment()) {
    multiplies<four>("4 blocks", {264, 136, 200}, {1, 0}, o);
    multiplies<alone>("64 x 48 by columns", {72, 136, 72, 2}, {2, -1}, o);
    multiplies<two_parts, float>("64 x 64, 2 parts", {72, 136, 328, 2}, {2, -1}, o);
    multiplies<four_parts, half_t>("32 x 64, 4 parts", {80, 144, 1392}, {101, -1, true}, o);
  }
  multiplies<eighths, half_t>("e4m3", {72, 208, 288}, {101, -1, true}, {});
}

TEST_CASE("gemm_wgmma with split-k, for every number of k-tiles") {
  using two = kernel<bf16, bf16, bf16, major::k, major::mn, by_rows, add_row_and_column,
                     wgmma_swap_ab<128, 4, 2>>;
  using four = kernel<e4m3, e4m3, e4m3, major::k, major::k, by_columns, add_row_and_column,
                      wgmma_swap_ab<64, 2, 4>>;
  for (cpu::options const& o : every_moment()) {
    multiplies<two, float>("2 parts", {136, 136, 328, 2}, {2, -1}, o);
    multiplies<four, half_t>("4 parts, of k-tiles one less", {80, 144, 1392}, {101, -1, true}, o);
  }
  for (int k_tiles = 1; k_tiles <= 7; ++k_tiles)
    multiplies<two>("2 parts", {40, 40, 64 * k_tiles - 8}, {}, {});
  multiplies<two>("without a product", {40, 40, 64}, {0, 2}, {});
}

TEST_CASE("gemm_wgmma of few rows, each number of rows in a tile and of parts of k") {
  using bf16_by_rows = kernel<bf16, bf16, bf16, major::mn, major::k, by_rows, add_row_and_column,
                              wgmma_swap_ab<16, 3, 1>>;
  using f32_by_rows = kernel<bf16, bf16, float, major::k, major::k, by_rows, add_row_and_column,
                             wgmma_swap_ab<32, 2, 2>>;
  using eight = kernel<half_t, half_t, half_t, major::k, major::mn, by_rows, add_row_and_column,
                       wgmma_swap_ab<96, 3, 8>>;
  using integers =
      kernel<s8, u8, s8, major::k, major::k, by_rows, add_row_and_column, wgmma_swap_ab<16, 2, 4>>;
  using converted = kernel<bf16, s8, bf16, major::k, major::k, by_rows, add_row_and_column,
                           wgmma_swap_ab<16, 2, 2>>;
  using converted_f16 = kernel<s8, half_t, float, major::k, major::k, by_columns, identity_epilogue,
                               wgmma_swap_ab<32, 3, 1>>;
  using narrow = kernel<bf16, s8, bf16, major::k, major::k, by_rows, identity_epilogue,
                        wgmma_swap_ab<16, 3, 2, 64>>;
  cpu::options o;
  o.asynchronous = cpu::moment_of_effect::random;
  multiplies<converted>("int8 beside bf16", {7, 136, 592, 2}, {2, -1, true}, o);
  for (cpu::options const& each : every_moment())
    multiplies<narrow>("int8 beside bf16, 64 rows of B", {17, 72, 1200}, {}, each);
  multiplies<converted_f16>("int8 beside f16, by columns", {136, 20, 336}, {}, o);
  for (int rows : {1, 7, 16, 19})
    multiplies<bf16_by_rows, float>("16 rows, A mn", {rows, 136, 200, 2}, {2, -1}, o);
  multiplies<f32_by_rows>("32 rows, 2 parts", {33, 260, 200}, {1, 3}, o);
  multiplies<eight>("96 rows, 8 parts", {100, 136, 72}, {1, -1}, o);
  multiplies<integers>("int8, 16 rows, 4 parts", {20, 144, 600}, {201, 2, true}, o);
}

TEST_CASE("gemm_wgmma with alpha, beta, batches and an epilogue, without a cluster too") {
  cpu::options const o;
  using pair = kernel<bf16, bf16, bf16, major::k, major::k, by_rows, add_row_and_column>;
  using alone = kernel<bf16, bf16, float, major::k, major::k, by_columns, add_row_and_column,
                       wgmma_schedule<128, 6, 2, 1>>;
  multiplies<pair, float>("bf16, C of f32", {72, 16, 64, 3, 2}, {2, -1}, o);
  multiplies<pair, float>("bf16 without a product", {72, 16, 64}, {0, -1}, o);
  multiplies<alone>("f32", {72, 260, 64, 2, 3}, {-1, 2}, o);
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
  // Two batches of D one after the other, with rows that interleave, and 8 elements too close.
  is(status::ok, [](auto& g) { g.batches = 2, g.batch_d = 64; });
  is(status::ok, [](auto& g) { g.batches = 2, g.ldd = 16, g.batch_d = 8; });
  is(status::overlapping_operands, [](auto& g) { g.batches = 2, g.batch_d = 56; });
  is(status::overlapping_operands, [](auto& g) { g.batches = 2; });
  is(status::size_beyond_index, [](auto& g) { g.batches = 1 << 29, g.batch_d = 1ll << 35; });
  static float const one = 1;
  is(status::scale_not_taken, [](auto& g) { g.scales.d = &one; });
  is(status::overlapping_operands, [](auto& g) { g.beta = 1, g.c = g.d + 8, g.ldc = 8; });
  // A column-major D has its own contiguous extent, m.
  using by_column = kernel<bf16, bf16, bf16, major::k, major::k, by_columns>;
  auto g = right;
  g.m = 16, g.ldd = 16, g.n = 7;
  CHECK(check_gemm<by_column>(g) == status::ok);
  g.ldd = 8;
  core::text why;
  CHECK(check_gemm<by_column>(g, &why) == status::leading_dimension_too_small);
  CHECK(std::string(why.at) == "ldd is 8, and must be at least m, which is 16");
  g.m = 7;
  CHECK(check_gemm<by_column>(g) == status::misaligned_extent);
  // Scales are of 8-bit tensors, and sums in int32 have none.
  wgmma_arguments<s8, s8, s8> small{16, 16, 16, 1, nullptr, 16, nullptr, 16, nullptr, 16};
  small.m = 0, small.scales = {&one, &one, &one, &one};
  CHECK(check_gemm<kernel<s8, s8, s8>>(small) == status::ok);
  wgmma_arguments<s8, s8, std::int32_t, std::int32_t> sums{0,  16,      16, 1,       nullptr,
                                                           16, nullptr, 16, nullptr, 16};
  CHECK(check_gemm<kernel<s8, s8, std::int32_t>>(sums) == status::ok);
  sums.scales.a = &one;
  CHECK(check_gemm<kernel<s8, s8, std::int32_t>>(sums) == status::scale_not_taken);
}

}  // namespace
