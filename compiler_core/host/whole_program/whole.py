"""Link two files to a program, with and without link-time optimisation, and compare the code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from compiler_core.errors import InputError
from compiler_core.host.comparison.diff import compare
from compiler_core.host.compilation import Compilation
from compiler_core.host.compile import MAXIMUM_SOURCES, compile_source
from compiler_core.host.filters import HIDE_ALL, Filters
from compiler_core.host.whole_program.calls import cross_calls, root_symbols, shown_names
from compiler_core.host.whole_program.entry import MAIN, entry_unit, entry_words
from compiler_core.host.whole_program.linked_listing import list_program
from compiler_core.host.whole_program.record import CrossCall, WholeProgram
from compiler_core.host.whole_program.same_outputs import check_outputs
from compiler_core.kept import Kept
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Unit, build_program
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import check_flags, parse_flags
from compiler_core.toolchain.outcome import Compiler

LINK_TIME = "-flto"
BYTECODE_NOTE = (
    "With -flto -S a compiler writes its own bytecode, not AArch64 code. The code exists only "
    "after the link, so both sides here are the linked program, printed by objdump; their lines "
    "come from its line table."
)
KEPT_PROGRAMS = 64
NO_FUNCTION = "Neither file defines a function that other files can call: nothing to link."
NO_CROSS_CALL = "No function of one file calls a function of the other."

_kept: Kept[WholeProgram] = Kept(KEPT_PROGRAMS)


def link_whole(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    filters: Filters = HIDE_ALL,
) -> WholeProgram:
    """Build the program twice and compare. `-flto` in the flags may be left out.

    A source that is rejected, a program that does not link, a crash or a limit is a WholeProgram
    with ok False. Raises UnknownCompiler, RefusedFlag, InputError, ToolMissing, Overloaded and
    JailBroken.
    """
    if len(sources) != MAXIMUM_SOURCES:
        raise InputError(
            f"Link-time optimisation is shown on two files, not {len(sources)}.",
            "Put the function that is called into a file of its own.",
        )
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    key = (tuple(sources), compiler.build_id, flags, filters)
    program, _ = _kept.get_or_compute(
        key, lambda: _link(sources, compiler, flags, filters), lambda whole: whole.ok
    )
    return program


def _link(
    sources: Sequence[SourceFile], compiler: Compiler, flags: tuple[str, ...], filters: Filters
) -> WholeProgram:
    plain = tuple(flag for flag in flags if not flag.startswith(LINK_TIME))
    chosen = flags if len(plain) < len(flags) else check_flags((*flags, LINK_TIME), compiler)
    alone = compile_source(sources, compiler.name, " ".join(plain))
    if not alone.ok:
        return _failed(alone, replace(alone, flags=chosen), compiler, plain)
    if not alone.functions:
        empty = replace(alone, ok=False, message=NO_FUNCTION)
        return _failed(empty, replace(empty, flags=chosen), compiler, plain)
    roots = _roots(alone)
    apart = _linked(sources, compiler, plain, roots, filters)
    together = _linked(sources, compiler, chosen, roots, filters)
    whole = _whole(compiler, plain, apart, together, _names(alone, roots))
    if not whole.ok:
        return whole
    function = whole.calls[0].caller if whole.calls else _names(alone, roots)[0]
    return replace(whole, outputs=check_outputs(sources, compiler, (plain, chosen), function))


def _roots(alone: Compilation) -> tuple[str, ...]:
    """Empty when the files have a `main`, which then keeps alive what it needs."""
    symbols = {function.symbol for function in alone.functions}
    return () if MAIN in symbols else root_symbols(alone.functions)


def _names(alone: Compilation, roots: Sequence[str]) -> tuple[str, ...]:
    if not roots:
        return (MAIN,)
    short = shown_names(alone.functions)
    return tuple(short[function.name] for function in alone.functions if function.symbol in roots)


def _linked(
    sources: Sequence[SourceFile],
    compiler: Compiler,
    flags: tuple[str, ...],
    roots: tuple[str, ...],
    filters: Filters,
) -> Compilation:
    units = [Unit(source, flags) for source in sources]
    if roots:
        units.append(entry_unit(roots))
    # The optimiser runs in the link and takes level and target from there.
    program = build_program(tuple(units), compiler, (*flags, "-g1"))
    return list_program(program, sources, compiler, flags, filters).compilation


def _whole(
    compiler: Compiler,
    flags: tuple[str, ...],
    apart: Compilation,
    together: Compilation,
    names: Sequence[str],
) -> WholeProgram:
    calls = cross_calls(apart, together)
    failed = next((side for side in (apart, together) if not side.ok), None)
    return WholeProgram(
        compiler=compiler.name,
        compiler_title=compiler.title,
        version=compiler.version,
        flags=flags,
        ok=failed is None,
        message=failed.message if failed is not None else "",
        apart=apart,
        together=together,
        comparison=compare(apart, together),
        calls=calls,
        summary=_summary(calls, failed is None),
        notes=(BYTECODE_NOTE,),
        entry=entry_words(names),
        outputs=None,
    )


def _summary(calls: Sequence[CrossCall], ok: bool) -> tuple[str, ...]:
    if not ok:
        return ()
    return tuple(call.sentence for call in calls) or (NO_CROSS_CALL,)


def _failed(
    apart: Compilation, together: Compilation, compiler: Compiler, flags: tuple[str, ...]
) -> WholeProgram:
    return WholeProgram(
        compiler=compiler.name,
        compiler_title=compiler.title,
        version=compiler.version,
        flags=flags,
        ok=False,
        message=apart.message,
        apart=apart,
        together=together,
        comparison=compare(apart, together),
        calls=(),
        summary=(),
        notes=(BYTECODE_NOTE,),
        entry="",
        outputs=None,
    )
