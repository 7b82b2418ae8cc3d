// SPDX-License-Identifier: BSL-1.0
//
// Random traces of threads against an oracle that shares no code with the CPU run.
//
//   cpu_traces [traces [first seed]]       cpu_traces 1000000 is the whole sweep
//
// A trace is a few threads that read and write vectors of elements of shared and of global memory,
// wait at barriers, issue cp.async, end groups and wait for them; in every eighth trace a warp
// executes ldmatrix in between. It runs with the first thread first and with the last one first.
// The oracle builds the graph of program order and barriers, and decides by reachability whether
// two accesses conflict, whether a read has no write before it, and whether a copy is still on its
// way. The run has to report a fault exactly where the oracle finds one, and of a kind that exists;
// where there is none, both orders have to read the same values.
#include <tileproof/atom.hpp>
#include <tileproof/cpu.hpp>
#include <tileproof/cpu/access_history.hpp>
#include <tileproof/cpu/checker.hpp>
#include <tileproof/cpu/pending_copies.hpp>
#include <tileproof/cpu/vector_clock.hpp>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>

using namespace tileproof;

namespace {

// ---- a trace

constexpr int shared_elements = 32;  // floats, in two fields of 16
constexpr int global_elements = 16;  // of each of two tensors

enum class what { read, write, barrier, copy, fence, wait, ldmatrix };
// Memories: 0 and 1 are fields of shared memory, 2 a tensor that is written, 3 one that is not.
struct step {
  what does = what::barrier;
  int memory = 0;
  int at = 0;      // the first element
  int n = 1;       // elements: 1, 2 or 4; of a wait, the groups that may be on their way
  int from = 0;    // of a copy: the first element of its source
  int source = 2;  // and the source's memory
  bool is_inside = true;
};
struct trace {
  int threads = 2;
  int blocks = 1;
  std::vector<std::vector<step>> steps;  // of thread t of block b: steps[b * threads + t]
};

bool is_shared(int memory) { return memory < 2; }

class generator {
 public:
  explicit generator(std::uint64_t seed) : random_(seed) {}

  trace make() {
    trace t;
    has_warp_ = below(8) == 0;
    t.threads = has_warp_ ? 32 : 2 + below(4);
    t.blocks = below(4) == 0 ? 2 : 1;
    places_ = 1 << below(3);  // few, so that accesses meet
    // One access in so many strays, in traces with an order; no access does in the others.
    int const strays[] = {0, 1000, 30, 8, 1};
    int const one_in = strays[below(5)];
    t.steps.resize(static_cast<std::size_t>(t.threads * t.blocks));
    int const intervals = 1 + below(4);
    for (int b = 0; b < t.blocks; ++b)
      for (int i = 0; i < intervals; ++i) {
        bool const executes = has_warp_ && (one_in == 1 ? below(2) == 0 : i % 2 == 1);
        for (int thread = 0; thread < t.threads; ++thread) {
          auto& mine = t.steps[static_cast<std::size_t>(b * t.threads + thread)];
          if (i == 0 && one_in != 1 && (one_in == 0 || below(one_in) != 0)) begin(mine, thread);
          int const n = has_warp_ && below(8) != 0 ? 0 : below(4);  // of a warp, few do something
          for (int k = 0; k < n; ++k)
            if (one_in == 1 || (one_in > 1 && below(one_in) == 0))
              mine.push_back(any(thread, b));
            else if (i % 2 == 0)
              fill(mine, thread, b == 0 && t.blocks == 1, one_in);
            else
              mine.push_back(look_at(below(3)));
          if (executes) mine.push_back(row(thread));
          if (executes && one_in == 1 && below(16) == 0) mine.push_back(any(thread, b));
          if (one_in > 1 && below(8 * one_in) == 0) continue_without_wait_ = true;
          if (!std::exchange(continue_without_wait_, false) && one_in != 1) wait(mine);
          if (i + 1 < intervals) mine.push_back({});
        }
      }
    // Copies that no thread waits for are rare.
    for (auto& mine : t.steps)
      if (one_in == 1 && below(16) != 0) wait(mine);
    return t;
  }

 private:
  std::mt19937_64 random_;
  bool has_warp_ = false;
  bool continue_without_wait_ = false;
  int places_ = 4;

  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  int inside(int n) { return 4 / n > 1 ? below(4 / n) * n : 0; }
  static void wait(std::vector<step>& mine) {
    mine.push_back({what::fence});
    mine.push_back({what::wait, 0, 0, 0});
  }

  // ---- with an order: four threads have four elements of each memory, which they write in even
  // intervals; in odd ones all read.
  void begin(std::vector<step>& mine, int thread) {
    if (thread >= 4) return;
    for (int memory : {0, 1}) mine.push_back({what::write, memory, 4 * thread, 4});
    if (below(2) == 0) mine.push_back({what::copy, 0, 4 * thread, 4, 4 * below(4), 2});
  }
  void fill(std::vector<step>& mine, int thread, bool has_out, int one_in) {
    if (thread >= 4) return mine.push_back(look_at(2));
    int const n = 1 << below(3);
    int const memory = has_out && below(3) == 0 ? 3 : below(2);
    int const kind = below(4);
    int const at = 4 * thread + inside(n);
    if (kind < 2 || memory == 3) {
      if (memory != 3) wait(mine);
      mine.push_back({what::write, memory, at, n});
      if (below(2) == 0) mine.push_back({what::read, memory, at, n});
    } else {
      wait(mine);
      mine.push_back({what::copy, memory, at, n, 4 * below(4) + inside(n), 2, below(4) != 0});
      if (kind == 2) return;
      mine.push_back({what::fence});
      // Another group, and a wait for the first of both.
      int const other = 1 - memory;
      mine.push_back({what::copy, other, at, n, 4 * thread, 2});
      mine.push_back({what::fence});
      mine.push_back({what::wait, 0, 0, one_in > 1 && below(one_in) == 0 ? 2 : 1});
      mine.push_back({what::read, memory, at, n});
    }
  }
  step look_at(int memory) {
    int const n = 1 << below(3);
    return {what::read, memory, 4 * below(4) + inside(n), n};
  }

  // ---- with none
  int place(int n, int thread) {
    int const at = below(2) == 0 ? thread * 4 % 16 : 4 * below(places_);
    return at + inside(n);
  }
  step any(int thread, int block) {
    step s;
    s.n = 1 << below(3);
    s.memory = below(6) < 3 ? below(2) : 2 + below(2);
    s.at = place(s.n, thread);
    int const kind = below(20);
    if (kind < 8) {
      s.does = what::read;
    } else if (kind < 14) {
      s.does = what::write;
      if (!is_shared(s.memory) && block > 0 && below(4) != 0) s.memory = below(2);
    } else if (kind < 17) {
      s.does = what::copy;
      s.memory = below(2);
      s.source = 2 + below(2);
      s.from = place(s.n, thread);
      s.is_inside = below(4) != 0;
    } else if (kind < 18) {
      s.does = what::fence;
    } else {
      s.does = what::wait;
      s.n = below(3);
    }
    if ((s.does == what::read || s.does == what::write) && below(200) == 0) s.at = 16;
    return s;
  }
  step row(int thread) { return {what::ldmatrix, 0, 4 * (thread % 4), 4}; }
};

// ---- the oracle

struct verdict {
  bool out_of_bounds = false;
  bool race = false;           // two accesses of memory, by instructions that are done at once
  bool async = false;          // an access and a copy that is on its way
  bool race_of_async = false;  // the same, of two threads
  bool returned = false;       // a copy that nobody has waited for
  bool unwritten = false;      // a read with no write before it, nor one beside it
  bool no_write_before = false;

  bool is_clean() const { return !(out_of_bounds || race || async || returned || unwritten); }
};

class oracle {
 public:
  explicit oracle(trace const& t) {
    for (int b = 0; b < t.blocks; ++b) add_block(t, b);
    close();
    judge();
  }
  verdict found;

 private:
  // An access goes on from node `begin` to node `end`; -1: it never ends.
  struct access {
    int begin, end;
    int thread, block;
    int memory, at, n;
    bool writes;
    bool is_async;
  };
  std::vector<std::vector<int>> next_;
  std::vector<std::vector<bool>> reaches_;
  std::vector<access> accesses_;

  int node() {
    next_.emplace_back();
    return static_cast<int>(next_.size()) - 1;
  }
  void edge(int a, int b) { next_[static_cast<std::size_t>(a)].push_back(b); }

  void add_block(trace const& t, int b) {
    int const start = node();
    std::vector<int> barriers;  // a node each, for all threads
    for (int thread = 0; thread < t.threads; ++thread) {
      struct flight {
        int group;
        std::vector<std::size_t> sides;
      };
      std::vector<flight> under_way;
      int ended = 0;
      std::size_t passed = 0;
      int last = start;
      for (step const& s : t.steps[static_cast<std::size_t>(b * t.threads + thread)]) {
        if (s.does == what::barrier) {
          if (passed == barriers.size()) barriers.push_back(node());
          edge(last, barriers[passed]);
          last = barriers[passed++];
          continue;
        }
        int const here = node();
        bool const is_out = s.does <= what::copy && s.does != what::barrier && s.at + s.n > 16;
        found.out_of_bounds = found.out_of_bounds || is_out;
        if (s.does == what::ldmatrix) {
          // A lane gets what others have written: its own program order says nothing about that.
          int const own = node();
          edge(passed == 0 ? start : barriers[passed - 1], here);
          edge(here, own);
          edge(last, own);
          last = own;
          accesses_.push_back({here, here, thread, b, s.memory, s.at, s.n, false, false});
          continue;
        }
        edge(last, here);
        last = here;
        if (is_out) continue;
        if (s.does == what::read || s.does == what::write)
          accesses_.push_back(
              {here, here, thread, b, s.memory, s.at, s.n, s.does == what::write, false});
        if (s.does == what::copy) {
          flight f{ended, {}};
          if (s.is_inside) {
            f.sides.push_back(accesses_.size());
            accesses_.push_back({here, -1, thread, b, s.source, s.from, s.n, false, true});
          }
          f.sides.push_back(accesses_.size());
          accesses_.push_back({here, -1, thread, b, s.memory, s.at, s.n, true, true});
          under_way.push_back(f);
        }
        if (s.does == what::fence) ++ended;
        if (s.does == what::wait) {
          std::vector<flight> rest;
          for (flight const& f : under_way)
            if (f.group < ended - s.n)
              for (std::size_t side : f.sides) accesses_[side].end = here;
            else
              rest.push_back(f);
          under_way = rest;
        }
      }
      found.returned = found.returned || !under_way.empty();
    }
  }
  void close() {
    std::size_t const n = next_.size();
    reaches_.assign(n, std::vector<bool>(n));
    for (std::size_t from = 0; from < n; ++from) {
      std::vector<int> todo = next_[from];
      while (!todo.empty()) {
        auto const at = static_cast<std::size_t>(todo.back());
        todo.pop_back();
        if (reaches_[from][at]) continue;
        reaches_[from][at] = true;
        for (int to : next_[at]) todo.push_back(to);
      }
    }
  }
  // x is over before y begins.
  bool before(access const& x, access const& y) const {
    return x.end >= 0 &&
           (x.end == y.begin
                ? x.is_async
                : reaches_[static_cast<std::size_t>(x.end)][static_cast<std::size_t>(y.begin)]);
  }
  static bool meet(access const& x, access const& y) {
    return x.memory == y.memory && (!is_shared(x.memory) || x.block == y.block) &&
           x.at < y.at + y.n && y.at < x.at + x.n;
  }
  void judge() {
    for (std::size_t i = 0; i < accesses_.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) {
        access const& x = accesses_[i];
        access const& y = accesses_[k];
        if (!meet(x, y) || !(x.writes || y.writes) || before(x, y) || before(y, x)) continue;
        bool const async = x.is_async || y.is_async;
        (async ? found.async : found.race) = true;
        if (async && (x.thread != y.thread || x.block != y.block)) found.race_of_async = true;
      }
    for (access const& r : accesses_) {
      if (r.writes || r.memory == 2) continue;
      for (int e = r.at; e < r.at + r.n; ++e) {
        access const one{r.begin, r.end, r.thread, r.block, r.memory, e, 1, false, r.is_async};
        bool is_before = false;
        bool is_beside = false;
        for (access const& w : accesses_) {
          if (!w.writes || !meet(one, w)) continue;
          is_before = is_before || before(w, one);
          is_beside = is_beside || (!before(w, one) && !before(one, w));
        }
        if (!is_before) found.no_write_before = true;
        if (!is_before && !is_beside) found.unwritten = true;
      }
    }
  }
};

// ---- the run

struct runner {
  trace const* now = nullptr;
  std::array<cpu::region const*, 2> tensors{};
  std::vector<float>* values = nullptr;  // that are read

  template <int N>
  struct alignas(4 * N) vector {
    float at[static_cast<std::size_t>(N)];
  };
  template <int N>
  using word = std::conditional_t<N == 1, std::uint32_t,
                                  std::conditional_t<N == 2, std::uint64_t, uint128_t>>;

  template <int N>
  void access(cpu::region const& r, step const& s, int id) const {
    if (s.does == what::read) {
      auto const v = cpu::read_at<vector<N>>({&r, 32 * s.at});
      values->insert(values->end(), v.at, v.at + N);
    } else {
      vector<N> v;
      for (int i = 0; i < N; ++i) v.at[i] = static_cast<float>(4 * id + i);
      cpu::write_at({&r, 32 * s.at}, v);
    }
  }
  template <int N>
  void copy(cpu::region const& to, step const& s) const {
    cpu::copy_on_cpu(
        SM80_CP_ASYNC_CACHEALWAYS_ZFILL<word<N>>{},
        cpu::ptr<word<N> const*>{tensors[static_cast<std::size_t>(s.source - 2)], 32 * s.from},
        cpu::ptr<word<N>*>{&to, 32 * s.at}, s.is_inside);
  }
  void run(int thread) const {
    cpu::block& b = *cpu::block::running;
    cpu::block_context const ctx(b, thread);
    int const first = b.index[0] * now->threads + thread;
    int id = 1000 * first;
    for (step const& s : now->steps[static_cast<std::size_t>(first)]) {
      ++id;
      auto const memory = [&]() -> cpu::region const& {
        using shared = shared_memory<field<float, 16>, field<float, 16>>;
        if (s.memory == 0) return *raw_pointer_cast(ctx.shared(shared{}, Int<0>{})).in;
        if (s.memory == 1) return *raw_pointer_cast(ctx.shared(shared{}, Int<1>{})).in;
        return *tensors[static_cast<std::size_t>(s.memory - 2)];
      };
      switch (s.does) {
        case what::read:
        case what::write:
          if (s.n == 1) access<1>(memory(), s, id);
          if (s.n == 2) access<2>(memory(), s, id);
          if (s.n == 4) access<4>(memory(), s, id);
          break;
        case what::copy:
          if (s.n == 1) copy<1>(memory(), s);
          if (s.n == 2) copy<2>(memory(), s);
          if (s.n == 4) copy<4>(memory(), s);
          break;
        case what::barrier: ctx.sync(); break;
        case what::fence: ctx.cp_async_fence(); break;
        case what::wait: b.in_flight().wait(b.check, s.n); break;
        case what::ldmatrix: {
          std::uint32_t registers[4];
          cpu::copy_on_cpu(SM75_U32x4_LDSM_N{}, cpu::ptr<uint128_t const*>{&memory(), 32 * s.at},
                           registers);
          break;
        }
      }
    }
  }
};

// The findings of the run in one order, and the values that were read: of each thread in its order.
struct outcome {
  bool faults[16]{};
  bool is_clean = true;
  std::string text;
  std::vector<std::vector<float>> values;
};

outcome run(trace const& t, bool reverse) {
  std::vector<float> in(global_elements);
  std::vector<float> out(global_elements);
  for (int i = 0; i < global_elements; ++i)
    in[static_cast<std::size_t>(i)] = static_cast<float>(-i);
  cpu::global<float> from("In", in.data(), global_elements);
  cpu::global<float> to("Out", out.data(), global_elements);
  to.starts_unwritten();
  runner r;
  r.now = &t;
  r.tensors = {from.data().in, to.data().in};
  outcome o;
  o.values.resize(t.steps.size());
  cpu::options options;
  options.reverse = reverse;
  options.stack = 1 << 16;
  options.kernel = "trace";
  cpu::block b(t.threads, 4 * shared_elements + 128, options, [&](int thread) {
    runner mine = r;
    mine.values =
        &o.values[static_cast<std::size_t>(cpu::block::running->index[0] * t.threads + thread)];
    mine.run(thread);
  });
  for (int i = 0; i < t.blocks; ++i) {
    int const n = reverse ? t.blocks - 1 - i : i;
    b.run({n, 0, 0}, n);
  }
  o.is_clean = b.check.said.clean();
  for (cpu::finding const& f : b.check.said.findings) o.faults[static_cast<int>(f.kind)] = true;
  if (!o.is_clean) o.text = b.check.said.text();
  return o;
}

// ---- the comparison

struct counts {
  std::int64_t faulty = 0;
  std::int64_t called_clean = 0;   // a run found nothing in a faulty trace
  std::int64_t called_faulty = 0;  // a run found something in a clean trace
  std::int64_t no_such_fault = 0;  // a kind was named that does not exist
  std::int64_t kind_missed = 0;    // another kind was named alone
  std::int64_t values_differ = 0;

  bool hold() const {
    return called_clean + called_faulty + no_such_fault + kind_missed + values_differ == 0;
  }
};

void compare(verdict const& v, outcome const& o, counts& c) {
  auto const said = [&](cpu::fault f) { return o.faults[static_cast<int>(f)]; };
  if (v.is_clean() && !o.is_clean) ++c.called_faulty;
  if (!v.is_clean() && o.is_clean) ++c.called_clean;
  if (v.is_clean() || o.is_clean) return;
  bool known = false;
  for (cpu::fault f :
       {cpu::fault::out_of_bounds, cpu::fault::race, cpu::fault::in_flight, cpu::fault::unwritten})
    known = known || said(f);
  bool const invented = !known || (said(cpu::fault::out_of_bounds) && !v.out_of_bounds) ||
                        (said(cpu::fault::race) && !v.race && !v.race_of_async) ||
                        (said(cpu::fault::in_flight) && !v.async && !v.returned) ||
                        (said(cpu::fault::unwritten) && !v.no_write_before);
  bool const beside = said(cpu::fault::race) || said(cpu::fault::in_flight);
  bool const missed =
      (v.out_of_bounds && !said(cpu::fault::out_of_bounds)) || ((v.race || v.async) && !beside) ||
      (v.returned && !said(cpu::fault::in_flight)) || (v.unwritten && !said(cpu::fault::unwritten));
  c.no_such_fault += invented;
  c.kind_missed += missed;
}

}  // namespace

int main(int argc, char** argv) {
  std::int64_t const traces = argc > 1 ? std::atoll(argv[1]) : 10000;
  std::uint64_t const first_seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  counts all;
  for (std::int64_t i = 0; i < traces; ++i) {
    std::uint64_t const seed = first_seed + static_cast<std::uint64_t>(i);
    trace const t = generator(seed).make();
    verdict const v = oracle(t).found;
    all.faulty += !v.is_clean();
    bool const held = all.hold();
    outcome const forward = run(t, false);
    outcome const backward = run(t, true);
    compare(v, forward, all);
    compare(v, backward, all);
    if (v.is_clean() && forward.values != backward.values) ++all.values_differ;
    if (held && !all.hold())
      std::printf("the first disagreement: seed %llu; forward\n%sbackward\n%s",
                  static_cast<unsigned long long>(seed), forward.text.c_str(),
                  backward.text.c_str());
  }
  std::printf(
      "%lld traces in 2 orders, %lld of them faulty: %lld runs call a faulty one clean, %lld "
      "a clean one faulty, %lld name a fault that does not exist, %lld miss a kind; %lld "
      "clean traces read different values\n",
      static_cast<long long>(traces), static_cast<long long>(all.faulty),
      static_cast<long long>(all.called_clean), static_cast<long long>(all.called_faulty),
      static_cast<long long>(all.no_such_fault), static_cast<long long>(all.kind_missed),
      static_cast<long long>(all.values_differ));
  // Sound and faulty traces are both plenty, or the sweep says little.
  bool const is_sweep = traces < 1000 || (all.faulty > traces / 10 && all.faulty < traces * 9 / 10);
  return all.hold() && is_sweep ? 0 : 1;
}
