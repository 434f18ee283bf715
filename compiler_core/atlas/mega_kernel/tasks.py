"""A block of a language model, cut into tasks: a tile of columns each, a head of keys, or a norm.

A task waits for single tasks, or for all tasks of an operator (an event counter, as persistent
kernels have them). Weights are read once from memory; what tasks hand on to each other is counted
at two bytes a number.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from compiler_core.llm.records import ModelConfiguration

_NUMBER_BYTES = 2.0
_OPERATIONS_OF_A_NORM = 4.0
_OPERATIONS_OF_A_GATE = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockTask:
    """One task: its operator, what it reads and computes, and what it waits for."""

    operator: int
    bytes: float
    operations: float
    after: tuple[int, ...] = ()
    """Operators that must have ended as a whole."""
    needs: tuple[int, ...] = ()
    """Single tasks that must have ended, by their place in the block."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskGraph:
    """All tasks, operators in the order of the program, a task behind all that it waits for."""

    operators: tuple[str, ...]
    tasks: tuple[BlockTask, ...]

    def of_operator(self, operator: int) -> list[int]:
        """Places of its tasks."""
        return [at for at, task in enumerate(self.tasks) if task.operator == operator]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """How a block is cut. tokens: computed at once, 1 in decoding. context: keys that attention
    reads. tile: columns of a product that a task computes. weight_bytes: of one weight."""

    tokens: int
    context: int
    tile: int
    weight_bytes: float


def block_tasks(shape: ModelConfiguration, cut: Cut) -> TaskGraph:
    """The eight operators of a gated block, cut."""
    cutting = _Cutting(cut)
    heads, keys, size = shape.heads, shape.key_value_heads, shape.head_size
    projected = (heads + 2 * keys) * size
    norm = cutting.vector("norm", shape.hidden, _OPERATIONS_OF_A_NORM, ())
    qkv = cutting.product("qkv", projected, shape.hidden, (norm,))
    attention = cutting.attention(shape, qkv)
    out = cutting.product("out", shape.hidden, heads * size, (attention,))
    second = cutting.vector("norm 2", shape.hidden, _OPERATIONS_OF_A_NORM, (out,))
    wide = cutting.product("gate and up", 2 * shape.feed_forward, shape.hidden, (second,))
    gated = cutting.gate("activation", shape.feed_forward, wide)
    cutting.product("down", shape.hidden, shape.feed_forward, (gated,))
    return TaskGraph(operators=tuple(cutting.operators), tasks=tuple(cutting.tasks))


class _Cutting:
    """Operators and tasks so far."""

    def __init__(self, cut: Cut) -> None:
        self.operators: list[str] = []
        self.tasks: list[BlockTask] = []
        self._cut = cut
        self._first: dict[int, int] = {}

    def _begin(self, name: str) -> int:
        self.operators.append(name)
        operator = len(self.operators) - 1
        self._first[operator] = len(self.tasks)
        return operator

    def vector(self, name: str, width: int, each: float, after: tuple[int, ...]) -> int:
        """One task over all of a vector: read and written."""
        operator = self._begin(name)
        numbers = float(width * self._cut.tokens)
        self.tasks.append(
            BlockTask(
                operator=operator,
                bytes=2 * _NUMBER_BYTES * numbers,
                operations=each * numbers,
                after=after,
            )
        )
        return operator

    def product(self, name: str, columns: int, depth: int, after: tuple[int, ...]) -> int:
        """A task for each tile of columns: its weights, times each token."""
        operator = self._begin(name)
        for start in range(0, columns, self._cut.tile):
            weights = float(min(self._cut.tile, columns - start) * depth)
            self.tasks.append(
                BlockTask(
                    operator=operator,
                    bytes=weights * self._cut.weight_bytes,
                    operations=2 * weights * self._cut.tokens,
                    after=after,
                )
            )
        return operator

    def attention(self, shape: ModelConfiguration, qkv: int) -> int:
        """A task for each head of keys, which waits for the tiles that hold its columns."""
        operator = self._begin("attention")
        heads, keys, size = shape.heads, shape.key_value_heads, shape.head_size
        group = heads // keys
        for head in range(keys):
            places = (heads + head, heads + keys + head)
            columns = [(head * group * size, (head + 1) * group * size)]
            columns += [(index * size, (index + 1) * size) for index in places]
            pairs = float(self._cut.context * size)
            self.tasks.append(
                BlockTask(
                    operator=operator,
                    bytes=2 * _NUMBER_BYTES * pairs,
                    operations=4 * pairs * group * self._cut.tokens,
                    needs=self._tiles(qkv, columns),
                )
            )
        return operator

    def gate(self, name: str, width: int, wide: int) -> int:
        """A task for each tile, which waits for the same columns of both halves."""
        operator = self._begin(name)
        for start in range(0, width, self._cut.tile):
            end = min(start + self._cut.tile, width)
            numbers = float((end - start) * self._cut.tokens)
            self.tasks.append(
                BlockTask(
                    operator=operator,
                    bytes=3 * _NUMBER_BYTES * numbers,
                    operations=_OPERATIONS_OF_A_GATE * numbers,
                    needs=self._tiles(wide, [(start, end), (width + start, width + end)]),
                )
            )
        return operator

    def _tiles(self, operator: int, columns: list[tuple[int, int]]) -> tuple[int, ...]:
        """Tasks of a product that compute these columns."""
        tile, first = self._cut.tile, self._first[operator]
        tiles = [at for start, end in columns for at in range(start // tile, ceil(end / tile))]
        return tuple(first + at for at in dict.fromkeys(tiles))
