// SPDX-License-Identifier: BSL-1.0
//
// register_watch: how the CPU run of a kernel (tileproof/cpu) observes registers, that is, the
// elements of tensors that own them, and reports a read of an element that was never written.
// Without a CPU run, and in device code, nothing here has an effect.
//
// When such a tensor is constructed during a run, its elements become blank: a bit pattern that no
// arithmetic yields and that is a NaN in every floating-point type. An element that is blank when
// its value is used was never written; copies between registers and to shared memory keep it blank.
// In elements of one or two bytes, the blank pattern is also an ordinary value, so the watch
// additionally remembers to which elements the kernel has received a reference. Elements of less
// than a byte are not watched.
#pragma once

#include <tileproof/config.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

#if !defined(__CUDACC__)

// The interface that the CPU run implements.
class register_watch {
 public:
  // The bytes [first,last) of a tensor.
  struct range {
    unsigned char const* first = nullptr;
    unsigned char const* last = nullptr;

    bool contains(void const* p) const { return p >= first && p < last; }
    bool contains(unsigned char const* p, std::size_t bytes) const {
      return p >= first && p + bytes <= last;
    }
  };
  // The tensors whose elements were used last. There are 4, since an MMA uses three at once.
  range recent[4];
  // Whether an instruction still uses registers of this thread after it was issued.
  bool has_in_flight = false;

  // Called when a tensor starts to own `bytes` bytes at `at`, in elements of `element` bytes; they
  // become blank. `type` is a text that contains the tensor's type.
  virtual void begin(void* at, std::size_t bytes, std::size_t element, char const* type) = 0;
  // Called when a tensor that owns these bytes is used.
  virtual void own(void const* at, std::size_t bytes, std::size_t element, char const* type) = 0;
  // Called when the bytes at `at` are used as an element of the tensor into which `base` points.
  virtual void use(void const* base, void const* at, std::size_t bytes) = 0;
  // Called when the kernel receives a reference to a blank element, which it may write through;
  // null if the reference is to const.
  virtual void give(void const* at) = 0;
  // Called when the kernel reads or may write the bytes at `at`, if has_in_flight.
  virtual void touch(void const* at, std::size_t bytes) = 0;
  // Called when a blank element is read, to which the kernel may just have received a reference.
  virtual void read(void const* at) = 0;

 protected:
  ~register_watch() = default;
};
// The watch of the current CPU run; null if no kernel runs on this CPU.
inline register_watch* watched_registers = nullptr;

// The blank pattern of 16 bits, repeated over larger elements.
inline constexpr std::uint16_t blank_bits = 0x7ffb;

// True if the bytes hold the blank pattern.
inline bool is_blank(void const* at, std::size_t bytes) {
  auto const* const p = static_cast<unsigned char const*>(at);
  auto const address = reinterpret_cast<std::uintptr_t>(at);
  for (std::size_t i = 0; i < bytes; ++i)
    if (p[i] != static_cast<unsigned char>(blank_bits >> ((address + i) % 2 * 8))) return false;
  return true;
}

// Reports the use of a tensor that owns these elements.
template <class T, std::size_t N>
constexpr void watch_owner(T const (&elements)[N], char const* type) {
  if (__builtin_is_constant_evaluated() || watched_registers == nullptr) return;
  auto const* const at = reinterpret_cast<unsigned char const*>(elements);
  for (register_watch::range const& r : watched_registers->recent)
    if (r.first == at && r.last == at + sizeof(elements)) return;
  watched_registers->own(elements, sizeof(elements), sizeof(T), type);
}
// Reports the use of the element at `at`, in the tensor into which `base` points.
template <class T>
void watch_element_place(void const* base, T const* at) {
  if (watched_registers == nullptr) return;
  auto const* const p = reinterpret_cast<unsigned char const*>(at);
  for (register_watch::range const& r : watched_registers->recent)
    if (r.contains(base) && r.contains(p, sizeof(T))) return;
  watched_registers->use(base, at, sizeof(T));
}
// Reports a reference to the element itself, which the caller may read or write.
template <class T>
void watch_element(void const* base, T* at) {
  if (watched_registers == nullptr) return;
  watch_element_place(base, at);
  register_watch& w = *watched_registers;
  if (w.has_in_flight) w.touch(at, sizeof(T));
  if constexpr (sizeof(T) <= 2)
    if (is_blank(at, sizeof(T))) w.give(std::is_const_v<T> ? nullptr : at);
}

#endif

// Marks e as an element whose value is used: an operand, or a value stored to global memory. A
// temporary is not observed.
template <class T>
TILEPROOF_HOST_DEVICE constexpr T& taken(T& e) {
#if !defined(__CUDACC__)
  if (!__builtin_is_constant_evaluated())
    if (watched_registers != nullptr && is_blank(&e, sizeof(T))) watched_registers->read(&e);
#endif
  return e;
}
template <class T>
TILEPROOF_HOST_DEVICE constexpr T taken(T&& e)
  requires(!std::is_reference_v<T>)
{
  return static_cast<T&&>(e);
}
// elements(i) marked as taken; `elements` is a tensor or a function of the index.
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
