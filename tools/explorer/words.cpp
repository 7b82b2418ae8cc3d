// SPDX-License-Identifier: BSL-1.0
#include "words.hpp"

namespace tileproof::explorer {

namespace {

struct element {
  std::string_view name;
  int bits;
};
constexpr element elements[] = {
    {"u1", 1},       {"uint1b_t", 1},     {"e2m1", 4},        {"float_e2m1_t", 4},
    {"s4", 4},       {"int4_t", 4},       {"u4", 4},          {"uint4_t", 4},
    {"e4m3", 8},     {"float_e4m3_t", 8}, {"e5m2", 8},        {"s8", 8},
    {"int8_t", 8},   {"u8", 8},           {"uint8_t", 8},     {"float_e5m2_t", 8},
    {"char", 8},     {"f16", 16},         {"fp16", 16},       {"fp32", 32},
    {"Float16", 16}, {"BFloat16", 16},    {"Float32", 32},    {"TFloat32", 32},
    {"Float64", 64}, {"Float8E4M3FN", 8}, {"Float8E5M2", 8},  {"Int8", 8},
    {"Uint8", 8},    {"Int32", 32},       {"half_t", 16},     {"half", 16},
    {"bf16", 16},    {"bfloat16_t", 16},  {"s16", 16},        {"int16_t", 16},
    {"u16", 16},     {"uint16_t", 16},    {"short", 16},      {"f32", 32},
    {"float", 32},   {"tf32", 32},        {"tfloat32_t", 32}, {"s32", 32},
    {"int32_t", 32}, {"u32", 32},         {"uint32_t", 32},   {"int", 32},
    {"f64", 64},     {"double", 64},      {"s64", 64},        {"int64_t", 64},
    {"u64", 64},     {"uint64_t", 64},    {"uint128_t", 128}, {"b128", 128},
};
constexpr std::string_view majors[] = {"LayoutLeft", "LayoutRight", "GenColMajor", "GenRowMajor"};

}  // namespace

int bits_of_element(std::string_view name) {
  for (element const& e : elements)
    if (e.name == name) return e.bits;
  return 0;
}

bool is_word(std::string_view name) {
  for (std::string_view const m : majors)
    if (m == name) return true;
  return bits_of_element(name) > 0;
}

std::string plural(std::int64_t n, char const* word) {
  return std::to_string(n) + " " + word + (n == 1 ? "" : "s");
}

}  // namespace tileproof::explorer
