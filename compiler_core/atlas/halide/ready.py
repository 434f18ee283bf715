"""Schedules to begin with, each a few directives around the sizes that a reader chooses."""

from __future__ import annotations

from dataclasses import dataclass

_TILED = """\
blur_y.tile(x, y, xo, yo, xi, yi, {width}, {height})
blur_x.compute_at(blur_y, xo)
"""
_SLIDING = """\
blur_x.store_root()
blur_x.compute_at(blur_y, y)
"""
_VECTORS = """\
blur_x.vectorize(x, {lanes})
blur_y.vectorize(x, {lanes})
"""


@dataclass(frozen=True, slots=True)
class ReadySchedule:
    """By its name; lines: with places for width and height of a tile, and for lanes."""

    name: str
    title: str
    lines: str


READY: tuple[ReadySchedule, ...] = (
    ReadySchedule("inline", "inline: none at all", ""),
    ReadySchedule("root", "root: all of it first", "blur_x.compute_root()\n"),
    ReadySchedule("sliding", "sliding: row by row, the last rows kept", _SLIDING),
    ReadySchedule("tile", "tile by tile", _TILED),
    ReadySchedule("reorder", "root, columns before rows",
                  "blur_x.compute_root()\nblur_y.reorder(y, x)\n"),
    ReadySchedule("fuse", "root, both loops made one",
                  "blur_x.compute_root()\nblur_y.fuse(x, y, f)\n"),
    ReadySchedule("root-vectors", "root, in vectors", f"blur_x.compute_root()\n{_VECTORS}"),
    ReadySchedule("sliding-vectors", "sliding, in vectors", _SLIDING + _VECTORS),
    ReadySchedule("tile-vectors", "tile by tile, in vectors, rows of tiles shared by threads",
                  f"{_TILED}blur_y.vectorize(xi, {{lanes}})\nblur_y.parallel(yo)\n"
                  "blur_x.vectorize(x, {lanes})\n"),
    ReadySchedule("strips", "sliding within strips, in vectors, strips shared by threads",
                  "blur_y.split(y, yo, yi, {height})\nblur_y.parallel(yo)\n"
                  f"blur_x.store_at(blur_y, yo)\nblur_x.compute_at(blur_y, yi)\n{_VECTORS}"),
)  # fmt: skip
_BY_NAME = {schedule.name: schedule for schedule in READY}


def ready_text(name: str, width: str, height: str, lanes: str) -> str:
    """The directives of a ready schedule with these sizes."""
    return _BY_NAME[name].lines.format(width=width, height=height, lanes=lanes)
