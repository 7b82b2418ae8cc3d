// SPDX-License-Identifier: BSL-1.0
//
// attention_mma on the CPU: every mask, lengths that the tiles divide and that they do not, rows
// that see no key, grouped heads, strides with gaps; copies that end as early as they may, as late,
// and at random moments; each depth, and schedules with one and two stages. Every element is
// compared with a reference in double, and no access is wrong.
#include "attention_on_cpu.hpp"
#include "every_moment.hpp"

#include <tileproof/kernel/attention/mma/attention_mma.hpp>

using namespace tileproof;

namespace {

template <class Kernel>
void attends(std::string const& name, attention_on_cpu::sizes const& p,
             cpu::options const& o = {}) {
  attention_on_cpu::attends<Kernel>(
      name, p, [&](auto const& g, auto q, auto k, auto v, auto out, auto sums, auto... offsets) {
        auto const run = [&](auto... of) {
          auto const args = Kernel::arguments_of(g, q, k, v, out, sums, of...);
          return cpu::launch<Kernel>({args.order.count()}, args, o);
        };
        return g.has_offsets() ? run(offsets...) : run();
      });
}

constexpr int all = attention_keys::all;
using f16 = attention_mma<half_t, 128>;
using bf16 = attention_mma<bfloat16_t, 64>;
using two_stages = attention_mma<half_t, 64, attention_mma_schedule<64, 32, 2>>;
using deep = attention_mma<bfloat16_t, 256, attention_mma_schedule<64, 32, 1>>;

TEST_CASE("attention_mma is right and clean for every mask, whenever its copies end") {
  for (cpu::options const& o : every_moment()) {
    attends<f16>("causal", {1, 2, 1, 136, 200, all, 0}, o);
    attends<two_stages>("causal, two stages", {1, 2, 1, 70, 200, all, 0}, o);
  }
  attends<f16>("full", {2, 1, 1, 64, 300});
  attends<f16>("causal, more rows than keys", {1, 1, 1, 200, 70, all, 0});
  attends<bf16>("a window", {1, 2, 2, 150, 170, 40, 8, 8});
  attends<bf16>("a window that begins past the keys", {1, 4, 2, 70, 20, 0, 0, 0, 1});
  attends<two_stages>("a window, two stages", {1, 2, 2, 150, 170, 40, 8, 8});
  attends<deep>("causal, deep", {1, 2, 1, 70, 90, all, 0});
  attends<bf16>("one row, one key", {1, 1, 1, 1, 1});
  attends<bf16>("no key", {1, 1, 1, 3, 0});
  attends<two_stages>("no key, two stages", {1, 1, 1, 3, 0});
}

TEST_CASE("attention_mma is right for sequences of various lengths, some of them empty") {
  for (int const right : {all, 0})
    for (int const left : {all, 20})
      attends<two_stages>("sequences", {5,
                                        2,
                                        1,
                                        133,
                                        90,
                                        left,
                                        right,
                                        0,
                                        0,
                                        {0, 70, 71, 71, 204, 209},
                                        {0, 90, 130, 142, 142, 219}});
}

TEST_CASE("attention_mma is right for every short length") {
  for (int length = 1; length < 70; length += length < 18 || length > 60 ? 1 : 7) {
    attends<two_stages>("causal", {1, 1, 1, length, length, all, 0});
    attends<two_stages>("full", {1, 1, 1, 5, length});
  }
}

}  // namespace
