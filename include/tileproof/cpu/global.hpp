// SPDX-License-Identifier: BSL-1.0
//
// A tensor in global memory, as kernels on the CPU see it.
#pragma once

#include <tileproof/cpu/pointer.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The elements of a layout over memory of the caller's, which may hold more: touched is what the
// layout names and nothing else. Lives longer than the launches that use it; remembers from one to
// the next what has been written. One object a tensor: two over the same memory know nothing of one
// another.
template <class T>
class global {
 public:
  // Pre: a layout with no negative stride.
  template <class S, class D>
  global(std::string name, T* first, Layout<S, D> const& layout) : global(first) {
    region_.name = std::move(name);
    add_modes(layout);
    std::int64_t last = 0;
    for (std::size_t k = 0; k < region_.extents.size(); ++k) {
      if (region_.extents[k] <= 0) return;  // no elements
      if (region_.strides[k] < 0) throw std::invalid_argument("cpu::global: a negative stride");
      last += (region_.extents[k] - 1) * region_.strides[k];
    }
    region_.elements = last + 1;
    region_.holds = elements_of(region_);
    own();
  }
  global(std::string name, T* first, std::int64_t elements) : global(first) {
    region_.name = std::move(name);
    region_.elements = elements;
    own();
  }
  ~global() {
    if (is_awaited_) std::erase(awaited_outputs, &region_);
  }
  global(global const&) = delete;
  global& operator=(global const&) = delete;

  // Nothing that is there may be read: an output.
  global& starts_unwritten() {
    region_.is_written = false;
    return *this;
  }

  // Each launch that ends from now on, while this object lives, reports the elements that no thread
  // has written since: an output. Call it again to begin anew with the next launch.
  global& must_be_written() {
    region_.must_be_written_after = checker::latest();
    if (!is_awaited_) awaited_outputs.push_back(&region_);
    is_awaited_ = true;
    return *this;
  }

  ptr<T*> data() const { return {&region_, 0}; }

 private:
  unsigned char* first_;
  region region_;
  std::unique_ptr<memory> memory_;
  bool is_awaited_ = false;

  explicit global(T* first)
      : first_(const_cast<unsigned char*>(reinterpret_cast<unsigned char const*>(first))) {
    region_.element_bits = sizeof_bits_v<T>;
    region_.is_written = true;
  }
  void own() {
    memory_ = std::make_unique<memory>(first_, (region_.bits() + 7) / 8, false);
    region_.in = memory_.get();
  }
  template <class L>
  void add_modes(L const& l) {
    auto const flat = flatten(l);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (region_.extents.push_back(static_cast<std::int64_t>(shape<I>(flat))), ...);
      (region_.strides.push_back(static_cast<std::int64_t>(stride<I>(flat))), ...);
    }
    (std::make_index_sequence<static_cast<std::size_t>(decltype(flat)::rank)>{});
  }
  // Empty where there are no others.
  static std::vector<bool> elements_of(region const& r) {
    std::vector<bool> holds(static_cast<std::size_t>(r.elements));
    std::vector<std::int64_t> c(r.extents.size());
    for (;;) {
      std::int64_t offset = 0;
      for (std::size_t k = 0; k < c.size(); ++k) offset += c[k] * r.strides[k];
      holds[static_cast<std::size_t>(offset)] = true;
      std::size_t k = 0;
      while (k < c.size() && ++c[k] == r.extents[k]) c[k++] = 0;
      if (k == c.size()) break;
    }
    for (bool const is_held : holds)
      if (!is_held) return holds;
    return {};
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
