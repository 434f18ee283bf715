"""What a view of a chip is given, and what it gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.addresses.chips import SocRequest
from app.drawing.scenes.views.scene import SceneView
from app.soc.views.fields import Field
from app.soc.works import SocModel
from compiler_core.errors import LoweringLabError
from compiler_core.soc.description import SocDescription
from compiler_core.soc.work.records import Work


@dataclass(frozen=True, slots=True)
class SocContext:
    """soc: with the reader's changes. model, work: None where the view needs no model. gave_way:
    the model that was asked for, where the view shows no models of its kind.
    """

    asked: SocRequest
    soc: SocDescription
    model: SocModel | None
    work: Work | None
    gave_way: SocModel | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewAnswer:
    """What a view of a chip gives to its page."""

    headline: str
    """One or two sentences computed from this chip and model."""
    detail: object
    """The record that `template` shows."""
    template: str
    """Path of the partial that prints `detail`, as `partials/soc/decode.html`."""
    record: object
    """What the JSON is made of, a record of the core or several."""
    command: str
    """What prints the same at home."""
    fields: tuple[Field, ...] = ()
    """The view's own, after chip and model."""
    waits: bool = False
    """Whether a part of it is still being made; the view says so in its place, and the page asks
    again."""
    inside: tuple[str, ...] = ()
    """Names of fields that the view's own part has in the form."""
    problem: LoweringLabError | None = None
    """Why there is nothing to show but the view's own form, None for none."""
    says: Mapping[str, str] = field(default_factory=dict)
    """The answer in the summary of each closed part, by the name of its heading."""
    scene: SceneView | None = None
    """The picture that moves, None while there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SocView:
    """One view: its name in addresses, its title, what one sees in one sentence, its idea in one or
    two, the question that leads to it from the view before."""

    name: str
    """In addresses, as `decode`."""
    title: str
    """Of the view's page and tab."""
    answers: str
    """What it tells, in the few words that its tab has room for."""
    lead: str
    """What one sees, in one sentence."""
    idea: str
    """One or two sentences, in which terms of `words` become links."""
    question: str
    """That leads here from the view before."""
    words: tuple[str, ...]
    """Terms of the glossary it uses."""
    models: tuple[str, ...] = ()
    """Kinds of models it can show, none where it needs none; a model of another kind gives way to
    `usual_model`."""
    usual_model: str = ""
    """Id of the model shown where another kind was asked for; empty where none is needed."""
    beside: str = ""
    """The view's own value that takes it instead, "" for none."""
    lesson: str = ""
    """That which explains the view to those who only know C, "" for none."""
    control: str = ""
    """The field that moves its picture most, "" where all fields are in sight."""
