// SPDX-License-Identifier: BSL-1.0
//
// A transpose by KERNEL, which loads and stores by TMA: of a tile that is whole and of one at the
// edge.
#include <tileproof/kernel/transpose/transpose_tma.hpp>

#include "transposed.hpp"

using namespace tileproof;

int main() {
  using kernel = KERNEL;
  constexpr int m = size<0>(kernel::tile{}) + 5;
  constexpr int n = size<1>(kernel::tile{});
  constexpr int ld_in = m / 4 * 4 + 4;
  constexpr int ld_out = n + 4;
  using matrices = transposed<m, n, ld_in, ld_out>;
  matrices x(0);
  auto const map_in = kernel::map_in(x.from.data(), m, n, ld_in);
  auto const map_out = kernel::map_out(x.to.data(), m, n, ld_out);
  transpose_arguments<cpu::ptr<float const*>, cpu::ptr<float*>> const args{
      m, n, x.from.data(), ld_in, x.to.data(), ld_out};
  verdict all;
  all.add(cpu::launch<kernel>({static_cast<int>(blocks_of_transpose<kernel>(args))},
                              kernel::arguments{map_in.copy, map_out.copy, n}),
          x.out, matrices::expected);
  return all.tell();
}
