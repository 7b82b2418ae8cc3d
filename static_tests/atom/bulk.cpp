// SPDX-License-Identifier: BSL-1.0
#include <tileproof/atom/tma/bulk.hpp>
#include <tileproof/prove/partition.hpp>

using namespace tileproof;

namespace {

// ---- both sides of an instruction own every bit

template <class Op, int Bits>
constexpr bool owns_all() {
  using traits = Copy_Traits<Op, Int<Bits>>;
  return require<owns_every_element<>>(typename traits::SrcLayout{}, Int<Bits>{}) &&
         require<owns_every_element<>>(typename traits::DstLayout{}, Int<Bits>{}) &&
         size(typename traits::ThrID{}) == 1;
}
static_assert(owns_all<SM90_BULK_COPY_G2S, 128>() && owns_all<SM90_BULK_COPY_G2S, 65536>());
static_assert(owns_all<SM90_BULK_COPY_G2S_OP, 8192>() && owns_all<SM90_BULK_COPY_S2G, 8192>());

template <class T, class Op = SM90_BULK_COPY_S2G>
using atom = Copy_Atom<Copy_Traits<Op, Int<4096>>, T>;
static_assert(atom<char>::NumValSrc == 512 && atom<float>::NumValDst == 128);

// ---- an instruction accesses one run, in line

template <class T, int Bytes, class L>
constexpr bool is_bulk(L const& l) {
  return require_bulk<512>(make_tensor(make_smem_ptr(aligned_ptr<T, Bytes>{}), l));
}
static_assert(is_bulk<float, 16>(Layout<_128>{}) && is_bulk<char, 128>(Layout<Shape<_64, _8>>{}));
static_assert(is_bulk<short, 32>(Layout<Shape<_2, _128>, Stride<_1, _2>>{}));

// The barrier is where it is.
constexpr bool holds_its_barrier() {
  std::uint64_t barrier = 0;
  return atom<float, SM90_BULK_COPY_G2S>{}.with(barrier).barrier == &barrier;
}
static_assert(holds_its_barrier());
static_assert(sizeof(ClusterBarrier) == 8 && sizeof(ClusterTransactionBarrier) == 8);

}  // namespace
