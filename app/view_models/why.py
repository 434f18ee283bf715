"""The why pane: a card per source loop, and what trying a suggestion changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.loop_request import LoopRequest
from compiler_core.host.trials.trial import Trial
from compiler_core.host.verdicts.verdict import Verdict, Why

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
MARKS = {"+": "added", "-": "removed"}


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """One thing the verdict rests on: who says so, what, and its source line or empty."""

    who: str
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """A button: value is what the form sends (`restrict@3`)."""

    value: str
    title: str
    current: bool


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """One line of the source's difference. kind: its CSS class, `added`, `removed` or `same`."""

    kind: str
    sign: str
    text: str


@dataclass(frozen=True, slots=True)
class SideView:
    """A loop before or after: heading, verdict, and the instructions of its main loop."""

    heading: str
    sign: str
    word: str
    tone: str
    sentence: str
    length: str
    body: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrialView:
    """What trying a suggestion gave. promise: what the programmer answers for. open_address: the
    explorer with the edited source, empty if that does not fit an address."""

    title: str
    outcome: str
    promise: str
    note: str
    message: str
    sides: tuple[SideView, ...]
    difference: tuple[DifferenceRow, ...]
    flags: str
    open_address: str


@dataclass(frozen=True, slots=True)
class CardView:
    """One loop. tone: `good`, `warn` or `bad`, with sign and word. place: `line 3 of saxpy`."""

    place: str
    sign: str
    word: str
    tone: str
    title: str
    sentence: str
    explanation: str
    evidence: tuple[EvidenceView, ...]
    suggestions: tuple[SuggestionView, ...]
    trial: TrialView | None


@dataclass(frozen=True, slots=True)
class WhyView:
    """The pane. headline: how many loops were vectorised; message: why there is no answer."""

    headline: str
    message: str
    cards: tuple[CardView, ...]


def why_view(request: LoopRequest, why: Why, trial: Trial | None, refusal: str) -> WhyView:
    """The pane for the verdicts of one source. refusal: why a trial could not be made, or empty."""
    done = sum(verdict.vectorized for verdict in why.loops)
    loops = f"{len(why.loops)} loop" + ("" if len(why.loops) == 1 else "s")
    headline = f"{why.compiler_title} vectorised {done} of {loops}." if why.loops else ""
    empty = "" if why.loops else "There is no for, while or do loop in this source."
    return WhyView(
        headline=headline,
        message=refusal or why.message or empty,
        cards=tuple(_card(request, verdict, trial) for verdict in why.loops),
    )


def _card(request: LoopRequest, verdict: Verdict, trial: Trial | None) -> CardView:
    tried = trial if trial is not None and _is_tried(request, verdict) else None
    kind = _kind(verdict)
    return CardView(
        place=f"{verdict.kind} loop on line {verdict.source_line} of {verdict.function}",
        sign=VERDICT_SIGNS[kind],
        word=VERDICT_WORDS[kind],
        tone=_tone(kind),
        title=verdict.title,
        sentence=verdict.sentence,
        explanation=verdict.explanation,
        evidence=tuple(
            EvidenceView(
                EVIDENCE_WORDS[evidence.kind],
                evidence.text,
                f"line {evidence.line}" if evidence.line else "",
            )
            for evidence in verdict.evidence
        ),
        suggestions=tuple(
            SuggestionView(value, suggestion.title, value == request.trial)
            for suggestion in verdict.suggestions
            for value in [f"{suggestion.id}@{verdict.source_line}"]
        ),
        trial=_trial(request, tried) if tried is not None else None,
    )


def _is_tried(request: LoopRequest, verdict: Verdict) -> bool:
    return request.trial.rpartition("@")[2] == str(verdict.source_line)


def _kind(verdict: Verdict) -> str:
    if not verdict.vectorized:
        return "no"
    return "yes" if verdict.arithmetic == "vector" else "partly"


def _tone(kind: str) -> str:
    return {"yes": "good", "partly": "warn", "no": "bad"}[kind]


def _trial(request: LoopRequest, trial: Trial) -> TrialView:
    flags = " ".join(trial.flags)
    edited = LoopRequest(
        source=trial.source.text,
        language=request.language,
        compiler=request.compiler,
        flags=flags,
        pane="why",
    )
    sides = [_side("Before", trial.before)]
    if trial.after is not None:
        sides.append(_side("After", trial.after))
    return TrialView(
        title=trial.title,
        outcome=trial.outcome,
        promise=trial.promise,
        note=trial.note,
        message=trial.message,
        sides=tuple(sides),
        difference=tuple(_difference(trial.difference.splitlines())),
        flags=flags,
        open_address=edited.address() if edited.fits_address else "",
    )


def _side(heading: str, verdict: Verdict) -> SideView:
    kind = _kind(verdict)
    length = len(verdict.body)
    return SideView(
        heading=heading,
        sign=VERDICT_SIGNS[kind],
        word=VERDICT_WORDS[kind],
        tone=_tone(kind),
        sentence=verdict.sentence,
        length=f"{length} instructions in the main loop" if length else "no loop left",
        body=verdict.body,
    )


def _difference(lines: Sequence[str]) -> list[DifferenceRow]:
    """Rows of a unified diff without its headers."""
    return [
        DifferenceRow(MARKS.get(line[:1], "same"), line[:1].replace("-", "−"), line[1:])
        for line in lines
        if not line.startswith(("---", "+++", "@@"))
    ]
