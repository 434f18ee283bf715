"""Natural loops of a function in the common form, by back edges of a depth-first walk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from compiler_core.host.verdicts.loop_ir.operations import IrFunction, IrLoop


def natural_loops(function: IrFunction) -> tuple[IrLoop, ...]:
    """All loops, outer ones before those inside; loops with one header are one loop."""
    predecessors: dict[str, set[str]] = defaultdict(set)
    for name, block in function.blocks.items():
        for successor in block.successors:
            predecessors[successor].add(name)
    bodies: dict[str, set[str]] = {}
    for latch, header in _back_edges(function):
        bodies.setdefault(header, {header}).update(_body(latch, header, predecessors))
    ordered = sorted(bodies, key=lambda header: -len(bodies[header]))
    return tuple(_loop(function, header, bodies) for header in ordered)


def _loop(function: IrFunction, header: str, bodies: Mapping[str, set[str]]) -> IrLoop:
    blocks = bodies[header]
    inner = [bodies[other] for other in bodies if other != header and other in blocks]
    own = blocks.difference(*(body for body in inner if body < blocks))
    depth = sum(header in body for body in bodies.values())
    return IrLoop(
        function=function, header=header, blocks=frozenset(blocks), own=frozenset(own), depth=depth
    )


def _back_edges(function: IrFunction) -> Iterator[tuple[str, str]]:
    """Edges to a block that the walk is still inside of."""
    open_blocks: set[str] = set()
    seen: set[str] = set()
    stack: list[tuple[str, bool]] = [(function.entry, False)]
    while stack:
        name, leaving = stack.pop()
        if leaving:
            open_blocks.discard(name)
            continue
        if name in seen or name not in function.blocks:
            continue
        seen.add(name)
        open_blocks.add(name)
        stack.append((name, True))
        for successor in function.blocks[name].successors:
            if successor in open_blocks:
                yield name, successor
            elif successor not in seen:
                stack.append((successor, False))


def _body(latch: str, header: str, predecessors: Mapping[str, set[str]]) -> set[str]:
    body = {header}
    waiting = [latch]
    while waiting:
        name = waiting.pop()
        if name not in body:
            body.add(name)
            waiting.extend(predecessors[name])
    return body
