// SPDX-License-Identifier: BSL-1.0
//
// The model of CUTLASS's mainloop is sound for one and two warpgroups, alone and in clusters of
// two, and each of its waits and arrivals is needed: left out alone, the proof refuses the rest.
// Spare are the later wgmma.fence, which CUTLASS issues for each batch; of the producer's tail,
// whose waits stand for one another, nothing is claimed.
#include <tileproof/beside/model.hpp>
#include <tileproof/checker/minimal_protocol.hpp>

#include <cstdio>

namespace {

using namespace tileproof;
using detail::cutlass_mainloop_model;
using detail::cutlass_turnstile_model;
using pipeline::op;
using pipeline::spare;

int models = 0;
int tried = 0;
int wrong = 0;

template <class P>
void check(char const* name) {
  static_assert(require<sound_protocol>(P{}));
  ++models;
  auto const& all = pipeline::spare_list<P>::all;
  for (int i = 0; i < all.count; ++i) {
    spare const& s = all.at[i];
    if (s.in == pipeline::section::finish) continue;
    ++tried;
    bool const is_spare = s.what == op::fence_registers && s.in != pipeline::section::first;
    if (pipeline::is_sound_without<P>(s) == is_spare) continue;
    ++wrong;
    core::text t;
    pipeline::put_spare<P>(t, s);
    std::printf("%s: %s\n", name, t.data());
  }
}

}  // namespace

int main() {
  check<cutlass_mainloop_model<6, 16384, 16384, 2, 1, false>>("cooperative");
  check<cutlass_mainloop_model<2, 8192, 16384, 1, 1, false>>("one warpgroup");
  check<cutlass_mainloop_model<4, 16384, 16384, 2, 2, false>>("cluster along M");
  check<cutlass_mainloop_model<3, 16384, 8192, 1, 2, true>>("cluster along N");
  check<cutlass_mainloop_model<4, 8192, 16384, 1, 1, false, true>>("in turn");
  check<cutlass_mainloop_model<3, 8192, 16384, 1, 2, false, true>>("in turn, cluster along M");
  check<cutlass_turnstile_model<3, 65536>>("turnstile");
  std::printf("%d models, %d actions left out, %d wrong\n", models, tried, wrong);
  return wrong != 0 || tried < 20;
}
