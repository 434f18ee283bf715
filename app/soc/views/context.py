"""What a view of a chip is given, and what it gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.addresses.chips import SocRequest
from app.drawing.views.scene import SceneView
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
    """headline: one or two sentences computed from this chip and model. detail: the record that
    `template` shows. fields: the view's own, after chip and model. record: what the JSON is made
    of, a record of the core or several. command: what prints the same at home. waits: whether a
    part of it is still being made; the view says so in its place, and the page asks again.
    inside: names of fields that the view's own part has in the form. problem: why there is nothing
    to show but the view's own form, None for none. says: the answer in the summary of each closed
    part, by the name of its heading. scene: the picture that moves, None while there is none.
    """

    headline: str
    detail: object
    template: str
    record: object
    command: str
    fields: tuple[Field, ...] = ()
    waits: bool = False
    inside: tuple[str, ...] = ()
    problem: LoweringLabError | None = None
    says: Mapping[str, str] = field(default_factory=dict)
    scene: SceneView | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SocView:
    """One view: its name in addresses, its title, what one sees in one sentence, its idea in one or
    two, the question that leads to it from the view before. answers: what it tells, in the few
    words that its tab has room for. words: terms of the glossary it uses.

    models: kinds of models it can show, none where it needs none; a model of another kind gives
    way to `usual_model`. beside: the view's own value that takes it instead, "" for none. lesson:
    that which explains the view to those who only know C, "" for none. control: the field that
    moves its picture most, "" where all fields are in sight.
    """

    name: str
    title: str
    answers: str
    lead: str
    idea: str
    question: str
    words: tuple[str, ...]
    models: tuple[str, ...] = ()
    usual_model: str = ""
    beside: str = ""
    lesson: str = ""
    control: str = ""
