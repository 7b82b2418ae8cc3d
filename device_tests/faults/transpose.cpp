// SPDX-License-Identifier: BSL-1.0
//
// Transposes by KERNEL: of tiles that are whole and tiles at the edges, more of them along one mode
// than along the other, inside larger buffers.
#include <examples/kernels/transposes.hpp>
#include <tileproof/kernel/transpose/transpose.hpp>

#include "transposed.hpp"

using namespace tileproof;

namespace {

template <class Kernel, int M, int N, int LdIn, int LdOut>
void run(bool reverse, verdict& all) {
  if (!all.is_clean()) return;
  using matrices = transposed<M, N, LdIn, LdOut>;
  matrices x(64);
  transpose_arguments<cpu::ptr<float const*>, cpu::ptr<float*>> const args{
      M, N, x.from.data(), LdIn, x.to.data(), LdOut};
  cpu::options o;
  o.reverse = reverse;
  cpu::report const said =
      cpu::launch<Kernel>({static_cast<int>(blocks_of_transpose<Kernel>(args))}, args, o);
  all.add(said, x.out, matrices::expected);
}

}  // namespace

int main() {
  verdict all;
  for (bool const reverse : {false, true}) {
    run<KERNEL, 127, 70, 132, 76>(reverse, all);
    run<KERNEL, 130, 70, 136, 76>(reverse, all);
    run<KERNEL, 70, 130, 76, 136>(reverse, all);
  }
  return all.tell();
}
