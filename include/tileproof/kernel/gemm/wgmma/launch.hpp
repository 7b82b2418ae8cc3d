// SPDX-License-Identifier: BSL-1.0
//
// The arguments of gemm_wgmma, their check, its tensor maps and its launch. gemm_wgmma.hpp has the
// formula of D.
//
//   wgmma_arguments g{m, n, k, 1.0f, a, lda, b, ldb, d, ldd};     // A and B K-major, D row-major
//   g.beta = 1, g.c = c, g.ldc = ldc;                             // C may be D
//   g.batches = 8, g.batch_a = m * lda, g.batch_b = n * ldb, g.batch_d = m * ldd;
//   g.scales = {scale_a, scale_b};                                // of fp8, in device memory
//   status s = launch_gemm<gemm_wgmma<half_t, half_t, half_t>>(g, stream);
//   s = launch_gemm<major::mn, major::k>(g, stream);              // A M-major, a schedule chosen
//   explain(choose_wgmma(problem_of(g), multiprocessors));        // which, and why
//
// A launch without a kernel named compiles each of wgmma_schedules (kernel/gemm/wgmma/choice.hpp).
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/kernel/common/stream_k.hpp>
#include <tileproof/kernel/common/tile_order.hpp>
#include <tileproof/kernel/gemm/arguments.hpp>
#include <tileproof/kernel/gemm/wgmma/choice.hpp>
#include <tileproof/kernel/gemm/wgmma/epilogue.hpp>
#include <tileproof/kernel/gemm/wgmma/integers.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Memory on the device by which blocks share tiles whose number does not fill the GPU (stream-k):
// without it each tile has one block. It is 0 before its first launch, and each launch leaves its
// counters 0; launches that may overlap have their own. More than `most` bytes are not used; less
// are enough for smaller tiles.
struct wgmma_workspace {
  static constexpr std::int64_t most =
      detail::bytes_of_workspace(detail::most_blocks_that_share, 256);
  void* p = nullptr;
  std::int64_t bytes = 0;
};

// A is m x k; B is n x k, that is op(B) transposed; C and D are m x n, in the order of the kernel.
// Leading dimensions and the distances of batches are in elements. C may be D; other overlaps are
// refused. C has D's type, the type of alpha, or is f16 or bf16 beside fp8. As in BLAS, C is not
// read if beta is 0, and A and B are not read if alpha or k is 0.
template <class TA, class TB, class TD, class Scalar = float, class Epilogue = identity_epilogue,
          class TC = TD>
struct wgmma_arguments {
  std::int64_t m, n, k;
  Scalar alpha;
  TA const* a;
  std::int64_t lda;
  TB const* b;
  std::int64_t ldb;
  TD* d;
  std::int64_t ldd;
  Scalar beta = 0;
  TC const* c = nullptr;
  std::int64_t ldc = 0;
  std::int64_t batches = 1;
  std::int64_t batch_a = 0, batch_b = 0, batch_c = 0, batch_d = 0;
  Epilogue finish{};
  wgmma_scales scales{};
  wgmma_workspace workspace{};
};
template <class TA, class TB, class TD, class Scalar, class M, class N, class K, class LA, class LB,
          class LD>
wgmma_arguments(M, N, K, Scalar, TA*, LA, TB*, LB, TD*, LD)
    -> wgmma_arguments<std::remove_const_t<TA>, std::remove_const_t<TB>, TD, Scalar>;

namespace detail {

// The arguments of D^T = B^T * A^T.
template <class TA, class TB, class TD, class Scalar, class Epilogue, class TC>
constexpr auto transposed(wgmma_arguments<TA, TB, TD, Scalar, Epilogue, TC> const& g) noexcept {
  return wgmma_arguments<TB, TA, TD, Scalar, transposed_epilogue<Epilogue>, TC>{
      g.n,        g.m,       g.k,        g.alpha,
      g.b,        g.ldb,     g.a,        g.lda,
      g.d,        g.ldd,     g.beta,     g.c,
      g.ldc,      g.batches, g.batch_b,  g.batch_a,
      g.batch_c,  g.batch_d, {g.finish}, {g.scales.b, g.scales.a, g.scales.c, g.scales.d},
      g.workspace};
}

// check_matrix, and the distance of batches; LD, Along, Across, Batches and Batch are the unknowns.
template <class LD, class Along, class Across, class Batches, class Batch, class T>
status check_batches(core::text* why, T const* p, std::int64_t along, std::int64_t across,
                     std::int64_t ld, std::int64_t batches, std::int64_t batch) noexcept {
  status s = check_matrix<LD, Along, Across, 16, std::int64_t>(why, p, along, across, ld);
  if (s != status::ok || along == 0 || across == 0 || batches == 1) return s;
  s = check_distance<Batch, Batches>(why, batch, batches);
  if (s != status::ok) return s;
  std::int64_t const room = INT64_MAX / static_cast<std::int64_t>(2 * sizeof(T)) - ld * across;
  return room < 0 || (batch > 0 && batches - 1 > room / batch) ? status::size_beyond_index
                                                               : status::ok;
}
// The bytes of a batched matrix, from the first to the last, as one run.
template <class T>
runs_of_bytes span_of(T const* p, std::int64_t along, std::int64_t across, std::int64_t ld,
                      std::int64_t batches, std::int64_t batch) noexcept {
  std::int64_t const last = (across - 1) * ld + along + (batches - 1) * batch;
  return bytes_of(p, last, 1, last);
}

// These arguments have the integers Of, an integers_of_wgmma.
template <class Kernel, class Of, major MajorA, major MajorB, class TA, class TB, class TD,
          class Scalar, class Epilogue, class TC>
status check_wgmma(wgmma_arguments<TA, TB, TD, Scalar, Epilogue, TC> const& g,
                   core::text* why) noexcept {
  using m = typename Of::m;
  using n = typename Of::n;
  using k = typename Of::k;
  using batches = typename Of::batches;
  if (g.m < 0 || g.n < 0 || g.k < 0 || g.batches < 0) return status::negative_size;
  constexpr bool mn_a = MajorA == major::mn, mn_b = MajorB == major::mn;
  constexpr bool has_no_scale = std::is_integral_v<Scalar>;
  if ((g.scales.a != nullptr && (has_no_scale || sizeof(TA) != 1)) ||
      (g.scales.b != nullptr && (has_no_scale || sizeof(TB) != 1)) ||
      (g.scales.c != nullptr && (has_no_scale || sizeof(TC) != 1)) ||
      (g.scales.d != nullptr && (has_no_scale || sizeof(TD) != 1)))
    return status::scale_not_taken;
  if (g.m == 0 || g.n == 0 || g.batches == 0) return status::ok;
  // Before tiles are counted.
  status s = check_extents<m, n, batches>(why, g.m, g.n, g.batches);
  if (s == status::ok && g.k != 0) s = check_extents<k>(why, g.k);
  if (s != status::ok) return s;
  constexpr bool is_transposed = Kernel::stores == matrix_order::column_major;
  if (!Kernel::has_order(is_transposed ? g.n : g.m, is_transposed ? g.m : g.n, g.batches))
    return status::size_beyond_index;
  bool const has_product = g.alpha != 0 && g.k != 0;
  if (has_product) {
    s = check_batches<typename Of::lda, std::conditional_t<mn_a, m, k>,
                      std::conditional_t<mn_a, k, m>, batches, typename Of::batch_a>(
        why, g.a, mn_a ? g.m : g.k, mn_a ? g.k : g.m, g.lda, g.batches, g.batch_a);
    if (s != status::ok) return s;
    s = check_batches<typename Of::ldb, std::conditional_t<mn_b, n, k>,
                      std::conditional_t<mn_b, k, n>, batches, typename Of::batch_b>(
        why, g.b, mn_b ? g.n : g.k, mn_b ? g.k : g.n, g.ldb, g.batches, g.batch_b);
    if (s != status::ok) return s;
  }
  if (g.beta != 0) {
    s = check_batches<typename Of::ldc, n, m, batches, typename Of::batch_c>(
        why, g.c, g.n, g.m, g.ldc, g.batches, g.batch_c);
    if (s != status::ok) return s;
  }
  s = check_batches<typename Of::ldd, n, m, batches, typename Of::batch_d>(
      why, g.d, g.n, g.m, g.ldd, g.batches, g.batch_d);
  if (s != status::ok) return s;
  if (batches_overlap(g.n, g.m, g.ldd, g.batches, g.batch_d)) return status::overlapping_operands;
  runs_of_bytes const d = span_of(g.d, g.n, g.m, g.ldd, g.batches, g.batch_d);
  if (has_product &&
      (overlap(span_of(g.a, mn_a ? g.m : g.k, mn_a ? g.k : g.m, g.lda, g.batches, g.batch_a), d) ||
       overlap(span_of(g.b, mn_b ? g.n : g.k, mn_b ? g.k : g.n, g.ldb, g.batches, g.batch_b), d)))
    return status::overlapping_operands;
  bool is_in_place = false;
  if constexpr (std::is_same_v<TC, TD>)
    is_in_place = g.c == g.d && g.ldc == g.ldd && (g.batches == 1 || g.batch_c == g.batch_d);
  if (g.beta != 0 && !is_in_place &&
      overlap(span_of(g.c, g.n, g.m, g.ldc, g.batches, g.batch_c), d))
    return status::overlapping_operands;
  return status::ok;
}

}  // namespace detail

// `ok` where gemm_wgmma takes these arguments. Else the first of: negative_size; scale_not_taken;
// size_beyond_index (an extent is 2^31 - 1024 or more); misaligned_extent where a row of D is no
// multiple of 16 bytes; size_beyond_index (the tiles, or those of a group of rows of tiles, are
// 2^31 - 65536 or more); for A, B, C (where beta is not 0) and D null_pointer, misaligned_base,
// leading_dimension_too_small (also a negative distance of batches), misaligned_leading_dimension,
// size_beyond_index; overlapping_operands where two batches of D share an element, or D shares a
// byte with A or B, or with C and is not C. For a column-major D read column, and B before A.
// `why`, where it is not null, gets a sentence. A host function that launches nothing and needs no
// CUDA.
//
// The check that batches of D share no element is exact: rows may interleave. D and another operand
// are refused if their ranges, from first to last byte, overlap.
template <class Kernel, class Scalar, class Epilogue, class TC>
status check_gemm(wgmma_arguments<typename Kernel::element_a, typename Kernel::element_b,
                                  typename Kernel::element_d, Scalar, Epilogue, TC> const& g,
                  core::text* why = nullptr) noexcept {
  using TA = typename Kernel::element_a;
  using TB = typename Kernel::element_b;
  using TD = typename Kernel::element_d;
  static_assert(
      detail::require_wgmma_arguments<detail::wgmma_multiplied<TA, TB>, TD, Scalar, TC>());
  constexpr bool is_row_major = Kernel::order_d == matrix_order::row_major;
  using of =
      detail::integers_of_wgmma<TA, TB, TD, Kernel::major_a, Kernel::major_b, is_row_major, TC>;
  return detail::told(why, [&] {
    if constexpr (is_row_major)
      return detail::check_wgmma<Kernel, of, Kernel::major_a, Kernel::major_b>(g, why);
    else
      return detail::check_wgmma<Kernel, detail::transposed_integers<of>, Kernel::major_b,
                                 Kernel::major_a>(detail::transposed(g), why);
  });
}

namespace detail {

// The memory by which blocks hand over, for each block of the grid and each of its consumers: a
// counter that is 0 before a launch, and after it; and sums. Pointers are plain, or those of the
// run on the CPU.
template <class Sums, class Counters>
struct hand_over_memory {
  Sums sums;
  Counters given;
};
// That memory, and the clusters of a line of tiles, or 0 if tiles are whole.
template <class Sums, class Counters>
struct wgmma_sharing {
  using memory_type = hand_over_memory<Sums, Counters>;
  memory_type memory;
  int clusters_of_line;
};

// The arguments of a row-major Kernel for those of a caller, whose matrices are at a, b, c and d:
// pointers, or on the CPU checked pointers. The grid has `clusters` clusters. If alpha or k is 0, a
// and b may point to any memory: the kernel then loads a tile outside of matrices of one element,
// which is zeros. Result: the arguments, and whether TMA accepts the matrices. Pre: check_gemm is
// ok.
template <class Arguments>
struct wgmma_launch {
  bool is_described;
  Arguments args;
};
template <class Kernel, class G, class PA, class PB, class PC, class PD, class... Shared>
auto launch_arguments(G const& g, PA a, PB b, PC c, PD d, int clusters,
                      Shared const&... shared) noexcept {
  int const m = static_cast<int>(g.m);
  int const n = static_cast<int>(g.n);
  int const k = g.alpha != 0 ? static_cast<int>(g.k) : 0;
  int const batches = static_cast<int>(g.batches);
  constexpr sizes_of_one_element one{};
  auto const from_a = Kernel::map_a(k == 0 ? Kernel::operand_a(one, make_gmem_ptr(a))
                                           : Kernel::operand_a(g, make_gmem_ptr(a)));
  auto const from_b = Kernel::map_b(k == 0 ? Kernel::operand_b(one, make_gmem_ptr(b))
                                           : Kernel::operand_b(g, make_gmem_ptr(b)));
  auto const to = Kernel::output(g, make_gmem_ptr(d));
  using call = typename Kernel::template arguments<PC, std::remove_cvref_t<decltype(to.copy)>,
                                                   typename Shared::memory_type...>;
  typename Kernel::template whole_tiles<PC, std::remove_cvref_t<decltype(to.copy)>> const whole{
      {m, n, k, g.alpha, g.beta, g.scales, c, g.ldc, g.batch_c, g.finish},
      from_a.copy,
      from_b.copy,
      to.copy,
      Kernel::order_of(m, n, batches),
      clusters};
  bool const is_described = from_a && from_b && to;
  if constexpr (sizeof...(Shared) == 0) {
    return wgmma_launch<call>{is_described, whole};
  } else {
    int const of_line = (shared.clusters_of_line + ...);
    tile_order const& order = whole.order;
    wgmma_launch<call> l{is_described, {whole, {}, (shared.memory, ...)}};
    if (of_line == 0) {
      l.args.parts = {order.count(), whole.k_tiles(), clusters};
    } else {
      l.args.order = stream_k_order::by_lines(order);
      l.args.parts = {order, whole.k_tiles(), of_line};
    }
    return l;
  }
}

}  // namespace detail

#if defined(__CUDACC__)
namespace detail {

// launch_gemm<Kernel> of arguments for which check_gemm of some schedule is ok: whether an int
// counts the tiles depends on the schedule.
template <class Kernel, class Scalar, class Epilogue, class TC>
status launch_checked(wgmma_arguments<typename Kernel::element_a, typename Kernel::element_b,
                                      typename Kernel::element_d, Scalar, Epilogue, TC> const& g,
                      cudaStream_t stream) noexcept {
  if constexpr (requires { typename Kernel::transposed; }) {
    return launch_checked<typename Kernel::transposed>(transposed(g), stream);
  } else {
    if (g.m == 0 || g.n == 0 || g.batches == 0) return status::ok;
    if (!Kernel::has_order(g.m, g.n, g.batches)) return status::size_beyond_index;
    using arguments = typename Kernel::template arguments<
        TC const*, typename Kernel::template output_of<typename Kernel::element_d*>>;
    constexpr std::int64_t blocks = blocks_of(cluster_of<Kernel>);
    tile_order const order = Kernel::order_of(g.m, g.n, static_cast<int>(g.batches));
    std::int64_t const tiles = order.count();
    bool const has_product = g.alpha != 0 && g.k != 0;
    auto const* const a =
        has_product ? g.a : reinterpret_cast<typename Kernel::element_a const*>(g.d);
    auto const* const b =
        has_product ? g.b : reinterpret_cast<typename Kernel::element_b const*>(g.d);
    auto const launched = [&](std::int64_t clusters, auto const&... sharing) {
      auto const l =
          launch_arguments<Kernel>(g, a, b, g.c, g.d, static_cast<int>(clusters), sharing...);
      return l.is_described ? launch<Kernel>({clusters * blocks}, l.args, stream)
                            : status::tensor_map_refused;
    };
    if constexpr (!Kernel::is_persistent) {
      return launched(tiles);
    } else {
      auto const most = [&](std::int64_t wanted) {
        return std::int64_t{persistent_grid<Kernel, arguments>(wanted * blocks).x} / blocks;
      };
      std::int64_t const of_whole_tiles = fewest_clusters(tiles, most(tiles));
      if constexpr (!Kernel::shares_tiles) {
        return launched(of_whole_tiles);
      } else {
        std::int64_t const k_tiles = has_product ? tiles_of(g.k, Kernel::block_k) : 1;
        std::int64_t const lines = std::int64_t{stream_k_order::lines(order)} * order.batches;
        std::int64_t of_line = clusters_of_line(lines, stream_k_order::tiles_of_line(order),
                                                k_tiles, most(INT32_MAX / blocks));
        if (!is_workspace(g.workspace.bytes, lines * of_line * blocks, Kernel::block_n))
          of_line = 0;
        return launched(of_line == 0 ? of_whole_tiles : lines * of_line,
                        wgmma_sharing<typename Kernel::accumulator*, std::uint32_t*>{
                            Kernel::memory_in(g.workspace.p), static_cast<int>(of_line)});
      }
    }
  }
}

}  // namespace detail

// Checks the arguments, makes the tensor maps and launches Kernel, a gemm_wgmma: a persistent one
// on as many clusters as the device runs at a time, one with split-k on a cluster for each tile.
// Asynchronous. Result: a status of check_gemm<Kernel> or of launch, or tensor_map_refused.
template <class Kernel, class Scalar, class Epilogue, class TC>
status launch_gemm(wgmma_arguments<typename Kernel::element_a, typename Kernel::element_b,
                                   typename Kernel::element_d, Scalar, Epilogue, TC> const& g,
                   cudaStream_t stream) noexcept {
  status const s = check_gemm<Kernel>(g);
  return s == status::ok ? detail::launch_checked<Kernel>(g, stream) : s;
}
#endif

template <class TA, class TB, class TD, major MajorA = major::k, major MajorB = major::k,
          matrix_order OrderD = matrix_order::row_major, class Epilogue = identity_epilogue,
          class Schedule = wgmma_schedule<256, 3, 4, 2>>
struct gemm_wgmma;  // kernel/gemm/wgmma/gemm_wgmma.hpp

// The numbers of these arguments on which the choice depends.
template <matrix_order OrderD = matrix_order::row_major, class TA, class TB, class TD, class Scalar,
          class Epilogue, class TC>
wgmma_problem problem_of(wgmma_arguments<TA, TB, TD, Scalar, Epilogue, TC> const& g) noexcept {
  auto const begins_lines = [](auto const* p, std::int64_t ld) {
    return reinterpret_cast<std::uintptr_t>(p) % 128 == 0 &&
           ld * static_cast<std::int64_t>(sizeof(*p)) % 128 == 0;
  };
  constexpr bool is_row_major = OrderD == matrix_order::row_major;
  constexpr int bytes[] = {sizeof(TA), sizeof(TB)};
  return {is_row_major ? g.m : g.n,
          is_row_major ? g.n : g.m,
          g.k,
          g.batches,
          bytes[is_row_major ? 0 : 1],
          static_cast<int>(sizeof(TD)),
          begins_lines(g.a, g.lda) && begins_lines(g.b, g.ldb),
          bytes[is_row_major ? 1 : 0],
          g.workspace.p == nullptr ? 0 : g.workspace.bytes};
}

#if defined(__CUDACC__)
// Launches the gemm_wgmma that choose_wgmma takes for these arguments and the current device.
// Asynchronous. Result: as launch_gemm<gemm_wgmma<...>>; not_launched where the device cannot be
// asked.
template <major MajorA = major::k, major MajorB = major::k,
          matrix_order OrderD = matrix_order::row_major, class TA, class TB, class TD, class Scalar,
          class Epilogue, class TC>
status launch_gemm(wgmma_arguments<TA, TB, TD, Scalar, Epilogue, TC> const& g,
                   cudaStream_t stream) noexcept {
  constexpr bool is_converted = sizeof(TA) != sizeof(TB);
  using usual = gemm_wgmma<
      TA, TB, TD, MajorA, MajorB, OrderD, Epilogue,
      std::conditional_t<is_converted, wgmma_swap_ab<16, 5>, wgmma_schedule<256, 3, 4, 2>>>;
  if (status const s = check_gemm<usual>(g); s != status::ok) return s;
  if (g.m == 0 || g.n == 0 || g.batches == 0) return status::ok;
  int device = 0;
  int sms = 0;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device) != cudaSuccess ||
      sms < 2)
    return status::not_launched;
  int const chosen = choose_wgmma(problem_of<OrderD>(g), sms).chosen;
  status result = status::not_launched;
  int i = 0;
  wgmma_schedules::for_each([&](auto candidate) {
    using costs = decltype(candidate);
    bool const is_chosen = i++ == chosen;
    if constexpr (costs::converts == is_converted) {
      using kernel =
          gemm_wgmma<TA, TB, TD, MajorA, MajorB, OrderD, Epilogue, typename costs::schedule>;
      if (is_chosen) result = detail::launch_checked<kernel>(g, stream);
    }
  });
  return result;
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
