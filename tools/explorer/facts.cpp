// SPDX-License-Identifier: BSL-1.0
#include "facts.hpp"

#include <tileproof/core/integer.hpp>

#include <algorithm>
#include <utility>

namespace tileproof::explorer {

namespace {

constexpr std::int64_t most_questions = 1024;

// One unknown: its values are step, 2 * step, ..., count * step.
struct range {
  int input;
  std::int64_t step;
  std::int64_t count;
};
struct sample {
  std::vector<std::int64_t> at;  // the value of each unknown
  bool holds;
};

// "4 divides m and m >= 8": what all values at which it holds have in common, for one unknown.
struct fact {
  std::int64_t divisor;
  std::int64_t least;
  std::int64_t most;

  bool of(std::int64_t v) const { return v % divisor == 0 && v >= least && v <= most; }
};

fact common_fact(std::vector<sample> const& all, std::size_t k, range const& r) {
  fact f{0, 0, 0};
  for (sample const& s : all) {
    if (!s.holds) continue;
    f.least = f.divisor == 0 ? s.at[k] : std::min(f.least, s.at[k]);
    f.divisor = core::gcd(f.divisor, s.at[k]);
    f.most = std::max(f.most, s.at[k]);
  }
  if (f.divisor == 0) f.divisor = 1;
  if (f.least <= std::max(f.divisor, r.step)) f.least = 0;  // follows from the divisor
  std::int64_t const end = r.count * r.step;
  if (f.most > end - std::max(f.divisor, r.step)) f.most = INT64_MAX;
  return f;
}

std::string text_of_fact(fact const& f, std::string const& name, range const& r) {
  std::string s;
  auto const add = [&](std::string const& t) { s += (s.empty() ? "" : " and ") + t; };
  if (f.divisor > r.step) add(std::to_string(f.divisor) + " divides " + name);
  if (f.least > 0) add(name + " >= " + std::to_string(f.least));
  if (f.most < INT64_MAX) add(name + " <= " + std::to_string(f.most));
  return s;
}

}  // namespace

void facts_of(unknowns const& names, std::vector<value> const& args, asked_of_numbers const& ask,
              verdict& out) {
  std::vector<range> ranges;
  for (value const& a : args)
    for (int const input : names.inputs_of(a)) {
      bool is_new = true;
      for (range const& r : ranges) is_new = is_new && r.input != input;
      if (is_new) ranges.push_back({input, names.multiple_of(input), 1});
    }
  std::int64_t each = 257;  // values of one unknown
  std::int64_t total = most_questions + 1;
  while (total > most_questions && each > 1) {
    --each;
    total = 1;
    for (std::size_t i = 0; i < ranges.size() && total <= most_questions; ++i) total *= each;
  }
  for (range& r : ranges) r.count = each;

  std::vector<sample> samples;
  verdict refuted;
  std::vector<std::int64_t> at_refuted;
  for (std::int64_t n = 0; n < total; ++n) {
    std::vector<std::int64_t> numbers = names.numbers();
    sample s{{}, false};
    std::int64_t rest = n;
    for (range const& r : ranges) {
      s.at.push_back((rest % each + 1) * r.step);
      numbers[static_cast<std::size_t>(r.input)] = s.at.back();
      rest /= each;
    }
    std::vector<value> filled = args;
    bool fits = true;
    for (value& v : filled) fits = names.substitute(v, numbers) && fits;
    if (!fits) continue;
    verdict one;
    ask(filled, one);
    if (one.why) {
      out.why = one.why;
      return;
    }
    s.holds = one.is == answer::yes;
    if (!s.holds && at_refuted.empty()) {
      refuted = std::move(one);
      at_refuted = s.at;
    }
    samples.push_back(std::move(s));
  }

  std::string domain;
  for (range const& r : ranges)
    domain += (domain.empty() ? "" : ", ") + names.name_of(r.input) +
              (r.step == 1 ? " from 1 to "
                           : " a multiple of " + std::to_string(r.step) + " from " +
                                 std::to_string(r.step) + " to ") +
              std::to_string(r.count * r.step);
  std::int64_t yes = 0;
  for (sample const& s : samples) yes += s.holds;
  std::string text = "for " + domain;
  out.is = answer::undecided;
  if (yes == static_cast<std::int64_t>(samples.size())) {
    out.sentence = text + " it holds everywhere; larger values were not tried";
    return;
  }
  std::string at;
  for (std::size_t k = 0; k < ranges.size(); ++k)
    at += (k > 0 ? ", " : "") + names.name_of(ranges[k].input) + " = " +
          std::to_string(at_refuted[k]);
  if (yes == 0) {
    out.is = answer::undecided;
    out.sentence = text + " it holds nowhere; for " + at + ": " + refuted.sentence;
    return;
  }
  std::vector<fact> facts;
  std::string condition;
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    facts.push_back(common_fact(samples, k, ranges[k]));
    std::string const t = text_of_fact(facts[k], names.name_of(ranges[k].input), ranges[k]);
    if (!t.empty()) condition += (condition.empty() ? "" : " and ") + t;
  }
  bool exact = !condition.empty();
  for (sample const& s : samples) {
    bool all = true;
    for (std::size_t k = 0; k < facts.size(); ++k) all = all && facts[k].of(s.at[k]);
    exact = exact && all == s.holds;
  }
  if (exact)
    text += " it holds exactly where " + condition;
  else
    text += " it holds for " + std::to_string(yes) + " of " + std::to_string(samples.size()) +
            " values" + (condition.empty() ? "" : ", none of them without " + condition);
  out.sentence = text + "; for " + at + ": " + refuted.sentence;
}

}  // namespace tileproof::explorer
