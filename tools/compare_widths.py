#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares the loads and stores of kernels with what their names say.

usage: compare_widths.py FILE NVCC [ARGS...]

Each entry is an instance of copies<Case, Bits, Accesses, From, To>: it has Accesses loads of Bits
bits from memory From and as many stores to memory To (1 global, 2 shared; 0 registers: none), and no
others. Looks at the PTX, and at the SASS too where cuobjdump or nvdisasm is found, on the PATH or
beside NVCC.
"""
import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

NAME = re.compile(r"_Z\d*6copiesI\d+([a-z_0-9]+?)Li(\d+)ELi(\d+)ELi(\d)ELi(\d)EEv")
MEMORY = {"global": 1, "shared": 2, "G": 1, "S": 2}
PTX = re.compile(r"^\s+(?:@!?%p\d+\s+)?(ld|st)\.(?:volatile\.)?(global|shared|local)"
                 r"(?:\.nc)?(?:\.v(\d))?\.[busf](\d+)\s", re.M)
SASS = re.compile(r"^.*?\b(LD|ST)([GSL])((?:\.[A-Z0-9]+)*)\s", re.M)


def ptx_accesses(body):
    """Counter of (ld or st, memory, bits)"""
    return collections.Counter(
        (kind, MEMORY.get(memory, memory), int(vector or 1) * int(bits))
        for kind, memory, vector, bits in PTX.findall(body))


def sass_bits(suffixes):
    for suffix, bits in ((".128", 128), (".64", 64), (".U16", 16), (".S16", 16), (".16", 16),
                         (".U8", 8), (".S8", 8), (".8", 8)):
        if re.search(re.escape(suffix) + r"(?:\.|$)", suffixes):
            return bits
    return 32


def sass_accesses(body):
    return collections.Counter((kind.lower(), MEMORY.get(memory, memory), sass_bits(suffixes))
                               for kind, memory, suffixes in SASS.findall(body))


def expected(bits, accesses, source, destination):
    wanted = collections.Counter()
    if source:
        wanted["ld", source, max(bits, 8)] = accesses
    if destination:
        wanted["st", destination, max(bits, 8)] = accesses
    return wanted


def compare(what, bodies, count):
    """(kernels that are as they say, kernels that are not)"""
    passed = failed = 0
    for name, body in bodies:
        match = NAME.match(name)
        if match is None:
            sys.exit(f"{what}: {name} is no instance of copies")
        case, numbers = match.group(1), [int(n) for n in match.groups()[1:]]
        found, wanted = count(body), expected(*numbers)
        passed, failed = passed + (found == wanted), failed + (found != wanted)
        if found != wanted:
            print(f"{what}: {case}: {dict(found)} where the plan says {dict(wanted)}")
    print(f"{what}: {passed} kernels as planned, {failed} not")
    return passed, failed


def disassembler(nvcc):
    """(a command that prints the SASS of a cubin) or None"""
    for tool, *options in (("cuobjdump", "-sass"), ("nvdisasm", "-c")):
        beside = pathlib.Path(shutil.which(nvcc) or nvcc).resolve().parent / tool
        found = shutil.which(tool) or (str(beside) if beside.exists() else None)
        if found:
            return [found, *options]
    return None


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return done.stdout


def main():
    file, nvcc = sys.argv[1], sys.argv[2:]
    ptx = run(*nvcc, "-ptx", "-o", "-", file)
    bodies = re.findall(r"\.entry (\w+)\(.*?\)\s*\{(.*?)^\}", ptx, re.S | re.M)
    results = [compare("PTX", bodies, ptx_accesses)]
    tool = disassembler(nvcc[0])
    if tool is None:
        print("SASS: not looked at, there is neither cuobjdump nor nvdisasm")
    else:
        with tempfile.TemporaryDirectory() as directory:
            cubin = str(pathlib.Path(directory, "kernels.cubin"))
            run(*nvcc, "-cubin", "-o", cubin, file)
            parts = re.split(r"(?:Function : |^\.text\.)(\w+):?$", run(*tool, cubin), flags=re.M)
        results.append(compare("SASS", zip(parts[1::2], parts[2::2]), sass_accesses))
    passed, failed = (sum(n) for n in zip(*results))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
