"""What an exercise would be made of, and what only its author knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.lab.views.frame import ClassFrame

_WRONG_FIELDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """A page's state."""

    track: str
    """Loop, network, decode or counterexample."""
    state: Mapping[str, Any]
    """What the exercise is made from, as its record in `compiler_core` has it."""
    id: str
    """The exercise's id that the form begins with."""
    title: str
    """The exercise's title that the form begins with."""
    task: str
    """What is to be done, as the form begins with."""
    said: str
    """The state in a sentence."""


@dataclass(frozen=True, slots=True)
class WrongField:
    """A field for a likely wrong answer. text: the loop as it is, to be changed."""

    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MakePage:
    """The page that makes an exercise from what another page shows."""

    title: str
    """Of the document."""
    frame: ClassFrame
    """What stands around every page of the class."""
    origin: str
    """Address of the page that it is made from."""
    said: str
    """What the exercise is made from, in a sentence."""
    id: str
    """The exercise's id, as the form has it."""
    exercise_title: str
    """As the form has it."""
    task: str
    """What is to be done, as the form has it."""
    wrong: tuple[WrongField, ...]
    """Fields for likely wrong answers, of loops only."""
    problem: str
    """Why the last request was refused; empty for none."""


def make_page(
    frame: ClassFrame, address: str, offered: Offered, problem: str, typed: Mapping[str, str]
) -> MakePage:
    """typed: what a request that was refused had in its form."""
    source = str(offered.state.get("source", ""))
    fields = range(1, _WRONG_FIELDS + 1) if offered.track == "loop" else ()
    return MakePage(
        title="Make an exercise from this",
        frame=frame,
        origin=address,
        said=offered.said,
        id=typed.get("id", offered.id),
        exercise_title=typed.get("title", offered.title),
        task=typed.get("task", offered.task),
        wrong=tuple(WrongField(f"Likely wrong answer {number}", source) for number in fields),
        problem=problem,
    )
