// SPDX-License-Identifier: BSL-1.0
//
// Defines read_tables(file, all), which reads what write_tables.hpp has written.
#pragma once

#include "device_table.hpp"

#include <cstdio>
#include <vector>

namespace random_protocols {

struct stored_table {
  device_protocol p;
  std::vector<device_op> ops;
};

// Empty, or what is wrong with the file.
inline char const* read_tables(char const* name, std::vector<stored_table>& all) {
  std::FILE* const f = std::fopen(name, "rb");
  file_header h;
  bool const is_one = f && std::fread(&h, sizeof h, 1, f) == 1 && h.magic == file_magic;
  bool is_whole = is_one;
  all.resize(is_one ? h.count : 0);
  for (stored_table& t : all) {
    is_whole = is_whole && std::fread(&t.p, sizeof t.p, 1, f) == 1;
    t.ops.resize(is_whole ? std::size_t(t.p.ops) : 0);
    is_whole =
        is_whole && std::fread(t.ops.data(), sizeof(device_op), t.ops.size(), f) == t.ops.size();
  }
  if (f) std::fclose(f);
  return !is_one ? "is no file of tables" : !is_whole ? "is cut off" : "";
}

}  // namespace random_protocols
