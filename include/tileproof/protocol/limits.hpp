// SPDX-License-Identifier: BSL-1.0
//
// Defines misfit_of, which checks the numbers of a protocol against the limits of the hardware:
// threads, warps, barriers, bytes, registers. It also checks that the proof can tell the states of
// its roles apart. The proof of a protocol begins with it.
//
//   misfit_of<gemm>().what  // limit::none; with a role of 48 threads limit::threads_of_role
//
// Source: CUDA C++ Programming Guide, "Compute Capabilities", sm_90; PTX ISA, "bar",
// "mbarrier.init", "setmaxnreg", "%clusterid".
#pragma once

#include <tileproof/protocol/recorder.hpp>
#include <tileproof/prove/registers_at_launch.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

enum class limit : unsigned char {
  none,
  threads_of_role,   // neither a multiple of 32 nor 1
  warps_of_role,     // `warps` does not fit its threads
  splits_lanes,      // idle lanes leave out an action that all threads of a warp execute together
  padding,           // the members of a role have padding
  runs_as,           // runs_as does something else
  threads,           // more than 1024 in a block
  blocks,            // more than 16 in a cluster
  registers,         // of a thread at launch: not 24 to 255, or more than there are
  named_barriers,    // more than 15, beside the barrier of the block
  threads_of_named,  // of a named barrier: no multiple of 32, or more than the block has
  arrivals,          // of an mbarrier: not 1 to 2^20 - 1
  shared_memory,     // more than 227 KiB
  tensor_memory,     // more than 512 columns
};

// The limit that a protocol exceeds; `which` is the number of a role or of a resource.
struct misfit {
  limit what = limit::none;
  int which = 0;
  std::int64_t number = 0;
};

inline constexpr int most_threads = 1024;
inline constexpr int most_blocks =
    16;  // of a cluster; more than 8 with the attribute of the launch
inline constexpr int most_named_barriers = 15;
inline constexpr int most_arrivals = (1 << 20) - 1;
inline constexpr std::int64_t most_shared_bytes = 227 * 1024;
inline constexpr std::int64_t most_tensor_columns = 512;

namespace detail {

// A digest of the actions of a role in every state. Two roles with different actions have different
// digests, except by chance.
template <class P, class Role>
constexpr u64 digest_of(Role const& start, int role) {
  u64 digest = 0;
  int const base[2]{};
  for (int a = 0; a < plan<P>::agents; ++a) {
    if (plan<P>::table.agent[a].role != role || plan<P>::table.agent[a].like != a) continue;
    run_all_states<typename P::loop, Role>(
        plan<P>::choices,
        [&](section p, int chosen, Role& r, int) {
          constexpr int most = 256;
          action done[most]{};
          int n = 0;
          recorder<P> m(a, done, n, most, base);
          m.chosen = chosen;
          run_part(p, r, m);
          digest = digest * 31 + static_cast<u64>(p);
          for (int i = 0; i < n && i < most; ++i)
            digest = (digest ^ done[i].code) * 0x9E3779B97F4A7C15;
          return 0;
        },
        start);
  }
  return digest;
}

// Whether the roles act in a run as in the proof. A role that asks std::is_constant_evaluated() may
// act otherwise, and no proof can see it. Called at run time.
template <class P, class... R>
bool act_as_proved(roles<R...>*) {
  static constexpr u64 proved[] = {digest_of<P>(R{}, plan<P>::template role_of<R>)...};
  bool is_same = true;
  int role = 0;
  u64 digest = 0;  // assigned later: an initialiser could be computed while compiling
  ((digest = digest_of<P>(R{}, role), is_same = is_same && digest == proved[role++]), ...);
  return is_same;
}

template <class P>
struct fitting {
  misfit found{};
  int most_of_named = most_threads;

  constexpr void fail(limit what, int which, std::int64_t number) {
    if (found.what == limit::none) found = {what, which, number};
  }
  template <class... R>
  constexpr void look_at_roles(roles<R...>*) {
    int number = 0;
    (look_at<R>(number++), ...);
    int together = 0;  // roles before this one that run as the same
    look_at_runs<void, R...>(0, together);
    look_at_block(plan<P>::of_roles::threads);
    if constexpr (requires { P::registers; })
      look_at_registers(plan<P>::of_roles::threads, P::registers);
  }
  template <class R>
  constexpr void look_at(int number) {
    look_at_role(number, R::threads, warps_of<R>(), plan<P>::template crew_of<R>.splits_lanes);
    if constexpr (!std::is_empty_v<R>)
      if (!has_only_members<R>) fail(limit::padding, number, 0);
  }
  constexpr void look_at_block(int threads) {
    if (!plan<P>::is_of_each_thread) most_of_named = threads;
    if (threads > most_threads && !plan<P>::is_of_each_thread) fail(limit::threads, 0, threads);
    if (plan<P>::blocks > most_blocks && plan<P>::is_cluster)
      fail(limit::blocks, 0, plan<P>::blocks);
  }
  constexpr void look_at_registers(int threads, int stated) {
    if (stated < 24 || stated > 255 || (stated + 7) / 8 * 8 * threads > registers_of_sm)
      fail(limit::registers, 0, stated);
  }
  constexpr void look_at_role(int number, int threads, int warps, bool splits_lanes) {
    if (plan<P>::is_of_each_thread) return;
    if (threads != 1 && (threads < 32 || threads % 32 != 0))
      fail(limit::threads_of_role, number, threads);
    else if (warps < 1 || (threads != 1 && warps * 32 != threads))
      fail(limit::warps_of_role, number, warps);
    if (splits_lanes) fail(limit::splits_lanes, number, 0);
  }
  // Roles that run as one have the numbers 0, 1, ... in their order.
  template <class Before>
  constexpr void look_at_runs(int, int) {}
  template <class Before, class R, class... Rs>
  constexpr void look_at_runs(int role, int together) {
    if constexpr (requires { typename R::runs_as; }) {
      using as = typename R::runs_as;
      together = std::is_same_v<Before, as> ? together + 1 : 0;
      if (digest_of<P>(as{{together}}, role) != digest_of<P>(R{}, role))
        fail(limit::runs_as, role, together);
      look_at_runs<as, Rs...>(role + 1, together);
    } else {
      look_at_runs<void, Rs...>(role + 1, 0);
    }
  }
  template <class... R>
  constexpr void look_at_resources(resources<R...>*) {
    int number = 0;
    int named = 0;
    std::int64_t bytes = 0;
    std::int64_t columns = 0;
    ((look_at_resource(number++, R::is, R::amount),
      named += R::is == sort::named_barrier ? R::parts : 0, bytes += bytes_of<R>(),
      columns += columns_of<R>()),
     ...);
    if constexpr (requires { typename P::overlaps; }) {
      using overlaps = typename P::overlaps;
      bytes -= shared_twice([]<class X>(X) { return bytes_of<X>(); }, overlaps{});
      columns -= shared_twice([]<class X>(X) { return columns_of<X>(); }, overlaps{});
    }
    look_at_sums(named, bytes, columns);
  }
  constexpr void look_at_sums(int named, std::int64_t bytes, std::int64_t columns) {
    if (named > most_named_barriers) fail(limit::named_barriers, 0, named);
    if (bytes > most_shared_bytes) fail(limit::shared_memory, 0, bytes);
    if (columns > most_tensor_columns) fail(limit::tensor_memory, 0, columns);
  }
  constexpr void look_at_resource(int number, sort is, std::int64_t amount) {
    if (is == sort::named_barrier && (amount < 32 || amount > most_of_named || amount % 32 != 0))
      fail(limit::threads_of_named, number, amount);
    if (is == sort::mbarrier && (amount < 1 || amount > most_arrivals))
      fail(limit::arrivals, number, amount);
  }
  static constexpr std::int64_t bytes_of(sort is, std::int64_t amount, int stages, int parts) {
    return (is == sort::buffer ? amount : is == sort::mbarrier ? 8 : 0) * stages * parts;
  }
  template <class R>
  static constexpr std::int64_t bytes_of() {
    return bytes_of(R::is, R::amount, R::stages, R::parts);
  }
  template <class R>
  static constexpr std::int64_t columns_of() {
    return R::is == sort::tensor_memory ? std::int64_t{R::amount} * R::stages * R::parts : 0;
  }
  // The most bytes or columns that the resources of an overlap may have in common.
  template <class Of, class... Os>
  static constexpr std::int64_t shared_twice(Of const& of, overlaps<Os...>) {
    return (std::int64_t{0} + ... + in_one(of, Os{}));
  }
  template <class Of, class... Rs>
  static constexpr std::int64_t in_one(Of const& of, overlap<Rs...>) {
    std::int64_t all = 0;
    std::int64_t most = 0;
    for (std::int64_t const n : {of(Rs{})...}) all += n, most = n > most ? n : most;
    return all - most;
  }
};

}  // namespace detail

template <class P>
constexpr misfit misfit_of() {
  detail::fitting<P> f;
  f.look_at_roles(static_cast<typename P::roles*>(nullptr));
  f.look_at_resources(static_cast<typename P::resources*>(nullptr));
  return f.found;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
