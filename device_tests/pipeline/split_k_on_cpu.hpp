// SPDX-License-Identifier: BSL-1.0
//
// Runs the column sums of split_k.hpp on the CPU, and compares the result and the actions.
#pragma once

#include <tileproof/cpu.hpp>
#include <tileproof/cpu/wrong_action.hpp>

#include "split_k.hpp"
#include "tampered.hpp"

#include <vector>

namespace split_k {

// The rows and columns of X, and the groups of the grid.
struct problem {
  int k, m, groups = 1;
};
// The report of a run, the number of wrong sums and, with options::records_actions, the first
// difference from the protocol.
struct outcome {
  cpu::report said;
  int wrong = 0;
  std::string word{};
  bool is_right() const { return said.clean() && wrong == 0; }
};

// Where the resources of a kernel are.
template <class Kernel>
struct where {
  using protocol = typename Kernel::protocol;
  using shared = typename Kernel::shared;
  using range = std::pair<std::int64_t, std::int64_t>;
  static constexpr int barriers = 1;
  static constexpr std::int64_t byte(typename protocol::X, int, int stage) {
    return shared::template offset<0> + stage * protocol::bytes;
  }
  static constexpr std::string_view tensor(typename protocol::Turn) { return "Flags"; }
  static constexpr std::string_view tensor(typename protocol::Ready) { return "Flags"; }
  static constexpr std::string_view tensor(typename protocol::Taken) { return "Flags"; }
  static constexpr std::string_view tensor(typename protocol::Sum) { return "Partial"; }
  static constexpr std::string_view tensor(typename protocol::Parts) { return "Partial"; }
  static constexpr std::int64_t counter(typename protocol::Turn, int, int group) { return group; }
  static constexpr std::int64_t counter(typename protocol::Ready, int part, int group) {
    return protocol::blocks * group + part;
  }
  static constexpr std::int64_t counter(typename protocol::Taken, int, int group) {
    return protocol::blocks * group + protocol::last;
  }
  static constexpr range elements(typename protocol::Sum, int, int, int group) {
    return {128 * group, 128 * (group + 1)};
  }
  static constexpr range elements(typename protocol::Parts, int part, int stage, int group) {
    std::int64_t const first =
        std::int64_t{group} * Kernel::workspace + 128 * (part + Kernel::parts * stage);
    return {first, first + 128};
  }
};

// Runs Kernel, or one derived from it. Elements are small integers, so that every sum is exact. The
// workspace is unwritten at launch.
template <class Kernel>
outcome run_sums(problem const& p, cpu::options o) {
  auto const at = [](int i) { return static_cast<std::size_t>(i); };
  std::vector<float> x(at(p.k * p.m));
  for (int i = 0; i < p.k * p.m; ++i) x[at(i)] = static_cast<float>((i * 7 + i / 11) % 9 - 4);
  std::vector<float> out(at(p.m));
  std::vector<float> partial(at(p.groups * Kernel::workspace));
  std::vector<std::uint32_t> counters(at(p.groups * Kernel::counters));
  cpu::global<float const> const gx("X", x.data(),
                                    make_layout(make_shape(p.k, p.m), make_stride(p.m, _1{})));
  cpu::global<float> go("Out", out.data(), p.m);
  cpu::global<float> gp("Partial", partial.data(), p.groups * Kernel::workspace);
  cpu::global<std::uint32_t> gc("Flags", counters.data(), p.groups * Kernel::counters);
  go.starts_unwritten().must_be_written();
  gp.starts_unwritten();
  using arguments = typename Kernel::template arguments<cpu::ptr<float*>, cpu::ptr<std::uint32_t*>>;
  arguments const args{
      Kernel::map_x(gx.data(), p.k, p.m), gp.data(), go.data(), gc.data(), p.k, p.m, p.groups};
  outcome r;
  // The consumers read a stage of X by ordinary loads and release it without a proxy fence.
  o.reads_need_no_proxy_fence = true;
  r.said = cpu::launch<Kernel>({Kernel::protocol::blocks * p.groups}, args, o);
  using protocol = typename Kernel::protocol;
  if (o.records_actions)  // names of tensors live as long as these
    r.word = pipeline::wrong_action<protocol, where<Kernel>>(
        r.said, protocol::blocks * p.groups,
        [&](int block) { return Kernel::trips(block, p.groups, p.k, p.m); });
  for (int j = 0; j < p.m; ++j) {
    float sum = 0;
    for (int i = 0; i < p.k; ++i) sum += x[at(i * p.m + j)];
    r.wrong += out[at(j)] != sum;
  }
  return r;
}

// The kernel with payloads whose calls can be changed.
template <way Way, int Blocks>
struct tampered_sums : kernel<Way, Blocks> {
  using base = kernel<Way, Blocks>;
  template <class Context, class Arguments>
  static void run(Context const& ctx, Arguments const& args) {
    base::prepare(ctx, args, [&](auto const& barriers, auto const& make, auto const& t) {
      auto const changed = [&](auto role) { return tampered::payload(make(role), ctx); };
      pipeline::run_protocol<typename base::protocol>(ctx, barriers, changed, t);
    });
  }
};

}  // namespace split_k
