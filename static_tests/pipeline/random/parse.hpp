// SPDX-License-Identifier: BSL-1.0
//
// Defines parse(text): a protocol from a short notation, for tests in which a protocol is a line.
//
//   parse("A buffer 2 512; F mbarrier 2 1; E mbarrier 2 32; loop steps;"
//         "role 1; step: wait E[now].before; arrive_and_expect_tx F[now] 512; tma_load A[now]
//         F[now];" "role 32; step: wait F[now]; read A[now]; fence_view_async_shared; arrive
//         E[now]");
//
// A resource: name, kind, stages, amount, parts. `elected`, `leaders` and `rank0` stand before a
// verb. Flags: blocks 2, grid, registers 168, axiom wgmma, axiom reads, dependent.
#pragma once

#include "write_cpp.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <vector>

namespace random_protocols {

class parser {
  protocol p;
  std::map<std::string, int> names;
  section now_in = section::begin;

  [[noreturn]] static void stop(std::string const& what) {
    std::fprintf(stderr, "parse: %s\n", what.c_str());
    std::abort();
  }
  static by_rank rank(std::string const& s) {
    return s == "0"      ? by_rank::zero
           : s == "1"    ? by_rank::one
           : s == "rank" ? by_rank::rank
                         : by_rank::peer;
  }

  // name[tile*2+1].before.part(1).of(peer)
  place parse_place(std::string const& s) const {
    std::size_t i = 0;
    while (i < s.size() && std::isalnum(static_cast<unsigned char>(s[i]))) ++i;
    auto const found = names.find(s.substr(0, i));
    if (found == names.end()) stop("no resource " + s);
    place at = fixed(std::uint8_t(found->second));
    if (i < s.size() && s[i] == '[') {
      std::size_t const end = s.find(']', i);
      std::string e = s.substr(i + 1, end - i - 1);
      i = end + 1;
      if (e.rfind("now", 0) == 0) at.moves = counter::step, e = e.substr(3);
      if (e.rfind("tile", 0) == 0) at.moves = counter::tile, e = e.substr(4);
      if (e[0] == '*') at.times = std::int8_t(std::atoi(&e[1])), e = e.substr(2);
      if (std::size_t const k = e.find("+rank"); k != e.npos) at.adds_rank = true, e.erase(k, 5);
      if (!e.empty()) at.offset = std::int8_t(std::atoi(e.c_str()));
    }
    while (i < s.size()) {
      std::size_t const end = std::min(s.find('.', i + 1), s.size());
      std::string const word = s.substr(i + 1, end - i - 1);
      std::size_t const open = word.find('(');
      std::string const value =
          open == word.npos ? "" : word.substr(open + 1, word.size() - open - 2);
      if (word == "before")
        ++at.before;
      else if (word.rfind("partition", 0) == 0)
        at.partition = std::int8_t(std::atoi(value.c_str()));
      else if (word.rfind("part", 0) == 0)
        at.part = rank(value);
      else if (word.rfind("of", 0) == 0)
        at.block = rank(value);
      else
        stop(s);
      i = end;
    }
    return at;
  }

  static bool is_number(std::string const& s) {
    return s.find_first_not_of("0123456789") == s.npos && !s.empty();
  }

  void statement(std::vector<std::string> w) {
    for (int s = 0; s < sections; ++s)
      if (w[0] == std::string(section_names[s]) + ":") {
        now_in = section(s);
        w.erase(w.begin());
        break;
      }
    if (w.empty()) return;
    auto const number = [&](std::size_t i) { return i < w.size() ? std::atoi(w[i].c_str()) : 0; };
    if (w[0] == "blocks") return void(p.blocks = std::uint8_t(number(1)));
    if (w[0] == "grid") return void((p.is_cluster = false, p.blocks = 2));
    if (w[0] == "registers") return void(p.registers = number(1));
    if (w[0] == "dependent") return void(p.dependent_launch = true);
    if (w[0] == "axiom")
      return void((w[1] == "wgmma" ? p.warpgroup_waits_as_one : p.reads_need_no_proxy_fence) =
                      true);
    if (w[0] == "role") return p.add_role(number(1), number(2)), void(now_in = section::begin);
    if (w[0] == "loop") {
      for (int i = 0; i < 5; ++i)
        if (w[1] == loop_names[i]) p.loop = loop_kind(i);
      return;
    }
    for (int k = 0; w.size() > 1 && k < 6; ++k)
      if (w[1] == kind_names[k]) {
        int const parts = number(4);
        names[w[0]] = p.add(kind(k), w.size() > 2 ? number(2) : 1, parts ? parts : 1, number(3));
        return;
      }
    who by = who::all;
    int only = -1;
    for (;; w.erase(w.begin())) {
      if (w[0] == "elected")
        by = who::elected;
      else if (w[0] == "leaders")
        by = who::leaders;
      else if (w[0] == "rank0")
        only = 0;
      else if (w[0] == "rank1")
        only = 1;
      else
        break;
    }
    for (int v = 0; v < verbs; ++v) {
      if (w[0] != forms[v].name) continue;
      action* const a = p.roles[p.role_count - 1].does(now_in, verb(v), 0, {}, by);
      if (!a) stop("too many actions");
      a->only_rank = std::int8_t(only);
      for (std::size_t i = 1; i < w.size(); ++i)
        if (is_number(w[i]))
          a->number = number(i);
        else
          a->at[a->places++] = parse_place(w[i]);
      return;
    }
    stop("no verb " + w[0]);
  }

 public:
  explicit parser(std::string text) {
    p.loop = loop_kind::once;
    std::istringstream all(text);
    for (std::string one; std::getline(all, one, ';');) {
      std::istringstream words(one);
      std::vector<std::string> w;
      for (std::string s; words >> s;) w.push_back(s);
      if (!w.empty()) statement(w);
    }
  }
  protocol const& result() const { return p; }
};

inline protocol parse(std::string const& text) { return parser(text).result(); }

}  // namespace random_protocols
