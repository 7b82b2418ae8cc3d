// SPDX-License-Identifier: BSL-1.0
//
// ViewEngine and ArrayEngine: where the elements of a tensor are. make_tensor chooses one; write
// their names only to name a tensor's type.
#pragma once

#include <tileproof/tensor/aligned_ptr.hpp>
#include <tileproof/tensor/register_watch.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The elements to which an iterator points, which the tensor does not own: as large as the
// iterator. A static_assert refuses a plain pointer to elements of less than a byte, which cannot
// address one.
template <class Iterator>
struct ViewEngine {
  using iterator = Iterator;
  using reference = decltype(*std::declval<Iterator const&>());
  using element_type = detail::element_of<Iterator>;
  using value_type = std::remove_cv_t<element_type>;
  static_assert(!std::is_pointer_v<Iterator> || sizeof_bits_v<element_type> >= 8,
                "elements of less than a byte need make_gmem_ptr, make_smem_ptr or "
                "make_rmem_ptr, not a plain pointer");

  Iterator storage{};
  TILEPROOF_HOST_DEVICE constexpr Iterator const& begin() const { return storage; }
  // The iterator itself, for t.data() = t.data() + n: the tensor then begins n elements on.
  TILEPROOF_HOST_DEVICE constexpr Iterator& begin() { return storage; }
};

namespace detail {

// The alignment, in bytes, of an array of `bytes` bytes of objects T: as much as accesses of up to
// 16 bytes can use.
template <class T>
constexpr std::size_t array_alignment(std::size_t bytes) {
  std::size_t n = bytes & (0 - bytes);
  if (n > 16) n = 16;
  return n > alignof(T) ? n : alignof(T);
}

}  // namespace detail

// N elements that the tensor owns: registers, in a kernel. Aligned to the largest power of two that
// divides their size, at most 16 bytes, so that vector accesses to them are aligned.
template <class T, std::size_t N>
struct ArrayEngine {
  using element_type = T;
  using value_type = T;

  // Elements of less than a byte share bytes: 8 of 4 bits take 4 bytes.
  static constexpr std::size_t used = subbyte<T> ? (N * sizeof_bits_v<T> + 7) / 8 : N;
  static constexpr std::size_t objects = used > 0 ? used : 1;
  static constexpr std::size_t alignment = detail::array_alignment<T>(objects * sizeof(T));
  using iterator = tagged_ptr<rmem_space, aligned_ptr<T, static_cast<int>(alignment)>>;
  using const_iterator = tagged_ptr<rmem_space, aligned_ptr<T const, static_cast<int>(alignment)>>;
  using reference = decltype(*std::declval<iterator const&>());

  alignas(alignment) T storage[objects]{};
#if !defined(__CUDACC__)
  // On the host: tells the CPU run of a kernel, if one runs, that these elements are unwritten.
  constexpr ArrayEngine() {
    if (!__builtin_is_constant_evaluated())
      if (std::is_trivially_copyable_v<T> && detail::watched_registers != nullptr)
        detail::watched_registers->begin(storage, sizeof(storage), sizeof(T), __PRETTY_FUNCTION__);
  }
#endif
  // The pointer to element 0, in the register space, with the array's alignment.
  TILEPROOF_HOST_DEVICE constexpr const_iterator begin() const {
    watch();
    return {{detail::pointer_to_t<T const>{storage}}};
  }
  TILEPROOF_HOST_DEVICE constexpr iterator begin() {
    watch();
    return {{detail::pointer_to_t<T>{storage}}};
  }

 private:
  TILEPROOF_HOST_DEVICE constexpr void watch() const {
#if !defined(__CUDACC__)
    detail::watch_owner(storage, __PRETTY_FUNCTION__);
#endif
  }
};

namespace detail {

// True for engines whose elements the CPU run observes (register_watch.hpp): those in registers.
template <class Engine>
inline constexpr bool is_watched = false;
#if !defined(__CUDACC__)
template <class T, std::size_t N>
inline constexpr bool is_watched<ArrayEngine<T, N>> = true;
template <class It>
inline constexpr bool is_watched<ViewEngine<tagged_ptr<rmem_space, It>>> = true;

// Reports an access to element `offset` of a tensor in registers.
template <class It, class Offset>
void watch_use(tagged_ptr<rmem_space, It> const& p, Offset const& offset) {
  using T = element_of<It>;
  if constexpr (!subbyte<std::remove_const_t<T>>)
    watch_element(raw_pointer_cast(p), raw_pointer_cast(p) + static_cast<std::int64_t>(offset));
}
// Reports a slice that starts at `offset`.
template <class It, class Offset>
void watch_slice(tagged_ptr<rmem_space, It> const& p, Offset const& offset) {
  if constexpr (!subbyte<std::remove_const_t<element_of<It>>>)
    watch_element_place(raw_pointer_cast(p),
                        raw_pointer_cast(p) + static_cast<std::int64_t>(offset));
}
#endif

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
