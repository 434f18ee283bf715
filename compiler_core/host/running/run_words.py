"""How a run is named: its function, and the length it was given where it takes one."""

from __future__ import annotations


def of_length(function: str, n: int | None) -> str:
    """`saxpy, n = 1,024`; the bare name where n is None, for then no length made the run."""
    return function if n is None else f"{function}, n = {n:,}"
