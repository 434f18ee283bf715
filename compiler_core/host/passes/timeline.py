"""The pass timeline of one function: run the compiler with its dumps on, and read them.

One compile per (source, compiler, flags, function); what was read is kept, so that the page can ask
for the steps one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from compiler_core.errors import InputError, UnknownName
from compiler_core.host.assembly import Assembly, read_assembly
from compiler_core.host.passes.dump import Dump
from compiler_core.host.passes.function_choice import first_symbol, likely_symbol, symbol_named
from compiler_core.host.passes.gcc_dumps import parse_gcc_dumps
from compiler_core.host.passes.llvm_dumps import LOOP_REMOVERS, OLDER_PASSES, parse_llvm_dumps
from compiler_core.host.passes.steps import PassStep, Told, steps_of, unheard
from compiler_core.host.passes.story import StoryStep, tell_story
from compiler_core.kept import Kept
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.dumps import (
    DUMP_LIMITS,
    DumpRun,
    compile_with_dumps,
    surely_complete_bytes,
)
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.outcome import CompileJob, Compiler, Outcome
from compiler_core.toolchain.service import compile_assembly

# Two small loops in three take about 10,000; a line with its row takes some 200 bytes.
LINES_KEPT = 400_000
NO_FUNCTION = (
    "The compiler wrote no function. A static or inline function that nothing calls is left out; "
    "with -flto the file holds the compiler's own bytecode, and the passes run when it is linked."
)
NO_DUMP = (
    "The compiler printed no code of this function under this name, so its passes cannot be "
    "followed. Give it a plain name: letters, digits and underscores."
)
_TOO_MUCH = (
    "The code after every pass {excess}, so it is not shown. "
    "Paste only the function to follow and what it calls, or make the function smaller."
)
_GCC_DUMPS = (
    "-dp",
    "-fdump-tree-all-lineno-blocks",
    "-fdump-rtl-all-slim-blocks",
    "-fdump-rtl-expand-slim-blocks-details",
    "-fdump-ipa-all",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """All passes over one function, in the compiler's order."""

    compiler: Compiler
    """The one whose passes these are."""
    flags: tuple[str, ...]
    """Those of the compile, in normal form; empty where none was given."""
    source_name: str
    """The file it is of."""
    function: str
    """Symbol of the function that the steps are about."""
    functions: tuple[str, ...]
    """The symbols in the final assembly, which can be asked for."""
    outcome: Outcome
    """How the compile ended; when it is not ok, there are no steps."""
    steps: tuple[PassStep, ...] = ()
    """One for each pass, in the compiler's order; empty where message is given."""
    story: tuple[StoryStep, ...] = ()
    """The steps that matter most, in order, one sentence each."""
    message: str = ""
    """Why there are no steps; empty where there are."""


def _weight(timeline: Timeline) -> int:
    """Lines kept, about: what a timeline takes in memory goes with them."""
    return 1 + sum(len(step.delta.rows) if step.delta is not None else 1 for step in timeline.steps)


_kept: Kept[Timeline] = Kept(LINES_KEPT, _weight)


def follow_passes(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    function: str = "",
    file: str = "",
    progress: Told = unheard,
) -> Timeline:
    """The timeline of a function in one of several files.

    file: the name of one of `sources`; if empty, the first that defines `function`, or the first
    that defines any. progress: how many passes are compared, of how many. Raises InputError without
    sources, UnknownName for a file that is not there, and as `pass_timeline`.
    """
    if not sources:
        raise InputError("There is no source file.", "Give at least one.")
    named = [source for source in sources if source.name == file] if file else list(sources)
    if not named:
        names = ", ".join(source.name for source in sources)
        raise UnknownName(f"There is no file {file}.", f"There are: {names}.")
    for source in named[:-1]:
        try:
            timeline = pass_timeline(source, compiler_name, flags_text, function, progress)
        except UnknownName:
            continue
        if timeline.functions or timeline.outcome.status != "ok":
            return timeline
    return pass_timeline(named[-1], compiler_name, flags_text, function, progress)


def has_timeline(
    sources: Sequence[SourceFile], compiler_name: str, flags_text: str, function: str, file: str
) -> bool:
    """Whether the timeline is there already. Raises as `pass_timeline` does."""
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    named = [source for source in sources if source.name == file]
    return any(_kept.kept((compiler.build_id, flags, own_source, function)) for own_source in named)


def pass_timeline(
    source: SourceFile,
    compiler_name: str,
    flags_text: str,
    function: str = "",
    progress: Told = unheard,
) -> Timeline:
    """The timeline of `function`: a symbol, or its name as written; if empty, the first that the
    source itself defines, before those of libraries.

    Raises UnknownName for a function that the assembly does not have, and what `compile_assembly`
    raises. A rejected source, a crash or a limit is a timeline without steps.
    """
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    key = (compiler.build_id, flags, source, function)
    kept_timeline, _ = _kept.get_or_compute(
        key,
        lambda: _timeline(CompileJob(source, compiler, flags), function, progress),
        lambda timeline: timeline.outcome.status != "limited",
    )
    return kept_timeline


def _timeline(job: CompileJob, function: str, progress: Told) -> Timeline:
    """Only LLVM must know the function before it compiles: a good guess saves a compile."""
    wanted = likely_symbol(job.source, function)
    if wanted or job.compiler.family == "gcc":
        return _with_dumps(job, function, wanted, progress)
    plain = compile_assembly(job.source, job.compiler, job.flags)
    functions = _symbols(read_assembly(plain.output)) if plain.status == "ok" else ()
    if not functions:
        return _without_steps(job, function, (), plain, plain.message or NO_FUNCTION)
    chosen = _chosen(job, function, functions)
    return _with_dumps(job, chosen, chosen, progress)


def _with_dumps(job: CompileJob, function: str, wanted: str, progress: Told) -> Timeline:
    """wanted: the symbol that LLVM prints; if it turns out to be another, once more with that."""
    run = compile_with_dumps(job, dump_flags(job.compiler, wanted))
    if run.outcome.status != "ok":
        return _failed(job, function, run)
    assembly = read_assembly(run.outcome.output)
    functions = _symbols(assembly)
    # Dumps on standard error are no diagnostics, and they are large.
    outcome = replace(run.outcome, diagnostics="")
    if not functions:
        return _without_steps(job, function, (), outcome, NO_FUNCTION)
    chosen = _chosen(job, function, functions)
    if chosen != wanted and job.compiler.family == "clang":
        return _with_dumps(job, chosen, chosen, progress)
    steps = steps_of(_dumps(run, assembly, job, chosen), job.compiler.family, progress)
    if not any(step.after for step in steps):
        return _without_steps(job, chosen, functions, outcome, NO_DUMP)
    story = tell_story(steps)
    return Timeline(
        compiler=job.compiler,
        flags=job.flags,
        source_name=job.source.name,
        function=chosen,
        functions=functions,
        outcome=outcome,
        steps=steps,
        story=story,
    )


def _chosen(job: CompileJob, function: str, symbols: Sequence[str]) -> str:
    return symbol_named(function, symbols) if function else first_symbol(job.source, symbols)


def _failed(job: CompileJob, function: str, run: DumpRun) -> Timeline:
    """A source that fails by itself says so; else the dumps were too much."""
    plain = compile_assembly(job.source, job.compiler, job.flags)
    if plain.status != "ok":
        return _without_steps(job, function, (), plain, plain.message)
    functions = _symbols(read_assembly(plain.output))
    message = too_much_dumped(run.outcome) or run.outcome.message
    return _without_steps(
        job, function, functions, replace(run.outcome, diagnostics="", message=message), message
    )


def too_much_dumped(outcome: Outcome) -> str:
    """Of a source that compiles by itself: what of its dumps was beyond a limit."""
    sizes = {
        "diagnostics": DUMP_LIMITS.diagnostics_bytes,
        "total size": surely_complete_bytes(DUMP_LIMITS),
        "file size": DUMP_LIMITS.file_bytes,
    }
    seconds = {"cpu": DUMP_LIMITS.cpu_seconds, "wall": DUMP_LIMITS.wall_seconds}
    if outcome.limit in sizes:
        excess = f"comes to more than {sizes[outcome.limit] >> 20} MiB"
    elif outcome.limit in seconds:
        excess = f"takes the compiler more than {seconds[outcome.limit]:.0f} s to print"
    else:
        return ""
    return _TOO_MUCH.format(excess=excess)


def _without_steps(
    job: CompileJob, function: str, functions: tuple[str, ...], outcome: Outcome, message: str
) -> Timeline:
    return Timeline(
        compiler=job.compiler,
        flags=job.flags,
        source_name=job.source.name,
        function=function,
        functions=functions,
        outcome=outcome,
        message=message,
    )


def _symbols(assembly: Assembly) -> tuple[str, ...]:
    return tuple(function.symbol for function in assembly.functions)


def dump_flags(compiler: Compiler, function: str) -> tuple[str, ...]:
    """Ours, with which the compiler tells what each pass did to the function, by its symbol."""
    if compiler.family == "gcc":
        return _GCC_DUMPS
    options = llvm_dump_options(function, OLDER_PASSES)
    return ("-fno-discard-value-names", *(part for flag in options for part in ("-mllvm", flag)))


def llvm_dump_options(function: str, older_passes: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The same as LLVM's own options. older_passes: of code generation, where that follows."""
    return (
        "-print-changed",
        "-print-module-scope",
        f"-filter-print-funcs={function}",
        f"-print-after={','.join((*LOOP_REMOVERS, *older_passes))}",
    )


def _dumps(run: DumpRun, assembly: Assembly, job: CompileJob, function: str) -> tuple[Dump, ...]:
    if job.compiler.family == "clang":
        return parse_llvm_dumps(run.messages, function, job.source.name)
    lines = [
        line
        for assembly_function in assembly.functions
        if assembly_function.symbol == function
        for line in assembly_function.lines
    ]
    return parse_gcc_dumps(run.files, function, lines)
