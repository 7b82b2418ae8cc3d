// SPDX-License-Identifier: BSL-1.0
//
// Several ways to do the same work, measured sample by sample in one process: a round is one sample
// of each contender, cold and hot, in random order. Figures of two contenders are compared within a
// round, so what the machine does to one it does to the other.
//
// A sample: stamp, evict the L2, [hot: run once], event, run, event, stamp. Everything of a few
// rounds is enqueued before the GPU comes to it, so launches are not in the times. The stamps give
// the mean clock of the multiprocessors from one to the other.
//
// Each contender is two rows of Google Benchmark, cold and hot, whose repetitions are groups of
// rounds, with the median of the group's samples as their time.
#pragma once

#include "device.hpp"
#include "statistics.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace bench {

inline constexpr int fewest_rounds = 30;
inline constexpr int most_rounds = 200;

// For one contest, cold and hot together; set from the command line.
inline double seconds_for_contest = 2;
// Contenders that computed something else, or could not be measured.
inline int failures = 0;

// Enqueues the work once.
using runner = std::function<void(cudaStream_t)>;

// Problem: the data, with `poison()`, which spoils the output, and `error_over_bound()`, which
// compares it with what it should be: at most 1 where it is right.
template <class Problem>
struct contender {
  std::string name;
  std::function<runner(Problem&)> prepare;
  // Its kernel, where it has one: for registers and instructions.
  void const* kernel = nullptr;
  // The contender that is the same kernel, by another library.
  std::string twin = "";
  std::function<double(Problem&)> error_over_bound = &Problem::error_over_bound;
};

// The first contender is what the others are compared with.
template <class Problem>
struct contest {
  std::string name;  // of the work
  std::string size;  // the abscissa of its plot: "4096", "4096x14336x4096"
  char const* unit;  // of the rate: "GB/s" or "TFLOP/s"
  double work;       // in bytes or floating-point operations
  double peak;       // of the unit, per second or per clock of a multiprocessor; 0: unknown
  bool peak_is_per_clock;
  std::function<std::unique_ptr<Problem>()> make;
  std::vector<contender<Problem>> contenders;
};

// Samples of several runners, cold and hot.
class sampler {
 public:
  sampler()
      : multiprocessors_(attribute(cudaDevAttrMultiProcessorCount)),
        evicted_(4 * static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize)) / sizeof(uint4)),
        sum_(1) {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    check(cudaMemset(evicted_.data(), 0, evicted_.bytes()));
  }
  sampler(sampler const&) = delete;
  sampler& operator=(sampler const&) = delete;
  ~sampler() {
    for (cudaEvent_t const event : events_) cudaEventDestroy(event);
    cudaStreamDestroy(stream_);
  }

  cudaStream_t stream() const { return stream_; }

  // samples[2 * runner + hot][round]
  std::vector<std::vector<sample>> rounds(std::vector<runner> const& runners, int count) {
    std::size_t const entries = 2 * runners.size();
    std::size_t const samples = entries * static_cast<std::size_t>(count);
    while (events_.size() < 2 * samples) check(cudaEventCreate(&events_.emplace_back()));
    buffer<moment> const moments(2 * samples * static_cast<std::size_t>(multiprocessors_));
    check(cudaMemset(moments.data(), 0, moments.bytes()));
    check(cudaDeviceSynchronize());

    std::vector<std::size_t> order(entries);
    for (std::size_t i = 0; i < entries; ++i) order[i] = i;
    for (std::size_t round = 0; round < static_cast<std::size_t>(count); ++round) {
      std::shuffle(order.begin(), order.end(), random_);
      for (std::size_t const entry : order) {
        std::size_t const at = entry * static_cast<std::size_t>(count) + round;
        runner const& run = runners[entry / 2];
        note(moments, 2 * at);
        evict<<<static_cast<unsigned>(4 * multiprocessors_), 512, 0, stream_>>>(
            evicted_.data(), evicted_.size(), sum_.data());
        if (entry % 2) run(stream_);
        check(cudaEventRecord(events_[2 * at], stream_));
        run(stream_);
        check(cudaEventRecord(events_[2 * at + 1], stream_));
        note(moments, 2 * at + 1);
      }
    }
    check(cudaStreamSynchronize(stream_));
    check(cudaGetLastError());

    std::vector<moment> const read = moments.read();
    std::vector<std::vector<sample>> result(entries);
    for (std::size_t at = 0; at < samples; ++at) {
      float milliseconds = 0;
      check(cudaEventElapsedTime(&milliseconds, events_[2 * at], events_[2 * at + 1]));
      result[at / static_cast<std::size_t>(count)].push_back(
          {milliseconds * 1e-3, clock_between(read, 2 * at, 2 * at + 1)});
    }
    return result;
  }

 private:
  void note(buffer<moment> const& moments, std::size_t at) const {
    stamp<<<static_cast<unsigned>(multiprocessors_), 1, 0, stream_>>>(
        moments.data() + at * static_cast<std::size_t>(multiprocessors_));
  }

  // The median over the multiprocessors that both stamps saw, in MHz.
  double clock_between(std::vector<moment> const& moments, std::size_t from, std::size_t to) const {
    std::vector<double> clocks;
    std::size_t const slots = static_cast<std::size_t>(multiprocessors_);
    for (std::size_t i = 0; i < slots; ++i) {
      moment const& a = moments[from * slots + i];
      moment const& b = moments[to * slots + i];
      if (a.cycles != 0 && b.nanoseconds > a.nanoseconds)
        clocks.push_back(1e3 * static_cast<double>(b.cycles - a.cycles) /
                         static_cast<double>(b.nanoseconds - a.nanoseconds));
    }
    return median(clocks);
  }

  int multiprocessors_;
  buffer<uint4> evicted_;
  buffer<unsigned> sum_;
  cudaStream_t stream_ = nullptr;
  std::vector<cudaEvent_t> events_;
  std::mt19937 random_{20};
};

// Until the clock of three visits in a row is the same to 0.5 %, or one and a half times the time
// of a contest has passed.
inline void warm_up(sampler& s, std::vector<runner> const& runners, int rounds_a_visit) {
  auto const start = std::chrono::steady_clock::now();
  double last = 0;
  for (int same = 0; same < 3;) {
    std::vector<double> clocks;
    for (auto const& samples : s.rounds(runners, rounds_a_visit))
      for (sample const& one : samples) clocks.push_back(one.mhz);
    double const now = median(clocks);
    same = std::abs(now - last) <= 0.005 * now ? same + 1 : 0;
    last = now;
    std::chrono::duration<double> const passed = std::chrono::steady_clock::now() - start;
    if (passed.count() > 1.5 * seconds_for_contest) return;
  }
}

struct row_result {
  figures of;
  quartiles ratio;                     // time of the first contender over this one's
  std::optional<quartiles> over_twin;  // this one's time over its twin's
  double error_over_bound;
};

// results[2 * contender + hot]
template <class Problem>
std::vector<row_result> hold(contest<Problem> const& c) {
  std::unique_ptr<Problem> const problem = c.make();
  std::vector<runner> runners;
  for (auto const& each : c.contenders) runners.push_back(each.prepare(*problem));

  sampler s;
  s.rounds(runners, 1);  // loads the kernels
  auto const start = std::chrono::steady_clock::now();
  s.rounds(runners, 2);
  std::chrono::duration<double> const two = std::chrono::steady_clock::now() - start;
  double const round = two.count() / 2;
  warm_up(s, runners, std::max(1, static_cast<int>(0.1 / round)));
  int const count =
      std::clamp(static_cast<int>(seconds_for_contest / round), fewest_rounds, most_rounds) /
      repetitions * repetitions;
  auto const samples = s.rounds(runners, count);

  std::vector<row_result> results;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    auto const& contender = c.contenders[i / 2];
    row_result r{figures_of(samples[i]), ratio(samples[i % 2], samples[i]), {}, 0};
    for (std::size_t j = i % 2; j < samples.size(); j += 2)
      if (c.contenders[j / 2].name == contender.twin) r.over_twin = ratio(samples[i], samples[j]);
    if (i % 2 == 0) {
      problem->poison();
      check(cudaDeviceSynchronize());  // the runner's stream does not wait for it
      runners[i / 2](s.stream());
      check(cudaStreamSynchronize(s.stream()));
      r.error_over_bound = contender.error_over_bound(*problem);
      if (!(r.error_over_bound <= 1)) ++failures;
    } else {
      r.error_over_bound = results[i - 1].error_over_bound;
    }
    results.push_back(std::move(r));
  }
  return results;
}

// Tells the report of a contender's kernel and its twin, once for all sizes.
inline void describe(std::string const& contender, void const* kernel, std::string const& twin) {
  static std::set<std::string> described;
  if (!described.insert(contender).second) return;
  if (!twin.empty()) benchmark::AddCustomContext("twin of " + contender, twin);
  if (kernel == nullptr) return;
  char const* symbol = nullptr;
  check(cudaFuncGetName(&symbol, kernel));
  benchmark::AddCustomContext("kernel of " + contender, symbol);
}

// Rows name/size/contender/cold and hot. The contest is held when the first of them is asked for.
template <class Problem>
void enter(contest<Problem> of) {
  struct state {
    contest<Problem> of;
    std::optional<std::vector<row_result>> results;
  };
  auto const shared = std::make_shared<state>(state{std::move(of), {}});
  contest<Problem> const& c = shared->of;
  for (std::size_t i = 0; i < 2 * c.contenders.size(); ++i) {
    auto const& contender = c.contenders[i / 2];
    std::string const name =
        c.name + '/' + c.size + '/' + contender.name + (i % 2 ? "/hot" : "/cold");
    describe(c.name + '/' + contender.name, contender.kernel, contender.twin);
    std::size_t next = 0;
    benchmark::RegisterBenchmark(
        name.c_str(),
        [shared, i, next](benchmark::State& row) mutable {
          contest<Problem> const& c = shared->of;
          if (!shared->results) shared->results = hold(c);
          row_result const& r = (*shared->results)[i];
          if (!(r.error_over_bound <= 1)) row.SkipWithError("wrong result");
          if (r.of.groups.empty()) return row.SkipWithError("no sample has a clock");
          for (auto _ : row) row.SetIterationTime(r.of.groups[next++ % r.of.groups.size()]);

          double const cv = variation(r.of.groups);
          std::string label = cv > unsteady_above ? "unsteady" : "";
          if (10 * r.of.kept < 9 * r.of.taken) label += label.empty() ? "throttled" : ", throttled";
          row.SetLabel(label);
          double const rate = c.work / r.of.time;
          auto& counters = row.counters;
          counters[c.unit] = rate * (c.unit == std::string("GB/s") ? 1e-9 : 1e-12);
          counters["median_us"] = r.of.time * 1e6;
          counters["ratio"] = r.ratio.middle;
          counters["ratio_q1"] = r.ratio.lower;
          counters["ratio_q3"] = r.ratio.upper;
          if (r.over_twin) {
            counters["over_twin"] = r.over_twin->middle;
            counters["over_twin_q1"] = r.over_twin->lower;
            counters["over_twin_q3"] = r.over_twin->upper;
          }
          counters["cv"] = cv;
          counters["sm_mhz"] = r.of.mhz;
          counters["kept"] = r.of.kept;
          counters["taken"] = r.of.taken;
          counters["error_over_bound"] = r.error_over_bound;
          if (c.peak > 0) {
            double const clock = r.of.mhz * 1e6 * attribute(cudaDevAttrMultiProcessorCount);
            counters["of_peak"] = rate / (c.peak_is_per_clock ? c.peak * clock : c.peak);
          }
          if (void const* const kernel = c.contenders[i / 2].kernel) {
            cudaFuncAttributes a;
            check(cudaFuncGetAttributes(&a, kernel));
            counters["registers"] = a.numRegs;
            counters["local_bytes"] = static_cast<double>(a.localSizeBytes);
          }
        })
        ->UseManualTime()
        ->Iterations(1)
        ->Repetitions(repetitions)
        ->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace bench
