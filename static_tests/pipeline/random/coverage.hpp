// SPDX-License-Identifier: BSL-1.0
//
// Defines coverage: how often each verb was drawn, by the size of its role, by whose memory it
// names, and by the verdict. Use it to see what the generator does not reach.
#pragma once

#include "oracle.hpp"

#include <cstdio>

namespace random_protocols {

class coverage {
  static constexpr int sizes = 5, scopes = 3;
  long counts[verbs][sizes][scopes][2] = {};
  static int size_of(int threads) {
    return threads == 1 ? 0 : threads <= 32 ? 1 : threads <= 64 ? 2 : threads <= 128 ? 3 : 4;
  }
  static int scope_of(protocol const& p, action const& a) {
    bool global = false;
    for (int i = 0; i < a.places; ++i) {
      for (int b = 0; b < p.blocks; ++b)
        if (block_of(a.at[i], b) != b) return 1;
      if (a.at[i].resource >= p.resource_count) continue;
      kind const k = p.resources[a.at[i].resource].is;
      global |= k == kind::flag || k == kind::workspace;
    }
    return global ? 2 : a.does == verb::tma_load_multicast ? 1 : 0;
  }

 public:
  void add(coverage const& o) {
    long* const to = &counts[0][0][0][0];
    long const* const from = &o.counts[0][0][0][0];
    for (std::size_t i = 0; i < sizeof counts / sizeof(long); ++i) to[i] += from[i];
  }
  void add(protocol const& p, bool sound) {
    for (int r = 0; r < p.role_count; ++r)
      for (int s = 0; s < sections; ++s)
        for (int i = 0; i < p.roles[r].counts[s]; ++i) {
          action const& a = p.roles[r].actions[s][i];
          ++counts[int(a.does)][size_of(p.roles[r].threads)][scope_of(p, a)][sound];
        }
  }
  // Whether PTX has the instruction for a role of that size and that memory (legal.hpp).
  static bool is_allowed(verb v, int size, int scope) {
    bool const reads = v == verb::read || v == verb::write || v == verb::update;
    bool const multi = v == verb::tma_load_multicast;
    bool const lends = v == verb::reg_alloc || v == verb::reg_dealloc;
    if (by_warpgroup(v) && size < 3 && !(lends && size == 0)) return false;
    if (scope == 1) return reads || multi || v == verb::arrive || v == verb::arrive_release_cluster;
    if (scope == 2) return reads || v == verb::fetch || v == verb::wait || v == verb::arrive;
    return !multi;
  }
  // The table, each entry: in sound (with --library: accepted) protocols / in others. Then the
  // `rare` entries with the fewest.
  void print(int rare = 20) const {
    static char const* const names[] = {"1", "32", "64", "128", "256"};
    static char const* const where[] = {"own", "cluster", "global"};
    struct entry {
      long fewest;
      std::string text;
    };
    std::vector<entry> all;
    std::printf("%-26s %-8s", "verb", "place");
    for (auto* n : names) std::printf("%18s", n);
    std::puts(" threads");
    for (int v = 0; v < verbs; ++v)
      for (int k = 0; k < scopes; ++k) {
        if (!is_allowed(verb(v), 4, k)) continue;
        for (int s = 0; s < sizes; ++s) {
          long const* const n = counts[v][s][k];
          std::string const both = std::to_string(n[1]) + " / " + std::to_string(n[0]);
          std::printf("%s%18s", s == 0 ? padded(forms[v].name, where[k]).c_str() : "",
                      is_allowed(verb(v), s, k) ? both.c_str() : "-");
          if (is_allowed(verb(v), s, k))
            all.push_back({std::min(n[0], n[1]),
                           padded(forms[v].name, where[k]) + names[s] + " threads: " + both});
        }
        std::puts("");
      }
    std::sort(all.begin(), all.end(), [](auto& a, auto& b) { return a.fewest < b.fewest; });
    std::printf("\nfewest of %zu:\n", all.size());
    for (int i = 0; i < rare && i < int(all.size()); ++i) std::puts(all[i].text.c_str());
  }

 private:
  static std::string padded(std::string name, std::string const& where) {
    name.resize(27, ' ');
    return name + where + std::string(8 - where.size(), ' ');
  }
};

}  // namespace random_protocols
