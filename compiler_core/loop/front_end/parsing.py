"""pycparser, with its errors put in our words and its recursion kept in bounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pycparser import c_ast, c_lexer, c_parser

from compiler_core.loop.errors import OutsideSubset
from compiler_core.loop.front_end.limits import MAXIMUM_DEPTH
from compiler_core.source import Location

_PLACED = re.compile(r"(?P<file>[^:]*):(?P<line>\d+):(?P<column>\d+): (?P<message>.*)")


class _Lexer(c_lexer.CLexer):
    """Remembers where the last token stood: some of the parser's errors carry no place."""

    last = (1, 1)

    def token(self):
        next_token = super().token()
        if next_token is not None:
            self.last = (next_token.lineno, next_token.column)
        return next_token


def parse_c(text: str, name: str) -> c_ast.FileAST:
    """The syntax tree of a prepared text. Raises OutsideSubset for anything that is not C."""
    parser = c_parser.CParser(lexer=_Lexer)
    try:
        tree = parser.parse(text, name)
    except c_parser.ParseError as error:
        raise _translated(str(error), name, parser.clex) from error
    except RecursionError as error:
        raise too_deep(Location(name, *getattr(parser.clex, "last", (1, 1)))) from error
    _check_depth(tree, name)
    return tree


def too_deep(location: Location) -> OutsideSubset:
    """The error for a program that is nested too deeply."""
    return OutsideSubset(
        f"Expressions or statements are nested more than {MAXIMUM_DEPTH} deep.",
        "Give parts of them names of their own.",
        location,
    )


def _translated(error: str, name: str, lexer: object) -> OutsideSubset:
    match = _PLACED.fullmatch(error)
    line, column = getattr(lexer, "last", (1, 1))
    message = error.rpartition(": ")[2]
    if match is not None:
        line, column, message = int(match["line"]), int(match["column"]), match["message"]
    if message.startswith("before: "):
        said = f"`{message.removeprefix('before: ')}` was not expected here."
        advice = "Look before it: a missing ; or ), or a type name that is not known here."
    elif message == "At end of input":
        said, advice = "The text ends in the middle of something.", "Is a } or ) missing?"
    else:
        said, advice = f"This is not C: {message}.", "Compare with what stands before this place."
    return OutsideSubset(said, advice, Location(name, line, column))


def children(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """The direct children of a syntax node."""
    # The base class declares no result; every node class returns pairs of name and child.
    pairs: Any = node.children()
    return (child for _, child in pairs)


def location_of(node: c_ast.Node, name: str) -> Location:
    """Where a node starts; line 1 if the parser did not say."""
    coordinates = getattr(node, "coord", None)
    if coordinates is None:
        return Location(name, 1)
    return Location(name, coordinates.line, coordinates.column or 0)


def _check_depth(tree: c_ast.FileAST, name: str) -> None:
    pending: list[tuple[c_ast.Node, int]] = [(tree, 0)]
    while pending:
        node, depth = pending.pop()
        if depth > MAXIMUM_DEPTH:
            raise too_deep(location_of(node, name))
        pending += [(child, depth + 1) for child in children(node)]
