#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks the forwarders of <cute/...>: there is one for each header of CuTe, which includes
<tileproof/cute.hpp>, for one of sm_120 also its instructions, or for another header of Blackwell is
an error that says so, unless NVIDIA's <cutlass/...> for Hopper includes it. Without one the compiler
would go on to NVIDIA's own header, and mix both.

usage: forwarders.py INCLUDE HEADERS NAMES [--write] [--of VERSION DIRECTORY]

HEADERS is static_tests/cute/headers.txt, the headers of CuTe with the first version of 4.2 and 4.7
that has each; NAMES is static_tests/cute/names.txt, which has the header of each public name.
--write makes the forwarders. --of compares HEADERS with NVIDIA's include/cute of that version.
"""
import pathlib
import re
import sys

FORWARDS = """// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <tileproof/cute/beside_cutlass.hpp>
"""
FORWARDS_SM120 = """// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <tileproof/cute/sm120.hpp>
"""
REFUSES = """// SPDX-License-Identifier: BSL-1.0
#pragma once
#error "<cute/{}> is for sm_100 and newer: leave the include out"
"""


# Headers for Blackwell that NVIDIA's own headers for Hopper include: cutlass/arch/barrier.h,
# cluster_launch.hpp, detail/collective.hpp, detail/blockwise_scale_layout.hpp and
# gemm/dispatch_policy.hpp. The names that these mention are in cute/beside_cutlass.hpp.
MENTIONED = {"arch/cluster_sm100.hpp", "arch/copy_sm100_tma.hpp", "arch/mma_sm100_desc.hpp",
             "atom/copy_traits_sm100.hpp", "atom/mma_traits_sm100.hpp"}
OF_SM120 = {"arch/mma_sm120.hpp", "atom/mma_traits_sm120.hpp"}


def text_of(header):
    """the forwarder of <cute/HEADER>"""
    if header in OF_SM120:
        return FORWARDS_SM120
    is_of_blackwell = re.search(r"_sm1[0-9][0-9]", header) and header not in MENTIONED
    return REFUSES.format(header) if is_of_blackwell else FORWARDS


def main(include, headers, names, *options):
    folder = pathlib.Path(include) / "tileproof/cute/forward/cute"
    since = dict(line.split("\t") for line in pathlib.Path(headers).read_text().splitlines())
    if "--write" in options:
        for header in since:
            (folder / header).parent.mkdir(parents=True, exist_ok=True)
            (folder / header).write_text(text_of(header))
    wrong = []
    if "--of" in options:
        version, cute = options[options.index("--of") + 1:][:2]
        theirs = {path.relative_to(cute).as_posix() for path in pathlib.Path(cute).rglob("*.hpp")}
        ours = {header for header, first in since.items() if first <= version}
        wrong += [f"<cute/{name}> is in one of CuTe {version} and {headers} only"
                  for name in sorted(theirs ^ ours)]
    there = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.hpp")}
    needed = {line.split("\t")[2].strip()
              for line in pathlib.Path(names).read_text().splitlines() if line.count("\t") == 2}
    wrong += [f"<cute/{name}> has no forwarder" for name in sorted(since.keys() - there.keys())]
    wrong += [f"<cute/{name}> is not a header of CuTe" for name in sorted(there.keys() - since.keys())]
    wrong += [f"{path} neither includes this library nor refuses as tools/forwarders.py does"
              for name, path in sorted(there.items()) if path.read_text() != text_of(name)]
    wrong += [f"<cute/{name}> has names and is refused"
              for name in sorted(needed) if "#error" in text_of(name)]
    print("\n".join(wrong))
    refused = sum("#error" in text_of(name) for name in there)
    print(f"{len(there)} headers of CuTe: {len(there) - refused} forwarded, {refused} refused, "
          f"{len(wrong)} wrong")
    return 1 if wrong or not needed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
