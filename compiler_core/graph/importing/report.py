"""What the page says of a model that was read: plain records."""

from __future__ import annotations

from dataclasses import dataclass

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ValueReport:
    """An input or output of the model; shape None: only a run can know it."""

    name: str
    element_type: str
    shape: Shape | None


@dataclass(frozen=True, slots=True)
class DynamicAxis:
    """An axis the file leaves open, and the size it got. reason: who chose it."""

    input: str
    axis: int
    name: str
    size: int
    reason: str


@dataclass(frozen=True, slots=True)
class ProfileRow:
    """A model read with one choice of its open sizes. which: least, usual or largest. multiplies:
    of one run. largest_bytes: of one tensor between nodes. refused: why it cannot be, "" if it can.
    """

    which: str
    sizes: str
    multiplies: int
    largest_bytes: int
    refused: str


@dataclass(frozen=True, slots=True)
class OperatorNeed:
    """An operator of the standard: the lowest operator set in which its nodes can stand."""

    operator: str
    lowest: int
    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnsupportedOperator:
    """An operator that cannot be compiled here, and the nodes that use it."""

    operator: str
    domain: str
    nodes: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class OperatorCount:
    operator: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """A model as it was read."""

    name: str
    """The name of the graph in the file."""
    producer: str
    """Which program wrote the file, with its version, as the file says."""
    file_bytes: int
    """Size of the file."""
    ir_version: int
    """Version of the file's format."""
    operator_sets: tuple[tuple[str, int], ...]
    """Domain and version as the file says."""
    operator_set: int
    """The version of the standard after reading."""
    lowest: int
    """The lowest operator set the model could have."""
    needs: tuple[OperatorNeed, ...]
    """One per operator, the most demanding first."""
    inputs: tuple[ValueReport, ...]
    """In the order of the file."""
    outputs: tuple[ValueReport, ...]
    """What the model gives, in the order of the file."""
    dynamic_axes: tuple[DynamicAxis, ...]
    """Those that the file leaves open, each with the size that it got."""
    parameters: int
    """Elements of all constants."""
    parameter_bytes: int
    """Of all constants."""
    multiplies: int
    """Multiply-accumulates of one run."""
    operators: tuple[OperatorCount, ...]
    """How many nodes each has."""
    unsupported: tuple[UnsupportedOperator, ...]
    """Operators that cannot be compiled here; empty where the model can be."""
    warnings: tuple[str, ...]
    """What a reader should know of how the file was read, in sentences."""

    @property
    def nodes(self) -> int:
        return sum(operator.count for operator in self.operators)

    @property
    def asking(self) -> tuple[OperatorNeed, ...]:
        """The operators that ask for the lowest operator set."""
        return tuple(need for need in self.needs if need.lowest == self.lowest)
