// SPDX-License-Identifier: BSL-1.0
//
// Under TILEPROOF_DEVICE_CHECKS the launcher aborts where a role of a kernel's protocol does
// something else at run time than in its proof. It looks before the launch, so no GPU is needed.
#define TILEPROOF_DEVICE_CHECKS
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/machine/payload.hpp>
#include <tileproof/machine/run_protocol.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace tileproof;

struct A : pipeline::buffer<A, 1, 512> {};
template <bool Asks>
struct protocol_of {
  using resources = pipeline::resources<A>;
  using loop = pipeline::once;
  struct writer {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) {
      m.write(A{}[0]);
      if (!Asks || __builtin_is_constant_evaluated()) m.sync_block();
      m.read(A{}[0]);
    }
  };
  using roles = pipeline::roles<writer>;
};
template <class P>
struct kernel {
  static constexpr int threads = 128;
  using protocol = P;
  using shared = shared_memory<field<float, 128>>;
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const&) {
    auto const all = make_tensor(ctx.shared(shared{}, _0{}), Layout<_128>{});
    pipeline::payload data{
        pipeline::on_tensor{[&](A) { return all; }},
        pipeline::on_write{[&](A, auto const& to, int) { to(ctx.thread()) = 1.0f; }},
        pipeline::on_read{[&](A, auto const&, int) {}}};
    pipeline::run_protocol<P>(ctx, data);
  }
};
struct nothing {
  int n = 0;
};

bool is_expected = false;
extern "C" void on_abort(int) { std::_Exit(is_expected ? 0 : 1); }

}  // namespace

int main() {
  std::signal(SIGABRT, on_abort);
  static_cast<void>(launch<kernel<protocol_of<false>>>({1}, nothing{}, cudaStream_t{}));
  is_expected = true;
  static_cast<void>(launch<kernel<protocol_of<true>>>({1}, nothing{}, cudaStream_t{}));
  std::puts("a role that asks whether it is proved has been launched");
  return 1;
}
