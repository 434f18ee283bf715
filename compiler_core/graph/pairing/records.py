"""What a comparison of two networks says: the page, the JSON and the command line show these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.graph.pairing.marks import NetworkMarks

PlaceKind = Literal[
    "added", "removed", "fused", "split", "rewritten", "replaced", "attributes", "operands",
    "shape", "type", "weights", "rewired",
]  # fmt: skip
METHOD = (
    "Nodes are paired by their neighbourhoods (operator, attributes, shapes and content of "
    "weights), then by steps from pairs, then by alignment; names decide between nodes that are "
    "alike otherwise. A fusion or a split is told from the wiring and from weights that changed, "
    "not from arithmetic. Nodes that hold a constant are not counted: it belongs to its readers."
)


@dataclass(frozen=True, slots=True)
class KernelWork:
    """A kernel of a compiled network: names of the file's nodes that it computes, and what it
    executed."""

    sources: tuple[str, ...]
    instructions: int


@dataclass(frozen=True, slots=True)
class ComparedNetwork:
    """One of the two. kernels: of its compilation; none where it has not run."""

    title: str
    marks: NetworkMarks
    kernels: tuple[KernelWork, ...] = ()


@dataclass(frozen=True, slots=True)
class NetworkSide:
    title: str
    nodes: int
    weight_bytes: int
    """Of constants, each content once, and of those that nodes make from a shape."""
    instructions: int | None
    """Of all kernels, None where the network was not compiled and run."""
    made_bytes: int = 0
    """These alone, which the file does not hold."""


@dataclass(frozen=True, slots=True)
class PlaceSide:
    """Nodes of one side at a place, none where they are new or gone."""

    names: tuple[str, ...]
    operators: tuple[str, ...]
    weight_bytes: int
    instructions: int | None
    """Of the kernels that compute them, which may compute others too; None where nothing was
    counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPlace:
    kind: PlaceKind
    left: PlaceSide
    right: PlaceSide
    words: str
    """What changed, "" where the kind says it all."""
    before: int
    """How many unchanged nodes stand between the place before and this one."""
    types: str = ""
    """Of constants, as `float32 → float16`, "" where they did not change alike."""


@dataclass(frozen=True, slots=True)
class ResultChange:
    """Of a result, its shape or its type, as text."""

    what: Literal["shape", "type"]
    left: str
    right: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkComparison:
    left: NetworkSide
    right: NetworkSide
    sentence: str
    places: tuple[ChangedPlace, ...]
    counts: dict[str, int]
    """Places by kind."""
    unchanged: int
    """Pairs that differ in nothing but names and order."""
    renamed: tuple[tuple[str, str], ...]
    """Pairs of names, of whatever pairs of nodes."""
    reordered: int
    """Least number of nodes that stand in another order in the file."""
    reshaped: int
    """Unchanged nodes whose results have other shapes or types."""
    reshaped_how: tuple[ResultChange, ...] = ()
    """What became of these, each change once."""
    method: str = METHOD
