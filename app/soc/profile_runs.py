"""Runs of profiled variants: made by a worker once, kept on disk as those of the stages are."""

from __future__ import annotations

import time
from dataclasses import dataclass

from cachetools import LRUCache

from app.model.known import KnownModel, find_model, offered_models
from app.model.request import ModelRequest
from app.model.runs import Run, runs
from app.model.tracks import Track
from compiler_core.errors import InputError, UnknownName
from compiler_core.soc.profiling.records import STAGE, ProfiledProgram
from compiler_core.soc.profiling.settings import DEFAULT_SETTINGS, ProfileSettings, settings_of
from compiler_core.soc.profiling.variants import Variant
from compiler_core.stages import StageKind

PATIENCE_SECONDS = 0.8
_LOOK_SECONDS = 0.05
# A run that failed is made again after a while: memory or time may have been short.
_RETRY_SECONDS = 60
_KEPT = 128
_KIND = StageKind(STAGE, "Profiling", "A variant of the network is compiled, run and counted.")
_TRACK = Track(
    "graph", (_KIND,), (), settings_of, DEFAULT_SETTINGS, "compiler_core.soc.profiling.job", ""
)
_programs: LRUCache[str, ProfiledProgram] = LRUCache(_KEPT)


@dataclass(frozen=True, slots=True)
class Try:
    """One variant: what was counted, None while it is; doing: how far that is."""

    variant: Variant
    program: ProfiledProgram | None
    doing: str = ""


def networks(model: str) -> tuple[KnownModel, ...]:
    """Networks that can be profiled: those that ship, and the reader's own if it is one."""
    shipped = [one for one in offered_models() if one.kind == "shipped" and one.track == "graph"]
    try:
        known = find_model(model)
    except UnknownName:
        return tuple(shipped)
    own = known.kind == "uploaded" and known.track == "graph"
    return (known, *shipped) if own else tuple(shipped)


def tries_of(known: KnownModel, variants: tuple[Variant, ...]) -> tuple[Try, ...]:
    """Each variant's run, started where there is none; waits a moment for all of them.

    Raises InputError for a variant that cannot be made, Overloaded.
    """
    deadline = time.monotonic() + PATIENCE_SECONDS
    started = [(one, _run(known, one)) for one in variants]
    return tuple(_tried(variant, run, deadline) for variant, run in started)


def _run(known: KnownModel, variant: Variant) -> Run:
    asked = ModelRequest(known.id, STAGE, ProfileSettings(variant.text), track=_TRACK)
    run = runs().run_of(known, asked)
    return runs().again(known, asked) if _is_stale(run) else run


def _is_stale(run: Run) -> bool:
    """Whether the run failed a while ago."""
    failed = any(one.kind == "failed" for one in run.events())
    return failed and time.time() - run.directory.stat().st_mtime > _RETRY_SECONDS


def _tried(variant: Variant, run: Run, deadline: float) -> Try:
    if run.name in _programs:
        return Try(variant, _programs[run.name])
    while (found := run.result(STAGE)) is None:
        _check_failed(run)
        if time.monotonic() > deadline:
            return Try(variant, None, _doing(run))
        time.sleep(_LOOK_SECONDS)
    if not isinstance(found.details, ProfiledProgram):
        raise UnknownName("What was counted of this network is gone.", "Drop the file again.")
    _programs[run.name] = found.details
    return Try(variant, found.details)


def _doing(run: Run) -> str:
    said = [one.text for one in run.events() if one.kind in ("started", "progress") and one.text]
    return said[-1] if said else "waiting for its turn"


def _check_failed(run: Run) -> None:
    failed = next((event for event in run.events() if event.kind == "failed"), None)
    if failed is not None:
        raise InputError(failed.text, failed.advice)
