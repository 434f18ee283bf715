"""One pass of the textbook compiler: before and after, every reason, and its algorithm in steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.site.views.documentation import with_code
from app.textbook.request import TextbookRequest
from app.words import capitalised, count
from compiler_core.loop.passes.infrastructure import Pass, PassMoment
from compiler_core.loop.pipeline import ProgramFacts
from compiler_core.trace import Change, Snapshot, SnapshotLine, Step

ANCHOR = "step"
LINES_AROUND = 5
# Sign and word of each kind of change; a refusal says what a pass considered and left as it is.
KINDS: Mapping[str, tuple[str, str]] = {
    "promoted": ("↑", "promoted"),
    "added": ("+", "added"),
    "removed": ("−", "removed"),
    "replaced": ("~", "replaced"),
    "hoisted": ("↑", "hoisted"),
    "folded": ("=", "folded"),
    "split": ("÷", "split"),
    "unrolled": ("×", "unrolled"),
    "vectorised": ("≡", "vectorised"),
    "refused": ("○", "stays"),
    "focus": ("▸", "looked at"),
    "other": ("~", "changed"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramLine:
    """One line of the program."""

    text: str
    """The line as printed."""
    sign: str = ""
    """For what happens to it, as `+`; empty where nothing does."""
    word: str = ""
    """For what happens to it, as `added`; empty where nothing does."""
    classes: str = ""
    """CSS class for what happens to it, as `is-added`; empty where nothing does."""
    id: str
    """In the page, as `before-3`."""
    executed: str
    """How often it ran, "" for what is no instruction or has no count."""
    operands: str | None
    """Ids of the lines that make what it uses, as a list in HTML has them; None for what is no
    instruction."""
    twin: str
    """The id of the same line on the other side, reason: that of the sentence about it; "" for
    none."""
    reason: str
    """Id of the sentence about it, empty for none."""


@dataclass(frozen=True, slots=True)
class ProgramView:
    """The program at one point: title, lines."""

    title: str
    lines: tuple[ProgramLine, ...]


@dataclass(frozen=True, slots=True)
class ReasonView:
    """One change or refusal: its id in the page, sign and word of its kind, the sentence."""

    id: str
    sign: str
    word: str
    sentence: str
    classes: str


@dataclass(frozen=True, slots=True)
class SourceLineView:
    """A line of a file: number, text; current: the one spoken of; note: what is said there."""

    number: str
    text: str
    current: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class SetView:
    """A worklist or set of the algorithm: its name, its members or `empty`."""

    name: str
    members: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AlgorithmView:
    """Stepping through the algorithm."""

    place: str
    """`Moment 3 of 8`, or how many there are."""
    sentence: str
    """What happens at this moment; empty where none is chosen."""
    sets: tuple[SetView, ...]
    """Worklists and sets of the algorithm at this moment; empty where none is chosen."""
    excerpt: tuple[SourceLineView, ...]
    """The pass's own lines around the one that runs."""
    begin: str
    """Address of the first moment where none is chosen."""
    leave: str
    """Back to the whole step. Addresses are empty where there is nothing to go to."""
    earlier: str
    """Address of the moment before, empty where there is none."""
    later: str
    """Address of the next moment, empty where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """The chosen step."""

    title: str
    """Of the pass, or `Front end`."""
    name: str
    """Of the pass, as in addresses."""
    sentence: str
    """How many changes it made and how many it left."""
    measured: tuple[str, ...]
    """Sentences of what was run and counted."""
    before: ProgramView
    """The program before the pass; of the front end, the C text."""
    after: ProgramView
    """The program after the pass, or as far as the chosen moment came."""
    reasons_title: str
    """Heading of `reasons`."""
    reasons: tuple[ReasonView, ...]
    """What was done, and left."""
    idea: tuple[Markup, ...]
    """Paragraphs on what the pass does, as HTML; empty for the front end."""
    pass_file: str
    """Name of the file with the pass, empty for the front end."""
    pass_source: tuple[SourceLineView, ...]
    """The pass's whole file, empty for the front end."""
    algorithm: AlgorithmView | None
    """Its moments; None where the pass recorded none."""
    earlier: str
    """Address of the step before that ran, empty for none."""
    later: str
    """Address of the next step that ran, empty for none."""


@dataclass(frozen=True, slots=True)
class _Side:
    """What lines of one side show. marks: kinds of changes, known: counts and operands, ids and
    others: ids in the page on this side and on the other, reasons: of sentences; by line.
    """

    marks: Mapping[str, str]
    known: ProgramFacts
    ids: Mapping[str, str]
    others: Mapping[str, str]
    reasons: Mapping[str, str]


def step_view(
    request: TextbookRequest,
    step: Step,
    pass_: Pass | None,
    moments: Sequence[PassMoment],
    around: tuple[int | None, int | None],
    *,
    known: tuple[ProgramFacts, ProgramFacts],
) -> StepView:
    """request: with the place of this step. pass_: its pass, None for the front end. around: the
    places of the steps before and after that ran. known: of the program before and after."""
    moment = moments[request.moment - 1] if 0 < request.moment <= len(moments) else None
    done = step.changes[: moment.changes] if moment is not None else step.changes
    before, after = _programs(step, done, moment, known)
    earlier, later = (
        request.changed(step=position, moment=0).address(ANCHOR) if position is not None else ""
        for position in around
    )
    return StepView(
        title=pass_.title if pass_ is not None else "Front end",
        name=step.pass_name,
        sentence=_sentence(step),
        measured=_measured(step),
        before=before,
        after=after,
        reasons_title="Done so far, and why" if moment is not None else "What it did, and why",
        reasons=tuple(_reason(number, change) for number, change in enumerate(done)),
        idea=_paragraphs(pass_.idea()) if pass_ is not None else (),
        pass_file=f"{type(pass_).__module__.rpartition('.')[2]}.py" if pass_ is not None else "",
        pass_source=_numbered(pass_, moment) if pass_ is not None else (),
        algorithm=_algorithm(request, pass_, moments, moment),
        earlier=earlier,
        later=later,
    )


def _sentence(step: Step) -> str:
    done = sum(change.kind != "refused" for change in step.changes)
    left = len(step.changes) - done
    if step.pass_name == "front-end":
        return "The C text becomes blocks of simple instructions; every variable is in memory."
    nothing = "Nothing changed" if left else "Nothing to do here"
    parts = [count(done, "change") if done else nothing]
    parts += [f"{count(left, 'thing')} considered and left, with the reason"] if left else []
    return f"{'; '.join(parts)}."


def _measured(step: Step) -> tuple[str, ...]:
    """What the interpreter found, and the gain of single instructions."""
    metrics = step.metrics
    sentences = [remark.message for remark in step.remarks]
    for name, words in (("operations", "Operations executed"), ("loads", "Loads"),
                        ("stores", "Stores")):  # fmt: skip
        before, after = metrics.get(f"{name}_before"), metrics.get(f"{name}_after")
        if before is not None and after is not None and before != after:
            sentences.append(f"{words}: {before:,.0f} before, {after:,.0f} after.")
    return tuple(sentences)


def _reason(number: int, change: Change) -> ReasonView:
    sign, word = KINDS.get(change.kind, KINDS["other"])
    sentence = capitalised(change.reason).rstrip(".")
    return ReasonView(_reason_id(number), sign, word, f"{sentence}.", f"is-{change.kind}")


def _reason_id(number: int) -> str:
    return f"reason-{number}"


def _paragraphs(text: str) -> tuple[Markup, ...]:
    return tuple(with_code(" ".join(part.split())) for part in text.split("\n\n"))


def _programs(
    step: Step,
    done: Sequence[Change],
    moment: PassMoment | None,
    known: tuple[ProgramFacts, ProgramFacts],
) -> tuple[ProgramView, ProgramView]:
    """Both sides, marked; without a moment every difference has a mark."""
    assert step.before is not None
    assert step.after is not None
    left, right = _marks(done, "before"), _marks(done, "after")
    if step.pass_name == "front-end":
        titles = ("C source", "Memory form")
    else:
        titles = ("Before", "After")
        if moment is None:
            _mark_rest(step.before, step.after, left, right)
    if moment is not None:
        left |= dict.fromkeys(moment.focus, "focus")
    ids = _ids("before", step.before), _ids("after", step.after)
    reasons = _reasons(done, "before"), _reasons(done, "after")
    old = _Side(left, known[0], ids[0], ids[1], reasons[0])
    new = _Side(right, known[1], ids[1], ids[0], reasons[1])
    return (
        ProgramView(titles[0], _lines(step.before, old)),
        ProgramView(titles[1], _lines(step.after, new)),
    )


def _ids(side: str, snapshot: Snapshot) -> dict[str, str]:
    """In the page, by the lines' own ids, which a page cannot have twice nor with a space."""
    return {line.id: f"{side}-{number}" for number, line in enumerate(snapshot.lines)}


def _reasons(changes: Sequence[Change], side: str) -> dict[str, str]:
    """The id of the sentence that speaks of a line, by the line's id; the first one."""
    reasons: dict[str, str] = {}
    for number, change in enumerate(changes):
        for line in change.before if side == "before" else change.after:
            reasons.setdefault(line, _reason_id(number))
    return reasons


def _marks(changes: Sequence[Change], side: str) -> dict[str, str]:
    """The kind of change by the id of the line; what was done outweighs what was refused."""
    marks: dict[str, str] = {}
    for change in sorted(changes, key=lambda change: change.kind == "refused"):
        for line in change.before if side == "before" else change.after:
            marks.setdefault(line, change.kind)
    return marks


def _mark_rest(
    before: Snapshot, after: Snapshot, left: dict[str, str], right: dict[str, str]
) -> None:
    """Marks for lines that came, went or read otherwise without a change of their own."""
    old = {line.id: line.text for line in before.lines}
    new = {line.id: line.text for line in after.lines}
    for line in old.keys() - new.keys():
        left.setdefault(line, "removed")
    for line in new.keys() - old.keys():
        right.setdefault(line, "added")
    for line in old.keys() & new.keys():
        if old[line] != new[line]:
            left.setdefault(line, "other")
            right.setdefault(line, "other")


def _lines(snapshot: Snapshot, side: _Side) -> tuple[ProgramLine, ...]:
    return tuple(_line(line, side) for line in snapshot.lines)


def _line(line: SnapshotLine, side: _Side) -> ProgramLine:
    kind = side.marks.get(line.id, "")
    sign, word = KINDS.get(kind, KINDS["other"]) if kind else ("", "")
    times = side.known.executed.get(line.id)
    operands = side.known.operands.get(line.id)
    makers = dict.fromkeys(side.ids[operand] for operand in operands or () if operand in side.ids)
    return ProgramLine(
        text=line.text,
        sign=sign,
        word=word,
        classes=f"is-{kind}" if kind else "",
        id=side.ids[line.id],
        executed="" if times is None else f"{times:,}",
        operands=None if operands is None else " ".join(makers),
        twin=side.others.get(line.id, ""),
        reason=side.reasons.get(line.id, ""),
    )


def _numbered(pass_: Pass, moment: PassMoment | None) -> tuple[SourceLineView, ...]:
    current = moment.source_line if moment is not None else 0
    return tuple(
        SourceLineView(str(number), text, number == current)
        for number, text in enumerate(pass_.source_text().splitlines(), 1)
    )


def _algorithm(
    request: TextbookRequest,
    pass_: Pass | None,
    moments: Sequence[PassMoment],
    moment: PassMoment | None,
) -> AlgorithmView | None:
    """None where the pass did not record any moment."""
    if pass_ is None or not moments:
        return None

    def at(number: int) -> str:
        fits = 1 <= number <= len(moments)
        return request.changed(moment=number).address("algorithm") if fits else ""

    if moment is None:
        progress = f"It took {count(len(moments), 'moment')}."
        return AlgorithmView(
            place=progress,
            sentence="",
            sets=(),
            excerpt=(),
            begin=at(1),
            leave="",
            earlier="",
            later="",
        )
    return AlgorithmView(
        place=f"Moment {request.moment} of {len(moments)}",
        sentence=capitalised(moment.sentence),
        sets=tuple(
            SetView(collection.name, ", ".join(collection.members) or "empty")
            for collection in moment.sets
        ),
        excerpt=tuple(_excerpt(_numbered(pass_, moment), moment.source_line)),
        begin="",
        leave=request.changed(moment=0).address(ANCHOR),
        earlier=at(request.moment - 1),
        later=at(request.moment + 1),
    )


def _excerpt(lines: Sequence[SourceLineView], current: int) -> Iterator[SourceLineView]:
    yield from lines[max(current - 1 - LINES_AROUND, 0) : current + LINES_AROUND]
