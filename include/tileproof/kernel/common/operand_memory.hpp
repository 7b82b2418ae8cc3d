// SPDX-License-Identifier: BSL-1.0
//
// Checks of the memory that a launch touches: offsets_fit (every offset fits the index type) and
// overlap (an output shares a byte with an input), batches_overlap (an output with itself).
//
// check_copy, check_transpose and check_gemm use them on the host. They compute with 64-bit
// integers, and no argument of a launch makes them overflow.
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// A kernel computes offsets of coordinates that lie less than this distance past an extent: in the
// tile at the edge, and in the k-tile that a pipeline would fetch next.
inline constexpr std::int64_t beyond_edge = 1024;
// The largest extent of a kernel whose coordinates are ints.
inline constexpr std::int64_t largest_extent = INT32_MAX - beyond_edge;

// The largest offset into elements of type T that fits in Index and whose bytes fit in 64 bits; it
// has at most 61 bits, as the constants of the integer prover.
template <class T, class Index>
inline constexpr std::int64_t largest_offset =
    sizeof(Index) < 8 ? INT32_MAX : INT64_MAX / (sizeof(T) < 4 ? 4 : std::int64_t{sizeof(T)});

// Whether the largest offset that a kernel computes, ld * (across + beyond_edge) + along +
// beyond_edge, is at most `most`. Lengths are in elements. Pre: extents are not negative, ld is at
// least 1, most is at least beyond_edge.
template <class I>
constexpr bool offsets_fit(I along, I across, I ld, std::int64_t most) noexcept {
  std::int64_t const inside = most - beyond_edge;
  return along <= inside && across <= inside && ld <= (inside - along) / (across + beyond_edge);
}

// Bytes in memory: `count` runs of `run` bytes; each begins `step` bytes after the one before.
struct runs_of_bytes {
  std::uint64_t first;
  std::uint64_t run;
  std::uint64_t step;
  std::uint64_t count;
};

// The bytes of a matrix: `across` columns (or rows) of `along` elements, ld elements apart. Pre:
// neither extent is 0, and offsets_fit within largest_offset.
template <class T>
runs_of_bytes bytes_of(T const* p, std::int64_t along, std::int64_t across,
                       std::int64_t ld) noexcept {
  return {reinterpret_cast<std::uintptr_t>(p), sizeof(T) * static_cast<std::uint64_t>(along),
          sizeof(T) * static_cast<std::uint64_t>(ld), static_cast<std::uint64_t>(across)};
}

// Whether two operands have a byte in common. Exact if both have the same step or one of them has
// one run. Otherwise true if their ranges, from first to last byte, overlap: rows in the gaps of a
// matrix with another leading dimension are refused. Cost: two divisions.
constexpr bool overlap(runs_of_bytes const& a, runs_of_bytes const& b) noexcept {
  if (b.first < a.first) return overlap(b, a);
  std::uint64_t const apart = b.first - a.first;
  if (apart < a.run) return true;
  if (apart - a.run >= (a.count - 1) * a.step) return false;
  if (b.count > 1 && a.step != b.step) return true;
  // With the same step, b's first run overlaps a run of a if any two runs overlap. Run i of a is
  // the first that ends past b's first byte: the last one at most. It must begin before b's first
  // run ends.
  std::uint64_t const i = (apart - a.run) / a.step + 1;
  return i <= (apart + b.run - 1) / a.step;
}

// The least x of [1,most] for which a * x, modulo m, is in [first,last]; 0 where there is none.
// Pre: 0 <= a < m, 1 <= first <= last < m, and a * most fits 63 bits. Cost: that of Euclid's
// algorithm.
constexpr std::int64_t least_multiple_in(std::int64_t a, std::int64_t m, std::int64_t first,
                                         std::int64_t last, std::int64_t most) noexcept {
  if (a == 0) return 0;
  std::int64_t const x = (first - 1) / a + 1;
  if (x > most) return 0;
  if (x <= last / a) return x;
  // None of [first,last] is a multiple of a, so a * x - m * y is, for the least x, in it with the
  // least y > 0: m * y, modulo a, is then in [-last,-first].
  std::int64_t const y =
      least_multiple_in(m % a, a, a - last % a, a - first % a, (a * most - first) / m);
  std::int64_t const found = y == 0 ? 0 : (first + m * y - 1) / a + 1;
  return found <= most ? found : 0;
}

// Whether two batches of a matrix have an element in common: a batch is `across` columns (or rows)
// of `along` elements, ld elements apart, and begins `batch` elements after the one before. Exact:
// (along, across, ld) = (4, 8, 16) has room for 4 batches 4 elements apart, and for more 128 apart.
// Pre: extents are at least 1, ld >= along, batch >= 0, and the elements from the first to the last
// are fewer than 2^62.
constexpr bool batches_overlap(std::int64_t along, std::int64_t across, std::int64_t ld,
                               std::int64_t batches, std::int64_t batch) noexcept {
  if (batches == 1) return false;
  if (batch < along) return true;
  // Batch x after another begins at element r of its column q, where x * batch = q * ld + r. They
  // meet where r is in [0,along) and q < across, or r in (ld - along,ld) and q + 1 < across. q
  // grows with x, so the least x of each kind decides.
  std::int64_t const most = (batches - 1) * batch < across * ld
                                ? batches - 1
                                : (across * ld - 1) / batch;  // of q < across
  std::int64_t const a = batch % ld;
  auto const column = [&](std::int64_t x) { return x * batch / ld; };
  if (most == 0) return false;
  std::int64_t ours = a, rest = ld;  // their greatest common divisor
  while (ours != 0) {
    std::int64_t const next = rest % ours;
    rest = ours;
    ours = next;
  }
  if (ld / rest <= most) return true;  // r is 0
  if (along == 1) return false;
  if (least_multiple_in(a, ld, 1, along - 1, most) != 0) return true;
  std::int64_t const x = least_multiple_in(a, ld, ld - along + 1, ld - 1, most);
  return x != 0 && column(x) + 1 < across;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
