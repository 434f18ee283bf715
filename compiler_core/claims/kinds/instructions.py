"""Expectations about which instructions a function has and how many, whatever their order."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from compiler_core.claims.case import Case
from compiler_core.claims.kinds.kind import Bound, Found, Kind, read_pattern
from compiler_core.claims.kinds.settings import OtherSetting, read_other
from compiler_core.content_files import read_record


@dataclass(frozen=True, slots=True)
class InstructionCount:
    """So many instructions of the function match."""

    pattern: re.Pattern[str]
    bound: Bound


@dataclass(frozen=True, slots=True)
class _CountEntry:
    matching: str
    is_: Bound


def _read_count(location: str, value: Any) -> InstructionCount:
    entry = read_record(location, value, _CountEntry)
    return InstructionCount(read_pattern(f"{location}, matching", entry.matching), entry.is_)


def _instructions(case: Case) -> list[str]:
    lines = case.function.lines
    return [" ".join(line.text.split()) for line in lines if line.kind == "instruction"]


def _names(case: Case) -> Counter[str]:
    """How often the function has each mnemonic."""
    return Counter(text.split(" ")[0] for text in _instructions(case))


def _judge_count(case: Case, wanted: InstructionCount) -> Found:
    matching = [text for text in _instructions(case) if wanted.pattern.search(text)]
    shown = f": {'; '.join(matching)}" if matching else ""
    return Found(wanted.bound.holds(len(matching)), f"{len(matching)} instructions{shown}")


def _judge_same(case: Case, other: OtherSetting) -> Found:
    own, theirs = _names(case), _names(other.case(case))
    return Found(own == theirs, _difference(own, theirs))


def _judge_other(case: Case, other: OtherSetting) -> Found:
    own, theirs = _names(case), _names(other.case(case))
    return Found(own != theirs, _difference(own, theirs))


def _difference(own: Counter[str], theirs: Counter[str]) -> str:
    changed = sorted(name for name in own | theirs if own[name] != theirs[name])
    words = ", ".join(f"{own[name]} {name} against {theirs[name]}" for name in changed)
    return words or "the same instructions, each as often"


INSTRUCTION_KINDS: tuple[Kind, ...] = (
    Kind(
        "instruction_count",
        _read_count,
        lambda wanted: (
            f"{wanted.bound.text} instructions of the function match “{wanted.pattern.pattern}”"
        ),
        _judge_count,
    ),
    Kind(
        "same_instructions_as",
        read_other,
        lambda other: f"the same instructions, in any order, as with {other}",
        _judge_same,
    ),
    Kind(
        "other_instructions_than",
        read_other,
        lambda other: f"other instructions, not only another order, than with {other}",
        _judge_other,
    ),
)
