// SPDX-License-Identifier: BSL-1.0
//
// Defines wrong_action, which checks that a run on the CPU followed its protocol: for each thread,
// the sequence of its synchronising and asynchronous instructions must be the expected actions of
// its role.
//
//   options o;
//   o.records = o.records_actions = true;
//   report const r = cpu::launch<kernel>({4}, {2}, args, o);
//   std::string const why = wrong_action<P, where>(r, 4, trips_of_block);
//   // "thread 130 (consumer<0>), tile 0 step 2: the protocol: wait for Full[2], phase 0; the
//   // run: arrive at Empty[1], phase 0"
//
// The run is recorded where instructions take effect, below the machine (cpu/action.hpp); the
// expected actions are computed from the role's functions and the trip counts, without the
// machine's rings (cpu/expected_actions.hpp). So mistakes in a payload, in the machine and in code
// beside it are found.
#pragma once

#include <tileproof/cpu/action_text.hpp>
#include <tileproof/cpu/expected_actions.hpp>
#include <tileproof/cpu/report.hpp>

#include <algorithm>
#include <map>
#include <string>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

template <class P, class Where>
class action_check : action_text<P, Where> {
  using of = action_text<P, Where>;
  using of::byte_of, of::name_at, of::stage_at, of::text_of, of::where;

 public:
  static constexpr int threads = [] {
    if constexpr (detail::is_of_each_thread<P>())
      return Where::threads;
    else
      return plan<P>::of_roles::threads;
  }();

  // The first difference of a thread, as text; empty if there is none. did: its actions in order;
  // numbers: their positions in the report; touched: its accesses.
  static std::string difference(std::vector<call> const& expected,
                                std::vector<cpu::action const*> const& did,
                                std::vector<std::int64_t> const& numbers,
                                std::vector<cpu::access const*> const& touched) {
    std::vector<call const*> at_action;               // for each action: its call
    std::vector<std::size_t> call_of;                 // for each action: the index of its call
    std::map<std::pair<int, int>, int> instructions;  // for each wgmma in the role: how many
    std::size_t next = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      call const& c = expected[i];
      if (!c.has_action) continue;
      std::int64_t bytes = 0;
      int count = 0;
      bool const is_many = c.what == op::load || c.what == op::store || c.what == op::gemm;
      while (next < did.size() && is_of(c, *did[next])) {
        bytes += did[next]->bytes;
        ++count;
        ++next;
        at_action.push_back(&c);
        call_of.push_back(i);
        if (!is_many || (c.what != op::gemm && bytes >= c.act.bytes)) break;
      }
      if (c.what == op::gemm) {
        int& usual = instructions.try_emplace({static_cast<int>(c.in), c.nth}, count).first->second;
        if (count > 0 && count == usual) continue;
      } else if (is_many ? bytes == c.act.bytes : count == 1) {
        continue;
      }
      return where(c) + ": the protocol: " + text_of(c) +
             (count > 0 ? ", of which the run does a part" : "") +
             (next < did.size() ? "; the run: " + text_of(*did[next]) : "; the run ends");
    }
    if (next < did.size())
      return where(expected.empty() ? call{} : expected.back()) +
             ": the protocol ends; the run: " + text_of(*did[next]);
    for (cpu::access const* a : touched)
      if (std::string why = unannounced(expected, call_of, numbers, *a); !why.empty()) return why;
    return {};
  }

 private:
  // Whether an action belongs to a call. For a wgmma, it compares where the operands begin.
  static bool is_of(call const& c, cpu::action const& a) {
    cpu::action const& e = c.act;
    if (a.kind != e.kind) return false;
    if (c.what == op::gemm) {
      for (std::int64_t const byte : {a.index, a.bytes}) {
        bool is_named = byte < 0;
        for (int i = 0; i < c.stages; ++i)
          if (byte >= c.stage[i].begin && byte < c.stage[i].end) is_named = true;
        if (!is_named) return false;
      }
      return true;
    }
    if (c.what == op::load || c.what == op::store) {
      std::int64_t const at = byte_of(a.field, a.index);
      return at >= c.stage[0].begin && at + a.bytes <= c.stage[0].end && a.count == e.count &&
             a.bar_field == e.bar_field && a.bar_index == e.bar_index;
    }
    return a.field == e.field && a.index == e.index &&
           (e.phase == any_phase || a.phase == e.phase) && a.bytes == e.bytes &&
           a.tensor == e.tensor && (e.count < 0 || a.count == e.count);
  }
  // The text for an access to a stage that no call around it names; empty where the access is
  // right.
  static std::string unannounced(std::vector<call> const& expected,
                                 std::vector<std::size_t> const& call_of,
                                 std::vector<std::int64_t> const& numbers, cpu::access const& a) {
    bool const is_global = a.field < 0;
    std::string_view const tensor = is_global ? a.tensor : std::string_view();
    std::int64_t const at = is_global ? a.offset : byte_of(a.field, a.offset);
    named_stage const hit = is_global ? named_stage{} : stage_at(at);
    if (is_global ? !is_workspace(tensor) : hit.resource < 0) return {};
    // It comes after `done` actions of its thread.
    std::size_t const done = static_cast<std::size_t>(
        std::lower_bound(numbers.begin(), numbers.end(), a.actions) - numbers.begin());
    std::size_t const first = done == 0 ? 0 : call_of[done - 1];
    std::size_t const last = done < call_of.size() ? call_of[done] : expected.size();
    for (std::size_t i = first; i < last || i == first; ++i) {
      if (i >= expected.size()) break;
      for (int k = 0; k < expected[i].stages; ++k) {
        named_stage const& s = expected[i].stage[k];
        if (tensor == s.tensor && at >= s.begin && at < s.end && (a.writes ? s.writes : s.reads))
          return {};
      }
    }
    bool const is_issued = a.by == cpu::instruction::tma || a.by == cpu::instruction::wgmma;
    std::size_t const next = is_issued || done == 0 ? first : first + 1;
    return where(expected[std::min(next, expected.size() - 1)]) + ": the run " +
           (a.writes ? "writes " : "reads ") +
           (is_global ? std::string(tensor) + "[" + std::to_string(at) + "]" : name_at(at)) +
           ", which the protocol does not name there";
  }

  // Whether this is the tensor of a workspace.
  static bool is_workspace(std::string_view tensor) {
    return is_workspace(tensor, static_cast<typename P::resources*>(nullptr));
  }
  template <class... Rs>
  static bool is_workspace(std::string_view tensor, resources<Rs...>*) {
    auto const is_of = [&](auto r) {
      if constexpr (decltype(r)::is == sort::workspace) return tensor == Where::tensor(r);
      return false;
    };
    return (... || is_of(Rs{}));
  }
};

// The first difference between a run and the protocol P, as text; empty if the actions of every
// thread are the expected ones. `blocks` is the size of the grid; trips(block) gives the trip
// counts of a block. Pre: options::records_actions. With options::records each access to a stage is
// checked too: the calls around it have to name this stage. Blocks that did not run because of a
// fault count as a difference.
template <class P, class Where, class Trips>
std::string wrong_action(cpu::report const& r, int blocks, Trips const& trips) {
  using check = action_check<P, Where>;
  std::size_t const all = static_cast<std::size_t>(blocks * check::threads);
  std::vector<std::vector<cpu::action const*>> did(all);
  std::vector<std::vector<std::int64_t>> numbers(all);
  std::vector<std::vector<cpu::access const*>> touched(all);
  auto const who = [](auto const& x) {
    return static_cast<std::size_t>(x.block * check::threads + x.thread);
  };
  for (cpu::action const& a : r.actions) {
    numbers[who(a)].push_back(&a - r.actions.data());
    did[who(a)].push_back(&a);
  }
  for (cpu::access const& a : r.accesses) touched[who(a)].push_back(&a);
  for (std::size_t i = 0; i < all; ++i) {
    int const block = static_cast<int>(i) / check::threads;
    int const thread = static_cast<int>(i) % check::threads;
    std::vector<call> const expected = calls_of_thread<P, Where>(
        thread, block % plan<P>::blocks, trips(block), block / plan<P>::blocks);
    std::string const why = check::difference(expected, did[i], numbers[i], touched[i]);
    if (why.empty()) continue;
    return "thread " + std::to_string(thread) +
           (blocks > 1 ? " of block " + std::to_string(block) : "") + why;
  }
  return {};
}

// The former name of wrong_action; forwards for one version.
template <class P, class Where, class Trips>
std::string wrong_word(cpu::report const& r, int blocks, Trips const& trips) {
  return wrong_action<P, Where>(r, blocks, trips);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
