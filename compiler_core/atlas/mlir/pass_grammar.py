"""Pass lists that readers write: `pass{key=value …},…`, with `func.func(…)` around some of them.

Only passes of the table get in, with the options and values that it names. So nothing that a list
says can open a file, load a library or run without end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from compiler_core.atlas.mlir.pass_table import PASSES, PassKind, PassOption
from compiler_core.errors import InputError

MOST_PASSES = 24
_NESTING = "func.func"
_WORD = re.compile(r"[A-Za-z][\w.-]*")
_OPTION = re.compile(r"([A-Za-z][\w-]*)(?:=(\S+))?")
_KNOWN = {kind.name: kind for kind in PASSES}
_NUMBERS = re.compile(r"\d{1,6}(?:,\d{1,6}){0,7}")


@dataclass(frozen=True, slots=True)
class PassUse:
    """One pass with its options as given; nested: on each function, not on the whole module."""

    name: str
    options: tuple[tuple[str, str], ...] = ()
    nested: bool = False

    def __str__(self) -> str:
        inside = " ".join(f"{name}={value}" for name, value in self.options)
        return f"{self.name}{{{inside}}}" if inside else self.name


def read_passes(text: str) -> tuple[PassUse, ...]:
    """Raises InputError: what stands where, and what may."""
    passes = tuple(_Reader(text).passes())
    if len(passes) > MOST_PASSES:
        raise InputError(
            f"The list has {len(passes)} passes; the limit is {MOST_PASSES}.", "Leave some out."
        )
    if not passes:
        raise InputError("The list has no pass.", "Name at least one.")
    return passes


def pipeline_text(passes: tuple[PassUse, ...]) -> str:
    """As `mlir-opt --pass-pipeline` reads it; neighbours on functions stand in one pair of
    parentheses."""
    parts: list[str] = []
    for at, use in enumerate(passes):
        joins = use.nested and at > 0 and passes[at - 1].nested
        if joins:
            parts[-1] = f"{parts[-1][:-1]},{use})"
        else:
            parts.append(f"{_NESTING}({use})" if use.nested else str(use))
    return f"builtin.module({','.join(parts)})"


class _Reader:
    """Walks once over the text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._nested = False

    def passes(self) -> Iterator[PassUse]:
        while True:
            self._skip()
            if self._taken(")"):
                self._leave()
            elif self._at == len(self._text):
                break
            elif (name := self._word()) == _NESTING:
                self._enter()
                continue
            else:
                yield self._use(name)
            self._separator()
        if self._nested:
            raise InputError(f"{_NESTING}( is not closed.", "Write ) behind its last pass.")

    def _separator(self) -> None:
        self._skip()
        if self._at < len(self._text) and self._text[self._at] not in ",)":
            raise InputError(
                f"After {self._text[: self._at].rstrip()[-20:]!r} stands {self._near()!r}.",
                "Separate passes by commas.",
            )
        self._taken(",")

    def _enter(self) -> None:
        self._skip()
        if self._nested or not self._taken("("):
            raise InputError(
                f"{_NESTING} takes passes in parentheses, once.",
                f"Write {_NESTING}(pass,pass) and no {_NESTING} within.",
            )
        self._nested = True

    def _leave(self) -> None:
        if not self._nested:
            raise InputError("A ) closes nothing.", f"Open with {_NESTING}(.")
        self._nested = False

    def _use(self, name: str) -> PassUse:
        kind = _KNOWN.get(name)
        if kind is None:
            raise InputError(f"{name[:60]!r} is no pass of the list.", _nearest(name, _KNOWN))
        self._skip()
        options = self._options(kind) if self._taken("{") else ()
        return PassUse(name, options, self._nested)

    def _options(self, kind: PassKind) -> tuple[tuple[str, str], ...]:
        end = self._text.find("}", self._at)
        if end < 0:
            raise InputError(f"The options of {kind.name} are not closed.", "Write } behind them.")
        words = self._text[self._at : end].split()
        self._at = end + 1
        given = [_option(kind, word) for word in words]
        twice = next((name for at, (name, _) in enumerate(given) if name in dict(given[:at])), "")
        if twice:
            raise InputError(f"{kind.name} has {twice} twice.")
        return tuple(given)

    def _word(self) -> str:
        match = _WORD.match(self._text, self._at)
        if match is None:
            raise InputError(f"A pass cannot begin with {self._near()!r}.", "Write its name.")
        self._at = match.end()
        return match[0]

    def _skip(self) -> None:
        while self._at < len(self._text) and self._text[self._at] in " \t\r\n":
            self._at += 1

    def _taken(self, sign: str) -> bool:
        is_there = self._text.startswith(sign, self._at)
        self._at += len(sign) if is_there else 0
        return is_there

    def _near(self) -> str:
        return self._text[self._at : self._at + 20]


def _nearest(name: str, known: dict[str, PassKind]) -> str:
    near = get_close_matches(name[:60], known, 1)
    return f"Did you mean {near[0]}?" if near else "The table below the settings has them all."


def _option(kind: PassKind, word: str) -> tuple[str, str]:
    parts = _OPTION.fullmatch(word)
    known = {option.name: option for option in kind.options}
    if parts is None or parts[1] not in known:
        near = get_close_matches(word.partition("=")[0][:60], known, 1)
        hint = f"Did you mean {near[0]}?" if near else ""
        has = f"It has: {', '.join(known)}." if known else "It has none."
        raise InputError(f"{kind.name} has no option {word[:60]!r}.", hint or has)
    option, value = known[parts[1]], parts[2] or "true"
    if not _admits(option, value):
        raise InputError(
            f"{option.name} of {kind.name} cannot be {value[:40]!r}.", f"It takes {option.takes}."
        )
    return option.name, value


def _admits(option: PassOption, value: str) -> bool:
    if option.words:
        return value in option.words
    if _NUMBERS.fullmatch(value) is None or ("," in value and not option.several):
        return False
    return all(option.least <= int(number) <= option.most for number in value.split(","))
