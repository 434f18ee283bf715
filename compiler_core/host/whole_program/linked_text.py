"""objdump's listing of a linked program as the assembly text a compiler would have written.

The explorer reads assembly with labels, line marks and sizes; a linked program has addresses. So
targets inside a function get labels, other addresses the names of what lies there, and the line
table becomes line marks. The instructions themselves stay as objdump prints them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.assembly_numbers import address_number, real_number, whole_number
from compiler_core.host.executable import Executable, ProgramSymbol
from compiler_core.host.whole_program.data_names import DataNames
from compiler_core.host.whole_program.jump_tables import JumpTable, jump_tables
from compiler_core.host.whole_program.line_table import LineTable

# Code of one program lies together, but cold parts may stand apart with libraries in between.
MOST_BYTES_BETWEEN = 16 << 10

_INSTRUCTION = re.compile(r"^\s*(?P<address>[0-9a-f]+):\t(?P<text>.*)$", re.MULTILINE)
_TARGET = re.compile(r"(?P<address>[0-9a-f]+) <[^>]*>$")
_COMMENT = re.compile(r"\s*(?://|;).*$")
_FLOAT = re.compile(r"#(-?\d\.\d+e[+-]\d+)")
_HEXADECIMAL = re.compile(r"#(-?0x[0-9a-f]+)")
# Masks and pieces of bit patterns say more in hexadecimal.
_BIT_PATTERNS = ("and", "ands", "orr", "eor", "tst", "bic", "orn", "eon", "movk", "movi",
                 "mvni", "dupm", "svc", "brk")  # fmt: skip
_LARGEST_PLAIN_NUMBER = 9
# GCC and LLVM name a part they move out of a function for being cold like this.
_COLD = re.compile(r"\.cold(?:\.\d+)?$")
_DATA_KINDS = {1: ".byte", 2: ".hword", 4: ".word"}
_ODD_IN_SYMBOL = re.compile(r"[^\w.$]")
_ODD_IN_FILE = re.compile(r'["\n\\]')


@dataclass(frozen=True, slots=True)
class LinkedText:
    """Assembly text, and the address of each instruction by the id its line gets when read."""

    text: str
    addresses: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class LinkedFunctions:
    """The functions of the user's files in one program, by address, and the program around them.

    cold: by a function's name the parts of it that the compiler set apart for seldom running.
    """

    program: Executable
    table: LineTable
    functions: tuple[ProgramSymbol, ...]
    cold: Mapping[str, tuple[ProgramSymbol, ...]]

    def pieces(self) -> tuple[ProgramSymbol, ...]:
        """Functions and cold parts, by address."""
        parts = (part for parts in self.cold.values() for part in parts)
        return tuple(sorted((*self.functions, *parts), key=lambda piece: piece.address))


def user_functions(program: Executable, table: LineTable, files: frozenset[str]) -> LinkedFunctions:
    """The functions with at least one line of these files; those of libraries are left out."""
    starts = sorted(program.functions().items())
    following = [start for start, _ in starts[1:]] + [1 << 64]
    symbols = [
        ProgramSymbol(symbol.name, start, _size(symbol, after), True, symbol.is_global)
        for (start, symbol), after in zip(starts, following, strict=True)
        if _has_lines(table, start, start + _size(symbol, after), files)
    ]
    names = {function.name for function in symbols}
    cold: dict[str, tuple[ProgramSymbol, ...]] = {}
    for function in symbols:
        owner = _COLD.sub("", function.name)
        if owner != function.name and owner in names:
            cold[owner] = (*cold.get(owner, ()), function)
    apart = {part.address for parts in cold.values() for part in parts}
    whole = tuple(function for function in symbols if function.address not in apart)
    return LinkedFunctions(program, table, whole, cold)


def _size(symbol: ProgramSymbol, following: int) -> int:
    """A symbol of inline assembly may have no size, or a false one."""
    room = following - symbol.address
    return min(symbol.size or room, room, MOST_BYTES_BETWEEN << 6)


def _has_lines(table: LineTable, start: int, end: int, files: frozenset[str]) -> bool:
    return any(
        row.location is not None and row.location.file in files for row in table.rows_in(start, end)
    )


def code_ranges(functions: Sequence[ProgramSymbol]) -> tuple[tuple[int, int], ...]:
    """Address ranges that hold these functions, without long stretches of other code."""
    ranges: list[tuple[int, int]] = []
    for function in functions:
        start, end = function.address, function.address + function.size
        if ranges and start - ranges[-1][1] < MOST_BYTES_BETWEEN:
            ranges[-1] = (ranges[-1][0], max(end, ranges[-1][1]))
        else:
            ranges.append((start, end))
    return tuple(ranges)


def read_disassembly(text: str) -> dict[int, str]:
    """Instructions by address, from `objdump -d`; comments are cut off."""
    return {
        address: _plain(match["text"])
        for match in _INSTRUCTION.finditer(text)
        if (address := address_number(match["address"])) is not None
    }


def _plain(printed: str) -> str:
    text = _COMMENT.sub("", printed.replace("\t", " ")).strip()
    if "#" not in text:
        return text
    masks = text.partition(" ")[0] in _BIT_PATTERNS
    text = _FLOAT.sub(lambda match: f"#{real_number(match[1])!r}", text)
    return _HEXADECIMAL.sub(lambda match: _number(whole_number(match[1]) or 0, masks), text)


def _number(value: int, is_mask: bool) -> str:
    plain = not is_mask or abs(value) <= _LARGEST_PLAIN_NUMBER
    return f"#{value}" if plain else f"#{value:#x}"


def linked_text(linked: LinkedFunctions, instructions: Mapping[int, str]) -> LinkedText:
    """The functions as assembly text that `read_assembly` reads."""
    writer = _Writer(linked, instructions)
    for function in linked.functions:
        writer.add(function)
    return LinkedText("\n".join((*writer.lines, *writer.data(), "")), writer.addresses)


class _Writer:
    """Collects lines; every line is one statement, so its number is the id it gets when read."""

    def __init__(self, linked: LinkedFunctions, instructions: Mapping[int, str]) -> None:
        self.lines: list[str] = [".text"]
        self.addresses: dict[int, int] = {}
        self._found = linked
        self._instructions = instructions
        self._names = {
            address: _ODD_IN_SYMBOL.sub("_", symbol.name)
            for address, symbol in linked.program.functions().items()
        }
        self._data = DataNames(linked.program)
        self._files: dict[str, int] = {}
        self._labels = 0
        self._tables: list[str] = []

    def add(self, function: ProgramSymbol) -> None:
        """One function, from its label to its size, its cold parts after it."""
        name = self._names[function.address]
        parts = (function, *self._found.cold.get(function.name, ()))
        code = [piece for part in parts for piece in self._code(part)]
        tables = jump_tables(self._found.program, code)
        labels = self._labels_of(parts, code, tables)
        pages = self._data.pages(code) | self._name_tables(tables, labels)
        self.lines += [f".type {name}, %function", f"{name}:"]
        marked = ""
        for address, text in code:
            mark = self._mark(address)
            if mark != marked:
                self.lines.append(mark)
                marked = mark
            if address in labels:
                self.lines.append(f"{labels[address]}:")
            self.addresses[len(self.lines)] = address
            self.lines.append(self._named(text, labels, pages.get(address, "")))
        self.lines.append(f".size {name}, .-{name}")

    def _code(self, part: ProgramSymbol) -> list[tuple[int, str]]:
        addresses = range(part.address, part.address + part.size, 4)
        return [
            (address, self._instructions[address])
            for address in addresses
            if address in self._instructions
        ]

    def _labels_of(
        self,
        parts: Sequence[ProgramSymbol],
        code: Iterable[tuple[int, str]],
        tables: Sequence[JumpTable],
    ) -> dict[int, str]:
        """Labels for cold parts, by their names, and for targets inside, numbered throughout."""
        named = {part.address: self._names[part.address] for part in parts[1:]}
        inside = {
            target
            for target in (*_targets(code), *(to for table in tables for to in table.targets))
            for part in parts
            if part.address <= target < part.address + part.size
        }
        numbered = sorted(inside - named.keys() - {parts[0].address})
        first = self._labels
        self._labels += len(numbered)
        return named | {target: f".L{first + number + 1}" for number, target in enumerate(numbered)}

    def _name_tables(
        self, tables: Sequence[JumpTable], labels: Mapping[int, str]
    ) -> dict[int, str]:
        """Keep the tables for the end of the text, in the compilers' own form; a name for each
        place that forms one's address."""
        named: dict[int, str] = {}
        for table in tables:
            name = f".Ltable{len(self._tables) + 1}"
            # Clang measures the distances of wide tables from the table itself.
            anchor = labels.get(table.anchor, name)
            self._tables.append(f"{name}:")
            kind = _DATA_KINDS[table.entry_bytes]
            for target in table.targets:
                self._tables.append(f"{kind} ({labels[target]} - {anchor}) / {table.scale}")
            if table.page is not None:
                named[table.page] = name
        return named

    def data(self) -> list[str]:
        """The jump tables of all functions."""
        return ['.section .rodata,"a"', *self._tables] if self._tables else []

    def _mark(self, address: int) -> str:
        row = self._found.table.row(address)
        if row is None or row.location is None:
            return f".loc {self._file('')} 0"
        location = row.location
        return f".loc {self._file(location.file)} {location.line} {location.column}"

    def _file(self, name: str) -> int:
        if name not in self._files:
            self._files[name] = len(self._files) + 1
            self.lines.append(f'.file {self._files[name]} "{_ODD_IN_FILE.sub("_", name)}"')
        return self._files[name]

    def _named(self, text: str, labels: Mapping[int, str], page: str) -> str:
        match = _TARGET.search(text)
        if match is None:
            return text
        address = address_number(match["address"])
        if address is None:
            return text
        name = page or labels.get(address) or self._names.get(address) or self._data.name(address)
        return text[: match.start()] + name


def _targets(code: Iterable[tuple[int, str]]) -> Iterator[int]:
    for _, text in code:
        match = _TARGET.search(text)
        address = address_number(match["address"]) if match is not None else None
        if address is not None and not text.startswith("adrp"):
            yield address
