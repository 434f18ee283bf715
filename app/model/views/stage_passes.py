"""Stage 3: the pass board: which passes run, in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.model.views.stage_try import TryView
from app.model_runs.request import ModelRequest
from compiler_core.graph.pass_base import GraphPass
from compiler_core.graph.pipeline.passes_stage import PassesDetails

ANCHOR = "board-title"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """A pass on the board; addresses of the board without it, or with it moved."""

    number: int
    """Place in the order, from 1."""
    title: str
    """The pass in words, as `Batch norm folding`."""
    idea: str
    """What the pass does; empty for one that is not known."""
    without: str
    """Address of the board without this pass."""
    earlier: str
    """Address of the board with it one place earlier, empty for the first."""
    later: str
    """Address of the board with it one place later, empty for the last."""


@dataclass(frozen=True, slots=True)
class BoardAddition:
    """A pass that can be added at the end."""

    title: str
    idea: str
    address: str


@dataclass(frozen=True, slots=True)
class PassesView:
    """usual: address of the board as it is by default, "" when it is. try_it: lint findings."""

    board: tuple[BoardRow, ...]
    additions: tuple[BoardAddition, ...]
    usual: str
    try_it: TryView | None = None


def passes_view(
    request: ModelRequest, details: PassesDetails, known: Sequence[GraphPass]
) -> PassesView:
    """The board for these passes."""
    names = details.passes
    ideas = {graph_pass.name: graph_pass.idea for graph_pass in known}
    rows = tuple(
        BoardRow(
            number=index + 1,
            title=_title(name),
            idea=ideas.get(name, ""),
            without=_address(request, (*names[:index], *names[index + 1 :])),
            earlier=_address(request, _swapped(names, index - 1)) if index else "",
            later=_address(request, _swapped(names, index)) if index + 1 < len(names) else "",
        )
        for index, name in enumerate(names)
    )
    additions = tuple(
        BoardAddition(_title(extra.name), extra.idea, _address(request, (*names, extra.name)))
        for extra in known
    )
    return PassesView(rows, additions, _address(request, ()) if request.settings.passes else "")


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _address(request: ModelRequest, names: Sequence[str]) -> str:
    return request.with_settings(passes=list(names)).address(ANCHOR)


def _swapped(names: Sequence[str], index: int) -> tuple[str, ...]:
    return (*names[:index], names[index + 1], names[index], *names[index + 2 :])
