"""Why a compiler's pass found nothing where the textbook's pass found something.

Either the operation was gone from the loop by then, or it was still there but depended on something
that changes in the loop, because the expression is grouped otherwise than in the source.
"""

from __future__ import annotations

from collections.abc import Collection

from compiler_core.host.passes.dump import Dump
from compiler_core.host.passes.steps import PassStep
from compiler_core.host.passes.structure import structure_of
from compiler_core.host.passes.timeline import Timeline
from compiler_core.loop.comparison.columns import readable
from compiler_core.loop.comparison.invariance import work_in_loops
from compiler_core.loop.comparison.words import counted_words, plural, word_of_line

_MOST = 3
_COPIES = " The copies are what the textbook's earlier passes left; GCC and Clang have no copies."


def why_not_hoisted(timeline: Timeline, words: Collection[str]) -> str:
    """A sentence on operations of these kinds inside loops when the compiler's hoisting starts."""
    step = next(
        (
            run
            for run in timeline.steps
            if run.concept is not None and run.concept.key == "hoist" and run.before is not None
        ),
        None,
    )
    if step is None or step.before is None or not readable(step):
        return ""
    name = step.dump.pass_name
    changing, constant = work_in_loops(step.before, words)
    kind = " or ".join(sorted(words))
    if not changing and not constant:
        return (
            f" When {name} runs, no {kind} is left in a loop.{_who_removed(timeline, step, words)}"
        )
    leftover = _still_in_loops(step, constant, words)
    shown = ", ".join(f"`{text}`" for text in (*leftover, *changing)[:_MOST])
    if leftover:
        return (
            f" When {name} runs, the loop holds {shown}; `{leftover[0]}` uses nothing that changes "
            f"there, and {name} leaves it all the same."
        )
    if not changing:
        return ""
    return (
        f" When {name} runs, the loop holds {shown}, and each depends on a value that changes in "
        f"the loop: what the textbook hoists is not there any more{_since(timeline, words)}."
    )


def _still_in_loops(step: PassStep, constant: list[str], words: Collection[str]) -> list[str]:
    """Which of these lines the step left where they were."""
    if step.after is None or not readable(step):
        return constant
    after = {text for lines in work_in_loops(step.after, words) for text in lines}
    return [text for text in constant if text in after]


def _since(timeline: Timeline, words: Collection[str]) -> str:
    """Since which pass all operations of these kinds depend on the loop."""
    first = last_independent = gone = None
    for step in timeline.steps:
        dump = step.after
        if step.concept is not None and step.concept.key == "hoist":
            break
        if dump is None or not readable(step) or structure_of(dump).loops == 0:
            continue
        first = first or step
        if work_in_loops(dump, words)[1]:
            last_independent = step
            gone = None
        elif last_independent is not None and gone is None:
            gone = step
    if first is None:
        return ""
    if last_independent is None:
        return f", and was not when the front end handed the loop over ({first.dump.pass_name})"
    return f", since {gone.dump.pass_name}" if gone is not None else ""


def _who_removed(timeline: Timeline, until: PassStep, words: Collection[str]) -> str:
    """The pass after which no such operation was left in a loop."""
    seen = False
    for step in timeline.steps[: until.number]:
        if not step.changed or not readable(step) or step.after is None:
            continue
        left = any(work_in_loops(step.after, words))
        if seen and not left:
            return f" {step.dump.pass_name} took the last one away."
        seen = left
    return ""


def where_instead(timeline: Timeline, words: Collection[str], concept: str) -> str:
    """A sentence on operations of these kinds that the compiler's passes of this kind leave alone:
    which other passes take them away, or that they stay."""
    if set(words) == {"copy"}:
        return _COPIES
    steps = [step for step in timeline.steps if readable(step) and step.before and step.after]
    others = [other for other in steps if other.concept is None or other.concept.key != concept]
    names = [
        run.dump.pass_name
        for run in others
        if run.changed and _count(run.after, words) < _count(run.before, words)
    ]
    if names:
        shown = list(dict.fromkeys(names))[:_MOST]
        return f" Other passes have fewer {_plurals(words)} after them: {', '.join(shown)}."
    changed = [pass_step for pass_step in steps if pass_step.changed]
    left = _words(changed[-1].after, words) if changed else []
    if left:
        return f" It keeps {counted_words(left)} to the end."
    if any(_count(change.before, words) for change in changed):
        return ""
    return f" Its form holds no {' or '.join(sorted(words))} at any step{_subscripts(words)}."


def _plurals(words: Collection[str]) -> str:
    return " or ".join(plural(word) for word in sorted(words))


def _subscripts(words: Collection[str]) -> str:
    """Where a product is that no line shows."""
    return "; the subscripts stay whole" if "multiplication" in words else ""


def _words(dump: Dump | None, words: Collection[str]) -> list[str]:
    """The words of these kinds of all lines."""
    lines = (dump.lines or ()) if dump is not None else ()
    all_words = (word_of_line(line.text, dump.level) for line in lines if dump is not None)
    return [word for word in all_words if word in words]


def _count(dump: Dump | None, words: Collection[str]) -> int:
    return len(_words(dump, words))
