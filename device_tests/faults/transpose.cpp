// SPDX-License-Identifier: BSL-1.0
//
// A transpose by KERNEL: of a tile that is whole and three at the edges, inside larger buffers.
#include <tileproof/kernel/transpose.hpp>

#include "verdict.hpp"

using namespace tileproof;

int main() {
  using kernel = KERNEL;
  constexpr int m = 127, n = 70, ld_in = 132, ld_out = 76;
  verdict all;
  for (bool const reverse : {false, true}) {
    if (!all.is_clean()) break;
    std::vector<float> in(ld_in * n + 64, -2.0F);
    std::vector<float> out(ld_out * m + 64, -1.0F);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i)
        in[static_cast<std::size_t>(i + ld_in * j)] = static_cast<float>(i + 1000 * j);
    cpu::global<float const> const from(
        "In", in.data(), make_layout(make_shape(m, n), make_stride(_1{}, Int<ld_in>{})));
    cpu::global<float> to("Out", out.data(),
                          make_layout(make_shape(n, m), make_stride(_1{}, Int<ld_out>{})));
    transpose_arguments<cpu::ptr<float const*>, cpu::ptr<float*>> const args{
        m, n, from.data(), ld_in, to.starts_unwritten().must_be_written().data(), ld_out};
    cpu::options o;
    o.reverse = reverse;
    cpu::report const said =
        cpu::launch<kernel>({static_cast<int>(blocks_of_transpose<kernel>(args))}, args, o);
    all.add(said, out, [&](int i) {
      bool const is_element = i % ld_out < n && i / ld_out < m;
      return is_element ? static_cast<float>(i / ld_out + 1000 * (i % ld_out)) : -1.0F;
    });
  }
  return all.tell();
}
