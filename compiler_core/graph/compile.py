"""A network through the seven stages: start reading here.

Each stage takes the state that the one before left. What a stage did is told when it ends, so that
a page can show it while the next one runs; checks that take longer than the stages come last.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

from compiler_core.board.packing import write_files
from compiler_core.errors import InputError
from compiler_core.graph.artifact import Artifact, write_artifact
from compiler_core.graph.model_inputs import ModelInputs
from compiler_core.graph.pipeline.checks import checked_results
from compiler_core.graph.pipeline.engine_stage import engine_stage
from compiler_core.graph.pipeline.export_stage import export_stage
from compiler_core.graph.pipeline.fusion_stage import fusion_stage
from compiler_core.graph.pipeline.input_stage import input_stage
from compiler_core.graph.pipeline.passes_stage import passes_stage
from compiler_core.graph.pipeline.quantise_stage import quantise_stage
from compiler_core.graph.pipeline.run_stage import RunDetails, reference_model, run_stage
from compiler_core.graph.pipeline.state import PipelineState, Stage
from compiler_core.graph.running.board_bundle import NetworkRun, network_bundle
from compiler_core.graph.settings import CompileSettings
from compiler_core.graph.source_model import SourceModel
from compiler_core.graph.stages import STAGE_NAMES
from compiler_core.pipelines.jobs import Progress
from compiler_core.pipelines.stages import StageResult
from compiler_core.trace import Trace

# What the program must compute, beside it, for `lowlab graph run`.
REFERENCE_NAME = "reference.onnx"
FUNCTIONS: tuple[tuple[str, Stage], ...] = (
    ("input", input_stage),
    ("export", export_stage),
    ("passes", passes_stage),
    ("quantise", quantise_stage),
    ("fusion", fusion_stage),
    ("engine", engine_stage),
    ("run", run_stage),
)
assert tuple(name for name, _ in FUNCTIONS) == STAGE_NAMES


@dataclass(frozen=True, slots=True)
class GraphCompilation:
    """All seven results in order, and the state at the end."""

    results: tuple[StageResult, ...]
    state: PipelineState

    @property
    def trace(self) -> Trace:
        """The steps of all stages."""
        return Trace("graph", tuple(step for result in self.results for step in result.steps))

    @property
    def agrees(self) -> bool:
        """Whether the program computed what the reference does."""
        details = self.results[-1].details
        return isinstance(details, RunDetails) and details.agrees

    def metric(self, stage: str, name: str) -> float:
        """A number that a stage left."""
        return self.results[STAGE_NAMES.index(stage)].metrics[name]

    def write(self, directory: Path) -> None:
        """Leave the program in a directory, which is new, empty, or an earlier program's."""
        if self.state.artifact is None:
            raise InputError("There is no program to write.")
        if directory.exists() and any(directory.iterdir()):
            if not (directory / "manifest.json").is_file():
                raise InputError(f"{directory} holds other files.", "Name a new directory.")
            shutil.rmtree(directory)
        write_artifact(self.state.artifact, directory)
        self._write_board_files(self.state.artifact, directory)
        (directory / REFERENCE_NAME).write_bytes(reference_model(self.state))

    def _write_board_files(self, artifact: Artifact, directory: Path) -> None:
        """What takes the program to a board, if it has run here."""
        details = self.results[-1].details
        if not isinstance(details, RunDetails) or not details.result.ok:
            return
        ran = details.result
        run = NetworkRun(
            artifact, self.state.inputs.run, ran.outputs, ran.kernels, details.tolerance
        )
        write_files(network_bundle(run, self.state.source.title).files, directory)


def compile_model(
    source: SourceModel,
    settings: CompileSettings,
    inputs: ModelInputs,
    progress: Progress | None = None,
) -> GraphCompilation:
    """Run all stages, then what compares their results with the model before.

    Raises InputError for a model or setting that cannot be compiled.
    """
    reporter = progress or Progress()
    compilation = run_stages(source, settings, inputs, reporter)
    state, results = compilation.state, list(compilation.results)
    for checked in checked_results(state, results):
        results[STAGE_NAMES.index(checked.stage)] = checked
        reporter.checked(checked)
    return GraphCompilation(tuple(results), state)


def run_stages(
    source: SourceModel,
    settings: CompileSettings,
    inputs: ModelInputs,
    progress: Progress | None = None,
    last: str = STAGE_NAMES[-1],
) -> GraphCompilation:
    """The stages alone, up to the last one named: the program, its run and its figures. Raises as
    `compile_model`."""
    reporter = progress or Progress()
    model = source.imported.model
    state = PipelineState(
        source=source, settings=settings, inputs=inputs, model=model, float_model=model
    )
    results: list[StageResult] = []
    for name, stage in FUNCTIONS[: STAGE_NAMES.index(last) + 1]:
        state, result = _run(name, stage, state, reporter)
        results.append(result)
    return GraphCompilation(tuple(results), state)


def _run(
    name: str, stage: Stage, state: PipelineState, reporter: Progress
) -> tuple[PipelineState, StageResult]:
    reporter.started(name)
    started = perf_counter()
    end = stage(state, lambda text, done, total: reporter.advanced(name, text, done, total))
    result = replace(end.result, seconds=perf_counter() - started)
    reporter.finished(result)
    return end.state, result
