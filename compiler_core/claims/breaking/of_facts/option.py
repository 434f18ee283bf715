"""One thing of a subject that may be otherwise, and what else it can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from compiler_core.claims.breaking.record import Group


@dataclass(frozen=True, slots=True, kw_only=True)
class FactChoice:
    """text: as addresses and `--with` write it. title: the change in words, as they follow "with".
    touches: words that it takes away or gives; a sentence that has one is about that."""

    text: str
    title: str
    touches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A setting, the subject itself, or a figure of a chip. key: as `--with` writes it. own: what
    it is now. others: nearest first, without that."""

    key: str
    group: Group
    own: str
    others: tuple[FactChoice, ...]


def instead(title: str, new: str, own: str) -> str:
    """`core cortex-a72 instead of cortex-a76`."""
    return f"{title} {new} instead of {own}"


def choices_of(
    texts: Sequence[str], title: str, own: str, words: Callable[[str], tuple[str, ...]]
) -> tuple[FactChoice, ...]:
    """Each text instead of the own one. words: by which a sentence names a value."""
    return tuple(
        FactChoice(text=text, title=instead(title, text, own), touches=(*words(own), *words(text)))
        for text in texts
    )


def nearest(names: tuple[str, ...], own: str) -> tuple[str, ...]:
    """The others by their distance in the list; in its order where the own one is not there."""
    others = [name for name in names if name != own]
    if own not in names:
        return tuple(others)
    position = names.index(own)
    return tuple(sorted(others, key=lambda name: abs(names.index(name) - position)))


def numbers_around(own: int, least: int, most: int) -> tuple[int, ...]:
    """Halves and doubles, the nearest first, then the ends of the range."""
    wanted = [*(own * step // 4 for step in (2, 8, 1, 16)), own * 16, least, most]
    numbers = dict.fromkeys(min(max(number, least), most) for number in wanted)
    return tuple(number for number in numbers if number != own)


def words_of(text: str) -> tuple[str, ...]:
    """By which a sentence names a value: itself, but not 0 and 1, which stand everywhere."""
    return () if text in ("", "0", "1") else (text,)


def names_of(name: str, title: str = "") -> tuple[str, ...]:
    """By which a sentence names a model or a chip: its name, its title, and the beginnings of its
    name that say which one, `phi-3-mini` of `phi-3-mini-128k`, with hyphens or spaces."""
    parts = name.split("-")
    begun = ["-".join(parts[:count]) for count in range(len(parts), 1, -1)] or [name]
    spaced = [beginning.replace("-", " ") for beginning in begun]
    mixed = [
        "-".join(text.split(" ", 2)[:2]) + text[len(" ".join(text.split(" ", 2)[:2])) :]
        for text in spaced
    ]
    return tuple(dict.fromkeys(word for word in (title, *begun, *mixed, *spaced) if word))
