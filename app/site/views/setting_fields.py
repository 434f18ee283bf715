"""Fields of a form: menus, boxes to tick, texts, and values that are kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MOST_BOXES = 4
SIZES_LABEL = "Sizes of open axes, as name=size or name=least:usual:largest, with commas"


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """One of several values; title says what it means."""

    value: str
    title: str
    selected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingField:
    """A field: `select` (one of), `checks` (any of), `text` or `hidden` (value kept as it is)."""

    name: str
    """In the form and in addresses."""
    label: str
    """What readers see, empty for a hidden field."""
    kind: str
    """One of `select`, `checks`, `text` and `hidden`."""
    choices: tuple[SettingChoice, ...]
    """Of `select` and `checks`; empty for the others."""
    value: str = ""
    """Of `text` and `hidden`; empty for the others, whose choices know what is selected."""
    folded: str = ""
    """What to say over boxes too many to show at once, "" for few."""


def choices_of(options: Iterable[tuple[str, str]], chosen: str | None) -> tuple[SettingChoice, ...]:
    """Of (value, title)."""
    return tuple(SettingChoice(value, title, value == chosen) for value, title in options)


def one_of(name: str, label: str, value: str, choices: Sequence[tuple[str, str]]) -> SettingField:
    """A menu of (value, title)."""
    return SettingField(name=name, label=label, kind="select", choices=choices_of(choices, value))


def any_of(
    name: str, label: str, values: Sequence[str], choices: Sequence[tuple[str, str]]
) -> SettingField:
    """Boxes to tick."""
    made = tuple(SettingChoice(option, title, option in values) for option, title in choices)
    chosen = sum(choice.selected for choice in made)
    folded = f"{label}: {chosen} of {len(made)} chosen" if len(made) > MOST_BOXES else ""
    return SettingField(name=name, label=label, kind="checks", choices=made, folded=folded)


def open_sizes(value: str) -> SettingField:
    """Sizes of axes that a file leaves open."""
    return SettingField(name="sizes", label=SIZES_LABEL, kind="text", choices=(), value=value)
