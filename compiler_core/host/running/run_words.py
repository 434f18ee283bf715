"""How a run is named: its function, and the length it was given where it takes one."""

from __future__ import annotations

from compiler_core.amounts import count
from compiler_core.toolchain.limits import LimitName

LEFT_OUT = "Library code that is called is in none of these numbers."
"""What counts of a function leave out, where it called any."""
_LONG: tuple[LimitName, ...] = ("cpu", "wall")
_SIZED: tuple[LimitName, ...] = (*_LONG, "memory")


def of_length(function: str, n: int | None) -> str:
    """`saxpy, n = 1,024`; the bare name where n is None, for then no length made the run."""
    return function if n is None else f"{function}, n = {n:,}"


def library_executed(instructions: int) -> str:
    """`522 instructions` of library code, or `nothing`."""
    return count(instructions, "instruction") if instructions else "nothing"


def with_smaller_length(message: str, limit: LimitName | None, n: int | None) -> str:
    """What is said of a stopped run, and of its length where a smaller one may help.

    n: None for a function that takes no length, whose run would be the same with any other.
    """
    if limit not in _SIZED or n is None:
        return message
    least = f"A smaller n than {n:,} helps only "
    why = "if the run is merely long." if limit in _LONG else "if the arrays grow with it."
    return f"{message} {least}{why}"
