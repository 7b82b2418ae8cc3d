// SPDX-License-Identifier: BSL-1.0
//
// Runs drawn protocols on the CPU (random_context.hpp) in several schedules, and compares with the
// oracle of static_tests/pipeline/random: a protocol that the oracle accepts has no finding and
// reads the right values; of those that it refuses, the run finds some. Exit status 1: one that is
// accepted has a finding.
//
//   ./random_cpu --count 20000 --seed 1
//
// --warps N     no protocol of more than N warps in all blocks
// --refused     those that the oracle refuses, counted by its reason; exit status 0
// --pairs       the sound protocols and the faults of static_tests/pipeline/random/faults_of_*.hpp
// --dump K      prints the first K protocols whose answers differ
// --show SEED   prints a protocol and its findings
#include "random_memory.hpp"

#include "../../static_tests/pipeline/random/faults_of_barriers.hpp"
#include "../../static_tests/pipeline/random/faults_of_memory.hpp"
#include "../../static_tests/pipeline/random/faults_of_public_bugs.hpp"
#include "../../static_tests/pipeline/random/generate.hpp"
#include "../../static_tests/pipeline/random/write_tables.hpp"

#include <chrono>
#include <cstring>
#include <map>

using namespace random_protocols;
namespace cpu = tileproof::cpu;

namespace {

struct outcome {
  std::string findings;  // empty: none, and all values are right
  long reads = 0;
};

outcome run(random_cpu::global_memory& m, table const& t, int schedule, std::uint64_t seed) {
  random_cpu::seen_values seen;
  random_cpu::arguments const args = m.prepared(t.p, t.ops, seen);
  random_cpu::interpreter::threads = t.p.threads;
  cpu::report const said =
      cpu::launch<random_cpu::interpreter>({t.p.blocks}, {t.p.is_cluster ? t.p.blocks : 1}, args,
                                           random_cpu::options_of(t.p, schedule, seed));
  return {said.text() + m.wrong(t.p, t.ops, seen, said.clean()), seen.reads};
}

struct counts {
  long protocols = 0, tables = 0, found = 0, reads = 0, no_room = 0;
  long with_fetch = 0, relying_on_exit = 0, sharing_named = 0, skipping_phases = 0;
  long leaving_phase = 0;
};

// Schedules [from, upto) of three.
outcome run_schedules(random_cpu::global_memory& m, table const& t, std::uint64_t seed, int from,
                      int upto) {
  outcome all;
  for (int i = from; i < upto && all.findings.empty(); ++i) {
    outcome const r = run(m, t, i, seed + 1);
    all.findings = r.findings, all.reads += r.reads;
  }
  return all;
}

// A protocol's findings; empty: none. In two schedules of the first of its trip counts and another
// one of the fourth; or in all of each.
std::string findings_of(random_cpu::global_memory& m, protocol const& p, std::uint64_t seed,
                        wanted which, counts& n, bool in_each = false) {
  int const all = int(trips_of(p).size());
  int ran = 0;
  std::string said;
  for (int k = 0; k < all && said.empty(); k += all > 3 && !in_each ? 3 : 1) {
    auto const t = make_table(p, seed, k, which);
    if (!t) continue;
    // The run reports what PTX allows: __syncthreads that goes on without threads that have ended
    // ("exit"), a use of a named barrier by other warps than the last one's, unordered with it,
    // a wait for an mbarrier by a thread that has not waited for the phase before, and bytes that
    // an mbarrier expects to the end, for which nobody waits, and mbarrier.inval within a phase.
    if (which == wanted::sound)
      for (auto const& [does, count] : {std::pair(t->relies_on_exit, &n.relying_on_exit),
                                        {t->shares_named, &n.sharing_named},
                                        {t->skips_phases, &n.skipping_phases},
                                        {t->leaves_phase, &n.leaving_phase}})
        if (does) return ++*count, std::string();
    bool const is_first = ran++ == 0;
    ++n.tables;
    outcome const r = run_schedules(m, *t, seed, is_first || in_each ? 0 : 2,
                                    is_first && all > 1 && !in_each ? 2 : 3);
    said = r.findings, n.reads += r.reads;
  }
  n.no_room += ran == 0;
  if (ran == 0) return {};
  ++n.protocols;
  n.with_fetch += p.uses(verb::fetch);
  n.found += !said.empty();
  return said;
}

void print(counts const& n) {
  std::printf(
      "%ld protocols, %ld tables, %ld reads compared; %ld with a finding. No room in tables: %ld. "
      "Left out of the run: fetch in %ld protocols. Not run: %ld that rely on exit, "
      "%ld with a named barrier of different warps, %ld that wait for some phases only, %ld with "
      "a phase that is left incomplete\n",
      n.protocols, n.tables, n.reads, n.found, n.no_room, n.with_fetch, n.relying_on_exit,
      n.sharing_named, n.skipping_phases, n.leaving_phase);
}

// Each pair of a fault's table: the sound twin is clean. Returns how many are not.
int run_pairs(random_cpu::global_memory& m) {
  int wrong = 0, found = 0, pairs = 0, not_run = 0;
  for (auto const& all : {barrier_faults(), memory_faults(), public_bugs()})
    for (fault const& f : all) {
      counts n, of_twins;
      std::string const twin = findings_of(m, f.twin(), 1, wanted::sound, of_twins, true);
      protocol const bad = f.broken();
      bool const runs = illegal(bad) == reason::none;
      std::string const said = runs ? findings_of(m, bad, 1, wanted::all, n, true) : "";
      bool const has_run = n.protocols > 0;
      wrong += !twin.empty(), found += !said.empty(), not_run += !has_run, ++pairs;
      std::printf("%-24s %-46s %s%s\n", f.of, f.condition,
                  !has_run       ? "cannot run"
                  : said.empty() ? "not found"
                                 : said.substr(0, said.find(':')).c_str(),
                  twin.empty() ? "" : ("   TWIN: " + twin).c_str());
    }
  std::printf("%d pairs: %d twins with a finding; faults found %d, not found %d, cannot run %d\n",
              pairs, wrong, found, pairs - found - not_run, not_run);
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  long count = 500, dump = 0;
  std::uint64_t first = 1;
  bool refused = false;
  int warps = 256;
  random_cpu::global_memory m;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  for (int i = 1; i < argc; ++i) {
    auto const is = [&](char const* s) { return std::strcmp(argv[i], s) == 0; };
    auto const next = [&] { return i + 1 < argc ? std::strtoull(argv[++i], nullptr, 10) : 0; };
    if (is("--count"))
      count = long(next());
    else if (is("--seed"))
      first = next();
    else if (is("--dump"))
      dump = long(next());
    else if (is("--refused"))
      refused = true;
    else if (is("--warps"))
      warps = int(next());
    else if (is("--pairs"))
      return run_pairs(m) != 0;
    else if (is("--show")) {
      std::uint64_t const seed = next();
      protocol const p = draw(seed);
      verdict const v = judge(p, {seed, 8});
      counts n;
      std::string const said =
          findings_of(m, p, seed, v.why == reason::none ? wanted::sound : wanted::all, n);
      std::printf("%s%s%s", write_cpp(p, "drawn").c_str(), trace(p, v).c_str(), said.c_str());
      return 0;
    } else {
      return std::fprintf(stderr, "unknown: %s\n", argv[i]), 2;
    }
  }
  counts n;
  long confirmed = 0;
  struct kind_of_finding {
    long all = 0;
    std::uint64_t first = 0;  // its seed
  };
  std::map<std::string, kind_of_finding> kinds;  // of findings, by their first words
  long of_reason[reasons][2] = {};               // of the oracle; found by the run
  auto const start = std::chrono::steady_clock::now();
  for (std::uint64_t k = 0; n.protocols < count; ++k) {
    std::uint64_t const seed = first * 1000000007ULL + k;
    protocol const p = draw(seed);
    if (illegal(p) != reason::none || p.warps() * p.blocks > warps) continue;
    verdict const v = judge(p, {seed, 8});
    if (v.undecided || refused != (v.why != reason::none)) continue;
    long const before = n.protocols, found = n.found;
    std::string const said = findings_of(m, p, seed, refused ? wanted::all : wanted::sound, n);
    if (n.protocols == before) continue;
    // A fault that 8 schedules of the oracle missed may show in 500: then the run is right.
    if (!refused && !said.empty() && judge(p, {seed, 500}).why != reason::none) {
      ++confirmed, n.found = found, --n.protocols;
      continue;
    }
    if (n.protocols % 500 == 0) std::fprintf(stderr, "%ld: %ld\n", n.protocols, n.found);
    ++of_reason[int(v.why)][!said.empty()];
    if (!said.empty()) {
      kind_of_finding& like = kinds[said.substr(0, said.find(':'))];
      if (like.all++ == 0) like.first = seed;
    }
    if (said.empty() == refused && dump-- > 0)
      std::printf("// seed %llu\n%s%s%s\n", (unsigned long long)seed, write_cpp(p, "drawn").c_str(),
                  refused ? trace(p, v).c_str() : "", said.c_str());
  }
  print(n);
  if (!refused)
    std::printf("faults that 8 schedules of the oracle missed and 500 show: %ld\n", confirmed);
  std::printf("%.1f s\n",
              std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  for (int r = 0; r < reasons && refused; ++r)
    if (of_reason[r][0] + of_reason[r][1] > 0)
      std::printf("  %-14s found %ld, not found %ld\n", reason_names[r], of_reason[r][1],
                  of_reason[r][0]);
  for (auto const& [what, k] : kinds)
    std::printf("  %ld: %s, first of seed %llu\n", k.all, what.c_str(),
                (unsigned long long)k.first);
  return !refused && n.found > 0;
}
