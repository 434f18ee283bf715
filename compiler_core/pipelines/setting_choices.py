"""What can be chosen for one setting of a pipeline, as text for an address, with words for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChoices:
    """name: of the setting's field. stage: the first one whose result it may change. choices: texts
    with the words of each, in the order of their registry, that of the settings at hand among
    them; the words stand behind `with` where `is_whole`, else behind the setting's title."""

    name: str
    title: str
    stage: str
    choices: tuple[tuple[str, str], ...]
    is_whole: bool = False


def as_choices(names: Iterable[object]) -> tuple[tuple[str, str], ...]:
    """Choices whose words are their texts."""
    return tuple((str(name), str(name)) for name in names)
