"""What a value is computed from, each value once: a value that is used twice is walked over once.

`b = a + a; c = b + b; …` names 2^k paths in k lines; a reader's program may hold such a chain.
"""

from __future__ import annotations

from collections.abc import Callable

from compiler_core.loop.ir.values import Instruction, Value


def computed_from(value: Value, goes_on: Callable[[Instruction], bool]) -> tuple[Value, ...]:
    """The value and all it is computed from, each after its operands; the value comes last.

    goes_on: whether the operands of an instruction belong to it; never those of a phi, where values
    lead back to themselves.
    """
    ordered: dict[Value, None] = {}
    entered: set[Value] = set()
    pending = [value]
    while pending:
        latest = pending[-1]
        if latest in entered or not isinstance(latest, Instruction) or not goes_on(latest):
            ordered.setdefault(pending.pop())
            continue
        entered.add(latest)
        pending += [operand for operand in reversed(latest.operands) if operand not in entered]
    return tuple(ordered)
