// SPDX-License-Identifier: BSL-1.0
//
// Defines decisions, the memory of a `search` (integers/symbolic.hpp): the comparisons of its runs,
// and the inequalities that follow from them.
//
// A run logs its comparisons. The next run repeats them up to the last one whose other outcome has
// not been tried, and takes that outcome; the path (the inequalities up to there) stays. If
// inequalities have no solution, the number of decisions from which they follow is their level. All
// runs with the same decisions up to this level are impossible too, so the search goes on with a
// run that differs. Such inequalities are kept, and end each later run that has them all, or
// narrower ones.
#pragma once

#include <tileproof/integers/linear.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::integers {

// A base of `search`, which alone uses it. It declares the unknowns, whose bounds path_ has, and
// appends the quotients to them.
class decisions {
 public:
  static constexpr int most_decisions = 256;
  enum class reason : unsigned char { none, many_cases, not_linear, not_found };

 protected:
  constexpr explicit decisions(int declared) : declared_(declared) {}

  // Inequalities without solution that a run has found, with the bounds of the quotients in them.
  struct contradiction {
    static constexpr int most = 8;
    int count, unknowns;
    linear at[most];
    std::int64_t least[linear::most], greatest[linear::most];
  };
  // A comparison of a run: its outcome, whether the other outcome is still to be tried, and the
  // length of the path before it.
  struct decision {
    bool is_true, is_open;
    int inequalities, unknowns, quotients;
  };

  reason why = reason::none;
  int declared_;
  bool left_int_ = false;
  int is_contradiction_ = -1;  // the level of a contradiction that an added inequality has shown
  bool is_turned_ = false;     // the last decision has no inequality yet
  int length_ = 0;             // of the log
  int next_ = 0;               // the decisions that this run has made
  decision log_[most_decisions]{};
  int quotients_ = 0;
  static constexpr int most_given = 64;  // the bits of inequality::from
  inequalities path_{};
  int level_[most_given]{};  // the number of decisions from which each inequality of the
                             // path follows
  static constexpr int most_contradictions = 24;
  int contradictions_ = 0;
  contradiction contradiction_[most_contradictions]{};

  // Forgets the path after decision level - 1, and decides that one the other way.
  constexpr void turn(int level) {
    decision& d = log_[level - 1];
    d.is_open = false;
    d.is_true = !d.is_true;
    path_.count = d.inequalities;
    path_.unknowns = d.unknowns;
    quotients_ = d.quotients;
    length_ = level;
    is_turned_ = true;
  }

  // Whether the run is over: the rest of it does not matter, and adds nothing to the path.
  constexpr bool is_over() const {
    return left_int_ || is_contradiction_ >= 0 || why != reason::none;
  }

  // Whether e <= 0 on this path: by the bounds, by an inequality of the path, or by a decision.
  constexpr bool decide(linear const& e) {
    if (is_over()) return false;
    if (next_ < length_ - is_turned_) return log_[next_++].is_true;
    bool is_true = true;
    if (next_ == length_) {
      bool const is_known = is_decided(e, is_true);
      note(is_true, !is_known);
      if (is_known || is_over()) return is_true;
    } else {
      is_true = log_[next_++].is_true;
      is_turned_ = false;
    }
    inequality r{e, 0};
    if (!is_true) {  // 1 - e <= 0
      for (int i = 0; i < path_.unknowns; ++i) r.of.factor[i] = -r.of.factor[i];
      r.of.constant = 1 - r.of.constant;
      r.of.key = 0 - r.of.key;
    }
    append(r);
    return is_true;
  }
  // Whether e is an int for all unknowns in their bounds. The answer is logged as a decision.
  constexpr bool is_int_by_bounds(linear const& e) {
    if (next_ < length_) return log_[next_++].is_true;
    std::int64_t first = 0;
    std::int64_t last = 0;
    path_.range_of(e, first, last);
    bool const is_int = first >= INT32_MIN && last <= INT32_MAX;
    note(is_int, false);
    return is_int;
  }
  // Writes a decision into the log.
  constexpr void note(bool is_true, bool is_open) {
    if (length_ == most_decisions) {
      why = reason::many_cases;
      return;
    }
    log_[length_++] = {is_true, is_open, path_.count, path_.unknowns, quotients_};
    ++next_;
  }
  // Whether the bounds or an inequality of the path decide if e <= 0.
  constexpr bool is_decided(linear const& e, bool& is_true) const {
    std::int64_t first = 0;
    std::int64_t last = 0;
    path_.range_of(e, first, last);
    is_true = last <= 0;
    if (last <= 0 || first > 0) return true;
    for (int k = 0; k < path_.count; ++k) {
      linear const& known = path_.at[k].of;
      is_true = known.key == e.key && e.constant <= known.constant;
      if (is_true && path_.has_factors(known, e, 1)) return true;
      is_true = false;
      if (known.key == 0 - e.key && known.constant + e.constant > 0 &&
          path_.has_factors(known, e, -1))
        return true;
    }
    is_true = true;
    return false;
  }
  // Puts an inequality on the path.
  constexpr void append(inequality& r) {
    std::int64_t first = 0;
    std::int64_t last = 0;
    bool const is_inequality = path_.reduce(r);
    path_.range_of(r.of, first, last);
    if (first > 0) {
      is_contradiction_ = next_;
    } else if (is_inequality && last > 0) {
      if (path_.count == most_given) {
        why = reason::many_cases;
        return;
      }
      r.from = std::uint64_t{1} << path_.count;
      level_[path_.count] = next_;
      path_.at[path_.count++] = r;
      for (int k = 0; k < contradictions_; ++k)
        if (completes(r.of, contradiction_[k])) return;
    }
  }
  // Keeps the inequalities of `from`, which have no solution. Result: the decisions that they
  // follow from.
  constexpr int learn(std::uint64_t from) {
    contradiction c{};
    int level = 0;
    bool is_small = contradictions_ < most_contradictions;
    for (int k = 0; k < path_.count; ++k) {
      if ((from >> k & 1) == 0) continue;
      if (level_[k] > level) level = level_[k];
      is_small = is_small && c.count < contradiction::most;
      if (is_small) c.at[c.count++] = path_.at[k].of;
    }
    if (!is_small) return level;
    for (int i = declared_; i < path_.unknowns; ++i)
      for (int k = 0; k < c.count; ++k)
        if (c.at[k].factor[i] != 0) {
          c.unknowns = i + 1, c.least[i] = path_.least[i], c.greatest[i] = path_.greatest[i];
          break;
        }
    contradiction_[contradictions_++] = c;
    return level;
  }
  // Whether the path, whose last inequality is r, implies the inequalities of c. The unknowns are
  // numbered as in c: each quotient is an unknown whose bounds are no wider than they were.
  constexpr bool completes(linear const& r, contradiction const& c) {
    int k = 0;
    while (k < c.count && !(c.at[k].key == r.key && c.at[k].constant <= r.constant)) ++k;
    if (k == c.count || path_.unknowns < c.unknowns) return false;
    int level = 0;
    for (k = 0; k < c.count; ++k) {
      int j = 0;
      while (j < path_.count &&
             !(c.at[k].key == path_.at[j].of.key && c.at[k].constant <= path_.at[j].of.constant &&
               path_.has_factors(c.at[k], path_.at[j].of, 1)))
        ++j;
      if (j == path_.count) return false;
      if (level_[j] > level) level = level_[j];
    }
    for (int i = declared_; i < c.unknowns; ++i) {
      bool is_used = false;
      for (k = 0; k < c.count; ++k) is_used = is_used || c.at[k].factor[i] != 0;
      if (is_used && (path_.least[i] < c.least[i] || path_.greatest[i] > c.greatest[i]))
        return false;
    }
    is_contradiction_ = level;
    return true;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::integers
