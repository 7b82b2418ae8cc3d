// SPDX-License-Identifier: BSL-1.0
//
// Defines the table of mutants: which were refused by the proof, which were caught by the run, and
// for those that neither catches the sentence why they are as good as the original.
#pragma once

#include <tileproof/cpu.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace tampered {

// A mutant: its subject, the kind of its action, what is changed, of which role and where; the
// proof's reason to refuse it, the fault that the run finds, and the difference from the protocol's
// word, each empty where there is none.
struct row {
  std::string subject, kind, change, role, proof{}, run{}, word{}, place{};
  bool was_proved = false;
  bool was_run = false;
  std::string text() const {
    return subject + ": " + kind + (role.empty() ? "" : " of " + role) +
           (place.empty() ? "" : ", " + place) + ": " + change;
  }
};

// The kind of a run's first finding, or that an element is wrong; empty where all is right.
inline std::string found_by_run(tileproof::cpu::report const& said, bool is_right) {
  if (!said.clean()) return std::string(tileproof::cpu::to_string(said.findings[0].kind));
  return is_right ? "" : "wrong result";
}

// Why mutants that nothing catches are as good. A text is a part of the mutant's; empty: of any.
struct excuse {
  char const* subject;
  char const* kind;
  char const* change;
  char const* role;
  char const* place;
  char const* why;
};

class table {
 public:
  bool all = false;

  table(int count, char** arguments, std::vector<excuse> of)
      : excuses_(std::move(of)), used_(excuses_.size()) {
    for (int i = 1; i < count; ++i)
      if (std::strcmp(arguments[i], "--all") == 0)
        all = true;
      else if (std::strcmp(arguments[i], "--match") == 0 && i + 1 < count)
        match_ = arguments[++i];
      else
        only_.push_back(arguments[i]);
  }
  bool wants(std::string const& subject) const {
    return only_.empty() || std::find(only_.begin(), only_.end(), subject) != only_.end();
  }
  // Whether a mutant is to run: once in `every` calls, of those that match.
  bool is_due(int every, row const& x) {
    return x.text().find(match_) != std::string::npos && calls_++ % every == 0;
  }
  // The sentence that excuses a mutant; null where there is none.
  char const* excuse_of(row const& x) {
    auto const fits = [](char const* wanted, std::string const& is) {
      return *wanted == '\0' || is.find(wanted) != std::string::npos;
    };
    for (std::size_t i = 0; i < excuses_.size(); ++i) {
      excuse const& e = excuses_[i];
      if (!fits(e.subject, x.subject) || !fits(e.kind, x.kind) || !fits(e.change, x.change) ||
          !fits(e.role, x.role) || !fits(e.place, x.place))
        continue;
      ++used_[i];
      return e.why;
    }
    return nullptr;
  }
  void expect(bool holds, std::string const& subject, std::string const& what) {
    if (holds) return;
    ++failures_;
    std::printf("FAILED: %s: %s\n", subject.c_str(), what.c_str());
  }
  void add(row const& x) {
    if (!x.was_proved && !x.was_run) return;  // not in the sample
    kind_count& k = of_[x.subject + (x.subject.empty() ? "" : " | ") + x.kind];
    kind_count& sum = of_subject_[x.subject];
    bool const refused = !x.proof.empty();
    bool const caught = !x.run.empty();
    char const* why = nullptr;
    if (!refused && !caught && (x.was_run || !is_runnable(x))) why = excuse_of(x);
    for (kind_count* c : {&k, &sum, &total_}) {
      ++c->mutants;
      c->proved += x.was_proved;
      c->refused += refused;
      c->ran += x.was_run;
      c->caught += caught;
      c->both += refused && caught;
      c->word += !x.word.empty();
      c->excused += why != nullptr;
    }
    std::string const by = refused && caught ? "proof: " + x.proof + "; run: " + x.run
                           : refused         ? "proof: " + x.proof
                           : caught          ? "run: " + x.run
                           : why != nullptr  ? std::string("as good: ") + why
                                             : std::string();
    if (by.empty() && x.was_run) expect(false, x.text(), "nothing catches it");
    if (by.empty() && !x.was_run) {
      if (is_runnable(x)) return;  // accepted, and not in the sample
      expect(false, x.text(), "the proof accepts it");
    }
    std::printf("%s | %s\n", x.text().c_str(), by.c_str());
    std::fflush(stdout);
  }
  // Prints the counts; the exit status of the program.
  int tell() {
    std::printf("\n%-34s %8s | %8s %8s | %8s %8s | %8s %8s | %8s\n", "", "mutants", "proved",
                "refused", "run", "caught", "by both", "by word", "as good");
    auto const line = [](std::string const& name, kind_count const& c) {
      std::printf("%-34s %8d | %8d %8d | %8d %8d | %8d %8d | %8d\n", name.c_str(), c.mutants,
                  c.proved, c.refused, c.ran, c.caught, c.both, c.word, c.excused);
    };
    std::map<std::string, kind_count> of_kind;
    for (auto const& [name, c] : of_) of_kind[name.substr(name.find(" | ") + 3)].add(c);
    for (auto const& [name, c] : of_kind) line(name, c);
    std::printf("\n");
    for (auto const& [name, c] : of_subject_) line(name, c);
    line("all", total_);
    for (std::size_t i = 0; i < excuses_.size() && all && only_.empty(); ++i)
      expect(used_[i] > 0, "excuses", std::string("no mutant needs \"") + excuses_[i].why + '"');
    std::printf("%.1f s, %d failed\n",
                std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(),
                failures_);
    return failures_ == 0 ? 0 : 1;
  }

 private:
  struct kind_count {
    int mutants = 0, proved = 0, refused = 0, ran = 0, caught = 0, both = 0, word = 0, excused = 0;
    void add(kind_count const& o) {
      mutants += o.mutants, proved += o.proved, refused += o.refused, ran += o.ran;
      caught += o.caught, both += o.both, word += o.word, excused += o.excused;
    }
  };
  std::vector<excuse> excuses_;
  std::vector<int> used_;  // how often
  std::vector<std::string> only_;
  std::string match_;
  int calls_ = 0;
  int failures_ = 0;
  std::map<std::string, kind_count> of_, of_subject_;
  kind_count total_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();

  // A model protocol has no kernel that could run.
  static bool is_runnable(row const& x) { return x.subject.rfind("model ", 0) != 0; }
};

}  // namespace tampered
