"""The parts of a linked AArch64 program that the explorer reads: sections and symbols.

Format: System V ABI, "Object Files" (ELF-64), little endian. The program comes from a linker but
what is in it comes from a user's source, so every offset is checked before it is followed.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compiler_core.errors import InputError

_MAGIC = b"\x7fELF\x02\x01\x01"
_AARCH64 = 183
_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_NO_CONTENT = 8
_SYMBOL_TABLE = 2
_OBJECT, _FUNCTION = 1, 2
_LOCAL = 0
_INDIRECT_FUNCTION = 10


@dataclass(frozen=True, slots=True)
class Section:
    """A section: its address in memory (0 if it is not loaded) and its bytes."""

    name: str
    address: int
    content: memoryview
    link: int
    kind: int

    @property
    def end(self) -> int:
        """The address after its last byte."""
        return self.address + len(self.content)


@dataclass(frozen=True, slots=True)
class ProgramSymbol:
    """A function or variable: [address, address + size)."""

    name: str
    address: int
    size: int
    is_function: bool
    is_global: bool


@dataclass(frozen=True, slots=True)
class Executable:
    """A linked program; symbols in the order of their addresses, global names first."""

    sections: Mapping[str, Section]
    symbols: tuple[ProgramSymbol, ...]

    def functions(self) -> dict[int, ProgramSymbol]:
        """Functions by address; of several names for one address the first."""
        by_address: dict[int, ProgramSymbol] = {}
        for symbol in self.symbols:
            if symbol.is_function:
                by_address.setdefault(symbol.address, symbol)
        return by_address

    def section_of(self, address: int) -> Section | None:
        """The loaded section that holds this address."""
        for section in self.sections.values():
            if section.address and section.address <= address < section.end:
                return section
        return None


@dataclass(frozen=True, slots=True)
class SymbolIndex:
    """Looks up which variable or function an address belongs to."""

    symbols: tuple[ProgramSymbol, ...]
    addresses: tuple[int, ...]

    def at(self, address: int) -> ProgramSymbol | None:
        """The symbol whose extent holds this address."""
        position = bisect_right(self.addresses, address) - 1
        if position < 0:
            return None
        symbol = self.symbols[position]
        return symbol if address < symbol.address + max(symbol.size, 1) else None


def symbol_index(program: Executable) -> SymbolIndex:
    """One symbol per address, for look-ups."""
    first: dict[int, ProgramSymbol] = {}
    for symbol in program.symbols:
        first.setdefault(symbol.address, symbol)
    ordered = tuple(first[address] for address in sorted(first))
    return SymbolIndex(ordered, tuple(symbol.address for symbol in ordered))


def read_executable(content: bytes) -> Executable:
    """Read a program's sections and symbols.

    Raises InputError for bytes that are no little-endian 64-bit AArch64 ELF file, or a broken one.
    """
    try:
        sections = tuple(_sections(memoryview(content)))
        by_name: dict[str, Section] = {}
        for section in sections:
            by_name.setdefault(section.name, section)
        symbols = sorted(
            _symbols(sections), key=lambda symbol: (symbol.address, not symbol.is_global)
        )
    except (struct.error, IndexError, ValueError, OverflowError) as error:
        raise InputError("The linked program cannot be read as an ELF file.") from error
    return Executable(by_name, tuple(symbols))


def _sections(content: memoryview) -> Iterator[Section]:
    header = _HEADER.unpack_from(content)
    if bytes(content[:7]) != _MAGIC or header[2] != _AARCH64:
        raise ValueError("no AArch64 ELF file")
    start, entry, count, names_at = header[6], header[11], header[12], header[13]
    raw = [_SECTION.unpack_from(content, start + number * entry) for number in range(count)]
    names = _content(content, raw[names_at])
    for fields in raw:
        name = text_at(names, fields[0])
        yield Section(name, fields[3], _content(content, fields), fields[6], fields[1])


def _content(content: memoryview, fields: tuple[int, ...]) -> memoryview:
    kind, offset, size = fields[1], fields[4], fields[5]
    if kind == _NO_CONTENT:
        return content[:0]
    return content[offset : offset + size]


def _symbols(sections: tuple[Section, ...]) -> Iterator[ProgramSymbol]:
    for table in sections:
        if table.kind != _SYMBOL_TABLE:
            continue
        names = sections[table.link].content
        for fields in _SYMBOL.iter_unpack(table.content):
            name, information, _, section, address, size = fields
            kind = information & 15
            if section and kind in (_OBJECT, _FUNCTION, _INDIRECT_FUNCTION):
                is_global = information >> 4 != _LOCAL
                text = text_at(names, name)
                yield ProgramSymbol(text, address, size, kind != _OBJECT, is_global)


def text_at(content: memoryview, offset: int) -> str:
    """The zero-terminated text at an offset; empty beyond the end."""
    piece = bytes(content[offset : offset + 4096])
    return piece.partition(b"\0")[0].decode("utf-8", "replace")
