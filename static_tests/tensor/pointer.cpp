// SPDX-License-Identifier: BSL-1.0
#include <tileproof/tensor/pointer.hpp>

using namespace tileproof;

namespace {

constexpr int data[] = {10, 11, 12, 13};

////////////////////////////////////////////////////////////////////////// pointers into a memory

static_assert(*make_gmem_ptr(data) == 10);
static_assert(make_gmem_ptr(data)[2] == 12);
static_assert(*(make_smem_ptr(data) + 3) == 13);
static_assert((make_rmem_ptr(data) + Int<1>{}).get() == data + 1);
static_assert(raw_pointer_cast(make_gmem_ptr(data)) == data);
static_assert(sizeof(make_gmem_ptr(data)) == sizeof(int*));

static_assert(is_gmem<gmem_ptr<float>>::value);
static_assert(!is_gmem<smem_ptr<float>>::value);  // another memory
static_assert(!is_gmem<float*>::value);           // a plain pointer says nothing
static_assert(is_smem<smem_ptr<float>>::value);
static_assert(is_rmem<rmem_ptr<float>>::value);
static_assert(is_smem_v<smem_ptr<float> const>);
static_assert(
    std::is_same_v<decltype(make_gmem_ptr<float>(static_cast<void*>(nullptr))), gmem_ptr<float>>);
static_assert(std::is_same_v<decltype(make_smem_ptr<float>(static_cast<void const*>(nullptr))),
                             smem_ptr<float const>>);
static_assert(make_rmem_ptr<float>(nullptr).get() == nullptr);
static_assert(recast_ptr<int>(data) == data);

static_assert(std::is_same_v<gmem_ptr<int const>::value_type, int>);
static_assert(std::is_same_v<gmem_ptr<int const>::element_type, int const>);
static_assert(
    std::is_same_v<decltype(recast_ptr<char>(make_smem_ptr(data))), smem_ptr<char const>>);

// A pointer that has the memory space already is the same pointer; registers are a T* where one is
// expected, and elements that count as registers may lie in shared memory.
constexpr int const* raw = make_rmem_ptr(data) + 2;
static_assert(*raw == 12);
static_assert(!std::is_convertible_v<smem_ptr<int>, int*>);
static_assert(!std::is_convertible_v<rmem_ptr<int const>, int*>);
static_assert(std::is_same_v<decltype(make_gmem_ptr(make_gmem_ptr(data))), gmem_ptr<int const>>);
static_assert(std::is_same_v<decltype(make_smem_ptr(make_rmem_ptr(data))), smem_ptr<int const>>);
template <class P>
constexpr bool is_smem_of = requires(P p) { make_smem_ptr(p); };
static_assert(is_smem_of<smem_ptr<int>> && !is_smem_of<gmem_ptr<int>>);

/////////////////////////////////////////////////////////////////////////////// iterators

static_assert(*counting_iterator<int>{7} == 7);
static_assert(counting_iterator<int>{7}[Int<2>{}] == 9);
static_assert(*(counting_iterator<long>{7} + 2) == 9);

using origin = ArithmeticTuple<_0, _0>;
constexpr ArithmeticTupleIterator<origin> at_origin{};
constexpr auto step = as_arithmetic_tuple(make_tuple(1, _2{}));
static_assert(std::is_same_v<decltype(at_origin[step]), ArithmeticTuple<int, _2>>);
static_assert(get<0>(*(at_origin + step + step)) == 2);
static_assert(get<1>(*(at_origin + step + step)) == 4);

}  // namespace
