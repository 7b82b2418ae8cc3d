// SPDX-License-Identifier: BSL-1.0
#include "protocols.hpp"

#include <tileproof/checker/picture.hpp>
#include <tileproof/kernel/attention/mma/protocol.hpp>
#include <tileproof/kernel/attention/wgmma/protocol.hpp>
#include <tileproof/kernel/common/protocols.hpp>
#include <tileproof/kernel/common/tma_protocols.hpp>
#include <tileproof/kernel/gemm/wgmma/protocol.hpp>

namespace tileproof::explorer {

namespace {

// A producer that loads k-tiles by TMA, and a consumer that multiplies them by wgmma.
template <int Stages>
struct tma_wgmma {
  struct A : pipeline::buffer<A, Stages, 16384> {};
  struct B : pipeline::buffer<B, Stages, 16384> {};
  struct Acc : pipeline::accumulator<Acc> {};
  struct Full : pipeline::mbarrier<Full, Stages, 1> {};
  struct Empty : pipeline::mbarrier<Empty, Stages, 4> {};  // one a warp
  using resources = pipeline::resources<A, B, Acc, Full, Empty>;
  using loop = pipeline::steps;

  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;  // wgmma takes warps 4 to 7
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Empty{}[pipeline::now].before());
      m.arrive_and_expect_tx(Full{}[pipeline::now], 32768);
      m.tma_load(A{}[pipeline::now], Full{}[pipeline::now]);
      m.tma_load(B{}[pipeline::now], Full{}[pipeline::now]);
    }
  };
  struct consumer {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Full{}[pipeline::now]);
      m.warpgroup_arrive();
      m.gemm(Acc{}[0], A{}[pipeline::now], B{}[pipeline::now]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (m.leads_warp()) m.arrive(Empty{}[pipeline::now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};

using tileproof::detail::delivery;
template <int Stages>
using cp_async_gemm = tileproof::detail::multistage<128, Stages, 2, delivery::by_cp_async,
                                                    delivery::by_cp_async, false>;

// 128 rows and 128 keys of depth 128, 16-bit.
using attention_wgmma = tileproof::detail::attention_protocol<{
    2, 2, 16384, 16384, 1, 32768, tileproof::detail::attention_turns::at_wgmma, false}>;

}  // namespace

std::vector<named_protocol> const& protocols() {
  static std::vector<named_protocol> const all = {
      {"tma_wgmma<2>", "a GEMM in two roles, TMA and wgmma, 2 stages",
       picture_of_protocol<tma_wgmma<2>>},
      {"tma_wgmma<3>", "a GEMM in two roles, TMA and wgmma, 3 stages",
       picture_of_protocol<tma_wgmma<3>>},
      {"tma_wgmma<4>", "a GEMM in two roles, TMA and wgmma, 4 stages",
       picture_of_protocol<tma_wgmma<4>>},
      {"cp_async_gemm<2>", "a multistage GEMM with mma.sync, cp.async into 2 stages",
       picture_of_protocol<cp_async_gemm<2>>},
      {"cp_async_gemm<3>", "a multistage GEMM with mma.sync, cp.async into 3 stages",
       picture_of_protocol<cp_async_gemm<3>>},
      {"gemm_wgmma", "the kernel gemm_wgmma: 3 stages, two consumers, 2 chunks of D",
       picture_of_protocol<tileproof::detail::wgmma_protocol<3, 16384, 16384, 8192, 2, 2, 1>>},
      {"attention_wgmma", "the kernel attention_wgmma<half_t, 128>, steps of keys",
       picture_of_protocol<attention_wgmma>},
      {"attention_mma", "the kernel attention_mma, 1 stage, steps of keys",
       picture_of_protocol<tileproof::detail::attention_mma_protocol<128, 1>>},
      {"copy_tma", "the kernel copy_tma",
       picture_of_protocol<tileproof::detail::load_and_store<16384>>},
      {"transpose_tma", "the kernel transpose_tma",
       picture_of_protocol<tileproof::detail::load_rearrange_store<256, 16384>>}};
  return all;
}

named_protocol const* find_protocol(std::string_view name) {
  for (named_protocol const& p : protocols())
    if (p.name == name) return &p;
  return nullptr;
}

}  // namespace tileproof::explorer
