"""Stage 3: graph passes, in the order the reader chose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import onnx_ir as ir

from compiler_core.amounts import count
from compiler_core.graph.layers.layer import Layer
from compiler_core.graph.layers.stage_layers import layers_alone
from compiler_core.graph.linting.finding import LintFinding
from compiler_core.graph.linting.lint import lint
from compiler_core.graph.model_text import snapshot_of
from compiler_core.graph.outline import Outline, outline_of
from compiler_core.graph.pass_pipeline import DEFAULT_PASSES, PassRun
from compiler_core.graph.passes.transposed_convolution import TRANSPOSED_CONVOLUTION
from compiler_core.graph.picture_input.first_convolution import FOLD_INPUT
from compiler_core.graph.pipeline.files import onnx_files
from compiler_core.graph.pipeline.remedies import remedied
from compiler_core.graph.pipeline.state import Advance, PipelineState, StageEnd
from compiler_core.graph.rewriting import is_operator
from compiler_core.graph.source_model import SourceModel
from compiler_core.graph.undoing import run_sound_passes, undone_changes
from compiler_core.pipelines.stages import StageResult
from compiler_core.trace import Step

LAYOUT = "nhwc-layout"
COMPARED_INPUTS = 8
# A network with more multiplications a run is compared as a whole, and on fewer inputs.
EACH_PASS_UP_TO = 1 << 28
FEWER_COMPARED_INPUTS = 2
# They clear up after the others, so their numbers say least.
_SWEEPING = ("dead-code-elimination", "constant-folding")
_MOST_NAMED = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class PassesDetails:
    """What the stage of graph passes has to tell."""

    passes: tuple[str, ...]
    """Names in the order they ran."""
    outline: Outline
    """The graph that the passes leave, shortened, with blocks that repeat told once."""
    findings: tuple[LintFinding, ...] = ()
    """What the lint rules find behind the passes ahead of the layout."""
    remedies: tuple[LintFinding, ...] = ()
    """Findings that were remedied first."""
    layers_before: tuple[Layer, ...] = ()
    """Work of each node alone in the graph before the passes, for models of chips."""
    layers: tuple[Layer, ...] = ()
    """Work of each node alone behind the passes ahead of the layout, for models of chips."""


def passes_stage(state: PipelineState, advance: Advance) -> StageEnd:
    """Run the passes. In fp32 the layout changes here; in int8 it waits for the integers."""
    names = chosen_passes(state)
    advance(f"{len(names)} passes", 0, 0)
    early, late = _before_layout(names)
    inputs = compared_inputs(state.source)
    tidied = run_sound_passes(state.model, early, inputs)
    cured = remedied(tidied, early, state.settings.remedies)
    run = _continued(cured.run, late, inputs)
    before = state.model.graph.num_nodes()
    after = run.model.graph.num_nodes()
    next_state = replace(state, model=run.model, float_model=run.model, passes=run)
    if not cured.same_outputs:
        next_state = replace(next_state, source=_remade(state, cured.start))
    outline = outline_of(snapshot_of(run.model, "after all passes"))
    result = StageResult(
        stage="passes",
        sentence=_sentence(before, after, run.steps),
        steps=run.steps,
        details=PassesDetails(
            passes=names,
            outline=outline,
            findings=lint(cured.run.model),
            remedies=cured.remedies,
            layers_before=layers_alone(state.model),
            layers=layers_alone(cured.run.model),
        ),
        metrics={"nodes_before": float(before), "nodes_after": float(after)},
        files=onnx_files(run.model, "passes.onnx"),
    )
    return StageEnd(next_state, result)


def chosen_passes(state: PipelineState) -> tuple[str, ...]:
    """The reader's list, else the default: with the layout where fp32 kernels want it, and passes
    for a picture's own nodes and for transposed convolutions where there are any."""
    if state.settings.passes:
        return state.settings.passes
    picture = (FOLD_INPUT.name,) if state.source.pixels else ()
    transposed = any(is_operator(node, "ConvTranspose") for node in state.model.graph)
    plain = (TRANSPOSED_CONVOLUTION.name,) if transposed else ()
    layout = (LAYOUT,) if state.settings.precision == "fp32" else ()
    return (*picture, *DEFAULT_PASSES, *plain, *layout)


def _before_layout(names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Passes up to the layout, and the rest: lint rules know the standard operators only."""
    position = names.index(LAYOUT) if LAYOUT in names else len(names)
    return names[:position], names[position:]


def compared_inputs(source: SourceModel) -> int:
    """On how many random inputs outputs are compared: fewer of a large network."""
    small = source.imported.report.multiplies <= EACH_PASS_UP_TO
    return COMPARED_INPUTS if small else FEWER_COMPARED_INPUTS


def _continued(run: PassRun, names: tuple[str, ...], inputs: int) -> PassRun:
    """The run with more passes after it."""
    if not names:
        return run
    more = run_sound_passes(run.model, names, inputs)
    return replace(
        more,
        steps=run.steps + more.steps,
        validations=run.validations + more.validations,
        seconds=run.seconds + more.seconds,
    )


def _remade(state: PipelineState, model: ir.Model) -> SourceModel:
    """The source with another network: outputs are compared with what that one computes."""
    return replace(state.source, imported=replace(state.source.imported, model=model))


def _sentence(before: int, after: int, steps: tuple[Step, ...]) -> str:
    by_pass: dict[str, int] = {}
    for step in steps:
        done = sum(change.kind != "refused" for change in step.changes)
        if done:
            by_pass[step.pass_name] = by_pass.get(step.pass_name, 0) + done
    if not by_pass:
        return f"No pass changed anything in the {count(before, 'node')}.{_undone(steps)}"
    changes = ", ".join(_by_pass(by_pass))
    return f"{count(before, 'node')} became {after}. Changes: {changes}.{_undone(steps)}"


def _by_pass(changes: Mapping[str, int]) -> Iterator[str]:
    """All of them, in four parts at most, those that clean up last."""
    ordered = sorted(changes.items(), key=lambda item: (item[0] in _SWEEPING, -item[1]))
    named = ordered if len(ordered) <= _MOST_NAMED else ordered[: _MOST_NAMED - 1]
    for name, number in named:
        yield f"{number} by {name.replace('-', ' ')}"
    if rest := ordered[len(named) :]:
        others = sum(number for _, number in rest)
        sweeping = {name for name, _ in rest} <= set(_SWEEPING)
        yield f"{others} {'that clean up' if sweeping else 'by other passes'}"


def _undone(steps: tuple[Step, ...]) -> str:
    undone = undone_changes(steps)
    if not undone:
        return ""
    pass_name, change = undone[0]
    rest = f" and {len(undone) - 1} more" if len(undone) > 1 else ""
    return (
        f" Undone, since the check refused them: {pass_name.replace('-', ' ')} at "
        f"{change.subject}{rest}."
    )
