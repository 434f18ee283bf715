"""Which address is which line of the listing: notes put into the assembly that is shown.

What runs is the very text the page lists, with a note before every line that makes code. A note is
no code: it writes the current address, the unit and the line's id into a section of its own, which
the linker completes and never loads. So the mapping is the assembler's and the linker's own; it
holds for alignment padding, split functions, macros and repeated blocks of inline assembly, where
counting lines would go wrong. Only SVE memory instructions get real instructions in front, see
`scalable`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from compiler_core.host.assembly import AssemblyLine, read_assembly
from compiler_core.host.counting.scalable import probes_of
from compiler_core.host.instruction import Instruction

# The linker keeps notes about template instances it has merged only in sections of this prefix.
SECTION = ".debug_lowlab_lines"
END_OF_CODE = 0xFFFFFFFF
PROBES = 0xFFFFFFFE

# Directives that may put bytes into code: alignment padding, and what inline assembly writes.
_EMITTING = frozenset(
    (".p2align", ".p2alignl", ".p2alignw", ".balign", ".align", ".inst", ".nop", ".nops", ".org",
     ".byte", ".hword", ".2byte", ".short", ".word", ".4byte", ".long", ".int", ".xword", ".8byte",
     ".quad", ".octa", ".zero", ".skip", ".space", ".fill", ".ascii", ".asciz", ".string",
     ".float", ".single", ".double")
)  # fmt: skip

# A numeric label may be defined again and again, as repeated blocks need it.
_MACRO = f"""\
.macro lowlab_note unit, line
7070707:
.pushsection {SECTION},"",%progbits
.xword 7070707b
.word \\unit, \\line
.popsection
.endm
"""


Probes = Callable[[Instruction], tuple[str, ...]]


def mark_assembly(text: str, unit: int = 0, probes: Probes = probes_of) -> str:
    """The compiler's output with a note before each line that makes code.

    unit: which of the program's listings this is. Line ids are those of `read_assembly`. probes:
    the instructions to put in front of one.
    """
    rows = text.split("\n")
    for function in read_assembly(text).functions:
        for row, lines in groupby(function.lines, key=lambda line: line.output_line):
            rows[row] = _marked(rows[row], list(lines), unit, probes)
    return _MACRO + "\n".join(rows)


def note_assembly(text: str, unit: int = 0) -> str:
    """The same with notes only, for a program that is to run exactly what is listed."""
    return mark_assembly(text, unit, _no_probes)


def _no_probes(instruction: Instruction) -> tuple[str, ...]:
    del instruction
    return ()


def makes_code(line: AssemblyLine) -> bool:
    """Whether this line may become bytes of code."""
    if line.kind == "directive":
        return line.text.split(None, 1)[0] in _EMITTING
    return line.kind == "instruction"


def _marked(row: str, lines: list[AssemblyLine], unit: int, probes: Probes) -> str:
    notes = [_note(line, unit, probes) for line in lines]
    if not any(notes):
        return row
    if sum(line.kind != "label" for line in lines) == 1:
        return "".join(notes) + row
    return "\n".join(note + line.text for note, line in zip(notes, lines, strict=True))


def _note(line: AssemblyLine, unit: int, probes: Probes) -> str:
    if makes_code(line):
        return f"{_probes(line, unit, probes)}lowlab_note {unit}, {line.id}\n"
    ends = line.kind == "directive" and line.text.startswith(".size")
    return f"lowlab_note {unit}, {END_OF_CODE}\n" if ends else ""


def _probes(line: AssemblyLine, unit: int, probes: Probes) -> str:
    """Stores in front of an instruction whose accesses the emulator does not report."""
    stores = probes(line.instruction) if line.instruction is not None else ()
    if not stores:
        return ""
    return "\n".join((f"lowlab_note {unit}, {PROBES}", *stores, ""))
