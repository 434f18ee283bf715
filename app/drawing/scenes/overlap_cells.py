"""Two arrays on the same memory: what a broken promise makes of each element.

Both rows are results of runs: the loop as compiled with `restrict`, and without it.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.drawing.scenes.pieces import WIDTH, Changes, box, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.host.running.overlap import Overlap, OverlapRow

MOST_ROWS = 8
_H = 26


def overlap_scene(overlap: Overlap, name: str) -> Scene:
    """Element after element, as far as there is room."""
    written, read, offset = overlap.written, overlap.read, overlap.offset
    apart = f"{abs(offset)} element{'s' if abs(offset) != 1 else ''}"
    side = "after" if offset >= 0 else "before"
    return Scene(
        id=name,
        kind="strip",
        title="Two names for one memory",
        track="loop",
        panels=(_panel(overlap),),
        start=f"{written} begins {apart} {side} {read}, in the same memory. So a value that is "
        f"written to {written} may be the next one that is read from {read}.",
        steps=tuple(_steps(overlap)),
        basis="recorded",
        source=f"{overlap.compiler_title}, {' '.join(overlap.flags)}; both programs began with the "
        "same memory.",
        notes=("Amber with a word: not what the C code without the promise gives.",),
        pace=1200,
    )


def _rows(overlap: Overlap) -> tuple[OverlapRow, ...]:
    return overlap.rows[:MOST_ROWS]


def _panel(overlap: Overlap) -> Panel:
    rows = _rows(overlap)
    wide = WIDTH / (len(rows) + abs(overlap.offset) or 1)
    shift = max(overlap.offset, 0)
    elements: list[Element] = []
    bands = (
        (overlap.read, 0 if overlap.offset >= 0 else -overlap.offset),
        (overlap.written, shift),
    )
    for row, (name, first) in enumerate(bands):
        elements.append(
            box(
                f"band{row}",
                (first * wide, row * (_H + 4)),
                (len(rows) * wide - 2, _H),
                "frame",
                f"{name}[{rows[0].index}] to {name}[{rows[-1].index}]" if rows else name,
            )
        )
    for row, (key, title) in enumerate((("w", "without the promise"), ("p", "with the promise"))):
        y = 84 + row * 62
        elements.append(words(f"{key}-title", 0, y, title))
        elements += [
            box(f"{key}{index}", ((index + shift) * wide, y + 8), (wide - 2, _H))
            for index in range(len(rows))
        ]
    return Panel(
        id="memory",
        title="The same memory, twice named",
        width=WIDTH,
        height=200,
        elements=tuple(elements),
    )


def _steps(overlap: Overlap) -> Iterator[SceneStep]:
    for index, row in enumerate(_rows(overlap)):
        changes: Changes = {
            f"w{index}": {"label": row.without_promise[:5], "classes": "cell now"},
            f"p{index}": {
                "label": row.with_promise[:5],
                "classes": "cell waiting" if row.wrong else "cell now",
            },
        }
        if index:
            changes[f"w{index - 1}"] = {"classes": "cell held"}
            if not _rows(overlap)[index - 1].wrong:
                changes[f"p{index - 1}"] = {"classes": "cell held"}
        name = f"{overlap.written}[{row.index}]"
        said = f"{name} should be {row.without_promise}, and is {row.with_promise}"
        yield SceneStep(
            say=f"{said}: wrong." if row.wrong else f"{said}.", set=changes, focus=f"w{index}"
        )
