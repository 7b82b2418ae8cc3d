// SPDX-License-Identifier: BSL-1.0
#include "copy_oracle.hpp"

#include <tileproof/atom/copy_sm80.hpp>
#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/tiled_copy.hpp>
#include <tileproof/tensor/fragment.hpp>

using namespace tileproof;

namespace {

template <class T, int Bytes>
using global = tagged_ptr<gmem_space, aligned_ptr<T, Bytes>>;
template <class T, int Bytes>
using shared = tagged_ptr<smem_space, aligned_ptr<T, Bytes>>;
template <class Pointer, class L>
using tensor = decltype(make_tensor(Pointer{}, L{}));
template <class T, class L>
using fragment = decltype(make_tensor<T>(L{}));

template <class Src, class Dst = Src, int AssumedBits = 0>
inline constexpr int bits = copy_plan<Src, Dst, AssumedBits>::access_bits;

////////////////////////////////////////////////////////////////////////// against the count

template <std::size_t I, class T, int Bytes>
using table_tensor = tensor<global<T, Bytes>, copies::layout_at<I>>;

template <std::size_t I>
constexpr bool is_swizzled = is_composed_layout<copies::layout_at<I>>::value;

// Memory to memory: exact; behind a swizzle, never too wide.
template <std::size_t I, std::size_t J, class T, int Bytes>
constexpr int as_counted() {
  constexpr int planned = copy_plan<table_tensor<I, T, Bytes>, table_tensor<J, T, Bytes>>::elements;
  constexpr int most = Bytes / static_cast<int>(sizeof(T));
  constexpr int counted = copies::widest(copies::offsets_at<I>, copies::offsets_at<J>, most);
  if constexpr (is_swizzled<I> || is_swizzled<J>)
    static_assert(counted % planned == 0, "an access that is not legal");
  else
    static_assert(planned == counted, "not the widest access");
  return planned;
}
// Memory to registers: what one side allows, whatever the order of the registers.
template <std::size_t I, std::size_t J>
constexpr int as_counted_alone() {
  using memory = table_tensor<I, float, 16>;
  if constexpr (copies::offsets_at<J>.size <= 64 && !is_swizzled<J>) {
    using registers = fragment<float, decltype(shape(copies::layout_at<J>{}))>;
    constexpr int counted = copies::widest(copies::offsets_at<I>, copies::offsets_at<I>, 4);
    constexpr int in = copy_plan<memory, registers>::elements;
    static_assert(is_swizzled<I> ? counted % in == 0 : counted == in);
    static_assert(copy_plan<registers, memory>::elements == in);
    return in;
  } else {
    return 1;
  }
}

struct tally {
  int all = 0;
  int wider = 0;
  int widest = 0;
  constexpr void count(int n, int most) {
    ++all;
    wider += n > 1;
    widest += n == most;
  }
};
template <std::size_t... K>
constexpr tally count_pairs(std::index_sequence<K...>) {
  tally r;
  (r.count(as_counted<copies::all.a[K], copies::all.b[K], float, 16>(), 4), ...);
  return r;
}
template <std::size_t... K>
constexpr tally count_fragments(std::index_sequence<K...>) {
  tally r;
  (r.count(as_counted_alone<copies::all.a[K], copies::all.b[K]>(), 4), ...);
  return r;
}
template <class T, int Bytes, std::size_t... I>
constexpr tally count_layouts(std::index_sequence<I...>) {
  tally r;
  (r.count(as_counted<I, I, T, Bytes>(), Bytes / static_cast<int>(sizeof(T))), ...);
  return r;
}
constexpr tally pairs = count_pairs(std::make_index_sequence<copies::all.count>{});
constexpr tally fragments = count_fragments(std::make_index_sequence<copies::all.count>{});
constexpr tally halves = count_layouts<half_t, 16>(std::make_index_sequence<copies::count>{});
constexpr tally less_aligned = count_layouts<float, 8>(std::make_index_sequence<copies::count>{});
template <int...>
struct print;
print<pairs.all, pairs.wider, pairs.widest, fragments.wider, fragments.widest, halves.all, halves.wider, halves.widest, less_aligned.wider> x;
}  // namespace
