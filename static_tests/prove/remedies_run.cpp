// SPDX-License-Identifier: BSL-1.0
//
// Follows the remedies of failed proofs: each stride that a sentence names is put into the layout,
// and the offsets of all coordinates then have the property, by visiting them; each divisor
// divides. Prints how many remedies were followed; the exit status is 1 if one of them is wrong, or
// if fewer than a third of the failures have one.
#include <tileproof/tileproof.hpp>

#include <cstdio>
#include <cstring>
#include <random>
#include <set>
#include <string>

namespace {

using namespace tileproof;

std::mt19937 source(20261127);
int draw(int least, int most) { return least + static_cast<int>(source() % (most - least + 1)); }

struct drawn {
  int rank;
  int extent[3];
  int stride[3];

  core::layout as_layout() const {
    core::layout l;
    l.open(rank);
    for (int i = 0; i < rank; ++i) l.leaf({core::fixed(extent[i]), core::fixed(stride[i]), 0});
    return l;
  }
  // The offsets: how often each occurs does not matter, how many there are does.
  int size() const {
    int n = 1;
    for (int i = 0; i < rank; ++i) n *= extent[i];
    return n;
  }
  std::set<int> offsets() const {
    std::set<int> all;
    for (int x = 0; x < size(); ++x) {
      int sum = 0;
      for (int i = 0, rest = x; i < rank; rest /= extent[i++]) sum += rest % extent[i] * stride[i];
      all.insert(sum);
    }
    return all;
  }
  bool is_injective() const { return static_cast<int>(offsets().size()) == size(); }
  bool is_interval() const {
    std::set<int> const all = offsets();
    return static_cast<int>(all.size()) == *all.rbegin() - *all.begin() + 1;
  }
};

drawn any() {
  drawn d{draw(1, 3), {}, {}};
  for (int i = 0; i < d.rank; ++i) d.extent[i] = draw(1, 5), d.stride[i] = draw(-3, 16);
  return d;
}

struct tally {
  char const* name;
  long failures = 0;
  long followed = 0;
  long wrong = 0;
};

// Puts the strides that a sentence names into the layout; false where it names none.
bool follow(std::string const& said, drawn& d) {
  std::size_t const at = said.find("eaf ");
  int leaf = 0;
  int stride = 0;
  std::size_t const colon = said.rfind(": stride ");
  if (at == std::string::npos || colon == std::string::npos) return false;
  if (std::sscanf(said.c_str() + at, "eaf %d,", &leaf) != 1) return false;
  if (std::sscanf(said.c_str() + colon, ": stride %d does not", &stride) != 1) return false;
  d.stride[leaf] = stride;
  for (std::size_t more = said.find(", and leaf "); more != std::string::npos;
       more = said.find(", and leaf ", more + 1))
    if (std::sscanf(said.c_str() + more, ", and leaf %d needs stride %d then", &leaf, &stride) == 2)
      d.stride[leaf] = stride;
  return true;
}

template <class Property, class Holds>
void strides_of(tally& t, Holds const& holds) {
  for (int n = 0; n < 40000; ++n) {
    drawn d = any();
    mapping const m(d.as_layout());
    report const r = Property::decide(m);
    if (r.is != answer::no) continue;
    ++t.failures;
    std::string const said = detail::sentence_of_report<Property>(r, m).at;
    if (!follow(said, d)) continue;
    ++t.followed;
    if (holds(d)) continue;
    if (++t.wrong == 1) std::printf("WRONG: %s\n", said.c_str());
  }
}

void divisors(tally& t) {
  for (int n = 0; n < 40000; ++n) {
    int const whole = draw(2, 4096);
    int const tile = draw(2, 256);
    if (whole % tile == 0) continue;
    ++t.failures;
    core::remedy said;
    detail::put_divisors(said, whole, tile);
    char const* const are = std::strstr(said.at, " is a multiple of ");
    if (are == nullptr) continue;
    ++t.followed;
    int d = 0;
    int read = 0;
    bool right = true;
    for (char const* at = are + 18; std::sscanf(at, "%d%n", &d, &read) == 1; at += read + 2) {
      right = right && d > 1 && d <= tile && whole % d == 0;
      if (at[read] != ',') break;
    }
    if (!right && ++t.wrong == 1) std::printf("WRONG: %s, tile %d\n", said.at, tile);
  }
}

}  // namespace

int main() {
  tally all[] = {{"injective"}, {"onto_interval"}, {"bijective_onto_interval"}, {"divisors"}};
  strides_of<injective>(all[0], [](drawn const& d) { return d.is_injective(); });
  strides_of<onto_interval>(all[1], [](drawn const& d) { return d.is_interval(); });
  strides_of<bijective_onto_interval>(
      all[2], [](drawn const& d) { return d.is_interval() && d.is_injective(); });
  divisors(all[3]);
  bool is_good = true;
  for (tally const& t : all) {
    std::printf("%s: %ld failures, %ld remedies followed, %ld wrong\n", t.name, t.failures,
                t.followed, t.wrong);
    is_good = is_good && t.wrong == 0 && t.followed * 3 >= t.failures;
  }
  return is_good ? 0 : 1;
}
