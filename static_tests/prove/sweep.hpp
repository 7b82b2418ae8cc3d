// SPDX-License-Identifier: BSL-1.0
//
// The parts that the sweeps over the proofs share: numbers that are the same in every run, a layout
// in both worlds (the library's and the oracle's), a tally for each property, and random layouts.
#pragma once

#include "oracle.hpp"

#include <tileproof/prove.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace sweep {

namespace core = tileproof::core;
namespace detail = tileproof::detail;
using oracle::integer;
using tileproof::answer;
namespace clue = tileproof::clue;
using tileproof::mapping;
using tileproof::report;

// Numbers that are the same in every run, on every machine.
class draw {
 public:
  explicit draw(std::uint64_t seed) : state_(seed) {}

  integer between(integer low, integer high) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return low + static_cast<integer>((state_ >> 33) % static_cast<std::uint64_t>(high - low + 1));
  }
  bool once_in(integer n) { return between(1, n) == 1; }
  template <class T, std::size_t N>
  T among(T const (&list)[N]) {
    return list[between(0, static_cast<integer>(N) - 1)];
  }

 private:
  std::uint64_t state_;
};

// The axes of the oracle: integers, E<0>, E<2>, E<2,1>.
inline core::axis_path path_of(int axis) {
  core::axis_path const paths[] = {0, 1, 3, 3 + 32 * 2};
  return paths[axis];
}

// A layout in both worlds. `split` > 0: of (thread,value), that many leaves for the threads.
struct subject {
  oracle::layout l;
  int split = 0;
  mapping of{};
  oracle::table at{};
  oracle::census reached{};

  explicit subject(oracle::layout const& from, int leaves_of_threads = 0)
      : l(from), split(leaves_of_threads), of(profile(), l.offset, {l.bits, l.base, l.shift}) {
    has_coordinates(l) ? tabulate_coordinates(l, at) : tabulate(l, at);
  }

  integer size() const { return static_cast<integer>(at.size()); }
  integer threads() const {
    integer n = 1;
    for (int i = 0; i < (split > 0 ? split : l.n); ++i) {
      n *= l.s[i];
    }
    return n;
  }
  integer values() const { return size() / threads(); }
  integer operator()(integer x) const {
    return x < 0 || x >= size() ? INT64_MIN : at[static_cast<std::size_t>(x)];
  }
  // The index of a natural coordinate.
  integer index(report const& r, tileproof::core::clue_word const& c) const {
    if (!r.has(c)) {
      return -1;
    }
    integer x = 0;
    integer unit = 1;
    for (int i = 0; i < l.n; ++i) {
      x += r(c, i) * unit;
      unit *= l.s[i];
    }
    return x;
  }

 private:
  core::layout profile() const {
    core::layout r;
    auto const open = [&](int begin, int end) {
      if (end - begin != 1) {
        r.open(end - begin);
      }
      for (int i = begin; i < end; ++i) {
        r.leaf({core::fixed(l.s[i]), core::fixed(l.d[i]), path_of(l.axis[i])});
      }
    };
    if (split > 0 && split < l.n) {
      r.open(2);
      open(0, split);
      open(split, l.n);
    } else if (split > 1) {
      r.open(1);  // (2,2) would be 2 threads of 2 values
      open(0, l.n);
    } else {
      open(0, l.n);
    }
    return r;
  }
};

// Reporting

inline std::string text(integer const* list, int begin, int end) {
  std::string r;
  for (int i = begin; i < end; ++i) {
    r += (i > begin ? "," : "") + std::to_string(list[i]);
  }
  return end - begin == 1 ? r : "(" + r + ")";
}

inline std::string text(oracle::layout const& l, int split = 0) {
  std::string r;
  if (l.bits > 0) {
    r += "Sw<" + std::to_string(l.bits) + "," + std::to_string(l.base) + "," +
         std::to_string(l.shift) + "> o ";
  }
  if (l.bits > 0 || l.offset != 0) {
    r += std::to_string(l.offset) + " o ";
  }
  if (has_coordinates(l)) {
    integer axes[oracle::max_rank];
    std::copy(l.axis, l.axis + l.n, axes);
    r += "axes " + text(axes, 0, l.n) + " ";
  }
  bool const nested = split > 0 && split < l.n;
  bool const lone = split > 1 && split == l.n;
  for (integer const* list : {l.s, l.d}) {
    r += list == l.s ? "" : ":";
    r += nested ? "(" + text(list, 0, split) + "," + text(list, split, l.n) + ")"
         : lone ? "(" + text(list, 0, l.n) + ")"
                : text(list, 0, l.n);
  }
  return r;
}
inline std::string text(subject const& s) { return text(s.l, s.split); }

inline integer weight(oracle::layout const& l) {
  integer sum = l.offset + (l.bits > 0 ? 8 + l.bits + l.base + std::abs(l.shift) : 0);
  for (int i = 0; i < l.n; ++i) {
    sum += 8 + l.s[i] + std::abs(l.d[i]);
  }
  return sum;
}
inline integer weight(subject const& s) { return weight(s.l); }

inline bool failed = false;
inline long total_cases = 0;
inline long total_disagreements = 0;

struct tally {
  std::string name;
  bool has_budget = false;  // may be undecided
  long yes = 0;
  long no = 0;
  long undecided = 0;
  long disagreements = 0;
  long by_structure = 0;
  integer least = 0;
  std::string smallest{};

  // The report is right: its answer, and what it says besides.
  template <class... Cases>
  void judge(report const& r, bool expected, bool witness, Cases const&... cases) {
    by_structure += r.how == tileproof::decided::by_structure;
    bool agrees = true;
    if (r.is == answer::undecided) {
      ++undecided;
      agrees = has_budget;
    } else {
      ++(r.is == answer::yes ? yes : no);
      agrees = (r.is == answer::yes) == expected && witness;
    }
    if (agrees) {
      return;
    }
    ++disagreements;
    integer const sum = (weight(cases) + ... + 0);
    if (smallest.empty() || sum < least) {
      least = sum;
      smallest = "";
      ((smallest += text(cases) + "; "), ...);
      bool const is_witness = r.is != answer::undecided && (r.is == answer::yes) == expected;
      smallest += "says " + std::string(sentence(r).at) +
                  (is_witness ? ": wrong witness"
                   : expected ? ": is yes"
                              : ": is no");
    }
  }

  void print() const {
    long const cases = yes + no + undecided;
    std::printf("%-26s %8ld cases %8ld yes %8ld no %3ld undecided %3ld disagreements\n",
                name.c_str(), cases, yes, no, undecided, disagreements);
    if (disagreements != 0) {
      std::printf("  %s\n", smallest.c_str());
    }
    total_cases += cases;
    total_disagreements += disagreements;
    failed = failed || disagreements != 0 || cases == 0;
  }
};

// A case of a computation that has no report.
inline void judge(tally& t, bool right, subject const& s) { t.judge(report{}, true, right, s); }

// Memory

struct block {
  oracle::cost sum;
  bool misaligned = false;  // or otherwise what the instruction cannot do
};

inline block block_of(oracle::instruction const& is, oracle::table const& at, integer threads,
                      int element_bits) {
  block r;
  r.misaligned = oracle::lacks_threads(is, threads) ||
                 oracle::first_out_of_place(is, at, threads, element_bits) >= 0;
  if (r.misaligned) {
    return r;
  }
  integer const steps = oracle::steps_of(at, threads, is.bits, element_bits);
  for (integer step = 0; step < steps; ++step) {
    for (integer w = 0; w < oracle::warps_of(threads); ++w) {
      oracle::warp const lanes = oracle::warp_at(at, threads, is.bits, element_bits, w, step);
      oracle::cost const c = oracle::cost_of(is, lanes);
      r.sum.wavefronts += c.wavefronts;
      r.sum.minimum += c.minimum;
      r.sum.ways = std::max(r.sum.ways, c.ways);
    }
  }
  return r;
}

// Whether a report names the first thread and value that the instruction cannot move. A misaligned
// vector is named by its warp, step and lane, and its address in bytes or, inside one, in bits.
inline bool names_the_first(report const& r, oracle::instruction const& is, subject const& s,
                            int element_bits) {
  integer const threads = s.threads();
  integer const values = s.values();
  if (oracle::lacks_threads(is, threads)) {
    return r(clue::missing_thread) == threads && r(clue::in_warp) == threads / 32;
  }
  integer const at = oracle::first_out_of_place(is, s.at, threads, element_bits);
  integer const vector = is.bits / element_bits;
  integer const thread = at / values;
  integer const value = at % values;
  integer const offset = s(thread + threads * value);
  if (values % vector != 0 || value % vector != 0) {
    return r(clue::at_thread) == thread && r(clue::at_value) == value &&
           r(clue::at_offset) == offset && r(clue::expected) == vector;
  }
  integer const bits = offset * element_bits;
  return r(clue::in_warp) == thread / 32 && r(clue::of_lanes) == thread % 32 &&
         r(clue::at_step) == value / vector && r(clue::aligned_to) == is.bits / 8 &&
         (bits % 8 == 0 ? r(clue::in_bytes) == bits / 8 : r(clue::in_bits) == bits);
}

template <class Access>
struct judged_as;
template <int Bits>
struct judged_as<tileproof::shared_load<Bits>> {
  static constexpr oracle::instruction value{oracle::kind::load, Bits, 0};
};
template <int Bits>
struct judged_as<tileproof::shared_store<Bits>> {
  static constexpr oracle::instruction value{oracle::kind::store, Bits, 0};
};
template <int N>
struct judged_as<tileproof::ldmatrix<N>> {
  static constexpr oracle::instruction value{oracle::kind::matrices, 128, N};
};
template <int N>
struct judged_as<tileproof::stmatrix<N>> : judged_as<tileproof::ldmatrix<N>> {};

// The cases

// Every layout of n modes with these extents and strides.
template <class F>
void each(int n, std::vector<integer> const& extents, std::vector<integer> const& strides, F f) {
  std::size_t const most = extents.size() * strides.size();
  std::vector<std::size_t> at(static_cast<std::size_t>(n));
  for (;;) {
    oracle::layout l;
    l.n = n;
    for (int i = 0; i < n; ++i) {
      std::size_t const k = at[static_cast<std::size_t>(i)];
      l.s[i] = extents[k % extents.size()];
      l.d[i] = strides[k / extents.size()];
    }
    f(l);
    std::size_t i = 0;
    while (i < at.size() && ++at[i] == most) {
      at[i++] = 0;
    }
    if (i == at.size()) {
      return;
    }
  }
}

inline void swizzled(draw& from, oracle::layout& l) {
  l.bits = static_cast<int>(from.between(1, 3));
  l.base = static_cast<int>(from.between(0, 3));
  l.shift = static_cast<int>(from.between(l.bits, from.between(l.bits, 5)));
  if (from.once_in(4) && l.shift <= 4) {
    l.shift = -l.shift;
  }
}

// Half have nested modes in any order, as the layouts of real tiles do, sometimes with gaps.
inline oracle::layout draw_layout(draw& from, int n, integer largest, integer reach = 1,
                                  bool by_bits = false) {
  oracle::layout l;
  l.n = n;
  bool const nested = from.once_in(2);
  bool const powers = by_bits || from.once_in(2);
  integer size = 1;
  for (int i = 0; i < n; ++i) {
    integer s = powers ? integer{1} << from.between(0, from.between(1, 6)) : from.between(1, 9);
    while (size * s > largest) {
      s = powers ? s / 2 : s - 1;
    }
    l.s[i] = s;
    size *= s;
    l.d[i] = nested            ? reach
             : powers          ? integer{1} << from.between(0, 6)
             : i == 0          ? from.between(0, 12)
             : from.once_in(2) ? l.s[from.between(0, i - 1)] * from.between(0, 4)
                               : from.between(0, 12);
    reach *= from.once_in(8) ? s + from.between(1, 3) : from.once_in(10) ? 2 * s : s;
  }
  for (int i = n - 1; i > 0; --i) {
    auto const j = from.between(0, i);
    std::swap(l.s[i], l.s[j]);
    std::swap(l.d[i], l.d[j]);
  }
  for (int i = 0; i < n; ++i) {
    l.d[i] *= from.once_in(24) ? -1 : 1;
    l.d[i] *= from.once_in(30) ? 0 : 1;
  }
  return l;
}

inline integer lowest(oracle::layout const& l) {
  integer sum = l.offset;
  for (int i = 0; i < l.n; ++i) {
    sum += (l.s[i] - 1) * std::min<integer>(l.d[i], 0);
  }
  return sum;
}

// One time in three an offset, and in three a swizzle; mostly nothing is negative then.
inline oracle::layout placed(draw& from, oracle::layout l) {
  l.offset = from.once_in(3) ? from.between(0, 20) : 0;
  if (from.once_in(3)) {
    swizzled(from, l);
  }
  if (lowest(l) < 0 && !from.once_in(4)) {
    l.offset -= lowest(l);
  }
  return l;
}

// Another layout of the same function, or nearly.
inline oracle::layout relative(draw& from, oracle::layout const& l) {
  oracle::layout r = l;
  r.n = 0;
  for (int i = 0; i < l.n; ++i) {
    integer const s = l.s[i];
    integer const p = s % 2 == 0 ? 2 : s % 3 == 0 ? 3 : 1;
    if (from.once_in(2) && p > 1 && r.n + l.n - i < oracle::max_rank) {
      r.s[r.n] = p;
      r.d[r.n++] = l.d[i];
      r.s[r.n] = s / p;
      r.d[r.n++] = p * l.d[i];
    } else {
      r.s[r.n] = s;
      r.d[r.n++] = l.d[i];
    }
  }
  if (from.once_in(3)) {
    auto const i = from.between(0, r.n - 1);
    from.once_in(3) ? r.s[i] += 1 : from.once_in(2) ? r.d[i] += 1 : r.d[i] *= 2;
  }
  if (from.once_in(8)) {
    r.offset += 1;
  }
  if (from.once_in(3)) {
    from.once_in(2) ? swizzled(from, r) : static_cast<void>(r.bits = 0);
  }
  return r;
}

// (thread,value), of at most so many threads.
struct thread_value {
  oracle::layout l;
  int split;
};
inline thread_value draw_partition(draw& from, integer most_threads, integer most_values) {
  bool const nested = from.once_in(2);
  integer const unit = nested && from.once_in(2) ? integer{1} << from.between(0, 3) : 1;
  oracle::layout const t =
      draw_layout(from, static_cast<int>(from.between(1, 3)), most_threads, unit);
  oracle::layout v = draw_layout(from, static_cast<int>(from.between(1, 2)), most_values,
                                 nested && unit == 1 ? oracle::size(t) : 1);
  thread_value r{t, t.n};
  for (int i = 0; i < v.n; ++i) {
    r.l.s[r.l.n] = v.s[i];
    r.l.d[r.l.n++] = v.d[i];
  }
  if (from.once_in(4)) {
    r.l.d[from.between(0, r.l.n - 1)] = 0;
  }
  if (from.once_in(5)) {
    swizzled(from, r.l);
  }
  if (from.once_in(6)) {
    r.l.offset = from.between(0, 8);
  }
  return r;
}

// Draws a thread-value layout of whole warps. Mostly a lane's first values are `vector` consecutive
// elements and everything else is a multiple of them.
inline thread_value draw_block(draw& from, int vector) {
  bool const loose = from.once_in(5);
  integer const warps[] = {1, 1, 2, 3, 4};
  integer const splits[] = {1, 2, 4, 8};
  integer const strides[] = {0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 32, 33, 64, 128};
  integer const powers[] = {1, 2, 4, 8, 16, 32, 64, 128};
  bool const by_bits = from.once_in(2);
  auto const stride = [&] { return by_bits ? from.among(powers) : from.among(strides); };
  thread_value r{};
  auto const add = [&](integer s, integer d) {
    r.l.s[r.l.n] = s;
    r.l.d[r.l.n++] = d;
  };
  integer const scale = loose ? 1 : vector;
  integer const first = from.among(splits);
  if (by_bits && !loose && from.once_in(2)) {  // modes that do not overlap, in any order
    integer order[] = {0, 1, 2, 3};
    for (int i = 3; i > 0; --i) {
      std::swap(order[i], order[from.between(0, i)]);
    }
    integer const extent[] = {first, 32 / first, integer{1} << from.between(0, 2),
                              integer{1} << from.between(0, 2)};
    integer at[4];
    integer reach = scale;
    for (integer const k : order) {
      at[k] = reach;
      reach *= extent[k];
    }
    for (int i = 0; i < 3; ++i) {
      add(extent[i], at[i]);
    }
    r.split = 3;
    add(vector, 1);
    add(extent[3], at[3]);
  } else {
    integer const lanes = from.once_in(8) ? from.between(3, 40) : 32 / first;
    integer const steps = from.between(1, 3);
    integer const some = from.among(warps);
    bool const few = first * lanes * some * std::max(vector, 4) * steps > 8192;  // to be enumerated
    add(first, stride() * scale);
    add(lanes, stride() * scale);
    add(few ? 1 : some, stride() * scale * (from.once_in(3) ? 32 : 1));
    r.split = 3;
    add(loose ? from.between(1, 4) : vector, loose ? from.between(0, 3) : 1);
    add(few ? 1 : steps, stride() * scale);
  }
  if (from.once_in(3)) {
    swizzled(from, r.l);
    if (!loose) {
      while ((integer{1} << r.l.base) < vector) {
        ++r.l.base;
      }
    }
  }
  r.l.offset = from.once_in(4) ? from.between(0, 9) * (from.once_in(4) ? 1 : scale) : 0;
  return r;
}

}  // namespace sweep
