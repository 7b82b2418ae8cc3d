// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's functions of iterators and tensors in namespace cute: tensor<I>,
// make_coord_tensor, copy_aligned, iterator traits, cast_smem_ptr_to_uint. Source: CuTe,
// tensor_impl.hpp, pointer_base.hpp, algorithm/copy.hpp, arch/util.hpp.
#pragma once

#include <tileproof/cute/layout.hpp>

namespace cute {

// ---- iterators

// A pointer or iterator P into a memory space, gmem_ptr<float*>: CuTe names the pointer, where this
// library's aliases name the element.
template <class P>
using gmem_ptr = tileproof::tagged_ptr<tileproof::gmem_space, P>;
template <class P>
using smem_ptr = tileproof::tagged_ptr<tileproof::smem_space, P>;
template <class P>
using rmem_ptr = tileproof::tagged_ptr<tileproof::rmem_space, P>;

// The type of *it, of the element, and of its value, of an iterator or pointer.
template <class It>
struct iter_reference {
  using type = decltype(*std::declval<It&>());
};
template <class It>
using iter_reference_t = typename iter_reference<It>::type;
template <class It>
struct iter_element {
  using type = tileproof::detail::element_of<It>;
};
template <class It>
using iter_element_t = typename iter_element<It>::type;
template <class It>
struct iter_value {
  using type = std::remove_cv_t<iter_element_t<It>>;
};
template <class It>
using iter_value_t = typename iter_value<It>::type;
template <class It>
struct iterator_traits {
  using reference = iter_reference_t<It>;
  using element_type = iter_element_t<It>;
  using value_type = iter_value_t<It>;
};
// Whether P points neither into global nor into shared memory: as in CuTe, a plain pointer counts.
template <class P>
struct is_rmem : std::bool_constant<!tileproof::is_gmem_v<P> && !tileproof::is_smem_v<P>> {};
template <class P>
inline constexpr bool is_rmem_v = is_rmem<P>::value;

// Whether *t is an expression.
template <class T>
    struct has_dereference : std::bool_constant < requires(T& t) {
  *t;
}>{};

// The alignment in bytes that is known of an iterator's element, a static integer; 0: unknown.
template <class It>
TILEPROOF_HOST_DEVICE constexpr auto max_alignment(It const&) {
  return Int<tileproof::alignment_v<It>>{};
}

// An iterator whose element i is fn_(ptr_[i]).
template <class Fn, class It>
struct transform_iter {
  using iterator = It;
  Fn fn_;
  It ptr_;
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator*() const { return fn_(*ptr_); }
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator[](Index const& i) const {
    return fn_(ptr_[i]);
  }
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr auto operator+(Index const& i) const {
    return transform_iter<Fn, decltype(ptr_ + i)>{fn_, ptr_ + i};
  }
};
template <class Fn, class It>
TILEPROOF_HOST_DEVICE constexpr auto make_transform_iter(Fn const& fn, It const& it) {
  return transform_iter<Fn, It>{fn, it};
}

// The object in which elements of less than a byte lie in memory.
template <class T>
using subbyte_storage_type_t = std::uint8_t;

// The address of shared memory that instructions take, in bytes. The host, which has none, stops.
CUTE_HOST_DEVICE std::uint32_t cast_smem_ptr_to_uint([[maybe_unused]] void const* p) {
#if defined(__CUDA_ARCH__)
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(p));
#else
  CUTE_INVALID_CONTROL_PATH("cast_smem_ptr_to_uint: the host has no shared memory\n");
#endif
}

// ---- tensors

// The engine of a tensor that does not own its elements, and may not write them. The library has
// one engine for both: constness is that of the element.
template <class It>
using ConstViewEngine = ViewEngine<It>;

namespace detail_of_cute {

// Whether a vector of bits may be copied from one tensor to the other: both refer to stored
// elements of one type.
template <class A, class B>
inline constexpr bool has_common_vectors =
    std::is_same_v<iter_value_t<typename A::iterator>, iter_value_t<typename B::iterator>> &&
    std::is_trivially_copyable_v<iter_value_t<typename A::iterator>> &&
    std::is_reference_v<iter_reference_t<typename A::iterator>> &&
    std::is_reference_v<iter_reference_t<typename B::iterator>>;

}  // namespace detail_of_cute

// max_common_vector and max_common_layout of the layouts of two tensors; none, 0 and _1:_0, where
// no vector of bits may be copied from one to the other: their elements differ in type, or are no
// memory.
template <class A, class LA, class B, class LB>
TILEPROOF_HOST_DEVICE constexpr auto max_common_vector(Tensor<A, LA> const& a,
                                                       Tensor<B, LB> const& b) {
  if constexpr (detail_of_cute::has_common_vectors<A, B>)
    return tileproof::max_common_vector(a.layout(), b.layout());
  else
    return Int<0>{};
}
template <class A, class LA, class B, class LB>
TILEPROOF_HOST_DEVICE constexpr auto max_common_layout(Tensor<A, LA> const& a,
                                                       Tensor<B, LB> const& b) {
  if constexpr (detail_of_cute::has_common_vectors<A, B>)
    return tileproof::max_common_layout(a.layout(), b.layout());
  else
    return Layout<Int<1>, Int<0>>{};
}

// make_tensor as a function object: MakeTensor<float>{}(shape), MakeTensor<It>{}(it, layout).
template <class T>
struct MakeTensor {
  template <class Arg, class... Args>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(Arg const& arg, Args const&... args) const {
    if constexpr (has_dereference<Arg>::value)
      return tileproof::make_tensor(arg, args...);
    else
      return tileproof::make_tensor<T>(arg, args...);
  }
};

// The view of mode Is of a tensor; the tensor itself without an index.
template <int... Is, class T>
  requires(tileproof::is_tensor_v<T>)
TILEPROOF_HOST_DEVICE constexpr auto tensor(T&& t) {
  if constexpr (sizeof...(Is) == 0)
    return t;
  else
    return tileproof::make_tensor(t.data(),
                                  tileproof::layout<static_cast<std::size_t>(Is)...>(t.layout()));
}

// The tensor whose element at c is the offset l(c), or the coordinate where strides are basis
// vectors: make_coord_tensor(make_identity_layout(shape)) is make_identity_tensor(shape).
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto make_coord_tensor(Layout<S, D> const& l) {
  auto const zero = cute::coprofile(l);
  if constexpr (detail_of_cute::tuple_like<decltype(zero)>)
    return tileproof::make_tensor(cute::make_inttuple_iter(zero), l);
  else
    return tileproof::make_tensor(counting_iterator<int>{0}, l);
}

// copy of tensors that begin at a multiple of 16 bytes, the caller's statement: with accesses as
// wide as 128 bits where the layouts allow it.
template <class Src, class Dst>
TILEPROOF_HOST_DEVICE constexpr void copy_aligned(Src const& src, Dst&& dst) {
  tileproof::copy(AutoVectorizingCopyWithAssumedAlignment<128>{}, src, dst);
}

}  // namespace cute
