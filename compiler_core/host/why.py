"""Why cards: compile once with the record on, and form a verdict for every loop statement."""

from __future__ import annotations

import time
from collections.abc import Container, Iterator, Sequence

import orjson

from compiler_core.errors import ToolMissing
from compiler_core.host.diagnostics import plain_text
from compiler_core.host.source_edits.offers import is_offered
from compiler_core.host.source_reading.source_loops import UNWRITTEN, SourceLoop, source_loops
from compiler_core.host.verdicts.circumstances import Circumstances, Compiled
from compiler_core.host.verdicts.code import code_of_loops
from compiler_core.host.verdicts.equal_functions import equal_functions
from compiler_core.host.verdicts.findings import LoopFinding
from compiler_core.host.verdicts.indexed_loops import IndexedLoops
from compiler_core.host.verdicts.instances import clause_of, fates_of
from compiler_core.host.verdicts.library_calls import library_calls
from compiler_core.host.verdicts.listed_rounds import ListedRounds
from compiler_core.host.verdicts.loop_ir.forms import LoopForms, placed_below_pragmas
from compiler_core.host.verdicts.loop_ir.read_form import read_form
from compiler_core.host.verdicts.macro_loops import is_borne_out, macro_loops
from compiler_core.host.verdicts.nested_unwritten import loops_in_statements, with_loops_around
from compiler_core.host.verdicts.record import Record, record_of
from compiler_core.host.verdicts.report import reports_of
from compiler_core.host.verdicts.routine_calls import routine_calls
from compiler_core.host.verdicts.sentences import evidence_of, sentence_of
from compiler_core.host.verdicts.suggestions import suggestion_named
from compiler_core.host.verdicts.unwritten_loops import loops_in_calls, unwritten_loops
from compiler_core.host.verdicts.verdict import SuggestionTitle, Verdict, Why
from compiler_core.kept import Kept
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.outcome import Compiler

ANSWERS_KEPT = 256

_answers: Kept[tuple[Why, bool]] = Kept(ANSWERS_KEPT)


def explain_loops(source: SourceFile, compiler_name: str, flags_text: str) -> Why:
    """A verdict for each loop statement, in source order, and all remarks; no loops but a message
    if the source does not compile.

    Raises UnknownCompiler, RefusedFlag, ToolMissing, Overloaded, JailBroken.
    """
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    if not compiler.driver(source.language):
        raise ToolMissing(f"The C++ driver of {compiler.name}", f"{compiler.name} for C++")
    key = (compiler.build_id, flags, source)
    answer, _ = _answers.get_or_compute(
        key, lambda: _answer_now(source, compiler, flags), lambda result: not result[1]
    )
    return answer[0]


def _answer_now(source: SourceFile, compiler: Compiler, flags: tuple[str, ...]) -> tuple[Why, bool]:
    """The answer, and whether a limit ended the compile: then it is not kept."""
    started = time.perf_counter()
    record = record_of(source, compiler, flags)
    why = _answer(source, compiler, flags, record, started)
    return why, record.outcome.status == "limited"


def why_json(why: Why) -> bytes:
    """`lowlab why` and the API: compiler, version, flags, ok, message, loops, remarks."""
    return orjson.dumps(why)


def _answer(
    source: SourceFile,
    compiler: Compiler,
    flags: tuple[str, ...],
    record: Record,
    started: float,
) -> Why:
    ok = record.outcome.status == "ok"
    return Why(
        compiler=compiler.name,
        compiler_title=compiler.title,
        version=compiler.version,
        flags=flags,
        ok=ok,
        message=plain_text(record.outcome.message),
        loops=verdicts_of(source, compiler, flags, record) if ok else (),
        remarks=record.shown,
        seconds=time.perf_counter() - started,
    )


def verdicts_of(
    source: SourceFile, compiler: Compiler, flags: tuple[str, ...], record: Record
) -> tuple[Verdict, ...]:
    """The verdicts of one compile, from its record and assembly.

    What a round of a vector loop does takes one more compile, without optimisation.
    """
    written = source_loops(source)
    form = read_form(record.form, source, compiler.family)
    calls = library_calls(source, form, record.accounts)
    made = tuple(placed_below_pragmas(source, calls.placed_loops(form.loops), written))
    extra = (
        *unwritten_loops(source, LoopForms(made, written).unplaced(), written),
        *loops_in_calls(source, made, written),
        *loops_in_statements(source, made, written),
    )
    extra = with_loops_around(source, made, written, extra)
    routines = routine_calls(source, record.outcome.output, extra)
    macros = macro_loops(source, (*written, *extra, *routines))
    seen = (*written, *extra, *routines, *macros)
    loops = IndexedLoops(sorted(seen, key=lambda loop: (loop.line, loop.column)))
    accounts = tuple(calls.placed_accounts(record.accounts))
    equal = equal_functions(record.accounts)
    forms = LoopForms(made, loops, equal)
    compiled = Compiled(
        source=source,
        compiler=compiler,
        flags=flags,
        loops=loops,
        code=code_of_loops(record.outcome.output, loops, calls, forms.by_function()),
        reports=dict(reports_of(accounts, source, loops, compiler.family)),
        forms=forms,
        rounds=ListedRounds(source, compiler, flags, record.outcome),
        symbols=frozenset(function.name for function, _ in form.functions),
        routines=routines,
    )
    cases = [Circumstances(compiled, loop) for loop in loops]
    return tuple(_told_verdicts(cases, macros, equal))


def _told_verdicts(
    cases: Sequence[Circumstances], macros: Sequence[SourceLoop], merged: Container[str]
) -> Iterator[Verdict]:
    """Those that there is something to tell of; of a macro's loop only what its code bears out."""
    for case in cases:
        verdict = _verdict(case)
        if _is_told(verdict) and (
            case.loop not in macros or is_borne_out(case, verdict.reason_key, merged)
        ):
            yield verdict


def _is_told(verdict: Verdict) -> bool:
    """A loop of a library that left no code here and no words has nothing to be told."""
    return verdict.kind != UNWRITTEN or verdict.reason_key != "unknown" or bool(verdict.body)


def _verdict(whole: Circumstances) -> Verdict:
    fates = fates_of(whole)
    case, finding = fates[0]
    return Verdict(
        function=case.loop.function,
        source_line=case.loop.line,
        column=case.loop.column,
        end_line=case.loop.end_line,
        kind=case.loop.kind,
        depth=case.depth,
        vectorized=finding.vectorized,
        scalable=finding.scalable,
        arithmetic=finding.arithmetic,
        vector_bytes=finding.vector_bytes,
        interleave=finding.interleave,
        iterations_per_round=case.iterations_per_round,
        reason_key=finding.reason.key,
        title=finding.reason.title,
        sentence=f"{sentence_of(case, finding).removesuffix('.')}{clause_of(fates)}.",
        explanation=finding.reason.sentence,
        evidence=tuple(dict.fromkeys(part for fate in fates for part in evidence_of(*fate))),
        suggestions=_suggestions(case, finding),
        body=case.code.main.body if case.code.main is not None else (),
    )


def _suggestions(case: Circumstances, finding: LoopFinding) -> tuple[SuggestionTitle, ...]:
    """Those of the reason that apply here and promise nothing that is known to be untrue."""
    if case.loop.kind == UNWRITTEN:
        return ()
    compiled = case.compiled
    setting = compiled.compiler, compiled.flags
    facts = case.facts.features if case.facts is not None else frozenset[str]()
    named = (suggestion_named(name) for name in finding.reason.suggestions)
    return tuple(
        SuggestionTitle(suggestion.id, suggestion.title)
        for suggestion in named
        if is_offered(suggestion, compiled.source, case.loop, setting, finding.reason.key, facts)
    )
