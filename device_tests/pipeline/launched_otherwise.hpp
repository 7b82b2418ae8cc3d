// SPDX-License-Identifier: BSL-1.0
//
// Defines protocols whose launch, memory or roles are not those of their proof: other threads than
// the roles have, trips that the loop has not, stages that are one memory, a payload of another
// part, a role that asks whether it is proved. cpu_protocol.cpp runs them.
#pragma once

#include <tileproof/cpu.hpp>
#include <tileproof/machine/run_protocol.hpp>

#include <string>

namespace launched {

using namespace tileproof;
using pipeline::now;

// The consumer releases the stage of the step before, and in `end` the last one.
template <class Loop, bool ReleasesLast = true>
struct handed_over {
  struct A : pipeline::buffer<A, 2, 512> {};
  struct Full : pipeline::mbarrier<Full, 2, 128> {};
  struct Empty : pipeline::mbarrier<Empty, 2, 128> {};
  using resources = pipeline::resources<A, Full, Empty>;
  using loop = Loop;
  struct producer {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Empty{}[now].before());
      m.write(A{}[now]);
      m.arrive(Full{}[now]);
    }
  };
  struct consumer {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void first(auto& m) {
      m.wait(Full{}[now]);
      m.read(A{}[now]);
    }
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Full{}[now]);
      m.read(A{}[now]);
      m.arrive(Empty{}[now - 1]);
    }
    TILEPROOF_ROLE void end(auto& m) {
      if constexpr (ReleasesLast) m.arrive(Empty{}[now - 1]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
// One role writes X, another writes and reads Y: no order between them, for they are different.
template <class X, class Y, class... More>
struct apart {
  struct Own : pipeline::named_barrier<Own, 128> {};
  using resources = pipeline::resources<More..., Own>;
  using loop = pipeline::once;
  struct writer {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) { m.write(X::place()); }
  };
  struct reader {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) {
      m.write(Y::place());
      m.sync(Own{}[0]);
      m.read(Y::place());
    }
  };
  using roles = pipeline::roles<writer, reader>;
};
template <class R, int Part>
struct part_of {
  static constexpr auto place() { return R{}[Part]; }
};
struct A : pipeline::buffer<A, 1, 512> {};
struct B : pipeline::buffer<B, 1, 512> {};
struct Parts : pipeline::buffer<Parts, 1, 512, 2> {};
struct Others : pipeline::buffer<Others, 1, 512, 2> {};  // the payload has its part 0
using two_buffers = apart<part_of<A, 0>, part_of<B, 0>, A, B>;
using two_parts = apart<part_of<Parts, 0>, part_of<Parts, 1>, Parts>;
template <int I>
using other_part = apart<part_of<A, 0>, part_of<Others, I>, A, Others>;
// A role uses two parts of an accumulator, or one, of which its payload is not told then.
struct Sums : pipeline::accumulator<Sums, 2> {};
template <int I>
struct uses_parts {
  using resources = pipeline::resources<Sums>;
  using loop = pipeline::once;
  struct group {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) {
      m.write(Sums{}[I]);
      m.write(Sums{}[1]);
      m.read(Sums{}[I]);
    }
  };
  using roles = pipeline::roles<group>;
};
// The roles meet at the block's barrier, each from a place of its own in the source.
struct meets_from_two_places {
  using resources = pipeline::resources<A>;
  using loop = pipeline::once;
  struct writer {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) {
      m.write(A{}[0]);
      m.sync_block();
    }
  };
  struct reader {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) {
      m.sync_block();
      m.read(A{}[0]);
    }
  };
  using roles = pipeline::roles<writer, reader>;
};
// In a run it does not meet the others.
template <bool Asks>
struct asks_if_proved {
  using resources = pipeline::resources<A>;
  using loop = pipeline::once;
  struct writer {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) {
      m.write(A{}[0]);
      if (!Asks || std::is_constant_evaluated()) m.sync_block();
      m.read(A{}[0]);
    }
  };
  using roles = pipeline::roles<writer>;
};

// Each block of a cluster reads what the other has written; a payload that is not Right, its own.
template <bool Right>
struct Peer : pipeline::buffer<Peer<Right>, 1, 512> {};
template <bool Right>
struct reads_peer {
  static constexpr int blocks = 2;
  using resources = pipeline::resources<Peer<Right>>;
  using loop = pipeline::once;
  struct reader {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) {
      m.write(Peer<Right>{}[0]);
      m.sync_cluster();
      m.read(Peer<Right>{}[0].of(1 - m.rank()));
      m.sync_cluster();
    }
  };
  using roles = pipeline::roles<reader>;
};

// The place of a buffer: `Apart` floats after the buffer before it.
template <class Context, int Apart>
struct data {
  Context const& ctx;
  float sum = 0;
  using shared = shared_memory<field<float, 1024>, field<std::uint64_t, 8>>;
  void open(int) {}
  template <class R>
  static constexpr int first() {
    return std::is_same_v<R, B> || std::is_same_v<R, Others> ? Apart : 0;
  }
  template <class R>
  auto tensor(R) const {
    auto const at = ctx.shared(shared{}, _0{}) + first<R>();
    if constexpr (R::stages == 1)
      return make_tensor(at, Layout<_128>{});
    else
      return make_tensor(at, Shape<_128, Int<R::stages>>{}, make_stride(_1{}, Apart));
  }
  auto tensor(Parts, int part) const {
    return make_tensor(ctx.shared(shared{}, _0{}) + part * Apart, Layout<_128>{});
  }
  static int part(Others) { return 0; }
  template <bool Right>
  auto tensor(Peer<Right>, int, int block) const {
    return make_tensor(ctx.shared_of(Right ? block : ctx.block_rank_in_cluster(), shared{}, _0{}),
                       Layout<_128>{});
  }
  int part_of_sums = -1;
  void write(Sums, int part) { part_of_sums = part; }
  void read(Sums, int part) { ctx.expects(part == 0 && part_of_sums == 1, "of another part"); }
  void write(Sums) { part_of_sums = 2; }
  void read(Sums) { ctx.expects(part_of_sums == 2, "of a part"); }
  template <class R, class S>
  void write(R, S const& s, int) {
    s(ctx.thread() % 128) = 1.0F;
  }
  template <class R, class S>
  void read(R, S const& s, int) {
    sum += float(s((ctx.thread() + 1) % 128));
  }
};
template <class P, int Threads, int Tiles, int Steps, int Apart>
struct kernel {
  static constexpr int threads = Threads;
  using shared = shared_memory<field<float, 1024>, field<std::uint64_t, 8>>;
  struct trips {
    int steps(int i) const { return i == 0 ? Steps : 2; }
    int tiles() const { return Tiles; }
    int tile(int i) const { return i; }
  };
  template <class Context, class Arguments>
  static void run(Context const& ctx, Arguments const&) {
    auto const make = [&](auto) { return data<Context, Apart>{ctx}; };
    pipeline::run_protocol<P>(ctx, ctx.shared(shared{}, _1{}), make, trips{});
  }
};
struct nothing {
  int n = 0;
};
// The first finding of a run; empty if there is none.
template <class P, int Threads, int Tiles = 2, int Steps = 2, int Apart = 128>
std::string first_finding() {
  constexpr cpu::grid cluster{pipeline::plan<P>::blocks};
  cpu::report const r =
      cpu::launch<kernel<P, Threads, Tiles, Steps, Apart>>(cluster, cluster, nothing{});
  return r.clean() ? "" : r.findings.front().text;
}

}  // namespace launched
