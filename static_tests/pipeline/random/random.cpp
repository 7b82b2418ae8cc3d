// SPDX-License-Identifier: BSL-1.0
//
// Draws protocols and judges them: by the library, where decide() (decision.hpp) is linked, and by
// the oracle. Exit status 1: the library accepts a protocol of which a schedule fails.
//
//   g++ -std=c++20 -O2 random.cpp -o random && ./random --count 100000 --seed 1
//
// --schedules K    random schedules of each trip counts (8)
// --exhaustive     also all schedules of one or two steps, where they are few enough
// --warps N        no protocol of more than N warps in all blocks
// --coverage       prints how often each verb was drawn, by the size of its role and its memory
// --dump K         prints the first K protocols on which the judges differ; without decide(), the
//                  first K that are not sound
// --show SEED      prints the protocol of a seed, and its trace
// --cpp DIR        writes each protocol as DIR/<seed>.hpp
// --write FILE     writes those that are sound (and accepted) for device_tests/pipeline/random.cu
// --unsound        --write writes the others: those with a trip count that fails
// --sample DIR     writes `count` protocols as programs that ask the library, and what the oracle
// says
//                  of each; sample.py compiles and compares
// --sound N        of them N of 100 are sound (50)
// --agents N       no protocol of more than N threads that the library follows (63)
// --per-file K     protocols of one program (15)
#include "coverage.hpp"
#include "decision.hpp"
#include "exhaust.hpp"
#include "generate.hpp"
#include "sample.hpp"
#include "write_tables.hpp"

#include <chrono>
#include <cstring>
#include <fstream>

using namespace random_protocols;

namespace {

struct options {
  long count = 10000, dump = 0;
  std::uint64_t seed = 1;
  int schedules = 8, warps = 256;
  bool exhaustive = false, unsound = false, coverage = false;
  std::string cpp, write;
};

std::string described(std::uint64_t seed, verdict const& v) {
  protocol const p = draw(seed);
  return "// seed " + std::to_string(seed) + "\n" + write_cpp(p, "drawn") + trace(p, v);
}

// Protocols that the random schedules find sound: all schedules of their short trip counts
// executed, too many schedules, more than 5 warps; and those of the first kind in which one fails.
struct exhausted_counts {
  long complete = 0, partial = 0, large = 0, missed = 0, states = 0;
};

void exhaust_short(protocol const& p, verdict& v, exhausted_counts& n) {
  if (v.why != reason::none) return;
  if (p.warps() * p.blocks > 5) return void(++n.large);
  bool complete = true;
  for (trips const& t : {trips{1, {2}}, trips{2, {1, 1}}}) {
    if (t.tiles == 2 && p.loop != loop_kind::tiles_of_steps &&
        p.loop != loop_kind::tiles_of_some_steps)
      continue;
    verdict const all = exhaust(p, t, 1500);
    n.states += all.states;
    complete &= !all.undecided;
    if (all.why == reason::none) continue;
    ++n.missed;
    v = all;
    return;
  }
  ++(complete ? n.complete : n.partial);
}

}  // namespace

int main(int argc, char** argv) {
  options o;
  std::string sample;
  int per_file = 15, sound = 50, agents = 63;
  for (int i = 1; i < argc; ++i) {
    auto const is = [&](char const* s) { return std::strcmp(argv[i], s) == 0; };
    auto const next = [&] { return i + 1 < argc ? argv[++i] : ""; };
    if (is("--count"))
      o.count = std::atol(next());
    else if (is("--seed"))
      o.seed = std::strtoull(next(), nullptr, 10);
    else if (is("--schedules"))
      o.schedules = std::atoi(next());
    else if (is("--dump"))
      o.dump = std::atol(next());
    else if (is("--exhaustive"))
      o.exhaustive = true;
    else if (is("--warps"))
      o.warps = std::atoi(next());
    else if (is("--coverage"))
      o.coverage = true;
    else if (is("--unsound"))
      o.unsound = true;
    else if (is("--cpp"))
      o.cpp = next();
    else if (is("--write"))
      o.write = next();
    else if (is("--sample"))
      sample = next();
    else if (is("--agents"))
      agents = std::atoi(next());
    else if (is("--sound"))
      sound = std::atoi(next());
    else if (is("--per-file"))
      per_file = std::atoi(next());
    else if (is("--show")) {
      std::uint64_t const seed = std::strtoull(next(), nullptr, 10);
      std::fputs(described(seed, judge(draw(seed), {seed, o.schedules})).c_str(), stdout);
      return 0;
    } else {
      return std::fprintf(stderr, "unknown: %s\n", argv[i]), 2;
    }
  }
  if (!sample.empty())
    return write_sample(sample, o.seed, o.count, per_file, o.schedules, sound, agents) ? 0 : 2;
  static char const* const answers[] = {"not asked", "accepted", "refused", "undecided"};
  long by[4][2] = {}, why[reasons] = {}, seen_static = 0, undecided = 0, differ = 0, written = 0;
  exhausted_counts all;
  coverage covered;
  file_header head;
  std::FILE* const file = o.write.empty() ? nullptr : std::fopen(o.write.c_str(), "wb");
  if (file) std::fwrite(&head, sizeof head, 1, file);
  auto const start = std::chrono::steady_clock::now();
  double asked = 0;
  long judged = 0;
  for (std::uint64_t i = 0; judged < o.count; ++i) {
    std::uint64_t const seed = o.seed * 1000000007ULL + i;
    protocol const p = draw(seed);
    if (p.warps() * p.blocks > o.warps) continue;
    ++judged;
    verdict v = judge(p, {seed, o.schedules});
    if (o.exhaustive) exhaust_short(p, v, all);
    decision d;
    if (&decide != nullptr) {
      auto const before = std::chrono::steady_clock::now();
      d = decide(p);
      asked += std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
    }
    bool const sound = v.why == reason::none;
    ++by[int(d.is)][sound], ++why[int(v.why)];
    seen_static += v.is_static && !sound;
    undecided += v.undecided;
    covered.add(p, sound);
    bool const wrong = d.is == answer::accepted && !sound;
    bool const strict = d.is == answer::refused && sound;
    differ += wrong;
    if (o.dump > 0 && (wrong || strict || (d.is == answer::none && !sound))) {
      --o.dump;
      std::printf("%s: %s\n%s\n", answers[int(d.is)], d.why.c_str(), described(seed, v).c_str());
    }
    if (!o.cpp.empty())
      std::ofstream(o.cpp + "/" + std::to_string(seed) + ".hpp")
          << "// " << reason_names[int(v.why)] << "\n"
          << write_cpp(p, "drawn");
    bool const wanted = o.unsound ? !sound && !v.is_static
                                  : sound && (d.is == answer::none || d.is == answer::accepted);
    int const trips_count = int(trips_of(p).size());
    if (file && wanted)
      for (int t = 0; t<trips_count; t += trips_count> 3 ? 3 : 1)
        if (write_table(file, p, seed, t, o.unsound)) ++head.count, ++written;
  }
  double const seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (file) {
    std::rewind(file);
    std::fwrite(&head, sizeof head, 1, file);
    std::fclose(file);
  }
  std::printf("%-12s %12s %12s\n", "decision", "sound", "a fault");
  for (int a = 0; a < 4; ++a)
    if (by[a][0] + by[a][1] > 0) std::printf("%-12s %12ld %12ld\n", answers[a], by[a][1], by[a][0]);
  std::puts("\nthe oracle's reasons:");
  for (int r = 0; r < reasons; ++r) std::printf("  %-14s %ld\n", reason_names[r], why[r]);
  std::printf("  of these without a run %ld; too large to judge %ld\n\n", seen_static, undecided);
  if (o.exhaustive)
    std::printf(
        "sound in random schedules, all schedules of short trip counts: %ld protocols exhausted, "
        "%ld "
        "cut off, %ld of more than 5 warps; %ld states; faults that the random schedules missed: "
        "%ld\n\n",
        all.complete, all.partial, all.large, all.states, all.missed);
  if (o.coverage) covered.print();
  std::printf("\n%ld protocols in %.1f s (decide %.1f s): %.0f a second\n", o.count, seconds, asked,
              double(o.count) / seconds);
  if (file) std::printf("%ld tables written to %s\n", written, o.write.c_str());
  if (differ) std::printf("ACCEPTED, AND A SCHEDULE FAILS: %ld\n", differ);
  return differ != 0;
}
