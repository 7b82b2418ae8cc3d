// SPDX-License-Identifier: BSL-1.0
//
// D = A * B^T by KERNEL, a gemm_wgmma whose clusters share tiles (three clusters a tile, two that
// share three tiles and then have one each, whole tiles, and two batches) or that has split-k.
#include HEADER

#include "verdict.hpp"

using namespace tileproof;

namespace {

struct problem {
  int m, n, k, batches, of_line;  // clusters of a line of tiles, or 0
};

template <class Kernel>
void run(problem const& p, verdict& all) {
  if (!all.is_clean()) return;
  using T = typename Kernel::element_a;
  using accumulator = typename Kernel::accumulator;
  auto const vector_of = [](auto value, std::int64_t size) {
    return std::vector<decltype(value)>(static_cast<std::size_t>(size), value);
  };
  auto const run_of = [](auto const& v) {
    return make_layout(make_shape(static_cast<int>(v.size())));
  };
  std::int64_t const of_a = p.m * p.k, of_b = p.n * p.k, of_d = p.m * p.n;
  auto a = vector_of(T{}, of_a * p.batches), b = vector_of(T{}, of_b * p.batches);
  auto d = vector_of(T{}, of_d * p.batches);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<T>(static_cast<float>(static_cast<int>(i * 7 + i / 11) % 5 - 2));
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<T>(static_cast<float>(static_cast<int>(i * 3 + i / 7) % 3 - 1));
  wgmma_arguments<T, T, T, float, identity_epilogue, T> g{p.m, p.n,      p.k, 1.0F,     a.data(),
                                                          p.k, b.data(), p.k, d.data(), p.m};
  g.c = d.data(), g.ldc = p.m, g.batches = p.batches;
  g.batch_a = of_a, g.batch_b = of_b, g.batch_c = g.batch_d = of_d;
  tile_order const order = Kernel::order_of(p.m, p.n, p.batches);
  int const lines = stream_k_order::lines(order) * order.batches;
  int const clusters = !Kernel::is_persistent ? order.count()
                       : p.of_line == 0       ? 2
                                              : lines * p.of_line;
  int const blocks = Kernel::blocks * clusters;
  auto sums = vector_of(accumulator{}, std::int64_t{blocks} * 128 * Kernel::block_n);
  auto counters = vector_of(std::uint32_t{}, blocks * 2);
  cpu::global<T const> const ga("A", a.data(), run_of(a)), gb("B", b.data(), run_of(b));
  cpu::global<T> gd("D", d.data(), run_of(d));
  gd.starts_unwritten().must_be_written();
  cpu::global<accumulator> gs("Sums", sums.data(), run_of(sums));
  gs.starts_unwritten();
  cpu::global<std::uint32_t> gn("Given", counters.data(), run_of(counters));
  cpu::options o;
  o.resident = clusters;
  o.warpgroup_waits_as_one = pipeline::plan<typename Kernel::protocol>::waits_as_one;
  auto const launched = [&](auto const&... sharing) {
    auto const l = detail::launch_arguments<Kernel>(g, ga.data(), gb.data(), gd.data(), gd.data(),
                                                    clusters, sharing...);
    return cpu::launch<Kernel>({blocks}, {Kernel::blocks}, l.args, o);
  };
  cpu::report const said = [&] {
    if constexpr (Kernel::shares_tiles)
      return launched(detail::wgmma_sharing<cpu::ptr<accumulator*>, cpu::ptr<std::uint32_t*>>{
          {gs.data(), gn.data()}, p.of_line});
    else
      return launched();
  }();
  all.add(said, d, [&](int at) {  // D is column-major
    std::int64_t const batch = at / of_d, i = at % of_d % p.m, j = at % of_d / p.m;
    float sum = 0;
    for (int e = 0; e < p.k; ++e)
      sum += static_cast<float>(a[static_cast<std::size_t>(batch * of_a + i * p.k + e)]) *
             static_cast<float>(b[static_cast<std::size_t>(batch * of_b + j * p.k + e)]);
    return static_cast<T>(sum);
  });
  all.add(said, counters, [](int) { return 0U; });
}

}  // namespace

int main() {
  verdict all;
  if constexpr (KERNEL::shares_tiles) {
    run<KERNEL>({256, 40, 440, 1, 6}, all);
    run<KERNEL>({640, 40, 200, 1, 2}, all);
    run<KERNEL>({264, 72, 136, 1, 0}, all);
    run<KERNEL>({256, 40, 328, 2, 3}, all);
  } else {
    run<KERNEL>({136, 40, 200, 1, 0}, all);
    run<KERNEL>({40, 24, 328, 2, 0}, all);
    run<KERNEL>({40, 40, 56, 1, 0}, all);
  }
  return all.tell();
}
