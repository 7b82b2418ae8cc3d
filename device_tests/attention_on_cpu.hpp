// SPDX-License-Identifier: BSL-1.0
//
// attends<Kernel>: an attention kernel on the CPU beside a reference in double. Every element of O
// and of log_sum is compared, rows of no sequence stay as they were, and no access may be wrong.
// The caller runs the kernel:
//
//   attends<Kernel>("causal", {1, 2, 1, 136, 200, all, 0},
//                   [&](auto const& g, auto q, auto k, auto v, auto o, auto sums, auto offsets_q,
//                       auto offsets_k) { return cpu::launch<Kernel>(...); });  // a cpu::report
#pragma once

#include <doctest/doctest.h>

#include <tileproof/cpu.hpp>
#include <tileproof/kernel/attention_arguments.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace attention_on_cpu {

using namespace tileproof;

struct sizes {
  int batch, heads, heads_kv, length_q, length_k;
  int left = attention_keys::all, right = attention_keys::all;
  int gap = 0;  // elements between rows, beyond the next multiple of 16
  int blocks = 2;
  std::vector<int> offsets_q{}, offsets_k{};  // of sequences of other lengths
};

// The error bound: P is rounded to T, O to its type; sums are in f32.
template <class T>
inline constexpr double unit = sizeof(T) == 1              ? 0x1p-4
                               : std::is_same_v<T, half_t> ? 0x1p-11
                                                           : 0x1p-8;

template <class Kernel, class Run>
void attends(std::string const& name, sizes const& p, Run const& run) {
  using T = typename Kernel::element;
  using TO = typename Kernel::element_o;
  constexpr int d = Kernel::depth;
  auto const at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  bool const has_offsets = !p.offsets_q.empty();
  int const rows_q = has_offsets ? p.offsets_q.back() + 3 : p.length_q;  // 3 rows of no sequence
  int const rows_k = has_offsets ? p.offsets_k.back() : p.length_k;
  int const batches = has_offsets ? 1 : p.batch;
  auto const tensor_of = [&](int length, int heads, auto* data) {
    std::int64_t const row = std::int64_t{heads} * d + p.gap;
    return attention_tensor<std::remove_pointer_t<decltype(data)>>{data, row, d, row * length};
  };
  auto const size_of = [&](int length, int heads) {
    return at((std::int64_t{heads} * d + p.gap) * length * batches);
  };
  std::vector<T> q(size_of(rows_q, p.heads));
  std::vector<T> k(size_of(rows_k, p.heads_kv) + (rows_k == 0 ? d : 0));
  std::vector<T> v(k.size());
  std::vector<TO> out(q.size());
  std::vector<float> sums(at(std::int64_t{batches} * p.heads * rows_q));
  unsigned x = 1;
  for (std::vector<T>* all : {&q, &k, &v})
    for (T& e : *all) {
      x = x * 1664525u + 1013904223u;
      e = static_cast<T>(static_cast<float>(static_cast<int>(x >> 20) % 401 - 200) / 100.0f);
    }
  attention_arguments<T, TO> g{p.batch, p.heads, p.heads_kv, p.length_q, p.length_k};
  g.scale = 0.125f, g.left = p.left, g.right = p.right;
  if (sizeof(T) == 1) g.scale_o = 0.5f;
  g.q = tensor_of(rows_q, p.heads, static_cast<T const*>(q.data()));
  g.k = tensor_of(rows_k, p.heads_kv, static_cast<T const*>(k.data()));
  g.v = tensor_of(rows_k, p.heads_kv, static_cast<T const*>(v.data()));
  g.o = tensor_of(rows_q, p.heads, out.data());
  g.log_sum = sums.data();
  if (has_offsets) {
    g.offsets_q = p.offsets_q.data(), g.offsets_k = p.offsets_k.data();
    g.total_q = rows_q, g.total_k = rows_k;
  }
  REQUIRE(check_attention<d>(g) == status::ok);
  auto const run_of = [](auto const& all) {
    return make_layout(make_shape(static_cast<int>(all.size())));
  };
  cpu::global<T const> const gq("Q", q.data(), run_of(q));
  cpu::global<T const> const gk("K", k.data(), run_of(k));
  cpu::global<T const> const gv("V", v.data(), run_of(v));
  cpu::global<TO> go("O", out.data(), run_of(out));
  cpu::global<float> gs("Sums", sums.data(), run_of(sums));
  go.starts_unwritten();
  gs.starts_unwritten();
  std::vector<int> const none(1);
  std::vector<int> const& of_q = has_offsets ? p.offsets_q : none;
  std::vector<int> const& of_k = has_offsets ? p.offsets_k : none;
  cpu::global<int const> const offsets_q("offsets of Q", of_q.data(), run_of(of_q));
  cpu::global<int const> const offsets_k("offsets of K", of_k.data(), run_of(of_k));
  // Rows of no sequence stay as they are.
  auto const untouched = static_cast<TO>(77.0f);
  for (TO& e : out) e = untouched;
  for (float& e : sums) e = 77;
  cpu::report const said = run(g, gq.data(), gk.data(), gv.data(), go.data(), gs.data(),
                               offsets_q.data(), offsets_k.data());
  CHECK_MESSAGE(said.clean(), name, " ", said.text());
  int wrong = 0;
  double largest = 0;
  std::vector<bool> is_row(at(std::int64_t{batches} * rows_q));
  for (int b = 0; b < p.batch; ++b) {
    int const first_q = has_offsets ? p.offsets_q[at(b)] : 0;
    int const first_k = has_offsets ? p.offsets_k[at(b)] : 0;
    int const length_q = has_offsets ? p.offsets_q[at(b + 1)] - first_q : p.length_q;
    int const length_k = has_offsets ? p.offsets_k[at(b + 1)] - first_k : p.length_k;
    int const of_batch = has_offsets ? 0 : b;
    attention_keys const keys{length_q, length_k, p.left, p.right};
    for (int h = 0; h < p.heads; ++h)
      for (int i = 0; i < length_q; ++i) {
        is_row[at(of_batch * rows_q + first_q + i)] = true;
        int const h_kv = h / (p.heads / p.heads_kv);
        auto const element = [&](auto const& t, int head, int row, int c) {
          return static_cast<double>(
              static_cast<float>(t.p[of_batch * t.batch + row * t.row + head * t.head + c]));
        };
        std::vector<double> s(at(length_k), -INFINITY);
        double most = -INFINITY;
        for (int j = 0; j < length_k; ++j) {
          if (!keys.sees(i, j)) continue;
          double sum = 0;
          for (int c = 0; c < d; ++c)
            sum += element(g.q, h, first_q + i, c) * element(g.k, h_kv, first_k + j, c);
          s[at(j)] = sum * 0.125;
          most = std::max(most, s[at(j)]);
        }
        double sum = 0;
        for (double& e : s) e = most == -INFINITY ? 0 : std::exp(e - most), sum += e;
        double const lse = sum == 0 ? -INFINITY : most + std::log(sum);
        double const is = sums[at((std::int64_t{of_batch} * p.heads + h) * rows_q + first_q + i)];
        wrong += !(lse == is || std::fabs(lse - is) <= 1e-5 * (1 + std::fabs(lse)));
        for (int c = 0; c < d; ++c) {
          double r = 0;
          double weight = 0;
          for (int j = 0; j < length_k; ++j) {
            double const e = s[at(j)] * element(g.v, h_kv, first_k + j, c) * g.scale_o;
            r += e, weight += std::fabs(e);
          }
          if (sum != 0) r /= sum, weight /= sum;
          double const difference = std::fabs(r - element(g.o, h, first_q + i, c));
          double const bound = (unit<T> + unit<TO>)*(weight + 0x1p-14);
          largest = std::max(largest, difference / bound);
          wrong += !(difference <= bound);
        }
      }
  }
  for (int r = 0; r < batches * rows_q; ++r) {
    if (is_row[at(r)]) continue;
    for (int h = 0; h < p.heads; ++h) {
      wrong += sums[at(std::int64_t{h} * rows_q + r)] != 77;
      for (int c = 0; c < d; ++c)
        wrong += static_cast<float>(g.o.p[r * g.o.row + h * g.o.head + c]) != 77.0f;
    }
  }
  CHECK_MESSAGE(wrong == 0, name, " ", wrong, " wrong, ", largest, " of the bound");
}

}  // namespace attention_on_cpu
