// SPDX-License-Identifier: BSL-1.0
//
// Defines drawn::run_by_machine<P>, which runs a drawn protocol, written as C++, by the library's
// own machine. Its payload moves the data as the interpreter of tables does, so a read is compared
// with the table's token; and each call of it has to be the one that the table has there, at its
// address.
//
//   run_drawn<p7::drawn>("7", "dir/7.bin", {{1, {4}}, {1, {1}}});  // prints "7  ran  2 tables ..."
//
// which drawn_on_gpu.hpp defines with nvcc, and drawn_on_cpu.hpp elsewhere. The programs of
// static_tests/pipeline/random/sample.py call it.
#pragma once

#include "../../static_tests/pipeline/random/device_table.hpp"
#include "../../static_tests/pipeline/random/protocol.hpp"

#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/tileproof.hpp>

namespace drawn {

namespace tp = tileproof;
namespace pipe = tp::pipeline;
using namespace random_protocols;

struct trip_counts {
  int tile_count;
  int steps_of[6];
  TILEPROOF_HOST_DEVICE int tiles() const { return tile_count; }
  TILEPROOF_HOST_DEVICE int tile(int i) const { return i; }
  TILEPROOF_HOST_DEVICE int steps(int tile = 0) const { return steps_of[tile]; }
};

using shared = tp::shared_memory<tp::field<std::uint8_t, 227 * 1024 - 8 * most_mbarriers, 1024>,
                                 tp::field<std::uint64_t, most_mbarriers, 8>>;

// The sum of the cells, parts or bytes of the resources of P that have R's sort and come before it.
// program.hpp numbers resources in this order, and write_tables.hpp places them.
template <class P, class R>
struct resources_before {
  static constexpr int sum(bool in_bytes, bool by_stages) {
    return sum(in_bytes, by_stages, static_cast<typename P::resources*>(nullptr));
  }
  static constexpr int bytes = [] { return sum(true, true); }();
  static constexpr int cells = [] { return sum(false, true); }();
  static constexpr int parts = [] { return sum(false, false); }();

 private:
  template <class... Rs>
  static constexpr int sum(bool in_bytes, bool by_stages, pipe::resources<Rs...>*) {
    int n = 0;
    bool is_before = true;
    ((is_before = is_before && !std::is_same_v<R, Rs>,
      n += is_before && Rs::is == R::is ? Rs::parts * (by_stages ? Rs::stages : 1) *
                                              (in_bytes ? room_of_cell(Rs::amount) : 1)
                                        : 0),
     ...);
    return n;
  }
};

// A thread of the interpreter whose synchronisation is the machine's.
template <class Interpreter>
class thread_of_machine : public Interpreter {
  int at_ = 0;  // the next op of its role

 public:
  using Interpreter::Interpreter;

  // Does the next op of the table that moves data, which has to be of this verb and at `places`.
  template <class... At>
  TILEPROOF_KERNEL void does(verb v, At const&... places) {
    int i = 0, n = 0;
    device_op const* const o = next(i, n);
    if (o == nullptr || verb(o->verb) != v || !is_at(*o, places...)) return this->differs(at_);
    this->execute(*o, at_++, i, n);
  }
  // As above, of a part of an accumulator.
  template <class... At>
  TILEPROOF_KERNEL void does_in(int accumulator, verb v, At const&... places) {
    int i = 0, n = 0;
    device_op const* const o = next(i, n);
    if (o != nullptr && o->accumulator != accumulator) return this->differs(at_);
    does(v, places...);
  }
  // A TMA load, counted at the machine's barrier.
  template <class At, class Barrier>
  TILEPROOF_KERNEL void loads(At const& place, Barrier const& barrier) {
    int i = 0, n = 0;
    device_op const* const o = next(i, n);
    bool const multi = o != nullptr && verb(o->verb) == verb::tma_load_multicast;
    bool const is_load = multi || (o != nullptr && verb(o->verb) == verb::tma_load);
    if (!is_load || !is_at(*o, place)) return this->differs(at_);
    this->load(*o, at_++, barrier);
  }
  // Nothing of the table is left.
  TILEPROOF_KERNEL void ends() {
    int i = 0, n = 0;
    if (next(i, n) != nullptr) this->differs(at_);
  }

 private:
  TILEPROOF_KERNEL static bool moves_data(verb v) {
    return v == verb::tma_load || v == verb::tma_load_multicast || v == verb::tma_store ||
           v == verb::gemm || v == verb::cp_async || v == verb::read || v == verb::write ||
           v == verb::update || v == verb::fetch;
  }
  TILEPROOF_KERNEL device_op const* next(int& i, int& n) {
    for (; at_ < this->p.op_count[this->rank][this->role]; ++at_) {
      device_op const& o = this->ops[this->p.first_op[this->rank][this->role] + at_];
      if (moves_data(verb(o.verb)) && this->is_mine(o, i, n)) return &o;
    }
    return nullptr;
  }
  template <class... At>
  TILEPROOF_KERNEL bool is_at(device_op const& o, At const&... places) const {
    [[maybe_unused]] int k = 0;
    return (... && this->is_place(o, k++, places));
  }
};

template <class P, class Thread>
struct payload {
  template <class R>
  using before = resources_before<P, R>;
  Thread* thread;

  TILEPROOF_KERNEL static void open(int) {}
  TILEPROOF_KERNEL int rank() const { return thread->rank; }
  template <class R>
  TILEPROOF_KERNEL auto tensor(R) const {
    return tensor(R{}, 0);
  }
  template <class R>
  TILEPROOF_KERNEL auto tensor(R, int part) const {
    if constexpr (R::is == pipe::sort::workspace) {
      constexpr int bytes = Thread::bytes_of_global_cell;
      return stages<R, bytes, bytes>(thread->global_cell(before<R>::cells + part * R::stages));
    } else {
      return stages<R, R::amount, room<R>>(thread->shared_byte(byte<R>(part)));
    }
  }
  template <class R>
  TILEPROOF_KERNEL auto tensor(R, int part, int block) const {
    return stages<R, R::amount, room<R>>(thread->shared_byte(byte<R>(part), block));
  }
  template <class R>
  TILEPROOF_KERNEL auto flag(R) const {
    return thread->flag(before<R>::parts);
  }
  template <class R, class S, class Barrier>
  TILEPROOF_KERNEL void load(R, S const& s, Barrier const& barrier, int) const {
    thread->loads(s, barrier);
  }
  template <class Acc, class... S>
  TILEPROOF_KERNEL void gemm(Acc, S const&... s) const {
    if constexpr (Acc::parts == 1)
      thread->does_in(before<Acc>::parts, verb::gemm, s...);
    else
      thread->does(verb::gemm, s...);
  }
  template <class Acc, class... S>
  TILEPROOF_KERNEL void gemm(Acc, int part, S const&... s) const {
    thread->does_in(before<Acc>::parts + part, verb::gemm, s...);
  }
  template <class R, class... S>
  TILEPROOF_KERNEL void read(R, S const&... s) const {
    does<R>(verb::read, s...);
  }
  template <class R, class... S>
  TILEPROOF_KERNEL void write(R, S const&... s) const {
    does<R>(verb::write, s...);
  }
  template <class R, class... S>
  TILEPROOF_KERNEL void update(R, S const&... s) const {
    does<R>(verb::update, s...);
  }
  template <class R, class S>
  TILEPROOF_KERNEL void copy(R, S const& s, int) const {
    thread->does(verb::cp_async, s);
  }
  template <class R, class S>
  TILEPROOF_KERNEL void store(R, S const& s, int) const {
    thread->does(verb::tma_store, s);
  }
  template <class R>
  TILEPROOF_KERNEL void fetch(R, int) const {
    thread->does(verb::fetch);
  }

 private:
  // The verbs of an accumulator, or its part; or of a stage and the number of its place.
  template <class R>
  TILEPROOF_KERNEL void does(verb v) const {
    thread->does(v);
  }
  template <class R>
  TILEPROOF_KERNEL void does(verb v, int part) const {
    thread->does_in(before<R>::parts + part, v);
  }
  template <class R, class S>
  TILEPROOF_KERNEL void does(verb v, S const& s, int) const {
    thread->does(v, s);
  }
  template <class R>
  static constexpr int room = room_of_cell(R::amount);
  template <class R>
  TILEPROOF_KERNEL static int byte(int part) {
    constexpr int first = before<R>::bytes, bytes = R::stages * room<R>;
    return first + part * bytes;
  }
  template <class R, int Bytes, int Room, class At>
  TILEPROOF_KERNEL static auto stages(At const& at) {
    using namespace tp;
    if constexpr (R::stages == 1)
      return make_tensor(at, Layout<Int<Bytes>>{});
    else
      return make_tensor(at, Layout<Shape<Int<Bytes>, Int<R::stages>>, Stride<_1, Int<Room>>>{});
  }
};

template <class P>
inline constexpr int threads_of = pipe::plan<P>::of_roles::threads;

// The body of the kernel, by a thread of the interpreter.
template <class P, class Context, class Thread>
TILEPROOF_KERNEL void run_by_machine(Context const& ctx, Thread& thread, trip_counts const& trips) {
  auto const make = [&](auto) { return payload<P, Thread>{&thread}; };
  pipe::run_protocol<P>(ctx, ctx.shared(shared{}, tp::Int<1>{}), make, trips);
  thread.ends();
}

}  // namespace drawn

#if defined(__CUDACC__)
#include "drawn_on_gpu.hpp"
#else
#include "drawn_on_cpu.hpp"
#endif
