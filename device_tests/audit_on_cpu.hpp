// SPDX-License-Identifier: BSL-1.0
//
// The machine of an audit: the CPU. The accesses are those that its engine has checked.
#pragma once

#include "audit.hpp"

#include <tileproof/cpu.hpp>

namespace {

struct machine {
  static std::string name() { return "CPU"; }

  // From a multiple of 16 bytes on.
  template <class T>
  class tensor {
   public:
    tensor(int number, std::int64_t n)
        : bytes_(static_cast<std::size_t>(n) * sizeof(T) / 16 + 1),
          written_(std::to_string(number), reinterpret_cast<T*>(bytes_.data()), n),
          read_(std::to_string(number), reinterpret_cast<T const*>(bytes_.data()), n) {}

    auto data() const { return written_.data(); }
    auto input() const { return read_.data(); }

   private:
    std::vector<tileproof::uint128_t> bytes_;
    tileproof::cpu::global<T> written_;
    tileproof::cpu::global<T const> read_;
  };

  template <class Kernel, class Arguments>
  static std::vector<audit::access> run(audit::grid const& g, Arguments const& args) {
    tileproof::cpu::options o;
    o.records = true;
    tileproof::cpu::report const r = tileproof::cpu::launch<Kernel>({g.x, g.y}, args, o);
    CHECK_MESSAGE(r.clean(), r.text());
    std::vector<audit::access> made;
    made.reserve(r.accesses.size());
    for (tileproof::cpu::access const& a : r.accesses)
      made.push_back({a.block,
                      a.field < 0 ? std::stoi(std::string(a.tensor)) : audit::field(a.field),
                      a.thread, a.writes, a.offset, a.bits, a.by});
    return made;
  }
};

}  // namespace
