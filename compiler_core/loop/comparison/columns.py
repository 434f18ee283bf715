"""One column for each compiler: what it did at one kind of step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from compiler_core.host.passes.steps import PassStep
from compiler_core.host.passes.story import StoryStep
from compiler_core.host.passes.timeline import Timeline
from compiler_core.loop.comparison.words import (
    address_values,
    counted_words,
    word_of_line,
    word_of_opcode,
    word_or_address,
)
from compiler_core.loop.passes.registry import PASSES
from compiler_core.loop.pipeline import TextbookTrace
from compiler_core.trace import Step

MOST_LINES = 6
# Kinds of steps that change a loop as a whole, and the textbook's word for such a change.
_WHOLE_LOOPS = {"vectorise": "vectorised", "unroll": "unrolled"}


_NO_OPERATION = ("refused", "added", "split", *_WHOLE_LOOPS.values())


@dataclass(frozen=True, slots=True)
class ColumnStep:
    """One pass of this kind that changed something: its name, one sentence, and the lines that it
    took away, or moved, and that it put in."""

    pass_name: str
    """Name of the pass as its compiler calls it, such as `lim2` in GCC or `LICMPass` in Clang."""
    sentence: str
    """What the pass did, computed from its difference, for the reader."""
    removed: tuple[str, ...]
    """Lines that the pass took away, moved or changed, as they were before it; at most 6,
    without indentation."""
    added: tuple[str, ...]
    """Lines that are new, moved or changed, as they are after it; at most 6, without
    indentation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """What one compiler did."""

    title: str
    """`Textbook`, `GCC 12.2.0`, `Clang 19.1.7`."""
    message: str
    """Why there are no steps, if the compiler gave none at all."""
    ran: tuple[str, ...]
    """Passes of this kind that ran."""
    steps: tuple[ColumnStep, ...]
    """Passes of this kind that changed something, in the order in which they ran; empty when
    none did."""
    subjects: tuple[str, ...]
    """Words for what was changed, once for each operation."""
    refusals: tuple[str, ...] = ()
    """Only the textbook says why it left something."""

    @property
    def changed(self) -> bool:
        return bool(self.steps)


def textbook_column(trace: TextbookTrace, concept: str) -> Column:
    """The textbook's column: its changes and refusals in passes of this kind."""
    names = {known_pass.name for known_pass in PASSES if known_pass.concept == concept}
    steps = [step for step in trace.steps if step.pass_name in names]
    subjects = tuple(word for step in steps for word in _textbook_words(step))
    refusals = tuple(
        dict.fromkeys(
            change.reason for step in steps for change in step.changes if change.kind == "refused"
        )
    )
    return Column(
        title="Textbook",
        message="",
        ran=tuple(step.pass_name for step in steps),
        steps=tuple(_textbook_step(step) for step in steps if step.changed),
        subjects=subjects,
        refusals=refusals,
    )


def _textbook_step(step: Step) -> ColumnStep:
    done = [change for change in step.changes if change.kind != "refused"]
    ids = {line for change in done for line in change.before}
    before = step.before.lines if step.before else ()
    after = step.after.lines if step.after else ()
    texts = {line.text for line in before}
    return ColumnStep(
        step.pass_name,
        " ".join(f"{change.reason}." for change in done[:3]),
        tuple(line.text.strip() for line in before if line.id in ids)[:MOST_LINES],
        tuple(line.text.strip() for line in after if line.text not in texts)[:MOST_LINES],
    )


def _textbook_words(step: Step) -> Iterator[str]:
    """A word for each instruction that the pass hoisted, removed or replaced."""
    texts = {line.id: line.text for line in step.before.lines} if step.before else {}
    for change in step.changes:
        if change.kind in _WHOLE_LOOPS.values():
            yield "loop"
        if change.kind in _NO_OPERATION or not change.before:
            continue
        if change.kind == "promoted":
            yield "variable"
            continue
        right = texts.get(change.before[0], "").partition(" = ")
        words = (right[2] or right[0]).split()
        yield word_of_opcode(words[0].partition(".")[0]) if words else change.kind


def compiler_column(timeline: Timeline, concept: str) -> Column:
    """A real compiler's column, from its own dumps."""
    title = timeline.compiler.title
    if timeline.outcome.status != "ok":
        return Column(
            title=title,
            message=timeline.outcome.message or "It gave no code.",
            ran=(),
            steps=(),
            subjects=(),
        )
    of_kind = [step for step in timeline.steps if step.concept and step.concept.key == concept]
    story = {story_step.number: story_step for story_step in timeline.story}
    changed = [step for step in of_kind if step.changed and readable(step)]
    return Column(
        title=title,
        message="",
        ran=tuple(dict.fromkeys(step.dump.pass_name for step in of_kind)),
        steps=tuple(_compiler_step(step, story.get(step.number)) for step in changed),
        subjects=tuple(word for step in changed for word in _effect(step, concept)),
    )


def readable(step: PassStep) -> bool:
    """Is the step at a level whose lines have words? Machine levels are another subject."""
    return step.dump.level in ("GIMPLE", "LLVM IR")


def texts_of(step: PassStep, kinds: tuple[str, ...], side: str) -> list[str]:
    """Lines of the rows of these kinds, before or after the pass."""
    dump = step.before if side == "before" else step.after
    rows = step.delta.rows if step.delta is not None else ()
    lines = list(dump.lines or ()) if dump is not None else []
    places = [getattr(row, side) for row in rows if row.kind in kinds]
    return [lines[position].text.strip() for position in places if position is not None]


def _compiler_step(step: PassStep, story_step: StoryStep | None) -> ColumnStep:
    removed = texts_of(step, ("removed", "changed"), "before")
    added = texts_of(step, ("added", "changed"), "after")
    if step.hoisted and step.before is not None and step.after is not None:
        before, after = step.before.lines or (), step.after.lines or ()
        removed = [before[position].text.strip() for position, _ in step.hoisted]
        added = [after[two].text.strip() for _, two in step.hoisted]
    sentence = story_step.sentence if story_step is not None else _plain_sentence(step)
    return ColumnStep(
        step.dump.pass_name, sentence, tuple(removed[:MOST_LINES]), tuple(added[:MOST_LINES])
    )


def _plain_sentence(step: PassStep) -> str:
    parts = ", ".join(f"{count} {kind}" for kind, count in step.counts.items())
    return f"{parts[:1].upper()}{parts[1:]} lines."


def _effect(step: PassStep, concept: str) -> list[str]:
    """Words for what is gone: lines that left the loop, or operations fewer than before."""
    level = step.dump.level
    if concept == "hoist":
        lines = list(step.before.lines or ()) if step.before else []
        return [word for line, _ in step.hoisted if (word := word_of_line(lines[line].text, level))]
    if concept == "promote-to-ssa":
        return ["variable"] * _slots_gone(step)
    if concept in _WHOLE_LOOPS:
        return ["loop"] if _did_loop(step, concept) else []
    gone = Counter(_words(step, ("removed", "changed"), "before"))
    gone.subtract(_words(step, ("added", "changed"), "after"))
    return [word for word, number in gone.items() if word for _ in range(max(number, 0))]


def _words(step: PassStep, kinds: tuple[str, ...], side: str) -> list[str]:
    """A word for each line of these rows."""
    addresses = address_values(step.before if side == "before" else step.after)
    return [
        word_or_address(text, step.dump.level, addresses) for text in texts_of(step, kinds, side)
    ]


def _slots_gone(step: PassStep) -> int:
    before, after = step.measured_before, step.measured_after
    if before is None or after is None:
        return 0
    return max(before.counts["slot"] - after.counts["slot"], 0)


def _did_loop(step: PassStep, concept: str) -> bool:
    """Was a loop vectorised, or its body repeated? The counts before and after decide."""
    before, after = step.measured_before, step.measured_after
    if before is None or after is None:
        return False
    if concept == "vectorise":
        return after.counts["vector"] > before.counts["vector"]
    accesses = [side.counts["load"] + side.counts["store"] for side in (before, after)]
    return accesses[1] > accesses[0] or after.loops < before.loops


def described(column: Column) -> str:
    """`2 multiplications and 1 load`."""
    return counted_words(column.subjects)
