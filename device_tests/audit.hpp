// SPDX-License-Identifier: BSL-1.0
//
// The audit of layouts: what every thread of a run has accessed, against a table that follows from
// the static layouts that a kernel's proofs are about, and from nothing that the kernel runs.
//
// A table is made of parts. A part is a layout (thread,value) -> element of a tile, evaluated while
// this compiles for every thread and access; where the tile lies, and which of its elements are
// inside the matrix, are added when the audit runs.
#pragma once

#include <doctest/doctest.h>

#include <tileproof/cpu/report.hpp>
#include <tileproof/prove/require.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace audit {

using instruction = tileproof::cpu::instruction;

// Blocks of a launch.
struct grid {
  int x = 1;
  int y = 1;
};

// The number of a tensor is its place among the kernel's arguments.
TILEPROOF_HOST_DEVICE constexpr int field(int i) { return -1 - i; }

// One access of one thread: its first element, counted from that of the tensor or field.
struct access {
  int block = 0;  // x + grid.x * y
  int memory = 0;
  int thread = 0;
  bool writes = false;
  std::int64_t offset = 0;
  int bits = 0;
  instruction by = instruction::access;

  auto key() const { return std::tuple(block, memory, thread, writes, offset, bits, by); }
  friend bool operator==(access const& a, access const& b) { return a.key() == b.key(); }
  friend bool operator<(access const& a, access const& b) { return a.key() < b.key(); }
};

inline std::string text(access const& a) {
  constexpr char const* how[] = {"", " by cp.async", " by a matrix instruction"};
  return "block " + std::to_string(a.block) + ", thread " + std::to_string(a.thread) +
         (a.writes ? " writes " : " reads ") + std::to_string(a.bits) + " bits at " +
         (a.memory < 0 ? "shared field " + std::to_string(-1 - a.memory)
                       : "tensor " + std::to_string(a.memory)) +
         "[" + std::to_string(a.offset) + "]" + how[static_cast<int>(a.by)];
}

// Made and expected, each as often as the other, in whatever order.
struct comparison {
  std::int64_t made = 0;
  std::int64_t expected = 0;
  std::string difference;  // the first one, in words

  bool equal() const { return made == expected && difference.empty(); }
};
inline comparison compare(std::vector<access> made, std::vector<access> table) {
  comparison r;
  r.made = static_cast<std::int64_t>(made.size());
  r.expected = static_cast<std::int64_t>(table.size());
  std::sort(made.begin(), made.end());
  std::sort(table.begin(), table.end());
  auto const [m, t] = std::mismatch(made.begin(), made.end(), table.begin(), table.end());
  if (t != table.end() && (m == made.end() || *t < *m))
    r.difference = "not made: " + text(*t);
  else if (m != made.end())
    r.difference = "not in the table: " + text(*m);
  return r;
}

// The accesses of a layout (thread,value) -> element, each of so many values; the elements of one
// are `step` apart.
template <class TV, int Values = 1>
struct places {
  static constexpr tileproof::mapping of = tileproof::detail::mapping_of<TV>::value;
  static constexpr int values = Values;
  static constexpr int threads = static_cast<int>(of.threads());
  static constexpr int accesses = static_cast<int>(of.values()) / Values;  // of a thread
  static_assert(of.is_layout && of.fits && of.values() % Values == 0);

  struct list {
    int step = 0;
    bool is_even = true;
    int first[accesses][threads]{};
  };
  // Made when the program first asks for it: the tables of a GEMM take more steps than a compiler
  // allows a constant. make() is not constexpr, and so no compiler tries.
  static list const& table() {
    static list const made = make();
    return made;
  }

 private:
  static list make() {
    list r;
    tileproof::for_each_point(of, [&](std::int64_t x, std::int64_t y) {
      int const thread = static_cast<int>(x % threads);
      int const value = static_cast<int>(x / threads);
      int& first = r.first[value / Values][thread];
      int const past = value % Values;
      if (past == 0) first = static_cast<int>(y);
      if (past == 1 && value == 1 && thread == 0) r.step = static_cast<int>(y) - first;
      if (past > 0 && first + past * r.step != static_cast<int>(y)) r.is_even = false;
      return true;
    });
    if (!r.is_even) throw std::logic_error("the values of an access are not equally far apart");
    return r;
  }
};

// The elements of the widest access, at most 128 bits, that each thread's values allow: they follow
// one another, from a multiple of the access on.
template <class TV, int ElementBits>
inline constexpr int widest_access = [] {
  constexpr tileproof::mapping of = tileproof::detail::mapping_of<TV>::value;
  for (int n = 128 / ElementBits; n > 1; n /= 2) {
    if (of.values() % n != 0) continue;
    bool is_whole = true;
    for (std::int64_t x = 0; x < of.size && is_whole; ++x) {
      std::int64_t const past = x / of.threads() % n;
      is_whole = of(x) % n == past && (past == 0 || of(x) == of(x - of.threads()) + 1);
    }
    if (is_whole) return n;
  }
  return 1;
}();

// The properties of the accesses of a part: memory, width, instruction.
struct manner {
  int memory = 0;
  int element_bits = 0;
  bool writes = false;
  instruction by = instruction::access;
};
constexpr manner reads(int memory, int element_bits, instruction by = instruction::access) {
  return {memory, element_bits, false, by};
}
constexpr manner writes(int memory, int element_bits, instruction by = instruction::access) {
  return {memory, element_bits, true, by};
}

// The value of a place that has no element.
inline constexpr std::int64_t outside = INT64_MIN;

// A field of shared memory, whose layout says where an element is.
struct as_it_lies {
  std::int64_t operator()(std::int64_t element) const { return element; }
};
// Elements of a vector from `first` on, those before `end`.
struct part_of_vector {
  std::int64_t first;
  std::int64_t end;
  std::int64_t operator()(std::int64_t element) const {
    return first + element < end ? first + element : outside;
  }
};
// A tile of a matrix m x n, column-major in columns of `rows` elements, from element (row,column)
// on.
struct part_of_matrix {
  std::int64_t rows;
  std::int64_t row;
  std::int64_t column;
  std::int64_t m;
  std::int64_t n;
  std::int64_t step_m;  // from one element to the next
  std::int64_t step_n;
  std::int64_t operator()(std::int64_t element) const {
    std::int64_t const i = row + element % rows;
    std::int64_t const j = column + element / rows;
    return i < m && j < n ? i * step_m + j * step_n : outside;
  }
};

// The accesses of a thread with numbers from first on; all of them if count is -1.
struct range {
  int first = 0;
  int count = -1;
};
// Part i of n equal ones.
template <class Places>
constexpr range part(std::int64_t i, int n) {
  constexpr int all = Places::accesses;
  return {static_cast<int>(i) * (all / n), all / n};
}

class table {
 public:
  std::vector<access> all;

  // Every access whose elements are inside. Pre: they are so together or not at all.
  template <class Places, class At>
  void add(int block, manner const& how, At const& at, range r = {}) {
    each<Places>(r, [&](int thread, int access) {
      std::int64_t const offset = at(Places::table().first[access][thread]);
      for (int v = 1; v < Places::values; ++v)
        if (at(Places::table().first[access][thread] + v * Places::table().step) !=
            (offset == outside ? outside : offset + v))
          throw std::logic_error("a table with an access that is not a run of elements");
      if (offset != outside) push(block, how, thread, offset, Places::values);
    });
  }

  // Adds a vector that is not inside as a whole, element by element.
  template <class Places, class At>
  void add_inside(int block, manner const& how, At const& at) {
    each<Places>({}, [&](int thread, int access) {
      int const e = Places::table().first[access][thread];
      if (at(e + (Places::values - 1) * Places::table().step) != outside)
        return push(block, how, thread, at(e), Places::values);
      for (int v = 0; v < Places::values; ++v)
        if (std::int64_t const i = at(e + v * Places::table().step); i != outside)
          push(block, how, thread, i, 1);
    });
  }
  // A copy of one tensor to another of the same (thread,value), element by element where a vector
  // reaches over the edge: what is outside is not read, and zero is written; to a vector that is
  // outside as a whole, at once.
  template <class From, class To, class AtFrom, class AtTo>
  void add_inside(int block, manner const& read, AtFrom const& from, range of_from,
                  manner const& write, AtTo const& to, range of_to) {
    static_assert(From::values == To::values && From::threads == To::threads);
    int const shift = of_to.first - of_from.first;
    each<From>(of_from, [&](int thread, int access) {
      int const s = From::table().first[access][thread];
      int const d = To::table().first[access + shift][thread];
      constexpr int last = From::values - 1;
      if (from(s + last * From::table().step) != outside) {
        push(block, read, thread, from(s), From::values);
        push(block, write, thread, to(d), To::values);
      } else if (from(s) == outside) {
        push(block, {write.memory, write.element_bits, true}, thread, to(d), To::values);
      } else {
        for (int v = 0; v <= last; ++v) {
          std::int64_t const element = from(s + v * From::table().step);
          if (element != outside)
            push(block, {read.memory, read.element_bits, false}, thread, element, 1);
          push(block, {write.memory, write.element_bits, true}, thread,
               to(d + v * To::table().step), 1);
        }
      }
    });
  }

 private:
  template <class Places, class F>
  static void each(range r, F const& f) {
    int const end = r.count < 0 ? Places::accesses : r.first + r.count;
    for (int access = r.first; access < end; ++access)
      for (int thread = 0; thread < Places::threads; ++thread) f(thread, access);
  }
  void push(int block, manner const& how, int thread, std::int64_t offset, int elements) {
    all.push_back(
        {block, how.memory, thread, how.writes, offset, elements * how.element_bits, how.by});
  }
};

// All runs of a kernel, in a line.
class report {
 public:
  report(std::string name, std::string machine)
      : name_(std::move(name)), machine_(std::move(machine)) {}
  ~report() {
    std::printf("%-44s %9lld accesses in %2d runs, %s the table; %s\n", name_.c_str(),
                static_cast<long long>(compared_), runs_, equal_ ? "equal to" : "different from",
                machine_.c_str());
  }
  report(report const&) = delete;
  report& operator=(report const&) = delete;

  void check(std::string const& size, std::vector<access> const& made, table const& t) {
    comparison const c = compare(made, t.all);
    ++runs_;
    compared_ += c.made;
    equal_ = equal_ && c.equal();
    INFO(name_ << ", " << size << ": " << c.made << " accesses, " << c.expected << " in the table; "
               << c.difference);
    CHECK(c.made > 0);
    CHECK(c.equal());
  }

 private:
  std::string name_;
  std::string machine_;
  std::int64_t compared_ = 0;
  int runs_ = 0;
  bool equal_ = true;
};

}  // namespace audit
