"""Assembly as nobody should write it, and all that reads assembly, called on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from compiler_core.host.comparison.diff import compare
from compiler_core.host.compilation import Compilation
from compiler_core.host.compile import list_assembly
from compiler_core.host.counting.markers import mark_assembly
from compiler_core.host.cycles.loop_code import loop_code
from compiler_core.host.cycles.recurrence import recurrence_of
from compiler_core.host.filters import HIDE_ALL
from compiler_core.host.instruction import parse_instruction
from compiler_core.host.operand_text import split_operands
from compiler_core.host.rounds.advances import advances_of
from compiler_core.host.source_reading.source_loops import source_loops
from compiler_core.host.stepping.accesses import access_of
from compiler_core.host.verdicts.code import code_of_loops
from compiler_core.source import SourceFile

SAMPLES = (Path(__file__).parent.parent / "explain" / "samples.txt").read_text().split("\n")
SOURCE = SourceFile("loop.c", "void f(int n, float *a) {\n  while (n--)\n    a[n] = 0;\n}\n")
NUMBERS = (
    "99999999999", "-1", "64", "0x8000000000000000", "18446744073709551616", "1e999", "-1e999",
    "1.5", "nan", "9" * 5000, "0x" + "f" * 5000, "1." + "0" * 5000, "-" + "9" * 30, "\u0663",
)  # fmt: skip
OPERANDS = (
    *(f"#{number}" for number in NUMBERS),
    *NUMBERS[:3],
    *(f"v0.s[{number}]" for number in NUMBERS),
    *(f"{{v0.s}}[{number}]" for number in NUMBERS[:4]),
    *(f"x2, {name} #{number}" for name in ("lsl", "ror", "sxtw", "mul") for number in NUMBERS[:5]),
    *(f"[x0, #{number}]" for number in NUMBERS),
    *(f"[x0, x1, lsl #{number}]" for number in NUMBERS[:5]),
    *(f"[x0], #{number}" for number in NUMBERS[:5]),
    *(f"[x0, #{number}, mul vl]" for number in NUMBERS[:5]),
    *(f":lo12:g+{number}" for number in NUMBERS),
    "",
    "x0",
    "w1",
    "sp",
    "xzr",
    "d0",
    "q31",
    "v0.4s",
    "v9.99s",
    "v0",
    "z0.s",
    "z0",
    "z0.s[99]",
    "p0",
    "p0/m",
    "p0/z",
    "p3.b",
    "pn8",
    "{v0.4s - v3.4s}",
    "{}",
    "{v31.4s, x0}",
    "[",
    "[]",
    "[x0",
    "[x0, [x0]]",
    "[[" * 3000,
    "{" * 3000,
    "eq",
    "all",
    "lsl",
    "mul vl",
    "mul",
    "msl #8",
    ".L2",
    "x40",
    "w",
    "#",
    ":",
    ":got:",
    "c0",
    "@",
    '"',
    "\\",
    "{x}",
    "{0}",
    "%s",
    "[x0]!",
    "[sp, #-16]!",
)
DIRECTIVES = (
    *(f".loc 1 {number} 1" for number in NUMBERS),
    *(f".loc {number} 2 3" for number in NUMBERS),
    *(f".loc 1 2 {number}" for number in NUMBERS),
    *(f'.file {number} "loop.c"' for number in NUMBERS),
    *(f".size f, {number}" for number in NUMBERS),
    *(f".p2align {number}" for number in NUMBERS),
    '.file 1 "',
    ".loc",
    ".loc 1",
    ".section",
    ".pushsection",
    ".size",
    ".type",
    ".type f",
    ".",
    ".set a, a",
    ".rept 99999999999",
    ".word " + "9" * 5000,
    '.string "' + "\\" * 3000,
    ".L2:",
    "f:",
    '"":',
    ".cfi_def_cfa_offset " + "9" * 5000,
    ".section .rodata",
    ".word .L2",
    ".text",
)


def function_text(lines: Iterable[str]) -> str:
    """One function whose loop holds these lines."""
    inside = "".join(f"\t{line}\n" for line in lines)
    return (
        '\t.text\n\t.file 1 "loop.c"\n\t.type\tf, %function\nf:\n\t.loc 1 2 3\n'
        f"\tmov w8, 0\n.L2:\n{inside}"
        "\t.loc 1 3 5\n\tadd x1, x1, 4\n\tcmp x1, x2\n\tbne .L2\n\tret\n\t.size\tf, .-f\n"
    )


def variants(sample: str) -> list[str]:
    """The instruction with each hostile operand in each of its places, and with one less."""
    mnemonic, _, rest = sample.partition(" ")
    operands = split_operands(rest)
    found = [mnemonic, sample.partition(",")[0]]
    for place in range(len(operands)):
        for hostile in OPERANDS:
            changed = [*operands[:place], hostile, *operands[place + 1 :]]
            found.append(f"{mnemonic} {', '.join(changed)}")
    return found


def compilation_of(text: str) -> Compilation:
    """As the compiler had printed this text."""
    functions, data = list_assembly(SOURCE, [SOURCE], text, HIDE_ALL)
    return Compilation(
        compiler="gcc",
        compiler_title="GCC",
        version="12",
        flags=(),
        ok=True,
        status="ok",
        message="",
        limit="",
        diagnostics=(),
        notes=(),
        functions=tuple(functions),
        data=tuple(data),
        command="gcc",
        seconds=0.0,
        cached=False,
    )


def read_everything(text: str, other: str) -> Compilation:
    """Listing, difference, verdict, cycles, counts and steps, as far as text alone decides."""
    found = compilation_of(text)
    compare(found, compilation_of(other))
    code_of_loops(text, source_loops(SOURCE))
    mark_assembly(text)
    for function in found.functions:
        for loop in function.loops:
            if loop.innermost:
                advances_of(function, loop, 16)
                instructions = [line.text for line in loop_code(function, loop).instructions]
                recurrence_of(instructions, [1.0] * len(instructions))
    return found


def step_over(texts: Sequence[str]) -> None:
    """What stepping asks of one instruction."""
    for text in texts:
        access_of(parse_instruction(text), 0x1000, 0, 16)
