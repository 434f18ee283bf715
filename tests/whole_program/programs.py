"""Sources of the tests, and the pairs of files with what a link across both must give."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from compiler_core.host.compilation import Compilation, FunctionListing
from compiler_core.host.whole_program.record import WholeProgram
from compiler_core.host.whole_program.whole import link_whole
from compiler_core.source import SourceFile

SOURCES = Path(__file__).parent / "sources"
COMPILERS = ("gcc-12", "clang-19")


@dataclass(frozen=True)
class Pair:
    """Two files. caller calls callee in call_line of the first; lines: the callee's own lines that
    must stand in the caller; loop_line: the source line of the caller's loop, None without one."""

    first: str
    second: str
    caller: str
    callee: str
    call_line: int
    lines: frozenset[int]
    loop_line: int | None
    mangled: str = ""

    @property
    def symbol(self) -> str:
        """The caller as the linker names it."""
        return self.mangled or self.caller


PAIRS = (
    Pair("kernel.c", "helper.c", "apply", "scale", 5, frozenset({2}), 4),
    Pair(
        "blend.cpp",
        "mix.cpp",
        "image::blend",
        "image::mix",
        6,
        frozenset({3}),
        5,
        "_ZN5image5blendEPNS_5PixelEPKS0_S3_fi",
    ),
    Pair("hash.c", "step.c", "checksum", "step", 5, frozenset({1, 2}), 4),
    Pair("ops.c", "apply.c", "run", "apply", 5, frozenset({3, 4, 6, 7, 10}), 4),
    Pair("rows.c", "product.c", "rows", "product", 4, frozenset({3, 4}), 3),
)


@cache
def source(name: str) -> SourceFile:
    """A file of `sources`."""
    return SourceFile(name, (SOURCES / name).read_text(encoding="utf-8"))


def linked(pair: Pair, compiler: str, flags: str = "-O2") -> WholeProgram:
    """The pair linked both ways."""
    return link_whole([source(pair.first), source(pair.second)], compiler, flags)


def function(compilation: Compilation, name: str) -> FunctionListing:
    """A function by its name without a C++ signature."""
    return next(one for one in compilation.functions if one.name.partition("(")[0] == name)


def called_names(listing: FunctionListing) -> set[str]:
    """What the function calls, by the text of its call instructions."""
    return {
        line.text.split(None, 1)[1].partition("(")[0]
        for line in listing.lines
        if line.mnemonic == "bl"
    }
