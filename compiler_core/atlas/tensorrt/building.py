"""Our own builder on a network that ships: what its stages left, for a core and a precision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from compiler_core.errors import InputError

if TYPE_CHECKING:
    from compiler_core.graph.pipeline.engine_stage import EngineDetails
    from compiler_core.graph.pipeline.fusion_stage import FusionDetails
    from compiler_core.graph.pipeline.quantise_stage import QuantiseDetails
    from compiler_core.graph.pipeline.run_stage import RunDetails
    from compiler_core.pipelines.stages import StageResult


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltPlan:
    """export, passes, quantise: what these stages said. ranges: None where nothing is quantised.
    saved: what the engine stage said of the program."""

    export: str
    passes: str
    quantise: str
    ranges: QuantiseDetails | None
    fusion: FusionDetails
    engine: EngineDetails
    saved: str
    run: RunDetails


def built_plan(network: str, precision: str, core: str) -> BuiltPlan:
    """Compiled, run, and tried on every core. network: one that ships. Raises InputError for a
    stage that failed, ToolMissing, JailBroken."""
    from compiler_core.graph.compile import run_stages
    from compiler_core.graph.model_inputs import inputs_of
    from compiler_core.graph.pipeline.binding_trials import with_binding_trials
    from compiler_core.graph.settings import settings_of
    from compiler_core.graph.source_model import source_model

    settings = settings_of({"precision": precision, "core": core})
    source = source_model(network, settings)
    compilation = run_stages(source, settings, inputs_of(source))
    found = {one.stage: one for one in compilation.results}
    tried = cast(
        "RunDetails", _details(with_binding_trials(compilation.state, found["run"]))
    )  # fmt: skip
    if not tried.trials:
        raise InputError(tried.result.message or tried.trials_note)
    return BuiltPlan(
        export=found["export"].sentence, passes=found["passes"].sentence,
        quantise=found["quantise"].sentence,
        ranges=cast("QuantiseDetails | None", found["quantise"].details),
        fusion=cast("FusionDetails", _details(found["fusion"])),
        engine=cast("EngineDetails", _details(found["engine"])),
        saved=found["engine"].sentence, run=tried,
    )  # fmt: skip


def _details(result: StageResult) -> object:
    if result.details is None:
        raise InputError(f"The stage {result.stage} left nothing: {result.sentence}")
    return result.details
