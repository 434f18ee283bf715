"""A change made to a statement: in its setting, and in every setting that it compares with.

What the two sides of a comparison differ in is what the sentence is about. So a change is made on
both sides alike, and one that would alter what they differ in is none of this statement.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

from compiler_core.claims.breaking.change import Attempt, Change
from compiler_core.claims.claim import ClaimSetting, Expectation
from compiler_core.claims.kinds.runs import Count, Run
from compiler_core.claims.kinds.settings import OtherSetting
from compiler_core.errors import InputError
from compiler_core.host.source_edits.edit import Edit, apply_edits, moved_place
from compiler_core.source import SourceFile
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.outcome import Compiler

_RESULT_KINDS = frozenset(
    ("same_result_as", "other_result_than", "overlap", "returns", "linked_same_bits")
)
_PER_ELEMENT = ("per_element", "per_byte")
_LEVEL = "-O"


class NotApplicable(Exception):
    """The change means nothing for this statement, or would alter what the sentence is about."""


def changed(attempt: Attempt, change: Change) -> Attempt | None:
    """The attempt with one more change; None where it does not apply."""
    try:
        return _changed(attempt, change)
    except (NotApplicable, InputError, ValueError):
        return None


def _changed(attempt: Attempt, change: Change) -> Attempt:
    statement, compiler = attempt.statement, change.compiler or attempt.compiler
    if not statement.compilers.covers(compiler):
        raise NotApplicable
    kinds = {expectation.kind for expectation in statement.expectations}
    if change.promises and kinds & _RESULT_KINDS:
        raise NotApplicable
    sides = _Sides(attempt, change, compiler)
    expectations = tuple(
        Expectation(row.kind, sides.argument(row.argument)) for row in statement.expectations
    )
    if change.inputs is not None and expectations == statement.expectations:
        raise NotApplicable
    varied = replace(statement, setting=sides.setting, expectations=expectations)
    return Attempt(varied, compiler, (*attempt.changes, change))


class _Sides:
    """The claim's own side and those it is compared with, before and after one change."""

    def __init__(self, attempt: Attempt, change: Change, compiler: Compiler) -> None:
        self._change = change
        self._compilers = attempt.compiler, compiler
        self._before = attempt.statement.setting
        self.setting, self._edits = self._varied(self._before)
        if change.compiler is None and change.inputs is None and self.setting == self._before:
            raise NotApplicable

    def argument(self, argument: Any) -> Any:
        """What a kind expects, with runs, lines and compared settings changed as the own ones."""
        if isinstance(argument, OtherSetting):
            return self._other(argument)
        if isinstance(argument, Run):
            return argument if self._change.inputs is None else self._change.inputs(argument)
        if isinstance(argument, type) or not is_dataclass(argument):
            return argument
        if self._change.inputs is not None and _is_total(argument):
            raise NotApplicable
        whole = cast("Any", argument)
        parts = {field.name: getattr(whole, field.name) for field in fields(whole)}
        return replace(whole, **{name: self._part(name, part) for name, part in parts.items()})

    def _part(self, name: str, part: Any) -> Any:
        if name in ("line", "next") and isinstance(part, int):
            return moved_line(self._before.sources[0], self._edits, part)
        return self.argument(part)

    def _other(self, other: OtherSetting) -> OtherSetting:
        own = self._before
        before = replace(
            own,
            flags=own.flags if other.flags is None else other.flags,
            sources=other.sources or own.sources,
            line=own.line if other.line is None else other.line,
            function=own.function if other.function is None else other.function,
        )
        if before.sources != own.sources and self._change.edit and not self._change.everywhere:
            raise NotApplicable
        after, _ = self._varied(before)
        if before.sources != own.sources and self._change.edit and before.sources == after.sources:
            raise NotApplicable
        if self._difference(own, before, 0) != self._difference(self.setting, after, 1):
            raise NotApplicable
        return replace(
            other,
            flags=None if other.flags is None else after.flags,
            sources=None if other.sources is None else after.sources,
            line=None if other.line is None else after.line,
        )

    def _difference(
        self, own: ClaimSetting, other: ClaimSetting, when: int
    ) -> tuple[frozenset[str], bool]:
        """The flags that only one side has, and whether the sources differ."""
        tokens = [set(parse_flags(side.flags, self._compilers[when])) for side in (own, other)]
        return frozenset(tokens[0] ^ tokens[1]), own.sources != other.sources

    def _varied(self, setting: ClaimSetting) -> tuple[ClaimSetting, tuple[Edit, ...]]:
        compiler = self._compilers[1]
        flags = changed_flags(setting.flags, self._change, compiler)
        if self._change.edit is None:
            return replace(setting, flags=flags), ()
        first, *others = setting.sources
        edits = self._change.edit(first, compiler, parse_flags(setting.flags, compiler))
        if not edits:
            raise NotApplicable
        text = apply_edits(first.text.encode(), edits).decode("utf-8", "replace")
        line = moved_line(first, edits, setting.line)
        sources = (replace(first, text=text), *others)
        return replace(setting, flags=flags, sources=sources, line=line), edits


def changed_flags(text: str, change: Change, compiler: Compiler) -> str:
    """Flags in normal form after a change. Raises RefusedFlag for one that the compiler refuses."""
    before = parse_flags(text, compiler)
    tokens = list(before)
    if change.remove:
        tokens = [token for token in tokens if token != change.remove]
    if change.level:
        tokens = [token for token in tokens if not is_level(token)] + [change.level]
    after = parse_flags(" ".join((*tokens, *change.add)), compiler)
    flag_change = change.remove or change.level or change.add
    if flag_change and after == before and change.edit is None:
        raise NotApplicable
    return " ".join(after)


def is_level(token: str) -> bool:
    """`-O2`, `-Ofast`…"""
    return token.startswith(_LEVEL)


def moved_line(source: SourceFile, edits: tuple[Edit, ...], line: int) -> int:
    """Where a line of the source stands after the edits."""
    if not line or not edits:
        return line
    lines = source.text.encode().split(b"\n")
    text = lines[line - 1]
    indented = len(text) - len(text.lstrip())
    offset = sum(len(earlier) + 1 for earlier in lines[: line - 1]) + indented
    after = apply_edits(source.text.encode(), edits)
    return after[: moved_place(edits, offset)].count(b"\n") + 1


def _is_total(argument: Any) -> bool:
    """A number of a whole run: more elements make it larger, which breaks nothing."""
    return isinstance(argument, Count) and not argument.metric.endswith(_PER_ELEMENT)
