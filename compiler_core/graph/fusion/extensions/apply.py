"""Trying an extension on all pairs of kernels; the cost model decides among the legal ones.

A legal pair is fused when the bytes it saves are more than those it adds. Both count traffic to
memory beyond the near one, so the decision needs no clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import onnx_ir as ir

from compiler_core.graph.fusion.extensions.extension import Candidate, Extension, Pair
from compiler_core.graph.fusion.groups import group_of, in_order
from compiler_core.graph.fusion.records import Decision
from compiler_core.graph.records import FusedGroup


def apply_extension(
    extension: Extension, model: ir.Model, groups: tuple[FusedGroup, ...], sram_bytes: int
) -> tuple[tuple[FusedGroup, ...], tuple[Decision, ...]]:
    """The kernels afterwards, in an order of execution, and a decision for each candidate."""
    nodes = {str(node.name): node for node in model.graph}
    order = {name: index for index, name in enumerate(nodes)}
    current = {name: group for group in groups for name in group.nodes}
    decisions: list[Decision] = []
    for pair in _pairs(groups, nodes, current, sram_bytes):
        candidate = extension.examine(pair)
        if candidate is None:
            continue
        decision = _decide(extension, pair, candidate)
        decisions.append(decision)
        if decision.verdict == "fused":
            for group in _regrouped(extension, pair, candidate, nodes, order):
                current.update(dict.fromkeys(group.nodes, group))
    ids = dict.fromkeys(id(group) for group in current.values())
    by_id = {id(group): group for group in current.values()}
    return in_order(model, [by_id[key] for key in ids]), tuple(decisions)


def _pairs(
    groups: tuple[FusedGroup, ...],
    nodes: dict[str, ir.Node],
    current: dict[str, FusedGroup],
    sram_bytes: int,
) -> Iterator[Pair]:
    """Each kernel with each reader of its result, as they are when the pair's turn comes."""
    for group in groups:
        value = nodes[group.nodes[-1]].outputs[0]
        readers = dict.fromkeys(str(use.node.name) for use in value.uses() if use.node is not None)
        outside = [name for name in readers if name in current and name not in group.nodes]
        kernels = {current[name].name: current[name] for name in outside}
        for consumer in kernels.values():
            producer = current[group.nodes[-1]]
            if producer.name == consumer.name:
                continue
            yield Pair(
                producer=producer,
                consumer=consumer,
                producer_nodes=tuple(nodes[name] for name in producer.nodes),
                consumer_nodes=tuple(nodes[name] for name in consumer.nodes),
                value=value,
                shared=len(kernels) > 1 or value.is_graph_output(),
                sram_bytes=sram_bytes,
            )


def _decide(extension: Extension, pair: Pair, candidate: Candidate) -> Decision:
    worth = candidate.saved_bytes > candidate.added_bytes
    if candidate.refusal:
        reason = candidate.refusal
    elif worth:
        reason = extension.idea
    else:
        reason = f"It saves {candidate.saved_bytes:,} B and adds {candidate.added_bytes:,} B. "
        reason += candidate.cost_reason
    return Decision(
        subject=pair.producer.name,
        other=pair.consumer.name,
        verdict="fused" if worth and not candidate.refusal else "refused",
        rule=extension.name,
        reason=reason.strip(),
        because="legality" if candidate.refusal else "cost",
        stage=extension.name,
        saved_bytes=candidate.saved_bytes,
        added_bytes=candidate.added_bytes,
        scratch_bytes=candidate.scratch_bytes,
    )


def _regrouped(
    extension: Extension,
    pair: Pair,
    candidate: Candidate,
    nodes: dict[str, ir.Node],
    order: dict[str, int],
) -> tuple[FusedGroup, ...]:
    """One kernel of both; or two, after some nodes have moved from the consumer to the producer."""
    moved = candidate.moved or pair.consumer.nodes
    staying = [name for name in pair.consumer.nodes if name not in moved]
    taking = [nodes[name] for name in sorted((*pair.producer.nodes, *moved), key=order.__getitem__)]
    rule = " ".join(dict.fromkeys((pair.producer.rule, pair.consumer.rule, extension.idea)))
    grown = replace(
        group_of(taking, rule), extension=extension.name, scratch_bytes=candidate.scratch_bytes
    )
    if not staying:
        return (grown,)
    return group_of([nodes[name] for name in staying], pair.consumer.rule), grown
