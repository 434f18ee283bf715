"""How far our kernels and TVM's are the same, as partitions of the same exported nodes.

    python -m tests.graph.fusion.agreement            prints a table
    python -m tests.graph.fusion.agreement --write    and rewrites docs/fusion-differences.md

A kernel counts as equal when the TVM calls of its nodes are exactly the calls of one TVM kernel. So
a node that TVM takes apart into several kernels counts as a difference, although no node changed
its company; such differences are told apart in the last column.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import onnx_ir as ir

from compiler_core.graph.fusion.fuse import FusionOptions, fuse
from compiler_core.graph.fusion.kinds import KIND_TITLES, OperatorKind, kind_of
from tests.graph.fusion.light_models import NAMES, prepared
from tests.graph.fusion.oracle import ROOT, OracleKernels, kernels_by_tvm

DOCUMENT = ROOT / "docs" / "fusion-differences.md"
UNEXPLAINED = "Not explained."


@dataclass(frozen=True, slots=True)
class Difference:
    """One of our kernels that is not one of TVM's, and why. nodes, tvm: as text."""

    model: str
    nodes: str
    tvm: str
    reason: str
    same_nodes: bool


@dataclass(frozen=True, slots=True)
class Agreement:
    """One model. kernels, equal: ours, and how many of them are TVM's too. kinds: operator, our
    kind, and the functions and kinds of TVM's calls for it."""

    model: str
    nodes: int
    kernels: int
    equal: int
    tvm_kernels: int
    differences: tuple[Difference, ...]
    kinds: frozenset[tuple[str, str, str]]


def compared(name: str, model: ir.Model, oracle: OracleKernels, limit: int = 256) -> Agreement:
    """Our kernels of a model against TVM's."""
    groups = fuse(model, FusionOptions(nodes=limit)).groups
    operators = {str(node.name): node for node in model.graph}
    calls_of: dict[str, list] = {node: [] for node in operators}
    for call in oracle.calls:
        calls_of[call.node].append(call)
    theirs = set(oracle.kernels)
    differences = []
    for group in groups:
        calls = frozenset(call.name for node in group.nodes for call in calls_of[node])
        # What TVM leaves to a library function has no call to fuse: a kernel of its own.
        if calls in theirs or (not calls and len(group.nodes) == 1):
            continue
        differences.append(_difference(name, group.nodes, calls, oracle, calls_of, operators))
    kinds = frozenset(_kinds(node, calls_of[str(node.name)]) for node in operators.values())
    return Agreement(
        name,
        len(operators),
        len(groups),
        len(groups) - len(differences),
        len(theirs),
        tuple(differences),
        kinds,
    )


def _difference(
    name: str,
    nodes: tuple[str, ...],
    calls: frozenset[str],
    oracle: OracleKernels,
    calls_of: dict[str, list],
    operators: dict[str, ir.Node],
) -> Difference:
    function = {call.name: call.function for call in oracle.calls}
    touched = [kernel for kernel in oracle.kernels if kernel & calls]
    same_nodes = all(kernel <= calls for kernel in touched)
    own = {node: {call.name for call in calls_of[node]} for node in nodes}
    apart = [node for node in nodes if sum(bool(kernel & own[node]) for kernel in touched) > 1]
    reason = UNEXPLAINED
    if same_nodes and len(apart) == 1 and len(nodes) == 1:
        reason = (
            f"TVM's importer takes {operators[apart[0]].op_type} apart into "
            f"{len(calls)} operators, which become {len(touched)} kernels. Here it is one node, "
            "and one kernel."
        )
    return Difference(
        name,
        " + ".join(nodes),
        " | ".join(
            " + ".join(_plain(function[call]) for call in sorted(kernel, key=_number))
            for kernel in sorted(touched, key=lambda kernel: min(map(_number, kernel)))
        ),
        reason,
        same_nodes,
    )


def _number(call: str) -> int:
    digits = call.removeprefix("call_lv")
    return int(digits or 0) if digits.isdigit() or not digits else 10**9


def _plain(function: str) -> str:
    return function.rstrip("0123456789")


def _kinds(node: ir.Node, calls: list) -> tuple[str, str, str]:
    made = ", ".join(
        f"{_plain(call.function)} {KIND_TITLES[OperatorKind(call.kind)]}" for call in calls
    )
    return node.op_type, KIND_TITLES[kind_of(node)], made or "a library function, opaque"


def light_agreements() -> tuple[Agreement, ...]:
    """The nine light topologies of the onnx package."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: prepared(name, Path(folder)) for name in NAMES}
        answers = kernels_by_tvm(list(paths.values()))
        return tuple(
            compared(name, ir.load(path), answers[path])
            for name, path in paths.items()
            if path in answers
        )


def share(agreements: tuple[Agreement, ...]) -> float:
    """Kernels of ours that are TVM's too, of all of ours."""
    return sum(entry.equal for entry in agreements) / sum(entry.kernels for entry in agreements)


def document(agreements: tuple[Agreement, ...]) -> str:
    """The comparison as Markdown."""
    total = sum(entry.kernels for entry in agreements)
    equal = sum(entry.equal for entry in agreements)
    other = sum(not d.same_nodes for entry in agreements for d in entry.differences)
    lines = [
        "# Fusion compared with TVM",
        "",
        "Our kernels and those of TVM 0.27 (`FuseOps` after `LegalizeOps` and",
        "`AnnotateTIROpPattern`), as partitions of the same exported nodes. Constants and",
        "BatchNorm are folded before, for both. Written by",
        "`python -m tests.graph.fusion.agreement --write`.",
        "",
        "A kernel counts as equal when TVM's operators for its nodes are exactly those of one TVM",
        f"kernel: {equal} of {total}, {100 * equal / total:.1f} %. In {other} of the differences a",
        "node shares a kernel with other nodes than in TVM.",
        "",
        "| Model | Nodes | Our kernels | Equal | TVM's kernels |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {entry.model} | {entry.nodes} | {entry.kernels} | {entry.equal} | {entry.tvm_kernels} |"
        for entry in agreements
    ]
    lines += [
        "",
        "## Differences",
        "",
        "| Model | Our kernel | TVM's kernels | Why |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {d.model} | {d.nodes} | {d.tvm.replace('|', '/')} | {d.reason} |"
        for entry in agreements
        for d in entry.differences
    ]
    lines += [
        "",
        "## Kinds",
        "",
        "TVM reads the kind from each operator's loops; ours is a table.",
        "",
        "| Operator | Ours | TVM's operators for it |",
        "|---|---|---|",
    ]
    kinds = sorted(set().union(*(entry.kinds for entry in agreements)))
    lines += [f"| {operator} | {ours} | {theirs} |" for operator, ours, theirs in kinds]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare our kernels with TVM's.")
    parser.add_argument("--write", action="store_true", help="rewrite the document")
    asked = parser.parse_args()
    agreements = light_agreements()
    reasons = Counter(d.reason for entry in agreements for d in entry.differences)
    for entry in agreements:
        print(f"{entry.model:15} {entry.equal:4} of {entry.kernels:4} kernels equal")
    for reason, count in reasons.most_common():
        print(f"{count:4} × {reason}")
    print(f"{share(agreements):.4f} of our kernels are TVM's")
    if asked.write:
        DOCUMENT.write_text(document(agreements), encoding="utf-8")


if __name__ == "__main__":
    main()
