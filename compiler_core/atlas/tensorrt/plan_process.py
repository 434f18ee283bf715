"""The jailed process in which our builder builds one plan, for `building`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from compiler_core.atlas.tensorrt.building import (
    BuiltPlan,
    PlanAnswer,
    PlanAsked,
    PlanTrial,
    ValueRange,
)
from compiler_core.errors import InputError, LoweringLabError
from compiler_core.toolchain.tool_requests import ParentTools

if TYPE_CHECKING:
    from compiler_core.graph.pipeline.engine_stage import EngineDetails
    from compiler_core.graph.pipeline.fusion_stage import FusionDetails
    from compiler_core.graph.pipeline.quantise_stage import QuantiseDetails
    from compiler_core.graph.pipeline.run_stage import RunDetails
    from compiler_core.pipelines.stages import StageResult


def main() -> None:
    """Serve the one question of `building`."""
    tools = ParentTools.begin()
    request = tools.receive().read_as(PlanAsked)
    try:
        answer = PlanAnswer(plan_of(request))
    except LoweringLabError as error:
        answer = PlanAnswer(None, error.message, error.advice)
    tools.send("plan", answer)


def plan_of(request: PlanAsked) -> BuiltPlan:
    """Raises InputError for a stage that failed; ToolMissing."""
    from compiler_core.graph.compile import run_stages
    from compiler_core.graph.model_inputs import inputs_of
    from compiler_core.graph.pipeline.binding_trials import with_binding_trials
    from compiler_core.graph.settings import settings_of
    from compiler_core.graph.source_model import source_model

    settings = settings_of({"precision": request.precision, "core": request.core})
    source = source_model(request.network, settings)
    compilation = run_stages(source, settings, inputs_of(source))
    results = {result.stage: result for result in compilation.results}
    tried = with_binding_trials(compilation.state, results["run"])
    return _plan(results, cast("RunDetails", _details(tried)))


def _plan(results: dict[str, StageResult], run: RunDetails) -> BuiltPlan:
    if not run.trials:
        raise InputError(run.result.message or run.trials_note)
    fusion = cast("FusionDetails", _details(results["fusion"])).fusion
    engine = cast("EngineDetails", _details(results["engine"]))
    tactics = [row for choice in engine.selection.choices for row in choice.rows]
    return BuiltPlan(
        export=results["export"].sentence,
        passes=results["passes"].sentence,
        quantise=results["quantise"].sentence,
        ranges=_ranges(results["quantise"]),
        layers_before=fusion.launches_before,
        layers_after=fusion.launches_after,
        fusion_log=tuple(fusion.log),
        tactics=len(tactics),
        tactics_refused=sum(row.cost is None for row in tactics),
        selection_log=tuple(engine.selection.log),
        arena_bytes=engine.manifest.arena_bytes,
        without_reuse=engine.plan.without_reuse,
        features=tuple(engine.manifest.features),
        saved=results["engine"].sentence,
        trials=tuple(
            PlanTrial(trial.where, trial.option, trial.ok, trial.said, trial.shell_status)
            for trial in run.trials
        ),
    )


def _ranges(quantise: StageResult) -> tuple[ValueRange, ...]:
    details = cast("QuantiseDetails | None", quantise.details)
    if details is None:
        return ()
    return tuple(
        ValueRange(name, float(span.low), float(span.high), float(span.scale), int(span.zero_point))
        for name, span in details.parameters.items()
    )


def _details(result: StageResult) -> object:
    if result.details is None:
        raise InputError(f"The stage {result.stage} left nothing: {result.sentence}")
    return result.details


if __name__ == "__main__":
    main()
