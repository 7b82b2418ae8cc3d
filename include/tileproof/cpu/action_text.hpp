// SPDX-License-Identifier: BSL-1.0
//
// Defines action_text, which writes calls and actions of a run as text, with the names of the
// protocol's roles, stages and barriers. cpu/wrong_action.hpp writes its sentence with it.
#pragma once

#include <tileproof/checker/counterexample.hpp>
#include <tileproof/cpu/call.hpp>
#include <tileproof/machine/barrier_places.hpp>

#include <string>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

template <class P, class Where>
class action_text {
  using kind = cpu::action_kind;
  using memory = typename Where::shared;

 public:
  // The role, with its tile and step: " (consumer<0>), tile 0 step 2".
  static std::string where(call const& c) {
    std::string t;
    if (c.role >= 0) t = " (" + role_name(c.role) + ")";
    if (c.role < 0 || c.in == section::begin) return t + ", begin";
    if (c.in == section::finish) return t + ", finish";
    constexpr bool has_tiles = P::loop::next(0, section::open) != cannot;
    if (has_tiles) t += ", tile " + std::to_string(c.tile);
    if (c.in == section::open || c.in == section::end)
      return t + (c.in == section::open ? " open" : " end");
    return t + (has_tiles ? " step " : ", step ") + std::to_string(c.step);
  }
  // The names of a role and a resource; a stage: "B.part(1)[2]".
  static std::string role_name(int role) {
    core::text t;
    counterexample<P>::put_role_name(t, role);
    return std::string(std::string_view(t));
  }
  static std::string stage_name(int resource, int in_part, int stage, int stages) {
    core::text t;
    counterexample<P>::put_resource_name(t, resource);
    std::string s(std::string_view{t});
    if (plan<P>::table.parts[resource] > 1) s += ".part(" + std::to_string(in_part) + ")";
    return stages > 1 ? s + "[" + std::to_string(stage) + "]" : s;
  }
  static std::int64_t byte_of(int field, std::int64_t element) {
    static constexpr auto table = offsets(std::make_index_sequence<memory::fields>{});
    if (field < 0 || field >= memory::fields) return -1;
    return table.at[field] + element * table.bits[field] / 8;
  }
  struct fields {
    std::int64_t at[memory::fields + 1], bits[memory::fields + 1];
  };
  template <std::size_t... I>
  static constexpr fields offsets(std::index_sequence<I...>) {
    return {{memory::template offset<static_cast<int>(I)>..., 0},
            {sizeof_bits_v<typename memory::template field_at<static_cast<int>(I)>::type>..., 0}};
  }
  // The stage that holds a byte of shared memory; its resource is -1 if no stage does.
  static named_stage stage_at(std::int64_t byte) {
    return stage_at(byte, static_cast<typename P::resources*>(nullptr));
  }
  template <class... Rs>
  static named_stage stage_at(std::int64_t byte, resources<Rs...>*) {
    named_stage found;
    auto const one = [&](auto r) {
      using R = decltype(r);
      if constexpr (R::is == sort::buffer)
        for (int p = 0; p < R::parts; ++p)
          for (int s = 0; s < R::stages; ++s)
            if (std::int64_t const at = Where::byte(R{}, p, s); byte >= at && byte < at + R::amount)
              found = {plan<P>::template resource_of<R>, p, s, at, R::stages};
    };
    (one(Rs{}), ...);
    return found;
  }
  static std::string name_at(std::int64_t byte) {
    if (byte < 0) return "registers";
    named_stage const s = stage_at(byte);
    if (s.resource < 0) return "byte " + std::to_string(byte) + " of shared memory";
    return stage_name(s.resource, s.part, s.stage, static_cast<int>(s.end));
  }
  // The mbarrier of a expected in the field of barriers.
  static std::string barrier_name(int field, std::int64_t index) {
    if (field == Where::barriers)
      for (int r = 0; r < plan<P>::rings; ++r) {
        ring_info const& i = plan<P>::table.ring[r];
        if (i.block != 0 || i.part != 0 || i.is != sort::mbarrier) continue;
        std::int64_t const n = index - barrier_places<P>{}.first[i.resource];
        if (n >= 0 && n < std::int64_t{plan<P>::table.parts[i.resource]} * i.stages)
          return stage_name(i.resource, static_cast<int>(n / i.stages),
                            static_cast<int>(n % i.stages), i.stages);
      }
    return "barrier " + std::to_string(index) + " of field " + std::to_string(field);
  }

  static std::string text_of(call const& c) {
    std::string stages;
    for (int i = 0; i < c.stages; ++i)
      stages += (i == 0 ? "" : " and ") + name_at(c.stage[i].begin);
    if (c.what == op::gemm)
      return std::string(row_of(c.what).text) + (c.stages == 0 ? "registers" : stages) +
             ", in as many instructions as in each step";
    return text_of(c.act, stages);
  }
  // The text of the action's row in the table of verbs, with the operands.
  static std::string text_of(cpu::action const& a, std::string stage = {}) {
    auto const n = [](std::int64_t i) { return std::to_string(i); };
    row const& r = row_of(a.kind);
    std::string const text(r.text);
    std::string const count = a.count < 0 ? "" : n(a.count);
    bool const is_in_cluster = plan<P>::blocks > 1 && plan<P>::is_cluster && a.field >= 0;
    std::string const at = barrier_name(a.field, a.index) +
                           (is_in_cluster ? " of block " + count + " of the cluster" : "") +
                           (a.phase < 0 ? "" : ", phase " + n(a.phase));
    if (stage.empty()) stage = name_at(byte_of(a.field, a.index));
    switch (r.takes) {
      case operands::barriers:
        return text + " of " + barrier_name(a.field, a.index) + " for " + count + " arrivals";
      case operands::mbarrier:
      case operands::rank:
      case operands::parity: return text + at;
      case operands::bytes: return text + at + ", " + n(a.bytes) + " bytes";
      case operands::flag:
        return text + "flag " + std::string(a.tensor) + "[" + n(a.index) + "]" +
               (count.empty() ? "" : " to come to " + count);
      case operands::named:
        return text + "named barrier " + n(a.index) + " of " + count + " threads";
      case operands::block: return text + "the block";
      case operands::warp: return text + "the warp";
      case operands::cluster: return text + "the cluster";
      case operands::load:
        return text + stage + " of the blocks " + count + " (a mask), " + n(a.bytes) +
               " bytes, counted at " + barrier_name(a.bar_field, a.bar_index);
      case operands::stage: return text + stage + ", " + n(a.bytes) + " bytes";
      case operands::gemm: return text + name_at(a.index) + " and " + name_at(a.bytes);
      case operands::plain:
      case operands::plain_by_thread: return text + (count.empty() ? "" : ", group " + count);
      default: return text + (a.kind == kind::cluster_arrive_relaxed ? "the cluster" : count);
    }
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
