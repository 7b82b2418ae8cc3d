// SPDX-License-Identifier: BSL-1.0
//
// Defines report: the findings of a run on the CPU, and the accesses that it made. cpu::launch
// returns one.
//
//   if (r.found(cpu::fault::race)) std::cerr << r.text();
//   // race: kernel reverse, block (0,0,0), thread 128 writes shared field 0[128], which thread 127
//   // read; interval 0, and 255 more
//
// A report is a value, independent of the run; only access::tensor refers to a cpu::global.
#pragma once

#include <tileproof/cpu/action.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The kinds of fault that a run finds.
enum class fault : std::uint8_t {
  out_of_bounds,  // an element outside of the tensor or field; padding counts as outside
  misaligned,     // the address of an access is not a multiple of its width
  wrong_memory,   // an instruction for shared memory on global memory, or the reverse
  unwritten,      // a read of memory or a register that no thread has written
  race,           // two threads, one of them writing, and no barrier in between
  in_flight,      // an access to memory that a pending cp.async uses, or a return before it landed
  late_read,      // the element of a reference was read after another write
  divergence,     // threads wait for others that will not arrive
  exception,      // a condition on run-time values that does not hold
  overlap,        // fields of two types shared_memory<...> in the same bytes
  not_written,    // an element of an output that no thread has written (global::must_be_written)
  launch,         // a block or a grid that no GPU accepts
  barrier,        // an mbarrier, a named barrier, a flag or setmaxnreg used against its rules
  deadlock,       // threads wait for ever for an mbarrier, a named barrier, a flag or registers
  proxy,          // TMA or wgmma after ordinary accesses without fence.proxy.async in between
};

// The name of a fault, with which its finding begins.
constexpr std::string_view to_string(fault f) {
  constexpr std::string_view names[] = {"out of bounds", "misaligned", "wrong memory", "unwritten",
                                        "race",          "in flight",  "late read",    "divergence",
                                        "exception",     "overlap",    "not written",  "launch",
                                        "barrier",       "deadlock",   "proxy"};
  return names[static_cast<int>(f)];
}

// The index of a block in the grid: (x, y, z).
using block_index = std::array<int, 3>;

// A finding: the first fault of its kind on a tensor or field in one interval; `count` is the
// number of such faults. At most 64 findings are kept, besides the first one of each kind.
struct finding {
  fault kind{};
  block_index block{};
  int thread = -1;     // the thread whose access or instruction is at fault
  int other = -1;      // the earlier thread of a race, or the thread of a pending copy; perhaps of
                       // another block
  std::string memory;  // the tensor or field; empty if none is involved
  // The element in the tensor or field, as an offset from the first element; -1 if none is
  // involved.
  std::int64_t element = -1;
  int interval = 0;  // the number of barriers that the block has passed
  std::string text;  // the whole finding as a sentence
  std::int64_t count = 1;
};

// The instruction of an access: a load or store, cp.async, ldmatrix and stmatrix, TMA, its
// reductions, wgmma, or an arrival or wait at a flag in global memory.
enum class instruction : std::uint8_t { access, cp_async, matrix, tma, reduction, wgmma, flag };

// One access of one thread, in the order of execution, hence in program order for each thread. A
// lane of ldmatrix or stmatrix accesses the row whose address it gives; a cp.async accesses its
// source (unless it fills with zeros) and, when it is issued, its destination. Recorded only if
// options::records is set, and only if it lies inside its tensor or field and is aligned.
struct access {
  int block = 0;  // x + grid.x * (y + grid.y * z)
  int thread = 0;
  int interval = 0;
  int field = -1;  // the field of shared memory; -1: global memory
  std::string_view
      tensor;  // the name of a tensor in global memory; lives as long as its cpu::global
  std::int64_t offset = 0;  // in elements, from the first element of the tensor or field
  int bits = 0;
  bool writes = false;
  instruction by = instruction::access;
  std::int64_t actions = 0;  // the number of report::actions that came before it
};

// A line of the source whose instructions on shared memory take more wavefronts than they need
// (cpu/bank_conflicts.hpp). It is no fault.
struct bank_conflict {
  std::string where;              // "kernel.hpp:57"
  int ways = 0;                   // of the worst instruction
  std::int64_t instructions = 0;  // of warps, in all blocks
  std::int64_t wavefronts = 0;    // of these instructions
  std::int64_t minimum = 0;       // the least that they can have
  std::string text;               // a sentence
};

// The result of a run. `text` has one line a finding.
struct report {
  std::string kernel;
  std::vector<finding> findings;
  std::int64_t faults = 0;  // all faults, also those that no finding describes
  std::int64_t blocks = 0;  // the number of blocks that ran to their end
  std::int64_t barriers = 0;
  std::vector<access> accesses;               // if options::records
  std::vector<action> actions;                // if options::records_actions
  std::vector<bank_conflict> bank_conflicts;  // if options::counts_bank_conflicts

  // Whether nothing was found; whether a fault of this kind was.
  bool clean() const { return faults == 0; }
  bool found(fault kind) const {
    for (finding const& f : findings)
      if (f.kind == kind) return true;
    return false;
  }
  // The findings as lines of text, each with the number of further faults of its kind, and then the
  // bank conflicts; empty if there are none.
  std::string text() const {
    std::string all;
    for (finding const& f : findings) {
      all += f.text;
      if (f.count > 1) all += ", and " + std::to_string(f.count - 1) + " more";
      all += '\n';
    }
    for (bank_conflict const& c : bank_conflicts) all += c.text + '\n';
    return all;
  }
};

// The moment when an asynchronous operation (TMA, wgmma) takes effect. first: at once. last: as
// late as its barrier, or the wait for its group, allows. random: in between, by options::seed;
// this also shuffles the threads, and lets a random warpgroup run only when no other thread can go
// on.
enum class moment_of_effect : std::uint8_t { first, last, random };

// The options of a run.
struct options {
  bool reverse = false;  // the last thread and the last block first
  moment_of_effect asynchronous = moment_of_effect::last;
  std::uint64_t seed = 1;
  // The axiom of kernels that release a stage by one thread of a warpgroup, as CUTLASS's do: after
  // a thread's wait for a wgmma, the parts of all four warps are done. PTX promises this only for
  // the waiting warp.
  bool warpgroup_waits_as_one = false;
  // The axiom of kernels that refill a stage by TMA once threads have read it through the generic
  // proxy (ordinary loads, ldmatrix) and arrived at its barrier, as CUTLASS's do: such a read needs
  // no fence.proxy.async before a write by TMA. In PTX only such a fence orders the two.
  bool reads_need_no_proxy_fence = false;
  // The number of clusters that run together (blocks, if a cluster has one block), like those that
  // are resident on a GPU at a time; the others run before or after them. Flags in global memory
  // order only blocks that run together (cpu/flag.hpp). Refused (fault::launch) unless it divides
  // the number of clusters in the grid.
  int resident = 1;
  bool records = false;                // keep every access in the report
  bool records_actions = false;        // keep every synchronising instruction (cpu/action.hpp)
  bool counts_bank_conflicts = false;  // by line of the source; slow (cpu/bank_conflicts.hpp)
  int registers = 0;            // of a thread at launch (setmaxnreg); 0: as many as there are
  std::size_t stack = 1 << 18;  // bytes a thread; only what is used takes memory
  std::string kernel{};         // the kernel's name; if empty, the name of its type
  int sm = 90;                  // the architecture that the kernel is for, as in sm_90
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
