"""Which closed parts of a chip's page are open: those that its address is about."""

from __future__ import annotations

from collections.abc import Iterator

from app.addresses.chips import SocRequest
from app.site.views.folds import OpenFolds

ALL = "all"
# By view: what a value of the address is shown in. A form sends all its menus, so one that stands
# as usual opens nothing.
_ABOUT: dict[str, dict[str, str]] = {
    "chip": {"part": "parts-title"},
    "cost": {"kernel": "kernel-title", "order": "kernels-title"},
    "roofline": {"loop": "beside-title", "language": "beside-title"},
    "tiling": {"step": "tile-picture"},
    "latency": {"window": "timelines"},
}
_USUAL = {"", "1", "start", "none"}
# By view: what shows a picture where there is none that moves.
_PICTURES = {
    "chip": "parts-title",
    "roofline": "chart-title",
    "cost": "picture-title",
    "energy": "ladder-title",
    "decode": "step-title",
    "mapping": "map-lanes",
    "tiling": "tile-picture",
    "latency": "rungs",
}
# Of the profiling exercise: what a step is about.
_OF_STEP = {"2": "classify", "3": "choose", "4": "measured", "5": "history"}


def open_folds(request: SocRequest, scene: object | None) -> OpenFolds:
    """By what was chosen; with `?open=all` every one. scene: of the page, None for none."""
    names = set(_chosen(request))
    if scene is None:
        names.add(_PICTURES.get(request.view, ""))
    return OpenFolds(frozenset(names), all=request.value("open") == ALL)


def unfold_address(request: SocRequest) -> str:
    """The page with all parts open, or as it was before."""
    return request.with_values(open="" if request.value("open") == ALL else ALL).address()


def _chosen(request: SocRequest) -> Iterator[str]:
    for name, part in _ABOUT.get(request.view, {}).items():
        if request.value(name) not in _USUAL:
            yield part
    if request.view == "chip" and request.edits:
        yield "parts-title"
    if request.view == "profile":
        yield _OF_STEP.get(request.value("step"), "")
