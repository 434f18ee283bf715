"""A linked program as the explorer's own records: listings, explanations, loops, registers."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from compiler_core.host.compilation import Compilation, FunctionListing
from compiler_core.host.compile import list_assembly
from compiler_core.host.diagnostics import parse_diagnostics, plain_text
from compiler_core.host.executable import read_executable
from compiler_core.host.filters import HIDE_ALL, Filters
from compiler_core.host.whole_program.line_table import LineTable, read_line_table
from compiler_core.host.whole_program.linked_text import (
    LinkedFunctions,
    code_ranges,
    linked_text,
    read_disassembly,
    user_functions,
)
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Program
from compiler_core.toolchain.objdump import disassemble
from compiler_core.toolchain.outcome import Compiler

BROKEN_LINES_NOTE = (
    "A part of the program's line table could not be read, so some instructions have no line."
)
NO_FUNCTION_NOTE = "No function of these files is left in the linked program."


@dataclass(frozen=True, slots=True)
class LinkedListing:
    """The user's functions in a linked program.

    addresses: where each instruction lies, by `ListingLine.id`. symbols: address of each function.
    """

    compilation: Compilation
    addresses: Mapping[int, int]
    symbols: Mapping[str, int]


def list_program(
    program: Program,
    sources: Sequence[SourceFile],
    compiler: Compiler,
    flags: tuple[str, ...],
    filters: Filters = HIDE_ALL,
) -> LinkedListing:
    """Read the code of the sources' functions out of a program that was built from them.

    A program that is not ok gives a Compilation that is not. flags: those the reader sees. Raises
    ToolMissing, Overloaded, JailBroken; InputError for a file that is no AArch64 program.
    """
    empty = _compilation(program, compiler, flags)
    if not program.ok:
        return LinkedListing(empty, {}, {})
    executable = read_executable(program.executable)
    table = read_line_table(executable)
    linked = user_functions(executable, table, frozenset(source.name for source in sources))
    instructions: dict[int, str] = {}
    for start, end in code_ranges(linked.pieces()):
        printed = disassemble(program.executable, start, end)
        if not printed.ok:
            failed = replace(empty, ok=False, status="limited", message=printed.message)
            return LinkedListing(failed, {}, {})
        instructions |= read_disassembly(printed.text)
    text = linked_text(linked, instructions)
    # One C++ file is enough for mangled names.
    main = next((source for source in sources if source.language == "c++"), sources[0])
    functions, data = list_assembly(main, sources, text.text, filters, empty.flags)
    listed = replace(
        empty,
        functions=tuple(_with_file(function, linked) for function in functions),
        data=tuple(data),
        notes=_notes(functions, table),
    )
    symbols = {symbol.name: address for address, symbol in executable.functions().items()}
    return LinkedListing(listed, text.addresses, symbols)


def _compilation(program: Program, compiler: Compiler, flags: tuple[str, ...]) -> Compilation:
    return Compilation(
        compiler=compiler.name,
        compiler_title=compiler.title,
        version=compiler.version,
        flags=flags,
        ok=program.ok,
        status=program.status,
        message=plain_text(program.message),
        limit=program.limit,
        diagnostics=parse_diagnostics(program.diagnostics),
        notes=(),
        functions=(),
        data=(),
        command=" && ".join(shlex.join(command) for command in program.commands),
        seconds=program.seconds,
        cached=program.cached,
    )


def _with_file(function: FunctionListing, linked: LinkedFunctions) -> FunctionListing:
    """The file a function belongs to is that of the line where it opens."""
    address = next(
        (symbol.address for symbol in linked.functions if symbol.name == function.symbol), None
    )
    row = linked.table.first.get(address) if address is not None else None
    if row is None or row.location is None:
        return function
    line = function.source_line or row.location.line
    return replace(function, file=row.location.file, source_line=line)


def _notes(functions: Sequence[FunctionListing], table: LineTable) -> tuple[str, ...]:
    notes = () if table.complete else (BROKEN_LINES_NOTE,)
    return notes if functions else (*notes, NO_FUNCTION_NOTE)
