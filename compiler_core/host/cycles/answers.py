"""From what an analyser reports to the answer that is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.host.cycles.loop_code import LoopCode
from compiler_core.host.cycles.machine_code_analyzer import Analysis, AnalyzedInstruction
from compiler_core.host.cycles.osaca_report import OsacaReport
from compiler_core.host.cycles.record import (
    CriticalLink,
    InstructionCost,
    ModelAnswer,
    ResourceUse,
)
from compiler_core.host.cycles.recurrence import Recurrence, recurrence_of
from compiler_core.host.cycles.scheduling_models import OsacaModel
from compiler_core.host.cycles.sentences import llvm_sentences, osaca_sentences, unknown_note
from compiler_core.host.cycles.vector_lengths import VectorLength
from compiler_core.host.rounds.elements import Elements

NOT_MODELLED = "caches and branch misses are not modelled"
_FOREIGN = (
    "This code uses instructions that {cpu} does not have: it could not run there. Where the model "
    "has figures for them, they are another core's."
)


@dataclass(frozen=True, slots=True)
class Question:
    """One loop for one core: its code, its elements, and the SVE length if it uses SVE."""

    code: LoopCode
    elements: Elements
    cpu: str
    length: VectorLength | None

    def per_element(self, cycles: float) -> float | None:
        """Cycles per element; None where the elements are not known."""
        return cycles / self.elements.count if self.elements.count else None


def no_answer(question: Question, model: str, version: str, message: str) -> ModelAnswer:
    """An analyser that has nothing to say about this loop, and why."""
    return ModelAnswer(
        model=model,
        version=version,
        cpu_asked=question.cpu,
        cpu_used="",
        model_title="",
        message=message,
        cycles_per_iteration=None,
        elements_per_iteration=question.elements.count,
        cycles_per_element=None,
        elements_reason=question.elements.reason,
        vector_bits=question.length.bits if question.length is not None else None,
        unknown=(),
        is_lower_bound=False,
        statement="",
        sentences=(),
        notes=(),
    )


def llvm_answer(question: Question, version: str, analysis: Analysis) -> ModelAnswer:
    """llvm-mca's answer with provenance, sentences and pictures' figures."""
    if analysis.message:
        return no_answer(question, "llvm-mca", version, analysis.message)
    code = question.code
    recurrence = _recurrence(code, analysis.instructions)
    cycles = analysis.cycles / analysis.iterations
    title = _llvm_title(analysis)
    return ModelAnswer(
        model="llvm-mca",
        version=version,
        cpu_asked=question.cpu,
        cpu_used=analysis.model.cpu if analysis.model is not None else "unknown",
        model_title=title,
        message="",
        cycles_per_iteration=cycles,
        elements_per_iteration=question.elements.count,
        cycles_per_element=question.per_element(cycles),
        elements_reason=question.elements.reason,
        vector_bits=question.length.bits if question.length is not None else None,
        unknown=tuple(code.instructions[index].text for index in analysis.unknown),
        is_lower_bound=bool(analysis.unknown),
        statement=f"modelled, by llvm-mca {version} with {title}; {NOT_MODELLED}",
        sentences=llvm_sentences(code, analysis, recurrence),
        notes=_llvm_notes(question, version, analysis),
        dispatch_width=analysis.dispatch_width,
        instructions_per_cycle=analysis.instructions_per_cycle,
        throughput_bound=analysis.throughput_bound,
        dependency_bound=recurrence.cycles if recurrence is not None else None,
        resources=analysis.resources,
        instructions=_llvm_costs(code, analysis, recurrence),
        timeline=analysis.timeline,
        critical=_critical(analysis, recurrence),
    )


def _llvm_title(analysis: Analysis) -> str:
    if analysis.model is not None:
        return f"LLVM's {analysis.model.title} model"
    first = analysis.resources[0].name if analysis.resources else "?"
    return f"a model of LLVM's that the Lab does not know (its first unit is {first})"


def _recurrence(code: LoopCode, instructions: Sequence[AnalyzedInstruction]) -> Recurrence | None:
    """On what the model knows; the chain's indexes are those of the loop's code."""
    texts = [code.instructions[known.index].text for known in instructions]
    recurrence = recurrence_of(texts, [known.latency for known in instructions])
    if recurrence is None:
        return None
    chain = tuple(instructions[member].index for member in recurrence.chain)
    return Recurrence(recurrence.cycles, chain, recurrence.registers)


def _llvm_notes(question: Question, version: str, analysis: Analysis) -> tuple[str, ...]:
    notes = []
    used = analysis.model
    if used is not None and used.cpu != question.cpu:
        own = f"LLVM {version} has no model of its own for {question.cpu}"
        notes.append(f"{own}: that of {used.cpu} answers.")
    if analysis.foreign:
        notes.append(_FOREIGN.format(cpu=question.cpu))
    if analysis.unknown:
        notes.append(unknown_note(question.code, analysis.unknown))
    return (*notes, *common_notes(question))


def common_notes(question: Question) -> tuple[str, ...]:
    """What holds whichever model answers."""
    return (f"Counted with {question.length.reason}.",) if question.length is not None else ()


def _llvm_costs(
    code: LoopCode, analysis: Analysis, recurrence: Recurrence | None
) -> tuple[InstructionCost, ...]:
    known = {cost.index: cost for cost in analysis.instructions}
    chain = recurrence.chain if recurrence is not None else ()
    return tuple(
        InstructionCost(
            line=instruction.line,
            text=instruction.text,
            known=index in known,
            latency=known[index].latency if index in known else None,
            micro_ops=known[index].micro_ops if index in known else None,
            pressure=known[index].pressure if index in known else {},
            on_critical_path=index in chain,
            carried=index in chain,
        )
        for index, instruction in enumerate(code.instructions)
    )


def _critical(analysis: Analysis, recurrence: Recurrence | None) -> tuple[CriticalLink, ...]:
    """The chain from round to round; without one, the sequence llvm-mca saw delay the loop."""
    if recurrence is None:
        return analysis.bottleneck.chain if analysis.bottleneck is not None else ()
    chain = recurrence.chain
    following = (*chain[1:], chain[0])
    return tuple(
        CriticalLink(
            before=before,
            after=after,
            kind="register",
            through=register,
            carried=before >= after,
            share=None,
        )
        for before, after, register in zip(chain, following, recurrence.registers, strict=True)
    )


def osaca_answer(
    question: Question, version: str, model: OsacaModel, report: OsacaReport
) -> ModelAnswer:
    """OSACA's answer: the larger of its two bounds, with perfect scheduling."""
    if report.message:
        return no_answer(question, "OSACA", version, report.message)
    code = question.code
    title = f"OSACA's {model.title} model"
    notes = (unknown_note(code, report.unknown),) if report.unknown else ()
    return ModelAnswer(
        model="OSACA",
        version=version,
        cpu_asked=question.cpu,
        cpu_used=model.cpus[0],
        model_title=title,
        message="",
        cycles_per_iteration=report.cycles,
        elements_per_iteration=question.elements.count,
        cycles_per_element=question.per_element(report.cycles),
        elements_reason=question.elements.reason,
        vector_bits=question.length.bits if question.length is not None else None,
        unknown=tuple(code.instructions[index].text for index in report.unknown),
        is_lower_bound=bool(report.unknown),
        statement=f"modelled, by OSACA {version} with {title}; {NOT_MODELLED}",
        sentences=osaca_sentences(code, report),
        notes=(*notes, *common_notes(question)),
        throughput_bound=report.throughput,
        dependency_bound=report.dependency,
        resources=tuple(
            ResourceUse(port, port, cycles) for port, cycles in (report.ports or {}).items()
        ),
        instructions=_osaca_costs(code, report),
        critical=_osaca_critical(report),
    )


def _osaca_costs(code: LoopCode, report: OsacaReport) -> tuple[InstructionCost, ...]:
    rows = {row.index: row for row in report.rows}
    return tuple(
        InstructionCost(
            line=instruction.line,
            text=instruction.text,
            known=index in rows and rows[index].known,
            latency=None,
            micro_ops=None,
            pressure=rows[index].pressure if index in rows else {},
            on_critical_path=index in rows and rows[index].on_critical_path,
            carried=index in report.chain,
        )
        for index, instruction in enumerate(code.instructions)
    )


def _osaca_critical(report: OsacaReport) -> tuple[CriticalLink, ...]:
    chain = report.chain
    following = (*chain[1:], *chain[:1])
    return tuple(
        CriticalLink(
            before=before,
            after=after,
            kind="register",
            through="",
            carried=before >= after,
            share=None,
        )
        for before, after in zip(chain, following, strict=True)
    )
