// SPDX-License-Identifier: BSL-1.0
//
// Mutants of the library's asynchronous kernels and of those with a barrier: the n-th call of every
// thread, and the n-th call of one thread, left out or changed. They are found by running the
// kernel, so they need not know how its source is written.
#include "../examples/kernels/copy_through_shared.hpp"
#include "../examples/kernels/transposes.hpp"
#include "pipeline/mutant_table.hpp"
#include "pipeline/tampered.hpp"

#include <tileproof/kernel/copy/copy_global.hpp>
#include <tileproof/kernel/gemm/gemm_pipelined.hpp>
#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>
#include <tileproof/kernel/transpose/transpose.hpp>

#include <functional>

namespace tampered {
namespace {

// Runs a kernel once: the fault that is found first, or "wrong result"; empty where it is right.
using runner = std::function<std::string(cpu::options const&)>;

struct call_change {
  char const* member;
  char const* kind;
  change is;
};
constexpr call_change changes[] = {
    {"sync", "barrier of the block", change::erase},
    {"cp_async_fence", "commit of cp.async", change::erase},
    {"cp_async_wait", "wait for cp.async", change::erase},
    {"cp_async_wait", "wait for cp.async", change::a_group_more},
};

void judge_kernel(table& to, char const* subject, int every, runner const& run) {
  auto const run_with = [&](plan& p, bool reverse) {
    cpu::options o;
    o.reverse = reverse;
    now = &p;
    std::string const found = run(o);
    now = nullptr;
    return found;
  };
  plan none;
  none.watched = 0;
  for (bool const reverse : {false, true}) {
    none.members.clear();
    std::string const found = run_with(none, reverse);
    to.expect(found.empty(), subject, "without a change it is not right: " + found);
  }
  int seen = 0;
  for (std::size_t n = 0; n < none.members.size(); ++n)
    for (call_change const& c : changes) {
      if (none.members[n] != c.member) continue;
      ++seen;
      for (bool const of_one : {false, true}) {
        if (of_one && c.is != change::erase) continue;
        row x{subject, c.kind, text_of(c.is) + std::string(of_one ? " by one thread" : ""), ""};
        x.place = "call " + std::to_string(n) + " of " + std::to_string(none.members.size());
        if (!to.is_due(every, x)) continue;
        x.was_run = true;
        for (bool const reverse : {false, true}) {
          plan p;
          p.is = c.is;
          p.hits = [n, of_one](int, int t, int i) {
            return i == static_cast<int>(n) && (!of_one || t == 0);
          };
          x.run = run_with(p, reverse);
          to.expect(p.changed > 0, subject, x.text() + ": there is no such call");
          if (!x.run.empty()) break;
        }
        to.add(x);
      }
    }
  to.expect(seen > 0, subject, "it makes no call that could be changed");
}

template <class Kernel>
std::string run_copy(cpu::options const& o) {
  int const n = 2 * static_cast<int>(size(typename Kernel::block_tile{})) - 6;
  std::vector<float> in(static_cast<std::size_t>(n));
  std::vector<float> out(in.size(), -1.0F);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
  cpu::global<float const> const from("Src", in.data(), n);
  cpu::global<float> to("Dst", out.data(), n);
  copy_arguments<cpu::ptr<float const*>, cpu::ptr<float*>> const args{
      from.data(), to.starts_unwritten().must_be_written().data(), n};
  cpu::report const r =
      cpu::launch<kernel<Kernel>>({static_cast<int>(blocks_of_copy<Kernel>(args))}, args, o);
  return found_by_run(r, in == out);
}
template <class Kernel>
std::string run_transpose(cpu::options const& o) {
  constexpr int m = 127, n = 70, ld_in = 132, ld_out = 76;
  std::vector<float> in(ld_in * n, -2.0F);
  std::vector<float> out(ld_out * m, -1.0F);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      in[static_cast<std::size_t>(i + ld_in * j)] = static_cast<float>(i + 1000 * j);
  cpu::global<float const> const from(
      "In", in.data(), make_layout(make_shape(m, n), make_stride(_1{}, Int<ld_in>{})));
  cpu::global<float> to("Out", out.data(),
                        make_layout(make_shape(n, m), make_stride(_1{}, Int<ld_out>{})));
  transpose_arguments<cpu::ptr<float const*>, cpu::ptr<float*>> const args{
      m, n, from.data(), ld_in, to.starts_unwritten().must_be_written().data(), ld_out};
  cpu::report const r =
      cpu::launch<kernel<Kernel>>({static_cast<int>(blocks_of_transpose<Kernel>(args))}, args, o);
  bool is_right = true;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      is_right = is_right &&
                 out[static_cast<std::size_t>(j + ld_out * i)] == static_cast<float>(i + 1000 * j);
  return found_by_run(r, is_right);
}
// C = A B at the edges of the tiles, K of five k-tiles and a part.
template <class Kernel, class T>
std::string run_gemm(cpu::options const& o) {
  constexpr int m = size<0>(typename Kernel::cta_tiler{}) - 1;
  constexpr int n = size<1>(typename Kernel::cta_tiler{}) - 3;
  constexpr int k = 5 * size<2>(typename Kernel::cta_tiler{}) + 1;
  constexpr bool a_by_k = Kernel::major_a == major::k;
  constexpr bool b_by_k = Kernel::major_b == major::k;
  auto const leading = [](int extent) { return (extent + 7) / 8 * 8 + 8; };
  int const lda = leading(a_by_k ? k : m);
  int const ldb = leading(b_by_k ? k : n);
  auto const at = [](int i) { return static_cast<std::size_t>(i); };
  std::vector<T> a(at(lda * (a_by_k ? m : k)));
  std::vector<T> b(at(ldb * (b_by_k ? n : k)));
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<T>(static_cast<float>((i * 7 + i / 13) % 5) - 2);
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<T>(static_cast<float>((i * 3 + i / 11) % 5) - 2);
  std::vector<float> c(at(m * n), -1.0F);
  cpu::global<T const> const ga("A", a.data(), operand_layout<Kernel::major_a>(m, k, lda));
  cpu::global<T const> const gb("B", b.data(), operand_layout<Kernel::major_b>(n, k, ldb));
  cpu::global<float> gc("C", c.data(), operand_layout<major::mn>(m, n, m));
  gc.starts_unwritten().must_be_written();
  gemm_arguments<decltype(ga.data()), decltype(gb.data()), decltype(gc.data()), float> const args{
      m, n, k, 1.0F, ga.data(), lda, gb.data(), ldb, 0.0F, gc.data(), m};
  cpu::report const r = cpu::launch<kernel<Kernel>>({}, args, o);
  static std::vector<float> right;  // of this kernel
  if (right.empty()) {
    right.resize(c.size());
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i)
        for (int l = 0; l < k; ++l)
          right[at(i + m * j)] += static_cast<float>(a[at(a_by_k ? l + lda * i : i + lda * l)]) *
                                  static_cast<float>(b[at(b_by_k ? l + ldb * j : j + ldb * l)]);
  }
  return found_by_run(r, c == right);
}

}  // namespace

void judge_kernels(table& to, int every) {
  judge_kernel(to, "copy_through_shared", every, run_copy<copy_through_shared<float>>);
  judge_kernel(to, "copy_async", every, run_copy<copy_async<float, 64, 1, 3, 6>>);
  judge_kernel(to, "transpose_padded", every, run_transpose<transpose_padded<float>>);
  judge_kernel(to, "transpose_vectorised", every, run_transpose<transpose_vectorised<float>>);
  using whole = simt_schedule<128, 128, 16, 3, 2, 4>;
  judge_kernel(to, "gemm_pipelined", every,
               run_gemm<gemm_pipelined<major::mn, major::k, float, int, whole>, float>);
  using in_slices = simt_schedule<64, 64, 8, 2, 1, 2, 2>;
  judge_kernel(to, "gemm_pipelined in slices", every,
               run_gemm<gemm_pipelined<major::mn, major::mn, float, int, in_slices>, float>);
  judge_kernel(to, "gemm_tensor_cores", every,
               run_gemm<gemm_tensor_cores<SM80_16x8x16_F32F16F16F32_TN, major::k, major::mn, float>,
                        half_t>);
}

}  // namespace tampered
