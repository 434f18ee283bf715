"""The comparison in one sentence or two, and a word for each kind of change."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.graph.pairing.records import (
    ChangedPlace,
    NetworkComparison,
    PlaceKind,
    ResultChange,
)
from compiler_core.sizes import size_text

# In the order in which they are told; singular and plural.
_TOLD: tuple[tuple[PlaceKind, str, str], ...] = (
    ("added", "node is new", "nodes are new"),
    ("removed", "node is gone", "nodes are gone"),
    ("fused", "fusion", "fusions"),
    ("split", "split", "splits"),
    ("rewritten", "part was rewritten", "parts were rewritten"),
    ("replaced", "operator was replaced", "operators were replaced"),
    ("attributes", "node has other attributes", "nodes have other attributes"),
    ("operands", "node has a constant on one side only",
     "nodes have constants on one side only"),
    ("shape", "node has constants of another shape", "nodes have constants of other shapes"),
    ("type", "node has constants of another type", "nodes have constants of another type"),
    ("weights", "node has other weights", "nodes have other weights"),
    ("rewired", "node is wired otherwise", "nodes are wired otherwise"),
)  # fmt: skip


def comparison_sentence(comparison: NetworkComparison) -> str:
    """`41 of 50 nodes are unchanged: 3 fusions (Conv + BatchNormalization → Conv), 2 nodes are new
    (Identity). Weights take 1.2 MiB instead of 1.3 MiB.`"""
    if not comparison.places:
        first = _alike(comparison)
    elif _has_a_pair(comparison):
        first = _changes(comparison)
    else:
        first = _nothing_in_common(comparison)
    results = _results(comparison) if comparison.places else ""
    return " ".join(filter(None, (first, results, _names(comparison), _weights(comparison))))


def _has_a_pair(comparison: NetworkComparison) -> bool:
    """Whether something of one was found in the other: a part that stands for another part whole
    shows nothing but that both are there."""
    apart = ("added", "removed", "rewritten")
    return comparison.unchanged > 0 or any(change.kind not in apart for change in comparison.places)


def _nothing_in_common(comparison: NetworkComparison) -> str:
    """Of networks without one pair of nodes."""
    left, right = comparison.left.nodes, comparison.right.nodes
    if not left:
        return f"The left network has no node: {_all(right)} on the right {_verb(right)} new."
    if not right:
        return f"The right network has no node: {_all(left)} on the left {_verb(left)} gone."
    return (
        f"The two have no node in common ({_nodes(left)} on the left, {_nodes(right)} on the "
        "right): the list only sets one beside the other."
    )


def _all(number: int) -> str:
    return "the one node" if number == 1 else f"all {number:,} nodes"


def _nodes(number: int) -> str:
    return "1 node" if number == 1 else f"{number:,} nodes"


def _verb(number: int) -> str:
    return "is" if number == 1 else "are"


def _alike(comparison: NetworkComparison) -> str:
    nodes = comparison.left.nodes
    if not nodes:
        return "Neither network has a node."
    what = "the same node" if nodes == 1 else f"the same {nodes:,} nodes"
    return f"Both have {what}, wired alike, with the same weights{_but_results(comparison)}."


def _but_results(comparison: NetworkComparison) -> str:
    return f"; {_reshaped(comparison)}" if comparison.reshaped else ""


def _results(comparison: NetworkComparison) -> str:
    return f"Of the unchanged nodes, {_reshaped(comparison)}." if comparison.reshaped else ""


def _reshaped(comparison: NetworkComparison) -> str:
    """`2 give results of another type (float32 → float16)`."""
    number, changes = comparison.reshaped, comparison.reshaped_how
    parts = [
        f"another {what} ({_became([alike for alike in changes if alike.what == what])})"
        for what in ("shape", "type")
        if any(change.what == what for change in changes)
    ]
    return f"{number:,} {'gives' if number == 1 else 'give'} results of {' and '.join(parts)}"


def _became(changes: Sequence[ResultChange]) -> str:
    """The first, for all."""
    first = f"{changes[0].left or 'none'} → {changes[0].right or 'none'}"
    return first if len(changes) == 1 else f"such as {first}"


def _changes(comparison: NetworkComparison) -> str:
    parts = []
    for kind, single, many in _TOLD:
        places = [change for change in comparison.places if change.kind == kind]
        if places:
            number = len(places)
            parts.append(f"{number:,} {single if number == 1 else many}{_example(kind, places)}")
    said = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"{_unchanged(comparison)}: {said}."


def _unchanged(comparison: NetworkComparison) -> str:
    nodes, unchanged = comparison.left.nodes, comparison.unchanged
    if not unchanged:
        return (
            "The one node of the left changed"
            if nodes == 1
            else f"None of {nodes:,} nodes is unchanged"
        )
    if unchanged == nodes:
        what = "The one node" if nodes == 1 else f"All {nodes:,} nodes"
        return f"{what} of the left {_verb(nodes)} there unchanged"
    return f"{unchanged:,} of {_nodes(nodes)} {_verb(unchanged)} unchanged"


def _example(kind: PlaceKind, places: Sequence[ChangedPlace]) -> str:
    """Operators or types, where all places of the kind say the same."""
    if kind == "type":
        types = {change.types for change in places}
        return f" ({types.pop()})" if len(types) == 1 and "" not in types else ""
    if kind not in ("added", "removed", "fused", "split", "replaced"):
        return ""
    said = {_operators(change) for change in places}
    return f" ({said.pop()})" if len(said) == 1 else ""


def _operators(change: ChangedPlace) -> str:
    left, right = (" + ".join(side.operators) for side in (change.left, change.right))
    return f"{left} → {right}" if left and right else left or right


def _names(comparison: NetworkComparison) -> str:
    renamed = len(comparison.renamed)
    if not renamed:
        return ""
    return "1 node has another name." if renamed == 1 else f"{renamed:,} nodes have other names."


def _weights(comparison: NetworkComparison) -> str:
    before, after = comparison.left.weight_bytes, comparison.right.weight_bytes
    if before == after:
        return ""
    made = _made(comparison)
    if size_text(before) == size_text(after):
        return f"Weights take {after:,} bytes instead of {before:,}.{made}"
    return f"Weights take {size_text(after)} instead of {size_text(before)}.{made}"


def _made(comparison: NetworkComparison) -> str:
    """What of them no file holds."""
    sides = ((comparison.left, "left"), (comparison.right, "right"))
    named = [
        f"{size_text(side.made_bytes)} on the {where}" for side, where in sides if side.made_bytes
    ]
    if not named:
        return ""
    return f" Of these, nodes make {' and '.join(named)} from a shape alone: no file holds them."
