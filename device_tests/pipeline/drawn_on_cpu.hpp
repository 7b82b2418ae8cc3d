// SPDX-License-Identifier: BSL-1.0
//
// Defines drawn::run_drawn for the CPU (drawn_machine.hpp). The actions of the run are compared
// with those of the protocol too (cpu/wrong_action.hpp).
#pragma once

#include "../../static_tests/pipeline/random/read_tables.hpp"
#include "drawn_machine.hpp"
#include "random_memory.hpp"

#include <tileproof/cpu/wrong_action.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace drawn {

// Where the resources of a protocol are, for wrong_action.
template <class P>
struct where_of_drawn {
  using shared = drawn::shared;
  static constexpr int barriers = 1;
  template <class R>
  using before = resources_before<P, R>;

  template <class R>
  static constexpr std::int64_t byte(R, int part, int stage) {
    return before<R>::bytes + (part * R::stages + stage) * room_of_cell(R::amount);
  }
  template <class R>
  static constexpr std::string_view tensor(R) {
    return R::is == pipe::sort::flag ? "flags" : "cells";
  }
  template <class R>
  static constexpr std::int64_t counter(R, int part, int) {
    return before<R>::parts + part;
  }
  template <class R>
  static constexpr std::pair<std::int64_t, std::int64_t> elements(R, int part, int stage, int) {
    constexpr int bytes = random_cpu::global_bytes;
    std::int64_t const first = (before<R>::cells + part * R::stages + stage) * bytes;
    return {first, first + bytes};
  }
};

template <class Context>
class thread_on_cpu : public random_cpu::thread_of_table<Context> {
  using of = random_cpu::thread_of_table<Context>;

 public:
  using of::args, of::ctx, of::rank;
  static constexpr int bytes_of_global_cell = random_cpu::global_bytes;
  device_op const* const ops;

  thread_on_cpu(Context const& c, random_cpu::arguments const& a) : of(c, a), ops(a.ops) {}
  auto shared_byte(int at) const { return ctx.shared(shared{}, tp::Int<0>{}) + at; }
  auto shared_byte(int at, int block) const {
    return ctx.shared_of(block, shared{}, tp::Int<0>{}) + at;
  }
  auto global_cell(int n) const { return args.cells + n * bytes_of_global_cell; }
  auto flag(int n) const { return args.flags + n; }

 protected:
  void differs(int) const { ++args.values->other; }
  template <class At>
  bool is_place(device_op const& o, int operand, At const& place) const {
    auto const wanted = this->byte(o, operand, 0);
    tp::cpu::place const is = place_of(place.data());
    return wanted.in == is.in && wanted.bit == is.bit;
  }
  template <class Barrier>
  void load(device_op const& o, int, Barrier const& barrier) const {
    of::load(o, barrier);
  }

 private:
  static tp::cpu::place place_of(tp::cpu::place const& at) { return at; }
  template <class Space, class T>
  static tp::cpu::place place_of(tp::tagged_ptr<Space, T> const& at) {
    return place_of(at.it);
  }
};

template <class P>
struct kernel {
  using protocol = P;
  static constexpr int threads = threads_of<P>;
  using shared = drawn::shared;
  struct arguments_and_trips {
    random_cpu::arguments of;
    trip_counts trips;
  };
  template <class Context, class Arguments>
  static void run(Context const& ctx, Arguments const& args) {
    thread_of_machine<thread_on_cpu<Context>> thread(ctx, args.of);
    run_by_machine<P>(ctx, thread, args.trips);
  }
};

// The tables of a file of write_tables.hpp, in the order of `all`; a run of each in three
// schedules.
template <class P>
void run_drawn(char const* seed, std::string const& file, std::vector<trip_counts> const& all) {
  int tables = 0;
  long reads = 0, actions = 0;
  std::vector<stored_table> stored;
  std::string found = read_tables(file.c_str(), stored);
  static random_cpu::global_memory memory;
  for (unsigned k = 0; found.empty() && k < stored.size(); ++k) {
    auto const& [p, ops] = stored[k];
    trip_counts const& trips = all[std::size_t(p.trips)];
    for (int i = 0; found.empty() && i < 3; ++i) {
      tp::cpu::options o = random_cpu::options_of(p, i, k + 1);
      o.records = o.records_actions = true;
      random_cpu::seen_values seen;
      typename kernel<P>::arguments_and_trips const args{memory.prepared(p, ops, seen), trips};
      tp::cpu::report const said =
          tp::cpu::launch<kernel<P>>({p.blocks}, {p.is_cluster ? p.blocks : 1}, args, o);
      found = said.text() + memory.wrong(p, ops, seen, said.clean());
      if (found.empty())
        found =
            pipe::wrong_action<P, where_of_drawn<P>>(said, p.blocks, [&](int) { return trips; });
      reads += seen.reads, actions += long(said.actions.size());
    }
    ++tables;
  }
  for (char& c : found)
    if (c == '\n' || c == '\t') c = ' ';
  std::printf("%s\t%s\t%d\t%ld reads, %ld actions %s\n", seed, found.empty() ? "ran" : "failed",
              tables, reads, actions, found.c_str());
}

}  // namespace drawn
