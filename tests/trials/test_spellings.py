"""Every edit that applies makes a source that compiles, and marks the loop it was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler_core.host.source_edits.edit import Edit, apply_edits, moved_place
from compiler_core.host.source_edits.offers import applies, edits_of, text_of_loop
from compiler_core.host.source_reading.source_loops import SourceLoop, source_loops
from compiler_core.host.verdicts.suggestions import Suggestion, suggestions
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.dumps import compile_with_dumps
from compiler_core.toolchain.outcome import CompileJob, Compiler

FOLDER = Path(__file__).parent
EDITING = tuple(found for found in suggestions() if found.edit)
# Each compiler has both languages, and both ends of lines occur.
COMPILED = (("gcc-12", "spellings.c"), ("gcc-12", "crlf_spellings.cpp"),
            ("clang-19", "crlf_spellings.c"), ("clang-19", "spellings.cpp"))  # fmt: skip


def _sources() -> Iterator[SourceFile]:
    for name in ("spellings.c", "spellings.cpp"):
        text = (FOLDER / name).read_text(encoding="utf-8")
        yield SourceFile(name, text)
        yield SourceFile(f"crlf_{name}", text.replace("\n", "\r\n"))


SOURCES = {source.name: source for source in _sources()}


def _edited_loops(
    suggestion: Suggestion, source: SourceFile, compiler: Compiler
) -> Iterator[tuple[SourceLoop, tuple[Edit, ...]]]:
    setting = compiler, ("-O2",)
    for loop in source_loops(source):
        if applies(suggestion, source, loop, setting):
            yield loop, edits_of(suggestion, source, loop, setting)


def _rounds(
    edited: list[tuple[SourceLoop, tuple[Edit, ...]]],
) -> Iterator[tuple[Edit, ...]]:
    """All edits in few sources: those of different functions do not touch."""
    left = list(edited)
    while left:
        chosen: dict[str, tuple[Edit, ...]] = {}
        rest = []
        for loop, edits in left:
            if loop.function in chosen:
                rest.append((loop, edits))
            else:
                chosen[loop.function] = edits
        yield tuple(edit for edits in chosen.values() for edit in edits)
        left = rest


def _error(source: SourceFile, compiler: Compiler, flags: tuple[str, ...]) -> str:
    """What the compiler says against it; empty if it compiles."""
    outcome = compile_with_dumps(CompileJob(source, compiler, ("-O0", *flags)), ()).outcome
    return "" if outcome.status == "ok" else f"{outcome.message} {outcome.diagnostics}"


@pytest.mark.usefixtures("jail")
@pytest.mark.parametrize(("compiler_name", "name"), COMPILED)
def test_what_an_edit_makes_compiles(compiler_name: str, name: str) -> None:
    source, compiler = SOURCES[name], find_compiler(compiler_name)
    assert _error(source, compiler, ()) == ""
    faults = []
    applied = 0
    for suggestion in EDITING:
        edited = list(_edited_loops(suggestion, source, compiler))
        applied += len(edited)
        for edits in _rounds(edited):
            changed = apply_edits(source.text.encode(), edits).decode()
            error = _error(SourceFile(name, changed), compiler, suggestion.add)
            faults += [(suggestion.id, error)] if error else []
    assert not faults
    assert applied >= 20


@pytest.mark.parametrize("name", SOURCES)
def test_an_edit_belongs_to_the_loop_it_was_asked_for(name: str) -> None:
    source, compiler = SOURCES[name], find_compiler("gcc-12")
    whole = source.text.encode()
    for suggestion in EDITING:
        for loop, edits in _edited_loops(suggestion, source, compiler):
            text = text_of_loop(source, loop)
            assert text is not None
            start = text.loop.start_byte
            line = whole[:start].count(b"\n") + 1
            column = len(whole[whole.rfind(b"\n", 0, start) + 1 : start].decode()) + 1
            assert (line, column) == (loop.line, loop.column)
            changed = apply_edits(whole, edits)
            place = moved_place(edits, start)
            assert changed[place:].startswith((b"for", b"while", b"do")), suggestion.id
            if (
                "#pragma" in "".join(edit.text for edit in edits)
                and suggestion.id != "declare_simd"
            ):
                above = changed[:place].rstrip().splitlines()[-1]
                assert above.lstrip().startswith(b"#pragma"), (suggestion.id, loop)
