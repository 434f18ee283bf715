"""The playground of the textbook compiler: the editor, the list of passes, the chosen step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.addresses.views.lesson_link import LessonLink
from app.site.views.documentation import with_code
from app.site.views.links import Link
from app.site.views.setting_fields import SettingChoice, choices_of
from app.textbook.request import PATH, PassChoice, TextbookRequest
from app.textbook.views.textbook_step import SourceLineView, StepView
from app.words import count
from compiler_core.errors import LoweringLabError
from compiler_core.loop.comparison.columns import Column, ColumnStep
from compiler_core.loop.comparison.compare import ThreeColumns
from compiler_core.loop.errors import OutsideSubset, PassFailed
from compiler_core.loop.passes.registry import PASSES, USUAL_PASSES
from compiler_core.loop.pipeline import TextbookTrace
from compiler_core.source import Location
from compiler_core.trace import Step

TITLES = {pass_.name: pass_.title for pass_ in PASSES}
LINES_AROUND = 3
BOTH_RUN = "Both compilers run with their dumps on, and every pass is read."
# Loops on which the passes have something to say, by their ids in the gallery, and the pass
# to look at first.
TO_TRY = (
    ("three steps", "", ""),
    ("neighbours", "stencil-3", "common-subexpressions"),
    ("rows of a matrix", "row-sweep", "strength-reduction"),
    ("a store in the way", "alias-sum", "loop-invariant-code-motion"),
    ("a choice", "clamp", "if-conversion"),
)


@dataclass(frozen=True, slots=True)
class EditButton:
    """A button that edits the list: what it sends, its sign, and what it does in words."""

    value: str
    sign: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PassRow:
    """A place of the list."""

    anchor: str
    """Id in the page, as `pass-3`."""
    number: str
    """Place in the list, from 1."""
    title: str
    """Of the pass, or its name where it is not known."""
    facts: str
    """How many changes and what they saved, or `off`."""
    checked: str
    """On how many inputs the result was compared, or empty."""
    address: str
    """Of its step, empty where it did not run."""
    current: bool
    """Whether its step is shown."""
    classes: str
    """CSS class `is-off` for one that is off, `is-idle` for one that changed nothing, or empty."""
    buttons: tuple[EditButton, ...]
    """To move it, and to switch it off, or on and away."""


@dataclass(frozen=True, slots=True)
class ProblemView:
    """Why there is no result: what, where, what to try. lines: the source around the place."""

    message: str
    advice: str
    lines: tuple[SourceLineView, ...]


@dataclass(frozen=True, slots=True)
class ColumnView:
    """One compiler. message: why there is nothing to show, or empty."""

    title: str
    ran: str
    message: str
    steps: tuple[ColumnStep, ...]
    refusals: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeColumnsView:
    """The same kind of step in three compilers, or message why not."""

    title: str
    """Of the kind of step."""
    setting: str
    """Function, flags and passes that ran, in words; empty where there are no columns."""
    message: str
    """Why the compilers could not be asked, empty where they could."""
    differences: tuple[Markup, ...]
    """Sentences on where the three differ, as HTML."""
    columns: tuple[ColumnView, ...]
    """GCC, Clang and the textbook; empty with a message or while awaited."""
    awaited: str = ""
    """Where the page asks again while GCC and Clang are still at work, and awaited_text what they
    do; else empty."""
    awaited_text: str = ""
    """What GCC and Clang do meanwhile; empty where nothing is awaited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextbookPage:
    """The page."""

    title: str
    """Of the document."""
    source: str
    """C text in the editor."""
    functions: tuple[SettingChoice, ...]
    """Menu of the file's functions. passes, step, moment_kept: hidden fields."""
    passes: str
    """Value of the hidden field: names with commas, a minus before one that is off."""
    step_kept: str
    """Value of the hidden field: place of the step asked for, empty where none was."""
    rows: tuple[PassRow, ...]
    """One for each pass of the list."""
    additions: tuple[SettingChoice, ...]
    """Passes that can be added."""
    headline: str
    """What all passes together did."""
    problem: ProblemView | None
    """Instead of a result."""
    step: StepView | None
    """The one that is shown; None where there is a problem."""
    compare_address: str
    """Asks GCC and Clang too; empty where they were asked, or no pass is chosen."""
    comparison: ThreeColumnsView | None
    """With GCC and Clang; None where they were not asked."""
    command: str
    """What prints the same at home."""
    loops: tuple[Link, ...]
    """Links to other loops to try."""
    atlas: tuple[LessonLink, ...]
    """Pages of the atlas that lead here."""


def function_choices(request: TextbookRequest, known: Sequence[str]) -> tuple[SettingChoice, ...]:
    """The functions of the file; where the file cannot be read, only what was asked for."""
    names = tuple(known) or ((request.function,) if request.function else ())
    options = (("", "the first with a loop"), *((name, name) for name in names))
    return choices_of(options, request.function)


def loops_to_try() -> tuple[Link, ...]:
    """Our example first."""
    return tuple(
        Link(
            title,
            f"{PATH}?example={identity}&step={USUAL_PASSES.index(first) + 1}" if identity else PATH,
        )
        for title, identity, first in TO_TRY
    )


def addition_choices() -> tuple[SettingChoice, ...]:
    """Every pass there is."""
    return choices_of(((pass_.name, pass_.title) for pass_ in PASSES), None)


def pass_row(
    position: int, choice: PassChoice, step: Step | None, address: str, facts: tuple[str, str, bool]
) -> PassRow:
    """A row for a place from 1. step: None if it did not run. facts: what the row says, on how
    many inputs it was compared, and whether it is the chosen one."""
    says, checked, current = facts
    changed = "" if step is None or step.changed else "is-idle"
    return PassRow(
        anchor=f"pass-{position}",
        number=str(position),
        title=TITLES.get(choice.name, choice.name),
        facts=says if choice.on else "off",
        checked=checked,
        address=address,
        current=current,
        classes=changed if choice.on else "is-off",
        buttons=_buttons(position, choice),
    )


def _buttons(position: int, choice: PassChoice) -> tuple[EditButton, ...]:
    title = TITLES.get(choice.name, choice.name)
    moves = (
        EditButton(f"up-{position}", "↑", f"Move {title} up, from place {position}"),
        EditButton(f"down-{position}", "↓", f"Move {title} down, from place {position}"),
    )
    if choice.on:
        return (
            *moves,
            EditButton(f"off-{position}", "Off", f"Switch off {title} at place {position}"),
        )
    return (
        *moves,
        EditButton(f"on-{position}", "On", f"Switch on {title} at place {position}"),
        EditButton(f"remove-{position}", "Remove", f"Remove {title} from place {position}"),
    )


def row_facts(step: Step, trace: TextbookTrace) -> str:
    """`2 changes · 147 → 117 operations`; says so where there was no input to compare it on."""
    done = sum(change.kind != "refused" for change in step.changes)
    left = len(step.changes) - done
    parts = [count(done, "change")] if done else [] if left else ["nothing to do"]
    parts += [f"{left} left, with reason"] if left else []
    before, after = step.metrics.get("operations_before"), step.metrics.get("operations_after")
    if before is not None and after is not None and before != after:
        parts.append(f"{before:,.0f} → {after:,.0f} operations")
    if step.changed and not trace.inputs:
        parts.append("not compared")
    return " · ".join(parts)


def checked_words(step: Step, trace: TextbookTrace) -> str:
    """`same result on 11 inputs`, where the pass changed something and could be compared."""
    compared = any(remark.severity == "passed" for remark in step.remarks)
    return f"same result on {count(trace.inputs, 'input')}" if compared and trace.inputs else ""


def headline(trace: TextbookTrace) -> str:
    """What all passes together did."""
    passes = trace.steps[1:]
    changed = sum(step.changed for step in passes)
    sentence = (
        f"{count(len(passes), 'pass', 'passes')} over {trace.function}, {changed} changed it."
    )
    before = next((step.metrics.get("operations_before") for step in passes), None)
    after = passes[-1].metrics.get("operations_after") if passes else None
    if before is None or after is None:
        return sentence
    given = f" with {trace.measured_on}" if trace.measured_on else ""
    return (
        f"{sentence} A run{given} executes {before:,.0f} operations at first, {after:,.0f} at last."
    )


def problem_view(error: LoweringLabError, request: TextbookRequest) -> ProblemView:
    """The error at its place in the source, if it has one."""
    lines: tuple[SourceLineView, ...] = ()
    if isinstance(error, OutsideSubset):
        lines = _around(request.source, error.location, error.advice or error.message)
    advice = error.advice
    if isinstance(error, PassFailed):
        advice = "This is our mistake, not yours. Switch that pass off to see the others."
    # Where the place is shown, the advice stands there.
    return ProblemView(error.message, "" if lines else advice, lines)


def _around(source: str, location: Location, message: str) -> tuple[SourceLineView, ...]:
    texts = source.split("\n")
    first = max(location.line - LINES_AROUND, 1)
    return tuple(
        SourceLineView(
            str(number), text, number == location.line, message if number == location.line else ""
        )
        for number, text in enumerate(texts[first - 1 : location.line + LINES_AROUND - 1], first)
    )


def three_columns_view(table: ThreeColumns) -> ThreeColumnsView:
    """The three columns."""
    return ThreeColumnsView(
        title=table.title,
        setting=f"function {table.function}, GCC and Clang with {table.flags}, the textbook with "
        f"the passes chosen above: {', '.join(table.passes)}",
        message="",
        differences=tuple(with_code(sentence) for sentence in table.differences),
        columns=tuple(_column(column) for column in table.columns),
    )


def failed_columns(error: LoweringLabError) -> ThreeColumnsView:
    """Why the compilers could not be asked."""
    return ThreeColumnsView(
        title="GCC and Clang", setting="", message=str(error), differences=(), columns=()
    )


def awaited_columns(address: str, text: str = BOTH_RUN) -> ThreeColumnsView:
    """The compilers are still being asked, or will be; address: of the page that will show them."""
    return ThreeColumnsView(
        title="GCC and Clang",
        setting="",
        message="",
        differences=(),
        columns=(),
        awaited=address,
        awaited_text=text,
    )


def _column(column: Column) -> ColumnView:
    message = column.message
    if not message and not column.steps:
        message = "Nothing changed at this step." if column.ran else "No pass of this kind ran."
    refusals = tuple(f"{refusal.rstrip('.')}." for refusal in column.refusals)
    return ColumnView(column.title, ", ".join(column.ran), message, column.steps, refusals)
