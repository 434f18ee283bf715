"""Whether an uploaded model could be read at all: known as soon as its first stage has ended."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from anyio import to_thread

from app.model.views.model_drop import DropProblem
from app.model_runs.known import KnownModel, find_model
from app.model_runs.request import ModelRequest, model_request
from app.model_runs.runs import runs
from app.model_runs.tracks import track_of
from compiler_core.pipelines.events import Event

PATIENCE_SECONDS = 4.0
"""A model that is not read by then opens at its first stage, which shows how far it is."""
_LOOK_SECONDS = 0.05


def first_request(known: KnownModel) -> ModelRequest:
    """Stage 1 with the settings that nobody has chosen."""
    track = track_of(known.track)
    return model_request(track, known.id, track.stage_names[0], {}, known.weights)


async def opened(name: str) -> str:
    """The address at which an upload opens: stage 1, or the page that says why it cannot be read.

    Starts its run. Raises UnknownName, Overloaded.
    """
    known = await to_thread.run_sync(find_model, name)
    request = first_request(known)
    run = await to_thread.run_sync(runs().run_of, known, request)
    waited = 0.0
    while waited < PATIENCE_SECONDS and not runs().number_of(run):
        events = await to_thread.run_sync(run.events)
        if any(event.kind in ("finished", "failed", "done") for event in events):
            break
        await asyncio.sleep(_LOOK_SECONDS)
        waited += _LOOK_SECONDS
    unread = await to_thread.run_sync(unread_problem, known)
    return f"/model/{name}" if unread else request.address()


def unread_problem(known: KnownModel) -> DropProblem | None:
    """Why nothing can be shown of an upload: its run failed before the first stage ended."""
    if known.kind != "uploaded":
        return None
    request = first_request(known)
    failed = unread_failure(runs().find(known, request).events())
    if failed is None:
        return None
    return DropProblem(
        f"{known.title} was not opened",
        failed.text,
        failed.advice,
        urlsplit(request.address()).path,
    )


def unread_failure(events: tuple[Event, ...]) -> Event | None:
    """The failure of a run that left no stage, and that no setting of its page can mend."""
    if any(event.kind == "finished" for event in events):
        return None
    return next((event for event in events if event.kind == "failed" and not event.remedy), None)
