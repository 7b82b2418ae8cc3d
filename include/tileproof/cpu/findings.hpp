// SPDX-License-Identifier: BSL-1.0
//
// Defines findings: the report of a launch while it runs, the names of blocks and agents for its
// sentences, and the order of their accesses. cpu/checker.hpp derives from it.
//
//   check.add(fault::barrier, thread, check.who(thread) + " arrives at ...");
#pragma once

#include <tileproof/cpu/attempt.hpp>

#include <limits>
#include <map>
#include <tuple>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

class findings {
 public:
  report said;

  // The accesses that each thread is ordered after; synchronising instructions add to them.
  order happens;

  findings(options const& o, int threads, int blocks)
      : happens(threads, blocks), threads_(threads), of_block_(static_cast<std::size_t>(blocks)) {
    said.kernel = o.kernel;
  }

  // Begins a cluster of blocks. Then begin_block begins each of its blocks: `rank` is the block's
  // number in the cluster, `number` its linear index in the grid.
  void begin_cluster() {
    happens.begin();
    starts_.push_back({happens.cluster(), {}});
    agents_.clear();
  }
  void begin_block(int rank, block_index const& block, std::int64_t number) {
    of_block_[static_cast<std::size_t>(rank)] = {block, number, 0, {}};
    if (rank == 0) starts_.back().block = block;
  }
  // Adds an agent that is not a thread. Findings call it by this name: "a TMA load".
  int add_agent(std::string name) {
    agents_.push_back({std::move(name), 0});
    return happens.add_agent();
  }
  // A block has passed a barrier at this place of the source.
  void pass_barrier(int rank, std::string const& barrier) {
    ++of_block_[static_cast<std::size_t>(rank)].passed;
    of_block_[static_cast<std::size_t>(rank)].after = barrier;
  }

  int blocks() const { return static_cast<int>(of_block_.size()); }
  // The number of barriers that the block of a thread has passed.
  int interval(int of) const { return block_of(of).passed; }
  // The number of a thread in its block, and the number of its block in the grid.
  int in_block(int of) const { return of < 0 || !happens.is_thread(of) ? -1 : of % threads_; }
  int number_of(int of) const { return static_cast<int>(block_of(of).number); }
  // The agent in words: "thread 3"; in a cluster "thread 3 of block (1,0,0)".
  std::string who(int agent) const {
    if (agent == order::reducer) return "a reduction by TMA";
    if (agent == order::flags) return "an arrival or a wait at the flag";
    if (!happens.is_thread(agent)) return name_of(agent);
    std::string const r = "thread " + std::to_string(in_block(agent));
    return of_block_.size() == 1 ? r : r + " of block " + text(block_of(agent).index);
  }
  // The index of a block of the cluster: "(1,0,0)".
  std::string name_of_block(int rank) const {
    return text(of_block_[static_cast<std::size_t>(rank)].index);
  }
  // The beginning of an access's sentence: "thread 3 writes ".
  std::string does(attempt const& a) const {
    return who(a.thread) + (a.writes ? " writes " : " reads ");
  }

  // Adds a finding. `what` is its sentence; `other` is the second thread of a race, or -1.
  void add(fault kind, attempt const& a, int other, std::int64_t element, std::string const& what) {
    add(kind, a.in,
        {kind, block_of(a.thread).index, in_block(a.thread), in_block(other), a.in->name, element,
         interval(a.thread), what, 1},
        a.thread);
  }
  // Adds a finding in memory that is no region: registers.
  void add(fault kind, int who, std::string const& memory, std::int64_t element,
           std::string const& what) {
    add(kind, nullptr,
        {kind, block_of(who).index, in_block(who), -1, memory, element, interval(who), what, 1},
        who);
  }
  void add(fault kind, int who, std::string const& what) { add(kind, who, {}, -1, what); }

 protected:
  // An agent that is not a thread: its name, and the thread that issued its last write.
  struct other_agent {
    std::string name;
    int issuer = 0;
  };
  other_agent& agent_at(int agent) {
    return agents_[static_cast<std::size_t>(agent - happens.first_agent())];
  }
  // The thread or operation that did an earlier access, perhaps in an earlier block of this launch.
  std::string who_did(event e) const {
    if (e.time >= happens.cluster() || e.agent == order::flags) return who(e.agent);
    return (happens.is_thread(e.agent) ? "thread " + std::to_string(in_block(e.agent))
                                       : std::string("a copy by TMA")) +
           " of block " + block_at(e.time);
  }

 private:
  static constexpr std::size_t most_findings = 64;

  struct start {
    std::uint32_t time;
    block_index block;
  };
  // A running block: its place in the grid, the number of barriers that it has passed, and the last
  // of them.
  struct running_block {
    block_index index{};
    std::int64_t number = 0;
    int passed = 0;
    std::string after;
  };

  int threads_;  // of a block
  std::vector<running_block> of_block_;
  std::vector<other_agent> agents_;
  std::vector<start> starts_;  // the times at which clusters began, ascending
  std::map<std::tuple<fault, region const*, std::uint32_t>, std::size_t> first_;

  // Counts a fault, and keeps it as a finding if it is the first of its kind on this region in this
  // interval of the thread's block and there is room; otherwise it raises the count of the existing
  // finding.
  void add(fault kind, region const* in, finding f, int thread) {
    ++said.faults;
    auto const [place, is_new] = first_.try_emplace(
        std::tuple(kind, in, happens.floor(std::max(thread, 0))), said.findings.size());
    if (!is_new && place->second < said.findings.size()) ++said.findings[place->second].count;
    // The first finding of a kind always has room.
    if (!is_new) return;
    if (said.findings.size() >= most_findings && said.found(kind)) {
      place->second = std::numeric_limits<std::size_t>::max();
      return;
    }
    running_block const& b = block_of(thread);
    f.text = std::string(to_string(kind)) + ": kernel " + said.kernel + ", block " + text(b.index) +
             ", " + f.text + "; interval " + std::to_string(b.passed);
    if (!b.after.empty()) f.text += ", after the barrier at " + b.after;
    said.findings.push_back(std::move(f));
  }
  // The index of the block that ran at an earlier time, or of the first block of that cluster.
  std::string block_at(std::uint32_t time) const {
    auto s = starts_.rbegin();
    while (s->time > time) ++s;
    return text(s->block);
  }
  // The block of a thread; -1 is no thread.
  running_block const& block_of(int thread) const {
    return of_block_[static_cast<std::size_t>(thread < 0 ? 0 : happens.block_of(thread))];
  }
  std::string const& name_of(int agent) const {
    return agents_[static_cast<std::size_t>(agent - happens.first_agent())].name;
  }
  static std::string text(block_index const& b) {
    return "(" + std::to_string(b[0]) + "," + std::to_string(b[1]) + "," + std::to_string(b[2]) +
           ")";
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
