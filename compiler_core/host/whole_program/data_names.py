"""Names for addresses of data in a linked program: the variable, or the section and an offset."""

from __future__ import annotations

import re
from collections.abc import Sequence

from compiler_core.host.assembly_numbers import address_number, whole_number
from compiler_core.host.executable import Executable, symbol_index

# How far a compiler's scheduler moves the instruction that completes an address.
_LOOK_AHEAD = 24
_ODD = re.compile(r"[^\w.$]")
_PAGE = re.compile(r"adrp (?P<register>x\d+), (?P<page>[0-9a-f]+)\b")


class DataNames:
    """Looks up names in one program."""

    def __init__(self, program: Executable) -> None:
        self._program = program
        self._index = symbol_index(program)

    def name(self, address: int) -> str:
        """`table`, `table+16`, `.rodata+4656`; `address_4a0010` where nothing is known."""
        symbol = self._index.at(address)
        if symbol is not None:
            return _with_offset(symbol.name, address - symbol.address)
        section = self._program.section_of(address)
        if section is not None:
            return _with_offset(section.name, address - section.address)
        return f"address_{address:x}"

    def pages(self, code: Sequence[tuple[int, str]]) -> dict[int, str]:
        """For each `adrp`, by its address, what its page is taken for.

        The page alone names nothing; the first later use of the register has the rest of the
        address.
        """
        names: dict[int, str] = {}
        for position, (address, text) in enumerate(code):
            match = _PAGE.match(text)
            if match is None:
                continue
            following = [later for _, later in code[position + 1 : position + 1 + _LOOK_AHEAD]]
            rest = _low_part(match["register"], following)
            names[address] = self.name((address_number(match["page"]) or 0) + rest)
        return names


def _low_part(register: str, following: Sequence[str]) -> int:
    """The offset that the first use of the register adds; 0 if there is none."""
    use = re.compile(rf"(?:add x\d+, {register}, |\[{register}, )#(?P<offset>0x[0-9a-f]+|\d+)\b")
    for text in following:
        match = use.search(text)
        if match is not None:
            return whole_number(match["offset"]) or 0
        if f"[{register}]" in text:
            return 0
    return 0


def _with_offset(name: str, offset: int) -> str:
    plain = _ODD.sub("_", name)
    return f"{plain}+{offset}" if offset else plain
