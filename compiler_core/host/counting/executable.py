"""What a linked AArch64 program says of itself: sections and function symbols.

Format: System V ABI, "Object Files" (ELF-64 headers, section header table, symbol table).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.toolchain.counting import CodeSymbol

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_ELF_64_LITTLE = b"\x7fELF\x02\x01"
_AARCH64 = 183
_SYMBOL_TABLE, _NO_BITS = 2, 8
_FUNCTION, _INDIRECT_FUNCTION = 2, 10
_GLOBAL = 1


@dataclass(frozen=True, slots=True)
class _Section:
    name: int
    kind: int
    offset: int
    size: int
    link: int


@dataclass(frozen=True, slots=True)
class Executable:
    """Sections by name (their bytes), and functions in order of address; of several names of one
    address, a global one is kept."""

    sections: dict[str, bytes]
    functions: tuple[CodeSymbol, ...]

    @property
    def symbols(self) -> dict[str, CodeSymbol]:
        """Functions by name; of several local ones, the first."""
        return {function.name: function for function in reversed(self.functions)}


def read_executable(content: bytes, wanted: tuple[str, ...]) -> Executable:
    """Read the wanted sections and the functions. Raises InputError for anything but ELF-64."""
    try:
        table = list(_section_table(content))
        names = _bytes_of(content, table[_HEADER.unpack_from(content)[13]]) if table else b""
        named = {_string(names, section.name): section for section in table}
        sections = {name: _bytes_of(content, named[name]) for name in wanted if name in named}
        return Executable(sections, _functions(content, table))
    except (struct.error, IndexError) as error:
        raise InputError("The program file is damaged: it is not a whole ELF file.") from error


def _section_table(content: bytes) -> Iterator[_Section]:
    header = _HEADER.unpack_from(content)
    if not content.startswith(_ELF_64_LITTLE) or header[2] != _AARCH64:
        raise InputError("The program file is no AArch64 program.")
    start, size, count = header[6], header[11], header[12]
    for index in range(count):
        name, kind, _, _, offset, length, link, _, _, _ = _SECTION.unpack_from(
            content, start + index * size
        )
        yield _Section(name, kind, offset, length, link)


def _bytes_of(content: bytes, section: _Section) -> bytes:
    if section.kind == _NO_BITS:
        return b""
    return content[section.offset : section.offset + section.size]


def _functions(content: bytes, table: list[_Section]) -> tuple[CodeSymbol, ...]:
    found: dict[int, tuple[bool, CodeSymbol]] = {}
    for section in table:
        if section.kind != _SYMBOL_TABLE:
            continue
        names = _bytes_of(content, table[section.link])
        for name, info, _, _, value, size in _whole_symbols(_bytes_of(content, section)):
            if info & 15 not in (_FUNCTION, _INDIRECT_FUNCTION) or size == 0:
                continue
            is_global = info >> 4 == _GLOBAL
            if value not in found or (is_global and not found[value][0]):
                found[value] = (is_global, CodeSymbol(_string(names, name), value, value + size))
    return tuple(function for _, (_, function) in sorted(found.items()))


def _whole_symbols(content: bytes) -> Iterator[tuple[int, ...]]:
    whole = len(content) - len(content) % _SYMBOL.size
    return _SYMBOL.iter_unpack(content[:whole])


def _string(names: bytes, start: int) -> str:
    end = names.find(b"\0", start)
    return names[start : end if end >= 0 else len(names)].decode("utf-8", "replace")
