// SPDX-License-Identifier: BSL-1.0
//
// Defines picture_of_protocol: the timeline of a protocol for some trip counts, a row for each role
// and an action in each cell, with room for arrows between the rows. Host only.
//
//   print_svg(picture_of_protocol<gemm>(6));  // six k-tiles
//
// The order is one that the proof's execution takes; each action stands in the first column in which
// it can: behind its thread's last one and behind what its wait waits for, from where the arrows
// come. Cells are coloured by stage. A protocol that is not sound stops at the action that breaks,
// which has a thick frame. Of the threads of a role one is drawn, the elected one where there is
// one.
#pragma once

#include <tileproof/pipeline/names.hpp>
#include <tileproof/pipeline/search.hpp>
#include <tileproof/print/picture.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// Characters, appended to a std::string: the Out of pipeline::names.
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
  using part = pipeline::part;

 public:
  picture draw(int steps, int tiles) {
    run_.notes = &notes_;
    go(part::begin);
    if (P::loop::next(0, part::open) != pipeline::cannot) {
      for (int t = 0; t < tiles; ++t) {
        go(part::open);
        for (int s = 0; s < steps; ++s) go(s == 0 ? part::first : part::step);
        go(part::end);
      }
    } else if (P::loop::next(0, part::step) != pipeline::cannot) {
      for (int s = 0; s < steps; ++s) go(part::step);
    }
    go(part::finish);
    place_events();
    return std::move(p_);
  }

 private:
  struct drawn {
    int row, column;
  };
  pipeline::diary<P> notes_;
  pipeline::execution<P> run_;
  picture p_;

  // A part of the loop, by all teams.
  void go(part is) {
    for (int team = 0; team < (is == part::begin ? 1 : plan::teams); ++team)
      if (run_.found.what == pipeline::fault::none)
        run_.go({is, static_cast<signed char>(team), 0});
  }

  static bool is_drawn(op o) {
    return o != op::commit && o != op::fence_registers && o != op::accumulate;
  }
  static std::string place(int cell) {
    string_out t;
    names::put_place(t, cell);
    return std::move(t.text);
  }
  // An action in two lines: what it does, and where.
  static std::string text_of(pipeline::action act) {
    op const o = act.what();
    switch (o) {
      case op::wait: return "wait\n" + place(act.at());
      case op::arrive: return "arrive\n" + place(act.at());
      case op::expect: return "expect\n" + place(act.at());
      case op::load: return "TMA to\n" + place(act.at());
      case op::store: return "TMA from\n" + place(act.at());
      case op::gemm: return "wgmma\n" + place(act.at());
      case op::copy: return "cp.async\n" + place(act.at());
      case op::read: return "read\n" + place(act.at());
      case op::write: return "write\n" + place(act.at());
      case op::sync: return "sync\n" + place(act.at());
      default: break;
    }
    if (o == op::complete) {
      constexpr char const* groups[] = {"wgmma", "TMA", "cp.async"};
      return "wait_group\n" + std::string(groups[act.value()]) + " " + std::to_string(act.extra());
    }
    string_out t;
    names::put_what(t, act);
    std::size_t const space = t.text.find(' ');
    if (space != std::string::npos) t.text[space] = '\n';
    return std::move(t.text);
  }
  static picture_colour fill_of(pipeline::action act) {
    if (!pipeline::has_cell(act.what())) return picture_white;
    pipeline::ring_info const& ring = names::ring_of(act.at());
    return ring.stages == 1 ? 0xEEEEEE : colour_of_thread(act.at() - ring.cell);
  }

  void place_events() {
    int row_of[plan::agents]{};
    std::vector<std::string> rows;
    for (int a = 0; a < plan::agents; ++a) {
      row_of[a] = -1;
      if (names::info(a).instance != 0) continue;
      if (!rows.empty()) rows.emplace_back();  // room for arrows
      row_of[a] = static_cast<int>(rows.size());
      string_out t;
      names::put_role(t, names::info(a));
      rows.push_back(std::move(t.text));
    }
    // The column of each event: all agents count, those of the rows are drawn.
    std::vector<int> column(static_cast<std::size_t>(notes_.count));
    int last[plan::agents]{};
    int columns = 0;
    bool after_gemm[plan::agents]{};
    for (int i = 0; i < notes_.count; ++i) {
      pipeline::event const& x = notes_.at[i];
      bool const is_gemm = x.act.what() == op::gemm;
      int at = last[x.agent];
      if (x.awaits >= 0)
        for (int k = 0; k < i; ++k)
          if (notes_.at[k].signals == x.awaits && column[static_cast<std::size_t>(k)] >= at)
            at = column[static_cast<std::size_t>(k)] + 1;
      if (is_gemm && after_gemm[x.agent]) at = last[x.agent] - 1;  // its operands, in one cell
      after_gemm[x.agent] = is_gemm;
      column[static_cast<std::size_t>(i)] = at;
      if (!is_drawn(x.act.what())) {
        column[static_cast<std::size_t>(i)] = at > 0 ? at - 1 : 0;
        continue;
      }
      last[x.agent] = at + 1;
      if (row_of[x.agent] >= 0 && at >= columns) columns = at + 1;
    }
    bool const fails = run_.found.what != pipeline::fault::none;
    int const broken = run_.found.agent >= 0 ? row_of[names::info(run_.found.agent).first] : -1;
    int const end = broken >= 0 ? last[names::info(run_.found.agent).first] : 0;
    if (fails && end >= columns) columns = end + 1;

    picture_grid& g = p_.add("", 0, 0, static_cast<long long>(rows.size()), columns);
    g.row_names = std::move(rows);
    for (int i = 0; i < notes_.count; ++i) {
      pipeline::event const& x = notes_.at[i];
      if (row_of[x.agent] < 0 || !is_drawn(x.act.what())) continue;
      drawn const to{row_of[x.agent], column[static_cast<std::size_t>(i)]};
      picture_cell& cell = g.at(to.row, to.column);
      if (cell.text.empty())
        cell.text = text_of(x.act);
      else
        cell.text += "\n" + place(x.act.at());
      cell.fill = fill_of(x.act);
      if (x.awaits < 0) continue;
      for (int k = i - 1; k >= 0; --k) {  // the last signal that a row shows
        pipeline::event const& y = notes_.at[k];
        if (y.signals != x.awaits || row_of[y.agent] < 0) continue;
        if (row_of[y.agent] != to.row)
          p_.arrows.push_back(
              {0, row_of[y.agent], column[static_cast<std::size_t>(k)], to.row, to.column});
        break;
      }
    }
    if (!fails) return;
    string_out t;
    t.put("stops: ");
    t.put(pipeline::name_of(run_.found.what));
    p_.titles.push_back(std::move(t.text));
    if (broken < 0) return;
    picture_cell& cell = g.at(broken, end);
    cell.text = text_of(run_.found.act);
    cell.fill = fill_of(run_.found.act);
    cell.mark = picture_mark::thick;
  }
};

}  // namespace detail

// The timeline of protocol P for `tiles` tiles of `steps` steps each, or `steps` steps where its
// loop has no tiles. choice() is 0 throughout.
template <class P>
picture picture_of_protocol(int steps, int tiles = 1) {
  picture p = detail::timeline<P>{}.draw(steps, tiles);
  p.titles.push_back("columns: the first in which the action can be; colours: stages; arrows: from "
                     "the arrival that a wait waits for");
  return p;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
