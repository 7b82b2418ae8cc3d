// SPDX-License-Identifier: BSL-1.0
//
// Defines decide(protocol) with the library's own checker, whose tables are filled for each
// protocol. The answer is that of the same protocol as C++; sample.py compares the two.
#include "decision.hpp"
#include "drawn.hpp"

#include <tileproof/protocol/names.hpp>

#include <cstdio>
#include <cstdlib>
#include <memory>

namespace random_protocols {

namespace {

// Most protocols fit into the first.
constexpr room small{16, 28, 40, 10, 72}, large{63, 200, 320, 96, 600};

template <class D>
pipeline::misfit misfit_of(protocol const& p) {
  using plan = pipeline::plan<D>;
  pipeline::detail::fitting<D> f;
  for (int r = 0; r < p.role_count; ++r)
    f.look_at_role(r, p.roles[r].threads, p.roles[r].warps, plan::crews[r].splits_lanes);
  f.look_at_block(plan::of_roles::threads);
  if (p.registers != 0) f.look_at_registers(plan::of_roles::threads, p.registers);
  int named = 0;
  std::int64_t bytes = 0;
  for (int i = 0; i < p.resource_count; ++i) {
    resource const& x = p.resources[i];
    pipeline::sort const is = sort_of(x.is);
    f.look_at_resource(i, is, x.amount);
    named += is == pipeline::sort::named_barrier ? x.parts : 0;
    bytes += f.bytes_of(is, x.amount, stages_of(x), x.parts);
  }
  f.look_at_sums(named, bytes, 0);
  return f.found;
}

// A search that is stopped wherever it can be does what one without a stop does.
template <class D>
void search_in_parts(pipeline::verdict const& whole) {
  auto parts = std::make_unique<pipeline::stopped_search<D>>();
  for (bool is_first = true; is_first || !parts->is_over; is_first = false) {
    pipeline::search<D> s;
    if (!is_first) s.go_on(*parts);
    *parts = s.merged_until(1);
  }
  auto const& v = parts->v;
  if (v.holds() != whole.holds() ||
      (v.holds() && (v.states != whole.states || v.transitions != whole.transitions ||
                     v.events != whole.events))) {
    std::fputs("a search in parts has another answer\n", stderr);
    std::abort();
  }
}

// Whether there was room, and the answer.
template <int Blocks, bool IsCluster, room Room>
bool ask_in(protocol const& p, pipeline::verdict& v, bool& has_machine) {
  using D = drawn<Blocks, IsCluster, Room>;
  if (!pipeline::plan<D>::fill(p)) return false;
  if (pipeline::misfit const m = misfit_of<D>(p); m.what != pipeline::limit::none) {
    v = pipeline::verdict_of(m);
    return true;
  }
  auto& facts = *std::construct_at(&pipeline::facts_of<D>);
  if (facts.words > Room.words || facts.sets + 3 > Room.sets) return false;
  std::construct_at(&pipeline::symmetry_of<D>);
  pipeline::proof_sizes<D>::L = (facts.lasting + 3) / 4 * 4 * Room.words;
  v = pipeline::search_all<D>();
  if constexpr (Room.words == small.words) search_in_parts<D>(v);  // the other is large
  has_machine = true;
  for (auto const& ring : facts.ring)
    has_machine = has_machine && ring.direction != pipeline::recorder<D>::mixed;
  return true;
}
template <int Blocks, bool IsCluster>
bool ask(protocol const& p, pipeline::verdict& v, bool& has_machine) {
  return ask_in<Blocks, IsCluster, small>(p, v, has_machine) ||
         ask_in<Blocks, IsCluster, large>(p, v, has_machine);
}

}  // namespace

decision decide(protocol const& p) {
  bool const is_block = p.blocks == 1 && p.is_cluster;
  int const any_number = 1 << 20;  // of agents: that there is room follows from the tables
  if (!is_expressible(p, any_number) || (!is_block && p.blocks != 2))
    return {answer::none, "not expressible", false};
  pipeline::verdict v;
  bool has_machine = false;
  bool const fits = is_block       ? ask<1, true>(p, v, has_machine)
                    : p.is_cluster ? ask<2, true>(p, v, has_machine)
                                   : ask<2, false>(p, v, has_machine);
  if (!fits) return {answer::none, "no room", false};
  return {v.holds()                                    ? answer::accepted
          : v.found.what == pipeline::fault::undecided ? answer::undecided
                                                       : answer::refused,
          std::string(pipeline::name_of(v.found.what)), has_machine};
}

}  // namespace random_protocols
