"""The tools beside the compilers: what each is used for and which package brings it."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from compiler_core.errors import ToolMissing
from compiler_core.toolchain.atlas_tools import (
    SASS_TOOL,
    WHEEL_TOOLS,
    WheelTool,
    find_sass,
    find_wheels,
)
from compiler_core.toolchain.inquiry import version_of

_DIRECTORY = Path("/usr/bin")


@dataclass(frozen=True, slots=True)
class ToolKind:
    """A tool the Lab can use. With numbered, the newest `NAME-N` counts before plain `NAME`."""

    name: str
    used_for: str
    package: str
    numbered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool as found here: ok means that it is there and says its version."""

    name: str
    """What the tool is called, such as `gcc-12` or `qemu-aarch64`; plain `gcc` or `clang` if
    none of the family is here."""
    version: str
    """Its version, such as `12.2.0`; empty when it is missing or does not say one."""
    path: str
    """Where its program is (the C driver of a compiler), of a Python wheel the folder; empty
    when it is missing."""
    ok: bool
    """True when the tool is there and says its version; of the emulator also that it starts in
    the jail."""
    used_for: str
    """What the product does with it, in words, and what it cannot do here if it lacks something."""
    package: str
    """Names of the packages that bring it, separated by spaces, such as `llvm-19`."""
    package_kind: str = "Debian package"
    """Where `package` comes from: `Debian package` or `Python package`."""


TOOLS: tuple[ToolKind, ...] = (
    ToolKind("bwrap", "the stronger kind of jail", "bubblewrap"),
    ToolKind("cc", "building the launcher, the counting plugin and the recorder", "gcc"),
    ToolKind("aarch64-linux-gnu-c++filt", "C++ names as written", "binutils-aarch64-linux-gnu"),
    ToolKind("aarch64-linux-gnu-objdump", "code of linked programs", "binutils-aarch64-linux-gnu"),
    ToolKind("qemu-aarch64", "running programs: counts, lanes, profiles", "qemu-user"),
    ToolKind("llvm-mca", "cycle estimates", "llvm-19", numbered=True),
    ToolKind("opt", "LLVM's passes one by one", "llvm-19", numbered=True),
    ToolKind("llvm-profdata", "profiles for Clang", "llvm-19", numbered=True),
    ToolKind(
        "mlir-opt",
        "the atlas's pages on MLIR, 298 MiB; install: script/oracles --atlas mlir",
        "mlir-19-tools",
        numbered=True,
    ),
    ToolKind("dot", "drawing graphs", "graphviz"),
    ToolKind("chromium", "browser tests and screenshots", "chromium"),
)


@lru_cache(maxsize=1)
def installed_tools() -> tuple[Tool, ...]:
    """Every tool of the table, found or not; asked once per process."""
    return tuple(_find(kind) for kind in TOOLS)


def atlas_wheels() -> tuple[Tool, ...]:
    """Tools of the atlas that are Python wheels, found or not."""
    return (*map(_wheel_tool, WHEEL_TOOLS), _sass_tool())


def _wheel_tool(tool: WheelTool) -> Tool:
    try:
        wheels = find_wheels(tool.name)
    except ToolMissing:
        return _row(tool, "", "")
    return _row(tool, wheels.version, str(wheels.folder))


def _sass_tool() -> Tool:
    try:
        compiler, _ = find_sass()
    except ToolMissing:
        return _row(SASS_TOOL, "", "")
    return _row(SASS_TOOL, compiler.version, compiler.path)


def _row(tool: WheelTool, version: str, path: str) -> Tool:
    """version: "" where it is missing."""
    used_for = f"{tool.used_for}, {tool.mebibytes} MiB; install: {tool.command}"
    packages = " ".join(tool.distributions)
    return Tool(
        name=tool.name,
        version=version,
        path=path,
        ok=bool(version),
        used_for=used_for,
        package=packages,
        package_kind="Python package",
    )


def _find(kind: ToolKind) -> Tool:
    path = (_newest(kind.name) if kind.numbered else "") or shutil.which(kind.name) or ""
    version = version_of(path) if path else ""
    ok = bool(version)
    return Tool(
        name=kind.name,
        version=version,
        path=path,
        ok=ok,
        used_for=kind.used_for,
        package=kind.package,
    )


def _newest(name: str) -> str:
    """`/usr/bin/NAME-19` rather than `NAME-14`; empty when no numbered one is there."""
    pattern = re.compile(re.escape(name) + r"-(\d+)")
    versions = [
        (int(match[1]), str(path))
        for path in _DIRECTORY.glob(f"{name}-*")
        if (match := pattern.fullmatch(path.name))
    ]
    return max(versions)[1] if versions else ""
