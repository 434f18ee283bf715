"""The table of suggestions (`suggestions.toml`): what can be tried, when, and what it promises."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from compiler_core.errors import UnknownName
from compiler_core.toolchain.outcome import Family


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """One row of the table; its fields are explained there."""

    id: str
    """Its name in the table, as `omp_simd`."""
    title: str
    """What is done, as its button says: `Mark the pointers restrict`."""
    promise: str
    """What the programmer answers for; empty if nothing changes in what the program means."""
    note: str
    """When it is ignored, or why it changes nothing; empty for neither."""
    edit: str
    """An edit of the source, by name; empty where only flags change."""
    add: tuple[str, ...]
    """Flags that are added; may be empty."""
    remove: str
    """Regular expression of whole flags that are taken away; empty for none."""
    families: tuple[Family, ...]
    """Compilers that it is offered for, both where the table names none."""
    features: frozenset[str]
    """Facts of the loop's text that must all hold."""
    without: frozenset[str]
    """Facts of the loop's text of which none may hold."""
    unless: str
    """Regular expression of a flag that makes it pointless; empty for none."""
    grants: frozenset[str] = frozenset()
    """What the promise lets the compiler take for granted, as `independence` or `reordering`."""
    idle: frozenset[tuple[str, str]] = frozenset()
    """(family, key of a reason) for which it hardly ever changes anything."""

    def fits(self, family: Family, flags: Sequence[str], features: Set[str]) -> bool:
        """True if it can be tried on such a loop, and would not repeat what is there already."""
        if family not in self.families or not self.features <= features or self.without & features:
            return False
        return not self.unless or not any(re.fullmatch(self.unless, flag) for flag in flags)


@lru_cache(maxsize=1)
def suggestions() -> tuple[Suggestion, ...]:
    """Every suggestion."""
    text = Path(__file__).with_name("suggestions.toml").read_text(encoding="utf-8")
    return tuple(_suggestion(row) for row in tomllib.loads(text)["suggestion"])


def _suggestion(row: dict[str, Any]) -> Suggestion:
    return Suggestion(
        id=row["id"],
        title=row["title"],
        promise=row["promise"],
        note=row.get("note", ""),
        edit=row.get("edit", ""),
        add=tuple(row.get("add", ())),
        remove=row.get("remove", ""),
        families=tuple(row.get("families", ("gcc", "clang"))),
        features=frozenset(row.get("features", ())),
        without=frozenset(row.get("without", ())),
        unless=row.get("unless", ""),
        grants=frozenset(row.get("grants", ())),
        idle=frozenset(
            (family, reason)
            for family, reasons in row.get("idle", {}).items()
            for reason in reasons
        ),
    )


def suggestion_named(name: str) -> Suggestion:
    """The suggestion of this id. Raises UnknownName."""
    suggestion = next((entry for entry in suggestions() if entry.id == name), None)
    if suggestion is None:
        known = ", ".join(entry.id for entry in suggestions())
        raise UnknownName(f"No suggestion is called {name[:40]!r}.", f"Known: {known}.")
    return suggestion
