// SPDX-License-Identifier: BSL-1.0
//
// tileproof draw against brute force: each picture is read back from SVG and LaTeX, and each cell
// is compared with the expression's own numbers, or with the fragments that the PTX ISA states.
//
//   draw_test static_tests/cute/names.txt
#include "../atoms.hpp"
#include "../command.hpp"

#include "../../../static_tests/print/parsed.hpp"

#include <fstream>
#include <random>
#include <set>

namespace tileproof::explorer {
extern command const draw_command;
}

namespace {

using namespace tileproof::explorer;

long long compared = 0;
long long wrong = 0;

void expect(bool is_right, std::string const& what) {
  if (is_right) return;
  if (++wrong < 20) std::printf("wrong: %s\n", what.c_str());
}

using options = std::map<std::string, std::string, std::less<>>;

response draw(std::string const& expression, options with, char const* format) {
  request in;
  in.expressions = {expression};
  in.options = std::move(with);
  in.options["format"] = format;
  for (option const& o : draw_command.options)
    if (o.fallback[0] != '\0') in.options.emplace(o.name, o.fallback);
  response r;
  draw_command.run(in, r);
  return r;
}

// Both formats have exactly these cells.
void compare(std::string const& expression, options const& with, parsed::cells const& expected,
             bool in_latex = true) {
  response const r = draw(expression, with, "svg");
  expect(r.is == status::result, expression + ": " + r.err);
  if (r.is != status::result) return;
  parsed::picture const p = parsed::svg(r.out);
  expect(p.faults == 0, expression + ": " + std::to_string(p.faults) + " faults of the SVG");
  expect(p.at.size() == expected.size(), expression + ": number of cells in SVG");
  for (auto const& [place, cell] : expected) {
    auto const found = p.at.find(place);
    ++compared;
    expect(found != p.at.end() && found->second == cell,
           expression + ": cell (" + std::to_string(place.first) + "," +
               std::to_string(place.second) + ") in SVG");
  }
  if (!in_latex) return;
  parsed::cells latex;
  expect(parsed::tikz(draw(expression, with, "latex").out, latex), expression + ": LaTeX");
  expect(latex == expected, expression + ": cells in LaTeX");
  compared += static_cast<long long>(latex.size());
}

// ---- colours, written down a second time

unsigned paler(unsigned c, unsigned percent) {
  unsigned r = 0;
  for (int k = 0; k < 3; ++k) {
    unsigned const x = c >> (8 * k) & 255;
    r |= (x + (255 - x) * percent / 100) << (8 * k);
  }
  return r;
}
unsigned of_thread(long long t) {
  static unsigned const hues[] = {0x77AADD, 0xEEDD88, 0xEE8866, 0x99DDFF,
                                  0xBBCC33, 0xFFAABB, 0x44BB99, 0xDDDDDD};
  static unsigned const white[] = {0, 30, 55, 75};
  return paler(hues[t % 8], white[t / 8 % 4]);
}

// ---- layouts of random numbers

struct mode {
  std::vector<int> extent, stride;  // nested where there are several
  std::string text(std::vector<int> const& v) const {
    std::string s;
    for (std::size_t i = 0; i < v.size(); ++i)
      s += (i == 0 ? "" : ",") + std::string(v[i] % 3 == 0 ? "" : "_") + std::to_string(v[i]);
    return v.size() == 1 ? s : "(" + s + ")";
  }
  int size() const {
    int n = 1;
    for (int const e : extent) n *= e;
    return n;
  }
  long long at(int x) const {
    long long sum = 0;
    for (std::size_t i = 0; i < extent.size(); ++i) {
      sum += static_cast<long long>(x % extent[i]) * stride[i];
      x /= extent[i];
    }
    return sum;
  }
};

long long swizzled(long long x, int bits, int base, int shift) {
  return x ^ ((x >> shift) & (((1LL << bits) - 1) << base));
}

std::mt19937 random_number(23);
int upto(int n) { return static_cast<int>(random_number() % static_cast<unsigned>(n)); }

mode random_mode(int least_stride) {
  mode m;
  int const leaves = 1 + upto(3) / 2;
  for (int i = 0; i < leaves; ++i) {
    m.extent.push_back(1 + upto(leaves == 1 ? 9 : 4));
    m.stride.push_back(least_stride + upto(40));
  }
  return m;
}

void layouts() {
  for (int n = 0; n < 400; ++n) {
    bool const is_swizzled = n % 3 == 0;
    mode const m = random_mode(is_swizzled ? 0 : -9);
    mode const k = random_mode(0);
    int const bits = 1 + upto(3);
    int const base = upto(3);
    int const shift = bits + upto(2);
    std::string expression = "(" + m.text(m.extent) + "," + k.text(k.extent) + "):(" +
                             m.text(m.stride) + "," + k.text(k.stride) + ")";
    if (is_swizzled)
      expression = "Sw<" + std::to_string(bits) + "," + std::to_string(base) + "," +
                   std::to_string(shift) + "> o " + expression;
    parsed::cells expected;
    long long last = 0;
    std::map<std::pair<int, int>, long long> offset;
    for (int i = 0; i < m.size(); ++i)
      for (int j = 0; j < k.size(); ++j) {
        long long const x = m.at(i) + k.at(j);
        offset[{i, j}] = is_swizzled ? swizzled(x, bits, base, shift) : x;
        last = std::max(last, offset[{i, j}]);
      }
    for (auto const& [at, x] : offset) {
      double const part =
          last == 0 ? 0 : static_cast<double>(std::max(0LL, x)) / static_cast<double>(last);
      expected[at] = {
          {std::to_string(x)},
          last == 0 ? 0xFFFFFF : paler(0x77AADD, 100 - static_cast<unsigned>(100 * part)),
          0};
    }
    compare(expression, {}, expected);
  }
}

// ---- threads and values

// The owners of each place of a tile, by thread, then by value.
struct owners {
  std::map<std::pair<int, int>, std::vector<std::pair<int, int>>> at;

  void add(int row, int column, int thread, int value) {
    at[{row, column}].push_back({thread, value});
  }
  void put(parsed::cells& out, int row, int column) const {
    for (auto const& [place, all] : at) {
      parsed::cell c;
      c.lines = {"T" + std::to_string(all[0].first), "V" + std::to_string(all[0].second)};
      if (all.size() > 1) c.lines.push_back("+" + std::to_string(all.size() - 1));
      c.fill = of_thread(all[0].first);
      out[{place.first + row, place.second + column}] = c;
    }
  }
  // As a picture of a tile that accuses: an element with several owners or none is red, unless all
  // have as many.
  void accuse(parsed::cells& out, int rows, int columns) const {
    put(out, 0, 0);
    bool is_even = true;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        is_even = is_even && count(i, j) == count(0, 0) && count(i, j) > 1;
    for (int i = 0; i < rows && !is_even; ++i)
      for (int j = 0; j < columns; ++j)
        if (count(i, j) != 1) {
          parsed::cell& c = out[{i, j}];
          if (count(i, j) == 0) c.lines = {"none"};
          c.fill = 0xFF8888;
          c.mark = 2;
          ++accused;
        }
  }
  std::size_t count(int row, int column) const {
    auto const found = at.find({row, column});
    return found == at.end() ? 0 : found->second.size();
  }
  inline static long long accused = 0;
};

void thread_values() {
  for (int n = 0; n < 200; ++n) {
    mode const t = random_mode(0);
    mode const v = random_mode(0);
    int const rows = 8 * (1 + upto(8));
    long long const last = t.at(t.size() - 1) + v.at(v.size() - 1);
    int const columns = static_cast<int>(last) / rows + 1;
    std::string const expression = "(" + t.text(t.extent) + "," + v.text(v.extent) + "):(" +
                                   t.text(t.stride) + "," + v.text(v.stride) + ")";
    owners all;
    for (int i = 0; i < t.size(); ++i)
      for (int j = 0; j < v.size(); ++j) {
        int const x = static_cast<int>(t.at(i) + v.at(j));
        all.add(x % rows, x / rows, i, j);
      }
    parsed::cells expected;
    all.accuse(expected, rows, columns);
    bool is_right = true;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) is_right = is_right && all.count(i, j) == 1;
    std::string const tile = "(" + std::to_string(rows) + "," + std::to_string(columns) + ")";
    expect(draw(expression, {{"tile", tile}, {"check", "1"}}, "svg").is ==
               (is_right ? status::result : status::refused),
           expression + ": --check");
    compare(expression, {{"tile", tile}}, expected);
    if (rows > 8 && last >= 8 * columns)
      expect(draw(expression, {{"tile", "(8," + std::to_string(columns) + ")"}}, "svg").is ==
                 status::refused,
             expression + " leaves a tile");
  }
}

// Owners by coordinates: (thread,value) -> (m,n).
void coordinates() {
  for (int n = 0; n < 40; ++n) {
    int const tm = 1 + upto(4), tn = 1 + upto(4), vm = 1 + upto(3), vn = 1 + upto(3);
    owners all;
    for (int t = 0; t < tm * tn; ++t)
      for (int v = 0; v < vm * vn; ++v) all.add(t % tm * vm + v % vm, t / tm * vn + v / vm, t, v);
    parsed::cells expected;
    all.accuse(expected, tm * vm, tn * vn);
    auto const pair = [](int a, int b) {
      return "(" + std::to_string(a) + "," + std::to_string(b) + ")";
    };
    compare("(" + pair(tm, tn) + "," + pair(vm, vn) + "):((" + std::to_string(vm) + "@0," +
                std::to_string(vn) + "@1),(1@0,1@1))",
            {{"tile", pair(tm * vm, tn * vn)}}, expected);
  }
}

// ---- MMA: the fragments of the PTX ISA

struct place {
  int row, column;
};
// 16 or 8 rows along g, elements of `bits` along k: A of mma.sync; B with its column as the row.
place fragment(int rows, int bits, int lane, int i) {
  int const r = bits >= 32 ? 1 : 32 / bits;
  int const g = lane / 4;
  int const q = lane % 4;
  int const j = i / r;
  return rows == 16 ? place{g + 8 * (j % 2), q * r + i % r + 4 * r * (j / 2)}
                    : place{g, q * r + i % r + 4 * r * j};
}
int bits_of(std::string const& type) {
  static std::map<std::string, int> const all = {
      {"F16", 16}, {"BF16", 16}, {"TF32", 32}, {"F64", 64}, {"S8", 8},  {"U8", 8},
      {"S4", 4},   {"U4", 4},    {"U1", 1},    {"E4M3", 8}, {"E5M2", 8}};
  return all.at(type);
}
struct mma_name {
  int sm = 0, m = 0, n = 0, k = 0;
  std::string d, a;    // types; of B, as many bits as of A
  std::string majors;  // TN
  bool is_wgmma = false, a_in_registers = false;
};
mma_name read_name(std::string const& name) {
  mma_name r;
  char types[64] = "";
  std::sscanf(name.c_str(), "SM%d_%dx%dx%d_%63[A-Z0-9]", &r.sm, &r.m, &r.n, &r.k, types);
  std::string rest = types;
  static char const* const known[] = {"TF32", "BF16", "F16", "F32", "F64", "S32", "E4M3",
                                      "E5M2", "S8",   "U8",  "S4",  "U4",  "U1"};
  for (std::string* const to : {&r.d, &r.a})
    for (char const* const t : known)
      if (rest.compare(0, std::string(t).size(), t) == 0) {
        *to = t;
        rest = rest.substr(to->size());
        break;
      }
  r.is_wgmma = r.sm == 90 && r.m == 64;
  r.a_in_registers = name.find("_RS") != std::string::npos;
  r.majors = name.substr(name.rfind('_') + 1);
  return r;
}

void mma(std::string const& name, bool in_latex) {
  mma_name const x = read_name(name);
  owners a, b, c;
  int const threads = x.is_wgmma ? 128 : x.sm == 70 ? 8 : 32;
  int const of_a = x.m * x.k / threads;
  int const of_b = x.n * x.k / threads;
  int const of_c = x.m * x.n / threads;
  for (int t = 0; t < threads; ++t) {
    int const lane = x.sm == 70 && t >= 4 ? t + 12 : t;
    int const half = t >= 4 ? 4 : 0;
    int const warp = x.is_wgmma ? t / 32 : 0;
    for (int i = 0; i < of_a && (!x.is_wgmma || x.a_in_registers); ++i) {
      place p = x.sm == 70
                    ? (x.majors[0] == 'T' ? place{t % 4 + half, i} : place{i % 4 + half, t % 4})
                    : fragment(x.m == 8 ? 8 : 16, bits_of(x.a), t % 32, i);
      a.add(p.row + 16 * warp, p.column, lane, i);
    }
    for (int i = 0; i < of_b && !x.is_wgmma; ++i) {
      place const p =
          x.sm == 70 ? (x.majors[1] == 'N' ? place{t % 4 + half, i} : place{i % 4 + half, t % 4})
                     : fragment(8, bits_of(x.a), t, i);
      b.add(p.column, p.row, lane, i);  // drawn as (K,N)
    }
    for (int i = 0; i < of_c; ++i) {
      int const q = t % 4;
      if (x.sm == 70 && x.d == "F32")
        c.add((t & 1) + (i & 2) + half, (i & 4) + (t & 2) + (i & 1), lane, i);
      else if (x.sm == 70)
        c.add(q + half, i, lane, i);
      else
        c.add(16 * warp + t % 32 / 4 + 8 * (i / 2 % 2), 8 * (i / 4) + 2 * q + i % 2, lane, i);
    }
  }
  parsed::cells expected;
  c.put(expected, 0, 0);
  a.put(expected, 0, -x.k - 1);
  b.put(expected, -x.k - 1, 0);
  for (int i = 0; x.is_wgmma && !x.a_in_registers && i < x.m; ++i)
    for (int j = 0; j < x.k; ++j) expected[{i, j - x.k - 1}] = {{" "}, 0xEEEEEE, 0};
  for (int i = 0; x.is_wgmma && i < x.k; ++i)
    for (int j = 0; j < x.n; ++j) expected[{i - x.k - 1, j}] = {{" "}, 0xEEEEEE, 0};
  compare(name, {}, expected, in_latex);
}

// Every MMA of CuTe up to sm_90 is found by its name; each mma.sync is drawn, and of wgmma each N
// and each pair of types once.
int mmas(char const* names) {
  std::ifstream in(names);
  int found = 0;
  std::set<std::string> drawn;
  for (std::string line; std::getline(in, line);) {
    std::string const name = line.substr(0, line.find('\t'));
    int sm, m, n, k;
    if (std::sscanf(name.c_str(), "SM%d_%dx%dx%d_", &sm, &m, &n, &k) != 4 || sm > 90) continue;
    if (sm == 80 && name.find("_SATURATE") != std::string::npos) continue;  // not in the library
    if (sm == 89 && name.find("_F16") != std::string::npos) continue;
    if (name.find("C64") != std::string::npos) continue;  // of complex numbers
    mma_atom atom;
    ++found;
    expect(find_mma_atom(name, atom), name + " is an atom");
    expect(!find_mma_atom(name + "_", atom) && !find_mma_atom(name.substr(1), atom) &&
               !find_mma_atom(name + "1", atom),
           name + ": misspelt names are no atoms");
    bool const is_wgmma = sm == 90 && m == 64;
    std::string const kind = name.substr(name.find('_', 5));
    bool const is_new = drawn.insert(kind).second;
    bool const is_first_of_n = is_wgmma && kind.find("F32F16F16_SS") != std::string::npos;
    if (!is_wgmma || is_new || is_first_of_n) mma(name, !is_wgmma || n <= 16);
  }
  mma_atom none;
  for (char const* const name :
       {"", "SM90_64x", "SM90_64x12x16_F32F16F16_SS", "SM90_64x264x16_F32F16F16_SS",
        "SM90_64x40x32_S32S8S8_SS_TN", "SM90_64x8x8_F32F16F16_SS", "SM90_64x8x16_F32F16F16_SS<"})
    expect(!find_mma_atom(name, none), std::string(name) + " is no atom");
  return found;
}

// ---- copies

// Every copy instruction of CuTe up to sm_90 is found by its name; templates take a type.
void copy_names(char const* names) {
  std::ifstream in(names);
  int found = 0;
  for (std::string line; std::getline(in, line);) {
    std::string const name = line.substr(0, line.find('\t'));
    bool const of_warp =
        name.find("_LDSM_") != std::string::npos || name.find("_STSM_") != std::string::npos;
    bool const of_thread = name.compare(0, 14, "SM80_CP_ASYNC_") == 0 || name == "UniversalCopy";
    if (!of_thread && (!of_warp || name.compare(0, 2, "SM") != 0)) continue;
    copy_atom atom;
    ++found;
    expect(find_copy_atom(of_thread ? name + "<uint128_t>" : name, atom), name + " is an atom");
    expect(!find_copy_atom(name + "_", atom) && (!of_thread || !find_copy_atom(name, atom)),
           name + ": misspelt names are no atoms");
  }
  expect(found == 17, "the list of copies");
  copy_atom none;
  for (char const* const name :
       {"SM80_CP_ASYNC_CACHEGLOBAL<float>", "SM80_CP_ASYNC_CACHEALWAYS<half_t>", "UniversalCopy<>",
        "UniversalCopy<X", "UniversalCopy<u4>"})
    expect(!find_copy_atom(name, none), std::string(name) + " is no atom");
}

// One side of a copy of matrices: rows in shared memory, or fragments.
void copies() {
  for (std::string const& name : copy_atom_names()) {
    for (int const bits : {8, 16, 32}) {
      bool const loads = name.find("LDSM") != std::string::npos;
      bool const stores = name.find("STSM") != std::string::npos;
      bool const transposed = name.back() == 'T';
      parsed::cells expected;
      if (loads || stores) {
        int const registers = name[9] - '0';  // SM75_U32x4_LDSM_N, SM75_U16x8_LDSM_T
        int const matrices = transposed ? registers / 2 : registers;
        if (transposed && bits != 16) continue;
        // (thread, bit) -> bit; 8 rows of 128 bits a matrix
        owners in_memory, in_registers;
        for (int t = 0; t < 32; ++t)
          for (int v = 0; v < 128 / bits; ++v) in_memory.add(t % (8 * matrices), v, t, v);
        int const of_register = 32 / bits;
        for (int t = 0; t < 32; ++t)
          for (int v = 0; v < matrices * of_register; ++v) {
            int const e = v % of_register;
            int const i = v / of_register;
            if (transposed)
              in_registers.add(8 * i + 2 * (t % 4) + e, t / 4, t, v);
            else
              in_registers.add(8 * i + t / 4, of_register * (t % 4) + e, t, v);
          }
        // The destination stands at the right where a side is at least as high as wide.
        bool const is_high = 8 * matrices >= 128 / bits;
        int const row = is_high ? 0 : 8 * matrices + 2;
        int const column = is_high ? 128 / bits + 2 : 0;
        (loads ? in_memory : in_registers).put(expected, 0, 0);
        (loads ? in_registers : in_memory).put(expected, row, column);
      } else {
        std::string const type = name.substr(name.find('<') + 1);
        int const of_type = type == "float>" ? 32 : std::atoi(type.c_str() + 4);
        if (of_type < bits) {
          expect(draw(name, {{"type", std::to_string(bits)}}, "svg").is == status::refused,
                 name + " of wider elements");
          continue;
        }
        owners all;
        for (int v = 0; v < of_type / bits; ++v) all.add(0, v, 0, v);
        all.put(expected, 0, 0);  // source and destination are equal, and drawn once
      }
      compare(name, {{"type", std::to_string(bits)}}, expected);
    }
  }
}

// make_tiled_copy of plain copies: thread (i,j) of a row-major arrangement has the block of values
// (i,j), its values in row-major order.
void tiled_copies() {
  for (int n = 0; n < 60; ++n) {
    int const tm = 1 << upto(4), tn = 1 << upto(4);
    int const vm = 1 << upto(2), vn = 4 << upto(2);
    std::string const threads =
        "(" + std::to_string(tm) + "," + std::to_string(tn) + "):(" + std::to_string(tn) + ",1)";
    std::string const values =
        "(" + std::to_string(vm) + "," + std::to_string(vn) + "):(" + std::to_string(vn) + ",1)";
    owners all;
    for (int t = 0; t < tm * tn; ++t)
      for (int v = 0; v < vm * vn; ++v) all.add(t / tn * vm + v / vn, t % tn * vn + v % vn, t, v);
    parsed::cells expected;
    all.put(expected, 0, 0);
    compare("UniversalCopy<uint64_t>", {{"threads", threads}, {"values", values}}, expected);
  }
  // By ldmatrix.x4: the destination is the partition; the source is the row of 8 elements whose
  // address a lane gives, at the places of the fragments that they become.
  for (int n = 0; n < 20; ++n) {
    int const tm = 1 << upto(6), tn = 32 / tm;
    int const vm = 1 << upto(4), vn = 8 / vm;
    auto const at = [&](int t, int v) { return place{t / tn * vm + v / vn, t % tn * vn + v % vn}; };
    std::map<int, place> place_of;  // of an element of the instruction
    owners source, destination;
    for (int t = 0; t < 32; ++t)
      for (int v = 0; v < 8; ++v) {
        place_of[64 * (v / 2) + 8 * (t / 4) + 2 * (t % 4) + v % 2] = at(t, v);
        destination.add(at(t, v).row, at(t, v).column, t, v);
      }
    for (int t = 0; t < 32; ++t)
      for (int v = 0; v < 8; ++v) {
        place const p = place_of[8 * t + v];
        source.add(p.row, p.column, t, v);
      }
    parsed::cells expected;
    source.put(expected, 0, 0);
    bool const is_high = tm * vm >= tn * vn;
    if (destination.at != source.at)
      destination.put(expected, is_high ? 0 : tm * vm + 2, is_high ? tn * vn + 2 : 0);
    compare("SM75_U32x4_LDSM_N",
            {{"threads", "(" + std::to_string(tm) + "," + std::to_string(tn) + "):(" +
                             std::to_string(tn) + ",1)"},
             {"values", "(" + std::to_string(vm) + "," + std::to_string(vn) + "):(" +
                            std::to_string(vn) + ",1)"}},
            expected);
  }
  expect(draw("UniversalCopy<uint128_t>", {{"threads", "(4,8):(8,1)"}, {"values", "(1,4):(4,1)"}},
              "svg")
                 .is == status::refused,
         "four values of 16 bits for an instruction of 128");
}

// make_tiled_mma: atoms side by side, and repeated over the tile; warps along the other mode own
// the same elements.
void tiled_mmas() {
  for (int n = 0; n < 12; ++n) {
    int const am = 1 + upto(2), an = 1 + upto(2);
    int const rm = 1 + upto(2), rn = 1 + upto(2);
    int const m = 16 * am * rm, nn = 8 * an * rn, k = 16;
    owners a, b, c;
    // Values of a thread: those of the atom first, then its repetitions along M, then N.
    for (int w = 0; w < am * an; ++w) {
      int const wm = w % am, wn = w / am;
      for (int lane = 0; lane < 32; ++lane) {
        int const t = 32 * w + lane;
        for (int r = 0; r < rm; ++r)
          for (int i = 0; i < 8; ++i) {
            place const p = fragment(16, 16, lane, i);
            a.add(p.row + 16 * (wm + am * r), p.column, t, i + 8 * r);
          }
        for (int r = 0; r < rn; ++r)
          for (int i = 0; i < 4; ++i) {
            place const p = fragment(8, 16, lane, i);
            b.add(p.column, p.row + 8 * (wn + an * r), t, i + 4 * r);
          }
        for (int s = 0; s < rn; ++s)
          for (int r = 0; r < rm; ++r)
            for (int i = 0; i < 4; ++i)
              c.add(16 * (wm + am * r) + lane / 4 + 8 * (i / 2),
                    8 * (wn + an * s) + 2 * (lane % 4) + i % 2, t, i + 4 * (r + rm * s));
      }
    }
    parsed::cells expected;
    c.put(expected, 0, 0);
    a.put(expected, 0, -k - 1);
    b.put(expected, -k - 1, 0);
    compare("SM80_16x8x16_F32F16F16F32_TN",
            {{"atoms", "(" + std::to_string(am) + "," + std::to_string(an) + "):(1," +
                           std::to_string(am) + ")"},
             {"tile", "(" + std::to_string(m) + "," + std::to_string(nn) + ",_)"}},
            expected);
  }
}

// ---- banks

// Threads of a warp each access a vector of a row-major or padded tile: lane l row l % rows, vector
// l / rows. The picture without a swizzle stands first.
void banks() {
  for (int n = 0; n < 80; ++n) {
    int const bits = 8 << upto(3);
    int const width = 128 >> upto(3);
    if (width < bits) continue;
    int const of_vector = width / bits;
    int const rows = 8 << upto(3);
    int const vectors = 32 / rows;
    int const columns = of_vector * vectors;
    int const pitch = columns * (1 << upto(4)) + (upto(2) == 0 ? 0 : of_vector);
    std::string const smem = "(" + std::to_string(rows) + "," + std::to_string(columns) + "):(" +
                             std::to_string(pitch) + ",1)";
    std::string const tv = "((" + std::to_string(rows) + "," + std::to_string(vectors) + ")," +
                           std::to_string(of_vector) + "):((1," + std::to_string(of_vector * rows) +
                           ")," + std::to_string(rows) + ")";
    int const of_phase = width == 128 ? 8 : width == 64 ? 16 : 32;
    auto const offset = [&](int lane, int v) {
      return lane % rows * pitch + lane / rows * of_vector + v;
    };
    // The words of each bank in each phase.
    std::map<std::pair<int, int>, std::set<int>> words;
    for (int lane = 0; lane < 32; ++lane)
      for (int v = 0; v < of_vector; ++v) {
        int const word = offset(lane, v) * bits / 32;
        words[{lane / of_phase, word % 32}].insert(word);
      }
    parsed::cells expected;
    bool conflicts = false;
    for (int lane = 0; lane < 32; ++lane)
      for (int v = 0; v < of_vector; ++v) {
        int const x = offset(lane, v);
        int const bank = x * bits / 32 % 32;
        int const ways = static_cast<int>(words[{lane / of_phase, bank}].size());
        conflicts = conflicts || ways > 1;
        expected[{lane % rows, lane / rows * of_vector + v}] = {
            {std::to_string(x), "b" + std::to_string(bank), "L" + std::to_string(lane)},
            of_thread(bank),
            ways > 1 ? 2 : 1};
      }
    options const with = {{"access", tv},
                          {"op", "st"},
                          {"width", std::to_string(width)},
                          {"type", std::to_string(bits)}};
    response const r = draw(smem, with, "svg");
    expect(r.is == status::result, smem + " banks: " + r.err);
    parsed::picture p = parsed::svg(r.out);
    expect(p.faults == 0, smem + ": faults");
    for (auto const& [at, cell] : expected) {
      ++compared;
      expect(p.at[at] == cell, smem + ": bank of (" + std::to_string(at.first) + "," +
                                   std::to_string(at.second) + ")");
    }
    // A swizzle that is drawn beside it: each of its cells has its own bank, and fewer conflicts.
    bool const has_second = p.at.size() == 2 * expected.size();
    expect(p.at.size() == expected.size() || (has_second && conflicts), smem + ": grids");
    std::set<std::string> offsets;
    int thick = 0, was = 0;
    for (auto const& [at, cell] : p.at) {
      if (expected.count(at) != 0) {
        was += cell.mark == 2;
        continue;
      }
      offsets.insert(cell.lines[0]);
      thick += cell.mark == 2;
      int const x = std::atoi(cell.lines[0].c_str());
      expect(cell.lines[1] == "b" + std::to_string(x * bits / 32 % 32),
             smem + ": bank after the swizzle");
    }
    expect(!has_second || (offsets.size() == expected.size() && thick < was),
           smem + ": the swizzle");
  }
}

// ---- TMA

void boxes() {
  // Row-major tiles with the swizzles of 32, 64 and 128 bytes, or none: a box is a row of the
  // swizzle wide, so that a wider tile in such columns has several.
  for (int const rows : {8, 16, 64})
    for (int const b : {1, 2, 3})
      for (int const wide : {1, 2}) {
        int const row = 8 << b;  // elements of 16 bits
        int const columns = row * wide;
        std::string const smem = "Sw<" + std::to_string(b) + ",3,3> o (" + std::to_string(rows) +
                                 ",(" + std::to_string(row) + "," + std::to_string(wide) + ")):(" +
                                 std::to_string(row) + ",(1," + std::to_string(rows * row) + "))";
        parsed::cells expected;
        for (int i = 0; i < rows; ++i)
          for (int j = 0; j < columns; j += 8) {  // a cell is 16 bytes
            int const box = j / row;
            long long const x = swizzled(i * row + j % row + box * rows * row, b, 3, 3);
            expected[{i, j / 8}] = {{"B" + std::to_string(box), std::to_string(2 * x)},
                                    of_thread(box),
                                    i == 0 && j % row == 0 ? 1 : 0};
          }
        compare(smem,
                {{"global", "(1024,1024):(1024,1)"},
                 {"tile", "(" + std::to_string(rows) + "," + std::to_string(columns) + ")"}},
                expected);
      }
  expect(draw("(_8,_64):(_65,_1)", {{"global", "(1024,1024):(1024,1)"}, {"tile", "(8,64)"}}, "svg")
                 .is == status::refused,
         "TMA of padded rows");
}

// ---- pipelines: the producer of tma_wgmma runs ahead by its stages, the consumer waits for loads

void pipelines() {
  for (int const stages : {2, 3, 4})
    for (int const steps : {0, 1, 2, 7}) {
      std::string const name = "tma_wgmma<" + std::to_string(stages) + ">";
      response const r = draw(name, {{"steps", std::to_string(steps)}}, "svg");
      expect(r.is == status::result, name);
      parsed::picture const p = parsed::svg(r.out);
      expect(p.faults == 0 && p.at.size() == 8U * static_cast<unsigned>(steps), name + ": cells");
      // Rows by greedy simulation of the two roles.
      int producer = 0, consumer = 0;
      std::vector<int> full, empty;
      parsed::cells expected;
      auto const put = [&](int& row, int column, int from, std::string text, int stage) {
        row = std::max(row, from);
        expected[{row, column}] = {{std::move(text)}, stage < 0 ? 0xFFFFFF : of_thread(stage), 0};
        return row++;
      };
      std::vector<int> const none;
      for (int i = 0; i < steps; ++i) {
        int const k = i % stages;
        std::string const s = "[" + std::to_string(k) + "]";
        if (i >= stages) {  // the consumer's step that frees the stage comes first
          int const j = i - stages;
          std::string const t = "[" + std::to_string(j % stages) + "]";
          put(consumer, 2, full[static_cast<std::size_t>(j)] + 1, "wait Full" + t, j % stages);
          put(consumer, 2, 0, "wgmma A" + t + " B" + t, j % stages);
          put(consumer, 2, 0, "wait_group wgmma 0", -1);
          empty.push_back(put(consumer, 2, 0, "arrive Empty" + t, j % stages));
        }
        put(producer, 0, i >= stages ? empty[static_cast<std::size_t>(i - stages)] + 1 : 0,
            "wait Empty" + s, k);
        put(producer, 0, 0, "expect Full" + s, k);
        put(producer, 0, 0, "TMA to A" + s, k);
        full.push_back(put(producer, 0, 0, "TMA to B" + s, k));
      }
      for (int j = std::max(0, steps - stages); j < steps; ++j) {
        std::string const t = "[" + std::to_string(j % stages) + "]";
        put(consumer, 2, full[static_cast<std::size_t>(j)] + 1, "wait Full" + t, j % stages);
        put(consumer, 2, 0, "wgmma A" + t + " B" + t, j % stages);
        put(consumer, 2, 0, "wait_group wgmma 0", -1);
        put(consumer, 2, 0, "arrive Empty" + t, j % stages);
      }
      expect(p.at == expected, name + ": rows of " + std::to_string(steps) + " steps");
      compared += static_cast<long long>(expected.size());
      expect(p.arrows.size() == static_cast<unsigned>(steps + std::max(0, steps - stages)),
             name + ": arrows");
    }
  for (char const* const name : {"cp_async_gemm<2>", "cp_async_gemm<3>", "gemm_wgmma",
                                 "attention_wgmma", "attention_mma", "copy_tma", "transpose_tma"}) {
    response const r = draw(name, {}, "svg");
    expect(r.is == status::result && parsed::svg(r.out).faults == 0 &&
               r.out.find("stops") == std::string::npos,
           name);
  }
}

// ---- the examples of --help

void examples() {
  for (example const& e : draw_command.examples) {
    std::vector<std::string> words(1);
    bool is_quoted = false;
    for (char const* c = e.command; *c != '\0'; ++c)
      if (*c == '\'')
        is_quoted = !is_quoted;
      else if (*c == ' ' && !is_quoted)
        words.emplace_back();
      else
        words.back() += *c;
    options with;
    for (std::size_t i = 2; i + 1 < words.size(); i += 2)
      with[words[i].substr(words[i].find_first_not_of('-'))] = words[i + 1];
    response const r = draw(words[1], with, "svg");
    expect(r.is == status::result && parsed::svg(r.out).faults == 0,
           std::string(e.command) + r.err);
  }
}

// ---- bad input

void refusals() {
  struct {
    char const* expression;
    options with;
    status is;
  } const cases[] = {
      {"(_4,_8", {}, status::bad_input},
      {"_4", {}, status::bad_input},
      {"Sw<3,3,3>", {}, status::bad_input},
      {"(_1024,_1024):(_1,_1024)", {}, status::refused},
      {"(_0,_4):(_1,_1)", {}, status::refused},
      {"(_4,_8):(_1,_4)", {{"tile", "(_4"}}, status::bad_input},
      {"(_4,_8):(_1,_4)", {{"tile", "(_4,_8,_2)"}}, status::bad_input},
      {"_4:_1", {{"tile", "_4"}}, status::bad_input},
      {"(_4,_8):(_1,_4)", {{"type", "17"}}, status::bad_input},
      {"(_4,_8):(_1,_4)", {{"format", "png"}}, status::bad_input},
      {"(_4,_8):(_1,_4)", {{"access", "(_4,_8):(_1,_4)"}, {"op", "mov"}}, status::bad_input},
      {"(_4,_8):(_1,_4)", {{"access", "(_4,_8):(_1,_4)"}}, status::refused},
      {"(_4,_8):(_1,_4)", {{"access", "(_4,_9):(_1,_4)"}, {"width", "16"}}, status::refused},
      {"(_4,_8):(_1,_4)", {{"global", "(_4,_8):(_1,_4)"}}, status::bad_input},
      {"(_4,_8):(-1,_4)", {{"access", "(_4,_8):(_1,_4)"}}, status::bad_input},
      {"tma_wgmma<3>", {{"steps", "-1"}}, status::bad_input},
      {"tma_wgmma<9>", {}, status::bad_input},
      {"SM80_16x8x16_F32F16F16F32_TN", {{"tile", "(_24,_8,_16)"}}, status::refused},
      {"SM80_16x8x16_F32F16F16F32_TN", {{"atoms", "_"}}, status::bad_input},
      {"SM80_16x8x16_F32F16F16F32_TN", {{"atoms", "(_2,_2):(_1,_1)"}}, status::refused},
      {"SM80_16x8x16_F32F16F16F32_TN", {{"atoms", "_64:_1"}}, status::refused},
      {"SM80_16x8x16_F32F16F16F32_TN", {{"tile", "_2:_1"}}, status::bad_input},
      {"UniversalCopy<half_t>", {{"threads", "(_4,_8):(_1,_2)"}}, status::refused},
      {"(_8,_8):(_8,_1)", {{"global", "(64,64):(64,_1)"}, {"tile", "(_0,_8)"}}, status::refused},
      {"(_2,_2):(_1,4611686018427387904)", {{"access", "(_2,_2):(_1,_2)"}}, status::bad_input},
      {"(_2,_2):(_1,9223372036854775807)", {{"tile", "(_2,_2)"}}, status::bad_input},
      {"(9223372036854775807,9223372036854775807):(_1,_1)", {}, status::refused},
      {"SM75_U32x4_LDSM_N", {{"values", "_1"}}, status::bad_input},
      {"SM75_U32x4_LDSM_N", {{"tile", "_1"}}, status::bad_input},
      {"(_4,_8):(_1,_4)", {{"atoms", "_1"}}, status::bad_input},
      {"(_4,_8):(_1,_4)", {{"access", "_1"}, {"tile", "_4"}}, status::bad_input},
      {"(_4,?):(_1,_4)", {}, status::refused},
      {"(_4,_8):(?,_4)", {}, status::refused},
      {"(_4,_8):(?,_4)", {{"tile", "(_4,_8)"}}, status::bad_input},
      {"((_2,_2),_2):((_2@0,_2@30),_1@0)", {}, status::refused},
      {"SM75_U32x4_LDSM_N", {{"threads", "X"}}, status::bad_input}};
  for (auto const& c : cases) {
    response const r = draw(c.expression, c.with, c.with.count("format") != 0 ? "png" : "svg");
    expect(r.is == c.is && !r.err.empty() && r.out.empty(),
           std::string(c.expression) + " is not drawn: " + r.err);
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  layouts();
  thread_values();
  coordinates();
  int const atoms = mmas(words[1]);
  expect(atoms > 1000, "the list of atoms");
  copy_names(words[1]);
  copies();
  tiled_copies();
  tiled_mmas();
  banks();
  boxes();
  pipelines();
  examples();
  refusals();
  expect(owners::accused > 1000, "tiles with elements of several owners, or of none");
  std::printf("%lld cells compared, %d MMA names found, %lld wrong\n", compared, atoms, wrong);
  return wrong == 0 ? 0 : 1;
}
