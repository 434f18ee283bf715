"""Which closed parts of a stage's page are open: those that its address is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

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


def open_folds(asked: ModelRequest) -> OpenFolds:
    """By what was chosen; with `?open=all` every one."""
    return OpenFolds(frozenset(_chosen(asked)), all=asked.open == ALL)


def unfold_address(asked: ModelRequest) -> str:
    """The page with all parts open, or as it was before."""
    return replace(asked, open="" if asked.open == ALL else ALL).address()


def _chosen(asked: ModelRequest) -> Iterator[str]:
    if asked.step:
        yield "steps-title"
    if asked.node or asked.colour or asked.open:
        yield "graph-title"
    if asked.view:
        yield from _VIEWED.get(asked.stage, ())
    if asked.search:
        yield from _SEARCHED.get(asked.stage, ())
    if asked.board:
        yield "board-title"
    if asked.chip:
        yield "soc-title"
    for setting, name in _SET.items():
        if getattr(asked.settings, setting, ()):
            yield name
