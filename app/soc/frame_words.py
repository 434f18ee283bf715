"""What the frame of a page about a chip says: changes, problems, other models, the next step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.addresses.chips import USUAL_CHIP, SocRequest
from app.addresses.lessons import lesson_link
from app.soc.every_view import VIEWS
from app.soc.views.chip_words import label_and_unit, part_titles, plain_number
from app.soc.views.context import SocView
from app.soc.views.page import FurtherStep, GaveWay, SocProblem
from app.soc.works import SocModel, work_of
from compiler_core.errors import LoweringLabError
from compiler_core.lessons.reading import find_lesson
from compiler_core.soc.description import SocDescription
from compiler_core.soc.editing import ARRAY_SIDE, keyed_figures

_KINDS = {"network": "a network", "language": "a language model"}
_OWN_MODEL = FurtherStep("What does your own model ask of a chip?", "Drop a model", "/model")


def changes_in_words(soc: SocDescription, edits: Sequence[tuple[str, float]]) -> str:
    """`clock of Multiply-accumulate array 2 GHz instead of 1`; "" where nothing is changed.

    soc: the chip as it is.
    """
    own = {figure.key: figure.figure.value for figure in keyed_figures(soc)}
    return "; ".join(_change(soc, key, value, own.get(key)) for key, value in edits)


def _change(soc: SocDescription, key: str, value: float, own: float | None) -> str:
    before = f" instead of {plain_number(own)}" if own is not None else ""
    _, unit = label_and_unit(key.partition(".")[2])
    number = f"{plain_number(value)} {unit}".strip()
    return f"{figure_name(soc, key)} {number}{before}"


def figure_name(soc: SocDescription, key: str) -> str:
    """`clock of Multiply-accumulate array`; the key itself where the chip has no such part."""
    part, _, field = key.partition(".")
    title = part_titles(soc).get(part)
    if title is None:
        return key
    label = "rows and columns" if field == ARRAY_SIDE else label_and_unit(field)[0]
    return f"{label[:1].lower()}{label[1:]} of {title}"


def problem_of(request: SocRequest, soc: SocDescription, error: LoweringLabError) -> SocProblem:
    """A figure's key gives way to its name."""
    key, _, rest = error.message.partition(" ")
    known = key in {figure.key for figure in keyed_figures(soc)}
    name = figure_name(soc, key)
    message = f"{name[:1].upper()}{name[1:]} {rest}" if known else error.message
    return SocProblem(message, error.advice, _way_out(request, soc))


def as_it_is(request: SocRequest, soc: SocDescription) -> FurtherStep:
    """The same view without anything changed."""
    plain = replace(request, edits=(), values=())
    return FurtherStep("Begin again:", f"{soc.title} as it is", plain.address())


def _way_out(request: SocRequest, soc: SocDescription) -> FurtherStep:
    """Without the values that were given; where there are none, with the usual chip."""
    if request.edits or request.values or request.chip == USUAL_CHIP:
        return as_it_is(request, soc)
    other = request.with_chip(USUAL_CHIP)
    return FurtherStep("See it elsewhere:", "this view of the generic SoC", other.address())


def gave_way(request: SocRequest, view: SocView, instead: SocModel | None) -> GaveWay | None:
    """Why the model that was asked for is not the one on the page."""
    if instead is None:
        return None
    other = next(known for known in VIEWS if instead.kind in known.models and not known.beside)
    name, kind = _short(instead), _KINDS[view.models[0]].removeprefix("a ")
    text = (
        f"{name} is {_KINDS[instead.kind]}, and this view is about {kind}s: it shows "
        f"{_short(work_of(view.usual_model).model)}."
    )
    address = replace(request.at_view(other.name), model=instead.id).address()
    return GaveWay(text, FurtherStep(f"See {name} in the view", other.title, address))


def lesson_step(view: SocView) -> FurtherStep | None:
    """The lesson that leads to the view. Raises UnknownName for one that is not there."""
    if not view.lesson:
        return None
    link = lesson_link(find_lesson(view.lesson))
    return FurtherStep("Learn:", link.title, link.address)


def _short(model: SocModel) -> str:
    """Its title without what it is made of."""
    return model.title.partition(",")[0]


def further_step(request: SocRequest, view: SocView) -> FurtherStep:
    """The next view, with the question that it answers; after the last one, a model's own way."""
    index = VIEWS.index(view) + 1
    if index == len(VIEWS):
        return _OWN_MODEL
    after = VIEWS[index]
    return FurtherStep(after.question, after.title, request.at_view(after.name).address())
