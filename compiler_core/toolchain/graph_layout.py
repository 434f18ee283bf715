"""Where the nodes of a graph stand on paper: Graphviz places boxes whose sizes it is told.

It never sees a name or label of a user's, only numbers; texts are drawn by the page. A jailed
process asks its parent, which places for it what is small enough.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat

from compiler_core.errors import InputError, ToolMissing
from compiler_core.toolchain.children import following
from compiler_core.toolchain.tool_requests import parent_tools

_SECONDS = 10
_POINTS = 72.0
MOST_BOXES = 400
MOST_EDGES = 1200
MOST_LABEL = 40
_LARGEST_BOX = 4000.0
_PICTURES_KEPT = 64


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
    """An edge as control points of cubic Bézier curves: the first point, then three a curve.

    label: where there is room for its label (the centre), None for an edge without one.
    """

    tail: int
    head: int
    points: tuple[tuple[float, float], ...]
    label: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class PlacedGraph:
    """All boxes in the order they were given, all edges, and the paper's size in pixels."""

    width: float
    height: float
    boxes: tuple[PlacedBox, ...]
    edges: tuple[PlacedEdge, ...]


@dataclass(frozen=True, slots=True)
class LabelledGraph:
    """A graph whose edges have labels. labels: how many characters of small type each has."""

    boxes: tuple[BoxSize, ...]
    edges: tuple[tuple[int, int], ...]
    labels: tuple[int, ...]


def place_labelled(graph: LabelledGraph) -> PlacedGraph:
    """Place a graph of moderate size from top to bottom, with room for labels beside its edges.

    Raises InputError for more than MOST_BOXES and MOST_EDGES or what is no graph, and ToolMissing
    as `place_graph`.
    """
    parent = parent_tools()
    if parent is not None:
        return parent.place(graph, PlacedGraph)
    _check(graph)
    return _placed(_text(graph.boxes, graph.edges, "TB", graph.labels))


def _check(graph: LabelledGraph) -> None:
    numbers = [number for edge in graph.edges for number in edge]
    sizes = [side for box in graph.boxes for side in (box.width, box.height)]
    is_graph = (
        len(graph.boxes) <= MOST_BOXES
        and len(graph.edges) <= MOST_EDGES
        and len(graph.labels) == len(graph.edges)
        and all(0 <= number < len(graph.boxes) for number in numbers)
        and all(1 <= side <= _LARGEST_BOX for side in sizes)
        and all(0 <= length <= MOST_LABEL for length in graph.labels)
    )
    if not is_graph:
        raise InputError("This is no graph that can be placed.", "Ask for fewer boxes.")


def place_graph(
    boxes: Sequence[BoxSize], edges: Sequence[tuple[int, int]], direction: str = "TB"
) -> PlacedGraph:
    """Place boxes in layers along their edges (pairs of box numbers), `TB` downwards or `LR`.

    Raises ToolMissing without Graphviz, and when it does not end in time.
    """
    return _placed(_text(boxes, edges, direction, ()))


def _placed(text: str) -> PlacedGraph:
    program = shutil.which("dot")
    if program is None:
        raise ToolMissing("dot", "graphviz")
    return _placed_by(program, text)


@lru_cache(maxsize=_PICTURES_KEPT)
def _placed_by(program: str, text: str) -> PlacedGraph:
    """A page asks again for most of its pictures at every click."""
    try:
        done = subprocess.run(
            [*following(_SECONDS), program, "-Tplain"],
            input=text,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=True,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        raise ToolMissing("a dot that places this graph in time", "graphviz") from error
    return _read(done.stdout)


def _text(
    boxes: Sequence[BoxSize],
    edges: Sequence[tuple[int, int]],
    direction: str,
    labels: Sequence[int],
) -> str:
    """labels: how many characters the label of each edge has; none for edges without."""
    lines = [
        f"digraph {{ rankdir={direction} nodesep=0.25 ranksep=0.35 nslimit=4 nslimit1=4",
        'node [shape=box fixedsize=true label=""]',
        "edge [arrowhead=none fontname=Courier fontsize=11]",
    ]
    lines += [
        f"{number} [width={box.width / _POINTS:.4f} height={box.height / _POINTS:.4f}]"
        for number, box in enumerate(boxes)
    ]
    lines += [
        f'{tail} -> {head} [label="{"0" * length}"]' if length else f"{tail} -> {head}"
        for (tail, head), length in zip(edges, labels or repeat(0), strict=False)
    ]
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
    rest = words[4 + 2 * count :]
    # The label, where there is one, then style and colour.
    label = _point(rest[1], rest[2], height) if len(rest) > 2 else None
    return PlacedEdge(int(words[1]), int(words[2]), points, label)


def _point(x: str, y: str, height: float) -> tuple[float, float]:
    return round(float(x) * _POINTS, 1), round(height - float(y) * _POINTS, 1)
