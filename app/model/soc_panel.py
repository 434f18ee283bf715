"""What a stage of a network means on a chip: the panel of its page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.addresses.chips import SocRequest
from app.model.views.model_settings import kept_fields
from app.model_runs.request import ModelRequest
from app.model_runs.runs import Run
from app.site.views.links import Link
from app.site.views.setting_fields import SettingField, choices_of
from app.soc.views.stage_panel import (
    Sized,
    StagePanel,
    change_rows,
    change_sentence,
    fit_rows,
    fit_words,
    time_words,
)
from app.soc.views.timeline import TimelineView, timeline_view
from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer
from compiler_core.pipelines.stages import StageResult
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.networks.timeline import timeline
from compiler_core.soc.reading import load_socs, soc_named
from compiler_core.soc.stage_costs import PlacedCost, placed_cost

if TYPE_CHECKING:
    from compiler_core.graph.pipeline.fusion_stage import FusionDetails
    from compiler_core.graph.pipeline.passes_stage import PassesDetails

USUAL_CHIP = "generic"
FLOAT: Precision = "fp32"
_VIEWS = (
    ("roofline", "Its kernels under the roof"),
    ("cost", "Kernel by kernel"),
    ("energy", "In joules"),
    ("mapping", "Shared out among the units"),
)
_FLOAT_BYTES = 4


@dataclass(frozen=True, slots=True)
class StageSide:
    """A state of the network: what it is called, and its layers."""

    title: str
    layers: tuple[Layer, ...]
    precision: Precision


@dataclass(frozen=True, slots=True)
class StageOnChip:
    """What a stage's panel shows: sizes, and sides of which `before` may lack."""

    sizes: tuple[Sized, ...] = ()
    before: StageSide | None = None
    after: StageSide | None = None
    notes: tuple[str, ...] = ()
    has_timeline: bool = False


def stage_panel(request: ModelRequest, run: Run, result: StageResult) -> StagePanel | None:
    """The panel; None for a stage that has nothing to say of a chip."""
    build = dict(_STAGES).get(request.stage) if request.track.name == "graph" else None
    stage = build(request, run, result) if build else None
    return network_panel(request, stage) if stage else None


def network_panel(request: ModelRequest, stage: StageOnChip) -> StagePanel:
    """The stage on the chip that is asked for."""
    soc = chosen_chip(request)
    problem, sides = "", None
    try:
        sides = _sides(soc, stage)
    except InputError as error:
        problem = f"{error.message} {error.advice}"
    before, after = sides or (None, None)
    words = [fit_words(soc, stage.sizes)] if stage.sizes else []
    words += [change_sentence(soc, before, after)] if after else []
    return StagePanel(
        chips=choices_of(((chip.name, chip.title) for chip in load_socs()), soc.name),
        kept=_kept(request),
        action=f"/model/{request.model}/{request.stage}",
        summary=time_words(soc, before, after) if after else " ".join(words),
        sentence=" ".join(words),
        problem=problem,
        fits=fit_rows(soc, stage.sizes),
        before=stage.before.title if stage.before and before else "",
        after=stage.after.title if stage.after and after else "",
        changes=change_rows(before, after) if after else (),
        timeline=_timeline(stage, after) if after else None,
        links=_links(request, soc),
        notes=(*stage.notes, *_side_notes(stage, before, after), *_of_the_pages(request, after)),
    )


def chosen_chip(request: ModelRequest) -> SocDescription:
    """The one that the address names; the usual one where it names none that is known."""
    names = [soc.name for soc in load_socs()]
    return soc_named(request.chip if request.chip in names else USUAL_CHIP)


def _kept(request: ModelRequest) -> tuple[SettingField, ...]:
    """All but the chip, and the report that stands beside its times."""
    fields = tuple(field for field in kept_fields(request, ()) if field.name != "chip")
    board = SettingField(name="board", label="", kind="hidden", choices=(), value=request.board)
    return (*fields, board) if request.board else fields


def _sides(
    soc: SocDescription, stage: StageOnChip
) -> tuple[PlacedCost | None, PlacedCost | None] | None:
    """Both costs; before is None where the chip cannot compute at its precision.

    Raises InputError where it cannot compute what comes after.
    """
    if stage.after is None:
        return None
    after = placed_cost(soc, stage.after.layers, stage.after.precision)
    if stage.before is None:
        return None, after
    try:
        return placed_cost(soc, stage.before.layers, stage.before.precision), after
    except InputError:
        return None, after


def _side_notes(
    stage: StageOnChip, before: PlacedCost | None, after: PlacedCost | None
) -> tuple[str, ...]:
    notes = []
    if after and stage.before and before is None:
        notes.append(f"How fast this chip is at {stage.before.precision} is not known.")
    if before and after and before.unit != after.unit:
        notes.append(f"The {after.unit} does not take {before.cost.precision}.")
    return (*notes, *(after.cost.assumptions if after else ()))


def _of_the_pages(request: ModelRequest, after: PlacedCost | None) -> tuple[str, ...]:
    """Why the pages that the panel links to print other numbers."""
    notes = []
    if after and after.cost.precision != FLOAT:
        notes.append(
            "The chip's own pages count the network without the kernels at its border: their "
            "bytes and joules are a little fewer."
        )
    if request.settings.query():
        notes.append(
            "The chip's own pages compile the model with the usual settings, not with yours."
        )
    return tuple(notes)


def _timeline(stage: StageOnChip, after: PlacedCost) -> TimelineView | None:
    if not stage.has_timeline or stage.after is None or not after.cost.fits:
        return None
    schedule = timeline(after.soc, after.cost, stage.after.layers, "double")
    return timeline_view(after.cost, schedule)


def _links(request: ModelRequest, soc: SocDescription) -> tuple[Link, ...]:
    return tuple(
        Link(title, SocRequest(name, soc.name, request.model).address()) for name, title in _VIEWS
    )


def _input(_: ModelRequest, __: Run, result: StageResult) -> StageOnChip | None:
    size = result.metrics.get("bytes")
    return StageOnChip((Sized("the input", size),)) if size else None


def _export(_: ModelRequest, __: Run, result: StageResult) -> StageOnChip | None:
    size = result.metrics.get("parameter_bytes")
    if not size:
        return None
    bits = result.metrics.get("parameters", size / _FLOAT_BYTES)
    return StageOnChip(
        (Sized("all weights as in the file", size), Sized("all weights in int8", bits))
    )


def _passes(request: ModelRequest, _: Run, result: StageResult) -> StageOnChip | None:
    from compiler_core.graph.pipeline.passes_stage import PassesDetails

    details = result.details
    if not isinstance(details, PassesDetails) or not details.layers:
        return None
    return StageOnChip(
        before=StageSide("before the passes", details.layers_before, FLOAT),
        after=StageSide("after the passes", details.layers, FLOAT),
        notes=("Each node is a kernel of its own here; fusion comes later.",),
    )


def _quantise(request: ModelRequest, run: Run, result: StageResult) -> StageOnChip | None:
    details = _passes_details(run)
    if details is None:
        return None
    if request.settings.precision == FLOAT:
        return StageOnChip(after=StageSide("float32, as chosen", details.layers, FLOAT))
    return StageOnChip(
        before=StageSide("float32", details.layers, FLOAT),
        after=StageSide("int8", details.layers, "int8"),
        notes=_float_layers(result),
    )


def _float_layers(result: StageResult) -> tuple[str, ...]:
    whole, done = result.metrics.get("layers", 0), result.metrics.get("layers_int8", 0)
    if done >= whole:
        return ()
    return (f"Int8: {done:.0f} of {whole:.0f} nodes; here all are counted in int8.",)


def _fusion(request: ModelRequest, run: Run, result: StageResult) -> StageOnChip | None:
    details, earlier = _fusion_details(result), _passes_details(run)
    if details is None or earlier is None:
        return None
    precision = request.settings.precision
    return StageOnChip(
        before=StageSide("a kernel for each node", earlier.layers, precision),
        after=StageSide("fused", details.layers, precision),
        notes=(*_two_products(details), *(() if precision == FLOAT else _BORDER_NOTES)),
    )


def _two_products(details: FusionDetails) -> tuple[str, ...]:
    more = len(details.layers) - len(details.fusion.groups)
    if not more:
        return ()
    return (f"{more} kernels compute two products; the model counts each as two kernels.",)


def _engine(request: ModelRequest, run: Run, result: StageResult) -> StageOnChip | None:
    arena, weights = (result.metrics.get(name) for name in ("arena_bytes", "weight_bytes"))
    if arena is None or weights is None:
        return None
    fused = _fusion_details(run.result("fusion"))
    after = StageSide("this program", fused.layers, request.settings.precision) if fused else None
    sizes = (
        Sized("the arena of all activations", arena),
        Sized("all weights", weights),
        Sized("arena and weights", arena + weights),
    )
    return StageOnChip(sizes, after=after, notes=_ENGINE_NOTES)


def _run(request: ModelRequest, run: Run, _: StageResult) -> StageOnChip | None:
    fused, earlier = _fusion_details(run.result("fusion")), _passes_details(run)
    if fused is None or earlier is None:
        return None
    return StageOnChip(
        before=StageSide("the file's graph, node by node", earlier.layers_before, FLOAT),
        after=StageSide("after all stages", fused.layers, request.settings.precision),
        notes=_two_products(fused),
        has_timeline=True,
    )


_BORDER_NOTES = (
    "In int8, kernels at the border turn float32 into int8 and back, and move channels last; they "
    "are not among the nodes before.",
)
_ENGINE_NOTES = (
    "The program of this stage is for a CPU core; the time is modelled for the chip's unit.",
)


def _passes_details(run: Run) -> PassesDetails | None:
    from compiler_core.graph.pipeline.passes_stage import PassesDetails

    result = run.result("passes")
    details = result.details if result else None
    return details if isinstance(details, PassesDetails) and details.layers else None


def _fusion_details(result: StageResult | None) -> FusionDetails | None:
    from compiler_core.graph.pipeline.fusion_stage import FusionDetails

    details = result.details if result else None
    return details if isinstance(details, FusionDetails) and details.layers else None


_StageOf = Callable[[ModelRequest, Run, StageResult], StageOnChip | None]
_STAGES: tuple[tuple[str, _StageOf], ...] = (
    ("input", _input),
    ("export", _export),
    ("passes", _passes),
    ("quantise", _quantise),
    ("fusion", _fusion),
    ("engine", _engine),
    ("run", _run),
)
