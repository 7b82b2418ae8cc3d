// SPDX-License-Identifier: BSL-1.0
//
// tileproof banks EXPR: the wavefronts of a block's accesses to shared memory, and which lane meets
// which bank.
#include "accesses.hpp"
#include "warp_access.hpp"

#include <tileproof/prove/bank_conflicts.hpp>

namespace tileproof::explorer {

namespace {

constexpr int banks = 32;

// The lanes that are served together: all 32, 16 or 8 of them.
int lanes_of_phase(shared_instruction is) {
  if (is.matrices != 0 || is.bits == 128) return 8;
  return is.bits == 64 ? 16 : warp_size;
}

// The distinct words of each bank in one phase.
struct phase {
  int ways[banks]{};
  bool touches[warp_size][banks]{};

  phase(shared_instruction is, warp_access const& a, int first, int lanes) {
    std::vector<std::int64_t> words[banks];
    int const width = is.bits > 32 ? is.bits / 32 : 1;
    for (int lane = first; lane < first + lanes; ++lane) {
      if (!a.is_active(lane)) continue;
      for (std::int64_t w = a.address[lane] / 4; w < a.address[lane] / 4 + width; ++w) {
        int const bank = static_cast<int>(w % banks);
        touches[lane][bank] = true;
        bool is_new = true;
        for (std::int64_t const seen : words[bank]) is_new = is_new && seen != w;
        if (is_new) words[bank].push_back(w);
      }
    }
    for (int b = 0; b < banks; ++b) ways[b] = static_cast<int>(words[b].size());
  }
  int worst() const {
    int n = 0;
    for (int const w : ways) n = w > n ? w : n;
    return n;
  }
};

char digit_of(int n) { return n == 0 ? '.' : static_cast<char>(n < 10 ? '0' + n : 'a' + n - 10); }

// Below it for cp.async.cg nothing: its cost follows from lines and sectors.
//
// A row for each lane, a column for each bank: `o` where the lane accesses a word of the bank, `X`
// where lanes of its phase need other words of that bank. Below a phase: the words of each bank.
std::string picture(shared_instruction is, warp_access const& a, bool colour) {
  std::string s =
      "lane  bank 0         1         2         3\n           "
      "01234567890123456789012345678901\n";
  int const lanes = lanes_of_phase(is);
  int const end = is.matrices != 0 ? 8 * is.matrices : warp_size;
  char const* const red = colour ? "\x1b[31m" : "";
  char const* const plain = colour ? "\x1b[0m" : "";
  for (int first = 0; first < end; first += lanes) {
    phase const p(is, a, first, lanes);
    for (int lane = first; lane < first + lanes; ++lane) {
      if (!a.is_active(lane)) continue;
      s += (lane < 10 ? "   " : "  ") + std::to_string(lane) + "       ";
      for (int b = 0; b < banks; ++b) {
        bool const meets = p.touches[lane][b] && p.ways[b] > 1 && is.op != shared_op::cp_async_cg;
        s += meets ? std::string(red) + "X" + plain : p.touches[lane][b] ? "o" : ".";
      }
      s += "\n";
    }
    if (p.worst() == 0 || is.op == shared_op::cp_async_cg) continue;
    s += "      ways ";
    for (int const w : p.ways) s += digit_of(w);
    s += "\n";
  }
  return s;
}

std::string json_numbers(std::int64_t const* at, int count) {
  std::string s = "[";
  for (int i = 0; i < count; ++i) s += (i > 0 ? ", " : "") + std::to_string(at[i]);
  return s + "]";
}

// The answer: the wavefronts of all instructions, and one of them, drawn.
struct answer_about_banks {
  std::string access;
  std::string object;  // the layout as JSON; empty for addresses
  std::int64_t wavefronts = 0;
  std::int64_t minimum = 0;
  std::int64_t warps = 1;
  std::int64_t steps = 1;
  std::int64_t warp = 0;
  std::int64_t step = 0;
  shared_cost cost{};
  bool is_decided = true;
};

void write(request const& in, shared_instruction is, warp_access const& a,
           answer_about_banks const& n, response& r) {
  if (in.json) {
    r.out += "{\"access\": " + json_string(n.access) +
             (n.object.empty() ? "" : ", \"layout\": " + n.object) +
             ", \"wavefronts\": " + std::to_string(n.wavefronts) +
             ", \"at_least\": " + std::to_string(n.minimum) +
             ", \"decided\": " + (n.is_decided ? "true" : "false") +
             ", \"warp\": " + std::to_string(n.warp) + ", \"step\": " + std::to_string(n.step) +
             ", \"of_instruction\": {\"wavefronts\": " + std::to_string(n.cost.wavefronts) +
             ", \"at_least\": " + std::to_string(n.cost.minimum) +
             ", \"ways\": " + std::to_string(n.cost.ways) +
             ", \"addresses\": " + json_numbers(a.address, warp_size) + "}}\n";
    return;
  }
  std::int64_t const instructions = n.warps * n.steps;
  r.out += n.access + ": " + (n.is_decided ? "" : "at least ") + std::to_string(n.wavefronts) +
           (n.wavefronts == 1 ? " wavefront, " : " wavefronts, ") + std::to_string(n.minimum) +
           " possible; " + std::to_string(instructions) +
           (instructions == 1 ? " instruction" : " instructions") + " of " +
           std::to_string(n.warps) + (n.warps == 1 ? " warp\n" : " warps\n");
  r.out += "warp " + std::to_string(n.warp) + ", step " + std::to_string(n.step) + ": " +
           std::to_string(n.cost.wavefronts) +
           (n.cost.wavefronts == 1 ? " wavefront" : " wavefronts") +
           (n.cost.ways > 1 ? ", a " + std::to_string(n.cost.ways) + "-way conflict" : "") + "\n" +
           picture(is, a, in.colour);
}

void run(request const& given, response& r) {
  request const in = without_copy(given, false);
  std::string why;
  std::string const name = access_name(in.option("op"), in.option("width"), why);
  shared_instruction is;
  if (!shared_access(name, is)) return r.bad(why);
  bool const is_async = is.op == shared_op::cp_async_ca || is.op == shared_op::cp_async_cg;
  warp_request asked;
  if (!read_warp_request(in, is.bits, is_async ? 2 : 1, r, asked)) return;
  answer_about_banks n;
  n.access = name;
  n.object = asked.object;
  if (!asked.is_layout) {
    if (asked.has_source && !is_async)
      return r.bad("--source-addresses are those of cp.async, and " + name + " has none");
    for (warp_access const* const a : {&asked.addresses, &asked.source})
      if (!are_aligned(*a, is.bits, r)) return;
    n.cost = asked.has_source ? cost_of(is, asked.addresses, asked.source)
                              : cost_of(is, asked.addresses);
    n.wavefronts = n.cost.wavefronts;
    n.minimum = n.cost.minimum;
    n.is_decided = n.cost.is_decided;
    return write(in, is, asked.addresses, n, r);
  }
  mapping const& tv = asked.of[0];
  bool const has_source = asked.of.size() == 2;
  detail::block_cost const all =
      has_source ? detail::cost_of_block(is, tv, asked.element_bits, asked.of[1], true)
                 : detail::cost_of_block(is, tv, asked.element_bits);
  bool const is_counted = all.open.holds() && all.why.is != core::answer::no;
  if (!is_counted || tv.size == 0) {
    report const found = has_source
                             ? detail::bank_report(is, tv, asked.of[1], asked.element_bits, 32)
                             : detail::bank_report(is, tv, asked.element_bits, 32);
    return refuse_accesses(asked, found, "the layout has no access to shared memory", r);
  }
  detail::warp_steps const steps(tv, is.bits, asked.element_bits);
  n.wavefronts = all.wavefronts;
  n.minimum = all.minimum;
  n.warps = steps.warps;
  n.steps = steps.steps;
  n.is_decided = all.is == core::answer::yes;
  instruction_number at;
  if (!choose_instruction(asked, steps, {all.warp, all.step}, r, at)) return;
  n.warp = at.warp;
  n.step = at.step;
  warp_access const a = steps.at(n.warp, n.step);
  if (has_source)
    n.cost = cost_of(
        is, a, detail::warp_steps(asked.of[1], is.bits, asked.element_bits).at(n.warp, n.step));
  else
    n.cost = cost_of(is, a);
  write(in, is, a, n, r);
}

std::vector<option> options() {
  std::vector<option> all = warp_options();
  all.push_back({"source-addresses", "A,B,...", "",
                 "byte addresses in global memory that cp.async reads; with --addresses"});
  all.insert(all.begin(), {"op", "OP", "ld",
                           "ld, st, ldmatrix, stmatrix (.x1, .x2, .x4), cp.async.ca, cp.async.cg"});
  return all;
}

}  // namespace

extern command const banks_command{
    "banks",
    "[COPY] EXPR [SOURCE]",
    "count the wavefronts of accesses to shared memory",
    "EXPR is a layout (thread,value) -> offset in elements. The picture shows one warp "
    "instruction: "
    "a row for each lane, a column for each bank, `o` for a word that the lane accesses and `X` "
    "where lanes that are served together access other words of that bank; below them, the number "
    "of words in each bank. SOURCE is the layout in global memory that cp.async reads. After "
    "a copy, make_tiled_copy(..), EXPR is the layout in shared memory that it accesses.",
    options(),
    {{"banks '(_32,_1):(_32,_1)' --type float", "a column of a 32 x 32 tile: 32 wavefronts"},
     {"banks 'let T = Sw<3,3,3> o (_8,_64):(_64,_1)' 'T o ((_8,_4),_8):((_1,_64),_8)' --op "
      "ldmatrix --type half_t",
      "ldmatrix.x4 with a swizzle: 4 wavefronts"},
     {"banks "
      "'make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>,(_32,_4):(_4,_1),(_1,_8))' "
      "'Sw<2,3,3> o (_32,_32):(_32,_1)' --op st",
      "a tiled copy that writes a tile"},
     {"banks --addresses 0,128,256,384 --op st --width 128", "four lanes by their addresses"}},
    false,
    run};

}  // namespace tileproof::explorer
