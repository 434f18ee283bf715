"""Room for the calls that one kernel's expressions need: each of its nodes asks for its operands.

A kernel has at most as many nodes as fusion admits (`FusionOptions.nodes`), so the depth is bounded
by that and not by what a model file says.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_CALLS_PER_NODE = 8
"""Element, rule, comprehension, operand and what an operator puts between them."""


@contextmanager
def room_for(nodes: int) -> Iterator[None]:
    """Calls inside may go this much deeper than Python admits; afterwards as before."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + _CALLS_PER_NODE * nodes)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
