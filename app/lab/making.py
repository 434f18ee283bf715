"""Exercises made from what somebody looks at: who is offered it, what is read, what becomes of it.

Only assistants and instructors of a class are offered it, by the cookie of their browser.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec
from anyio import to_thread
from pydantic import Field
from starlette.datastructures import FormData
from starlette.requests import Request

from app.addresses.chips import soc_request
from app.analysis.from_threads import analysed
from app.analysis.task import Task
from app.lab.bodies import Text
from app.lab.judging import by_worker
from app.lab.pages import known_classes
from app.lab.tickets import read_ticket
from app.lab.views.frame import class_address, class_frame
from app.lab.views.make import MakePage, Offered, make_page
from app.lab.visits import AS_STUDENT_COOKIE, COOKIE, Visit
from app.lab.writing import check_draft
from app.loop.api_bodies import OneCompiler
from app.loop.explorer_state import read_state
from app.model_runs.request import model_request
from app.model_runs.tracks import GRAPH
from app.serving.addresses import Lines, read_as
from app.serving.bodies import StrictBody
from app.serving.exercise_makers import MakerLinks
from app.serving.lab_database import lab_database
from app.settings import settings
from classroom.classes import note
from classroom.drafts import free_id, make_draft
from classroom.roles import Role
from compiler_core.claims.reading import claim_named
from compiler_core.errors import InputError
from compiler_core.exercises.drafting.asked import DraftAsked
from compiler_core.exercises.drafting.counterexample_draft import CounterexampleState
from compiler_core.exercises.drafting.decode_draft import DecodeState
from compiler_core.exercises.drafting.loop_draft import MOST_WRONG, LoopState
from compiler_core.exercises.drafting.network_draft import NetworkState
from compiler_core.graph.evaluation.shipped import shipped_models
from compiler_core.soc.decoding.known_language_models import known_language_models
from compiler_core.toolchain.discovery import find_compiler

DRAFT_MODULE = "compiler_core.exercises.drafting.job"
LONGEST_ADDRESS = 8000
_USUAL_TYPE = "q4_0"
_USUAL_LANGUAGE_MODEL = "qwen2.5-1.5b"
_MOST_TITLE = 120
_MOST_TASK = 4000


async def makers_of(request: Request, address: str = "") -> MakerLinks:
    """Links for the page that this request asks for. address: of its state, where the request's own
    does not say it all."""
    shown = address or f"{request.url.path}?{request.url.query}"
    if not settings().lab or COOKIE not in request.cookies or len(shown) > LONGEST_ADDRESS:
        return ()
    return await to_thread.run_sync(_links, request, shown)


def _links(request: Request, shown: str) -> MakerLinks:
    as_student = request.cookies.get(AS_STUDENT_COOKIE)
    return tuple(
        (here.title, f"{class_address(here.id)}/make?{urlencode({'from': shown})}")
        for here, member in known_classes(read_ticket(request.cookies[COOKIE]))
        if member.role >= Role.ASSISTANT and here.id != as_student
    )


def show_make(
    visit: Visit, address: str, problem: str = "", typed: Mapping[str, str] | None = None
) -> MakePage:
    """What would be made, and what its author is asked. Raises InputError for a page of which no
    exercise can be made."""
    return make_page(class_frame(visit, "/write"), address, offered(address), problem, typed or {})


def offered(address: str) -> Offered:
    """The state behind an address of this site. Raises InputError."""
    if len(address) > LONGEST_ADDRESS:
        raise InputError("The address is too long.", "Open the page again and follow its link.")
    try:
        parts = urlsplit(address)
        pairs = parse_qsl(parts.query, max_num_fields=200)
    except ValueError as error:
        raise InputError("This is no address of a page.", "Follow the link of a page.") from error
    values = dict(pairs)
    first, _, rest = parts.path.strip("/").partition("/")
    if first == "loop" and not rest:
        return _loop(values)
    if first == "model" and rest.count("/") == 1:
        return _network(rest.partition("/")[0], values)
    if (first, rest) == ("soc", "decode"):
        return _decode(values)
    if first == "learn" and rest.startswith("break/"):
        return _counterexample(rest.removeprefix("break/"), values)
    raise InputError(
        "No exercise can be made of this page.",
        "Open a loop in the explorer, a stage of a network, a broken sentence, or /soc/decode.",
    )


class BeginForm(StrictBody):
    """id: of the exercise that is begun. origin: an exercise, or the address of a page."""

    id: str = ""
    origin: str = Field("", alias="from")


class MakeForm(BeginForm):
    """What an author says of an exercise that is made of a page. wrong: likely wrong answers."""

    title: Text = ""
    task: Lines = ""
    wrong: tuple[Lines, ...] = ()


def make_exercise(visit: Visit, form: FormData) -> str:
    """The draft of what the form says; its id; its proof is asked for. Raises InputError."""
    sent = read_as(MakeForm, form)
    offer = offered(sent.origin)
    wrong = sent.wrong[:MOST_WRONG]
    given = offer.state.get("source", "")
    with lab_database().reading() as connection:
        named = free_id(connection, visit.here.id, sent.id.strip() or offer.id)
    request = DraftAsked(
        offer.track,
        dict(offer.state),
        named,
        sent.title.strip()[:_MOST_TITLE] or offer.title,
        sent.task.strip()[:_MOST_TASK] or offer.task,
        tuple(answer for answer in wrong if answer.strip() and answer.strip() != given.strip()),
    )
    text = _drafted(request)
    with lab_database().writing() as connection:
        draft = make_draft(connection, visit.here.id, named, text, visit.now)
        note(connection, visit.here.id, visit.now, f"member {visit.me.id}", "made draft", named)
    check_draft(visit, draft)
    return draft.exercise_id


def _drafted(request: DraftAsked) -> str:
    body = msgspec.json.encode(request)
    if request.track == "network":
        return by_worker(DRAFT_MODULE, body).decode("utf-8", "replace")
    return analysed(Task(name="draft", path="/lab", body=body)).body.decode("utf-8", "replace")


def _loop(values: Mapping[str, str]) -> Offered:
    request = read_state(values)
    if request.is_empty:
        raise InputError("There is no loop yet.", "Open one in the explorer first.")
    if request.language != "c" or request.second.strip():
        raise InputError("Exercises hold one file of C.", "Write the loop as C, in one file.")
    state = LoopState(
        request.source, request.compiler, request.flags, request.function, request.trial
    )
    setting = f"{request.compiler} {request.flags}".strip()
    tried = (
        f" The suggestion {request.trial.partition('@')[0]} is applied."
        if request.trial
        else (" No suggestion is applied: the one that changes most is taken.")
    )
    return Offered(
        track="loop",
        state=asdict(state),
        id=_id_of(request.function or request.example),
        title="A loop",
        task="Make this loop execute fewer instructions. Its results must stay as they are.",
        said=f"The loop of the explorer, compiled by {setting}.{tried}",
    )


def _counterexample(identity: str, values: Mapping[str, str]) -> Offered:
    claim, compiler = claim_named(identity), find_compiler(read_as(OneCompiler, values).compiler)
    if claim.is_of_core:
        raise InputError("This sentence is not about code.", "Choose a claim about a loop.")
    state = CounterexampleState(claim.id, compiler.name)
    return Offered(
        track="counterexample",
        state=asdict(state),
        id=f"break-{_id_of(claim.id)}"[:40].rstrip("-"),
        title="Break the sentence",
        task=f"“{claim.says}” So it is in the setting that is given. Change as little as you "
        "can, so that the sentence fails.",
        said=f"The setting in which a sentence fails, found from {compiler.title} on: "
        f"“{claim.says}”",
    )


def _id_of(name: str) -> str:
    """A name as an id."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "a-loop"


def _network(model: str, values: Mapping[str, str]) -> Offered:
    if model not in [shipped_model.id for shipped_model in shipped_models()]:
        raise InputError(
            "Exercises are about networks that ship with this server.",
            "Open one of those listed at /model.",
        )
    chosen: dict[str, Any] = model_request(
        GRAPH, model, GRAPH.stage_names[0], values
    ).settings.query()
    said = ", ".join(f"{name} {value}" for name, value in chosen.items()) or "usual settings"
    return Offered(
        track="network",
        state=asdict(NetworkState(model, chosen)),
        id=f"{model}-settings",
        title=f"Settings of {model}",
        task="Choose settings so that the network's program meets all checks.",
        said=f"The network {model} with {said}.",
    )


def _decode(values: Mapping[str, str]) -> Offered:
    request = soc_request("decode", values)
    if request.edits:
        raise InputError("The chip has changed figures.", "Go back to the chip as it is.")
    known = [choice.name for choice in known_language_models()]
    model = request.model if "model" in values else _USUAL_LANGUAGE_MODEL
    if model not in known:
        raise InputError(
            f"Of {model[:40]} no exercise can be made.", f"There are: {', '.join(known)}."
        )
    state = DecodeState(
        model,
        request.chip,
        request.value("type", _USUAL_TYPE),
        request.whole("context", 2048, 0, 1 << 20),
        request.whole("batch", 1, 1, 1024),
    )
    return Offered(
        track="decode",
        state=asdict(state),
        id="tokens-a-second",
        title=f"Faster on {state.soc}",
        task="Choose so that the model fits and decodes fast enough. Speeds are modelled.",
        said=f"{model} on {state.soc}, weights in {state.type}, {state.context:,} tokens of "
        "context.",
    )
