// SPDX-License-Identifier: BSL-1.0
//
// The proofs that a kernel rests on, for its line of report.
#pragma once

#include <tileproof/cpu/type_name.hpp>
#include <tileproof/prove/bank_conflicts.hpp>
#include <tileproof/prove/global_memory.hpp>
#include <tileproof/prove/theorem.hpp>

#include <boost/hana/for_each.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace harness {

namespace proofs {

namespace clue = tileproof::clue;

// The figures that a kernel may settle for, and whether the most or the least is the worst of them.
struct figure {
  tileproof::core::clue_word const* what;
  bool most;
};
inline constexpr figure figures[] = {{&clue::in_ways, true},
                                     {&clue::in_per_cent, false},
                                     {&clue::in_bytes, true},
                                     {&clue::in_registers, true}};

// Theorems of one property.
struct group {
  std::string property;
  int count = 0;
  figure const* of = nullptr;  // or none
  std::int64_t worst = 0;

  void add(tileproof::report const& r) {
    ++count;
    for (figure const& f : figures) {
      if (!r.has(*f.what)) continue;
      std::int64_t const x = r(*f.what);
      worst = of == nullptr ? x : f.most ? std::max(worst, x) : std::min(worst, x);
      of = &f;
    }
  }
  std::string text() const {
    std::string s = std::to_string(count) + ' ' + property;
    if (of == nullptr) return s;
    std::string name(tileproof::name_of(*of->what));
    std::replace(name.begin(), name.end(), '_', ' ');
    return s + " (" + name + ' ' + std::to_string(worst) + ')';
  }
};

// "bank_ways" of bank_ways<...>.
template <class Property>
std::string name() {
  std::string const all = tileproof::cpu::type_name<Property>();
  return all.substr(0, all.find('<'));
}

// To the group of that name, which may be new.
inline void add(std::vector<group>& groups, std::string const& name, tileproof::report const& r) {
  auto g = std::find_if(groups.begin(), groups.end(),
                        [&](group const& x) { return x.property == name; });
  if (g == groups.end()) g = groups.insert(g, group{name});
  g->add(r);
}

}  // namespace proofs

// "16 proofs: 3 owns_every_element, 2 bank_ways (in ways 1), ...": how many there are of each
// property, and the worst figure that was found.
template <class Kernel>
std::string proofs_of() {
  std::vector<proofs::group> groups;
  int count = 0;
  boost::hana::for_each(typename Kernel::proofs{}, [&](auto theorem) {
    using type = decltype(theorem);
    proofs::add(groups, proofs::name<typename type::property>(), type::found());
    ++count;
  });
  std::string s = std::to_string(count) + (count == 1 ? " proof" : " proofs");
  for (std::size_t i = 0; i < groups.size(); ++i) s += (i == 0 ? ": " : ", ") + groups[i].text();
  return s;
}

}  // namespace harness
