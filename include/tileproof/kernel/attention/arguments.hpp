// SPDX-License-Identifier: BSL-1.0
//
// The arguments of an attention, O = softmax(scale * Q K^T) V for each head, and their check.
//
//   attention_arguments<half_t> g{batch, heads, heads, length, length};
//   g.q = {q, row, head, batch}, g.k = ..., g.v = ..., g.o = ...;   // strides in elements
//   g.scale = 1 / sqrt(128.0f);
//   g.right = 0;                                                    // causal
#pragma once

#include <tileproof/kernel/attention/masks.hpp>
#include <tileproof/kernel/attention/work.hpp>
#include <tileproof/kernel/common/launch_facts.hpp>
#include <tileproof/kernel/gemm/arguments.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A tensor (length, d, heads, batch) whose d is contiguous: the distances, in elements, of two
// rows, two heads, two batches. (batch, length, heads, d) has row = heads * d, head = d, batch =
// length * heads * d.
template <class T>
struct attention_tensor {
  T* p = nullptr;
  std::int64_t row = 0, head = 0, batch = 0;
};

// Q and O have `heads` heads, K and V have `heads_kv`, which divides `heads` (grouped-query
// attention): head h reads K and V of head h / (heads / heads_kv). Row i of a head of Q is
// multiplied with the keys that attention_keys{length_q, length_k, left, right} lets it see; a row
// that sees none gets 0, and log_sum -infinity. log_sum, where it is not null, is (batch, heads,
// length_q): the natural logarithm of the sum of exp(scale * Q K^T).
//
// With offsets, arrays in memory that the kernel reads, sequence b has the rows of Q and O from
// offsets_q[b] to offsets_q[b + 1] of total_q, and those of K and V from offsets_k[b] to
// offsets_k[b + 1] of total_k. Tensors are then (total, heads, d), without a stride `batch`;
// length_q and length_k are the longest lengths, and log_sum is (heads, total_q). Pre: offsets grow
// from at least 0 to at most the total; no sequence is longer.
//
// TO is the type of O. O is multiplied by scale_o, which undoes the scaling of an 8-bit V.
template <class T, class TO = T>
struct attention_arguments {
  std::int64_t batch, heads, heads_kv, length_q, length_k;
  float scale = 1;
  std::int64_t left = attention_keys::all, right = attention_keys::all;
  attention_tensor<T const> q{}, k{}, v{};
  attention_tensor<TO> o{};
  float* log_sum = nullptr;
  float scale_o = 1;
  int const* offsets_q = nullptr;
  int const* offsets_k = nullptr;
  std::int64_t total_q = 0, total_k = 0;

  // The number of consecutive rows of each tensor, and how many such runs there are: with offsets
  // all rows, once.
  TILEPROOF_HOST_DEVICE constexpr bool has_offsets() const {
    return offsets_q != nullptr || offsets_k != nullptr;
  }
  TILEPROOF_HOST_DEVICE constexpr std::int64_t rows_q() const {
    return has_offsets() ? total_q : length_q;
  }
  TILEPROOF_HOST_DEVICE constexpr std::int64_t rows_k() const {
    return has_offsets() ? total_k : length_k;
  }
  TILEPROOF_HOST_DEVICE constexpr std::int64_t batches() const { return has_offsets() ? 1 : batch; }
};

namespace detail {

// The parts of a kernel's arguments that all attention kernels share: the lengths, of the longest
// sequences, with their masks; the order of tiles of block_m rows in a grid; the factor of scores
// whose exponentials are powers of 2. Pre: check_attention is ok.
template <class G>
constexpr attention_keys longest_keys(G const& g) noexcept {
  auto const window = [](std::int64_t n) {
    return static_cast<int>(n < attention_keys::all ? n : attention_keys::all);
  };
  return {static_cast<int>(g.length_q), static_cast<int>(g.length_k), window(g.left),
          window(g.right)};
}
template <class G>
constexpr attention_order order_of_tiles(G const& g, int block_m, int blocks) noexcept {
  bool const is_even = g.right >= g.length_k && g.left >= g.length_q;
  return {static_cast<int>(tiles_of(g.length_q, block_m)), static_cast<int>(g.heads),
          static_cast<int>(g.batch), is_even, blocks};
}
template <class G>
constexpr float scale_log2_of(G const& g) noexcept {
  return g.scale * 1.4426950408889634f;  // log2(e)
}

// The most rows, heads and batches. Rows past the last one, in its tile, are asked for their keys
// too, in ints.
inline constexpr std::int64_t most_rows_of_attention = attention_keys::all - 1 - 128;

// The integers of an attention of depth D, as unknowns: its theorems hold for all their values, and
// its launchers take no others. Rows are those of all sequences.
struct extents_of_attention {
  using rows = unknown<"rows", at_most<most_rows_of_attention - 1>>;  // and one end more
  using heads = unknown<"heads", at_most<most_rows_of_attention>>;
  using batch = unknown<"batches", at_most<most_rows_of_attention>>;
};
template <class T, int D>
struct strides_of_attention {
  using most = less_than_tma<T>;
  using vectors = vectors_of_tma<T>;
  using row = unknown<"row", std::int64_t, at_least<D>, most, vectors>;
  using head = unknown<"head", std::int64_t, at_least<0>, most, vectors>;
  using batch = unknown<"batch", std::int64_t, at_least<0>, most, vectors>;
};

// Checks the address and the strides of the tensor `name`; a stride of one element is not asked.
template <int D, class T>
status check_attention_tensor(core::text* why, std::string_view name, attention_tensor<T> const& t,
                              std::int64_t length, std::int64_t heads,
                              std::int64_t batch) noexcept {
  using strides = strides_of_attention<T, D>;
  if (length == 0 || heads == 0 || batch == 0) return status::ok;
  if (t.p == nullptr) return status::null_pointer;
  if (reinterpret_cast<std::uintptr_t>(t.p) % 16 != 0) return status::misaligned_base;
  auto const check = [&](core::text* sentence) {
    status s = status::ok;
    if (length > 1) s = check_distance<typename strides::row>(sentence, t.row);
    if (s == status::ok && heads > 1) s = check_distance<typename strides::head>(sentence, t.head);
    if (s == status::ok && batch > 1)
      s = check_distance<typename strides::batch>(sentence, t.batch);
    return s;
  };
  status const s = check(nullptr);
  if (s == status::ok || why == nullptr) return s;
  why->put(name), why->put('.');
  return check(why);
}

// The number of bytes from the first to the last byte of a tensor.
template <class T>
runs_of_bytes span_of(attention_tensor<T> const& t, std::int64_t d, std::int64_t length,
                      std::int64_t heads, std::int64_t batch) noexcept {
  std::int64_t const last = (length - 1) * t.row + (heads - 1) * t.head + (batch - 1) * t.batch + d;
  return bytes_of(t.p, last, 1, last);
}
// Whether two rows of O may share an element. They cannot if each stride, in ascending order, is at
// least the extent that the dimensions of smaller stride cover.
template <class T>
constexpr bool rows_may_meet(attention_tensor<T> const& t, std::int64_t d, std::int64_t length,
                             std::int64_t heads, std::int64_t batch) noexcept {
  std::int64_t extents[] = {length, heads, batch};
  std::int64_t strides[] = {t.row, t.head, t.batch};
  std::int64_t reach = d;
  for (int done = 0; done < 3; ++done) {
    int next = -1;
    for (int i = 0; i < 3; ++i)
      if (extents[i] > 1 && (next < 0 || strides[i] < strides[next])) next = i;
    if (next < 0) break;
    if (strides[next] < reach) return true;
    reach += strides[next] * (extents[next] - 1);
    extents[next] = 1;
  }
  return false;
}

template <int D, class T, class TO>
status check_attention_arguments(attention_arguments<T, TO> const& g, core::text* why) noexcept {
  std::int64_t const rows_q = g.rows_q();
  std::int64_t const rows_k = g.rows_k();
  std::int64_t const batches = g.batches();
  if (g.batch < 0 || g.heads < 0 || g.heads_kv < 0 || g.length_q < 0 || g.length_k < 0 ||
      g.left < 0 || g.right < 0 || rows_q < g.length_q || rows_k < g.length_k)
    return status::negative_size;
  if (g.heads != 0 && (g.heads_kv == 0 || g.heads % g.heads_kv != 0))
    return status::heads_do_not_divide;
  if (!(g.scale > 0) || g.scale > 3.0e38f) return status::scale_not_positive;
  if (g.batch == 0 || g.heads == 0 || g.length_q == 0) return status::ok;
  using of = extents_of_attention;
  status s = check_extents<of::rows, of::heads, of::batch>(why, rows_q, g.heads, g.batch);
  if (s == status::ok && rows_k != 0) s = check_extents<of::rows>(why, rows_k);
  if (s != status::ok) return s;
  std::int64_t const tiles = tiles_of(g.length_q, 64) * g.heads;
  if (tiles > INT32_MAX / 2 / g.batch) return status::size_beyond_index;
  if (g.has_offsets() && (g.offsets_q == nullptr || g.offsets_k == nullptr))
    return status::null_pointer;
  s = check_attention_tensor<D>(why, "q", g.q, rows_q, g.heads, batches);
  if (s == status::ok) s = check_attention_tensor<D>(why, "k", g.k, rows_k, g.heads_kv, batches);
  if (s == status::ok) s = check_attention_tensor<D>(why, "v", g.v, rows_k, g.heads_kv, batches);
  if (s == status::ok) s = check_attention_tensor<D>(why, "o", g.o, rows_q, g.heads, batches);
  if (s != status::ok) return s;
  auto const o = span_of(g.o, D, rows_q, g.heads, batches);
  bool const meets_keys = rows_k > 0 && (overlap(span_of(g.k, D, rows_k, g.heads_kv, batches), o) ||
                                         overlap(span_of(g.v, D, rows_k, g.heads_kv, batches), o));
  return meets_keys || overlap(span_of(g.q, D, rows_q, g.heads, batches), o) ||
                 rows_may_meet(g.o, D, rows_q, g.heads, batches)
             ? status::overlapping_operands
             : status::ok;
}

}  // namespace detail

// `ok` where an attention of depth D takes these arguments. Else the first of: negative_size (also
// left or right, or a longest length beyond the total); heads_do_not_divide; scale_not_positive;
// size_beyond_index (a length of 2^30 - 128, 2^31 tiles); for the offsets, where there are some,
// and for Q, K, V and O null_pointer; for these misaligned_base and, of each stride,
// leading_dimension_too_small, size_beyond_index, misaligned_leading_dimension;
// overlapping_operands where rows of O may meet, or the bytes from O's first to its last meet those
// of Q, K or V. `why`, where it is not null, gets a sentence. A host function that launches
// nothing.
template <int D, class T, class TO>
status check_attention(attention_arguments<T, TO> const& g, core::text* why = nullptr) noexcept {
  return detail::told(why, [&] { return detail::check_attention_arguments<D>(g, why); });
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
