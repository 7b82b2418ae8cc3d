// SPDX-License-Identifier: BSL-1.0
//
// Protocols as values: gemm_wgmma(stages=4), without(P,N).
#include "protocols.hpp"

#include <iterator>
#include <utility>

namespace tileproof::explorer {

namespace {

named_protocol const* named(std::string_view name) {
  for (named_protocol const& p : protocols())
    if (p.name == name) return &p;
  return nullptr;
}
value protocol_value(named_protocol const& p, int stages) {
  value v;
  v.is = kind::protocol;
  v.name = std::string(p.name);
  if (p.has_stages()) v.of = core::single({core::fixed(stages), core::fixed(0), 0});
  return v;
}

// gemm_wgmma(stages=4), or gemm_wgmma<4>.
value with_stages(call& c) {
  named_protocol const& p = *named(c.name);
  bool const in_angles = !c.angles.empty();
  std::vector<value> const& given = in_angles ? c.angles : c.args;
  if (c.angles.size() + c.args.size() > 1)
    return c.expected(0, "one number of stages, " + std::string(p.name) + "(stages=3),");
  if (given.empty()) return protocol_value(p, p.stages);
  bool const is_number = given[0].is_integer() && given[0].integer().is_known();
  std::int64_t const n = is_number ? given[0].integer().value : -1;
  if (!p.has_stages() || n < p.least || n > p.most)
    return c.expected(in_angles ? 100 : 0, p.has_stages() ? "a number of stages from " +
                                                                std::to_string(p.least) + " to " +
                                                                std::to_string(p.most)
                                                          : "no number of stages");
  return protocol_value(p, static_cast<int>(n));
}
value without(call& c) {
  value v = c.args[0];
  if (v.is != kind::protocol || !v.items.empty())
    return c.expected(0, "a protocol, gemm_wgmma(stages=4),");
  if (!c.is_number(1)) return {};
  auto const all = protocol_of(v).ask->synchronisations();
  std::int64_t const n = c.args[1].integer().value;
  if (n < 0 || n >= static_cast<std::int64_t>(all.size()))
    return c.expected(1, "a number from 0 to " + std::to_string(all.size() - 1) +
                             " of `tileproof explain " + text_of(v) + "`");
  v.items.push_back(integer(core::plain(n)));
  return v;
}

constexpr operation table[] = {
    {"tma_wgmma", 0, 1, 0, 1, with_stages, "tma_wgmma(stages=S)",
     "the protocol of a GEMM in two roles, TMA and wgmma, of 2 to 8 stages"},
    {"cp_async_gemm", 0, 1, 0, 1, with_stages, "cp_async_gemm(stages=S)",
     "the protocol of a multistage GEMM with cp.async, of 2 to 8 stages"},
    {"gemm_wgmma", 0, 1, 0, 1, with_stages, "gemm_wgmma(stages=S)",
     "the protocol of the kernel gemm_wgmma, of 2 to 8 stages"},
    {"attention_wgmma", 0, 1, 0, 1, with_stages, "attention_wgmma(stages=S)",
     "the protocol of the kernel attention_wgmma, of 2 to 4 stages"},
    {"attention_mma", 0, 1, 0, 1, with_stages, "attention_mma(stages=S)",
     "the protocol of the kernel attention_mma, of 1 or 2 stages"},
    {"copy_global", 0, 1, 0, 1, with_stages, "copy_global(stages=S)",
     "the protocol of a thread of the kernel copy_global, of 2 to 8 stages"},
    {"copy_tma", 0, 1, 0, 1, with_stages, "copy_tma()", "the protocol of the kernel copy_tma"},
    {"transpose", 0, 1, 0, 1, with_stages, "transpose()", "the protocol of the kernel transpose"},
    {"transpose_tma", 0, 1, 0, 1, with_stages, "transpose_tma()",
     "the protocol of the kernel transpose_tma"},
    {"without", 2, 2, 0, 0, without, "without(PROTOCOL,N)",
     "the protocol without its synchronisation N, of those that `explain` numbers"}};

}  // namespace

operation_list protocol_operations() { return {table, std::size(table)}; }

bool find_protocol(std::string_view name, value& out) {
  named_protocol const* const p = named(name);
  if (p != nullptr) out = protocol_value(*p, p->stages);
  return p != nullptr;
}

asked_protocol protocol_of(value const& v) {
  named_protocol const* const p = named(v.name);
  int const stages = p->has_stages() ? static_cast<int>(v.of.at[0].extent.value) : p->least;
  int const left_out = v.items.empty() ? -1 : static_cast<int>(v.items[0].integer().value);
  return {p, &p->of[stages - p->least], left_out};
}

}  // namespace tileproof::explorer
