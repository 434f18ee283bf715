"""Cycles of every innermost loop of a source, by every analyser that is here: the entry point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from compiler_core.asker import WorkPool
from compiler_core.errors import InputError, ToolMissing
from compiler_core.host.comparison.call_sentences import MEMORY_FUNCTIONS, calls_of
from compiler_core.host.comparison.wording import listed
from compiler_core.host.compilation import Compilation, FunctionListing, Loop, line_words
from compiler_core.host.compile import compile_source
from compiler_core.host.cycles.answers import Question, llvm_answer, no_answer, osaca_answer
from compiler_core.host.cycles.loop_code import loop_code
from compiler_core.host.cycles.machine_code_analyzer import analyze
from compiler_core.host.cycles.osaca_report import ask_osaca
from compiler_core.host.cycles.record import CyclesReport, LoopCycles, ModelAnswer
from compiler_core.host.cycles.scheduling_models import OSACA_MODELS, osaca_model
from compiler_core.host.cycles.vector_lengths import vector_length
from compiler_core.host.rounds.elements import ElementCounter
from compiler_core.source import SourceFile
from compiler_core.toolchain.analysers import (
    Analyser,
    find_llvm_mca,
    find_osaca,
    llvm_mca_cpus,
)

DEFAULT_CPU = "neoverse-n1"
MAXIMUM_LOOPS = 32
# Each loop is a few short processes; the toolchain's queue limits what really runs at once.
_ASKED_AT_ONCE = 4
OSACA_MISSING = (
    "OSACA, a second model, is not installed: `pip install 'lowering-lab[osaca]'` adds it (it has "
    "models of Cortex-A72, Neoverse N1 and V2, ThunderX2, A64FX, TSV110 and Apple M1)."
)


@dataclass(frozen=True, slots=True)
class Analysers:
    """What is installed; osaca is None where it is not."""

    llvm_mca: Analyser
    osaca: Analyser | None


def installed_analysers() -> Analysers:
    """Raises ToolMissing without a usable llvm-mca; OSACA may be missing."""
    llvm_mca = find_llvm_mca()
    try:
        return Analysers(llvm_mca, find_osaca())
    except ToolMissing:
        return Analysers(llvm_mca, None)


def cycles_of_source(
    sources: Sequence[SourceFile], compiler: str, flags: str, cpu: str = DEFAULT_CPU
) -> CyclesReport:
    """Compile, then ask the models about every innermost loop.

    Raises InputError for an unknown core or a source that gives no assembly, ToolMissing without
    llvm-mca, and what `compile_source` raises.
    """
    compilation = compile_source(sources, compiler, flags)
    return cycles_of(sources, compilation, cpu, installed_analysers())


def _without_loop(compilation: Compilation) -> str:
    calls = {name for function in compilation.functions for name in calls_of(function)}
    routines = [name for name in MEMORY_FUNCTIONS if name in calls]
    if routines:
        return (
            f"The code has no loop: it calls {listed(routines)}, and what repeats is in that "
            "library code, which is not modelled."
        )
    return "The code has no loop: nothing repeats, so there is no figure per iteration."


def cycles_of(
    sources: Sequence[SourceFile], compilation: Compilation, cpu: str, analysers: Analysers
) -> CyclesReport:
    """The same for a compilation that is there already."""
    check_cpu(cpu, analysers)
    if not compilation.ok:
        raise InputError(f"There is no assembly to analyse: {compilation.message}")
    pairs = _loops_in_order(compilation)
    notes = [] if analysers.osaca is not None else [OSACA_MISSING]
    if len(pairs) > MAXIMUM_LOOPS:
        notes.append(
            f"Only the first {MAXIMUM_LOOPS} of {len(pairs)} innermost loops are analysed."
        )
    if not pairs:
        notes.append(_without_loop(compilation))
    counter = ElementCounter(sources, compilation)
    with WorkPool(max_workers=_ASKED_AT_ONCE) as pool:
        questions = [
            (function, loop, _question(counter, compilation, function, loop, cpu))
            for function, loop in pairs[:MAXIMUM_LOOPS]
        ]
        answers = list(pool.map(lambda item: _answers(item[2], analysers), questions))
    return CyclesReport(
        compiler=compilation.compiler,
        version=compilation.version,
        flags=compilation.flags,
        cpu=cpu,
        loops=tuple(
            _loop_cycles(function, loop, question, models)
            for (function, loop, question), models in zip(questions, answers, strict=True)
        ),
        notes=tuple(notes),
    )


def cycles_of_loop(
    sources: Sequence[SourceFile],
    compilation: Compilation,
    pair: tuple[FunctionListing, Loop],
    cpu: str,
    analysers: Analysers,
) -> LoopCycles:
    """The answers about one loop of a compilation. Raises InputError for an unknown core."""
    check_cpu(cpu, analysers)
    function, loop = pair
    counter = ElementCounter(sources, compilation)
    question = _question(counter, compilation, function, loop, cpu)
    return _loop_cycles(function, loop, question, _answers(question, analysers))


def check_cpu(cpu: str, analysers: Analysers) -> None:
    """Raises InputError for a core that no analyser here knows, naming close ones."""
    known = known_cpus(analysers)
    if cpu in known:
        return
    close = get_close_matches(cpu, known, n=4, cutoff=0.5)
    advice = f"Close names: {', '.join(close)}." if close else f"Known: {', '.join(known)}."
    raise InputError(f"No model here knows a core called {cpu[:40]!r}.", advice)


def known_cpus(analysers: Analysers) -> tuple[str, ...]:
    """Every core one can ask for."""
    osaca = {name for model in OSACA_MODELS for name in model.cpus}
    return tuple(sorted({*llvm_mca_cpus(analysers.llvm_mca), *osaca}))


def _loops_in_order(compilation: Compilation) -> list[tuple[FunctionListing, Loop]]:
    """Innermost loops: by function, source line, main bodies first, then the order of the code."""
    return [
        (function, loop)
        for function in compilation.functions
        for loop in sorted(
            (loop for loop in function.loops if loop.innermost),
            key=lambda loop: (loop.source_line or 0, loop.role != "main", loop.first),
        )
    ]


def _question(
    counter: ElementCounter,
    compilation: Compilation,
    function: FunctionListing,
    loop: Loop,
    cpu: str,
) -> Question:
    code = loop_code(function, loop)
    length = vector_length(cpu, compilation.flags)
    elements = counter.elements(function, loop, length.bits // 8)
    if code.uses_sve and elements.count is not None:
        elements = replace(elements, reason=f"{elements.reason}, with {length.reason}")
    return Question(code, elements, cpu, length if code.uses_sve else None)


def _answers(question: Question, analysers: Analysers) -> tuple[ModelAnswer, ...]:
    analysis = analyze(analysers.llvm_mca, question.code, question.cpu)
    first = llvm_answer(question, analysers.llvm_mca.version, analysis)
    if analysers.osaca is None:
        return (first,)
    return first, _osaca(question, analysers.osaca)


def _osaca(question: Question, osaca: Analyser) -> ModelAnswer:
    model = osaca_model(question.cpu)
    if model is None:
        message = f"OSACA {osaca.version} has no model of {question.cpu}."
        return no_answer(question, "OSACA", osaca.version, message)
    report = ask_osaca(osaca, question.code, model.name)
    return osaca_answer(question, osaca.version, model, report)


def _loop_cycles(
    function: FunctionListing, loop: Loop, question: Question, models: tuple[ModelAnswer, ...]
) -> LoopCycles:
    return LoopCycles(
        function=function.name,
        symbol=function.symbol,
        source_line=loop.source_line,
        loop=loop.id,
        role=loop.role,
        path=question.code.path,
        models=models,
        place=line_words(loop.source_line, loop.source_file) if loop.source_line else "",
        source_file=loop.source_file,
    )
