// SPDX-License-Identifier: BSL-1.0
//
// counters_run FILE...: the commands banks and sectors print the wavefronts and sectors that a
// GPU's counters have, for each line of wavefronts.tsv:
//   instruction <TAB> pattern <TAB> active lanes (hex) <TAB> measured <TAB> addresses [<TAB>
//   source]
#include "../command.hpp"

#include <fstream>
#include <iostream>
#include <string>

using namespace tileproof::explorer;

namespace tileproof::explorer {

extern command const banks_command;
extern command const sectors_command;

}  // namespace tileproof::explorer

namespace {

std::vector<std::string> split(std::string const& text, char at) {
  std::vector<std::string> parts(1);
  for (char const c : text) {
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

// The bits of ld.shared.v2.b32, st.global.u8 and their like.
std::string width_of(std::string const& instruction) {
  std::vector<std::string> const parts = split(instruction, '.');
  int const times = parts[2][0] == 'v' ? parts[2][1] - '0' : 1;
  return std::to_string(times * std::stoi(parts.back().substr(1)));
}

// The number after a name in a JSON object.
int number_of(std::string const& json, std::string const& name) {
  std::size_t const at = json.find("\"" + name + "\": ");
  return at == std::string::npos ? -1 : std::stoi(json.substr(at + name.size() + 4));
}

bool holds(std::string const& line) {
  std::vector<std::string> const field = split(line, '\t');
  std::string const& instruction = field[0];
  std::vector<std::string> const parts = split(instruction, '.');
  bool const is_global = parts[1] == "global";
  request in;
  in.json = true;
  in.options["mask"] = field[2];
  in.options["addresses"] = field[4];
  if (parts[0] == "cp") {
    in.options["op"] = "cp.async." + parts[2];
    in.options["width"] = std::to_string(8 * std::stoi(parts[3]));
    std::string source;
    for (int lane = 0; lane < 32; ++lane)
      source += (lane > 0 ? "," : "") + std::to_string(lane * std::stoi(parts[3]));
    in.options["source-addresses"] = field.size() > 5 ? field[5] : source;
  } else if (parts[0] == "ldmatrix" || parts[0] == "stmatrix") {
    in.options["op"] = parts[0] + "." + parts[1];
  } else {
    in.options["op"] = parts[0];
    in.options["width"] = width_of(instruction);
  }
  response r;
  (is_global ? sectors_command : banks_command).run(in, r);
  int const found = number_of(r.out, is_global ? "sectors" : "wavefronts");
  int const measured = std::stoi(field[3]);
  if (found == measured && r.out.find("\"decided\": false") == std::string::npos) return true;
  std::cout << instruction << ' ' << field[1] << ": measured " << measured << ", printed " << found
            << ' ' << r.err << '\n';
  return false;
}

}  // namespace

int main(int count, char** files) {
  int lines = 0;
  int equal = 0;
  for (int i = 1; i < count; ++i) {
    std::ifstream file(files[i]);
    for (std::string line; std::getline(file, line);) {
      if (line.empty() || line[0] == '#') continue;
      ++lines;
      equal += holds(line);
    }
  }
  std::cout << equal << " of " << lines << " measured instructions\n";
  return equal == lines && lines > 0 ? 0 : 1;
}
