"""The line table as another reader sees it; and bytes that are no line table."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.host.executable import Executable, read_executable
from compiler_core.host.whole_program.entry import entry_unit
from compiler_core.host.whole_program.line_table import read_line_table
from compiler_core.toolchain.build import Unit, build_program
from compiler_core.toolchain.discovery import find_compiler
from tests.whole_program.programs import COMPILERS, PAIRS, Pair, source

ROW = re.compile(
    r"^0x(?P<address>[0-9a-f]{16}) +(?P<line>\d+) +(?P<column>\d+) +(?P<file>\d+) "
    r".*?(?P<end>end_sequence)?$"
)
NAME = re.compile(r'^\s+name: "(?P<name>[^"]*)"')
FORMATS = ("-gdwarf-2", "-gdwarf-3", "-gdwarf-4", "-gdwarf-5")


@cache
def built(pair: Pair, compiler: str, flags: tuple[str, ...], form: str = "-gdwarf-5") -> bytes:
    """The pair with a main of ours; format of the debug information as asked."""
    found = find_compiler(compiler)
    units = [Unit(source(name), ("-O2", *flags), (form,)) for name in (pair.first, pair.second)]
    program = build_program((*units, entry_unit((pair.symbol,))), found, ("-O2", *flags, form))
    assert program.ok, program.diagnostics
    return program.executable


def dumped(program: bytes, directory: Path) -> dict[int, tuple[str, int, int] | None]:
    """What llvm-dwarfdump makes of it: the last row of each address, None at the end of a part."""
    path = directory / "program"
    path.write_bytes(program)
    tool = "/usr/bin/llvm-dwarfdump-19"
    text = subprocess.run(
        [tool, "--debug-line", str(path)], capture_output=True, text=True, check=True
    ).stdout
    rows: list[tuple[int, tuple[str, int, int] | None]] = []
    for part in text.split("debug_line[")[1:]:
        first = 0 if "version: 5" in part else 1
        names = [match["name"] for line in part.splitlines() if (match := NAME.match(line))]
        files = {number + first: name.rpartition("/")[2] for number, name in enumerate(names)}
        for line in part.splitlines():
            match = ROW.match(line)
            if match is not None:
                rows.append((int(match["address"], 16), _place(match, files)))
    # The end of one part gives way to the beginning of the next at the same address.
    ordered = sorted(rows, key=lambda row: (row[0], row[1] is not None))
    return dict(ordered)


def _place(match: re.Match[str], files: dict[int, str]) -> tuple[str, int, int] | None:
    if match["end"]:
        return None
    line = int(match["line"])
    return (files[int(match["file"])], line, int(match["column"])) if line else ("", 0, 0)


def read(program: bytes) -> dict[int, tuple[str, int, int] | None]:
    table = read_line_table(read_executable(program))
    assert table.complete
    return {
        row.address: None
        if row.past_end
        else ("", 0, 0)
        if row.location is None
        else (row.location.file, row.location.line, row.location.column)
        for row in table.rows
    }


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("flags", [(), ("-flto",)], ids=["apart", "together"])
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.caller)
def test_rows_are_those_of_another_reader(
    pair: Pair, flags: tuple[str, ...], compiler: str, tmp_path: Path
) -> None:
    program = built(pair, compiler, flags)
    expected = dumped(program, tmp_path)
    assert len(expected) > 5
    assert read(program) == expected


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("form", FORMATS)
def test_older_formats_too(form: str, compiler: str, tmp_path: Path) -> None:
    program = built(PAIRS[2], compiler, (), form)
    assert read(program) == dumped(program, tmp_path)


def executable() -> Executable:
    return read_executable(built(PAIRS[0], "clang-19", ()))


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 255)), max_size=12))
def test_changed_bytes_never_fail(changes: list[tuple[int, int]]) -> None:
    program = executable()
    section = program.sections[".debug_line"]
    content = bytearray(section.content)
    for place, value in changes:
        content[place % len(content)] = value
    changed = replace(section, content=memoryview(bytes(content)))
    table = read_line_table(replace(program, sections={**program.sections, ".debug_line": changed}))
    assert list(table.addresses) == sorted(table.addresses)


@given(st.binary(max_size=300), st.integers(0, 300))
def test_other_bytes_are_no_program(tail: bytes, cut: int) -> None:
    whole = built(PAIRS[0], "clang-19", ())
    with pytest.raises(InputError):
        read_executable(whole[: min(cut, 60)] + tail[:3])


@given(st.lists(st.tuples(st.integers(0, 1 << 16), st.integers(0, 255)), max_size=6))
def test_a_damaged_program_is_read_or_refused(changes: list[tuple[int, int]]) -> None:
    content = bytearray(built(PAIRS[0], "clang-19", ()))
    for place, value in changes:
        # The header and the section headers at the end are what everything hangs on.
        content[place % 64 if place % 2 else -1 - place % 3000] = value
    try:
        program = read_executable(bytes(content))
    except InputError:
        return
    read_line_table(program)
