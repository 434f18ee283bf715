"""Runs of profiled variants: made by a worker once, kept on disk as those of the stages are."""

from __future__ import annotations

import time
from dataclasses import dataclass

from app.model_runs.known import KnownModel, find_model, offered_models
from app.model_runs.request import ModelRequest
from app.model_runs.runs import Run, runs
from app.model_runs.tracks import job_track
from app.soc.awaited import awaited_details, deadline
from compiler_core.errors import UnknownName
from compiler_core.kept import Kept
from compiler_core.pipelines.stages import StageKind
from compiler_core.soc.profiling.records import STAGE, ProfiledProgram
from compiler_core.soc.profiling.settings import DEFAULT_SETTINGS, ProfileSettings, settings_of
from compiler_core.soc.profiling.variants import Variant

# A run that failed is made again after a while: memory or time may have been short.
_RETRY_SECONDS = 60
_KEPT = 128
_KIND = StageKind(STAGE, "Profiling", "A variant of the network is compiled, run and counted.")
_TRACK = job_track("graph", _KIND, settings_of, DEFAULT_SETTINGS, "profile")
_programs: Kept[ProfiledProgram | None] = Kept(_KEPT)


@dataclass(frozen=True, slots=True)
class Try:
    """One variant: what was counted, None while it is; doing: how far that is."""

    variant: Variant
    program: ProfiledProgram | None
    doing: str = ""


def networks(model: str) -> tuple[KnownModel, ...]:
    """Networks that can be profiled: those that ship, large ones in parts, and the reader's own if
    it is one."""
    shipped = [network for network in offered_models() if network.track == "graph"]
    try:
        known = find_model(model)
    except UnknownName:
        return tuple(shipped)
    own = known.kind == "uploaded" and known.track == "graph"
    return (known, *shipped) if own else tuple(shipped)


def tries_of(known: KnownModel, variants: tuple[Variant, ...], part: int) -> tuple[Try, ...]:
    """Each variant's run, started where there is none; waits a moment for all of them. part: of a
    network that is too large to be counted whole, 0 for the one that multiplies most.

    Raises InputError for a variant that cannot be made, Overloaded.
    """
    until = deadline()
    started = [(choice, _run(known, choice, part)) for choice in variants]
    return tuple(_tried(variant, run, until) for variant, run in started)


def _run(known: KnownModel, variant: Variant, part: int) -> Run:
    request = ModelRequest(
        model=known.id, stage=STAGE, settings=ProfileSettings(variant.text, part), track=_TRACK
    )
    run = runs().run_of(known, request)
    return runs().again(known, request) if _is_stale(run) else run


def _is_stale(run: Run) -> bool:
    """Whether the run failed a while ago."""
    state = run.state()
    return state.state == "failed" and time.time() - state.ended > _RETRY_SECONDS


def _tried(variant: Variant, run: Run, until: float) -> Try:
    program, _ = _programs.get_or_compute(
        run.name, lambda: _awaited(run, until), lambda entry: entry is not None
    )
    return Try(variant, program) if program else Try(variant, None, _doing(run))


def _awaited(run: Run, until: float) -> ProfiledProgram | None:
    details = awaited_details(run, STAGE, until)
    if details is not None and not isinstance(details, ProfiledProgram):
        raise UnknownName("What was counted of this network is gone.", "Drop the file again.")
    return details


def _doing(run: Run) -> str:
    said = [
        event.text for event in run.events() if event.kind in ("started", "progress") and event.text
    ]
    if said:
        return said[-1]
    number = runs().number_of(run)
    return f"waiting for its turn: number {number} in the queue" if number else "starting"
