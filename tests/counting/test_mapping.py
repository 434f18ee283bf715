"""Every instruction of every example is at the address the notes say it is."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from compiler_core.errors import InputError
from compiler_core.host.assembly import AssemblyLine, read_assembly
from compiler_core.host.counting.address_map import AddressMap, read_address_map
from compiler_core.host.counting.executable import read_executable
from compiler_core.host.counting.markers import makes_code, mark_assembly
from compiler_core.host.instruction import parse_instruction
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Unit, build_program
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.service import compile_assembly
from tests.counting.corpus import Corpus, corpus

LEVELS = ("-O0", "-O1", "-O2", "-O3", "-O3 -march=armv8-a+sve")
SLOW_LEVELS = ("-O1", "-O2")
SETTINGS = tuple(
    pytest.param(compiler, level, marks=[pytest.mark.slow] if level in SLOW_LEVELS else [])
    for compiler in ("gcc-12", "clang-19")
    for level in LEVELS
)
# The disassembler's names for the same instructions.
ALIASES = {
    ("b.any", "b.ne"), ("b.hs", "b.cs"), ("b.lo", "b.cc"), ("ushll", "uxtl"), ("ushll2", "uxtl2"),
    ("sshll", "sxtl"), ("sshll2", "sxtl2"), ("ldr", "ldur"), ("str", "stur"), ("uxtw", "mov"),
    ("cmple", "cmpge"), ("dup", "mov"), ("bfi", "bfxil"),
}  # fmt: skip
_CODE = re.compile(r"^ +([0-9a-f]+):\t([^/\n]*)", re.MULTILINE)
TEXT = (".text", ".rodata")

INLINE = """
void odd(void) {
    __asm__ volatile("nop; add x9, x9, #1\\n"
                     "mov x9, #5; 1: subs x9, x9, #1; b.ne 1b\\n"
                     ".rept 3\\n add x10, x10, #2\\n .endr\\n"
                     ".macro twice register\\n add \\\\register, \\\\register, #3\\n"
                     " add \\\\register, \\\\register, #4\\n .endm\\n twice x11\\n"
                     ".p2align 4\\n .inst 0xd503201f\\n" ::: "x9", "x10", "x11", "cc");
}
"""
SPLIT = """
int cold(int) __attribute__((cold));
int hot(int value) { return value > 100 ? cold(value) * 3 + 1 : value + 1; }
static int __attribute__((noinline)) other(int value) { return value * 7; }
int second(int value) { return other(value) + 2; }
"""


def disassembled(program: bytes, addresses: AddressMap, directory: Path) -> dict[int, str]:
    """Mnemonics by address, as objdump has them, from the first mapped address to the last."""
    path = directory / "program"
    path.write_bytes(program)
    first, end = addresses.spans[0].first, addresses.spans[-1].end
    text = subprocess.run(
        [
            "aarch64-linux-gnu-objdump",
            "-d",
            "--no-show-raw-insn",
            f"--start-address={first}",
            f"--stop-address={end}",
            str(path),
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return {
        int(address, 16): parse_instruction(code).mnemonic for address, code in _CODE.findall(text)
    }


def lines_of(outputs: tuple[str, ...]) -> dict[tuple[int, int], AssemblyLine]:
    """Lines that make code, by unit and id."""
    return {
        (unit, line.id): line
        for unit, output in enumerate(outputs)
        for function in read_assembly(output).functions
        for line in function.lines
        if makes_code(line)
    }


def agree(written: str, found: str) -> bool:
    return written == found or (written, found) in ALIASES


@pytest.mark.parametrize(("compiler", "flags"), SETTINGS)
def test_every_instruction_of_the_examples_has_its_address(
    compiler: str, flags: str, tmp_path: Path
) -> None:
    built = corpus(compiler, flags)
    code = disassembled(built.program, built.addresses, tmp_path)
    lines = lines_of(built.outputs)
    mapped: set[tuple[int, int]] = set()
    for span in built.addresses.spans:
        line = lines[span.unit, span.line]
        if line.instruction is None:
            continue
        assert span.end - span.first == 4
        assert agree(line.instruction.mnemonic, code[span.first]), (line.text, code[span.first])
        mapped.add((span.unit, span.line))
    assert mapped == {key for key, line in lines.items() if line.instruction is not None}


@pytest.mark.parametrize(("compiler", "flags"), [("gcc-12", "-O3"), ("clang-19", "-O3")])
def test_notes_change_no_byte_of_the_program(compiler: str, flags: str) -> None:
    built = corpus(compiler, flags)
    plain = build(compiler, flags, built.outputs)
    noted = build(compiler, flags, [mark_assembly(text, k) for k, text in enumerate(built.outputs)])
    assert sections(plain) == sections(noted)


def build(compiler: str, flags: str, texts: list[str] | tuple[str, ...]) -> bytes:
    found = find_compiler(compiler)
    checked = parse_flags(flags, found)
    units = [
        Unit(SourceFile(f"unit_{number}.s", text), checked) for number, text in enumerate(texts)
    ]
    driver = SourceFile(
        "driver.c", "float adjust(float v) { return v; } int main(void) { return 0; }"
    )
    program = build_program((*units, Unit(driver, ())), found)
    assert program.ok, program.diagnostics
    return program.executable


def sections(program: bytes) -> dict[str, bytes]:
    return read_executable(program, TEXT).sections


@pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])
def test_inline_assembly_is_mapped_statement_by_statement(compiler: str, tmp_path: Path) -> None:
    lines, addresses, code = mapped_source(compiler, "-O2", INLINE, tmp_path)
    found: dict[str, list[str]] = {}
    for span in addresses.spans:
        words = [code[address] for address in range(span.first, span.end, 4)]
        found.setdefault(lines[0, span.line].text.split()[0], []).extend(words)
    assert found["mov"] == ["mov"]
    assert found["subs"] == ["subs"]
    # One `add` stands alone, one is repeated three times, two come from the macro.
    assert found["add"] == ["add"] * 6
    assert set(found[".p2align"]) <= {"nop"}
    assert found[".inst"] == ["nop"]


def test_split_and_neighbouring_functions_stay_apart(tmp_path: Path) -> None:
    flags = "-O2 -falign-functions=32"
    lines, addresses, code = mapped_source("gcc-12", flags, SPLIT, tmp_path)
    for span in addresses.spans:
        line = lines[0, span.line]
        assert line.instruction is None or agree(line.instruction.mnemonic, code[span.first])
    names = {"hot", "second", "other"}
    for name in names & set(addresses.symbols):
        symbol = addresses.symbols[name]
        inside = [span for span in addresses.spans if symbol.first <= span.first < symbol.end]
        assert sum(span.end - span.first for span in inside) == symbol.end - symbol.first


def mapped_source(
    compiler: str, flags: str, text: str, directory: Path
) -> tuple[dict[tuple[int, int], AssemblyLine], AddressMap, dict[int, str]]:
    found = find_compiler(compiler)
    checked = parse_flags(flags, found)
    output = compile_assembly(SourceFile("odd.c", text), found, checked).output
    driver = SourceFile("driver.c", "int cold(int v) { return v; } int main(void) { return 0; }")
    units = (Unit(SourceFile("odd.s", mark_assembly(output)), checked), Unit(driver, ()))
    program = build_program(units, found)
    assert program.ok, program.diagnostics
    addresses = read_address_map(program.executable)
    return lines_of((output,)), addresses, disassembled(program.executable, addresses, directory)


def test_addresses_between_lines_belong_to_none() -> None:
    built: Corpus = corpus("gcc-12", "-O2")
    spans = built.addresses.spans
    assert built.addresses.span_at(spans[0].first - 1) is None
    assert built.addresses.span_at(spans[0].end - 1) == spans[0]
    assert built.addresses.span_at(1 << 40) is None


@pytest.mark.parametrize("size", [0, 10, 64, 2000])
def test_a_damaged_program_is_refused(size: int) -> None:
    with pytest.raises(InputError):
        read_address_map(corpus("gcc-12", "-O2").program[:size])


def test_a_program_without_notes_is_refused() -> None:
    with pytest.raises(InputError, match="says nothing"):
        read_address_map(build("gcc-12", "-O2", corpus("gcc-12", "-O2").outputs))
