"""From a page of the atlas and a reader's settings to what is printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.addresses.atlas import ATLAS, QUESTIONS, atlas_address, events_address
from app.addresses.views.lesson_link import LessonLink
from app.atlas.answers import AtlasAnswers, atlas_answers
from app.atlas.differences import difference_rows
from app.atlas.dissections import dissection_view
from app.atlas.fields import settings_form
from app.atlas.kernel_maps import kernel_map_view
from app.atlas.plots import plot_view
from app.atlas.views.atlas import (
    AtlasDoorView,
    AtlasPageView,
    AtlasWaitingView,
    Bar,
    ComparedLine,
    FactRow,
    JoinedLine,
    LaneRow,
    ProgressView,
    SideText,
    StepRow,
    TimePictureView,
)
from app.lesson.sections import is_settled, ready_sections
from app.lesson.views.lesson import ClaimView, PredictionView, SectionView
from app.serving.queue_numbers import number_words
from app.words import count
from compiler_core.atlas.mlir.dumps import REWRITE
from compiler_core.atlas.pages import PAGES, page_named
from compiler_core.atlas.records import (
    ARTEFACT,
    SEARCH,
    SIDES,
    AtlasAnswer,
    AtlasPage,
    LaneBar,
    Progress,
    TimePicture,
)
from compiler_core.atlas.run import changed_settings
from compiler_core.basis import BASIS_WORDS
from compiler_core.claims.facts.atlas import atlas_facts
from compiler_core.errors import InputError, ToolMissing
from compiler_core.lessons.atlas_articles import article_of
from compiler_core.lessons.atlas_questions import question_of
from compiler_core.lessons.lesson import Prediction
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.trace import Step

_COMPILER = "gcc"
_LINES = 8
_LONG_LISTING, _LONG_JOINED = 60, 200
"""Lines; what is longer is folded, a source beside what became of it from more lines on."""
_CHANGES_TOLD = 3
_FEW_FACTS, _FACTS_SHOWN = 13, 10
"""Where there are more than a few, so many are shown and the others folded."""
_PARTS = ("kept", "repeated", "pruned")
_BAD = 422


@dataclass(frozen=True, slots=True)
class AtlasShown:
    """A page and its status. lasting: it would be the same again, as long as tools and recorded
    moments stay as they are."""

    page: AtlasPageView
    status: int
    lasting: bool


def atlas_door() -> AtlasDoorView:
    """All pages."""
    pages = tuple(LessonLink(f"{ATLAS}/{page.name}", page.title, page.idea) for page in PAGES)
    return AtlasDoorView(title="The atlas of AI compilers", pages=pages)


def atlas_page(name: str, given: Mapping[str, str]) -> AtlasShown:
    """The page under these settings; settings that it refuses are named on it.

    Raises UnknownName.
    """
    return answered_page(name, given, atlas_answers(name, given))


def answered_page(name: str, given: Mapping[str, str], answers: AtlasAnswers) -> AtlasShown:
    """The page with these answers. Raises UnknownName."""
    page, problem = page_named(name), answers.problem
    status = _BAD if isinstance(problem, InputError) else 200
    view = _view(page, answers, given)
    is_kept = not problem and answers.is_settled and not page.own_texts(given)
    sections = (*view.opening, *view.closing)
    lasting = is_kept and all(_is_final(section, answers.own) for section in sections)
    return AtlasShown(view, status, lasting)


def waiting_page(
    name: str, given: Mapping[str, str], number: int, progress: Progress | None = None
) -> AtlasWaitingView:
    """The page while its answer is being made: its text, and what it waits for. number: of the
    answer's turn, 0 for none; progress: how far the answer is. Raises UnknownName.
    """
    page = page_named(name)
    opening, closing = _sections(name)
    says = f"At work: {page.tool}. The answer is kept: the next look is at once."
    return AtlasWaitingView(
        title=page.title,
        identity=page.name,
        idea=page.idea,
        opening=opening,
        closing=closing,
        says=says,
        turn=number_words(number),
        address=atlas_address(name, given),
        events=events_address(name, given) if page.compute_told is not None else "",
        progress=_progress(progress, says),
        claims_address=f"{ATLAS}/{page.name}/claims",
        question_address=_question_address(name),
    )


def _progress(progress: Progress | None, says: str) -> ProgressView:
    """says: before anything is told."""
    if progress is None:
        return ProgressView(says=says, gone=0, planned=0, plots=())
    plots = tuple(map(plot_view, progress.plots))
    return ProgressView(
        says=progress.says, gone=progress.gone, planned=progress.planned, plots=plots
    )


def _is_final(section: SectionView, answer: AtlasAnswer) -> bool:
    """Whether the section stays as it is. A claim that is not tried for want of a tool does, for
    what was recorded stands until the tool is there."""
    verdict = section.proof if isinstance(section, PredictionView) else section
    if isinstance(verdict, ClaimView) and verdict.mark == "unstated":
        return verdict.found in _missing(answer) or is_settled(section)
    return is_settled(section)


def _missing(answer: AtlasAnswer) -> set[str]:
    """What is said of each tool that the answer does without."""
    tools = [part.missing for part in answer.recorded_parts if part.missing is not None]
    errors = [ToolMissing(tool.tool, tool.package, tool.command) for tool in tools]
    return {answer.error, *(f"{error.message} {error.advice}" for error in errors)} - {""}


def _view(page: AtlasPage, answers: AtlasAnswers, given: Mapping[str, str]) -> AtlasPageView:
    answer, problem = answers.own, answers.problem
    opening, closing = _sections(page.name)
    changed = changed_settings(page, answer.settings)
    rows = () if problem else _fact_rows(page, answers.usual, answer)
    facts = _facts_shown(rows)
    return AtlasPageView(
        title=page.title,
        identity=page.name,
        idea=page.idea,
        opening=opening,
        closing=closing,
        labels=answer.labels,
        tool="" if answer.recorded_on else f"{answer.tool} {answer.version}",
        form=settings_form(page, answer.settings, given),
        recorded=_recorded(answer),
        sentence="" if problem else answer.sentence,
        difference=_difference(rows),
        problem=problem.message if problem else "",
        advice=problem.advice if problem else "",
        facts=facts.first,
        facts_folded=facts.folded,
        fold_says=facts.says,
        pictures=() if problem else tuple(map(_picture, answer.pictures)),
        plots=() if problem else tuple(map(plot_view, answer.plots)),
        dissections=() if problem else tuple(map(dissection_view, answer.dissections)),
        maps=() if problem else tuple(map(kernel_map_view, answer.maps)),
        parts_recorded=() if problem else _parts_recorded(answer),
        legend=_legend(answer.steps),
        is_changed=bool(changed),
        steps=() if problem else _step_rows(answer.steps),
        command=answer.command,
        usual_address=atlas_address(page.name, {}),
        record_address="" if page.own_texts(given) else _record_address(page.name, changed),
        claims_address=f"{ATLAS}/{page.name}/claims",
        question_address=_question_address(page.name),
    )


def _record_address(name: str, changed: Mapping[str, str]) -> str:
    return f"/api{atlas_address(name, changed).removeprefix('/learn')}"


def _parts_recorded(answer: AtlasAnswer) -> tuple[str, ...]:
    return tuple(part.says for part in answer.recorded_parts if part.missing or part.problem)


def _question_address(name: str) -> str:
    return f"{QUESTIONS}#{name}" if question_of(name) else ""


def _recorded(answer: AtlasAnswer) -> str:
    if not answer.recorded_on:
        return ""
    return (
        f"Recorded on {answer.recorded_on} with {answer.tool} {answer.version}, under the usual "
        f"settings. {answer.error}"
    )


def _sections(name: str) -> tuple[tuple[SectionView, ...], tuple[SectionView, ...]]:
    """What stands before the panel, up to the first question, and what stands behind it."""
    article = article_of(name)
    views = ready_sections(article, find_compiler(_COMPILER))
    questions = [
        at for at, section in enumerate(article.sections) if isinstance(section, Prediction)
    ]
    end = questions[0] + 1 if questions else 1
    return views[:end], views[end:]


def _fact_rows(page: AtlasPage, usual: AtlasAnswer, answer: AtlasAnswer) -> tuple[FactRow, ...]:
    known = atlas_facts(page.name)
    earlier = {name for part in answer.recorded_parts for name in part.facts}
    return tuple(
        FactRow(
            name=name,
            usual=known[name].said(usual.facts[name]),
            own=known[name].said(value),
            basis=BASIS_WORDS["recorded" if name in earlier else known[name].basis],
            changed=value != usual.facts[name],
        )
        for name, value in answer.facts.items()
    )


@dataclass(frozen=True, slots=True)
class _FactsShown:
    """What changed, or all facts where nothing did; what is folded, and the words on it."""

    first: tuple[FactRow, ...]
    folded: tuple[FactRow, ...]
    says: str


def _facts_shown(rows: tuple[FactRow, ...]) -> _FactsShown:
    changed = tuple(row for row in rows if row.changed)
    alike = tuple(row for row in rows if not row.changed) if changed else ()
    first = changed or rows
    if len(first) <= _FEW_FACTS:
        words = f"{count(len(alike), 'fact')} that your settings leave as usual"
        return _FactsShown(first, alike, words)
    folded = first[_FACTS_SHOWN:] + alike
    return _FactsShown(first[:_FACTS_SHOWN], folded, f"{len(folded)} more facts")


def _difference(rows: Sequence[FactRow]) -> str:
    changed = [f"{row.name} {row.usual} → {row.own}" for row in rows if row.changed]
    if not changed:
        return ""
    summary = "; ".join(changed[:_CHANGES_TOLD]).rstrip(".")
    more = f", and {len(changed) - _CHANGES_TOLD} more below" if changed[_CHANGES_TOLD:] else ""
    return f"Your settings changed {len(changed)} of {len(rows)} facts: {summary}{more}."


def _step_rows(steps: Sequence[Step]) -> tuple[StepRow, ...]:
    widest = max((sum(_parts(step).values()) for step in steps), default=0)
    return tuple(_step_row(step, widest) for step in steps)


def _step_row(step: Step, widest: float) -> StepRow:
    texts = tuple(line.text for line in step.after.lines) if step.after else ()
    searches, joined, compared = step.kind == SEARCH, _joined(step), _compared(step)
    sides = _sides(step)
    finds = tuple(change.subject for change in step.changes if change.kind != "refused")
    refused = tuple(change for change in step.changes if change.kind == "refused")
    said = refused[:_LINES] if searches else step.changes
    return StepRow(
        title=step.pass_name,
        opened=bool(finds)
        if searches
        else step.kind != ARTEFACT
        and not compared
        and len(texts) <= (_LONG_JOINED if joined else _LONG_LISTING),
        bare=not (texts or joined or said) or (step.kind == REWRITE and not step.changed),
        bars=_bars(_parts(step), widest),
        numbers=", ".join(f"{name}: {_number(value)}" for name, value in step.metrics.items()),
        finds=finds if searches else (),
        lines=texts[:_LINES] if searches else (),
        listing="" if searches or joined or compared or sides else "\n".join(texts),
        joined=joined,
        compared=compared,
        sides=sides,
        said_title="Not gone on with, the first of them:" if searches and said else "",
        said=tuple((change.subject, change.reason) for change in said),
    )


def _compared(step: Step) -> tuple[ComparedLine, ...]:
    if step.kind != REWRITE or step.before is None or step.after is None or not step.changed:
        return ()
    return difference_rows(step.before, step.after)


def _sides(step: Step) -> tuple[SideText, ...]:
    if step.kind != SIDES:
        return ()
    snapshots = (side for side in (step.before, step.after) if side is not None)
    return tuple(
        SideText(title=snapshot.title, text="\n".join(line.text for line in snapshot.lines))
        for snapshot in snapshots
    )


def _joined(step: Step) -> tuple[JoinedLine, ...]:
    """In the order of the source; what comes from no line stands first."""
    if step.kind in (REWRITE, SIDES) or step.before is None or step.after is None:
        return ()
    made: dict[str, list[str]] = {}
    for line in step.after.lines:
        made.setdefault(str(line.source.line) if line.source else "", []).append(line.text)
    rows = [("", "(no line of its own)")] if "" in made else []
    rows += [(line.id, line.text) for line in step.before.lines]
    return tuple(
        JoinedLine(number=number, source=text, made=tuple(made.get(number, ())))
        for number, text in rows
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"


def _parts(step: Step) -> dict[str, float]:
    """What the step's candidates became."""
    return {name: step.metrics[name] for name in _PARTS if name in step.metrics}


def _bars(parts: Mapping[str, float], widest: float) -> tuple[Bar, ...]:
    bars, end = [], 0
    for name, value in parts.items():
        width = round(1000 * value / max(widest, 1))
        bars.append(Bar(x=end, width=width, classes=f"part-{name}", title=f"{value:,.0f} {name}"))
        end += width
    return tuple(bars)


def _legend(steps: Sequence[Step]) -> tuple[Bar, ...]:
    names = dict.fromkeys(name for step in steps for name in _parts(step))
    return tuple(Bar(x=0, width=0, classes=f"part-{name}", title=name) for name in names)


def _picture(picture: TimePicture) -> TimePictureView:
    rows = tuple(
        LaneRow(name=lane.name, bars=tuple(_lane_bar(bar, picture) for bar in lane.bars))
        for lane in picture.lanes
    )
    more = f"{count(picture.more_lanes, 'more worker')} not drawn." if picture.more_lanes else ""
    return TimePictureView(
        title=picture.title,
        scale=_scale(picture),
        rows=rows,
        more=more,
        legend=tuple(
            Bar(x=0, width=0, classes=f"kind-{kind}", title=name)
            for kind, name in enumerate(picture.kinds)
        ),
    )


def _scale(picture: TimePicture) -> str:
    if picture.counts == "nodes":
        nodes = count(int(picture.end), "node")
        return f"The whole width is {nodes}, in their order. Look where bars end in one row only."
    return f"Time goes to the right; the whole width is {picture.end * 1e6:,.1f} µs."


def _lane_bar(bar: LaneBar, picture: TimePicture) -> Bar:
    x = round(1000 * bar.start / picture.end)
    width = max(round(1000 * bar.end / picture.end) - x, 1)
    title = f"{bar.name}, {bar.start * 1e6:,.1f} to {bar.end * 1e6:,.1f} µs"
    if picture.counts == "nodes":
        title = f"{bar.name}, nodes {bar.start + 1:.0f} to {bar.end:.0f}"
    return Bar(x=x, width=width, classes=f"kind-{bar.kind}", title=title)
