"""The profile pane: three builds of a function, laid out for two kinds of input."""

from __future__ import annotations

from dataclasses import dataclass

from app.loop.views.block_picture import BlockPicture, block_picture
from app.loop.views.subject import Subject
from compiler_core.host.running.refusal import without_options
from compiler_core.host.whole_program.profile_record import (
    Cost,
    Layout,
    ProfileExperiment,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutView:
    """One build: whether its branch turned round, its costs by input, None where it did not run."""

    layout: Layout
    """The build, as the core made it."""
    sign: str
    """Whether the branch turned round, as a sign; empty for the build without a profile."""
    word: str
    """Whether the branch turned round, in words; empty for the build without a profile."""
    tone: str
    """`good` where the branch turned round, else `plain`."""
    costs: tuple[Cost | None, ...]
    """One for each input, in their order; None for one on which the build did not run."""
    picture: BlockPicture
    """Blocks in the order of their addresses."""


@dataclass(frozen=True, slots=True)
class ProfileView:
    """The pane. message: why there is no answer, or empty. found: None until it is asked for.

    layouts: the three builds. agree: whether all of them computed the same.
    """

    message: str = ""
    found: ProfileExperiment | None = None
    layouts: tuple[LayoutView, ...] = ()
    agree: str = ""


def profile_starter(message: str = "") -> ProfileView:
    """The pane before it is asked for, or with the reason why there is no answer."""
    return ProfileView(without_options(message))


def profile_view(subject: Subject, profile: ProfileExperiment) -> ProfileView:
    """The pane for an experiment."""
    if not profile.ok:
        return profile_starter(profile.message)
    names = tuple(distribution.name for distribution in profile.distributions)
    most = max(
        (
            flow.executions
            for layout in profile.layouts
            for block in layout.blocks
            for flow in block.flows.values()
        ),
        default=1,
    )
    return ProfileView(
        found=profile,
        layouts=tuple(_layout(layout, names, most) for layout in profile.layouts),
        agree=_agreement(profile.outputs_agree),
    )


def _agreement(agree: bool) -> str:
    if agree:
        return "✓ All three builds computed the same bits on both inputs."
    return "✗ The builds computed different bits."


def _layout(layout: Layout, names: tuple[str, ...], most: int) -> LayoutView:
    sign, word, tone = _turn(layout)
    return LayoutView(
        layout=layout,
        sign=sign,
        word=word,
        tone=tone,
        costs=tuple(layout.costs.get(name) for name in names),
        picture=block_picture(layout.blocks, names, most, layout.title),
    )


def _turn(layout: Layout) -> tuple[str, str, str]:
    if not layout.profile:
        return "", "", "plain"
    if layout.flipped:
        return "↻", "The branch turned round", "good"
    if layout.direction is None:
        return "–", "No such branch here", "plain"
    return "=", "The branch kept its direction", "plain"
