// SPDX-License-Identifier: BSL-1.0
//
// Defines block: the threads of a block on fibres, one after the other in a fixed order.
// cpu::launch makes one, which runs all blocks of the grid; the fibres are kept from block to
// block.
//
// A thread runs until it waits at a barrier, or for the other lanes of its warp at an instruction
// that they execute together, or returns. Then the next one runs:
//
//   64 threads, code A, sync(), code B:
//   A of thread 0, A of thread 1, ..., A of thread 63, the barrier opens, B of thread 0, ...
//
// Lanes of a warp are not in lockstep: between two instructions of the warp they run one after the
// other, as a GPU may let them (independent thread scheduling). An instruction of the warp orders
// none of their accesses to memory; only a barrier does.
//
// Found here: threads at barriers of two places, threads that wait for some that have returned,
// lanes of a warp at two instructions (fault::divergence); an exception in a kernel; overlapping
// fields. Everything about single accesses is in cpu/checker.hpp.
#pragma once

#include <tileproof/cpu/fibre.hpp>
#include <tileproof/cpu/flight.hpp>
#include <tileproof/cpu/registers.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <source_location>
#include <stdexcept>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

inline constexpr int warp_size = 32;

// An instruction that the 32 lanes of a warp execute together, such as ldmatrix. The last lane to
// arrive executes it for all: `first_thread` is the number of lane 0 in the block, operands[lane]
// points to that lane's operands, of a type that the instruction knows. name() gives its name for
// findings; the address of the object identifies the instruction.
struct warp_instruction {
  std::string (*name)();
  void (*execute)(checker& check, int first_thread, void* const* operands);
};

// One block of a launch: its checker, its registers and its shared memory. `run` begins anew with
// each block of the grid, but the findings go on in check.said.
class block {
 public:
  // body(thread) is the kernel's body. `threads` is 1 to 1024; `shared_bytes` is the size of shared
  // memory, which begins at a multiple of 1024 bytes. Allocates a stack of options::stack bytes a
  // thread.
  block(int threads, std::int64_t shared_bytes, options const& o, std::function<void(int)> body)
      : check(o),
        registers(check, threads,
                  [this] {
                    stopped_ = true;
                    throw abandoned{};
                  }),
        reverse_(o.reverse),
        body_(std::move(body)),
        storage_(static_cast<std::size_t>(shared_bytes + shared_alignment)),
        shared_bytes_(shared_bytes),
        shared_(aligned(storage_.data()), shared_bytes, true),
        warps_(static_cast<std::size_t>((threads + warp_size - 1) / warp_size)) {
    check.who_copies = [this](region const& r, std::int64_t byte) {
      for (int i = 0; i < this->threads(); ++i)
        if (at(i).copies.reads(r, byte)) return i;
      return -1;
    };
    for (int i = 0; i < threads; ++i) {
      workers_.push_back(std::make_unique<worker>());
      workers_.back()->stack = std::make_unique<fibre>(o.stack, [this, i] { work(i); });
    }
  }
  // Resumes each fibre once more, so that its function returns.
  ~block() {
    leaves_ = true;
    for (auto const& w : workers_) w->stack->resume();
  }
  block(block const&) = delete;
  block& operator=(block const&) = delete;

  // The judge of accesses; check.thread is the thread that runs.
  checker check;
  // The fragments of the threads (cpu/registers.hpp), and the index of the block that runs.
  register_file registers;
  block_index index{};

  // The block whose thread runs now; null outside of a launch. Checked pointers and instructions
  // reach their block by it.
  static inline block* running = nullptr;

  // Runs block `at`, number x + grid.x * (y + grid.y * z) of the grid. False where a thread waits
  // for ever, or the block was stopped: the launch ends. Shared memory starts unwritten and filled
  // with the byte 0xff, a NaN in f16, bf16 and f32.
  bool run(block_index const& at, std::int64_t number) {
    block* const outer = std::exchange(running, this);
    auto* const outer_registers = std::exchange(detail::watched_registers, &registers);
    index = at;
    // Unwritten shared memory is NaN to a kernel.
    std::memset(shared_.bytes(), 0xff, static_cast<std::size_t>(shared_bytes_));
    check.begin_block(at, number);
    at_barrier_ = 0;
    for (auto const& w : workers_) w->does = state::runs;
    while (pass()) continue;
    if (!stopped_ && returned() < threads()) {
      explain();
      stopped_ = true;
      pass();
    }
    check.end_interval({});
    check.said.blocks += stopped_ ? 0 : 1;
    running = outer;
    detail::watched_registers = outer_registers;
    return !stopped_;
  }

  // __syncthreads: returns when all threads have arrived, and ends the interval: accesses before it
  // are ordered before those behind it. A barrier at another line or column of the source is a
  // divergence; the thread counts as arrived all the same.
  void sync(std::source_location const& where) {
    if (at_barrier_ == 0) barrier_ = where;
    if (barrier_.line() != where.line() || barrier_.column() != where.column())
      check.add(fault::divergence, check.thread,
                "thread " + std::to_string(check.thread) + " comes to the barrier at " +
                    text(where) + " and others wait at that at " + text(barrier_));
    if (++at_barrier_ < threads()) return wait(state::at_barrier);
    at_barrier_ = 0;
    ++check.said.barriers;
    check.end_interval(text(barrier_));
    for (auto const& w : workers_) w->does = state::runs;
    wait(state::runs);  // the first thread goes on first
  }

  // An instruction of the warp: returns when all 32 lanes have arrived, of which the last executes
  // it. A lane at another instruction is a divergence, and stops the block. Pre: `operands` live
  // until this returns.
  void together(warp_instruction const& what, void* operands) {
    int const lane = check.thread % warp_size;
    int const first = check.thread - lane;
    warp& w = warps_[static_cast<std::size_t>(check.thread / warp_size)];
    if (w.arrived == 0) w.what = &what;
    if (w.what != &what) {
      check.add(fault::divergence, check.thread,
                "thread " + std::to_string(check.thread) + " executes " + what.name() +
                    " where others of its warp execute " + w.what->name());
      stopped_ = true;
      throw abandoned{};
    }
    w.operands[lane] = operands;
    if (++w.arrived < warp_size) return wait(state::at_instruction);
    w.arrived = 0;
    what.execute(check, first, w.operands);
    for (int i = first; i < first + warp_size; ++i) at(i).does = state::runs;
  }

  // The pending cp.async of the thread that runs.
  flights& in_flight() { return at(check.thread).copies; }

  // Field i of a shared_memory<...>, whose type is identified by the function that gives its name:
  // n elements of `bits` bits from byte `from` on. Two types whose fields overlap are a fault
  // (fault::overlap), reported at the first use. Throws std::length_error where the field ends
  // behind shared memory.
  region const& field(std::string (*type)(), int i, std::int64_t from, std::int64_t n, int bits) {
    for (auto const& f : fields_)
      if (f->type == type && f->place.field == i) return f->place;
    std::int64_t const end = from + (n * bits + 7) / 8;
    if (end > shared_bytes_)
      throw std::length_error("shared field " + std::to_string(i) + " ends behind shared memory");
    auto f = std::make_unique<shared_field>();
    f->type = type;
    f->place.in = &shared_;
    f->place.at = from;
    f->place.elements = n;
    f->place.element_bits = bits;
    f->place.name = "shared field " + std::to_string(i);
    f->place.field = i;
    for (auto const& other : fields_)
      if (other->type != type && from < other->end() && other->place.at < end)
        check.add(fault::overlap, check.thread,
                  "thread " + std::to_string(check.thread) + " uses field " + std::to_string(i) +
                      " of " + type() + ", bytes " + std::to_string(from) + " to " +
                      std::to_string(end - 1) + " of shared memory, which overlaps field " +
                      std::to_string(other->place.field) + " of " + other->type() + ", bytes " +
                      std::to_string(other->place.at) + " to " + std::to_string(other->end() - 1) +
                      ": a kernel has one shared_memory type, with all its fields");
    fields_.push_back(std::move(f));
    return fields_.back()->place;
  }

 private:
  static constexpr std::int64_t shared_alignment = 1024;

  // A thread runs, waits for the block's barrier or for its warp, or has returned.
  enum class state { runs, at_barrier, at_instruction, returned };
  // A thread: its fibre, its state, its pending cp.async.
  struct worker {
    std::unique_ptr<fibre> stack;
    state does = state::returned;
    flights copies;
  };
  // A warp whose lanes arrive at an instruction: which one, how many lanes, and their operands.
  struct warp {
    warp_instruction const* what = nullptr;
    int arrived = 0;
    void* operands[warp_size]{};
  };
  struct shared_field {
    std::string (*type)();
    region place;
    std::int64_t end() const { return place.at + (place.bits() + 7) / 8; }
  };
  // Thrown into a thread of a block that cannot go on, to unwind its stack.
  struct abandoned {};

  // reverse_: threads run in descending order. leaves_: the fibres are to return for good.
  // stopped_: the block cannot go on, and each thread is unwound.
  bool reverse_;
  bool leaves_ = false;
  bool stopped_ = false;
  std::function<void(int)> body_;
  std::vector<unsigned char> storage_;
  std::int64_t shared_bytes_;
  memory shared_;
  std::vector<std::unique_ptr<shared_field>> fields_;
  std::vector<std::unique_ptr<worker>> workers_;
  std::vector<warp> warps_;
  // The number of threads at the barrier, and the call at which the first of them waits.
  int at_barrier_ = 0;
  std::source_location barrier_;

  int threads() const { return static_cast<int>(workers_.size()); }
  worker& at(int thread) { return *workers_[static_cast<std::size_t>(thread)]; }
  int returned() {
    int n = 0;
    for (auto const& w : workers_) n += w->does == state::returned;
    return n;
  }

  // The body of a fibre: one thread, block after block. An exception from the kernel is a finding
  // and stops the block; copies that are pending when the kernel returns are a finding.
  void work(int thread) {
    worker& me = at(thread);
    while (!leaves_) {
      try {
        if (!stopped_) {
          body_(thread);
          me.copies.end(check, thread);
        }
      } catch (abandoned const&) {
      } catch (std::exception const& e) {
        check.add(fault::exception, thread, "thread " + std::to_string(thread) + ": " + e.what());
        stopped_ = true;
      }
      me.copies.drop(check);
      registers.end(thread);
      me.does = state::returned;
      me.stack->suspend();
    }
  }
  // Suspends the thread in a state; throws `abandoned` if the block was stopped meanwhile.
  void wait(state s) {
    worker& me = at(check.thread);
    me.does = s;
    me.stack->suspend();
    if (stopped_) throw abandoned{};
  }

  // Each thread that can continue runs once, up to its next wait. Returns whether there was one.
  // After the block has stopped, every thread is resumed, and ends.
  bool pass() {
    bool went_on = false;
    for (int i = 0; i < threads(); ++i) {
      int const thread = reverse_ ? threads() - 1 - i : i;
      worker& w = at(thread);
      if (w.does != state::runs && (!stopped_ || w.does == state::returned)) continue;
      check.thread = thread;
      registers.change();
      w.stack->resume();
      went_on = true;
    }
    return went_on;
  }

  // Reports the threads that wait for others that will not arrive.
  void explain() {
    for (std::size_t i = 0; i < warps_.size(); ++i) {
      int const first = static_cast<int>(i) * warp_size;
      warp& w = warps_[i];
      if (w.arrived == 0) continue;
      w.arrived = 0;
      int const last = std::min(first + warp_size, threads()) - 1;
      check.add(
          fault::divergence, first_that(state::at_instruction, first),
          "threads " + those_that(state::at_instruction, first, last) + " execute " +
              w.what->name() + ", which takes a whole warp" +
              others(first, last, state::at_barrier, "wait at the barrier at " + text(barrier_)) +
              others(first, last, state::returned, "have returned"));
    }
    if (at_barrier_ > 0)
      check.add(fault::divergence, first_that(state::at_barrier, 0),
                "threads " + those_that(state::at_barrier, 0, threads() - 1) +
                    " wait at the barrier at " + text(barrier_) +
                    others(0, threads() - 1, state::at_instruction, "wait for their warp") +
                    others(0, threads() - 1, state::returned, "have returned"));
  }
  int first_that(state s, int from) {
    while (at(from).does != s) ++from;
    return from;
  }
  // The threads in state s, in the form 0-31,40.
  std::string those_that(state s, int first, int last) {
    std::string r;
    for (int i = first; i <= last; ++i) {
      if (at(i).does != s) continue;
      int end = i;
      while (end < last && at(end + 1).does == s) ++end;
      r += (r.empty() ? "" : ",") + std::to_string(i);
      if (end > i) r += "-" + std::to_string(end);
      i = end;
    }
    return r;
  }
  std::string others(int first, int last, state s, std::string const& what) {
    std::string const who = those_that(s, first, last);
    return who.empty() ? who : "; " + who + " " + what;
  }

  static unsigned char* aligned(unsigned char* p) {
    auto const past = reinterpret_cast<std::uintptr_t>(p) % shared_alignment;
    return past == 0 ? p : p + (shared_alignment - past);
  }
  static std::string text(std::source_location const& where) {
    std::string_view const path = where.file_name();
    return std::string(path.substr(path.rfind('/') + 1)) + ":" + std::to_string(where.line());
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
