"""An edge that Graphviz placed, as an SVG path with a triangle at its end."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.toolchain.graph_layout import PlacedEdge

ARROW = 5


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """An SVG path and the triangle at its end."""

    path: str
    head: str


def edge_line(edge: PlacedEdge) -> EdgeLine:
    """The curve, and the triangle where it arrives."""
    first, *rest = edge.points
    path = f"M{first[0]} {first[1]}C" + " ".join(f"{x} {y}" for x, y in rest)
    (before_x, before_y), (x, y) = edge.points[-2], edge.points[-1]
    length = max(((x - before_x) ** 2 + (y - before_y) ** 2) ** 0.5, 0.01)
    step_x, step_y = (x - before_x) / length * ARROW, (y - before_y) / length * ARROW
    left = f"{x - step_x - step_y * 0.6:.1f} {y - step_y + step_x * 0.6:.1f}"
    right = f"{x - step_x + step_y * 0.6:.1f} {y - step_y - step_x * 0.6:.1f}"
    return EdgeLine(path, f"M{x} {y}L{left}L{right}z")
