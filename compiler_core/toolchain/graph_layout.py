"""Where the nodes of a graph stand on paper: Graphviz places boxes whose sizes it is told.

It never sees a name or label of a user's, only numbers; texts are drawn by the page.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.errors import ToolMissing
from compiler_core.toolchain.children import following

_SECONDS = 10
_POINTS = 72.0


@dataclass(frozen=True, slots=True)
class BoxSize:
    """Width and height in pixels."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PlacedBox:
    """Centre of a box, in pixels from the upper left corner."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class PlacedEdge:
    """An edge as control points of cubic Bézier curves: the first point, then three a curve."""

    tail: int
    head: int
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class PlacedGraph:
    """All boxes in the order they were given, all edges, and the paper's size in pixels."""

    width: float
    height: float
    boxes: tuple[PlacedBox, ...]
    edges: tuple[PlacedEdge, ...]


def place_graph(
    boxes: Sequence[BoxSize], edges: Sequence[tuple[int, int]], direction: str = "TB"
) -> PlacedGraph:
    """Place boxes in layers along their edges (pairs of box numbers), `TB` downwards or `LR`.

    Raises ToolMissing without Graphviz, and when it does not end in time.
    """
    program = shutil.which("dot")
    if program is None:
        raise ToolMissing("dot", "graphviz")
    try:
        done = subprocess.run(
            [*following(_SECONDS), program, "-Tplain"], input=_text(boxes, edges, direction),
            capture_output=True, text=True, timeout=_SECONDS, check=True,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        )  # fmt: skip
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        raise ToolMissing("a dot that places this graph in time", "graphviz") from error
    return _read(done.stdout)


def _text(boxes: Sequence[BoxSize], edges: Sequence[tuple[int, int]], direction: str) -> str:
    lines = [
        f"digraph {{ rankdir={direction} nodesep=0.25 ranksep=0.35 nslimit=4 nslimit1=4",
        'node [shape=box fixedsize=true label=""] edge [arrowhead=none]',
    ]
    lines += [
        f"{number} [width={box.width / _POINTS:.4f} height={box.height / _POINTS:.4f}]"
        for number, box in enumerate(boxes)
    ]
    lines += [f"{tail} -> {head}" for tail, head in edges]
    return "\n".join([*lines, "}"])


def _read(text: str) -> PlacedGraph:
    """Graphviz's plain form: inches, from the lower left corner."""
    width = height = 0.0
    boxes: dict[int, PlacedBox] = {}
    edges: list[PlacedEdge] = []
    for line in text.splitlines():
        words = line.split()
        if words[0] == "graph":
            width, height = float(words[2]) * _POINTS, float(words[3]) * _POINTS
        elif words[0] == "node":
            boxes[int(words[1])] = PlacedBox(*_point(words[2], words[3], height))
        elif words[0] == "edge":
            edges.append(_edge(words, height))
    return PlacedGraph(
        width, height, tuple(boxes[number] for number in sorted(boxes)), tuple(edges)
    )


def _edge(words: list[str], height: float) -> PlacedEdge:
    count = int(words[3])
    numbers = words[4 : 4 + 2 * count]
    points = tuple(_point(x, y, height) for x, y in zip(numbers[::2], numbers[1::2], strict=True))
    return PlacedEdge(int(words[1]), int(words[2]), points)


def _point(x: str, y: str, height: float) -> tuple[float, float]:
    return round(float(x) * _POINTS, 1), round(height - float(y) * _POINTS, 1)
