// SPDX-License-Identifier: BSL-1.0
//
// D = A * B for each of many groups by KERNEL of HEADER: groups of no row, of one, of a tile and of
// more, on a grid of one cluster and one of two; then rows past the last group, which keep what
// they had.
#include HEADER

#include "verdict.hpp"

using namespace tileproof;

namespace {

template <class Kernel>
void run(std::vector<std::int32_t> const& ends, int total, int n, int clusters, verdict& all) {
  if (!all.is_clean()) return;
  constexpr int k = 136;
  using T = typename Kernel::element_a;
  auto const at = [](int i) { return static_cast<std::size_t>(i); };
  int const groups = static_cast<int>(ends.size());
  std::vector<T> a(at(total * k)), b(at(groups * n * k)), d(at(total * n), T(99.0F));
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = T(static_cast<float>(static_cast<int>(i * 7 + i / 11) % 5 - 2));
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = T(static_cast<float>(static_cast<int>(i * 3 + i / 7) % 3 - 1));
  auto const run_of = [](auto const& v) {
    return make_layout(make_shape(static_cast<int>(v.size())));
  };
  cpu::global<T const> const ga("A", a.data(), run_of(a)), gb("B", b.data(), run_of(b));
  cpu::global<std::int32_t const> const ge("ends", ends.data(), run_of(ends));
  cpu::global<T> gd("D", d.data(), run_of(d));
  if (total == ends.back()) gd.starts_unwritten().must_be_written();
  grouped_arguments const g{total,    groups, n,     k,        1.0F, a.data(),   k,
                            b.data(), k,      n * k, d.data(), n,    ends.data()};
  auto const l = detail::grouped_launch_arguments<Kernel>(g, ga.data(), gb.data(), gd.data(),
                                                          ge.data(), clusters);
  cpu::report const said =
      cpu::launch<Kernel>({Kernel::blocks * clusters}, {Kernel::blocks}, l.args, {});
  all.add(said, d, [&](int i) {
    int const row = i / n;
    int group = 0;
    while (group < groups && ends[at(group)] <= row) ++group;
    if (group == groups) return T(99.0F);
    float sum = 0;
    for (int e = 0; e < k; ++e)
      sum += static_cast<float>(a[at(row * k + e)]) *
             static_cast<float>(b[at((group * n + i % n) * k + e)]);
    return T(sum);
  });
}

}  // namespace

int main() {
  verdict all;
  run<KERNEL>({33, 33, 34, 66}, 66, 136, 1, all);
  run<KERNEL>({0, 40, 45, 45}, 45, 264, 2, all);
  run<KERNEL>({3, 20}, 30, 136, 1, all);
  return all.tell();
}
