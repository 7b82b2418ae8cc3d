// SPDX-License-Identifier: BSL-1.0
//
//   promela FOLDER
//
// Writes models of protocols and of all faults that are seeded into them, for SPIN (promela.hpp),
// and FOLDER/list: a line for each with its name and the answer of the proof. tools/spin.py runs
// SPIN on them.
#include "promela.hpp"
#include "flag_protocols.hpp"
#include "more_protocols.hpp"
#include "mutants.hpp"
#include "umma_protocols.hpp"

#include <cstdlib>

namespace tileproof::pipeline::judge {

std::FILE* open(std::string const& path) {
  std::FILE* const f = std::fopen(path.c_str(), "w");
  if (f != nullptr) return f;
  std::perror(path.c_str());
  std::exit(2);
}
std::string folder;
std::FILE* list = nullptr;

// The word of every team: tiles of so many steps each, or so many steps.
template <class P>
word word_of(std::vector<int> const& tiles) {
  std::vector<turn> parts;
  for (int const steps : tiles) {
    bool const has_tiles = P::loop::next(0, section::step) != 0;
    if (has_tiles) parts.push_back({section::open});
    for (int i = 0; i < steps; ++i)
      parts.push_back({has_tiles && i == 0 ? section::first : section::step});
    if (has_tiles) parts.push_back({section::end});
  }
  parts.push_back({section::finish});
  return word(static_cast<std::size_t>(plan<P>::teams), parts);
}
template <class P>
void put(char const* name, char const* fault, script<P> const& s, pipeline::fault found) {
  std::string const text = promela<P>(s).text();
  std::string const file = std::string(name) + "." + fault;
  std::FILE* const f = open(folder + "/" + file + ".pml");
  std::fputs(text.c_str(), f);
  std::fclose(f);
  std::string const answer(name_of(found));
  std::fprintf(list, "%s\t%s\n", file.c_str(), answer.c_str());
}

template <class P>
void put(char const* name, char const* fault, std::vector<int> const& tiles) {
  constexpr pipeline::fault found = proof_of<P>.found.what;  // evaluated, and no code
  put<P>(name, fault, script<P>(word_of<P>(tiles)), found);
}
// A protocol of which one action is changed, in the sections that `at` has.
template <class P>
struct one_change : edit {
  std::vector<mutant> at;
  one_change(mutation is, int role, std::vector<section> const& in, op what, int nth = 0) {
    for (section const p : in) at.push_back({is, role, p, what, nth});
    change = [](edit const& e, int role, section in, action* list, int& end, int from, int room) {
      for (mutant const& m : static_cast<one_change const&>(e).at)
        apply<P>(m, role, in, list, end, from, room);
    };
  }
};
template <class P>
void put_changed(char const* name, char const* fault, std::vector<int> const& tiles,
                 one_change<P> const& e) {
  auto const of_script = [&](int role, section in, action* list, int& end, int from, int room) {
    e.change(e, role, in, list, end, from, room);
  };
  put<P>(name, fault, script<P>(word_of<P>(tiles), of_script), prove_protocol<P>(&e).found.what);
}

template <seed F>
using gemm = hopper_gemm<2, 1, F>;
template <seed F>
using own_rings = gemm_with_own_rings<2, F>;
template <seed F>
using multistage = cp_async_pipeline<3, F>;
template <seed F>
using attention = ping_pong<2, F>;
template <seed F>
using turnstile_of_two = turnstile<2, F>;
template <seed F>
using sum_of_two = parallel_sum<2, 1, F>;
template <seed F>
using sum_ahead = parallel_sum<3, 2, F>;

// The models of tcgen05 have neither its fences nor its allocations; and no lanes, and so no
// attention, whose warps load and store one stage side by side.
void put_umma() {
  using gemm = gemm_umma<2>;
  constexpr int producer = 0, multiplier = 1, epilogue = 2;
  using enum section;
  auto const without = [](char const* fault, int role, std::vector<section> const& in, op what,
                          int nth = 0) {
    put_changed<gemm>("gemm_umma", fault, {3, 2, 1}, {mutation::erase, role, in, what, nth});
  };
  put<gemm>("gemm_umma", "none", {3, 1});
  without("no_wait_for_the_stage", producer, {first, step}, op::wait);
  without("no_wait_for_the_load", multiplier, {first, step}, op::wait);
  without("no_wait_for_the_epilogue", multiplier, {open}, op::wait);
  without("no_commit_of_the_stage", multiplier, {first, step}, op::arrive_umma);
  without("no_commit_of_the_accumulator", multiplier, {end}, op::arrive_umma);
  without("no_wait_for_the_accumulator", epilogue, {end}, op::wait);
  without("no_wait_of_the_loads", epilogue, {end}, op::complete);
  without("no_arrival_of_the_epilogue", epilogue, {end}, op::arrive);
  without("no_wait_at_the_end", producer, {finish}, op::wait, 1);
  put_changed<gemm>("gemm_umma", "commit_before_mma", {3, 2},
                    {mutation::to_front, multiplier, {first, step}, op::arrive_umma});
  put<gemm_block_scaled<2>>("gemm_block_scaled", "none", {2});
  put<gemm_block_scaled<2, false>>("gemm_block_scaled", "no_axiom", {2});
  put<gemm_clc<1>>("gemm_clc", "none", {1});
}

void put_all() {
#define PUT(protocol, fault, ...) put<protocol<seed::fault>>(#protocol, #fault, {__VA_ARGS__})
  PUT(gemm, none, 3, 2);
  PUT(gemm, missing_arrive, 3, 2);
  PUT(gemm, count_too_large, 3, 2);
  PUT(gemm, bytes_too_many, 3, 2);
  PUT(gemm, bytes_too_few, 3, 2);
  PUT(gemm, producer_waits_wrong_phase, 3, 2);
  PUT(gemm, consumer_waits_wrong_phase, 3, 2);
  PUT(gemm, release_before_wait, 3, 2);
  PUT(gemm, wait_one_too_few, 3, 2);
  PUT(gemm, no_proxy_fence, 3, 2);
  PUT(gemm, store_buffer_reused, 3, 2);
  PUT(gemm, followers_do_not_wait_for_store, 3, 2);
  PUT(gemm, waits_wrong_stage, 3, 2);
  PUT(gemm, prefetch_one_too_many, 3, 2);
  PUT(gemm, exit_before_store_is_done, 3, 2);
  PUT(gemm, accumulator_read_early, 3, 2);
  PUT(gemm, never_released_last, 3, 2);
  PUT(gemm, release_twice, 3, 2);
  PUT(gemm, barriers_not_published, 3, 2);
  PUT(gemm, load_nobody_waits_for, 3, 2);
  PUT(gemm, no_wgmma_fence, 3, 2);
  PUT(gemm, no_init_fence, 3, 2);
  put<hopper_gemm<2, 2, seed::none>>("gemm_of_two", "none", {2});
  put<hopper_gemm<2, 2, seed::count_too_small>>("gemm_of_two", "count_too_small", {3, 2});
  PUT(gemm, no_axiom, 3);
  put<hopper_gemm<2, 1, seed::none, 1, true>>("gemm_by_warps", "none", {2});
  put<hopper_gemm<2, 1, seed::release_before_wait, 1, true>>("gemm_by_warps", "release_before_wait",
                                                             {3});
  PUT(own_rings, none, 3, 3);
  PUT(own_rings, skips_a_stage, 3, 3);
  PUT(own_rings, consumer_forgets_phase, 3, 3);
  PUT(own_rings, producer_forgets_phase, 3, 3);
  PUT(multistage, none, 5);
  PUT(multistage, wait_group_one_too_few, 5);
  PUT(multistage, no_barrier, 5);
  PUT(multistage, fetch_one_too_far, 5);
  PUT(multistage, no_wait_at_end, 5);
  PUT(attention, none, 1);  // 2 steps: 5.6 million states
  PUT(attention, crossing_barriers, 2);
  PUT(attention, nobody_begins, 2);
  PUT(attention, passes_twice, 2);
  PUT(attention, fence_missing, 2);
  PUT(turnstile_of_two, none, 0, 0);
  PUT(turnstile_of_two, no_wait, 0, 0);
  PUT(turnstile_of_two, waits_for_own_place, 0, 0);
  PUT(turnstile_of_two, no_sync_after_wait, 0, 0);
  PUT(turnstile_of_two, arrives_before_write, 0, 0);
  PUT(turnstile_of_two, no_sync_before_arrival, 0, 0);
  PUT(turnstile_of_two, sum_reused_early, 0, 0);
  PUT(turnstile_of_two, arrives_twice, 0, 0);
  PUT(turnstile_of_two, never_arrives, 0, 0);
  PUT(turnstile_of_two, place_counts_two, 0, 0);
  PUT(sum_of_two, none, 0, 0);
  PUT(sum_of_two, sum_reused_early, 0, 0);
  PUT(sum_of_two, releases_before_read, 0, 0);
  PUT(sum_of_two, place_counts_one_more, 0, 0);
  PUT(sum_ahead, one_flag_for_all, 0, 0);
#undef PUT
  put<turnstile<3, seed::none, once>>("turnstile_of_three", "none", {});
  put<turnstile<3, seed::no_wait, once>>("turnstile_of_three", "no_wait", {});
  put<copies_arrive<2>>("copies_arrive", "none", {3});
  put<copies_arrive<2, 1>>("copies_arrive", "an_arrival_more", {3});
  put<copies_arrive<2, -1>>("copies_arrive", "an_arrival_fewer", {3});
  put<halves>("halves", "none", {2});
  put<lent_registers<2>>("lent_registers", "none", {1});
  put<lent_registers<2, 40, 240>>("lent_registers", "more_than_there_are", {1});
  put<tma_ring<1, 32, 32>>("ring", "none", {3});
  put<traps::announced_late>("ring", "announced_late", {3});
  put<traps::announced_after>("ring", "announced_after", {3});
  put<traps::announced_by_all>("ring", "announced_by_all", {3});
  put<traps::registers_wanted_by_two>("ring", "registers_wanted_by_two", {3});
  put<traps::initialised_twice>("ring", "initialised_twice", {3});
  put<traps::initialised_after>("ring", "initialised_after", {3});
  put_umma();
}

}  // namespace tileproof::pipeline::judge

int main(int argc, char** argv) {
  using namespace tileproof::pipeline::judge;
  if (argc != 2) return std::fputs("usage: promela FOLDER\n", stderr), 2;
  folder = argv[1];
  list = open(folder + "/list");
  put_all();
  std::fclose(list);
}
