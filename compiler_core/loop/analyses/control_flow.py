"""Predecessors, and blocks in an order in which most come after what leads to them."""

from __future__ import annotations

from compiler_core.loop.ir.values import Block, Function


def predecessors_of(function: Function) -> dict[Block, list[Block]]:
    """For each block, the blocks that may go to it, in program order."""
    predecessors: dict[Block, list[Block]] = {block: [] for block in function.blocks}
    for block in function.blocks:
        for target in block.successors:
            predecessors.setdefault(target, []).append(block)
    return predecessors


def reverse_postorder(function: Function) -> list[Block]:
    """Reachable blocks; each before its successors, but for the ways back of loops."""
    order: list[Block] = []
    seen = {function.blocks[0]}
    stack = [(function.blocks[0], iter(function.blocks[0].successors))]
    while stack:
        block, targets = stack[-1]
        target = next(targets, None)
        if target is None:
            order.append(block)
            stack.pop()
        elif target not in seen:
            seen.add(target)
            stack.append((target, iter(target.successors)))
    order.reverse()
    return order
