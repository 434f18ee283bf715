"""A linked program as counting sees it: the notes put into it, and its functions' code."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host import executable
from compiler_core.toolchain.counting import CodeSymbol

LINKERS_STUBS = "linker's stubs (.plt)"
"""Through them a static program calls library functions that are chosen when it starts; the symbol
table does not name them."""


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
    """Read the wanted sections and the functions that have code.

    Raises InputError for anything but a whole ELF-64 program for AArch64.
    """
    program = executable.read_executable(content)
    sections = {name: program.sections[name] for name in wanted if name in program.sections}
    return Executable(
        {name: bytes(section.content) for name, section in sections.items()}, _functions(program)
    )


def _functions(program: executable.Executable) -> tuple[CodeSymbol, ...]:
    functions: dict[int, CodeSymbol] = {}
    stubs = program.sections.get(".plt")
    if stubs is not None and stubs.address < stubs.end:
        functions[stubs.address] = CodeSymbol(LINKERS_STUBS, stubs.address, stubs.end)
    for symbol in program.symbols:
        if symbol.is_function and symbol.size:
            code = CodeSymbol(symbol.name, symbol.address, symbol.address + symbol.size)
            functions.setdefault(symbol.address, code)
    return tuple(sorted(functions.values(), key=lambda code: code.first))
