// SPDX-License-Identifier: BSL-1.0
//
// Defines the changes that make mutants of a protocol: of one action, named by its role, its part,
// its kind and how often this kind has come before it in the part.
#pragma once

#include <tileproof/protocol/plan.hpp>

#include <string>

namespace tileproof::pipeline::judge {

enum class mutation : int {
  erase,
  twice,
  swap_with_next,
  to_front,
  to_end,
  next_stage,
  stage_before,
  other_parity,
  other_part,
  other_block,
  more_bytes,
  fewer_bytes,
  a_group_more,
  a_group_fewer,
  next_barrier,
  barrier_before,
  more_registers,
  fewer_registers,
  announce_only,
  arrive_too,
};
inline constexpr int mutations = 20;
inline char const* text_of(mutation m) {
  constexpr char const* names[] = {
      "erase",          "twice",           "swap with next",       "to front",
      "to end",         "next stage",      "stage before",         "other parity",
      "other part",     "other block",     "more bytes",           "fewer bytes",
      "a group more",   "a group fewer",   "load at next barrier", "load at barrier before",
      "more registers", "fewer registers", "announce only",        "arrive too"};
  return names[static_cast<int>(m)];
}
inline constexpr int mutable_ops = static_cast<int>(op::grid_launch) + 1;  // a fetch has no place
inline char const* text_of(op o) {
  row const& r = row_of(o);
  return r.name.empty() ? r.text.data() : r.name.data();
}

struct mutant {
  mutation is{};
  int role = 0;
  section in{};
  op what{};
  int nth = 0;
};

// Changes list[first,end) of a role's part. Whether anything has changed.
template <class P>
bool apply(mutant const& m, int role, section in, action* list, int& end, int first, int room) {
  constexpr auto const& table = plan<P>::table;
  if (m.role != role || m.in != in) return false;
  int i = first;
  int seen = 0;
  while (i < end && (list[i].what() != m.what || seen++ != m.nth)) ++i;
  if (i == end) return false;
  action const x = list[i];
  op const o = x.what();
  // wgmma, tcgen05.mma, tcgen05.cp are one instruction: operands, and the result last.
  auto const is_operand = [](action y) {
    return y.what() == op::gemm || y.what() == op::umma_operand || y.what() == op::umma_read ||
           (y.what() == op::accumulate && y.value() != 0);
  };
  auto const is_result = [](action y) {
    return y.what() == op::umma_write || y.what() == op::umma_copy ||
           (y.what() == op::accumulate && y.value() == 0);
  };
  auto const length = [&](int at) {
    int n = at;
    while (n < end && is_operand(list[n])) ++n;
    return n < end && is_result(list[n]) ? n + 1 - at : 1;
  };
  bool const is_first = is_operand(x) && (i == first || !is_operand(list[i - 1]));
  bool const is_one = is_first || (!is_operand(x) && !is_result(x));
  int const n = length(i);
  auto const rotate = [&](int from, int middle, int to) {  // [middle,to) before [from,middle)
    action copy[512];
    int k = 0;
    for (int j = middle; j < to; ++j) copy[k++] = list[j];
    for (int j = from; j < middle; ++j) copy[k++] = list[j];
    bool changed = false;
    for (int j = 0; j < k; ++j) {
      changed = changed || !(list[from + j] == copy[j]);
      list[from + j] = copy[j];
    }
    return changed;
  };
  // The cell by so many stages on, in the same ring; by how many wraps.
  auto const stage = [&](int cell, int by, int& wraps) {
    ring_info const& r = table.ring[table.ring_of[cell]];
    int const to = cell - r.cell + by;
    wraps = to < 0 ? -1 : to >= r.stages ? 1 : 0;
    return r.cell + (to + r.stages) % r.stages;
  };
  bool const is_at_flag = has_cell(o) && table.ring[table.ring_of[x.at()]].is == sort::flag;
  auto const in_ring = [&](int cell, int by_parts, int by_blocks) {
    ring_info const& r = table.ring[table.ring_of[cell]];
    for (auto const& y : table.ring)
      if (y.resource == r.resource && y.is == r.is) {
        int parts = 0;
        int blocks = 0;
        for (auto const& z : table.ring)
          if (z.resource == r.resource) {
            parts = z.part >= parts ? z.part + 1 : parts;
            blocks = z.block >= blocks ? z.block + 1 : blocks;
          }
        if (y.part == (r.part + by_parts) % parts && y.block == (r.block + by_blocks) % blocks)
          return y.cell + cell - r.cell;
      }
    return cell;
  };
  auto const put = [&](action y) {
    bool const changed = !(y == x);
    list[i] = y;
    return changed;
  };
  switch (m.is) {
    case mutation::erase:
      if (!is_one) return false;
      for (int k = i; k + n < end; ++k) list[k] = list[k + n];
      end -= n;
      return true;
    case mutation::twice:
      if (!is_one || end + n > room) return false;
      for (int k = end - 1; k >= i; --k) list[k + n] = list[k];
      end += n;
      return true;
    case mutation::swap_with_next:
      return is_one && i + n < end && rotate(i, i + n, i + n + length(i + n));
    case mutation::to_front: return is_one && i > first && rotate(first, i, i + n);
    case mutation::to_end: return is_one && i + n < end && rotate(i, i + n, end);
    case mutation::next_stage:
    case mutation::stage_before: {
      if (!has_cell(o)) return false;
      int wraps = 0;
      int const to = stage(x.at(), m.is == mutation::next_stage ? 1 : -1, wraps);
      if (is_at_flag) return put(action(o, (x.value() + wraps) & 255, to, x.extra()));
      if (to == x.at()) return false;
      return put(action(o, x.value() ^ (o == op::wait && wraps != 0), to, x.extra()));
    }
    case mutation::other_parity:
      return o == op::wait && put(action(o, x.value() ^ 1, x.at(), x.extra()));
    case mutation::other_part:
    case mutation::other_block: {
      bool const is_part = m.is == mutation::other_part;
      if (!has_cell(o) || (o == op::wait && !is_part)) return false;  // no wait in another block
      return put(action(o, x.value(), in_ring(x.at(), is_part, !is_part), x.extra()));
    }
    case mutation::more_bytes:
    case mutation::fewer_bytes: {
      if (o != op::expect && o != op::expect_only) return false;
      int const bytes = x.extra() + (m.is == mutation::more_bytes ? 1024 : -1024);
      return put(action(o, x.value(), x.at(), bytes < 0 ? 0 : bytes));
    }
    case mutation::a_group_more:
    case mutation::a_group_fewer: {
      int const to = x.extra() + (m.is == mutation::a_group_more ? 1 : -1);
      return o == op::complete && to >= 0 && put(action(o, x.value(), 0, to));
    }
    case mutation::next_barrier:
    case mutation::barrier_before: {
      int wraps = 0;
      return o == op::load &&
             put(action(o, x.value(), x.at(),
                        stage(x.extra(), m.is == mutation::next_barrier ? 1 : -1, wraps)));
    }
    case mutation::more_registers:
    case mutation::fewer_registers:
      return o == op::registers &&
             put(action(o, x.value(), 0,
                        x.extra() + (m.is == mutation::more_registers ? 16 : -16)));
    case mutation::announce_only:
      return o == op::expect && put(action(op::expect_only, x.value(), x.at(), x.extra()));
    case mutation::arrive_too:
      return o == op::expect_only && put(action(op::expect, x.value(), x.at(), x.extra()));
  }
  return false;
}

}  // namespace tileproof::pipeline::judge
