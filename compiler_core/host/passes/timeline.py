"""The pass timeline of one function: run the compiler with its dumps on, and read them.

One more compile per (source, compiler, flags, function); what was read is kept, so that the page
can ask for the steps one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock

from cachetools import LRUCache

from compiler_core.errors import UnknownName
from compiler_core.host.assembly import Assembly, read_assembly
from compiler_core.host.passes.dump import Dump
from compiler_core.host.passes.gcc_dumps import instruction_places, parse_gcc_dumps
from compiler_core.host.passes.llvm_dumps import LOOP_REMOVERS, parse_llvm_dumps
from compiler_core.host.passes.steps import PassStep, steps_of
from compiler_core.host.passes.story import StoryStep, tell_story
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.dumps import DumpRun, compile_with_dumps
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.outcome import CompileJob, Compiler, Outcome
from compiler_core.toolchain.service import compile_assembly

TIMELINES_KEPT = 64
_GCC_DUMPS = (
    "-dp",
    "-fdump-tree-all-lineno-blocks",
    "-fdump-rtl-all-slim-blocks",
)


@dataclass(frozen=True, slots=True)
class Timeline:
    """All passes over one function, in the compiler's order.

    outcome: of the compile; when it is not ok, there are no steps. functions: the symbols in the
    final assembly, which can be asked for.
    """

    compiler: Compiler
    flags: tuple[str, ...]
    function: str
    functions: tuple[str, ...]
    outcome: Outcome
    steps: tuple[PassStep, ...]
    story: tuple[StoryStep, ...]


_kept: LRUCache[object, Timeline] = LRUCache(TIMELINES_KEPT)
_kept_lock = Lock()


def pass_timeline(
    source: SourceFile, compiler_name: str, flags_text: str, function: str = ""
) -> Timeline:
    """The timeline of `function` (a symbol; the first function of the file if empty).

    Raises UnknownName for a function that the assembly does not have, and what `compile_assembly`
    raises. A rejected source, a crash or a limit is a timeline without steps.
    """
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    key = (compiler.build_id, flags, source, function)
    with _kept_lock:
        known = _kept.get(key)
    if known is not None:
        return known
    timeline = _timeline(source, compiler, flags, function)
    if timeline.outcome.status != "limited":
        with _kept_lock:
            _kept[key] = timeline
    return timeline


def _timeline(
    source: SourceFile, compiler: Compiler, flags: tuple[str, ...], function: str
) -> Timeline:
    plain = compile_assembly(source, compiler, flags)
    functions = _symbols(read_assembly(plain.output)) if plain.status == "ok" else ()
    if plain.status != "ok" or not functions:
        return Timeline(compiler, flags, function, functions, plain, (), ())
    chosen = function or functions[0]
    if chosen not in functions:
        raise UnknownName(
            f"There is no function {chosen} in the assembly.",
            f"There are: {', '.join(functions[:10])}.",
        )
    run = compile_with_dumps(CompileJob(source, compiler, flags), _dump_flags(compiler, chosen))
    if run.outcome.status != "ok":
        return Timeline(compiler, flags, chosen, functions, run.outcome, (), ())
    steps = steps_of(_dumps(run, compiler, chosen), compiler.family)
    return Timeline(compiler, flags, chosen, functions, run.outcome, steps, tell_story(steps))


def _symbols(assembly: Assembly) -> tuple[str, ...]:
    return tuple(function.symbol for function in assembly.functions)


def _dump_flags(compiler: Compiler, function: str) -> tuple[str, ...]:
    if compiler.family == "gcc":
        return _GCC_DUMPS
    options = (
        "-print-changed",
        "-print-module-scope",
        f"-filter-print-funcs={function}",
        f"-print-after={','.join(LOOP_REMOVERS)}",
    )
    return ("-fno-discard-value-names", *(part for one in options for part in ("-mllvm", one)))


def _dumps(run: DumpRun, compiler: Compiler, function: str) -> tuple[Dump, ...]:
    if compiler.family == "clang":
        return parse_llvm_dumps(run.messages, function)
    assembly = read_assembly(run.outcome.output)
    lines = [line for one in assembly.functions if one.symbol == function for line in one.lines]
    return parse_gcc_dumps(_texts(run.files), function, instruction_places(lines))


def _texts(files: Mapping[str, bytes]) -> dict[str, str]:
    return {
        name: content.decode("utf-8", "replace")
        for name, content in files.items()
        if not name.endswith(".gz")
    }
