// SPDX-License-Identifier: BSL-1.0
//
// Prints the table of verbs of docs/pipeline.md from protocol/rows.hpp; tools/verbs.py compares it
// with the page.
#include <tileproof/protocol/rows.hpp>

#include <cstdio>
#include <string>

namespace {

using namespace tileproof::pipeline;

std::string call_of(row const& r) {
  std::string const name(r.name);
  switch (r.takes) {
    case operands::number:
    case operands::number_by_thread: return name + "(Int<N>{})";
    case operands::mbarrier:
    case operands::parity: return name + "(full[now])";
    case operands::rank: return name + "(full[now].of(rank))";
    case operands::bytes: return name + "(full[now], bytes)";
    case operands::flag: return name + "(turn[tile])";
    case operands::named: return name + "(bar[0])";
    case operands::stage:
    case operands::fetch: return name + "(a[now])";
    case operands::load:
    case operands::multicast: return name + "(a[now], full[now])";
    case operands::load_pair:
    case operands::cancel:
    case operands::cancel_multicast: return name + "(a[now], full[now])";
    case operands::each_block: return name + "(full[now])";
    case operands::umma:
    case operands::umma_pair: return name + "(acc[tile], a[now], b[now])";
    case operands::gemm: return name + "(acc[0], a[now], b[now])";
    default: return name + "()";
  }
}
char const* text_of(who by) {
  constexpr char const* texts[] = {"thread", "warp", "warpgroup"};
  return texts[static_cast<int>(by)];
}
char const* text_of(whose at) {
  constexpr char const* texts[] = {"",       "block",         "cluster",
                                   "global", "block, global", "cluster, global"};
  return texts[static_cast<int>(at)];
}
// Markdown takes an asterisk for emphasis.
std::string escaped(std::string_view s) {
  std::string t;
  for (char const c : s) t += c == '*' ? "\\*" : std::string(1, c);
  return t;
}

}  // namespace

int main() {
  std::puts("| verb | PTX | executed by | memory of | |\n| --- | --- | --- | --- | --- |");
  for (row const& r : rows)
    if (r.takes != operands::no_call)
      std::printf("| `%s` | `%s` | %s | %s | %s |\n", call_of(r).c_str(),
                  std::string(r.instruction).c_str(), text_of(r.by), text_of(r.at),
                  escaped(r.remark).c_str());
}
