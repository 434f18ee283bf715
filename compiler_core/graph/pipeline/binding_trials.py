"""What the program is tied to, tried: run on every core, and given a tensor of another shape."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from compiler_core.errors import InputError
from compiler_core.graph.artifact import Artifact
from compiler_core.graph.pipeline.run_stage import BindingTrial, RunDetails
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.running.run import checked_inputs, run_artifact
from compiler_core.graph.selection.cores import CORES
from compiler_core.pipelines.stages import StageResult

# A core that has what is needed runs the whole network once more; a large one is not run again.
MOST_MULTIPLIES = 300_000_000
TOO_LARGE = "A network of this size is not run again on other cores."
_SECONDS = 60


def with_binding_trials(state: PipelineState, run: StageResult) -> StageResult:
    """The result of the last stage with what the program did elsewhere."""
    details, artifact = run.details, state.artifact
    if artifact is None or not isinstance(details, RunDetails) or not details.result.ok:
        return run
    if state.source.imported.report.multiplies > MOST_MULTIPLIES:
        return replace(run, details=replace(details, trials_note=TOO_LARGE))
    trials = (*_on_cores(state, artifact), _other_shape(state, artifact))
    return replace(run, details=replace(details, trials=trials, trials_note=""))


def _on_cores(state: PipelineState, artifact: Artifact) -> list[BindingTrial]:
    """The same program under the emulator of each core; none of them is counted."""
    trials = []
    for core in CORES:
        result = run_artifact(
            artifact, state.inputs.run, counted="nothing", processor=core.emulated, seconds=_SECONDS
        )
        said = "It runs to its end." if result.ok else result.message
        trials.append(
            BindingTrial(
                f"On {core.title}", f"-cpu {core.emulated}", result.ok, said, result.shell_status
            )
        )
    return trials


def _other_shape(state: PipelineState, artifact: Artifact) -> BindingTrial:
    """One more along the last axis of the first input."""
    name, given = next(iter(state.inputs.run.items()))
    widened = np.concatenate([given, given[..., -1:]], axis=-1) if given.ndim else given[None]
    shape = " × ".join(str(size) for size in widened.shape)
    try:
        checked_inputs(artifact, {**state.inputs.run, name: widened})
    except InputError as error:
        return BindingTrial(f"With {name} of {shape}", "", False, f"{error.message} {error.advice}")
    return BindingTrial(f"With {name} of {shape}", "", True, "It is accepted.")
