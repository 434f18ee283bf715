"""The cycles pane: what the models say about each innermost loop, with their pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.loop.views.cycle_pictures import CyclePicture, pictures_of
from app.loop.views.subject import Subject
from app.site.views.documentation import with_code
from app.words import capitalised
from compiler_core.host.cycles.held_ports import (
    ListedInstruction,
    listed_instructions,
    path_sentences,
)
from compiler_core.host.cycles.record import CyclesReport, LoopCycles, ModelAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelView:
    """One model's answer."""

    name: str
    """The analyser that was asked: `llvm-mca` or `OSACA`."""
    figure: str
    """`1.64 cycles per element`, empty without one."""
    per_round: str
    """Such as `6.5 cycles per round of the loop`; empty where the model has none."""
    statement: str
    """A sentence that stands with every figure: by which model it is."""
    message: Markup
    """Why it has no answer; empty with one."""
    lines: tuple[Markup, ...]
    """What bounds the loop, and notes."""
    path: tuple[str, ...]
    """What the marks on the listing's rows are."""
    rows: tuple[tuple[ListedInstruction, str], ...]
    """The loop's instructions, each with the key of its source line; empty without one."""
    pictures: tuple[CyclePicture, ...]
    """Drawings of the answer; empty where there is nothing to draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopView:
    """One innermost loop: its name and role, which instructions were taken, the models."""

    name: str
    """Function and role, such as `dot: main loop`."""
    place: str
    """Its source line in words; empty without one."""
    key: str
    """Joins it to its source line in other panes; empty without one."""
    lines: tuple[str, ...]
    """Keys of all lines that have an instruction in it."""
    classes: str
    """Marks the loops that the followed line belongs to."""
    path: str
    """Which instructions were analysed and what was left out, in a sentence or more."""
    models: tuple[ModelView, ...]
    """Each model's answer."""


@dataclass(frozen=True, slots=True)
class CyclesView:
    """The pane. cores: whose cycles can be modelled; core: the chosen one. message: why there is no
    answer, or empty."""

    cores: Sequence[str]
    core: str
    message: str
    notes: tuple[Markup, ...]
    loops: tuple[LoopView, ...]


def cycles_view(
    subject: Subject, report: CyclesReport | None, cores: Sequence[str], message: str
) -> CyclesView:
    """The pane for a report; without one, message says why."""
    loops = report.loops if report is not None else ()
    return CyclesView(
        cores=cores,
        core=subject.request.core,
        message=message,
        notes=tuple(with_code(note) for note in report.notes) if report is not None else (),
        loops=tuple(_loop(loop, subject) for loop in loops),
    )


def _loop(loop: LoopCycles, subject: Subject) -> LoopView:
    places = subject.places
    functions = subject.compilation.functions
    function = next(listing for listing in functions if listing.symbol == loop.symbol)
    own = [line for line in function.lines if line.loop == loop.loop]
    keys = {places.key(line.source_file, line.source_line) for line in own}
    key_of = {line.id: places.key(line.source_file, line.source_line) for line in own}
    key = places.key(loop.source_file or function.file, loop.source_line)
    lines = tuple(sorted({*keys, key} - {""}))
    return LoopView(
        name=f"{loop.function}: {loop.role} loop",
        place=loop.place,
        key=key,
        lines=lines,
        classes="linked" if places.followed in lines else "",
        path=loop.path,
        models=tuple(_model(loop, answer, key_of) for answer in loop.models),
    )


def _model(loop: LoopCycles, answer: ModelAnswer, key_of: Mapping[int, str]) -> ModelView:
    least = "at least " if answer.is_lower_bound else ""
    unknown = tuple(f"Unknown to this model, so free: `{text}`" for text in answer.unknown)
    said = (*answer.sentences, capitalised(answer.elements_reason), *unknown, *answer.notes)
    return ModelView(
        name=answer.model,
        figure=_figure(answer.cycles_per_element, "element", least),
        per_round=_figure(answer.cycles_per_iteration, "round of the loop", least),
        statement=answer.statement,
        message=with_code(answer.message),
        lines=tuple(with_code(line) for line in said if line),
        path=path_sentences(answer),
        rows=tuple((row, key_of.get(row.line, "")) for row in listed_instructions(answer)),
        pictures=pictures_of(loop, answer),
    )


def _figure(cycles: float | None, unit: str, least: str) -> str:
    return f"{least}{cycles:.3g} cycles per {unit}" if cycles is not None else ""
