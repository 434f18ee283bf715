"""All graph passes."""

from __future__ import annotations

from compiler_core.errors import UnknownName
from compiler_core.graph.pass_base import GraphPass

PASSES: tuple[GraphPass, ...] = ()


def pass_named(name: str) -> GraphPass:
    """The pass of this name. Raises UnknownName."""
    for one in PASSES:
        if one.name == name:
            return one
    known = ", ".join(one.name for one in PASSES)
    raise UnknownName(f"There is no graph pass {name!r}.", f"There are: {known}.")
