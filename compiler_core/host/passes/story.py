"""The few steps that mattered, each in one sentence computed from its difference.

Every number in a sentence is a count over the two dumps of that step (`measures`, `delta`); a step
whose count is nought tells no story, however often its pass ran.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.host.passes.concepts import Concept
from compiler_core.host.passes.loop_fates import Fate, fate_of
from compiler_core.host.passes.steps import PassStep
from compiler_core.host.passes.story_sentences import RULES, counted

MOST = 12
FEWEST = 5
# What a fate of a whole loop weighs: as much as vectors do.
_FATE_WEIGHT = 10
# Passes of these kinds tidy up: what the user wrote first, later what other passes left behind.
_TIDYING = ("remove-dead", "reuse", "fold", "simplify-control-flow")
_RESHAPING = ("vectorise", "unroll", "unswitch", "if-convert", "induction", "select-instructions")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryStep:
    """One sentence of the story: the step it speaks of, its concept's title, how much it weighs."""

    number: int
    """Number of the step in the timeline."""
    pass_name: str
    """The pass as the compiler prints it."""
    concept: str
    """Key of the concept, such as `vectorise`; empty for a pass without."""
    title: str
    """The concept's title, or the pass's name where it has none."""
    sentence: str
    """What the pass did to this function, in words."""
    weight: int
    """The larger, the more the step matters; without a concept the number of lines that differ."""


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
    rule = RULES.get(step.concept.key)
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
        sentence=f"{counted(total, 'line')} differ: {parts}.",
        weight=total,
    )
