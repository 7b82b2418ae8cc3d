// SPDX-License-Identifier: BSL-1.0
//
// A transpose by KERNEL, which loads and stores by TMA: of a tile that is whole and of one at the
// edge.
#include <tileproof/kernel/transpose_tma.hpp>

#include "verdict.hpp"

using namespace tileproof;

int main() {
  using kernel = KERNEL;
  constexpr int m = size<0>(kernel::tile{}) + 5;
  constexpr int n = size<1>(kernel::tile{});
  constexpr int ld_in = m / 4 * 4 + 4;
  constexpr int ld_out = n + 4;
  verdict all;
  std::vector<float> in(ld_in * n, -2.0F);
  std::vector<float> out(ld_out * m, -1.0F);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      in[static_cast<std::size_t>(i + ld_in * j)] = static_cast<float>(i + 1000 * j);
  cpu::global<float const> const from(
      "In", in.data(), make_layout(make_shape(m, n), make_stride(_1{}, Int<ld_in>{})));
  cpu::global<float> to("Out", out.data(),
                        make_layout(make_shape(n, m), make_stride(_1{}, Int<ld_out>{})));
  to.starts_unwritten().must_be_written();
  auto const map_in = kernel::map_in(from.data(), m, n, ld_in);
  auto const map_out = kernel::map_out(to.data(), m, n, ld_out);
  kernel::arguments const args{map_in.copy, map_out.copy, m, n};
  all.add(cpu::launch<kernel>({2}, args), out, [&](int i) {
    bool const is_element = i % ld_out < n;
    return is_element ? static_cast<float>(i / ld_out + 1000 * (i % ld_out)) : -1.0F;
  });
  return all.tell();
}
