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
    """One of two networks that are compared."""

    title: str
    """The model's name for people; on the command line the file as it was named."""
    nodes: int
    """How many there are in the file's graph, without those that only hold a constant."""
    weight_bytes: int
    """Bytes of constants, each content once, and of those that nodes make from a shape."""
    instructions: int | None
    """Executed by all kernels for one input; None where the network was not compiled and run."""
    made_bytes: int = 0
    """Bytes of the constants that nodes make from a shape, which the file does not hold."""


@dataclass(frozen=True, slots=True)
class PlaceSide:
    """Nodes of one side at a place, none where they are new or gone."""

    names: tuple[str, ...]
    """Names of the nodes, unique in their network; empty where this side has none here."""
    operators: tuple[str, ...]
    """One for each of `names`, in that order: `Conv`, with its domain before a point if it has
    one."""
    weight_bytes: int
    """Bytes of the constants that these nodes read or make from a shape, counted once for each
    node; 0 without any."""
    instructions: int | None
    """Executed by the kernels that compute them, and perhaps others; None where none were
    counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPlace:
    """A place where two networks differ."""

    kind: PlaceKind
    """One of `added`, `removed`, `fused`, `split`, `rewritten`, `replaced` (another operator),
    `attributes`, `operands`, `shape`, `type`, `weights` and `rewired`."""
    left: PlaceSide
    """The nodes that the left network has here; without any where they are `added`."""
    right: PlaceSide
    """The nodes that the right network has here; without any where they are `removed`."""
    words: str
    """What changed, "" where the kind says it all."""
    before: int
    """How many unchanged nodes stand between the place before and this one."""
    types: str = ""
    """How constants changed, `float32 → float16`; empty where they did not change alike."""


@dataclass(frozen=True, slots=True)
class ResultChange:
    """Of a result, its shape or its type, as text."""

    what: Literal["shape", "type"]
    """Which of the two changed: `shape` or `type`."""
    left: str
    """As it is on the left, `1×16×32×32` or `float32`; empty where the left node has no such
    result."""
    right: str
    """As it is on the right, `1×16×32×32` or `float16`; empty where the right node has no such
    result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkComparison:
    """All that a comparison of two networks says."""

    left: NetworkSide
    """The network that is compared with: what only it has is `removed`."""
    right: NetworkSide
    """The network beside it: what only it has is `added`."""
    sentence: str
    """All that changed in a few sentences: how many nodes are unchanged, each kind of change,
    names and weights."""
    places: tuple[ChangedPlace, ...]
    """Where the two differ, in the order in which they compute; empty where only names, order or
    results do."""
    counts: dict[str, int]
    """How many places there are of each kind; a kind without any is left out."""
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
    """How nodes are paired, in words; the same text for every comparison."""
