"""Programs that pages of the atlas run: found among those installed, and run in the jail.

Those that are Python wheels are found in an environment of their own, see `find_wheels`;
`atlas_job` runs a program of ours in it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from compiler_core.errors import ToolMissing
from compiler_core.toolchain.analysers import unreachable
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.command import library_directory, readable_paths
from compiler_core.toolchain.discovery import installed_compilers
from compiler_core.toolchain.inquiry import answer, version_of
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.judge import failure_of
from compiler_core.toolchain.limits import Limits
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.runner import run_kept
from compiler_core.toolchain.service import compile_queue
from compiler_core.toolchain.tool_requests import parent_tools
from compiler_core.toolchain.wheel_requests import FoundWheels

GPU_CLANG_PACKAGE = "clang-19"
GPU_TARGET = "nvptx64-nvidia-cuda"
MLIR_PACKAGE = "mlir-19-tools"
MLIR_FOLDER = "/usr/lib/llvm-19"
_LIMITS = Limits(cpu_seconds=5, wall_seconds=15.0)
# What MLIR prints between passes comes on standard error.
MLIR_LIMITS = Limits(diagnostics_bytes=4 << 20, output_bytes=2 << 20)


WHEEL_FOLDER = Path(__file__).resolve().parents[2] / "build" / "atlas"
"""Where `script/oracles --atlas` puts tools that are Python wheels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelTool:
    """A tool that is a Python wheel, by the name under which it is installed."""

    name: str
    """Under which it is installed and asked for: `halide`."""
    title: str
    """As pages show it."""
    distributions: tuple[str, ...]
    """What it needs besides what these bring; its version is that of the first."""
    used_for: str
    """A phrase on what the product does with it: `the atlas's page on schedules`."""
    mebibytes: int
    """It takes, with all that it brings."""
    machine: tuple[str, ...] = ()
    """Files in which it reads what processor it runs on."""
    within: str = ""
    """The tool that brings what the first of these does, where that is installed."""

    @property
    def command(self) -> str:
        """What installs it."""
        return f"script/oracles --atlas {self.name}"


WHEEL_TOOLS: tuple[WheelTool, ...] = (
    WheelTool(
        name="halide",
        title="Halide",
        distributions=("halide",),
        used_for="the atlas's page on schedules",
        mebibytes=264,
    ),
    WheelTool(
        name="tvm",
        title="TVM",
        distributions=("apache-tvm", "onnx"),
        used_for="the atlas's page on TVM",
        mebibytes=395,
    ),
    WheelTool(
        name="xla",
        title="XLA",
        distributions=("jax", "jaxlib", "flatbuffers"),
        used_for="the atlas's pages on XLA",
        mebibytes=600,
        machine=("/proc/cpuinfo",),
    ),
    WheelTool(
        name="iree",
        title="IREE",
        distributions=("iree-base-compiler", "iree-base-runtime", "onnx"),
        used_for="the atlas's page on IREE",
        mebibytes=500,
        machine=("/proc/cpuinfo",),
    ),
    WheelTool(
        name="triton",
        title="Triton",
        distributions=("triton",),
        used_for="SASS on the atlas's page on Triton, by NVIDIA's ptxas under its own licence",
        mebibytes=1000,
    ),
    WheelTool(
        name="triton-open",
        title="Triton without NVIDIA's programs",
        distributions=("triton-open", "numpy"),
        used_for="the atlas's pages on Triton",
        mebibytes=480,
        within="triton",
    ),
    WheelTool(
        name="polygraphy",
        title="Polygraphy",
        distributions=("polygraphy", "onnx"),
        used_for="the atlas's page on TensorRT",
        mebibytes=115,
    ),
)


SASS_FOLDER = WHEEL_FOLDER.parent / "sass"
"""Where `script/oracles --atlas sass` puts NVIDIA's programs, for whoever accepts its licence."""
SASS_TOOL = WheelTool(
    name="sass",
    title="NVIDIA's ptxas and nvdisasm",
    distributions=("nvidia_cuda_nvcc", "nvidia_cuda_nvdisasm"),
    used_for="the atlas's page on SASS, under NVIDIA's own licence",
    mebibytes=160,
)
_SASS_PROGRAMS = ("ptxas", "nvdisasm")


@dataclass(frozen=True, slots=True)
class InstalledWheels:
    """A tool in its environment. folder: of the environment."""

    tool: WheelTool
    version: str
    folder: Path

    @property
    def python(self) -> str:
        """The interpreter that can import it."""
        return str(self.folder / "bin" / "python")


@dataclass(frozen=True, slots=True)
class AtlasTool:
    """One program. path: where it is; readable: what it needs to read in the jail. in_project: it
    lies below this project's folder, which the jail's usual place to work may hide."""

    name: str
    version: str
    path: str
    readable: tuple[str, ...]
    in_project: bool = False


@dataclass(frozen=True, slots=True)
class AtlasToolRun:
    """What a run printed. problem: why there is no output, in plain words; "" where there is.
    files: those that it left, if its limits say that they are collected."""

    output: str
    diagnostics: str
    problem: str
    files: Mapping[str, bytes]


def find_gpu_clang() -> AtlasTool:
    """The newest Clang here that writes code for NVIDIA's GPUs. Raises ToolMissing."""
    for compiler in installed_compilers():
        if compiler.family == "clang" and _writes_for_gpus(compiler.c_path):
            return AtlasTool(
                "Clang",
                compiler.version,
                os.path.realpath(compiler.c_path),
                readable_paths(compiler, "c"),
            )
    raise ToolMissing("A Clang with the target NVPTX", GPU_CLANG_PACKAGE)


@lru_cache(maxsize=4)
def find_mlir(program: str) -> AtlasTool:
    """One of MLIR's programs, `mlir-opt` for instance. Raises ToolMissing."""
    path = os.path.realpath(f"{MLIR_FOLDER}/bin/{program}")
    version = version_of(path) if os.path.exists(path) else ""
    if not version:
        raise ToolMissing(f"MLIR's {program}", MLIR_PACKAGE)
    return AtlasTool("MLIR", version, path, (library_directory(), MLIR_FOLDER))


def clang_of_mlir() -> Compiler:
    """The Clang that reads what this MLIR writes. Raises ToolMissing."""
    for compiler in installed_compilers():
        if compiler.c_path and os.path.realpath(compiler.c_path).startswith(f"{MLIR_FOLDER}/"):
            return compiler
    raise ToolMissing("Clang 19", GPU_CLANG_PACKAGE)


def find_wheels(name: str, folder: Path = WHEEL_FOLDER) -> InstalledWheels:
    """The tool in this environment; looked up anew each time, since that costs a few file names.

    Raises ToolMissing, with the command that installs it. A name that is none is a KeyError.
    """
    tool = {wheel_tool.name: wheel_tool for wheel_tool in WHEEL_TOOLS}[name]
    parent = parent_tools()
    if parent is not None:
        wheels = parent.record("wheels", FoundWheels, name)
        return InstalledWheels(tool, wheels.version, Path(wheels.folder))
    return _installed(tool, folder)


def find_sass(folder: Path = SASS_FOLDER) -> tuple[AtlasTool, AtlasTool]:
    """NVIDIA's compiler from PTX to its chips' instructions, and what prints these. Raises
    ToolMissing."""
    wheels = _installed(SASS_TOOL, folder)
    programs = wheels.folder / "lib/python3/site-packages/nvidia/cu13/bin"
    versions = (wheels.version, _version_in(folder, SASS_TOOL.distributions[1]))
    compiler, printer = (
        AtlasTool(name, version, str(programs / name), (library_directory(), str(programs)), True)
        for name, version in zip(_SASS_PROGRAMS, versions, strict=True)
    )
    return compiler, printer


def _installed(tool: WheelTool, folder: Path) -> InstalledWheels:
    versions = [_version_in(folder, distribution) for distribution in tool.distributions]
    if not all(versions) and tool.within:
        versions = [_version_in(folder, wheel) for wheel in (tool.within, *tool.distributions[1:])]
    if not all(versions):
        raise ToolMissing(tool.title, ", ".join(tool.distributions), tool.command)
    return InstalledWheels(tool, versions[0], folder.resolve())


def tools_stamp(folder: Path = WHEEL_FOLDER, sass: Path = SASS_FOLDER) -> tuple[int, ...]:
    """Another one after a tool of the atlas was installed or removed: what was answered before may
    be wrong now. It costs a few looks at folders, no program."""
    places = (*folder.glob("lib/python3*/site-packages"), folder / ".installed")
    return tuple(map(last_change, (*places, sass, Path(MLIR_FOLDER, "bin"))))


def last_change(path: Path) -> int:
    """Of a file or a folder's names, in nanoseconds; 0 where there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _version_in(folder: Path, distribution: str) -> str:
    """As the name of its metadata has it, `NAME-VERSION.dist-info`, in which a wheel's name has "_"
    for "-"; "" where there is none."""
    name = distribution.replace("-", "_")
    places = folder.glob(f"lib/python3*/site-packages/{name}-*.dist-info")
    return next((path.stem.removeprefix(f"{name}-") for path in places), "")


@lru_cache(maxsize=8)
def _writes_for_gpus(path: str) -> bool:
    return "nvptx64" in answer([path, "--print-targets"])


def run_atlas_tool(
    tool: AtlasTool,
    arguments: tuple[str, ...],
    files: tuple[tuple[str, bytes], ...],
    limits: Limits = _LIMITS,
) -> AtlasToolRun:
    """Run it in the jail, or give what the same run gave before. arguments: ours, never a reader's.

    A compiler that refuses or crashes is a result. Raises Overloaded and JailBroken.
    """
    job = Job(
        command=(tool.path, *arguments),
        readable=tool.readable,
        files=files,
        limits=limits,
        call_filter="read" if tool.in_project else "compile",
        as_server=tool.in_project and bool(unreachable(tool.readable)),
    )
    with compile_queue().place():
        run = run_kept(chosen_jail(), job)
    return AtlasToolRun(
        run.output.decode("utf-8", "replace"),
        run.diagnostics.decode("utf-8", "replace"),
        failure_of(run, limits, (tool.name, tool.version), "this program"),
        run.files,
    )
