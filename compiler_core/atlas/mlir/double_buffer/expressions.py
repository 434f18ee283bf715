"""Linear expressions as MLIR prints them, `(%3 floordiv 256) mod 2` for instance, to be evaluated.

Sums of products of names and whole numbers, where `floordiv`, `ceildiv` and `mod` bind as strongly
as the product. What is read is a function from the values of names to a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from compiler_core.errors import InputError

Values = Mapping[str, int]
Expression = Callable[[Values], int]

_TOKEN = re.compile(r"\s*(%[\w#]+|[ds]\d+|\d+|floordiv|ceildiv|mod|[-+*()])")
_NAME = re.compile(r"%[\w#]+|[ds]\d+")
_LONGEST = 200
"""Signs; deeper than that nobody nests by hand."""


def read_expression(text: str) -> Expression:
    """Raises InputError for what is none."""
    if len(text) > _LONGEST:
        raise InputError(f"An index of {len(text):,} signs is not read.")
    reader = _Reader(text)
    expression = reader.sum()
    if reader.token:
        raise _unread(text)
    return expression


def read_expressions(text: str) -> tuple[Expression, ...]:
    """Those between commas; none for an empty text. Raises InputError."""
    return tuple(read_expression(part) for part in text.split(",") if part.strip())


def _unread(text: str) -> InputError:
    return InputError(f"The index {text.strip()[:60]!r} is not read.")


class _Reader:
    """Walks once over the text. token: the one that is looked at, "" behind the last."""

    def __init__(self, text: str) -> None:
        self._text = text.strip()
        self._at = 0
        self.token = ""
        self._next()

    def sum(self) -> Expression:
        expression = self._product()
        while self.token in ("+", "-"):
            expression = _applied(self._taken(), expression, self._product())
        return expression

    def _product(self) -> Expression:
        expression = self._factor()
        while self.token in ("*", "floordiv", "ceildiv", "mod"):
            expression = _applied(self._taken(), expression, self._factor())
        return expression

    def _factor(self) -> Expression:
        token = self._taken()
        if token == "-":
            return _applied("-", lambda _: 0, self._factor())
        if token == "(":
            expression = self.sum()
            if self._taken() != ")":
                raise _unread(self._text)
            return expression
        if token.isdecimal():
            number = int(token)
            return lambda _: number
        if _NAME.fullmatch(token):
            return lambda values: _value(values, token)
        raise _unread(self._text)

    def _taken(self) -> str:
        token = self.token
        self._next()
        return token

    def _next(self) -> None:
        if self._at == len(self._text):
            self.token = ""
            return
        match = _TOKEN.match(self._text, self._at)
        if match is None:
            raise _unread(self._text)
        self.token = match[1]
        self._at = match.end()


def _value(values: Values, name: str) -> int:
    value = values.get(name)
    if value is None:
        raise InputError(f"The value of {name[:40]} is not known before the program runs.")
    return value


def _applied(sign: str, left: Expression, right: Expression) -> Expression:
    if sign == "+":
        return lambda values: left(values) + right(values)
    if sign == "-":
        return lambda values: left(values) - right(values)
    if sign == "*":
        return lambda values: left(values) * right(values)
    if sign == "mod":
        return lambda values: left(values) % _divisor(right(values))
    if sign == "floordiv":
        return lambda values: left(values) // _divisor(right(values))
    return lambda values: -(-left(values) // _divisor(right(values)))


def _divisor(number: int) -> int:
    if number <= 0:
        raise InputError(f"An index is divided by {number}.")
    return number
