"""Plots of atlas pages: the same points in a wide picture and in one that a phone has room for."""

from __future__ import annotations

from app.atlas.plots import plot_view
from compiler_core.atlas.records import Plot, PlotSeries

ROOM_AT_360_PIXELS = 328
POINTS = ((0.0, 0.0), (4.0, 100_000.0), (8.0, 400_000.0))


def test_on_a_phone_a_plot_is_drawn_anew_and_has_all_its_points() -> None:
    marks = PlotSeries(name="tries", form="marks", points=POINTS, titles=("a", "b", "c"))
    view = plot_view(Plot(title="Memory", across="step", up="bytes", series=(marks,)))
    assert view.narrow.area.width <= ROOM_AT_360_PIXELS < view.chart.area.width
    for chart in (view.chart, view.narrow):
        assert [mark.title for mark in chart.marks] == ["a", "b", "c"]
        assert chart.marks[0].x == chart.area.left
        assert chart.marks[-1].x == chart.area.right
        assert chart.marks[-1].y == chart.area.top
