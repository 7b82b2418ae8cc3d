// SPDX-License-Identifier: BSL-1.0
#include "warp_access.hpp"

#include "accesses.hpp"
#include "evaluate.hpp"
#include "properties.hpp"
#include "tiling.hpp"
#include "value_json.hpp"
#include "words.hpp"

#include <tileproof/prove/sentence.hpp>

namespace tileproof::explorer {

std::vector<option> warp_options() {
  return {run_time_option,
          {"width", "BITS", "", "bits that each lane moves: 8, 16, 32, 64 or 128; default 32"},
          {"type", "ELEMENT", "", "element type, such as half_t; default: one element an access"},
          {"warp", "W", "", "the warp that the picture shows; default: the worst"},
          {"step", "S", "", "the instruction of the warp that the picture shows"},
          {"addresses", "A,B,...", "", "byte addresses of lanes 0, 1, ..., in place of a layout"},
          {"mask", "HEX", "", "the active lanes, bit i for lane i; with --addresses"}};
}

bool read_number(std::string_view word, std::int64_t least, std::int64_t most, std::int64_t& out) {
  if (word.empty() || word.size() > 18) return false;
  out = 0;
  for (char const c : word) {
    if (c < '0' || c > '9') return false;
    out = out * 10 + (c - '0');
  }
  return out >= least && out <= most;
}

bool choose_instruction(warp_request const& asked, detail::warp_steps const& all,
                        instruction_number worst, response& r, instruction_number& out) {
  out = worst;
  if (asked.warp >= 0) out = {asked.warp, 0};
  if (asked.step >= 0) out.step = asked.step;
  if (out.warp < all.warps && out.step < all.steps) return true;
  r.bad("warp " + std::to_string(out.warp) + ", step " + std::to_string(out.step) + ": there are " +
        std::to_string(all.warps) + " warps of " + std::to_string(all.steps) +
        " steps, counted from 0");
  return false;
}

void refuse_accesses(warp_request const& asked, report const& found, char const* nothing,
                     response& r) {
  core::topic topic;
  topic.element.put(asked.element.empty() ? "elements" : asked.element);
  mapping const* const ms[] = {&asked.of[0]};
  core::text t;
  if (found.holds() || !detail::put_sentence(t, found, detail::no_sentences, topic, ms, 1))
    t.put(nothing);
  r.err += "refused: " + std::string(std::string_view(t)) + "\n";
  r.worsen(status::refused);
}

bool are_aligned(warp_access const& a, int access_bits, response& r) {
  for (int lane = 0; lane < warp_size; ++lane)
    if (a.is_active(lane) && a.address[lane] % (access_bits / 8) != 0) {
      r.bad("lane " + std::to_string(lane) + " has byte address " +
            std::to_string(a.address[lane]) + ", and an access of " + std::to_string(access_bits) +
            " bits needs a multiple of " + std::to_string(access_bits / 8));
      return false;
    }
  return true;
}

namespace {

bool read_addresses(request const& in, char const* option, response& r, warp_access& a) {
  std::string_view list = in.option(option);
  int lane = 0;
  while (!list.empty() || lane == 0) {
    std::size_t const comma = list.find(',');
    std::string_view const word = list.substr(0, comma);
    if (lane == warp_size || !read_number(word, 0, std::int64_t{1} << 55, a.address[lane])) {
      r.bad("--" + std::string(option) + ": `" + std::string(word) + "`, of lane " +
            std::to_string(lane) +
            ", and at most 32 byte addresses of at least 0 are expected, with commas between them");
      return false;
    }
    a.active |= std::uint32_t{1} << lane++;
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
  }
  if (!in.has("mask")) return true;
  std::uint64_t mask = 0;
  std::string_view word = in.option("mask");
  if (word.substr(0, 2) == "0x") word.remove_prefix(2);
  bool good = !word.empty() && word.size() <= 8;
  for (char const c : word) {
    bool const digit = c >= '0' && c <= '9';
    good = good && (digit || (c >= 'a' && c <= 'f'));
    mask = mask * 16 + static_cast<std::uint64_t>(digit ? c - '0' : c - 'a' + 10);
  }
  if (!good) {
    r.bad("--mask: `" + std::string(in.option("mask")) +
          "`, and at most 8 hexadecimal digits are expected, such as ffff");
    return false;
  }
  a.active &= static_cast<std::uint32_t>(mask);
  return true;
}

}  // namespace

bool find_access(value const& v, access_of_copy& out) {
  if (v.is != kind::copy) return false;
  std::vector<value> const args{v};
  core::arithmetic cx;
  call c{cx, args, {}};
  if (!is_copy(c, 0, out.tiling)) return false;
  out.name = access_of_any_name(v.name);
  out.is_matrix = shared_access(out.name, out.is);
  out.is_async = v.name.find("CP_ASYNC") != std::string::npos;
  out.stores = out.is_matrix ? out.is.op == shared_op::stmatrix : out.is_async;
  if (!out.is_matrix)
    out.name = (out.stores ? "shared_store<" : "shared_load<") + std::to_string(out.bits()) + ">";
  return true;
}

request without_copy(request const& in, bool is_global) {
  session s(in.reads_run_time());
  std::size_t at = 0;
  outcome o;
  for (; at < in.expressions.size(); ++at)
    if (o = s.run(in.expressions[at]); !o.holds() || o.bound.empty()) break;
  std::size_t const layouts = at < in.expressions.size() ? in.expressions.size() - at - 1 : 0;
  access_of_copy a;
  if (!o.holds() || layouts < 1 || layouts > 2 || !find_access(o.result, a)) return in;
  bool const stores = a.stores || (!a.is_matrix && in.option("op").substr(0, 2) == "st");
  request r = in;
  r.expressions.resize(at);
  for (std::size_t i = 0; i < layouts; ++i) {
    bool const of_source = is_global || i == 1 || !stores;
    r.expressions.push_back((of_source ? "tidfrg_S(" : "tidfrg_D(") + in.expressions[at] + "," +
                            in.expressions[at + 1 + i] + ")");
  }
  if (!r.has("type")) r.options["type"] = o.result.items[0].name;
  if (a.is_matrix && !is_global)
    r.options["op"] =
        std::string(a.stores ? "stmatrix" : "ldmatrix") + ".x" + std::to_string(a.is.bits / 32);
  else
    r.options["width"] = std::to_string(a.bits());
  if (a.is_async && !is_global)
    r.options["op"] =
        o.result.name.find("CACHEALWAYS") != std::string::npos ? "cp.async.ca" : "cp.async.cg";
  return r;
}

bool read_warp_request(request const& in, int access_bits, std::size_t most_layouts, response& r,
                       warp_request& out) {
  out.element = in.option("type");
  out.element_bits = out.element.empty() ? access_bits : bits_of_element(out.element);
  if (out.element_bits == 0) {
    r.bad("--type: `" + out.element + "` is no element type; half_t, float and int8_t are some");
    return false;
  }
  if (access_bits % out.element_bits != 0) {
    r.bad("an access of " + std::to_string(access_bits) + " bits holds no whole number of " +
          out.element + ", which has " + std::to_string(out.element_bits) + " bits");
    return false;
  }
  for (auto const& [name, to] : {std::pair{"warp", &out.warp}, std::pair{"step", &out.step}})
    if (in.has(name) && !read_number(in.option(name), 0, INT64_MAX, *to)) {
      r.bad(std::string("--") + name + ": `" + std::string(in.option(name)) +
            "`, and a number of at least 0 is expected");
      return false;
    }
  if (in.has("addresses")) {
    out.is_layout = false;
    if (!in.expressions.empty()) {
      r.bad("either a layout or --addresses is expected, and both are given");
      return false;
    }
    out.has_source = in.has("source-addresses");
    return read_addresses(in, "addresses", r, out.addresses) &&
           (!out.has_source || read_addresses(in, "source-addresses", r, out.source));
  }
  auto const state = session_of(in);
  session& s = *state;
  for (std::string const& line : in.expressions) {
    outcome const o = s.run(line);
    if (!o.holds()) {
      r.fail(line, o.why);
      return false;
    }
    if (!o.bound.empty()) continue;
    mapping m;
    std::string why;
    bool const good = mapping_of_value(o.result, m, why) && o.result.is == kind::layout;
    if (!good || m.has_coordinates()) {
      if (why.empty()) why = "a layout (thread,value) -> offset is expected";
      r.fail(line, {status::bad_input, why, 0, line.size()});
      return false;
    }
    if (out.of.empty()) out.text = text_of(o.result), out.object = json_of(o.result, nullptr);
    out.of.push_back(m);
  }
  if (!out.of.empty() && out.of.size() <= most_layouts) return true;
  r.bad("a layout (thread,value) -> offset is expected" +
        std::string(most_layouts > 1 ? ", and for cp.async after it that of the source" : "") +
        ": " + std::to_string(out.of.size()) + " are given");
  return false;
}

}  // namespace tileproof::explorer
