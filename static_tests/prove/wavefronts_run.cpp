// SPDX-License-Identifier: BSL-1.0
//
// Every access of the files given, as measured on a GPU, against the memory model. A file has lines
//   instruction <TAB> pattern <TAB> active lanes (hex) <TAB> wavefronts or sectors <TAB> addresses
// and, for cp.async, the addresses in global memory; where they are missing, they are contiguous.
#include <tileproof/prove/cp_async.hpp>
#include <tileproof/prove/global_memory.hpp>

#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace tileproof;

struct line {
  std::string instruction;
  std::string pattern;
  int measured = 0;
  warp_access to{};
  warp_access from{};
};

std::vector<std::string> split(std::string const& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

warp_access access_of(std::string const& active, std::string const& addresses) {
  warp_access a;
  a.active = static_cast<std::uint32_t>(std::stoul(active, nullptr, 16));
  std::vector<std::string> const each = split(addresses, ',');
  if (each.size() != warp_size) throw std::runtime_error("not 32 addresses: " + addresses);
  for (int lane = 0; lane < warp_size; ++lane)
    a.address[lane] = std::stoll(each[static_cast<std::size_t>(lane)]);
  return a;
}

line parse(std::string const& text) {
  std::vector<std::string> const field = split(text, '\t');
  if (field.size() < 5) throw std::runtime_error("not five fields: " + text);
  line l{field[0], field[1], std::stoi(field[3]), access_of(field[2], field[4]), {}};
  if (field.size() > 5) {
    l.from = access_of(field[2], field[5]);
  } else if (l.instruction.rfind("cp.async", 0) == 0) {
    int const bytes = std::stoi(l.instruction.substr(l.instruction.rfind('.') + 1));
    l.from.active = l.to.active;
    for (int lane = 0; lane < warp_size; ++lane) l.from.address[lane] = lane * bytes;
  }
  return l;
}

std::map<std::string, shared_instruction> const shared{
    {"ld.shared.u8", shared_load<8>::value},
    {"ld.shared.u16", shared_load<16>::value},
    {"ld.shared.b32", shared_load<32>::value},
    {"ld.shared.v2.b32", shared_load<64>::value},
    {"ld.shared.v4.b32", shared_load<128>::value},
    {"st.shared.u8", shared_store<8>::value},
    {"st.shared.u16", shared_store<16>::value},
    {"st.shared.b32", shared_store<32>::value},
    {"st.shared.v2.b32", shared_store<64>::value},
    {"st.shared.v4.b32", shared_store<128>::value},
    {"ldmatrix.x1", ldmatrix<1>::value},
    {"ldmatrix.x2", ldmatrix<2>::value},
    {"ldmatrix.x4", ldmatrix<4>::value},
    {"ldmatrix.x1.trans", ldmatrix_trans<1>::value},
    {"ldmatrix.x2.trans", ldmatrix_trans<2>::value},
    {"ldmatrix.x4.trans", ldmatrix_trans<4>::value},
    {"stmatrix.x1", stmatrix<1>::value},
    {"stmatrix.x2", stmatrix<2>::value},
    {"stmatrix.x4", stmatrix<4>::value},
    {"cp.async.ca.4", cp_async_ca<4>::value},
    {"cp.async.ca.8", cp_async_ca<8>::value},
    {"cp.async.ca.16", cp_async_ca<16>::value},
    {"cp.async.cg.16", cp_async_cg::value},
};
std::map<std::string, int> const global{
    {"ld.global.u8", 8},       {"ld.global.u16", 16},     {"ld.global.b32", 32},
    {"ld.global.v2.b32", 64},  {"ld.global.v4.b32", 128}, {"st.global.u8", 8},
    {"st.global.u16", 16},     {"st.global.b32", 32},     {"st.global.v2.b32", 64},
    {"st.global.v4.b32", 128},
};

// Wavefronts or sectors; -1 where they are undecided.
int expected(line const& l) {
  if (auto const g = global.find(l.instruction); g != global.end())
    return global_cost_of(g->second, l.to).sectors;
  auto const s = shared.find(l.instruction);
  if (s == shared.end()) throw std::runtime_error("unknown instruction " + l.instruction);
  shared_cost const c =
      l.from.active != 0 ? cost_of(s->second, l.to, l.from) : cost_of(s->second, l.to);
  return c.is_decided ? c.wavefronts : -1;
}

struct tally {
  int lines = 0;
  int equal = 0;

  void count(bool is_equal) {
    ++lines;
    equal += is_equal;
  }
};

bool holds(char const* name) {
  std::ifstream file(name);
  std::map<std::string, tally> by_instruction;
  tally all;
  for (std::string text; std::getline(file, text);) {
    if (text.empty() || text[0] == '#') continue;
    line const l = parse(text);
    int const e = expected(l);
    by_instruction[l.instruction].count(e == l.measured);
    all.count(e == l.measured);
    if (e != l.measured)
      std::cout << l.instruction << ' ' << l.pattern << ": expected " << e << ", measured "
                << l.measured << '\n';
  }
  for (auto const& [instruction, t] : by_instruction)
    std::cout << instruction << ": " << t.equal << " of " << t.lines << '\n';
  std::cout << name << ": " << all.equal << " of " << all.lines << " lines\n";
  return all.equal == all.lines && all.lines > 0;
}

}  // namespace

int main(int count, char** argv) try {
  bool all = count > 1;
  for (int i = 1; i < count; ++i) all = holds(argv[i]) && all;
  return all ? 0 : 1;
} catch (std::exception const& e) {
  std::cerr << e.what() << '\n';
  return 1;
}
