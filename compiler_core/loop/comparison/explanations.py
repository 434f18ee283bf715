"""Why a compiler's pass found nothing where the textbook's pass found something.

Either the operation was gone from the loop by then, or it was still there but depended on something
that changes in the loop, because the expression is grouped otherwise than in the source.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from compiler_core.host.passes.dump import Dump
from compiler_core.host.passes.steps import PassStep
from compiler_core.host.passes.structure import structure_of
from compiler_core.host.passes.timeline import Timeline
from compiler_core.loop.comparison.columns import readable
from compiler_core.loop.comparison.words import counted_words, plural, word_of_line

_VALUES = re.compile(r"%[\w.]+|[A-Za-z_][\w.]*(?:\(D\))?")
_MOST = 3
_COPIES = " The copies are what the textbook's earlier passes left; GCC and Clang have no copies."


def why_not_hoisted(timeline: Timeline, words: Collection[str]) -> str:
    """A sentence on operations of these kinds inside loops when the compiler's hoisting starts."""
    step = next(
        (one for one in timeline.steps
         if one.concept is not None and one.concept.key == "hoist" and one.before is not None),
        None,
    )  # fmt: skip
    if step is None or step.before is None or not readable(step):
        return ""
    name = step.dump.pass_name
    lines = lines_in_loops(step.before, words)
    kind = " or ".join(sorted(words))
    if not lines:
        return (
            f" When {name} runs, no {kind} is left in a loop.{_who_removed(timeline, step, words)}"
        )
    shown = ", ".join(f"`{text}`" for text in lines[:_MOST])
    free = [text for text in lines if not depends_on_loop(text, step.before)]
    if free:
        return (
            f" When {name} runs, the loop holds {shown}; `{free[0]}` uses nothing that changes "
            f"there, and {name} leaves it all the same."
        )
    return (
        f" When {name} runs, the loop holds {shown}, and each depends on a value that changes in "
        f"the loop: what the textbook hoists is not there any more{_since(timeline, words)}."
    )


def lines_in_loops(dump: Dump, words: Collection[str]) -> list[str]:
    """Lines of these kinds that stand in a loop."""
    depths = structure_of(dump).depth_of
    return [
        line.text.strip()
        for line, depth in zip(dump.lines or (), depths, strict=True)
        if depth and word_of_line(line.text, dump.level) in words
    ]


def depends_on_loop(text: str, dump: Dump) -> bool:
    """Does the line use a value that some line of a loop defines?"""
    depths = structure_of(dump).depth_of
    defined = {
        found[0]
        for line, depth in zip(dump.lines or (), depths, strict=True)
        if depth and " = " in line.text and (found := _VALUES.search(line.text))
    }
    return bool(set(_VALUES.findall(text.partition(" = ")[2])) & defined)


def _since(timeline: Timeline, words: Collection[str]) -> str:
    """Since which pass all operations of these kinds depend on the loop."""
    first = last_independent = None
    for step in timeline.steps:
        dump = step.after
        if dump is None or not readable(step) or structure_of(dump).loops == 0:
            continue
        first = first or step
        if not all(depends_on_loop(text, dump) for text in lines_in_loops(dump, words)):
            last_independent = step
        elif last_independent is not None:
            return f", since {step.dump.pass_name}"
        if step.concept is not None and step.concept.key == "hoist":
            break
    if first is None or last_independent is not None:
        return ""
    return f", and was not when the front end handed the loop over ({first.dump.pass_name})"


def _who_removed(timeline: Timeline, until: PassStep, words: Collection[str]) -> str:
    """The pass after which no such operation was left in a loop."""
    seen = False
    for step in timeline.steps[: until.number]:
        if not step.changed or not readable(step) or step.after is None:
            continue
        left = lines_in_loops(step.after, words)
        if seen and not left:
            return f" {step.dump.pass_name} took the last one away."
        seen = bool(left)
    return ""


def where_instead(timeline: Timeline, words: Collection[str], concept: str) -> str:
    """A sentence on operations of these kinds that the compiler's passes of this kind leave alone:
    which other passes take them away, or that they stay."""
    if set(words) == {"copy"}:
        return _COPIES
    steps = [one for one in timeline.steps if readable(one) and one.before and one.after]
    others = [one for one in steps if one.concept is None or one.concept.key != concept]
    names = [one.dump.pass_name for one in others
             if one.changed and _count(one.after, words) < _count(one.before, words)]  # fmt: skip
    if names:
        shown = list(dict.fromkeys(names))[:_MOST]
        return f" Other passes have fewer {_plurals(words)} after them: {', '.join(shown)}."
    changed = [one for one in steps if one.changed]
    left = _words(changed[-1].after, words) if changed else []
    if left:
        return f" It keeps {counted_words(left)} to the end."
    if any(_count(one.before, words) for one in changed):
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
    found = (word_of_line(line.text, dump.level) for line in lines if dump is not None)
    return [word for word in found if word in words]


def _count(dump: Dump | None, words: Collection[str]) -> int:
    return len(_words(dump, words))
