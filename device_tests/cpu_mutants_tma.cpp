// SPDX-License-Identifier: BSL-1.0
//
// Mutants of copy_tma and transpose_tma: each call of their roles left out or changed once. The
// proof of the protocol judges them, and the run.
#include "pipeline/mutants.hpp"

#include <tileproof/kernel/copy/copy_tma.hpp>
#include <tileproof/kernel/transpose/transpose_tma.hpp>

#include <functional>

namespace tampered {
namespace {

// Where stages and barriers lie in shared memory.
template <class Kernel>
struct where {
  using protocol = typename Kernel::protocol;
  using shared = typename Kernel::shared;
  static constexpr bool has_out = requires { typename protocol::Out; };
  static constexpr int barriers = has_out ? 2 : 1;
  template <class Buffer>
  static constexpr std::int64_t byte(Buffer, int, int) {
    if constexpr (requires(Buffer) { requires std::is_same_v<Buffer, typename protocol::Out>; })
      return shared::template offset<1>;
    else
      return shared::template offset<0>;
  }
};
// A run of a kernel: what it says, and whether every element is right.
struct outcome {
  cpu::report said;
  bool is_right;
};
using runner = std::function<outcome(cpu::options const&)>;

template <class Kernel, class Trips>
void judge_roles(table& to, char const* subject, int every, int blocks, Trips const& trips,
                 runner const& run) {
  using protocol = typename Kernel::protocol;
  auto const options = [](int k) {
    using enum cpu::moment_of_effect;
    cpu::options o;
    o.asynchronous = k == 0 ? last : k == 1 ? first : random;
    o.reverse = k % 2 == 1;
    o.seed = static_cast<std::uint64_t>(k);
    o.records_actions = k == 0;
    return o;
  };
  auto const run_with = [&](int k, plan& p) {
    now = &p;
    outcome const r = run(options(k));
    now = nullptr;
    return r;
  };
  places<protocol, where<Kernel>> const calls(blocks, false, trips);
  constexpr int trials = 5;
  for (int k = 0; k < trials; ++k) {
    plan p;
    outcome const r = run_with(k, p);
    std::string const word =
        k == 0 ? pipeline::wrong_action<protocol, where<Kernel>>(r.said, blocks, trips) : "";
    to.expect(r.said.clean() && r.is_right && word.empty() && calls.has_counted(p, blocks), subject,
              "without a change it is not right: " + r.said.text() + word);
  }
  for (mutant const& m : calls.mutants()) {
    row x = proved_row<protocol>(subject, m);
    for (int k = 0; k < trials && x.run.empty(); ++k) {
      if (k == 0 && !to.is_due(every, x)) break;
      plan p = calls.plan_of(m);
      outcome const r = run_with(k, p);
      x.was_run = true;
      to.expect(k > 0 || p.changed > 0, subject, x.text() + ": the run has no such call");
      if (k == 0) x.word = pipeline::wrong_action<protocol, where<Kernel>>(r.said, blocks, trips);
      x.run = found_by_run(r.said, r.is_right);
    }
    to.add(x);
  }
}

// Two tiles, and elements past them.
template <class Kernel>
outcome run_copy(cpu::options const& o) {
  constexpr int n = static_cast<int>(2 * size(typename Kernel::tile{}) + 6);
  std::vector<float> in(n);
  std::vector<float> out(in.size(), -1.0F);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
  cpu::global<float const> const from("Src", in.data(), n);
  cpu::global<float> to("Dst", out.data(), n);
  copy_arguments<cpu::ptr<float const*>, cpu::ptr<float*>> const args{
      from.data(), to.starts_unwritten().must_be_written().data(), n};
  cpu::report const r = cpu::launch<kernel<Kernel>>({3}, args, o);
  return {r, in == out};
}
// A whole tile, and one of which a part lies outside.
template <class Kernel>
outcome run_transpose(cpu::options const& o) {
  constexpr int m = size<0>(typename Kernel::tile{}) + 5;
  constexpr int n = size<1>(typename Kernel::tile{});
  constexpr int ld = m / 4 * 4 + 4;
  std::vector<float> in(ld * n);
  std::vector<float> out(m * n, -1.0F);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
  cpu::global<float const> const from("In", in.data(),
                                      make_layout(make_shape(m, n), make_stride(_1{}, Int<ld>{})));
  cpu::global<float> to("Out", out.data(), make_layout(make_shape(Int<n * m>{})));
  to.starts_unwritten().must_be_written();
  auto const map_in = Kernel::map_in(from.data(), m, n, std::int64_t{ld});
  auto const map_out = Kernel::map_out(to.data(), m, n, std::int64_t{n});
  cpu::report const r =
      cpu::launch<kernel<Kernel>>({2}, typename Kernel::arguments{map_in.copy, map_out.copy, n}, o);
  bool is_right = map_in && map_out;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      is_right = is_right && out[static_cast<std::size_t>(j + n * i)] ==
                                 in[static_cast<std::size_t>(i + ld * j)];
  return {r, is_right};
}

}  // namespace

void judge_tma(table& to, int every) {
  using copies = copy_tma<float, 512>;
  judge_roles<copies>(
      to, "copy_tma", every, 2, [](int) { return pipeline::step_count{0}; }, run_copy<copies>);
  using transposes = transpose_tma<float, 32, 32, 64>;
  judge_roles<transposes>(
      to, "transpose_tma", every, 2, [](int) { return pipeline::step_count{0}; },
      run_transpose<transposes>);
}

}  // namespace tampered
