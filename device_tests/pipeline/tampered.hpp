// SPDX-License-Identifier: BSL-1.0
//
// Defines a context that changes calls of a kernel as they are made: it leaves one out, makes it
// twice, or aims it at another stage, barrier, parity, number. So every mutant of a kernel runs
// without compiling it again. payload does the same with what a role does to its stages.
//
//   tampered::plan p{tampered::change::erase};
//   p.hits = [](int, int thread, int n) { return thread == 0 && n == 3; };  // its fourth call
//   tampered::now = &p;
//   cpu::launch<tampered::kernel<copy_async<float>>>({4}, args);
#pragma once

#include <tileproof/cpu.hpp>
#include <tileproof/machine/run_protocol.hpp>

#include <concepts>
#include <functional>
#include <string>
#include <vector>

namespace tampered {

using namespace tileproof;

enum class change {
  none,
  erase,
  twice,
  next_stage,  // of a barrier's ring, or of a buffer; the next place of a flag
  stage_before,
  other_ring,  // the same stage of the next mbarrier
  other_parity,
  other_block,
  more_bytes,
  fewer_bytes,
  announce_only,  // no arrival
  arrive_only,    // no bytes
  a_group_more,
  a_group_fewer,
  other_id,  // of a named barrier
  more_threads,
  arrive_only_there,  // bar.arrive in place of bar.sync
  more_registers,
  fewer_registers,
  more_arrivals,  // of an mbarrier, where it is initialised
  fewer_arrivals,
  relaxed,       // arrival at the cluster's barrier
  next_barrier,  // counts a TMA load
};
inline char const* text_of(change c) {
  constexpr char const* names[] = {"nothing",
                                   "left out",
                                   "twice",
                                   "next stage",
                                   "stage before",
                                   "other mbarrier",
                                   "other parity",
                                   "other block",
                                   "more bytes",
                                   "fewer bytes",
                                   "no arrival",
                                   "no bytes",
                                   "a group more",
                                   "a group fewer",
                                   "other id",
                                   "more threads",
                                   "does not wait",
                                   "more registers",
                                   "fewer registers",
                                   "an arrival more",
                                   "an arrival fewer",
                                   "relaxed",
                                   "counted at the next mbarrier"};
  return names[static_cast<int>(c)];
}

// The mbarriers of a kernel that follow one another as the stages of a ring.
struct ring {
  int field;
  int first;
  int stages;
};
struct plan {
  change is = change::none;
  // Whether the n-th call of a thread of a block of the grid is changed.
  std::function<bool(int block, int thread, int n)> hits = [](int, int, int) { return false; };
  std::vector<ring> rings{};
  int first_id = 1;  // named barriers
  int ids = 2;
  int operand = 0;                                              // of gemm, that is read elsewhere
  std::function<int(int block, int thread, int n)> stage = {};  // that a payload's call is about
  // Filled as a kernel runs.
  std::vector<int> so_far{};
  int changed = 0;
  std::vector<std::string> members{};  // of thread `watched` of block 0, in the order of its calls
  int watched = -1;

  int next(int block, int thread, char const* member) {
    std::size_t const i = static_cast<std::size_t>(block * 1024 + thread);
    if (so_far.size() <= i) so_far.resize(i + 1);
    if (block == 0 && thread == watched) members.push_back(member);
    return so_far[i]++;
  }
};
inline plan* now = nullptr;

// The change of the call that a thread makes now.
inline change ask(int block, int thread, char const* member, int* number = nullptr) {
  if (now == nullptr) return change::none;
  int const n = now->next(block, thread, member);
  if (number != nullptr) *number = n;
  if (!now->hits(block, thread, n)) return change::none;
  ++now->changed;
  return now->is;
}
// The barrier that a changed call is aimed at; whether that is in another wrap.
template <class P>
P aimed(P const& p, change c, bool& flips) {
  cpu::place const at = cpu::place_of_barrier(p);
  int const word = static_cast<int>(at.bit / 64);
  for (std::size_t i = 0; i < now->rings.size(); ++i) {
    ring const& r = now->rings[i];
    if (at.in->field != r.field || word < r.first || word >= r.first + r.stages) continue;
    int const to = word - r.first + (c == change::stage_before ? -1 : 1);
    if (c == change::next_stage || c == change::stage_before || c == change::next_barrier) {
      flips = to < 0 || to >= r.stages;
      return p + (r.first + (to + r.stages) % r.stages - word);
    }
    for (std::size_t k = 1; c == change::other_ring && k < now->rings.size(); ++k) {
      ring const& other = now->rings[(i + k) % now->rings.size()];
      if (other.field == r.field && other.stages == r.stages) return p + (other.first - r.first);
    }
  }
  return p;
}

class context : public cpu::block_context {
  using base = cpu::block_context;

 public:
  explicit context(cpu::block_context const& c) : base(c) {}

  int block_of_grid() const { return block_->check.number_of(thread_); }
  change asks(char const* member) const { return ask(block_of_grid(), thread(), member); }

  template <class P>
  void initialize_barrier(P const& p, int arrivals = 1) const {
    change const c = asks("initialize_barrier");
    if (c == change::erase) return;
    base::initialize_barrier(
        p, arrivals + (c == change::more_arrivals) - (c == change::fewer_arrivals));
    if (c == change::twice) base::initialize_barrier(p, arrivals);
  }
  template <class P>
  void arrive_barrier(P const& p) const {
    arrive_barrier(p, block_rank_in_cluster());
  }
  template <class P>
  void arrive_barrier(P const& p, int rank) const {
    change const c = asks("arrive_barrier");
    bool flips = false;
    if (c == change::erase) return;
    int const to = c == change::other_block ? (rank + 1) % cluster_size() : rank;
    base::arrive_barrier(aimed(p, c, flips), to);
    if (c == change::twice) base::arrive_barrier(p, rank);
  }
  template <class P>
  void set_barrier_transaction_bytes(P const& p, int bytes) const {
    change const c = asks("set_barrier_transaction_bytes");
    bool flips = false;
    if (c == change::erase) return;
    if (c == change::announce_only) return base::expect_transaction(p, bytes);
    if (c == change::arrive_only) return base::arrive_barrier(p);
    int const more = c == change::more_bytes ? 1024 : c == change::fewer_bytes ? -1024 : 0;
    base::set_barrier_transaction_bytes(aimed(p, c, flips), bytes + more);
    if (c == change::twice) base::set_barrier_transaction_bytes(p, bytes);
  }
  template <class P>
  void expect_transaction(P const& p, int bytes) const {
    change const c = asks("expect_transaction");
    bool flips = false;
    if (c == change::erase) return;
    int const more = c == change::more_bytes ? 1024 : c == change::fewer_bytes ? -1024 : 0;
    base::expect_transaction(aimed(p, c, flips), bytes + more);
    if (c == change::twice) base::expect_transaction(p, bytes);
  }
  template <class P>
  void wait_barrier(P const& p, int parity) const {
    phase("wait_barrier", p, parity, [&](P const& at, int n) { base::wait_barrier(at, n); });
  }
  template <class P>
  void poll_barrier(P const& p, int parity) const {
    phase("poll_barrier", p, parity, [&](P const& at, int n) { base::poll_barrier(at, n); });
  }
  template <class P>
  void invalidate_barrier(P const& p) const {
    simple("invalidate_barrier", [&] { base::invalidate_barrier(p); });
  }
  template <class P>
  void cp_async_arrive(P const& p) const {
    change const c = asks("cp_async_arrive");
    bool flips = false;
    if (c == change::erase) return;
    base::cp_async_arrive(aimed(p, c, flips));
    if (c == change::twice) base::cp_async_arrive(p);
  }

  // Flags, whose places have one arrival each.
  template <class P>
  void arrive_flag(P const& p) const {
    simple("arrive_flag", [&] { base::arrive_flag(p); });
  }
  template <class P>
  void wait_flag(P const& p, std::uint32_t count) const {
    change const c = asks("wait_flag");
    if (c == change::erase) return;
    base::wait_flag(p, count + (c == change::next_stage) - (c == change::stage_before));
    if (c == change::twice) base::wait_flag(p, count);
  }

  void fence_barrier_init() const {
    simple("fence_barrier_init", [&] { base::fence_barrier_init(); });
  }
  void fence_view_async_shared() const {
    simple("fence_view_async_shared", [&] { base::fence_view_async_shared(); });
  }
  void warpgroup_arrive() const {
    simple("warpgroup_arrive", [&] { base::warpgroup_arrive(); });
  }
  void warpgroup_commit_batch() const {
    simple("warpgroup_commit_batch", [&] { base::warpgroup_commit_batch(); });
  }
  void tma_store_arrive() const {
    simple("tma_store_arrive", [&] { base::tma_store_arrive(); });
  }
  void cp_async_fence() const {
    simple("cp_async_fence", [&] { base::cp_async_fence(); });
  }
  void sync_warp() const {
    simple("sync_warp", [&] { base::sync_warp(); });
  }
  void cluster_wait() const {
    simple("cluster_wait", [&] { base::cluster_wait(); });
  }
  void cluster_sync() const {
    simple("cluster_sync", [&] { base::cluster_sync(); });
  }
  void launch_dependent_grids() const {
    simple("launch_dependent_grids", [&] { base::launch_dependent_grids(); });
  }
  void wait_on_dependent_grids() const {
    simple("wait_on_dependent_grids", [&] { base::wait_on_dependent_grids(); });
  }
  void sync(std::source_location const& where = std::source_location::current(),
            bool of_role = false) const {
    simple("sync", [&] { base::sync(where, of_role); });
  }
  void cluster_arrive() const {
    change const c = asks("cluster_arrive");
    if (c == change::relaxed) return base::cluster_arrive_relaxed();
    if (c != change::erase) base::cluster_arrive();
    if (c == change::twice) base::cluster_arrive();
  }
  void cluster_arrive_relaxed() const {
    simple("cluster_arrive_relaxed", [&] { base::cluster_arrive_relaxed(); });
  }

  template <auto N>
  void warpgroup_wait(C<N> n) const {
    groups("warpgroup_wait", n, [&](auto k) {
      if constexpr (k <= 7) base::warpgroup_wait(k);
    });
  }
  template <auto N>
  void tma_store_wait(C<N> n) const {
    groups("tma_store_wait", n, [&](auto k) { base::tma_store_wait(k); });
  }
  template <auto N>
  void tma_store_complete(C<N> n) const {
    groups("tma_store_complete", n, [&](auto k) { base::tma_store_complete(k); });
  }
  template <auto N>
  void cp_async_wait(C<N> n) const {
    groups("cp_async_wait", n, [&](auto k) { base::cp_async_wait(k); });
  }

  void sync_named(int id, int threads) const {
    change const c = asks("sync_named");
    if (c == change::erase) return;
    if (c == change::arrive_only_there) return base::arrive_named(id, threads);
    base::sync_named(other(id, c), threads + 32 * (c == change::more_threads));
    if (c == change::twice) base::sync_named(id, threads);
  }
  void arrive_named(int id, int threads) const {
    change const c = asks("arrive_named");
    if (c == change::erase) return;
    base::arrive_named(other(id, c), threads + 32 * (c == change::more_threads));
    if (c == change::twice) base::arrive_named(id, threads);
  }
  template <auto N>
  void increase_registers(C<N> n) const {
    registers("increase_registers", n, [&](auto k) { base::increase_registers(k); });
  }
  template <auto N>
  void decrease_registers(C<N> n) const {
    registers("decrease_registers", n, [&](auto k) { base::decrease_registers(k); });
  }

 private:
  template <class F>
  void simple(char const* member, F const& f) const {
    change const c = asks(member);
    if (c != change::erase) f();
    if (c == change::twice) f();
  }
  template <class P, class F>
  void phase(char const* member, P const& p, int parity, F const& f) const {
    change const c = asks(member);
    bool flips = false;
    if (c == change::erase) return;
    P const at = aimed(p, c, flips);
    f(at, parity ^ (flips || c == change::other_parity));
    if (c == change::twice) f(p, parity);
  }
  template <auto N, class F>
  void groups(char const* member, C<N> n, F const& f) const {
    change const c = asks(member);
    if (c == change::erase) return;
    if (c == change::a_group_more) return f(Int<static_cast<int>(N) + 1>{});
    if (c == change::a_group_fewer && N > 0) return f(Int<(N > 0 ? static_cast<int>(N) - 1 : 0)>{});
    f(n);
  }
  template <auto N, class F>
  void registers(char const* member, C<N> n, F const& f) const {
    change const c = asks(member);
    if (c == change::erase) return;
    if (c == change::more_registers) return f(Int<(N <= 240 ? static_cast<int>(N) + 16 : 256)>{});
    if (c == change::fewer_registers) return f(Int<(N >= 40 ? static_cast<int>(N) - 16 : 24)>{});
    f(n);
  }
  static int other(int id, change c) {
    return c == change::other_id ? now->first_id + (id - now->first_id + 1) % now->ids : id;
  }
};

// A kernel that runs on such a context.
template <class Kernel>
struct kernel : Kernel {
  template <class Context, class Arguments>
  static void run(Context const& ctx, Arguments const& args) {
    Kernel::run(context(ctx), args);
  }
};

// A payload whose calls are changed.
template <class Payload>
struct payload : Payload {
  int block;
  int thread;
  payload(Payload const& p, context const& ctx)
      : Payload(p), block(ctx.block_of_grid()), thread(ctx.thread()) {
    // The run knows a copied fragment from its first use on, which may not be a wgmma.
    if constexpr (requires { this->sums(0); }) static_cast<void>(this->sums(0));
  }

  template <class R, class Stage, class Barrier>
  void load(R r, Stage const& to, Barrier const& at, pipeline::numbered n) {
    int i = 0;
    change const c = ask(block, thread, "load", &i);
    bool flips = false;
    if (c == change::erase) return;
    if (is_moved(c))
      Payload::load(r, moved(r, i, c), at, n);
    else
      Payload::load(r, to, c == change::next_barrier ? aimed(at, c, flips) : at, n);
    if (c == change::twice) Payload::load(r, to, at, n);
  }
  template <class R, class Stage>
  void store(R r, Stage const& from, pipeline::numbered n) {
    int i = 0;
    change const c = ask(block, thread, "store", &i);
    if (c == change::erase) return;
    if (is_moved(c))
      Payload::store(r, moved(r, i, c), n);
    else
      Payload::store(r, from, n);
    if (c == change::twice) Payload::store(r, from, n);
  }
  template <class R, class Stage, class... More>
  void write(R r, Stage const& to, pipeline::numbered n, More const&... more) {
    int i = 0;
    change const c = ask(block, thread, "write", &i);
    if (c == change::erase) return;
    if constexpr (R::stages > 1)
      if (is_moved(c)) return Payload::write(r, moved(r, i, c), n, more...);
    Payload::write(r, to, n, more...);
  }
  template <class R, class Stage, class... More>
  void update(R r, Stage const& to, pipeline::numbered n, More const&... more) {
    if (ask(block, thread, "update") != change::erase) Payload::update(r, to, n, more...);
  }
  template <class R, class Stage, class... More>
  void read(R r, Stage const& from, pipeline::numbered n, More const&... more) {
    if (ask(block, thread, "read") != change::erase) Payload::read(r, from, n, more...);
  }
  // Registers, or a part of them.
  template <class Acc, std::same_as<int>... Part>
    requires(sizeof...(Part) <= 1)
  void write(Acc r, Part... part) {
    if (ask(block, thread, "write") != change::erase) Payload::write(r, part...);
  }
  template <class Acc, std::same_as<int>... Part>
    requires(sizeof...(Part) <= 1)
  void read(Acc r, Part... part) {
    if (ask(block, thread, "read") != change::erase) Payload::read(r, part...);
  }
  template <class Acc, class A, class B, class... Parts>
  void gemm(Acc acc, A const& a, B const& b, Parts const&... parts) {
    int i = 0;
    change const c = ask(block, thread, "gemm", &i);
    if (c == change::erase) return;
    if (is_moved(c) && now->operand == 0)
      Payload::gemm(acc, fragments_elsewhere(typename Payload::protocol::A{}, i, c), b, parts...);
    else if (is_moved(c))
      Payload::gemm(acc, a, fragments_elsewhere(typename Payload::protocol::B{}, i, c), parts...);
    else
      Payload::gemm(acc, a, b, parts...);
    if (c == change::twice) Payload::gemm(acc, a, b, parts...);
  }

 private:
  static bool is_moved(change c) { return c == change::next_stage || c == change::stage_before; }
  // The stage after or before the one that call i is about.
  template <class T>
  int elsewhere(T const&, int i, change c) const {
    using layout = typename T::layout_type;
    int const stages = static_cast<int>(size<layout::rank - 1>(layout{}));
    return (now->stage(block, thread, i) + (c == change::next_stage ? 1 : stages - 1)) % stages;
  }
  template <class R>
  auto moved(R r, int i, change c) const {
    auto const all = [&] {
      if constexpr (requires { this->tensor(r, this->rank()); })
        return this->tensor(r, this->rank());  // a block writes its own part
      else if constexpr (requires { this->tensor(r); })
        return this->tensor(r);
      else
        return last_at(Payload::shared::template tensor<R>(this->ctx), Payload::number);
    }();
    return last_at(all, elsewhere(all, i, c));
  }
  template <class R>
  auto fragments_elsewhere(R r, int i, change c) const {
    auto const all = this->all_parts(r);
    return last_at(all, elsewhere(all, i, c));
  }
  template <class T>
  static auto last_at(T const& t, int i) {
    return last_at(t, i, std::make_index_sequence<T::layout_type::rank - 1>{});
  }
  template <class T, std::size_t... I>
  static auto last_at(T const& t, int i, std::index_sequence<I...>) {
    return t((static_cast<void>(I), _)..., i);
  }
};

}  // namespace tampered
