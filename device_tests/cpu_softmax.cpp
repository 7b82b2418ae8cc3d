// SPDX-License-Identifier: BSL-1.0
//
// softmax_in_f32 and softmax_for_8bit beside a softmax in double: scores of all signs and sizes,
// maxima that jump, rows and steps that are masked, zeros of both signs, scales from the least to
// the largest.
#include <tileproof/cpu.hpp>
#include <tileproof/kernel/attention/exponentials.hpp>
#include <tileproof/kernel/attention/softmax.hpp>
#include <tileproof/tensor/fragment.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace tileproof;

namespace {

constexpr int rows = 16;    // of a warp: a row lies in four lanes, a lane has two
constexpr int columns = 8;  // of a lane, in a step
constexpr int keys = 4 * columns;

// A lane's results for a row.
struct kept {
  float sum, log_sum, weighted, largest;
};
struct arguments {
  int steps;
  detail::softmax_scale scale;
  float const* scores;   // (step,row,key)
  float const* weights;  // (step,row,key), summed as a column of O is
  kept* of_rows;         // (row,lane of four)
  int* failures;
};

// The place of a lane's element (i,c) among scores and weights.
int place_of(int step, int lane, int i, int c) {
  return (step * rows + lane / 4 + 8 * i) * keys + 4 * c + lane % 4;
}
// Takes the scores of a step, and their maxima.
template <class Context, class Softmax, class Scores>
void find_maxima(Context const& ctx, arguments const& args, int step, Softmax& softmax, Scores& S) {
  for (int i = 0; i < 2; ++i)
    for (int c = 0; c < columns; ++c) S(i, c) = args.scores[place_of(step, ctx.thread(), i, c)];
  softmax.next(S);
  if (step == 0)
    softmax.begin(ctx, S, args.scale);
  else
    softmax.grow(ctx, S, args.scale);
  if (ctx.any(softmax.rescales) != softmax.rescales) ++*args.failures;
}

// One is 2^One, of exponentials that may grow by 2^(Quarters / 4).
template <int One, int Quarters>
struct softmax_of_warp {
  // The largest exponential, and how far log_sum and a weighted mean may be from the exact ones.
  static double largest() { return std::exp2(One + Quarters / 4.0); }
  static constexpr double slack_of_log_sum = 0, slack_of_mean = 0;

  static constexpr int threads = 32;
  using shared = shared_memory<>;
  template <class Context>
  static void run(Context const& ctx, arguments const& args) {
    int const lane = ctx.thread();
    detail::softmax_in_f32<2, One, Quarters> softmax;
    auto S = make_tensor<float>(make_layout(make_shape(_2{}, Int<columns>{})));
    float weighted[2] = {0, 0};
    float largest = 0;
    for (int step = 0; step < args.steps; ++step) {
      auto const at = [&](int i, int c) { return place_of(step, lane, i, c); };
      find_maxima(ctx, args, step, softmax, S);
      for (int i = 0; softmax.rescales && i < 2; ++i) weighted[i] *= softmax.scale[i];
      softmax.template exponentials<3>(S, args.scale);
      if (softmax.after_exponentials() != 0) ++*args.failures;
      for (int i = 0; i < 2; ++i)
        for (int c = 0; c < columns; ++c) {
          weighted[i] += S(i, c) * args.weights[at(i, c)];
          largest = std::fmax(largest, S(i, c));
        }
    }
    softmax.close(ctx);
    for (int i = 0; i < 2; ++i)
      args.of_rows[(lane / 4 + 8 * i) * 4 + lane % 4] = {
          softmax.sum[i], softmax.log_sum(i, args.scale.log2), weighted[i] * softmax.reciprocal(i),
          largest};
  }
};

// A row's weighted mean is that of the rounded probabilities. Sums are added as attention_wgmma
// does, a step late.
template <int One, int Quarters>
struct softmax_8bit_of_warp {
  static double largest() { return std::exp2(One + Quarters / 4.0) * 1.021; }
  static constexpr double slack_of_log_sum = 0.1, slack_of_mean = 0.1;
  static constexpr int threads = 32;
  using shared = shared_memory<>;

  // Whether an exponential is what the header says: p for exact e, in column c.
  static bool is_right(float p, double e, int c, double unit) {
    if (std::isnan(e)) return std::isnan(p);
    double const below = c % 4 < 2 ? 0 : 0.0400;
    double const above = c % 4 < 2 ? 0 : 0.0210;
    double const least = c % 4 < 2 ? 0 : 0x1p-14;
    double const is = double{p};
    return is >= e * (1 - below - unit) - least && is <= e * (1 + above + unit) + least &&
           (e != 0 || p == 0);
  }
  template <class Context>
  static void run(Context const& ctx, arguments const& args) {
    int const lane = ctx.thread();
    detail::softmax_for_8bit<2, One, Quarters> softmax;
    auto S = make_tensor<float>(make_layout(make_shape(_2{}, Int<columns>{})));
    float weighted[2] = {0, 0};
    float before[2] = {0, 0};  // the sums of the step before
    float largest = 0;
    for (int step = 0; step < args.steps; ++step) {
      auto const at = [&](int i, int c) { return place_of(step, lane, i, c); };
      find_maxima(ctx, args, step, softmax, S);
      softmax.template exponentials<4>(S, args.scale);
      if (softmax.after_exponentials() != 0) ++*args.failures;
      for (int i = 0; i < 2; ++i) {
        softmax.add(i, before[i]);
        if (softmax.rescales) weighted[i] *= softmax.scale[i];
      }
      if (softmax.rescales) softmax.rescale_sums();
      for (int i = 0; i < 2; ++i) {
        before[i] = 0;
        double const from = double{softmax.base(i, args.scale.log2)} - One;
        for (int c = 0; c < columns; c += 4) {
          std::uint32_t const halves = __builtin_bit_cast(std::uint32_t, S(i, c + 2));
          float const p[] = {
              S(i, c), S(i, c + 1),
              static_cast<float>(half_t::bitcast(static_cast<std::uint16_t>(halves))),
              static_cast<float>(half_t::bitcast(static_cast<std::uint16_t>(halves >> 16)))};
          float_e4m3_t rounded[4];
          softmax.round_four(p[0], p[1], S(i, c + 2), rounded);
          for (int k = 0; k < 4; ++k) {
            double const x = double{args.scores[at(i, c + k)]} * double{args.scale.log2} - from;
            double const unit = std::isinf(x) ? 0 : 1e-6 * (1 + std::fabs(x) + std::fabs(from));
            if (!is_right(p[k], std::exp2(x), k, unit)) ++*args.failures;
            float const r = static_cast<float>(rounded[k]);
            if (std::isnan(p[k]) ? !std::isnan(r) : r != static_cast<float>(float_e4m3_t(p[k])))
              ++*args.failures;
            before[i] += r;
            weighted[i] += r * args.weights[at(i, c + k)];
            largest = std::fmax(largest, p[k]);
          }
        }
        before[i] += ctx.shuffle_xor(before[i], 1);
        before[i] += ctx.shuffle_xor(before[i], 2);
      }
    }
    for (int i = 0; i < 2; ++i) {
      softmax.add(i, before[i]);
      args.of_rows[(lane / 4 + 8 * i) * 4 + lane % 4] = {
          softmax.sum[i], softmax.log_sum(i, args.scale.log2), weighted[i] * softmax.reciprocal(i),
          largest};
    }
  }
};

// Scores of one kind: around a middle, with jumps from step to step, some of them masked.
struct kind_of_scores {
  char const* name;
  double middle, spread, jump, masked;
};

template <class Softmax>
int wrong_rows(kind_of_scores const& kind, int steps, float scale_log2, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  auto const count = static_cast<std::size_t>(steps * rows * keys);
  std::vector<float> scores(count);
  std::vector<float> weights(count);
  double const unit = 1 / static_cast<double>(scale_log2);
  for (std::size_t i = 0; i < count; ++i) {
    auto const step = static_cast<double>(i / (rows * keys));
    double const s = unit * (kind.middle + kind.jump * step + kind.spread * normal(random));
    bool const is_row_masked = kind.masked > 0 && i / keys % rows == 3;
    scores[i] = is_row_masked || uniform(random) < kind.masked ? -INFINITY : static_cast<float>(s);
    if (kind.spread == 0 && i % 3 == 0) scores[i] = -scores[i];  // zeros of both signs
    weights[i] = static_cast<float>(uniform(random));
  }
  std::vector<kept> of_rows(4 * rows);
  int failures = 0;
  arguments const args{steps,          detail::softmax_scale(scale_log2),
                       scores.data(),  weights.data(),
                       of_rows.data(), &failures};
  cpu::report const said = cpu::launch<Softmax>({1}, args);
  int wrong = failures + (said.clean() ? 0 : 1);
  for (int row = 0; row < rows; ++row) {
    double most = -INFINITY;
    auto const each = [&](auto const& f) {
      for (int step = 0; step < steps; ++step)
        for (int k = 0; k < keys; ++k) {
          auto const i = static_cast<std::size_t>((step * rows + row) * keys + k);
          f(double{scores[i]} * double{scale_log2}, double{weights[i]});
        }
    };
    each([&](double s, double) { most = std::fmax(most, s); });
    double sum = 0;
    double weighted = 0;
    each([&](double s, double w) {
      double const e = most == -INFINITY ? 0 : std::exp2(s - most);
      sum += e, weighted += e * w;
    });
    double const log_sum = (most + std::log2(sum)) * std::log(2.0);
    double weighted_is = 0;
    for (int lane = 0; lane < 4; ++lane) {
      kept const& is = of_rows[static_cast<std::size_t>(4 * row + lane)];
      weighted_is += is.weighted;
      wrong += most == -INFINITY ? is.sum != 0 || is.log_sum != -INFINITY
                                 : !(std::fabs(is.log_sum - log_sum) <=
                                     1e-5 * (1 + std::fabs(most)) + Softmax::slack_of_log_sum);
      wrong += !(is.largest <= Softmax::largest() * (1 + 1e-5 * (1 + std::fabs(most))));
    }
    wrong += most == -INFINITY ? weighted_is != 0
                               : !(std::fabs(weighted_is - weighted / sum) <=
                                   1e-5 * (1 + std::fabs(most)) + Softmax::slack_of_mean);
  }
  return wrong;
}

TEST_CASE("A softmax is one, whatever the scores") {
  int cases = 0;
  for (kind_of_scores const& kind :
       {kind_of_scores{"around 0", 0, 2, 0, 0}, kind_of_scores{"negative", -50, 3, 0, 0},
        kind_of_scores{"positive", 50, 3, 0, 0}, kind_of_scores{"growing", -20, 1, 7, 0},
        kind_of_scores{"falling", 20, 1, -7, 0}, kind_of_scores{"masked", 0, 2, 0, 0.7},
        kind_of_scores{"nearly all masked", -9, 2, 1, 0.98}, kind_of_scores{"zeros", 0, 0, 0, 0},
        kind_of_scores{"jumps", -300, 10, 150, 0.1}})
    for (float const scale : {1.0F, 0.1275F, 1e-30F, 1e-35F, 3e30F})
      for (int const steps : {1, 2, 5})
        for (unsigned seed = 0; seed < 4; ++seed) {
          int const wrong = wrong_rows<softmax_of_warp<0, 32>>(kind, steps, scale, seed) +
                            wrong_rows<softmax_of_warp<6, 11>>(kind, steps, scale, seed) +
                            wrong_rows<softmax_8bit_of_warp<6, 11>>(kind, steps, scale, seed);
          CHECK_MESSAGE(wrong == 0, std::string(kind.name), ", scale ", scale, ", ", steps,
                        " steps, seed ", seed);
          cases += 3;
        }
  CHECK(cases == 1620);
}

TEST_CASE("A NaN stays in its row") {
  std::vector<float> scores(rows * keys, 1.0F);
  std::vector<float> const weights(scores.size(), 1.0F);
  for (float const nan : {NAN, -NAN}) {
    scores[5 * keys + 9] = nan;
    std::vector<kept> of_rows(4 * rows);
    int failures = 0;
    arguments const args{
        1, detail::softmax_scale(1.0F), scores.data(), weights.data(), of_rows.data(), &failures};
    auto const stays = [&](cpu::report const& said) {
      CHECK(said.clean());
      CHECK(failures == 0);
      for (int row = 0; row < rows; ++row)
        CHECK(std::isnan(of_rows[static_cast<std::size_t>(4 * row)].sum) == (row == 5));
    };
    stays(cpu::launch<softmax_of_warp<0, 32>>({1}, args));
    stays(cpu::launch<softmax_8bit_of_warp<6, 11>>({1}, args));
  }
}

}  // namespace
