"""The flags offered in menus, grouped, each with what it does in one sentence (`menus.toml`)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from compiler_core.toolchain.outcome import Family

_BOTH: tuple[Family, ...] = ("gcc", "clang")


@dataclass(frozen=True, slots=True)
class FlagChoice:
    """One entry: flag is what is passed (two words for `-mllvm`), families who knows it."""

    flag: str
    title: str
    explanation: str
    families: tuple[Family, ...] = _BOTH


@dataclass(frozen=True, slots=True)
class FlagGroup:
    """A menu: `one` of its choices or `many` of them may be on."""

    title: str
    kind: Literal["one", "many"]
    choices: tuple[FlagChoice, ...]


def _group(record: dict[str, Any]) -> FlagGroup:
    return FlagGroup(
        title=record["title"],
        kind=record["kind"],
        choices=tuple(_choice(choice) for choice in record["choice"]),
    )


def _choice(record: dict[str, Any]) -> FlagChoice:
    families = tuple(record.get("families", _BOTH))
    return FlagChoice(record["flag"], record["title"], record["explanation"], families)


def _read_menus() -> tuple[FlagGroup, ...]:
    text = Path(__file__).with_name("menus.toml").read_text(encoding="utf-8")
    return tuple(_group(record) for record in tomllib.loads(text)["group"])


MENUS: tuple[FlagGroup, ...] = _read_menus()
