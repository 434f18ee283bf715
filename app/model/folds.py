"""Which closed parts of a stage's page are open: those that its address is about."""

from __future__ import annotations

from collections.abc import Iterator

from app.model_runs.request import ModelRequest
from app.site.views.folds import OpenFolds

ALL = "all"
# By stage: what a thing chosen in the stage's own part is shown in.
_VIEWED = {
    "export": ("nodes-title", "example-title", "hazards-title"),
    "quantise": ("tensor-title",),
    "engine": ("kernels-title", "code-title"),
    "tokens": ("word-title",),
    "weights": ("rounded-title", "block-title"),
    "cache": ("requests-title",),
    "fusion": ("kernels-title", "moved-title", "inside"),
}
_SEARCHED = {"export": ("nodes-title",), "fusion": ("tree-title",)}
_SET = {"passes": "board-title", "remedies": "try-title", "pinned": "sensitivity-title"}


def open_folds(request: ModelRequest) -> OpenFolds:
    """By what was chosen; with `?open=all` every one."""
    return OpenFolds(frozenset(_chosen(request)), all=request.open == ALL)


def unfold_address(request: ModelRequest) -> str:
    """The page with all parts open, or as it was before."""
    return request.changed(open="" if request.open == ALL else ALL).address()


def _chosen(request: ModelRequest) -> Iterator[str]:
    if request.step:
        yield "steps-title"
    if request.node or request.colour or request.open:
        yield "graph-title"
    if request.view:
        yield from _VIEWED.get(request.stage, ())
    if request.search:
        yield from _SEARCHED.get(request.stage, ())
    if request.board:
        yield "board-title"
    if request.chip:
        yield "soc-title"
    for setting, name in _SET.items():
        if getattr(request.settings, setting, ()):
            yield name
