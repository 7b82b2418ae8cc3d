// SPDX-License-Identifier: BSL-1.0
//
// attention_wgmma on the CPU: every mask, lengths that the tiles divide and that they do not, rows
// that see no key, grouped heads, strides with gaps; copies that end as early as they may, as late,
// and at random moments. Every element is compared with a reference in double, and no access is
// wrong.
#include <doctest/doctest.h>

#include <tileproof/cpu.hpp>
#include <tileproof/kernel/attention_wgmma.hpp>

#include <cmath>
#include <string>
#include <vector>

using namespace tileproof;

namespace {

struct sizes {
  int batch, heads, heads_kv, length_q, length_k;
  int left = attention_keys::all, right = attention_keys::all;
  int gap = 0;  // elements between rows, beyond the next multiple of 8
  int blocks = 2;
};

// The error bound: P and O are rounded to T, sums are in f32.
template <class Kernel>
void attends(std::string const& name, sizes const& p, cpu::options const& o = {}) {
  using T = typename Kernel::element;
  constexpr int d = Kernel::depth;
  auto const at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  auto const tensor_of = [&](int length, int heads, auto* data) {
    std::int64_t const row = std::int64_t{heads} * d + p.gap;
    return attention_tensor<std::remove_pointer_t<decltype(data)>>{data, row, d, row * length};
  };
  auto const size_of = [&](int length, int heads) {
    return at((std::int64_t{heads} * d + p.gap) * length * p.batch);
  };
  std::vector<T> q(size_of(p.length_q, p.heads));
  std::vector<T> k(size_of(p.length_k, p.heads_kv) + (p.length_k == 0 ? d : 0));
  std::vector<T> v(k.size());
  std::vector<T> out(q.size());
  std::vector<float> sums(at(std::int64_t{p.batch} * p.heads * p.length_q));
  unsigned x = 1;
  for (std::vector<T>* all : {&q, &k, &v})
    for (T& e : *all) {
      x = x * 1664525u + 1013904223u;
      e = static_cast<T>(static_cast<float>(static_cast<int>(x >> 20) % 401 - 200) / 100.0f);
    }
  attention_arguments<T> g{p.batch, p.heads, p.heads_kv, p.length_q, p.length_k};
  g.scale = 0.125f, g.left = p.left, g.right = p.right;
  g.q = tensor_of(p.length_q, p.heads, static_cast<T const*>(q.data()));
  g.k = tensor_of(p.length_k, p.heads_kv, static_cast<T const*>(k.data()));
  g.v = tensor_of(p.length_k, p.heads_kv, static_cast<T const*>(v.data()));
  g.o = tensor_of(p.length_q, p.heads, out.data());
  g.log_sum = sums.data();
  REQUIRE(check_attention<d>(g) == status::ok);
  auto const run_of = [](auto const& all) {
    return make_layout(make_shape(static_cast<int>(all.size())));
  };
  cpu::global<T const> const gq("Q", q.data(), run_of(q));
  cpu::global<T const> const gk("K", k.data(), run_of(k));
  cpu::global<T const> const gv("V", v.data(), run_of(v));
  cpu::global<T> go("O", out.data(), run_of(out));
  cpu::global<float> gs("Sums", sums.data(), run_of(sums));
  go.starts_unwritten();
  gs.starts_unwritten().must_be_written();
  auto const l = detail::attention_launch_of<Kernel>(g, gq.data(), gk.data(), gv.data(), go.data(),
                                                     gs.data(), p.blocks);
  REQUIRE(l.is_described);
  cpu::report const said = cpu::launch<Kernel>({p.blocks}, {1}, l.args, o);
  CHECK_MESSAGE(said.clean(), name, " ", said.text());
  attention_keys const keys{p.length_q, p.length_k, p.left, p.right};
  int wrong = 0;
  double largest = 0;
  for (int b = 0; b < p.batch; ++b)
    for (int h = 0; h < p.heads; ++h)
      for (int i = 0; i < p.length_q; ++i) {
        int const h_kv = h / (p.heads / p.heads_kv);
        auto const element = [&](auto const& t, int head, int row, int c) {
          return static_cast<double>(
              static_cast<float>(t.p[b * t.batch + row * t.row + head * t.head + c]));
        };
        std::vector<double> s(at(p.length_k), -INFINITY);
        double most = -INFINITY;
        for (int j = 0; j < p.length_k; ++j) {
          if (!keys.sees(i, j)) continue;
          double sum = 0;
          for (int c = 0; c < d; ++c) sum += element(g.q, h, i, c) * element(g.k, h_kv, j, c);
          s[at(j)] = sum * 0.125;
          most = std::max(most, s[at(j)]);
        }
        double sum = 0;
        for (double& e : s) e = most == -INFINITY ? 0 : std::exp(e - most), sum += e;
        double const lse = sum == 0 ? -INFINITY : most + std::log(sum);
        double const is = sums[at((std::int64_t{b} * p.heads + h) * p.length_q + i)];
        wrong += !(lse == is || std::fabs(lse - is) <= 1e-5 * (1 + std::fabs(lse)));
        constexpr double unit = sizeof(T) == 2 && std::is_same_v<T, half_t> ? 0x1p-11 : 0x1p-8;
        for (int c = 0; c < d; ++c) {
          double r = 0;
          double weight = 0;
          for (int j = 0; j < p.length_k; ++j) {
            double const e = s[at(j)] * element(g.v, h_kv, j, c);
            r += e, weight += std::fabs(e);
          }
          if (sum != 0) r /= sum, weight /= sum;
          double const difference = std::fabs(r - element(g.o, h, i, c));
          largest = std::max(largest, difference / (2 * unit * (weight + 0x1p-14)));
          wrong += !(difference <= 2 * unit * (weight + 0x1p-14));
        }
      }
  CHECK_MESSAGE(wrong == 0, name, " ", wrong, " wrong, ", largest, " of the bound");
}

constexpr int all = attention_keys::all;
using f16 = attention_wgmma<half_t, 128>;
using bf16 = attention_wgmma<bfloat16_t, 64, attention_schedule<64, 3, false>>;

TEST_CASE("attention_wgmma is right and clean for every mask, whenever its copies end") {
  for (auto const when :
       {cpu::moment_of_effect::first, cpu::moment_of_effect::last, cpu::moment_of_effect::random}) {
    cpu::options o;
    o.asynchronous = when;
    attends<f16>("causal", {1, 2, 1, 136, 200, all, 0}, o);
  }
  attends<f16>("full", {2, 1, 1, 64, 300});
  attends<f16>("causal, more rows than keys", {1, 1, 1, 200, 70, all, 0});
  attends<bf16>("a window", {1, 2, 2, 150, 170, 40, 8, 8});
  attends<bf16>("a window that begins behind the keys", {1, 4, 2, 70, 20, 0, 0, 0, 1});
  attends<bf16>("one row, one key", {1, 1, 1, 1, 1});
  attends<bf16>("no key", {1, 1, 1, 3, 0});
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
}

}  // namespace
