#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compiles kernels at run time with NVRTC, and compares their machine code with nvcc's.

usage: compare_nvrtc.py INCLUDE BOOST NVCC ARCH FILE...
       compare_nvrtc.py --headers INCLUDE BOOST NVCC ARCH

INCLUDE is the library's, BOOST the directory that has boost/. A FILE has a line for each kernel, with
a part of its name:

    // kernel multiply: byte for byte
    // kernel copy_tma: but for addresses
    // name run_kernel<copy, arguments>

The last instantiates a kernel by its name, which must be nvcc's. The first compares the bytes of the section .text of the kernel in both cubins. The second is for
shared memory, whose addresses nvcc computes in 32 bits and NVRTC in 64: each opcode must occur as
often, except for moves and integer arithmetic, and there may be 6 % more instructions. The cubins
are ELF files and an instruction has 16 bytes, so no disassembler is needed.

--headers compiles all headers that a kernel includes, in one program, and one whose theorem fails, which
must not compile. NVRTC is looked for beside nvcc
and by the loader; without it the exit status is 77 (skipped). docs/install.md has these options.
"""
import collections
import ctypes
import ctypes.util
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

# The opcodes, bits 0 to 8 of an instruction, of moves and integer arithmetic: MOV, CS2R, SEL, ISETP,
# IADD3, LEA, LOP3, SHF, IMAD, VIADD; UMOV, USEL, UISETP, UIADD3, ULEA, ULOP3, USHF; R2UR, S2R, S2UR; and
# NOP, which fills.
OF_ADDRESSES = {0x002, 0x005, 0x007, 0x00c, 0x010, 0x011, 0x012, 0x019, 0x024, 0x036, 0x082, 0x087, 0x08c,
                0x090, 0x091, 0x092, 0x099, 0x0ca, 0x119, 0x1c3, 0x118}
# Headers that only the host has a use for.
OF_HOST = re.compile(r"^(cpu/|cpu\.hpp|cute/forward/|beside/|beside_cute\.hpp|print/(latex|svg)|"
                     r"pipeline/(speller|word)\.hpp)|picture")

FALSE_THEOREM = """#include <tileproof/tileproof.hpp>
using namespace tileproof;
static_assert(require<injective>(Layout<Shape<_4, _2>, Stride<_1, _3>>{}));
"""


class Nvrtc:
    """The NVRTC library."""

    def __init__(self, library, options):
        self.library, self.options = library, [option.encode() for option in options]

    def text(self, program, name):
        size, get = (getattr(self.library, f"nvrtcGet{name}{part}") for part in ("Size", ""))
        count = ctypes.c_size_t()
        size(program, ctypes.byref(count))
        buffer = ctypes.create_string_buffer(count.value)
        get(program, buffer)
        return buffer.raw

    def compile(self, source, names=()):
        """The cubin, the log and the names of the kernels that `names` stands for; no cubin where it
        does not compile."""
        program = ctypes.c_void_p()
        if self.library.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"kernel.cu", 0,
                                           None, None) != 0:
            raise RuntimeError("NVRTC makes no program")
        for name in names:
            self.library.nvrtcAddNameExpression(program, name.encode())
        options = (ctypes.c_char_p * len(self.options))(*self.options)
        failed = self.library.nvrtcCompileProgram(program, len(options), options)
        log = self.text(program, "ProgramLog").rstrip(b"\0").decode()
        cubin = None if failed else self.text(program, "CUBIN")
        lowered = [ctypes.c_char_p() for _ in names]
        for name, found in zip(names, lowered):
            self.library.nvrtcGetLoweredName(program, name.encode(), ctypes.byref(found))
        kernels = {found.value.decode() for found in lowered if found.value}
        self.library.nvrtcDestroyProgram(ctypes.byref(program))
        return cubin, log, kernels


def find_nvrtc(nvcc, include, boost, arch):
    """NVRTC with the options of docs/install.md; None where it is not installed."""
    toolkit = pathlib.Path(shutil.which(nvcc) or nvcc).resolve().parent.parent
    beside = sorted(toolkit.glob("lib*/libnvrtc.so")) + sorted(toolkit.glob("lib*/libnvrtc.so.*"))
    name = str(beside[0]) if beside else ctypes.util.find_library("nvrtc")
    if name is None:
        return None
    cuda = toolkit / "include"
    return Nvrtc(ctypes.CDLL(name),
                 ["-std=c++20", f"-arch={arch}", "-default-device", "-device-int128",
                  f"-I{include}/tileproof/nvrtc", f"-I{include}", f"-I{cuda / 'cccl'}", f"-I{cuda}",
                  f"-I{boost}"])


def code_of_kernels(cubin):
    """{name: the bytes of its section .text} of an ELF file of 64 bits."""
    table, = struct.unpack_from("<Q", cubin, 40)
    size, count, names = struct.unpack_from("<HHH", cubin, 58)
    headers = [struct.unpack_from("<IIQQQQ", cubin, table + i * size) for i in range(count)]
    found = {}
    for name, _, _, _, offset, length in headers:
        start = headers[names][4] + name
        word = cubin[start:cubin.index(b"\0", start)].decode()
        if word.startswith(".text."):
            found[word[len(".text."):]] = cubin[offset:offset + length]
    return found


def opcodes(code):
    return collections.Counter(int.from_bytes(code[i:i + 2], "little") & 0x1ff
                               for i in range(0, len(code), 16))


def difference(how, ours, theirs):
    """Where the code of NVRTC and that of nvcc differ, in words; empty where they agree."""
    a, b = opcodes(ours), opcodes(theirs)
    if how == "byte for byte":
        return "" if ours == theirs else f"{len(ours)} bytes, not the {len(theirs)} of nvcc"
    more = {hex(op): (a[op], b[op]) for op in a | b if a[op] != b[op] and op not in OF_ADDRESSES}
    if more:
        return f"opcode: (number with NVRTC, with nvcc): {more}"
    of_nvrtc, of_nvcc = (sum(n.values()) - n[0x118] for n in (a, b))
    return "" if of_nvrtc <= 1.06 * of_nvcc else f"{of_nvrtc} instructions, {of_nvcc} with nvcc"


def compare(nvrtc, file, command):
    """The faults of a file, as sentences."""
    source = file.read_text(encoding="utf-8")
    names = re.findall(r"^// name (.+)$", source, re.M)
    cubin, log, kernels = nvrtc.compile(source, names)
    if cubin is None:
        return [f"NVRTC does not compile {file.name}:\n{log[:3000]}"]
    with tempfile.TemporaryDirectory() as folder:
        theirs = pathlib.Path(folder, "cubin")
        subprocess.run([*command, "-cubin", "-o", theirs, file], check=True)
        theirs = code_of_kernels(theirs.read_bytes())
    ours = code_of_kernels(cubin)
    faults = [] if ours.keys() == theirs.keys() else [f"{file.name}: other kernels than nvcc's"]
    if len(kernels) != len(names) or not kernels <= theirs.keys():
        faults.append(f"{file.name}: names {kernels} that nvcc does not give")
    expected = dict(re.findall(r"^// kernel (\w+): (byte for byte|but for addresses)$", source, re.M))
    for name in ours.keys() & theirs.keys():
        how = [way for part, way in expected.items() if part in name]
        fault = difference(how[0], ours[name], theirs[name]) if how else "no line `// kernel`"
        if fault:
            faults.append(f"{name}: {fault}")
        else:
            print(f"{file.name}: {len(ours[name]) // 16} instructions agree, {how[0]}: {name[:60]}")
    return faults


def main(*arguments):
    are_headers = arguments[0] == "--headers"
    include, boost, nvcc, arch, *files = arguments[are_headers:]
    nvrtc = find_nvrtc(nvcc, include, boost, arch)
    if nvrtc is None:
        print("skipped: no NVRTC")
        return 77
    if are_headers:
        root = pathlib.Path(include, "tileproof")
        names = sorted(str(file.relative_to(root)) for file in root.rglob("*.hpp"))
        names = [name for name in names if not OF_HOST.search(name)]
        cubin, log, _ = nvrtc.compile("".join(f"#include <tileproof/{name}>\n" for name in names))
        print(f"{len(names)} headers compile" if cubin else f"FAILED:\n{log[:3000]}")
        wrong, log, _ = nvrtc.compile(FALSE_THEOREM)
        is_refused = wrong is None and "refused" in log and "injective" in log
        print("a false theorem is refused" if is_refused else f"FAILED: {FALSE_THEOREM}{log[:1000]}")
        return int(cubin is None or not is_refused)
    command = [nvcc, "-std=c++20", f"-arch={arch}", "-I", include]
    faults = [fault for file in files for fault in compare(nvrtc, pathlib.Path(file), command)]
    print("\n".join(f"FAILED: {fault}" for fault in faults) or "ok")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
