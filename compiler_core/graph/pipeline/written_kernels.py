"""The kernels of a network and where its tensors lie, once a tactic is chosen for each layer.

The engine stage and the profile both write a program by way of this, so that what is profiled is
what the compiler makes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from compiler_core.graph.emission.names import kernel_name
from compiler_core.graph.emission.program import scratch_bytes
from compiler_core.graph.kernels.request import Tile
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.planning.plan import plan_model
from compiler_core.graph.records import FusedGroup, KernelText, MemoryPlan
from compiler_core.graph.selection.borders import border_kernels
from compiler_core.graph.selection.chains import Chain, chains_of
from compiler_core.graph.selection.choose import kernel_of
from compiler_core.graph.selection.cores import CoreProfile
from compiler_core.graph.selection.part_steps import PartSteps
from compiler_core.graph.selection.pools import pool_kernels
from compiler_core.graph.selection.records import (
    DENSE_STEPS,
    Layer,
    LayerChoice,
    RefusedLayer,
    Steps,
)


@dataclass(frozen=True, slots=True)
class ChosenLayers:
    """layers: those that a fast kernel computes. choices: by the name of the layer. tiles: found by
    search, by layer. kept: layers that stay with their own tactic where a chain could take them.
    """

    layers: Sequence[Layer]
    choices: Mapping[str, LayerChoice]
    tiles: Mapping[str, Tile] = field(default_factory=dict)
    kept: Collection[str] = ()

    def kernel(self, layer: Layer, function: str, steps: Steps = DENSE_STEPS) -> KernelText:
        """The text of a layer's kernel under a C name."""
        choice = self.choices[layer.name]
        return kernel_of(layer, choice, function, self.tiles.get(layer.name), steps)


@dataclass(frozen=True, slots=True)
class WrittenKernels:
    """kernels: by group; a group without one gets generic code. refused: groups of two operators
    that no kernel of rows computes, and why. chains: the names of those that one does. log: a
    paragraph for each of these.
    """

    kernels: dict[str, KernelText]
    plan: MemoryPlan
    refused: tuple[RefusedLayer, ...]
    chains: frozenset[str]
    log: tuple[str, ...]


def write_kernels(
    state: PipelineState,
    groups: tuple[FusedGroup, ...],
    chosen: ChosenLayers,
    core: CoreProfile,
    planning: Callable[[], object] = lambda: None,
) -> WrittenKernels:
    """Every kernel that is not generic, written for where the plan puts its tensors. planning is
    called before the tensors are placed.
    """
    names = _names(state, groups)
    kernels = {layer.name: chosen.kernel(layer, names[layer.name]) for layer in chosen.layers}
    kernels |= pool_kernels(state.model, groups, names)
    kernels |= border_kernels(state.model, groups, names)
    pairs = [pair for pair in chains_of(state.model, groups, core) if pair.name not in chosen.kept]
    chains = [candidate for candidate in pairs if isinstance(candidate, Chain)]
    kernels |= {chain.name: chain.kernel(names[chain.name]) for chain in chains}
    log = tuple(fused.log(kernels[fused.name]) for fused in chains)
    planning()
    plan, steps = _placed(state, groups, chosen, kernels)
    kernels |= {
        strided.name: chosen.kernel(strided, names[strided.name], steps[strided.name])
        for strided in chosen.layers
        if strided.name in steps
    }
    stepping = [group for group in groups if group.name in steps]
    kernels |= pool_kernels(state.model, stepping, names, steps)
    return WrittenKernels(
        kernels,
        plan,
        tuple(refusal for refusal in pairs if isinstance(refusal, RefusedLayer)),
        frozenset(joined.name for joined in chains),
        log,
    )


def _placed(
    state: PipelineState,
    groups: tuple[FusedGroup, ...],
    chosen: ChosenLayers,
    kernels: Mapping[str, KernelText],
) -> tuple[MemoryPlan, dict[str, Steps]]:
    """The plan, and the steps of kernels whose input or output lies inside a larger tensor."""
    # A layer that a kernel of rows computes together with another has no kernel of its own.
    alone = {
        layer.name: layer
        for layer in chosen.layers
        if kernels[layer.name].tactic == chosen.choices[layer.name].tactic
    }
    parts = PartSteps(state.model, groups, kernels, alone)
    scratch = {
        group.name: kernels[group.name].scratch_bytes
        if group.name in kernels
        else scratch_bytes(state.model, group)
        for group in groups
    }
    plan = plan_model(
        state.model, groups, state.settings.planner, scratch=scratch, refuses=parts.refusals()
    )
    return plan, parts.steps(plan)


def _names(state: PipelineState, groups: Sequence[FusedGroup]) -> dict[str, str]:
    """The C name of each group's function."""
    operators = {node.name: node.op_type for node in state.model.graph}
    return {
        group.name: kernel_name(index, group, tuple(operators[name] for name in group.nodes))
        for index, group in enumerate(groups)
    }
