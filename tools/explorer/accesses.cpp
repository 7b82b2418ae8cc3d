// SPDX-License-Identifier: BSL-1.0
#include "accesses.hpp"

#include "operations.hpp"

#include <iterator>

namespace tileproof::explorer {

namespace {

struct named {
  std::string_view name;
  shared_instruction is;
};
constexpr named shared[] = {
    {"shared_load<8>", shared_load<8>::value},
    {"shared_load<16>", shared_load<16>::value},
    {"shared_load<32>", shared_load<32>::value},
    {"shared_load<64>", shared_load<64>::value},
    {"shared_load<128>", shared_load<128>::value},
    {"shared_store<8>", shared_store<8>::value},
    {"shared_store<16>", shared_store<16>::value},
    {"shared_store<32>", shared_store<32>::value},
    {"shared_store<64>", shared_store<64>::value},
    {"shared_store<128>", shared_store<128>::value},
    {"ldmatrix<1>", ldmatrix<1>::value},
    {"ldmatrix<2>", ldmatrix<2>::value},
    {"ldmatrix<4>", ldmatrix<4>::value},
    {"ldmatrix_trans<1>", ldmatrix<1>::value},
    {"ldmatrix_trans<2>", ldmatrix<2>::value},
    {"ldmatrix_trans<4>", ldmatrix<4>::value},
    {"stmatrix<1>", stmatrix<1>::value},
    {"stmatrix<2>", stmatrix<2>::value},
    {"stmatrix<4>", stmatrix<4>::value},
    {"cp_async_ca<4>", cp_async_ca<4>::value},
    {"cp_async_ca<8>", cp_async_ca<8>::value},
    {"cp_async_ca<16>", cp_async_ca<16>::value},
    {"cp_async_ca<4,source_of_whole_lines>", cp_async_ca<4, source_of_whole_lines>::value},
    {"cp_async_ca<8,source_of_whole_lines>", cp_async_ca<8, source_of_whole_lines>::value},
    {"cp_async_ca<16,source_of_whole_lines>", cp_async_ca<16, source_of_whole_lines>::value},
    {"cp_async_cg", cp_async_cg::value},
};
constexpr std::string_view global[] = {"global_load<8>",   "global_load<16>",  "global_load<32>",
                                       "global_load<64>",  "global_load<128>", "global_store<8>",
                                       "global_store<16>", "global_store<32>", "global_store<64>",
                                       "global_store<128>"};

// ldmatrix<4>: the name with its arguments, as a value, where there is such an instruction.
value access(call& c, char const* name) {
  std::string s = std::string(name) + "<";
  for (std::size_t i = 0; i < c.angles.size(); ++i) {
    value const& v = c.angles[i];
    bool const is_number = v.is_integer() && v.integer().is_known();
    if (!is_number && v.is != kind::atom) return c.expected(100 + static_cast<int>(i), "a number");
    s += (i > 0 ? "," : "") + (is_number ? std::to_string(v.integer().value) : v.name);
  }
  if (c.angles.empty()) s.pop_back();
  if (!c.angles.empty()) s += ">";
  shared_instruction is;
  if (shared_access(s, is) || global_access(s) > 0) return atom(s);
  return c.expected(100, "a width or a number of matrices that the instruction has");
}
value load(call& c) { return access(c, "shared_load"); }
value store(call& c) { return access(c, "shared_store"); }
value load_matrix(call& c) { return access(c, "ldmatrix"); }
value load_matrix_trans(call& c) { return access(c, "ldmatrix_trans"); }
value store_matrix(call& c) { return access(c, "stmatrix"); }
value async_ca(call& c) { return access(c, "cp_async_ca"); }
value async_cg(call& c) { return access(c, "cp_async_cg"); }
value load_global(call& c) { return access(c, "global_load"); }
value store_global(call& c) { return access(c, "global_store"); }

constexpr operation table[] = {
    {"shared_load", 0, 0, 1, 1, load, "shared_load<BITS>", "ld.shared, in proofs"},
    {"shared_store", 0, 0, 1, 1, store, "shared_store<BITS>", "st.shared, in proofs"},
    {"ldmatrix", 0, 0, 1, 1, load_matrix, "ldmatrix<N>", "ldmatrix.xN, in proofs"},
    {"ldmatrix_trans", 0, 0, 1, 1, load_matrix_trans, "ldmatrix_trans<N>",
     "ldmatrix.trans.xN, in proofs"},
    {"stmatrix", 0, 0, 1, 1, store_matrix, "stmatrix<N>", "stmatrix.xN, in proofs"},
    {"cp_async_ca", 0, 0, 1, 2, async_ca, "cp_async_ca<BYTES>", "cp.async.ca, in proofs"},
    {"cp_async_cg", 0, 0, 0, 0, async_cg, "cp_async_cg", "cp.async.cg, in proofs"},
    {"global_load", 0, 0, 1, 1, load_global, "global_load<BITS>", "ld.global, in proofs"},
    {"global_store", 0, 0, 1, 1, store_global, "global_store<BITS>", "st.global, in proofs"},
};

}  // namespace

operation_list access_operations() { return {table, std::size(table)}; }

std::string access_of_any_name(std::string_view name) {
  auto const has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  bool const is_matrix = name.substr(0, 9) == "ldmatrix." || name.substr(0, 9) == "stmatrix.";
  bool const is_load = is_matrix ? name[0] == 'l' : has("_LDSM_");
  if (!is_matrix && !has("_LDSM_") && !has("_STSM_")) return std::string(name);
  bool const is_half = has("_U16x");  // of 8 x 8 elements of 16 bits a thread has two
  for (char const* const n : {"1", "2", "4", "8"})
    if (has(is_matrix ? std::string(".x") + n : std::string("x") + n + "_"))
      return std::string(is_load ? "ldmatrix<" : "stmatrix<") +
             std::to_string((n[0] - '0') / (is_half ? 2 : 1)) + ">";
  return std::string(name);
}

bool shared_access(std::string_view name, shared_instruction& out) {
  std::string const known = access_of_any_name(name);
  for (named const& n : shared)
    if (n.name == known) return out = n.is, true;
  return false;
}

int global_access(std::string_view name) {
  for (std::string_view const n : global)
    if (n == name) {
      int bits = 0;
      for (char const c : n.substr(n.find('<') + 1))
        if (c >= '0' && c <= '9') bits = bits * 10 + (c - '0');
      return bits;
    }
  return 0;
}

std::string access_name(std::string_view op, std::string_view width, std::string& why) {
  std::string name = access_of_any_name(op);
  shared_instruction known;
  if (shared_access(name, known)) return name;
  std::string const bits(width.empty() ? "32" : width);
  if (op == "ld" || op == "st") {
    name = std::string(op == "ld" ? "shared_load<" : "shared_store<") + bits + ">";
  } else if (op.substr(0, 8) == "ldmatrix" || op.substr(0, 8) == "stmatrix") {
    std::string_view const rest = op.substr(8);
    std::string_view const n = rest.empty() ? "4" : rest.substr(rest.find('x') + 1);
    name = std::string(op.substr(0, 8)) + "<" + std::string(n) + ">";
  } else if (op == "cp.async.ca" || op == "cp.async") {
    name = "cp_async_ca<" +
           (bits == "128"  ? "16"
            : bits == "64" ? "8"
            : bits == "32" ? "4"
                           : bits) +
           ">";
  } else if (op == "cp.async.cg") {
    name = "cp_async_cg";
  } else {
    why = "`" + std::string(op) +
          "` is no operation on shared memory: ld, st, ldmatrix, ldmatrix.x1, ldmatrix.x2, "
          "stmatrix, cp.async.ca and cp.async.cg are";
    return {};
  }
  shared_instruction is;
  if (shared_access(name, is)) return name;
  why = "`" + std::string(op) + "` has no width of " + bits +
        ": 8, 16, 32, 64 and 128 bits are those of ld and st, 32, 64 and 128 of cp.async.ca";
  return {};
}

}  // namespace tileproof::explorer
