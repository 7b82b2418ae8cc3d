// SPDX-License-Identifier: BSL-1.0
//
// Each worked example of vectors.tsv, evaluated at run time by the explorer, has its text; and the
// text, read again, has itself.
#include "../evaluate.hpp"

#include <fstream>
#include <iostream>
#include <string>

using namespace tileproof::explorer;

namespace {

bool holds(std::string const& line) {
  std::size_t const first = line.find('\t');
  std::size_t const second = line.find('\t', first + 1);
  std::string const expression = line.substr(first + 1, second - first - 1);
  std::string const expected = line.substr(second + 1);
  session s(true);
  outcome const r = s.run(expression);
  std::string const text = r.holds() ? s.text(r.result) : r.why.what;
  outcome const again = s.run(text);
  if (second != std::string::npos && r.holds() && text == expected && again.holds() &&
      s.text(again.result) == text)
    return true;
  std::cout << line.substr(0, first) << ": " << expression << " is " << text << ", not " << expected
            << '\n';
  return false;
}

}  // namespace

int main(int count, char** files) {
  std::ifstream file(count > 1 ? files[1] : "");
  int lines = 0;
  int held = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    ++lines;
    held += holds(line);
  }
  std::cout << held << " vectors hold at run time, of " << lines << '\n';
  return held == lines && lines > 0 ? 0 : 1;
}
