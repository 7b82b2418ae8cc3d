// SPDX-License-Identifier: BSL-1.0
//
// Defines write_sample(directory, ...): draws protocols, as many sound as not, and writes programs
// that ask the library about them, and what the oracle says. sample.py compiles the programs, runs
// them and compares. write_machines(directory, ...) writes programs that run protocols, which are
// accepted, by the library's machine (device_tests/pipeline/drawn_machine.hpp).
//
// DIR/<k>.cpp prints a line for each of its protocols: seed, fault ("none": accepted), states,
// sentence. DIR/oracle.tsv: seed, program, reason of the oracle, whether it is seen without a run,
// and the fault that decide() finds, where it is linked. DIR/<seed>.txt: the protocol as C++, and
// the oracle's trace. DIR/<seed>.bin: the tables of one that runs.
#pragma once

#include "decision.hpp"
#include "exhaust.hpp"
#include "generate.hpp"
#include "write_tables.hpp"

#include <fstream>

namespace random_protocols {

// Whether the library has the words for it: its types refuse other resources at a verb. `most`:
// agents that its proof follows, of which a large protocol has more to compile.
inline bool is_expressible(protocol const& p, int most = 63) {
  int agents = 0;
  for (int i = 0; i < p.resource_count; ++i)
    if (p.resources[i].stages < 1 || p.resources[i].parts < 1 ||
        (p.resources[i].is == kind::flag && p.resources[i].amount < 1))
      return false;
  for (int r = 0; r < p.role_count; ++r) {
    role const& x = p.roles[r];
    agents += x.threads == 1 ? 1 : x.threads == 32 ? 3 : x.threads == 64 ? 5 : 7;
    for (int s = 0; s < sections; ++s)
      for (int i = 0; i < x.counts[s]; ++i)
        for (int k = 0; k < x.actions[s][i].places; ++k) {
          action const& a = x.actions[s][i];
          if (a.at[k].resource >= p.resource_count) return false;
          resource const& at = p.resources[a.at[k].resource];
          if (!(detail::kinds_of(a.does, k) >> int(at.is) & 1U)) return false;
          // bar[i].part(k) is part k there, and i counts here.
          bool const is_array = at.is == kind::accumulator || at.is == kind::named_barrier;
          if (is_array && a.at[k].part != by_rank::own) return false;
        }
  }
  return agents * p.blocks <= most;
}

namespace detail {

inline constexpr char const* sample_head =
    "#include <tileproof/pipeline.hpp>\n#include <cstdio>\nusing namespace tileproof;\n"
    "using namespace tileproof::pipeline;\n"
    "template <class P>\nvoid ask(char const* seed) {\n"
    "  verdict const v = prove_protocol<P>();\n  core::text t;\n"
    "  if (!v.holds()) sentence_of_failure<P>(v).put_sentence(t);\n"
    "  std::string_view const name = name_of(v.found.what), s(t);\n"
    "  std::printf(\"%s\\t%.*s\\t%d\\t%.*s\\n\", seed, int(name.size()), name.data(), v.states,\n"
    "              int(s.size()), s.data());\n}\n";
inline constexpr char const* machine_head =
    "#include \"drawn_machine.hpp\"\nusing namespace tileproof;\n"
    "using namespace tileproof::pipeline;\n";

}  // namespace detail

class sample_writer {
  std::string directory;
  int per_file, written = 0;
  std::ofstream list, program;
  std::string calls;

  void close() {
    if (program.is_open()) program << "int main() {\n" << calls << "}\n", program.close();
    calls.clear();
  }
  // The protocol in the next program, whose main makes the call.
  void put(std::string const& id, protocol const& p, char const* head, std::string const& call) {
    if (written % per_file == 0) {
      close();
      program.open(directory + "/" + std::to_string(written / per_file) + ".cpp");
      program << head;
    }
    program << "// seed " << id << "\nnamespace p" << id << " {\n"
            << write_cpp(p, "drawn") << "}\n";
    calls += "  " + call + "\n";
    ++written;
  }

 public:
  sample_writer(std::string const& to, int protocols_of_a_program)
      : directory(to), per_file(protocols_of_a_program), list(to + "/oracle.tsv") {}
  ~sample_writer() { close(); }
  bool is_open() const { return list.is_open(); }

  void add(std::string const& id, protocol const& p, verdict const& v) {
    list << id << '\t' << written / per_file << '\t' << reason_names[int(v.why)] << '\t'
         << (v.is_static ? "static" : "run") << '\t' << (&decide != nullptr ? decide(p).why : "-")
         << '\n';
    std::ofstream(directory + "/" + id + ".txt") << write_cpp(p, "drawn") << trace(p, v);
    put(id, p, detail::sample_head, "ask<p" + id + "::drawn>(\"" + id + "\");");
  }
  // False: no table of it has room, or the run would report what PTX allows (random_cpu.cpp).
  bool add_machine(std::string const& id, protocol const& p, std::uint64_t seed) {
    std::vector<table> tables;
    std::string trips;
    auto const all = trips_of(p);
    for (int k = 0; k < int(all.size()); ++k) {
      auto const t = make_table(p, seed, k);
      if (t && (t->relies_on_exit || t->shares_named || t->skips_phases || t->leaves_phase))
        return false;
      if (t) tables.push_back(*t);
      trips += (k ? ", {" : "{") + std::to_string(all[k].tiles) + ", {";
      for (int i = 0; i < 6; ++i) trips += (i ? ", " : "") + std::to_string(all[k].steps[i]);
      trips += "}}";
    }
    std::string const file = directory + "/" + id + ".bin";
    std::FILE* const f = tables.empty() ? nullptr : std::fopen(file.c_str(), "wb");
    if (!f) return false;
    file_header const head{file_magic, std::uint32_t(tables.size())};
    std::fwrite(&head, sizeof head, 1, f);
    for (table const& t : tables) write_table(f, t);
    std::fclose(f);
    std::ofstream(directory + "/" + id + ".txt") << write_cpp(p, "drawn");
    list << id << '\t' << written / per_file << "\n";
    put(id, p, detail::machine_head,
        "drawn::run_drawn<p" + id + "::drawn>(\"" + id + "\", \"" + file + "\", {" + trips + "});");
    return true;
  }
};

// `percent` of them sound; the others of different reasons, at most a quarter without a run.
inline bool write_sample(std::string const& directory, std::uint64_t seed, long count, int per_file,
                         int schedules, int percent, int most_agents) {
  sample_writer out(directory, per_file);
  if (!out.is_open()) return false;
  long const most_sound = count * percent / 100, most_unsound = count - most_sound;
  long sound = 0, unsound = 0, seen_static = 0, by[reasons] = {};
  for (std::uint64_t i = 0; sound + unsound < count; ++i) {
    std::uint64_t const s = seed * 1000000007ULL + i;
    protocol const p = draw(s);
    if (!is_expressible(p, most_agents)) continue;
    verdict v = judge(p, {s, schedules});
    if (v.undecided) continue;
    bool const holds = v.why == reason::none;
    if (holds ? sound >= most_sound : unsound >= most_unsound) continue;
    if (!holds && (by[int(v.why)] > most_unsound / 5 || (v.is_static && seen_static > count / 8)))
      continue;
    holds ? ++sound : ++unsound;
    ++by[int(v.why)];
    seen_static += v.is_static && !holds;
    out.add(std::to_string(s), p, v);
  }
  return true;
}

// Protocols that library and oracle accept.
inline bool write_machines(std::string const& directory, std::uint64_t seed, long count,
                           int per_file, int schedules, int most_agents) {
  sample_writer out(directory, per_file);
  if (!out.is_open() || &decide == nullptr) return false;
  for (std::uint64_t i = 0; count > 0; ++i) {
    std::uint64_t const s = seed * 1000000007ULL + i;
    protocol const p = draw(s);
    if (!is_expressible(p, most_agents)) continue;
    decision const d = decide(p);
    if (d.is != answer::accepted || !d.has_machine) continue;
    verdict const v = judge(p, {s, schedules});
    if (!v.undecided && v.why == reason::none) count -= out.add_machine(std::to_string(s), p, s);
  }
  return true;
}

}  // namespace random_protocols
