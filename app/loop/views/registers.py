"""Which register holds what, line by line: a drawing beside the code, and the same as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.loop.highlighting import highlight_assembly
from app.loop.views.source_map import SourceMap
from app.words import count
from compiler_core.host.compilation import FunctionListing, ListingLine, RegisterUse

ROW_HEIGHT = 22
COLUMN_WIDTH = 34
BAR_WIDTH = 14
LANE_BITS = {"b": 8, "h": 16, "s": 32, "d": 64}
SCALABLE_LANES_DRAWN = 4


@dataclass(frozen=True, slots=True)
class MapLine:
    """A line of code beside the drawing: its number and markup. classes: of the row.

    key: joins it to its source line, place: that line's number; both empty without one.
    """

    number: int
    code: Markup
    classes: str
    key: str
    place: str


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A register's column: its name and the x of its middle."""

    register: str
    x: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BarView:
    """One live range: rectangle in pixels, its role as a class, and what it says."""

    x: float
    """The left edge, in pixels."""
    y: float
    """The upper edge, in pixels."""
    width: float
    """The same for all, in pixels."""
    height: float
    """From the write to the last read, in pixels."""
    role: str
    """CSS class such as `role-induction-variable`."""
    title: str
    """Register, lines and what it holds, said on hover."""


@dataclass(frozen=True, slots=True)
class MarkView:
    """A read (ring) or write (dot) of a register on a line: centre in pixels."""

    x: float
    y: float
    kind: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UseView:
    """One row of the table."""

    register: str
    """Such as `x0` or `v1`."""
    holds: str
    """What value that is, in words."""
    role: str
    """What the value is for, in words such as `induction variable`."""
    role_class: str
    """The same as a CSS class, `role-induction-variable`."""
    lines: str
    """First and last line of the function where it is held, `3–7`, or one number."""
    lanes: tuple[int, ...]
    """X of each lane box."""
    lane_title: str
    """`4 lanes of 32 bits`."""


@dataclass(frozen=True, slots=True)
class SpillView:
    """A register that went to the stack: which, where, on which lines."""

    register: str
    slot: str
    stored: int
    reloaded: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterMapView:
    """The map of one function."""

    name: str
    """Of the function."""
    width: int
    """Of all registers' columns, in pixels."""
    height: int
    """Of all lines, without the names above, in pixels."""
    row_height: int
    """Of one line, in pixels."""
    drawing_height: int
    """With the names above."""
    lines: tuple[MapLine, ...]
    """The code beside the drawing."""
    columns: tuple[ColumnView, ...]
    """Registers that are used, in order: x, sp, v, p, flags."""
    bars: tuple[BarView, ...]
    """Live ranges."""
    marks: tuple[MarkView, ...]
    """Where a register is read or written."""
    uses: tuple[UseView, ...]
    """The same as rows of a table, by register and first line."""
    spills: tuple[SpillView, ...]
    """Registers kept on the stack for a while; empty where all stay in registers."""
    spill_sentence: str
    """What the list says in one sentence."""


@dataclass(frozen=True, slots=True)
class RegistersPane:
    """The pane: a drawing for each function."""

    functions: tuple[RegisterMapView, ...]


def register_map(function: FunctionListing, sources: SourceMap) -> RegisterMapView:
    """The drawing and tables of one function."""
    names = sorted({use.register for use in function.registers}, key=register_order)
    middle = {name: (index + 0.5) * COLUMN_WIDTH for index, name in enumerate(names)}
    lines = tuple(_line(number, line, sources) for number, line in enumerate(function.lines, 1))
    return RegisterMapView(
        name=function.name,
        width=max(len(names), 1) * COLUMN_WIDTH,
        height=len(lines) * ROW_HEIGHT,
        row_height=ROW_HEIGHT,
        drawing_height=(len(lines) + 1) * ROW_HEIGHT,
        lines=lines,
        columns=tuple(ColumnView(name, middle[name]) for name in names),
        bars=tuple(_bar(use, middle[use.register]) for use in function.registers),
        marks=tuple(_marks(function, middle)),
        uses=tuple(_use(use) for use in _sorted(function.registers)),
        spills=tuple(
            SpillView(
                spill.register,
                spill.slot,
                spill.stored + 1,
                ", ".join(str(line + 1) for line in spill.reloaded),
            )
            for spill in function.spills
        ),
        spill_sentence=_spill_sentence(function),
    )


def _line(number: int, line: ListingLine, sources: SourceMap) -> MapLine:
    key = sources.key(line.source_file, line.source_line)
    return MapLine(
        number=number,
        code=highlight_assembly(line.text, line.kind, (), ""),
        classes=f"is-{line.kind} {sources.mark(key)}".strip(),
        key=key,
        place=str(line.source_line) if key else "",
    )


def register_order(name: str) -> tuple[int, int]:
    """x0…x30, sp, then v0…v31, then p0…p15, then the flags."""
    kinds = {"x": 0, "v": 2, "p": 3}
    if name[1:].isdigit() and name[0] in kinds:
        return kinds[name[0]], int(name[1:])
    return (1, 0) if name == "sp" else (4, 0)


def _sorted(uses: Sequence[RegisterUse]) -> list[RegisterUse]:
    return sorted(uses, key=lambda use: (*register_order(use.register), use.first))


def role_class(role: str) -> str:
    """A role as a CSS class: `role-induction-variable`."""
    return f"role-{role.replace(' ', '-')}"


def _bar(use: RegisterUse, middle: float) -> BarView:
    height = (use.last - use.first + 1) * ROW_HEIGHT
    title = f"{use.register}, lines {use.first + 1} to {use.last + 1}: {use.holds}"
    x = middle - BAR_WIDTH / 2
    y = use.first * ROW_HEIGHT
    return BarView(
        x=x, y=y + 2, width=BAR_WIDTH, height=height - 4, role=role_class(use.role), title=title
    )


def _marks(function: FunctionListing, middle: dict[str, float]) -> list[MarkView]:
    marks: list[MarkView] = []
    for position, line in enumerate(function.lines):
        y = (position + 0.5) * ROW_HEIGHT
        for name in sorted({*line.reads, *line.writes} & middle.keys()):
            kind = "write" if name in line.writes else "read"
            verb = "writes" if kind == "write" else "reads"
            marks.append(MarkView(middle[name], y, kind, f"line {position + 1} {verb} {name}"))
    return marks


def _use(use: RegisterUse) -> UseView:
    lanes, title = _lanes(use.lanes)
    first, last = use.first + 1, use.last + 1
    lines = str(first) if first == last else f"{first}–{last}"
    return UseView(
        register=use.register,
        holds=use.holds,
        role=use.role,
        role_class=role_class(use.role),
        lines=lines,
        lanes=lanes,
        lane_title=title,
    )


def _lanes(arrangement: str) -> tuple[tuple[int, ...], str]:
    """Boxes and title of `4s` (four lanes of 32 bits) or `s` (SVE: as many as fit)."""
    bits = LANE_BITS.get(arrangement[-1:], 0)
    if not bits:
        return (), ""
    number = int(arrangement[:-1]) if arrangement[:-1].isdigit() else 0
    if number:
        return tuple(range(number)), f"{count(number, 'lane')} of {bits} bits"
    return tuple(range(SCALABLE_LANES_DRAWN)), f"as many lanes of {bits} bits as the vector holds"


def _spill_sentence(function: FunctionListing) -> str:
    if not function.spills:
        return "Everything stays in registers: nothing is kept on the stack."
    return f"{count(len(function.spills), 'register')} kept on the stack for a while."
