"""A loop told as gone has no loop in the assembly; one told as without vectors has none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from compiler_core.host.assembly import AssemblyFunction, read_assembly
from compiler_core.host.loop_analysis.blocks import find_blocks
from compiler_core.host.loop_analysis.loops import find_loops
from compiler_core.host.verdicts.placement import is_symbol_of
from compiler_core.host.verdicts.record import record_of
from compiler_core.host.verdicts.vector_use import use_of
from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags
from tests.verdicts.reasons import FOLDER, SETTINGS

FILES = ("carried.c", "operations.c", "kernels.c", "vectoriser_suite.c")
NO_LOOP = {"library_call", "vectors_after_unrolling", "fully_unrolled", "closed_form"}
# A deleted loop may leave the comparison and the return of its function on a line of its own.
NOTHING = ("ret", "b", "cbz", "cmp", "nop")


def told(file: str, compiler: str, flags: str) -> Iterator[tuple[Verdict, AssemblyFunction]]:
    """Every verdict with the functions of the assembly that belong to it."""
    source = SourceFile(file, (FOLDER / file).read_text(encoding="utf-8"))
    found = find_compiler(compiler)
    text = record_of(source, found, parse_flags(flags, found)).outcome.output
    assembly = read_assembly(text)
    for verdict in explain_loops(source, compiler, flags).loops:
        for function in assembly.functions:
            if is_symbol_of(function.symbol, verdict.function):
                yield verdict, function


def is_on(verdict: Verdict, line: int) -> bool:
    return verdict.source_line <= line <= verdict.end_line


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize(("compiler", "flags"), SETTINGS)
def test_what_is_told_as_gone_is_gone(file: str, compiler: str, flags: str) -> None:
    for verdict, function in told(file, compiler, flags):
        lines = [
            line
            for line in function.lines
            if line.instruction and line.source and is_on(verdict, line.source.line)
        ]
        instructions = [line.instruction for line in lines if line.instruction is not None]
        blocks = find_blocks(function, {})
        loops = [
            loop
            for loop in find_loops(function, blocks, ())
            if is_on(verdict, loop.source_line or 0)
        ]
        if verdict.reason_key in NO_LOOP:
            assert loops == [], verdict
        if verdict.reason_key == "loop_deleted":
            assert {instruction.mnemonic for instruction in instructions} <= set(NOTHING), verdict
        if verdict.reason_key == "vectors_removed":
            assert not use_of(instructions).any, verdict
            assert not verdict.vectorized
            assert verdict.vector_bytes == 0
        if verdict.vectorized:
            assert "no vector" not in verdict.sentence
