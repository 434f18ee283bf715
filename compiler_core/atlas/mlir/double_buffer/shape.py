"""What of a printed program is prologue, what epilogue, and what stays blocking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.atlas.mlir.double_buffer.printed import Loop, Node, Start, Wait


@dataclass(frozen=True, slots=True)
class OverlapShape:
    """Around the innermost loop with transfers.

    prologue: started before it, waited for in it. ahead: started in it for a later round.
    epilogue: waited for behind it, of what was started in it. blocking: started and waited for at
    once, wherever they stand.
    """

    prologue: tuple[Start, ...]
    ahead: tuple[Start, ...]
    epilogue: tuple[Wait, ...]
    blocking: tuple[Start, ...]


def shape_of(nodes: Sequence[Node]) -> OverlapShape:
    """All empty where no transfers are."""
    block, loop = _around(nodes)
    blocking = tuple(_blocking(nodes))
    if loop is None:
        return OverlapShape((), (), (), blocking)
    at = block.index(loop)
    ahead = tuple(move for move in loop.body if isinstance(move, Start) and move not in blocking)
    tags = {start.tag for start in ahead}
    return OverlapShape(
        prologue=tuple(node for node in block[:at] if isinstance(node, Start) and node.tag in tags),
        ahead=ahead,
        epilogue=tuple(wait for wait in block[at:] if isinstance(wait, Wait) and wait.tag in tags),
        blocking=blocking,
    )


def _around(nodes: Sequence[Node]) -> tuple[Sequence[Node], Loop | None]:
    """The innermost loop with transfers, the first of several, and the block in which it stands."""
    for node in nodes:
        if isinstance(node, Loop) and node.moves:
            block, inner = _around(node.body)
            return (block, inner) if inner else (nodes, node)
    return nodes, None


def _blocking(nodes: Sequence[Node]) -> list[Start]:
    starts: list[Start] = []
    last: Start | None = None
    for node in nodes:
        if isinstance(node, Loop):
            starts += _blocking(node.body)
        if isinstance(node, Wait) and last is not None and last.written == node.written:
            starts.append(last)
        if isinstance(node, Start | Wait | Loop):
            last = node if isinstance(node, Start) else None
    return starts
