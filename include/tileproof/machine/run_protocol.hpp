// SPDX-License-Identifier: BSL-1.0
//
// Defines run_protocol, which runs the roles of a protocol in a block, each on a machine.
//
//   auto const make = [&](auto role) { return payload<decltype(role)>(...); };
//   run_protocol<shared>(ctx, make, trips);   // shared is the kernel's pipeline::memory
#pragma once

// First: the shortest way to it in a message.
#include <tileproof/types/refused.hpp>

#include <tileproof/machine/machine.hpp>
#include <tileproof/machine/payload.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

namespace detail {

// The only role of a list.
template <class L>
struct only_role;
template <class R>
struct only_role<roles<R>> {
  using type = R;
};

template <class R>
inline constexpr int warps_in = warps_of<R>();

// Whether Make is a function of a role. A payload is never called to find out, since clang 19 does
// not terminate on a call of an object two of whose bases have a call operator.
template <class Make>
inline constexpr bool is_payload = false;
template <class... On>
inline constexpr bool is_payload<payload<On...>> = true;
template <class Make, class List>
inline constexpr bool makes_payloads = false;
template <class Make, class R, class... Rs>
  requires(!is_payload<std::remove_cvref_t<Make>>) && requires(Make& make) { make(R{}); }
inline constexpr bool makes_payloads<Make, roles<R, Rs...>> = true;

// Whether roles run as one, and how many roles at the front of a list do.
template <class R, class Next>
inline constexpr bool run_together = false;
template <class R, class Next>
  requires requires {
    typename R::runs_as;
    typename Next::runs_as;
  }
inline constexpr bool run_together<R, Next> =
    std::is_same_v<typename R::runs_as, typename Next::runs_as>;
template <class R, class... Rs>
inline constexpr int roles_together = [] {
  int count = 1;
  bool goes_on = true;
  ((goes_on = goes_on && run_together<R, Rs>, count += goes_on), ...);
  return count;
}();
// The roles after the first N of a list.
template <int N, class List>
struct roles_after {
  using type = List;
};
template <int N, class R, class... Rs>
  requires(N > 0)
struct roles_after<N, roles<R, Rs...>> : roles_after<N - 1, roles<Rs...>> {};

template <class P, class Memory, class Context, class Barriers, class Make, class Trips>
TILEPROOF_KERNEL void run_roles(Context const&, Barriers const&, Make const&, Trips const&, int,
                                int, roles<>*) {}
template <class P, class Memory, class Context, class Barriers, class Make, class Trips, class R,
          class... Rs>
TILEPROOF_KERNEL void run_roles(Context const& ctx, Barriers const& bars, Make const& make,
                                Trips const& trips, int warp, int first, roles<R, Rs...>*) {
  constexpr int warps = warps_in<R>;
  constexpr int together = roles_together<R, Rs...>;
  using rest = typename roles_after<together, roles<R, Rs...>>::type;
  if (warp < first + warps * together || std::is_same_v<rest, roles<>>) {
    auto role = [&] {
      if constexpr (together == 1)
        return R{};
      else
        return typename R::runs_as{{(warp - first) / warps}};
    }();
    int before = first;
    if constexpr (together > 1) before += role.number * warps;
    auto data = make(role);
    machine<P, decltype(role), Context, Barriers, decltype(data), Memory> m(
        ctx, bars, data, ctx.thread() - 32 * before);
    m.run(role, trips);
  } else {
    run_roles<P, Memory>(ctx, bars, make, trips, warp, first + warps * together,
                         static_cast<rest*>(nullptr));
  }
}
// Checks that the block has as many threads as the roles of the proved protocol. On the CPU it also
// checks that the roles act as in the proof.
template <class P, class Context>
TILEPROOF_KERNEL void expect_roles(Context const& ctx) {
  if constexpr (!plan<P>::is_of_each_thread)
    ctx.expects(ctx.threads() == plan<P>::of_roles::threads,
                "run_protocol: the block has other threads than the roles of its protocol");
#if !defined(__CUDACC__)
  if constexpr (requires { Context::claims_stages; })
    if (ctx.thread() == 0)
      ctx.expects(act_as_proved<P>(static_cast<typename P::roles*>(nullptr)),
                  "run_protocol: a role does otherwise in a run than in its proof: does it ask "
                  "std::is_constant_evaluated()?");
#endif
}

template <class P, class Memory, class Context, class Barriers, class Make, class Trips>
TILEPROOF_KERNEL void run_block(Context const& ctx, Barriers const& bars, Make const& make,
                                Trips const& trips) {
  static_assert(require<sound_protocol>(P{}));
  expect_roles<P>(ctx);
  using role_list = typename P::roles;
  if constexpr (!facts_of<P>.initialises && (barrier_words<P> > 0)) {
    if (ctx.thread() == 0) {
      pipeline::initialize_barriers<P>(ctx, bars);
      ctx.fence_barrier_init();
    }
    if constexpr (plan<P>::blocks > 1 && plan<P>::is_cluster) {
      ctx.cluster_arrive_relaxed();  // relaxed: the fence has published the barriers, and there is
                                     // nothing else yet
      ctx.cluster_wait();
    } else {
      ctx.sync();
    }
  }
  int const warp =
      ctx.shuffle(ctx.thread() / 32, 0);  // tells the compiler that all lanes have the same value
  run_roles<P, Memory>(ctx, bars, make, trips, warp, 0, static_cast<role_list*>(nullptr));
}
template <class P, class Memory, class Context, class Payload, class Trips>
TILEPROOF_KERNEL void run_only_role(Context const& ctx, Payload& data, Trips const& trips) {
  static_assert(require<sound_protocol>(P{}));
  static_assert(barrier_words<P> == 0,
                "run_protocol: a protocol with mbarriers takes a function that makes payloads");
  using role_type = typename only_role<typename P::roles>::type;
  expect_roles<P>(ctx);
  machine<P, role_type, Context, int, Payload, Memory> m(ctx, 0, data, ctx.thread());
  role_type role{};
  m.run(role, trips);
}

}  // namespace detail

// Runs the roles of a protocol in a block; the warps of the block are assigned to the roles in
// their order. `bars` is a pointer to barrier_words<P> words in shared memory; make(role) gives the
// payload of a role. If no role initialises the barriers, run_protocol does, and a barrier of the
// block or the cluster follows. Pre: the counters of flags are 0 at launch, and all blocks that
// share them are resident at once; the block has the threads of the roles, and `trips` is a trip
// count of the loop. The last two are checked on the CPU (fault::launch) and with
// TILEPROOF_DEVICE_CHECKS (a trap).
template <class P, class Context, class Barriers, class Make, class Trips>
TILEPROOF_KERNEL void run_protocol(Context const& ctx, Barriers const& bars, Make const& make,
                                   Trips const& trips) {
  detail::run_block<P, no_memory>(ctx, bars, make, trips);
}

// As above, for a protocol without mbarriers whose only role has all threads of the block; `data`
// is its payload.
//
// With P::of_each_thread the protocol has one thread, and each thread of the block runs it by
// itself, on its own part of the block's buffers. Theorems about the layouts show that the parts
// are disjoint: same_elements (a thread reads the elements that it wrote) and owns_every_element.
template <class P, class Context, class Payload, class Trips = step_count<_0>>
TILEPROOF_KERNEL void run_protocol(Context const& ctx, Payload&& data, Trips const& trips = {}) {
  detail::run_only_role<P, no_memory>(ctx, data, trips);
}

// As above, where Memory is the kernel's pipeline::memory: it has the barriers, and each tensor
// that the payload does not define. `make` makes payloads, or is the payload of the only role.
template <class Memory, class Context, class Make, class Trips = step_count<_0>>
  requires requires { typename Memory::protocol; }
TILEPROOF_KERNEL void run_protocol(Context const& ctx, Make&& make, Trips const& trips = {}) {
  using P = typename Memory::protocol;
  if constexpr (detail::makes_payloads<Make, typename P::roles>)
    detail::run_block<P, Memory>(ctx, Memory::barriers(ctx), make, trips);
  else
    detail::run_only_role<P, Memory>(ctx, make, trips);
}

// Runs a role within a role of another protocol, by all threads of that one, which `thread` counts.
// The two protocols share no resource but named barriers: those of P have the numbers, the threads
// and the order of the first ones of the other. Pre: as for run_protocol; P has no mbarriers.
template <class P, class Context, class Role, class Payload>
TILEPROOF_KERNEL void run_role(Context const& ctx, Role role, Payload& data, int thread) {
  static_assert(require<sound_protocol>(P{}));
  static_assert(barrier_words<P> == 0, "run_role: a protocol within another has no mbarriers");
  machine<P, Role, Context, int, Payload, no_memory> m(ctx, 0, data, thread);
  m.run(role, step_count<_0>{});
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
