// SPDX-License-Identifier: BSL-1.0
#include "triton.hpp"

#include <cstdint>
#include <vector>

namespace tileproof::explorer {

namespace {

using vector = std::vector<std::int64_t>;

// The text from "NAME" and "=" on, at most to the sign that ends the layout.
std::string_view after(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    std::size_t end = at + name.size();
    while (end < text.size() && text[end] == ' ') ++end;
    if (end < text.size() && text[end] == '=') return text.substr(end + 1);
  }
  return {};
}

// The vectors of [[0, 1], [2, 0]]; of [1, 8] one.
std::vector<vector> vectors(std::string_view text) {
  std::vector<vector> all;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char const c = text[i];
    if (c == '[') {
      ++depth;
      all.emplace_back();
    } else if (c == ']') {
      if (--depth == 0) break;
    } else if (c >= '0' && c <= '9') {
      std::int64_t v = 0;
      for (; i < text.size() && text[i] >= '0' && text[i] <= '9' && v < (1 << 24); ++i)
        v = 10 * v + (text[i] - '0');
      --i;
      if (!all.empty()) all.back().push_back(v);
    } else if (depth == 0 && c != ' ') {
      break;
    }
  }
  if (all.size() > 1 && all.front().empty()) all.erase(all.begin());  // the outer brackets
  return all;
}
vector numbers(std::string_view text) {
  std::vector<vector> const all = vectors(text);
  return all.size() == 1 ? all[0] : vector{};
}

// Modes shape:stride, those that follow one another as one.
struct modes {
  vector shape{};
  vector stride{};

  void add(std::int64_t extent, std::int64_t step) {
    if (extent == 1) return;
    if (!shape.empty() && (step == 0 ? stride.back() == 0 : stride.back() * shape.back() == step)) {
      shape.back() *= extent;
      return;
    }
    shape.push_back(extent);
    stride.push_back(step);
  }
  static std::string text(vector v, std::int64_t alone) {
    if (v.empty()) v.push_back(alone);
    std::string s;
    for (std::int64_t const n : v) s += (s.empty() ? "_" : ",_") + std::to_string(n);
    return v.size() == 1 ? s : "(" + s + ")";
  }
};
std::string tv(modes const& threads, modes const& values) {
  return "(" + modes::text(threads.shape, 1) + "," + modes::text(values.shape, 1) + "):(" +
         modes::text(threads.stride, 0) + "," + modes::text(values.stride, 0) + ")";
}

std::string blocked(std::string_view text, bool is_python, std::string& why) {
  vector const size = numbers(after(text, is_python ? "size_per_thread" : "sizePerThread"));
  vector const lanes = numbers(after(text, is_python ? "threads_per_warp" : "threadsPerWarp"));
  vector const warps = numbers(after(text, is_python ? "warps_per_cta" : "warpsPerCTA"));
  vector const order = numbers(after(text, "order"));
  std::size_t const rank = size.size();
  std::vector<bool> is_ordered(rank);
  bool is_whole = rank > 0 && lanes.size() == rank && warps.size() == rank && order.size() == rank;
  for (std::size_t i = 0; is_whole && i < rank; ++i) {
    std::int64_t const d = order[i];
    is_whole = d >= 0 && d < static_cast<std::int64_t>(rank) && size[i] > 0 && lanes[i] > 0 &&
               warps[i] > 0 && !is_ordered[static_cast<std::size_t>(d)];
    if (is_whole) is_ordered[static_cast<std::size_t>(d)] = true;
  }
  if (!is_whole) {
    why = "a blocked layout has sizes, threads, warps and an order, a number for each dimension";
    return {};
  }
  vector step(rank, 1);  // of dimension d in the tile
  for (std::size_t d = 1; d < rank; ++d)
    step[d] = step[d - 1] * size[d - 1] * lanes[d - 1] * warps[d - 1];
  modes threads;
  modes values;
  for (std::int64_t const o : order) {
    std::size_t const d = static_cast<std::size_t>(o);
    values.add(size[d], step[d]);
    threads.add(lanes[d], size[d] * step[d]);
  }
  for (std::int64_t const o : order) {
    std::size_t const d = static_cast<std::size_t>(o);
    threads.add(warps[d], size[d] * lanes[d] * step[d]);
  }
  return tv(threads, values);
}

std::string linear(std::string_view text, bool is_python, std::string& why) {
  std::vector<std::vector<vector>> bases;  // of values, lanes, warps and blocks
  for (std::string_view const name :
       is_python
           ? std::vector<std::string_view>{"reg_bases", "lane_bases", "warp_bases", "block_bases"}
           : std::vector<std::string_view>{"register", "lane", "warp", "block"}) {
    bases.push_back(vectors(after(text, name)));
    if (bases.back().size() == 1 && bases.back()[0].empty()) bases.back().clear();
  }
  std::size_t rank = 0;
  for (std::vector<vector> const& list : bases)
    for (vector const& v : list) rank = rank < v.size() ? v.size() : rank;
  vector bits(rank, 0);
  for (std::vector<vector> const& list : bases)
    for (vector const& v : list)
      for (std::size_t d = 0; d < rank; ++d) {
        if (v.size() != rank || (bits[d] & v[d]) != 0) {
          why = v.size() != rank
                    ? "the bases of a linear layout have different lengths"
                    : "two bases of the linear layout have a bit in common, so that it "
                      "adds them by exclusive or: no layout of strides does";
          return {};
        }
        bits[d] |= v[d];
      }
  vector step(rank, 1);
  for (std::size_t d = 1; d < rank; ++d) {
    std::int64_t extent = 1;
    while (extent <= bits[d - 1]) extent *= 2;
    step[d] = step[d - 1] * extent;
  }
  auto const add = [&](modes& to, std::vector<vector> const& list) {
    for (vector const& v : list) {
      std::int64_t sum = 0;
      for (std::size_t d = 0; d < rank; ++d) sum += v[d] * step[d];
      to.add(2, sum);
    }
  };
  modes threads;
  modes values;
  add(values, bases[0]);
  for (std::size_t i = 1; i < bases.size(); ++i) add(threads, bases[i]);
  return tv(threads, values);
}

}  // namespace

std::string layout_of_triton(std::string_view text, std::size_t& length, std::string& why) {
  bool const is_python = text.substr(0, 1) != "#";
  std::size_t const open = text.find(is_python ? '(' : '<');
  std::size_t const close = open == std::string_view::npos
                                ? std::string_view::npos
                                : text.find(is_python ? std::string_view(")") : "}>", open);
  if (close == std::string_view::npos) return {};
  std::string_view const name = text.substr(0, open);
  length = close + (is_python ? 1 : 2);
  std::string_view const inside = text.substr(open, close - open);
  auto const ends = [&](std::string_view word) {
    return name.size() >= word.size() && name.substr(name.size() - word.size()) == word;
  };
  if (is_python ? name == "BlockedLayout" : ends("blocked")) return blocked(inside, is_python, why);
  if (is_python ? name == "DistributedLinearLayout" : ends("linear"))
    return linear(inside, is_python, why);
  return {};
}

}  // namespace tileproof::explorer
