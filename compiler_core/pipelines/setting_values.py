"""Settings of a pipeline as plain values and as text: read from an address or a file, and back.

A settings record is a frozen dataclass of names, whole numbers and tuples of names, each with a
default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

from compiler_core.errors import InputError
from compiler_core.typed_numbers import whole_number

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

LONGEST_VALUE = 2000
LARGEST_NUMBER = 999_999_999
_SHOWN = 40


class Settings(Protocol):
    """What every pipeline's settings can do."""

    def values(self) -> dict[str, object]:
        """All fields as plain values, lists for tuples."""
        ...

    def query(self) -> dict[str, str]:
        """What differs from the default, as text for an address."""
        ...


S = TypeVar("S", bound="DataclassInstance")


def plain_values(settings: DataclassInstance) -> dict[str, object]:
    """All fields as plain values, lists for tuples."""
    values = {field.name: getattr(settings, field.name) for field in fields(settings)}
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in values.items()
    }


def changed_values(settings: DataclassInstance) -> dict[str, str]:
    """What differs from the default, as text for an address."""
    pairs = (
        (attribute.name, getattr(settings, attribute.name), attribute.default)
        for attribute in fields(settings)
    )
    return {name: _text(value) for name, value, default in pairs if value != default}


def with_values(default: S, values: Mapping[str, object]) -> S:
    """The default with those of the values whose names are its fields.

    Raises InputError for a value of the wrong kind.
    """
    changes: dict[str, object] = {
        field.name: _value(field.name, getattr(default, field.name), values[field.name])
        for field in fields(default)
        if field.name in values
    }
    return replace(default, **changes)


def _value(name: str, default: object, given: object) -> object:
    if isinstance(default, int):
        return _whole(name, given)
    if isinstance(default, tuple):
        words = given.split(",") if isinstance(given, str) else given
        if not isinstance(words, list | tuple) or len(str(words)) > LONGEST_VALUE:
            raise InputError(f"The setting {name} is no list of names.", "Separate them by commas.")
        return tuple(str(word) for word in words if word)
    if not isinstance(given, str) or len(given) > LONGEST_VALUE:
        raise InputError(f"The setting {name} is no name.", "Choose one of those offered.")
    return given


def _whole(name: str, given: object) -> int:
    text = str(given)
    number = whole_number(text, len(str(LARGEST_NUMBER)))
    if number is None:
        raise InputError(
            f"The setting {name} cannot be {text[:_SHOWN]!r}.",
            f"Write a whole number from 0 to {LARGEST_NUMBER:,}.",
        )
    return number


def _text(value: object) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)
