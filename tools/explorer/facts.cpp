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

// The arguments with numbers for their unknowns, asked.
struct questioner {
  unknowns const& names;
  std::vector<value> const& args;
  asked_of_numbers const& ask;
  std::vector<range> ranges{};

  // The answer at these values; false where an integer leaves 64 bits.
  bool at(std::vector<std::int64_t> const& values, verdict& one) const {
    std::vector<std::int64_t> numbers = names.numbers();
    for (std::size_t k = 0; k < ranges.size(); ++k)
      numbers[static_cast<std::size_t>(ranges[k].input)] = values[k];
    std::vector<value> filled = args;
    bool fits = true;
    for (value& v : filled) fits = names.substitute(v, numbers) && fits;
    if (fits) ask(filled, one);
    return fits;
  }
};

// The largest multiple of `step` at which a property of one unknown holds, where it holds at
// `from`, if it holds nowhere above. Doubles, then halves the gap; then asks `most_questions`
// values above and below, which must agree. 0 where there is no such bound up to 2^40.
std::int64_t largest_at_which_it_holds(questioner const& q, std::int64_t step, std::int64_t from,
                                       verdict& beyond) {
  constexpr std::int64_t end = std::int64_t{1} << 40;
  auto const holds = [&](std::int64_t v, verdict& one) {
    return q.at({v}, one) && !one.why ? one.is : answer::undecided;
  };
  std::int64_t low = from;
  std::int64_t high = 2 * from;
  answer is = answer::yes;
  for (; high <= end; low = high, high *= 2) {
    beyond = verdict{};
    if (is = holds(high, beyond); is != answer::yes) break;
  }
  if (is != answer::no) return 0;
  while (high - low > step) {
    std::int64_t const middle = low + (high - low) / step / 2 * step;
    verdict one;
    is = holds(middle, one);
    if (is == answer::undecided) return 0;
    if (is == answer::no) beyond = std::move(one);
    (is == answer::yes ? low : high) = middle;
  }
  for (std::int64_t i = 1; i <= 256; ++i)
    for (std::int64_t const v : {low - i * step, low + i * step, low / 256 / step * step * i,
                                 low + low / 64 / step * step * i}) {
      verdict one;
      if (v >= from && holds(v, one) != (v <= low ? answer::yes : answer::no)) return 0;
    }
  return low;
}

}  // namespace

void facts_of(unknowns const& names, std::vector<value> const& args, asked_of_numbers const& ask,
              verdict& out) {
  questioner q{names, args, ask};
  std::vector<range>& ranges = q.ranges;
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
    sample s{{}, false};
    std::int64_t rest = n;
    for (range const& r : ranges) {
      s.at.push_back((rest % each + 1) * r.step);
      rest /= each;
    }
    verdict one;
    if (!q.at(s.at, one)) continue;
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
  auto const bounded = [&](std::string const& condition, std::int64_t step, std::int64_t from) {
    verdict beyond;
    std::int64_t const most =
        ranges.size() == 1 ? largest_at_which_it_holds(q, step, from, beyond) : 0;
    if (most == 0) return false;
    std::string const& name = names.name_of(ranges[0].input);
    out.sentence = "for " + name + " up to 2^40 it holds exactly where " + condition + name +
                   " <= " + std::to_string(most) + ", as far as it was tried; for " + name + " = " +
                   std::to_string(most + step) + ": " + beyond.sentence;
    return true;
  };
  if (yes == static_cast<std::int64_t>(samples.size())) {
    if (yes > 0 && bounded("", ranges[0].step, ranges[0].count * ranges[0].step)) return;
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
  bool const is_divisor = exact && facts.size() == 1 && facts[0].least == 0 &&
                          facts[0].most == INT64_MAX && facts[0].divisor > ranges[0].step;
  if (is_divisor && bounded(condition + " and ", facts[0].divisor,
                            each * ranges[0].step / facts[0].divisor * facts[0].divisor))
    return;
  if (exact)
    text += " it holds exactly where " + condition;
  else
    text += " it holds for " + std::to_string(yes) + " of " + std::to_string(samples.size()) +
            " values" + (condition.empty() ? "" : ", none of them without " + condition);
  out.sentence = text + "; for " + at + ": " + refuted.sentence;
}

}  // namespace tileproof::explorer
