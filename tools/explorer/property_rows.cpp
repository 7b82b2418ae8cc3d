// SPDX-License-Identifier: BSL-1.0
#include "property_rows.hpp"

#include "accesses.hpp"
#include "words.hpp"

#include <tileproof/atom/tma/canonical.hpp>
#include <tileproof/atom/tma/shares.hpp>
#include <tileproof/atom/wgmma/canonical.hpp>
#include <tileproof/kernel/common/tile_order.hpp>
#include <tileproof/prove.hpp>

namespace tileproof::explorer {

bool question::number(std::size_t i, std::int64_t least, std::int64_t most, std::int64_t& out,
                      std::int64_t fallback) {
  out = fallback;
  if (i >= parameters.size()) return true;
  value const& v = parameters[i];
  bool const is_number = v.is_integer() && v.integer().is_known();
  if (is_number) out = v.integer().value;
  if (is_number && out >= least && out <= most) return true;
  wrong = "parameter " + std::to_string(i + 1) + " is " + text_of(v) + ", and an integer from " +
          std::to_string(least) + " to " + std::to_string(most) + " is expected";
  return false;
}

bool question::element(std::size_t i, int& bits) {
  bits = parameters[i].is == kind::atom ? bits_of_element(parameters[i].name) : 0;
  topic.element.put(parameters[i].name);
  if (bits == 0)
    wrong = "parameter " + std::to_string(i + 1) + " is " + text_of(parameters[i]) +
            ", and the name of an element type, such as half_t or float, is expected";
  return bits > 0;
}

namespace {

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
    q.found = detail::access_of_side(q.of[i], static_cast<std::int64_t>(i), static_cast<int>(width),
                                     bits, static_cast<int>(base));
  q.patterns = access_width<8, std::int8_t>::sentences;
  q.topic.wanted = width;
  if (!q.refuted()) return true;
  auto const sides = q.all();
  int const widest = detail::widest_access(sides.data(), static_cast<int>(sides.size()),
                                           static_cast<int>(width), bits, static_cast<int>(base));
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
  kind const k = q.parameters[0].is;
  if ((k != kind::atom && k != kind::copy) || !shared_access(q.parameters[0].name, is))
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
    detail::put_reading(q.reading, q.of[0], is.bits, bits);
    return true;
  }
  q.found = detail::bank_report(is, q.of[0], bits, static_cast<int>(ways));
  if (q.refuted()) detail::put_bank_remedy(q.remedy, q.found, is, q.of[0], bits);
  detail::put_reading(q.reading, q.of[0], is.bits, bits);
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
  detail::put_reading(q.reading, q.of[0], width, bits);
  q.topic.wanted = per_cent;
  return true;
}
bool fitting_swizzle(question& q) {
  std::int64_t vector = 0;
  if (!q.number(0, 1, 1 << 20, vector, 1)) return false;
  if (!is_power_of_two(vector))
    return q.fails("a vector of " + std::to_string(vector) +
                   " elements: a power of two is expected");
  q.found = detail::swizzle_fit_of(q.of[0], vector);
  q.patterns = swizzle_fits<1>::sentences;
  if (q.refuted()) detail::put_fitting_swizzle(q.remedy, q.found, q.of[0], vector);
  return true;
}
// Units of `unit` bits, each layout from a multiple of `alignment` units on: at most a number.
bool units_fit(question& q, std::int64_t largest, int unit, int alignment,
               core::clue_word const& in_units) {
  std::int64_t most = 0;
  int bits = 0;
  if (!q.number(0, 0, largest, most) || !q.element(1, bits)) return false;
  detail::resource r{bits, unit, alignment};
  for (mapping const& m : q.of) r.take(m);
  q.found = r.at_most(most, in_units);
  return true;
}
bool bytes_fit(question& q) {
  q.patterns = fits_in_bytes<1, std::int8_t>::sentences;
  return units_fit(q, INT64_MAX, 8, 128, clue::in_bytes);
}
bool registers_fit(question& q) {
  q.patterns = fits_in_registers<1, std::int8_t>::sentences;
  return units_fit(q, INT32_MAX, 32, 1, clue::in_registers);
}
bool register_file(question& q) {
  std::int64_t threads = 0;
  std::int64_t at_launch = 0;
  if (!q.number(0, 1, 1024, threads)) return false;
  if (!q.number(1, 1, 255, at_launch, registers_at_launch(static_cast<int>(threads)))) return false;
  q.found =
      detail::register_file_of(q.of[0], static_cast<int>(threads), static_cast<int>(at_launch));
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
  q.found = detail::reach_each_block(masks, static_cast<std::int64_t>(q.parameters.size()), q.of[0],
                                     q.of[1], q.of[2]);
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
    return q.fails("parameter 1 is " + major +
                   ", and the major of the operand, K or MN, is "
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

row asked(std::string_view name, std::string_view parameters, std::string_view arguments,
          std::string_view meaning, limits of_parameters, limits of_arguments, unsigned coordinates,
          decision ask) {
  return {
      {name, parameters, arguments, meaning}, of_parameters, of_arguments, coordinates, ask, ""};
}
row accepted(std::string_view name, std::string_view parameters, std::string_view arguments,
             std::string_view meaning, limits of_parameters, limits of_arguments,
             unsigned coordinates, char const* operation) {
  return {{name, parameters, arguments, meaning},
          of_parameters,
          of_arguments,
          coordinates,
          nullptr,
          operation};
}

template <class Property>
row of_protocols(std::string_view name, std::string_view meaning) {
  return {
      {name, "", "PROTOCOL", meaning}, {0, 0}, {1, 1}, 0, nullptr, nullptr, [](pipeline::fault f) {
        return Property::is_own(f);
      }};
}

constexpr std::size_t many = 16;

}  // namespace

std::vector<row> const& property_rows() {
  static std::vector<row> const rows = {
      asked("injective", "", "L", "no two coordinates have one offset", {0, 0}, {1, 1}, 1,
            one<injective>),
      asked("onto_interval", "", "L", "the offsets form an interval", {0, 0}, {1, 1}, 0,
            one<onto_interval>),
      asked("bijective_onto_interval", "", "L", "the offsets form an interval, each reached once",
            {0, 0}, {1, 1}, 0, one<bijective_onto_interval>),
      asked("compact", "", "L", "a bijection onto [0,size)", {0, 0}, {1, 1}, 0, one<compact>),
      asked("equivalent", "", "A B", "the same function", {0, 0}, {2, 2}, 3, two<equivalent>),
      asked("contiguous", "<N>", "L", "runs of N consecutive elements", {1, 1}, {1, 1}, 0,
            contiguous_runs),
      asked("aligned", "<BYTES,ELEMENT>", "L", "every offset is a multiple of BYTES", {2, 2},
            {1, 1}, 0, aligned_offsets),
      asked("access_width", "<BITS,ELEMENT[,BASE_BYTES]>", "TV...",
            "each thread may access its values BITS at a time", {2, 3}, {1, 3}, 0, width_of_access),
      asked("owns_every_element", "[<TIMES>]", "TV TILE", "each element of the tile has one owner",
            {0, 1}, {2, 2}, 2, owns),
      asked("same_elements", "", "TV TV", "source and destination of a copy are the same elements",
            {0, 0}, {2, 2}, 3, two<same_elements>),
      asked("written_by_one_thread", "", "TV", "no two threads write one element", {0, 0}, {1, 1},
            1, one<written_by_one_thread>),
      asked("tiles_cover", "", "L TILER", "every element is in exactly one tile", {0, 0}, {2, 2}, 1,
            two<tiles_cover>),
      asked("tiles_evenly", "", "L TILER", "the tiles cover, and leave no residue", {0, 0}, {2, 2},
            1, two<tiles_evenly>),
      asked("tiles_begin_at_zero", "", "L TILER", "no tile visits a coordinate below 0", {0, 0},
            {2, 2}, 1, two<tiles_begin_at_zero>),
      asked("bank_ways", "<ACCESS,ELEMENT[,WAYS]>", "TV [SOURCE]",
            "at most WAYS-way bank conflicts in shared memory", {2, 3}, {1, 2}, 0, bank_conflicts),
      asked("free_of_bank_conflicts", "<ACCESS,ELEMENT>", "TV [SOURCE]", "no bank conflicts",
            {2, 2}, {1, 2}, 0, bank_conflicts),
      asked("sector_efficiency", "<ACCESS,ELEMENT[,PER_CENT]>", "TV",
            "the use of the bytes in the sectors of global memory", {2, 3}, {1, 1}, 0, sectors),
      asked("swizzle_fits", "[<VECTOR>]", "TILE", "the swizzle is legal for the tile", {0, 1},
            {1, 1}, 0, fitting_swizzle),
      asked("fits_in_bytes", "<BYTES,ELEMENT>", "L...", "the layouts fit a buffer", {2, 2},
            {1, many}, 0, bytes_fit),
      asked("fits_in_registers", "<REGISTERS,ELEMENT>", "L...", "the fragments fit the registers",
            {2, 2}, {1, many}, 0, registers_fit),
      asked("offsets_fit_32_bits", "", "L", "every offset fits 32 bits", {0, 0}, {1, 1}, 0,
            one<offsets_fit_32_bits>),
      asked("offsets_are_integers", "", "L", "no offset is a coordinate", {0, 0}, {1, 1}, 0,
            one<offsets_are_integers>),
      asked("linear_over_gf2", "", "L", "offsets are the xor of those of the bits", {0, 0}, {1, 1},
            0, one<linear_over_gf2>),
      asked("every_thread_has_one_place", "", "THREADS", "a thread layout is a bijection", {0, 0},
            {1, 1}, 0, one<every_thread_has_one_place>),
      asked("every_owner_has_one_element", "", "THREADS VALUES",
            "a tiled copy gives each (thread,value) one element", {0, 0}, {2, 2}, 0,
            two<every_owner_has_one_element>),
      asked("fits_whole_tiles", "", "TV TILE TENSOR", "the tile divides the tensor", {0, 0}, {3, 3},
            6, three<fits_whole_tiles>),
      asked("canonical_for_wgmma", "<MAJOR,ELEMENT>", "L", "wgmma can read the layout", {2, 2},
            {1, 1}, 0, wgmma_operand),
      asked("canonical_for_tma", "<ELEMENT[,BLOCKS]>", "SHARED GLOBAL TILER",
            "TMA can move the tile between the layouts", {1, 2}, {3, 3}, 2, tma_tile_moves),
      asked("expects_bytes", "<BYTES>", "SHAPE...", "the copies of a phase bring BYTES bytes",
            {1, 1}, {1, many}, 0, bytes_expected),
      asked("receives_each_share", "<MASK,...>", "SHARES TILE RANKS",
            "each block receives each share of a multicast once", {1, 16}, {3, 3}, 0, each_share),
      asked("expects_arrivals", "<ARRIVALS>", "SHAPE", "as many threads arrive as a barrier counts",
            {1, 1}, {1, 1}, 0, arrivals_expected),
      asked("fits_register_file", "<THREADS[,AT_LAUNCH]>", "SHAPE",
            "setmaxnreg leaves no warpgroup without registers", {1, 2}, {1, 1}, 0, register_file),
      asked("visits_every_tile_once", "[<GROUP>]", "GRID",
            "a tile_order with groups of GROUP rows visits each tile once", {0, 1}, {1, 1}, 0,
            tiles_visited),
      accepted("composable", "", "A B", "composition is accepted, also in device code", {0, 0},
               {2, 2}, 3, "composition"),
      accepted("complementable", "", "L [M]", "complement is accepted", {0, 0}, {1, 2}, 3,
               "complement"),
      accepted("left_invertible", "", "L", "left_inverse is accepted", {0, 0}, {1, 1}, 1,
               "left_inverse"),
      accepted("right_invertible", "", "L", "right_inverse is accepted", {0, 0}, {1, 1}, 1,
               "right_inverse"),
      accepted("divisible", "", "L TILER", "the divides are accepted", {0, 0}, {2, 2}, 3,
               "logical_divide"),
      accepted("repeatable", "", "L TILER", "the products are accepted", {0, 0}, {2, 2}, 3,
               "logical_product"),
      accepted("upcastable", "<N>", "L", "upcast<N> is accepted", {1, 1}, {1, 1}, 1, "upcast"),
      of_protocols<sound_protocol>("sound_protocol", "no fault of any kind, for every trip count"),
      of_protocols<free_of_deadlock>("free_of_deadlock", "no role waits for ever"),
      of_protocols<free_of_races>("free_of_races",
                                  "nothing is overwritten or read while the other is under way"),
      of_protocols<reads_what_is_written>("reads_what_is_written",
                                          "nothing is read before it is written"),
      of_protocols<proxies_are_fenced>("proxies_are_fenced",
                                       "a fence stands between threads and the async proxy"),
      of_protocols<bytes_arrive_as_expected>("bytes_arrive_as_expected",
                                             "as many bytes arrive as a phase expects"),
      of_protocols<arrivals_complete_phases>("arrivals_complete_phases",
                                             "no arrival is early, and none too many"),
      of_protocols<no_phase_is_lost>("no_phase_is_lost", "no wait misses a phase"),
      of_protocols<nothing_in_flight_at_end>("nothing_in_flight_at_end",
                                             "no operation is pending when a block ends"),
      of_protocols<registers_are_legal>("registers_are_legal",
                                        "setmaxnreg has legal numbers and whole warpgroups"),
      of_protocols<instructions_exist>("instructions_exist",
                                       "the hardware has an instruction for each verb"),
      of_protocols<memory_exists>("memory_exists",
                                  "memory and mbarriers of other blocks exist when they are used"),
      of_protocols<warps_come_together>("warps_come_together",
                                        "whole warps and warpgroups come to their barriers"),
      row{{"minimal_protocol", "", "PROTOCOL", "no synchronisation can be left out or weakened"},
          {0, 0},
          {1, 1},
          0,
          nullptr,
          nullptr,
          nullptr}};
  return rows;
}

bool takes_tma_tile(row const& r) { return r.ask == tma_tile_moves; }

}  // namespace tileproof::explorer
