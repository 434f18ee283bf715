"""Tables of a stage end somewhere, and say how much follows: a network may have 10,000 nodes."""

from __future__ import annotations

import pytest

from app.model.views.stage_fusion import LINES_SHOWN, ROWS_SHOWN, fusion_view
from app.model_runs.request import ModelRequest
from app.words import more_rows
from compiler_core.graph.fusion.fuse import fuse
from compiler_core.graph.fusion.model_builder import ModelBuilder
from compiler_core.graph.model_text import snapshot_of
from compiler_core.graph.pipeline.fusion_stage import FusionDetails


@pytest.mark.parametrize("layers", [3, 900])
def test_what_fusion_shows_of_a_long_network_is_bounded_and_says_what_it_leaves(
    layers: int,
) -> None:
    builder = ModelBuilder("long")
    value = builder.input("x", (1, 4, 8, 8))
    for number in range(layers):
        value = builder.node("Conv", f"conv_{number}", value, builder.weights((4, 4, 1, 1)))
    model = builder.build(value)
    fusion = fuse(model)
    view = fusion_view(
        ModelRequest(model="long", stage="fusion"),
        FusionDetails(fusion, snapshot_of(model, "fused")),
    )
    refused = sum(decision.verdict == "refused" for decision in fusion.decisions)
    for rows, more, total, most in (
        (view.kernels, view.more_kernels, len(fusion.groups), ROWS_SHOWN),
        (view.refusals, view.more_refusals, refused, ROWS_SHOWN),
        (view.log, view.more_log, len(fusion.log), LINES_SHOWN),
    ):
        assert len(rows) == min(total, most)
        assert bool(more) == (total > most)
        assert not more or f"{total - most:,} more " in more


def test_one_row_more_is_in_the_singular() -> None:
    assert [more_rows(total, 4, "line") for total in (4, 5, 1006)] == [
        "",
        "1 more line follows.",
        "1,002 more lines follow.",
    ]
