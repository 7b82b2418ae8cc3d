// SPDX-License-Identifier: BSL-1.0
//
// From samples to the figures of a row.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace bench {

inline constexpr int repetitions = 10;
// A sample is throttled where its clock is below this part of the contender's median.
inline constexpr double throttled_below = 0.98;
// A row is unsteady where the coefficient of variation of its repetitions is above this.
inline constexpr double unsteady_above = 0.01;

// Between the two values that q lies between, linearly.
inline double quantile(std::vector<double> values, double q) {
  if (values.empty()) return std::nan("");
  std::sort(values.begin(), values.end());
  double const at = q * static_cast<double>(values.size() - 1);
  std::size_t const i = static_cast<std::size_t>(at);
  double const next = values[std::min(i + 1, values.size() - 1)];
  return values[i] + (at - static_cast<double>(i)) * (next - values[i]);
}
inline double median(std::vector<double> const& values) { return quantile(values, 0.5); }

// Standard deviation over mean.
inline double variation(std::vector<double> const& values) {
  double mean = 0;
  for (double const v : values) mean += v / static_cast<double>(values.size());
  double square = 0;
  for (double const v : values) square += (v - mean) * (v - mean);
  return values.size() < 2 ? 0 : std::sqrt(square / static_cast<double>(values.size() - 1)) / mean;
}

struct sample {
  double seconds;
  double mhz;
};

struct quartiles {
  double middle, lower, upper;
};
inline quartiles quartiles_of(std::vector<double> const& values) {
  return {median(values), quantile(values, 0.25), quantile(values, 0.75)};
}

// A mark for each sample: whether it was not throttled.
inline std::vector<char> kept_of(std::vector<sample> const& samples) {
  std::vector<double> clocks;
  for (sample const& s : samples) clocks.push_back(s.mhz);
  double const least = throttled_below * median(clocks);
  std::vector<char> kept;
  for (sample const& s : samples) kept.push_back(s.mhz >= least);
  return kept;
}

// Time of `one` over that of `other`, within the rounds in which neither was throttled.
inline quartiles ratio(std::vector<sample> const& one, std::vector<sample> const& other) {
  std::vector<char> const kept_one = kept_of(one);
  std::vector<char> const kept_other = kept_of(other);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < one.size(); ++i)
    if (kept_one[i] && kept_other[i]) ratios.push_back(one[i].seconds / other[i].seconds);
  return quartiles_of(ratios);
}

// The figures of the samples kept: medians, how many, and the median time of each group that has
// any.
struct figures {
  double time, mhz;
  int kept, taken;
  std::vector<double> groups;
};
inline figures figures_of(std::vector<sample> const& samples) {
  std::vector<char> const kept = kept_of(samples);
  std::vector<double> times, clocks;
  std::vector<std::vector<double>> groups(repetitions);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!kept[i]) continue;
    times.push_back(samples[i].seconds);
    clocks.push_back(samples[i].mhz);
    groups[i * repetitions / samples.size()].push_back(samples[i].seconds);
  }
  figures f{median(times),
            median(clocks),
            static_cast<int>(times.size()),
            static_cast<int>(samples.size()),
            {}};
  for (auto const& group : groups)
    if (!group.empty()) f.groups.push_back(median(group));
  return f;
}

}  // namespace bench
