"""The search for the best tiles of a layer, kept and shared by the views that speak of it."""

from __future__ import annotations

from dataclasses import dataclass

from app.serving.background import Background, ready
from compiler_core.errors import InputError
from compiler_core.soc.tiling.operations import Convolution
from compiler_core.soc.tiling.records import TilingMachine
from compiler_core.soc.tiling.search import TilingSearch, best_tiling

PATIENCE_SECONDS = 0.5
_searches: Background[TilingSearch] = Background("tiles", 1, 512, lambda _: True)


@dataclass(frozen=True, slots=True)
class KeptSearch:
    """found: None while it runs, or where nothing is found for the reason in `problem`."""

    found: TilingSearch | None
    problem: str
    waits: bool


def tile_search(layer: Convolution, machine: TilingMachine) -> KeptSearch:
    """What is known of it after a moment; whoever asks again later gets more."""
    started = _searches.started((layer, machine), lambda: best_tiling(layer, machine))
    try:
        search = ready(started, PATIENCE_SECONDS)
    except InputError as error:
        return KeptSearch(None, f"{error.message} {error.advice}", False)
    return KeptSearch(search, "", search is None)
