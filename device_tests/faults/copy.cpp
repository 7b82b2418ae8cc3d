// SPDX-License-Identifier: BSL-1.0
//
// Copies by KERNEL: a whole tile, and a tile that ends inside a vector.
#include <examples/kernels/copy_through_shared.hpp>
#include <tileproof/kernel/copy/copy_tma.hpp>

#include "verdict.hpp"

using namespace tileproof;

int main() {
  using kernel = KERNEL;
  int const n = 2 * static_cast<int>(size(kernel::block_tile{})) - 6;
  verdict all;
  for (bool const reverse : {false, true}) {
    if (!all.is_clean()) break;
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
        cpu::launch<kernel>({static_cast<int>(blocks_of_copy<kernel>(args))}, args, o);
    all.add(said, out, [&](int i) { return i < n ? static_cast<float>(i) : -1.0F; });
  }
  return all.tell();
}
