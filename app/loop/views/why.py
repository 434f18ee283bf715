"""The why pane: a card per source loop, and what trying a suggestion changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.loop.loop_request import LoopRequest
from app.loop.trial_surveys import ALL, LoopSurvey
from app.loop.views.breaking import BreakSection
from app.loop.views.follow import keys_of
from app.loop.views.remarks import RemarksView, remarks_view
from app.loop.views.source_difference import DifferenceRow, difference_rows
from app.loop.views.subject import Subject
from app.loop.views.trial_counts import CountsLine, counts_line
from app.loop.views.trial_survey import SurveyView, survey_view
from app.words import capitalised
from compiler_core.host.trials.place import TrialAddress
from compiler_core.host.trials.trial import SuggestionTrial
from compiler_core.host.trials.trial_cycles import LoopCost
from compiler_core.host.verdicts.verdict import Evidence, Verdict, Why

VERDICT_SIGNS = {"yes": "✓", "partly": "≈", "no": "✗"}
VERDICT_WORDS = {
    "yes": "Vectorised",
    "partly": "Partly vectorised",
    "no": "Not vectorised",
}
EVIDENCE_WORDS = {
    "remark": "The compiler said",
    "assembly": "In the assembly",
    "source": "In the source",
    "flags": "In the flags",
}


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """One thing the verdict rests on: who says so, what, its source line and key or empty."""

    who: str
    text: str
    place: str
    key: str


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """A button: value is what the form sends (`restrict@3:5`)."""

    value: str
    title: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """A loop before or after: heading, verdict, the instructions of its main loop, and the cycles
    per element that each model gives."""

    heading: str
    """`Before` or `After`."""
    sign: str
    """`✓`, `≈` or `✗`."""
    word: str
    """`Vectorised`, `Partly vectorised` or `Not vectorised`."""
    tone: str
    """`good`, `warn` or `bad`."""
    verdict: Verdict
    """The loop's, as the core made it."""
    length: str
    """Such as `8 instructions in the main loop`, or `no loop left`."""
    cycles: tuple[str, ...]
    """A sentence of each model: cycles per element, or why it gives none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialView:
    """What trying a suggestion gave."""

    trial: SuggestionTrial
    """The suggestion and what it gave, as the core made it."""
    counts: CountsLine | None
    """What both sides executed; None where that was not counted."""
    sides: tuple[SideView, ...]
    """The loop before and after; only before where there is no loop after."""
    difference: tuple[DifferenceRow, ...]
    """What changed in the source; empty where only flags did."""
    flags: str
    """Those it was compiled with."""
    open_address: str
    """The explorer with the edited source, empty if that does not fit an address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """One loop."""

    verdict: Verdict
    """What became of the loop and why, as the core made it."""
    key: str
    """Joins the card to the loop's first line in other panes."""
    lines: tuple[str, ...]
    """Keys of all lines that are this loop's and of none inside it."""
    classes: str
    """Marks the card that the followed line belongs to."""
    sign: str
    """`✓`, `≈` or `✗`."""
    word: str
    """`Vectorised`, `Partly vectorised` or `Not vectorised`."""
    tone: str
    """`good`, `warn` or `bad`, with sign and word."""
    evidence: tuple[EvidenceView, ...]
    """What the verdict rests on."""
    suggestions: tuple[SuggestionView, ...]
    """Those not tried yet, with try_all, which tries them."""
    try_all: SuggestionView | None
    """A button that tries all suggestions; None for a single one, or where they were tried."""
    survey: SurveyView | None
    """What trying them gave, in their place."""
    trial: TrialView | None
    """The suggestion of this loop that was tried; None where none is shown."""
    break_value: str
    """What the form sends to try to break the verdict, empty where that cannot be tried."""
    breaking: BreakSection | None
    """What came of it."""


@dataclass(frozen=True, slots=True)
class WhyView:
    """The pane. headline: how many loops were vectorised; message: why there is no answer.

    remarks: what the compiler itself said, over the source.
    """

    headline: str
    message: str
    cards: tuple[CardView, ...]
    remarks: RemarksView


@dataclass(frozen=True, slots=True)
class Tried:
    """What was tried: one suggestion, why it could not be, and all of a loop by its place. values:
    by place, what the form sends to try to break a verdict; breaking: the one that is tried."""

    trial: SuggestionTrial | None
    refusal: str
    surveys: Mapping[tuple[int, int], LoopSurvey]
    values: Mapping[tuple[int, int], str]
    breaking: tuple[str, BreakSection] | None


def why_view(subject: Subject, why: Why, tried: Tried) -> WhyView:
    """The pane for the verdicts of one source."""
    done = sum(verdict.vectorized for verdict in why.loops)
    loops = f"{len(why.loops)} loop" + ("" if len(why.loops) == 1 else "s")
    headline = f"{why.compiler_title} vectorised {done} of {loops}." if why.loops else ""
    empty = "" if why.loops else "There is no for, while or do loop in this source."
    return WhyView(
        headline=headline,
        message=tried.refusal or why.message or empty,
        cards=tuple(_card(subject, verdict, why.loops, tried) for verdict in why.loops),
        remarks=remarks_view(subject, why.remarks),
    )


def _own_lines(verdict: Verdict, loops: Sequence[Verdict]) -> set[int]:
    """The lines of a loop that are in no loop inside it."""
    lines = set(range(verdict.source_line, verdict.end_line + 1))
    for other in loops:
        if other.function == verdict.function and other.depth > verdict.depth:
            lines -= set(range(other.source_line, other.end_line + 1))
    return lines | {verdict.source_line}


def _card(subject: Subject, verdict: Verdict, loops: Sequence[Verdict], tried: Tried) -> CardView:
    request = subject.request
    keys = keys_of(subject.file, _own_lines(verdict, loops))
    position = verdict.source_line, verdict.column
    trial = tried.trial
    if trial is not None and (trial.before.source_line, trial.before.column) != position:
        trial = None
    current = TrialAddress(trial.suggestion, *position).text if trial is not None else ""
    survey, value = tried.surveys.get(position), tried.values.get(position, "")
    target, section = tried.breaking or ("", None)
    kind = _kind(verdict)
    return CardView(
        verdict=verdict,
        key=f"{subject.file}-{verdict.source_line}",
        lines=keys,
        classes="linked" if request.line in keys else "",
        sign=VERDICT_SIGNS[kind],
        word=VERDICT_WORDS[kind],
        tone=_tone(kind),
        evidence=tuple(_evidence(evidence, subject.file) for evidence in verdict.evidence),
        suggestions=_suggestions(verdict, current) if survey is None else (),
        try_all=_try_all(verdict) if survey is None and len(verdict.suggestions) > 1 else None,
        survey=_survey(request, verdict, survey, current) if survey is not None else None,
        trial=_trial(subject, trial) if trial is not None else None,
        break_value=value if value != target else "",
        breaking=section if value and value == target else None,
    )


def _suggestions(verdict: Verdict, current: str) -> tuple[SuggestionView, ...]:
    position = verdict.source_line, verdict.column
    values = [(TrialAddress(hint.id, *position).text, hint.title) for hint in verdict.suggestions]
    return tuple(SuggestionView(value, title, value == current) for value, title in values)


def _try_all(verdict: Verdict) -> SuggestionView:
    value = TrialAddress(ALL, verdict.source_line, verdict.column).text
    return SuggestionView(value, f"Try all {len(verdict.suggestions)} and rank them", False)


def _survey(request: LoopRequest, verdict: Verdict, survey: LoopSurvey, current: str) -> SurveyView:
    anchor = f"survey-{verdict.source_line}-{verdict.column}"
    address = request.address() if request.fits_address else ""
    return survey_view(survey, anchor, address, current)


def _evidence(evidence: Evidence, file: int) -> EvidenceView:
    line = evidence.line
    return EvidenceView(
        who=EVIDENCE_WORDS[evidence.kind],
        text=evidence.text,
        place=f"line {line}" if line else "",
        key=f"{file}-{line}" if line else "",
    )


def _kind(verdict: Verdict) -> str:
    if not verdict.vectorized:
        return "no"
    return "yes" if verdict.arithmetic == "vector" else "partly"


def _tone(kind: str) -> str:
    return {"yes": "good", "partly": "warn", "no": "bad"}[kind]


def _trial(subject: Subject, trial: SuggestionTrial) -> TrialView:
    flags = " ".join(trial.flags)
    request = subject.request
    file = {"second": trial.source.text} if subject.file == 2 else {"source": trial.source.text}
    edited = request.changed(flags=flags, trial="", example="", line="", **file)
    costs = [(f"{cycle.model}: ", cycle.before, cycle.after) for cycle in trial.cycles]
    before = tuple(_cost(name, cycles) for name, cycles, _ in costs)
    sides = [_side("Before", trial.before, before)]
    if trial.after is not None:
        after = tuple(_cost(name, two) for name, _, two in costs)
        sides.append(_side("After", trial.after, after))
    return TrialView(
        trial=trial,
        counts=counts_line(trial.counts) if trial.counts is not None else None,
        sides=tuple(sides),
        difference=difference_rows(trial.difference.splitlines()),
        flags=flags,
        open_address=edited.address() if edited.fits_address else "",
    )


def _cost(name: str, cost: LoopCost) -> str:
    if cost.cycles_per_element is None:
        return f"{name}{cost.message}"
    least = "at least " if cost.is_lower_bound else ""
    figure = f"{name}{least}{cost.cycles_per_element:.3g} cycles per element"
    return f"{figure}. {capitalised(cost.elements_reason)}".strip()


def _side(heading: str, verdict: Verdict, cycles: tuple[str, ...]) -> SideView:
    kind = _kind(verdict)
    length = len(verdict.body)
    return SideView(
        heading=heading,
        sign=VERDICT_SIGNS[kind],
        word=VERDICT_WORDS[kind],
        tone=_tone(kind),
        verdict=verdict,
        cycles=cycles,
        length=f"{length} instructions in the main loop" if length else "no loop left",
    )
