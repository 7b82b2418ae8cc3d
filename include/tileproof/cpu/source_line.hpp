// SPDX-License-Identifier: BSL-1.0
//
// Defines call_stack, the return addresses of the running functions, and source_lines, the place of
// the source that each of them stands for: the innermost line that is not in a header of this
// library. Kernels count as the user's code.
//
//   std::vector<std::string> const where = cpu::source_lines({cpu::call_stack()});  // my_kernel.hpp:57
//
// It needs glibc's backtrace, addr2line of binutils, and a program with line numbers (-g1 or -g);
// where one of them is missing, a place is "a line that only a program built with -g knows".
#pragma once

#include <tileproof/config.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>
#if defined(__linux__) && __has_include(<execinfo.h>)
#include <execinfo.h>
#include <link.h>
#include <unistd.h>
#define TILEPROOF_HAS_CALL_STACK 1
#else
#define TILEPROOF_HAS_CALL_STACK 0
#endif

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// Return addresses, the innermost one first; empty where the system tells none.
using stack_addresses = std::vector<void*>;

inline stack_addresses call_stack() {
#if TILEPROOF_HAS_CALL_STACK
  std::array<void*, 64> at;
  int const n = backtrace(at.data(), static_cast<int>(at.size()));
  return stack_addresses(at.begin(), at.begin() + n);
#else
  return {};
#endif
}

namespace addr2line {

inline constexpr char const* unknown_line = "a line that only a program built with -g knows";

// The name of a file and a line, from a line of addr2line: "/home/me/kernel.hpp:57 (...)"; empty
// for a header of this library or of a system, and where addr2line knows no line.
inline std::string line_of_user(std::string_view line) {
  line = line.substr(0, line.find(' '));
  std::string_view const number = line.substr(line.rfind(':') + 1);
  if (line.find(':') == line.npos || number == "?" || number == "0") return {};
  constexpr std::string_view own = "include/tileproof/";
  if (std::size_t const at = line.rfind(own);
      at != line.npos && line.substr(at + own.size(), 7) != "kernel/")
    return {};
  for (std::string_view const system : {"/usr/include/", "/include/c++/", "/boost/"})
    if (line.find(system) != line.npos) return {};
  return std::string(line.substr(line.rfind('/') + 1));
}

#if TILEPROOF_HAS_CALL_STACK
// The address of a return address in this program's file: of the call, one byte earlier.
inline std::uintptr_t in_file(void* address) {
  static std::uintptr_t const base = [] {
    std::uintptr_t first = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* to) {
          *static_cast<std::uintptr_t*>(to) = info->dlpi_addr;
          return 1;  // the first one is the program
        },
        &first);
    return first;
  }();
  return reinterpret_cast<std::uintptr_t>(address) - base - 1;
}

// The lines of addresses by addr2line, and only those of the user. Functions that were inlined
// count.
inline std::map<std::uintptr_t, std::string> lines_of(
    std::vector<std::uintptr_t> const& addresses) {
  std::map<std::uintptr_t, std::string> lines;
  std::array<char, 4096> buffer{};
  ssize_t const n = readlink("/proc/self/exe", buffer.data(), buffer.size());
  std::string const program(buffer.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
  if (program.empty() || program.find('\'') != program.npos) return lines;
  constexpr std::size_t at_once = 1000;
  for (std::size_t first = 0; first < addresses.size(); first += at_once) {
    std::string command = "addr2line -a -i -e '" + program + "'";
    for (std::size_t i = first; i < addresses.size() && i < first + at_once; ++i) {
      std::snprintf(buffer.data(), buffer.size(), " 0x%llx",
                    static_cast<unsigned long long>(addresses[i]));
      command += buffer.data();
    }
    std::FILE* const out = popen((command + " 2>/dev/null").c_str(), "r");
    if (out == nullptr) return lines;
    std::string* line = nullptr;
    while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), out) != nullptr) {
      std::string_view text = buffer.data();
      if (!text.empty() && text.back() == '\n') text.remove_suffix(1);
      if (text.substr(0, 2) == "0x")
        line = &lines[std::stoull(std::string(text), nullptr, 16)];
      else if (line != nullptr && line->empty())
        *line = line_of_user(text);
    }
    pclose(out);
  }
  return lines;
}
#endif

}  // namespace addr2line

// The places of the source, "kernel.hpp:57", one for each stack. One run of addr2line serves all.
inline std::vector<std::string> source_lines(std::vector<stack_addresses> const& stacks) {
  std::vector<std::string> r(stacks.size(), addr2line::unknown_line);
#if TILEPROOF_HAS_CALL_STACK
  std::map<std::uintptr_t, int> all;
  for (stack_addresses const& s : stacks)
    for (void* const a : s) all[addr2line::in_file(a)];
  std::vector<std::uintptr_t> addresses;
  for (auto const& [address, unused] : all) addresses.push_back(address);
  std::map<std::uintptr_t, std::string> const lines = addr2line::lines_of(addresses);
  for (std::size_t i = 0; i < stacks.size(); ++i)
    for (void* const a : stacks[i]) {
      auto const line = lines.find(addr2line::in_file(a));
      if (line == lines.end() || line->second.empty()) continue;
      r[i] = line->second;
      break;
    }
#endif
  return r;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
