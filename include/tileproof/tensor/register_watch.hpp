// SPDX-License-Identifier: BSL-1.0
//
// The CPU run of kernels (cpu) watches the registers of threads: the elements of tensors
// that own them. Elsewhere, in device code above all, nothing here does anything.
//
// The elements of a tensor that begins to live during such a run are blank: bits that no arithmetic
// gives, a NaN of every floating-point type. An element that is blank when its value counts was
// never written; copies between registers and to shared memory keep it blank. Of elements of one or
// two bytes, for which blank is a value like others, the watch also remembers which ones a kernel
// has been given a reference to. Elements of less than a byte are not watched.
#pragma once

#include <tileproof/config.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

#if !defined(__CUDACC__)

class register_watch {
 public:
  // The bytes of a tensor, from `first` to before `last`.
  struct range {
    unsigned char const* first = nullptr;
    unsigned char const* last = nullptr;

    bool contains(void const* p) const { return p >= first && p < last; }
    bool contains(unsigned char const* p, std::size_t bytes) const {
      return p >= first && p + bytes <= last;
    }
  };
  // Tensors whose elements were used last: a product has three.
  range recent[4];

  // A tensor begins to own `bytes` bytes from `at` on, in elements of `element` bytes, which become
  // blank; `type` is a text that has its type.
  virtual void begin(void* at, std::size_t bytes, std::size_t element, char const* type) = 0;
  // A tensor that owns these bytes is used.
  virtual void own(void const* at, std::size_t bytes, std::size_t element, char const* type) = 0;
  // The bytes from `at` on are used as an element of the tensor that `base` points into.
  virtual void use(void const* base, void const* at, std::size_t bytes) = 0;
  // The kernel is given a reference to a blank element, which it may write; null: to a constant one.
  virtual void give(void const* at) = 0;
  // A blank element is read, to which the kernel may just have been given a reference.
  virtual void read(void const* at) = 0;

 protected:
  ~register_watch() = default;
};
// Null where no kernel runs on this CPU.
inline register_watch* watched_registers = nullptr;

inline constexpr std::uint16_t blank_bits = 0x7ffb;

inline bool is_blank(void const* at, std::size_t bytes) {
  auto const* const p = static_cast<unsigned char const*>(at);
  auto const address = reinterpret_cast<std::uintptr_t>(at);
  for (std::size_t i = 0; i < bytes; ++i)
    if (p[i] != static_cast<unsigned char>(blank_bits >> ((address + i) % 2 * 8))) return false;
  return true;
}

// A tensor that owns these elements is used.
template <class T, std::size_t N>
constexpr void watch_owner(T const (&elements)[N], char const* type) {
  if (__builtin_is_constant_evaluated() || watched_registers == nullptr) return;
  auto const* const at = reinterpret_cast<unsigned char const*>(elements);
  for (register_watch::range const& r : watched_registers->recent)
    if (r.first == at && r.last == at + sizeof(elements)) return;
  watched_registers->own(elements, sizeof(elements), sizeof(T), type);
}
// An element is used that begins at `at`, in the tensor that `base` points into: its place.
template <class T>
void watch_element_place(void const* base, T const* at) {
  if (watched_registers == nullptr) return;
  auto const* const p = reinterpret_cast<unsigned char const*>(at);
  for (register_watch::range const& r : watched_registers->recent)
    if (r.contains(base) && r.contains(p, sizeof(T))) return;
  watched_registers->use(base, at, sizeof(T));
}
// The element itself.
template <class T>
void watch_element(void const* base, T* at) {
  if (watched_registers == nullptr) return;
  watch_element_place(base, at);
  register_watch& w = *watched_registers;
  if constexpr (sizeof(T) <= 2)
    if (is_blank(at, sizeof(T))) w.give(std::is_const_v<T> ? nullptr : at);
}

#endif

// e, an element whose value counts: an operand, or what goes to global memory. What is no object is
// not looked at.
template <class T>
TILEPROOF_HOST_DEVICE constexpr T& taken(T& e) {
#if !defined(__CUDACC__)
  if (!__builtin_is_constant_evaluated())
    if (watched_registers != nullptr && is_blank(&e, sizeof(T))) watched_registers->read(&e);
#endif
  return e;
}
template <class T>
TILEPROOF_HOST_DEVICE constexpr T taken(T&& e) requires(!std::is_reference_v<T>) {
  return static_cast<T&&>(e);
}
// The same of elements(i), of a tensor or a function of the index.
template <class Elements>
struct taken_elements {
  Elements const& elements;
  template <class I>
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator()(I const& i) const {
    return taken(elements(i));
  }
};
template <class Elements>
taken_elements(Elements const&) -> taken_elements<Elements>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
