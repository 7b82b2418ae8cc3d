// SPDX-License-Identifier: BSL-1.0
//
// Draws protocols and judges them: by the oracle, and with --library by the library's checker,
// where decide() (decision.hpp) is linked. Exit status 1: the library accepts a protocol of which a
// schedule fails.
//
//   g++ -std=c++20 -O2 -I../../../include random.cpp decision.cpp -o random
//   ./random --library --count 1000000 --seed 1 --jobs 16
//
// --first N        the first of `count` protocols, 0: machines divide a run
// --jobs K         processes, which divide these protocols (1); only for counts
// --schedules K    random schedules of each trip counts (8)
// --exhaustive     also all schedules of one or two steps, where they are few enough
// --warps N        no protocol of more than N warps in all blocks
// --coverage       prints how often each verb was drawn, by the size of its role and its memory
// --dump K         prints the first K protocols on which the judges differ; without --library, the
//                  first K that are not sound
// --show SEED      prints the protocol of a seed, and its trace
// --cpp DIR        writes each protocol as DIR/<seed>.hpp
// --write FILE     writes those that are sound (and accepted) for device_tests/pipeline/random.cu
// --unsound        --write writes the others: those with a trip count that fails
// --sample DIR     writes `count` protocols as programs that ask the library, and what the oracle
//                  says of each; sample.py compiles and compares
// --machines DIR   writes `count` accepted protocols as programs that run them by the library's
//                  machine on the CPU, and their tables
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
#include <new>
#include <vector>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace random_protocols;

namespace {

struct options {
  long first = 0, count = 10000, dump = 0;
  std::uint64_t seed = 1;
  int schedules = 8, warps = 256, jobs = 1;
  bool exhaustive = false, unsound = false, coverage = false, library = false;
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

// Whether it has two roles or more, and a place that moves along a counter of its loop: then its
// rings wrap.
bool wraps(protocol const& p) {
  if (p.role_count < 2) return false;
  for (int r = 0; r < p.role_count; ++r)
    for (int s = 0; s < sections; ++s)
      for (int i = 0; i < p.roles[r].counts[s] && detail::runs(p.loop, section(s)); ++i)
        for (int k = 0; k < p.roles[r].actions[s][i].places; ++k) {
          counter const moves = p.roles[r].actions[s][i].at[k].moves;
          if (moves == counter::step && p.loop != loop_kind::once) return true;
          if (moves == counter::tile && p.loop > loop_kind::steps) return true;
        }
  return false;
}

// The number of times that the library's checker gave a reason, for protocols that the oracle
// accepts, and for those of them that wrap.
struct named_counts {
  struct entry {
    char name[40];
    long all, sound, wrapping;
  };
  entry of[40] = {};
  void add(char const* name, long all, long sound, long wrapping) {
    entry* e = of;
    while (e->name[0] != 0 && std::strcmp(e->name, name) != 0 && e + 1 < of + 40) ++e;
    std::snprintf(e->name, sizeof e->name, "%s", name);
    e->all += all, e->sound += sound, e->wrapping += wrapping;
  }
};

// The counts of a process, which others can read and add.
struct tally {
  long by[4][2] = {}, why[reasons] = {}, seen_static = 0, undecided = 0, wrapping = 0, written = 0;
  long dump = 0;
  double asked = 0;
  exhausted_counts all;
  coverage covered;
  named_counts named;

  long accepted_and_fails() const { return by[int(answer::accepted)][0]; }
  void add(tally const& o) {
    for (int a = 0; a < 4; ++a) by[a][0] += o.by[a][0], by[a][1] += o.by[a][1];
    for (int r = 0; r < reasons; ++r) why[r] += o.why[r];
    seen_static += o.seen_static, undecided += o.undecided, wrapping += o.wrapping;
    written += o.written;
    asked += o.asked;
    all.complete += o.all.complete, all.partial += o.all.partial;
    all.large += o.all.large, all.missed += o.all.missed, all.states += o.all.states;
    covered.add(o.covered);
    for (auto const& e : o.named.of)
      if (e.name[0] != 0) named.add(e.name, e.all, e.sound, e.wrapping);
  }
};
static char const* const answers[] = {"not asked", "accepted", "refused", "undecided"};

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

// Draws and judges one protocol.
void judge_one(options const& o, std::uint64_t seed, protocol const& p, tally& n, std::FILE* file) {
  verdict v = judge(p, {seed, o.schedules});
  if (o.exhaustive) exhaust_short(p, v, n.all);
  decision d;
  bool const sound = v.why == reason::none;
  if (o.library && &decide != nullptr) {
    auto const before = std::chrono::steady_clock::now();
    d = decide(p);
    n.asked += std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
    bool const does_wrap = sound && !v.undecided && wraps(p);
    n.wrapping += does_wrap;
    n.named.add(d.why.c_str(), 1, sound, does_wrap);
  }
  // A protocol that the oracle has no room to judge is no disagreement.
  bool const counts_as_sound = sound && !v.undecided;
  ++n.by[int(d.is)][sound], ++n.why[int(v.why)];
  n.seen_static += v.is_static && !sound;
  n.undecided += v.undecided;
  n.covered.add(p, o.library ? d.is == answer::accepted : sound);
  bool const wrong = d.is == answer::accepted && !sound;
  bool const strict = (d.is == answer::refused || d.is == answer::undecided) && counts_as_sound;
  if (wrong || (n.dump > 0 && (strict || (d.is == answer::none && !sound)))) {
    --n.dump;
    std::printf("%s: %s\n%s\n", answers[int(d.is)], d.why.c_str(), described(seed, v).c_str());
    std::fflush(stdout);
  }
  if (!o.cpp.empty())
    std::ofstream(o.cpp + "/" + std::to_string(seed) + ".hpp")
        << "// " << reason_names[int(v.why)] << "\n"
        << write_cpp(p, "drawn");
  bool const wanted = o.unsound ? !sound && !v.is_static
                                : sound && (d.is == answer::none || d.is == answer::accepted);
  int const trips_count = int(trips_of(p).size());
  if (file && wanted)
    for (int t = 0; t < trips_count; t += trips_count > 3 ? 3 : 1)
      n.written += write_table(file, p, seed, t, o.unsound);
}

void print(options const& o, tally const& n, double seconds) {
  std::printf("%-12s %12s %12s\n", "decision", "sound", "a fault");
  for (int a = 0; a < 4; ++a)
    if (n.by[a][0] + n.by[a][1] > 0)
      std::printf("%-12s %12ld %12ld\n", answers[a], n.by[a][1], n.by[a][0]);
  if (o.library) {
    std::printf(
        "\nthe library's reasons: all, of these sound, of these with a ring that wraps (of %ld)\n",
        n.wrapping);
    for (auto const& e : n.named.of)
      if (e.name[0] != 0)
        std::printf("  %-40s %10ld %10ld %10ld\n", e.name, e.all, e.sound, e.wrapping);
  }
  std::puts("\nthe oracle's reasons:");
  for (int r = 0; r < reasons; ++r) std::printf("  %-14s %ld\n", reason_names[r], n.why[r]);
  std::printf("  of these without a run %ld; too large to judge %ld\n\n", n.seen_static,
              n.undecided);
  if (o.exhaustive)
    std::printf(
        "sound in random schedules, all schedules of short trip counts: %ld protocols exhausted, "
        "%ld cut off, %ld of more than 5 warps; %ld states; faults that the random schedules "
        "missed: "
        "%ld\n\n",
        n.all.complete, n.all.partial, n.all.large, n.all.states, n.all.missed);
  if (o.coverage) n.covered.print();
  std::printf("\n%ld protocols in %.1f s (decide %.1f s of a core): %.0f a second\n", o.count,
              seconds, n.asked, double(o.count) / seconds);
}

// The protocols of a process: every jobs-th of them, without those of more warps.
void judge_some(options const& o, int job, tally& n, std::FILE* file) {
  long left = o.count / o.jobs + (job < o.count % o.jobs);
  for (long i = o.first + job; left > 0; i += o.jobs) {
    std::uint64_t const seed = o.seed * 1000000007ULL + std::uint64_t(i);
    protocol const p = draw(seed);
    if (p.warps() * p.blocks > o.warps) continue;
    judge_one(o, seed, p, n, file);
    --left;
  }
}

}  // namespace

int main(int argc, char** argv) {
  options o;
  std::string sample, machines;
  int per_file = 15, sound = 50, agents = 63;
  for (int i = 1; i < argc; ++i) {
    auto const is = [&](char const* s) { return std::strcmp(argv[i], s) == 0; };
    auto const next = [&] { return i + 1 < argc ? argv[++i] : ""; };
    if (is("--count"))
      o.count = std::atol(next());
    else if (is("--first"))
      o.first = std::atol(next());
    else if (is("--jobs"))
      o.jobs = std::max(1, std::atoi(next()));
    else if (is("--library"))
      o.library = true;
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
    else if (is("--machines"))
      machines = next();
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
  if (!machines.empty())
    return write_machines(machines, o.seed, o.count, per_file, o.schedules, agents) ? 0 : 2;
  if (o.library && &decide == nullptr) return std::fputs("decide() is not linked\n", stderr), 2;
  std::FILE* const file = o.write.empty() ? nullptr : std::fopen(o.write.c_str(), "wb");
  if (!o.write.empty() && !file)
    return std::fprintf(stderr, "%s cannot be written\n", o.write.c_str()), 2;
  std::vector<std::FILE*> parts(std::size_t(o.jobs));  // the tables of each process
  for (std::FILE*& part : parts) part = file ? std::tmpfile() : nullptr;
  auto const start = std::chrono::steady_clock::now();
  // Processes, since the library's tables are static.
  std::size_t const bytes = sizeof(tally) * std::size_t(o.jobs);
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 2;
  tally* const n = static_cast<tally*>(memory);
  for (int j = 0; j < o.jobs; ++j) new (n + j) tally, n[j].dump = o.dump;
  for (int j = 1; j < o.jobs; ++j)
    if (fork() == 0) {
      judge_some(o, j, n[j], parts[std::size_t(j)]);
      if (file) std::fclose(parts[std::size_t(j)]);
      _exit(0);
    }
  judge_some(o, 0, n[0], parts[0]);
  bool failed = false;
  for (int status = 0; wait(&status) > 0;) failed |= status != 0;
  for (int j = 1; j < o.jobs; ++j) n[0].add(n[j]);
  double const seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (file) {
    file_header const head{file_magic, std::uint32_t(n->written)};
    std::fwrite(&head, sizeof head, 1, file);
    char block[1 << 16];
    for (std::FILE* const part : parts) {
      std::rewind(part);
      while (std::size_t const bytes = std::fread(block, 1, sizeof block, part))
        std::fwrite(block, 1, bytes, file);
      std::fclose(part);
    }
    failed |= std::ferror(file) != 0;
    failed |= std::fclose(file) != 0;
  }
  print(o, *n, seconds);
  if (file) std::printf("%ld tables written to %s\n", n->written, o.write.c_str());
  if (failed) std::puts("a process has ended before its last protocol");
  if (n->accepted_and_fails())
    std::printf("ACCEPTED, AND A SCHEDULE FAILS: %ld\n", n->accepted_and_fails());
  return failed || n->accepted_and_fails() != 0;
}
