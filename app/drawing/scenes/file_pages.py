"""A mapped file: its pages come from the disk when a byte of them is first touched.

Computed from the table of tensors, as stage 2 does; the disk is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, Changes, box, looks, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.llm.converting.page_reads import PageReads, PageRegion

MOST_CELLS = 112
_COLUMNS, _GAP = 16, 2
_LAYER = re.compile(r"^(?:blk|model\.layers)\.(\d+)\.")
_HELD, _NOW = "cell held", "cell now"


@dataclass(frozen=True, slots=True)
class FileFacts:
    """pages: of one file. header_bytes: of its header. model: its title."""

    pages: PageReads
    header_bytes: int
    model: str
    command: str


@dataclass(frozen=True, slots=True)
class _Part:
    """Tensors that are read one after the other. first, last: pages that a token touches."""

    name: str
    first: int
    last: int


def file_scene(facts: FileFacts) -> Scene:
    """Opening, the first token part by part, and the second token."""
    drawing = _Drawing(facts)
    return Scene(
        id="file",
        kind="strip",
        title="The file is the memory",
        track="model",
        panels=(drawing.panel(),),
        start=f"The file has {facts.pages.file_pages:,} pages of {facts.pages.page_bytes:,} bytes. "
        f"A box is {drawing.pages_a_cell} of them. It lies on the disk; nothing is in memory.",
        steps=tuple(drawing.steps()),
        basis="computed",
        source=f"The tensor table of {facts.model}; no disk was timed, and none reads ahead here.",
        command=facts.command,
        pace=900,
    )


@dataclass(slots=True)
class _Drawing:
    facts: FileFacts

    @property
    def pages_a_cell(self) -> int:
        return -(-self.facts.pages.file_pages // MOST_CELLS)

    @property
    def cells(self) -> int:
        return -(-self.facts.pages.file_pages // self.pages_a_cell)

    def panel(self) -> Panel:
        size = WIDTH / _COLUMNS
        elements: list[Element] = []
        for cell in range(self.cells):
            row, column = divmod(cell, _COLUMNS)
            corner = (round(column * size, 1), row * size)
            elements.append(box(f"c{cell}", corner, (size - _GAP, size - _GAP)))
        bottom = size * (1 + (self.cells - 1) // _COLUMNS) + 12
        elements += [words("part", 0, bottom + 8, "nothing is touched", "plain strong")]
        elements += number("read", (0, bottom + 20), "0", "pages came from the disk")
        elements += number("touched", (170, bottom + 20), "0", "pages touched in all")
        return Panel(
            id="pages",
            title="The file, page after page",
            width=WIDTH,
            height=bottom + 64,
            elements=tuple(elements),
        )

    def steps(self) -> Iterator[SceneStep]:
        pages = self.facts.pages
        header = self._span(0, pages.header_pages - 1)
        yield SceneStep(
            say=f"Opening reads the header, {self.facts.header_bytes:,} bytes on "
            f"{_pages(pages.header_pages)}: names, shapes, types, and where each tensor begins. "
            "No weight was read.",
            set={**looks(header, _NOW), **_told("the header", pages.header_pages, 0)},
            focus="c0",
        )
        yield from self._first_token(header)
        yield self._second_token()

    def _first_token(self, lit: list[str]) -> Iterator[SceneStep]:
        come = set(range(self.facts.pages.header_pages))
        touched: set[int] = set()
        for index, part in enumerate(parts_of(self.facts.pages.regions)):
            own = set(range(part.first, part.last + 1))
            fresh = own - come
            come |= own
            touched |= own
            changes = {**looks(lit, _HELD), **_told(part.name, len(come), len(touched))}
            lit = self._span(part.first, part.last)
            begins = "The first token. " if index == 0 else ""
            yield SceneStep(
                say=f"{begins}{part.name[:1].upper()}{part.name[1:]} is used for the first time. "
                f"That brings {_pages(len(fresh))} from the disk; {len(come):,} came so far.",
                set={**changes, **looks(lit, _NOW)},
                focus=lit[0],
            )

    def _second_token(self) -> SceneStep:
        pages = self.facts.pages
        come = pages.header_pages + pages.first_token_pages
        again = pages.next_token_pages
        touched = {
            page for part in parts_of(pages.regions) for page in range(part.first, part.last + 1)
        }
        lit = sorted({page // self.pages_a_cell for page in touched})
        return SceneStep(
            say=f"The second token touches {_pages(again)} again. None comes from the disk, if "
            "memory could hold them all. If it could not, they are read again, for every token.",
            set={
                **looks((f"c{cell}" for cell in lit), _NOW),
                **_told("everything, once more", come, 2 * again),
            },
            focus="read",
        )

    def _span(self, first: int, last: int) -> list[str]:
        cells = range(first // self.pages_a_cell, max(first, last) // self.pages_a_cell + 1)
        return [f"c{cell}" for cell in cells]


def parts_of(regions: tuple[PageRegion, ...]) -> Iterator[_Part]:
    """Layers in order, then what is after them; a table of which one row is read comes first."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for region in regions:
        if region.touched:
            matched = _LAYER.match(region.name)
            name = f"layer {int(matched[1])}" if matched else _name_outside(region)
            span = (region.first_page, region.first_page + max(region.touched, region.pages) - 1)
            if region.touched == 1 and region.pages > 2:
                span = (region.first_page, region.first_page)
            spans.setdefault(name, []).append(span)
    order = sorted(spans, key=lambda name: (not name.startswith("layer"), name))
    for name in order:
        yield _Part(
            name, min(first for first, _ in spans[name]), max(last for _, last in spans[name])
        )


def _name_outside(region: PageRegion) -> str:
    return "the last norm" if "norm" in region.name else "the output head"


def _told(part: str, read: int, touched: int) -> Changes:
    return {
        "part": {"label": part},
        "read": {"label": f"{read:,}"},
        "touched": {"label": f"{touched:,}"},
    }


def _pages(count: int) -> str:
    return f"{count:,} page" if count == 1 else f"{count:,} pages"
