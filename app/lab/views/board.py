"""The board: members and exercises, who is stuck, what most get wrong, and what we could not judge.

Large classes are shown page by page, so that every cell can be a link and the page stays small.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.lab.views.frame import ClassFrame
from app.site.views.links import TabLink
from app.words import count
from classroom.assignments import general_title
from classroom.board import SAME_FAILURES, Board, BoardGrade, StuckMember, Tally, WrongReason
from classroom.moments import span_words
from classroom.records import Assignment, Member

ROWS_A_PAGE = 80
MOST_LISTED = 20
REFRESH_SECONDS = 10
_LONGEST_SENTENCE = 240


@dataclass(frozen=True, slots=True)
class BoardColumn:
    """number: of the exercise, from 1. sums: how many have it full, and how many in part."""

    number: int
    title: str
    points: int
    sums: str


@dataclass(frozen=True, slots=True)
class BoardCell:
    """text: sign, points and word; empty for an exercise that is not begun. attempt: the one that
    the cell opens; None where there is none."""

    text: str
    attempt: int | None


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One member: points in all, and a cell for each exercise."""

    nickname: str
    total: int
    cells: tuple[BoardCell, ...]


@dataclass(frozen=True, slots=True)
class StuckRow:
    """who: empty in a class that shows no names."""

    who: str
    exercise: str
    why: str
    attempt: int


@dataclass(frozen=True, slots=True)
class ReasonRow:
    """What most get wrong in one exercise. share: how many of those who are not right."""

    exercise: str
    check: str
    sentence: str
    share: str


@dataclass(frozen=True, slots=True)
class FaultRow:
    """An attempt that could not be judged."""

    exercise: str
    attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """The board of a class, as those who teach see it."""

    title: str
    """Of the document."""
    frame: ClassFrame
    """What stands around every page of the class."""
    summary: str
    """What a change is announced with."""
    columns: tuple[BoardColumn, ...]
    """Exercises of the class, in their order."""
    rows: tuple[BoardRow, ...]
    """Members of the shown page of the table; empty in a class that shows no names."""
    pages: tuple[TabLink, ...]
    """Links to the pages of the table's rows; empty where one page has all."""
    stuck: tuple[StuckRow, ...]
    """Who is stuck now; the first 20."""
    stuck_more: str
    """How many more are stuck, such as `and 3 more`; empty where all are listed."""
    reasons: tuple[ReasonRow, ...]
    """What most get wrong, by exercise."""
    faults: tuple[FaultRow, ...]
    """Attempts that could not be judged by our fault; the first 20."""
    faults_more: str
    """How many more there are, such as `and 3 more`; empty where all are listed."""
    address: str
    """The board's own, without its query."""
    events: str
    """Address at which changes of the shown page of rows are told."""
    every: int
    """Seconds after which the page loads itself again; 0 where a script follows the class instead.
    """
    refresh: TabLink
    """Link that lets the page load itself again, or stops that."""
    may_present: bool
    """Whether the visitor sees the link to the projector's page."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """What the address asks for. first: which page of the rows, from 1. every: 0 or seconds."""

    first: int = 1
    every: int = 0


def board_page(frame: ClassFrame, board: Board, view: BoardView, names: Naming) -> BoardPage:
    """view: what the address asks for."""
    address = f"{frame.address}/board"
    faults = _faults(board)
    page = min(max(view.first, 1), _pages(board))
    begin = (page - 1) * ROWS_A_PAGE
    shown = board.students[begin : begin + ROWS_A_PAGE] if names.shown else ()
    return BoardPage(
        title="Board",
        frame=frame,
        summary=_summary(board, len(faults)),
        columns=tuple(
            _column(number, assignment, board)
            for number, assignment in enumerate(board.assignments, 1)
        ),
        rows=tuple(_row(student, board) for student in shown),
        pages=_page_links(address, board, page) if names.shown else (),
        stuck=tuple(_stuck(stuck, board, names) for stuck in board.stuck[:MOST_LISTED]),
        stuck_more=_more(len(board.stuck)),
        reasons=tuple(_reason(reason, board) for reason in board.reasons),
        faults=faults[:MOST_LISTED],
        faults_more=_more(len(faults)),
        address=address,
        events=f"{address}/events?page={page}",
        every=view.every,
        refresh=_refresh(address, page, view),
        may_present=names.may_present,
    )


@dataclass(frozen=True, slots=True)
class Naming:
    """shown: whether the class has names on its board. may_present: whether the visitor leads."""

    shown: bool
    may_present: bool


def _title(board: Board, assignment: Assignment) -> str:
    return general_title(board.exercises[assignment.digest])


def _summary(board: Board, faults: int) -> str:
    waiting = sum(1 for tally in board.tallies.values() if tally.waiting is not None)
    sent = sum(counted.count for counted in board.tallies.values())
    parts = [count(len(board.students), "student"), count(sent, "attempt")]
    parts += [f"{len(board.stuck)} stuck", f"{waiting} being graded"]
    if faults:
        parts.append(f"{faults} not judged by our fault")
    return ", ".join(parts) + "."


def _column(number: int, assignment: Assignment, board: Board) -> BoardColumn:
    earned = [
        board.grades[(student.id, assignment.id)].points
        for student in board.students
        if (student.id, assignment.id) in board.grades
    ]
    full = sum(1 for points in earned if points >= assignment.points)
    part = sum(1 for points in earned if 0 < points < assignment.points)
    return BoardColumn(
        number, _title(board, assignment), assignment.points, f"{full} full, {part} part"
    )


def _row(member: Member, board: Board) -> BoardRow:
    pairs = [((member.id, assignment.id), assignment) for assignment in board.assignments]
    cells = tuple(
        _cell(board.grades.get(pair), board.tallies.get(pair), task.points) for pair, task in pairs
    )
    total = sum(board.grades[pair].points for pair, _ in pairs if pair in board.grades)
    return BoardRow(member.nickname, total, cells)


def _cell(grade: BoardGrade | None, tally: Tally | None, most: int) -> BoardCell:
    newest = tally.newest if tally else None
    if tally and tally.failed_by_us is not None:
        return BoardCell("! our error", tally.failed_by_us)
    if tally and tally.waiting is not None:
        return BoardCell("… waits", tally.waiting)
    if grade is not None:
        return BoardCell(_points(grade.points, most), grade.attempt_id or newest)
    return BoardCell("· tried", newest) if tally else BoardCell("", None)


def _points(points: int, most: int) -> str:
    if points >= most:
        return f"✓ {points} full"
    return f"◐ {points} part" if points else "✗ 0 none"


def _stuck(stuck: StuckMember, board: Board, names: Naming) -> StuckRow:
    minutes = span_words(stuck.idle)
    since = "tried just now" if minutes == "just now" else f"last try {minutes} ago"
    why = f"{since}; nothing since then"
    if stuck.check:
        why = f"check {stuck.check} failed {SAME_FAILURES} times in a row; {since}"
    elif minutes != "just now":
        why = f"{minutes} without a try"
    who = stuck.member.nickname if names.shown else ""
    return StuckRow(who, _title(board, stuck.assignment), why, stuck.attempt_id)


def _reason(reason: WrongReason, board: Board) -> ReasonRow:
    sentence = reason.sentence
    if len(sentence) > _LONGEST_SENTENCE:
        sentence = f"{sentence[: _LONGEST_SENTENCE - 1]}…"
    return ReasonRow(
        _title(board, reason.assignment),
        f"check {reason.check}",
        sentence,
        f"{reason.count} of {reason.of} who are not right",
    )


def _faults(board: Board) -> tuple[FaultRow, ...]:
    titles: Mapping[int, str] = {task.id: _title(board, task) for task in board.assignments}
    return tuple(
        FaultRow(titles[pair[1]], tally.failed_by_us)
        for pair, tally in board.tallies.items()
        if tally.failed_by_us is not None
    )


def _more(number: int) -> str:
    return f"and {number - MOST_LISTED} more" if number > MOST_LISTED else ""


def _pages(board: Board) -> int:
    return max(1, -(-len(board.students) // ROWS_A_PAGE))


def _page_links(address: str, board: Board, page: int) -> tuple[TabLink, ...]:
    if _pages(board) == 1:
        return ()
    links: list[TabLink] = []
    for number in range(1, _pages(board) + 1):
        part = board.students[(number - 1) * ROWS_A_PAGE : number * ROWS_A_PAGE]
        title = f"{part[0].nickname} to {part[-1].nickname}"
        links.append(TabLink(title, f"{address}?page={number}", number == page))
    return tuple(links)


def _refresh(address: str, page: int, view: BoardView) -> TabLink:
    if view.every:
        return TabLink("Stop loading it again", f"{address}?page={page}", True)
    return TabLink(
        f"Load it again every {REFRESH_SECONDS} s",
        f"{address}?page={page}&every={REFRESH_SECONDS}",
        False,
    )
