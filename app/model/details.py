"""Each stage's own part of its page: view, template, settings; one row a stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from app.model.language_details import LANGUAGE_DETAILS
from app.model.stage_parts import StageContext, StageDetail
from app.model.whole_graph import counted_kernels
from app.model_runs.known import KnownModel
from app.model_runs.request import ModelRequest
from app.model_runs.runs import Run, runs
from app.site.views.setting_fields import any_of, one_of, open_sizes
from compiler_core.errors import InputError
from compiler_core.graph.picture_input.preprocessings import PREPROCESSINGS
from compiler_core.pipelines.stages import StageResult

if TYPE_CHECKING:
    from app.model.views.model_measures import Measured
    from app.model.views.stage_board import BoardView
    from app.model.views.stage_try import TryView
    from app.site.views.setting_fields import SettingField
    from compiler_core.graph.pipeline.passes_stage import PassesDetails
    from compiler_core.graph.pipeline.run_stage import RunDetails

# Where a source node is looked for.
_LATER_STAGES = ("passes", "quantise", "fusion", "engine")
PRECISION_CHOICES = (("int8", "int8"), ("fp32", "fp32"))

# What each method of calibration looks for, as few words as fit in a menu.
RANGE_WORDS = {
    "measured": "the best for each tensor",
    "minmax": "keep every value",
    "percentile": "cut off the rarest",
    "mse": "least squared error",
    "kl": "keep how often values occur",
}


def _input(context: StageContext) -> StageDetail:
    from app.model.stage_scenes import input_scene_view
    from app.model.views.stage_input import FOLDING_IDEA, input_view
    from compiler_core.graph.pipeline.input_stage import PASS_NAME, InputDetails

    details, settings = context.result.details, context.asked.settings
    sizes = _size_fields(context)
    if not isinstance(details, InputDetails):
        return StageDetail(view=None, template="", fields=sizes)
    choices = [(preprocessing.name, preprocessing.title) for preprocessing in PREPROCESSINGS]
    fields = (
        *sizes,
        one_of("preprocessing", "The picture is prepared", settings.preprocessing, choices),
    )
    measured = _beside(context, preprocessing="outside") if details.in_graph else None
    view = input_view(context.asked, details, measured)
    return StageDetail(
        view=view,
        template="partials/stage_input.html",
        fields=fields,
        ideas={PASS_NAME: FOLDING_IDEA},
        scene=input_scene_view(context, details),
    )


def _size_fields(context: StageContext) -> tuple[SettingField, ...]:
    """Of a file that leaves sizes open: those it got, to be changed."""
    from compiler_core.graph.pipeline.export_stage import ExportDetails

    read = context.run.result("export")
    if read is None or not isinstance(read.details, ExportDetails):
        return ()
    axes = read.details.report.dynamic_axes
    if not axes:
        return ()
    given = ",".join(context.asked.settings.sizes)
    sizes = {axis.name or f"{axis.input}:{axis.axis}": axis.size for axis in axes}
    return (open_sizes(given or ",".join(f"{name}={size}" for name, size in sizes.items())),)


def _beside(context: StageContext, **settings: object) -> Measured:
    """This run, and the one with other settings as far as it is; it is not started."""
    from app.model.measures import measures_of
    from app.model.views.model_measures import Measured

    other = runs().find(context.known, context.asked.with_settings(**settings))
    return Measured(measures_of(other), measures_of(context.run))


def _export(context: StageContext) -> StageDetail:
    from app.model.stage_scenes import walk_scene_view
    from app.model.views.stage_export import export_view
    from compiler_core.graph.pipeline.export_stage import ExportDetails

    details = context.result.details
    if not isinstance(details, ExportDetails):
        return StageDetail(view=None, template="")
    later = [context.run.result(name) for name in _LATER_STAGES]
    view = export_view(context.asked, details, [result for result in later if result])
    scene = walk_scene_view(context, details)
    return StageDetail(
        view=view, template="partials/stage_export.html", fields=_size_fields(context), scene=scene
    )


def _passes(context: StageContext) -> StageDetail:
    from app.model.graph_scenes import pass_history_of, pass_scene_view, pass_switches
    from app.model.views.stage_passes import passes_view
    from compiler_core.graph.passes.registry import PASSES
    from compiler_core.graph.pipeline.passes_stage import PassesDetails

    details = context.result.details
    ideas = {graph_pass.name: graph_pass.idea for graph_pass in PASSES}
    if not isinstance(details, PassesDetails):
        return StageDetail(view=None, template="", ideas=ideas)
    board = passes_view(context.asked, details, PASSES)
    view = replace(board, try_it=_try(context, details))
    history = pass_history_of(context.result.steps)
    return StageDetail(
        view=view,
        template="partials/stage_passes.html",
        ideas=ideas,
        scene=pass_scene_view(context.asked, context.known, history, ideas) if history else None,
        switches=pass_switches(context.asked, details.passes, history),
        usual=view.usual,
    )


def _try(context: StageContext, details: PassesDetails) -> TryView:
    """Lint findings; with remedies in force, this run beside the one without any."""
    from app.model.views.stage_try import try_view
    from app.model.views.worst_first import cliff_words
    from compiler_core.graph.linting.lint import LINT_RULES

    measured = _beside(context, remedies=[]) if context.asked.settings.remedies else None
    cliff = cliff_words(counted_kernels(context.run))
    return try_view(context.asked, details, LINT_RULES, measured, cliff)


def _quantise(context: StageContext) -> StageDetail:
    from app.model.stage_scenes import threshold_scene_view
    from app.model.views.stage_quantise import layer_pins, quantise_view
    from compiler_core.graph.calibration.methods import CHOICES
    from compiler_core.graph.pipeline.quantise_stage import QuantiseDetails

    details, settings = context.result.details, context.asked.settings
    fields = [one_of("precision", "Numbers", settings.precision, PRECISION_CHOICES)]
    if not isinstance(details, QuantiseDetails):
        return StageDetail(view=None, template="", fields=tuple(fields))
    methods = [(name, f"{name}: {RANGE_WORDS[name]}") for name, _ in CHOICES]
    fields.append(one_of("calibration", "Ranges by", settings.calibration, methods))
    pins = layer_pins(context.asked, details.layers)
    fields.append(any_of("pinned", "Layers that stay in fp32", settings.pinned, pins))
    view = quantise_view(context.asked, details)
    scene = threshold_scene_view(context, details)
    return StageDetail(
        view=view, template="partials/stage_quantise.html", fields=tuple(fields), scene=scene
    )


def _fusion(context: StageContext) -> StageDetail:
    from app.model.graph_scenes import fusion_scene_view
    from app.model.views.stage_fusion import fusion_view
    from compiler_core.graph.fusion.extensions import EXTENSIONS
    from compiler_core.graph.pipeline.fusion_stage import FusionDetails

    details = context.result.details
    known = [(extension.name, f"{extension.name}: {extension.idea}") for extension in EXTENSIONS]
    chosen = context.asked.settings.extensions
    fields = (any_of("extensions", "Fusions beyond the standard rules", chosen, known),)
    if not isinstance(details, FusionDetails):
        return StageDetail(view=None, template="", fields=fields)
    view = fusion_view(context.asked, details)
    scene = fusion_scene_view(context.asked, context.known, context.run, details)
    return StageDetail(view=view, template="partials/stage_fusion.html", fields=fields, scene=scene)


def _engine(context: StageContext) -> StageDetail:
    from app.model.stage_scenes import arena_scene_view
    from app.model.views.stage_engine import engine_view, planner_choices
    from app.model.views.stage_growth import growth_choices
    from app.model.views.stage_tuning import tune_choices
    from compiler_core.graph.pipeline.engine_stage import EngineDetails
    from compiler_core.graph.pipeline.run_stage import RunDetails

    details, settings = context.result.details, context.asked.settings
    if not isinstance(details, EngineDetails):
        return StageDetail(view=None, template="")
    planners = planner_choices(details.planners)
    fields = (
        one_of("core", "Processor", settings.core, details.cores),
        one_of("planner", "Arena by", settings.planner, planners),
        one_of("tune_seconds", "Search for better tiles", str(settings.tune_seconds),
               tune_choices(settings.tune_seconds)),
        one_of("winograd_mebibytes", "Winograd's weights may add",
               str(settings.winograd_mebibytes), growth_choices(settings.winograd_mebibytes)),
    )  # fmt: skip
    ran = context.run.result("run")
    run_details = ran.details if ran and isinstance(ran.details, RunDetails) else None
    view = engine_view(context.asked, details, run_details)
    scene = arena_scene_view(context, details)
    return StageDetail(view=view, template="partials/stage_engine.html", fields=fields, scene=scene)


def _run(context: StageContext) -> StageDetail:
    from app.model.stage_scenes import ladder_scene_view
    from app.model.views.stage_input import first_picture
    from app.model.views.stage_run import run_view
    from compiler_core.graph.pipeline.input_stage import InputDetails
    from compiler_core.graph.pipeline.run_stage import RunDetails

    details, first = context.result.details, context.run.result("input")
    seen = first.details if first else None
    picture = first_picture(seen) if isinstance(seen, InputDetails) else ""
    if not isinstance(details, RunDetails):
        return StageDetail(view=None, template="partials/stage_run.html")
    view = replace(run_view(context.asked, details, picture), board=_board(context, details))
    scene = ladder_scene_view(context, details)
    return StageDetail(view=view, template="partials/stage_run.html", scene=scene)


def _board(context: StageContext, details: RunDetails) -> BoardView | None:
    """The way to a board and what came back from one; None for a program that did not finish."""
    from app.model.boards import kept_comparison
    from app.model.views.stage_board import board_view

    if not details.result.ok:
        return None
    try:
        comparison, problem = kept_comparison(context.asked), ""
    except InputError as error:
        comparison, problem = None, f"{error.message} {error.advice}"
    return board_view(context.asked, comparison, problem)


DetailOf = Callable[[StageContext], StageDetail]
DETAILS: tuple[tuple[str, DetailOf], ...] = (
    ("input", _input),
    ("export", _export),
    ("passes", _passes),
    ("quantise", _quantise),
    ("fusion", _fusion),
    ("engine", _engine),
    ("run", _run),
)


def stage_detail(
    request: ModelRequest, known: KnownModel, run: Run, result: StageResult
) -> StageDetail | None:
    """The part of this stage, None for one that shows its steps only."""
    rows = DETAILS if request.track.name == "graph" else LANGUAGE_DETAILS
    for name, detail_of in rows:
        if name == request.stage:
            return detail_of(StageContext(request, known, run, result))
    return None
