// SPDX-License-Identifier: BSL-1.0
//
// A transpose by KERNEL: of a tile that is whole and three at the edges, inside larger buffers.
#include <examples/kernels/transposes.hpp>
#include <tileproof/kernel/transpose/transpose.hpp>

#include "transposed.hpp"

using namespace tileproof;

int main() {
  using kernel = KERNEL;
  constexpr int m = 127, n = 70, ld_in = 132, ld_out = 76;
  using matrices = transposed<m, n, ld_in, ld_out>;
  verdict all;
  for (bool const reverse : {false, true}) {
    if (!all.is_clean()) break;
    matrices x(64);
    transpose_arguments<cpu::ptr<float const*>, cpu::ptr<float*>> const args{
        m, n, x.from.data(), ld_in, x.to.data(), ld_out};
    cpu::options o;
    o.reverse = reverse;
    cpu::report const said =
        cpu::launch<kernel>({static_cast<int>(blocks_of_transpose<kernel>(args))}, args, o);
    all.add(said, x.out, matrices::expected);
  }
  return all.tell();
}
