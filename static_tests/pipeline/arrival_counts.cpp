// SPDX-License-Identifier: BSL-1.0
//
// The arrivals, bytes and registers that protocols state, as shapes; and against brute force: every
// thread of every block of a protocol does its role's part in 9 tiles of 4 steps, and the arrivals
// at each place of each barrier are counted. A place after the first wraps and before the last has
// the arrivals that arriving_at states. In sound protocols these are the arrivals that the barrier
// counts.
#include "flag_protocols.hpp"
#include "more_protocols.hpp"

#include <tileproof/kernel/gemm/wgmma/protocol.hpp>
#include <tileproof/print/to_string.hpp>
#include <tileproof/protocol/arrival_counts.hpp>
#include <tileproof/protocol/registers_of.hpp>
#include <tileproof/prove/arrivals.hpp>
#include <tileproof/prove/theorem.hpp>

#include <cstdio>
#include <map>
#include <tuple>

using namespace tileproof;
using namespace tileproof::pipeline;

namespace {

// ---- what a GEMM states

using gemm = tileproof::detail::wgmma_protocol<3, 16384, 32768, 8192, 4, 4, 2>;
static_assert(to_string(arriving_at<gemm, gemm::Full>{}) == "((_1,_1))");
static_assert(to_string(arriving_at<gemm, gemm::Empty>{}) == "((_4,_2),(_4,_2))");
static_assert(bytes_expected_at<gemm, gemm::Full> == 49152);
static_assert(to_string(registers_of<gemm>{}) == "(_40,_232,_232)");
static_assert(
    theorems<theorem<expects_arrivals<gemm::Full::amount>, arriving_at<gemm, gemm::Full>>,
             theorem<expects_arrivals<gemm::Empty::amount>, arriving_at<gemm, gemm::Empty>>,
             theorem<fits_register_file<384>, registers_of<gemm>>>::hold);
static_assert(sentence<expects_arrivals<8>>(arriving_at<gemm, gemm::Empty>{}) ==
              "the barrier counts 8 arrivals a phase, and 16 come: ((_4,_2),(_4,_2)) are (threads, "
              "blocks) of the roles that arrive");
static_assert(
    sentence<expects_arrivals<1>>(Shape<Shape<_128, _1>>{}) ==
    "the barrier counts 1 arrival a phase, and 128 come: ((_128,_1)) are (threads, blocks) of "
    "the roles that arrive");
// mbarrier.init takes 1 to 2^20-1, and a role that arrives has threads in a block.
static_assert(sentence<expects_arrivals<0>>(Shape<Shape<_1, _2>>{}) ==
              "an mbarrier counts 1 to 1048575 arrivals a phase, and 0 are stated");
static_assert(!prove<expects_arrivals<0>>(Shape<Shape<_0, _2>>{}).holds() &&
              !prove<expects_arrivals<0>>(Shape<>{}).holds() &&
              !prove<expects_arrivals<-2>>(Shape<Shape<Int<-1>, _2>>{}).holds());
static_assert(
    prove<expects_arrivals<(1 << 20) - 1024>>(Shape<Shape<Int<1024>, Int<1023>>>{}).holds());
static_assert(sentence<expects_arrivals<(1 << 20)>>(Shape<Shape<Int<1024>, Int<1024>>>{}) ==
              "an mbarrier counts 1 to 1048575 arrivals a phase, and 1048576 are stated");
static_assert(
    sentence<expects_arrivals<2>>(Shape<Shape<Int<-1>, Int<-2>>>{}) ==
    "role 0 of ((_-1,_-2)), (threads, blocks), has the number -1: a role that arrives has "
    "at least 1 thread in 1 block");
static_assert(!proved<expects_arrivals<1>, Shape<Shape<_2, _1>, Shape<Int<-1>, _1>>> &&
              !proved<expects_arrivals<1>, Shape<Shape<_1, _1>, Shape<_0, _1>>>);
static_assert(proved<expects_arrivals<1024>, Shape<Shape<Int<1024>, _1>>>);
static_assert(
    sentence<expects_arrivals<1056>>(Shape<Shape<Int<1056>, _1>>{}) ==
    "role 0 of ((_1056,_1)), (threads, blocks), arrives with 1056 threads, and a block has "
    "at most 1024");
static_assert(prove<expects_arrivals<1>>(Shape<Int<(1LL << 62)>, Int<(1LL << 62)>>{}).is ==
              answer::undecided);

// The hang of the attention prototype: registers (32,240,240), launched with 168 each.
using hangs = lent_registers<2, 32, 240>;
static_assert(
    sentence<fits_register_file<384>>(registers_of<hangs>{}) ==
    "setmaxnreg: (32,240,240) registers a thread are 512 in all, and the warpgroups have 504, "
    "168 each at launch: an increase waits for ever. (24,240,240) would do.");
static_assert(
    sentence<fits_register_file<384>>(Shape<_24, Int<256>, Int<248>>{}) ==
    "setmaxnreg: (24,256,248) registers a thread are 528 in all, and the warpgroups have 504, "
    "168 each at launch: an increase waits for ever. (24,240,240) would do.");
static_assert(
    sentence<fits_register_file<384>>(Shape<Int<20>, Int<240>>{}) ==
    "setmaxnreg: 20 registers a thread are asked for, and it must be a multiple of 8 from 24 "
    "to 256");
static_assert(!proved<free_of_deadlock, hangs>);

// Protocols with a mistake.
template <class P, int Part = 0>
constexpr bool counts_empty =
    proved<expects_arrivals<P::Empty::amount>, arriving_at<P, typename P::Empty, Part>>;
static_assert(counts_empty<hopper_gemm<2, 2>> && counts_empty<hopper_gemm<2, 2, seed::none, 2>>);
static_assert(!counts_empty<hopper_gemm<2, 2, seed::count_too_large>>);
static_assert(!counts_empty<hopper_gemm<2, 2, seed::count_too_small>>);
static_assert(!counts_empty<hopper_gemm<2, 2, seed::missing_arrive>>);
static_assert(!counts_empty<hopper_gemm<2, 2, seed::release_twice>>);
static_assert(!counts_empty<hopper_gemm<2, 2, seed::releases_own_block_only, 2>>);
template <seed F, int Blocks = 1>
constexpr std::int64_t bytes_of =
    bytes_expected_at<hopper_gemm<2, 2, F, Blocks>, typename hopper_gemm<2, 2, F, Blocks>::Full>;
static_assert(bytes_of<seed::none> == 16384 && bytes_of<seed::none, 2> == 16384 &&
              bytes_of<seed::bytes_too_many> == 17408 && bytes_of<seed::bytes_too_few> == 8192 &&
              bytes_of<seed::expects_own_bytes_only, 2> == 12288);

// ---- brute force

// Places of a flag, of an mbarrier: (part, place, block) -> arrivals, bytes.
using tally = std::map<std::tuple<int, int, int>, std::pair<std::int64_t, std::int64_t>>;

template <class P, class B>
struct one_thread : verbs<one_thread<P, B>> {
  static constexpr int blocks = plan<P>::blocks;
  int thread = 0;
  int in_block = 0;
  int count[3]{};
  tally* at = nullptr;

  bool elected() const { return thread == 0; }
  bool leads_warp() const { return thread % 32 == 0; }
  int rank() const { return in_block; }
  int choice() const { return 0; }
  template <class R>
  void put(op o, slot<R> const& s, int extra) {
    if constexpr (std::is_same_v<R, B>) {
      bool const arrives = o == op::arrive || o == op::arrive_copies || o == op::expect;
      bool const announces = o == op::expect || o == op::expect_only;
      int const place = count[static_cast<int>(s.at.of)] * s.at.times + s.at.offset;
      int const block = is_global(B::is) ? 0 : s.block < 0 ? in_block : s.block;
      auto& [arrivals, bytes] = (*at)[{s.index, place, block}];
      arrivals += arrives;
      bytes += announces ? extra : 0;
    }
  }
  void put(op, int, int) {}
  template <class... T>
  void put_load(T const&...) {}
};

constexpr int tiles = 9;
constexpr int steps_of_tile = 4;

template <class P, class B, class Role>
void run_role(tally& at) {
  for (int b = 0; b < plan<P>::blocks; ++b)
    for (int t = 0; t < Role::threads; ++t) {
      one_thread<P, B> m;
      m.thread = t;
      m.in_block = b;
      m.at = &at;
      Role r{};
      int shape = 0;
      auto const go = [&](section p, int counts) {
        if (p != section::begin && P::loop::next(shape, p) == cannot) return;
        if (p != section::begin) shape = P::loop::next(shape, p);
        run_part(p, r, m);
        if (counts < 2) ++m.count[counts];
      };
      go(section::begin, 2);
      for (int i = 0; i < tiles; ++i) {
        go(section::open, 2);
        for (int k = 0; k < steps_of_tile; ++k)
          go(P::loop::next(shape, section::first) != cannot ? section::first : section::step, 0);
        go(section::end, 1);
      }
    }
}
template <class P, class B, class... Roles>
tally run_all(roles<Roles...>*) {
  tally at;
  (run_role<P, B, Roles>(at), ...);
  return at;
}

int places = 0;
int compared = 0;
int left = 0;  // that are not counted
int wrong = 0;

template <class P, class B, int Part>
void compare(char const* name, tally const& at) {
  constexpr auto counted = pipeline::detail::counted_at<P, B, Part>;
  if constexpr (!counted.is_known) {
    ++left;
  } else {
    ++compared;
    std::int64_t sum = 0;
    for (int i = 0; i < plan<P>::role_count; ++i) sum += counted.threads[i] * counted.blocks[i];
    int last = 0;
    for (auto const& [key, n] : at) last = std::get<1>(key) > last ? std::get<1>(key) : last;
    int here = 0;
    for (auto const& [key, n] : at) {
      auto const& [part, place, block] = key;
      if (part != Part || place < 2 * B::stages || place > last - 2 * B::stages) continue;
      ++here;
      bool const is_right = n.first == sum && n.second == counted.bytes && sum == B::amount &&
                            prove<expects_arrivals<B::amount>>(arriving_at<P, B, Part>{}).holds();
      if (!is_right)
        std::printf(
            "%s, place %d of block %d: %lld arrivals, %lld said, %d counted; %lld bytes, %lld\n",
            name, place, block, static_cast<long long>(n.first), static_cast<long long>(sum),
            B::amount, static_cast<long long>(n.second), static_cast<long long>(counted.bytes));
      wrong += !is_right;
    }
    if (here == 0 && sum != 0) std::printf("%s: no place was compared\n", name), ++wrong;
    places += here;
  }
}
template <class P, class B>
void compare_barrier(char const* name) {
  if constexpr (B::is == sort::mbarrier || B::is == sort::flag) {
    tally const at = run_all<P, B>(static_cast<typename P::roles*>(nullptr));
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (compare<P, B, I>(name, at), ...);
    }(std::make_integer_sequence<int, B::parts>{});
  }
}
template <class P, class... Rs>
void compare_all(char const* name, resources<Rs...>*) {
  (compare_barrier<P, Rs>(name), ...);
}
template <class P>
void protocol(char const* name) {
  compare_all<P>(name, static_cast<typename P::resources*>(nullptr));
}

}  // namespace

int main() {
#define COMPARE(...) protocol<__VA_ARGS__>(#__VA_ARGS__)
  COMPARE(gemm);
  COMPARE(tileproof::detail::wgmma_protocol<4, 16384, 16384, 8192, 2, 2, 1>);
  COMPARE(hopper_gemm<2, 1>);
  COMPARE(hopper_gemm<3, 2>);
  COMPARE(hopper_gemm<2, 2, seed::none, 2>);
  COMPARE(hopper_gemm<2, 1, seed::none, 2, true>);
  COMPARE(gemm_with_own_rings<2>);
  COMPARE(cp_async_pipeline<2>);
  COMPARE(ping_pong<2>);
  COMPARE(ping_pong<2, seed::none, true>);
  COMPARE(tma_ring<2, 32, 32>);
  COMPARE(two_teams<2>);
  COMPARE(gemm_of_threads<2, 128>);
  COMPARE(gemm_of_threads<2, 1, true>);
  COMPARE(blocks_apart<2>);
  COMPARE(masked_steps<2>);
  COMPARE(shared_epilogue<2>);
  COMPARE(copies_arrive<2>);
  COMPARE(two_places<1>);
  COMPARE(lent_registers<2>);
  COMPARE(warps_arrive<2, 2>);
  COMPARE(warps_arrive<2, 4>);
  COMPARE(dependent<2>);
  COMPARE(turnstile<2>);
  COMPARE(turnstile<3>);
  COMPARE(parallel_sum<2>);
  COMPARE(parallel_sum<3>);
  COMPARE(parallel_sum<3, 2>);
  COMPARE(sum_of_threads<3>);
  COMPARE(ring_of_blocks<2>);
  COMPARE(turnstile_of_roles<3>);
  std::printf("%d barriers, %d places, %d wrong; %d barriers not counted\n", compared, places,
              wrong, left);
  return wrong != 0 || left != 4;  // rings of their own, and blocks with their own trip counts
}
