"""Limits on what is analysed: recursion over a syntax tree must end before Python's own does."""

from __future__ import annotations

from tree_sitter import Node

from compiler_core.errors import InputError
from compiler_core.host.running.outline import root_of
from compiler_core.host.source_reading.source_loops import KINDS
from compiler_core.source import SourceFile

MAXIMUM_DEPTH = 200
MAXIMUM_LENGTH = 10_000
MAXIMUM_NEST = 12


def check_depth(source: SourceFile) -> None:
    """Raises InputError for a source whose syntax is nested too deeply."""
    root = root_of(source)
    waiting = [(root, 0)] if root is not None else []
    while waiting:
        node, depth = waiting.pop()
        if depth > MAXIMUM_DEPTH:
            raise InputError(
                f"The source is nested more than {MAXIMUM_DEPTH} levels deep near line "
                f"{node.start_point[0] + 1}, too deep to be driven.",
                "Take parentheses, blocks or pointers out.",
            )
        waiting += [(child, depth + 1) for child in node.children]


def check_length(name: str, node: Node) -> None:
    """Raises InputError for a function that is too long, or nests too many loops.

    Reading what it does with its parameters takes time in proportion to both.
    """
    parts, nest = 0, 0
    waiting = [(node, 0)]
    while waiting:
        current, loops = waiting.pop()
        loops += current.type in KINDS
        parts, nest = parts + 1, max(nest, loops)
        waiting += [(child, loops) for child in current.children]
    if parts > MAXIMUM_LENGTH:
        raise InputError(
            f"{name} is too long to be driven: it has {parts:,} parts of syntax, and the limit is "
            f"{MAXIMUM_LENGTH:,}.",
            "Put the loop into a function of its own.",
        )
    if nest > MAXIMUM_NEST:
        raise InputError(
            f"{name} nests {nest} loops; the limit is {MAXIMUM_NEST}.",
            "Put the inner loops into a function of their own.",
        )
