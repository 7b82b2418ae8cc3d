# SPDX-License-Identifier: BSL-1.0
"""Compilers and libraries, and what one compilation costs."""
import csv
import json
import os
import pathlib
import platform
import re
import resource
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from cases import HERE, ROOT

CUDA = os.environ.get("CUDA_HOME", "/usr/local/cuda")


# The name of an event of clang's -ftime-trace, and the entity that it is about.
INSTANTIATION = re.compile(
    rb'"name":"Instantiate(?:Class|Function)","args":{"detail":("(?:[^"\\]|\\.)*")')


class Compiler(NamedTuple):
    name: str
    kind: str                 # g++, clang++, nvcc
    path: str
    flags: Tuple[str, ...]
    version: str

    @property
    def suffix(self) -> str:
        return ".cu" if self.kind == "nvcc" else ".cpp"


class Library(NamedTuple):
    name: str
    flags: Tuple[str, ...]       # for every compiler
    nvcc_flags: Tuple[str, ...] = ()


class Cost(NamedTuple):
    wall: float                  # s
    cpu: float                   # s, user and system, of the driver and all that it started
    memory: float                # MiB, of the largest process
    host: Optional[float] = None    # s, nvcc's passes: what it does for the host,
    device: Optional[float] = None  # and for the device


class Failed(Exception):
    """With the compiler's words, or that it took too long."""


def version_of(path: str) -> str:
    """The line of --version that holds a version number (nvcc's is not the first)."""
    text = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
    lines = (line.strip() for line in text.splitlines())
    return next(line for line in lines if re.search(r"\d+\.\d+", line))


def find_compilers(wanted: Optional[Sequence[str]] = None) -> List[Compiler]:
    """Those of the wanted ones that exist and are new enough; a line for each that is not."""
    flags = {"g++": ("-std=c++20", "-O0", "-w"), "clang++": ("-std=c++20", "-O0", "-w"),
             "nvcc": ("-std=c++20", "-gencode=arch=compute_90a,code=sm_90a", "-w")}
    clangs = [f"clang++-{n}" for n in range(30, 15, -1)] + ["clang++"]
    newest_clang = "clang++-19" if shutil.which("clang++-19") else next(
        filter(shutil.which, clangs), "clang++")
    nvcc = shutil.which("nvcc") or f"{CUDA}/bin/nvcc"
    found = []
    for command in wanted or ["g++", newest_clang, nvcc]:
        name = os.path.basename(command)
        path = shutil.which(command)
        kind = next((k for k in ("nvcc", "clang++", "g++") if k in name), None)
        if path is None or kind is None:
            print(f"{name}: skipped, {'not found' if path is None else 'not a known compiler'}")
            continue
        version = version_of(path)
        major = int(re.findall(r"(\d+)\.\d+", version)[-1 if kind == "g++" else 0])
        needed = {"nvcc": 13, "clang++": 16, "g++": 12}[kind]
        if major < needed:
            print(f"{name}: skipped, {version} is older than {needed}")
            continue
        found.append(Compiler(name, kind, path, flags[kind], version))
    return found


def find_libraries(cutlass_include: str = "", cuda_root: str = CUDA,
                   include: Sequence[str] = ()) -> Dict[str, Library]:
    """CuTe is among them where its headers are."""
    more = tuple(f"-I{path}" for path in include)
    ours = ("-Iinclude", *more)
    libraries = [Library("tileproof", ours),
                 Library("no proofs", (*ours, "-DTILEPROOF_DISABLE_PROOFS")),
                 Library("hana", (f"-I{HERE}", *more))]
    if cutlass_include:
        # CuTe includes the CUDA toolkit's headers, which only nvcc finds by itself.
        cuda = pathlib.Path(cuda_root) / "include"
        # Its tutorials have headers of their own beside them.
        root = os.path.abspath(cutlass_include)
        flags = (f"-I{root}", f"-I{root}/../tools/util/include", *more, "-isystem", str(cuda),
                 "-isystem", str(cuda / "cccl"))
        libraries.append(Library("cute", flags, ("--expt-relaxed-constexpr",)))
    return {library.name: library for library in libraries}


def command_of(compiler: Compiler, library: Library) -> List[str]:
    """Relative to ROOT; the source, -o and the object come after it."""
    nvcc_flags = library.nvcc_flags if compiler.kind == "nvcc" else ()
    return [compiler.path, *compiler.flags, *library.flags, *nvcc_flags, "-c"]


def for_record(command: List[str], cutlass_include: str = "", cuda_root: str = CUDA) -> str:
    """The command as it goes into a file of results, without the folders of this machine."""
    text = shlex.join([os.path.basename(command[0]), *command[1:]])
    if cutlass_include:
        text = text.replace(os.path.abspath(cutlass_include), "CUTLASS")
    return text.replace(cuda_root, "CUDA")


def passes(file: pathlib.Path) -> Tuple[float, float]:
    """(seconds of the host phases, seconds of the device phases) from a table of nvcc --time."""
    host = device = 0.0
    with file.open() as lines:
        for row in csv.reader(lines, skipinitialspace=True):
            if len(row) < 8 or row[-1].strip() != "ms":
                continue
            phase, seconds = row[1].strip(), float(row[-2]) / 1000
            # Preprocessing 4 is for the host's code, 1 for a device's.
            if phase in ("cudafe++", "gcc (compiling)", "gcc (preprocessing 4)"):
                host += seconds
            elif phase != "nvcc (driver)":
                device += seconds
    return host, device


def run(command: List[str], folder: pathlib.Path,
        limit: Optional[float]) -> Tuple[float, resource.struct_rusage]:
    """Wall time, and what the process and every descendant used; throws Failed."""
    # No cache may answer for the compiler.
    environment = {**os.environ, "LC_ALL": "C", "CCACHE_DISABLE": "1", "TMPDIR": str(folder)}

    with tempfile.TemporaryFile() as words:
        start = time.monotonic()
        child = subprocess.Popen(command, cwd=ROOT, stdout=words, stderr=words, env=environment,
                                 start_new_session=True)
        late = threading.Event()

        def stop() -> None:
            late.set()
            os.killpg(child.pid, signal.SIGKILL)

        clock = threading.Timer(limit or 0, stop)
        if limit:
            clock.start()
        try:
            # Counts every descendant that was waited for; ru_maxrss is their maximum.
            _, status, usage = os.wait4(child.pid, 0)
        except BaseException:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            raise
        finally:
            clock.cancel()
        wall = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if late.is_set():
            raise Failed(f"{shlex.join(command)}\ntook longer than {limit:g} s")
        if child.returncode != 0:
            words.seek(0)
            said = words.read().decode(errors="replace").splitlines()
            raise Failed("\n".join([shlex.join(command), *said[:12]]))
    return wall, usage


def compile_once(compiler: Compiler, library: Library, source: pathlib.Path,
                 limit: Optional[float] = None) -> Cost:
    """Compiles to an object file beside the source."""
    command = [*command_of(compiler, library), str(source), "-o", str(source.with_suffix(".o"))]
    table = source.with_suffix(".time")
    if compiler.kind == "nvcc":
        table.unlink(missing_ok=True)
        command += ["--time", str(table)]
    wall, usage = run(command, source.parent, limit)
    unit = 2**20 if platform.system() == "Darwin" else 2**10
    cost = Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit)
    if compiler.kind != "nvcc":
        return cost
    host, device = passes(table)
    return cost._replace(host=host, device=device)


def instantiations(compiler: Compiler, library: Library, source: pathlib.Path) -> Iterator[str]:
    """The names of the classes and functions that clang instantiates, one an instantiation.

    The trace is read piece by piece: a process counts the memory of the one that started it, as it
    was then, as its own peak.
    """
    trace = source.with_suffix(".json")
    run([*command_of(compiler, library), str(source), "-o", str(source.with_suffix(".o")),
         f"-ftime-trace={trace}", "-ftime-trace-granularity=0"], source.parent, None)
    rest = b""
    with trace.open("rb") as file:
        for piece in iter(lambda: file.read(1 << 18), b""):
            *events, rest = (rest + piece).split(b'{"pid":')
            for event in events:  # the last ones are totals
                found = INSTANTIATION.search(event)
                if found:
                    yield json.loads(found.group(1))
    trace.unlink()


def processor() -> str:
    """The model of the machine's processors, and their number."""
    model = platform.processor() or platform.machine()
    info = pathlib.Path("/proc/cpuinfo")
    if info.exists():
        found = re.search(r"^model name\s*: (.*)", info.read_text(), re.M)
        model = found.group(1) if found else model
    return f"{re.sub(' +', ' ', model)}, {os.cpu_count()} processors"


def commit() -> str:
    result = subprocess.run(["git", "-C", str(ROOT), "describe", "--always", "--dirty"],
                            capture_output=True, text=True)
    return result.stdout.strip() or "unknown"
