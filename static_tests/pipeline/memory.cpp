// SPDX-License-Identifier: BSL-1.0
//
// Where machine/memory.hpp places the buffers of a protocol.
#include <tileproof/atom/wgmma/layouts.hpp>
#include <tileproof/machine/barrier_places.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/types/refused_type.hpp>

using namespace tileproof;
using pipeline::bind;

namespace {

struct protocol {
  struct A : pipeline::buffer<A, 3, 8192> {};
  struct B : pipeline::buffer<B, 2, 512, 2> {};
  struct Unused : pipeline::buffer<Unused, 1, 4096> {};
  struct Uncounted : pipeline::buffer<Uncounted, 1, 0> {};
  struct Out : pipeline::buffer<Out, 1, 2048> {};
  struct Full : pipeline::mbarrier<Full, 3, 1> {};
  struct Empty : pipeline::mbarrier<Empty, 3, 1, 2> {};
  using resources = pipeline::resources<A, B, Uncounted, Out, Full, Empty>;
  using overlaps = pipeline::overlaps<pipeline::overlap<A, Uncounted>, pipeline::overlap<Out, A>>;
  using loop = pipeline::once;
  struct one {
    static constexpr int threads = 32;
  };
  using roles = pipeline::roles<one>;
};
using a_layout = Layout<Shape<_64, _64, _3>>;
using b_layout = Layout<Shape<_128, _2, _2>>;

using memory =
    pipeline::memory<protocol, bind<protocol::B, float, b_layout>,
                     bind<protocol::Unused, float, Layout<Shape<_32, _32>>>,
                     bind<protocol::A, half_t, a_layout, 1024>,
                     bind<protocol::Uncounted, std::int8_t, Layout<Int<100>>>,
                     pipeline::reuse<protocol::Out, protocol::A, float, Layout<Shape<_512>>>>;
static_assert(memory::offset<0> == 0 && memory::field_at<0>::bytes == 4 * 512);
static_assert(memory::offset<1> == 2048 && memory::field_at<1>::bytes == 0);
static_assert(memory::offset<2> == 2048 && memory::field_at<2>::bytes == 3 * 8192);
static_assert(memory::offset<3> == 26624 && memory::field_at<3>::bytes == 100);
static_assert(memory::field_at<4>::bytes == 0);  // Out lies where A lies
static_assert(memory::offset<5> == 26728 && memory::bytes == 26728 + 9 * 8);  // the barriers
static_assert(memory::alignment == 1024);

// The alignment of a buffer is the period of its swizzle, from 128 to 1024 bytes.
template <class T, class L>
constexpr int alignment = bind<protocol::A, T, L>::alignment;
static_assert(alignment<half_t, GMMA::Layout_K_SW128_Atom<half_t>> == 1024);
static_assert(alignment<std::int8_t, GMMA::Layout_MN_SW64_Atom<std::int8_t>> == 512);
static_assert(alignment<tfloat32_t, GMMA::Layout_K_SW32_Atom<tfloat32_t>> == 256);
static_assert(alignment<float, a_layout> == 128);
static_assert(alignment<float, decltype(composition(Swizzle<2, 3, 4>{}, a_layout{}))> == 1024);

static_assert(pipeline::bytes_of_stage<half_t, Shape<_64, _64>> == 8192);
static_assert(pipeline::bytes_of_stage<int4b_t, Layout<_64>> == 32);

}  // namespace
