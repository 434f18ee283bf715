"""From what a page about a chip is asked for to its view model, and to its JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.addresses.chips import (
    EDIT_PREFIX,
    EDITED_CHIP,
    USUAL_MODEL,
    SocRequest,
    edit_text,
    soc_request,
    without_edits,
)
from app.addresses.lessons import atlas_back
from app.soc.every_view import VIEWS, view_named
from app.soc.folds import open_folds, unfold_address
from app.soc.frame_words import (
    as_it_is,
    changes_in_words,
    further_step,
    gave_way,
    lesson_step,
    problem_of,
)
from app.soc.profile import loop_running
from app.soc.view_answers import view_answer
from app.soc.views.context import SocContext, SocView, ViewAnswer
from app.soc.views.fields import Field, in_sight, kept, menu
from app.soc.views.page import SocPage, SocProblem, SocReading, ViewTab
from app.soc.words import linked_idea, words_of
from app.soc.works import SocModel, soc_models, work_of
from compiler_core.errors import InputError, LoweringLabError, Overloaded, UnknownName
from compiler_core.soc.description import SocDescription
from compiler_core.soc.editing import edited_soc, real_edits
from compiler_core.soc.reading import load_socs, soc_named


@dataclass(frozen=True, slots=True)
class SocAnswer:
    """The page and its HTTP status."""

    page: SocPage
    status: int


def page_answer(name: str, given: Mapping[str, str]) -> SocAnswer:
    """The page of an address; numbers that are none are refused in their place. Raises UnknownName
    as `soc_answer`.
    """
    try:
        request = soc_request(name, given)
    except InputError as error:
        request = soc_request(name, without_edits(given))
        view, original = view_named(request.view), soc_named(request.chip)
        way_out = as_it_is(request, original)
        problem = replace(problem_of(request, original, error), way_out=way_out)
        return SocAnswer(_page(request, view, original, problem=problem), error.status)
    return soc_answer(request)


def soc_answer(request: SocRequest) -> SocAnswer:
    """The page; what cannot be shown is said in its place. Raises UnknownName for a view, chip or
    model that is none.
    """
    view = view_named(request.view)
    original, shown = soc_named(request.chip), request
    try:
        context = soc_context(request, view)
        shown = context.asked
        waits = context.model is not None and context.work is None
        answer = None if waits else view_answer(view, context)
        instead = context.gave_way
        refused = answer.problem if answer else None
        problem = problem_of(shown, original, refused) if refused else None
        page = _page(
            context.asked,
            view,
            original,
            answer or _NOTHING,
            problem=problem,
            instead=instead,
            waits=waits,
        )
        # What is asked again is what was asked, so that it is still said what gave way.
        again = request.address() if page.waiting else ""
        return SocAnswer(replace(page, waiting=again), refused.status if refused else 200)
    except UnknownName:
        raise
    except (InputError, Overloaded) as error:
        problem = problem_of(shown, original, error)
        again = isinstance(error, Overloaded)
        return SocAnswer(_page(shown, view, original, problem=problem, waits=again), error.status)


def running_page(name: str, given: Mapping[str, str]) -> SocAnswer:
    """The page of a reader's own loop while it runs. Raises UnknownName, InputError."""
    view = view_named(name)
    context = soc_context(soc_request(name, given), view)
    page = _page(context.asked, view, soc_named(context.asked.chip), loop_running(context))
    return SocAnswer(page, 200)


def soc_record(request: SocRequest) -> object:
    """What the view's page is made of, None while the model is being read.

    Raises InputError, Overloaded.
    """
    view = view_named(request.view)
    context = soc_context(request, view)
    if context.model is not None and context.work is None:
        return None
    answer = view_answer(view, context)
    if answer.problem is not None:
        raise answer.problem
    return answer.record


def soc_context(request: SocRequest, view: SocView) -> SocContext:
    """The chip with its changes, and the model's work. Raises LoweringLabError."""
    original = soc_named(request.chip)
    request = request.with_edits(real_edits(original, dict(request.edits)))
    soc = edited_soc(original, dict(request.edits))
    if not view.models:
        return SocContext(request, soc, None, None)
    answer = work_of(request.model)
    if answer.model.kind not in view.models:
        beside = {view.beside: request.model} if view.beside else {}
        # The usual model stands in an address that names none: nobody asked for it.
        instead = None if beside or request.model == USUAL_MODEL else answer.model
        request = replace(request, model=view.usual_model).with_values(**beside)
        answer = work_of(view.usual_model)
        return SocContext(request, soc, answer.model, answer.work, instead)
    return SocContext(request, soc, answer.model, answer.work)


_NOTHING = ViewAnswer(headline="", detail=None, template="", record=None, command="")
"""Of a view that has a problem, or waits."""


def _page(
    request: SocRequest,
    view: SocView,
    soc: SocDescription,
    answer: ViewAnswer = _NOTHING,
    problem: SocProblem | None = None,
    *,
    instead: SocModel | None = None,
    waits: bool = False,
) -> SocPage:
    fields = (*_frame_fields(request, view, soc), *answer.fields)
    shown, settings = in_sight(fields, view.control)
    return SocPage(
        title=f"{view.title} · {soc.title}",
        chip_title=soc.title,
        tabs=_tabs(request, view),
        view_title=view.title,
        lead=view.lead,
        idea=linked_idea(view),
        fields=shown,
        settings=settings,
        settings_named=" · ".join(setting.label for setting in settings),
        kept=_kept(request, (*(field.name for field in fields), *answer.inside)),
        action=SocRequest(view.name).address(),
        headline=answer.headline,
        changed=changes_in_words(soc, request.edits),
        unchanged_address=request.with_edits({}).address(),
        gave_way=gave_way(request, view, instead),
        waiting=request.address() if waits or answer.waits else "",
        problem=problem,
        detail=answer.detail,
        detail_part=answer.template,
        command=answer.command,
        api=request.address(base="/api/soc/views"),
        reading=_reading(request, view),
        scene=answer.scene,
        says=answer.says,
        opened=open_folds(request, answer.scene),
        unfold=unfold_address(request) if answer.says else "",
    )


def _reading(request: SocRequest, view: SocView) -> SocReading:
    return SocReading(
        words=words_of(view),
        lesson=lesson_step(view),
        atlas=atlas_back(f"/soc/{view.name}"),
        further=further_step(request, view),
    )


def _tabs(request: SocRequest, chosen: SocView) -> tuple[ViewTab, ...]:
    return tuple(
        ViewTab(view.title, view.answers, request.at_view(view.name).address(), view is chosen)
        for view in VIEWS
    )


def _frame_fields(request: SocRequest, view: SocView, soc: SocDescription) -> tuple[Field, ...]:
    chips = [(chip.name, _chip_title(chip)) for chip in load_socs()]
    fields = [menu("chip", "Chip", soc.name, chips, reloads=True)]
    if view.models:
        fields.append(
            menu("model", "Model", request.model, _model_choices(request, view), reloads=True)
        )
    return tuple(fields)


def _model_choices(request: SocRequest, view: SocView) -> list[tuple[str, str]]:
    choices = [(model.id, model.title) for model in soc_models(*view.models)]
    if request.model not in dict(choices):
        try:
            choices.insert(0, (request.model, work_of(request.model).model.title))
        except LoweringLabError:
            return choices
    return choices


def _chip_title(soc: SocDescription) -> str:
    return f"{soc.title} (to compare)" if soc.yardstick else soc.title


def _kept(request: SocRequest, names: tuple[str, ...]) -> tuple[Field, ...]:
    """Changes and values that no field of the form stands for; names: those of its fields."""
    fields = [kept(f"{EDIT_PREFIX}{key}", edit_text(value)) for key, value in request.edits]
    if fields or any(name.startswith(EDIT_PREFIX) for name in names):
        fields.append(kept(EDITED_CHIP, request.chip))
    fields += [kept(name, value) for name, value in request.values if name not in names]
    return tuple(field for field in fields if field.name not in names)
