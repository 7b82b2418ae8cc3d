// SPDX-License-Identifier: BSL-1.0
//
// Layouts whose strides are along axes E<i,j,...>, against brute force: properties that take their
// offsets as coordinates, and properties that refuse them by the name of the axis.
//
//   proof_sweep_coordinates [layouts]    60 000 take a second, 3 000 000 some minutes
//
// Layouts of integers are among them. "Undecided" is counted, and always a disagreement.

#include "sweep.hpp"

#include <set>

using namespace sweep;

namespace {

// Axes 1 to 3; a leaf of stride 0, and any one that is moved to no axis, is an integer's.
oracle::layout draw_coordinates(draw& from) {
  oracle::layout l = draw_layout(from, static_cast<int>(from.between(1, 5)), 48);
  bool const few = from.once_in(2);
  for (int i = 0; i < l.n; ++i) {
    l.axis[i] = static_cast<int>(few ? from.between(1, 2) : from.between(1, 3));
    if (from.once_in(2)) {  // as an identity layout has them
      l.d[i] = from.between(-1, 4);
    }
    if (from.once_in(12)) {
      l.axis[i] = 0;
      l.d[i] = 0;
    }
  }
  if (from.once_in(20)) {
    std::fill(l.axis, l.axis + l.n, 0);
  }
  return l;
}

// Another layout of the same function, or nearly: modes split, a stride or an axis changed.
oracle::layout relative_of(draw& from, oracle::layout const& l) {
  oracle::layout r = l;
  r.n = 0;
  for (int i = 0; i < l.n; ++i) {
    integer const p = l.s[i] % 2 == 0 ? 2 : l.s[i] % 3 == 0 ? 3 : 1;
    bool const split = from.once_in(2) && p > 1 && r.n + l.n - i < oracle::max_rank;
    r.s[r.n] = split ? p : l.s[i];
    r.axis[r.n] = l.axis[i];
    r.d[r.n++] = l.d[i];
    if (split) {
      r.s[r.n] = l.s[i] / p;
      r.axis[r.n] = l.axis[i];
      r.d[r.n++] = p * l.d[i];
    }
  }
  auto const i = from.between(0, r.n - 1);
  if (from.once_in(2)) {
    switch (from.between(0, 3)) {
      case 0: r.axis[i] = static_cast<int>(from.between(1, 3)); break;
      case 1: r.d[i] += 1; break;
      case 2:  // transposed
        for (int k = 0; k < r.n; ++k) {
          r.axis[k] = r.axis[k] == 1 ? 2 : r.axis[k] == 2 ? 1 : r.axis[k];
        }
        break;
      default: std::fill(r.axis, r.axis + r.n, 0);
    }
  }
  return r;
}

struct coordinates {
  tally injective{"injective"};
  tally written{"written_by_one_thread"};
  tally equivalent{"equivalent"};
  tally same_elements{"same_elements"};
  tally refused{"refused by name"};

  // The integers that a clue has, axis by axis of the given layouts.
  template <class... Ls>
  static bool says(report const& r, tileproof::core::clue_word const& c, integer value,
                   Ls const&... layouts) {
    std::set<int> axes;
    (axes.insert(layouts.axis, layouts.axis + layouts.n), ...);
    axes.erase(0);
    int i = 0;
    bool right = r.has(c);
    for (int const axis : axes) {
      right = right && r(c, i++) == oracle::along(value, axis);
    }
    return right;
  }

  void one(subject const& s) {
    report const r = detail::decide<tileproof::injective>(s.of);
    bool const is_plain = !has_coordinates(s.l);
    integer const x = s.index(r, clue::at_coordinate);
    integer const y = s.index(r, clue::and_coordinate);
    std::set<integer> const distinct(s.at.begin(), s.at.end());
    injective.judge(r, static_cast<integer>(distinct.size()) == s.size(),
                    r.holds() || (oracle::is_collision(s.at, x, y) &&
                                  (is_plain || says(r, clue::at_offset, s(x), s.l))),
                    s);
    if (!is_plain) {
      refusals(s);
    }
  }
  void by_threads(subject const& s) {
    report const r = detail::decide<tileproof::written_by_one_thread>(s.of);
    bool const is_plain = !has_coordinates(s.l);
    integer const x = r(clue::at_thread) + s.threads() * r(clue::at_value);
    integer const y = r(clue::and_thread) + s.threads() * r(clue::and_value);
    bool const clash = oracle::is_collision(s.at, x, y) && x % s.threads() != y % s.threads();
    written.judge(r, oracle::shared_by_threads(s.at, s.threads()).first < 0,
                  r.holds() || (clash && (is_plain || says(r, clue::at_offset, s(x), s.l))), s);
  }

  template <class Property, class... Ms>
  void refuses(integer side, subject const& s, Ms const&... ms) {
    report const r = detail::decide<Property>(ms...);
    int leaf = 0;
    while (s.l.axis[leaf] == 0) {
      ++leaf;
    }
    core::axis_path const path = path_of(s.l.axis[leaf]);
    tileproof::core::clue_word const& c = clue::offsets_are_coordinates_along_axis;
    bool const named = r.has(c) && r(c) == path % 32 - 1 &&
                       (path < 32 || r(c, 1) == path / 32 - 1) &&
                       (sizeof...(ms) == 1 || r(clue::on_side) == side);
    refused.judge(r, false, named, s);
  }
  void refusals(subject const& s) {
    using namespace tileproof;
    static mapping const plain(core::single({core::fixed(4), core::fixed(1), 0}));
    refuses<onto_interval>(0, s, s.of);
    refuses<bijective_onto_interval>(0, s, s.of);
    refuses<compact>(0, s, s.of);
    refuses<contiguous<1>>(0, s, s.of);
    refuses<aligned<4, float>>(0, s, s.of);
    refuses<access_width<32, float>>(0, s, s.of);
    refuses<access_width<32, float>>(1, s, plain, s.of);
    refuses<owns_every_element<>>(0, s, s.of, plain);
    refuses<bank_ways<shared_load<32>, float>>(0, s, s.of);
    refuses<bank_ways<cp_async_cg, float>>(1, s, plain, s.of);
    refuses<sector_efficiency<global_load<32>, float, 1>>(0, s, s.of);
    refuses<fits_in_bytes<1 << 20, float>>(0, s, s.of);
    refuses<fits_in_registers<1 << 20, float>>(1, s, plain, s.of);
    refuses<offsets_fit_32_bits>(0, s, s.of);
    refuses<swizzle_fits<>>(0, s, s.of);
    refuses<linear_over_gf2>(0, s, s.of);
    refuses<permutes_mode<0>>(0, s, s.of);
    refuses<every_thread_has_one_place>(0, s, s.of);
    refuses<every_owner_has_one_element>(1, s, plain, s.of);
    refuses<tiles_cover>(1, s, plain, s.of);
    refuses<fits_whole_tiles>(0, s, s.of, plain, plain);
    mapping swizzled = s.of;
    swizzled.swizzle.bits = 1;
    swizzled.swizzle.shift = 1;
    refuses<tileproof::injective>(0, s, swizzled);
    refuses<tileproof::equivalent>(1, s, plain, swizzled);
  }

  // Whether a report says how a and b differ at x.
  static bool differ(report const& r, subject const& a, subject const& b, integer x) {
    if (has_coordinates(a.l) != has_coordinates(b.l)) {
      return r.has(clue::offsets_are_coordinates_along_axis);
    }
    if (x >= a.size() || x >= b.size()) {
      return r(clue::found) == b.size() && r(clue::expected) == a.size();
    }
    if (!has_coordinates(a.l)) {
      return r(clue::found) == b(x) && r(clue::expected) == a(x);
    }
    return says(r, clue::found, b(x), a.l, b.l) && says(r, clue::expected, a(x), a.l, b.l);
  }
  static integer first_difference(subject const& a, subject const& b) {
    return has_coordinates(a.l) == has_coordinates(b.l) ? oracle::first_difference(a.at, b.at) : 0;
  }
  void two(subject const& a, subject const& b) {
    integer const at = first_difference(a, b);
    report const r = detail::decide<tileproof::equivalent>(a.of, b.of);
    bool const first = !r.has(clue::at_coordinate) || a.index(r, clue::at_coordinate) == at;
    equivalent.judge(r, at < 0, r.holds() || (first && differ(r, a, b, at)), a, b);
  }
  void two_by_threads(subject const& a, subject const& b) {
    integer const at = first_difference(a, b);
    report const r = detail::decide<tileproof::same_elements>(a.of, b.of);
    same_elements.judge(r, at < 0 && a.threads() == b.threads(),
                        r.holds() || at < 0 || differ(r, a, b, at), a, b);
  }

  void print() const {
    for (tally const* t : {&injective, &written, &equivalent, &same_elements, &refused}) {
      t->print();
    }
  }
};

}  // namespace

int main(int count, char** arguments) {
  long const layouts = count > 1 ? std::atol(arguments[1]) : 60'000;
  coordinates all;
  draw from(31);
  for (long i = 0; i < layouts; ++i) {
    oracle::layout const l = draw_coordinates(from);
    oracle::layout const other = relative_of(from, l);
    subject const s(l);
    subject const threads(l, static_cast<int>(from.between(1, l.n)));
    all.one(s);
    all.by_threads(threads);
    all.two(s, subject(other));
    all.two_by_threads(threads, subject(other, static_cast<int>(from.between(1, other.n))));
  }
  all.print();
  std::printf("%ld cases, %ld disagreements: %s\n", total_cases, total_disagreements,
              failed ? "FAILED" : "ok");
  return failed ? 1 : 0;
}
