"""Compile one file with every installed compiler and ask each for its verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler_core.asker import WorkPool
from compiler_core.errors import InputError, ToolMissing
from compiler_core.following import Progress, Steps, unfollowed
from compiler_core.host.comparison.loop_pairs import main_loops
from compiler_core.host.compile import compile_source
from compiler_core.host.every_compiler.differences import difference_sentences
from compiler_core.host.every_compiler.record import CompiledLoop, CompilerRow, EveryCompiler
from compiler_core.host.rounds.counts import round_counts
from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import installed_compilers
from compiler_core.toolchain.outcome import Compiler

# Waiting for compilers, not computing: the toolchain's own queue limits the real parallelism.
_ASKED_AT_ONCE = 4

# A loop statement by line and column, and the instructions it became.
_Body = tuple[int, int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Answer:
    """One compiler's verdicts, or why there are none; iterations of the source's loop in a round,
    by line and instructions, where the loop is scalar."""

    compiler: Compiler
    ok: bool
    message: str
    verdicts: tuple[Verdict, ...] = ()
    scalar_rounds: Mapping[tuple[int, int], int | None] | None = None


def on_every_compiler(
    source: SourceFile, flags_text: str, progress: Progress = unfollowed
) -> EveryCompiler:
    """A row for each installed compiler.

    A compiler that refuses the flags or the source is a row that says so. Raises JailBroken,
    Overloaded, and ToolMissing without any compiler.
    """
    compilers = installed_compilers()
    if not compilers:
        raise ToolMissing("A compiler for AArch64", "gcc-aarch64-linux-gnu")

    def asked(compiler: Compiler) -> _Answer:
        return _asked(source, compiler, flags_text)

    steps = Steps(len(compilers), "compilers asked", progress)
    with WorkPool(_ASKED_AT_ONCE) as pool:
        rows = _rows(list(pool.map(steps.counting(asked), compilers)))
    return EveryCompiler(
        file=source.name,
        flags=flags_text,
        rows=rows,
        sentences=tuple(difference_sentences(rows)),
    )


def _asked(source: SourceFile, compiler: Compiler, flags_text: str) -> _Answer:
    try:
        explanation = explain_loops(source, compiler.name, flags_text)
    except (InputError, ToolMissing) as error:
        return _Answer(compiler, ok=False, message=error.message)
    is_scalar = any(loop.body and not loop.iterations_per_round for loop in explanation.loops)
    rounds = _scalar_rounds(source, compiler, flags_text) if is_scalar else {}
    return _Answer(compiler, explanation.ok, explanation.message, explanation.loops, rounds)


def _scalar_rounds(
    source: SourceFile, compiler: Compiler, flags_text: str
) -> dict[tuple[int, int], int | None]:
    """Verdicts count rounds of loops with vectors only; a scalar one may be unrolled too."""
    compilation = compile_source((source,), compiler.name, flags_text)
    counts = round_counts((source,), compilation)
    return {
        (line, loop.instructions): counts.of(function, loop)
        for function in compilation.functions
        for line, loop in main_loops(function).items()
        if line is not None
    }


def _rows(answers: Sequence[_Answer]) -> tuple[CompilerRow, ...]:
    # The first compiler that gave these instructions for this loop statement.
    first: dict[_Body, str] = {}
    return tuple(
        CompilerRow(
            compiler=answer.compiler.name,
            title=answer.compiler.title,
            family=answer.compiler.family,
            version=answer.compiler.version,
            ok=answer.ok,
            message=answer.message,
            loops=tuple(_loop(verdict, answer, first) for verdict in answer.verdicts),
        )
        for answer in answers
    )


def _loop(verdict: Verdict, answer: _Answer, first: dict[_Body, str]) -> CompiledLoop:
    line, body, own = verdict.source_line, verdict.body, answer.compiler.title
    owner = first.setdefault((line, verdict.column, body), own) if body else own
    scalar = (answer.scalar_rounds or {}).get((line, len(body)))
    works_on = "SVE" if verdict.scalable else "NEON"
    return CompiledLoop(
        function=verdict.function,
        line=line,
        column=verdict.column,
        vectorized=verdict.vectorized,
        works_on=works_on if verdict.vectorized else "scalar",
        instructions=len(body),
        iterations=verdict.iterations_per_round or scalar,
        title=verdict.title,
        sentence=verdict.sentence,
        same_as="" if owner == own else owner,
    )
