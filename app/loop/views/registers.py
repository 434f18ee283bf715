"""Which register holds what, line by line: a drawing beside the code, and the same as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.drawing.views.picture import Bar, Mark, Picture
from app.loop.highlighting import highlight_assembly
from app.loop.views.source_map import SourceMap
from app.words import count
from compiler_core.host.compilation import FunctionListing, ListingLine, RegisterUse

ROW_HEIGHT = 22
COLUMN_WIDTH = 34
BAR_WIDTH = 14
MARK_RADIUS = 3.2
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
    ranges: Picture
    """A column for each register, x, sp, v, p, flags: its live ranges, reads and writes."""
    lines: tuple[MapLine, ...]
    """The code beside the drawing."""
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
    lines = tuple(_line(number, line, sources) for number, line in enumerate(function.lines, 1))
    return RegisterMapView(
        name=function.name,
        ranges=_ranges(function),
        lines=lines,
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


def _ranges(function: FunctionListing) -> Picture:
    """Beside the code: as many rows as lines, and one above them for the names."""
    names = sorted({use.register for use in function.registers}, key=register_order)
    middle = {name: (index + 0.5) * COLUMN_WIDTH for index, name in enumerate(names)}
    height = (len(function.lines) + 1) * ROW_HEIGHT
    columns = [_column(name, middle[name], height) for name in names]
    return Picture(
        title="Live ranges; the table below says the same in words",
        width=max(len(names), 1) * COLUMN_WIDTH,
        height=height,
        bars=(*columns, *(_bar(use, middle[use.register]) for use in function.registers)),
        marks=tuple(_marks(function, middle)),
    )


def _column(register: str, middle: float, height: float) -> Bar:
    """A thin line below its name."""
    return Bar(
        x=middle - 0.5,
        y=ROW_HEIGHT,
        width=1,
        height=height - ROW_HEIGHT,
        classes="map-line",
        label=register,
        label_x=middle,
        label_y=ROW_HEIGHT - 7,
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


def _bar(use: RegisterUse, middle: float) -> Bar:
    return Bar(
        x=middle - BAR_WIDTH / 2,
        y=(use.first + 1) * ROW_HEIGHT + 2,
        width=BAR_WIDTH,
        height=(use.last - use.first + 1) * ROW_HEIGHT - 4,
        classes=role_class(use.role),
        title=f"{use.register}, lines {use.first + 1} to {use.last + 1}: {use.holds}",
    )


def _marks(function: FunctionListing, middle: dict[str, float]) -> Iterator[Mark]:
    """A dot where a register is written, a ring where it is only read."""
    for row, line in enumerate(function.lines, 1):
        for name in sorted({*line.reads, *line.writes} & middle.keys()):
            kind = "write" if name in line.writes else "read"
            yield Mark(
                x=middle[name],
                y=(row + 0.5) * ROW_HEIGHT,
                classes=f"mark-{kind}",
                title=f"line {row} {kind}s {name}",
                radius=MARK_RADIUS,
            )


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
