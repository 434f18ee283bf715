"""One source line through all passes, as a list to step through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.words import count
from compiler_core.host.passes.follow import LineMoment
from compiler_core.host.passes.steps import PassStep
from compiler_core.host.passes.story import StoryStep

BAR_WIDTH = 48


@dataclass(frozen=True, slots=True)
class MomentView:
    """What one pass did to the line. name: the pass, or `assembly`. bar: how much code of it there
    is now, in pixels."""

    moment: LineMoment
    name: str
    title: str
    bar: float
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowView:
    """The followed line."""

    place: str
    """Such as `line 4`."""
    headline: str
    """How many passes touched it."""
    bar_width: int
    """The longest bar, in pixels."""
    moments: tuple[MomentView, ...]
    """In order, the assembly last."""
    previous: int | None
    """Steps before and after the shown one that touched it, or None."""
    following: int | None
    """The next step after the shown one that touched the line, or None."""


def follow_view(
    line: int, moments: Sequence[LineMoment], shown: PassStep | None
) -> FollowView | None:
    """The list for a line; None where no line is followed."""
    if not line:
        return None
    most = max((moment.count for moment in moments), default=1)
    number = shown.number if shown is not None else -1
    touching = touched_steps(moments)
    return FollowView(
        place=f"line {line}",
        headline=_headline(line, moments),
        bar_width=BAR_WIDTH,
        moments=tuple(_moment(moment, max(most, 1), number) for moment in moments),
        previous=max((earlier for earlier in touching if earlier < number), default=None),
        following=min((later for later in touching if later > number), default=None),
    )


def touched_steps(moments: Sequence[LineMoment]) -> frozenset[int]:
    """The numbers of the steps that touched the line."""
    return frozenset(moment.number for moment in moments if moment.kind != "assembly")


def strongest(moments: Sequence[LineMoment], story: Sequence[StoryStep]) -> int | None:
    """The touching step that the story weighs most, else the one that changed most; None if none
    touched it."""
    touching = touched_steps(moments)
    steps = [step for step in story if step.number in touching]
    if steps:
        return max(steps, key=lambda candidate: candidate.weight).number
    passes = [moment for moment in moments if moment.kind == "pass"]
    if not passes:
        return None
    return max(
        passes,
        key=lambda candidate: (
            candidate.added + candidate.removed + candidate.changed + candidate.moved
        ),
    ).number


def _headline(line: int, moments: Sequence[LineMoment]) -> str:
    if not moments:
        return f"No pass printed code of line {line}."
    passes = sum(moment.kind == "pass" for moment in moments)
    if not passes:
        return f"No pass changed the code of line {line}."
    last = moments[-1]
    became = f"{count(last.count, 'instruction')} came of it" if last.count else "nothing is left"
    return f"{count(passes, 'pass', 'passes')} touched line {line}; {became}."


def _moment(moment: LineMoment, most: int, shown: int) -> MomentView:
    return MomentView(
        moment=moment,
        name=moment.pass_name or moment.level,
        title=moment.title or ("The first code of it" if moment.kind == "start" else ""),
        bar=round(BAR_WIDTH * moment.count / most, 1),
        current=moment.kind != "assembly" and moment.number == shown,
    )
