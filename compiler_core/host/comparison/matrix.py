"""One source under many settings: what each flag changes.

Every setting is compiled, measured and compared with the setting it builds on. Settings that give
identical code are grouped. The same facts are also a `Trace`, one step per setting, so that the
pages for pipelines can show them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler_core.asker import WorkPool
from compiler_core.errors import InputError
from compiler_core.following import Progress, Steps, unfollowed
from compiler_core.host.comparison.diff import SettingsComparison, compare, function_metrics
from compiler_core.host.comparison.loop_pairs import main_loops
from compiler_core.host.comparison.loop_rates import vector_kind
from compiler_core.host.comparison.matrix_trace import setting_step
from compiler_core.host.comparison.wording import listed
from compiler_core.host.compilation import Compilation, FunctionListing
from compiler_core.host.compile import compile_source
from compiler_core.host.rounds.counts import NO_COUNTS, RoundCounts, round_counts
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.outcome import Family
from compiler_core.trace import Trace

# Waiting for compilers, not computing: the toolchain's own queue limits the real parallelism.
COMPILES_ASKED_AT_ONCE = 4
BOTH: tuple[Family, ...] = ("gcc", "clang")


@dataclass(frozen=True, slots=True)
class MatrixSetting:
    """One column of flags to try.

    title is unique in a matrix. against: title of the setting it is compared with, empty for the
    one before it.
    """

    title: str
    flags: str
    families: tuple[Family, ...] = BOTH
    against: str = ""


DEFAULT_SETTINGS: tuple[MatrixSetting, ...] = (
    MatrixSetting("-O0", "-O0"),
    MatrixSetting("-O1", "-O1"),
    MatrixSetting("-O2", "-O2"),
    MatrixSetting("-O3", "-O3"),
    MatrixSetting("-Ofast", "-Ofast"),
    MatrixSetting("-O3 with SVE", "-O3 -march=armv8-a+sve", against="-O3"),
    MatrixSetting("-O3 for Neoverse N1", "-O3 -mcpu=neoverse-n1", against="-O3"),
    MatrixSetting("-O3 with frame pointer", "-O3 -fno-omit-frame-pointer", against="-O3"),
    MatrixSetting("-O3 with LTO", "-O3 -flto", against="-O3"),
    MatrixSetting("-Os", "-Os", against="-O2"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixLoop:
    """The main body of one source loop under one setting."""

    function: str
    """The one that it stands in, named as written in the source."""
    source_line: int | None
    """Where the loop stands in the source, from 1; null where the compiler does not say."""
    instructions: int
    """How many stand in the loop's body in the assembly."""
    works_on: str
    """`scalar`, `NEON` or `SVE`."""
    step_bytes: int | None
    """How far its addresses advance in one iteration; None if not found."""
    elements: int | None
    """Iterations of the source's loop in one of these; None if unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixRow:
    """One setting and what it gave.

    ok False: message says why there is no code.
    """

    title: str
    """The setting's own name, unique in the matrix, as `-O3 with SVE`; other rows and `groups`
    name it so."""
    flags: tuple[str, ...]
    """All that it was compiled with, those that were sent before its own; empty where nothing
    was compiled."""
    ok: bool
    """Whether there is code; where there is not, `message` says why."""
    message: str
    """Why there is no code, in words, such as a flag that is refused; empty where there is code."""
    metrics: Mapping[str, float]
    """Counts of all functions together by name, such as `instructions`, and those of the first
    main loop (`loop_…`); empty without code."""
    loops: tuple[MatrixLoop, ...]
    """In the order of the functions, then of their code; empty where the code has no innermost
    main loop."""
    against: str
    """Title of the setting compared with, empty if there is none."""
    summary: tuple[str, ...]
    """What changed against it."""
    same_as: str
    """The first setting before this one that gives identical code, or empty."""


@dataclass(frozen=True, slots=True)
class FlagMatrix:
    """All settings of one compiler."""

    compiler_title: str
    """The compiler and its version for people, as `GCC 12.2.0`."""
    rows: tuple[MatrixRow, ...]
    """One for each setting, from `-O0` on, refused ones too."""
    groups: tuple[tuple[str, ...], ...]
    """Titles whose code is identical, two or more each."""
    sentences: tuple[str, ...]
    """The groups in words."""
    trace: Trace
    """The rows as a pipeline with one step for each setting, in the same order."""


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A compiled setting, or the reason why it was refused."""

    setting: MatrixSetting
    compilation: Compilation | None
    refusal: str = ""


def flag_matrix(
    sources: Sequence[SourceFile],
    compiler_name: str,
    base_flags: str = "",
    settings: tuple[MatrixSetting, ...] = DEFAULT_SETTINGS,
    progress: Progress = unfollowed,
) -> FlagMatrix:
    """Compile the sources under every setting of this compiler's family.

    A setting that is refused or gives no code is a row that says so. Raises UnknownCompiler, and
    JailBroken, Overloaded and ToolMissing from the toolchain.
    """
    compiler = find_compiler(compiler_name)
    wanted = [setting for setting in settings if compiler.family in setting.families]

    def attempt(setting: MatrixSetting) -> _Attempt:
        return _attempt(sources, compiler_name, base_flags, setting)

    compiled = Steps(len(wanted), "settings compiled", progress)
    with WorkPool(COMPILES_ASKED_AT_ONCE) as pool:
        attempts = list(pool.map(compiled.counting(attempt), wanted))
    compared = Steps(len(wanted), "settings compared", progress)
    return _matrix(compiler.title, attempts, sources, compared)


def _attempt(
    sources: Sequence[SourceFile], compiler_name: str, base_flags: str, setting: MatrixSetting
) -> _Attempt:
    try:
        flags = f"{base_flags} {setting.flags}".strip()
        return _Attempt(setting, compile_source(sources, compiler_name, flags))
    except InputError as error:
        return _Attempt(setting, None, str(error))


def _matrix(
    compiler_title: str,
    attempts: Sequence[_Attempt],
    sources: Sequence[SourceFile],
    compared: Steps,
) -> FlagMatrix:
    with_code = [attempt for attempt in attempts if _has_code(attempt)]
    same_as = _first_equals(with_code)
    rows, steps = [], []
    for attempt in attempts:
        base = _base_of(attempt, attempts, with_code)
        comparison = _compared(base, attempt, sources)
        rows.append(_row(attempt, base, comparison, same_as, sources))
        compared.done()
        steps.append(
            setting_step(
                attempt.setting.title,
                base.compilation if base is not None else None,
                attempt.compilation if _has_code(attempt) else None,
                comparison,
                rows[-1].metrics,
                rows[-1].message,
            )
        )
    groups = _groups(with_code, same_as)
    sentences = tuple(f"{listed(group)} give the same code here." for group in groups)
    trace = Trace(f"Flags of {compiler_title}", tuple(steps))
    return FlagMatrix(compiler_title, tuple(rows), groups, sentences, trace)


def _has_code(attempt: _Attempt) -> bool:
    compilation = attempt.compilation
    return compilation is not None and compilation.ok and bool(compilation.functions)


def _base_of(
    attempt: _Attempt, attempts: Sequence[_Attempt], with_code: Sequence[_Attempt]
) -> _Attempt | None:
    """The setting named by `against` if it gave code, else the nearest one before that did."""
    named = [other for other in with_code if other.setting.title == attempt.setting.against]
    if named:
        return named[0]
    position = attempts.index(attempt)
    before = [other for other in attempts[:position] if _has_code(other)]
    return before[-1] if before else None


def _compared(
    base: _Attempt | None, attempt: _Attempt, sources: Sequence[SourceFile]
) -> SettingsComparison | None:
    if base is None or base.compilation is None or attempt.compilation is None:
        return None
    if not _has_code(attempt):
        return None
    return compare(base.compilation, attempt.compilation, sources)


def _row(
    attempt: _Attempt,
    base: _Attempt | None,
    comparison: SettingsComparison | None,
    same_as: Mapping[str, str],
    sources: Sequence[SourceFile],
) -> MatrixRow:
    compilation = attempt.compilation
    functions = compilation.functions if compilation is not None else ()
    rounds = round_counts(sources, compilation) if compilation is not None else NO_COUNTS
    return MatrixRow(
        title=attempt.setting.title,
        flags=compilation.flags if compilation is not None else (),
        ok=_has_code(attempt),
        message="" if _has_code(attempt) else _why_no_code(attempt),
        metrics=function_metrics(functions, rounds),
        loops=_loops(functions, rounds),
        against=base.setting.title if base is not None and comparison is not None else "",
        summary=comparison.summary if comparison is not None else (),
        same_as=same_as.get(attempt.setting.title, ""),
    )


def _why_no_code(attempt: _Attempt) -> str:
    compilation = attempt.compilation
    if compilation is None:
        return attempt.refusal
    errors = [error.message for error in compilation.diagnostics if error.severity == "error"]
    reasons = (compilation.message, *errors, *compilation.notes, "It gave no code.")
    return next(reason for reason in reasons if reason)


def _loops(functions: Sequence[FunctionListing], rounds: RoundCounts) -> tuple[MatrixLoop, ...]:
    return tuple(
        MatrixLoop(
            function=function.name,
            source_line=line,
            instructions=loop.instructions,
            works_on=vector_kind(function, loop),
            step_bytes=loop.step_bytes,
            elements=rounds.of(function, loop),
        )
        for function in functions
        for line, loop in main_loops(function).items()
    )


def _first_equals(attempts: Sequence[_Attempt]) -> dict[str, str]:
    """Title -> title of the first setting before it whose code is identical."""
    equals: dict[str, str] = {}
    representatives: list[_Attempt] = []
    for attempt in attempts:
        equal = next((other for other in representatives if _identical(other, attempt)), None)
        if equal is None:
            representatives.append(attempt)
        else:
            equals[attempt.setting.title] = equal.setting.title
    return equals


def _identical(first: _Attempt, other: _Attempt) -> bool:
    if first.compilation is None or other.compilation is None:
        return False
    counts = [
        [function.metrics["instructions"] for function in attempt.functions]
        for attempt in (first.compilation, other.compilation)
    ]
    return counts[0] == counts[1] and compare(first.compilation, other.compilation).identical


def _groups(
    attempts: Sequence[_Attempt], same_as: Mapping[str, str]
) -> tuple[tuple[str, ...], ...]:
    members: dict[str, list[str]] = {}
    for attempt in attempts:
        title = attempt.setting.title
        members.setdefault(same_as.get(title, title), []).append(title)
    return tuple(tuple(titles) for titles in members.values() if len(titles) > 1)
