// SPDX-License-Identifier: BSL-1.0
//
// The actions of every thread of gemm_wgmma, recorded as the CPU runs it, are the word of its role.
// A kernel in which one thread leaves out one call, makes it twice or aims it elsewhere differs
// from its word there; the table says who finds it.
#include "../examples/kernels/copy_through_shared.hpp"

#include <doctest/doctest.h>

#include "pipeline/launched_otherwise.hpp"
#include "pipeline/mutants.hpp"
#include "pipeline/wgmma_by_hand.hpp"
#include "pipeline/wgmma_on_cpu.hpp"

#include <tileproof/cpu/action_text.hpp>
#include <tileproof/cpu/expected_actions.hpp>
#include <tileproof/cpu/stages.hpp>
#include <tileproof/cpu/wrong_action.hpp>
#include <tileproof/kernel/copy/copy_global.hpp>

#include <cstdio>
#include <numeric>
#include <set>

using namespace tileproof;

namespace {

// The first difference of a run from the protocol; accesses are checked too.
template <class Kernel>
std::string difference(wgmma::outcome const& r, wgmma::problem const& p) {
  using protocol = typename Kernel::protocol;
  return pipeline::wrong_action<protocol, wgmma::where<Kernel>>(
      r.said, protocol::blocks * p.clusters,
      [&](int block) { return wgmma::trips_of_block<Kernel>(p, block); });
}
cpu::options recorded(cpu::moment_of_effect when = cpu::moment_of_effect::last) {
  cpu::options o;
  o.records = o.records_actions = true;
  o.asynchronous = when;
  return o;
}

template <class Kernel>
void expect_word(wgmma::problem const& p,
                 cpu::moment_of_effect when = cpu::moment_of_effect::last) {
  wgmma::outcome const r = wgmma::run_gemm<Kernel>(p, recorded(when));
  CHECK_MESSAGE(r.is_right(), r.said.text());
  std::string const why = difference<Kernel>(r, p);
  CHECK_MESSAGE(why.empty(), why);
}

TEST_CASE("the actions of every thread are the word of its role") {
  using enum cpu::moment_of_effect;
  using two = wgmma::gemm<wgmma_schedule<128, 3, 2, 2>>;
  expect_word<two>({200, 136, 328});            // two tiles of six steps
  expect_word<two>({264, 40, 40, 3}, first);    // a cluster without a tile, two with one step
  expect_word<two>({40, 264, 136, 2}, random);  // two tiles and one
  using beside = wgmma::gemm<wgmma_schedule<64, 3, 2, 2>>;
  expect_word<beside>({72, 136, 200}, first);
  using one = wgmma::gemm<wgmma_schedule<128, 3, 2, 1>>;
  expect_word<one>({200, 136, 328, 2});
  expect_word<one>({104, 40, 8}, random);
}
// The kernel with its barriers written by hand keeps stages and parities in its own way.
TEST_CASE("so are those of the kernel written by hand") {
  expect_word<wgmma::by_hand<wgmma::gemm<wgmma_schedule<128, 2, 2, 2>>>>({200, 136, 200});
  expect_word<wgmma::by_hand<wgmma::gemm<wgmma_schedule<128, 3, 2, 1>>>>({104, 136, 328});
}

// Copies, whose protocols are of all threads of a block, and of each by itself.
template <class Kernel>
struct where_of_copy {
  using shared = typename Kernel::shared;
  static constexpr int barriers = -1;
  static constexpr int threads = Kernel::threads;
  static constexpr std::int64_t byte(auto, int, int) { return 0; }  // the stages have 0 bytes
};
template <class Kernel>
std::string difference_of_copy(tampered::plan& changes, int steps) {
  int const n = 2 * static_cast<int>(size(typename Kernel::block_tile{})) - 6;
  std::vector<float> in(static_cast<std::size_t>(n));
  std::iota(in.begin(), in.end(), 0.0F);
  std::vector<float> out(in.size(), -1.0F);
  cpu::global<float const> const from("Src", in.data(), n);
  cpu::global<float> to("Dst", out.data(), n);
  copy_arguments<cpu::ptr<float const*>, cpu::ptr<float*>> const args{
      from.data(), to.starts_unwritten().must_be_written().data(), n};
  tampered::now = &changes;
  cpu::report const r = cpu::launch<tampered::kernel<Kernel>>({2}, args, recorded());
  tampered::now = nullptr;
  CHECK_MESSAGE((r.clean() && in == out) == (changes.changed == 0), r.text());
  return pipeline::wrong_action<typename Kernel::protocol, where_of_copy<Kernel>>(
      r, 2, [&](int) { return pipeline::step_count{steps}; });
}
TEST_CASE("so are those of copies, of a block's threads together or of each thread") {
  tampered::plan none;
  CHECK(difference_of_copy<copy_through_shared<float, 64>>(none, 0).empty());
  CHECK(difference_of_copy<copy_async<float, 64, 1, 3, 4>>(none, 2).empty());
  CHECK(difference_of_copy<copy_async<float, 64, 2, 2, 3>>(none, 2).empty());
  // A step fewer than the kernel's; and a thread that leaves out its second call.
  CHECK(difference_of_copy<copy_async<float, 64, 1, 3, 4>>(none, 1) ==
        "thread 0 of block 0 (thread), finish: the protocol: wait_group of cp.async 0; the run: "
        "commit_group of cp.async");
  tampered::plan one;
  one.is = tampered::change::erase;
  one.hits = [](int block, int thread, int call) {
    return block == 1 && thread == 33 && call == 1;
  };
  CHECK(difference_of_copy<copy_async<float, 64, 1, 3, 4>>(one, 2) ==
        "thread 33 of block 1 (thread), begin: the protocol: commit_group of cp.async; the run: "
        "wait_group of cp.async 1");
}

// One change of one call of one thread.
using kernel = wgmma::tampered_gemm<wgmma_schedule<128, 2, 2, 2>>;
using protocol = kernel::protocol;
using all_places = tampered::places<protocol, wgmma::where<kernel>>;
constexpr wgmma::problem small{200, 40, 200};  // four steps
constexpr int blocks = 2;

using one_call = all_places::one;
wgmma::outcome run_changed(all_places const& all, tampered::mutant const& m, one_call const& at,
                           std::string& why) {
  tampered::plan p = all.plan_of(m);
  p.hits = [at](int b, int t, int n) { return b == at.block && t == at.thread && n == at.number; };
  tampered::now = &p;
  wgmma::outcome const r = wgmma::run_gemm<tampered::kernel<kernel>>(small, recorded());
  tampered::now = nullptr;
  CHECK(p.changed == 1);
  why = difference<kernel>(r, small);
  return r;
}

TEST_CASE("a call that is added, left out or aimed elsewhere by hand") {
  all_places const all(blocks, true, [](int b) { return wgmma::trips_of_block<kernel>(small, b); });
  // For every kind of call and change, one thread's second call, or its only one.
  struct row {
    int tried = 0, by_word = 0, by_run = 0, by_both = 0;
  };
  std::map<std::string, row> table;
  std::set<std::pair<std::string, tampered::change>> done;
  for (tampered::mutant const& m : all.mutants()) {
    std::string const what = tampered::kind_of(m.example);
    if (m.at.role < 0 || !done.insert({what + std::to_string(m.operand), m.is}).second) continue;
    std::vector<one_call> const calls = all.calls_of(m.at);
    one_call at = calls.front();
    for (one_call const& c : calls)
      if (c.block == at.block && c.thread == at.thread && c.number > at.number) {
        at = c;
        break;
      }
    std::string why;
    wgmma::outcome const r = run_changed(all, m, at, why);
    row& x = table[what];
    ++x.tried;
    x.by_word += !why.empty();
    x.by_run += !r.is_right();
    x.by_both += !why.empty() && !r.is_right();
    bool const is_caught = !why.empty() || !r.is_right();
    CHECK_MESSAGE(is_caught, what << ", " << tampered::text_of(m.is));
    // A write that is missing is no action: its reader, or the result, shows it.
    if (m.at.what != pipeline::op::write || m.is != tampered::change::erase)
      CHECK_MESSAGE(!why.empty(), what << ", " << tampered::text_of(m.is) << " is not in the word");
  }
  std::printf("%-26s %7s %7s %7s %7s\n", "one call of one thread:", "changed", "by word", "by run",
              "by both");
  row sum;
  for (auto const& [what, x] : table) {
    std::printf("%-26s %7d %7d %7d %7d\n", what.c_str(), x.tried, x.by_word, x.by_run, x.by_both);
    sum.tried += x.tried, sum.by_word += x.by_word;
    sum.by_run += x.by_run, sum.by_both += x.by_both;
  }
  std::printf("%-26s %7d %7d %7d %7d\n", "all", sum.tried, sum.by_word, sum.by_run, sum.by_both);
  CHECK(sum.tried >= 40);
}

TEST_CASE("a difference is a sentence") {
  all_places const all(blocks, true, [](int b) { return wgmma::trips_of_block<kernel>(small, b); });
  auto const said = [&](pipeline::op what, int role, tampered::change is, int operand = 0) {
    for (tampered::mutant const& m : all.mutants())
      if (m.at.what == what && m.at.role == role && m.is == is && m.operand == operand) {
        std::string why;
        run_changed(all, m, all.calls_of(m.at).front(), why);
        return why;
      }
    return std::string();
  };
  using pipeline::op;
  using enum tampered::change;
  CHECK(said(op::wait, 1, next_stage) ==
        "thread 128 of block 0 (consumer<0>), tile 0 step 0: the protocol: wait for Full[0] of "
        "block 0 of the cluster, phase 0; the run: wait for Full[1] of block 0 of the cluster, "
        "phase 0");
  CHECK(said(op::fence_registers, 1, erase) ==
        "thread 128 of block 0 (consumer<0>), tile 0 step 0: the protocol: wgmma.fence; the "
        "run: wgmma reads A[0] and B.part(0)[0]");
  CHECK(said(op::write, 1, next_stage) ==
        "thread 128 of block 0 (consumer<0>), tile 0 end: the run writes D.part(0)[1], which the "
        "protocol does not name there");
  CHECK(said(op::load, 0, next_stage) ==
        "thread 0 of block 0 (producer), tile 0 step 0: the protocol: TMA load into A[0] of the "
        "blocks 1 (a mask), 16384 bytes, counted at Full[0]; the run: TMA load into A[1] of the "
        "blocks 1 (a mask), 16384 bytes, counted at Full[0]");
  CHECK(said(op::registers, 0, more_registers) ==
        "thread 0 of block 0 (producer), begin: the protocol: setmaxnreg 40; the run: "
        "setmaxnreg 56");
}

// A reader polls for the one phase of an mbarrier, and invalidates it when both roles have met.
struct last_use {
  using A = launched::A;
  struct Full : pipeline::mbarrier<Full, 1, 128> {};
  struct Met : pipeline::named_barrier<Met, 256> {};
  using resources = pipeline::resources<A, Full, Met>;
  using loop = pipeline::once;
  struct writer {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) {
      m.write(A{}[0]);
      m.arrive(Full{}[0]);
    }
    TILEPROOF_ROLE void finish(auto& m) { m.sync(Met{}[0]); }
  };
  struct reader {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) {
      m.test_wait(Full{}[0]);
      m.read(A{}[0]);
    }
    TILEPROOF_ROLE void finish(auto& m) {
      m.sync(Met{}[0]);
      if (m.elected()) m.invalidate(Full{}[0]);
    }
  };
  using roles = pipeline::roles<writer, reader>;
};
static_assert(proved<sound_protocol, last_use>);
struct where_of_last_use {
  using shared = launched::kernel<last_use, 256, 1, 1, 128>::shared;
  static constexpr int barriers = 1;
  static constexpr std::int64_t byte(auto, int, int) { return 0; }
};
TEST_CASE("mbarrier.test_wait and mbarrier.inval run as they were proved") {
  cpu::options o;
  o.records = o.records_actions = true;
  cpu::report const r =
      cpu::launch<launched::kernel<last_use, 256, 1, 1, 128>>({1}, {1}, launched::nothing{}, o);
  CHECK_MESSAGE(r.clean(), r.text());
  CHECK(pipeline::wrong_action<last_use, where_of_last_use>(
            r, 1, [](int) { return pipeline::step_count{0}; }) == "");
  CHECK(std::count_if(r.actions.begin(), r.actions.end(), [](cpu::action const& a) {
          return a.kind == cpu::action_kind::invalidate_barrier;
        }) == 1);
}
// The writer arrives at the place of the use before: the same instruction, which names no phase.
struct arrives_before {
  using A = launched::A;
  struct Full : pipeline::mbarrier<Full, 1, 128> {};
  struct Empty : pipeline::mbarrier<Empty, 1, 128> {};
  using resources = pipeline::resources<A, Full, Empty>;
  using loop = pipeline::tiles_of_some_steps;
  struct writer {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Empty{}[pipeline::now].before());
      m.write(A{}[pipeline::now]);
      m.arrive(Full{}[pipeline::now].before());
    }
  };
  struct reader {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Full{}[pipeline::now]);
      m.read(A{}[pipeline::now]);
      m.arrive(Empty{}[pipeline::now]);
    }
  };
  using roles = pipeline::roles<writer, reader>;
};
TEST_CASE("an arrival at the place of an earlier use is one at the barrier") {
  using kernel = launched::kernel<arrives_before, 256, 2, 3, 128>;
  cpu::options o;
  o.records = o.records_actions = true;
  cpu::report const r = cpu::launch<kernel>({1}, {1}, launched::nothing{}, o);
  CHECK_MESSAGE(r.clean(), r.text());
  CHECK(pipeline::wrong_action<arrives_before, where_of_last_use>(
            r, 1, [](int) { return kernel::trips{}; }) == "");
}
// A difference that wrong_action finds in the run of changes to the calls of one thread.
std::string difference_of_last_use(tampered::plan& changes, std::string& findings) {
  cpu::options o;
  o.records = o.records_actions = true;
  tampered::now = &changes;
  cpu::report const r = cpu::launch<tampered::kernel<launched::kernel<last_use, 256, 1, 1, 128>>>(
      {1}, {1}, launched::nothing{}, o);
  tampered::now = nullptr;
  findings = r.text();
  return pipeline::wrong_action<last_use, where_of_last_use>(
      r, 1, [](int) { return pipeline::step_count{0}; });
}
TEST_CASE("mbarrier.test_wait and mbarrier.inval that are left out, made twice or changed") {
  using enum tampered::change;
  constexpr int reader = 128;
  std::string findings;
  tampered::plan as_written;
  as_written.watched = reader;
  CHECK(difference_of_last_use(as_written, findings) == "");
  CHECK(findings == "");
  auto const changed = [&](char const* member, tampered::change is, char const* finding) {
    auto const& all = as_written.members;
    auto const call = std::find(all.begin(), all.end(), std::string(member)) - all.begin();
    tampered::plan p{is};
    p.hits = [call](int, int thread, int n) { return thread == reader && n == call; };
    CHECK_MESSAGE(difference_of_last_use(p, findings) != "", member << " " << text_of(is));
    CHECK(p.changed == 1);
    CHECK_MESSAGE((*finding == 0 ? findings.empty() : findings.find(finding) != std::string::npos),
                  member << " " << text_of(is) << ": " << findings);
  };
  changed("poll_barrier", erase, "race");
  changed("poll_barrier", twice, "");
  changed("poll_barrier", other_parity, "deadlock");
  // A barrier that lives to the end of its block harms nobody.
  changed("invalidate_barrier", erase, "");
  changed("invalidate_barrier", twice, "which is not initialised");
}

TEST_CASE("a launch, its trips and the memory of stages are those of the proof") {
  using namespace launched;
  auto const says = [](std::string const& text, char const* part) {
    CHECK_MESSAGE(text.find(part) != std::string::npos, text);
  };
  using some = handed_over<pipeline::tiles_of_some_steps>;
  CHECK(first_finding<some, 256>() == "");
  says(first_finding<some, 384>(), "the block has other threads than the roles of its protocol");
  says(first_finding<some, 256, 3, 0>(), "a tile of no steps");
  using one = handed_over<pipeline::tile_of_some_steps, false>;
  CHECK(first_finding<one, 256, 1, 3>() == "");
  says(first_finding<one, 256, 3, 3>(), "the protocol's loop has one tile a block");
  says(first_finding<some, 256, 2, 2, 0>(), "A[1] and A[0] have byte 0 of shared memory both");
  CHECK(first_finding<two_buffers, 256>() == "");
  says(first_finding<two_buffers, 256, 2, 2, 64>(), "B and A have byte 256 of shared memory both");
  CHECK(first_finding<two_parts, 256>() == "");
  says(first_finding<two_parts, 256, 2, 2, 0>(), "Parts.part(1) and Parts.part(0) have byte 0");
  CHECK(first_finding<other_part<0>, 256>() == "");
  says(first_finding<other_part<1>, 256>(), "the payload's tensor is of another part");
  CHECK(first_finding<uses_parts<0>, 128>() == "");
  CHECK(first_finding<uses_parts<1>, 128>() == "");
  CHECK(first_finding<reads_peer<true>, 128>() == "");
  says(first_finding<reads_peer<false>, 128>(), "the payload's tensor is in another block");
  CHECK(first_finding<meets_from_two_places, 256>() == "");
  CHECK(first_finding<asks_if_proved<false>, 128>() == "");
  says(first_finding<asks_if_proved<true>, 128>(), "does otherwise in a run than in its proof");
}

}  // namespace
