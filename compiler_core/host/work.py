"""A budget of work for the analyses of assembly, counted in operations and not in time.

The size of what a compiler prints bounds the size of nothing that is made of it: three hundred
labels give ninety thousand edges. So whatever visits edges, members of sets or pairs of lines says
how many before it does, and ends with TooLargeToAnalyse where the budget of whoever asked is used
up. The same source then gives the same answer on every machine. Outside a budget nothing is
counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from compiler_core.errors import TooLargeToAnalyse

# One operation is up to a microsecond of Python on one core of 2020, mostly a third of one.
WORK_PER_FUNCTION = 15_000_000
WORK_PER_COMPILATION = 20_000_000
WORK_PER_COMPARISON = 20_000_000


class WorkBudget:
    """Operations that are left, and how many there were; `around` is used up with it."""

    __slots__ = ("around", "left", "limit")

    def __init__(self, limit: int, around: WorkBudget | None) -> None:
        self.limit = limit
        self.left = limit
        self.around = around


_BUDGET: ContextVar[WorkBudget | None] = ContextVar("budget", default=None)


@contextmanager
def limited_to(operations: int) -> Iterator[WorkBudget]:
    """Let what is done here spend this much, and no more than a budget around it has left."""
    budget = WorkBudget(operations, _BUDGET.get())
    token = _BUDGET.set(budget)
    try:
        yield budget
    except RecursionError as error:
        raise TooLargeToAnalyse from error
    finally:
        _BUDGET.reset(token)


def spend(operations: int) -> None:
    """Count operations that are about to be done. Raises TooLargeToAnalyse."""
    budget = _BUDGET.get()
    while budget is not None:
        budget.left -= operations
        if budget.left < 0:
            raise TooLargeToAnalyse
        budget = budget.around
