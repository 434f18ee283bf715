"""From addresses of a linked program to the user's files and lines: DWARF's line tables.

Format: DWARF Debugging Information Format, version 5, section 6.2 (versions 2 to 4 differ only in
the header). objdump prints lines too, but without columns, and it takes the first file of a GCC
link-time unit (`<artificial>`) for the user's.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compiler_core.host.executable import Executable, text_at
from compiler_core.host.whole_program.byte_reader import ByteReader, UnreadableBytes
from compiler_core.source import Location

# A user's inline assembly may write anything into the debug sections; nothing real comes near.
MOST_ROWS = 1_000_000

_PATH = 1
_STRING, _STRING_OFFSET, _LINE_STRING_OFFSET = 0x08, 0x0E, 0x1F
_FIXED_SIZES = {0x0B: 1, 0x05: 2, 0x06: 4, 0x07: 8, 0x1E: 16}
_UNSIGNED, _BLOCK = 0x0F, 0x09


@dataclass(frozen=True, slots=True)
class LineRow:
    """From this address on, up to the next row, the code belongs to `location`.

    location is None where the compiler named no line (line 0); past_end marks the end of a
    sequence: what follows has no line table.
    """

    address: int
    location: Location | None
    past_end: bool = False


@dataclass(frozen=True, slots=True)
class LineTable:
    """All rows by address; complete is False when a part could not be read.

    Where several rows share an address the last one counts; `first` keeps the first of each: at a
    function's start that is the line where it opens.
    """

    rows: tuple[LineRow, ...]
    addresses: tuple[int, ...]
    first: Mapping[int, LineRow]
    complete: bool

    def row(self, address: int) -> LineRow | None:
        """The row that covers this address; None where no unit has a line table."""
        position = bisect_right(self.addresses, address) - 1
        if position < 0 or self.rows[position].past_end:
            return None
        return self.rows[position]

    def rows_in(self, start: int, end: int) -> tuple[LineRow, ...]:
        """The rows that begin at addresses [start, end)."""
        first, past = bisect_left(self.addresses, start), bisect_left(self.addresses, end)
        return self.rows[first:past]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Header:
    """What the line program of one unit needs; files are base names, `files[0]` may be unused."""

    version: int
    """Of DWARF."""
    minimum_length: int
    """Bytes of the shortest instruction, by which advances are multiplied."""
    line_base: int
    """Smallest change of line that a special opcode can make; mostly below 0."""
    line_range: int
    """How many different changes of line special opcodes can make."""
    opcode_base: int
    """Number of the first special opcode."""
    lengths: tuple[int, ...]
    """How many operands each standard opcode has, from opcode 1 on."""
    files: tuple[str, ...]
    """Base names; the first may be unused, as files count from 1 before DWARF 5."""


@dataclass(slots=True)
class _State:
    """The registers of the line-number state machine (section 6.2.2)."""

    address: int = 0
    file: int = 1
    line: int = 1
    column: int = 0


def read_line_table(program: Executable) -> LineTable:
    """The line table of every unit. Units that cannot be read are left out."""
    section = program.sections.get(".debug_line")
    reader = ByteReader(section.content if section is not None else memoryview(b""))
    rows: list[LineRow] = []
    complete = True
    while reader.left() >= 4 and len(rows) < MOST_ROWS:
        try:
            unit = reader.part(reader.unsigned(4))
        except UnreadableBytes:
            complete = False
            break
        unit_rows: list[LineRow] = []
        try:
            for row in _unit_rows(unit, program):
                unit_rows.append(row)
                if len(unit_rows) + len(rows) > MOST_ROWS:
                    raise UnreadableBytes
        except UnreadableBytes:
            complete = False
            continue
        rows += unit_rows
    # Within one address the last row counts, and the end of one sequence gives way to the next.
    ordered = sorted(rows, key=lambda row: (row.address, not row.past_end))
    last = {row.address: row for row in ordered}
    first = {row.address: row for row in reversed(ordered) if not row.past_end}
    return LineTable(tuple(last.values()), tuple(last), first, complete)


def _unit_rows(unit: ByteReader, program: Executable) -> Iterator[LineRow]:
    version = unit.unsigned(2)
    if not 2 <= version <= 5:
        raise UnreadableBytes
    if version == 5:
        unit.skip(2)
    header = unit.part(unit.unsigned(4))
    yield from _run(unit, _read_header(header, version, program))


def _read_header(reader: ByteReader, version: int, program: Executable) -> _Header:
    minimum_length = reader.unsigned(1)
    if version >= 4:
        reader.skip(1)
    reader.skip(1)
    line_base, line_range, opcode_base = (
        reader.signed_byte(),
        reader.unsigned(1),
        reader.unsigned(1),
    )
    if line_range == 0 or opcode_base == 0:
        raise UnreadableBytes
    lengths = tuple(reader.unsigned(1) for _ in range(opcode_base - 1))
    files = _entry_names(reader, program) if version == 5 else _old_names(reader)
    return _Header(
        version=version,
        minimum_length=minimum_length,
        line_base=line_base,
        line_range=line_range,
        opcode_base=opcode_base,
        lengths=lengths,
        files=tuple(files),
    )


def _entry_names(reader: ByteReader, program: Executable) -> list[str]:
    """Version 5: first a table of directories, which is skipped, then the files."""
    _read_entries(reader, program)
    return _read_entries(reader, program)


def _read_entries(reader: ByteReader, program: Executable) -> list[str]:
    formats = [(reader.leb(), reader.leb()) for _ in range(reader.unsigned(1))]
    count = reader.leb()
    if count > reader.left() or (count and not formats):
        raise UnreadableBytes
    return [_entry(reader, formats, program) for _ in range(count)]


def _entry(reader: ByteReader, formats: list[tuple[int, int]], program: Executable) -> str:
    path = ""
    for content, form in formats:
        value = _form(reader, form, program)
        if content == _PATH:
            path = value
    return path.rpartition("/")[2]


def _form(reader: ByteReader, form: int, program: Executable) -> str:
    """The text of a string form; any other form is skipped and gives an empty text."""
    if form == _STRING:
        return reader.text()
    if form in (_STRING_OFFSET, _LINE_STRING_OFFSET):
        name = ".debug_str" if form == _STRING_OFFSET else ".debug_line_str"
        section = program.sections.get(name)
        offset = reader.unsigned(4)
        return text_at(section.content, offset) if section is not None else ""
    if form == _UNSIGNED:
        reader.leb()
    elif form == _BLOCK:
        reader.skip(reader.leb())
    elif form in _FIXED_SIZES:
        reader.skip(_FIXED_SIZES[form])
    else:
        raise UnreadableBytes
    return ""


def _old_names(reader: ByteReader) -> list[str]:
    """Versions 2 to 4: directories and files end with an empty name; files count from 1."""
    while reader.text():
        pass
    names = [""]
    while name := reader.text():
        names.append(name.rpartition("/")[2])
        for _ in range(3):
            reader.leb()
    return names


def _run(reader: ByteReader, header: _Header) -> Iterator[LineRow]:
    """The line-number program (section 6.2.5)."""
    state = _State()
    while reader.left():
        opcode = reader.unsigned(1)
        if opcode >= header.opcode_base:
            _advance_special(state, opcode - header.opcode_base, header)
            yield _row(state, header)
        elif opcode == 0:
            past_end = _extended(reader, state)
            if past_end:
                yield LineRow(state.address, None, past_end=True)
                state = _State()
        elif opcode == 1:
            yield _row(state, header)
        else:
            _standard(reader, state, opcode, header)


def _advance_special(state: _State, adjusted: int, header: _Header) -> None:
    state.address += adjusted // header.line_range * header.minimum_length
    state.line += header.line_base + adjusted % header.line_range


def _extended(reader: ByteReader, state: _State) -> bool:
    """Runs one extended opcode; True for the end of a sequence."""
    part = reader.part(reader.leb())
    if not part.left():
        return False
    opcode = part.unsigned(1)
    if opcode == 2:
        state.address = part.unsigned(min(part.left(), 8))
    return opcode == 1


def _standard(reader: ByteReader, state: _State, opcode: int, header: _Header) -> None:
    if opcode == 2:
        state.address += reader.leb() * header.minimum_length
    elif opcode == 3:
        state.line += reader.signed_leb()
    elif opcode == 4:
        state.file = reader.leb()
    elif opcode == 5:
        state.column = reader.leb()
    elif opcode == 8:
        adjusted = 255 - header.opcode_base
        state.address += adjusted // header.line_range * header.minimum_length
    elif opcode == 9:
        state.address += reader.unsigned(2)
    else:
        for _ in range(header.lengths[opcode - 1]):
            reader.leb()


def _row(state: _State, header: _Header) -> LineRow:
    if state.line <= 0 or not 0 <= state.file < len(header.files):
        return LineRow(state.address, None)
    return LineRow(state.address, Location(header.files[state.file], state.line, state.column))
