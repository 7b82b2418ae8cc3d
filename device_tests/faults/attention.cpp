// SPDX-License-Identifier: BSL-1.0
//
// An attention by KERNEL of HEADER: causal, with two heads that share keys and a last tile of few
// rows; and under a window, three sequences of other lengths.
#include HEADER
#include <tileproof/kernel/attention/wgmma/launch.hpp>

#include "../attention_problem.hpp"
#include "verdict.hpp"

using namespace tileproof;

namespace {

template <class Kernel>
void run(attention_on_cpu::sizes const& p, bool reverse, verdict& all) {
  if (!all.is_clean()) return;
  cpu::options o;
  o.reverse = reverse;
  attention_on_cpu::outcome const r = attention_on_cpu::run_attention<Kernel>(
      p, [&](auto const& g, auto q, auto k, auto v, auto out, auto sums, auto... offsets) {
        if constexpr (requires { typename Kernel::tma_q; }) {
          auto const l =
              detail::attention_launch_of<Kernel>(g, q, k, v, out, sums, offsets..., p.blocks);
          return cpu::launch<Kernel>({p.blocks}, {1}, l.args, o);
        } else {
          auto const launch = [&](auto... of) {
            auto const args = Kernel::arguments_of(g, q, k, v, out, sums, of...);
            return cpu::launch<Kernel>({args.order.count()}, args, o);
          };
          return g.has_offsets() ? launch(offsets...) : launch();
        }
      });
  all.add(r.said, r.elements, [&](int i) { return r.expected[static_cast<std::size_t>(i)]; });
}

}  // namespace

int main() {
  constexpr int all_keys = attention_keys::all;
  verdict all;
  run<KERNEL>({1, 2, 1, 136, 100, all_keys, 0, 0, 1}, false, all);
  run<KERNEL>({3, 1, 1, 70, 90, 40, all_keys, 0, 1, {0, 70, 75, 90}, {0, 90, 97, 125}}, true, all);
  return all.tell();
}
