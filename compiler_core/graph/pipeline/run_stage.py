"""Stage 7: the program runs, is counted kernel by kernel, and is compared with a runtime."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.amounts import count, raised
from compiler_core.graph.artifact import Artifact
from compiler_core.graph.pipeline.files import kept_files
from compiler_core.graph.pipeline.second_opinion import second_opinion
from compiler_core.graph.pipeline.state import Advance, PipelineState, StageEnd
from compiler_core.graph.running.comparison import compare_outputs, reference_outputs
from compiler_core.graph.running.records import OutputComparison, ProgramResult
from compiler_core.graph.running.run import run_artifact
from compiler_core.graph.selection.cores import find_core
from compiler_core.pipelines.stages import StageFile, StageResult

CLASSES_SHOWN = 5
# How far outputs may be from the reference's, relative to its largest: sums in another order, and
# in int8 a last bit that rounds the other way somewhere and is carried on.
TOLERANCES = {"fp32": 1e-3, "int8": 0.05}


@dataclass(frozen=True, slots=True)
class ClassScore:
    """One class: the program's score, and the float model's in the reference runtime. place: among
    the elements of the output."""

    name: str
    ours: float
    reference: float
    place: int = 0


@dataclass(frozen=True, slots=True)
class LadderRung:
    """What a program has once one more stage did its work."""

    name: str
    """What was done last, for people: `after the graph passes`."""
    kernels: int
    """How many the program has."""
    instructions: int
    """Executed for one input."""
    bytes_moved: int
    """Loaded and stored by all kernels for one input, counted."""
    arena_bytes: int
    """All static memory but the weights."""
    weight_bytes: int
    """Size of the file of weights."""
    accuracy: float | None
    """Share of the test pictures, None where nobody can say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FusedCost:
    """One fused kernel beside its operators in kernels of their own, both in generic code."""

    function: str
    """Name of the fused kernel in C."""
    operators: tuple[str, ...]
    """One for each node that it computes, in order."""
    sources: tuple[str, ...]
    """Names of the nodes of the user's model that it computes."""
    apart: int
    """Instructions of one run, with a kernel for each operator."""
    together: int
    """Instructions of one run of the fused kernel."""
    loads_apart: int
    """How many of `apart` are loads."""
    loads_together: int
    """How many of `together` are loads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackEnd:
    """What one way to run a network costs."""

    kernels: int
    """Compiled kernels, or operations of the plan."""
    instructions: int
    """Executed by kernels for one input, with the loop that picks them where a plan is
    interpreted."""
    bytes_moved: int
    """Loaded and stored by the kernels for one input, counted."""
    code_bytes: int
    """Size of the kernels' machine code."""
    plan_bytes: int
    """Size of the plan that is interpreted; 0 for the compiled program, which has none."""
    arena_bytes: int
    """Static memory for tensors."""
    weight_bytes: int
    """Size of the weights."""


@dataclass(frozen=True, slots=True)
class TwoBackEnds:
    """The float32 model after the graph passes, a kernel for each node, in the same arena: compiled
    code beside a plan that a small runtime interprets. operations: of the plan, by kind with their
    number. largest_difference: of the outputs; largest_output: by amount.
    """

    compiled: BackEnd
    interpreted: BackEnd
    operations: tuple[tuple[str, int], ...]
    largest_difference: float
    largest_output: float


@dataclass(frozen=True, slots=True)
class BindingTrial:
    """The program somewhere else, or fed otherwise. option: the emulator's, "" for no run. said: in
    plain words, by the program's end or by the check before it. shell_status: of ProgramResult.
    """

    where: str
    option: str
    ok: bool
    said: str
    shell_status: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDetails:
    """What the stage that runs a network's program has to tell."""

    result: ProgramResult
    """How the program ran on the stage's input, with its outputs and counts."""
    agrees: bool
    """Whether every output is within `tolerance` of the reference's, or `second_opinion` clears
    it."""
    tolerance: float
    """Largest difference allowed, as a share of the reference's largest amount in that output."""
    classes: tuple[ClassScore, ...]
    """Best scores first; empty where the first output is no single row of scores, or nothing
    ran."""
    float_comparison: tuple[OutputComparison, ...]
    """With the model before quantisation."""
    meaning: str
    """Why scores mean nothing; empty where they do."""
    ladder: tuple[LadderRung, ...] = ()
    """From the plain graph to this program, empty until measured or where it would take too long;
    ladder_note says why."""
    ladder_note: str = ""
    """Why `ladder` is empty; empty once it is measured."""
    fused_costs: tuple[FusedCost, ...] = ()
    """What each fused kernel of the ladder saves, in order of execution; empty until measured."""
    back_ends: TwoBackEnds | None = None
    """None until measured, or where it cannot be; the note says which."""
    trials: tuple[BindingTrial, ...] = ()
    """On other cores and with another shape, empty until made."""
    trials_note: str = (
        "The program is tried elsewhere once it has run here. Look again in a moment."
    )
    """Why `trials` is empty; empty once they are made."""
    second_opinion: str = ""
    """Why a difference from the runtime is not the program's fault; empty where there is no
    reason."""
    back_ends_note: str = "This is measured after the program has run. Look again in a moment."
    """Why `back_ends` is None; empty once it is measured."""


def run_stage(state: PipelineState, advance: Advance) -> StageEnd:
    """Build, run under the emulator of the plan's core, compare."""
    artifact = state.artifact
    assert artifact is not None
    advance("building and running", 0, 0)
    core = find_core(state.settings.core)
    result = run_artifact(
        artifact, state.inputs.run, processor=core.emulated, reference=reference_model(state)
    )
    expected = reference_scores(state)
    details = _details(state, result, expected)
    metrics = {
        "instructions": float(result.instructions),
        "loads": float(sum(kernel.tally.loads for kernel in result.kernels)),
        "stores": float(sum(counted.tally.stores for counted in result.kernels)),
        "bytes": float(
            sum(count.tally.bytes_loaded + count.tally.bytes_stored for count in result.kernels)
        ),
        "seconds_emulated": result.seconds_emulated,
    }
    files = _input_files(state, artifact) if result.ok else ()
    return StageEnd(
        state,
        StageResult(
            stage="run",
            sentence=_sentence(details),
            details=details,
            metrics=metrics,
            files=files,
            problem=run_problem(details),
        ),
    )


def run_problem(details: RunDetails) -> str:
    """Why the run is none to be content with: no outputs, or others than the reference's."""
    if not details.result.ok:
        return details.result.message
    if details.agrees:
        return ""
    error = details.result.max_abs_error or 0.0
    return f"The output differs from {details.result.reference} by {raised(f'{error:.2g}')}."


def _input_files(state: PipelineState, artifact: Artifact) -> tuple[StageFile, ...]:
    """What the program was run on, for whoever runs it elsewhere."""
    inputs = enumerate(artifact.manifest.inputs)
    return kept_files(
        *(
            StageFile(
                f"input{at}.bin",
                "application/octet-stream",
                state.inputs.run[tensor.name].tobytes(),
            )
            for at, tensor in inputs
        )
    )


def reference_model(state: PipelineState) -> bytes:
    """What the program must compute: the quantised file, or the model after the graph passes."""
    model = state.float_model if state.quantised is None else state.quantised
    return ir.to_proto(model).SerializeToString()


def reference_scores(state: PipelineState) -> dict[str, np.ndarray]:
    """The model as imported, in the reference runtime."""
    content = ir.to_proto(state.source.imported.model).SerializeToString()
    return reference_outputs(content, state.inputs.run)[0]


def _details(
    state: PipelineState, result: ProgramResult, expected: dict[str, np.ndarray]
) -> RunDetails:
    tolerance = TOLERANCES[state.settings.precision]
    agrees = result.ok and all(
        difference.max_abs_error <= tolerance * max(difference.largest, 1e-6)
        for difference in result.comparison
    )
    opinion = "" if agrees or not result.ok else _opinion(state, result, tolerance)
    meaning = (
        ""
        if state.source.trained
        else "The scores mean nothing: this model's weights or its way with pictures are not known."
    )
    comparison = compare_outputs(result.outputs, expected) if result.ok else ()
    return RunDetails(
        result=result,
        agrees=agrees or bool(opinion),
        tolerance=tolerance,
        classes=_classes(state, result, expected),
        float_comparison=comparison,
        meaning=meaning,
        second_opinion=opinion,
    )


def _opinion(state: PipelineState, result: ProgramResult, tolerance: float) -> str:
    """Why a difference from the runtime is none of the program's, in words; empty if it may be."""
    from compiler_core.graph.pipeline.rounding_opinion import rounding_opinion

    words = rounding_opinion(state, result, reference_model(state))
    return words or second_opinion(state, result, tolerance)


def _classes(
    state: PipelineState, result: ProgramResult, expected: dict[str, np.ndarray]
) -> tuple[ClassScore, ...]:
    """Best scores of the first output, when it is one row of scores."""
    if not result.ok or not result.outputs:
        return ()
    name, scores = next(iter(result.outputs.items()))
    ours, reference = scores.ravel(), expected[name].ravel()
    if ours.size < 2 or ours.size != max(scores.shape):
        return ()
    names = state.source.classes
    # As floats: a truth value has no negative, and that of an unsigned or the least number wraps.
    best = np.argsort(-ours.astype(np.float64), kind="stable")[:CLASSES_SHOWN]
    return tuple(
        ClassScore(
            names[index] if index < len(names) else f"class {index}",
            float(ours[index]),
            float(reference[index]),
            int(index),
        )
        for index in best
    )


def _sentence(details: RunDetails) -> str:
    result = details.result
    if not result.ok:
        ended = "does not build" if result.status == "does not build" else "did not finish"
        return f"The program {ended}: {result.message}"
    means_something = details.classes and not details.meaning
    said = f" It says: {details.classes[0].name}." if means_something else ""
    error, kernels = result.max_abs_error, count(len(result.kernels), "kernel")
    if details.second_opinion:
        return f"{result.instructions:,} instructions in {kernels}.{said} {details.second_opinion}"
    agreed = "agrees with" if details.agrees else "differs from"
    return (
        f"{result.instructions:,} instructions in {kernels}.{said} The output "
        f"{agreed} {result.reference}; the largest difference is {raised(f'{error or 0:.2g}')}."
    )
