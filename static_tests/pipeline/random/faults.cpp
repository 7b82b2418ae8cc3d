// SPDX-License-Identifier: BSL-1.0
//
// Checks the oracle: it accepts the sound protocol of each pair of faults_of_*.hpp and refuses the
// broken one; and the library's checker with it, where decide() (decision.hpp) is linked. Prints a
// table; exit status 1 if one pair is wrong.
//
//   g++ -std=c++20 -O2 -I../../../include faults.cpp decision.cpp -o faults
//   ./faults [--traces] [--write DIR]
//
// --write: DIR/twins.bin and DIR/faults.bin for device_tests/pipeline/random.cu, where the number
// of the pair stands for the seed. A GPU must run the twins; of the faults it shows some.
// --sample DIR: programs that ask the library, for sample.py; twin k is 2 k, its fault 2 k + 1.
#include "faults_of_barriers.hpp"
#include "faults_of_memory.hpp"
#include "faults_of_public_bugs.hpp"
#include "sample.hpp"
#include "write_tables.hpp"

#include <cstdio>
#include <cstring>
#include <memory>

using namespace random_protocols;

namespace {

struct table_file {
  std::FILE* f = nullptr;
  file_header head;
  void open(std::string const& name) {
    f = std::fopen(name.c_str(), "wb");
    if (f) std::fwrite(&head, sizeof head, 1, f);
  }
  void add(protocol const& p, int number, bool unsound) {
    if (f && illegal(p) == reason::none && write_table(f, p, std::uint64_t(number), 0, unsound))
      ++head.count;
  }
  void close() {
    if (!f) return;
    std::rewind(f);
    std::fwrite(&head, sizeof head, 1, f);
    std::fclose(f);
  }
};

decision ask(protocol const& p) { return &decide != nullptr ? decide(p) : decision{}; }

}  // namespace

int main(int argc, char** argv) {
  bool traces = false;
  table_file twins, faults;
  std::unique_ptr<sample_writer> sample;
  for (int i = 1; i < argc; ++i) {
    traces |= std::strcmp(argv[i], "--traces") == 0;
    if (std::strcmp(argv[i], "--sample") == 0 && i + 1 < argc)
      sample = std::make_unique<sample_writer>(argv[++i], 15);
    if (std::strcmp(argv[i], "--write") != 0 || i + 1 == argc) continue;
    twins.open(std::string(argv[++i]) + "/twins.bin");
    faults.open(std::string(argv[i]) + "/faults.bin");
  }
  int wrong = 0, pairs = 0, asked = 0;
  for (auto const& table : {barrier_faults(), memory_faults(), public_bugs()})
    for (fault const& f : table) {
      protocol const good = f.twin(), bad = f.broken();
      verdict const a = judge(good, {1, 24}), b = judge(bad, {1, 24});
      decision const yes = ask(good), no = ask(bad);
      bool const agree = (yes.is == answer::none || (yes.is == answer::accepted) != f.strict) &&
                         no.is != answer::accepted;
      asked += (yes.is != answer::none) + (no.is != answer::none);
      bool const ok = a.why == reason::none && b.why != reason::none && agree;
      twins.add(good, pairs, false);
      faults.add(bad, pairs, true);
      wrong += !ok;
      if (sample && is_expressible(good)) sample->add(std::to_string(2 * pairs), good, a);
      if (sample && is_expressible(bad)) sample->add(std::to_string(2 * pairs + 1), bad, b);
      std::printf("%3d %-24s %-46s twin %-6s %-20s fault %-13s %s%s\n", pairs, f.of, f.condition,
                  a.why == reason::none ? "sound" : reason_names[int(a.why)], yes.why.c_str(),
                  reason_names[int(b.why)], no.why.c_str(), ok ? "" : "   WRONG");
      if (a.why != reason::none) std::puts((write_cpp(good, "twin") + trace(good, a)).c_str());
      ++pairs;
      if (traces && b.why != reason::none) std::puts(trace(bad, b).c_str());
    }
  twins.close();
  faults.close();
  std::printf("%d pairs, %d wrong; %d protocols that the library has decided\n", pairs, wrong,
              asked);
  return wrong != 0;
}
