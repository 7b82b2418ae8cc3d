// SPDX-License-Identifier: BSL-1.0
//
// The properties of accesses to memory, asked for at run time, against brute force: elements of 1
// to 64 bits, swizzles in both directions with any offset, vectors and warps that are not whole,
// negative offsets, cp.async with and without its source, and layouts too large to look at, of
// which some instructions are looked at.
//
//   proof_sweep_memory [layouts]    4 000 take some seconds, 100 000 some minutes
//
// An answer "undecided" is counted, and a disagreement unless something is missing: an offset may
// be negative, or a layout has more than enumeration_bound points, or one source of cp.async makes
// the answer yes and another one no.

#include "sweep.hpp"

#include <map>
#include <string>
#include <type_traits>

template <int Bits>
struct element {};
template <int Bits>
struct tileproof::sizeof_bits<element<Bits>> : tileproof::C<Bits> {};

using namespace sweep;

namespace {

using tileproof::shared_op;

int log2_of(integer x) {
  int n = 0;
  while (x > 1) {
    x /= 2;
    ++n;
  }
  return n;
}

// (thread,value) for vectors of so many elements: mostly whole ones, in line.
thread_value draw_access(draw& from, int vector, bool may_be_large) {
  bool const loose = from.once_in(7);
  thread_value r{};
  auto const add = [&](integer s, integer d) {
    r.l.s[r.l.n] = s;
    r.l.d[r.l.n++] = d;
  };
  integer const unit = loose && from.once_in(2) ? 1 : vector;
  integer const steps[] = {0, 1, 1, 2, 3, 4, 5, 8, 9, 16, 17, 32, 33, 64, 128};
  auto const stride = [&] { return from.among(steps) * unit * (from.once_in(40) ? -1 : 1); };
  integer const powers[] = {1, 2, 4, 8, 16, 32};
  integer const first = from.among(powers);
  bool const partial = from.once_in(4);
  add(first, from.once_in(3) ? unit : stride());
  add(partial ? from.between(1, 64 / first) : 32 / first, stride());
  if (from.once_in(3)) {
    add(may_be_large ? integer{1} << from.between(6, 24) : from.between(2, 3), stride() * 32);
  }
  r.split = r.l.n;
  integer const values = from.once_in(12) ? from.between(1, 2 * vector) : vector;
  integer const part = vector % 2 == 0 && from.once_in(4) ? vector / 2 : values;
  add(part, loose && from.once_in(2) ? from.between(-1, 3) : 1);
  if (part != values) {
    add(2, from.once_in(9) ? part + 1 : part);
  }
  if (from.once_in(2)) {
    add(may_be_large ? integer{1} << from.between(6, 30) : from.between(2, 4), stride() * 32);
  }
  if (from.once_in(2)) {
    swizzled(from, r.l);
    int const least = log2_of(vector);
    r.l.base = from.once_in(8) ? r.l.base : least + static_cast<int>(from.between(0, 4));
  }
  r.l.offset = from.once_in(2) ? 0 : from.between(0, 40) * (from.once_in(4) ? 1 : unit);
  if (lowest(r.l) < 0 && !from.once_in(4)) {
    r.l.offset += (-lowest(r.l) + vector - 1) / vector * vector;
  }
  return r;
}

// Other strides for the same threads and values: where cp.async reads.
oracle::layout draw_source(draw& from, thread_value const& tv, int vector) {
  oracle::layout r = tv.l;
  integer const steps[] = {0, 1, 2, 3, 4, 5, 8, 16, 32, 64, 128};
  r.bits = 0;
  r.offset = from.once_in(4) ? vector * from.between(0, 9) : 0;
  for (int i = 0; i < r.n; ++i) {
    r.d[i] = i < tv.split || i > tv.split ? vector * from.among(steps) : 1;
  }
  return r;
}

bool may_be_negative(subject const& s) { return lowest(s.l) < 0; }
bool has_many_points(subject const& s) { return s.size() > tileproof::enumeration_bound; }

// The addresses of one warp instruction of a layout, without a table of all of it.
oracle::warp warp_of(subject const& s, int bits, int element_bits, integer warp, integer step) {
  oracle::warp r;
  for (int lane = 0; lane < 32; ++lane) {
    integer const thread = warp * 32 + lane;
    r.active[lane] = thread < s.threads();
    integer const x = thread + s.threads() * step * (bits / element_bits);
    r.address[lane] = r.active[lane] ? oracle::at(s.l, x) * element_bits / 8 : 0;
  }
  return r;
}

struct memory {
  std::map<std::string, tally> of;

  tally& named(std::string const& name) {
    tally& t = of[name];
    t.name = name;
    return t;
  }

  // Judges a report: "undecided" is right only where it `may_be`.
  template <class... Cases>
  void judge(std::string const& name, report const& r, bool expected, bool witness, bool may_be,
             Cases const&... cases) {
    tally& t = named(name);
    t.has_budget = may_be;
    t.judge(r, expected, witness, cases...);
  }

  template <class Access, int Bits>
  void bank(char const* name, subject const& s) {
    constexpr oracle::instruction is = judged_as<Access>::value;
    if constexpr (is.bits >= Bits) {
      bool const two = s.size() % 2 == 1;
      report const r = two ? tileproof::bank_ways<Access, element<Bits>, 2>::decide(s.of)
                           : tileproof::bank_ways<Access, element<Bits>, 1>::decide(s.of);
      bool const possible = !oracle::lacks_threads(is, s.threads()) &&
                            oracle::first_out_of_place(is, s.at, s.threads(), Bits) < 0;
      block const b =
          possible && may_be_negative(s) ? block{} : block_of(is, s.at, s.threads(), Bits);
      bool const witness = b.misaligned ? r.holds() || names_the_first(r, is, s, Bits)
                                        : r(clue::in_ways) == b.sum.ways &&
                                              r(clue::in_wavefronts) == b.sum.wavefronts &&
                                              r(clue::at_least) == b.sum.minimum;
      judge(name, r, !b.misaligned && b.sum.ways <= (two ? 2 : 1), witness,
            has_many_points(s) || (may_be_negative(s) && !b.misaligned), s);
    }
  }

  // The ways of the worst instruction, and whether they are known.
  static oracle::asynchronous worst(oracle::instruction const& is, bool through_l1,
                                    subject const& to, oracle::table const& source, int bits) {
    oracle::asynchronous r;
    integer const steps = oracle::steps_of(to.at, to.threads(), is.bits, bits);
    for (integer i = 0; i < oracle::warps_of(to.threads()) * steps; ++i) {
      integer const w = i / steps;
      oracle::warp const t = oracle::warp_at(to.at, to.threads(), is.bits, bits, w, i % steps);
      oracle::warp const f = oracle::warp_at(source, to.threads(), is.bits, bits, w, i % steps);
      oracle::asynchronous const one =
          through_l1 ? oracle::through_l1(is.bits, t, f) : oracle::past_l1(t, f);
      r.is_known = r.is_known && one.is_known;
      r.ways = std::max(r.ways, one.ways);
    }
    return r;
  }
  // yes, no, or undecided, with a source.
  static answer with(oracle::instruction const& is, bool through_l1, subject const& to,
                     oracle::table const& source, int bits, integer most) {
    oracle::asynchronous const w = worst(is, through_l1, to, source, bits);
    return w.ways > most && (w.is_known || through_l1) ? answer::no
           : w.is_known                                ? answer::yes
                                                       : answer::undecided;
  }
  // Every lane reads `step` vectors after the lane before it.
  static oracle::table source_by(subject const& to, integer vector, integer step) {
    oracle::table r;
    for (integer x = 0; x < to.size(); ++x) {
      integer const value = x / to.threads();
      r.push_back((x % to.threads() % 32 * step + value / vector * 4096) * vector + value % vector);
    }
    return r;
  }

  template <class Access, int Bits, class Assuming>
  void asynchronous(char const* name, thread_value const& tv, subject const& s, draw& from) {
    constexpr int bits = Access::value.bits;
    constexpr bool through_l1 = Access::value.op == shared_op::cp_async_ca;
    constexpr oracle::instruction is{oracle::kind::store, bits, 0};
    if constexpr (bits >= Bits) {
      constexpr integer vector = bits / Bits;
      bool const possible = oracle::first_out_of_place(is, s.at, s.threads(), Bits) < 0;
      if (may_be_negative(s) || has_many_points(s)) {
        return;
      }
      subject const source(draw_source(from, tv, static_cast<int>(vector)), tv.split);
      bool const both =
          possible && oracle::first_out_of_place(is, source.at, s.threads(), Bits) < 0;
      one_source<Access, Bits, 1>(name, s, source, both, through_l1);
      one_source<Access, Bits, 4>(name, s, source, both, through_l1);

      std::vector<oracle::table> tried{source.at};
      for (integer const step : {1, 0, 2, 3, 4, 8, 32}) {
        tried.push_back(source_by(s, vector, step));
      }
      any_source<Access, Bits, 1>(name, s, tried, possible, through_l1);
      any_source<Access, Bits, 8>(name, s, tried, possible, through_l1);
      if constexpr (!std::is_void_v<Assuming>) {
        report const r = tileproof::bank_ways<Assuming, element<Bits>, 2>::decide(s.of);
        bool const yes =
            possible && with(is, true, s, source_by(s, vector, 1), Bits, 2) == answer::yes;
        judge(std::string(name) + ", whole lines", r, yes, true, false, s);
      }
    }
  }
  template <class Access, int Bits, int Most>
  void one_source(char const* name, subject const& s, subject const& source, bool possible,
                  bool through_l1) {
    constexpr oracle::instruction is{oracle::kind::store, Access::value.bits, 0};
    report const r = tileproof::bank_ways<Access, element<Bits>, Most>::decide(s.of, source.of);
    answer const is_right = possible ? with(is, through_l1, s, source.at, Bits, Most) : answer::no;
    judge(name, r, is_right == answer::yes, true, is_right == answer::undecided, s, source);
  }
  template <class Access, int Bits, int Most>
  void any_source(char const* name, subject const& s, std::vector<oracle::table> const& tried,
                  bool possible, bool through_l1) {
    constexpr oracle::instruction is{oracle::kind::store, Access::value.bits, 0};
    report const r = tileproof::bank_ways<Access, element<Bits>, Most>::decide(s.of);
    bool some_yes = false;
    bool some_other = !possible;
    for (oracle::table const& t : tried) {
      if (!possible) break;
      answer const a = with(is, through_l1, s, t, Bits, Most);
      some_yes = some_yes || a == answer::yes;
      some_other = some_other || a != answer::yes;
    }
    bool const depends = some_yes && some_other;
    bool const right = depends               ? r.is == answer::undecided
                       : r.is == answer::yes ? some_yes
                       : r.is == answer::no  ? !some_yes
                                             : !through_l1;
    judge(std::string(name) + ", no source", r, r.is == answer::yes, right, right, s);
  }

  template <class Access, int Bits>
  void sectors(char const* name, subject const& s) {
    constexpr oracle::instruction is{oracle::kind::load, Access::bits, 0};
    if constexpr (Access::bits >= Bits) {
      bool const half = s.size() % 3 == 0;
      report const r = half ? tileproof::sector_efficiency<Access, element<Bits>, 50>::decide(s.of)
                            : tileproof::sector_efficiency<Access, element<Bits>>::decide(s.of);
      bool const possible = oracle::first_out_of_place(is, s.at, s.threads(), Bits) < 0;
      bool enough = true;
      integer all = 0;
      integer const steps = oracle::steps_of(s.at, s.threads(), is.bits, Bits);
      for (integer i = 0;
           possible && !may_be_negative(s) && i < oracle::warps_of(s.threads()) * steps; ++i) {
        oracle::traffic const t = oracle::traffic_of(
            is.bits, oracle::warp_at(s.at, s.threads(), is.bits, Bits, i / steps, i % steps));
        enough = enough && 100 * t.bytes >= 32 * (half ? 50 : 100) * t.sectors;
        all += t.sectors;
      }
      bool const witness = possible ? r(clue::sectors_of_block) == all
                                    : r.holds() || names_the_first(r, is, s, Bits);
      judge(name, r, possible && enough, witness,
            has_many_points(s) || (may_be_negative(s) && possible), s);
    }
  }

  template <int Access, int Bits>
  void width(subject const& s) {
    if constexpr (Access >= Bits) {
      constexpr oracle::instruction is{oracle::kind::load, Access, 0};
      report const r = tileproof::access_width<Access, element<Bits>>::decide(s.of);
      integer const at = oracle::first_out_of_place(is, s.at, s.threads(), Bits);
      judge("access_width", r, at < 0,
            r.holds() ||
                (r(clue::at_thread) == at / s.values() && r(clue::at_value) == at % s.values()),
            has_many_points(s), s);
      report const a = tileproof::aligned<Access / 8, element<Bits>>::decide(s.of);
      judge("aligned", a, oracle::first_ungrouped(s.at, 1, Access / Bits) < 0, true,
            has_many_points(s), s);
    }
  }

  template <int Bits>
  void operator()(thread_value const& tv, draw& from) {
    using namespace tileproof;
    subject const s(tv.l, tv.split);
    width<8, Bits>(s);
    width<32, Bits>(s);
    width<128, Bits>(s);
    bank<shared_load<8>, Bits>("bank_ways<shared_load<8>>", s);
    bank<shared_load<32>, Bits>("bank_ways<shared_load<32>>", s);
    bank<shared_load<64>, Bits>("bank_ways<shared_load<64>>", s);
    bank<shared_load<128>, Bits>("bank_ways<shared_load<128>>", s);
    bank<shared_store<16>, Bits>("bank_ways<shared_store<16>>", s);
    bank<shared_store<32>, Bits>("bank_ways<shared_store<32>>", s);
    bank<shared_store<128>, Bits>("bank_ways<shared_store<128>>", s);
    bank<ldmatrix<1>, Bits>("bank_ways<ldmatrix<1>>", s);
    bank<ldmatrix<2>, Bits>("bank_ways<ldmatrix<2>>", s);
    bank<ldmatrix<4>, Bits>("bank_ways<ldmatrix<4>>", s);
    bank<stmatrix<2>, Bits>("bank_ways<stmatrix<2>>", s);
    sectors<global_load<8>, Bits>("sector_efficiency<global_load<8>>", s);
    sectors<global_load<32>, Bits>("sector_efficiency<global_load<32>>", s);
    sectors<global_store<128>, Bits>("sector_efficiency<global_store<128>>", s);
    asynchronous<cp_async_ca<4>, Bits, cp_async_ca<4, source_of_whole_lines>>(
        "bank_ways<cp_async_ca<4>>", tv, s, from);
    asynchronous<cp_async_ca<8>, Bits, cp_async_ca<8, source_of_whole_lines>>(
        "bank_ways<cp_async_ca<8>>", tv, s, from);
    asynchronous<cp_async_ca<16>, Bits, cp_async_ca<16, source_of_whole_lines>>(
        "bank_ways<cp_async_ca<16>>", tv, s, from);
    asynchronous<cp_async_cg, Bits, void>("bank_ways<cp_async_cg>", tv, s, from);
  }

  // A subject without a table.
  struct large_subject : subject {
    large_subject(oracle::layout const& whole, int leaves) : subject(one(whole), leaves) {
      l = whole;
      of = with_extents(of, whole);
    }
    integer values() const { return oracle::size(l) / threads(); }
    static oracle::layout one(oracle::layout r) {
      for (int i = 0; i < r.n; ++i) {
        r.s[i] = 1;
      }
      return r;
    }
    static mapping with_extents(mapping const& m, oracle::layout const& whole) {
      core::layout r = m.of;
      for (int i = 0; i < r.count; ++i) {
        r.at[i].extent = core::fixed(whole.s[i]);
      }
      return mapping(r, whole.offset, {whole.bits, whole.base, whole.shift});
    }
  };

  // Layouts of many instructions: those that a report names, the ends, and some between.
  template <class Access, int Bits>
  void large(char const* name, large_subject const& s, draw& from) {
    constexpr oracle::instruction is = judged_as<Access>::value;
    report const r = tileproof::bank_ways<Access, element<Bits>, 1>::decide(s.of);
    bool right = true;
    bool some_fault = false;
    integer const vector = is.bits / Bits;
    integer const steps = (s.values() + vector - 1) / vector;
    integer const warps = oracle::warps_of(s.threads());
    auto const looked_at = [&](integer w, integer step) {
      oracle::table tv;
      integer const threads = std::min<integer>(32, s.threads() - 32 * w);
      for (integer i = 0; i < vector * threads; ++i) {
        integer const value = step * vector + i / threads;
        tv.push_back(value < s.values()
                         ? oracle::at(s.l, 32 * w + i % threads + s.threads() * value)
                         : INT32_MAX);
      }
      oracle::warp const lanes = warp_of(s, is.bits, Bits, w, step);
      return oracle::first_out_of_place(is, tv, threads, Bits) < 0 &&
             oracle::cost_of(is, lanes).ways <= 1;
    };
    if (r.is == answer::no && !r.has(clue::missing_thread)) {
      some_fault = r.has(clue::in_warp)
                       ? !looked_at(r(clue::in_warp), r(clue::at_step))
                       : !looked_at(r(clue::at_thread) / 32, r(clue::at_value) / vector);
      right = some_fault;
    }
    for (int i = 0; r.is == answer::yes && i < 12; ++i) {
      integer const w = i == 0 ? 0 : i == 1 ? warps - 1 : from.between(0, warps - 1);
      integer const step = i == 0 ? 0 : i == 1 ? steps - 1 : from.between(0, steps - 1);
      right = right && looked_at(w, step);
    }
    judge(std::string(name) + ", large", r, r.is == answer::yes, right, true, s);
  }

  template <int Bits>
  void of_large(thread_value const& tv, draw& from) {
    using namespace tileproof;
    oracle::layout l = tv.l;
    integer size = oracle::size(l);
    if (size > integer{1} << 55 || lowest(l) < 0) {
      return;
    }
    large_subject s(l, tv.split);
    if constexpr (Bits <= 32) {
      large<shared_load<32>, Bits>("bank_ways<shared_load<32>>", s, from);
    }
    large<shared_store<128>, Bits>("bank_ways<shared_store<128>>", s, from);
    large<ldmatrix<4>, Bits>("bank_ways<ldmatrix<4>>", s, from);
  }

  // Few points, about as far away as 32 bits reach, or 63.
  void far(draw& from) {
    oracle::layout l = draw_layout(from, static_cast<int>(from.between(1, 3)), 40);
    int const scale = static_cast<int>(from.between(0, from.once_in(8) ? 48 : 30));
    for (int i = 0; i < l.n; ++i) {
      l.d[i] *= from.once_in(2) ? integer{1} << scale : 1;
    }
    integer const places[] = {0, 0, INT32_MAX, INT32_MIN, INT64_MAX / 4, -(INT64_MAX / 4)};
    l.offset = from.among(places) + from.between(-40, 40);
    if (from.once_in(2)) {
      l.offset =
          l.offset < INT32_MAX && l.offset > INT32_MIN ? l.offset << from.between(0, 8) : l.offset;
    }
    if (from.once_in(2)) {
      l.bits = static_cast<int>(from.between(1, 4));
      l.shift = static_cast<int>(from.between(l.bits, 24));
      l.base = static_cast<int>(from.between(0, 55 - l.bits - l.shift));
      l.base = from.once_in(2) ? std::min(l.base, 31) : l.base;
      l.shift *= from.once_in(2) ? -1 : 1;
    }
    subject s(l, l.n);
    s.reached.least = *std::min_element(s.at.begin(), s.at.end());
    s.reached.most = *std::max_element(s.at.begin(), s.at.end());
    auto const narrow = [](integer y) { return y >= INT32_MIN && y <= INT32_MAX; };
    report const r = tileproof::offsets_fit_32_bits::decide(s.of);
    bool const attained = std::find(s.at.begin(), s.at.end(), r(clue::at_offset)) != s.at.end();
    judge("offsets_fit_32_bits", r, narrow(s.reached.least) && narrow(s.reached.most),
          r.holds() || (attained && !narrow(r(clue::at_offset))), false, s);
    auto const grouped = [&](char const* name, report const& g, integer n, integer unit) {
      integer const at = oracle::first_ungrouped(s.at, n, unit);
      judge(name, g, at < 0, g.holds() || s.index(g, clue::at_coordinate) == at, false, s);
    };
    grouped("contiguous, far", tileproof::contiguous<2>::decide(s.of), 2, 1);
    grouped("contiguous, far", tileproof::contiguous<4>::decide(s.of), 4, 1);
    grouped("aligned, far", tileproof::aligned<16, element<4>>::decide(s.of), 1, 32);
    grouped("aligned, far", tileproof::aligned<4, element<1>>::decide(s.of), 1, 32);
    // Addresses that 64 bits do not hold are undecided; others are as near the origin.
    report const b = tileproof::bank_ways<tileproof::shared_load<64>, element<64>>::decide(s.of);
    bool const fits = s.reached.least >= 0 && s.reached.most < INT64_MAX / 256;
    bool const possible = lowest(s.l) >= 0 && fits;
    judge("bank_ways, far", b,
          possible && block_of({oracle::kind::load, 64, 0}, s.at, s.threads(), 64).sum.ways <= 1,
          true, !possible, s);
  }

  void print() const {
    for (auto const& [name, t] : of) {
      t.print();
    }
  }
};

template <class F>
void with_bits(integer i, F f) {
  switch (i) {
    case 0: return f(std::integral_constant<int, 1>{});
    case 1: return f(std::integral_constant<int, 2>{});
    case 2: return f(std::integral_constant<int, 4>{});
    case 3: return f(std::integral_constant<int, 8>{});
    case 4: return f(std::integral_constant<int, 16>{});
    case 5: return f(std::integral_constant<int, 32>{});
    default: return f(std::integral_constant<int, 64>{});
  }
}

}  // namespace

int main(int count, char** arguments) {
  long const layouts = count > 1 ? std::atol(arguments[1]) : 4'000;
  memory all;
  draw from(29);
  for (long i = 0; i < layouts; ++i) {
    with_bits(from.between(0, 6), [&](auto bits) {
      int const widths[] = {8, 16, 32, 32, 64, 128, 128};
      int const vector = std::max(1, from.among(widths) / bits);
      all.operator()<bits>(draw_access(from, vector, false), from);
      all.of_large<bits>(draw_access(from, vector, true), from);
    });
    for (int k = 0; k < 8; ++k) {
      all.far(from);
    }
  }
  all.print();
  std::printf("%ld cases, %ld disagreements: %s\n", total_cases, total_disagreements,
              failed ? "FAILED" : "ok");
  return failed ? 1 : 0;
}
