// SPDX-License-Identifier: BSL-1.0
//
// expect-error: memory_has_bytes_of_stages
// expect-sentence: memory: the layout of A has 16384 bytes, and the stages of the buffer have 24576
#include <tileproof/machine/memory.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

struct protocol {
  struct A : pipeline::buffer<A, 3, 8192> {};
  using resources = pipeline::resources<A>;
  using loop = pipeline::once;
  struct one {
    static constexpr int threads = 128;
  };
  using roles = pipeline::roles<one>;
};
#if defined(TILEPROOF_CONTROL)
using a_layout = Layout<Shape<_64, _64, _3>>;
#else
using a_layout = Layout<Shape<_64, _64, _2>>;
#endif
using memory = pipeline::memory<protocol, pipeline::bind<protocol::A, half_t, a_layout>>;
static_assert(memory::bytes > 0);
