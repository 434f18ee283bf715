"""Locals and parameters are called by what they hold: `row`, `kernel`, `claim`; not `one`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.architecture.project import PACKAGES, python_files, syntax_tree

NAMELESS = frozenset(("one", "found", "place", "asked", "told", "kept"))
MOST_NAMELESS = 28
"""Where no noun fits, or none that is short enough: as many as there were. Only fewer may be."""


def test_locals_are_called_by_what_they_hold() -> None:
    places = list(nameless_locals())
    assert len(places) <= MOST_NAMELESS, places


def nameless_locals() -> Iterator[str]:
    """File and line of each variable of such a name; a record's field may have it."""
    for path in python_files(*PACKAGES):
        tree = syntax_tree(path)
        fields = {
            member.target
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
            for member in node.body
            if isinstance(member, ast.AnnAssign)
        }
        for node in ast.walk(tree):
            match node:
                case ast.Name(id=name, ctx=ast.Store()) if node not in fields:
                    bound = name
                case ast.arg(arg=name):
                    bound = name
                case _:
                    continue
            if bound in NAMELESS:
                yield f"{path}:{node.lineno} {bound}"
