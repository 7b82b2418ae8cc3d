// SPDX-License-Identifier: BSL-1.0
#include "atoms.hpp"

#include "words.hpp"

#include <tileproof/atom/copy/sm75.hpp>
#include <tileproof/atom/copy/sm80.hpp>
#include <tileproof/atom/copy/sm90.hpp>
#include <tileproof/atom/mma/layouts.hpp>
#include <tileproof/atom/mma/sm70.hpp>
#include <tileproof/atom/mma/sm75.hpp>
#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/atom/mma/sm89.hpp>
#include <tileproof/atom/mma/sm90.hpp>

#include <utility>

namespace tileproof::explorer {

namespace {

template <class L>
core::layout value_of() {
  return tileproof::detail::reading_of<L>::value.into;
}

template <class Operation>
mma_atom mma_of(std::string_view name) {
  using traits = MMA_Traits<Operation>;
  core::layout const mnk = value_of<typename traits::Shape_MNK>();
  mma_atom r;
  r.name = std::string(name);
  for (int i = 0; i < 3; ++i) r.extent[i] = static_cast<int>(mnk.at[i].extent.value);
  r.threads = value_of<typename traits::ThrID>();
  r.a = value_of<typename traits::ALayout>();
  r.b = value_of<typename traits::BLayout>();
  r.c = value_of<typename traits::CLayout>();
  return r;
}
template <class Operation>
copy_atom copy_of(std::string_view name) {
  using traits = Copy_Traits<Operation>;
  return {std::string(name), value_of<typename traits::ThrID>(),
          value_of<typename traits::SrcLayout>(), value_of<typename traits::DstLayout>(),
          value_of<typename traits::RefLayout>()};
}

struct named_mma {
  std::string_view name;
  mma_atom (*make)(std::string_view);
};
struct named_copy {
  std::string_view name;
  copy_atom (*make)(std::string_view);
};

#define MMA_ATOMS(ATOM)                     \
  ATOM(SM70_8x8x4_F16F16F16F16_TN)          \
  ATOM(SM70_8x8x4_F16F16F16F16_NT)          \
  ATOM(SM70_8x8x4_F16F16F16F16_NN)          \
  ATOM(SM70_8x8x4_F16F16F16F16_TT)          \
  ATOM(SM70_8x8x4_F32F16F16F32_TN)          \
  ATOM(SM70_8x8x4_F32F16F16F32_NT)          \
  ATOM(SM70_8x8x4_F32F16F16F32_NN)          \
  ATOM(SM70_8x8x4_F32F16F16F32_TT)          \
  ATOM(SM75_16x8x8_F32F16F16F32_TN)         \
  ATOM(SM75_8x8x16_S32S8S8S32_TN)           \
  ATOM(SM80_16x8x8_F16F16F16F16_TN)         \
  ATOM(SM80_16x8x8_F32F16F16F32_TN)         \
  ATOM(SM80_16x8x8_F32BF16BF16F32_TN)       \
  ATOM(SM80_16x8x16_F16F16F16F16_TN)        \
  ATOM(SM80_16x8x16_F32F16F16F32_TN)        \
  ATOM(SM80_16x8x16_F32BF16BF16F32_TN)      \
  ATOM(SM80_16x8x4_F32TF32TF32F32_TN)       \
  ATOM(SM80_16x8x8_F32TF32TF32F32_TN)       \
  ATOM(SM80_8x8x4_F64F64F64F64_TN)          \
  ATOM(SM80_8x8x16_S32S8S8S32_TN)           \
  ATOM(SM80_16x8x16_S32S8S8S32_TN)          \
  ATOM(SM80_16x8x32_S32S8S8S32_TN)          \
  ATOM(SM80_8x8x16_S32S8U8S32_TN)           \
  ATOM(SM80_16x8x16_S32S8U8S32_TN)          \
  ATOM(SM80_16x8x32_S32S8U8S32_TN)          \
  ATOM(SM80_8x8x16_S32U8S8S32_TN)           \
  ATOM(SM80_16x8x16_S32U8S8S32_TN)          \
  ATOM(SM80_16x8x32_S32U8S8S32_TN)          \
  ATOM(SM80_8x8x16_S32U8U8S32_TN)           \
  ATOM(SM80_16x8x16_S32U8U8S32_TN)          \
  ATOM(SM80_16x8x32_S32U8U8S32_TN)          \
  ATOM(SM80_8x8x32_S32S4S4S32_TN)           \
  ATOM(SM80_16x8x32_S32S4S4S32_TN)          \
  ATOM(SM80_16x8x64_S32S4S4S32_TN)          \
  ATOM(SM80_8x8x32_S32S4U4S32_TN)           \
  ATOM(SM80_16x8x32_S32S4U4S32_TN)          \
  ATOM(SM80_16x8x64_S32S4U4S32_TN)          \
  ATOM(SM80_8x8x32_S32U4S4S32_TN)           \
  ATOM(SM80_16x8x32_S32U4S4S32_TN)          \
  ATOM(SM80_16x8x64_S32U4S4S32_TN)          \
  ATOM(SM80_8x8x32_S32U4U4S32_TN)           \
  ATOM(SM80_16x8x32_S32U4U4S32_TN)          \
  ATOM(SM80_16x8x64_S32U4U4S32_TN)          \
  ATOM(SM80_8x8x128_S32U1U1S32_TN_XORPOPC)  \
  ATOM(SM80_16x8x128_S32U1U1S32_TN_XORPOPC) \
  ATOM(SM80_16x8x256_S32U1U1S32_TN_XORPOPC) \
  ATOM(SM80_8x8x128_S32U1U1S32_TN_ANDPOPC)  \
  ATOM(SM80_16x8x128_S32U1U1S32_TN_ANDPOPC) \
  ATOM(SM80_16x8x256_S32U1U1S32_TN_ANDPOPC) \
  ATOM(SM89_16x8x32_F32E4M3E4M3F32_TN)      \
  ATOM(SM89_16x8x32_F32E4M3E5M2F32_TN)      \
  ATOM(SM89_16x8x32_F32E5M2E4M3F32_TN)      \
  ATOM(SM89_16x8x32_F32E5M2E5M2F32_TN)      \
  ATOM(SM90_16x8x4_F64F64F64F64_TN)         \
  ATOM(SM90_16x8x8_F64F64F64F64_TN)         \
  ATOM(SM90_16x8x16_F64F64F64F64_TN)
constexpr named_mma mma_atoms[] = {
#define ATOM(NAME) {#NAME, mma_of<NAME>},
    MMA_ATOMS(ATOM)
#undef ATOM
        {"UniversalFMA<float>", mma_of<UniversalFMA<float>>}};
#undef MMA_ATOMS

constexpr named_copy copy_atoms[] = {
#define ATOM(NAME) {#NAME, copy_of<NAME>},
    ATOM(SM75_U32x1_LDSM_N) ATOM(SM75_U32x2_LDSM_N) ATOM(SM75_U32x4_LDSM_N) ATOM(SM75_U16x2_LDSM_T)
        ATOM(SM75_U16x4_LDSM_T) ATOM(SM75_U16x8_LDSM_T) ATOM(SM90_U32x1_STSM_N)
            ATOM(SM90_U32x2_STSM_N) ATOM(SM90_U32x4_STSM_N) ATOM(SM90_U16x2_STSM_T)
                ATOM(SM90_U16x4_STSM_T) ATOM(SM90_U16x8_STSM_T)
#undef ATOM
};

// Copies of one thread are templates with the type of an access: UniversalCopy<uint128_t>.
struct copy_template {
  std::string_view name;
  int least;  // bits
};
constexpr copy_template copy_templates[] = {{"UniversalCopy", 8},
                                            {"SM80_CP_ASYNC_CACHEALWAYS", 32},
                                            {"SM80_CP_ASYNC_CACHEALWAYS_ZFILL", 32},
                                            {"SM80_CP_ASYNC_CACHEGLOBAL", 128},
                                            {"SM80_CP_ASYNC_CACHEGLOBAL_ZFILL", 128}};

bool find_copy_of_thread(std::string_view name, copy_atom& out) {
  std::size_t const open = name.find('<');
  if (open == std::string_view::npos || name.back() != '>') return false;
  std::string_view type = name.substr(open + 1, name.size() - open - 2);
  if (type.substr(0, 5) == "std::") type.remove_prefix(5);
  int bits = bits_of_element(type);
  std::string_view of = name.substr(0, open);
  if (of == "AutoVectorizingCopyWithAssumedAlignment") {  // <128> is UniversalCopy<uint128_t>
    of = "UniversalCopy";
    for (int const n : {8, 16, 32, 64, 128})
      if (type == std::to_string(n)) bits = n;
  }
  for (copy_template const& t : copy_templates) {
    if (t.name != of || bits < t.least) continue;
    switch (bits) {
      case 8: out = copy_of<UniversalCopy<std::uint8_t>>(name); return true;
      case 16: out = copy_of<UniversalCopy<std::uint16_t>>(name); return true;
      case 32: out = copy_of<UniversalCopy<std::uint32_t>>(name); return true;
      case 64: out = copy_of<UniversalCopy<std::uint64_t>>(name); return true;
      case 128: out = copy_of<UniversalCopy<uint128_t>>(name); return true;
      default: return false;
    }
  }
  return false;
}

// ---- wgmma: a thousand names, of which N gives C, and K gives A in registers

template <std::size_t... I>
core::layout wgmma_c(int n, std::index_sequence<I...>) {
  core::layout r;
  ((n == 8 * static_cast<int>(I + 1)
        ? void(r = value_of<tileproof::detail::wgmma_c<8 * static_cast<int>(I + 1)>>())
        : void()),
   ...);
  return r;
}

// Cuts a word off the front of `rest`; false where it does not stand there.
bool take(std::string_view& rest, std::string_view word) {
  if (rest.substr(0, word.size()) != word) return false;
  rest.remove_prefix(word.size());
  return true;
}
int take_number(std::string_view& rest) {
  int n = 0;
  while (!rest.empty() && rest[0] >= '0' && rest[0] <= '9' && n < 1000) {
    n = 10 * n + (rest[0] - '0');
    rest.remove_prefix(1);
  }
  return n;
}
// The types of D, A and B: F32F16F16. Returns K, or 0 for none.
int take_types(std::string_view& rest) {
  for (char const* const halves : {"F16F16F16_", "F32F16F16_", "F32BF16BF16_"})
    if (take(rest, halves)) return 16;
  if (take(rest, "F32TF32TF32_")) return 8;
  std::string_view const before = rest;
  bool const is_float = take(rest, "F16") || take(rest, "F32");
  bool const is_integer = !is_float && take(rest, "S32");
  for (int i = 0; i < 2; ++i)
    if (!(is_float && (take(rest, "E4M3") || take(rest, "E5M2"))) &&
        !(is_integer && (take(rest, "S8") || take(rest, "U8")))) {
      rest = before;
      return 0;
    }
  return take(rest, "_") ? 32 : 0;
}

bool find_wgmma(std::string_view name, mma_atom& out) {
  std::string_view rest = name;
  if (!take(rest, "SM90_64x")) return false;
  int const n = take_number(rest);
  if (n < 8 || n > 256 || n % 8 != 0 || !take(rest, "x")) return false;
  int const depth = take_number(rest);
  bool const is_integer = rest.substr(0, 4) == "_S32";
  if (!take(rest, "_") || take_types(rest) != depth || depth == 0) return false;
  if (is_integer && n > 32 && n % 16 != 0) return false;
  bool const is_shared = take(rest, "SS");
  if (!is_shared && !take(rest, "RS")) return false;
  if (depth != 16 && !take(rest, "_TN")) return false;
  if (is_integer) take(rest, "_SATURATE");
  if (!rest.empty() && (rest.front() != '<' || rest.back() != '>')) return false;
  for (char const c : rest)  // GMMA::Major::K, and so on
    if (c < ',' || c > 'z' || c == '\\' || c == '^') return false;
  out = {};
  out.name = std::string(name);
  out.extent[0] = 64, out.extent[1] = n, out.extent[2] = depth;
  out.threads = core::single({core::fixed(128), core::fixed(1), 0});
  out.c = wgmma_c(n, std::make_index_sequence<32>{});
  auto const shared = [depth](int rows) {  // as wgmma_shared of atom/wgmma/instruction.hpp
    core::layout l;
    l.open(2);
    l.leaf({core::fixed(128), core::fixed(0), 0});
    l.open(2);
    l.leaf({core::fixed(rows), core::fixed(1), 0});
    l.leaf({core::fixed(depth), core::fixed(rows), 0});
    return l;
  };
  out.a = shared(64), out.b = shared(n);
  out.b_is_shared = true;
  out.a_is_shared = is_shared;
  if (!is_shared)
    out.a = depth == 16  ? value_of<tileproof::detail::wgmma_a<16, 16>>()
            : depth == 8 ? value_of<tileproof::detail::wgmma_a<8, 32>>()
                         : value_of<tileproof::detail::wgmma_a<32, 8>>();
  return true;
}

// UniversalFMA<double>, and of up to four types: a thread multiplies and adds one element.
bool find_fma(std::string_view name, mma_atom& out) {
  constexpr std::string_view begin = "UniversalFMA<";
  if (name.substr(0, begin.size()) != begin || name.back() != '>') return false;
  std::string_view types = name.substr(begin.size());
  int count = 0;
  while (!types.empty()) {
    std::size_t const end = types.find_first_of(",>");
    if (bits_of_element(types.substr(0, end)) == 0 || ++count > 4) return false;
    types.remove_prefix(end + 1);
  }
  out = mma_of<UniversalFMA<float>>(name);
  return true;
}

}  // namespace

bool find_mma_atom(std::string_view name, mma_atom& out) {
  for (named_mma const& a : mma_atoms)
    if (a.name == name) return out = a.make(name), true;
  return find_fma(name, out) || find_wgmma(name, out);
}
bool find_copy_atom(std::string_view name, copy_atom& out) {
  for (named_copy const& a : copy_atoms)
    if (a.name == name) return out = a.make(name), true;
  return find_copy_of_thread(name, out);
}

std::vector<std::string> mma_atom_names() {
  std::vector<std::string> names;
  for (named_mma const& a : mma_atoms) names.emplace_back(a.name);
  for (char const* const kind :
       {"16_F16F16F16_SS", "16_F16F16F16_RS", "16_F32F16F16_SS", "16_F32F16F16_RS",
        "16_F32BF16BF16_SS", "16_F32BF16BF16_RS", "8_F32TF32TF32_SS_TN", "8_F32TF32TF32_RS_TN",
        "32_F32E4M3E4M3_SS_TN", "32_F32E4M3E4M3_RS_TN", "32_S32S8S8_SS_TN", "32_S32S8S8_RS_TN"})
    names.push_back(std::string("SM90_64x128x") + kind);
  return names;
}
std::vector<std::string> copy_atom_names() {
  std::vector<std::string> names;
  for (named_copy const& a : copy_atoms) names.emplace_back(a.name);
  for (copy_template const& t : copy_templates)
    for (char const* const type : {"uint8_t", "uint16_t", "float", "uint64_t", "uint128_t"})
      if (bits_of_element(type) >= t.least) names.push_back(std::string(t.name) + "<" + type + ">");
  return names;
}

}  // namespace tileproof::explorer
