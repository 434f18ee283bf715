"""What a page of the atlas prints."""

from __future__ import annotations

from dataclasses import dataclass

from app.view_models.chart import Chart
from app.view_models.lesson import LessonLink, SectionView
from app.view_models.soc.fields import Field


@dataclass(frozen=True, slots=True, kw_only=True)
class FactRow:
    """A fact as it usually is and under the reader's settings."""

    name: str
    usual: str
    own: str
    basis: str
    changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A part of a step's bar: where it begins and how wide it is, of a thousand; what it means."""

    x: int
    width: int
    classes: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneRow:
    """Who works, and its bars."""

    name: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePictureView:
    """Lanes under one clock. scale: what the whole width is; more: of the lanes left out."""

    title: str
    scale: str
    rows: tuple[LaneRow, ...]
    more: str
    legend: tuple[Bar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotView:
    """Numbers over numbers."""

    title: str
    chart: Chart


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedLine:
    """A line of the source, "" for what has none, and the lines made of it."""

    number: str
    source: str
    made: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """A line of a program before a step ("-"), behind it ("+"), or on both sides (" ")."""

    sign: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRow:
    """One step, in numbers and in what it left."""

    title: str
    opened: bool
    bare: bool
    """Numbers are all there is of it: nothing to unfold."""
    bars: tuple[Bar, ...]
    numbers: str
    finds: tuple[str, ...]
    """Of a search: what it looked for."""
    lines: tuple[str, ...]
    """Of a search: the first of what it goes on with."""
    listing: str
    """A program as it is behind the step; empty for a search, or where it is joined."""
    joined: tuple[JoinedLine, ...]
    """Lines of the source with what became of each; empty where steps have no source."""
    compared: tuple[ComparedLine, ...]
    """Of a rewrite: what came, what went, and lines around; empty for other steps."""
    said_title: str
    said: tuple[tuple[str, str], ...]
    """Things it changed or refused, each with the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasPageView:
    """One page of the atlas."""

    title: str
    identity: str
    idea: str
    opening: tuple[SectionView, ...]
    """Sections up to the question that is asked first."""
    closing: tuple[SectionView, ...]
    label: str
    label_words: str
    tool: str
    fields: tuple[Field, ...]
    explains: tuple[tuple[str, str], ...]
    """Of each control its title and what it changes."""
    admits: tuple[tuple[str, str], ...]
    """Words that a text may use, with what each means; empty where none is given."""
    recorded: str
    """That the answer is a recorded moment, and what to install; empty for one of now."""
    sentence: str
    difference: str
    """What the reader's settings changed, in a sentence; empty for the usual ones."""
    problem: str
    advice: str
    facts: tuple[FactRow, ...]
    pictures: tuple[TimePictureView, ...]
    plots: tuple[PlotView, ...]
    legend: tuple[Bar, ...]
    """What the parts of the steps' bars mean; empty where steps have none."""
    is_changed: bool
    steps: tuple[StepRow, ...]
    command: str
    usual_address: str
    record_address: str
    claims_address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasDoorView:
    """The list of pages."""

    title: str
    pages: tuple[LessonLink, ...]
