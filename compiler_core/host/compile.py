"""Compile the user's source and analyse what came out: the entry point of the explorer.

The compiler's own output is cached by the toolchain; the analysis of it is cached here, by what it
was made from and the filters, so that neither a repeated request nor a toggled filter runs a
compiler.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace

from compiler_core.deceptive_text import deceptive_note
from compiler_core.errors import InputError, TooLargeToAnalyse
from compiler_core.host.assembly import Assembly, AssemblyFunction, AssemblyLine, read_assembly
from compiler_core.host.compilation import Compilation, FunctionListing, ListingLine
from compiler_core.host.diagnostics import parse_diagnostics, plain_text
from compiler_core.host.filters import (
    HIDE_ALL,
    Filters,
    is_library_function,
    symbols_of,
    used_labels,
    visible_positions,
)
from compiler_core.host.listing import (
    ListingContext,
    bare_listing,
    function_listing,
    plain_listing_line,
)
from compiler_core.host.plain_listing import is_listed_plainly
from compiler_core.host.source_reading.signature import Signature, signatures_of, under_flags
from compiler_core.host.source_reading.source_loops import source_loops
from compiler_core.host.work import WORK_PER_COMPILATION, WORK_PER_FUNCTION, limited_to
from compiler_core.kept import Kept
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.outcome import Compiler, Outcome
from compiler_core.toolchain.service import compile_assembly, demangle

MAXIMUM_SOURCES = 2
ANALYSES_KEPT = 256
BYTECODE_NOTE = (
    "With -flto this step writes the compiler's own bytecode for the link step, not AArch64 code: "
    "there is no assembly to list. The pane Whole program shows the linked code; without -flto "
    "this file's code is listed on its own."
)
NOTHING_NOTE = (
    "The compiler accepted the source and wrote no function. A static or inline function that "
    "nothing calls is left out: remove `static`, or call it."
)

_analyses: Kept[Compilation] = Kept(ANALYSES_KEPT)


def compile_source(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    filters: Filters = HIDE_ALL,
) -> Compilation:
    """Compile one or two files, each on its own, with the same compiler and flags.

    Raises UnknownCompiler, RefusedFlag, InputError; JailBroken, Overloaded and ToolMissing from the
    toolchain. A rejected source, a crash or a limit is a Compilation with ok False.
    """
    if not 1 <= len(sources) <= MAXIMUM_SOURCES:
        raise InputError(f"Give one or two source files, not {len(sources)}.")
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    outcomes = [compile_assembly(source, compiler, flags) for source in sources]
    key = (compiler.build_id, flags, tuple(sources), filters, is_listed_plainly())
    complete = all(outcome.status != "limited" for outcome in outcomes)
    compilation, known = _analyses.get_or_compute(
        key, lambda: compilation_of(sources, compiler, flags, outcomes, filters), lambda _: complete
    )
    cached = all(outcome.cached for outcome in outcomes)
    return replace(compilation, cached=cached) if known else compilation


def compilation_of(
    sources: Sequence[SourceFile],
    compiler: Compiler,
    flags: tuple[str, ...],
    outcomes: Sequence[Outcome],
    filters: Filters = HIDE_ALL,
) -> Compilation:
    """What came out of compiling each of the files, listed; runs no compiler."""
    failed = next((outcome for outcome in outcomes if outcome.status != "ok"), None)
    functions: list[FunctionListing] = []
    data: list[ListingLine] = []
    if failed is None:
        for source, outcome in zip(sources, outcomes, strict=True):
            listings, constants = list_assembly(source, sources, outcome.output, filters, flags)
            functions += listings
            data += constants
    shown = failed or outcomes[0]
    return Compilation(
        compiler=compiler.name,
        compiler_title=compiler.title,
        version=compiler.version,
        flags=flags,
        ok=failed is None,
        status=shown.status,
        message=plain_text(shown.message),
        limit=shown.limit,
        diagnostics=tuple(
            diagnostic
            for outcome in outcomes
            for diagnostic in parse_diagnostics(outcome.diagnostics)
        ),
        notes=_notes(sources, outcomes, functions, failed),
        functions=tuple(functions),
        data=tuple(data),
        command=" && ".join(shlex.join(outcome.command) for outcome in outcomes),
        seconds=sum(outcome.seconds for outcome in outcomes),
        cached=all(outcome.cached for outcome in outcomes),
    )


def _notes(
    sources: Sequence[SourceFile],
    outcomes: Sequence[Outcome],
    functions: Sequence[FunctionListing],
    failed: Outcome | None,
) -> tuple[str, ...]:
    of_code = _code_notes(outcomes, functions) if failed is None else ()
    deceptive = deceptive_note(sources)
    return (deceptive, *of_code) if deceptive else of_code


def _code_notes(
    outcomes: Sequence[Outcome], functions: Sequence[FunctionListing]
) -> tuple[str, ...]:
    if any(_is_bytecode(outcome.output) for outcome in outcomes):
        return (BYTECODE_NOTE,)
    if not functions:
        return (NOTHING_NOTE,)
    return tuple(function.note for function in functions if function.note)


def _is_bytecode(output: str) -> bool:
    """Clang prints LLVM IR, GCC data sections named .gnu.lto_, without a function."""
    return output.startswith("; ModuleID") or (".gnu.lto_" in output and "%function" not in output)


def list_assembly(
    source: SourceFile,
    sources: Sequence[SourceFile],
    output: str,
    filters: Filters,
    flags: Sequence[str] = (),
) -> tuple[list[FunctionListing], list[ListingLine]]:
    """The listings of one file's assembly, and the constant data they use.

    flags: those it was compiled with, as far as they change how arguments are passed.
    """
    assembly = read_assembly(output)
    user_files = {file.name: file.text.count("\n") + 1 for file in sources}
    functions = [
        function
        for function in assembly.functions
        if not filters.library_functions or not is_library_function(function, frozenset(user_files))
    ]
    used = used_labels(functions, assembly.tables)
    names = _names(functions, source)
    read = () if is_listed_plainly() else sources
    signatures = [
        under_flags(signature, flags) for file in read for signature in signatures_of(file)
    ]
    context = ListingContext(
        user_files=user_files,
        names=names,
        defined=_defined(assembly),
        tables=assembly.tables,
        statements=tuple(loop for file in read for loop in source_loops(file)),
        callees=_callees(assembly, names, signatures),
    )
    with limited_to(WORK_PER_COMPILATION):
        listings = [
            _listing(function, visible_positions(function, filters, used), source.name, context)
            for function in functions
        ]
    data_lines = _used_data(assembly.data, used, filters)
    return listings, [plain_listing_line(line, context) for line in data_lines]


def _listing(
    function: AssemblyFunction, visible: Sequence[int], file: str, context: ListingContext
) -> FunctionListing:
    """One function with all that is found in it, or its bare lines if that is too much work."""
    signature = context.callees.get(function.symbol)
    if is_listed_plainly():
        return bare_listing(function, visible, file, signature, context)
    try:
        with limited_to(WORK_PER_FUNCTION):
            return function_listing(function, visible, file, signature, context)
    except TooLargeToAnalyse:
        return bare_listing(function, visible, file, signature, context)


def _names(functions: Sequence[AssemblyFunction], source: SourceFile) -> Mapping[str, str]:
    """C++ symbols and the names as written."""
    if source.language != "c++":
        return {}
    symbols = {
        symbol.name
        for function in functions
        for line in function.lines
        if line.instruction is not None
        for symbol in symbols_of(line.instruction)
    }
    symbols.update(function.symbol for function in functions)
    mangled = tuple(sorted(symbol for symbol in symbols if symbol.startswith("_Z")))
    return demangle(mangled) if mangled else {}


def _defined(assembly: Assembly) -> dict[str, int]:
    lines = [line for function in assembly.functions for line in function.lines]
    return {line.label: line.id for line in (*lines, *assembly.data) if line.label}


def _callees(
    assembly: Assembly, names: Mapping[str, str], signatures: Sequence[Signature]
) -> dict[str, Signature]:
    """Signatures by symbol: of every function defined or called here that the sources define."""
    symbols = {function.symbol for function in assembly.functions} | set(names)
    symbols.update(signature.name for signature in signatures)
    by_symbol = {symbol: _signature_of(symbol, names, signatures) for symbol in symbols}
    return {symbol: signature for symbol, signature in by_symbol.items() if signature is not None}


def _signature_of(
    symbol: str, names: Mapping[str, str], signatures: Sequence[Signature]
) -> Signature | None:
    """By qualified name; C++ overloads are told apart by how many parameters they have."""
    shown = names.get(symbol, symbol)
    qualified, _, parameters = _without_templates(shown).partition("(")
    name = qualified.rpartition(" ")[2]
    overloads = [signature for signature in signatures if signature.name == name]
    if len(overloads) > 1:
        count = parameters.count(",") + (parameters not in (")", ""))
        overloads = [overload for overload in overloads if _explicit_parameters(overload) == count]
    return overloads[0] if len(overloads) == 1 else None


def _without_templates(name: str) -> str:
    """`axpy<float>(float*, int)` is `axpy(float*, int)`."""
    depth, characters = 0, []
    for character in name:
        depth += character == "<"
        if depth == 0:
            characters.append(character)
        depth -= character == ">" and depth > 0
    return "".join(characters)


def _explicit_parameters(signature: Signature) -> int:
    return sum(parameter.name != "this" for parameter in signature.parameters)


def _used_data(
    data: Sequence[AssemblyLine], used: frozenset[str], filters: Filters
) -> list[AssemblyLine]:
    """Data lines that follow a used label; directives only when they are shown."""
    data_lines: list[AssemblyLine] = []
    keep = False
    for line in data:
        if line.kind == "label":
            keep = line.label in used or not filters.unused_labels
        if keep and (line.kind != "directive" or not filters.directives):
            data_lines.append(line)
    return data_lines
