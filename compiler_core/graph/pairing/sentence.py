"""The comparison in one sentence or two, and a word for each kind of change."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.graph.pairing.records import ChangedPlace, NetworkComparison, PlaceKind
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
    ("shape", "node has constants of another shape, type or place",
     "nodes have constants of other shapes, types or places"),
    ("weights", "node has other weights", "nodes have other weights"),
    ("rewired", "node is wired otherwise", "nodes are wired otherwise"),
)  # fmt: skip


def comparison_sentence(comparison: NetworkComparison) -> str:
    """`41 of 50 nodes are unchanged: 3 fusions (Conv + BatchNormalization → Conv), 2 nodes are new
    (Identity). Weights take 1.2 MiB instead of 1.3 MiB.`"""
    first = _changes(comparison) if comparison.places else _alike(comparison)
    return " ".join(filter(None, (first, _names(comparison), _weights(comparison))))


def _alike(comparison: NetworkComparison) -> str:
    nodes = comparison.left.nodes
    if not nodes:
        return "Neither network has a node."
    what = "the same node" if nodes == 1 else f"the same {nodes:,} nodes"
    return f"Both have {what}, wired alike, with the same weights{_reshaped(comparison.reshaped)}."


def _reshaped(number: int) -> str:
    if not number:
        return ""
    verb = "gives" if number == 1 else "give"
    return f"; {number:,} {verb} results of other shapes or types"


def _changes(comparison: NetworkComparison) -> str:
    parts = []
    for kind, single, many in _TOLD:
        places = [place for place in comparison.places if place.kind == kind]
        if places:
            number = len(places)
            parts.append(f"{number:,} {single if number == 1 else many}{_example(kind, places)}")
    said = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
    nodes = comparison.left.nodes
    what = f"{comparison.unchanged:,} of {nodes:,} {'node' if nodes == 1 else 'nodes'}"
    verb = "is" if 1 in (comparison.unchanged, nodes) else "are"
    return f"{what} {verb} unchanged: {said}."


def _example(kind: PlaceKind, places: Sequence[ChangedPlace]) -> str:
    """Operators, where all places of the kind say the same."""
    if kind not in ("added", "removed", "fused", "split", "replaced"):
        return ""
    said = {_operators(place) for place in places}
    return f" ({said.pop()})" if len(said) == 1 else ""


def _operators(place: ChangedPlace) -> str:
    left, right = (" + ".join(one.operators) for one in (place.left, place.right))
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
        f"{size_text(one.made_bytes)} on the {where}" for one, where in sides if one.made_bytes
    ]
    if not named:
        return ""
    return f" Of these, nodes make {' and '.join(named)} from a shape alone: no file holds them."
