"""Schedules to begin with, each a few directives around the sizes that a reader chooses."""

from __future__ import annotations

_TILES = """\
split(i, io, ii, {height})
split(j, jo, ji, {width})
reorder(io, jo, k, ii, ji)
"""
_DECOMPOSE = "decompose_reduction(k)\n"
_VECTORS = "vectorize(ji)\nunroll(ii)\n"

READY_SCHEDULES: tuple[tuple[str, str, str], ...] = (
    ("written", "as it is written", ""),
    ("tiles", "in tiles", f"{_TILES}{_DECOMPOSE}"),
    ("vectors", "in tiles and vectors, then decomposed", f"{_TILES}{_VECTORS}{_DECOMPOSE}"),
    ("threads", "the same, rows of tiles shared by threads",
     f"{_TILES}{_VECTORS}parallel(io)\n{_DECOMPOSE}"),
    ("too-early", "decomposed first, then in vectors", f"{_TILES}{_DECOMPOSE}{_VECTORS}"),
    ("along-the-sum", "the sum itself in vectors",
     "split(k, ko, ki, {width})\nvectorize(ki)\ndecompose_reduction(ko)\n"),
)  # fmt: skip
"""Name, title, and lines with places for the height and width of a tile."""
_BY_NAME = {name: lines for name, _, lines in READY_SCHEDULES}


def ready_lines(name: str, height: str, width: str) -> str:
    """The directives of a ready schedule with these sizes."""
    return _BY_NAME[name].format(height=height, width=width)
