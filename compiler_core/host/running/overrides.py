"""Overrides as typed: `n=64`, `a=0.5`, `in.size=4096`, `in.seed=7`, `m.rows=8`, and
`in.above=10:0.9`: nine tenths of the elements of `in` lie above 10, the others at most 10."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from typing import Literal

from compiler_core.errors import InputError

OverrideKind = Literal["value", "size", "seed", "above"]

_FORM = re.compile(r"(?P<path>[A-Za-z_][\w.\->\[\]]*)\s*=\s*(?P<value>\S+)")
_WHOLE = re.compile(r"-?(?:0[xX][0-9a-fA-F]{1,16}|\d{1,20})")
MAXIMUM_OVERRIDES = 64


@dataclass(frozen=True, slots=True)
class Override:
    """What a user fixes about one parameter or field.

    kind: its value (of an array: of every element), an array's size in elements, or the seed of
    what it is filled with.
    """

    path: str
    kind: OverrideKind
    text: str

    @property
    def whole(self) -> int:
        """The value as an integer. Raises InputError."""
        if not _WHOLE.fullmatch(self.text):
            raise InputError(f"{self.shown} must be a whole number.", "Write 64, -1 or 0x40.")
        return int(self.text, 0) if "x" in self.text.lower() else int(self.text)

    @property
    def real(self) -> float:
        """The value as a floating-point number. Raises InputError."""
        try:
            number = float.fromhex(self.text) if "x" in self.text.lower() else float(self.text)
        except (ValueError, OverflowError) as error:
            raise InputError(f"{self.shown} must be a number.", "Write 0.5 or -2e3.") from error
        if not isfinite(number):
            raise InputError(f"{self.shown} must be a finite number.")
        return number

    @property
    def mixture(self) -> tuple[float, float, float]:
        """Threshold, share of the elements above it, and how far they lie from it at most.

        Raises InputError.
        """
        parts = self.text.split(":")
        try:
            numbers = [float(part) for part in parts]
        except ValueError as error:
            raise self._no_mixture() from error
        if len(numbers) not in (2, 3) or not all(isfinite(number) for number in numbers):
            raise self._no_mixture()
        threshold, share, span = (*numbers, 50.0)[:3]
        if not 0.0 <= share <= 1.0 or not 1.0 <= span <= 1e9 or abs(threshold) > 1e9:
            raise self._no_mixture()
        return threshold, share, span

    def _no_mixture(self) -> InputError:
        return InputError(
            f"{self.shown} says no distribution.",
            "Write name.above=THRESHOLD:SHARE with a share from 0 to 1: data.above=50:0.9.",
        )

    @property
    def shown(self) -> str:
        """As typed."""
        kind = "" if self.kind == "value" else f".{self.kind}"
        return f"{self.path}{kind}={self.text}"


def parse_overrides(texts: Iterable[str]) -> tuple[Override, ...]:
    """Raises InputError for a text of another form, or one path set twice."""
    overrides: list[Override] = []
    for text in texts:
        match = _FORM.fullmatch(text.strip())
        if match is None:
            raise InputError(
                f"{text!r} sets nothing.", "Write name=value, name.size=count or name.seed=number."
            )
        overrides.append(_override(match["path"].replace("->", "."), match["value"]))
    if len(overrides) > MAXIMUM_OVERRIDES:
        raise InputError(f"At most {MAXIMUM_OVERRIDES} values can be set, not {len(overrides)}.")
    _check_once(overrides)
    return tuple(overrides)


def _override(path: str, value: str) -> Override:
    owner, _, last = path.rpartition(".")
    if owner and last == "above":
        return _checked_mixture(Override(owner, "above", value))
    if owner and last in ("size", "seed"):
        made = Override(owner, "size" if last == "size" else "seed", value)
        if made.whole < 0:
            raise InputError(f"{made.shown} must not be negative.")
        return made
    return Override(path, "value", value)


def _checked_mixture(made: Override) -> Override:
    """The same; raises InputError now rather than when it is used."""
    _ = made.mixture
    return made


def _check_once(overrides: list[Override]) -> None:
    seen: set[tuple[str, str]] = set()
    for override in overrides:
        if (override.path, override.kind) in seen:
            raise InputError(f"{override.path} is set twice.", "Keep one of the two.")
        seen.add((override.path, override.kind))
