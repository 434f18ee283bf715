"""From a model to its kernels: rules, then extensions, each decision with its reason."""

from __future__ import annotations

from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.errors import UnknownName
from compiler_core.graph.fusion import rules
from compiler_core.graph.fusion.builder_log import builder_log
from compiler_core.graph.fusion.extensions import EXTENSIONS, Extension, apply_extension
from compiler_core.graph.fusion.forward_graph import ForwardGraph, forward_graph
from compiler_core.graph.fusion.groups import group_of, in_order
from compiler_core.graph.fusion.pattern_names import patterns_among
from compiler_core.graph.fusion.phases import Limits, Phases
from compiler_core.graph.fusion.post_dominators import post_dominator_tree, tree_records
from compiler_core.graph.fusion.records import Decision, Fusion, FusionStep
from compiler_core.graph.fusion.traffic import dram_bytes, group_bytes
from compiler_core.graph.records import FusedGroup
from compiler_core.graph.sizes import known_sizes_of

# Of a core's private second-level cache, as in many Cortex-A55 and A76 designs.
SRAM_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class FusionOptions:
    """What a fusion may do.

    extensions: names from EXTENSIONS, tried in that registry's order after the rules. sram_bytes:
    memory near the core, for the cost model. nodes, arguments: limits of one kernel; 0 arguments
    means no limit.
    """

    extensions: tuple[str, ...] = ()
    sram_bytes: int = SRAM_BYTES
    nodes: int = 256
    arguments: int = 0


def fuse(model: ir.Model, options: FusionOptions | None = None) -> Fusion:
    """The model's kernels. The model is not changed.

    Its nodes must be named uniquely and stand in a topological order, as the importer leaves them.
    Raises UnknownName for an extension that does not exist.
    """
    chosen = options or FusionOptions()
    extensions = chosen_extensions(chosen.extensions)
    graph = forward_graph(model)
    tree = post_dominator_tree(graph)
    phases = Phases(graph, tree, Limits(chosen.nodes, chosen.arguments))
    phases.run()
    groups = _groups(model, phases)
    decisions = list(decisions_of(graph, tuple(phases.steps)))
    for extension in extensions:
        groups, made = apply_extension(extension, model, groups, chosen.sram_bytes)
        decisions.extend(made)
    sizes = known_sizes_of(model)
    alone = tuple(group_of((node,), "") for node in model.graph)
    nodes = {str(node.name): node for node in model.graph}
    patterns = {
        group.name: patterns_among(tuple(nodes[name] for name in group.nodes)) for group in groups
    }
    apart = {single.nodes[0]: group_bytes(single, sizes) for single in alone}
    return Fusion(
        groups=groups,
        decisions=tuple(decisions),
        tree=tree_records(graph, tree),
        steps=tuple(phases.steps),
        launches_before=len(alone),
        launches_after=len(groups),
        dram_bytes_before=dram_bytes(alone, sizes),
        dram_bytes_after=dram_bytes(groups, sizes),
        patterns=patterns,
        log=builder_log(groups, tuple(decisions), patterns),
        saved={
            group.name: sum(apart[name] for name in group.nodes) - group_bytes(group, sizes)
            for group in groups
        },
    )


def chosen_extensions(names: tuple[str, ...]) -> tuple[Extension, ...]:
    """The extensions of these names, in the registry's order. Raises UnknownName."""
    known = [extension.name for extension in EXTENSIONS]
    for name in names:
        if name not in known:
            raise UnknownName(f"There is no fusion {name!r}.", f"Known: {', '.join(known)}.")
    return tuple(extension for extension in EXTENSIONS if extension.name in names)


def _groups(model: ir.Model, phases: Phases) -> tuple[FusedGroup, ...]:
    nodes = tuple(model.graph)
    rule_of = {step.node: step for step in phases.steps}
    groups = [
        group_of([nodes[index] for index in members], _why(members, phases, rule_of))
        for members in phases.kernels.all()
    ]
    return in_order(model, groups)


def _why(members: tuple[int, ...], phases: Phases, last_step: dict[str, FusionStep]) -> str:
    """The rules that made a kernel; of a node alone, the rule that kept it so."""
    names = set(phases.graph.names(members))
    made = [step.reason for step in phases.steps if step.verdict == "fused" and step.node in names]
    if made:
        return " ".join(dict.fromkeys(made))
    (name,) = names
    step = last_step.get(name)
    return step.reason if step else rules.UNREAD.idea


def decisions_of(graph: ForwardGraph, steps: tuple[FusionStep, ...]) -> tuple[Decision, ...]:
    """One decision for each node: the fusion it took part in, or the last rule that forbade one."""
    weight = {"fused": 2, "together": 1, "refused": 0, "waits": -1}
    strongest: dict[str, FusionStep] = {}
    for step in steps:
        previous = strongest.get(step.node)
        if previous is None or weight[step.verdict] >= weight[previous.verdict]:
            strongest[step.node] = step
    return tuple(_decision(strongest[node.name]) for node in graph.nodes if node.name in strongest)


def _decision(step: FusionStep) -> Decision:
    fused = step.verdict in ("fused", "together")
    """A step as a decision; of a node that waited and was never tried again, a refusal."""
    return Decision(
        subject=step.node,
        other=step.parent if fused else step.blocked_by or step.parent,
        verdict="fused" if fused else "refused",
        rule=step.rule,
        reason=step.reason,
        because="legality",
        stage="rules",
    )
