"""What the toolchain is asked for and what it answers: plain data, no processes here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.source import Language, SourceFile

Family = Literal["gcc", "clang"]
Status = Literal["ok", "rejected", "crashed", "limited"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiler:
    """One installed compiler."""

    name: str
    """What users type (`gcc-12`, `clang-19`); family; version as it prints itself (`12.2.0`)."""
    family: Family
    """Which compiler it is: `gcc` or `clang`."""
    version: str
    """The version as the compiler prints it, such as `12.2.0`."""
    build_id: str
    """Changes when the binary changes, part of every cache key."""
    c_path: str
    """Drivers (cpp_path empty when the C++ driver is not installed)."""
    cpp_path: str
    """Of the C++ driver, empty when it is not installed."""
    cpus: tuple[str, ...] = ()
    """What `-mcpu=` accepts, as asked of this compiler."""
    architectures: tuple[str, ...] = ()
    """What `-march=` accepts before the first `+`, such as `armv8.2-a`; empty where the compiler
    does not say."""
    extensions: tuple[str, ...] = ()
    """What `-march=` accepts after a `+`, such as `sve`; empty where the compiler does not say."""

    @property
    def title(self) -> str:
        """`GCC 12.2.0` or `Clang 19.1.7`."""
        return f"{'GCC' if self.family == 'gcc' else 'Clang'} {self.version}"

    @property
    def major(self) -> int:
        """The version's first number."""
        return int(self.version.partition(".")[0])

    def driver(self, language: Language) -> str:
        """The program that compiles this language; empty if it is not installed."""
        return self.cpp_path if language == "c++" else self.c_path


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one compiler run gave. A rejected source, a crash and a limit are outcomes,
    not errors."""

    status: Status
    """Ok; rejected (diagnostics say why); crashed (the compiler itself failed); limited (a limit
    ended it: `limit` names it)."""
    output: str
    """Standard output (the assembly)."""
    diagnostics: str
    """Standard error, capped at 256 KiB."""
    message: str
    """Plain words for the user unless ok."""
    limit: str
    """Name of the limit that ended the compiler, empty without one."""
    command: tuple[str, ...]
    """What to type at home for the same result."""
    seconds: float
    """Wall time of the run that made it."""
    cached: bool = False
    """Whether it is kept from an earlier run of the same job."""


@dataclass(frozen=True, slots=True)
class CompileJob:
    """One file for one compiler with flags that passed the grammar; `-S` to standard output."""

    source: SourceFile
    compiler: Compiler
    flags: tuple[str, ...]
