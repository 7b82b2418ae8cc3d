// SPDX-License-Identifier: BSL-1.0
//
// Defines write_cpp(protocol, name): the protocol as C++ source in the form of docs/pipeline.md, a
// struct with resources, a loop and roles. Use it to hand a drawn protocol to the library, or to
// read it.
#pragma once

#include "protocol.hpp"

#include <string>

namespace random_protocols {

inline char const* const section_names[sections] = {"begin", "open", "first",
                                                    "step",  "end",  "finish"};
inline char const* const loop_names[] = {"once", "steps", "tiles_of_steps", "tiles_of_some_steps",
                                         "tile_of_some_steps"};
inline char const* const kind_names[] = {"buffer", "mbarrier",  "named_barrier",
                                         "flag",   "workspace", "accumulator"};

inline std::string name_of(protocol const& p, int resource) {
  static char const* const prefix[] = {"A", "Full", "Bar", "Turn", "Sum", "Acc"};
  return prefix[int(p.resources[resource].is)] + std::to_string(resource);
}

inline std::string number_of(by_rank n) {
  switch (n) {
    case by_rank::rank: return "m.rank()";
    case by_rank::peer: return "1 - m.rank()";
    case by_rank::one: return "1";
    default: return "0";
  }
}

inline std::string text(protocol const& p, place const& at) {
  std::string s = name_of(p, at.resource) + "{}[";
  kind const is = p.resources[at.resource].is;
  if (at.moves == counter::none && (is == kind::named_barrier || is == kind::accumulator)) {
    s += std::to_string(at.offset);
  } else if (at.moves == counter::none) {  // [1] is part 1
    s += at.offset == 0 && !at.adds_rank
             ? "0"
             : "place{counter::none, 0, " + std::to_string(at.offset) + "}";
  } else {
    s += at.moves == counter::step ? "now" : "tile";
    if (at.times != 1) s += " * " + std::to_string(at.times);
    if (at.offset != 0)
      s += (at.offset < 0 ? " - " : " + ") + std::to_string(at.offset < 0 ? -at.offset : at.offset);
  }
  if (at.adds_rank) s += " + m.rank()";
  s += "]";
  for (int i = 0; i < at.before; ++i) s += ".before()";
  if (at.part != by_rank::own) s += ".part(" + number_of(at.part) + ")";
  if (at.block != by_rank::own) s += ".of(" + number_of(at.block) + ")";
  if (at.partition >= 0) s += ".partition(" + std::to_string(at.partition) + ")";
  return s;
}

inline std::string text(protocol const& p, action const& a) {
  std::string s;
  if (a.only_rank >= 0) s += "if (m.rank() == " + std::to_string(a.only_rank) + ") ";
  if (a.by == who::elected) s += "if (m.elected()) ";
  if (a.by == who::leaders) s += "if (m.leads_warp()) ";
  s += std::string("m.") + form(a.does).name + "(";
  for (int i = 0; i < a.places; ++i) s += (i ? ", " : "") + text(p, a.at[i]);
  switch (form(a.does).number) {
    case number_kind::bytes: s += ", " + std::to_string(a.number); break;
    case number_kind::groups:
    case number_kind::registers: s += "Int<" + std::to_string(a.number) + ">{}"; break;
    case number_kind::none: break;
  }
  return s + ");";
}

inline std::string write_cpp(protocol const& p, std::string const& name) {
  std::string s = "struct " + name + " {\n";
  auto const says = [&](std::string const& line) { s += "  static constexpr " + line + ";\n"; };
  if (p.blocks > 1) says("int blocks = " + std::to_string(p.blocks));
  if (!p.is_cluster) says("bool is_cluster = false");
  if (p.registers) says("int registers = " + std::to_string(p.registers));
  if (p.warpgroup_waits_as_one) says("bool warpgroup_waits_as_one = true");
  if (p.reads_need_no_proxy_fence) says("bool reads_need_no_proxy_fence = true");
  if (p.dependent_launch) says("bool dependent_launch = true");
  std::string list;
  for (int i = 0; i < p.resource_count; ++i) {
    resource const& r = p.resources[i];
    std::string const n = name_of(p, i), parts = r.parts > 1 ? ", " + std::to_string(r.parts) : "";
    s += "  struct " + n + " : " + kind_names[int(r.is)] + "<" + n;
    if (r.is == kind::named_barrier)
      s += ", " + std::to_string(r.amount);
    else if (r.is != kind::accumulator)
      s += ", " + std::to_string(r.stages) + ", " + std::to_string(r.amount);
    s += parts + "> {};\n";
    list += (i ? ", " : "") + n;
  }
  s += "  using resources = pipeline::resources<" + list +
       ">;\n  using loop = " + loop_names[int(p.loop)] + ";\n";
  std::string names;
  for (int r = 0; r < p.role_count; ++r) {
    role const& x = p.roles[r];
    std::string const n = "role" + std::to_string(r);
    s += "  struct " + n + " {\n    static constexpr int threads = " + std::to_string(x.threads) +
         ";\n";
    if (x.warps != (x.threads + 31) / 32)
      s += "    static constexpr int warps = " + std::to_string(x.warps) + ";\n";
    for (int k = 0; k < sections; ++k) {
      if (x.counts[k] == 0) continue;
      s += std::string("    TILEPROOF_ROLE void ") + section_names[k] + "(auto& m) {\n";
      for (int i = 0; i < x.counts[k]; ++i) s += "      " + text(p, x.actions[k][i]) + "\n";
      s += "    }\n";
    }
    s += "  };\n";
    names += (r ? ", " : "") + n;
  }
  return s + "  using roles = pipeline::roles<" + names + ">;\n};\n";
}

}  // namespace random_protocols
