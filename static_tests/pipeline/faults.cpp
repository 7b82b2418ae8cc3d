// SPDX-License-Identifier: BSL-1.0
//
// Seeded mistakes in the model protocols: each is refused, for the reason that is written here.
// Compiled with -DTILEPROOF_TELL the program prints the sentence and the events of each.
#include "flag_protocols.hpp"

#include <tileproof/checker/counterexample.hpp>
#include <tileproof/checker/failing_trace.hpp>
#include <tileproof/checker/refusals.hpp>
#include <tileproof/checker/sentence.hpp>
#include <tileproof/protocol/fault.hpp>

#include <cstdio>
#include <string>

namespace {

using namespace tileproof::pipeline;

// A text of any length.
struct long_text {
  std::string all;
  void put(char c) { all += c; }
  void put(std::string_view s) { all += s; }
  void put(std::int64_t n) { all += std::to_string(n); }
};

int tried = 0;
int wrong = 0;
#if defined(TILEPROOF_TELL)
constexpr bool tells = true;
#else
constexpr bool tells = false;  // compiles in half the time
#endif

template <class P>
void expect(char const* name, fault what) {
  ++tried;
  verdict const v = prove_protocol<P>();
  bool const is_right = v.found.what == what;
  wrong += !is_right;
  if (!is_right) std::printf("%s: NOT AS EXPECTED\n", name);
  if constexpr (tells) {
    long_text t;
    if (!v.holds()) {
      counterexample<P> const s(v);
      s.put_sentence(t);
      t.put("\n  ");
      s.put_events(t);
    }
    std::printf("%s\n  %s\n", name, t.all.c_str());
  }
}

#define GEMM(F, WHAT) expect<hopper_gemm<3, 2, seed::F>>("GEMM " #F, fault::WHAT)
#define BY_WARPS(F, WHAT) \
  expect<hopper_gemm<3, 2, seed::F, 1, true>>("GEMM by warps " #F, fault::WHAT)
#define CLUSTER(F, WHAT) expect<hopper_gemm<2, 1, seed::F, 2>>("cluster " #F, fault::WHAT)
#define RINGS(F, WHAT) expect<gemm_with_own_rings<3, seed::F>>("own rings " #F, fault::WHAT)
#define CP_ASYNC(F, WHAT) expect<cp_async_pipeline<3, seed::F>>("cp.async " #F, fault::WHAT)
#define PING_PONG(F, WHAT) expect<ping_pong<2, seed::F>>("ping-pong " #F, fault::WHAT)
#define ONE(F, WHAT) expect<one_buffer<seed::F>>("one buffer " #F, fault::WHAT)
#define TWO(F, WHAT) expect<double_buffer<seed::F>>("two buffers " #F, fault::WHAT)
#define TURNSTILE(F, WHAT) expect<turnstile<3, seed::F>>("turnstile " #F, fault::WHAT)
#define PARALLEL(F, WHAT) expect<parallel_sum<3, 1, seed::F>>("parallel sum " #F, fault::WHAT)
#define UNEVEN(F, WHAT) expect<uneven_tiles<3, 1, seed::F>>("uneven tiles " #F, fault::WHAT)
#define AHEAD(F, WHAT) \
  expect<parallel_sum<3, 2, seed::F>>("parallel sum, 2 stages " #F, fault::WHAT)

// That a flag is not reset, or by whom, cannot be said in a protocol: it is 0 at launch.
void flags() {
  TURNSTILE(no_wait, race);
  TURNSTILE(waits_for_own_place, deadlock);
  TURNSTILE(waits_for_place_before, race);
  TURNSTILE(no_sync_after_wait, race);
  TURNSTILE(arrives_before_write, race);
  TURNSTILE(no_sync_before_arrival, race);
  TURNSTILE(sum_reused_early, race);
  TURNSTILE(arrives_twice, many);
  TURNSTILE(all_arrive, many);
  TURNSTILE(never_arrives, deadlock);
  TURNSTILE(place_counts_two, deadlock);
  TURNSTILE(arrives_at_next_place, early);
  PARALLEL(no_wait, race);
  PARALLEL(waits_for_place_before, race);
  PARALLEL(no_sync_after_wait, race);
  PARALLEL(arrives_before_write, race);
  PARALLEL(no_sync_before_arrival, race);
  PARALLEL(sum_reused_early, race);
  PARALLEL(releases_before_read, race);
  PARALLEL(sums_in_one_part, race);
  PARALLEL(arrives_twice, many);
  PARALLEL(place_counts_one_less, many);
  PARALLEL(place_counts_one_more, deadlock);
  PARALLEL(never_arrives, deadlock);
  PARALLEL(never_released_last, deadlock);
  UNEVEN(no_wait, race);
  UNEVEN(sum_reused_early, early);
  UNEVEN(never_released_last, deadlock);
  AHEAD(one_flag_for_all, early);
  AHEAD(no_wait, race);
  AHEAD(sum_reused_early, race);
  AHEAD(releases_before_read, race);
  AHEAD(no_sync_before_arrival, race);
  AHEAD(arrives_twice, many);
  AHEAD(place_counts_one_more, deadlock);
}

void gemm() {
  GEMM(missing_arrive, deadlock);
  GEMM(count_too_large, deadlock);
  GEMM(count_too_small, early);
  GEMM(bytes_too_many, bytes);
  GEMM(bytes_too_few, bytes);
  GEMM(producer_waits_wrong_phase, deadlock);
  GEMM(consumer_waits_wrong_phase, lost_phase);
  GEMM(release_before_wait, race);
  GEMM(wait_one_too_few, race);
  GEMM(no_proxy_fence, no_proxy_fence);
  GEMM(store_buffer_reused, race);
  GEMM(followers_do_not_wait_for_store, race);
  GEMM(waits_wrong_stage, race);
  GEMM(prefetch_one_too_many, early);
  GEMM(exit_before_store_is_done, in_flight);
  GEMM(accumulator_read_early, race);
  GEMM(never_released_last, deadlock);
  GEMM(release_twice, early);
  GEMM(barriers_not_published, early);
  GEMM(load_nobody_waits_for, in_flight);
  GEMM(no_wgmma_fence, no_wgmma_fence);
  GEMM(no_init_fence, no_init_fence);
  GEMM(no_axiom, race);
  BY_WARPS(none, none);
  BY_WARPS(missing_arrive, deadlock);
  BY_WARPS(count_too_small, many);
  BY_WARPS(release_before_wait, race);
  BY_WARPS(wait_one_too_few, race);
  BY_WARPS(never_released_last, deadlock);
  BY_WARPS(accumulator_read_early, race);
}

}  // namespace

int main() {
  gemm();
  CLUSTER(releases_own_block_only, deadlock);
  CLUSTER(no_tail, in_flight);
  CLUSTER(no_cluster_sync, not_started);
  CLUSTER(expects_own_bytes_only, unwritten);
  CLUSTER(no_axiom, race);
  RINGS(consumer_forgets_phase, in_flight);  // of the second tile, whose stage it never waits for
  RINGS(producer_forgets_phase, lost_phase);
  RINGS(skips_a_stage, lost_phase);
  CP_ASYNC(wait_group_one_too_few, race);
  CP_ASYNC(no_barrier, race);
  CP_ASYNC(fetch_one_too_far, race);
  CP_ASYNC(no_wait_at_end, in_flight);
  PING_PONG(crossing_barriers, deadlock);
  PING_PONG(nobody_begins, deadlock);
  PING_PONG(passes_twice, many);
  PING_PONG(fence_missing, no_proxy_fence);
  ONE(no_second_barrier, race);
  ONE(no_first_barrier, race);
  TWO(no_second_barrier, race);
  TWO(fetch_one_too_far, race);
  flags();
  std::printf("%d seeded faults, %d not refused as expected\n", tried, wrong);
  return wrong != 0;
}
