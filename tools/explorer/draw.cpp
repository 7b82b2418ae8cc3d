// SPDX-License-Identifier: BSL-1.0
//
// tileproof draw EXPR -o FILE: a picture as SVG or LaTeX. tileproof print EXPR: as text.
#include "accesses.hpp"
#include "atoms.hpp"
#include "command.hpp"
#include "evaluate.hpp"
#include "pictures.hpp"
#include "protocols.hpp"
#include "text_table.hpp"
#include "tile_orders.hpp"
#include "tma.hpp"
#include "warp_access.hpp"
#include "words.hpp"

#include <tileproof/core/stride.hpp>
#include <tileproof/print/latex.hpp>
#include <tileproof/print/svg.hpp>

namespace tileproof::explorer {

namespace {

std::string without_spaces(std::string_view line) {
  std::string s;
  for (char const c : line)
    if (c != ' ' && c != '\t') s += c;
  return s;
}

// Whether every leaf is an integer: no `_`, and no layout of a tiler.
bool is_of_numbers(core::layout const& l) {
  for (int i = 0; i < l.tokens; ++i)
    if (l.token[i] < core::leaf_token) return false;
  return true;
}

// One run of the command: the options, evaluated in the session of the expressions.
struct artist {
  request const& in;
  response& r;
  std::shared_ptr<session> state = session_of(in);
  session& s = *state;
  value options[6]{};  // those of `names` that are given

  static constexpr char const* names[] = {"tile", "access", "threads", "values", "atoms", "global"};
  enum { tile, access, threads, values, atoms, global };

  bool has(int i) const { return in.has(names[i]); }
  bool evaluate_options() {
    for (int i = 0; i < 6; ++i) {
      if (!has(i)) continue;
      std::string const line(in.option(names[i]));
      outcome const o = s.run(line);
      if (!o.holds()) {
        r.fail(line, o.why);
        return false;
      }
      options[i] = o.result;
      bool const is_shape = o.result.is == kind::integers && i != tile;
      if (is_shape && is_of_numbers(o.result.of)) {  // (_4,_8): column-major
        core::arithmetic cx;
        options[i] = plain_layout(core::compact_left(cx, o.result.of));
      }
    }
    return true;
  }
  // The bits of an element, by its type or in digits; 0 where they are neither.
  int bits() const {
    std::string_view const given = in.option("type");
    std::int64_t n = bits_of_element(given);
    return n > 0 || read_number(given, 1, 128, n) ? static_cast<int>(n) : 0;
  }

  drawing bad(char const* option, std::string what) const {
    drawing d;
    d.why = {status::bad_input, std::move(what), 0, 0};
    d.option = option;
    return d;
  }

  // The first option that is given, and does not go with what is drawn; null where there is none.
  char const* beside(std::initializer_list<int> allowed) const {
    for (int i = 0; i < 6; ++i) {
      bool goes = !has(i);
      for (int const a : allowed) goes = goes || a == i;
      if (!goes) return names[i];
    }
    return nullptr;
  }
  // The picture of the last expression, which stands in `line`.
  drawing draw(std::string const& line, value const* evaluated) {
    std::string const name = without_spaces(line);
    mma_atom mma;
    copy_atom copy;
    bool const is_protocol = evaluated != nullptr && evaluated->is == kind::protocol;
    bool const is_mma = find_mma_atom(name, mma);
    bool const is_copy = find_copy_atom(name, copy);
    char const* const other = is_protocol   ? beside({})
                              : is_mma      ? beside({atoms, tile})
                              : is_copy     ? beside({threads, values})
                              : has(access) ? beside({access})
                              : has(global) ? beside({global, tile})
                                            : beside({tile});
    if (other != nullptr)
      return bad(other, "this option does not go with " + line + " and the other options");
    if (has(values) && !has(threads))
      return bad("values", "a tiled copy needs its threads as well: --threads '(_8,_4):(_4,_1)'");
    int const width = bits();
    if (width == 0 || (width & (width - 1)) != 0)
      return bad("type", "an element type, half_t, or its bits, 1 to 128, are expected");
    if (is_protocol) {
      std::int64_t steps = 0;
      std::int64_t tiles = 0;
      if (!read_number(in.option("steps"), 0, 64, steps))
        return bad("steps", "a number of steps from 0 to 64 is expected");
      if (!read_number(in.option("tiles"), 0, 8, tiles))
        return bad("tiles", "a number of tiles from 0 to 8 is expected");
      drawing d;
      asked_protocol const p = protocol_of(*evaluated);
      d.result = p.ask->draw(static_cast<int>(steps), static_cast<int>(tiles), p.left_out);
      d.result.titles.insert(d.result.titles.begin(),
                             text_of(*evaluated) + ": " + std::string(p.named->meaning));
      return d;
    }
    value named;  // the atom
    find_instruction(name, named);
    if (is_mma && (has(atoms) || has(tile))) {
      std::vector<value> args{named, has(atoms) ? options[atoms] : plain_layout(one())};
      if (has(tile)) args.push_back(options[tile]);
      return draw_tiling("make_tiled_mma", std::move(args), has(tile) ? "tile" : "atoms");
    }
    if (is_mma) return draw_atom(mma);
    if (is_copy && !has(threads)) return draw_atom(copy, width);
    if (is_copy) {
      value c = named;
      std::string_view const type = in.option("type");
      c.items = {tileproof::explorer::atom(
          std::string(bits_of_element(type) > 0 ? type : word_of(width)))};
      return draw_tiling("make_tiled_copy",
                         {c, options[threads], has(values) ? options[values] : plain_layout(one())},
                         "threads");
    }
    if (evaluated == nullptr) return {};
    if (evaluated->is == kind::mma || evaluated->is == kind::copy) return draw_tiling(*evaluated);
    if (evaluated->is == kind::tma) return draw_tma(*evaluated);
    if (evaluated->is == kind::order) return draw_tile_order(*evaluated);
    if (has(access)) {
      std::string why;
      shared_instruction is;
      std::string const access_of = access_name(in.option("op"), in.option("width"), why);
      if (!shared_access(access_of, is) || is.op == shared_op::cp_async_ca ||
          is.op == shared_op::cp_async_cg)
        return bad("op",
                   "ld, st (--width 8, 16, 32, 64, 128), ldmatrix or stmatrix (.x1, .x2, .x4) "
                   "is expected");
      if (is.bits % width != 0)
        return bad("width", "an access of " + std::to_string(is.bits) +
                                " bits holds no whole number of elements of " +
                                std::to_string(width) + " bits");
      return draw_banks(*evaluated, options[access], is, width);
    }
    if (has(global)) {
      if (!has(tile)) return bad("global", "TMA needs the tile as well: --tile (_128,_64)");
      return draw_tma(*evaluated, options[global], options[tile], width);
    }
    return has(tile) ? draw_thread_values(*evaluated, options[tile]) : draw_layout(*evaluated);
  }

  // The picture of what an operation makes; `option` is blamed where it refuses.
  drawing draw_tiling(char const* operation, std::vector<value> args, char const* option) {
    outcome const made = s.call_operation(operation, std::move(args));
    if (made.holds()) return draw_tiling(made.result);
    drawing d;
    d.why = made.why;
    d.option = option;
    return d;
  }
  static drawing draw_tiling(value const& v) {
    std::vector<value> const args{v};
    core::arithmetic cx;
    call c{cx, args, {}};
    mma_tiling mma;
    copy_tiling copy;
    drawing d;
    if (v.is == kind::mma ? is_mma(c, 0, mma) : is_copy(c, 0, copy))
      return v.is == kind::mma ? draw_tiled_mma(mma, text_of(v))
                               : draw_tiled_copy(copy, text_of(v));
    d.why = c.why;
    return d;
  }
  // An element type of so many bits, a power of 2 up to 128.
  static char const* word_of(int bits) {
    constexpr char const* words[] = {"u1", "", "u4", "u8", "u16", "u32", "u64", "b128"};
    int i = 0;
    while ((1 << i) < bits) ++i;
    return words[i];
  }

  static core::layout one() { return core::single({core::fixed(1), core::fixed(0), 0}); }
};

// The picture of a run, which is not there where r has the reason; `line` is what is drawn.
drawing picture_of_run(request const& in, response& r, std::string& line) {
  drawing none;
  none.why.is = status::bad_input;
  artist a{in, r};
  outcome last;
  bool is_evaluated = false;
  for (std::string const& e : in.expressions) {
    value instruction;
    bool const named = find_instruction(without_spaces(e), instruction);
    outcome o = named ? outcome{} : a.s.run(e);
    if (!o.holds()) return r.fail(e, o.why), none;
    if (!o.bound.empty()) continue;
    if (!line.empty()) return r.bad("one expression is drawn, after those that `let` binds"), none;
    line = e;
    is_evaluated = !named;
    last = std::move(o);
  }
  if (line.empty())
    return r.bad("an expression is expected, or the name of an atom or a protocol"), none;
  if (!a.evaluate_options()) return none;
  drawing d = a.draw(line, is_evaluated ? &last.result : nullptr);
  if (d.holds()) return d;
  bool const about_option = !d.option.empty() && in.has(d.option);
  std::string const what = about_option ? std::string(in.option(d.option)) : line;
  failure why = d.why;
  why.length = what.size();
  if (about_option) why.what = "--" + d.option + ": " + why.what;
  r.fail(what, why);
  return d;
}

// Writes the document, and with --check what is wrong in it.
void put(request const& in, response& r, std::string const& line, drawing const& d,
         std::string_view format, std::string document) {
  r.out = in.json
              ? "{\"expression\": " + json_string(line) + ", \"format\": " + json_string(format) +
                    ", \"faults\": " + json_list(d.faults) +
                    ", \"document\": " + json_string(document) + "}\n"
              : std::move(document);
  if (!in.has("check") || d.faults.empty()) return;
  for (std::string const& fault : d.faults) r.err += "refuted: " + fault + "\n";
  r.worsen(status::refused);
}

void run(request const& in, response& r) {
  std::string_view const file = in.option("o");
  std::string_view format = in.option("format");
  std::size_t const dot = file.rfind('.');
  std::string_view const ending =
      dot == std::string_view::npos || file.find('/', dot) != std::string_view::npos
          ? std::string_view()
          : file.substr(dot);
  if (format.empty() && !ending.empty() && ending != ".svg" && ending != ".tex")
    return r.bad("pictures are .svg, or .tex for LaTeX, and no " + std::string(ending) +
                 ": rsvg-convert and Inkscape make PNG and PDF of an SVG");
  if (format.empty()) format = ending == ".tex" ? "latex" : "svg";
  if (format != "svg" && format != "latex")
    return r.bad("--format is svg or latex, and this is " + std::string(format));
  std::string line;
  drawing const d = picture_of_run(in, r, line);
  if (d.holds())
    put(in, r, line, d, format, format == "latex" ? to_latex(d.result) : to_svg(d.result));
}

void run_print(request const& in, response& r) {
  std::string line;
  drawing const d = picture_of_run(in, r, line);
  if (d.holds()) put(in, r, line, d, "text", to_text(d.result, in.colour && !in.json));
}

// The options of both commands, after their own.
std::vector<option> with_options_of_pictures(std::vector<option> own) {
  std::vector<option> const shared = {
      run_time_option,
      {"tile", "SHAPE", "", "the tile of a layout (thread,value), of TMA, or of a tiled MMA"},
      {"access", "LAYOUT", "", "(thread,value) -> index of the tile: draw banks"},
      {"op", "OP", "ld", "the access: ld, st, ldmatrix, stmatrix (.x1, .x2, .x4)"},
      {"width", "BITS", "", "the bits of one ld or st: 8, 16, 32, 64 or 128; default 32"},
      {"type", "ELEMENT", "half_t", "the element type, or its bits"},
      {"threads", "LAYOUT", "", "of a tiled copy: place -> thread"},
      {"values", "LAYOUT", "", "of a tiled copy: place -> value"},
      {"atoms", "LAYOUT", "", "of a tiled MMA: the atoms along M, N and K"},
      {"global", "LAYOUT", "", "the tensor in global memory: draw TMA boxes"},
      {"steps", "N", "6", "of a pipeline: its k-tiles"},
      {"tiles", "N", "1", "of a persistent pipeline: its tiles"},
      {"check", "", "", "status 1 where an element of a tile has several owners, or none"}};
  own.insert(own.end(), shared.begin(), shared.end());
  return own;
}

}  // namespace

extern command const draw_command{
    "draw",
    "EXPR...",
    "draw a layout, an atom, banks, TMA boxes or a pipeline as SVG or LaTeX",
    "EXPR is a layout, whose offsets are drawn as a table; with --tile a layout (thread,value) of "
    "that tile, where an element with several owners or none is red; with --access a tile in "
    "shared "
    "memory by bank, before and after a swizzle; with --global a tile in shared memory and its TMA "
    "boxes. It may also be the name of an MMA or copy atom, with --atoms or --threads and --values "
    "a tiled one, a tiling, a TMA copy, an order of tiles, or a pipeline such as "
    "gemm_wgmma(stages=4). `let NAME = EXPR` before it binds a name. A FILE that ends in .tex is "
    "LaTeX with TikZ.",
    with_options_of_pictures(
        {{"o", "FILE", "", "write the picture to FILE, not to standard output"},
         {"format", "svg|latex", "", "the format, where FILE does not tell"}}),
    {{"draw '(_4,_8):(_8,_1)' -o table.svg", "the offsets of a layout"},
     {"draw '((_4,_8),(_2,_2)):((_32,_1),(_16,_8))' --tile '(_16,_8)' -o c.svg",
      "threads and values of a tile"},
     {"draw SM80_16x8x16_F32F16F16F32_TN -o mma.svg", "the fragments of an MMA"},
     {"draw SM75_U32x4_LDSM_N -o ldmatrix.tex", "ldmatrix, as TikZ"},
     {"draw 'UniversalCopy<uint128_t>' --threads '(_16,_8):(_8,_1)' --values '(_1,_8)' -o copy.svg",
      "a tiled copy"},
     {"draw '(_8,_64):(_64,_1)' --access '((_8,_4),_8):((_1,_64),_8)' --op ldmatrix.x4 -o "
      "banks.svg",
      "bank conflicts, and what the best swizzle leaves"},
     {"draw 'Sw<3,3,3> o (_64,_64):(_64,_1)' --global '(1024,1024):(1024,_1)' --tile '(_64,_64)' "
      "-o tma.svg",
      "TMA boxes"},
     {"draw 'tma_wgmma(stages=3)' --steps 5 -o pipeline.svg", "the timeline of a pipeline"}},
    false,
    run};

extern command const print_command{
    "print",
    "EXPR...",
    "print a layout, threads and values, an atom or banks as tables",
    "The tables of `tileproof draw` as text, with the offset or the owner of each coordinate, as "
    "CuTe's print_layout and print_latex; in a terminal with their colours, unless NO_COLOR is set "
    "or --color is never. What is wrong has an exclamation mark.",
    with_options_of_pictures({}),
    {{"print 'Sw<2,0,2> o (_4,_4):(_4,_1)'", "the offsets of a layout"},
     {"print '((_4,_8),(_2,_2)):((_32,_1),(_16,_8))' --tile '(_16,_8)'",
      "threads and values of a tile"},
     {"print SM80_16x8x8_F32TF32TF32F32_TN", "the fragments of an MMA"}},
    false,
    run_print};

}  // namespace tileproof::explorer
