// SPDX-License-Identifier: BSL-1.0
//
// The proof against an oracle that executes what a GPU may do: of every model protocol and of its
// mutants, the proof accepts none that fails in a schedule.
//
//   oracle          a sample of the mutants, with a fixed seed
//   oracle --all    every single change, and as many pairs
//   oracle --many=N and N mutants of 3 or 4 changes, of each protocol
//   oracle --list   and a line for each mutant that is refused and never seen to fail
//   oracle NAME     only protocols whose names contain this
#include "judge.hpp"

namespace tileproof::pipeline::judge {
void judge_models();
void judge_more();
void judge_flags();
void judge_umma();
void judge_faults();
}  // namespace tileproof::pipeline::judge

int main(int argc, char** argv) {
  using namespace tileproof::pipeline::judge;
  for (int i = 1; i < argc; ++i) {
    std::string const arg = argv[i];
    if (arg == "--all")
      chosen.all = true;
    else if (arg == "--list")
      chosen.list = true;
    else if (arg.starts_with("--many="))
      chosen.many = std::stoi(arg.substr(7));
    else
      chosen.only = arg;
  }
  judge_faults();
  judge_models();
  judge_more();
  judge_flags();
  judge_umma();
  totals const& s = sum;
  std::printf(
      "\n%d mutants: %d refused and seen to fail, %d accepted and not, %d refused and not "
      "seen to fail, %d ACCEPTED AND SEEN TO FAIL\n",
      s.mutants, s.seen, s.accepted, s.unseen, s.unsound);
  std::printf(
      "%ld schedules at random; of %d mutants not seen to fail there, all schedules of all "
      "small words: %ld states\n",
      s.schedules, s.exhausted, s.states);
  for (auto const& [reason, count] : s.reasons)
    std::printf("  not seen: %4d %s\n", count, reason.c_str());
  return s.unsound != 0 || failures != 0;
}
