"""A network compiled as one variant, run under the emulator and counted kernel by kernel.

The stages are those of `lowlab graph compile`; between them the variant decides which groups become
kernels and which code each gets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.artifact import Artifact, make_artifact
from compiler_core.graph.emission.facts import bytes_of, constant_of
from compiler_core.graph.emission.program import emit_program, scratch_bytes
from compiler_core.graph.fusion.groups import group_of
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.pipeline.engine_stage import fast_layers
from compiler_core.graph.pipeline.final_accuracy import final_accuracy
from compiler_core.graph.pipeline.fusion_stage import fusion_stage
from compiler_core.graph.pipeline.passes_stage import passes_stage
from compiler_core.graph.pipeline.quantise_stage import quantise_stage
from compiler_core.graph.pipeline.run_stage import TOLERANCES, reference_model
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.pipeline.written_kernels import ChosenLayers, write_kernels
from compiler_core.graph.planning.plan import plan_model
from compiler_core.graph.records import FusedGroup, KernelText, MemoryPlan
from compiler_core.graph.running.records import KernelCount, ProgramResult
from compiler_core.graph.running.run import run_artifact
from compiler_core.graph.selection.choose import choose_kernels
from compiler_core.graph.selection.cores import DEFAULT_CORE, find_core
from compiler_core.graph.selection.layers import layer_of
from compiler_core.graph.selection.records import Layer, LayerChoice
from compiler_core.graph.settings import settings_of
from compiler_core.graph.sizes import static_shape
from compiler_core.graph.source_model import source_model
from compiler_core.soc.profiling.part import MOST_MULTIPLIES, cut_out
from compiler_core.soc.profiling.records import (
    NetworkPart,
    ProfiledKernel,
    ProfiledProgram,
    TacticOption,
)
from compiler_core.soc.profiling.variants import Variant

Told = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """A variant before it is written."""

    state: PipelineState
    """The network after passes, quantisation and fusion."""
    groups: tuple[FusedGroup, ...]
    """The kernels of this variant, in order of execution."""
    fused_kernels: int
    """How many kernels fusion makes, also where the variant has none."""
    kernels: dict[str, KernelText]
    """C text of each kernel with a chosen tactic, by the name of its group."""
    choices: dict[str, LayerChoice]
    """Tactics of each layer, by the name of its group."""
    memory: MemoryPlan
    """Where each tensor lies in the arena."""
    part: NetworkPart | None
    """What was cut out of a network that is too large, None for all."""


def profile_network(
    model: str, variant: Variant, progress: Told = lambda _: None, part: int = 0
) -> ProfiledProgram:
    """The variant of a network that ships, or of a file, counted on one run. Of a network that is
    too large only one part: by its number, 0 for the one that multiplies most.

    Raises UnknownName, ModelRefused, InputError for a part that is none or too large and for a
    pinned tactic that no such kernel can take, ToolMissing.
    """
    progress("compiling")
    state, cut = _state(model, variant, part, progress)
    plan = _planned(state, variant, cut)
    artifact = _written(plan)
    progress("building, running and counting")
    core = find_core(DEFAULT_CORE)
    result = run_artifact(
        artifact,
        plan.state.inputs.run,
        processor=core.emulated,
        reference=reference_model(plan.state),
    )
    if not result.ok:
        raise InputError(f"The program did not finish: {result.message}", "Try another variant.")
    return _profiled(plan, variant, artifact, result)


def _state(
    model: str, variant: Variant, part: int, progress: Told
) -> tuple[PipelineState, NetworkPart | None]:
    """After passes, quantisation and fusion."""
    settings = settings_of({"precision": variant.precision})
    source = source_model(model, settings)
    multiplies, imported = source.imported.report.multiplies, source.imported.model
    state = PipelineState(
        source=source,
        settings=settings,
        inputs=inputs_of(source),
        model=imported,
        float_model=imported,
    )
    cut = None
    if multiplies > MOST_MULTIPLIES or part:
        progress(f"cutting out a part: {multiplies:,} multiplications are too many to be counted")
        state, cut = cut_out(state, part)
    for stage in (passes_stage, quantise_stage, fusion_stage):
        state = stage(state, lambda *_: None).state
    return state, cut


def _planned(state: PipelineState, variant: Variant, part: NetworkPart | None) -> _Plan:
    assert state.fusion is not None
    fused = state.fusion.groups
    apart = tuple(group_of((node,), "a kernel for each node") for node in state.model.graph)
    groups = fused if variant.borders == "fused" else apart
    layers = fast_layers(state, groups, find_core(DEFAULT_CORE))[0]
    choices = choose_kernels(layers, find_core(DEFAULT_CORE)).choices
    by_name = {choice.layer: choice for choice in choices}
    if variant.code == "generic" and variant.pinned:
        raise InputError("Generic code has no tactics.", "Take the variant with chosen kernels.")
    by_name = _pinned(by_name, groups, variant)
    kernels, memory = _kernels(state, groups, layers, by_name, variant)
    return _Plan(
        state=state,
        groups=groups,
        fused_kernels=len(fused),
        kernels=kernels,
        choices=by_name,
        memory=memory,
        part=part,
    )


def _pinned(
    choices: dict[str, LayerChoice], groups: Sequence[FusedGroup], variant: Variant
) -> dict[str, LayerChoice]:
    """The choices with the variant's own tactics."""
    pinned = dict(choices)
    for index, tactic in variant.pinned:
        name = groups[index].name if index < len(groups) else ""
        rows = pinned[name].rows if name in pinned else ()
        if not any(row.tactic == tactic and not row.refused for row in rows):
            raise InputError(
                f"Kernel {index} cannot be computed by {tactic}.", "Take one of its tactics."
            )
        pinned[name] = replace(pinned[name], tactic=tactic)
    return pinned


def _kernels(
    state: PipelineState,
    groups: tuple[FusedGroup, ...],
    layers: Sequence[Layer],
    choices: Mapping[str, LayerChoice],
    variant: Variant,
) -> tuple[dict[str, KernelText], MemoryPlan]:
    """Those that are not generic, by group, and where the tensors lie."""
    if variant.code == "chosen":
        pinned = [groups[index].name for index, _ in variant.pinned]
        chosen = ChosenLayers(layers, choices, kept=pinned)
        written = write_kernels(state, groups, chosen, find_core(DEFAULT_CORE))
        return written.kernels, written.plan
    scratch = {group.name: scratch_bytes(state.model, group) for group in groups}
    return {}, plan_model(state.model, groups, state.settings.planner, scratch=scratch)


def _written(plan: _Plan) -> Artifact:
    program = emit_program(plan.state.model, plan.groups, plan.memory, plan.kernels)
    return make_artifact(program, plan.memory, DEFAULT_CORE)


def _profiled(
    plan: _Plan, variant: Variant, artifact: Artifact, result: ProgramResult
) -> ProfiledProgram:
    state, manifest = plan.state, artifact.manifest
    largest = max((row.largest for row in result.comparison), default=0.0)
    error = result.max_abs_error or 0.0
    return ProfiledProgram(
        network=state.source.title,
        variant=variant,
        core=find_core(DEFAULT_CORE).title,
        kernels=_counted(plan, result.kernels),
        elsewhere=result.elsewhere,
        fused_kernels=plan.fused_kernels,
        arena_bytes=manifest.arena_bytes,
        weight_bytes=manifest.weight_bytes,
        code_bytes=result.code_bytes,
        largest_difference=error,
        agrees=error <= TOLERANCES[variant.precision] * max(largest, 1e-6),
        reference=result.reference,
        accuracy=final_accuracy(state),
        part=plan.part,
    )


def _counted(plan: _Plan, counts: Sequence[KernelCount]) -> tuple[ProfiledKernel, ...]:
    nodes = {str(node.name): node for node in plan.state.model.graph}
    return tuple(
        _kernel(plan, index, [nodes[name] for name in group.nodes], count)
        for index, (group, count) in enumerate(zip(plan.groups, counts, strict=True))
    )


def _kernel(
    plan: _Plan, index: int, members: Sequence[ir.Node], count: KernelCount
) -> ProfiledKernel:
    group = plan.groups[index]
    choice = plan.choices.get(group.name)
    rows = choice.rows if choice else ()
    outputs = [edge for node in members for edge in node.outputs if edge.name in group.outputs]
    return ProfiledKernel(
        place=index,
        function=count.function,
        operators=count.operators,
        tactic=count.tactic,
        instructions=count.tally.executions,
        loads=count.tally.loads,
        stores=count.tally.stores,
        multiplies=sum(_multiplies(plan.state.model, node) for node in members),
        moved_bytes=_moved(members, group),
        elements=sum(_elements(output) for output in outputs),
        options=tuple(
            TacticOption(row.tactic, row.cost.instructions if row.cost else None, row.refused)
            for row in rows
        ),
    )


def _multiplies(model: ir.Model, node: ir.Node) -> int:
    """Of a convolution or a product with constant weights; 0 for anything else."""
    alone = group_of((node,), "")
    if node.op_type not in ("Conv", "ConvInteger", "Gemm", "MatMul", "MatMulInteger"):
        return 0
    layer = layer_of(model, alone, node)
    return layer.shape.multiplies if isinstance(layer, Layer) else 0


def _moved(members: Sequence[ir.Node], group: FusedGroup) -> int:
    """Bytes of what is read from outside, of constants, and of what is written, each once."""
    read = {str(edge.name): edge for node in members for edge in node.inputs if edge is not None}
    made = {str(output.name): output for node in members for output in node.outputs}
    outer = [edge for name, edge in read.items() if name in group.inputs or _is_constant(edge)]
    return sum(map(bytes_of, outer)) + sum(
        bytes_of(edge) for name, edge in made.items() if name in group.outputs
    )


def _is_constant(value: ir.Value) -> bool:
    return constant_of(value) is not None


def _elements(value: ir.Value) -> int:
    elements = 1
    for size in static_shape(value) or ():
        elements *= size
    return elements
