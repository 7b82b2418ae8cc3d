// SPDX-License-Identifier: BSL-1.0
#include "protocols.hpp"

#include <tileproof/checker/minimal_protocol.hpp>
#include <tileproof/checker/picture.hpp>
#include <tileproof/kernel/attention/mma/protocol.hpp>
#include <tileproof/kernel/attention/wgmma/protocol.hpp>
#include <tileproof/kernel/common/protocols.hpp>
#include <tileproof/kernel/common/tma_protocols.hpp>
#include <tileproof/kernel/gemm/wgmma/protocol.hpp>

#include <memory>
#include <utility>

namespace tileproof::explorer {

namespace {

// The bytes of a stage of A and of B: 128 x 64 elements of 16 bits, or 128 x 32 where more stages
// than 6 would not fit a block.
constexpr int bytes_of_stage(int stages) { return stages > 6 ? 8192 : 16384; }

// A producer that loads k-tiles by TMA, and a consumer that multiplies them by wgmma.
template <int Stages>
struct tma_wgmma {
  static constexpr int bytes = bytes_of_stage(Stages);
  struct A : pipeline::buffer<A, Stages, bytes> {};
  struct B : pipeline::buffer<B, Stages, bytes> {};
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
      m.arrive_and_expect_tx(Full{}[pipeline::now], 2 * bytes);
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
template <int Stages>
using gemm_wgmma = tileproof::detail::wgmma_protocol<Stages, bytes_of_stage(Stages),
                                                     bytes_of_stage(Stages), 8192, 2, 2, 1>;
// 128 rows and 128 keys of depth 128, 16-bit; 64 keys with more than 2 stages.
template <int Stages>
using attention_wgmma =
    tileproof::detail::attention_protocol<{Stages, 2, 16384, 16384, 1, (Stages > 2 ? 16384 : 32768),
                                           tileproof::detail::attention_turns::at_wgmma, false}>;
template <int Stages>
using attention_mma = tileproof::detail::attention_mma_protocol<128, Stages>;
template <int Stages>
using copy_global = tileproof::detail::own_stages<Stages>;
template <int>
using copy_tma = tileproof::detail::load_and_store<16384>;
template <int>
using transpose = tileproof::detail::exchange<256>;
template <int>
using transpose_tma = tileproof::detail::load_rearrange_store<256, 16384>;

// The questions of one protocol.
template <class P>
struct questions {
  using out = tileproof::detail::string_out;

  // The list for `without`. The proof of minimal_protocol also weakens some of them.
  static std::vector<pipeline::spare> left_out() {
    pipeline::synchronisations<P> const all;
    std::vector<pipeline::spare> list;
    for (int i = 0; i < all.count; ++i)
      if (all.at[i].how == pipeline::weaker::left_out) list.push_back(all.at[i]);
    return list;
  }
  static std::string text_of(pipeline::spare const& s) {
    out t;
    pipeline::put_spare<P>(t, s);
    return std::move(t.text);
  }
  static std::vector<std::string> synchronisations() {
    std::vector<std::string> list;
    for (pipeline::spare const& s : left_out()) list.push_back(text_of(s));
    return list;
  }
  static std::unique_ptr<pipeline::without<P>> edit_of(int i) {
    if (i < 0) return nullptr;
    return std::make_unique<pipeline::without<P>>(left_out()[static_cast<std::size_t>(i)]);
  }
  static protocol_answer prove(int i) {
    auto const edit = edit_of(i);
    pipeline::verdict const v = pipeline::prove_protocol<P>(edit.get());
    protocol_answer r{v.found.what, v.states, {}, {}};
    if (v.holds()) return r;
    pipeline::counterexample<P> const c(v, edit.get());
    core::text sentence;
    c.put_sentence(sentence);
    r.sentence = std::string(std::string_view(sentence));
    if (v.length == 0) return r;
    out events;
    c.put_events(events, "\n");
    r.trace = tileproof::detail::lines_of(events.text);
    return r;
  }
  static std::string spare() {
    pipeline::synchronisations<P> const all;
    std::vector<pipeline::spare> list;
    for (int i = 0; i < all.count; ++i)
      if (pipeline::is_sound_without<P>(all.at[i])) list.push_back(all.at[i]);
    out t;
    if (!list.empty()) pipeline::put_spares<P>(t, list[0], static_cast<int>(list.size()));
    return std::move(t.text);
  }
  static picture draw(int steps, int tiles, int i) {
    return picture_of_protocol<P>(steps, tiles, edit_of(i).get());
  }
};

template <template <int> class P, int Least, int... I>
constexpr protocol_questions with_stages[] = {
    {questions<P<Least + I>>::synchronisations, questions<P<Least + I>>::prove,
     questions<P<Least + I>>::spare, questions<P<Least + I>>::draw}...};
template <template <int> class P, int Least, int... I>
protocol_questions const* table_of(std::integer_sequence<int, I...>) {
  return with_stages<P, Least, I...>;
}
template <template <int> class P, int Least, int Most>
protocol_questions const* all_stages() {
  return table_of<P, Least>(std::make_integer_sequence<int, Most - Least + 1>{});
}

}  // namespace

std::vector<named_protocol> const& protocols() {
  static std::vector<named_protocol> const all = {
      {"tma_wgmma", "a GEMM in two roles, TMA and wgmma", 2, 8, 3, all_stages<tma_wgmma, 2, 8>()},
      {"cp_async_gemm", "a multistage GEMM with mma.sync and cp.async", 2, 8, 3,
       all_stages<cp_async_gemm, 2, 8>()},
      {"gemm_wgmma", "the kernel gemm_wgmma: two consumers, 2 chunks of D", 2, 8, 3,
       all_stages<gemm_wgmma, 2, 8>()},
      {"attention_wgmma", "the kernel attention_wgmma<half_t, 128>, steps of keys", 2, 4, 2,
       all_stages<attention_wgmma, 2, 4>()},
      {"attention_mma", "the kernel attention_mma, steps of keys", 1, 2, 1,
       all_stages<attention_mma, 1, 2>()},
      {"copy_global", "a thread of the kernel copy_global, by cp.async", 2, 8, 3,
       all_stages<copy_global, 2, 8>()},
      {"copy_tma", "the kernel copy_tma", 0, 0, 0, all_stages<copy_tma, 0, 0>()},
      {"transpose", "the kernel transpose", 0, 0, 0, all_stages<transpose, 0, 0>()},
      {"transpose_tma", "the kernel transpose_tma", 0, 0, 0, all_stages<transpose_tma, 0, 0>()}};
  return all;
}

}  // namespace tileproof::explorer
