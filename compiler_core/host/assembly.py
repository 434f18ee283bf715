"""Assembly text to classified lines, cut into functions.

One walk over the compiler's output. It follows `.file` and `.loc` for source lines, sections for
what is code and what is data, and `.type`/`.size` for where functions begin and end. It works on
what GCC and LLVM print for AArch64 on ELF; a line it does not understand stays a directive, so
reading never fails. Directives: GNU assembler manual, chapters "Pseudo Ops" and "AArch64".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from compiler_core.host.assembly_numbers import LAST_LINE, line_number, number_within
from compiler_core.host.compilation import LineKind
from compiler_core.host.instruction import Instruction, parse_instruction
from compiler_core.host.line_cache import kept_for_short_lines
from compiler_core.source import Location

BEFORE_FIRST_MARK = "set-up code: the compiler placed it before the function's first line mark"
MADE_BY_COMPILER = "line 0: the compiler made this instruction itself or merged it from other lines"
NO_MARKS = "this function has no line marks: the compiler wrote it itself"

DATA_SECTIONS = (".rodata", ".data", ".bss", ".sdata", ".tdata", ".tbss", ".init_array")
DATA_DIRECTIVES = (
    ".byte", ".hword", ".2byte", ".short", ".word", ".4byte", ".long", ".xword", ".8byte", ".quad",
    ".octa", ".zero", ".skip", ".space", ".fill", ".ascii", ".asciz", ".string", ".float",
    ".single", ".double", ".comm", ".lcomm", ".uleb128", ".sleb128",
)  # fmt: skip
MNEMONIC_WIDTH = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class AssemblyLine:
    """One line as the compiler printed it, white space made uniform, comment cut off.

    id is its place among all statements of the output, output_line the output's line it stands on,
    from 0. label is the name a label line defines.
    source is None where the compiler named no line; source_reason then says why.
    """

    id: int
    """Its place among all statements of the compiler's output, from 0."""
    text: str
    """As the compiler printed it, white space made uniform and the comment cut off."""
    kind: LineKind
    """What it is: `instruction`, `label`, `directive`, `comment` or `data`."""
    source: Location | None
    """Where in the source it was made from; None where the compiler named no line."""
    source_reason: str
    """Why an instruction has no source, in a sentence; empty where it has one."""
    instruction: Instruction | None = None
    """The instruction parsed; None for all other kinds of lines."""
    label: str = ""
    """The name that a label line defines, without the colon; empty for other lines."""
    comment: str = ""
    """The comment that followed, with its `//`; empty if there was none."""
    output_line: int = 0
    """The line of the compiler's output that it stands on, from 0."""


@dataclass(frozen=True, slots=True)
class AssemblyFunction:
    """All lines of one function, from its label to its size directive, unfiltered."""

    symbol: str
    lines: tuple[AssemblyLine, ...]


@dataclass(frozen=True, slots=True)
class Assembly:
    """A compiler's whole output.

    functions in order; data: the lines of constant tables, strings and variables; tables: for each
    label of a data table the code labels it lists (jump tables).
    """

    functions: tuple[AssemblyFunction, ...]
    data: tuple[AssemblyLine, ...]
    tables: Mapping[str, tuple[str, ...]]


_LABEL = re.compile(r'(?P<name>"(?:[^"\\]|\\.)+"|[\w.$]+):(?P<rest>.*)')
_FILE = re.compile(r'\.file\s+(?P<number>\d+)\s+(?P<names>"[^"]*"(?:\s+"[^"]*")?)')
_LOC = re.compile(r"\.loc\s+(?P<file>\d+)\s+(?P<line>\d+)(?:\s+(?P<column>\d+))?")
_TYPE = re.compile(r'\.type\s+(?P<name>"(?:[^"\\]|\\.)+"|[^,\s]+)\s*,\s*[%@]function')
_SIZE = re.compile(r'\.size\s+(?P<name>"(?:[^"\\]|\\.)+"|[^,\s]+)\s*,')
_SECTION = re.compile(r"\.(?:push)?section\s+(?P<name>[^,\s]+)")
_NEW_SECTION = re.compile(r"\s*\.(?:text|data|bss|section|pushsection|popsection|previous|file)\b")
_NAME = re.compile(r"(?<![\w.$])[A-Za-z_.$][\w.$]*")
_QUOTED = re.compile(r'"([^"]*)"')


@dataclass(slots=True, kw_only=True)
class _Reader:
    """The state of the walk."""

    files: dict[int, str] = field(default_factory=dict)
    """Number in a `.file` directive to the file's name without its folder."""
    function_symbols: set[str] = field(default_factory=set)
    """Names that some `.type` directive of the output declares as functions."""
    location: Location | None = None
    """What the last `.loc` named; None before the first of a function, and after line 0."""
    reason: str = BEFORE_FIRST_MARK
    """Why location is None, for the instructions that follow."""
    section: str = ".text"
    """The section in force, as in `.text` or `.rodata.cst16`; only `.text…` holds code."""
    symbol: str = ""
    """The function whose lines are being read; empty between functions."""
    output_line: int = 0
    """The line of the output that is being read, from 0."""
    current: list[AssemblyLine] = field(default_factory=list)
    """Lines of the function being read, so far."""
    functions: list[AssemblyFunction] = field(default_factory=list)
    """The functions read to their end, in order."""
    data: list[AssemblyLine] = field(default_factory=list)
    """Lines of constant tables, strings and variables, in order."""
    data_label: str = ""
    """The last label outside code, under which entries of jump tables are noted."""
    tables: dict[str, list[str]] = field(default_factory=dict)
    """Data label to the first name of each of its entries, in order."""


def read_assembly(text: str) -> Assembly:
    """Read a compiler's `-S -g1` output. Never fails; text that is no assembly has no functions."""
    reader = _Reader(function_symbols={name.strip('"') for name in _TYPE.findall(text)})
    number = 0
    for reader.output_line, raw in enumerate(text.split("\n")):
        if _is_ignored_section(reader) and _NEW_SECTION.match(raw) is None:
            continue
        code, comment = _split_comment(raw)
        for statement in _statements(code):
            _read_statement(reader, number, statement, comment)
            number += 1
        if comment and not code:
            _append(
                reader,
                AssemblyLine(
                    id=number, text=comment, kind="comment", source=None, source_reason=""
                ),
            )
            number += 1
    _close_function(reader)
    tables = {label: tuple(names) for label, names in reader.tables.items()}
    return Assembly(tuple(reader.functions), tuple(reader.data), tables)


def _read_statement(reader: _Reader, number: int, code: str, comment: str) -> None:
    label = _LABEL.fullmatch(code) if code.endswith(":") else None
    if label is not None:
        _read_label(reader, number, label["name"].strip('"'), comment)
        return
    if code.startswith("."):
        _read_directive(reader, number, code)
        return
    if not _in_code(reader) or code.startswith("#"):
        _append(
            reader,
            AssemblyLine(
                id=number,
                text=code,
                kind="directive",
                source=None,
                source_reason="",
                output_line=reader.output_line,
            ),
        )
        return
    instruction = parse_instruction(code)
    reason = "" if reader.location is not None else reader.reason
    _append(
        reader,
        AssemblyLine(
            id=number,
            text=_uniform(code),
            kind="instruction",
            source=reader.location,
            source_reason=reason,
            instruction=instruction,
            comment=comment,
            output_line=reader.output_line,
        ),
    )


def _read_label(reader: _Reader, number: int, name: str, comment: str) -> None:
    if _in_code(reader) and name in reader.function_symbols:
        _close_function(reader)
        reader.symbol = name
        reader.location, reader.reason = None, BEFORE_FIRST_MARK
    if not _in_code(reader):
        reader.data_label = name
    output_line = reader.output_line
    line = AssemblyLine(
        id=number,
        text=f"{name}:",
        kind="label",
        source=reader.location,
        source_reason="",
        label=name,
        comment=comment,
        output_line=output_line,
    )
    _append(reader, line)


def _read_directive(reader: _Reader, number: int, code: str) -> None:
    name = code.split(None, 1)[0]
    if name == ".file":
        _read_file(reader, code)
    elif name == ".loc":
        _read_location(reader, code)
    elif name in (".text", ".data", ".bss"):
        reader.section = name
    elif name in (".section", ".pushsection"):
        match = _SECTION.match(code)
        reader.section = match["name"].strip('"') if match else reader.section
    kind: LineKind = "data" if name in DATA_DIRECTIVES and not _in_code(reader) else "directive"
    if kind == "data":
        _read_table_entry(reader, code)
    output_line = reader.output_line
    _append(
        reader,
        AssemblyLine(
            id=number,
            text=_uniform(code),
            kind=kind,
            source=None,
            source_reason="",
            output_line=output_line,
        ),
    )
    size = _SIZE.match(code)
    if size is not None and size["name"].strip('"') == reader.symbol:
        _close_function(reader)


def _read_file(reader: _Reader, code: str) -> None:
    match = _FILE.match(code)
    if match is None:
        return
    names = _QUOTED.findall(match["names"])
    number = number_within(match["number"], 0, LAST_LINE)
    if number is not None:
        reader.files[number] = names[-1].rpartition("/")[2]


def _read_location(reader: _Reader, code: str) -> None:
    match = _LOC.match(code)
    if match is None:
        return
    line = line_number(match["line"])
    if line == 0:
        reader.location, reader.reason = None, MADE_BY_COMPILER
        return
    file = reader.files.get(number_within(match["file"], 0, LAST_LINE) or 0, "")
    reader.location = Location(file, line, line_number(match["column"]))


def _read_table_entry(reader: _Reader, code: str) -> None:
    """A data line that names code labels belongs to a jump table (or holds an address)."""
    names = _NAME.findall("".join(code.split(None, 1)[1:]))
    if names and reader.data_label and not _QUOTED.search(code):
        reader.tables.setdefault(reader.data_label, []).append(names[0])


def _append(reader: _Reader, line: AssemblyLine) -> None:
    if _in_code(reader):
        if reader.symbol:
            reader.current.append(line)
        return
    if reader.section.startswith(DATA_SECTIONS) and line.kind in ("label", "data", "directive"):
        reader.data.append(line)


def _close_function(reader: _Reader) -> None:
    if reader.symbol and reader.current:
        marked = any(
            line.source or line.source_reason == MADE_BY_COMPILER for line in reader.current
        )
        lines = reader.current if marked else [_without_marks(line) for line in reader.current]
        reader.functions.append(AssemblyFunction(reader.symbol, tuple(lines)))
    reader.symbol, reader.current = "", []


def _without_marks(line: AssemblyLine) -> AssemblyLine:
    if line.kind != "instruction":
        return line
    return replace(line, source=None, source_reason=NO_MARKS)


def _in_code(reader: _Reader) -> bool:
    return reader.section.startswith(".text")


def _is_ignored_section(reader: _Reader) -> bool:
    """Debug information and the like: most of the text, none of the listing."""
    return not _in_code(reader) and not reader.section.startswith(DATA_SECTIONS)


def _split_comment(raw: str) -> tuple[str, str]:
    """Cut `// …` off, unless it stands in a string."""
    if "//" not in raw:
        return raw.strip(), ""
    in_string = False
    for position, character in enumerate(raw):
        if character == '"' and raw[position - 1 : position] != "\\":
            in_string = not in_string
        elif not in_string and raw.startswith("//", position):
            return raw[:position].strip(), raw[position:].strip()
    return raw.strip(), ""


@kept_for_short_lines
def _statements(code: str) -> tuple[str, ...]:
    """Statements of one line; compilers repeat most of their lines."""
    return tuple(_split_statements(code))


def _split_statements(code: str) -> Iterator[str]:
    """`;` separates statements in inline assembly, a label may precede one."""
    parts = code.split(";") if ";" in code and '"' not in code else [code]
    for part in parts:
        statement = part.strip()
        label = _LABEL.fullmatch(statement)
        if label is not None and label["rest"].strip():
            yield f"{label['name']}:"
            statement = label["rest"].strip()
        if statement:
            yield statement


@kept_for_short_lines
def _uniform(code: str) -> str:
    mnemonic, _, rest = code.replace("\t", " ").partition(" ")
    operands = " ".join(rest.split()) if '"' not in rest else rest.strip()
    return f"{mnemonic:<{MNEMONIC_WIDTH}} {operands}".rstrip()
