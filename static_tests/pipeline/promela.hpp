// SPDX-License-Identifier: BSL-1.0
//
// Defines promela, which writes a script as a model for SPIN: a process for each agent, one for
// what is under way, mbarriers with phase bit, pending count and tx-count. It reads the tables and
// the recorder of plan.hpp alone.
//
// A flag is a counter, which a wait reads until it is large enough.
//
// SPIN runs every interleaving, and so the model needs no order of memory:
// - a stage counts its readers and its writers under way; a write beside one of these, or a read
//   beside a writer, is a failed assertion, and so is a read of a stage that was not written in
//   this wrap;
// - a stage that was written by ordinary stores or cp.async is dirty until a thread of its block
// comes
//   to a fence of the proxies; TMA and wgmma must not meet a dirty one, nor a TMA load one that
//   threads have read since, unless the protocol states the axiom. A fence that nothing orders
//   after the write comes before it in another interleaving;
// - a TMA load, and an arrival of cp.async or of tcgen05.commit, is a step of its own, at any later
//   moment. A read or a copy of a group lasts until the group is waited for, and tcgen05.mma until
//   the arrival of its commit, the latest possible moment;
// - an end without all processes at their ends is a hang, which SPIN reports by itself.
#pragma once

#include "script.hpp"

#include <cstdio>
#include <string>

namespace tileproof::pipeline::judge {

template <class P>
class promela {
  using plan_t = plan<P>;
  static constexpr auto const& table = plan_t::table;
  static constexpr int A = plan_t::agents;
  static constexpr int C = plan_t::cells;
  static constexpr int unit = 16;  // bytes that a tx-count of the model counts by

 public:
  explicit promela(script<P> const& of) : s_(of) {}

  std::string text() {
    std::string agents;
    for (int a = 0; a < A; ++a) agents += agent(a);
    std::string all;
    all += define("CELLS", C) + define("AGENTS", A) + define("BLOCKS", plan_t::blocks);
    all += define("LATE", late_ == 0 ? 1 : late_) + define("BATCHES", batches_ == 0 ? 1 : batches_);
    all +=
        "byte rd[CELLS], wr[CELLS], by[CELLS];    /* readers, writers, the writers' group */\n"
        "bool filled[CELLS], dirty[CELLS], seen[CELLS]; bit wrap[CELLS];\n"
        "bit phase[CELLS]; short pending[CELLS], tx[CELLS];\n"
        "byte turn[CELLS];                        /* phases of barriers that count lanes */\n"
        "bool late[LATE];                         /* under way */\n"
        "byte come[BATCHES]; bool waited[BATCHES];  /* wgmma of a warpgroup */\n"
        "byte left[BLOCKS]; bool ready[BLOCKS], fenced[BLOCKS]; int pool[BLOCKS];\n"
        "short amount[CELLS], count[CELLS];       /* count: of a flag, at its first cell */\n"
        "inline settle(c) { if :: pending[c] == 0 && tx[c] == 0 -> phase[c] = 1 - phase[c];\n"
        "  pending[c] = amount[c] :: else fi }\n"
        "inline arrive(c, n) { assert(pending[c] >= n); pending[c] = pending[c] - n; settle(c) }\n"
        "inline come_to(c, n) { assert(pending[c] >= n); pending[c] = pending[c] - n;\n"
        "  if :: pending[c] == 0 -> turn[c]++; pending[c] = amount[c] :: else fi }\n"
        "inline begin_read(c, l) { assert(wr[c] == 0 && filled[c] && wrap[c] == l); rd[c]++ }\n"
        "inline begin_write(c, g) { assert(rd[c] == 0 && (wr[c] == 0 || by[c] == g));\n"
        "  wr[c]++; by[c] = g }\n"
        "inline end_write(c, l) { wr[c]--; filled[c] = true; wrap[c] = l }\n";
    all += agents;
    all += "active proctype under_way() {\nend: do\n" + late_steps_;
    if (late_ == 0) all += "  :: false -> skip\n";
    all += "  od\n}\n";
    all += "init {\n  d_step {\n";
    for (int c = 0; c < C; ++c)
      if (s_.ring(c).is_barrier())
        all += "  amount[" + n(c) + "] = " + n(s_.ring(c).amount) + "; pending[" + n(c) +
               "] = " + n(s_.ring(c).amount) + ";\n";
    for (int b = 0; b < plan_t::blocks && !s_.initialises; ++b)
      all += "  ready[" + n(b) + "] = true; fenced[" + n(b) + "] = true;\n";
    all += "  }\n  atomic {\n";
    for (int a = 0; a < A; ++a) all += "  run agent" + n(a) + "();\n";
    return all + "  }\n}\n";
  }

 private:
  script<P> const& s_;
  int late_ = 0, batches_ = 0;
  int batch_[plan_t::groups][256]{};  // the number of a group's wgmma, and 1
  std::string late_steps_;

  static std::string n(int i) { return std::to_string(i); }
  static std::string define(char const* name, int i) {
    return std::string("#define ") + name + " " + n(i) + "\n";
  }
  static constexpr auto umma = static_cast<group>(3);  // until an arrival of a commit
  struct flight {
    group kind;
    int batch = -1;     // -1: not committed
    std::string after;  // what happens at its end
  };
  static int lanes(int a, sort of) {
    auto const& me = table.agent[a];
    return of == sort::mbarrier || of == sort::flag || of == sort::warp_barrier ? me.weight
                                                                                : me.at_warps;
  }
  // The barrier is initialised, for the async proxy and other blocks too; its block is there.
  std::string usable(int cell, bool from_elsewhere) const {
    if (s_.ring(cell).is != sort::mbarrier) return "";
    std::string const b = n(s_.ring(cell).block);
    return "assert(ready[" + b + "] && left[" + b + "] < " + n(A / plan_t::blocks) + "); " +
           (from_elsewhere ? "assert(fenced[" + b + "]); " : "");
  }
  bool is_flag(int cell) const { return s_.ring(cell).is == sort::flag; }
  static std::string step(std::string const& what) { return "  d_step { " + what + " };\n"; }

  std::string agent(int a) {
    auto const& me = table.agent[a];
    std::string const group_name = n(me.group + 1);
    std::string t =
        "proctype agent" + n(a) + "() {\n  byte at; bit clean[CELLS]; byte busy[CELLS];\n";
    std::vector<flight> flying;
    int committed[6]{};
    std::string pending;  // false while a committed tcgen05.mma or .cp is pending
    int multiplied = 0;
    int registers = launch_registers();
    auto const& list = s_.of[a];
    for (std::size_t i = 0; i < list.size(); ++i) {
      action const x = list[i];
      int const cell = x.at();
      std::string const c = n(cell);
      std::string const wrap = n(x.value());
      bool const is_register = has_cell(x.what()) && s_.ring(cell).is == sort::accumulator;
      switch (x.what()) {
        case op::wait:
          if (is_flag(cell)) {
            ring_info const& r = s_.ring(cell);
            int const place = static_cast<signed char>(x.value()) * r.stages + cell - r.cell;
            t += step("count[" + n(r.cell) + "] >= " + n((place + 1) * r.amount) + "; skip");
            break;
          }
          if (s_.initialises) t += step(usable(cell, false) + "skip");  // a try_wait that fails
          t += step("phase[" + c + "] != " + wrap + "; " + usable(cell, false) + "skip");
          break;
        case op::arrive:
          if (is_flag(cell)) {
            std::string const all = "count[" + n(s_.ring(cell).cell) + "]";
            t += step(all + " = " + all + " + " + n(me.weight));
            break;
          }
          t += step(usable(cell, s_.ring(cell).block != me.block) + "arrive(" + c + ", " +
                    n(me.weight) + ")");
          break;
        case op::expect:
        case op::expect_only:
          t += step(usable(cell, s_.ring(cell).block != me.block) + "tx[" + c + "] = tx[" + c +
                    "] + " + n(x.extra() / unit * me.weight) + "; " +
                    (x.what() == op::expect ? "arrive(" + c + ", " + n(me.weight) + ")"
                                            : "settle(" + c + ")"));
          break;
        case op::arrive_copies:
        case op::arrive_umma: {
          bool const is_copies = x.what() == op::arrive_copies;
          std::string ends;
          std::vector<flight> kept;
          for (flight const& f : flying)
            if (is_copies ? f.kind == group::cp_async : f.kind == umma)
              ends += f.after + "; ";
            else
              kept.push_back(f);
          flying = kept;
          std::string begins = usable(cell, s_.ring(cell).block != me.block);
          if (!is_copies && !ends.empty()) {  // any number of commits may follow
            pending += " && !late[" + n(late_) + "]";
            begins += later(ends + "skip") + "; ";
            ends = "";
          }
          t += step(begins +
                    later(ends + usable(cell, false) + "arrive(" + c + ", " + n(me.weight) + ")",
                          is_copies ? "" : pending));
          break;
        }
        case op::pass:
          t += step("come_to(" + c + ", " + n(lanes(a, s_.ring(cell).is)) + ")");
          break;
        case op::cluster_arrive:
        case op::sync:
          t += step("at = turn[" + c + "]; come_to(" + c + ", " + n(lanes(a, s_.ring(cell).is)) +
                    ")");
          if (x.what() == op::sync) t += "  turn[" + c + "] != at;\n";
          break;
        case op::cluster_wait: t += "  turn[" + c + "] != at;\n"; break;
        case op::load: {
          int const on = x.extra();
          t += step(usable(on, true) + "assert(!dirty[" + c + "] && !seen[" + c +
                    "]); begin_write(" + c + ", " + group_name + "); " +
                    later("end_write(" + c + ", " + wrap + "); tx[" + n(on) + "] = tx[" + n(on) +
                          "] - " + n(s_.ring(cell).amount / unit) + "; settle(" + n(on) + ")"));
          break;
        }
        case op::store:
          t += step("assert(!dirty[" + c + "]); begin_read(" + c + ", " + wrap + ")");
          flying.push_back({group::bulk, -1, "rd[" + c + "]--"});
          break;
        case op::copy:
          t += step("begin_write(" + c + ", " + group_name + ")");
          flying.push_back(
              {group::cp_async, -1, "end_write(" + c + ", " + wrap + "); dirty[" + c + "] = true"});
          break;
        case op::gemm:
        case op::accumulate: {
          std::string begins;
          std::string ends;
          std::string mine;
          std::string clean;
          for (;; ++i) {
            action const y = list[i];
            std::string const d = n(y.at());
            if (y.what() == op::gemm) {
              begins += "assert(!dirty[" + d + "]); ";
              for (int k = me.first; k < me.last; ++k)
                if (s_.multiplies(k)) begins += "begin_read(" + d + ", " + n(y.value()) + "); ";
              if (plan_t::waits_as_one || s_.multiplies(a)) ends += "rd[" + d + "]--; ";
            } else {
              clean += "assert(clean[" + d + "] == 1); busy[" + d + "]++; ";
              mine += "busy[" + d + "]--; ";
              if (y.value() == 0) break;
            }
          }
          int& k = batch_[me.group][multiplied++];
          if (k == 0) k = ++batches_;
          std::string const b = n(k - 1);
          std::string const all = n(me.last - me.first);
          t += step(clean + "come[" + b + "]++; if :: come[" + b + "] == " + all + " -> " + begins +
                    "skip :: else fi");
          t += "  come[" + b + "] == " + all + ";\n";
          if (plan_t::waits_as_one)  // the first wait ends the reads of all warps
            ends =
                "if :: !waited[" + b + "] -> waited[" + b + "] = true; " + ends + "skip :: else fi";
          else
            ends += "skip";
          flying.push_back({group::wgmma, -1, mine + ends});
          break;
        }
        case op::commit:
          for (flight& f : flying)
            if (static_cast<int>(f.kind) == x.value() && f.batch < 0)
              f.batch = committed[x.value()];
          ++committed[x.value()];
          break;
        case op::complete: {
          std::string ends;
          std::vector<flight> kept;
          for (flight const& f : flying)
            if (static_cast<int>(f.kind) == x.value() &&
                (x.value() >= 4 || (f.batch >= 0 && f.batch < committed[x.value()] - x.extra())))
              ends += f.after + "; ";
            else
              kept.push_back(f);
          flying = kept;
          if (!ends.empty()) t += step(ends + "skip");
          break;
        }
        case op::umma_operand:
        case op::umma_read:
        case op::tmem_load:
          // tcgen05.mma comes after .cp of its thread.
          if (x.what() == op::umma_read)
            t += step(end_own(flying, "end_write(" + c + ", " + wrap + ")"));
          t += step((x.what() == op::umma_operand ? "assert(!dirty[" + c + "]); " : "") +
                    "begin_read(" + c + ", " + wrap + ")");
          flying.push_back(
              {x.what() == op::tmem_load ? group::tmem_load : umma, -1, "rd[" + c + "]--"});
          break;
        case op::umma_write:
        case op::umma_copy:
        case op::tmem_store:
          // Reads of the tensor core that come before in its order do not count.
          if (is_umma(x.what()) && plan_t::tensor_core_in_order)
            t += "  (true" + pending + ");\n" + step(end_own(flying, "rd[" + c + "]--"));
          t += step("begin_write(" + c + ", " + group_name + ")");
          flying.push_back({x.what() == op::tmem_store ? group::tmem_store : umma, -1,
                            "end_write(" + c + ", " + wrap + ")"});
          break;
        case op::fence_tcgen05:
        case op::allocate: break;
        case op::fence_proxy: {
          std::string all;
          for (int k = 0; k < C; ++k)
            if (s_.ring(k).is == sort::buffer && s_.ring(k).block == me.block)
              all += "dirty[" + n(k) + "] = false; seen[" + n(k) + "] = false; ";
          t += step(all + "skip");
          break;
        }
        case op::fence_registers: {
          std::string all;
          for (int k = 0; k < C; ++k)
            if (s_.ring(k).is == sort::accumulator) all += "clean[" + n(k) + "] = 1; ";
          t += step(all + "skip");
          break;
        }
        case op::init: {
          std::string all;
          for (int k = 0; k < C; ++k)
            if (s_.ring(k).is == sort::mbarrier && s_.ring(k).block == me.block)
              all += "phase[" + n(k) + "] = 0; tx[" + n(k) + "] = 0; pending[" + n(k) +
                     "] = " + n(s_.ring(k).amount) + "; ";
          t += step("assert(!ready[" + n(me.block) + "]); " + all + "ready[" + n(me.block) +
                    "] = true");
          break;
        }
        case op::fence_init:
          t += step("if :: ready[" + n(me.block) + "] -> fenced[" + n(me.block) +
                    "] = true :: else fi");
          break;
        case op::registers: {
          int const more = (x.extra() - registers) * me.at_warps;
          std::string const p = "pool[" + n(me.block) + "]";
          registers = x.extra();
          t += step(p + " >= " + n(more) + "; " + p + " = " + p + " - " + n(more));
          break;
        }
        // No model here has it; random/ judges protocols that do.
        case op::invalidate: t += step("assert(false)"); break;
        case op::grid_wait:
        case op::grid_launch:
        case op::fetch:
        case op::refused: break;
        case op::read:
        case op::write:
          if (is_register) {
            t += step("assert(busy[" + c + "] == 0); clean[" + c + "] = 0");
          } else if (x.what() == op::read) {
            std::string const seen = reads_are_over() ? "" : "; seen[" + c + "] = true";
            t += step("begin_read(" + c + ", " + wrap + ")") + step("rd[" + c + "]--" + seen);
          } else {
            std::string const reads = (x.extra() & 1) != 0 ? "assert(filled[" + c + "] && wrap[" +
                                                                 c + "] == " + wrap + "); "
                                                           : "";
            t += step(reads + "begin_write(" + c + ", " + group_name + ")") +
                 step("end_write(" + c + ", " + wrap + "); dirty[" + c + "] = true");
          }
          break;
      }
    }
    return t + step(leave(me.block)) + "}\n";
  }
  // Ends the tensor core's pending accesses with this end: one that begins now comes after them.
  static std::string end_own(std::vector<flight>& flying, std::string const& after) {
    std::string ends;
    std::vector<flight> kept;
    for (flight const& f : flying)
      if (f.kind == umma && f.after == after)
        ends += after + "; ";
      else
        kept.push_back(f);
    flying = kept;
    return ends + "skip";
  }
  // A step of the process `under_way`.
  std::string later(std::string const& what, std::string const& guard = "") {
    std::string const k = n(late_++);
    late_steps_ +=
        "  :: d_step { late[" + k + "]" + guard + " -> late[" + k + "] = false; " + what + " }\n";
    return "late[" + k + "] = true";
  }
  // The last agent of a block leaves: nothing may be under way in its memory.
  std::string leave(int block) const {
    std::string const b = n(block);
    std::string t = "left[" + b + "]++; if :: left[" + b + "] == " + n(A / plan_t::blocks) + " -> ";
    for (int c = 0; c < C; ++c)
      if (s_.ring(c).is == sort::buffer && s_.ring(c).block == block)
        t += "assert(rd[" + n(c) + "] == 0 && wr[" + n(c) + "] == 0); ";
    return t + "skip :: else fi";
  }
  static constexpr bool reads_are_over() {
    if constexpr (requires { P::reads_need_no_proxy_fence; }) return P::reads_need_no_proxy_fence;
    return false;
  }
  static int launch_registers() {
    if constexpr (requires { P::registers; }) {
      return P::registers;
    } else {
      int const r = 65536 / plan_t::of_roles::threads / 8 * 8;
      return r > 248 ? 255 : r;
    }
  }
};

}  // namespace tileproof::pipeline::judge
