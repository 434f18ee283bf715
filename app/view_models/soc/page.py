"""The frame of every page about a chip: views across the top, fields, one view's own part."""

from __future__ import annotations

from dataclasses import dataclass

from app.view_models.soc.fields import Field


@dataclass(frozen=True, slots=True)
class ViewTab:
    """A view of the chip."""

    title: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class SocProblem:
    """Why there is nothing to show, and what to try."""

    message: str
    advice: str


@dataclass(frozen=True, slots=True)
class SocPage:
    """fields: above the view, `kept` beside them hidden. action: where the form goes.

    headline: computed from this chip and model. changed: what of the chip is changed, "" for
    nothing, and the address without changes. waiting: the address to ask again while a model is
    being read or the server is busy, "" otherwise. detail, detail_part: the view's own record and
    template. command, api: the same at home, and as JSON.
    """

    title: str
    chip_title: str
    tabs: tuple[ViewTab, ...]
    view_title: str
    idea: str
    fields: tuple[Field, ...]
    kept: tuple[Field, ...]
    action: str
    headline: str
    changed: str
    unchanged_address: str
    waiting: str
    problem: SocProblem | None
    detail: object
    detail_part: str
    command: str
    api: str
