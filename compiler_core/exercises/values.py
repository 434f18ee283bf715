"""Values of an exercise file by type, each fault with its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from compiler_core import near_names
from compiler_core.content_files import ContentError

Choice = TypeVar("Choice", bound=str)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The nearest name as a question, else all names."""
    return near_names.did_you_mean(name, sorted(known), "`")


def mapping_of(
    location: str, value: object, known: set[str] | None, needed: set[str]
) -> Mapping[str, Any]:
    """Keys and values; known: all keys there can be, None for any. Raises ContentError."""
    before = f"{location}: " if location else ""
    if not isinstance(value, Mapping):
        raise ContentError(f"{before}expected keys and values, found {_shown(value)}.")
    for key in value:
        if known is not None and key not in known:
            raise ContentError(f"{before}there is no key `{key}`.", did_you_mean(str(key), known))
    for key in sorted(needed - set(value)):
        raise ContentError(f"{before}the key `{key}` is missing.")
    return value


def list_of(location: str, value: object, least: int, most: int) -> list[Any]:
    """Raises ContentError for no list, and for too few or too many entries."""
    if not isinstance(value, list):
        raise ContentError(f"{location}: expected a list, found {_shown(value)}.")
    if not least <= len(value) <= most:
        raise ContentError(f"{location}: {len(value)} entries; there can be {least} to {most}.")
    return value


def text_of(location: str, value: object, most: int) -> str:
    """A text that is not empty, without spaces around. Raises ContentError."""
    if not isinstance(value, str) or not value.strip():
        raise ContentError(f"{location}: expected text, found {_shown(value)}.")
    if len(value) > most:
        raise ContentError(f"{location}: {len(value):,} characters; there can be {most:,}.")
    return value.strip()


def whole_number_of(location: str, value: object, least: int, most: int) -> int:
    """Raises ContentError."""
    if type(value) is not int or not least <= value <= most:
        raise ContentError(
            f"{location}: expected a whole number from {least:,} to {most:,}, "
            f"found {_shown(value)}."
        )
    return value


def truth_of(location: str, value: object) -> bool:
    """Raises ContentError."""
    if not isinstance(value, bool):
        raise ContentError(f"{location}: expected true or false, found {_shown(value)}.")
    return value


def choice_of(location: str, value: object, choices: Sequence[Choice]) -> Choice:
    """Raises ContentError, with the nearest choice."""
    for choice in choices:
        if value == choice:
            return choice
    raise ContentError(f"{location}: found {_shown(value)}.", did_you_mean(str(value), choices))


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
