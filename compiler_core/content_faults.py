"""What pydantic finds wrong in a content file, in our words: where, what fits, what was found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from compiler_core.fault_words import expected_words, shown_value

if TYPE_CHECKING:
    from pydantic import ValidationError

HERE = "\0"
"""Stands for the place in sentences of functions of ours, which are not told it."""
OF_OURS = "content"
"""The kind of fault that they add to those of pydantic."""
_UNKNOWN, _MISSING = "unexpected_keyword_argument", "missing"
_RANKS = {_UNKNOWN: 0, _MISSING: 1}
"""A misspelt key is told before the one that is missing for it, and keys before values."""
_OF_A_KEY = "[key]"
_Keys = tuple[str | int, ...]


def key_of(field: str) -> str:
    """As it stands in files: a field cannot be called `is`, so it is `is_`."""
    return field.removesuffix("_")


def fault_of(
    error: ValidationError, shape: Any, location: Callable[[_Keys], str]
) -> tuple[str, str]:
    """The sentence on the first fault, and advice. location: of what lies at keys and numbers."""
    faults = error.errors(include_url=False)
    fault = min(faults, key=lambda fault: _RANKS.get(fault["type"], len(_RANKS)))
    keys = tuple(step for step in fault["loc"] if step != _OF_A_KEY)
    sentence = _sentence(location(keys), keys, fault, shape)
    return sentence, fault.get("ctx", {}).get("advice", "")


def _sentence(where: str, keys: _Keys, fault: Mapping[str, Any], shape: Any) -> str:
    kind, context, shown = fault["type"], fault.get("ctx", {}), _shown(fault["input"])
    if kind == OF_OURS:
        return fault["msg"].replace(HERE, _at(where, keys))
    if kind == _UNKNOWN:
        known = _known_keys(shape, keys[:-1])
        return f"{_at(where, keys[:-1])}: unknown key {keys[-1]!r}; known: {known}."
    if kind == _MISSING:
        return f"{_at(where, keys[:-1])}: the key {keys[-1]!r} is missing."
    if kind in ("dataclass_type", "dict_type"):
        return f"{_at(where, keys)}: expected keys and values, found {shown}."
    expected = _expected(kind, context) or fault["msg"]
    if not keys:
        return f"{where}: expected {expected}, found {shown}."
    return f"{where}: {_words(keys)} must be {expected}, found {shown}."


def _at(where: str, keys: _Keys) -> str:
    return f"{where}, {_words(keys)}" if keys else where


def _words(keys: _Keys) -> str:
    """`stages[2].title`."""
    words = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in keys)
    return words.removeprefix(".")


def _expected(kind: str, context: Mapping[str, Any]) -> str:
    match kind:
        case "literal_error":
            words = context["expected"].replace("'", "")
            return f"one of {words}" if "," in words else words
        case "string_too_short":
            return "text"
        case "too_short":
            return f"a list of at least {context['min_length']}"
        case "greater_than":
            return f"a number above {context['gt']:,}"
    return expected_words(kind, context)


def _shown(value: object) -> str:
    """As those who write YAML call it."""
    match value:
        case None:
            return "nothing"
        case dict():
            return "keys and values"
        case []:
            return "an empty list"
    return shown_value(value)


def _known_keys(shape: Any, keys: _Keys) -> list[str]:
    """Those of the record that these lead to."""
    for step in keys:
        shape = _inside(_record_of(shape), step)
    return sorted(key_of(field.name) for field in fields(_record_of(shape)))


def _record_of(shape: Any) -> Any:
    """Without `| None`."""
    if NoneType in get_args(shape):
        return next(part for part in get_args(shape) if part is not NoneType)
    return shape


def _inside(shape: Any, step: str | int) -> Any:
    if is_dataclass(shape):
        hints = get_type_hints(shape)
        return next(hint for name, hint in hints.items() if key_of(name) == step)
    return get_args(shape)[1 if get_origin(shape) is dict else 0]
