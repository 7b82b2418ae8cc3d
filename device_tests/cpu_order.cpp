// SPDX-License-Identifier: BSL-1.0
//
// Random traces of synchronisation beyond __syncthreads against an oracle that shares no code with
// the CPU run.
//
//   cpu_order [traces [first seed]]       cpu_order 100000 is the whole sweep
//
// A trace is one block of 64 threads, or a cluster of two, of which a few threads read and write
// shared and global memory, and load into shared memory by bulk copies that an mbarrier counts. In
// between threads arrive at mbarriers, of their block and of the other one, and wait for them, meet
// at named barriers, __syncwarp, __syncthreads and the barrier of the cluster. It runs with the
// first thread first and with the last one first, and at random, with copies that land at once, as
// late as possible and at random; and threads store shared memory to global memory by bulk copies,
// with and without a wait. Some execute proxy fences, for shared memory or for all; in every second
// trace reads need none (options::reads_need_no_proxy_fence). The oracle builds the graph of
// program order and synchronisation, and decides by reachability which accesses nothing orders, and
// which reads have no write before them. The run has to report a fault exactly where the oracle
// finds one, and a race or a copy in flight exactly where that is the fault.
#include <tileproof/atom.hpp>
#include <tileproof/cpu.hpp>
#include <tileproof/cpu/order.hpp>

#include <cstdio>
#include <cstdlib>
#include <random>

using namespace tileproof;

namespace {

// ---- a trace

constexpr int block_threads = 64;
constexpr int words = 4;     // of 16 bytes, in shared memory and in the global tensor
constexpr int barriers = 6;  // mbarriers of a block
using shared = shared_memory<field<std::uint64_t, barriers>, field<float, 4 * words>>;

enum class what {
  read,  // word `n` of shared memory of the thread's block, or of the global tensor
  write,
  load,      // into word `n` of shared memory, counted by mbarrier `id`
  store,     // of word `n` of shared memory to that of the global tensor, a group of its own
  fence,     // of the proxies, for shared memory; for all if `is_shared` is false
  drain,     // waits until no store reads
  complete,  // waits until no store is pending
  arrive,    // at mbarrier `id` of block `block`
  expect,    // the same, of 16 bytes
  wait,
  named_sync,  // barrier `id` of `n` threads
  named_arrive,
  warp,
  sync,
  cluster
};
struct step {
  what does;
  int id = 0;
  int block = 0;
  int n = 0;      // arrivals, threads, the parity of a wait, or the word of an access
  int phase = 0;  // of an arrival and a wait; of the others, the number of the meeting
  bool is_shared = false;
};
struct trace {
  int blocks = 1;
  int arrivals[2][barriers]{};           // of each mbarrier; 0: it is not used
  std::vector<std::vector<step>> steps;  // of thread t of block b: steps[b * block_threads + t]
};

class generator {
 public:
  explicit generator(std::uint64_t seed) : random_(seed) {}

  trace make() {
    trace t;
    t.blocks = below(3) == 0 ? 2 : 1;
    t.steps.resize(static_cast<std::size_t>(t.blocks * block_threads));
    for (int b = 0; b < t.blocks; ++b)
      for (int i = 0; i < 3; ++i) active_.push_back(b * block_threads + below(block_threads));
    int next_barrier[2]{};
    int next_name[2] = {1, 1};
    int meeting = 0;
    int const rounds = 2 + below(7);
    int const crowded = 1 + below(words);
    // Most traces begin with all memory written, and have few accesses.
    if (below(4) != 0) {
      for (int b = 0; b < t.blocks; ++b)
        for (int w = 0; w < words; ++w) {
          at(t, b, 0).push_back({what::write, 0, b, w, 0, true});
          if (b == 0) at(t, b, 0).push_back({what::write, 0, b, w, 0, false});
        }
      if (below(8) != 0)
        for (int b = 0; b < t.blocks; ++b) at(t, b, 0).push_back(fence(b, below(8) == 0));
      meet_in_cluster(t, ++meeting);
    }
    int const most = 1 + below(3);
    for (int r = 0; r < rounds; ++r) {
      for (int i = below(most); i > 0; --i) access(t, crowded);
      int const b = below(t.blocks);
      ++meeting;
      switch (below(9)) {
        case 0:
          for (int i = 0; i < block_threads; ++i)
            at(t, b, i).push_back({what::sync, 0, b, block_threads, meeting});
          break;
        case 1: meet_in_cluster(t, meeting); break;
        case 2: {
          int const w = 32 * below(2);
          for (int i = w; i < w + 32; ++i) at(t, b, i).push_back({what::warp, 0, b, 32, meeting});
          break;
        }
        case 3:
        case 4: {
          if (next_name[b] == 16) break;
          if (next_name[b] > 1 && below(4) == 0) --next_name[b];  // the last one once more
          int const sides = 1 + below(3);                         // warp 0 waits, warp 1 waits
          for (int i = 0; i < 64; ++i)
            at(t, b, i).push_back(
                {(sides >> (i / 32)) % 2 == 1 ? what::named_sync : what::named_arrive, next_name[b],
                 b, 64, meeting});
          ++next_name[b];
          break;
        }
        default:
          if (next_barrier[b] < barriers) use(t, b, next_barrier[b]++);
      }
    }
    for (int i = below(most); i > 0; --i) access(t, crowded);
    return t;
  }

 private:
  std::mt19937_64 random_;
  std::vector<int> active_;  // the threads that do more than meet

  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  static std::vector<step>& at(trace& t, int block, int thread) {
    return t.steps[static_cast<std::size_t>(block * block_threads + thread)];
  }
  int active() {
    return active_[static_cast<std::size_t>(below(static_cast<int>(active_.size())))];
  }

  static void meet_in_cluster(trace& t, int meeting) {
    for (auto& steps : t.steps)
      steps.push_back({what::cluster, 0, 0, t.blocks * block_threads, meeting});
  }
  static step fence(int block, bool is_shared) { return {what::fence, 0, block, 0, 0, is_shared}; }
  void access(trace& t, int places) {
    int const who = active();
    auto& steps = t.steps[static_cast<std::size_t>(who)];
    int const block = who / block_threads;
    if (below(6) == 0) {
      if (below(3) != 0) steps.push_back(fence(block, below(3) == 0));
      steps.push_back({what::store, 0, block, below(places)});
      if (below(8) != 0) steps.push_back({below(2) == 0 ? what::drain : what::complete, 0, block});
      return;
    }
    bool const is_shared = t.blocks == 1 ? below(3) != 0 : below(2) == 0;
    bool const writes = below(2) == 0;
    steps.push_back({writes ? what::write : what::read, 0, block, below(places), 0, is_shared});
    if (below(3) == 0) steps.push_back(fence(block, below(2) == 0));
  }
  // One or two phases of mbarrier i of block b. The threads that wait for the first arrive at the
  // second, and no others: a phase begins when all have waited for the one before it.
  void use(trace& t, int b, int i) {
    std::vector<int> waits;
    int const n = 1 + below(2);
    t.arrivals[b][i] = n;
    bool const has_load = below(3) == 0;
    int const phases = 1 + below(2);
    for (int phase = 0; phase < phases; ++phase) {
      std::vector<int> who = waits;
      if (phase > 0 && static_cast<int>(waits.size()) < n) break;
      while (static_cast<int>(who.size()) < n) who.push_back(active());
      for (std::size_t k = 0; k < who.size(); ++k) {
        auto& steps = t.steps[static_cast<std::size_t>(who[k])];
        bool const loads = has_load && k == 0 && who[k] / block_threads == b;
        if (loads && below(2) == 0) steps.push_back(fence(b, below(2) == 0));
        steps.push_back({loads ? what::expect : what::arrive, i, b, n, phase});
        if (loads) steps.push_back({what::load, i, b, below(2), phase, true});
      }
      std::vector<int> may = phase == 0 ? active_ : waits;
      waits.clear();
      for (int w : may)
        if (w / block_threads == b && static_cast<int>(waits.size()) < n &&
            (below(4) != 0 || (has_load && waits.empty()))) {
          t.steps[static_cast<std::size_t>(w)].push_back({what::wait, i, b, phase % 2, phase});
          waits.push_back(w);
        }
      if (below(3) == 0) access(t, 2);
    }
  }
};

// ---- the oracle

struct verdict {
  bool race = false;
  bool unwritten = false;
  bool no_write_before = false;
  // A load or store after an access by a thread, with no fence in between.
  bool proxy = false;
  bool returned = false;  // a thread, with a store that may read
  bool leaves =
      false;  // an arrival from the other block, or a load, that no thread of the block knows
  // A named barrier is used again by a thread that does not know the last use to be over.
  bool reuse = false;
  bool is_clean() const { return !(race || unwritten || proxy || returned || leaves || reuse); }
};

class oracle {
 public:
  // Whether reads by threads need a fence before a load or store overwrites what they have read.
  oracle(trace const& t, bool fences_reads) : fences_reads_(fences_reads) {
    for (std::size_t thread = 0; thread < t.steps.size(); ++thread) {
      int last = node();
      for (step const& s : t.steps[thread]) {
        if (s.does == what::named_arrive || s.does == what::named_sync) {
          int const arrives = node();
          edge(last, arrives);
          last = arrives;
          named_[{s.block, s.id, s.phase}].push_back({arrives, thread % 32 == 0});
        }
        int const here = node();
        edge(last, here);
        last = here;
        add(s, here, static_cast<int>(thread));
      }
      for (open_store const& o : open_) found.returned = found.returned || o.reads;
      open_.clear();
      ends_.push_back(last);
    }
    // A phase is over after the one before it; a wait is after its phase.
    for (auto const& [key, phase] : phases_)
      if (auto const before = phases_.find({key[0], key[1], key[2] - 1}); before != phases_.end())
        edge(before->second, phase);
    judge();
  }
  verdict found;

 private:
  struct access {
    int begin, end, block, word;  // end -1: it never ends
    bool is_shared, writes;
    bool is_generic = true;
  };
  // A store of the present thread: its accesses, and whether it may still read.
  struct open_store {
    std::size_t read, write;
    bool reads = true;
  };
  struct visit {
    int node, block;
  };
  std::vector<std::vector<int>> next_;
  std::map<std::array<int, 3>, int> phases_;  // block, barrier, phase
  std::map<int, int> meetings_;
  std::vector<access> accesses_;
  std::vector<open_store> open_;
  struct fence {
    int node;
    int block;  // whose shared memory it covers; -1: all memory
  };
  std::vector<fence> fences_;
  bool fences_reads_;
  std::map<int, int> weak_;  // edges that order only writes after the accesses before them
  std::vector<visit> visits_;
  std::vector<int> ends_;
  // An arrival at a named barrier: its node, and whether its thread is the first of a warp, which
  // arrives as one.
  struct arrival {
    int node;
    bool is_first_lane;
  };
  std::map<std::array<int, 3>, std::vector<arrival>> named_;  // block, barrier, meeting

  int node() {
    next_.emplace_back();
    return static_cast<int>(next_.size()) - 1;
  }
  void edge(int a, int b) { next_[static_cast<std::size_t>(a)].push_back(b); }
  int phase_of(step const& s) {
    auto const [at, is_new] = phases_.try_emplace({s.block, s.id, s.phase}, 0);
    if (is_new) at->second = node();
    return at->second;
  }
  void add(step const& s, int here, int thread) {
    auto const meeting = [&] {
      auto const [at, is_new] = meetings_.try_emplace(s.phase, 0);
      if (is_new) at->second = node();
      return at->second;
    };
    switch (s.does) {
      case what::read:
      case what::write:
        accesses_.push_back({here, here, s.block, s.n, s.is_shared, s.does == what::write});
        break;
      case what::store:
        open_.push_back({accesses_.size(), accesses_.size() + 1});
        accesses_.push_back({here, -1, s.block, s.n, true, false, false});
        accesses_.push_back({here, -1, s.block, s.n, false, true, false});
        break;
      case what::fence: fences_.push_back({here, s.is_shared ? thread / block_threads : -1}); break;
      case what::drain:
      case what::complete:
        for (open_store& o : open_) {
          if (std::exchange(o.reads, false)) accesses_[o.read].end = here;
          if (s.does == what::complete && accesses_[o.write].end < 0) accesses_[o.write].end = here;
        }
        break;
      case what::load: {
        // It ends before its phase does, and is before nothing else.
        int const end = node();
        edge(here, end);
        edge(end, phase_of(s));
        accesses_.push_back({here, end, s.block, s.n, true, true, false});
        visits_.push_back({end, s.block});
        break;
      }
      case what::arrive:
      case what::expect:
        if (thread / block_threads == s.block) {
          edge(here, phase_of(s));
        } else {  // it orders, and publishes nothing
          weak_[here] = phase_of(s);
          visits_.push_back({here, s.block});
        }
        break;
      case what::wait: edge(phase_of(s), here); break;
      case what::named_arrive: edge(here, meeting()); break;
      default: {
        // A thread's earlier actions come before the meeting, and the meeting before its next one:
        // the current node is after the meeting, and its predecessor before it.
        int const all = meeting();
        for (auto& n : next_)
          if (!n.empty() && n.back() == here) n.push_back(all);
        edge(all, here);
      }
    }
  }
  std::vector<bool> reached_from(int node, bool is_weak) const {
    std::vector<bool> r(next_.size());
    if (node < 0) return r;
    std::vector<int> todo = {node};
    while (!todo.empty()) {
      int const at = todo.back();
      todo.pop_back();
      auto const go = [&](int to) {
        if (r[static_cast<std::size_t>(to)]) return;
        r[static_cast<std::size_t>(to)] = true;
        todo.push_back(to);
      };
      for (int to : next_[static_cast<std::size_t>(at)]) go(to);
      if (auto const to = weak_.find(at); is_weak && to != weak_.end()) go(to->second);
    }
    return r;
  }
  void judge() {
    std::vector<std::vector<bool>> after;
    std::vector<std::vector<bool>> weakly_after;
    for (access const& a : accesses_) {
      after.push_back(reached_from(a.end, false));
      weakly_after.push_back(reached_from(a.end, true));
    }
    // Whether y, if it reads, must have seen x; or whether x must be over.
    auto const before = [&](std::size_t x, std::size_t y) {
      auto const& from = accesses_[y].writes ? weakly_after : after;
      return static_cast<bool>(from[x][static_cast<std::size_t>(accesses_[y].begin)]);
    };
    auto const meet = [&](access const& x, access const& y) {
      return x.word == y.word && x.is_shared == y.is_shared && (!x.is_shared || x.block == y.block);
    };
    for (std::size_t i = 0; i < accesses_.size(); ++i) {
      bool is_before = false;
      bool is_beside = false;
      for (std::size_t k = 0; k < accesses_.size(); ++k) {
        access const& x = accesses_[i];
        access const& y = accesses_[k];
        if (i == k || !meet(x, y) || !(x.writes || y.writes)) continue;
        bool const is_ordered = before(i, k) || before(k, i);
        if (!is_ordered) found.race = true;
        if (y.writes && before(k, i)) is_before = true;
        if (y.writes && !is_ordered) is_beside = true;
      }
      bool const writes = accesses_[i].writes;
      if (!writes && !is_before) found.no_write_before = true;
      if (!writes && !is_before && !is_beside) found.unwritten = true;
      if (accesses_[i].is_generic) continue;
      for (std::size_t k = 0; k < accesses_.size(); ++k) {
        // The last writes before a read or write by TMA; and the reads before a write by TMA.
        if (!meet(accesses_[k], accesses_[i]) || !accesses_[k].is_generic || !before(k, i))
          continue;
        if (!accesses_[k].writes && !(writes && fences_reads_)) continue;
        bool is_last = true;
        for (std::size_t w = 0; w < accesses_.size(); ++w)
          is_last = is_last && !(meet(accesses_[w], accesses_[i]) && accesses_[w].writes &&
                                 before(k, w) && before(w, i));
        bool is_fenced = !is_last;
        for (fence const& f : fences_)
          if (f.block < 0 || (accesses_[i].is_shared && accesses_[i].block == f.block))
            is_fenced =
                is_fenced ||
                ((writes ? weakly_after : after)[k][static_cast<std::size_t>(f.node)] &&
                 reached_from(f.node, writes)[static_cast<std::size_t>(accesses_[i].begin)]);
        if (!is_fenced) found.proxy = true;
      }
    }
    for (auto use = named_.begin(); use != named_.end(); ++use) {
      auto const next = std::next(use);
      if (next == named_.end() || next->first[0] != use->first[0] ||
          next->first[1] != use->first[1])
        continue;
      for (arrival const& x : use->second) {
        if (!x.is_first_lane) continue;
        std::vector<bool> const r = reached_from(x.node, false);
        for (arrival const& y : next->second)
          found.reuse = found.reuse || !r[static_cast<std::size_t>(y.node)];
      }
    }
    for (visit const& v : visits_) {
      std::vector<bool> const r = reached_from(v.node, true);
      bool is_known = false;
      for (int t = v.block * block_threads; t < (v.block + 1) * block_threads; ++t)
        is_known = is_known || r[static_cast<std::size_t>(ends_[static_cast<std::size_t>(t)])];
      if (!is_known) found.leaves = true;
    }
  }
};

// ---- the run

struct runner {
  trace const* now = nullptr;
  cpu::region const* tensor = nullptr;
  cpu::region const* source = nullptr;

  void run(int thread) const {
    cpu::block& b = *cpu::block::running;
    cpu::block_context const ctx(b, thread);
    auto const bars = ctx.shared(shared{}, Int<0>{});
    cpu::region const& memory = *raw_pointer_cast(ctx.shared(shared{}, Int<1>{})).in;
    if (ctx.thread() == 0) {
      for (int i = 0; i < barriers; ++i)
        if (int const n = now->arrivals[ctx.block_rank_in_cluster()][i]; n > 0)
          ctx.initialize_barrier(bars + i, n);
      ctx.fence_barrier_init();
    }
    ctx.cluster_arrive_relaxed();
    ctx.cluster_wait();
    for (step const& s : now->steps[static_cast<std::size_t>(thread)]) {
      cpu::place const at{s.is_shared ? &memory : tensor, 128 * s.n};
      switch (s.does) {
        case what::read: static_cast<void>(cpu::read_at<uint128_t>(at)); break;
        case what::write:
          cpu::write_at(at, uint128_t{static_cast<std::uint64_t>(thread), 0});
          break;
        case what::load:
          cpu::bulk_load({source, 128 * s.n}, at, raw_pointer_cast(bars + s.id), 16);
          break;
        case what::store:
          cpu::issue_store(cpu::pieces_of({tensor, 128 * s.n}, {&memory, 128 * s.n}, 16));
          ctx.tma_store_arrive();
          break;
        case what::fence:
          if (s.is_shared)
            ctx.fence_view_async_shared();
          else
            ctx.fence_view_async();
          break;
        case what::drain: ctx.tma_store_wait(Int<0>{}); break;
        case what::complete: ctx.tma_store_complete(Int<0>{}); break;
        case what::arrive:
          if (s.block == ctx.block_rank_in_cluster())
            ctx.arrive_barrier(bars + s.id);
          else
            ctx.arrive_barrier(bars + s.id, s.block);
          break;
        case what::expect: ctx.set_barrier_transaction_bytes(bars + s.id, 16); break;
        case what::wait: ctx.wait_barrier(bars + s.id, s.n); break;
        case what::named_sync: ctx.sync_named(s.id, s.n); break;
        case what::named_arrive: ctx.arrive_named(s.id, s.n); break;
        case what::warp: ctx.sync_warp(); break;
        case what::sync: ctx.sync(); break;
        case what::cluster: ctx.cluster_sync(); break;
      }
    }
  }
};

struct outcome {
  bool faults[16]{};
  bool is_clean = true;
  std::string text;
};

outcome run(trace const& t, cpu::options o) {
  std::vector<float> in(4 * words);
  std::vector<float> out(4 * words);
  cpu::global<float> from("In", in.data(), 4 * words);
  cpu::global<float> to("Out", out.data(), 4 * words);
  to.starts_unwritten();
  runner r;
  r.now = &t;
  r.tensor = to.data().in;
  r.source = from.data().in;
  o.stack = 1 << 16;
  o.kernel = "trace";
  cpu::block b(block_threads, shared::bytes, o, [&](int thread) { r.run(thread); }, t.blocks);
  if (t.blocks == 1)
    b.run({0, 0, 0}, 0);
  else
    b.run({{0, 0, 0}, {1, 0, 0}}, {0, 1});
  outcome result;
  result.is_clean = b.check.said.clean();
  for (cpu::finding const& f : b.check.said.findings)
    result.faults[static_cast<int>(f.kind)] = true;
  if (!result.is_clean) result.text = b.check.said.text();
  return result;
}

// ---- the comparison

struct counts {
  std::int64_t runs = 0;
  std::int64_t called_clean = 0;   // a run found nothing in a faulty trace
  std::int64_t called_faulty = 0;  // a run found something in a clean trace
  std::int64_t no_such_fault = 0;  // a kind was named that does not exist
  std::int64_t kind_missed = 0;    // another kind was named alone

  bool hold() const { return called_clean + called_faulty + no_such_fault + kind_missed == 0; }
};

void compare(verdict const& v, outcome const& o, counts& c) {
  auto const said = [&](cpu::fault f) { return o.faults[static_cast<int>(f)]; };
  ++c.runs;
  if (v.is_clean() && !o.is_clean) ++c.called_faulty;
  if (!v.is_clean() && o.is_clean) ++c.called_clean;
  if (v.is_clean() || o.is_clean) return;
  if (v.reuse) {  // the two uses mix, and nothing is known of what comes after
    c.kind_missed += !said(cpu::fault::barrier);
    return;
  }
  bool invented = (said(cpu::fault::race) && !v.race) ||
                  (said(cpu::fault::in_flight) && !v.race && !v.leaves && !v.returned) ||
                  (said(cpu::fault::proxy) && !v.proxy) ||
                  (said(cpu::fault::unwritten) && !v.no_write_before);
  for (std::size_t i = 0; i < std::size(o.faults); ++i)
    if (auto const f = static_cast<cpu::fault>(i);
        f != cpu::fault::race && f != cpu::fault::in_flight && f != cpu::fault::unwritten &&
        f != cpu::fault::proxy)
      invented = invented || o.faults[i];
  c.no_such_fault += invented;
  c.kind_missed += (v.race && !said(cpu::fault::race) && !said(cpu::fault::in_flight)) ||
                   ((v.leaves || v.returned) && !said(cpu::fault::in_flight)) ||
                   (v.proxy && !v.race && !said(cpu::fault::proxy)) ||
                   (v.unwritten && !said(cpu::fault::unwritten));
}

}  // namespace

int main(int argc, char** argv) {
  std::int64_t const traces = argc > 1 ? std::atoll(argv[1]) : 1000;
  std::uint64_t const first_seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  counts all;
  std::int64_t faulty = 0;
  for (std::int64_t i = 0; i < traces; ++i) {
    std::uint64_t const seed = first_seed + static_cast<std::uint64_t>(i);
    trace const t = generator(seed).make();
    bool const fences_reads = seed % 2 == 0;
    verdict const v = oracle(t, fences_reads).found;
    faulty += !v.is_clean();
    for (int k = 0; k < 3; ++k) {
      cpu::options o;
      o.reverse = k == 1;
      o.asynchronous =
          static_cast<cpu::moment_of_effect>((seed + static_cast<std::uint64_t>(k)) % 3);
      o.seed = seed;
      o.reads_need_no_proxy_fence = !fences_reads;
      bool const held = all.hold();
      outcome const r = run(t, o);
      compare(v, r, all);
      if (held && !all.hold())
        std::printf(
            "the first disagreement: seed %llu, run %d: race %d, unwritten %d, leaves %d, proxy "
            "%d\n%s",
            static_cast<unsigned long long>(seed), k, v.race, v.unwritten, v.leaves, v.proxy,
            r.text.c_str());
    }
  }
  std::printf(
      "%lld traces, %lld of them faulty, %lld runs: %lld call a faulty one clean, %lld a clean one "
      "faulty, %lld name a fault that does not exist, %lld miss a kind\n",
      static_cast<long long>(traces), static_cast<long long>(faulty),
      static_cast<long long>(all.runs), static_cast<long long>(all.called_clean),
      static_cast<long long>(all.called_faulty), static_cast<long long>(all.no_such_fault),
      static_cast<long long>(all.kind_missed));
  bool const is_sweep = traces < 500 || (faulty > traces / 10 && faulty < traces * 9 / 10);
  return all.hold() && is_sweep ? 0 : 1;
}
