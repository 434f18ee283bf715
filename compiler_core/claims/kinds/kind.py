"""What an expectation kind is, and the arguments that several kinds share."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from compiler_core.claims.case import Case
from compiler_core.content_files import ContentError, checked_text, read_record

Argument = TypeVar("Argument")


@dataclass(frozen=True, slots=True)
class Found:
    """Whether an expectation is met, and what was found, in words."""

    holds: bool
    text: str


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of expectation.

    read: place and YAML value to the argument, raises ContentError. describe: what is expected, as
    the end of "Expected: ". judge: may raise NothingThere and what the host track raises.
    """

    name: str
    read: Callable[[str, Any], Any]
    describe: Callable[[Any], str]
    judge: Callable[[Case, Any], Found]


@dataclass(frozen=True, slots=True)
class Bound:
    """A number to compare with: `< 8`, `>= 2`, `7`, `1 to 2`; both ends included."""

    text: str
    least: float
    most: float

    def holds(self, value: float) -> bool:
        """Whether the value lies within."""
        return self.least <= value <= self.most

    @classmethod
    def from_content(cls, location: str, value: object) -> Bound:
        """Raises ContentError."""
        return read_bound(location, value)


_BOUND = re.compile(
    r"(?P<sign>>=|<=|<|>)?\s*(?P<first>-?\d+(?:\.\d+)?)(?:\s+to\s+(?P<last>\d+(?:\.\d+)?))?"
)
_INFINITE = float("inf")
_SMALL = 1e-9


def read_bound(location: str, value: Any) -> Bound:
    """Raises ContentError."""
    match = _BOUND.fullmatch(str(value).strip())
    if match is None or isinstance(value, bool) or (match["last"] and match["sign"]):
        raise ContentError(
            f"{location}: {value!r} is no number or bound such as '< 8' or '1 to 2'."
        )
    first = float(match["first"])
    last = float(match["last"] or first)
    if last < first:
        raise ContentError(
            f"{location}: {value!r} holds for nothing; the lesser number comes first."
        )
    least, most = {
        ">=": (first, _INFINITE),
        ">": (first + _SMALL, _INFINITE),
        "<=": (-_INFINITE, first),
        "<": (-_INFINITE, first - _SMALL),
    }.get(match["sign"] or "", (first, last))
    return Bound(str(value), least, most)


def reader_of(shape: type[Argument]) -> Callable[[str, Any], Argument]:
    """For arguments that stand in files as the record has them."""
    return lambda location, value: read_record(location, value, shape)


def read_truth(location: str, value: Any) -> bool:
    """Raises ContentError."""
    if not isinstance(value, bool):
        raise ContentError(f"{location} must be true or false.")
    return value


def read_patterns(location: str, value: Any) -> tuple[re.Pattern[str], ...]:
    """One regular expression or a list of them. Raises ContentError."""
    texts = value if isinstance(value, list) else [value]
    return tuple(read_pattern(location, text) for text in texts)


def read_pattern(location: str, value: Any) -> re.Pattern[str]:
    """A regular expression; `^` and `$` mean a line, `.` crosses no line end.

    Raises ContentError.
    """
    try:
        return re.compile(checked_text(location, value), re.MULTILINE)
    except re.error as error:
        raise ContentError(f"{location}: not a regular expression: {error}") from error


def quoted(patterns: tuple[re.Pattern[str], ...]) -> str:
    """The patterns for people."""
    return " and ".join(f"“{pattern.pattern}”" for pattern in patterns)
