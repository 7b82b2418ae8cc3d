// SPDX-License-Identifier: BSL-1.0
//
// Launchers and theorems speak of the same arguments. For drawn arguments, most of them near a
// bound of a fact, this program asks a kernel's check, and whether the integers are values of the
// unknowns of the kernel's theorems. Wrong is: a problem with elements that the check takes and the
// theorems do not cover; one that they cover and that the check refuses for an extent or a leading
// dimension alone; a refusal without a sentence. It counts the
// reasons of those that they cover and that are refused: pointers, offsets, grids, what is not a
// matter of one integer.
//
//   launch_facts [N]    N draws for each kernel, without N 200 000
#include <tileproof/kernel/attention/arguments.hpp>
#include <tileproof/kernel/copy/copy_global.hpp>
#include <tileproof/kernel/gemm/gemm_pipelined.hpp>
#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>
#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>
#include <tileproof/kernel/gemm/wgmma/grouped.hpp>
#include <tileproof/kernel/transpose/transpose.hpp>
#include <tileproof/kernel/transpose/transpose_tma.hpp>

#include <cstdio>
#include <cstdlib>
#include <random>

using namespace tileproof;

namespace {

std::mt19937_64 random_bits(7);

std::int64_t below(std::int64_t n) {
  return static_cast<std::int64_t>(random_bits() % static_cast<std::uint64_t>(n));
}
// An extent or a stride: small, near a power of two, or anything, mostly a multiple of 16.
std::int64_t integer() {
  std::int64_t const power = std::int64_t{1} << below(63);
  std::int64_t const any[] = {16 * (1 + below(64)), 16 * (1 + below(64)), 16 * (1 + below(64)),
                              power + below(5) - 2, below(200) - 3,       power / 16 * 16};
  return any[below(6)];
}
// The integer, or seldom another one.
std::int64_t nearly(std::int64_t n) { return below(12) == 0 ? integer() : n; }
// At least n and a multiple of 16.
std::int64_t pitch(std::int64_t n) {
  std::int64_t const room = n > 0 && n < std::int64_t{1} << 61 ? n : 1;
  return nearly((room + 16 * below(3) + 15) / 16 * 16);
}
// An address of its own, or seldom null, misaligned or that of another.
template <class T>
T* address(int place) {
  std::uint64_t const own = (std::uint64_t{1} << 58) * static_cast<std::uint64_t>(place);
  std::uint64_t const any[] = {0, own + 1, own + 8, std::uint64_t{1} << 58};
  return reinterpret_cast<T*>(below(10) == 0 ? any[below(4)] : own);
}

struct answer {
  bool is_covered, is_empty;
  status is;
  core::text why;
};
bool is_of_a_fact(status s) {
  return s == status::negative_size || s == status::leading_dimension_too_small ||
         s == status::misaligned_leading_dimension || s == status::misaligned_extent;
}

long long all_wrong = 0;
template <class Draw>
void count(char const* kernel, int draws, Draw draw) {
  long long taken = 0, empty = 0, uncovered = 0, wrong = 0;
  long long of_status[256]{};
  for (int i = 0; i < draws; ++i) {
    answer const a = draw();
    bool const is_taken = a.is == status::ok;
    taken += is_taken;
    empty += is_taken && a.is_empty;
    uncovered += !is_taken && !a.is_covered;
    of_status[static_cast<int>(a.is)] += a.is_covered && !is_taken;
    bool const is_wrong = (is_taken && !a.is_empty && !a.is_covered) ||
                          (a.is_covered && is_of_a_fact(a.is)) || (is_taken == (a.why.count > 0));
    if (is_wrong && wrong++ < 5)
      std::printf("%s: %s: %s\n", kernel, a.is_covered ? "covered" : "not covered",
                  is_taken ? "taken" : a.why.at);
  }
  std::printf(
      "%-22s| %d drawn, %lld taken, %lld of them without elements; refused: %lld without a "
      "fact; with all facts:",
      kernel, draws, taken, empty, uncovered);
  for (int s = 0; s < 256; ++s)
    if (of_status[s] > 0) std::printf(" %lld %s;", of_status[s], to_string(static_cast<status>(s)));
  std::printf(" %lld wrong\n", wrong);
  all_wrong += wrong + (taken == empty);
}

template <class Kernel, class T>
answer draw_copy() {
  copy_arguments<T const*, T*> const g{address<T const>(1), address<T>(2), integer()};
  answer a{false, g.n == 0, {}, {}};
  a.is = check_copy<Kernel>(g, &a.why);
  using of = detail::integers_of_copy<size(typename Kernel::block_tile{})>;
  a.is_covered = have_facts<typename of::n>(g.n);
  return a;
}
template <class Kernel, class T, bool IsByTma>
answer draw_transpose() {
  std::int64_t const m = integer(), n = integer();
  transpose_arguments<T const*, T*> const g{
      m, n, address<T const>(1), pitch(m), address<T>(2), pitch(n)};
  answer a{false, m == 0 || n == 0, {}, {}};
  a.is = check_transpose<Kernel>(g, &a.why);
  using of = detail::integers_of_transpose<typename Kernel::tile, Kernel::access_bytes / sizeof(T),
                                           IsByTma>;
  a.is_covered =
      have_facts<typename of::m, typename of::n, typename of::ld_in, typename of::ld_out>(
          m, n, g.ld_in, g.ld_out);
  return a;
}
// A problem of k = 0 reads neither A nor B, whose leading dimensions nobody asks.
template <class Of>
bool has_facts_of_gemm(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t lda,
                       std::int64_t ldb) {
  return k == 0 ? have_facts<typename Of::m, typename Of::n>(m, n)
                : have_facts<typename Of::m, typename Of::n, typename Of::k, typename Of::lda,
                             typename Of::ldb>(m, n, k, lda, ldb);
}
template <class Kernel, class TA, class TC>
answer draw_gemm() {
  std::int64_t const m = integer(), n = integer(), k = integer();
  std::int64_t const lda = pitch(Kernel::major_a == major::mn ? m : k);
  std::int64_t const ldb = pitch(Kernel::major_b == major::mn ? n : k);
  gemm_arguments<TA const*, TA const*, TC*, float> const g{
      m,       n, k, 1, address<TA const>(1), lda, address<TA const>(2), ldb, 0, address<TC>(3),
      pitch(m)};
  answer a{false, m == 0 || n == 0, {}, {}};
  a.is = check_gemm<Kernel>(g, &a.why);
  using of = detail::integers_of_gemm<Kernel::major_a, Kernel::major_b,
                                      Kernel::access_bytes_a / sizeof(TA),
                                      Kernel::access_bytes_b / sizeof(TA), typename Kernel::index>;
  a.is_covered = has_facts_of_gemm<of>(m, n, k, lda, ldb) &&
                 have_facts<typename of::m, typename of::ldc>(m, g.ldc);
  return a;
}
template <class Kernel, major MajorA, major MajorB, bool IsRowMajor, class TA, class TD>
answer draw_wgmma() {
  std::int64_t const m = integer(), n = integer(), k = integer();
  std::int64_t const lda = pitch(MajorA == major::mn ? m : k);
  std::int64_t const ldb = pitch(MajorB == major::mn ? n : k);
  wgmma_arguments<TA, TA, TD> g{m,
                                n,
                                k,
                                1,
                                address<TA const>(1),
                                lda,
                                address<TA const>(2),
                                ldb,
                                address<TD>(3),
                                pitch(IsRowMajor ? n : m)};
  answer a{false, false, {}, {}};
  if (below(2) == 0) {
    g.batches = integer();
    g.batch_a = pitch(m), g.batch_b = pitch(n), g.batch_d = pitch(m);
  }
  if (below(2) == 0) g.beta = 1, g.c = address<TD>(4), g.ldc = pitch(g.ldd), g.batch_c = pitch(m);
  a.is_empty = m == 0 || n == 0 || g.batches == 0;
  a.is = check_gemm<Kernel>(g, &a.why);
  using of = detail::integers_of_wgmma<TA, TA, TD, MajorA, MajorB, IsRowMajor>;
  a.is_covered =
      has_facts_of_gemm<of>(m, n, k, lda, ldb) &&
      have_facts<typename of::m, typename of::n, typename of::ldd>(m, n, g.ldd) &&
      (g.beta == 0 || have_facts<typename of::m, typename of::n, typename of::ldc>(m, n, g.ldc)) &&
      have_facts<typename of::batches>(g.batches) &&
      (g.batches == 1 ||
       ((k == 0 || have_facts<typename of::batch_a, typename of::batch_b>(g.batch_a, g.batch_b)) &&
        (g.beta == 0 || have_facts<typename of::batch_c>(g.batch_c)) &&
        have_facts<typename of::batch_d>(g.batch_d)));
  return a;
}
template <class TA, class TD>
answer draw_grouped() {
  std::int64_t const total = integer(), groups = integer(), n = integer(), k = integer();
  grouped_arguments<TA, TA, TD> const g{total,
                                        groups,
                                        n,
                                        k,
                                        1,
                                        address<TA const>(1),
                                        pitch(k),
                                        address<TA const>(2),
                                        pitch(k),
                                        pitch(n),
                                        address<TD>(3),
                                        pitch(n),
                                        address<std::int32_t const>(4)};
  answer a{false, total == 0 || groups == 0 || n == 0, {}, {}};
  a.is = check_grouped(g, &a.why);
  using of = detail::integers_of_groups<TA, TA, TD>;
  using n_type = typename of::n;
  using k_type = typename of::k;
  a.is_covered =
      have_facts<typename of::total, typename of::groups, n_type, typename of::ldd>(total, groups,
                                                                                    n, g.ldd) &&
      (k == 0 || have_facts<k_type, typename of::lda, typename of::ldb>(k, g.lda, g.ldb)) &&
      (k == 0 || groups == 1 || have_facts<typename of::batch_b>(g.batch_b));
  return a;
}
template <class T, int D>
bool has_strides(attention_tensor<T> const& t, std::int64_t rows, std::int64_t heads,
                 std::int64_t batch) {
  using of = detail::strides_of_attention<T, D>;
  return rows == 0 || ((rows == 1 || have_facts<typename of::row>(t.row)) &&
                       (heads == 1 || have_facts<typename of::head>(t.head)) &&
                       (batch == 1 || have_facts<typename of::batch>(t.batch)));
}
template <class T, int D>
answer draw_attention() {
  std::int64_t const of_kv = 1 + below(4), heads_kv = nearly(1 + below(4));
  attention_arguments<T> g{nearly(1 + below(4)), nearly(of_kv * (heads_kv & 7)), heads_kv,
                           integer(), integer()};
  auto const tensor = [&](auto& t, int place, std::int64_t rows, std::int64_t heads) {
    std::int64_t const row = pitch(D * (heads & 31)), few = rows & 0xffff;
    t = {address<std::remove_pointer_t<decltype(t.p)>>(place), row, pitch(D), pitch(few * row)};
  };
  if (below(3) == 0) {
    g.offsets_q = address<int const>(5), g.offsets_k = address<int const>(6);
    g.total_q = nearly(g.length_q), g.total_k = nearly(g.length_k);
  }
  std::int64_t const rows_q = g.rows_q(), rows_k = g.rows_k(), batches = g.batches();
  tensor(g.q, 1, rows_q, g.heads), tensor(g.k, 2, rows_k, g.heads_kv);
  tensor(g.v, 3, rows_k, g.heads_kv), tensor(g.o, 4, rows_q, g.heads);
  answer a{false, g.batch == 0 || g.heads == 0 || g.length_q == 0, {}, {}};
  a.is = check_attention<D>(g, &a.why);
  using of = detail::extents_of_attention;
  a.is_covered = have_facts<of::rows, of::heads, of::batch>(rows_q, g.heads, g.batch) &&
                 have_facts<of::heads>(g.heads_kv) && 0 < g.length_q && g.length_q <= rows_q &&
                 g.length_k >= 0 && g.length_k <= rows_k &&
                 (rows_k == 0 || have_facts<of::rows>(rows_k)) &&
                 has_strides<T const, D>(g.q, rows_q, g.heads, batches) &&
                 has_strides<T const, D>(g.k, rows_k, g.heads_kv, batches) &&
                 has_strides<T const, D>(g.v, rows_k, g.heads_kv, batches) &&
                 has_strides<T, D>(g.o, rows_q, g.heads, batches);
  return a;
}

}  // namespace

int main(int arguments, char** argument) {
  int const n = arguments > 1 ? std::atoi(argument[1]) : 200000;
  constexpr major mn = major::mn, k = major::k;
  using bf16 = bfloat16_t;
  using mma = SM80_16x8x16_F32F16F16F32_TN;
  count("copy_vectorised", n, draw_copy<copy_vectorised<float>, float>);
  count("transpose_vectorised", n, draw_transpose<transpose_vectorised<half_t>, half_t, false>);
  count("transpose_tma", n, draw_transpose<transpose_tma<float>, float, true>);
  count("gemm_pipelined", n, draw_gemm<gemm_pipelined<mn, k>, float, float>);
  count("gemm_tensor_cores", n, draw_gemm<gemm_tensor_cores<mma, k, mn, float>, half_t, float>);
  count("gemm_tensor_cores wide", n,
        draw_gemm<gemm_tensor_cores<mma, k, k, half_t, std::int64_t>, half_t, half_t>);
  count("gemm_wgmma", n, draw_wgmma<gemm_wgmma<bf16, bf16, bf16>, k, k, true, bf16, bf16>);
  count("gemm_wgmma by columns", n,
        draw_wgmma<gemm_wgmma<bf16, bf16, float, mn, k, matrix_order::column_major>, mn, k, false,
                   bf16, float>);
  count("grouped_wgmma", n, draw_grouped<bf16, bf16>);
  count("attention", n, draw_attention<half_t, 64>);
  std::printf("%lld wrong\n", all_wrong);
  return all_wrong != 0;
}
