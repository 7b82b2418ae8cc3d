// SPDX-License-Identifier: BSL-1.0
//
// Defines cpu::global: a tensor in global memory for a kernel on the CPU, over memory owned by the
// caller.
//
//   cpu::global<float> a("A", values.data(), Layout<Shape<_64, _32>>{});
//   cpu::report const r = cpu::launch<kernel>({4}, my_arguments{a.data()});
//
// Give a matrix the layout with its true leading dimension and extents: an access beyond a column
// then lies in padding and is found, where a flat range of elements would accept it. For an output
// call starts_unwritten() and must_be_written().
#pragma once

#include <tileproof/cpu/pointer.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The elements of a layout over memory that the caller owns. An access to any other element
// (padding, or past the last) is out of bounds. Findings use the name: A(2,3).
//
// It must outlive the launches that use it, and remembers which elements earlier launches have
// written. Make one object for each tensor: races between two objects over the same memory are not
// found.
template <class T>
class global {
 public:
  // `first` points to the element at offset 0. Extents and strides may be run-time integers. A
  // layout with an extent of 0 has no elements. Throws std::invalid_argument where a stride is
  // negative. O(size of the layout), for its gaps.
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
  // `elements` consecutive elements from `first` on; findings name them A[5].
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

  // Marks an output: no element may be read before it is written.
  global& starts_unwritten() {
    region_.is_written = false;
    return *this;
  }

  // Marks an output: each launch that ends from now on, while this object lives, reports the
  // elements that no thread has written since this call. Call it again to begin anew.
  global& must_be_written() {
    region_.must_be_written_after = checker::latest();
    if (!is_awaited_) awaited_outputs.push_back(&region_);
    is_awaited_ = true;
    return *this;
  }

  // The checked pointer to pass to a kernel.
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
  // Allocates the history of the bytes, which no other object shares.
  void own() {
    memory_ = std::make_unique<memory>(first_, (region_.bits() + 7) / 8, -1);
    region_.in = memory_.get();
  }
  // Notes the extents and strides of the flattened layout.
  template <class L>
  void add_modes(L const& l) {
    auto const flat = flatten(l);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (region_.extents.push_back(static_cast<std::int64_t>(shape<I>(flat))), ...);
      (region_.strides.push_back(static_cast<std::int64_t>(stride<I>(flat))), ...);
    }(std::make_index_sequence<static_cast<std::size_t>(decltype(flat)::rank)>{});
  }
  // The elements that belong to the layout; empty where all do.
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
