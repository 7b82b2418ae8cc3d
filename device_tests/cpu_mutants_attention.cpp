// SPDX-License-Identifier: BSL-1.0
//
// Mutants of attention_wgmma and attention_mma: each wait, arrival, count of bytes or threads,
// fence, commit, group wait and setmaxnreg of their roles left out or changed once. The proof of
// the protocol judges them, and runs of a few small tiles of rows.
#include "attention_problem.hpp"
#include "pipeline/mutants.hpp"

#include <tileproof/kernel/attention/mma/attention_mma.hpp>
#include <tileproof/kernel/attention/wgmma/attention_wgmma.hpp>

namespace tampered {
namespace {

using attention_on_cpu::outcome;
using attention_on_cpu::run_attention;
using attention_on_cpu::sizes;

constexpr int all_keys = attention_keys::all;

// The tiles of a block of an attention_wgmma, and their steps.
template <class Kernel>
struct trips_of_block {
  sizes p;
  int block;
  attention_order order() const { return detail::order_of_tiles(p, Kernel::block_m, p.blocks); }
  int tiles() const { return order().tiles_of(block, p.blocks); }
  int steps(int i) const {
    attention_lengths<int const*> const lengths{detail::longest_keys(p), p.offsets_q.data(),
                                                p.offsets_k.data(), !p.offsets_q.empty()};
    auto const o = order();
    auto const at = o(o.tile(i, block, p.blocks));
    attention_sequence const of = lengths.of(at.batch);
    return of.tiles<Kernel::block_n>(at.m * Kernel::block_m, Kernel::block_m).count();
  }
};

// Where stages and barriers lie in shared memory, and the run.
template <class Kernel>
struct wgmma_subject {
  using protocol = typename Kernel::protocol;
  using shared = typename Kernel::shared;
  using trips = trips_of_block<Kernel>;
  static constexpr int barriers = 6;
  template <class Buffer>
  static constexpr std::int64_t byte(Buffer, int part, int stage) {
    constexpr int field = std::is_same_v<Buffer, typename protocol::Q>      ? 0
                          : std::is_same_v<Buffer, typename protocol::K>    ? 1
                          : std::is_same_v<Buffer, typename protocol::V>    ? 2
                          : std::is_same_v<Buffer, typename protocol::O>    ? 3
                          : std::is_same_v<Buffer, typename protocol::Work> ? 5
                                                                            : 4;
    return shared::template offset<field> +
           (Buffer::stages * part + stage) * std::int64_t{Buffer::amount};
  }
  static int blocks(sizes const& p) { return p.blocks; }
  static outcome run(sizes const& p, cpu::options const& o, std::vector<float> const* right) {
    return run_attention<Kernel>(
        p,
        [&](auto const& g, auto... memory) {
          auto const l = detail::attention_launch_of<Kernel>(g, memory..., p.blocks);
          return cpu::launch<kernel<Kernel>>({p.blocks}, {1}, l.args, o);
        },
        right);
  }
};
template <class Kernel>
struct mma_subject {
  using protocol = typename Kernel::protocol;
  using shared = typename Kernel::shared;
  static constexpr int barriers = -1;
  template <class Buffer>
  static constexpr std::int64_t byte(Buffer, int, int) {
    return 0;  // a stage has no bytes in the protocol
  }
  // A block has one tile.
  struct trips {
    sizes p;
    int block;
    int tiles() const { return 1; }
    int steps(int) const {
      sizes of_grid = p;
      of_grid.blocks = INT32_MAX;
      return trips_of_block<Kernel>{of_grid, block}.steps(0);
    }
  };
  static int blocks(sizes const& p) {
    return (p.length_q + Kernel::block_m - 1) / Kernel::block_m * p.heads * p.batch;
  }
  static outcome run(sizes const& p, cpu::options const& o, std::vector<float> const* right) {
    return run_attention<Kernel>(
        p,
        [&](auto const& g, auto q, auto k, auto v, auto out, auto sums, auto...) {
          auto const args = Kernel::arguments_of(g, q, k, v, out, sums);
          return cpu::launch<kernel<Kernel>>({args.order.count()}, args, o);
        },
        right);
  }
};

// A run: its problem, and when copies and multiplications take effect.
struct trial {
  int problem;
  cpu::moment_of_effect when;
  bool reverse;
  std::uint64_t seed = 1;
};

template <class Subject>
void judge(table& to, char const* subject, int every, std::vector<sizes> const& problems) {
  using protocol = typename Subject::protocol;
  using enum cpu::moment_of_effect;
  std::vector<trial> trials;
  for (int i = 0; i < static_cast<int>(problems.size()); ++i)
    for (trial const& t : {trial{i, last, false}, trial{i, first, true}, trial{i, random, false}})
      trials.push_back(t);
  // More for mutants that nothing excuses.
  std::size_t const usual = trials.size();
  for (std::uint64_t seed = 2; every == 1 && seed < 12; ++seed)
    trials.push_back({static_cast<int>(seed % problems.size()), random, seed % 4 < 2, seed});
  std::vector<places<protocol, Subject>> calls;
  for (sizes const& p : problems)
    calls.emplace_back(Subject::blocks(p), false,
                       [&](int block) { return typename Subject::trips{p, block}; });
  auto const run = [&](trial const& t, plan& p, std::vector<float> const* right) {
    sizes const& of = problems[static_cast<std::size_t>(t.problem)];
    cpu::options o;
    o.asynchronous = t.when;
    o.reverse = t.reverse;
    o.seed = t.seed;
    o.records_actions = t.when == last;
    now = &p;
    outcome r = Subject::run(of, o, right);
    now = nullptr;
    return r;
  };
  auto const word_of = [&](outcome const& r, trial const& t) {
    sizes const& p = problems[static_cast<std::size_t>(t.problem)];
    return pipeline::wrong_action<protocol, Subject>(
        r.said, Subject::blocks(p), [&](int block) { return typename Subject::trips{p, block}; });
  };
  std::vector<std::vector<float>> right(problems.size());
  for (trial const& t : trials) {
    std::size_t const i = static_cast<std::size_t>(t.problem);
    plan p;
    outcome const r = run(t, p, right[i].empty() ? nullptr : &right[i]);
    std::string const word = t.when == last ? word_of(r, t) : "";
    bool const has_counted = calls[i].has_counted(p, Subject::blocks(problems[i]));
    to.expect(r.is_taken && r.said.clean() && r.wrong() == 0 && word.empty() && has_counted,
              subject, "without a change it is not right: " + r.said.text() + word);
    right[i] = r.elements;
  }
  for (mutant const& m : calls[0].mutants()) {
    row x = proved_row<protocol>(subject, m);
    bool const is_due = to.is_due(every, x);
    for (std::size_t k = 0; k < trials.size() && is_due && x.run.empty(); ++k) {
      trial const& t = trials[k];
      if (k >= usual && (!x.proof.empty() || to.excuse_of(x) != nullptr)) break;
      std::size_t const i = static_cast<std::size_t>(t.problem);
      plan p = calls[i].plan_of(m);
      outcome const r = run(t, p, &right[i]);
      x.was_run = true;
      to.expect(k > 0 || p.changed > 0, subject, x.text() + ": the run has no such call");
      if (k == 0) x.word = word_of(r, t);
      x.run = found_by_run(r.said, r.wrong() == 0);
    }
    to.add(x);
  }
}

}  // namespace

void judge_attention(table& to, int every) {
  using enum attention_turns;
  // A block with three tiles of rows, of 3, 2 and 1 steps; and one with a tile a sequence, of 2, 1,
  // 1, 2, 1, 1 steps: only where a tile of one step is between them does the producer load Q of a
  // tile before it has waited for all keys of the tile whose Q lies there.
  auto const problems = [](int keys) {
    int const one = keys - 4;
    int const two = 2 * keys - 4;
    std::vector<int> starts{0};
    for (int n : {two, one, one, two, one, one}) starts.push_back(starts.back() + n);
    return std::vector<sizes>{
        {1, 1, 1, 300, 3 * keys - 6, all_keys, 0, 0, 1},
        {6, 1, 1, 9, two, all_keys, all_keys, 0, 1, {0, 9, 17, 26, 35, 41, 42}, starts}};
  };
  using without = attention_wgmma<half_t, 64, attention_schedule<32, 2, none>>;
  using in_turns = attention_wgmma<half_t, 64, attention_schedule<32, 2, at_wgmma>>;
  using three = attention_wgmma<half_t, 64, attention_schedule<32, 2, at_exponentials, 4, 3>>;
  using e4m3 = attention_wgmma<float_e4m3_t, 64, attention_schedule<64, 2, at_exponentials>>;
  judge<wgmma_subject<without>>(to, "attention_wgmma", every, problems(32));
  judge<wgmma_subject<in_turns>>(to, "attention_wgmma, turns at wgmma", every, problems(32));
  judge<wgmma_subject<three>>(to, "attention_wgmma, three consumers", every, problems(32));
  judge<wgmma_subject<e4m3>>(to, "attention_wgmma, e4m3", every, problems(64));
  // Two blocks with 2 and 6 steps; and two with one.
  std::vector<sizes> const of_blocks{{1, 1, 1, 110, 90, all_keys, 0}, {1, 2, 1, 40, 16}};
  using one_stage = attention_mma<half_t, 64, attention_mma_schedule<64, 16, 1>>;
  using two_stages = attention_mma<half_t, 64, attention_mma_schedule<64, 16, 2>>;
  judge<mma_subject<one_stage>>(to, "attention_mma, 1 stage", every, of_blocks);
  judge<mma_subject<two_stages>>(to, "attention_mma, 2 stages", every, of_blocks);
}

}  // namespace tampered
