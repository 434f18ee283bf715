"""Admitted flags in one order and one spelling, so that equal settings share a cache entry."""

from __future__ import annotations

from collections.abc import Iterable

from compiler_core.toolchain.flags.grammar import AdmittedFlag, Group

# Checks, floating-point and warning flags are applied in order by the compilers: theirs is kept;
# flags of the other groups do not disturb each other and are sorted.
_ORDER: tuple[Group, ...] = (
    "level", "target", "language", "macro", "code", "parameter", "llvm", "check",
    "floating point", "warning",
)  # fmt: skip
_KEPT_IN_ORDER: frozenset[Group] = frozenset(("check", "floating point", "warning"))


def normal_form(flags: Iterable[AdmittedFlag]) -> tuple[str, ...]:
    """The tokens: of flags with one key the last, groups in a fixed order."""
    last = {flag.key: (position, flag) for position, flag in enumerate(flags)}
    ordered = sorted(
        last.values(),
        key=lambda item: (
            _ORDER.index(item[1].group),
            item[0] if item[1].group in _KEPT_IN_ORDER else 0,
            item[1].tokens,
        ),
    )
    return tuple(token for _, flag in ordered for token in flag.tokens)
