// SPDX-License-Identifier: BSL-1.0
//
// Copies by KERNEL: a whole tile and one that ends inside a vector, whole tiles, one that lacks an
// element, and one of few.
#include <examples/kernels/copy_through_shared.hpp>
#include <tileproof/kernel/copy/copy_tma.hpp>

#include "verdict.hpp"

using namespace tileproof;

namespace {

template <class Kernel>
void run(int n, bool reverse, verdict& all) {
  if (!all.is_clean()) return;
  std::vector<float> in(static_cast<std::size_t>(n + 64));
  std::vector<float> out(in.size(), -1.0F);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
  cpu::global<float const> const from("Src", in.data(), n);
  cpu::global<float> to("Dst", out.data(), n);
  copy_arguments<cpu::ptr<float const*>, cpu::ptr<float*>> const args{
      from.data(), to.starts_unwritten().must_be_written().data(), n};
  cpu::options o;
  o.reverse = reverse;
  cpu::report const said =
      cpu::launch<Kernel>({static_cast<int>(blocks_of_copy<Kernel>(args))}, args, o);
  all.add(said, out, [&](int i) { return i < n ? static_cast<float>(i) : -1.0F; });
}

}  // namespace

int main() {
  constexpr int tile = size(KERNEL::block_tile{});
  verdict all;
  for (bool const reverse : {false, true}) {
    run<KERNEL>(2 * tile - 6, reverse, all);
    run<KERNEL>(4 * tile, reverse, all);
    run<KERNEL>(tile - 1, reverse, all);
    run<KERNEL>(6, reverse, all);
  }
  return all.tell();
}
