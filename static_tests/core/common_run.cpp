// SPDX-License-Identifier: BSL-1.0
#include <tileproof/core/common_run.hpp>

#include <initializer_list>

namespace {

namespace core = tileproof::core;

struct mode {
  std::int64_t extent;
  std::int64_t stride;
};

constexpr core::layout layout(std::initializer_list<mode> modes) {
  core::layout l;
  for (mode const& m : modes) l.push({core::fixed(m.extent), core::fixed(m.stride), 0});
  core::close_flat(l);
  return l;
}
constexpr core::common_run common(core::layout const& a, core::layout const& b) {
  core::arithmetic cx;
  return core::find_common_run(cx, a, b);
}
constexpr bool is(core::common_run const& r, std::int64_t run, std::int64_t unit,
                  core::layout const& order) {
  return r.run == run && r.unit == unit && r.order == order;
}

// ---- one layout: the run is that of its offsets in ascending order

constexpr core::layout by_columns = layout({{4, 1}, {8, 4}});
constexpr core::layout by_rows = layout({{4, 8}, {8, 1}});
constexpr core::layout padded = layout({{4, 1}, {8, 6}});
static_assert(is(common(by_columns, by_columns), 32, 0, layout({{32, 1}})));
static_assert(is(common(by_rows, by_rows), 32, 0, layout({{8, 4}, {4, 1}})));
static_assert(is(common(padded, padded), 4, 6, layout({{32, 1}})));

constexpr core::layout broadcast = layout({{4, 1}, {8, 0}});
constexpr core::layout strided = layout({{4, 2}, {8, 8}});
constexpr core::layout reversed = layout({{4, -1}, {8, 4}});
constexpr core::layout overlapping = layout({{4, 1}, {4, 1}});
static_assert(is(common(broadcast, broadcast), 4, 0, layout({{32, 1}})));
static_assert(is(common(strided, strided), 1, 2, layout({{32, 1}})));
static_assert(is(common(reversed, reversed), 1, 1, layout({{32, 1}})));
static_assert(is(common(overlapping, overlapping), 4, 1, layout({{16, 1}})));
static_assert(is(common(layout({{1, 5}}), layout({{1, 7}})), 1, 0, layout({{1, 0}})));

// ---- two layouts: the coordinates are the same, and so are the values that they share

static_assert(common(by_columns, by_rows).run == 1);
static_assert(is(common(by_columns, padded), 4, 2, layout({{32, 1}})));
static_assert(is(common(layout({{32, 1}}), by_columns), 32, 0, layout({{32, 1}})));
// 24 coordinates, one in runs of 4, the other in runs of 6.
static_assert(is(common(layout({{4, 1}, {6, 8}}), layout({{6, 1}, {4, 8}})), 2, 2,
                 layout({{24, 1}})));
// (2,4,2): the lowest bit and the highest one.
static_assert(is(common(layout({{2, 1}, {4, 4}, {2, 2}}), layout({{2, 1}, {4, 8}, {2, 2}})), 4, 4,
                 layout({{2, 1}, {2, 8}, {4, 2}})));

// ---- run-time leaves: what is known of them

constexpr core::common_run with_inputs(std::int64_t extent_multiple, std::int64_t stride_multiple) {
  core::program program;
  core::recorder recorder = program.record();
  core::arithmetic cx;
  cx.record = &recorder;
  core::integer const extent = cx.input(0, false, extent_multiple);
  core::integer const stride = cx.input(1, false, stride_multiple);
  core::layout l;  // (extent,8):(1,stride)
  l.push({extent, core::fixed(1), 0});
  l.push({core::fixed(8), stride, 0});
  core::close_flat(l);
  return core::find_common_run(cx, l, l);
}
static_assert(with_inputs(1, 1).run == 1);
static_assert(with_inputs(4, 1).run == 4 && with_inputs(4, 1).unit == 1);
static_assert(with_inputs(4, 8).run == 4 && with_inputs(4, 8).unit == 4);
static_assert(with_inputs(8, 4).run == 8 && with_inputs(8, 4).unit == 4);
static_assert(with_inputs(6, 6).run == 6 && with_inputs(6, 6).unit == 6);

}  // namespace
