"""The profile pane: three builds of a function, laid out for two kinds of input."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.loop.views.block_picture import BlockPicture, block_picture
from app.loop.views.subject import Subject
from compiler_core.host.whole_program.profile_record import (
    Cost,
    Distribution,
    Layout,
    ProfileExperiment,
)


@dataclass(frozen=True, slots=True)
class InputView:
    """One kind of input: its number in the pictures, its name, and the settings that make it."""

    number: int
    name: str
    settings: str


@dataclass(frozen=True, slots=True)
class CostCell:
    """What one build does per element on one input."""

    instructions: str
    taken: str


@dataclass(frozen=True, slots=True)
class LayoutView:
    """One build: its title, what its branch does, whether it turned round, its costs by input."""

    title: str
    sentence: str
    sign: str
    word: str
    tone: str
    costs: tuple[CostCell, ...]
    picture: BlockPicture


@dataclass(frozen=True, slots=True)
class ProfileView:
    """The pane. message: why there is no answer, or empty. ready: False until it is asked for.

    summary: what the profiles did, in sentences. inputs: the two kinds. layouts: the three builds.
    agree: whether all builds computed the same.
    """

    message: str = ""
    ready: bool = False
    headline: str = ""
    summary: tuple[str, ...] = ()
    inputs: tuple[InputView, ...] = ()
    layouts: tuple[LayoutView, ...] = ()
    agree: str = ""
    method: str = ""
    notes: tuple[str, ...] = ()


def profile_starter(message: str = "") -> ProfileView:
    """The pane before it is asked for, or with the reason why there is no answer."""
    return ProfileView(message)


def profile_view(subject: Subject, found: ProfileExperiment) -> ProfileView:
    """The pane for an experiment."""
    if not found.ok:
        return profile_starter(found.message)
    names = tuple(one.name for one in found.distributions)
    most = max(
        (flow.executions for layout in found.layouts for block in layout.blocks
         for flow in block.flows.values()),
        default=1,
    )  # fmt: skip
    return ProfileView(
        ready=True,
        headline=f"{found.function}, built three times, each run on both kinds of input.",
        summary=found.summary,
        inputs=tuple(_inputs(found.distributions)),
        layouts=tuple(_layout(layout, names, most) for layout in found.layouts),
        agree=_agreement(found.outputs_agree),
        method=found.method,
        notes=found.notes,
    )


def _agreement(agree: bool) -> str:
    if agree:
        return "✓ All three builds computed the same bits on both inputs."
    return "✗ The builds computed different bits."


def _inputs(distributions: tuple[Distribution, ...]) -> Iterator[InputView]:
    for number, one in enumerate(distributions, 1):
        yield InputView(number, one.name, " ".join(one.settings))


def _layout(layout: Layout, names: tuple[str, ...], most: int) -> LayoutView:
    sign, word, tone = _turn(layout)
    return LayoutView(
        title=layout.title,
        sentence=layout.sentence,
        sign=sign,
        word=word,
        tone=tone,
        costs=tuple(_cost(layout.costs.get(name)) for name in names),
        picture=block_picture(layout.blocks, names, most),
    )


def _turn(layout: Layout) -> tuple[str, str, str]:
    if not layout.profile:
        return "", "", "plain"
    if layout.flipped:
        return "↻", "The branch turned round", "good"
    if layout.direction is None:
        return "–", "No such branch here", "plain"
    return "=", "The branch kept its direction", "plain"


def _cost(cost: Cost | None) -> CostCell:
    if cost is None:
        return CostCell("–", "–")
    taken = cost.taken_per_element
    jumps = f"{taken:.2f}" if taken is not None else "not known"
    return CostCell(f"{cost.instructions_per_element:.2f}", jumps)
