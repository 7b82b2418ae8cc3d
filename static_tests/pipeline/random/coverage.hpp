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
      if (a.at[i].block != by_rank::own) return 1;
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
  // Each entry: in sound (with --library: accepted) protocols / in others.
  void print() const {
    static char const* const names[] = {"1", "32", "64", "128", "256"};
    std::printf("%-26s %-8s", "verb", "place");
    for (auto* n : names) std::printf("%18s", n);
    std::puts(" threads");
    static char const* const where[] = {"own", "cluster", "global"};
    for (int v = 0; v < verbs; ++v)
      for (int k = 0; k < scopes; ++k) {
        long sum = 0;
        for (int s = 0; s < sizes; ++s) sum += counts[v][s][k][0] + counts[v][s][k][1];
        if (sum == 0 && k > 0) continue;
        std::printf("%-26s %-8s", forms[v].name, where[k]);
        for (int s = 0; s < sizes; ++s)
          std::printf("%18s", (std::to_string(counts[v][s][k][1]) + " / " +
                               std::to_string(counts[v][s][k][0]))
                                  .c_str());
        std::puts("");
      }
  }
};

}  // namespace random_protocols
