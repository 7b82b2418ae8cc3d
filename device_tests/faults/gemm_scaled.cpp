// SPDX-License-Identifier: BSL-1.0
//
// C = A * B / 2 + 2 * C with scale factors by KERNEL of HEADER: blocks at the edges, and one that
// is whole.
#include HEADER

#include "../kernels/scaled_products.hpp"
#include "verdict.hpp"

#include <array>

using namespace tileproof;

int main() {
  using kernel = KERNEL;
  constexpr int m = kernel::block_m, n = kernel::block_n, k = kernel::block_k;
  verdict all;
  for (auto const& [rows, columns, depth] :
       {std::array{m + 1, n - 1, k + 33}, std::array{m, n, 3 * k}, std::array{37, 2 * n, 97}}) {
    scaled::result const r = scaled::multiply<kernel>(rows, columns, depth, false);
    all.add(r.said, r.c, [&](int i) {
      auto const at = static_cast<std::size_t>(i);
      return r.is_right(at) ? r.c[at] : static_cast<float>(r.right[at]);
    });
    if (!all.is_clean()) break;
  }
  return all.tell();
}
