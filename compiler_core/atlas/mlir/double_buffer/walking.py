"""From a printed program to the orders that its core gives, in the order of the print.

Loops with transfers in them are walked round by round; what lies between two transfers is one piece
of work, whose innermost loops are taken to run on vectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from compiler_core.atlas.mlir.double_buffer.expressions import Expression
from compiler_core.atlas.mlir.double_buffer.printed import (
    Instructions,
    Loop,
    Named,
    Node,
    Release,
    Reserve,
    Start,
    Wait,
)
from compiler_core.errors import InputError
from compiler_core.soc.latency_hiding.records import ThreadedCore
from compiler_core.soc.latency_hiding.replay import Await, Order, Request, Work

MOST_ROUNDS = 40_000


@dataclass(slots=True, kw_only=True)
class Walk:
    """One walk through a program."""

    machine: ThreadedCore
    """The core whose cycles are counted, by its vectors and overheads."""
    values: dict[str, int] = field(default_factory=dict)
    """What names stand for at this moment."""
    kinds: dict[str, None] = field(default_factory=dict)
    """Types of all buffers that were reserved in fast memory, each once: `2x256xf32`."""
    most: int = 0
    """The most bytes of fast memory that were reserved at the same time."""
    transfers: list[int] = field(default_factory=list)
    """Bytes of each transfer that was started, in order."""
    _live: dict[str, int] = field(default_factory=dict)
    """Bytes of the buffers in fast memory that are reserved now, by name."""
    _rounds: int = 0
    """Rounds walked so far of loops with transfers; at most MOST_ROUNDS."""

    def orders(self, nodes: Iterable[Node]) -> Iterator[Order]:
        """Raises InputError for more than MOST_ROUNDS rounds of loops with transfers, and for a
        value that is not known."""
        work = 0
        for node in nodes:
            if isinstance(node, Instructions) or (isinstance(node, Loop) and not node.moves):
                work += cycles_of(node, self.machine)
                continue
            order = self._order(node)
            if (order is not None or isinstance(node, Loop)) and work:
                yield Work(work)
                work = 0
            if order is not None:
                yield order
            if isinstance(node, Loop):
                yield from self._walked(node)
        if work:
            yield Work(work)

    def _walked(self, loop: Loop) -> Iterator[Order]:
        for at in range(loop.first, loop.end, loop.step):
            self._rounds += 1
            if self._rounds > MOST_ROUNDS:
                raise InputError(
                    f"More than {MOST_ROUNDS:,} rounds with transfers are not replayed."
                )
            self.values[loop.name] = at
            yield from self.orders(loop.body)

    def _order(self, node: Node) -> Order | None:
        if isinstance(node, Named):
            inner = {name: part(self.values) for name, part in node.parts}
            self.values[node.name] = node.expression(inner)
        elif isinstance(node, Reserve):
            self._reserve(node)
        elif isinstance(node, Release):
            self._live.pop(node.name, None)
        elif isinstance(node, Start):
            return self._request(node)
        elif isinstance(node, Wait):
            return Await(self._tag(node.tag, node.place))
        return None

    def _reserve(self, node: Reserve) -> None:
        if not node.size:
            return
        self._live[node.name] = node.size
        self.kinds[node.kind] = None
        self.most = max(self.most, sum(self._live.values()))

    def _request(self, node: Start) -> Request:
        slot = node.slot(self.values) if node.slot else 0
        size = node.count(self.values) * node.each
        if size <= 0:
            raise InputError("A transfer of no bytes is not replayed.")
        self.transfers.append(size)
        return Request(node.action, self._tag(node.tag, node.place), size, slot)

    def _tag(self, name: str, subscripts: Sequence[Expression]) -> str:
        index = ", ".join(str(expression(self.values)) for expression in subscripts)
        return f"{name}[{index}]"


def cycles_of(node: Node, machine: ThreadedCore) -> int:
    """What instructions take that wait for nothing; 0 for what is none."""
    if isinstance(node, Instructions):
        return node.count * machine.vector_cycles_per_instruction
    if not isinstance(node, Loop):
        return 0
    inside = sum(cycles_of(child, machine) for child in node.body)
    if any(isinstance(inner, Loop) for inner in node.body):
        return node.rounds * inside
    return machine.tile_overhead_cycles + -(-node.rounds // lanes_of(node, machine)) * inside


def lanes_of(loop: Loop, machine: ThreadedCore) -> int:
    """Values in a vector, by the widest that the body computes with; at least one."""
    widest = max((node.size for node in loop.body if isinstance(node, Instructions)), default=1)
    return max(machine.vector_bytes // widest, 1)
