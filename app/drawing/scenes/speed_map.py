"""Tokens a second over contexts and batches, as a map with two edges: where memory is full, and
where arithmetic takes longer than reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, Changes, begun, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.drawing.table import Table
from app.words import count
from compiler_core.sizes import size_text
from compiler_core.soc.decoding.decode import misfit_text
from compiler_core.soc.decoding.decode_grid import GridCell

MOST_ROWS = 9
_LEFT, _TOP, _ROW = 58, 22, 24
_LEVELS = 4
_THOUSAND = 1000
_WAITS = {
    "memory": "reading decides",
    "compute": "arithmetic decides",
    "launch": "what lies between kernels decides",
}


@dataclass(frozen=True, slots=True)
class SpeedFacts:
    """grid: rows are contexts, rising; columns are batches, rising. context: the one chosen."""

    grid: tuple[tuple[GridCell, ...], ...]
    context: int
    model: str
    chip: str
    command: str


def speed_scene(facts: SpeedFacts) -> Scene:
    """Along the batches at the chosen context, then along the edge where memory is full."""
    drawing = _Drawing(_shown(facts.grid, facts.context), facts.context)
    return Scene(
        id="speeds",
        kind="square",
        title="How fast it writes, and where memory ends",
        track="model",
        panels=begun((drawing.map(), drawing.figures()), drawing.lit(drawing.first)),
        start="Stronger cells write more tokens a second; dashed ones do not fit. "
        f"{_said(drawing.cell(drawing.first))}",
        steps=tuple(drawing.steps()),
        basis="modelled",
        source=f"{facts.model} on {facts.chip}, as the decode model says.",
        command=facts.command,
        notes=drawing.notes(),
        pace=1100,
    )


def speed_table(grid: Sequence[Sequence[GridCell]]) -> Table:
    """All cells, with what each waits for."""
    return Table(
        caption="Tokens a second of all sequences together",
        head=("Positions", *(count(cell.batch, "sequence") for cell in grid[0])),
        rows=tuple((f"{row[0].context:,}", *(_cell_words(cell) for cell in row)) for row in grid),
    )


def _cell_words(cell: GridCell) -> str:
    rate = cell.speed.tokens_per_second
    return "does not fit" if rate is None else f"{_rate(rate)}, {cell.speed.bound}"


def _shown(grid: Sequence[Sequence[GridCell]], context: int) -> tuple[tuple[GridCell, ...], ...]:
    """Contexts that there is room for, the chosen one among them; batches in powers of two."""
    rows = [tuple(row[:8]) for row in grid]
    if len(rows) <= MOST_ROWS:
        return tuple(rows)
    chosen = [row for row in rows if row[0].context == context]
    others = [row for row in rows if row[0].context != context][-(MOST_ROWS - 1) :]
    return tuple(sorted((*chosen, *others), key=lambda row: row[0].context))


@dataclass(slots=True)
class _Drawing:
    grid: Sequence[Sequence[GridCell]]
    context: int

    @property
    def chosen(self) -> int:
        """The row of the chosen context."""
        return next((at for at, row in enumerate(self.grid) if row[0].context == self.context), 0)

    @property
    def first(self) -> tuple[int, int]:
        """The cell that is lit before any step."""
        return (self.chosen, 0)

    def cell(self, at: tuple[int, int]) -> GridCell:
        return self.grid[at[0]][at[1]]

    def map(self) -> Panel:
        columns = self.grid[0]
        wide = (WIDTH - _LEFT) / len(columns)
        elements: list[Element] = [
            words(f"b{at}", _LEFT + (at + 0.5) * wide, 14, f"{cell.batch}", "soft mid")
            for at, cell in enumerate(columns)
        ]
        for row, cells in enumerate(self.grid):
            y = _TOP + row * _ROW
            elements.append(
                words(f"c{row}", _LEFT - 6, y + 15, f"{cells[0].context:,}", "soft end")
            )
            for column, cell in enumerate(cells):
                at = (_LEFT + column * wide, y)
                elements.append(
                    box(_name(row, column), at, (wide - 2, _ROW - 2), self._look(cell), _text(cell))
                )
        turns = self._turns()
        if turns:
            elements.append(Element(id="turns", shape="path", d=turns, classes="roof"))
        return Panel(
            id="map",
            title="Positions down, sequences across",
            width=WIDTH,
            height=_TOP + len(self.grid) * _ROW,
            elements=tuple(elements),
        )

    def _turns(self) -> str:
        """The line between cells where reading decides and those where arithmetic does."""
        wide = (WIDTH - _LEFT) / len(self.grid[0])
        strokes: list[str] = []
        for row, cells in enumerate(self.grid):
            y = _TOP + row * _ROW - 1
            for column, cell in enumerate(cells):
                x = round(_LEFT + column * wide - 1, 1)
                if column and _turned(cells[column - 1], cell):
                    strokes.append(f"M{x} {y}v{_ROW}")
                if row and _turned(self.grid[row - 1][column], cell):
                    strokes.append(f"M{x} {y}h{round(wide, 1)}")
        return "".join(strokes)

    def notes(self) -> tuple[str, ...]:
        note = "Numbers are tokens a second of all sequences together."
        if not self._turns():
            return (note,)
        return (note, "Beyond the strong line arithmetic takes longer than reading.")

    def figures(self) -> Panel:
        elements = [
            *number("all", (0, 0), "–", "tokens a second, all together"),
            *number("each", (0, 48), "–", "for each sequence"),
            *number("needs", (0, 96), "–", "of memory"),
        ]
        return Panel(
            id="figures",
            title="At the cell that is lit",
            width=WIDTH,
            height=140,
            elements=tuple(elements),
        )

    def _look(self, cell: GridCell) -> str:
        rate = cell.speed.tokens_per_second
        if rate is None:
            return "cell gone"
        most = max(square.speed.tokens_per_second or 0.0 for row in self.grid for square in row)
        return f"cell level-{min(int(_LEVELS * rate / most), _LEVELS - 1)}"

    def steps(self) -> Iterator[SceneStep]:
        row, before = self.chosen, self.first
        across = [(row, column) for column in range(1, len(self.grid[row]))]
        for at in (*across, *self._edge(row)):
            changes: Changes = {_name(*before): {"classes": self._look(self.cell(before))}}
            changes |= self.lit(at)
            yield SceneStep(say=_said(self.cell(at)), set=changes, focus=_name(*at))
            before = at

    def lit(self, at: tuple[int, int]) -> Changes:
        return {_name(*at): {"classes": "cell now"}, **_figures(self.cell(at))}

    def _edge(self, row: int) -> Iterator[tuple[int, int]]:
        """In each row below, the last cell that fits; then the first where not even one does."""
        for other in range(row + 1, len(self.grid)):
            fitting = [at for at, cell in enumerate(self.grid[other]) if cell.speed.fits]
            yield (other, fitting[-1] if fitting else 0)
            if not fitting:
                return


def _turned(before: GridCell, after: GridCell) -> bool:
    bounds = (before.speed.bound, after.speed.bound)
    return None not in bounds and (bounds[0] == "compute") != (bounds[1] == "compute")


def _figures(cell: GridCell) -> Changes:
    rate = cell.speed.tokens_per_second
    return {
        "all": {"label": _rate(rate) if rate else "does not fit"},
        "each": {"label": _rate(rate / cell.batch) if rate else "–"},
        "needs": {"label": size_text(cell.speed.needed_bytes)},
    }


def _said(cell: GridCell) -> str:
    speed = cell.speed
    sequences = "One sequence" if cell.batch == 1 else f"{cell.batch} sequences"
    start = f"{sequences}, {cell.context:,} positions each:"
    if speed.tokens_per_second is None:
        return (
            f"{start} {size_text(speed.needed_bytes)} are needed, {_there(speed.available_bytes)}. "
            f"{misfit_text(speed.available_bytes)}."
        )
    return (
        f"{start} {_rate(speed.tokens_per_second)} tokens a second; "
        f"{_WAITS[speed.bound or 'memory']}."
    )


def _text(cell: GridCell) -> str:
    """With room for four letters."""
    rate = cell.speed.tokens_per_second
    if rate is None:
        return "✗"
    if rate >= _THOUSAND:
        return f"{rate / _THOUSAND:.{1 if rate < 10 * _THOUSAND else 0}f}k"
    return f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}"


def _rate(rate: float) -> str:
    if rate >= 100:
        return f"{rate:,.0f}"
    return f"{rate:.1f}" if rate >= 10 else f"{rate:.2f}" if rate >= 1 else f"{rate:.3f}"


def _name(row: int, column: int) -> str:
    return f"m{row}-{column}"


def _there(available: float | None) -> str:
    if available is None:
        return "no size of memory is stated"
    return f"{size_text(available)} are there"
