"""The compilers' own remarks, drawn beneath the source lines they speak of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.loop.loop_request import REMARK_KINDS, LoopRequest
from app.loop.views.source_map import SourceMap, shown_length
from app.loop.views.subject import Subject
from app.site.views.setting_fields import SettingChoice, choices_of
from app.words import count
from compiler_core.host.verdicts.account import Account
from compiler_core.source import SourceFile

MOST_LINES = 300
NEIGHBOURS = 2
SIGNS = {"passed": "✓", "missed": "✗", "analysis": "·"}
WORDS = {"passed": "done", "missed": "not done", "analysis": "noted"}
FILTER_TITLES = {"": "all", "passed": "✓ done", "missed": "✗ not done", "analysis": "· noted"}


@dataclass(frozen=True, slots=True)
class RemarkView:
    """One remark. sign and word say its kind without colour. place: its column."""

    account: Account
    sign: str
    word: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RemarkRow:
    """One source line and what was said of it."""

    number: int
    """Of the line."""
    key: str
    """Joins it to the other panes."""
    code: Markup
    """The line, highlighted."""
    classes: str
    """Marks the followed line; empty for others."""
    remarks: tuple[RemarkView, ...]
    """What the compiler decided here; empty for a line without."""
    more: tuple[RemarkView, ...]
    """What the compiler tried on its way to them."""
    more_title: str
    """Such as `3 remarks on the way`; empty where there are none."""


@dataclass(frozen=True, slots=True)
class RemarksView:
    """The source with its remarks. filters: kinds to choose from. rows: the source lines.

    elsewhere: remarks about other files. empty: said when there is none at all.
    """

    filters: tuple[SettingChoice, ...]
    rows: tuple[RemarkRow, ...]
    elsewhere: tuple[RemarkView, ...]
    empty: str


def remarks_view(subject: Subject, accounts: Sequence[Account]) -> RemarksView:
    """The remarks of one compile over its source, all or of one kind."""
    request, source, places = subject.request, subject.source, subject.places
    wanted = [
        account
        for account in accounts
        if not request.remarks or account.remark.severity == request.remarks
    ]
    by_line: dict[int, list[Account]] = {}
    elsewhere: list[Account] = []
    for account in wanted:
        line = _line(account, source)
        if line:
            by_line.setdefault(line, []).append(account)
        else:
            elsewhere.append(account)
    shown = _shown_lines(shown_length(source), by_line)
    return RemarksView(
        filters=_filters(request, accounts),
        rows=tuple(_row(number, source, places, by_line.get(number, ())) for number in shown),
        elsewhere=_remark_list(elsewhere),
        empty="" if accounts else "The compiler wrote no remarks at this level.",
    )


def _line(account: Account, source: SourceFile) -> int:
    """The line in this file, 0 for a remark about another or about none."""
    location = account.remark.location
    if location is None or location.file != source.name:
        return 0
    return min(location.line, shown_length(source))


def _shown_lines(length: int, by_line: dict[int, list[Account]]) -> Iterable[int]:
    """All lines of a short file; of a long one those with remarks and their neighbours."""
    if length <= MOST_LINES:
        return range(1, length + 1)
    near = {line + offset for line in by_line for offset in range(-NEIGHBOURS, NEIGHBOURS + 1)}
    return sorted(line for line in near if 1 <= line <= length)[:MOST_LINES]


def _filters(request: LoopRequest, accounts: Sequence[Account]) -> tuple[SettingChoice, ...]:
    counts = {
        kind: sum(account.remark.severity == kind for account in accounts) for kind in REMARK_KINDS
    }
    kinds = ["", *(kind for kind in REMARK_KINDS if counts[kind])]
    options = (
        (kind, f"{FILTER_TITLES[kind]} ({counts[kind] if kind else len(accounts)})")
        for kind in kinds
    )
    return choices_of(options, request.remarks)


def _row(
    number: int, source: SourceFile, places: SourceMap, accounts: Sequence[Account]
) -> RemarkRow:
    key = places.key(source.name, number)
    decisions = [account for account in accounts if account.depth == 0]
    tried = [account for account in accounts if account.depth > 0]
    return RemarkRow(
        number=number,
        key=key,
        code=places.text(source.name, number),
        classes=places.mark(key),
        remarks=_remark_list(decisions),
        more=_remark_list(tried),
        more_title=f"{count(len(tried), 'remark')} on the way" if tried else "",
    )


def _remark_list(accounts: Sequence[Account]) -> tuple[RemarkView, ...]:
    return tuple(_remark(account) for account in accounts)


def _remark(account: Account) -> RemarkView:
    kind = account.remark.severity
    location = account.remark.location
    return RemarkView(
        account=account,
        sign=SIGNS.get(kind, "·"),
        word=WORDS.get(kind, kind),
        place=f"column {location.column}" if location is not None and location.column else "",
    )
