// SPDX-License-Identifier: BSL-1.0
//
// TMA on the CPU puts each element of a tile where the layout says: the test of
// device_tests/tma.cu, one tile in five of static_tests/atom/tma_facts.hpp, with residues at the
// tensor's ends, clusters that share a box, and bulk copies. And each fault that is seeded in a
// load or a store is found.
#include <doctest/doctest.h>

#include "tma_tensors.hpp"

#include <tileproof/atom.hpp>
#include <tileproof/atom/tma/bulk.hpp>
#include <tileproof/atom/tma/make_tma_copy.hpp>
#include <tileproof/atom/tma/reduce.hpp>
#include <tileproof/cpu.hpp>
#include <tileproof/cpu/agenda.hpp>
#include <tileproof/cpu/moves.hpp>
#include <tileproof/cpu/tma_load.hpp>
#include <tileproof/cpu/tma_store.hpp>
#include <tileproof/tileproof.hpp>

#include <boost/hana/at.hpp>
#include <vector>

using namespace tileproof;
using cpu::fault;
using cpu::moment_of_effect;

namespace {

using boxes::extents_of;
using boxes::plain;
using boxes::tile_counts;
using boxes::with_residues;

// A number of an element's offset that no neighbour has.
template <class T>
T number(std::int64_t offset) {
  return static_cast<T>(offset * 7 + offset / 251 + 1);
}
template <class Load, class Store, class Global>
struct round_trip_args {
  Load load;
  Store store;
  Global global;
  bool is_stored;
  int* wrong;
};

// Tile b / blocks of the tensor, through shared memory, by block b of the grid.
template <class Moved>
struct round_trip {
  using T = typename Moved::type;
  static constexpr int threads = 32;
  static constexpr int blocks = Moved::box::blocks;
  using shared =
      shared_memory<field<T, 8192 / static_cast<int>(sizeof(T)), 1024>, field<std::uint64_t, 1>>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    using Shared = typename Moved::shared_type;
    using Tiler = typename Moved::tiler;
    constexpr int rank = Shared::rank;
    auto const barrier = ctx.shared(shared{}, Int<1>{});
    if (ctx.thread() == 0) {
      ctx.initialize_barrier(barrier);
      ctx.fence_barrier_init();
    }
    ctx.cluster_sync();
    auto const& global = args.global;
    auto const at = idx2crd(ctx.block_x() / blocks, tile_counts<Tiler>(shape(global)));
    auto const tile_in_shared = make_tensor(ctx.shared(shared{}, Int<0>{}), Shared{});
    if (ctx.thread() == 0) {
      auto const tile = local_tile(args.load.get_tma_tensor(shape(global)), Tiler{}, at);
      auto const part =
          tma_partition(args.load, ctx.block_rank_in_cluster(), Layout<Int<blocks>>{},
                        group_modes<0, rank>(tile_in_shared), group_modes<0, rank>(tile));
      ctx.set_barrier_transaction_bytes(barrier, tma_bytes_v<decltype(args.load)>);
      copy(args.load.with(barrier, (1 << blocks) - 1), part.global, part.shared);
    }
    ctx.wait_barrier(barrier, 0);
    auto const coordinates = local_tile(make_identity_tensor(shape(global)), Tiler{}, at);
    for (int i = ctx.thread(); i < size(Shared{}); i += threads) {
      auto const c = plain(coordinates(i));
      T const expected = elem_less(c, shape(global)) ? number<T>(global(c)) : T{};
      T const found = tile_in_shared(i);
      if (found != expected) ++*args.wrong;
    }
    if (ctx.thread() == 0 && ctx.block_rank_in_cluster() == 0 && args.is_stored) {
      auto const tile = local_tile(args.store.get_tma_tensor(shape(global)), Tiler{}, at);
      auto const part = tma_partition(args.store, group_modes<0, rank>(tile_in_shared),
                                      group_modes<0, rank>(tile));
      copy(args.store, part.shared, part.global);
      ctx.tma_store_arrive();
      ctx.tma_store_wait(Int<0>{});
    }
    ctx.cluster_sync();
  }
};

template <class Moved>
void check() {
  if constexpr (decltype(depth(typename Moved::global_type{}))::value == 1) {
    using T = typename Moved::type;
    using Shared = typename Moved::shared_type;
    using Tiler = typename Moved::tiler;
    using Op = std::conditional_t<Moved::box::blocks == 1, SM90_TMA_LOAD, SM90_TMA_LOAD_MULTICAST>;
    constexpr int blocks = Moved::box::blocks;
    constexpr int rank = Moved::global_type::rank;
    auto tile = extents_of<Tiler>(std::make_index_sequence<rank_v<Tiler>>{});
    tile.resize(rank, 1);
    for (int lacks : {0, 1}) {
      auto const global = with_residues<sizeof(T)>(typename Moved::global_type{}, tile, lacks,
                                                   std::make_index_sequence<rank>{});
      std::size_t const elements = static_cast<std::size_t>(cosize(global)) + 16;
      std::vector<T> in(elements);
      std::vector<T> out(elements, T{77});
      alignas(16) static unsigned char memory[2][1 << 20];
      REQUIRE(elements * sizeof(T) <= sizeof(memory[0]));
      T* const first = reinterpret_cast<T*>(memory[0]);
      T* const second = reinterpret_cast<T*>(memory[1]);
      for (std::size_t o = 0; o < elements; ++o) {
        first[o] = number<T>(static_cast<std::int64_t>(o));
        second[o] = T{77};
      }
      cpu::global<T> from("In", first, global);
      cpu::global<T> to("Out", second, global);
      to.starts_unwritten();
      auto const load = make_tma_copy(Op{}, make_tensor(make_gmem_ptr(from.data()), global),
                                      Shared{}, Tiler{}, Int<blocks>{});
      bool const is_stored = lacks == 0;
      auto const store = [&] {
        try {
          return make_tma_copy(SM90_TMA_STORE{}, make_tensor(make_gmem_ptr(to.data()), global),
                               Shared{}, Tiler{});
        } catch (tma_error const&) {
          CHECK(!is_stored);
          auto const same = with_residues<sizeof(T)>(typename Moved::global_type{}, tile, 0,
                                                     std::make_index_sequence<rank>{});
          return make_tma_copy(SM90_TMA_STORE{}, make_tensor(make_gmem_ptr(to.data()), same),
                               Shared{}, Tiler{});
        }
      }();
      if (is_stored) to.must_be_written();
      int wrong = 0;
      cpu::options o;
      o.asynchronous = lacks == 0 ? moment_of_effect::last : moment_of_effect::random;
      o.stack = 1 << 16;
      int const tiles = static_cast<int>(size(tile_counts<Tiler>(shape(global))));
      round_trip_args<std::remove_const_t<decltype(load)>, std::remove_const_t<decltype(store)>,
                      std::remove_const_t<decltype(global)>> const args{load, store, global,
                                                                        is_stored, &wrong};
      cpu::report const r = cpu::launch<round_trip<Moved>>({tiles * blocks}, {blocks}, args, o);
      CHECK_MESSAGE(r.clean(), r.text());
      CHECK(wrong == 0);
      if (!is_stored) continue;
      std::vector<bool> inside(elements);
      for (int i = 0; i < static_cast<int>(size(global)); ++i)
        inside[static_cast<std::size_t>(global(i))] = true;
      int bad = 0;
      for (std::size_t e = 0; e < elements; ++e) bad += second[e] != (inside[e] ? first[e] : T{77});
      CHECK(bad == 0);
    }
  }
}

constexpr std::size_t every = 5;
template <std::size_t... I>
void check_every(std::index_sequence<I...>) {
  (check<typename std::remove_cvref_t<decltype(boost::hana::at_c<every * I>(boxes::all))>::type>(),
   ...);
}

TEST_CASE("each element of a tile gets to its place and back") {
  check_every(std::make_index_sequence<(boxes::count + every - 1) / every>{});
}

template <std::size_t first, std::size_t... I>
void check_from(std::index_sequence<I...>) {
  (check<typename std::remove_cvref_t<decltype(boost::hana::at_c<first + I>(boxes::all))>::type>(),
   ...);
}

TEST_CASE("padded rows are moved by boxes that reach beyond the tensor") {
  check_from<boxes::count - boxes::padded_count>(std::make_index_sequence<boxes::padded_count>{});
}

TEST_CASE("modes of a tensor that are one dimension of its map are moved like others") {
  check_from<boxes::count - boxes::padded_count - boxes::merged_count>(
      std::make_index_sequence<boxes::merged_count>{});
}

// A matrix C of m x 64 N, as C(64,m,N) with strides (1,ld,64): each block writes a tile of 64 x 32
// to rows of 72, of which it leaves the last 8 alone, and stores it.
template <class Tma>
struct padded_args {
  Tma tma;
  int m, n;
};
template <int Elements>
struct padded_store {
  static constexpr int threads = 32;
  using tile = Layout<Shape<_64, _32>, Stride<_1, Int<72>>>;
  using shared = shared_memory<field<half_t, Elements, 128>>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto s = make_tensor(ctx.shared(shared{}, Int<0>{}), tile{});
    for (int i = ctx.thread(); i < 64 * 32; i += threads)
      s(i) = static_cast<half_t>((i + 64 * ctx.block_x()) % 2048);
    ctx.fence_view_async_shared();
    ctx.sync();
    if (ctx.thread() == 0) {
      auto const all = args.tma.get_tma_tensor(make_shape(Int<64>{}, args.m, args.n));
      auto const rows = (args.m + 31) / 32;
      auto const g = local_tile(all, Shape<_64, _32>{},
                                make_coord(0, ctx.block_x() % rows, ctx.block_x() / rows));
      auto const part = tma_partition(args.tma, group_modes<0, 2>(s), group_modes<0, 2>(g));
      copy(args.tma, part.shared, part.global);
      ctx.tma_store_arrive();
      ctx.tma_store_wait(Int<0>{});
    }
  }
};

template <int Elements>
cpu::report store_padded(int& wrong) {
  constexpr int m = 40;
  constexpr int n = 3;
  constexpr int ld = 64 * n + 8;
  alignas(16) static half_t c[m * ld];
  for (half_t& x : c) x = half_t(-1.0F);
  auto const layout = make_layout(make_shape(Int<64>{}, m, n), make_stride(_1{}, ld, Int<64>{}));
  cpu::global<half_t> to("C", c, layout);
  auto const tma = make_tma_copy(SM90_TMA_STORE{}, make_tensor(make_gmem_ptr(to.data()), layout),
                                 typename padded_store<Elements>::tile{}, Shape<_64, _32>{});
  padded_args<std::remove_const_t<decltype(tma)>> const args{tma, m, n};
  cpu::report const r = cpu::launch<padded_store<Elements>>({2 * n}, args);
  wrong = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < ld; ++j) {
      int const block = i / 32 + 2 * (j / 64);
      int const expected = (j % 64 + 64 * (i % 32) + 64 * block) % 2048;
      wrong +=
          static_cast<float>(c[i * ld + j]) != (j < 64 * n ? static_cast<float>(expected) : -1.0F);
    }
  return r;
}

TEST_CASE(
    "a store from padded rows leaves what is beside the matrix, and reads its last row whole") {
  int wrong = 0;
  cpu::report const r = store_padded<72 * 32>(wrong);
  CHECK_MESSAGE(r.clean(), r.text());
  CHECK(wrong == 0);
  CHECK(store_padded<72 * 32 - 8>(wrong).found(fault::out_of_bounds));
}

// ---- faults: 512 floats by bulk copies, through shared memory, with 1 added by all threads

enum class bug {
  none,
  no_wait,
  no_expect,
  other_bytes,
  no_fence,
  fence_by_the_issuer,
  fence_before_the_write,
  no_barrier_before_store,
  no_store_wait,
  waits_for_another_group,
  overwritten,
  overwritten_after_wait,
  output_read,
  output_read_after_wait,
  destination_touched,
  source_written,
  misaligned,
  no_init,
  no_init_fence,
  load_at_the_end,
  arrives_too_often,
};

template <class In, class Out>
struct bulk_args {
  In in;
  Out out;
  bug seeded;
};

struct bulk {
  static constexpr int threads = 64;
  using shared = shared_memory<field<float, 1024>, field<std::uint64_t, 2>>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    bug const seeded = args.seeded;
    using bytes = Int<8 * 2048>;
    auto const in = make_tensor(make_gmem_ptr(assume_aligned<16>(args.in)), Int<512>{});
    auto out = make_tensor(make_gmem_ptr(assume_aligned<16>(args.out)), Int<512>{});
    auto s = make_tensor(ctx.shared(shared{}, Int<0>{}), Int<512>{});
    auto const bar = ctx.shared(shared{}, Int<1>{});
    int const t = ctx.thread();
    if (t == 0) {
      if (seeded != bug::no_init) ctx.initialize_barrier(bar, 1);
      if (seeded != bug::no_init_fence) ctx.fence_barrier_init();
    }
    ctx.sync();
    if (t == 0) {
      int const expected = seeded == bug::other_bytes ? 2064 : 2048;
      if (seeded == bug::no_expect)
        ctx.arrive_barrier(bar);
      else
        ctx.set_barrier_transaction_bytes(bar, expected);
      Copy_Atom<Copy_Traits<SM90_BULK_COPY_G2S, bytes>, float> const load;
      copy(load.with(bar), in, s);
      if (seeded == bug::destination_touched) s(3) = 1.0F;
      if (seeded == bug::source_written) args.in[5] = 1.0F;
      if (seeded == bug::arrives_too_often) {
        ctx.arrive_barrier(bar);
        ctx.arrive_barrier(bar);
      }
    }
    if (seeded != bug::no_wait) ctx.wait_barrier(bar, 0);
    if (seeded == bug::fence_before_the_write) ctx.fence_view_async_shared();
    for (int i = t; i < 512; i += threads) s(i) = s(i) + 1.0F;
    if (seeded != bug::no_fence && seeded != bug::fence_by_the_issuer &&
        seeded != bug::fence_before_the_write)
      ctx.fence_view_async_shared();
    if (seeded != bug::no_barrier_before_store) ctx.sync();
    if (t == 0) {
      if (seeded == bug::fence_by_the_issuer) ctx.fence_view_async_shared();
      Copy_Atom<Copy_Traits<SM90_BULK_COPY_S2G, bytes>, float> const store;
      copy(store, s, out);
      ctx.tma_store_arrive();
      if (seeded == bug::waits_for_another_group)
        ctx.tma_store_wait(Int<1>{});
      else if (seeded == bug::output_read_after_wait)
        ctx.tma_store_complete(Int<0>{});
      else if (seeded != bug::no_store_wait && seeded != bug::overwritten)
        ctx.tma_store_wait(Int<0>{});
      if (seeded == bug::overwritten || seeded == bug::overwritten_after_wait) s(7) = 0.0F;
      if (seeded == bug::overwritten) ctx.tma_store_wait(Int<0>{});
      if (seeded == bug::output_read || seeded == bug::output_read_after_wait)
        if (static_cast<float>(out(9)) == -5.0F) s(7) = 0.0F;
      if (seeded == bug::load_at_the_end) {
        Copy_Atom<Copy_Traits<SM90_BULK_COPY_G2S, bytes>, float> const load;
        ctx.set_barrier_transaction_bytes(bar, 2048);
        copy(load.with(bar), in, s);
      }
    }
  }
};

cpu::report run(bug seeded, cpu::options const& o, bool& is_right) {
  std::vector<float> in(512);
  std::vector<float> out(512, -1.0F);
  for (int i = 0; i < 512; ++i) in[static_cast<std::size_t>(i)] = static_cast<float>(i);
  cpu::global<float> from("In", in.data(), 512);
  cpu::global<float> to("Out", out.data(), 512);
  bulk_args<cpu::ptr<float*>, cpu::ptr<float*>> const args{from.data(),
                                                           to.starts_unwritten().data(), seeded};
  cpu::report r = cpu::launch<bulk>({}, args, o);
  is_right = true;
  for (int i = 0; i < 512; ++i)
    is_right = is_right && out[static_cast<std::size_t>(i)] == static_cast<float>(i + 1);
  return r;
}

// ---- reductions: each of 3 blocks adds, or compares, its tile with that of the tensor

template <class Tma, class Out>
struct reduce_args {
  Tma tma;
  Out out;
  bool reads;  // the result, which other blocks may still change
};

template <class T>
struct reduce {
  static constexpr int threads = 32;
  using tile = Layout<Shape<_8, _32>, Stride<_32, _1>>;
  using shared = shared_memory<field<T, 256, 1024>>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto s = make_tensor(ctx.shared(shared{}, Int<0>{}), tile{});
    for (int i = ctx.thread(); i < 256; i += threads) s(i) = static_cast<T>(i % 7 + ctx.block_x());
    ctx.fence_view_async_shared();
    ctx.sync();
    if (ctx.thread() == 0) {
      auto const g = local_tile(args.tma.get_tma_tensor(make_shape(8, 32)), Shape<_8, _32>{},
                                make_coord(0, 0));
      auto const part = tma_partition(args.tma, group_modes<0, 2>(s), group_modes<0, 2>(g));
      copy(args.tma, part.shared, part.global);
      ctx.tma_store_arrive();
      ctx.tma_store_complete(Int<0>{});
      if (args.reads) s(0) = args.out[0];
    }
  }
};

template <class Op, class T>
void check_reduction(float (*combined)(float, float)) {
  for (bool const reads : {false, true}) {
    alignas(16) T out[256];
    for (int i = 0; i < 256; ++i) out[i] = static_cast<T>(i % 5);
    auto const layout = make_layout(make_shape(8, 32), make_stride(32, _1{}));
    cpu::global<T> to("Out", out, layout);
    auto const tma = make_tma_copy(Op{}, make_tensor(make_gmem_ptr(to.data()), layout),
                                   typename reduce<T>::tile{});
    reduce_args<std::remove_const_t<decltype(tma)>, cpu::ptr<T*>> const args{tma, to.data(), reads};
    cpu::report const r = cpu::launch<reduce<T>>({3}, args);
    CHECK_MESSAGE(r.clean() == !reads, r.text());
    CHECK(r.found(fault::race) == reads);
    bool is_right = true;
    typename reduce<T>::tile const tile{};
    for (int i = 0; i < 256; ++i) {
      float expected = static_cast<float>(tile(i) % 5);
      for (int b = 0; b < 3; ++b) expected = combined(expected, static_cast<float>(i % 7 + b));
      is_right = is_right && static_cast<float>(out[tile(i)]) == expected;
    }
    CHECK(is_right);
  }
}

TEST_CASE("reductions are atomic, and nothing else may be beside them") {
  check_reduction<SM90_TMA_REDUCE_ADD, float>([](float a, float b) { return a + b; });
  check_reduction<SM90_TMA_REDUCE_ADD, half_t>([](float a, float b) { return a + b; });
  check_reduction<SM90_TMA_REDUCE_MAX, std::int32_t>(
      [](float a, float b) { return a < b ? b : a; });
  check_reduction<SM90_TMA_REDUCE_MIN, bfloat16_t>([](float a, float b) { return a < b ? a : b; });
}

std::vector<cpu::options> all_moments() {
  std::vector<cpu::options> all;
  for (int i = 0; i < 6; ++i) {
    cpu::options o;
    o.asynchronous = static_cast<moment_of_effect>(i % 3);
    o.reverse = i >= 3;
    o.seed = static_cast<std::uint64_t>(i);
    all.push_back(o);
  }
  return all;
}

TEST_CASE("faults of loads and stores are found, whenever these happen") {
  struct expected {
    bug seeded;
    std::vector<fault> kinds;
    char const* words;
  };
  expected const all[] = {
      {bug::no_wait, {fault::race, fault::in_flight}, "shared field 0"},
      {bug::no_expect, {fault::race, fault::in_flight, fault::barrier}, ""},
      {bug::other_bytes,
       {fault::deadlock},
       "threads 0-63 wait for barrier shared field 1[0] phase 0: 16 bytes are missing"},
      {bug::no_fence, {fault::proxy}, "fence_view_async_shared()"},
      {bug::fence_before_the_write, {fault::proxy}, "by TMA"},
      {bug::no_barrier_before_store, {fault::race}, "shared field 0"},
      {bug::no_store_wait, {fault::in_flight}, "tma_store_wait is missing"},
      {bug::waits_for_another_group, {fault::in_flight}, "tma_store_wait is missing"},
      {bug::overwritten, {fault::in_flight}, "may still read"},
      {bug::output_read, {fault::in_flight}, "Out[9]"},
      {bug::destination_touched, {fault::in_flight, fault::race}, "shared field 0[3]"},
      {bug::source_written, {fault::in_flight, fault::race}, "In[5]"},
      {bug::no_init, {fault::barrier}, "not initialised"},
      {bug::no_init_fence, {fault::barrier}, "fence_barrier_init() is missing"},
      {bug::load_at_the_end, {fault::in_flight}, "may have ended"},
      {bug::arrives_too_often, {fault::barrier}, "shared field 1[0]"},
  };
  for (cpu::options const& o : all_moments()) {
    bool is_right = false;
    for (bug const right : {bug::none, bug::fence_by_the_issuer, bug::overwritten_after_wait,
                            bug::output_read_after_wait}) {
      cpu::report const r = run(right, o, is_right);
      CHECK_MESSAGE(r.clean(), r.text());
      CHECK(is_right);
    }
    for (expected const& e : all) {
      cpu::report const r = run(e.seeded, o, is_right);
      bool is_found = false;
      for (fault const f : e.kinds) is_found = is_found || r.found(f);
      CHECK_MESSAGE(is_found, "bug " << static_cast<int>(e.seeded) << ": " << r.text());
      bool const is_named = r.text().find(e.words) != std::string::npos;
      CHECK_MESSAGE(is_named, "bug " << static_cast<int>(e.seeded) << ": " << r.text());
    }
  }
}

// ---- proxy fences: ordinary accesses by threads and then, after a barrier, TMA on the same bytes

enum class fenced { nothing, shared, all };
enum class touched {
  global_load,
  global_store,
  global_reduction,
  shared_load,
  shared_write_and_load
};

template <class In, class Out, class Sum>
struct fence_args {
  In in;
  Out out;
  Sum sum;
  touched what;
  fenced by_all;     // a fence by each thread before the barrier
  fenced by_issuer;  // by the issuing thread after it
  bool too_early;    // the fence of each thread comes before its access
};
struct fences {
  static constexpr int threads = 64;
  using tile = Layout<Shape<_8, _32>, Stride<_32, _1>>;
  using shared = shared_memory<field<float, 256, 1024>, field<std::uint64_t, 1>>;

  template <class Context>
  static void fence(Context const& ctx, fenced of) {
    if (of == fenced::shared) ctx.fence_view_async_shared();
    if (of == fenced::all) ctx.fence_view_async();
  }
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    using bytes = Int<8 * 1024>;
    auto const in = make_tensor(make_gmem_ptr(assume_aligned<16>(args.in)), Int<256>{});
    auto out = make_tensor(make_gmem_ptr(assume_aligned<16>(args.out)), Int<256>{});
    auto s = make_tensor(ctx.shared(shared{}, Int<0>{}), Int<256>{});
    auto const bar = ctx.shared(shared{}, Int<1>{});
    int const t = ctx.thread();
    touched const what = args.what;
    bool const loads = what == touched::global_load || what == touched::shared_load ||
                       what == touched::shared_write_and_load;
    if (t == 0) {
      ctx.initialize_barrier(bar, 1);
      ctx.fence_barrier_init();
    }
    ctx.sync();
    // The stored elements are written and fenced in any case.
    if (!loads || what == touched::shared_load) {
      for (int i = t; i < 256; i += threads) s(i) = 1.0F;
      ctx.fence_view_async_shared();
      ctx.sync();
    }
    if (args.too_early) fence(ctx, args.by_all);
    for (int i = t; i < 256; i += threads) {
      if (what == touched::shared_write_and_load)
        s(i) = 0.0F;
      else if (what == touched::shared_load)
        static_cast<void>(static_cast<float>(s(255 - i)));
      else
        out(i) = 1.0F;
    }
    if (!args.too_early) fence(ctx, args.by_all);
    ctx.sync();
    if (t == 0) {
      fence(ctx, args.by_issuer);
      Copy_Atom<Copy_Traits<SM90_BULK_COPY_G2S, bytes>, float> const load;
      Copy_Atom<Copy_Traits<SM90_BULK_COPY_S2G, bytes>, float> const store;
      if (loads) {
        ctx.set_barrier_transaction_bytes(bar, 1024);
        if (what == touched::global_load)
          copy(load.with(bar), out, s);
        else
          copy(load.with(bar), in, s);
      } else if (what == touched::global_store) {
        copy(store, s, out);
      } else {
        auto const g = local_tile(args.sum.get_tma_tensor(make_shape(8, 32)), Shape<_8, _32>{},
                                  make_coord(0, 0));
        auto const rows = make_tensor(s.data(), tile{});
        auto const part = tma_partition(args.sum, group_modes<0, 2>(rows), group_modes<0, 2>(g));
        copy(args.sum, part.shared, part.global);
      }
      ctx.tma_store_arrive();
      ctx.tma_store_complete(Int<0>{});
    }
    if (loads) ctx.wait_barrier(bar, 0);
  }
};
cpu::report run(touched what, fenced by_all, fenced by_issuer, cpu::options const& o,
                bool too_early = false) {
  alignas(16) float in[256]{};
  alignas(16) float out[256]{};
  cpu::global<float> from("In", in, 256);
  auto const layout = make_layout(make_shape(8, 32), make_stride(32, _1{}));
  cpu::global<float> to("Out", out, layout);
  auto const sum = make_tma_copy(SM90_TMA_REDUCE_ADD{},
                                 make_tensor(make_gmem_ptr(to.data()), layout), fences::tile{});
  fence_args<cpu::ptr<float*>, cpu::ptr<float*>, std::remove_const_t<decltype(sum)>> const args{
      from.data(), to.data(), sum, what, by_all, by_issuer, too_early};
  return cpu::launch<fences>({}, args, o);
}

TEST_CASE("TMA on bytes that threads have accessed needs a proxy fence for their memory") {
  using enum fenced;
  for (cpu::options const& o : all_moments()) {
    auto const clean = [&](touched what, fenced by_all, fenced by_issuer) {
      cpu::report const r = run(what, by_all, by_issuer, o);
      CHECK_MESSAGE(r.clean(), r.text());
    };
    auto const found = [&](touched what, fenced by_all, fenced by_issuer, char const* words) {
      for (bool const too_early : {false, true}) {
        cpu::report const r =
            run(what, too_early ? all : by_all, too_early ? nothing : by_issuer, o, too_early);
        CHECK_MESSAGE(r.found(fault::proxy), r.text());
        bool const is_named = r.text().find(words) != std::string::npos;
        CHECK_MESSAGE(is_named, words << " is not in " << r.text());
      }
    };
    // Global memory: a fence of shared memory does not cover it.
    for (touched const what :
         {touched::global_load, touched::global_store, touched::global_reduction}) {
      clean(what, all, nothing);
      clean(what, nothing, all);
      found(what, nothing, nothing, "Out");
      found(what, shared, nothing, "no fence_view_async() is in between");
      found(what, nothing, shared, "by TMA, which thread");
    }
    // A stage that is filled with zeros, or read, before TMA loads it.
    for (touched const what : {touched::shared_write_and_load, touched::shared_load}) {
      clean(what, shared, nothing);
      clean(what, nothing, shared);
      clean(what, nothing, all);
      found(what, nothing, nothing, "no fence_view_async_shared() is in between");
    }
  }
}

TEST_CASE("reads need no proxy fence where options::reads_need_no_proxy_fence states it") {
  for (cpu::options o : all_moments()) {
    o.reads_need_no_proxy_fence = true;
    cpu::report const r = run(touched::shared_load, fenced::nothing, fenced::nothing, o);
    CHECK_MESSAGE(r.clean(), r.text());
    CHECK(run(touched::shared_write_and_load, fenced::nothing, fenced::nothing, o)
              .found(fault::proxy));
  }
}

// A stage is read by threads, then by a TMA store, and overwritten by a TMA load: the store's read
// does not stand for those of the threads.
struct read_stored_and_loaded {
  static constexpr int threads = 64;
  using shared = fences::shared;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    using bytes = Int<8 * 1024>;
    auto const in = make_tensor(make_gmem_ptr(assume_aligned<16>(args.in)), Int<256>{});
    auto out = make_tensor(make_gmem_ptr(assume_aligned<16>(args.out)), Int<256>{});
    auto s = make_tensor(ctx.shared(shared{}, Int<0>{}), Int<256>{});
    auto const bar = ctx.shared(shared{}, Int<1>{});
    int const t = ctx.thread();
    if (t == 0) {
      ctx.initialize_barrier(bar, 1);
      ctx.fence_barrier_init();
    }
    for (int i = t; i < 256; i += threads) s(i) = 1.0F;
    ctx.fence_view_async_shared();
    ctx.sync();
    for (int i = t; i < 256; i += threads) static_cast<void>(static_cast<float>(s(255 - i)));
    if (args.seeded == bug::none || t == 0)
      ctx.fence_view_async_shared();  // thread 0's reads alone
    ctx.sync();
    ctx.sync();
    if (t == 0) {
      Copy_Atom<Copy_Traits<SM90_BULK_COPY_S2G, bytes>, float> const store;
      copy(store, s, out);
      ctx.tma_store_arrive();
      ctx.tma_store_wait(Int<0>{});
      Copy_Atom<Copy_Traits<SM90_BULK_COPY_G2S, bytes>, float> const load;
      ctx.set_barrier_transaction_bytes(bar, 1024);
      copy(load.with(bar), in, s);
    }
    ctx.wait_barrier(bar, 0);
  }
};

TEST_CASE("a read by TMA does not stand for the reads of threads before it") {
  for (cpu::options const& o : all_moments())
    for (bug const seeded : {bug::none, bug::no_fence}) {
      alignas(16) float in[256]{};
      alignas(16) float out[256]{};
      cpu::global<float> from("In", in, 256);
      cpu::global<float> to("Out", out, 256);
      bulk_args<cpu::ptr<float*>, cpu::ptr<float*>> const args{from.data(), to.data(), seeded};
      cpu::report const r = cpu::launch<read_stored_and_loaded>({}, args, o);
      CHECK_MESSAGE(r.clean() == (seeded == bug::none), r.text());
      CHECK(r.found(fault::proxy) == (seeded == bug::no_fence));
    }
}

}  // namespace
