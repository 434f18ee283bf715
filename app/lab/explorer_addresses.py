"""Where an exercise's answer can be looked at in full: the explorer, a stage, the decode view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from app.loop.loop_request import LoopRequest
from app.model_runs.request import ModelRequest
from compiler_core.errors import InputError
from compiler_core.exercises.posing import PosedExercise
from compiler_core.graph.settings import DEFAULT_SETTINGS, CompileSettings, settings_of


def explorer_address(posed: PosedExercise, source: str | None, state: Mapping[str, Any]) -> str:
    """The real explorer with this answer; empty for what is too long for an address."""
    if source is None:
        return other_page(posed, state)
    given = posed.given
    request = LoopRequest(
        source=source,
        compiler=str(given.get("compiler", "")),
        flags=str(given.get("flags", "")),
        pane="why",
    )
    return request.address() if request.fits_address else ""


def other_page(posed: PosedExercise, state: Mapping[str, Any]) -> str:
    """Of a network or of decoding; empty for a loop, whose answer is a text."""
    kind, starter = posed.exercise.kind, posed.starter
    if kind == "network":
        request = ModelRequest(
            model=str(starter.get("model", "")), stage="engine", settings=_settings(state)
        )
        return request.address()
    if kind == "decode":
        chosen = {**starter, **state}
        fields = {
            "model": chosen.get("config"),
            "chip": chosen.get("soc"),
            "type": chosen.get("type"),
        }
        return f"/soc/decode?{urlencode({name: text for name, text in fields.items() if text})}"
    return ""


def _settings(state: Mapping[str, Any]) -> CompileSettings:
    """Those of the answer; the usual ones where it has some that cannot be."""
    try:
        return settings_of(state)
    except InputError:
        return DEFAULT_SETTINGS
