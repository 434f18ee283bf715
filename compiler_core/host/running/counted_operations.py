"""The operations of a counted run: each line's instruction times how often it ran.

In the last round of a loop with SVE some lanes are off. How many is not counted, but seen: the
loads and stores that ran as often in the same function moved so much less than whole vectors.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.host.counting.operations import OperationKind, operations_of
from compiler_core.host.counting.scalable import vector_access
from compiler_core.host.instruction import parse_instruction
from compiler_core.host.running.record import CountedLine, Counts

_Place = tuple[str, str, int]
_BITS_OF_BYTE = 8


@dataclass(frozen=True, slots=True)
class CountedOperations:
    """by_kind: operations on data, kinds without any left out; the most frequent first.

    active_lanes: the share of lanes of SVE arithmetic that worked, None without such arithmetic;
    assumed_active: the part of this arithmetic that had no load or store beside it that could tell,
    so that all of its lanes were counted. outside: instructions of library code, whose operations
    are not in.
    """

    by_kind: tuple[tuple[OperationKind, float], ...]
    active_lanes: float | None
    assumed_active: float
    outside: int

    @property
    def kind(self) -> OperationKind | None:
        """What the loop computes in: floating point wins over integers, which also count and
        address. None without operations."""
        for kind, _ in self.by_kind:
            if kind != "integer":
                return kind
        return self.by_kind[0][0] if self.by_kind else None

    def of(self, kind: OperationKind) -> float:
        """Operations of one kind."""
        return dict(self.by_kind).get(kind, 0.0)


def counted_operations(counts: Counts) -> CountedOperations:
    """Of a run that ended well; of one that did not, none."""
    shares = _active_shares(counts)
    by_kind: dict[OperationKind, float] = defaultdict(float)
    full = active = assumed = 0.0
    for line in counts.per_line:
        each = operations_of(parse_instruction(line.text), counts.sve_bits)
        if each is None or not line.executions:
            continue
        share = shares.get(_place(line)) if each.scalable else 1.0
        made = line.executions * each.operations
        by_kind[each.kind] += made * (1.0 if share is None else share)
        if each.scalable:
            assumed += made if share is None else 0.0
            full += made
            active += made * (1.0 if share is None else share)
    ordered = sorted(by_kind.items(), key=lambda pair: -pair[1])
    outside = max(counts.everything - counts.instructions, 0)
    return CountedOperations(
        tuple(ordered),
        active / full if full else None,
        assumed / full if full else 0.0,
        outside,
    )


def _active_shares(counts: Counts) -> Mapping[_Place, float]:
    """What SVE loads and stores moved, as a part of whole vectors."""
    moved: dict[_Place, int] = defaultdict(int)
    whole: dict[_Place, int] = defaultdict(int)
    for line in counts.per_line:
        access = vector_access(parse_instruction(line.text), 0)
        if access is None or not line.executions:
            continue
        lanes = counts.sve_bits // (_BITS_OF_BYTE * access.element_bytes)
        each = access.registers * lanes * access.memory_bytes
        moved[_place(line)] += line.bytes_loaded + line.bytes_stored
        whole[_place(line)] += line.executions * each
    return {location: moved[location] / whole[location] for location in whole if moved[location]}


def _place(line: CountedLine) -> _Place:
    return line.file, line.function, line.executions
