"""What the toolchain is asked for and what it answers: plain data, no processes here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.source import Language, SourceFile

Family = Literal["gcc", "clang"]
Status = Literal["ok", "rejected", "crashed", "limited"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiler:
    """One installed compiler.

    name: what users type (`gcc-12`, `clang-19`); family; version as it prints itself (`12.2.0`);
    build_id: changes when the binary changes, part of every cache key; c_path and cpp_path: drivers
    (cpp_path empty when the C++ driver is not installed); cpus: what `-mcpu=` accepts, as asked of
    this compiler.
    """

    name: str
    family: Family
    version: str
    build_id: str
    c_path: str
    cpp_path: str
    cpus: tuple[str, ...] = ()
    architectures: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()

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
    """What one compiler run gave. A rejected source, a crash and a limit are outcomes, not errors.

    status: ok; rejected (diagnostics say why); crashed (the compiler itself failed); limited (a
    limit ended it: `limit` names it). message: plain words for the user unless ok. output: standard
    output (the assembly); diagnostics: standard error, capped at 256 KiB. command: what to type at
    home for the same result. seconds: wall time of the run that made it.
    """

    status: Status
    output: str
    diagnostics: str
    message: str
    limit: str
    command: tuple[str, ...]
    seconds: float
    cached: bool = False


@dataclass(frozen=True, slots=True)
class CompileJob:
    """One file for one compiler with flags that passed the grammar; `-S` to standard output."""

    source: SourceFile
    compiler: Compiler
    flags: tuple[str, ...]
