// SPDX-License-Identifier: BSL-1.0
//
// The machine of a role on a context that records: the barrier, the parity and the stage of each
// call, step by step, as the definitions give them; and the stages of a tensor that share memory.
#include <tileproof/machine/calls.hpp>
#include <tileproof/machine/machine.hpp>
#include <tileproof/machine/rings.hpp>
#include <tileproof/machine/stage_tensors.hpp>
#include <tileproof/machine/stages.hpp>
#include <tileproof/tensor/tensor.hpp>

#include <cstdio>
#include <vector>

using namespace tileproof;
using pipeline::now;

namespace {

// In a tensor (64,STAGE), stage 1 begins 64 elements after stage 0, or 32, in the middle of it.
static_assert(pipeline::stages_that_meet<Layout<Shape<_64, _3>>>.first == -1);
constexpr auto meeting = pipeline::stages_that_meet<Layout<Shape<_64, _3>, Stride<_1, _32>>>;
static_assert(meeting.first == 0 && meeting.second == 1 && meeting.stride == 64);

struct protocol {
  struct A : pipeline::buffer<A, 3, 256> {};
  struct B : pipeline::buffer<B, 2, 256> {};
  struct Full : pipeline::mbarrier<Full, 3, 1> {};
  struct Empty : pipeline::mbarrier<Empty, 2, 1> {};
  using resources = pipeline::resources<A, B, Full, Empty>;
  using loop = pipeline::steps;
  struct one {
    static constexpr int threads = 32;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Full{}[now]);
      m.read(A{}[now]);
      m.wait(Empty{}[now].before());
      m.read(B{}[now]);
      m.wait(Full{}[now + 2]);
      m.read(A{}[now + 2]);
    }
  };
  using roles = pipeline::roles<one>;
};

struct call {
  int place;   // of a barrier in the block's list, or of a stage
  int parity;  // of a wait; of a read the step that the payload hears of
  bool operator==(call const&) const = default;
};

struct recorder {
  std::vector<call>* calls;
  std::uint64_t* first;
  void expects(bool, char const*) const {}
  void sync_warp() const {}
  void wait_barrier(std::uint64_t* at, int parity) const {
    calls->push_back({static_cast<int>(at - first), parity});
  }
};

struct payload {
  std::vector<call>* calls;
  float* a;
  float* b;
  auto tensor(protocol::A) const { return make_tensor(a, Layout<Shape<_64, _3>>{}); }
  auto tensor(protocol::B) const { return make_tensor(b, Layout<Shape<_64, _2>>{}); }
  template <class Stage>
  void read(protocol::A, Stage const& s, int step) const {
    calls->push_back({static_cast<int>(&s(0) - a) / 64, step});
  }
  template <class Stage>
  void read(protocol::B, Stage const& s, int step) const {
    calls->push_back({static_cast<int>(&s(0) - b) / 64, step});
  }
};

}  // namespace

int main() {
  std::vector<call> calls, expected;
  std::uint64_t barriers[5] = {};
  float a[3 * 64] = {}, b[2 * 64] = {};
  recorder const ctx{&calls, barriers};
  payload data{&calls, a, b};
  pipeline::machine<protocol, protocol::one, recorder, std::uint64_t*, payload> m(ctx, barriers,
                                                                                  data, 0);
  protocol::one role;
  int const steps = 13;  // each pair of stages of A and B, with both parities
  m.run(role, pipeline::step_count<int>{steps});
  for (int i = 0; i < steps; ++i) {
    expected.push_back({i % 3, i / 3 % 2});
    expected.push_back({i % 3, i});
    expected.push_back({3 + i % 2, (i / 2 + 1) % 2});  // the phase before the one of this use
    expected.push_back({i % 2, i});
    expected.push_back({(i + 2) % 3, (i + 2) / 3 % 2});
    expected.push_back({(i + 2) % 3, i + 2});
  }
  bool const is_right = calls == expected;
  std::printf("%zu calls of %d steps, %s\n", calls.size(), steps, is_right ? "right" : "wrong");
  for (std::size_t i = 0; !is_right && i < calls.size() && i < expected.size(); ++i)
    if (!(calls[i] == expected[i])) {
      std::printf("call %zu: place %d, parity %d; expected %d, %d\n", i, calls[i].place,
                  calls[i].parity, expected[i].place, expected[i].parity);
      break;
    }
  return is_right ? 0 : 1;
}
