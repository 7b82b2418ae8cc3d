// SPDX-License-Identifier: BSL-1.0
//
// Mutants of pipelined kernels: each barrier, fence, wait, arrival, count of bytes, phase and
// number of groups left out or changed once. The proof refuses a mutant, or a run on the CPU finds
// a fault or a wrong element; where neither does, a sentence says why the mutant is as good.
//
// usage: cpu_mutants [--all] [--match TEXT] [SUBJECT]...
//
// Without --all every mutant is proved, and a sample of them runs. Exit status 1: a mutant that
// nothing catches and no sentence excuses, or a sentence that excuses none.
#include "pipeline/mutant_table.hpp"

#include "pipeline/mutants.hpp"
#include "pipeline/split_k_on_cpu.hpp"
#include "pipeline/wgmma_on_cpu.hpp"

#include "../static_tests/pipeline/protocols.hpp"

#if __has_include(<tileproof/kernel/common/protocols.hpp>)
#include <tileproof/kernel/common/protocols.hpp>
#endif

namespace tampered {

void judge_kernels(table&, int every);    // cpu_mutants_kernels.cpp
void judge_tma(table&, int every);        // cpu_mutants_tma.cpp
void judge_attention(table&, int every);  // cpu_mutants_attention.cpp

namespace {

// Subject, kind, change, role, place; why a mutant is as good.
constexpr excuse excuses[] = {
    {"gemm", "setmaxnreg", "left out", "consumer", "",
     "nobody waits longer for fewer registers; whether the code fits into them is ptxas's to say"},
    {"gemm", "setmaxnreg", "fewer registers", "", "",
     "nobody waits longer for fewer registers; whether the code fits into them is ptxas's to say"},
    {"gemm", "wait at an mbarrier", "next stage", "producer", "",
     "it waits for a later release: sound, with a stage fewer in use"},
    {"gemm", "named barrier", "twice", "consumer", "",
     "the same threads meet once more, and nothing has happened in between"},
#if !__has_include(<tileproof/kernel/common/protocols.hpp>)
    {"copy_async", "commit of cp.async", "left out", "", "call 13 of 14",
     "the last group is empty, and no wait follows it"},
#endif
    {"gemm_wgmma", "wait_on_dependent_grids", "left out", "consumer", "",
     "the producer has waited before it fills the stage that the consumer waits for"},
    {"gemm_wgmma", "wait at an mbarrier", "left out", "producer", "finish #0",
     "the wait for the next stage, which is released later, follows"},
    {"gemm_wgmma", "wait for wgmma", "a group fewer", "consumer", "step #0",
     "it waits for a later batch too: sound, and slower"},
    {"gemm_wgmma", "wgmma.fence", "left out", "consumer", "step #0",
     "no thread has touched these accumulators since the fence of the tile's first step"},
    {"gemm_wgmma", "launch_dependent_grids", "left out", "consumer", "",
     "the next grid begins later"},
    {"gemm_wgmma, split-k", "barrier of the cluster", "left out", "consumer", "end #0",
     "the second wait: the producer of the block waits until the others have read"},
    {"gemm_wgmma, split-k", "barrier of the cluster", "left out", "producer", "finish #2",
     "the consumers of the block wait until the others have read; who has ended has arrived"},
    {"gemm_wgmma, split-k", "barrier of the cluster", "twice", "producer", "finish #2",
     "all others have ended, and so have arrived"},
    {"split-k", "wait at an mbarrier", "next stage", "loader", "",
     "it waits for a later release: sound, with a stage fewer in use"},
    {"split-k", "named barrier", "twice", "adder", "",
     "the same threads meet once more, and nothing has happened in between"},
    {"split-k", "barrier of the block", "twice", "the machine", "",
     "the same threads meet once more, and nothing has happened in between"},
    {"_tma", "barrier of the block", "twice", "", "",
     "the same threads meet once more, and nothing has happened in between"},
    {"copy_tma", "barrier of", "", "", "", "one thread does everything"},
    {"_tma", "", "other mbarrier", "", "", "there is no other mbarrier"},
    {"_tma", "", "next stage", "", "", "there is no other stage"},
    {"attention_wgmma", "setmaxnreg", "left out", "consumer", "",
     "nobody waits longer for fewer registers; whether the code fits into them is ptxas's to say"},
    {"attention_wgmma", "setmaxnreg", "fewer registers", "", "",
     "nobody waits longer for fewer registers; whether the code fits into them is ptxas's to say"},
    {"attention_wgmma", "wait_on_dependent_grids", "left out", "consumer", "",
     "its operands come from the producer, which has waited; offsets, which it reads itself, are "
     "not part of a protocol"},
    {"attention_wgmma", "launch_dependent_grids", "left out", "consumer", "",
     "the next grid begins later"},
    {"attention_wgmma", "wait at an mbarrier", "next stage", "producer", "step #0 of Empty",
     "it waits for a later release: sound, with a stage fewer in use"},
    {"attention_wgmma", "wait for wgmma", "a group fewer", "consumer", "#0",
     "it waits for P V too: sound, and slower"},
    {"attention_wgmma", "arrival at an mbarrier", "left out", "consumer", "finish #0 of EmptyV",
     "the producer has ended, and nobody waits for this stage"},
    {"attention_wgmma, turns at wgmma", "wait at an mbarrier", "left out", "consumer<1>",
     "of FullK", "consumer<0> has waited for the same stage before it passes the turn"},
    {"attention_wgmma, turns at wgmma", "wait at an mbarrier", "next stage", "consumer<1>",
     "of FullV", "consumer<0> has waited for the right stage before it passes the turn"},
    {"attention_wgmma, e4m3", "wait at an mbarrier", "next stage", "consumer<1>", "of FullVt",
     "the producer writes the stages in order, and can be one ahead: sound, and slower"},
    {"attention_wgmma", "named barrier", "twice", "", "",
     "the same threads meet once more, and nothing has happened in between"},
    {"attention_wgmma", "named barrier", "left out", "consumer<0>", "finish #0",
     "the last turn is passed to nobody: arrivals at its barrier are left over as the block ends"},
    {"attention_wgmma", "named barrier", "does not wait", "consumer<0>", "finish #0",
     "the last turn is passed to nobody: arrivals at its barrier complete it"},
    {"attention_wgmma, e4m3", "mbarrier.init", "an arrival fewer", "", "of EmptyQ",
     "all warps have read Q before one of them leaves its turn at the exponentials"},
    {"attention_wgmma, e4m3", "named barrier", "other id", "consumer<1>", "finish",
     "the barrier of the producer, which has ended, for as many threads"},
    {"attention_", "barrier of the block", "twice", "", "",
     "the same threads meet once more, and nothing has happened in between"},
    {"model", "wait at an mbarrier", "next stage", "producer", "",
     "it waits for a later release: sound, with a stage fewer in use"},
    {"model hopper_gemm in a cluster", "wait at an mbarrier", "erase", "producer", "finish #0",
     "the wait for the next stage, which is released later, follows"},
    {"model", "wgmma.fence", "erase", "consumer", "step #0",
     "no thread has touched these accumulators since the fence of the tile's first step"},
    {"model ping_pong", "wgmma.fence", "erase", "consumer", "step #1",
     "no thread has touched these accumulators since the fence before the scores"},
    {"model ping_pong", "wait at an mbarrier", "erase", "consumer<1>", "step #0",
     "consumer<0> has waited for the same stage before it passes the turn"},
};

// A gemm_wgmma: `one` is a problem of one tile with an odd number of steps, `two` of two tiles;
// both with a remainder.
template <class Schedule, class TA = bfloat16_t>
void judge_gemm(table& to, char const* subject, wgmma::problem const& one,
                wgmma::problem const& two, int every) {
  using tampered = wgmma::tampered_gemm<Schedule, TA>;
  using protocol = typename tampered::protocol;
  using where = wgmma::where<tampered>;
  using enum cpu::moment_of_effect;
  struct trial {
    wgmma::problem of;
    cpu::moment_of_effect when;
    bool reverse;
    std::uint64_t seed = 1;
  };
  std::vector<trial> trials{{one, last, false},  {one, random, true},  {two, last, false},
                            {two, first, false}, {two, random, false}, {two, random, true, 2}};
  // More for mutants that nothing excuses.
  std::size_t const usual = trials.size();
  for (std::uint64_t seed = 3; every == 1 && seed < 20; ++seed)
    trials.push_back({two, random, false, seed});
  constexpr int blocks = protocol::blocks;
  auto const trips = [&](wgmma::problem const& p) {
    return [&p](int b) { return wgmma::trips_of_block<tampered>(p, b); };
  };
  places<protocol, where> const calls[] = {{blocks, true, trips(one)}, {blocks, true, trips(two)}};
  auto const run = [&](trial const& t, plan& p, std::vector<bfloat16_t> const* right) {
    now = &p;
    cpu::options o;
    o.asynchronous = t.when;
    o.reverse = t.reverse;
    o.seed = t.seed;
    o.records_actions = t.of.n == one.n;
    o.warpgroup_waits_as_one = pipeline::plan<protocol>::waits_as_one;
    wgmma::outcome r = wgmma::run_gemm<kernel<tampered>>(t.of, o, right);
    now = nullptr;
    return r;
  };
  std::vector<bfloat16_t> right[2];
  for (trial const& t : trials) {
    plan p;
    int const i = t.of.n != one.n;
    wgmma::outcome const r = run(t, p, nullptr);
    to.expect(r.is_right() && calls[i].has_counted(p, blocks), subject,
              "without a change it is not right: " + r.said.text());
    right[i] = r.elements;
  }
  for (mutant const& m : calls[0].mutants()) {
    row x = proved_row<protocol>(subject, m);
    if (to.is_due(every, x)) {
      for (std::size_t k = 0; k < trials.size(); ++k) {
        trial const& t = trials[k];
        if (k >= usual && (!x.proof.empty() || to.excuse_of(x) != nullptr)) break;
        int const i = t.of.n != one.n;
        plan p = calls[i].plan_of(m);
        wgmma::outcome const r = run(t, p, &right[i]);
        x.was_run = true;
        if (k == 0) {
          to.expect(p.changed > 0, subject, x.text() + ": the run has no such call");
          x.word = pipeline::wrong_action<protocol, where>(r.said, blocks, trips(one));
        }
        x.run = found_by_run(r.said, r.wrong == 0);
        if (!x.run.empty()) break;
      }
    }
    to.add(x);
  }
}

// Column sums with split-k, by flags in global memory.
template <split_k::way Way, int Blocks>
void judge_sums(table& to, char const* subject, int every) {
  using sums = split_k::tampered_sums<Way, Blocks>;
  using protocol = typename sums::protocol;
  using where = split_k::where<sums>;
  using enum cpu::moment_of_effect;
  // Three tiles, with more steps than stages.
  split_k::problem const sizes{72, 388};
  auto const options = [](int k) {
    cpu::options o;
    o.asynchronous = k == 0 ? last : k == 1 ? first : random;
    o.reverse = k % 2 == 1;
    o.seed = static_cast<std::uint64_t>(k);
    o.resident = Blocks;
    o.records_actions = k == 0;
    return o;
  };
  places<protocol, where> const calls(
      Blocks, true, [&](int block) { return sums::trips(block, 1, sizes.k, sizes.m); });
  auto const run = [&](int k, plan& p) {
    now = &p;
    split_k::outcome const r = split_k::run_sums<kernel<sums>>(sizes, options(k));
    now = nullptr;
    return r;
  };
  constexpr int trials = 5;
  for (int k = 0; k < trials; ++k) {
    plan p;
    split_k::outcome const r = run(k, p);
    to.expect(r.is_right() && r.word.empty() && calls.has_counted(p, Blocks), subject,
              "without a change it is not right: " + r.said.text() + r.word);
  }
  for (mutant const& m : calls.mutants()) {
    row x = proved_row<protocol>(subject, m);
    for (int k = 0; k < trials && x.run.empty(); ++k) {
      if (k == 0 && !to.is_due(every, x)) break;
      plan p = calls.plan_of(m);
      split_k::outcome const r = run(k, p);
      x.was_run = true;
      to.expect(k > 0 || p.changed > 0, subject, x.text() + ": the run has no such call");
      if (k == 0) x.word = r.word;
      x.run = found_by_run(r.said, r.wrong == 0);
    }
    to.add(x);
  }
}

// A model protocol: by the proof alone.
template <class P>
void judge_model(table& to, char const* subject) {
  using pipeline::section;
  using pipeline::judge::mutation;
  to.expect(pipeline::prove_protocol<P>().holds(), subject, "without a change it is refused");
  std::vector<bool> const has_first = roles_with_first<P>();
  for (int role = 0; role < pipeline::plan<P>::role_count; ++role)
    for (section const in : {section::begin, section::open, section::first, section::step,
                             section::end, section::finish})
      for (int o = 0; o < pipeline::judge::mutable_ops; ++o)
        for (int nth = 0; nth < 12; ++nth)
          for (int k = 0; k < pipeline::judge::mutations; ++k) {
            pipeline::judge::mutant const m{static_cast<mutation>(k), role, in, static_cast<op>(o),
                                            nth};
            bool const is_first = has_first[static_cast<std::size_t>(role)];
            if (!is_model_mutant(m) || (in == section::first && !is_first)) continue;
            model_edit<P> const e(m, is_first);
            std::string const proof = proved<P>(e);
            if (!e.has_changed) continue;
            row x{subject, e.kind, pipeline::judge::text_of(m.is), role_of<P>(role)};
            x.place = place_of({role, in, m.what, nth});
            x.was_proved = true;
            x.proof = proof;
            to.add(x);
          }
}

}  // namespace
}  // namespace tampered

int main(int count, char** arguments) {
  using namespace tampered;
  using namespace tileproof::pipeline;
  table t(count, arguments, {excuses, std::end(excuses)});
  int const every = t.all ? 1 : 12;
  if (t.wants("gemm_wgmma")) {
    judge_gemm<wgmma_schedule<128, 2, 2, 2>>(t, "gemm_wgmma", {200, 40, 136}, {200, 136, 200},
                                             every);
    judge_gemm<wgmma_schedule<64, 2, 2, 2>>(t, "gemm_wgmma, A shared", {72, 40, 136},
                                            {72, 136, 200}, every);
    judge_gemm<wgmma_schedule<64, 2, 2, 4>>(t, "gemm_wgmma, clusters of 4", {72, 40, 136},
                                            {72, 264, 200}, every);
  }
  if (t.wants("split-k")) {
    judge_gemm<wgmma_swap_ab<64, 2, 2>>(t, "gemm_wgmma, split-k", {72, 40, 328}, {72, 48, 456},
                                        every);
    judge_gemm<wgmma_swap_ab<16, 2, 1>, std::int8_t>(t, "gemm_wgmma, split-k converted",
                                                     {72, 16, 656}, {136, 16, 656}, every);
    judge_sums<split_k::way::by_turns, 3>(t, "split-k by turns", t.all ? 1 : 4);
    judge_sums<split_k::way::in_parallel, 3>(t, "split-k in parallel", t.all ? 1 : 4);
  }
  if (t.wants("kernels")) judge_kernels(t, t.all ? 1 : 4);
  if (t.wants("tma")) judge_tma(t, 1);
  if (t.wants("attention")) judge_attention(t, t.all ? 1 : 12);
  if (t.wants("models")) {
    judge_model<hopper_gemm<2, 2>>(t, "model hopper_gemm<2,2>");
    judge_model<hopper_gemm<2, 1, seed::none, 2>>(t, "model hopper_gemm in a cluster");
    judge_model<gemm_with_own_rings<2>>(t, "model gemm_with_own_rings<2>");
    judge_model<cp_async_pipeline<3>>(t, "model cp_async_pipeline<3>");
    judge_model<ping_pong<2>>(t, "model ping_pong<2>");
    judge_model<one_buffer<>>(t, "model one_buffer");
    judge_model<double_buffer<>>(t, "model double_buffer");
#if __has_include(<tileproof/kernel/common/protocols.hpp>)
    using enum tileproof::detail::delivery;
    judge_model<tileproof::detail::exchange<256>>(t, "model of kernels: exchange");
    judge_model<tileproof::detail::own_stages<3>>(t, "model of kernels: own_stages<3>");
    judge_model<tileproof::detail::multistage<256, 3, 2, by_cp_async, by_cp_async, false>>(
        t, "model of kernels: multistage<256,3,2>");
    judge_model<tileproof::detail::multistage<128, 4, 4, by_cp_async, by_registers, true>>(
        t, "model of kernels: multistage<128,4,4>, B by registers");
#endif
  }
  return t.tell();
}
