"""Whether a record that came from another process holds what its fields declare.

A kept record is made without its constructor, and by a process that may have read a hostile model:
types are promises until they are looked at. The declared types are the rules, so a new field is
checked as soon as it is there. What numbers mean to each other is for the reader to check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from compiler_core.errors import InputError


@dataclass(frozen=True, slots=True)
class RecordLimits:
    """largest_size: of whole numbers, which are sizes and never below zero. longest_name: of fields
    that are called `name`. longest_text: of other texts. most_values: in the whole record."""

    largest_size: int = 1 << 50
    longest_name: int = 2048
    longest_text: int = 1 << 20
    longest_list: int = 200_000
    most_values: int = 4_000_000


def check_record(
    value: object, record: type, trusted: tuple[type, ...], limits: RecordLimits
) -> None:
    """Raises InputError unless the value is such a record, down to its last field.

    trusted: records inside it that are left to a check of their own.
    """
    _Check(trusted, limits).look(value, record, record.__name__)


_Plain = Callable[[object, str, RecordLimits], bool]


class _Check:
    """Counts values, for one tuple may stand in a record many times over."""

    def __init__(self, trusted: tuple[type, ...], limits: RecordLimits) -> None:
        self._trusted, self._limits, self._values = trusted, limits, 0

    def look(self, value: object, wanted: Any, where: str) -> None:
        plain = _PLAIN.get(wanted)
        if plain is not None:
            self._all(plain, (value,), where)
        elif is_dataclass(wanted):
            self._record(value, wanted, where)
        elif get_origin(wanted) is tuple:
            self._tuple(value, get_args(wanted)[0], where)
        elif isinstance(wanted, UnionType):
            self._either(value, get_args(wanted), where)
        elif not _is_choice(value, wanted):
            raise _refusal(where)

    def _all(self, plain: _Plain, values: tuple[object, ...], where: str) -> None:
        self._count(len(values), where)
        if not all(plain(value, where, self._limits) for value in values):
            raise _refusal(where)

    def _count(self, values: int, where: str) -> None:
        self._values += values
        if self._values > self._limits.most_values:
            raise _refusal(where)

    def _record(self, value: object, record: Any, where: str) -> None:
        self._count(1, where)
        if type(value) is not record:
            raise _refusal(where)
        if record in self._trusted:
            return
        for name, (wanted, location) in _fields(record).items():
            # A slot that was never set has no value.
            self.look(getattr(value, name, _MISSING), wanted, location)

    def _tuple(self, value: object, wanted: Any, where: str) -> None:
        if type(value) is not tuple:
            raise _refusal(where)
        plain = _PLAIN.get(wanted)
        if plain is not None:
            self._all(plain, value, where)
            return
        if len(value) > self._limits.longest_list:
            raise _refusal(where)
        for member in value:
            self.look(member, wanted, where)

    def _either(self, value: object, choices: tuple[Any, ...], where: str) -> None:
        if value is None and NoneType in choices:
            return
        self.look(value, next(choice for choice in choices if choice is not NoneType), where)


_MISSING = object()


@cache
def _fields(record: Any) -> Mapping[str, tuple[Any, str]]:
    """Of each field the declared type, and its name for a message."""
    hints = get_type_hints(record)
    return {name: (wanted, f"{record.__name__}.{name}") for name, wanted in hints.items()}


def _is_choice(value: object, wanted: Any) -> bool:
    return get_origin(wanted) is Literal and type(value) is str and value in get_args(wanted)


def _is_size(value: object, where: str, limits: RecordLimits) -> bool:
    return type(value) is int and 0 <= value <= limits.largest_size


def _is_number(value: object, where: str, limits: RecordLimits) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return isfinite(value) and abs(value) <= limits.largest_size


def _is_text(value: object, where: str, limits: RecordLimits) -> bool:
    longest = limits.longest_name if where.endswith(".name") else limits.longest_text
    return type(value) is str and len(value) <= longest


def _is_truth(value: object, where: str, limits: RecordLimits) -> bool:
    return type(value) is bool


_PLAIN: dict[Any, _Plain] = {
    int: _is_size,
    float: _is_number,
    str: _is_text,
    bool: _is_truth,
}


def _refusal(where: str) -> InputError:
    """Names the field, never the value: that may be of any length."""
    return InputError(
        f"The kept result is damaged: {where} is not what it must be.", "Drop the file again."
    )
