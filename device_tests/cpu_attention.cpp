// SPDX-License-Identifier: BSL-1.0
//
// attention_wgmma on the CPU: every mask, lengths that the tiles divide and that they do not, rows
// that see no key, grouped heads, strides with gaps, sequences of other lengths; each depth and
// type; copies that end as early as they may, as late, and at random moments. Every element is
// compared with a reference in double, and no access is wrong.
#include "attention_on_cpu.hpp"
#include "every_moment.hpp"

#include <tileproof/kernel/attention/arguments.hpp>
#include <tileproof/kernel/attention/wgmma/attention_wgmma.hpp>

using namespace tileproof;

namespace {

using attention_on_cpu::sizes;

template <class Kernel>
void attends(std::string const& name, sizes const& p, cpu::options const& o = {}) {
  attention_on_cpu::attends<Kernel>(name, p, [&](auto const& g, auto... memory) {
    auto const l = detail::attention_launch_of<Kernel>(g, memory..., p.blocks);
    REQUIRE(l.is_described);
    return cpu::launch<Kernel>({p.blocks}, {1}, l.args, o);
  });
}

constexpr int all = attention_keys::all;
using f16 = attention_wgmma<half_t, 128>;
using bf16 = attention_wgmma<bfloat16_t, 64, attention_schedule<64, 3, attention_turns::none>>;

TEST_CASE("attention_wgmma is right and clean for every mask, whenever its copies end") {
  for (cpu::options const& o : every_moment()) {
    attends<f16>("causal", {1, 2, 1, 136, 200, all, 0}, o);
  }
  attends<f16>("full", {2, 1, 1, 64, 300});
  attends<f16>("causal, more rows than keys", {1, 1, 1, 200, 70, all, 0});
  attends<bf16>("a window", {1, 2, 2, 150, 170, 40, 8, 8});
  attends<bf16>("a window that begins past the keys", {1, 4, 2, 70, 20, 0, 0, 0, 1});
  attends<bf16>("one row, one key", {1, 1, 1, 1, 1});
  attends<bf16>("no key", {1, 1, 1, 3, 0});
}

using deep = attention_wgmma<half_t, 256>;
using e4m3 = attention_wgmma<float_e4m3_t, 128>;

TEST_CASE("attention_wgmma of depth 256, and of e4m3, whose V it transposes") {
  for (cpu::options const& o : every_moment()) {
    attends<deep>("depth 256, causal", {1, 2, 1, 136, 150, all, 0}, o);
    attends<e4m3>("e4m3, causal", {1, 2, 1, 136, 200, all, 0}, o);
  }
  attends<e4m3>("e4m3, a window", {1, 2, 2, 70, 333, 100, 8, 16});
  attends<e4m3>("e4m3, equal scores, causal", {1, 2, 1, 136, 200, all, 0, 0, 2, {}, {}, true});
  attends<e4m3>("e4m3, equal scores, a window", {1, 2, 2, 70, 333, 100, 8, 16, 2, {}, {}, true});
  attends<e4m3>("e4m3, equal scores, one key", {1, 1, 1, 70, 1, all, all, 0, 2, {}, {}, true});
  attends<attention_wgmma<float_e4m3_t, 64>>("e4m3, depth 64", {2, 1, 1, 64, 300});
  attends<attention_wgmma<float_e4m3_t, 256, attention_schedule_for<float_e4m3_t, 256>, half_t>>(
      "e4m3, depth 256", {1, 1, 1, 130, 170});
}

using three = attention_wgmma<bfloat16_t, 64>;

TEST_CASE("attention_wgmma of depth 64, which has three consumers") {
  static_assert(three::block_m == 192);
  for (cpu::options const& o : every_moment()) {
    attends<three>("causal, tiles of which one or two consumers have rows",
                   {1, 2, 1, 250, 300, all, 0}, o);
  }
  attends<three>("full", {2, 1, 1, 64, 300});
  attends<three>("a window", {1, 2, 2, 200, 170, 40, 8, 8});
  attends<three>("causal, more rows than keys", {1, 1, 1, 400, 70, all, 0});
  attends<attention_wgmma<half_t, 64>>("f16, causal", {1, 2, 1, 193, 193, all, 0});
  attends<three>("one row, one key", {1, 1, 1, 1, 1});
  attends<three>("sequences of other lengths", {6,
                                                2,
                                                1,
                                                233,
                                                150,
                                                all,
                                                0,
                                                0,
                                                3,
                                                {2, 2, 9, 242, 243, 243, 300},
                                                {0, 5, 5, 155, 160, 290, 301}});
}

TEST_CASE("attention_wgmma keeps sequences of other lengths apart") {
  // Empty ones, one without keys, one row, and more rows than a tile has.
  sizes const apart{6,
                    2,
                    1,
                    133,
                    150,
                    all,
                    all,
                    0,
                    3,
                    {2, 2, 9, 142, 143, 143, 200},
                    {0, 5, 5, 155, 160, 290, 301}};
  sizes causal = apart;
  causal.right = 0;
  attends<f16>("full", apart);
  attends<f16>("causal", causal);
  // Rows past a sequence's end, which would see only keys past its keys.
  attends<f16>("a window", {2, 1, 1, 133, 150, 0, 0, 0, 2, {0, 133, 134}, {0, 150, 290}});
  attends<bf16>("bf16, causal", causal);
  attends<e4m3>("e4m3", apart);
  causal.is_even = true;
  attends<e4m3>("e4m3, equal scores, causal", causal);
  attends<bf16>("no keys", {2, 1, 1, 5, 0, all, all, 0, 2, {0, 5, 7}, {0, 0, 0}});
}

// The tiles of keys that tiles of rows visit, beside what each row sees.
TEST_CASE("attention_keys visits each key that is seen, and masks where one is not") {
  long cases = 0;
  int wrong = 0;
  int const windows[] = {0, 1, 3, 7, 20, all};
  for (int length_q : {1, 2, 7, 16, 33})
    for (int length_k = 0; length_k < 40; ++length_k)
      for (int left : windows)
        for (int right : windows) {
          attention_keys const keys{length_q, length_k, left, right};
          for (int row = 0; row < length_q; row += 4) {
            key_tiles const t = keys.tiles<8>(row, 4);
            wrong += t.count() < 1;
            for (int tile = 0; tile * 8 < length_k + 8; ++tile) {
              bool some = false;
              bool every = true;
              for (int i = row; i < row + 4 && i < length_q; ++i)
                for (int j = tile * 8; j < tile * 8 + 8; ++j) {
                  bool const is_seen = keys.sees(i, j);
                  wrong += is_seen != (j >= keys.first_of(i) && j < keys.end_of(i));
                  some = some || is_seen;
                  every = every && is_seen;
                }
              bool const is_visited = tile >= t.first && tile < t.last;
              wrong += some && !is_visited;
              wrong += is_visited && !every && !keys.must_mask<8>(tile, row, 4);
              wrong += every && keys.must_mask<8>(tile, row, 4);
              ++cases;
            }
          }
        }
  CHECK(wrong == 0);
  CHECK(cases > 90000);
}

TEST_CASE("attention_order gives each tile to one block") {
  long cases = 0;
  int wrong = 0;
  for (int tiles_m = 1; tiles_m < 12; ++tiles_m)
    for (int heads = 1; heads < 6; ++heads)
      for (int batch = 1; batch < 4; ++batch)
        for (int blocks : {1, 2, 3, 5, 8, 30})
          for (bool is_even : {true, false}) {
            attention_order const order(tiles_m, heads, batch, is_even, blocks);
            std::vector<int> seen(static_cast<std::size_t>(tiles_m * heads * batch));
            for (int b = 0; b < blocks; ++b)
              for (int i = 0; i < order.tiles_of(b, blocks); ++i) {
                int const tile = order.tile(i, b, blocks);
                auto const p = order(tile);
                bool const is_inside = tile >= 0 && tile < order.count() && p.m >= 0 &&
                                       p.m < tiles_m && p.head >= 0 && p.head < heads &&
                                       p.batch >= 0 && p.batch < batch;
                wrong += !is_inside;
                if (is_inside)
                  ++seen[static_cast<std::size_t>((p.batch * heads + p.head) * tiles_m + p.m)];
              }
            for (int const n : seen) wrong += n != 1;
            ++cases;
          }
  CHECK(wrong == 0);
  CHECK(cases == 1980);
}

TEST_CASE("attention_order gives blocks about the same work under a mask") {
  for (int const rows : {128, 192})
    for (int const length : {1000, 2048, 3333, 4096, 16384})
      for (int const heads : {12, 16, 32}) {
        int const batch = length < 16384 ? 16384 / length : 1;
        attention_order const order((length + rows - 1) / rows, heads, batch, false, 132);
        attention_keys const keys{length, length, all, 0};
        long most = 0;
        long sum = 0;
        for (int b = 0; b < 132; ++b) {
          long steps = 0;
          for (int i = 0; i < order.tiles_of(b, 132); ++i)
            steps += keys.tiles<128>(order(order.tile(i, b, 132)).m * rows, rows).count();
          sum += steps;
          most = std::max(most, steps);
        }
        CHECK(double(sum) >= 0.96 * 132 * double(most));
      }
}

TEST_CASE("attention_wgmma refuses arguments with a status") {
  alignas(16) static half_t memory[8192];
  attention_arguments<half_t> const right = [] {
    attention_arguments<half_t> g{1, 2, 1, 4, 4};
    g.q = {memory, 256, 128, 1024}, g.k = {memory + 1024, 128, 128, 512};
    g.v = {memory + 1536, 128, 128, 512}, g.o = {memory + 2048, 256, 128, 1024};
    return g;
  }();
  auto const is = [&](status expected, auto const& change) {
    auto g = right;
    change(g);
    CHECK(check_attention<128>(g) == expected);
  };
  is(status::ok, [](auto&) {});
  is(status::ok, [](auto& g) { g.length_q = 0, g.q = {}; });
  is(status::ok, [](auto& g) { g.length_k = 0, g.k = {}, g.v = {}; });
  is(status::negative_size, [](auto& g) { g.length_k = -1; });
  is(status::negative_size, [](auto& g) { g.left = -1; });
  is(status::heads_do_not_divide, [](auto& g) { g.heads = 3, g.heads_kv = 2; });
  is(status::heads_do_not_divide, [](auto& g) { g.heads_kv = 0; });
  is(status::scale_not_positive, [](auto& g) { g.scale = 0; });
  is(status::scale_not_positive, [](auto& g) { g.scale = NAN; });
  is(status::size_beyond_index, [](auto& g) { g.length_k = std::int64_t{1} << 30; });
  is(status::null_pointer, [](auto& g) { g.v.p = nullptr; });
  is(status::misaligned_base, [](auto& g) { g.k.p += 1; });
  is(status::leading_dimension_too_small, [](auto& g) { g.q.row = 64; });
  is(status::misaligned_leading_dimension, [](auto& g) { g.q.head = 132; });
  is(status::overlapping_operands, [](auto& g) { g.o.p = const_cast<half_t*>(g.k.p) + 8; });
  is(status::overlapping_operands, [](auto& g) { g.o.head = 0; });
  is(status::ok, [](auto& g) { g.o.row = 128, g.o.head = 512; });
  auto g = right;
  g.q.row = 64;
  core::text why;
  CHECK(check_attention<128>(g, &why) == status::leading_dimension_too_small);
  CHECK(std::string(why.at) == "q.row is 64, and must be at least 128");
}

}  // namespace
