// SPDX-License-Identifier: BSL-1.0
//
// Defines run_drawn<P>(file, trips), which runs a drawn protocol, written as C++, by the library's
// own machine on the CPU. Its payload moves the data as the interpreter of tables does
// (random_context.hpp), so a read is compared with the table's token; and each call of it has to be
// the one that the table has there, at its address. The actions of the run are compared with those
// of the protocol (cpu/wrong_action.hpp).
//
//   run_drawn<p7::drawn>("7", "dir/7.bin", {{1, {4}}, {1, {1}}});  // prints "7  ran  2 tables ..."
//
// The programs of static_tests/pipeline/random/sample.py call it.
#pragma once

#include "../../static_tests/pipeline/random/read_tables.hpp"
#include "random_memory.hpp"

#include <tileproof/cpu/wrong_action.hpp>
#include <tileproof/machine/run_protocol.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace random_cpu {

namespace pipe = tp::pipeline;

struct trip_counts {
  int tile_count;
  int steps_of[6];
  int tiles() const { return tile_count; }
  int tile(int i) const { return i; }
  int steps(int tile = 0) const { return steps_of[tile]; }
};

// Where the resources of a protocol are: as program.hpp numbers them, and write_tables.hpp places
// them.
template <class P>
struct where_of_drawn {
  using shared = thread_of_table<tp::cpu::block_context>::shared;
  static constexpr int barriers = 1;

  // Of the resources of this sort before R: the cells, or parts, that they have; their bytes.
  template <class R>
  static constexpr int before(bool in_bytes, bool by_stages = true) {
    return before<R>(in_bytes, by_stages, static_cast<typename P::resources*>(nullptr));
  }
  template <class R>
  static constexpr std::int64_t byte(R, int part, int stage) {
    return before<R>(true) + (part * R::stages + stage) * room_of_cell(R::amount);
  }
  template <class R>
  static constexpr std::string_view tensor(R) {
    return R::is == pipe::sort::flag ? "flags" : "cells";
  }
  template <class R>
  static constexpr std::int64_t counter(R, int part, int) {
    return before<R>(false, false) + part;
  }
  template <class R>
  static constexpr std::pair<std::int64_t, std::int64_t> elements(R, int part, int stage, int) {
    std::int64_t const first = (before<R>(false) + part * R::stages + stage) * global_bytes;
    return {first, first + global_bytes};
  }

 private:
  template <class R, class... Rs>
  static constexpr int before(bool in_bytes, bool by_stages, pipe::resources<Rs...>*) {
    int sum = 0;
    bool is_before = true;
    ((is_before = is_before && !std::is_same_v<R, Rs>,
      sum += is_before && Rs::is == R::is ? Rs::parts * (by_stages ? Rs::stages : 1) *
                                                (in_bytes ? room_of_cell(Rs::amount) : 1)
                                          : 0),
     ...);
    return sum;
  }
};

// A thread whose synchronisation is the machine's.
template <class Context>
class thread_of_machine : public thread_of_table<Context> {
  using of = thread_of_table<Context>;
  int at_ = 0;  // the next op of its role

 public:
  using of::args, of::ctx, of::rank;
  using of::of;

  // Does the next op of the table that moves data, which has to be of this verb and at `places`.
  template <class... At>
  void does(verb v, At const&... places) {
    int i = 0, n = 0;
    device_op const* const o = next(i, n);
    if (o == nullptr || verb(o->verb) != v || !is_at(*o, places...)) return differs();
    this->execute(*o, at_++, i, n);
  }
  // A TMA load, counted at the machine's barrier.
  template <class At, class Barrier>
  void loads(At const& place, Barrier const& barrier) {
    int i = 0, n = 0;
    device_op const* const o = next(i, n);
    bool const multi = o != nullptr && verb(o->verb) == verb::tma_load_multicast;
    bool const is_load = multi || (o != nullptr && verb(o->verb) == verb::tma_load);
    if (!is_load || !is_at(*o, place)) return differs();
    tp::cpu::issue_load(tp::cpu::pieces_of(args.tokens + o->token * token_bytes,
                                           this->byte(*o, 0, 0), this->p.cell_bytes[o->cell[0]]),
                        tp::cpu::place_of_barrier(barrier),
                        multi ? (1U << this->p.blocks) - 1 : 1U << ctx.block_rank_in_cluster());
    ++at_;
  }
  // Nothing of the table is left.
  void ends() {
    int i = 0, n = 0;
    if (next(i, n) != nullptr) differs();
  }

 private:
  void differs() const { ++args.values->other; }
  static bool moves_data(verb v) {
    return v == verb::tma_load || v == verb::tma_load_multicast || v == verb::tma_store ||
           v == verb::gemm || v == verb::cp_async || v == verb::read || v == verb::write ||
           v == verb::update || v == verb::fetch;
  }
  device_op const* next(int& i, int& n) {
    for (; at_ < this->p.op_count[rank][this->role]; ++at_) {
      device_op const& o = args.ops[this->p.first_op[rank][this->role] + at_];
      if (moves_data(verb(o.verb)) && this->is_mine(o, i, n)) return &o;
    }
    return nullptr;
  }
  template <class... At>
  bool is_at(device_op const& o, At const&... places) const {
    [[maybe_unused]] int k = 0;
    return (... && is_place(o, k++, places));
  }
  static tp::cpu::place place_of(tp::cpu::place const& at) { return at; }
  template <class Space, class T>
  static tp::cpu::place place_of(tp::tagged_ptr<Space, T> const& at) {
    return place_of(at.it);
  }
  template <class At>
  bool is_place(device_op const& o, int operand, At const& place) const {
    auto const wanted = this->byte(o, operand, 0);
    tp::cpu::place const is = place_of(place.data());
    return wanted.in == is.in && wanted.bit == is.bit;
  }
};

template <class P, class Context>
struct drawn_data {
  using where = where_of_drawn<P>;
  thread_of_machine<Context>* thread;

  static void open(int) {}
  int rank() const { return thread->rank; }
  template <class R>
  auto tensor(R) const {
    return tensor(R{}, 0);
  }
  template <class R>
  auto tensor(R, int part) const {
    if constexpr (R::is == pipe::sort::workspace)
      return stages<R, global_bytes, global_bytes>(thread->args.cells +
                                                   where::elements(R{}, part, 0, 0).first);
    else
      return stages<R, R::amount, room_of_cell(R::amount)>(
          thread->ctx.shared(typename where::shared{}, tp::Int<0>{}) + where::byte(R{}, part, 0));
  }
  template <class R>
  auto tensor(R, int part, int block) const {
    return stages<R, R::amount, room_of_cell(R::amount)>(
        thread->ctx.shared_of(block, typename where::shared{}, tp::Int<0>{}) +
        where::byte(R{}, part, 0));
  }
  template <class R>
  auto flag(R) const {
    return thread->args.flags + where::counter(R{}, 0, 0);
  }
  template <class R, class S, class Barrier>
  void load(R, S const& s, Barrier const& barrier, int) const {
    thread->loads(s, barrier);
  }
  template <class Acc, class... S>
  void gemm(Acc, S const&... s) const {
    thread->does(verb::gemm, s...);
  }
  template <class R, class... S>
  void read(R, S const&... s) const {
    does(verb::read, s...);
  }
  template <class R, class... S>
  void write(R, S const&... s) const {
    does(verb::write, s...);
  }
  template <class R, class... S>
  void update(R, S const&... s) const {
    does(verb::update, s...);
  }
  template <class R, class S>
  void copy(R, S const& s, int) const {
    thread->does(verb::cp_async, s);
  }
  template <class R, class S>
  void store(R, S const& s, int) const {
    thread->does(verb::tma_store, s);
  }
  template <class R>
  void fetch(R, int) const {
    thread->does(verb::fetch);
  }

 private:
  // Of an accumulator, or of a stage and the number of its place.
  void does(verb v) const { thread->does(v); }
  template <class S>
  void does(verb v, S const& s, int) const {
    thread->does(v, s);
  }
  template <class R, int Bytes, int Room, class At>
  static auto stages(At const& at) {
    using namespace tp;
    if constexpr (R::stages == 1)
      return make_tensor(at, Layout<Int<Bytes>>{});
    else
      return make_tensor(at, Layout<Shape<Int<Bytes>, Int<R::stages>>, Stride<_1, Int<Room>>>{});
  }
};

template <class P>
struct drawn_kernel {
  using protocol = P;
  static constexpr int threads = pipe::plan<P>::of_roles::threads;
  using shared = typename where_of_drawn<P>::shared;
  struct arguments_and_trips {
    arguments of;
    trip_counts trips;
  };
  template <class Context, class Arguments>
  static void run(Context const& ctx, Arguments const& args) {
    thread_of_machine<Context> thread(ctx, args.of);
    auto const make = [&](auto) { return drawn_data<P, Context>{&thread}; };
    pipe::run_protocol<P>(ctx, ctx.shared(shared{}, tp::Int<1>{}), make, args.trips);
    thread.ends();
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
  static global_memory memory;
  for (unsigned k = 0; found.empty() && k < stored.size(); ++k) {
    auto const& [p, ops] = stored[k];
    trip_counts const& trips = all[std::size_t(p.trips)];
    for (int i = 0; found.empty() && i < 3; ++i) {
      tp::cpu::options o = options_of(p, i, k + 1);
      o.records = o.records_actions = true;
      seen_values seen;
      typename drawn_kernel<P>::arguments_and_trips const args{memory.prepared(p, ops, seen),
                                                               trips};
      tp::cpu::report const said =
          tp::cpu::launch<drawn_kernel<P>>({p.blocks}, {p.is_cluster ? p.blocks : 1}, args, o);
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

}  // namespace random_cpu
