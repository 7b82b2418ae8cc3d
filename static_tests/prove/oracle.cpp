// SPDX-License-Identifier: BSL-1.0
#include "oracle.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

namespace oracle {
namespace {

auto index(integer x) { return static_cast<std::size_t>(x); }
integer count(table const& f) { return static_cast<integer>(f.size()); }

bool is_power_of_two(integer x) {
  while (x > 1 && x % 2 == 0) {
    x /= 2;
  }
  return x == 1;
}

// The phase that serves a lane; -1 where its address is not looked at.
int phase_of(instruction const& is, int lane) {
  if (is.is == kind::matrices) {
    return lane / 8 < is.matrices ? lane / 8 : -1;
  }
  return is.bits == 128 ? lane / 8 : is.bits == 64 ? lane / 16 : 0;
}

std::set<integer> words_of(instruction const& is, integer address) {
  std::set<integer> words;
  for (integer byte = address; byte < address + is.bits / 8; ++byte) {
    words.insert(byte / 4);
  }
  return words;
}

bool partners_agree(warp const& w, std::vector<int> const& lanes, int distance) {
  for (int const i : lanes) {
    int const j = i ^ distance;
    if (w.active[i] && w.active[j] && w.address[i] != w.address[j]) {
      return false;
    }
  }
  return true;
}

bool conflict(instruction const& is, warp const& w, std::vector<int> const& lanes) {
  std::map<integer, integer> in_bank;
  for (int const i : lanes) {
    for (integer const word : words_of(is, w.address[i])) {
      if (w.active[i] && in_bank.emplace(word % 32, word).first->second != word) {
        return true;
      }
    }
  }
  return false;
}

// The phase of a lane after merging: a load of 64 bits may take one phase, each half of a load of
// 128 bits too.
int merged_phase_of(instruction const& is, warp const& w, int lane) {
  int const phase = phase_of(is, lane);
  if (is.is != kind::load || is.bits < 64) {
    return phase;
  }
  std::vector<int> lanes;
  bool all_active = true;
  for (int i = 0; i < 32; ++i) {
    if (phase_of(is, i) / 2 == phase / 2) {
      lanes.push_back(i);
      all_active = all_active && w.active[i];
    }
  }
  bool merges = partners_agree(w, lanes, 1) || partners_agree(w, lanes, 2);
  if (is.bits == 128 && phase < 2) {
    merges = !w.active[31] || (all_active && merges);
  }
  return merges && !conflict(is, w, lanes) ? phase / 2 * 2 : phase;
}

// The fewest wavefronts of lanes placed anywhere, those of one address together and the others
// apart. Addresses of phases that may merge are placed one after the other, which is as free of
// conflicts as can be.
integer least_wavefronts(instruction const& is, warp const& w) {
  warp best = w;
  std::map<integer, integer> place;
  integer sum = 0;
  for (int half = 0; half < 32; half += 16) {
    place.clear();
    for (int i = half; i < half + 16; ++i) {
      if (w.active[i]) {
        best.address[i] =
            place.emplace(w.address[i], static_cast<integer>(place.size())).first->second *
            (is.bits / 8);
      }
    }
  }
  if (is.is == kind::load && is.bits == 64) {  // one half for all
    place.clear();
    for (int i = 0; i < 32; ++i) {
      if (w.active[i]) {
        best.address[i] =
            place.emplace(w.address[i], static_cast<integer>(place.size())).first->second * 8;
      }
    }
  }
  std::set<int> served;
  for (int i = 0; i < 32; ++i) {
    if (w.active[i] && phase_of(is, i) >= 0) {
      served.insert(merged_phase_of(is, best, i));
    }
  }
  sum = static_cast<integer>(served.size());
  return sum;
}

}  // namespace

integer size(layout const& l) {
  integer product = std::find(l.s, l.s + l.n, 0) == l.s + l.n ? 1 : 0;
  for (int i = 0; i < l.n && product > 0; ++i) {
    product *= l.s[i];
  }
  return product;
}

integer swizzle(int bits, int base, int shift, integer x) {
  auto const from = static_cast<std::uint64_t>(x);
  std::uint64_t y = from;
  for (int i = 0; i < bits; ++i) {
    int const source = base + i + std::max(shift, 0);
    int const target = base + i + std::max(-shift, 0);
    if ((from >> source & 1) != 0) {
      y ^= std::uint64_t{1} << target;
    }
  }
  return static_cast<integer>(y);
}

integer at(layout const& l, integer x) {
  integer sum = l.offset;
  for (int i = 0; i < l.n; ++i) {
    sum += x % l.s[i] * l.d[i];
    x /= l.s[i];
  }
  return swizzle(l.bits, l.base, l.shift, sum);
}

void tabulate(layout const& l, table& out) {
  out.clear();
  integer const n = size(l);
  for (integer x = 0; x < n; ++x) {
    out.push_back(at(l, x));
  }
}

bool has_coordinates(layout const& l) {
  return std::any_of(l.axis, l.axis + l.n, [](int axis) { return axis != 0; });
}

constexpr integer radix = 1 << 16;
constexpr int axes = 4;

void tabulate_coordinates(layout const& l, table& out) {
  out.clear();
  for (integer x = 0; x < size(l); ++x) {
    std::uint64_t value = 0;
    for (int axis = axes - 1; axis >= 0; --axis) {
      integer sum = 0;
      integer rest = x;
      for (int i = 0; i < l.n; ++i) {
        sum += l.axis[i] == axis ? rest % l.s[i] * l.d[i] : 0;
        rest /= l.s[i];
      }
      value = value * radix + static_cast<std::uint64_t>(sum + radix / 2);
    }
    out.push_back(static_cast<integer>(value));
  }
}

integer along(integer coordinate, int axis) {
  auto digits = static_cast<std::uint64_t>(coordinate);
  return static_cast<integer>(digits >> (16 * axis) & (radix - 1)) - radix / 2;
}

std::pair<integer, integer> shared_by_threads(table const& f, integer threads) {
  std::map<integer, integer> first;
  for (integer x = 0; x < count(f); ++x) {
    integer const y = first.emplace(f[index(x)], x).first->second;
    if (y % threads != x % threads) {
      return {y, x};
    }
  }
  return {-1, -1};
}

void census::take(table const& f) {
  auto const [low, high] = std::minmax_element(f.begin(), f.end());
  least = *low;
  most = *high;
  times.assign(index(most - least + 1), 0);
  for (integer const y : f) {
    ++times[index(y - least)];
  }
  distinct = static_cast<integer>(times.size()) - std::count(times.begin(), times.end(), 0);
}

int census::times_of(integer y) const {
  return y < least || y > most ? 0 : times[index(y - least)];
}

bool injective(table const& f, census const& c) { return c.distinct == count(f); }

bool onto_interval(census const& c) { return c.distinct == c.most - c.least + 1; }

bool compact(table const& f, census const& c) {
  return injective(f, c) && c.least == 0 && c.most == count(f) - 1;
}

bool is_gap(census const& c, integer y) { return c.least < y && y < c.most && c.times_of(y) == 0; }

bool is_collision(table const& f, integer x, integer y) {
  return 0 <= x && x < count(f) && 0 <= y && y < count(f) && x != y && f[index(x)] == f[index(y)];
}

integer first_ungrouped(table const& f, integer n, integer unit) {
  if (count(f) % n != 0) {
    return count(f) / n * n;
  }
  for (integer x = 0; x < count(f); ++x) {
    integer const y = f[index(x)];
    if (x % n == 0 ? y % unit != 0 : y != f[index(x - 1)] + 1) {
      return x;
    }
  }
  return -1;
}

integer contiguous_run(table const& f) {
  integer n = count(f);
  while (first_ungrouped(f, n, 1) >= 0) {
    --n;
  }
  return n;
}

integer first_difference(table const& a, table const& b) {
  integer const least = std::min(count(a), count(b));
  for (integer x = 0; x < least; ++x) {
    if (a[index(x)] != b[index(x)]) {
      return x;
    }
  }
  return count(a) == count(b) ? -1 : least;
}

shares shares_of(table const& tv, integer tile, integer times) {
  std::vector<integer> owners(index(tile));
  shares r;
  for (integer const y : tv) {
    if (y >= 0 && y < tile) {
      ++owners[index(y)];
    } else {
      ++r.outside;
    }
  }
  for (integer const n : owners) {
    r.missed += n < times;
    r.repeated += n > times;
  }
  return r;
}

bool written_by_one_thread(table const& tv, integer threads) {
  auto const [low, high] = std::minmax_element(tv.begin(), tv.end());
  std::vector<integer> writer(index(*high - *low + 1), -1);
  for (integer x = 0; x < count(tv); ++x) {
    integer& by = writer[index(tv[index(x)] - *low)];
    if (by >= 0 && by != x % threads) {
      return false;
    }
    by = x % threads;
  }
  return true;
}

bool accessible(table const& tv, integer threads, integer n) {
  integer const values = count(tv) / threads;
  if (values % n != 0) {
    return false;
  }
  for (integer t = 0; t < threads; ++t) {
    for (integer v = 0; v < values; ++v) {
      integer const first = tv[index(t + threads * (v / n * n))];
      if (first % n != 0 || tv[index(t + threads * v)] != first + v % n) {
        return false;
      }
    }
  }
  return true;
}

bool covers(table const& visit, integer tile, integer extent) {
  std::vector<int> times(index(extent));
  std::vector<bool> has_some(index(count(visit) / tile));
  for (integer x = 0; x < count(visit); ++x) {
    integer const c = visit[index(x)];
    if (c >= 0 && c < extent) {
      ++times[index(c)];
      has_some[index(x / tile)] = true;
    }
  }
  return std::all_of(times.begin(), times.end(), [](int n) { return n == 1; }) &&
         std::all_of(has_some.begin(), has_some.end(), [](bool some) { return some; });
}

bool leaves_residue(table const& visit, integer extent) {
  return std::any_of(visit.begin(), visit.end(), [&](integer c) { return c < 0 || c >= extent; });
}

bool visits_below_zero(table const& visit) {
  return std::any_of(visit.begin(), visit.end(), [](integer c) { return c < 0; });
}

bool predicate_is_exact(std::vector<table> const& visit, std::vector<integer> const& extent,
                        unsigned residue) {
  auto const sees_each_once = [&](unsigned looked_at) {
    integer points = 1;
    for (integer const s : extent) {
      points *= s;
    }
    std::vector<int> times(index(points));
    std::vector<std::size_t> at(visit.size());
    for (;;) {
      bool counts = true;
      bool is_inside = true;
      integer point = 0;
      for (std::size_t i = visit.size(); i-- > 0;) {
        integer const c = visit[i][at[i]];
        is_inside = is_inside && c >= 0 && c < extent[i];
        counts = counts && ((looked_at >> i & 1) == 0 || c < extent[i]);
        point = point * extent[i] + c;
      }
      if (counts && !is_inside) {
        return false;
      }
      if (counts) {
        ++times[index(point)];
      }
      std::size_t i = 0;
      while (i < at.size() && ++at[i] == visit[i].size()) {
        at[i++] = 0;
      }
      if (i == at.size()) {
        return std::all_of(times.begin(), times.end(), [](int n) { return n == 1; });
      }
    }
  };
  for (std::size_t i = 0; i < visit.size(); ++i) {
    if ((residue >> i & 1) != 0 && sees_each_once(residue & ~(1u << i))) {
      return false;  // the mode requires nothing
    }
  }
  return sees_each_once(residue);
}

integer warps_of(integer threads) { return (threads + 31) / 32; }

integer steps_of(table const& tv, integer threads, int bits, int element_bits) {
  integer const width = bits / element_bits;
  return (count(tv) / threads + width - 1) / width;
}

warp warp_at(table const& tv, integer threads, int bits, int element_bits, integer w,
             integer step) {
  warp r;
  for (int lane = 0; lane < 32; ++lane) {
    integer const thread = w * 32 + lane;
    integer const value = step * (bits / element_bits);
    r.active[lane] = thread < threads;
    r.address[lane] = r.active[lane] ? tv[index(thread + threads * value)] * element_bits / 8 : 0;
  }
  return r;
}

integer first_out_of_place(instruction const& is, table const& tv, integer threads,
                           int element_bits) {
  integer const values = count(tv) / threads;
  integer const vector = is.bits / element_bits;
  for (integer t = 0; t < threads; ++t) {
    for (integer v = 0; v < values && phase_of(is, static_cast<int>(t % 32)) >= 0; ++v) {
      integer const bit = tv[index(t + threads * v)] * element_bits;
      bool const begins = v % vector == 0;
      if (v >= values / vector * vector ||
          (begins ? bit % is.bits != 0
                  : bit != tv[index(t + threads * (v - 1))] * element_bits + element_bits)) {
        return values % vector != 0 ? values / vector * vector : t * values + v;
      }
    }
  }
  return -1;
}

bool lacks_threads(instruction const& is, integer threads) {
  return is.is == kind::matrices && threads % 32 != 0;
}

cost cost_of(instruction const& is, warp const& w) {
  cost r;
  for (int phase = 0; phase < 4; ++phase) {
    std::map<integer, std::set<integer>> words;  // by bank
    for (int i = 0; i < 32; ++i) {
      if (!w.active[i] || merged_phase_of(is, w, i) != phase) {
        continue;
      }
      for (integer const word : words_of(is, w.address[i])) {
        words[word % 32].insert(word);
      }
    }
    integer worst = 0;
    for (auto const& [bank, distinct] : words) {
      worst = std::max(worst, static_cast<integer>(distinct.size()));
    }
    r.wavefronts += worst;
    r.ways = std::max(r.ways, worst);
  }
  r.minimum = least_wavefronts(is, w);
  return r;
}

bool meet(instruction const& is, warp const& w, int i, int j, integer bank, integer u, integer v) {
  return w.active[i] && w.active[j] && merged_phase_of(is, w, i) >= 0 &&
         merged_phase_of(is, w, i) == merged_phase_of(is, w, j) && u != v && u % 32 == bank &&
         v % 32 == bank && words_of(is, w.address[i]).count(u) == 1 &&
         words_of(is, w.address[j]).count(v) == 1;
}

asynchronous through_l1(int bits, warp const& to, warp const& from) {
  asynchronous r;
  int const lanes = 32 * 32 / bits;
  for (int first = 0; first < 32; first += lanes) {
    std::map<integer, integer> written;  // by bank
    std::map<integer, integer> read;
    integer writes = 0;
    integer reads = 0;
    for (int i = first; i < first + lanes; ++i) {
      for (integer byte = 0; to.active[i] && byte < bits / 8; byte += 4) {
        writes = std::max(writes, ++written[(to.address[i] + byte) / 4 % 32]);
        reads = std::max(reads, ++read[(from.address[i] + byte) / 4 % 32]);
      }
    }
    r.is_known = r.is_known && (writes <= 1 || reads <= 1);
    r.ways = std::max({r.ways, writes, reads});
  }
  return r;
}

asynchronous past_l1(warp const& to, warp const& from) {
  asynchronous r;
  std::map<integer, integer> source_of;  // a place that is written, by its first lane
  std::set<integer> sources;
  for (int i = 0; i < 32; ++i) {
    if (to.active[i] && source_of.emplace(to.address[i], from.address[i]).second) {
      r.is_known = r.is_known && sources.insert(from.address[i]).second;
    }
  }
  std::set<std::vector<integer>> moves;
  for (auto const& [t, f] : source_of) {
    auto const partner = source_of.find(t ^ 16);
    bool const both = partner != source_of.end() && partner->second == (f ^ 16);
    moves.insert({f / 128, t / 128, (f / 16 ^ t / 16) % 4, both ? 2 : f / 16 % 2});
  }
  integer const lines = (static_cast<integer>(source_of.size()) + 7) / 8;
  r.ways = lines == 0 ? 0 : (static_cast<integer>(moves.size()) + lines - 1) / lines;
  return r;
}

traffic traffic_of(int bits, warp const& w) {
  std::set<integer> sectors;
  std::set<integer> bytes;
  for (int i = 0; i < 32; ++i) {
    for (int k = 0; w.active[i] && k < bits / 8; ++k) {
      sectors.insert((w.address[i] + k) / 32);
      bytes.insert(w.address[i] + k);
    }
  }
  return {static_cast<integer>(sectors.size()), static_cast<integer>(bytes.size())};
}

bool swizzle_fits(layout const& l, integer begin, integer end, integer vector) {
  for (integer x = begin; x < end; ++x) {
    integer const in_vector = (x - begin) % vector;
    integer const y = swizzle(l.bits, l.base, l.shift, x);
    integer const first = swizzle(l.bits, l.base, l.shift, x - in_vector);
    if (y < begin || y >= end || first % vector != 0 || y != first + in_vector) {
      return false;
    }
  }
  return true;
}

bool elements_fit(layout const& l, integer vector) {
  layout plain = l;
  plain.bits = 0;
  table f;
  table before;
  tabulate(l, f);
  tabulate(plain, before);
  auto const [low, high] = std::minmax_element(before.begin(), before.end());
  for (integer x = 0; x < count(f); ++x) {
    integer const in_vector = (before[index(x)] - *low) % vector;
    integer const first = swizzle(l.bits, l.base, l.shift, before[index(x)] - in_vector);
    if (f[index(x)] < *low || f[index(x)] > *high || first % vector != 0 ||
        f[index(x)] != first + in_vector) {
      return false;
    }
  }
  return true;
}

bool affine(table const& f) {
  if (!is_power_of_two(count(f))) {
    return false;
  }
  // In a long table y is a power of two only: the others follow.
  for (integer y = 1; y < count(f); y = count(f) > 32 ? 2 * y : y + 1) {
    for (integer x = 0; x < count(f); ++x) {
      if (f[index(x ^ y)] != (f[index(x)] ^ f[index(y)] ^ f[0])) {
        return false;
      }
    }
  }
  return true;
}

std::uint64_t times(matrix const& a, std::uint64_t x) {
  std::uint64_t y = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    y ^= (x >> i & 1) != 0 ? a[i] : 0;
  }
  return y;
}

integer distinct_values(matrix const& a) {
  std::set<std::uint64_t> values;
  for (std::uint64_t x = 0; x >> a.size() == 0; ++x) {
    values.insert(times(a, x));
  }
  return static_cast<integer>(values.size());
}

integer zeros(matrix const& a) {
  integer n = 0;
  for (std::uint64_t x = 0; x >> a.size() == 0; ++x) {
    n += times(a, x) == 0;
  }
  return n;
}

bool is_pseudo_inverse(matrix const& a, matrix const& g) {
  for (std::uint64_t x = 0; x >> a.size() == 0; ++x) {
    std::uint64_t const y = times(a, x);
    if (times(a, times(g, y)) != y) {
      return false;
    }
  }
  return true;
}

}  // namespace oracle
