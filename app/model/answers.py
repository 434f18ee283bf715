"""From what a stage page is asked for to its view model."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.addresses.lessons import stage_atlas, stage_lessons
from app.model.comparing import compare_address
from app.model.details import StageDetail, stage_detail
from app.model.folds import open_folds, unfold_address
from app.model.pairs import models_address
from app.model.signs import board_of_sign
from app.model.soc_language_panel import language_panel
from app.model.soc_panel import stage_panel
from app.model.views.elsewhere import elsewhere
from app.model.views.model_drop import DropProblem, ModelDropPage, model_drop_page
from app.model.views.model_settings import kept_fields
from app.model.views.model_stage import (
    Download,
    StagePage,
    StageProblem,
    downloads,
    reproduce,
    seconds_text,
    stage_problem,
    stage_progress,
    stage_seconds,
    stage_tabs,
    unchecked_text,
    warning_views,
    watched,
)
from app.model.views.model_step import ModelStepView, chosen_step, step_rows, step_view
from app.model.views.stage_board import ARCHIVE, BOARD_STAGES, archive_address
from app.model.whole_graph import node_fates, whole_graph, worst_kernels
from app.model_runs.known import KnownModel, find_model, offered_models
from app.model_runs.request import ModelRequest
from app.model_runs.runs import Run, runs
from app.model_runs.uploads import MODEL_BYTES
from app.site.views.setting_fields import SettingField, open_sizes
from compiler_core.errors import UnknownName
from compiler_core.pipelines.events import Event
from compiler_core.pipelines.setting_values import LONGEST_VALUE
from compiler_core.pipelines.stages import StageFile, StageResult, StageWarning
from compiler_core.trace import Step

_FAILED = 422


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """The page and its HTTP status."""

    page: StagePage
    status: int


def drop_page(problem: DropProblem | None = None, sign: str = "") -> ModelDropPage:
    """Where a sign is drawn, a model dropped or chosen; problem: of the file that was sent last.

    sign: whose picture a net looks at. Raises UnknownName.
    """
    return model_drop_page(offered_models(), MODEL_BYTES, board_of_sign(sign), problem)


def model_answer(request: ModelRequest) -> ModelAnswer:
    """The stage as far as its run has come; asking starts it. Raises UnknownName, Overloaded."""
    known = find_model(request.model)
    run = runs().run_of(known, request)
    events = run.events()
    result = run.result(request.stage)
    failed = result is None and any(event.kind == "failed" for event in events)
    page = _with_graph(_page(request, known, run, events, result), request, run, result)
    return ModelAnswer(page, _FAILED if failed else 200)


def stage_file(request: ModelRequest, name: str) -> StageFile:
    """A file of a stage that has ended, or the bundle for boards. Raises UnknownName."""
    if request.track.name == "graph" and request.stage in BOARD_STAGES and name == ARCHIVE:
        from app.model.boards import board_archive

        return board_archive(request)
    result = runs().run_of(find_model(request.model), request).result(request.stage)
    for file in result.files if result else ():
        if file.name == name:
            return file
    raise UnknownName("This stage left no file of that name.", "Open the stage and look there.")


def _page(
    request: ModelRequest,
    known: KnownModel,
    run: Run,
    events: tuple[Event, ...],
    result: StageResult | None,
) -> StagePage:
    kind = request.track.kind(request.stage)
    problem = stage_problem(events) if result is None else None
    waits = result is None and problem is None
    detail = stage_detail(request, known, run, result) if result else None
    shown = detail.fields if detail else _remedy_fields(request, events) if problem else ()
    steps = result.steps if result else ()
    page = StagePage(
        title=f"{kind.title} · {known.title}",
        track=request.track.name,
        model_title=known.title,
        model_note=known.note,
        tabs=stage_tabs(request, events),
        stage_title=f"{request.track.number(request.stage)} {kind.title}",
        idea=kind.idea,
        seconds=seconds_text(stage_seconds(request.stage, events)),
        progress=stage_progress(request, events, runs().number_of(run)) if waits else None,
        problem=problem,
        steps=step_rows(request, steps, chosen_step(request, steps)),
        step=_open_step(request, steps, detail) if steps else None,
        fields=shown,
        kept=kept_fields(request, shown),
        action=f"/model/{request.model}/{request.stage}",
        command=reproduce(known, request),
        lessons=stage_lessons(request.track.name, request.stage),
        atlas=stage_atlas(request.track.name, request.stage),
        earlier=_neighbour(request, -1),
        later=_neighbour(request, 1),
        elsewhere=elsewhere(request.track, request.stage),
        warnings=warning_views(request, _warnings(request, run, result, problem)),
        without_picture=_without_picture(request, problem),
    )
    page = _with_detail(page, detail) if detail else page
    return _with_result(page, request, run, events, result) if result else page


def _open_step(
    request: ModelRequest, steps: tuple[Step, ...], detail: StageDetail | None
) -> ModelStepView:
    number = chosen_step(request, steps)
    return step_view(request, steps, number, _idea(detail, steps, number))


def _without_picture(request: ModelRequest, problem: StageProblem | None) -> str:
    return request.changed(picture="").address() if problem and request.picture else ""


def _with_result(
    page: StagePage, request: ModelRequest, run: Run, events: tuple[Event, ...], result: StageResult
) -> StagePage:
    return replace(
        page,
        headline=result.sentence,
        checked=result.checked,
        held=result.held,
        downloads=_downloads(request, run, result),
        watch=watched(request, events),
        unchecked=unchecked_text(request.track.stage_names, events),
        panel=stage_panel(request, run, result),
        language=language_panel(request, run),
    )


def _with_detail(page: StagePage, detail: StageDetail) -> StagePage:
    return replace(
        page,
        detail=detail.view,
        detail_part=detail.template,
        scene=detail.scene,
        switches=detail.switches,
        usual=detail.usual,
    )


def _with_graph(
    page: StagePage, request: ModelRequest, run: Run, result: StageResult | None
) -> StagePage:
    """With the picture of the whole graph and what is told below it, once there is a result."""
    if result is None:
        return page
    worst = worst_kernels(request, run)
    return replace(
        page,
        opened=open_folds(request),
        unfold=unfold_address(request),
        graph=whole_graph(request, run, result),
        worst=worst,
        fates=node_fates(request, run),
        failed=bool(result.problem),
        compare=compare_address(request) if worst else "",
        compare_models=models_address(request) if request.track.name == "graph" else "",
    )


def _downloads(request: ModelRequest, run: Run, result: StageResult) -> tuple[Download, ...]:
    """The stage's files; where a program was built, once it has run, the bundle for boards."""
    files = downloads(request, result.files)
    offers = request.track.name == "graph" and request.stage in BOARD_STAGES
    if not offers or not run.has_ended(request.track.stage_names[-1]):
        return files
    what = "run.sh and a static program, for a board"
    return (Download(ARCHIVE, archive_address(request), what), *files)


def _remedy_fields(request: ModelRequest, events: tuple[Event, ...]) -> tuple[SettingField, ...]:
    """Where a run failed for want of sizes, or with those it was given: the field for them."""
    if request.track.name != "graph":
        return ()
    remedy = next((event.remedy for event in events if event.kind == "failed"), "")
    name, _, value = remedy.partition(":")
    if name != "sizes" and not request.settings.sizes:
        return ()
    return (open_sizes(",".join(request.settings.sizes) or value[:LONGEST_VALUE]),)


def _warnings(
    request: ModelRequest, run: Run, result: StageResult | None, problem: StageProblem | None
) -> tuple[StageWarning, ...]:
    """Of the stage itself; where it failed, those of the first stage that say more of why."""
    first = run.result(request.track.stage_names[0]) if problem else result
    said = problem.message if problem else ""
    return tuple(warning for warning in first.warnings if warning.text not in said) if first else ()


def _idea(detail: StageDetail | None, steps: tuple[Step, ...], number: int) -> str:
    return detail.ideas.get(steps[number - 1].pass_name, "") if detail else ""


def _neighbour(request: ModelRequest, offset: int) -> str:
    names = request.track.stage_names
    index = names.index(request.stage) + offset
    if not 0 <= index < len(names):
        return ""
    return request.at_stage(names[index]).address()
