// SPDX-License-Identifier: BSL-1.0
//
// Defines picture_of_protocol: a timeline of a protocol for given trip counts, from top to bottom.
// Each role has a column, each action a cell. Host only.
//
//   print_svg(picture_of_protocol<gemm>(6));  // six k-tiles
//
// The order is the one that the proof's execution takes. Each action stands in the first possible
// row: after the action before it in its thread, and after the action that its wait waits for, from
// which an arrow comes. Cells are coloured by stage. A protocol that is not sound stops at the
// action that breaks, which has a thick frame. One thread of each role is drawn, the elected one if
// there is one. wgmma.fence and commit_group are left out.
#pragma once

#include <tileproof/checker/search.hpp>
#include <tileproof/print/picture.hpp>
#include <tileproof/protocol/names.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// Appends characters to a std::string: the Out of pipeline::names.
struct string_out {
  std::string text{};
  void put(char c) { text += c; }
  void put(std::string_view s) { text.append(s.data(), s.size()); }
  void put(std::int64_t n) { text += std::to_string(n); }
};

template <class P>
class timeline {
  using names = pipeline::names<P>;
  using plan = pipeline::plan<P>;
  using op = pipeline::op;
  using section = pipeline::section;

 public:
  picture draw(int steps, int tiles, pipeline::edit const* changes) {
    run_.notes = &notes_;
    run_.changes = changes;
    go(section::begin);
    if (P::loop::next(0, section::open) != pipeline::cannot) {
      for (int t = 0; t < tiles; ++t) {
        go(section::open);
        for (int s = 0; s < steps; ++s) go(s == 0 ? section::first : section::step);
        go(section::end);
      }
    } else if (P::loop::next(0, section::step) != pipeline::cannot) {
      for (int s = 0; s < steps; ++s) go(section::step);
    }
    go(section::finish);
    place_events();
    draw_events();
    return std::move(p_);
  }

 private:
  pipeline::event_log<P> notes_;
  pipeline::execution<P> run_;
  std::vector<int> row_;     // of each event
  int end_[plan::agents]{};  // the row after the last event of each agent
  picture p_;

  // Runs a section of the loop for all teams.
  void go(section is) {
    for (int team = 0; team < (is == section::begin ? 1 : plan::teams); ++team)
      if (run_.found.what == pipeline::fault::none)
        run_.go({is, static_cast<signed char>(team), 0});
  }

  // The second half of a sync, when all threads have come, has no cell, and neither have fences of
  // registers.
  static bool is_drawn(pipeline::event const& x) {
    op const o = x.act.what();
    if (o == op::sync) return x.awaits < 0;
    return o != op::commit && o != op::fence_registers && o != op::accumulate;
  }
  static std::string place(int cell) {
    string_out t;
    names::put_place(t, cell);
    return std::move(t.text);
  }
  static std::string text_of(pipeline::action act) {
    std::string const label(pipeline::row_of(act.what(), names::variant_of(act)).label);
    if (!label.empty() && pipeline::has_cell(act.what())) return label + place(act.at());
    if (!label.empty())
      return act.what() == op::complete ? label + std::to_string(act.extra()) : label;
    string_out t;
    names::put_what(t, act);
    return std::move(t.text);
  }
  static picture_colour fill_of(pipeline::action act) {
    if (!pipeline::has_cell(act.what())) return picture_white;
    pipeline::ring_info const& ring = names::ring_of(act.at());
    return ring.stages == 1 ? 0xEEEEEE : colour_of_thread(act.at() - ring.cell);
  }

  // Computes the row of each event; events of agents that are not drawn count too.
  void place_events() {
    row_.resize(static_cast<std::size_t>(notes_.count));
    bool after_gemm[plan::agents]{};
    for (int i = 0; i < notes_.count; ++i) {
      pipeline::event const& x = notes_.at[i];
      int& end = end_[x.agent];
      int at = end;
      for (int k = 0; k < i && x.awaits >= 0; ++k)
        if (notes_.at[k].signals == x.awaits && row(k) >= at) at = row(k) + 1;
      bool const is_gemm = x.act.what() == op::gemm;
      if (is_gemm && after_gemm[x.agent]) at = end - 1;  // its operands, in one cell
      after_gemm[x.agent] = is_gemm;
      if (is_drawn(x)) {
        end = at + 1;
        row_[static_cast<std::size_t>(i)] = at;
      } else {
        end = at;
        row_[static_cast<std::size_t>(i)] = at - 1;
      }
    }
  }
  int row(int event) const { return row_[static_cast<std::size_t>(event)]; }

  // Draws a column for the first agent of each group, which is the elected one if there is one.
  void draw_events() {
    int column[plan::agents]{};
    std::vector<std::string> roles;
    for (int a = 0; a < plan::agents; ++a) {
      column[a] = -1;
      if (names::info(a).instance != 0) continue;
      if (!roles.empty()) roles.emplace_back();  // room for arrows
      column[a] = static_cast<int>(roles.size());
      string_out t;
      names::put_role(t, names::info(a));
      roles.push_back(std::move(t.text));
    }
    bool const fails = run_.found.what != pipeline::fault::none;
    int const broken = run_.found.agent >= 0 ? names::info(run_.found.agent).first : -1;
    int rows = broken >= 0 ? end_[broken] + 1 : 0;
    for (int a = 0; a < plan::agents; ++a)
      if (column[a] >= 0 && end_[a] > rows) rows = end_[a];
    picture_grid& g = p_.add("", 0, 0, rows, static_cast<long long>(roles.size()));
    g.column_names = std::move(roles);
    for (int i = 0; i < notes_.count; ++i) {
      pipeline::event const& x = notes_.at[i];
      int const at = column[x.agent];
      if (at < 0 || !is_drawn(x)) continue;
      picture_cell& cell = g.at(row(i), at);
      cell.text = cell.text.empty() ? text_of(x.act) : cell.text + " " + place(x.act.at());
      cell.fill = fill_of(x.act);
      for (int k = i - 1; k >= 0 && x.awaits >= 0; --k) {  // the last signal that a column shows
        pipeline::event const& y = notes_.at[k];
        if (y.signals != x.awaits || column[y.agent] < 0) continue;
        if (column[y.agent] != at) p_.arrows.push_back({0, row(k), column[y.agent], row(i), at});
        break;
      }
    }
    if (notes_.count == pipeline::event_log<P>::room)
      p_.titles.push_back("the first " + std::to_string(notes_.count) + " actions");
    if (!fails) return;
    p_.titles.push_back("stops: " + std::string(pipeline::name_of(run_.found.what)));
    if (broken < 0) return;
    picture_cell& cell = g.at(end_[broken], column[broken]);
    cell.text = text_of(run_.found.act);
    cell.fill = fill_of(run_.found.act);
    cell.mark = picture_mark::thick;
  }
};

}  // namespace detail

// The timeline of protocol P for `tiles` tiles of `steps` steps each, or `steps` steps where its
// loop has no tiles; with `changes`, of that mutant. choice() is 0 throughout.
template <class P>
picture picture_of_protocol(int steps, int tiles = 1, pipeline::edit const* changes = nullptr) {
  picture p = detail::timeline<P>{}.draw(steps, tiles, changes);
  p.titles.push_back(
      "row: the first in which the action can be; colour: its stage; arrow: from what "
      "a wait waits for");
  return p;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
