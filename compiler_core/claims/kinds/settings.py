"""Expectations that compare with another setting on the same compiler: other flags, other source.

Such a setting is written as keys of which any may be left out: `flags`, `source`, `line`,
`function`. What is left out is the claim's own. A source named here lies beside the claims.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from operator import eq, gt, lt
from typing import Any

from compiler_core.claims.case import Case
from compiler_core.claims.kinds.kind import Found, Kind, read_patterns
from compiler_core.content_files import AsWritten, ContentError, read_record
from compiler_core.host.comparison.diff import SettingsComparison, compare
from compiler_core.source import SourceFile


@dataclass(frozen=True, slots=True)
class OtherSetting:
    """What differs from the claim's own setting; None where nothing does."""

    flags: str | None
    sources: tuple[SourceFile, ...] | None
    line: int | None
    function: str | None

    def case(self, case: Case) -> Case:
        """The case under this setting."""
        own = case.setting
        return case.under(
            replace(
                own,
                flags=own.flags if self.flags is None else self.flags,
                sources=self.sources or own.sources,
                line=own.line if self.line is None else self.line,
                function=own.function if self.function is None else self.function,
            )
        )

    def __str__(self) -> str:
        named = [source.name for source in self.sources or ()]
        if self.flags is not None:
            named.append(self.flags or "no flags")
        return " ".join(named)


@dataclass(frozen=True, slots=True)
class SentenceOfChange:
    """Coming from another setting, the summary has sentences that match."""

    origin: OtherSetting
    patterns: tuple[re.Pattern[str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherEntry:
    """The keys of such a setting; the reader of the claims file put in sources and line."""

    flags: AsWritten | None = None
    """As typed."""
    source: tuple[SourceFile, ...] | None = None
    """Read already."""
    line: int | None = None
    """Looked up already."""
    function: str | None = None
    """A symbol or name."""

    def setting(self) -> OtherSetting:
        """Of these keys alone."""
        return OtherSetting(self.flags, self.source, self.line, self.function)


_NOTHING = OtherEntry().setting()


def read_other(location: str, value: Any) -> OtherSetting:
    """Raises ContentError."""
    setting = read_record(location, value, OtherEntry).setting()
    return checked_other(location, setting)


def checked_other(location: str, setting: OtherSetting) -> OtherSetting:
    """Raises ContentError where it differs in nothing."""
    if setting == _NOTHING:
        names = sorted(field.name for field in fields(OtherEntry))
        raise ContentError(f"{location}: name at least one of {names}.")
    return setting


def _comparison(case: Case, other: OtherSetting) -> SettingsComparison:
    return compare(other.case(case).compilation, case.compilation)


def _judge_same(case: Case, other: OtherSetting) -> Found:
    comparison = _comparison(case, other)
    return Found(comparison.identical, " ".join(comparison.summary) or "the same code")


def _judge_different(case: Case, other: OtherSetting) -> Found:
    comparison = _comparison(case, other)
    return Found(not comparison.identical, " ".join(comparison.summary) or "the same code")


def _judge_same_loop(case: Case, other: OtherSetting) -> Found:
    own, theirs = case.loop_code, other.case(case).loop_code
    mnemonics = [[line.split(" ")[0] for line in code] for code in (own, theirs)]
    same = mnemonics[0] == mnemonics[1]
    texts = " against ".join("; ".join(code) or "no loop" for code in (own, theirs))
    return Found(same, "the same instructions in order" if same else texts)


def _judge_size(compares: Callable[[int, int], bool]) -> Callable[[Case, OtherSetting], Found]:
    def judge(case: Case, other: OtherSetting) -> Found:
        own, theirs = len(case.loop_code), len(other.case(case).loop_code)
        words = f"{own} instructions in the loop against {theirs}"
        return Found(own > 0 < theirs and compares(own, theirs), words)

    return judge


@dataclass(frozen=True, slots=True)
class _ChangeEntry:
    from_: OtherEntry
    says: object


def _read_change(location: str, value: Any) -> SentenceOfChange:
    entry = read_record(location, value, _ChangeEntry)
    origin = checked_other(f"{location}, from", entry.from_.setting())
    return SentenceOfChange(origin, read_patterns(f"{location}, says", entry.says))


def _judge_change(case: Case, wanted: SentenceOfChange) -> Found:
    summary = _comparison(case, wanted.origin).summary
    missing = [pattern for pattern in wanted.patterns if not pattern.search("\n".join(summary))]
    return Found(not missing, " ".join(summary) or "the same code")


def _against(words: str) -> Callable[[OtherSetting], str]:
    return lambda other: f"{words} {other}"


SETTING_KINDS: tuple[Kind, ...] = (
    Kind("same_code_as", read_other, _against("the same code as with"), _judge_same),
    Kind("other_code_than", read_other, _against("other code than with"), _judge_different),
    Kind("same_loop_as", read_other, _against("the same loop as with"), _judge_same_loop),
    Kind("smaller_loop_than", read_other, _against("a smaller loop than with"), _judge_size(lt)),
    Kind("as_long_loop_as", read_other, _against("a loop as long as with"), _judge_size(eq)),
    Kind("longer_loop_than", read_other, _against("a longer loop than with"), _judge_size(gt)),
    Kind(
        "change",
        _read_change,
        lambda wanted: (
            f"from {wanted.origin}: "
            + " and ".join(f"“{wanted_pattern.pattern}”" for wanted_pattern in wanted.patterns)
        ),
        _judge_change,
    ),
)
