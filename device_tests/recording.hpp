// SPDX-License-Identifier: BSL-1.0
//
// A kernel on a GPU with every access recorded: its source is the same, its pointers are
// recording::ptr, which note the address that a thread has computed and then make the access.
// cp.async and ldmatrix are recorded too, with the addresses of each lane.
#pragma once

#include "audit.hpp"

#include <tileproof/atom/copy/access.hpp>
#include <tileproof/kernel/common/launch.hpp>

#include <bit>

namespace recording {

using tileproof::sizeof_bits_v;

// Entries in device memory; `made` counts those beyond its room as well.
struct log {
  audit::access* entries;
  unsigned long long* made;
  unsigned long long room;
};

// The size of an element as a power of two.
template <class T>
inline constexpr int size_log_of = [] {
  static_assert(std::has_single_bit(sizeof(T)));
  return std::countr_zero(sizeof(T));
}();

// The start from which addresses are counted.
struct region {
  log to{};
  unsigned char const* first = nullptr;
  int memory = 0;
  int size_log = 0;
};

#if defined(__CUDA_ARCH__)
// In line: lanes that have parted would share the uniform registers of a function (ptxas 13.0).
__device__ __forceinline__ void note(region const& r, void const* p, int bits, bool writes,
                                     audit::instruction by) {
  unsigned long long const i = atomicAdd(r.to.made, 1ull);
  if (i >= r.to.room) return;
  audit::access a;
  a.block = static_cast<int>(blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z));
  a.memory = r.memory;
  a.thread = static_cast<int>(threadIdx.x);
  a.writes = writes;
  a.offset = (static_cast<unsigned char const*>(p) - r.first) >> r.size_log;
  a.bits = bits;
  a.by = by;
  r.to.entries[i] = a;
}
#else
inline void note(region const&, void const*, int, bool, audit::instruction) {}
#endif

// The element at an address: read where it is used as a value, written where it is assigned to.
template <class T>
class reference {
 public:
  using value_type = std::remove_cv_t<T>;

  TILEPROOF_HOST_DEVICE reference(region const& r, T* p) : in_(r), p_(p) {}
  reference(reference const&) = default;

  TILEPROOF_HOST_DEVICE operator value_type() const {
    note(in_, p_, sizeof_bits_v<value_type>, false, audit::instruction::access);
    return *p_;
  }
  // As from the element itself, where that is no number.
  template <class U>
    requires(std::is_arithmetic_v<U> && !std::is_same_v<U, value_type> &&
             std::is_convertible_v<value_type, U>)
  TILEPROOF_HOST_DEVICE explicit operator U() const {
    return static_cast<U>(operator value_type());
  }
  TILEPROOF_HOST_DEVICE reference const& operator=(value_type const& v) const
    requires(!std::is_const_v<T>)
  {
    note(in_, p_, sizeof_bits_v<value_type>, true, audit::instruction::access);
    *p_ = v;
    return *this;
  }
  TILEPROOF_HOST_DEVICE reference const& operator=(reference const& other) const
    requires(!std::is_const_v<T>)
  {
    return *this = static_cast<value_type>(other);
  }

  template <class U>
  TILEPROOF_HOST_DEVICE friend auto operator*(U const& a, reference const& b) {
    return a * static_cast<value_type>(b);
  }

 private:
  region in_;
  T* p_;
};

// P with a record of what is done through it: float*, aligned_ptr<half_t, 16>.
template <class P>
struct ptr {
  using element_type = tileproof::detail::element_of<P>;
  using value_type = std::remove_cv_t<element_type>;
  static_assert(sizeof_bits_v<value_type> >= 8);

  P it{};
  region in{};

  TILEPROOF_HOST_DEVICE element_type* raw() const { return tileproof::raw_pointer_cast(it); }
  TILEPROOF_HOST_DEVICE reference<element_type> operator*() const { return {in, raw()}; }
  template <class Offset>
  TILEPROOF_HOST_DEVICE reference<element_type> operator[](Offset const& i) const {
    return {in, raw() + static_cast<std::int64_t>(i)};
  }
  template <class Offset>
  TILEPROOF_HOST_DEVICE auto operator+(Offset const& i) const {
    return ptr<std::remove_cvref_t<decltype(it + i)>>{it + i, in};
  }
};

// The argument of an instruction that takes an object of type V. It wants a V const& of an operand
// that it reads and a V& of one that it writes: of the two conversions the first is the better one
// wherever both are possible, because it takes an object that may be changed for what it is.
template <class V>
struct object {
  V* p;
  region in;

  TILEPROOF_HOST_DEVICE operator V const&() {
    note(in, p, sizeof_bits_v<V>, false,
         in.memory < 0 ? audit::instruction::matrix : audit::instruction::cp_async);
    return *p;
  }
  TILEPROOF_HOST_DEVICE operator V&() const
    requires(!std::is_const_v<V>)
  {
    note(in, p, sizeof_bits_v<V>, true, audit::instruction::cp_async);
    return *p;
  }
};

// ---- functions that tensors and copies call with a pointer

template <class P>
TILEPROOF_HOST_DEVICE ptr<P> raw_pointer_cast(ptr<P> const& p) {
  return p;
}
template <int Bytes, class P>
TILEPROOF_HOST_DEVICE void assume_address(ptr<P> const& p) {
  tileproof::detail::assume_address<Bytes>(p.raw());
}
template <int Bytes, class T>
TILEPROOF_HOST_DEVICE ptr<tileproof::aligned_ptr<T, Bytes>> assume_aligned(ptr<T*> const& p) {
  return {tileproof::assume_aligned<Bytes>(p.it), p.in};
}
template <class P>
TILEPROOF_HOST_DEVICE tileproof::tagged_ptr<tileproof::gmem_space, ptr<P>> make_gmem_ptr(
    ptr<P> const& p) {
  return {p};
}
template <class P>
TILEPROOF_HOST_DEVICE tileproof::tagged_ptr<tileproof::smem_space, ptr<P>> make_smem_ptr(
    ptr<P> const& p) {
  return {p};
}
template <class V, class P>
TILEPROOF_HOST_DEVICE V read_as(ptr<P> const& p) {
  note(p.in, p.raw(), sizeof_bits_v<V>, false, audit::instruction::access);
  return tileproof::detail::read_as<V>(p.raw());
}
template <class P, class V>
TILEPROOF_HOST_DEVICE void write_as(ptr<P> const& p, V const& v) {
  note(p.in, p.raw(), sizeof_bits_v<V>, true, audit::instruction::access);
  tileproof::detail::write_as(p.raw(), v);
}
template <class V, class P>
TILEPROOF_HOST_DEVICE object<V> as_object(ptr<P> const& p) {
  return {&tileproof::detail::as_object<V>(p.raw()), p.in};
}

// The context of a GPU, with records of shared memory.
struct context : tileproof::gpu_context {
  log to;

  __device__ explicit context(log const& l) : to(l) {}

  template <class... Fields, auto I>
  __device__ auto shared(tileproof::shared_memory<Fields...> const& memory,
                         tileproof::C<I> i) const {
    auto const p = tileproof::gpu_context::shared(memory, i).get();
    auto const* const first = tileproof::raw_pointer_cast(p);
    using T = std::remove_cvref_t<decltype(*first)>;
    return recording::make_smem_ptr(
        ptr<std::remove_cvref_t<decltype(p)>>{p,
                                              {to, reinterpret_cast<unsigned char const*>(first),
                                               audit::field(static_cast<int>(I)), size_log_of<T>}});
  }
};

template <class Kernel, class Arguments>
__global__ void __launch_bounds__(Kernel::threads)
    run_recorded(Arguments const args, log const to) {
  Kernel::run(context(to), args);
}

}  // namespace recording

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

template <class P>
inline constexpr std::int64_t alignment_bits<recording::ptr<P>> = alignment_bits<P>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
