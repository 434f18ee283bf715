"""The text made of objdump's listing is the program's code: it assembles to the same bytes."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from compiler_core.host.assembly import read_assembly
from compiler_core.host.compile import compile_source
from compiler_core.host.executable import read_executable
from compiler_core.host.whole_program.calls import base_name
from compiler_core.host.whole_program.jump_tables import jump_tables
from compiler_core.host.whole_program.line_table import read_line_table
from compiler_core.host.whole_program.linked_text import (
    LinkedFunctions,
    LinkedText,
    code_ranges,
    linked_text,
    read_disassembly,
    user_functions,
)
from compiler_core.host.whole_program.whole import link_whole
from compiler_core.source import SourceFile
from compiler_core.toolchain.objdump import disassemble
from tests.whole_program.programs import COMPILERS, PAIRS, Pair, function, source
from tests.whole_program.test_line_table import built

ROOT = Path(__file__).resolve().parents[2]
WORD = re.compile(r"^\s*([0-9a-f]+):\t([0-9a-f]{8}) ", re.MULTILINE)
FLAGS = ("", "-O0", "-O3 -march=armv8.2-a+sve")
CASES = [
    pytest.param(pair, compiler, flags, id=f"{pair.caller}-{compiler}{flags.replace(' ', '')}")
    for pair in PAIRS
    for compiler in COMPILERS
    for flags in FLAGS
]


def found_in(pair: Pair, program: bytes) -> tuple[LinkedFunctions, dict[int, str]]:
    executable = read_executable(program)
    files = frozenset((pair.first, pair.second))
    found = user_functions(executable, read_line_table(executable), files)
    instructions: dict[int, str] = {}
    for start, end in code_ranges(found.pieces()):
        instructions |= read_disassembly(disassemble(program, start, end).text)
    return found, instructions


def words_of(path: Path) -> dict[int, str]:
    """Machine words by address, by objdump of the assembled text or the program."""
    tool = "/usr/bin/aarch64-linux-gnu-objdump"
    text = subprocess.run([tool, "-d", str(path)], capture_output=True, text=True, check=True)
    return {int(match[1], 16): match[2] for match in WORD.finditer(text.stdout)}


@pytest.mark.parametrize(("pair", "compiler", "flags"), CASES)
def test_the_text_assembles_to_the_same_words(
    pair: Pair, compiler: str, flags: str, tmp_path: Path
) -> None:
    """All but the words that hold an address outside the text: calls and pages of data."""
    program = built(pair, compiler, tuple(flags.split()))
    (tmp_path / "program").write_bytes(program)
    found, instructions = found_in(pair, program)
    text = linked_text(found, instructions)
    (tmp_path / "text.s").write_text(text.text)
    assembler = ["aarch64-linux-gnu-as", "-march=armv8.5-a+sve2", "-o", str(tmp_path / "text.o")]
    subprocess.run([*assembler, str(tmp_path / "text.s")], check=True, capture_output=True)
    original, again = words_of(tmp_path / "program"), words_of(tmp_path / "text.o")
    lines = text.text.splitlines()
    assert len(again) == len(text.addresses)
    compared = 0
    for (number, address), word in zip(text.addresses.items(), again.values(), strict=True):
        if lines[number].split()[0] in ("bl", "adrp") or address in tail_calls(lines, text):
            continue
        assert word == original[address], lines[number]
        compared += 1
    assert compared > len(again) / 2


def tail_calls(lines: list[str], text: LinkedText) -> set[int]:
    """Branches to another function."""
    return {
        address
        for number, address in text.addresses.items()
        if lines[number].startswith("b ") and not lines[number].startswith("b .L")
    }


@pytest.mark.parametrize("compiler", COMPILERS)
def test_every_address_belongs_to_its_line(compiler: str) -> None:
    found, instructions = found_in(PAIRS[0], built(PAIRS[0], compiler, ()))
    text = linked_text(found, instructions)
    lines = {
        line.id: line
        for function in read_assembly(text.text).functions
        for line in function.lines
        if line.kind == "instruction"
    }
    assert lines.keys() == text.addresses.keys()
    for number, address in text.addresses.items():
        mnemonic = instructions[address].split()[0]
        assert lines[number].text.split()[0] == mnemonic


@pytest.mark.parametrize("compiler", COMPILERS)
def test_numbers_are_written_as_compilers_write_them(compiler: str) -> None:
    printed = "  400000:\tadd\tx0, x1, #0x10\n  400004:\tfmov\ts0, #1.000000000000000000e+00\n"
    printed += "  400008:\tand\tw0, w1, #0x7ffffff8\n  40000c:\tmov\tw0, #0x0  // #0\n"
    assert list(read_disassembly(printed).values()) == [
        "add x0, x1, #16",
        "fmov s0, #1.0",
        "and w0, w1, #0x7ffffff8",
        "mov w0, #0",
    ]


@pytest.mark.parametrize("compiler", COMPILERS)
def test_jump_tables_lead_where_the_compiler_s_own_listing_does(compiler: str) -> None:
    text = (ROOT / "content/examples/jump_table.c").read_text()
    one = SourceFile("jump_table.c", text)
    whole = link_whole([one, source("twice.c")], compiler, "-O2")
    linked = function(whole.apart, "evaluate")
    listed = next(
        found
        for found in compile_source([one], compiler, "-O2").functions
        if found.name == "evaluate"
    )
    most = [max(len(block.successors) for block in each.blocks) for each in (linked, listed)]
    assert most[0] == most[1] > 15
    assert [len(loop.blocks) for loop in linked.loops] == [
        len(loop.blocks) for loop in listed.loops
    ]
    entries = [line for line in whole.apart.data if line.kind == "data"]
    assert len(entries) == 20


def test_a_branch_that_cannot_be_followed_has_no_table() -> None:
    program = read_executable(built(PAIRS[0], "gcc-12", ()))
    code = [(0x400000, "br x3"), (0x400004, "add x3, x7, w3, sxtb #2"), (0x400008, "br x3")]
    assert jump_tables(program, code) == ()


def test_clones_have_the_name_of_their_function() -> None:
    assert base_name("scale.constprop.0") == "scale"
    assert base_name("image::mix(int) [clone .part.0]") == "image::mix(int)"
    assert base_name("scale") == "scale"
