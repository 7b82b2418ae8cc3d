#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Lists the public names of NVIDIA's CuTe, the standard that <tileproof/cute.hpp> is measured by.

    cute_names.py --headers DIR --write static_tests/cute/names.txt   extracts the list
    cute_names.py --headers DIR --check static_tests/cute/names.txt   fails where the list differs
    cute_names.py --headers DIR --used DIR...       names that the sources under DIR use
    cute_names.py --pages ROOT         writes docs/from_cute.md, static_tests/cute/names_*.cpp, and of
                                       include/tileproof/cute/ same*.hpp, gmma.hpp, refused_types.hpp
    cute_names.py --pages ROOT --check-pages        fails where they differ; counts the answers

Both fail where a name has no answer yet.

DIR of --headers is the folder that has cute/, for instance source/include of the PyPI package
nvidia-cutlass. The list has a line for each name: name, kind, header. Left out are namespaces named
detail or impl, class members, Blackwell (headers and names of sm_100 and newer), and macros that a
header undefines.

static_tests/cute/answers.txt says for each name, or pattern of names, what this library has:
pattern | here | remark, and for a type that is refused | the incomplete type that its name means.
From it and the list --pages writes the table, the tests that name each name that is given or refused,
and those headers of namespace cute that are nothing but lists: the using-declarations of the names
that are given and that no other header of include/tileproof/cute/ declares, the wgmma instructions,
and the types that are refused.
"""

import argparse
import fnmatch
import pathlib
import re
import sys
import textwrap

TOKEN = re.compile(
    r'R"([^()\s\\]*)\((?:.|\n)*?\)\1"'  # raw string
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'(?:\\.|[^'\\\n])+'"
    r"|[A-Za-z_]\w*"
    r"|\.?\d(?:[eEpP][+-]|'\w|[\w.])*"
    r"|::|->|<<=|<=|>=|==|!=|&&|\|\||\.\.\.|##|[^\s\w]"
)
HIDDEN = {"detail", "impl", "eso"}
BLACKWELL = re.compile(r"sm1\d\d|SM1\d\d|tcgen05|UMMA|TMEM|tmem|umma")


def without_comments(text):
    """The text with comments as blanks and continued lines joined; strings stay."""
    text = re.sub(r"\\\n", " ", text)
    pattern = re.compile(
        r'R"([^()\s\\]*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\''
        r"|//[^\n]*|/\*(?:.|\n)*?\*/"
    )

    def blank(m):
        return " " if m.group(0).startswith("/") else m.group(0)

    return pattern.sub(blank, text)


def tokens_of(text):
    """The tokens of a text without directives and comments."""
    # CuTe writes blanks on both sides of an operator: such a < opens no template argument list.
    text = re.sub(r"(?<=\s)<(?=\s)", "<=", text)
    return [m.group(0) for m in TOKEN.finditer(text)]


class Parser:
    """The names that one header declares at namespace scope. `names` is {name: kind}, where the name
    is qualified from `root` on."""

    def __init__(self, text, root="cute"):
        self.root = root
        self.names = {}
        self.macros = {}  # function-like: (parameters, tokens)
        self.defined = []
        self.undefined = set()
        self.tokens = self.expanded(self.preprocessed(without_comments(text)))
        self.scope(0, len(self.tokens), [])
        for name in self.defined:
            if name.startswith("CUTE_") and name not in self.undefined:
                self.names[name] = "macro"

    def preprocessed(self, text):
        """Tokens of all branches of conditions. Where branches open or close braces differently, the
        later ones are dropped, so that braces balance."""
        out = []
        stack = []  # per #if: the depth at its start, and of its first branch at its end
        depth = 0
        keep = True
        for line in text.split("\n"):
            m = re.match(r"\s*#\s*(\w+)\s*(.*)", line)
            if not m:
                if keep:
                    toks = tokens_of(line)
                    depth += toks.count("{") - toks.count("}")
                    out += toks
                continue
            directive, rest = m.groups()
            if directive in ("if", "ifdef", "ifndef"):
                stack.append([depth, None, len(out), keep])
            elif directive in ("elif", "else", "endif") and stack:
                top = stack[-1]
                if top[1] is None:
                    top[1] = depth
                elif depth != top[1]:
                    del out[top[2]:]
                depth = top[1]
                if directive == "endif":
                    stack.pop()
                    keep = top[3]
                else:
                    # a branch that follows one that left a brace open would open it again
                    keep = top[3] and top[1] == top[0]
                    top[2] = len(out)
            elif directive == "define":
                d = re.match(r"(\w+)(\(([^)]*)\))?\s*(.*)", rest)
                self.defined.append(d.group(1))
                if d.group(2):
                    parameters = [p.strip() for p in d.group(3).split(",")]
                    self.macros[d.group(1)] = (parameters, tokens_of(d.group(4)))
            elif directive == "undef":
                self.undefined.add(rest.split()[0])
        return out

    def closed(self, i, end):
        """The index past the bracket that closes the one at i."""
        pairs = {"(": ")", "{": "}", "[": "]"}
        stack = []
        while i < end:
            t = self.tokens[i]
            if t in pairs:
                stack.append(pairs[t])
            elif stack and t == stack[-1]:
                stack.pop()
            i += 1
            if not stack:
                return i
        return end

    def template_end(self, i, end):
        """The index past the `>` that closes the `<` at i."""
        depth = 0
        while i < end:
            t = self.tokens[i]
            if t in "({[":
                i = self.closed(i, end)
                continue
            depth += {"<": 1, ">": -1}.get(t, 0)
            i += 1
            if depth == 0:
                return i
        return end

    def add(self, path, name, kind):
        if path[:1] != [self.root] or any(p in HIDDEN or not p for p in path):
            return
        if name.startswith("__") or BLACKWELL.search("::".join(path[1:] + [name])):
            return
        self.names.setdefault("::".join(path[1:] + [name]), kind)

    def scope(self, i, end, path):
        """Reads the declarations in tokens [i,end), which are in namespace `path`."""
        while i < end:
            i = self.declaration(i, end, path)

    def expanded(self, tokens):
        """The tokens with the calls of this header's own function-like macros expanded, and those of
        the macros that they call."""
        for _ in range(4):
            before, tokens = tokens, self.expanded_once(tokens)
            if tokens == before:
                break
        return tokens

    def expanded_once(self, tokens):
        out = []
        i = 0
        self.tokens = tokens
        while i < len(tokens):
            if tokens[i] not in self.macros or tokens[i + 1:i + 2] != ["("]:
                out.append(tokens[i])
                i += 1
                continue
            parameters, body = self.macros[tokens[i]]
            close = self.closed(i + 1, len(tokens))
            arguments = [[]]
            depth = 0
            for t in tokens[i + 2:close - 1]:
                depth += {"(": 1, ")": -1}.get(t, 0)
                if t == "," and depth == 0:
                    arguments.append([])
                else:
                    arguments[-1].append(t)
            value = dict(zip(parameters, arguments))
            for k, t in enumerate(body):
                piece = [] if t == "##" else value.get(t, [t])
                if piece and k and body[k - 1] == "##":
                    out[-1] += piece[0]
                    piece = piece[1:]
                out += piece
            i = close
        return out

    def declaration(self, i, end, path):
        """Reads one declaration at i; the index past it."""
        t = self.tokens
        word = t[i]
        if word in (";", "}"):
            return i + 1
        if word == "{":
            return self.closed(i, end)
        if word == "inline" and i + 1 < end and t[i + 1] == "namespace":
            return self.declaration(i + 1, end, path)
        if word == "namespace":
            j = i + 1
            inner = []
            while j < end and t[j] not in "{;=":
                if t[j] != "::":
                    inner.append(t[j])
                j += 1
            if j >= end or t[j] != "{":
                if j < end and t[j] == "=":
                    self.add(path, inner[-1], "namespace")
                return self.semicolon(j, end)
            close = self.closed(j, end)
            self.scope(j + 1, close - 1, path + (inner or [""]))
            return close
        if word == "template":
            if t[i + 1] != "<":  # explicit instantiation
                return self.semicolon(i, end)
            j = self.template_end(i + 1, end)
            if t[i + 2] == ">":  # template <>: a specialisation declares no name
                return self.skip(j, end)
            return self.declaration(j, end, path)
        if word == "using":
            if t[i + 1] == "namespace":
                return self.semicolon(i, end)
            j = self.semicolon(i, end)
            if "=" in t[i:j]:
                self.add(path, t[i + 1], "alias")
            else:  # the last word of each declarator
                for k in range(i + 1, j):
                    if t[k] in (",", ";"):
                        self.add(path, t[k - 1], "using")
            return j
        if word == "typedef":
            j = self.semicolon(i, end)
            self.add(path, t[j - 2], "alias")
            return j
        if word in ("static_assert", "extern", "friend"):
            return self.skip(i, end)
        if word in ("struct", "class", "union", "enum"):
            return self.class_head(i, end, path)
        return self.entity(i, end, path)

    def semicolon(self, i, end):
        while i < end and self.tokens[i] != ";":
            i = self.closed(i, end) if self.tokens[i] in "({[" else i + 1
        return i + 1

    def skip(self, i, end):
        """The end of the declaration at i: a `;`, or the `}` of a function or class."""
        kind = self.tokens[i] if i < end else ""
        while i < end:
            t = self.tokens[i]
            if t == ";":
                return i + 1
            if t == "{":
                i = self.closed(i, end)
                return self.semicolon(i, end) if kind in ("struct", "class") else i
            i = self.closed(i, end) if t in "([" else i + 1
        return end

    def class_head(self, i, end, path):
        t = self.tokens
        kind = t[i]
        j = i + 1
        if kind == "enum" and t[j] in ("class", "struct"):
            j += 1
        while t[j] in ("alignas", "[", "CUTE_ALIGNAS", "__align__", "CUTLASS_ALIGNAS"):
            j = self.closed(j if t[j] == "[" else j + 1, end)
        name = t[j]
        j += 1
        if t[j] in ("final",):
            j += 1
        if t[j] == "<" or t[j] == "::":  # a specialisation, or a member of another class
            return self.semicolon(self.head_end(j, end), end)
        if t[j] not in ("{", ";", ":"):  # a function or variable of an elaborated type
            return self.entity(i + 1, end, path)
        if re.match(r"[A-Za-z_]", name):
            self.add(path, name, "enum" if kind == "enum" else "class")
        return self.semicolon(j, end)

    def head_end(self, j, end):
        while j < end and self.tokens[j] not in ("{", ";"):
            j = self.closed(j, end) if self.tokens[j] in "([" else j + 1
        return j

    def entity(self, i, end, path):
        """A function or a variable."""
        t = self.tokens
        j = i
        name = None
        first = i
        while j < end:
            word = t[j]
            if word in ("decltype", "alignas", "__attribute__", "noexcept", "explicit",
                        "requires", "__launch_bounds__") and t[j + 1] == "(":
                j = self.closed(j + 1, end)
            elif word == "[":
                j = self.closed(j, end)
            elif word == "operator":
                k = j + 1
                while k < end and (t[k] != "(" or k == j + 1):
                    k += 1
                name = "operator" + "".join(t[j + 1:k]) if t[j + 1] != "(" else "operator()"
                qualified = t[j - 1] == "::"
                return self.finish(k, end, path, name, "function", qualified)
            elif word == "<" and re.match(r"[A-Za-z_]", t[j - 1]):
                j = self.template_end(j, end)
            elif word == "(":
                name = t[j - 1]
                qualified = t[j - 2] == "::" or t[j - 1] == ">"
                if j - 1 == first:  # a deduction guide or a macro that this header does not define
                    return self.skip(j, end)
                return self.finish(j, end, path, name, "function", qualified)
            elif word in ("=", ";", "{"):
                name = t[j - 1]
                if t[j - 1] == "]":  # an array
                    k = j - 1
                    while t[k] != "[":
                        k -= 1
                    name = t[k - 1]
                qualified = t[j - 2] == "::" or name == ">"
                if not qualified and re.match(r"[A-Za-z_]\w*$", name) and j - 1 > first:
                    self.add(path, name, "variable")
                return self.semicolon(j, end)
            else:
                j += 1
        return end

    def finish(self, j, end, path, name, kind, qualified):
        if not qualified and re.match(r"[A-Za-z_]", name):
            self.add(path, name, kind)
        return self.skip(j, end)


def headers_of(root):
    """CuTe's headers up to sm_90, as paths relative to `root`."""
    return sorted(
        p.relative_to(root) for p in (root / "cute").rglob("*.hpp")
        if not BLACKWELL.search(p.name)
    )


def extracted(root):
    """{name: (kind, header)} of all headers; the first header that declares a name is named."""
    names = {}
    for header in headers_of(root):
        parser = Parser((root / header).read_text(encoding="utf-8", errors="replace"))
        for name, kind in parser.names.items():
            if BLACKWELL.search(name) or name.startswith(("CUTE_ARCH_TCGEN", "CUTE_ARCH_MXF")):
                continue
            names.setdefault(name, (kind, str(header)[len("cute/"):]))
    return names


def list_text(names):
    return "".join(f"{n}\t{k}\t{h}\n" for n, (k, h) in sorted(names.items()))


def read_list(path):
    rows = (line.split("\t") for line in path.read_text().splitlines() if line)
    return {name: (kind, header) for name, kind, header in rows}


def used(names, folders):
    """The names that the sources under `folders` use: qualified by cute::, and, in a source that has
    `using namespace cute`, as a word; macros as a word."""
    found = set()
    last = {}
    for name in names:
        last.setdefault(name.split("::")[-1], set()).add(name)
    for folder in folders:
        for p in sorted(pathlib.Path(folder).rglob("*")):
            if p.suffix not in (".cu", ".hpp", ".h", ".cuh", ".cpp", ".inl"):
                continue
            text = without_comments(p.read_text(encoding="utf-8", errors="replace"))
            for m in re.finditer(r"\bcute::((?:\w+::)*\w+)", text):
                parts = m.group(1).split("::")
                found |= {"::".join(parts[:k]) for k in range(1, len(parts) + 1)} & names.keys()
            words = set(re.findall(r"[A-Za-z_]\w*", text))
            found |= {n for n in names if n.startswith("CUTE_") and n in words}
            if "using namespace cute" in text:
                found |= {n for n in names if "::" not in n and n in words}
    return sorted(found)


def answers_of(path):
    """The lines (pattern, here, remark), or (pattern, here, remark, type), of answers.txt."""
    rows = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return [tuple(part.strip() for part in row.split("|")) for row in rows]


def answered(names, answers):
    """{name: (here, remark)}, by the first answer that matches, else "same"; and the patterns that
    match no name."""
    result = {}
    hit = set()
    for name in names:
        for pattern, here, remark, *_ in answers:
            if fnmatch.fnmatchcase(name, pattern):
                hit.add(pattern)
                result[name] = (here, remark)
                break
        else:
            result[name] = ("same", "")
    return result, [a[0] for a in answers if a[0] not in hit]


FAMILY = re.compile(r"(.*_64x)(\d+)(x.*|$)")


def family_of(name):
    """(the name with N for the N of a wgmma instruction, N), or (name, None)."""
    m = FAMILY.match(name)
    return (f"{m.group(1)}N{m.group(3)}", int(m.group(2))) if m else (name, None)


def count_text(answer):
    """The numbers of names by their answer."""
    here = [h for h, _ in answer.values()]
    refused, missing, out = (here.count(h) for h in ("refused", "not yet", "left out"))
    given = len(here) - refused - missing - out
    return (f"{len(here)} names: {given} given, {refused} refused by a sentence, {out} left out, "
            f"{missing} not yet.")


PAGE = """# From CuTe

`#include <tileproof/cute.hpp>` gives namespace `cute` with the public names of CuTe's core, tensor and atom
headers up to sm_90, and its macros. A program written for CuTe includes it in place of `<cute/...>`.

- Names that both libraries have are this library's own: `cute::Layout` is `tileproof::Layout`.
- A program may keep its includes of `<cute/...>`, with `include/tileproof/cute/forward` on its include path, and
  NVIDIA's headers `<cutlass/...>` after it. Then `cute::half_t`, `bfloat16_t`, `tfloat32_t`, `float_e4m3_t` and
  `float_e5m2_t` are cutlass's types, as with CuTe, which this library takes by their bits.
- `MMA_Traits`, `Copy_Traits` and `sizeof_bits` may be specialised inside `namespace cute`. Specialisations of
  other templates must stand in namespace tileproof: `template <> struct tileproof::is_static<T>`. Writing
  `using namespace cute;` and `using namespace tileproof;` in one scope makes these three names
  ambiguous, and `gmem_ptr`, `smem_ptr` and `rmem_ptr`, of which `cute`'s name the pointer, `gmem_ptr<float*>`; write
  one of the two, and `tileproof::` in front of names that CuTe has not.
- A name that is refused is an error whose text says why and what to write.
- `data()` of a tensor in registers knows its alignment and its memory, and converts to a pointer:
  `float* p = rC.data();`. C++ casts no such object: for `reinterpret_cast<U*>(rC.data())` write
  `recast<U>(rC)`, or `reinterpret_cast<U*>(raw_pointer_cast(rC.data()))`.
  nvcc says of it `invalid type conversion` alone; g++ and clang name the type.
- Instructions take their registers as in CuTe, `SM80_16x8x16_F32F16F16F32_TN::fma(d0, ..., c3)` and
  `SM75_U32x4_LDSM_N::copy(row, r0, r1, r2, r3)`, in device code.
- A `copy` without an atom is as wide as is known to be legal. CuTe takes pointers of tensors with static
  layouts for aligned to 16 bytes; where that would be wider, and no type states an alignment, the compiler
  warns and says what to write. `TILEPROOF_ALLOW_NARROW_COPIES`, defined before the first include, silences it;
  `TILEPROOF_REQUIRE_VECTORISED` makes it an error.
- CuTe and this header in one file are an error.

## Which of the two: beside, or instead

| | instead | beside |
| --- | --- | --- |
| you have | a program whose `<cute/...>` may be replaced | a program that keeps NVIDIA's CuTe, or uses Blackwell |
| you write | nothing: an include directory in front; or `<tileproof/cute.hpp>` | `#include <tileproof/beside_cute.hpp>`, and `static_assert`s |
| you get | every layout operation exact or refused, each copy and MMA proved, the run on the CPU | proofs of the layouts, copies and MMAs that you name ([beside CuTe](beside_cute.md)) |
| the machine code | this library's | NVIDIA's, unchanged |

*Instead* has forward headers: `tileproof/cute/forward` has each header name of CuTe 4.2 and 4.7, so that a
program keeps its includes. A header for Blackwell is an error with one sentence, but for `mma_sm120.hpp` and `mma_traits_sm120.hpp`.

    nvcc -std=c++20 -arch=sm_90a -I tileproof/include/tileproof/cute/forward -I tileproof/include kernel.cu

The directory stands in front of NVIDIA's. CMake has the target `tileproof::cute_forward`, pkg-config and
Meson the package `tileproof-cute-forward` ([install](install.md#programs-written-for-cute)).
[FlashAttention-2 and -3](porting_flash_attention.md) are ported so.

## Where prints differ

Seven programs, with 635 lines of output and ten pictures, print the following otherwise than with CuTe 4.2:

- A slice of a swizzled tensor keeps its swizzle, `Sw<2,3,3> o 332 o (_2,_4):(_32,_1)`; CuTe folds it into
  the pointer or the strides. A fragment of a swizzled tile may have its modes in another order.
- `GMMA::Layout_K_SW128_Atom<T>` and its like map a coordinate to its element in the swizzled tile; CuTe's do so
  only in a tensor over a pointer.
- A tile of one mode cuts `(_4,_8)`, where CuTe writes `((_4),_8)`; a mode of extent 1 may be written or not.
- `make_tensor<bool>` has a byte an element, CuTe's a bit. Registers print as `rmem_ptr`.
- `print_latex` and `print_svg` have other colours, and number the rows of C and of a copy's destination at
  their left.

## Refused, and why

| in CuTe | here | why |
| --- | --- | --- |
| a composition that no layout equals, `(_4,_3):(_1,_10) o _6:_1` | does not compile; with run-time integers it throws `layout_error` on the host | the result would be another function |
| an inverse, complement or `upcast` without an exact result | likewise ([the algebra](algebra.md)) | likewise |
| `make_tiled_mma(op, atoms, Layout<Shape<_1, _2, _1>>{{}})`, values repeated as before CUTLASS 3.4 | does not compile: `Tile<_32, _32, _16>{{}}` | CuTe 4.7 permutes M by it, to no effect, and `tile_size<0>` is 2 where it is 32 |
| a tiled copy or MMA whose threads and values do not cover its tile | does not compile | elements would be copied twice, or not at all |
| a copy of 16 bytes from a pointer of which nothing is known | does not compile: `make_gmem_ptr<16>(p)`, `assume_multiple_of<N>(stride)` | it traps on the GPU where the pointer is not aligned |
| fragments of another element type than the instruction's | does not compile | their bits would be taken for that type's |
| a wgmma operand or TMA box that its layout does not describe | does not compile | the instruction would read other elements |
| Blackwell but for `mma.sync` of sm_120a, sparse MMA, MMA of complex numbers, im2col | the name is an error that says what to write | not in this library |
| mixed bits, iterators of coordinates, internals of CuTe | likewise | a swizzled layout, `multiple_of<N>` and tensors have their purpose |

## The names

{count}

The list, static_tests/cute/names.txt, is extracted from the headers of the PyPI package nvidia-cutlass 4.2.0.0
by tools/cute_names.py; the table below is written from it and static_tests/cute/answers.txt, and
static_tests/cute/names_*.cpp compile every name that is given or refused. N stands for the N of the wgmma
instructions, a multiple of 8 up to 256.

tools/compare_with_cute.py compares the names called the same with NVIDIA's own, each in at least 100 drawn calls, and
lists the 48 that it does not compare (macros, device code) with their reasons. Where answers differ by design, the
remark says so, and those calls are not drawn; calls that are refused here are those for which no layout is the answer,
and shape_div where neither integer divides the other. With the headers of CUTLASS 4.7 on 27 November 2026: 2995
names, 367 000 equal calls, 0 different, 22 refused here.

    tools/compare_with_cute.py include CUTLASS/include CUDA/include g++ -std=c++20 -w -O0 -fmax-errors=0
"""


def page_text(names, answer):
    text = PAGE.format(count=count_text(answer))
    headers = {}
    for name, (_, header) in names.items():
        headers.setdefault(header, []).append(name)
    for header in sorted(headers):
        text += f"\n## {header}\n\n| CuTe | here | remark |\n| --- | --- | --- |\n"
        rows = {}  # (folded name, answer): number
        for name in sorted(headers[header]):
            key = (family_of(name)[0], answer[name])
            rows[key] = rows.get(key, 0) + 1
        merged = {}
        for (name, reply), number in rows.items():
            merged.setdefault(reply, []).append((name, number))
        for (here, remark), list_of in merged.items():
            cells = ", ".join(f"`{n}`" + (f" ({k} names)" if k > 1 else "") for n, k in list_of)
            cells = cells.replace("|", "\\|")
            text += f"| {cells} | {here} | {remark} |\n"
    return text


TEST = """// SPDX-License-Identifier: BSL-1.0
//
// Names each name of CuTe's {part} headers that <tileproof/cute.hpp> gives or refuses. Written by
// tools/cute_names.py from names.txt and answers.txt.
#include <tileproof/cute.hpp>
"""


# The headers that the test of a part is nearest to.
TESTED = {"core": ["config", "coord_iterator", "debug", "pointer", "refused", "same"],
          "atom": ["arch", "gmma", "refused_atoms", "refused_types", "same_atoms"]}


def packed(space, names, line=98):
    """using-declarations of names of a namespace, as many in a line as fit."""
    out, row = [], ""
    for name in names:
        item = f"{space}::{name}"
        if row and len(row) + 3 + len(item) <= line:
            row += f", {item}"
        else:
            out += [row + ";"] if row else []
            row = f"using {item}"
    return out + ([row + ";"] if row else [])


def split(names, plain, answer):
    """The names `plain`: those alone, the families of wgmma as {their N: [folded names]}, and those
    of device code."""
    device = [n for n in plain if answer[n][0] == "device code"]
    alone = [n for n in plain if n not in device and family_of(n)[1] is None]
    families, groups = {}, {}
    for n in plain:
        folded, width = family_of(n)
        if width is not None:
            families.setdefault(folded, set()).add(width)
    for folded, widths in families.items():
        groups.setdefault(tuple(sorted(widths)), []).append(folded)
    return alone, groups, device


def for_each_width(groups, line):
    """A macro TILEPROOF_OF(N) with a line for each folded name, and its calls."""
    text = ""
    for widths, folded in groups.items():
        text += "\n#define TILEPROOF_OF(N) \\\n"
        text += " \\\n".join("  " + line(f) for f in folded)
        text += "\n" + wrapped(" ".join(f"TILEPROOF_OF({w})" for w in widths)) + "\n#undef TILEPROOF_OF\n"
    return text


def wrapped(text):
    return "\n".join(textwrap.wrap(text, 98))


def pasted(folded):
    return re.sub("_64xN(x|$)", r"_64x##N##\1", folded).removesuffix("##")


def test_text(part, names, answer):
    """A test that names what is given or refused."""
    text = TEST.format(part=part)
    text += "".join(f"#include <tileproof/cute/{h}.hpp>\n" for h in TESTED[part])
    known = [n for n in sorted(names) if answer[n][0] not in ("not yet", "left out")]
    plain = [n for n in known if names[n][0] != "macro"
             and ("operator" not in n or n == 'operator""_c')]
    alone, groups, device = split(names, plain, answer)
    for n in known:
        if names[n][0] == "macro" and answer[n][0] == "same":
            text += f"#if !defined({n})\n#error\n#endif\n"
    macros = [n for n in known if names[n][0] == "macro" and answer[n][0] == "device code"]
    if macros:
        text += "#if defined(__CUDA_ARCH_FEAT_SM90_ALL)\n"
        text += "".join(f"#if !defined({n})\n#error\n#endif\n" for n in macros)
        text += "#endif\n"
    text += "\n// clang-format off\nnamespace cute_names {\n\n"
    text += "\n".join(packed("cute", alone)) + "\n"
    text += for_each_width(groups, lambda f: f"using cute::{pasted(f)};")
    if device:
        text += "\n#if defined(__CUDACC__)\n" + "\n".join(packed("cute", device)) + "\n#endif\n"
    return text + "\n}  // namespace cute_names\n// clang-format on\n"


SAME = """// SPDX-License-Identifier: BSL-1.0
//
// Puts into namespace cute the names of CuTe's {part} headers that this library has under the same
// name, by the header of CuTe that defines them. Written by tools/cute_names.py.
#pragma once

#include <tileproof/atom.hpp>
#if !defined(__CUDACC_RTC__)
#include <tileproof/print/latex.hpp>
#include <tileproof/print/svg.hpp>
#endif
#include <tileproof/tileproof.hpp>

// clang-format off
namespace cute {{
"""

# Functions of the library to which namespace cute adds overloads.
OVERLOADED = {"clear", "copy", "fill", "filter_zeros", "for_each", "gcd", "get", "max", "max_common_layout",
              "max_common_vector", "min", "print", "transform"}
# The headers of include/tileproof/cute/ that are written from the list.
WRITTEN = {"same.hpp", "same_atoms.hpp", "gmma.hpp", "refused_types.hpp"}


def declared(root):
    """The names that the headers of include/tileproof/cute/ declare, but for those written here."""
    result = set()
    for header in sorted((root / "include/tileproof/cute").glob("*.hpp")):
        if header.name not in WRITTEN:
            result |= Parser(header.read_text()).names.keys()
    return result - OVERLOADED


def same_text(part, names, answer, elsewhere):
    """The header of using-declarations of the names that the library has."""
    plain = [n for n in sorted(names) if names[n][0] not in ("macro", "namespace")
             and answer[n][0] not in ("refused", "left out", "not yet")
             and n not in elsewhere and "::" not in n and "operator" not in n]
    alone, groups, device = split(names, plain, answer)
    text = SAME.format(part=part)
    for header in sorted({names[n][1] for n in alone}):
        uses = "\n".join(packed("tileproof", [n for n in alone if names[n][1] == header]))
        # NVRTC has no pictures.
        of_host = "print_latex" in header or "print_svg" in header
        text += f"\n// {header}\n"
        text += f"#if !defined(__CUDACC_RTC__)\n{uses}\n#endif\n" if of_host else f"{uses}\n"
    text += for_each_width(groups, lambda f: f"using tileproof::{pasted(f)};")
    if device:
        text += "\n#if defined(__CUDACC__)\n" + "\n".join(packed("tileproof", device)) + "\n#endif\n"
    return text + "\n}  // namespace cute\n// clang-format on\n"


GMMA = """// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's names of wgmma instructions in SM90::GMMA, such as MMA_64x128x16_F32F16F16_SS: the
// same types as the library's SM90_64x128x16_F32F16F16_SS. The sparse ones, SM90::GMMA::SPARSE, are
// refused by a sentence. Written by tools/cute_names.py. Source: CuTe, arch/mma_sm90_gmma*.hpp.
#pragma once

#include <tileproof/atom.hpp>

// clang-format off
namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace GMMA {

// Instructions that take majors and signs, that take signs, and that take neither.
#define TILEPROOF_MAJORS(SHAPE, NAME) \\
  template <Major A, Major B, ScaleIn ScaleA = ScaleIn::One, ScaleIn ScaleB = ScaleIn::One> \\
  using MMA_##SHAPE##_##NAME = SM90_##SHAPE##_##NAME<A, B, ScaleA, ScaleB>;
#define TILEPROOF_SIGNS(SHAPE, NAME) \\
  template <ScaleIn ScaleA = ScaleIn::One, ScaleIn ScaleB = ScaleIn::One> \\
  using MMA_##SHAPE##_##NAME = SM90_##SHAPE##_##NAME<ScaleA, ScaleB>;
#define TILEPROOF_PLAIN(SHAPE, NAME) using MMA_##SHAPE##_##NAME = SM90_##SHAPE##_##NAME;
"""
SPARSE = """
namespace SPARSE {

#define TILEPROOF_SPARSE(SHAPE, NAME) \\
  template <auto... Vs> \\
  struct GMMA_##SHAPE##_##NAME { \\
    static_assert(sizeof...(Vs) > 99, \\
                  "sparse wgmma instructions are not in this library; the dense ones have half " \\
                  "their K: SM90_64xNx16_F32F16F16_SS for GMMA_64xNx32_F32F16F16_SS"); \\
  };
"""


def wgmma_call(folded):
    """The macro call that defines the instruction of a folded name: a dense one whose operands have
    majors unless it is _TN, and signs unless it adds integers."""
    shape, name = re.fullmatch(r".*_64xN(x\d+)_(\w+)", folded).groups()
    if "SPARSE" in folded:
        kind = "SPARSE"
    elif name.endswith("S"):
        kind = "MAJORS"
    else:
        kind = "PLAIN" if name.startswith("S32") else "SIGNS"
    return f"TILEPROOF_{kind}(64x##N##{shape}, {name})"


def gmma_text(names, answer):
    """The header of wgmma instructions by CuTe's names."""
    plain = [n for n in sorted(names) if re.match(r"SM90::GMMA::(SPARSE::G)?MMA_64x", n)]
    groups = split(names, plain, answer)[1]
    dense = {w: [f for f in fs if "SPARSE" not in f] for w, fs in groups.items()}
    sparse = {w: [f for f in fs if "SPARSE" in f] for w, fs in groups.items()}
    text = GMMA + for_each_width(dense, wgmma_call)
    text += "#undef TILEPROOF_PLAIN\n#undef TILEPROOF_SIGNS\n#undef TILEPROOF_MAJORS\n"
    text += SPARSE + for_each_width(sparse, wgmma_call) + "#undef TILEPROOF_SPARSE\n"
    text += "\n}  // namespace SPARSE\n}  // namespace GMMA\n\nnamespace SM90 {\n\n"
    for n in sorted(names):
        m = re.fullmatch(r"SM90::(MMA_(\w+))", n)
        if m and answer[n][0] == "same":
            text += f"using {m.group(1)} = SM90_{m.group(2)};\n"
    return (text + "\n}  // namespace SM90\n\n}  // namespace tileproof::inline TILEPROOF_NAMESPACE\n"
            "// clang-format on\n")


REFUSED = """// SPDX-License-Identifier: BSL-1.0
//
// Defines the types of CuTe that this library does not give. Each is refused<reason>, which is
// incomplete (types/refused.hpp), and the reason's name states why and what to write: an object or
// an atom of such a type is an error with that name. Written by tools/cute_names.py.
#pragma once

#include <tileproof/atom.hpp>

namespace cute::detail_of_cute {
// Whether T is one of the types below.
template <class T>
inline constexpr bool is_refused = false;
template <class Reason>
inline constexpr bool is_refused<tileproof::refused<Reason>> = true;
}  // namespace cute::detail_of_cute

// clang-format off
namespace cute {
"""


def refused_types_text(names, answers):
    """The header of the refused types: those whose answer names an incomplete type."""
    kinds = {}  # type: {namespace: names}
    for n in sorted(names):
        row = next((a for a in answers if fnmatch.fnmatchcase(n, a[0])), ())
        if len(row) == 4:
            space, _, last = n.rpartition("::")
            kinds.setdefault(row[3], {}).setdefault(space, []).append(last)
    text = REFUSED
    for kind, spaces in kinds.items():
        text += f"\nstruct {kind};\n"
        if list(map(len, spaces.values())) == [1] and "" in spaces:
            text += f"using {spaces[''][0]} = tileproof::refused<\n    {kind}>;\n"
            continue
        text += (f"#define TILEPROOF_REFUSED(NAME) \\\n  using NAME = tileproof::refused< \\\n"
                 f"      cute::{kind}>;\n")
        for space, list_of in spaces.items():
            calls = wrapped(" ".join(f"TILEPROOF_REFUSED({n})" for n in list_of))
            if space.startswith("SM90"):  # an alias of the library's namespace
                calls = (f"}}  // namespace cute\nnamespace tileproof::inline TILEPROOF_NAMESPACE::"
                         f"{space.removeprefix('SM90::')} {{\n{calls}\n}}\nnamespace cute {{")
            elif space:
                calls = f"namespace {space} {{\n{calls}\n}}"
            text += calls + "\n"
        text += "#undef TILEPROOF_REFUSED\n"
    return text + "\n}  // namespace cute\n// clang-format on\n"


def part_of(header):
    return "atom" if header.startswith(("arch/", "atom/")) else "core"


def pages(root):
    """{path: text} of what is written from the list and the answers, and the numbers."""
    names = read_list(root / "static_tests/cute/names.txt")
    answers = answers_of(root / "static_tests/cute/answers.txt")
    answer, idle = answered(names, answers)
    for pattern in idle:
        print(f"answers.txt: no name is {pattern}")
    result = {root / "docs/from_cute.md": page_text(names, answer)}
    room = root / "include/tileproof/cute"
    elsewhere = declared(root)
    for part in ("core", "atom"):
        some = {n: v for n, v in names.items() if part_of(v[1]) == part}
        result[root / f"static_tests/cute/names_{part}.cpp"] = test_text(part, some, answer)
        header = "same.hpp" if part == "core" else "same_atoms.hpp"
        result[room / header] = same_text(part, some, answer, elsewhere)
    result[room / "gmma.hpp"] = gmma_text(names, answer)
    result[room / "refused_types.hpp"] = refused_types_text(names, answers)
    missing = sorted(n for n in names if answer[n][0] == "not yet")
    return result, count_text(answer), missing, bool(idle)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--headers", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--check", type=pathlib.Path)
    parser.add_argument("--used", nargs="+")
    parser.add_argument("--pages", type=pathlib.Path)
    parser.add_argument("--check-pages", action="store_true")
    arguments = parser.parse_args()
    if arguments.pages:
        texts, numbers, missing, wrong = pages(arguments.pages)
        for path, text in texts.items():
            if not arguments.check_pages:
                path.write_text(text)
            elif not path.exists() or path.read_text() != text:
                print(f"{path}: run tools/cute_names.py --pages")
                wrong = True
        print(numbers)
        if missing:
            print("not yet:", " ".join(missing))
        return wrong or bool(missing)
    names = extracted(arguments.headers)
    if arguments.write:
        arguments.write.write_text(list_text(names))
    if arguments.check:
        listed = read_list(arguments.check)
        for name in sorted(listed.keys() ^ names.keys()):
            print(f"{name}: {'not in the headers' if name in listed else 'not in the list'}")
        return listed != names
    if arguments.used:
        print("\n".join(used(names, arguments.used)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
