"""A C loop in one variant: the reader's source and flags, and the changes made to them in order.

A change is a suggestion of the table that the explorer's Try it uses. It is written as its name,
with the line of its loop behind it where it edits the source: `optimize_o3+restrict@3`.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace
from functools import lru_cache

from compiler_core.errors import InputError, UnknownName
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.trials.trial import applied, changed_flags
from compiler_core.host.verdicts.suggestions import Suggestion, suggestion_named
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags

AS_GIVEN = "as-given"
MOST_CHANGES = 8
_WRITTEN = re.compile(r"([a-z][a-z0-9_]{0,30})(?:@([0-9]{1,5}))?")


@dataclass(frozen=True, slots=True)
class LoopChange:
    """suggestion: its id. line: of the loop whose source it edits, 0 for flags alone."""

    suggestion: str
    line: int = 0

    @property
    def text(self) -> str:
        """As `changes_of` reads it."""
        return f"{self.suggestion}@{self.line}" if self.line else self.suggestion

    @property
    def title(self) -> str:
        """In words."""
        return suggestion_named(self.suggestion).title


@dataclass(frozen=True, slots=True)
class LoopProgram:
    """source, compiler, flags: as given. experiment: what it is run on. changes: made to it."""

    source: SourceFile
    compiler: str
    flags: str
    experiment: Experiment
    changes: tuple[LoopChange, ...] = ()

    @property
    def text(self) -> str:
        """The changes as `changes_of` reads them."""
        return "+".join(change.text for change in self.changes) or AS_GIVEN

    @property
    def title(self) -> str:
        """In words."""
        if not self.changes:
            return f"as given, {self.flags.strip() or 'no flags'}"
        return "; then ".join(change.title for change in self.changes)

    def with_changes(self, changes: tuple[LoopChange, ...]) -> LoopProgram:
        """The same loop, changed so."""
        return replace(self, changes=changes)

    def changed(self, change: LoopChange) -> LoopProgram:
        """With one change more."""
        return replace(self, changes=(*self.changes, change))


@dataclass(frozen=True, slots=True)
class WrittenLoop:
    """What is compiled. difference: unified diff from the source as given, "" for the same."""

    source: SourceFile
    flags: str
    difference: str


def changes_of(text: str) -> tuple[LoopChange, ...]:
    """The changes that are written so. Raises InputError."""
    if text == AS_GIVEN:
        return ()
    parts = text.split("+")
    if len(parts) > MOST_CHANGES:
        raise InputError(
            f"{len(parts)} changes are too many.", f"At most {MOST_CHANGES} at a time."
        )
    return tuple(map(_change, parts))


def _change(text: str) -> LoopChange:
    matched = _WRITTEN.fullmatch(text)
    try:
        suggestion = suggestion_named(matched[1]) if matched else None
    except UnknownName as error:
        raise InputError(error.message, error.advice) from error
    line = int(matched[2] or 0) if matched else 0
    if suggestion is None or bool(suggestion.edit) != bool(line):
        raise InputError(
            f"{text[:60]!r} is no change of a loop.",
            "Write it like optimize_o3, or restrict@3 for one that edits the loop of line 3.",
        )
    return LoopChange(suggestion.id, line)


@lru_cache(maxsize=256)
def written(program: LoopProgram) -> WrittenLoop:
    """The source and the flags after all changes.

    Raises InputError for a change that does not apply, UnknownCompiler and RefusedFlag as the
    compiler's search and the flags' grammar do.
    """
    source, flags = program.source, program.flags
    for change in program.changes:
        source, flags = _after(program, change, source, flags)
    lines = difflib.unified_diff(
        program.source.text.splitlines(), source.text.splitlines(), "before", "after", lineterm=""
    )
    return WrittenLoop(source, flags, "\n".join(lines))


def _after(
    program: LoopProgram, change: LoopChange, source: SourceFile, flags: str
) -> tuple[SourceFile, str]:
    suggestion = suggestion_named(change.suggestion)
    if not suggestion.edit:
        return source, _with_flags(program.compiler, flags, suggestion)
    try:
        return applied(source, program.compiler, flags, change.line, change.suggestion)
    except UnknownName as error:
        raise InputError(error.message, error.advice) from error


def _with_flags(compiler_name: str, flags: str, suggestion: Suggestion) -> str:
    compiler = find_compiler(compiler_name)
    if compiler.family not in suggestion.families:
        raise InputError(f"{compiler.name} cannot: {suggestion.title}.", "Take another change.")
    return " ".join(changed_flags(parse_flags(flags, compiler), suggestion, compiler))
