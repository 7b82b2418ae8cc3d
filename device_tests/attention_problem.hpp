// SPDX-License-Identifier: BSL-1.0
//
// Defines run_attention<Kernel>: an attention kernel on the CPU beside a reference in double, or
// beside an earlier run. Every element of O and of log_sum is compared, and rows of no sequence
// stay as they were. The caller runs the kernel:
//
//   outcome const r = run_attention<Kernel>({1, 2, 1, 136, 200, all, 0},
//                                           [&](auto const& g, auto q, auto k, auto v, auto o,
//                                               auto sums, auto offsets_q, auto offsets_k) {
//                                             return cpu::launch<Kernel>(...);  // a cpu::report
//                                           });
#pragma once

#include <tileproof/cpu.hpp>
#include <tileproof/kernel/attention/arguments.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace attention_on_cpu {

using namespace tileproof;

struct sizes {
  int batch, heads, heads_kv, length_q, length_k;
  int left = attention_keys::all, right = attention_keys::all;
  int gap = 0;  // elements between rows, beyond the next multiple of 16
  int blocks = 2;
  std::vector<int> offsets_q{}, offsets_k{};  // of sequences of other lengths
  bool is_even = false;  // Q is 0: all keys that a row sees weigh the same, and none is rounded
};

// The error bound: P is rounded to T, O to its type; sums are in f32.
template <class T>
inline constexpr double unit = sizeof(T) == 1              ? 0x1p-4
                               : std::is_same_v<T, half_t> ? 0x1p-11
                                                           : 0x1p-8;

// Whether half of a kernel's exponentials are linear between powers of two, and log_sum is of the
// rounded ones (kernel/attention/exponentials.hpp).
template <class Kernel>
constexpr bool has_linear_exponentials() {
  if constexpr (requires { Kernel::sums_by_mma; })
    return Kernel::sums_by_mma;
  else
    return false;
}

// The elements of O, then those of log_sum, and the expected ones: an element within the error
// bound is expected as it is. `largest` is the largest difference as a part of the bound.
struct outcome {
  cpu::report said{};
  std::vector<float> elements{}, expected{};
  bool is_taken = false;  // check_attention takes the arguments
  double largest = 0;
  int wrong() const {
    int n = 0;
    for (std::size_t i = 0; i < elements.size(); ++i) n += !(elements[i] == expected[i]);
    return n;
  }
};

// right: the elements of an earlier run; null: a reference in double.
template <class Kernel, class Run>
outcome run_attention(sizes const& p, Run const& run, std::vector<float> const* right = nullptr) {
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
  if (p.is_even) std::fill(q.begin(), q.end(), T(0.0f));
  bool const is_linear = has_linear_exponentials<Kernel>() && !p.is_even;
  attention_arguments<T, TO> g{p.batch, p.heads, p.heads_kv, p.length_q, p.length_k};
  g.scale = 0.125f, g.scale_o = 0.5f, g.left = p.left, g.right = p.right;
  g.q = tensor_of(rows_q, p.heads, static_cast<T const*>(q.data()));
  g.k = tensor_of(rows_k, p.heads_kv, static_cast<T const*>(k.data()));
  g.v = tensor_of(rows_k, p.heads_kv, static_cast<T const*>(v.data()));
  g.o = tensor_of(rows_q, p.heads, out.data());
  g.log_sum = sums.data();
  if (has_offsets) {
    g.offsets_q = p.offsets_q.data(), g.offsets_k = p.offsets_k.data();
    g.total_q = rows_q, g.total_k = rows_k;
  }
  outcome result;
  result.is_taken = check_attention<d>(g) == status::ok;
  if (!result.is_taken) return result;
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
  result.said = run(g, gq.data(), gk.data(), gv.data(), go.data(), gs.data(), offsets_q.data(),
                    offsets_k.data());
  std::vector<float>& elements = result.elements;
  for (TO const& e : out) elements.push_back(static_cast<float>(e));
  elements.insert(elements.end(), sums.begin(), sums.end());
  if (right != nullptr) {
    result.expected = *right;
    return result;
  }
  std::vector<float>& expected = result.expected;
  expected.assign(elements.size(), 77.0f);
  std::size_t const first_sum = out.size();
  auto const expect = [&](std::size_t i, double wanted, double bound) {
    double const is = elements[i];
    double const difference = wanted == is ? 0 : std::fabs(wanted - is);
    expected[i] = difference <= bound ? elements[i] : static_cast<float>(wanted);
    if (bound > 0) result.largest = std::max(result.largest, difference / bound);
  };
  for (int b = 0; b < p.batch; ++b) {
    int const first_q = has_offsets ? p.offsets_q[at(b)] : 0;
    int const first_k = has_offsets ? p.offsets_k[at(b)] : 0;
    int const length_q = has_offsets ? p.offsets_q[at(b + 1)] - first_q : p.length_q;
    int const length_k = has_offsets ? p.offsets_k[at(b + 1)] - first_k : p.length_k;
    int const of_batch = has_offsets ? 0 : b;
    attention_keys const keys{length_q, length_k, p.left, p.right};
    for (int h = 0; h < p.heads; ++h)
      for (int i = 0; i < length_q; ++i) {
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
        expect(first_sum + at((std::int64_t{of_batch} * p.heads + h) * rows_q + first_q + i), lse,
               sum == 0    ? 0
               : is_linear ? 0.11
                           : 1e-5 * (1 + std::fabs(lse)));
        for (int c = 0; c < d; ++c) {
          double r = 0;
          double weight = 0;
          for (int j = 0; j < length_k; ++j) {
            double const e = s[at(j)] * element(g.v, h_kv, first_k + j, c) * g.scale_o;
            r += e, weight += std::fabs(e);
          }
          if (sum != 0) r /= sum, weight /= sum;
          double const of_p = p.is_even ? 0x1p-11 : unit<T> + (is_linear ? 0.04 : 0);
          expect(at(of_batch * g.o.batch + (first_q + i) * g.o.row + h * g.o.head + c), r,
                 (of_p + unit<TO>)*(weight + 0x1p-14));
        }
      }
  }
  return result;
}

}  // namespace attention_on_cpu
