"""The loops that the verdicts are checked on, and the settings they are compiled with."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from compiler_core.source import SourceFile

FOLDER = Path(__file__).parent / "loops"
COMPILERS = ("gcc-12", "clang-19")
FLAG_SETS = ("-O2", "-O3", "-Ofast", "-O3 -march=armv8-a+sve")
# Several loops carry OpenMP pragmas, which are ignored without it.
ALWAYS = "-fopenmp-simd"
_HEADER = re.compile(r"\s*(for|while|do)\b")


@cache
def sources() -> tuple[SourceFile, ...]:
    """Every file of loops."""
    return tuple(source_named(path.name) for path in sorted(FOLDER.glob("*.c*")))


@cache
def source_named(name: str) -> SourceFile:
    """One file of loops."""
    return SourceFile(name, (FOLDER / name).read_text(encoding="utf-8"))


@cache
def header_lines(source: SourceFile) -> tuple[int, ...]:
    """Lines on which a loop starts, by their first word alone."""
    return tuple(
        number
        for number, line in enumerate(source.text.split("\n"), start=1)
        if _HEADER.match(line)
    )


def functions(file: str, *names: str) -> SourceFile:
    """A file of loops cut down to these functions and to all that is no function."""
    blocks = re.split(r"\n\n(?=\S)", source_named(file).text.strip("\n"))
    kept = [block for block in blocks if _is_needed(block, names)]
    return SourceFile(file, "\n\n".join(kept) + "\n")


def _is_needed(block: str, names: tuple[str, ...]) -> bool:
    head = block.partition("{")[0]
    defines = re.search(r"\)\s*(const\s*)?$", head.strip()) is not None
    return not defines or any(re.search(rf"\b{name}\s*\(", head) for name in names)


def loop_line(source: SourceFile, function: str, number: int = 0) -> int:
    """The line of the number-th loop after a function's name."""
    start = next(
        position
        for position, line in enumerate(source.text.split("\n"), start=1)
        if re.search(rf"\b{function}\s*\(", line)
    )
    return [line for line in header_lines(source) if line >= start][number]
