"""All fusions on one block: what each pass did, what the kernels move, and that nothing changed.

A block too large to run is compared on a narrow model of the same form: the passes see the same
nodes there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

import onnx_ir as ir

from compiler_core.errors import UnknownName
from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.provenance import sources_of
from compiler_core.graph.validation import Validation, reference_of, validate_against
from compiler_core.llm.attention_fusion.budget import MemoryBudget
from compiler_core.llm.attention_fusion.registry import FUSION_NAMES, fusion_passes
from compiler_core.llm.attention_fusion.rewriting import shape_of
from compiler_core.llm.attention_fusion.tiled_attention import tiled_difference
from compiler_core.llm.attention_fusion.traffic import (
    KernelTraffic,
    kernel_traffic,
    written_tensors,
)
from compiler_core.llm.block_graph.build import block_model
from compiler_core.llm.block_graph.kernels import kernel_groups, kernels_snapshot
from compiler_core.llm.block_graph.narrow import narrow, narrow_regime
from compiler_core.llm.block_graph.regime import Regime
from compiler_core.llm.block_graph.weights import Part, Weights
from compiler_core.llm.records import ModelConfiguration
from compiler_core.trace import Snapshot, Step

# Weights of at most 16 MiB are run as they are.
_RUN_ELEMENTS = 1 << 22
_INPUTS = 2
_GATES = ("sigmoid", "silu", "gelu", "gated")


@dataclass(frozen=True, slots=True)
class FusionOptions:
    """passes: names of FUSION_NAMES that run, in that order. layer, part: of the model."""

    layer: int = 0
    part: Part = "block"
    budget: MemoryBudget = field(default_factory=MemoryBudget)
    passes: tuple[str, ...] = FUSION_NAMES


@dataclass(frozen=True, slots=True)
class VanishedTensor:
    """A tensor that was written before and is not any more; in bytes."""

    name: str
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockFusion:
    """A block before and after. Bytes: between DRAM and the core, by formula."""

    regime: Regime
    """How many tokens are computed at once, and how many positions the cache holds."""
    plain: Snapshot
    """The block's graph before."""
    fused: Snapshot
    """The block's graph after."""
    steps: tuple[Step, ...]
    """What each pass did, in order."""
    kernels_before: tuple[KernelTraffic, ...]
    """What each kernel of the plain block moves."""
    kernels_after: tuple[KernelTraffic, ...]
    """What each kernel of the fused block moves."""
    vanished: tuple[VanishedTensor, ...]
    """Tensors that the plain block writes and the fused one does not."""
    validation: Validation
    """How the fused block's results compare with the plain one's."""
    validated_on: str
    """"the block" or "a narrow model of the same form"."""
    tiled_difference: float | None
    """Tiled attention against whole rows, relative to the largest result; None if no pass made
    tiles."""
    attention_kernels: int
    """How many kernels the attention half has afterwards."""

    @property
    def bytes_before(self) -> int:
        return sum(kernel.bytes for kernel in self.kernels_before)

    @property
    def bytes_after(self) -> int:
        return sum(kernel.bytes for kernel in self.kernels_after)

    @property
    def activations_before(self) -> int:
        """Bytes without weights."""
        return sum(kernel.reads + kernel.writes for kernel in self.kernels_before)

    @property
    def activations_after(self) -> int:
        return sum(kernel.reads + kernel.writes for kernel in self.kernels_after)


def fuse_block(
    configuration: ModelConfiguration,
    regime: Regime,
    weights: Weights | None = None,
    options: FusionOptions | None = None,
) -> BlockFusion:
    """Raises InputError for a shape that is no block, UnknownName for an unknown pass."""
    chosen = options or FusionOptions()
    passes = chosen_passes(chosen)
    model = block_model(configuration, regime, chosen.layer, weights, chosen.part)
    whole = sum(prod(shape_of(value)) for value in model.graph.initializers.values())
    small = whole <= _RUN_ELEMENTS
    tried = (
        model
        if small
        else block_model(
            narrow(configuration), narrow_regime(regime), chosen.layer, None, chosen.part
        )
    )
    reference = reference_of(tried, _INPUTS)
    plain = kernels_snapshot(model, "One kernel for each node")
    before = kernel_traffic(model, chosen.budget)
    written = written_tensors(model)
    steps = [_step(model, pass_, chosen.budget) for pass_ in passes]
    if tried is not model:
        for graph_pass in passes:
            graph_pass.run(tried)
    return BlockFusion(
        regime=regime,
        plain=plain,
        fused=kernels_snapshot(model, "Fused"),
        steps=tuple(steps),
        kernels_before=before,
        kernels_after=kernel_traffic(model, chosen.budget),
        vanished=_vanished(written, written_tensors(model)),
        validation=validate_against(reference, tried),
        validated_on="the block" if small else "a narrow model of the same form",
        tiled_difference=tiled_difference(tried),
        attention_kernels=attention_kernels(model),
    )


def chosen_passes(options: FusionOptions) -> tuple[GraphPass, ...]:
    """The passes of these names, in the registry's order. Raises UnknownName."""
    for name in options.passes:
        if name not in FUSION_NAMES:
            known = ", ".join(FUSION_NAMES)
            raise UnknownName(f"There is no fusion {name!r}.", f"Known: {known}.")
    return tuple(pass_ for pass_ in fusion_passes(options.budget) if pass_.name in options.passes)


def _step(model: ir.Model, graph_pass: GraphPass, budget: MemoryBudget) -> Step:
    before = kernels_snapshot(model, f"Before {graph_pass.name}")
    result: PassResult = graph_pass.run(model)
    traffic = kernel_traffic(model, budget)
    return Step(
        pass_name=graph_pass.name,
        kind="attention fusion",
        changed=result.changed,
        before=before,
        after=kernels_snapshot(model, f"After {graph_pass.name}"),
        changes=result.changes,
        metrics={
            "kernels": float(len(traffic)),
            "dram_bytes": float(sum(kernel.bytes for kernel in traffic)),
        },
    )


def attention_kernels(model: ir.Model) -> int:
    """Kernels of the attention half: those that compute nothing of the feed-forward half."""
    nodes = {str(node.name): node for node in model.graph}
    return sum(
        not any(_of_feed_forward(nodes[name]) for name in group.nodes)
        for group in kernel_groups(model)
    )


def _of_feed_forward(node: ir.Node) -> bool:
    own = (node.name or "", *sources_of(node))
    return any("ffn_" in name or "_ffw_" in name or name in _GATES for name in own)


def _vanished(before: dict[str, int], after: dict[str, int]) -> tuple[VanishedTensor, ...]:
    return tuple(VanishedTensor(name, size) for name, size in before.items() if name not in after)
