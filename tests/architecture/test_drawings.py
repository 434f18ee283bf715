"""New drawings are pictures of the one record, and new swaps are htmx's: who goes a way of its own
is listed here, and the lists only get shorter.
"""

from __future__ import annotations

from tests.architecture.project import ROOT

# The one template, its axes, bars of rows, scenes that move, and graphs whose boxes are links.
SHARED = {
    "partials/bar.html",
    "partials/chart.html",
    "partials/graph_picture.html",
    "partials/picture.html",
    "partials/scene.html",
    "partials/whole_graph.html",
}
OF_THEIR_OWN = {
    "partials/run_flow.html",
    "partials/soc/chip.html",
    "partials/track_picture.html",
}
# A recording taken apart into moments, events with markup in them, and a file that is refused
# beside its form.
SWAPS_BY_HAND = {
    "model.js",
    "scene.js",
    "step.js",
    "streams.js",
}
SWAPS = ("innerHTML", "replaceChildren", "DOMParser", "insertAdjacentHTML", "outerHTML =")


def test_who_draws_without_the_record_of_pictures_is_known() -> None:
    folder = ROOT / "templates"
    drawing = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.html")
        if "<svg" in path.read_text(encoding="utf-8")
    }
    assert drawing == SHARED | OF_THEIR_OWN


def test_who_swaps_without_htmx_is_known() -> None:
    scripts = (ROOT / "static/js").glob("*.js")
    swapping = {
        path.name
        for path in scripts
        if any(word in path.read_text(encoding="utf-8") for word in SWAPS)
    }
    assert swapping == SWAPS_BY_HAND


def test_every_table_is_one_of_the_one_macro() -> None:
    folder = ROOT / "templates"
    of_their_own = [
        str(path.relative_to(folder))
        for path in folder.rglob("*.html")
        if "<table" in path.read_text(encoding="utf-8")
    ]
    assert of_their_own == ["partials/table.html"]
