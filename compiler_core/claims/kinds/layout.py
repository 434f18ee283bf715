"""Expectations about the order of code: which side of a branch is laid right behind it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from compiler_core.claims.case import Case, NothingThere
from compiler_core.claims.kinds.kind import Found, Kind
from compiler_core.content_files import read_record
from compiler_core.host.compilation import ListingLine
from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import parse_instruction


@dataclass(frozen=True, slots=True)
class RightBehind:
    """Code of the line `next` comes right behind the conditional branch of the line `line`."""

    line: int
    next: int


@dataclass(frozen=True, slots=True)
class _NextEntry:
    line: int


@dataclass(frozen=True, slots=True)
class _BranchEntry:
    line: int
    next: _NextEntry


def _read(location: str, value: Any) -> RightBehind:
    entry = read_record(location, value, _BranchEntry)
    return RightBehind(entry.line, entry.next.line)


def _branches(line: ListingLine) -> bool:
    return effects_of(parse_instruction(line.text)).branch == "conditional"


def _judge(case: Case, wanted: RightBehind) -> Found:
    code = [line for line in case.function.lines if line.kind == "instruction"]
    for branch, behind in pairwise(code):
        if branch.source_line == wanted.line and _branches(branch):
            text = " ".join(behind.text.split())
            words = f"right behind the branch stands “{text}”, of line {behind.source_line}"
            return Found(behind.source_line == wanted.next, words)
    raise NothingThere(f"No conditional branch comes from line {wanted.line}.")


LAYOUT_KINDS: tuple[Kind, ...] = (
    Kind(
        "right_behind",
        _read,
        lambda wanted: f"line {wanted.next} comes right behind the branch of line {wanted.line}",
        _judge,
    ),
)
