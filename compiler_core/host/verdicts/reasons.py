"""The table of reasons (`reasons.toml`): stable keys, explanations, and how each is recognised."""

from __future__ import annotations

import tomllib
from collections.abc import Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from compiler_core.errors import UnknownName
from compiler_core.host.verdicts.account import Account
from compiler_core.host.verdicts.report import LoopReport
from compiler_core.toolchain.outcome import Family

# What stands in a loop and stops every vectoriser, whether or not it says so.
_SPEAKING = frozenset(
    [
        "inline_assembly",
        "atomic_operation",
        "volatile_access",
        "complex_arithmetic",
        "returns_twice",
        "exception",
        "indirect_call",
        "call_not_inlined",
        "call_pure",
        "call_unknown",
        "math_function",
        "early_exit",
        "exit_in_data",
        "pointer_chasing",
    ]
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One row of the table."""

    key: str
    """Its name in the table, as `library_call`."""
    title: str
    """The verdict in a few words."""
    sentence: str
    """What it means, as the verdict's explanation."""
    suggestions: tuple[str, ...]
    """Ids of what can be tried, in the order in which it is offered."""
    patterns: dict[Family, tuple[str, ...]]
    """Per family, regular expressions for messages and names; none means that the row is chosen
    from flags or the assembly."""
    features: frozenset[str]
    """Facts of the loop that must all hold."""
    without: frozenset[str]
    """Facts none of which may."""
    where: dict[Family, dict[str, tuple[str, ...]]]
    """Patterns, per family, that count only where a fact holds."""

    def patterns_for(self, family: Family, features: Set[str]) -> tuple[str, ...]:
        """Those of a family that count for a loop with these facts."""
        further = (self.where[family][name] for name in self.where[family] if name in features)
        return (*self.patterns[family], *chain.from_iterable(further))


@lru_cache(maxsize=1)
def reasons() -> tuple[Reason, ...]:
    """Every reason, in the order they are tried."""
    text = Path(__file__).with_name("reasons.toml").read_text(encoding="utf-8")
    return tuple(_reason(row) for row in tomllib.loads(text)["reason"])


def _reason(row: dict[str, Any]) -> Reason:
    return Reason(
        key=row["key"],
        title=row["title"],
        sentence=row["sentence"],
        suggestions=tuple(row["suggestions"]),
        patterns={"gcc": tuple(row.get("gcc", ())), "clang": tuple(row.get("clang", ()))},
        features=frozenset(row.get("features", ())),
        without=frozenset(row.get("without", ())),
        where={"gcc": _where(row, "gcc"), "clang": _where(row, "clang")},
    )


def _where(row: dict[str, Any], family: Family) -> dict[str, tuple[str, ...]]:
    return {name: tuple(patterns) for name, patterns in row.get(f"{family}_where", {}).items()}


@lru_cache(maxsize=1)
def _by_key() -> dict[str, Reason]:
    return {reason.key: reason for reason in reasons()}


def reason_named(key: str) -> Reason:
    """The reason of this key. Raises UnknownName."""
    reason = _by_key().get(key)
    if reason is None:
        raise UnknownName(f"No reason is called {key!r}.")
    return reason


def recognise(
    report: LoopReport, features: Set[str], family: Family
) -> tuple[Reason, Account] | None:
    """The first reason that the compiler's words and the loop's text bear out, and those words."""
    for reason in reasons():
        if not reason.features <= features or reason.without & features:
            continue
        for pattern in reason.patterns_for(family, features):
            account = report.said(pattern)
            if account is not None:
                return reason, account
    return None


def recognise_silently(features: Set[str]) -> Reason | None:
    """The first reason that stands in the loop itself, where the compiler said nothing."""
    return next(
        (reason for reason in reasons() if reason.key in _SPEAKING and reason.features <= features),
        None,
    )
