// SPDX-License-Identifier: BSL-1.0
//
// Defines names, which writes the roles, resources, actions, sections and faults of a protocol as
// text.
#pragma once

#include <tileproof/core/sentence.hpp>
#include <tileproof/protocol/fault.hpp>
#include <tileproof/protocol/recorder.hpp>

#include <string_view>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The name of a fault, with which its sentence begins.
constexpr std::string_view name_of(fault f) {
  constexpr std::string_view names[] = {"none",
                                        "race",
                                        "read of unwritten memory",
                                        "missing fence.proxy.async",
                                        "missing tcgen05.fence",
                                        "missing wgmma.fence",
                                        "early arrival",
                                        "too many arrivals",
                                        "wrong bytes",
                                        "too many bytes",
                                        "lost phase",
                                        "hang",
                                        "in flight at the end",
                                        "setmaxnreg",
                                        "part of a warp",
                                        "wgmma without a warpgroup",
                                        "missing griddepcontrol.wait",
                                        "blocks of a grid",
                                        "workspace",
                                        "block that may not run",
                                        "missing fence.mbarrier_init",
                                        "tensor memory",
                                        "no such instruction",
                                        "beyond the hardware",
                                        "undecided"};
  return names[static_cast<int>(f)];
}

// Writes strings and integers, one after another. Out has put(string), put(character),
// put(integer).
template <class Out, class... T>
constexpr void put_all(Out& t, T const&... parts) {
  auto const put = [&](auto const& x) {
    if constexpr (std::is_convertible_v<decltype(x), std::int64_t>)
      t.put(static_cast<std::int64_t>(x));
    else
      t.put(std::string_view(x));
  };
  (put(parts), ...);
}

template <class P>
struct names {
  static constexpr std::string_view name_of_section(section p) {
    constexpr std::string_view names[] = {"begin", "open", "first", "step", "end", "finish"};
    return names[static_cast<int>(p)];
  }
  static constexpr std::string_view name_of_op(op o) { return row_of(o).text; }
  template <class Out>
  static constexpr void put_role_name(Out& t, int role) {
    put_nth(t, role, static_cast<typename P::roles*>(nullptr));
  }
  template <class Out>
  static constexpr void put_resource_name(Out& t, int resource) {
    put_nth(t, resource, static_cast<typename P::resources*>(nullptr));
  }

  template <class Out>
  static constexpr void put_role(Out& t, agent_info const& i) {
    put_role_name(t, i.role);
    if (plan<P>::blocks > 1) t.put(" of block "), t.put(std::int64_t{i.block});
  }
  template <class Out>
  static constexpr void put_agent(Out& t, int a) {
    agent_info const& i = info(a);
    put_role(t, i);
    if (i.last - i.first > 1 && i.elects)
      t.put(i.instance == 0 ? " (elected)" : i.leads() ? " (leader of a warp)" : " (not elected)");
  }
  template <class Out>
  static constexpr void put_place(Out& t, int cell) {
    ring_info const& r = ring_of(cell);
    put_part(t, r);
    if (r.stages > 1) t.put('['), t.put(std::int64_t{cell - r.cell}), t.put(']');
    if (plan<P>::blocks > 1 && r.is <= sort::named_barrier && !is_global(r.is))
      t.put(" of block "), t.put(std::int64_t{r.block});
  }
  // The variant of an action: which of the rows of its operation it has.
  static constexpr int variant_of(action act) {
    op const o = act.what();
    if (o == op::commit || o == op::complete || o == op::registers || o == op::fence_tcgen05 ||
        o == op::allocate)
      return act.value();
    if (is_umma(o) || o == op::arrive_umma) return act.extra();
    if (o == op::write) return is_update(act);
    return (o == op::wait || o == op::arrive) && ring_of(act.at()).is == sort::mbarrier
               ? act.extra()
               : 0;
  }
  // Writes a place of a flag, counted from the launch on.
  template <class Out>
  static constexpr void put_flag(Out& t, int cell, int wrap) {
    ring_info const& r = ring_of(cell);
    put_part(t, r);
    t.put('[');
    t.put(std::int64_t{wraps_from(0, wrap) * r.stages + cell - r.cell});
    t.put(']');
  }
  template <class Out>
  static constexpr void put_what(Out& t, action act) {
    op const o = act.what();
    if (o == op::refused) return put_refused(t, act);
    bool const is_at_flag = has_cell(o) && ring_of(act.at()).is == sort::flag;
    t.put(row_of(o, variant_of(act)).text);
    if (is_at_flag)
      put_flag(t, act.at(), act.value());
    else if (has_cell(o))
      put_place(t, act.at());
    if (is_at_flag) return;
    switch (row_of(o, variant_of(act)).takes) {
      case operands::parity: t.put(", parity "), t.put(std::int64_t{act.value()}); break;
      case operands::bytes: t.put(", "), t.put(std::int64_t{act.extra()}), t.put(" bytes"); break;
      case operands::load: t.put(", counted at "), put_place(t, act.extra()); break;
      case operands::number:
      case operands::number_by_thread: t.put(std::int64_t{act.extra()}); break;
      default: break;
    }
  }
  static constexpr agent_info const& info(int a) { return plan<P>::table.agent[a]; }
  static constexpr ring_info const& ring_of(int cell) {
    return plan<P>::table.ring[plan<P>::table.ring_of[cell]];
  }

 private:
  // Writes an action that the recorder refused: its operation and the resource.
  template <class Out>
  static constexpr void put_refused(Out& t, action act) {
    op const o = static_cast<op>(act.extra() >> 16);
    action const plain(o, has_cell(o) ? 0 : act.extra() & 65535, 0);
    if (has_cell(o))
      t.put(name_of_op(o)), put_resource_name(t, ring_of(act.at()).resource);
    else
      put_what(t, plain);
  }
  template <class Out>
  static constexpr void put_part(Out& t, ring_info const& r) {
    put_resource_name(t, r.resource);
    if (r.is <= sort::flag && plan<P>::table.parts[r.resource] > 1)
      t.put(".part("), t.put(std::int64_t{r.part}), t.put(')');
  }
  // Writes the last name of a type: consumer<0> for gemm<3>::consumer<0>.
  template <class T, class Out>
  static constexpr void put_type(Out& t) {
    core::text const all = core::type_text<T>();
    int begin = 0;
    int depth = 0;
    for (int i = 0; i + 1 < all.count; ++i) {
      depth += (all.at[i] == '<') - (all.at[i] == '>');
      if (depth == 0 && (all.at[i] == '>' || all.at[i] == ':')) begin = i + 1;
    }
    t.put(std::string_view(all.at + begin, static_cast<std::size_t>(all.count - begin)));
  }
  template <class Out, class... R>
  static constexpr void put_nth(Out& t, int n, roles<R...>*) {
    int i = 0;
    ((i++ == n ? put_type<R>(t) : void()), ...);
  }
  template <class Out, class... R>
  static constexpr void put_nth(Out& t, int n, resources<R...>*) {
    int i = 0;
    ((i++ == n ? put_type<R>(t) : void()), ...);
    if (n >= i) t.put(n == i ? "the block" : n == i + 1 ? "the warp" : "the cluster");
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
