// SPDX-License-Identifier: BSL-1.0
//
// Defines shared_space: the shared memory of one block, and the fields of a kernel's
// shared_memory<...> in it. cpu/block.hpp has one for each block that runs.
#pragma once

#include <tileproof/cpu/checker.hpp>

#include <cstring>
#include <memory>
#include <stdexcept>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The shared memory of block `rank` of those that run together: `bytes` bytes that begin at a
// multiple of 1024 bytes.
class shared_space {
 public:
  shared_space(std::int64_t bytes, int rank)
      : rank_(rank),
        storage_(static_cast<std::size_t>(bytes + alignment)),
        bytes_(bytes),
        memory_(aligned(storage_.data()), bytes, rank_) {}
  shared_space(shared_space const&) = delete;
  shared_space& operator=(shared_space const&) = delete;

  // Fills the memory with the byte 0xff, a NaN in f16, bf16 and f32, and marks it as unwritten.
  void begin() { std::memset(memory_.bytes(), 0xff, static_cast<std::size_t>(bytes_)); }

  // Field i of a shared_memory<...>, whose type is identified by the function that gives its name:
  // n elements of `bits` bits from byte `from` on. Two types whose fields overlap are a fault
  // (fault::overlap), reported at the first use. Throws std::length_error where the field ends past
  // the end of shared memory.
  region const& field(checker& check, std::string (*type)(), int i, std::int64_t from,
                      std::int64_t n, int bits) {
    for (auto const& f : fields_)
      if (f->type == type && f->place.field == i) return f->place;
    // A thread of another block may have used it here first.
    for (auto const& f : fields_)
      if (f->type == nullptr && f->place.field == i && f->place.at == from) {
        f->type = type;
        return f->place;
      }
    std::int64_t const end = from + (n * bits + 7) / 8;
    if (end > bytes_)
      throw std::length_error("shared field " + std::to_string(i) +
                              " ends past the end of shared memory");
    auto f = std::make_unique<shared_field>();
    f->type = type;
    f->place.in = &memory_;
    f->place.at = from;
    f->place.elements = n;
    f->place.element_bits = bits;
    f->place.name = "shared field " + std::to_string(i);
    f->place.field = i;
    f->place.block = rank_;
    for (auto const& other : fields_)
      if (other->type != type && other->type != nullptr && from < other->end() &&
          other->place.at < end)
        check.add(fault::overlap, check.thread,
                  check.who(check.thread) + " uses field " + std::to_string(i) + " of " + type() +
                      ", bytes " + std::to_string(from) + " to " + std::to_string(end - 1) +
                      " of shared memory, which overlaps field " +
                      std::to_string(other->place.field) + " of " + other->type() + ", bytes " +
                      std::to_string(other->place.at) + " to " + std::to_string(other->end() - 1) +
                      ": a kernel has one shared_memory type, with all its fields");
    fields_.push_back(std::move(f));
    return fields_.back()->place;
  }
  // The region of this block at the same place as region r of another block.
  region const& same(region const& r) {
    for (auto const& f : fields_)
      if (f->place.at == r.at && f->place.elements == r.elements &&
          f->place.element_bits == r.element_bits)
        return f->place;
    auto f = std::make_unique<shared_field>();
    f->place = r;
    f->place.in = &memory_;
    f->place.block = rank_;
    fields_.push_back(std::move(f));
    return fields_.back()->place;
  }
  // The field that holds a byte, among the fields that were used; null if none does.
  region const* field_at(std::int64_t byte) const {
    for (auto const& f : fields_)
      if (byte >= f->place.at && byte < f->end()) return &f->place;
    return nullptr;
  }
  memory const* place() const { return &memory_; }
  memory* place() { return &memory_; }
  bool holds(region const& r) const { return r.in == &memory_; }

 private:
  static constexpr std::int64_t alignment = 1024;

  struct shared_field {
    std::string (*type)() = nullptr;  // not known yet
    region place;
    std::int64_t end() const { return place.at + (place.bits() + 7) / 8; }
  };

  int rank_;
  std::vector<unsigned char> storage_;
  std::int64_t bytes_;
  memory memory_;
  std::vector<std::unique_ptr<shared_field>> fields_;

  static unsigned char* aligned(unsigned char* p) {
    auto const past = reinterpret_cast<std::uintptr_t>(p) % alignment;
    return past == 0 ? p : p + (alignment - past);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
