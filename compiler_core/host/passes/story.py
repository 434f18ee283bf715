"""The few steps that mattered, each in one sentence computed from its difference.

Every number in a sentence is a count over the two dumps of that step (`measures`, `delta`); a step
whose count is nought tells no story, however often its pass ran.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.passes.concepts import Concept
from compiler_core.host.passes.loop_fates import Fate, fate_of, replaced_calls
from compiler_core.host.passes.measures import Kind, Measures
from compiler_core.host.passes.steps import PassStep

MOST = 12
FEWEST = 5
_LANES = re.compile(
    r"<(?P<scalable>vscale x )?(?P<count>\d+) x (?P<type>\w+)>"
    r"|vector\((?:\[(?P<gcc_scalable>\d+),\d+\]|(?P<gcc_count>\d+))\) "
    r"(?P<gcc_type>[a-z ]+?)(?= *[*>\])]|$)"
)
# What a fate of a whole loop weighs: as much as vectors do.
_FATE_WEIGHT = 10
# Passes of these kinds tidy up: what the user wrote first, later what other passes left behind.
_TIDYING = ("remove-dead", "reuse", "fold", "simplify-control-flow")
_RESHAPING = ("vectorise", "unroll", "unswitch", "if-convert", "induction", "select-instructions")
Sentence = Callable[[PassStep, Measures, Measures], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryStep:
    """One sentence of the story: the step it speaks of, its concept's title, how much it weighs."""

    number: int
    pass_name: str
    concept: str
    title: str
    sentence: str
    weight: int


def tell_story(steps: Sequence[PassStep]) -> tuple[StoryStep, ...]:
    """5 to 12 steps in the compiler's order; fewer only if fewer passes changed anything."""
    fates = _fates(steps)
    candidates = [
        candidate
        for step in steps
        if step.number not in {fate.number for fate in fates}
        and (candidate := _told(step)) is not None
    ]
    strongest = _strongest_of_each_concept(candidates, _first_reshaping(steps))
    chosen = sorted([*fates, *strongest], key=lambda step: -step.weight)[:MOST]
    if len(chosen) < FEWEST:
        numbers = {step.number for step in chosen}
        plain = [_plain(step) for step in steps if step.changed and step.number not in numbers]
        plain.sort(key=lambda step: -step.weight)
        chosen += plain[: FEWEST - len(chosen)]
    return tuple(sorted(chosen, key=lambda step: step.number))


def _told(step: PassStep) -> StoryStep | None:
    if not step.changed or step.concept is None:
        return None
    rule = _RULES.get(step.concept.key)
    before, after = step.measured_before, step.measured_after
    if rule is None or before is None or after is None:
        return None
    weight, sentence_of = rule
    sentence = sentence_of(step, before, after)
    if not sentence:
        return None
    return _story_step(step, step.concept, sentence, weight)


def _fates(steps: Sequence[PassStep]) -> list[StoryStep]:
    """Steps that made of a whole loop something else, each told."""
    fates: list[StoryStep] = []
    earlier: Fate | None = None
    for step in steps:
        before, after = step.measured_before, step.measured_after
        if not step.changed or before is None or after is None:
            continue
        fate = fate_of(step, before, after, earlier)
        if fate is None or step.concept is None:
            continue
        earlier = fate[0]
        fates.append(_story_step(step, step.concept, fate[1], _FATE_WEIGHT))
    return fates


def _story_step(step: PassStep, concept: Concept, sentence: str, weight: int) -> StoryStep:
    size = min(sum(step.counts.values()), 50)
    return StoryStep(
        number=step.number,
        pass_name=step.dump.pass_name,
        concept=concept.key,
        title=concept.title,
        sentence=sentence,
        weight=weight * 100 + size,
    )


def _first_reshaping(steps: Sequence[PassStep]) -> int:
    """The first step after which the code holds much that the user did not write."""
    numbers = (
        step.number
        for step in steps
        if step.changed and step.concept is not None and step.concept.key in _RESHAPING
    )
    return next(numbers, len(steps))


def _strongest_of_each_concept(candidates: Sequence[StoryStep], reshaping: int) -> list[StoryStep]:
    """Of passes that tidy up, one that worked on the user's own code goes before later ones."""
    strongest: dict[str, StoryStep] = {}
    for step in candidates:
        known = strongest.get(step.concept)
        if known is None or _strength(step, reshaping) > _strength(known, reshaping):
            strongest[step.concept] = step
    return list(strongest.values())


def _strength(step: StoryStep, reshaping: int) -> tuple[bool, int]:
    return step.concept in _TIDYING and step.number < reshaping, step.weight


def _plain(step: PassStep) -> StoryStep:
    total = sum(step.counts.values())
    parts = ", ".join(f"{count} {kind}" for kind, count in step.counts.items())
    return StoryStep(
        number=step.number,
        pass_name=step.dump.pass_name,
        concept=step.concept.key if step.concept else "",
        title=step.concept.title if step.concept else step.dump.pass_name,
        sentence=f"{_count(total, 'line')} differ: {parts}.",
        weight=total,
    )


def _count(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def _fewer(before: Measures, after: Measures, kind: Kind) -> int:
    return max(before.counts[kind] - after.counts[kind], 0)


def _more(before: Measures, after: Measures, kind: Kind) -> int:
    return max(after.counts[kind] - before.counts[kind], 0)


def _list(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _promoted(step: PassStep, before: Measures, after: Measures) -> str:
    slots = _fewer(before, after, "slot")
    if slots:
        gone = _list(
            [
                _count(_fewer(before, after, "load"), "load"),
                _count(_fewer(before, after, "store"), "store"),
            ]
        )
        return f"{_count(slots, 'stack slot')} became values: {gone} of variables are gone."
    joins = _more(before, after, "phi")
    return (
        f"Variables became values, each assigned once; where two ways meet, "
        f"{_count(joins, 'phi')} {'takes' if joins == 1 else 'take'} the value of the way taken."
        if joins
        else ""
    )


def _inlined(step: PassStep, before: Measures, after: Measures) -> str:
    calls = _fewer(before, after, "call")
    return f"{_count(calls, 'call')} replaced by the body of the called function." if calls else ""


def _control_flow(step: PassStep, before: Measures, after: Measures) -> str:
    blocks, branches = before.blocks - after.blocks, _fewer(before, after, "branch")
    if blocks > 0 and branches:
        return f"{_count(blocks, 'block')} and {_count(branches, 'branch', 'branches')} fewer."
    if blocks > 0:
        return f"{before.blocks} blocks became {after.blocks}."
    return f"{_count(branches, 'branch', 'branches')} fewer." if branches else ""


def _folded(step: PassStep, before: Measures, after: Measures) -> str:
    gone = before.statements - after.statements
    return f"{_count(gone, 'statement')} fewer for the same result." if gone > 0 else ""


def _removed(step: PassStep, before: Measures, after: Measures) -> str:
    gone = before.statements - after.statements
    return f"{_count(gone, 'statement')} that nobody needs removed." if gone > 0 else ""


def _reused(step: PassStep, before: Measures, after: Measures) -> str:
    gone, loads = before.statements - after.statements, _fewer(before, after, "load")
    if loads:
        said = f"{_count(loads, 'load')} fewer: the value is still known."
        return f"{said} {_count(gone, 'statement')} fewer in all." if gone > 0 else said
    return f"{_count(gone, 'repeated computation')} gone." if gone > 0 else ""


def _rotated(step: PassStep, before: Measures, after: Measures) -> str:
    if not before.loops or after.counts["branch"] <= before.counts["branch"]:
        return ""
    return "The loop now tests at its end; a copy of the test before it guards the first round."


def _hoisted(step: PassStep, before: Measures, after: Measures) -> str:
    loads = max(before.inside["load"] - after.inside["load"], 0)
    stores = max(before.inside["store"] - after.inside["store"], 0)
    parts = []
    if step.hoisted:
        parts.append(f"{_count(len(step.hoisted), 'computation')} moved out of the loop")
    if loads or stores:
        memory = _list(
            [
                _count(number, noun)
                for number, noun in ((loads, "load"), (stores, "store"))
                if number
            ]
        )
        parts.append(f"{memory} fewer inside loops")
    return f"{'; '.join(parts)}." if parts else ""


def _unswitched(step: PassStep, before: Measures, after: Measures) -> str:
    if after.loops <= before.loops:
        return ""
    return f"{_count(before.loops, 'loop')} became {after.loops}, one for each side of the test."


def _if_converted(step: PassStep, before: Measures, after: Measures) -> str:
    if after.loops > before.loops:
        return "The loop got a copy without the branch inside it, for the vectoriser."
    branches = max(before.inside["branch"] - after.inside["branch"], 0)
    return (
        f"{_count(branches, 'branch', 'branches')} inside loops became selections."
        if branches
        else ""
    )


def _idiom(step: PassStep, before: Measures, after: Measures) -> str:
    return replaced_calls(step)


def _copy_dropped(step: PassStep, before: Measures, after: Measures) -> str:
    gone = before.loops - after.loops
    copies = "The copy" if gone == 1 else f"{gone} copies"
    is_gone = "is gone" if gone == 1 else "are gone"
    return f"{copies} made for the vectoriser {is_gone} again: no vectors came of it."


def _vectorised(step: PassStep, before: Measures, after: Measures) -> str:
    more = _more(before, after, "vector")
    if not more:
        return ""
    lanes = _lanes(step)
    loops = (
        f" {_count(before.loops, 'loop')} became {after.loops}: the others do what is left over."
        if after.loops > before.loops > 0
        else ""
    )
    return f"{_count(more, 'vector operation')} appear{'s' if more == 1 else ''}{lanes}.{loops}"


def _lanes(step: PassStep) -> str:
    lanes: dict[str, None] = {}
    for text in _added_texts(step):
        for match in _LANES.finditer(text):
            count = match["count"] or match["gcc_count"] or match["gcc_scalable"]
            scalable = match["scalable"] or match["gcc_scalable"]
            type_name = (match["type"] or match["gcc_type"]).strip()
            times = "a multiple of " if scalable else ""
            lanes[f"{times}{count} × {type_name}"] = None
    return f" ({', '.join([*lanes][:2])})" if lanes else ""


def _unrolled(step: PassStep, before: Measures, after: Measures) -> str:
    if after.loops < before.loops:
        gone = before.loops - after.loops
        return f"{_count(gone, 'loop')} replaced by straight code."
    stores = (before.inside["store"], after.inside["store"])
    loads = (before.inside["load"], after.inside["load"])
    for noun, (count, two) in (("stores", stores), ("loads", loads)):
        if two > count > 0:
            return f"The body is repeated: {count} {noun} inside loops became {two}."
    return ""


def _induction(step: PassStep, before: Measures, after: Measures) -> str:
    gone = before.statements_inside - after.statements_inside
    return f"{_count(gone, 'statement')} fewer inside loops." if gone > 0 else ""


def _sunk(step: PassStep, before: Measures, after: Measures) -> str:
    moved = len(step.delta.moves) if step.delta is not None else 0
    return f"{_count(moved, 'computation')} moved to where the value is needed." if moved else ""


def _fused(step: PassStep, before: Measures, after: Measures) -> str:
    more = _more(before, after, "fused")
    return f"{_count(more, 'multiplication')} fused with an addition." if more else ""


def _selected(step: PassStep, before: Measures, after: Measures) -> str:
    return (
        f"{_count(before.statements, 'operation')} became "
        f"{_count(after.statements, 'machine instruction')}."
    )


def _allocated(step: PassStep, before: Measures, after: Measures) -> str:
    slots = _more(before, after, "slot")
    if slots:
        accesses = _count(slots, "access", "accesses")
        return f"Not all values fit into registers: {accesses} to the stack."
    gone = before.statements - after.statements
    return (
        f"All values fit into registers; {_count(gone, 'copy', 'copies')} fewer."
        if gone > 0
        else ""
    )


def _paired(step: PassStep, before: Measures, after: Measures) -> str:
    gone = _fewer(before, after, "load") + _fewer(before, after, "store")
    return (
        f"{_count(gone, 'load or store', 'loads or stores')} fewer: neighbours became pairs."
        if gone
        else ""
    )


def _scheduled(step: PassStep, before: Measures, after: Measures) -> str:
    moved = len(step.delta.moves) if step.delta is not None else 0
    return f"{_count(moved, 'instruction')} changed places." if moved else ""


def _framed(step: PassStep, before: Measures, after: Measures) -> str:
    stores, loads = _more(before, after, "store"), _more(before, after, "load")
    if not stores and not loads:
        return ""
    parts = [
        f"{_count(number, noun)} on {boundary}"
        for number, noun, boundary in ((stores, "save", "entry"), (loads, "restore", "exit"))
        if number
    ]
    return f"{_list(parts)} added."


def _laid_out(step: PassStep, before: Measures, after: Measures) -> str:
    moved = len(step.delta.moves) if step.delta is not None else 0
    return f"{_count(moved, 'instruction')} moved with their blocks." if moved else ""


def _added_texts(step: PassStep) -> list[str]:
    if step.delta is None or step.after is None:
        return []
    lines = step.after.lines or ()
    return [
        lines[row.after].text
        for row in step.delta.rows
        if row.kind in ("added", "changed") and row.after is not None
    ]


_RULES: Mapping[str, tuple[int, Sentence]] = {
    "promote-to-ssa": (9, _promoted),
    "inline": (10, _inlined),
    "simplify-control-flow": (3, _control_flow),
    "fold": (4, _folded),
    "reuse": (5, _reused),
    "rotate": (6, _rotated),
    "hoist": (9, _hoisted),
    "unswitch": (8, _unswitched),
    "if-convert": (8, _if_converted),
    "idiom": (10, _idiom),
    "drop-copy": (8, _copy_dropped),
    "vectorise": (10, _vectorised),
    "unroll": (8, _unrolled),
    "induction": (5, _induction),
    "remove-dead": (5, _removed),
    "sink": (2, _sunk),
    "fuse-multiply-add": (7, _fused),
    "select-instructions": (6, _selected),
    "allocate-registers": (5, _allocated),
    "pair-memory": (6, _paired),
    "schedule": (3, _scheduled),
    "frame": (4, _framed),
    "layout": (1, _laid_out),
}
