"""Compiles written down, from which verdicts are formed without a compiler.

`python -m tests.recorded_verdicts.recording` compiles every file once more and writes them again:
after a change of what is asked of the compilers, or with newer ones.
"""

from __future__ import annotations

import lzma
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import pytest

from compiler_core.host import compile as listings
from compiler_core.host.rounds import elements
from compiler_core.host.verdicts.account import Account
from compiler_core.host.verdicts.record import Record, record_of
from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.host.why import verdicts_of
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.outcome import Compiler, Outcome
from compiler_core.toolchain.service import compile_assembly
from tests.verdicts.corpus import ALWAYS

FOLDER = Path(__file__).parent / "recordings"
SOURCES = Path(__file__).parent.parent / "verdicts"
# Where a recording is made; older versions word and place their remarks otherwise.
SETTINGS = (("gcc-12", "-O3"), ("clang-19", "-O2"))
OLDER_SETTINGS = (("gcc-11", "-O3"), ("clang-14", "-O2"))
LOOPS = (
    "calls.c", "control_flow.c", "elementwise.c", "memory_access.c", "mixed_types.c", "nests.c",
    "recurrences.c", "reductions.c", "trip_counts.c",
)  # fmt: skip
LABELLED = (
    "algorithms.cpp", "carried.c", "circumstances.c", "everyday.c", "kernels.c", "memory.c",
    "operations.c", "spellings.c", "vectoriser_suite.c", "applications.c", "subjects.c", "unseen.c",
)  # fmt: skip
OLDER = ("carried.c", "circumstances.c")
# Vectors of any length, reassociated sums, and the vectoriser switched off by level or flag.
OTHER_FLAGS = (
    ("reductions.c", "gcc-12", "-O3 -march=armv8-a+sve"),
    ("reductions.c", "clang-19", "-O3 -march=armv8-a+sve"),
    ("control_flow.c", "gcc-12", "-Ofast -march=armv8-a+sve"),
    ("reductions.c", "gcc-12", "-Ofast"),
    ("mixed_types.c", "gcc-12", "-O2"),
    ("elementwise.c", "gcc-12", "-O1"),
    ("elementwise.c", "clang-19", "-O1"),
    ("elementwise.c", "gcc-12", "-O3 -fno-tree-vectorize"),
    ("elementwise.c", "clang-19", "-O3 -fno-vectorize"),
)
ALL = (
    *((file, *setting) for setting in SETTINGS for file in (*LOOPS, *LABELLED)),
    *((file, *setting) for setting in OLDER_SETTINGS for file in OLDER),
)
# Notes of GCC's on its way, of which a verdict reads those that begin a loop or name a distance.
_READ_NOTES = ("=== analyze_loop_nest ===", "dependence distance")


@dataclass(frozen=True, slots=True)
class Recording:
    """One compile of one file with the record on, and the same without optimisation."""

    source: SourceFile
    compiler: Compiler
    flags: tuple[str, ...]
    record: Record
    plain: Outcome

    def verdicts(self, patch: pytest.MonkeyPatch) -> tuple[Verdict, ...]:
        """What is said of its loops."""
        # A program spells out C++ names, which no verdict shows.
        patch.setattr(listings, "demangle", lambda symbols: {name: name for name in symbols})
        plain = listings.compilation_of(
            (self.source,), self.compiler, self.plain_flags, (self.plain,)
        )
        patch.setattr(elements, "compile_source", lambda *_: plain)
        return verdicts_of(self.source, self.compiler, self.flags, self.record)

    @property
    def plain_flags(self) -> tuple[str, ...]:
        """The same setting without optimisation."""
        return (*(flag for flag in self.flags if not flag.startswith("-O")), "-O0")


def recorded(file: str, compiler: str, flags: str = "") -> Recording:
    """What was written down of one file and compiler, under its own flags or others."""
    packed = (FOLDER / f"{label(file, compiler, flags)}.json.xz").read_bytes()
    return msgspec.json.decode(lzma.decompress(packed), type=Recording)


def record(file: str, compiler_name: str, level: str) -> Recording:
    """Compile now, with and without optimisation."""
    path = next(SOURCES.glob(f"*/{file}"))
    source = SourceFile(file, path.read_text(encoding="utf-8"))
    compiler = find_compiler(compiler_name)
    flags = parse_flags(f"{level} {ALWAYS}", compiler)
    made = record_of(source, compiler, flags)
    accounts = tuple(account for account in made.accounts if _may_be_read(account))
    outcome = replace(made.outcome, seconds=0.0)
    bare = replace(compiler, cpus=(), architectures=(), extensions=())
    recording = Recording(source, bare, flags, Record(outcome, accounts, made.form), outcome)
    plain = compile_assembly(source, compiler, recording.plain_flags)
    return replace(recording, plain=replace(plain, seconds=0.0, cached=False))


def _may_be_read(account: Account) -> bool:
    """GCC's notes on its way are nine tenths of its record."""
    is_note = account.remark.severity == "analysis" and not account.name
    return not is_note or account.message.startswith(_READ_NOTES)


def label(file: str, compiler: str, flags: str = "") -> str:
    """A name for files: `calls.c-gcc-12`, `calls.c-gcc-12-O3-march.armv8-a+sve`."""
    return f"{file}-{compiler}{flags.replace(' ', '').replace('=', '.')}"


def main() -> None:
    """Write all of them again."""
    named = [(label(file, compiler), file, compiler, level) for file, compiler, level in ALL]
    named += [(label(*setting), *setting) for setting in OTHER_FLAGS]
    for name, file, compiler, flags in named:
        made = msgspec.json.encode(record(file, compiler, flags))
        (FOLDER / f"{name}.json.xz").write_bytes(lzma.compress(made, preset=9))


if __name__ == "__main__":
    main()
