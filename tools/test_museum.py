#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Shows that museum.py finds what is wrong with a page.

usage: test_museum.py MUSEUM_TESTS [--without-cpu] COMPILER ARGUMENT...

Pages are made of a right one by one change each, and museum.py must say of each what is wrong.
"""
import pathlib
import subprocess
import sys
import tempfile

README = """# Museum

| [x](PAGE.md) | [t](https://github.com/a/b/issues/1) |

```cpp
#include <tileproof/pipeline.hpp>
#include <tileproof/tileproof.hpp>
using namespace tileproof;
using namespace tileproof::pipeline;
```
"""
LAYOUT = """# Overlap

[t](https://github.com/a/b/issues/1)

```cpp bug
static_assert(require<injective>(Layout<Int<5>, _0>{}));
```

```
error: refused<"coordinates 0 and 1 of _5:_0 have one offset, 0. Leaf 0, of stride 0, repeats every offset.", injective>
```

```cpp unchecked
static_assert(differ(5, Layout<Int<5>, _0>{}, [](int) { return 0; }) == 0);
```

```cpp corrected
static_assert(require<injective>(Layout<Int<5>, _1>{}));
```
"""
PROTOCOL = """# Race

[t](https://github.com/a/b/issues/1)

```cpp
template <bool Corrected>
struct one_buffer {
  static constexpr struct A : buffer<A, 1, 4096> {} a{};
  using resources = pipeline::resources<A>;
  using loop = steps;
  struct block {
    static constexpr int threads = 256;
    TILEPROOF_ROLE void step(auto& m) {
      m.write(a[0]);
      m.sync_block();
      m.read(a[0]);
      if (Corrected) m.sync_block();
    }
  };
  using roles = pipeline::roles<block>;
};
```

```cpp bug
static_assert(require<sound_protocol>(one_buffer<false>{}));
```

```
error: refused<"race: block, step 1: write to A; nothing orders it after block, step 0: read of A", sound_protocol>
```

Unchecked, a schedule that an oracle executes ends with `race`.

```cpp corrected
static_assert(require<sound_protocol>(one_buffer<true>{}));
```
"""
THROWN = """# Divisor

[t](https://github.com/a/b/issues/1)

```cpp
constexpr Layout<Shape<_6, _4>, Stride<_1, _9>> L{};
```

```cpp bug
logical_divide(L, 4);
```

```
layout_error: composition(A,B): no layout equals A(B(c)): in mode 1 of B, at coordinate 3, A(B(c)) is 18 where the layout would give 15
```

```cpp unchecked
static_assert(differ(24, logical_divide(L, 4), L) == 12);
```

```cpp corrected
static_assert(logical_divide(L, 6)(23) == L(23));
```
"""
KERNEL = """# Reversal

[t](https://github.com/a/b/issues/1)

```cpp kernel
template <bool Corrected>
struct reversal {
  static constexpr int threads = 64, elements = 64;
  using shared = shared_memory<field<float, threads>>;
  static float expected(int i) { return 64.0F - static_cast<float>(i); }
  TILEPROOF_KERNEL static void run(auto const& ctx, auto const& args) {
    int const t = ctx.thread();
    auto row = make_tensor(ctx.shared(shared{}, _0{}), Layout<_64>{});
    row(t) = args.in[t];
    if constexpr (Corrected) ctx.sync();
    args.out[t] = row(63 - t);
  }
};
```

```
race: kernel reversal<false>, block (0,0,0), thread 32 writes shared field 0[32], which thread 31 read; interval 0, and 63 more
```

The finding ignored, 32 of 64 elements are wrong.
"""
RIGHT = {"layout": LAYOUT, "protocol": PROTOCOL, "thrown": THROWN, "kernel": KERNEL}
# {page: (the right one, what is there, what stands there instead, what must be said)}
WRONG = {
    "sentence": ("layout", "0 and 1 of", "0 and 2 of", "sentence.md: no error is"),
    "bug": ("layout", "require<injective>(Layout<Int<5>, _0>",
            "require<injective>(Layout<Int<5>, _2>", "bug.md: no error is"),
    "no_message": ("layout", "error: refused", "note: refused",
                   "no_message.md lacks the message after its bug"),
    "no_thread": ("layout", "[t](https://github.com/a/b/issues/1)", "t",
                  "no_thread.md lacks a link to its thread"),
    "no_bug": ("layout", "cpp bug", "cpp bugs", "no_bug.md lacks a bug"),
    "no_correction": ("layout", "cpp corrected", "cpp", "no_correction.md lacks a correction"),
    "schedule": ("protocol", "ends with `race`", "ends with `hang`",
                 "schedule.md: a schedule ends with 'race', and the page says 'hang'"),
    "still_wrong": ("protocol", "if (Corrected)", "if (false)",
                    "still_wrong.md: a schedule ends with 'race', and the page says '-'"),
    "no_end": ("protocol", "executes ends", "ends", "no_end.md lacks how a schedule ends"),
    "no_count": ("kernel", "32 of 64 elements", "Half", "no_count.md lacks how many elements are"),
}
# Pages that the program of the corrected forms finds to be wrong.
THROWS = {
    "thrown": ("thrown", "is 18 where", "is 19 where", "thrown.md: the page says\nlayout_error: "),
    "not_thrown": ("thrown", "logical_divide(L, 4);", "logical_divide(L, 6);",
                   "not_thrown.md: the page says\na layout_error\nand it is\nno refusal"),
}
KERNELS = {
    "finding": ("kernel", "which thread 31 read", "which thread 30 read",
                "finding.md: the page says\nrace: "),
    "count": ("kernel", "32 of 64", "31 of 64",
              "count.md: the page says\n31 of 64\nand it is\n32 of 64"),
    "still_races": ("kernel", "if constexpr (Corrected)", "if constexpr (false)",
                    "still_races.md: the page says\n\nand it is\nrace: "),
}
# Pages that stop a compilation.
BROKEN = {
    "number": ("layout", "== 0);", "== 1);", "the unchecked forms do not compile:\nnumber.md:14:"),
    "correction": ("layout", "<Int<5>, _1>", "<Int<5>, _0>", "the corrected forms do not compile:"),
}


def museum(tests, command, pages):
    """(exit status, output) of museum.py for {name: text}"""
    with tempfile.TemporaryDirectory() as folder:
        row = next(line for line in README.splitlines() if "PAGE" in line)
        rows = "\n".join(row.replace("PAGE", name) for name in pages)
        pathlib.Path(folder, "README.md").write_text(README.replace(row, rows), encoding="utf-8")
        for name, text in pages.items():
            pathlib.Path(folder, name + ".md").write_text(text, encoding="utf-8")
        tool = pathlib.Path(__file__).with_name("museum.py")
        done = subprocess.run([sys.executable, str(tool), folder, tests, *command],
                              text=True, capture_output=True)
        return done.returncode, done.stdout + done.stderr


def changed(cases):
    pages = {}
    for name, (right, there, instead, _) in cases.items():
        assert there in RIGHT[right], there
        # A compiler reports an error once: each page has a layout of its own.
        size = str(6 + len(pages))
        pages[name] = RIGHT[right].replace(there, instead).replace("_5", "_" + size).replace(
            "Int<5>", f"Int<{size}>").replace("differ(5", "differ(" + size)
    return pages


def main(tests, *command):
    with_cpu = "--without-cpu" not in command
    groups = [WRONG, {**THROWS, **(KERNELS if with_cpu else {})}, BROKEN]
    failures = 0
    status, said = museum(tests, command, RIGHT)
    if status != 0:
        failures += 1
        print(f"right pages are refused:\n{said}")
    for cases in groups:
        status, said = museum(tests, command, changed(cases))
        for name, (*_, expected) in cases.items():
            if status == 0 or expected not in said:
                failures += 1
                print(f"{name}: it is not said that '{expected}':\n{said}")
    print(f"{sum(map(len, groups))} wrong pages, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
