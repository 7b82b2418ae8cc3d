// SPDX-License-Identifier: BSL-1.0
#include "properties.hpp"

#include "accesses.hpp"
#include "facts.hpp"
#include "words.hpp"

#include <tileproof/atom/tma/canonical.hpp>
#include <tileproof/atom/tma/shares.hpp>
#include <tileproof/atom/wgmma/canonical.hpp>
#include <tileproof/kernel/visits_every_tile_once.hpp>
#include <tileproof/prove.hpp>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace tileproof::explorer {

namespace {

// One question: the parameters and the arguments, and the report with its words.
struct question {
  std::vector<value> const& parameters;
  std::vector<mapping> const& of;  // the arguments
  std::string wrong{};             // the reason for which a parameter is none
  report found{};
  char const* const* patterns = nullptr;
  core::topic topic{};
  core::text remedy{};

  std::vector<mapping const*> all() const {
    std::vector<mapping const*> p;
    for (mapping const& m : of) p.push_back(&m);
    return p;
  }
  bool refuted() const { return found.is == answer::no; }

  // Parameter i as a number in [least,most], or the fallback where it is left out.
  bool number(std::size_t i, std::int64_t least, std::int64_t most, std::int64_t& out,
              std::int64_t fallback = 0) {
    out = fallback;
    if (i >= parameters.size()) return true;
    value const& v = parameters[i];
    bool const is_number = v.is_integer() && v.integer().is_known();
    if (is_number) out = v.integer().value;
    if (is_number && out >= least && out <= most) return true;
    wrong = "parameter " + std::to_string(i + 1) + " is " + text_of(v) +
            ", and an integer from " + std::to_string(least) + " to " + std::to_string(most) +
            " is expected";
    return false;
  }
  // Parameter i as an element type; its name goes into the sentence.
  bool element(std::size_t i, int& bits) {
    bits = parameters[i].is == kind::atom ? bits_of_element(parameters[i].name) : 0;
    topic.element.put(parameters[i].name);
    if (bits == 0)
      wrong = "parameter " + std::to_string(i + 1) + " is " + text_of(parameters[i]) +
              ", and the name of an element type, such as half_t or float, is expected";
    return bits > 0;
  }
  bool fails(std::string why) {
    wrong = std::move(why);
    return false;
  }
};

using decision = bool (*)(question&);

// ---- properties without parameters

template <class P>
bool one(question& q) {
  q.found = P::decide(q.of[0]);
  q.patterns = detail::sentences_of<P>();
  if constexpr (requires { P::remedy(q.remedy, q.found, q.of[0]); })
    if (q.refuted()) P::remedy(q.remedy, q.found, q.of[0]);
  return true;
}
template <class P>
bool two(question& q) {
  q.found = P::decide(q.of[0], q.of[1]);
  q.patterns = detail::sentences_of<P>();
  if constexpr (requires { P::remedy(q.remedy, q.found, q.of[0], q.of[1]); })
    if (q.refuted()) P::remedy(q.remedy, q.found, q.of[0], q.of[1]);
  return true;
}
template <class P>
bool three(question& q) {
  q.found = P::decide(q.of[0], q.of[1], q.of[2]);
  q.patterns = detail::sentences_of<P>();
  if constexpr (requires { P::remedy(q.remedy, q.found, q.of[0], q.of[1], q.of[2]); })
    if (q.refuted()) P::remedy(q.remedy, q.found, q.of[0], q.of[1], q.of[2]);
  return true;
}

// ---- properties with parameters

bool is_power_of_two(std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

bool contiguous_runs(question& q) {
  std::int64_t n = 0;
  if (!q.number(0, 1, INT64_MAX, n)) return false;
  q.found = detail::runs_of(q.of[0], n);
  q.patterns = contiguous<1>::sentences;
  q.topic.wanted = n;
  return true;
}
bool aligned_offsets(question& q) {
  std::int64_t bytes = 0;
  int bits = 0;
  if (!q.number(0, 1, 1 << 20, bytes) || !q.element(1, bits)) return false;
  if (bytes * 8 % bits != 0)
    return q.fails(std::to_string(bytes) + " bytes are no whole number of elements of " +
                   std::to_string(bits) + " bits");
  q.found = detail::alignment_of(q.of[0], static_cast<int>(bytes), bits);
  q.patterns = aligned<1, std::int8_t>::sentences;
  q.topic.wanted = bytes;
  if (q.refuted()) detail::put_alignment(q.remedy, q.of[0], static_cast<int>(bytes), bits);
  return true;
}
bool width_of_access(question& q) {
  std::int64_t width = 0;
  std::int64_t base = 0;
  int bits = 0;
  if (!q.number(0, 8, 128, width) || !q.element(1, bits) ||
      !q.number(2, 1, 1 << 20, base, width / 8))
    return false;
  if (width % 8 != 0 || width % bits != 0)
    return q.fails("an access of " + std::to_string(width) +
                   " bits holds no whole number of bytes and of elements of " +
                   std::to_string(bits) + " bits");
  for (std::size_t i = 0; i < q.of.size() && q.found.holds(); ++i)
    q.found = detail::access_of_side(q.of[i], static_cast<std::int64_t>(i),
                                     static_cast<int>(width), bits, static_cast<int>(base));
  q.patterns = access_width<8, std::int8_t>::sentences;
  q.topic.wanted = width;
  if (!q.refuted()) return true;
  auto const sides = q.all();
  int const widest =
      detail::widest_access(sides.data(), static_cast<int>(sides.size()), static_cast<int>(width),
                            bits, static_cast<int>(base));
  detail::put_widest_access(q.remedy, widest, bits);
  return true;
}
bool owns(question& q) {
  std::int64_t times = 0;
  if (!q.number(0, 1, INT64_MAX, times, 1)) return false;
  q.found = detail::ownership_of(q.of[0], q.of[1], times);
  q.patterns = owns_every_element<1>::sentences;
  q.topic.wanted = times;
  return true;
}
bool bank_conflicts(question& q) {
  shared_instruction is;
  std::int64_t ways = 0;
  int bits = 0;
  if (q.parameters[0].is != kind::atom || !shared_access(q.parameters[0].name, is))
    return q.fails("parameter 1 is " + text_of(q.parameters[0]) +
                   ", and an instruction such as shared_load<128> or ldmatrix<4> is expected");
  if (!q.element(1, bits) || !q.number(2, 1, 32, ways, 1)) return false;
  if (is.bits % bits != 0)
    return q.fails("an access of " + std::to_string(is.bits) +
                   " bits holds no whole number of elements of " + std::to_string(bits) + " bits");
  bool const reads = is.op == shared_op::ld || is.op == shared_op::ldmatrix;
  bool const is_async = is.op == shared_op::cp_async_ca || is.op == shared_op::cp_async_cg;
  q.topic.verb = reads ? "read" : "write";
  q.patterns = bank_ways<shared_load<8>, std::int8_t>::sentences;
  if (q.of.size() == 2) {
    if (!is_async || is.is_from_whole_lines)
      return q.fails("a second layout is the source of cp.async, and " + q.parameters[0].name +
                     " has none");
    q.found = detail::bank_report(is, q.of[0], q.of[1], bits, static_cast<int>(ways));
    return true;
  }
  q.found = detail::bank_report(is, q.of[0], bits, static_cast<int>(ways));
  if (q.refuted()) detail::put_bank_remedy(q.remedy, q.found, is, q.of[0], bits);
  return true;
}
bool sectors(question& q) {
  int const width = q.parameters[0].is == kind::atom ? global_access(q.parameters[0].name) : 0;
  std::int64_t per_cent = 0;
  int bits = 0;
  if (width == 0)
    return q.fails("parameter 1 is " + text_of(q.parameters[0]) +
                   ", and an instruction such as global_load<128> is expected");
  if (!q.element(1, bits) || !q.number(2, 0, 100, per_cent, 100)) return false;
  if (width % bits != 0)
    return q.fails("an access of " + std::to_string(width) +
                   " bits holds no whole number of elements of " + std::to_string(bits) + " bits");
  q.found = detail::efficiency_of(q.of[0], width, bits, static_cast<int>(per_cent));
  q.patterns = sector_efficiency<global_load<8>, std::int8_t>::sentences;
  q.topic.wanted = per_cent;
  return true;
}
bool fitting_swizzle(question& q) {
  std::int64_t vector = 0;
  if (!q.number(0, 1, 1 << 20, vector, 1)) return false;
  if (!is_power_of_two(vector)) return q.fails("a vector of " + std::to_string(vector) +
                                               " elements: a power of two is expected");
  q.found = detail::swizzle_fit_of(q.of[0], vector);
  q.patterns = swizzle_fits<1>::sentences;
  if (q.refuted()) detail::put_fitting_swizzle(q.remedy, q.found, q.of[0], vector);
  return true;
}
bool bytes_fit(question& q) {
  std::int64_t bytes = 0;
  int bits = 0;
  if (!q.number(0, 0, INT64_MAX, bytes) || !q.element(1, bits)) return false;
  detail::resource r{bits, 8, 128};
  for (mapping const& m : q.of) r.take(m);
  q.found = r.at_most(bytes, clue::in_bytes);
  q.patterns = fits_in_bytes<1, std::int8_t>::sentences;
  return true;
}
bool registers_fit(question& q) {
  std::int64_t registers = 0;
  int bits = 0;
  if (!q.number(0, 0, INT32_MAX, registers) || !q.element(1, bits)) return false;
  detail::resource r{bits, 32, 1};
  for (mapping const& m : q.of) r.take(m);
  q.found = r.at_most(registers, clue::in_registers);
  q.patterns = fits_in_registers<1, std::int8_t>::sentences;
  return true;
}
bool register_file(question& q) {
  std::int64_t threads = 0;
  std::int64_t at_launch = 0;
  if (!q.number(0, 1, 1024, threads)) return false;
  if (!q.number(1, 1, 255, at_launch, registers_at_launch(static_cast<int>(threads)))) return false;
  q.found = detail::register_file_of(q.of[0], static_cast<int>(threads),
                                     static_cast<int>(at_launch));
  q.patterns = fits_register_file<128, 32>::sentences;
  q.topic.wanted = at_launch;
  if (q.refuted()) detail::put_register_remedy(q.remedy, q.found, q.of[0].of);
  return true;
}
bool bytes_expected(question& q) {
  std::int64_t bytes = 0;
  if (!q.number(0, 0, INT64_MAX, bytes)) return false;
  auto const copies = q.all();
  q.found = detail::bytes_of_copies(copies.data(), static_cast<int>(copies.size()), bytes);
  q.patterns = expects_bytes<1>::sentences;
  return true;
}
bool arrivals_expected(question& q) {
  std::int64_t n = 0;
  if (!q.number(0, 0, INT32_MAX, n)) return false;
  q.found = detail::arrivals_of(q.of[0], n);
  q.patterns = expects_arrivals<1>::sentences;
  return true;
}
bool each_share(question& q) {
  unsigned masks[16]{};
  for (std::size_t i = 0; i < q.parameters.size(); ++i) {
    std::int64_t mask = 0;
    if (!q.number(i, 0, UINT32_MAX, mask)) return false;
    masks[i] = static_cast<unsigned>(mask);
  }
  q.found = detail::reach_each_block(masks, static_cast<std::int64_t>(q.parameters.size()),
                                     q.of[0], q.of[1], q.of[2]);
  q.patterns = receives_each_share<1>::sentences;
  return true;
}
bool tiles_visited(question& q) {
  std::int64_t group = 0;
  if (!q.number(0, 1, INT32_MAX, group, 1)) return false;
  struct by_rows {
    static constexpr tile_order of(int rows, int columns, int batches) {
      return {rows, columns, 1, batches};
    }
  };
  q.found = detail::visits_in_groups(q.of[0], group);
  q.patterns = detail::sentences_of<visits_every_tile_once<by_rows>>();
  return true;
}
bool wgmma_operand(question& q) {
  std::string const major = text_of(q.parameters[0]);
  int bits = 0;
  if (major != "K" && major != "MN")
    return q.fails("parameter 1 is " + major + ", and the major of the operand, K or MN, is "
                                               "expected");
  if (!q.element(1, bits)) return false;
  GMMA::Major const m = major == "K" ? GMMA::Major::K : GMMA::Major::MN;
  q.found = detail::wgmma_report(q.of[0], m, bits);
  q.patterns = canonical_for_wgmma<GMMA::Major::K, std::int8_t>::sentences;
  q.topic.verb = major == "K" ? "K-major" : "MN-major";
  if (q.refuted())
    detail::put_wgmma_remedy(q.remedy, q.found, q.of[0], m, bits,
                             std::string_view(q.topic.element));
  return true;
}
bool tma_tile_moves(question& q) {
  std::int64_t blocks = 0;
  int bits = 0;
  if (!q.element(0, bits) || !q.number(1, 1, 16, blocks, 1)) return false;
  q.found = detail::tma_report(q.of[0], q.of[1], bits, static_cast<int>(blocks));
  q.patterns = canonical_for_tma<std::int8_t>::sentences;
  if (q.refuted())
    detail::put_tma_remedy(q.remedy, q.found, q.of[0], q.of[1], bits, static_cast<int>(blocks));
  return true;
}

// ---- the table

// A property that is decided by `ask`, or, where that is null, one that asks whether the operation
// `operation` is accepted.
struct row {
  property words;
  std::size_t least_parameters, most_parameters;
  std::size_t least, most;  // arguments
  unsigned coordinates;     // bit i: argument i may have coordinates as offsets
  decision ask;
  char const* operation;
};

constexpr std::size_t many = 16;

constexpr row rows[] = {
    {{"injective", "", "L", "no two coordinates have one offset"}, 0, 0, 1, 1, 1, one<injective>, ""},
    {{"onto_interval", "", "L", "the offsets form an interval"}, 0, 0, 1, 1, 0, one<onto_interval>,
     ""},
    {{"bijective_onto_interval", "", "L", "the offsets form an interval, each reached once"}, 0, 0,
     1, 1, 0, one<bijective_onto_interval>, ""},
    {{"compact", "", "L", "a bijection onto [0,size)"}, 0, 0, 1, 1, 0, one<compact>, ""},
    {{"equivalent", "", "A B", "the same function"}, 0, 0, 2, 2, 3, two<equivalent>, ""},
    {{"contiguous", "<N>", "L", "runs of N consecutive elements"}, 1, 1, 1, 1, 0, contiguous_runs,
     ""},
    {{"aligned", "<BYTES,ELEMENT>", "L", "every offset is a multiple of BYTES"}, 2, 2, 1, 1, 0,
     aligned_offsets, ""},
    {{"access_width", "<BITS,ELEMENT[,BASE_BYTES]>", "TV...",
      "each thread may access its values BITS at a time"}, 2, 3, 1, 3, 0, width_of_access, ""},
    {{"owns_every_element", "[<TIMES>]", "TV TILE", "each element of the tile has one owner"}, 0, 1,
     2, 2, 2, owns, ""},
    {{"same_elements", "", "TV TV", "source and destination of a copy are the same elements"}, 0, 0,
     2, 2, 3, two<same_elements>, ""},
    {{"written_by_one_thread", "", "TV", "no two threads write one element"}, 0, 0, 1, 1, 1,
     one<written_by_one_thread>, ""},
    {{"tiles_cover", "", "L TILER", "every element is in exactly one tile"}, 0, 0, 2, 2, 1,
     two<tiles_cover>, ""},
    {{"tiles_evenly", "", "L TILER", "the tiles cover, and leave no residue"}, 0, 0, 2, 2, 1,
     two<tiles_evenly>, ""},
    {{"tiles_begin_at_zero", "", "L TILER", "no tile visits a coordinate below 0"}, 0, 0, 2, 2, 1,
     two<tiles_begin_at_zero>, ""},
    {{"bank_ways", "<ACCESS,ELEMENT[,WAYS]>", "TV [SOURCE]",
      "at most WAYS-way bank conflicts in shared memory"}, 2, 3, 1, 2, 0, bank_conflicts, ""},
    {{"free_of_bank_conflicts", "<ACCESS,ELEMENT>", "TV [SOURCE]", "no bank conflicts"}, 2, 2, 1, 2,
     0, bank_conflicts, ""},
    {{"sector_efficiency", "<ACCESS,ELEMENT[,PER_CENT]>", "TV",
      "the use of the bytes in the sectors of global memory"}, 2, 3, 1, 1, 0, sectors, ""},
    {{"swizzle_fits", "[<VECTOR>]", "TILE", "the swizzle is legal for the tile"}, 0, 1, 1, 1, 0,
     fitting_swizzle, ""},
    {{"fits_in_bytes", "<BYTES,ELEMENT>", "L...", "the layouts fit a buffer"}, 2, 2, 1, many, 0,
     bytes_fit, ""},
    {{"fits_in_registers", "<REGISTERS,ELEMENT>", "L...", "the fragments fit the registers"}, 2, 2,
     1, many, 0, registers_fit, ""},
    {{"offsets_fit_32_bits", "", "L", "every offset fits 32 bits"}, 0, 0, 1, 1, 0,
     one<offsets_fit_32_bits>, ""},
    {{"offsets_are_integers", "", "L", "no offset is a coordinate"}, 0, 0, 1, 1, 0,
     one<offsets_are_integers>, ""},
    {{"linear_over_gf2", "", "L", "offsets are the xor of those of the bits"}, 0, 0, 1, 1, 0,
     one<linear_over_gf2>, ""},
    {{"every_thread_has_one_place", "", "THREADS", "a thread layout is a bijection"}, 0, 0, 1, 1, 0,
     one<every_thread_has_one_place>, ""},
    {{"every_owner_has_one_element", "", "THREADS VALUES",
      "a tiled copy gives each (thread,value) one element"}, 0, 0, 2, 2, 0,
     two<every_owner_has_one_element>, ""},
    {{"fits_whole_tiles", "", "TV TILE TENSOR", "the tile divides the tensor"}, 0, 0, 3, 3, 6,
     three<fits_whole_tiles>, ""},
    {{"canonical_for_wgmma", "<MAJOR,ELEMENT>", "L", "wgmma can read the layout"}, 2, 2, 1, 1, 0,
     wgmma_operand, ""},
    {{"canonical_for_tma", "<ELEMENT[,BLOCKS]>", "SHARED GLOBAL TILER",
      "TMA can move the tile between the layouts"}, 1, 2, 3, 3, 2, tma_tile_moves, ""},
    {{"expects_bytes", "<BYTES>", "SHAPE...", "the copies of a phase bring BYTES bytes"}, 1, 1, 1,
     many, 0, bytes_expected, ""},
    {{"receives_each_share", "<MASK,...>", "SHARES TILE RANKS",
      "each block receives each share of a multicast once"}, 1, 16, 3, 3, 0, each_share, ""},
    {{"expects_arrivals", "<ARRIVALS>", "SHAPE", "as many threads arrive as a barrier counts"}, 1, 1,
     1, 1, 0, arrivals_expected, ""},
    {{"fits_register_file", "<THREADS[,AT_LAUNCH]>", "SHAPE",
      "setmaxnreg leaves no warpgroup without registers"}, 1, 2, 1, 1, 0, register_file, ""},
    {{"visits_every_tile_once", "[<GROUP>]", "GRID",
      "a tile_order with groups of GROUP rows visits each tile once"}, 0, 1, 1, 1, 0, tiles_visited,
     ""},
    {{"composable", "", "A B", "composition is accepted, also in device code"}, 0, 0, 2, 2, 3,
     nullptr, "composition"},
    {{"complementable", "", "L [M]", "complement is accepted"}, 0, 0, 1, 2, 3, nullptr,
     "complement"},
    {{"left_invertible", "", "L", "left_inverse is accepted"}, 0, 0, 1, 1, 1, nullptr,
     "left_inverse"},
    {{"right_invertible", "", "L", "right_inverse is accepted"}, 0, 0, 1, 1, 1, nullptr,
     "right_inverse"},
    {{"divisible", "", "L TILER", "the divides are accepted"}, 0, 0, 2, 2, 3, nullptr,
     "logical_divide"},
    {{"repeatable", "", "L TILER", "the products are accepted"}, 0, 0, 2, 2, 3, nullptr,
     "logical_product"},
    {{"upcastable", "<N>", "L", "upcast<N> is accepted"}, 1, 1, 1, 1, 1, nullptr, "upcast"},
};

row const* find_row(std::string_view name) {
  for (row const& r : rows)
    if (r.words.name == name) return &r;
  return nullptr;
}

std::string form_of(property const& p) {
  return std::string(p.name) + std::string(p.parameters) + " " + std::string(p.arguments);
}

failure bad(std::string what, std::size_t at, std::size_t length) {
  return {status::bad_input, std::move(what), at, length};
}

// Splits "aligned<16,half_t>" and evaluates the parameters.
row const* parse_property(session& s, std::string const& text, std::vector<value>& parameters,
                          failure& why) {
  std::size_t const open = text.find('<');
  std::string name = text.substr(0, open);
  while (!name.empty() && name.back() == ' ') name.pop_back();
  row const* const r = find_row(name);
  if (r == nullptr) {
    if (name == "sound_protocol")
      why = bad("a protocol is a type of C++: require<sound_protocol>(protocol{}) proves it while "
                "compiling", 0, name.size());
    else
      why = bad("`" + name + "` is no property: `tileproof prove --help` lists all", 0,
                name.empty() ? 1 : name.size());
    return nullptr;
  }
  if (open != std::string::npos) {
    std::string const list = "Parameters" + text.substr(open);
    outcome const o = s.run(list);
    std::size_t const prefix = 10;
    if (!o.holds()) {
      why = o.why;
      why.at = why.at + open >= prefix ? why.at + open - prefix : 0;
      return nullptr;
    }
    parameters = o.result.items;
  }
  if (parameters.size() < r->least_parameters || parameters.size() > r->most_parameters) {
    why = bad(form_of(r->words) + " is its form, and " + std::to_string(parameters.size()) +
                  " parameters are given", 0, text.size());
    return nullptr;
  }
  return r;
}

// The argument of canonical_for_tma: shared layout, and the tile of a global layout by a tiler.
bool tma_arguments(std::vector<value>& args, std::vector<mapping>& of, std::string& why) {
  if (!args[1].has_layout() || args[1].is_swizzled() ||
      (args[2].is != kind::integers && args[2].is != kind::layout)) {
    why = "the second argument is the layout of the tensor, the third a tiler";
    return false;
  }
  core::arithmetic cx;
  core::layout const whole = core::identity(cx, args[1].of);
  core::layout const cut = args[2].is == kind::layout
                               ? core::composition(cx, whole, args[2].of)
                               : core::composition_by(cx, whole, tiler_of(args[2]));
  if (cx.refused()) {
    why = std::string(std::string_view(core::sentence(cx.why)));
    return false;
  }
  for (int i = 0; i < cut.count; ++i)
    if (!cut.at[i].extent.is_fixed()) {
      why = "a TMA box needs a tile with static extents";
      return false;
    }
  of[1] = detail::tma_tile_of(args[1].of, cut);
  of.pop_back();
  return true;
}

// Asks a row of values without unknowns.
void ask(row const& r, std::vector<value> const& parameters, std::vector<value> args, verdict& v) {
  std::vector<mapping> of(args.size());
  std::string wrong;
  bool const is_tma = r.ask == tma_tile_moves;
  for (std::size_t i = 0; i < args.size() && wrong.empty(); ++i) {
    if (is_tma && i > 0) continue;
    if (!mapping_of_value(args[i], of[i], wrong)) break;
  }
  if (wrong.empty() && is_tma) tma_arguments(args, of, wrong);
  question q{parameters, of};
  int side = -1;
  for (std::size_t i = 0; i < of.size() && side < 0 && wrong.empty(); ++i)
    if (detail::has_other_offsets(of[i], r.coordinates, static_cast<int>(i)))
      side = static_cast<int>(i);
  if (wrong.empty() && side >= 0)
    q.found = detail::other_offsets(of[static_cast<std::size_t>(side)], side,
                                    static_cast<int>(of.size()));
  else if (wrong.empty() && !r.ask(q))
    wrong = q.wrong;
  if (!wrong.empty()) {
    v.why = bad(wrong, 0, 0);
    return;
  }
  v.found = q.found;
  v.is = q.found.is;
  if (q.found.holds()) return;
  core::text t;
  auto const all = q.all();
  if (!detail::put_sentence(t, q.found, q.patterns, q.topic, all.data(),
                            static_cast<int>(all.size()))) {
    t.put(r.words.name);
    t.put(q.found.is == answer::undecided ? " is undecided: " : " does not hold: ");
    core::put_clues(t, {q.found.clues, q.found.count});
  }
  detail::put_second(t, q.remedy);
  v.sentence = std::string(std::string_view(t));
  if (v.sentence.substr(0, 11) == "undecided: ") v.sentence.erase(0, 11);
}

// Asks whether an operation is accepted.
void ask_operation(row const& r, session& s, std::vector<value> const& parameters,
                   std::vector<value> const& args, verdict& v) {
  outcome const o = s.call_operation(r.operation, args, parameters);
  if (o.why.is == status::bad_input) {
    v.why = o.why;
    return;
  }
  if (o.why.is == status::refused) {
    v.is = answer::no;
    v.sentence = o.why.what;
    return;
  }
  v.conditions = o.conditions;
  v.is = o.conditions.empty() ? answer::yes : answer::undecided;
  std::string const beyond = s.beyond_device(r.operation, args, parameters);
  if (v.is != answer::yes || beyond.empty()) return;
  v.is = answer::no;
  v.sentence = beyond;
}

}  // namespace

bool mapping_of_value(value const& v, mapping& out, std::string& why) {
  if (v.is == kind::tensor) {
    why = "a proof asks about a layout, and a tensor is given";
    return false;
  }
  if (v.is != kind::layout && v.is != kind::integers) {
    why = "a layout, a shape or a tiler is expected, and " + kind_of(v) + " is given";
    return false;
  }
  if (has_unknown(v)) {
    why = "the layout has an unknown integer";
    return false;
  }
  for (int i = 0; i < v.of.tokens; ++i)
    if (v.is == kind::integers && v.of.token[i] == core::keep_token) {
      why = "a layout, a shape or a tiler of layouts and integers is expected, without `_` and X";
      return false;
    }
  if (v.outside.size() > 1 || (v.outside.size() == 1 && !v.outside[0].is_swizzle)) {
    why = "a proof asks about a layout behind one swizzle at most";
    return false;
  }
  if (v.outside.empty()) {
    out = mapping(v.of);
    out.is_layout = v.is == kind::layout;
    return true;
  }
  if (core::is_tuple(v.outside[0].offset)) {
    why = "the offset inside a swizzle is an integer";
    return false;
  }
  out = mapping(v.of, v.outside[0].offset.at[0].extent.value, v.outside[0].swizzle);
  return true;
}

std::vector<property> const& properties() {
  static std::vector<property> const all = [] {
    std::vector<property> list;
    for (row const& r : rows) list.push_back(r.words);
    return list;
  }();
  return all;
}

verdict decide(session& s, std::string const& text, std::vector<std::string> const& expressions) {
  verdict v;
  std::vector<value> parameters;
  v.blamed = text;
  row const* const r = parse_property(s, text, parameters, v.why);
  if (r == nullptr) return v;
  std::vector<value> args;
  for (std::string const& e : expressions) {
    outcome const o = s.run(e);
    v.blamed = e;
    v.why = o.why;
    if (!o.holds()) return v;
    if (!o.bound.empty()) continue;
    args.push_back(o.result);
    v.arguments.push_back(s.text(o.result));
  }
  v.blamed = text;
  if (args.size() < r->least || args.size() > r->most) {
    v.why = bad(form_of(r->words) + " is its form, and " + std::to_string(args.size()) +
                    (args.size() == 1 ? " argument is" : " arguments are") + " given",
                0, text.size());
    return v;
  }
  bool unknown = false;
  for (value const& a : args) unknown = unknown || has_unknown(a);
  if (r->ask == nullptr) {
    ask_operation(*r, s, parameters, args, v);
  } else if (!unknown) {
    ask(*r, parameters, args, v);
  } else {
    facts_of(s.of_unknowns(), args,
             [&](std::vector<value> const& numbers, verdict& one) {
               ask(*r, parameters, numbers, one);
             },
             v);
  }
  if (v.why && v.why.length == 0) v.why.length = text.size();
  return v;
}

std::string text_of(verdict const& v) {
  if (!v.conditions.empty()) {
    std::string s = "holds if ";
    for (std::size_t i = 0; i < v.conditions.size(); ++i)
      s += (i > 0 ? " and " : "") + v.conditions[i];
    return s;
  }
  if (v.is == answer::no) return "refuted: " + v.sentence;
  if (v.is == answer::undecided) return "undecided: " + v.sentence;
  std::string s = "holds";
  if (v.found.points > 0)
    s += std::string(v.found.how == decided::by_structure ? ", from the strides alone"
                                                          : ", by visiting coordinates");
  if (v.found.count > 0) {
    core::text t;
    core::put_clues(t, {v.found.clues, v.found.count});
    s += ": " + std::string(std::string_view(t));
  }
  return s;
}

}  // namespace tileproof::explorer
