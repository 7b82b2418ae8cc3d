// SPDX-License-Identifier: BSL-1.0
//
// What the run of a kernel on the CPU found, and the accesses that it made.
#pragma once

#include <tileproof/config.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

enum class fault : std::uint8_t {
  out_of_bounds,  // an element that is not the tensor's or the field's, padding included
  misaligned,     // an access at an address that is no multiple of its width
  wrong_memory,   // an instruction of shared memory on global memory, or the other way
  unwritten,      // a read of what nobody has written
  race,           // two threads, one of them writing, and no barrier in between
  in_flight,      // an access to what cp.async is still writing, or a return before it is there
  late_read,      // the element of a reference was read after another write
  divergence,     // threads wait for others that will not come
  exception,      // a condition on run-time values that does not hold
  overlap,        // fields of two types shared_memory<...> in the same bytes
  not_written,    // an element of an output that no thread has written (global::must_be_written)
  launch,         // a block or a grid that no GPU takes
};

constexpr std::string_view to_string(fault f) {
  constexpr std::string_view names[] = {"out of bounds", "misaligned", "wrong memory", "unwritten",
                                        "race",          "in flight",  "late read",    "divergence",
                                        "exception",     "overlap",    "not written",  "launch"};
  return names[static_cast<int>(f)];
}

// Where a block is in the grid.
using block_index = std::array<int, 3>;

// The first fault of its kind on a tensor or field in one interval; `count` are all of them.
struct finding {
  fault kind{};
  block_index block{};
  int thread = -1;     // the one that ran into it
  int other = -1;      // of a race or a copy in flight: the thread before, perhaps of another block
  std::string memory;  // the tensor or field; empty where none is concerned
  std::int64_t element = -1;
  int interval = 0;  // the barriers that the block has passed
  std::string text;  // all of it, in words
  std::int64_t count = 1;
};

enum class instruction : std::uint8_t { access, cp_async, matrix };

// One access of one thread, in the order of execution, hence of the program for each thread. Of
// ldmatrix and stmatrix a lane makes that to the row whose address it gives; of cp.async, that to
// the source (unless it fills with zeros) and that to the destination when it is issued.
struct access {
  int block = 0;  // x + grid.x * (y + grid.y * z)
  int thread = 0;
  int interval = 0;
  int field = -1;           // of shared memory; -1: of global memory
  std::string_view tensor;  // of global memory: its name, which lives as long as the cpu::global
  std::int64_t offset = 0;  // in elements, from the first of the tensor or field
  int bits = 0;
  bool writes = false;
  instruction by = instruction::access;
};

struct report {
  std::string kernel;
  std::vector<finding> findings;
  std::int64_t faults = 0;  // all of them
  std::int64_t blocks = 0;  // that ran to their end
  std::int64_t barriers = 0;
  std::vector<access> accesses;  // where options ask for them

  bool clean() const { return faults == 0; }
  bool found(fault kind) const {
    for (finding const& f : findings)
      if (f.kind == kind) return true;
    return false;
  }
  std::string text() const {
    std::string all;
    for (finding const& f : findings) {
      all += f.text;
      if (f.count > 1) all += ", and " + std::to_string(f.count - 1) + " more";
      all += '\n';
    }
    return all;
  }
};

struct options {
  bool reverse = false;         // the last thread and the last block first
  bool records = false;         // keep every access in the report
  std::size_t stack = 1 << 18;  // bytes a thread; only what is used takes memory
  std::string kernel{};         // its name; its type's where empty
  int sm = 90;                  // the architecture that the kernel is for, as in sm_90
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
