"""Claims about models and chips on pages: the runs that they rest on, and where their facts stand.

Runs are started like those of the stage pages, and no thread that other readers need waits for one.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from app.addresses.atlas import atlas_address
from app.addresses.chips import USUAL_MODEL, SocRequest
from app.model.views.model_stage import stage_progress
from app.model_runs.known import find_model
from app.model_runs.request import ModelRequest
from app.model_runs.runs import runs
from app.model_runs.tracks import track_of
from compiler_core.asker import check_asker
from compiler_core.claims.claim import Claim
from compiler_core.claims.facts.chips import DEFAULTS, ChipCommand
from compiler_core.claims.facts.subjects import AtlasSubject, ChipSubject, ModelSubject
from compiler_core.claims.kinds.facts import FactOf, facts_of_claim
from compiler_core.pipelines.events import Event
from compiler_core.pipelines.model_runs import ShippedRun

_LOOK_SECONDS = 0.5
_VIEWS: dict[ChipCommand, str] = {
    "map": "mapping",
    "cnn": "cost",
    "decode": "decode",
    "roofline": "roofline",
    "ladder": "latency",
    "energy": "energy",
}
_MODEL_KEYS = ("network", "model", "config")
# What the views take in their addresses under the same names.
_VIEW_KEYS = ("precision", "type", "context", "batch", "kernel", "elements", "objective")


def runs_behind(claims: Iterable[Claim]) -> tuple[ShippedRun, ...]:
    """The runs that these claims rest on, each once."""
    subjects = (fact.subject for claim in claims for fact in facts_of_claim(claim))
    shipped_runs = (subject.run for subject in subjects if isinstance(subject, ModelSubject))
    return tuple(dict.fromkeys(shipped_runs))


def started_runs(wanted: Iterable[ShippedRun]) -> bool:
    """Whether all of them have ended; those that nobody began begin. Raises Overloaded."""
    ended = [_has_ended(run) for run in wanted]
    return all(ended)


def await_runs(wanted: Iterable[ShippedRun]) -> None:
    """Until all have ended. Raises Overloaded, and WorkCancelled when whoever asked has left."""
    for run in wanted:
        while not _has_ended(run):
            check_asker()
            time.sleep(_LOOK_SECONDS)


def _has_ended(wanted: ShippedRun) -> bool:
    run = runs().run_of(find_model(wanted.model), _request(wanted))
    return any(event.last for event in run.events())


@dataclass(frozen=True, slots=True)
class RunProgress:
    """says: what a run does, in a sentence; percent: how much of it is done, 0 if unknown.

    is_told_above: another place above on the page shows both.
    """

    says: str = ""
    percent: int = 0
    is_told_above: bool = False


UNKNOWN_PROGRESS = RunProgress()
TOLD_ABOVE = RunProgress("Comes with the compile that is shown above.", is_told_above=True)


def progress_of(wanted: Iterable[ShippedRun]) -> RunProgress:
    """Of the first of these runs that goes on; of one with stages, how far it is among them."""
    for shipped in wanted:
        model, request = find_model(shipped.model), _request(shipped)
        run = runs().find(model, request)
        events = run.events()
        if not any(event.last for event in events):
            return progress_of_events(model.title, request, events, runs().number_of(run))
    return UNKNOWN_PROGRESS


def progress_of_events(
    title: str, request: ModelRequest, events: tuple[Event, ...], number: int
) -> RunProgress:
    names = request.track.stage_names
    doing = stage_progress(request, events, number)
    stage = events[-1].stage if events else ""
    if stage not in names:
        return RunProgress(f"Compiling {title}. {doing.text}…")
    index = names.index(stage)
    percent = (100 * index + max(doing.share, 0)) // len(names)
    return RunProgress(
        f"Compiling {title}, stage {index + 1} of {len(names)}. {doing.text}…", percent
    )


def _request(wanted: ShippedRun, stage: str = "") -> ModelRequest:
    track = track_of(wanted.track)
    return ModelRequest(
        model=wanted.model,
        stage=stage or track.stage_names[0],
        settings=wanted.settings,
        track=track,
    )


def claim_address(claim: Claim) -> str:
    """The page that shows the claim's first fact."""
    return fact_address(next(facts_of_claim(claim)))


def fact_address(reference: FactOf) -> str:
    """The page that shows a fact."""
    subject = reference.subject
    if isinstance(subject, ModelSubject):
        return _request(subject.run, reference.fact.stage).address()
    if isinstance(subject, ChipSubject):
        return _chip_address(subject)
    if isinstance(subject, AtlasSubject):
        return atlas_address(subject.page, dict(subject.settings))
    return "/model/residual/export"


def _chip_address(subject: ChipSubject) -> str:
    usual = DEFAULTS[subject.command]
    model = next((str(value) for key, value in subject.values if key in _MODEL_KEYS), USUAL_MODEL)
    changed = {
        key: str(value)
        for key, value in subject.values
        if key in _VIEW_KEYS and value != usual[key]
    }
    view = _VIEWS[subject.command]
    return SocRequest(
        view, subject.chip, model, edits=subject.edits, values=tuple(changed.items())
    ).address()
