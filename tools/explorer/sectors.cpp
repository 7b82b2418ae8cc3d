// SPDX-License-Identifier: BSL-1.0
//
// tileproof sectors EXPR: the 32-byte sectors of global memory that a block's accesses touch.
#include "accesses.hpp"
#include "warp_access.hpp"

#include <tileproof/prove/global_memory.hpp>

#include <map>
#include <set>

namespace tileproof::explorer {

namespace {

// A row for each 128-byte line that the instruction touches: the bytes that it uses of each of the
// four sectors, and the lanes.
std::string picture(int bits, warp_access const& a) {
  std::map<std::int64_t, std::set<std::int64_t>> sectors;  // of each sector the addresses
  std::map<std::int64_t, std::vector<int>> lanes;          // of each line
  for (int lane = 0; lane < warp_size; ++lane) {
    if (!a.is_active(lane)) continue;
    sectors[a.address[lane] / 32].insert(a.address[lane]);
    lanes[a.address[lane] / 128].push_back(lane);
  }
  std::string s = "    line at    bytes used of sectors 0 to 3    lanes\n";
  for (auto const& [line, of_line] : lanes) {
    std::string row = std::to_string(line * 128);
    row.insert(0, row.size() < 11 ? 11 - row.size() : 0, ' ');
    row += "   ";
    for (std::int64_t sector = line * 4; sector < line * 4 + 4; ++sector) {
      auto const at = sectors.find(sector);
      std::string used = at == sectors.end()
                             ? "."
                             : std::to_string(static_cast<int>(at->second.size()) * bits / 8);
      row += std::string(5 - used.size(), ' ') + used;
    }
    row += "               ";
    for (std::size_t i = 0; i < of_line.size();) {  // 0-7,9
      std::size_t k = i;
      while (k + 1 < of_line.size() && of_line[k + 1] == of_line[k] + 1) ++k;
      row += (i > 0 ? "," : "") + std::to_string(of_line[i]);
      if (k > i) row += "-" + std::to_string(of_line[k]);
      i = k + 1;
    }
    s += row + "\n";
  }
  return s;
}

struct answer_about_sectors {
  std::string object{};  // the layout as JSON; empty for addresses
  int bits = 0;
  std::int64_t sectors = 0;  // of all instructions
  std::int64_t requests = 0;
  std::int64_t warp = 0;
  std::int64_t step = 0;
  global_cost cost{};
};

void write(request const& in, warp_access const& a, answer_about_sectors const& n, response& r) {
  int const per_cent = n.cost.sectors == 0 ? 100 : n.cost.bytes * 100 / (n.cost.sectors * 32);
  if (in.json) {
    r.out += "{\"bits\": " + std::to_string(n.bits) +
             (n.object.empty() ? "" : ", \"layout\": " + n.object) +
             ", \"sectors\": " + std::to_string(n.sectors) +
             ", \"requests\": " + std::to_string(n.requests) +
             ", \"warp\": " + std::to_string(n.warp) + ", \"step\": " + std::to_string(n.step) +
             ", \"of_instruction\": {\"sectors\": " + std::to_string(n.cost.sectors) +
             ", \"at_least\": " + std::to_string(n.cost.minimum) +
             ", \"bytes\": " + std::to_string(n.cost.bytes) +
             ", \"per_cent\": " + std::to_string(per_cent) + "}}\n";
    return;
  }
  r.out += std::to_string(n.sectors) + (n.sectors == 1 ? " sector in " : " sectors in ") +
           std::to_string(n.requests) + (n.requests == 1 ? " request" : " requests") + " of " +
           std::to_string(n.bits) + " bits a lane\n";
  r.out += "warp " + std::to_string(n.warp) + ", step " + std::to_string(n.step) + ": " +
           std::to_string(n.cost.sectors) + (n.cost.sectors == 1 ? " sector, " : " sectors, ") +
           std::to_string(n.cost.minimum) + " possible; " + std::to_string(per_cent) +
           " % of the bytes are used\n" + picture(n.bits, a);
}

void run(request const& given, response& r) {
  request const in = without_copy(given, true);
  std::string const width(in.has("width") ? in.option("width") : "32");
  answer_about_sectors n;
  n.bits = global_access("global_load<" + width + ">");
  if (n.bits == 0)
    return r.bad("--width: `" + width + "`, and 8, 16, 32, 64 or 128 bits are expected");
  warp_request asked;
  if (!read_warp_request(in, n.bits, 1, r, asked)) return;
  n.object = asked.object;
  if (!asked.is_layout) {
    if (!are_aligned(asked.addresses, n.bits, r)) return;
    n.cost = global_cost_of(n.bits, asked.addresses);
    n.sectors = n.cost.sectors;
    n.requests = n.cost.requests;
    return write(in, asked.addresses, n, r);
  }
  mapping const& tv = asked.of[0];
  report const found = detail::efficiency_of(tv, n.bits, asked.element_bits, 0);
  if (!found.holds() || tv.size == 0)
    return refuse_accesses(asked, found, "the layout has no access to global memory", r);
  n.sectors = found(clue::sectors_of_block);
  n.requests = found(clue::in_requests);
  detail::warp_steps const steps(tv, n.bits, asked.element_bits);
  instruction_number at;
  if (!choose_instruction(asked, steps, {found(clue::in_warp), found(clue::at_step)}, r, at))
    return;
  n.warp = at.warp;
  n.step = at.step;
  warp_access const a = steps.at(n.warp, n.step);
  n.cost = global_cost_of(n.bits, a);
  write(in, a, n, r);
}

}  // namespace

extern command const sectors_command{
    "sectors",
    "[COPY] EXPR",
    "count the sectors of global memory that accesses touch",
    "EXPR is a layout (thread,value) -> offset in elements, from a base aligned to 32 bytes. The "
    "picture shows one warp instruction: a row for each 128-byte line that it touches, with the "
    "bytes that it uses of each 32-byte sector. After a copy, make_tiled_copy(..), EXPR is the "
    "layout "
    "in global memory that it accesses.",
    warp_options(),
    {{"sectors '(_32,_1):(_1,_0)' --type float", "coalesced: 4 sectors"},
     {"sectors '(_32,_4):(_64,_1)' --width 128 --type float", "a row of 4 floats for each lane"}},
    false,
    run};

}  // namespace tileproof::explorer
