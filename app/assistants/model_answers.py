"""What tools say of models and chips: what is read from a file of somebody's is read by a worker in
the jail, in a folder that goes away with the answer."""

from __future__ import annotations

import tempfile
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from typing import Any

import orjson
from anyio import to_thread

from app.assistants.bodies import ChipDecodeBody, ChipNetworkBody, HeaderBody, ModelBody, NoBody
from app.assistants.model_files import asked_model
from app.model.views.model_stage import reproduce
from app.model_runs.known import KnownModel
from app.model_runs.request import ModelRequest
from app.model_runs.tracks import track_of
from compiler_core.errors import InputError
from compiler_core.json_form import plain_json
from compiler_core.llm.inspection import inspect_model
from compiler_core.llm.records import ModelHeader
from compiler_core.pipelines.events import read_events
from compiler_core.pipelines.job_runner import (
    has_ended,
    leave_last_word,
    run_to_end,
    write_request,
)
from compiler_core.pipelines.job_specs import JobSpec
from compiler_core.pipelines.json_form import stage_json, stage_summary
from compiler_core.pipelines.kept_results import read_result
from compiler_core.pipelines.model_runs import ShippedRun, last_event, run_folder
from compiler_core.pipelines.stages import StageResult
from compiler_core.soc.decoding.decode_ways import DecodeWay
from compiler_core.soc.decoding.known_language_models import (
    known_language_model,
    known_language_models,
)
from compiler_core.soc.decoding.model_shape import header_of
from compiler_core.soc.decoding.timed_speed import DecodeAmount, timed_speed
from compiler_core.soc.json_form import soc_list_json
from compiler_core.soc.networks.cnn import network_cost
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.networks.layer_tables import TABLES, layer_table
from compiler_core.soc.reading import load_socs, soc_named
from compiler_core.soc.work.checks import checked_work
from compiler_core.soc.work.records import STAGE, LanguageWork, NetworkWork, Work

_WORK = "work"
_LOOK_SECONDS = 0.2


async def model_told(body: ModelBody) -> Any:
    """Each stage in a sentence with its figures, or all of one stage. Raises UnknownName, and
    InputError with the last words of a compilation that failed."""
    return await to_thread.run_sync(_model_told, body)


async def inspected(body: HeaderBody) -> Any:
    """A language model by its header. Raises as `model_told`."""
    return orjson.loads(await to_thread.run_sync(_inspected, body))


async def chips(_: NoBody) -> Any:
    """Every chip that is described here."""
    return orjson.loads(soc_list_json(load_socs()))


async def chip_network(body: ChipNetworkBody) -> Any:
    """How long a network takes on a chip, modelled. Raises as `model_told`."""
    return orjson.loads(await to_thread.run_sync(_chip_network, body))


async def chip_decode(body: ChipDecodeBody) -> Any:
    """Tokens a second on a chip, modelled. Raises as `model_told`."""
    return orjson.loads(await to_thread.run_sync(_chip_decode, body))


def model_command(body: ModelBody) -> str:
    """The commands that compile the same way at home."""
    known = asked_model(body.model)
    return reproduce(known, _request(known, body))


def _request(known: KnownModel, body: ModelBody) -> ModelRequest:
    track = track_of(known.track)
    unknown = [name for name in body.settings if name not in track.default.values()]
    if unknown:
        names = ", ".join(track.default.values())
        raise InputError(f"There is no setting {unknown[0][:40]!r}.", f"There are {names}.")
    given = {"weights": known.weights} if known.track == "graph" else {}
    given |= body.settings
    stage = track.stage_name(body.stage) if body.stage else track.stage_names[-1]
    return ModelRequest(model=known.id, stage=stage, settings=track.settings_of(given), track=track)


def _model_told(body: ModelBody) -> Any:
    known = asked_model(body.model)
    request = _request(known, body)
    names = (request.stage,) if body.stage else request.track.stage_names
    results = _results(known, request, names)
    if body.stage:
        return orjson.loads(stage_json(results[0]))
    return {"stages": [stage_summary(result) for result in results]}


def _results(known: KnownModel, request: ModelRequest, names: tuple[str, ...]) -> list[StageResult]:
    """Of a model that ships a page may have left them."""
    if known.kind != "uploaded":
        folder = run_folder(ShippedRun(request.track.name, known.name, request.settings))
        results = _read(folder, names) if has_ended(folder) else []
        if len(results) == len(names):
            return results
    return _worked(request.track.job, known.name, request.settings.values(), names)


def _worked(
    kind: str, model: str, settings: dict[str, Any], names: tuple[str, ...]
) -> list[StageResult]:
    """What a worker leaves of a model, which ends when it has the last of these stages. Raises
    InputError with the last words of one that failed."""
    job = JobSpec(kind=kind, model=model, settings=settings, key="assistant", last=names[-1])
    with tempfile.TemporaryDirectory(prefix="lowlab-assistant-") as made:
        folder = Path(made)
        write_request(job, folder, folder)
        reason = _run_until(job, folder)
        results = _read(folder, names)
        if len(results) == len(names):
            return results
        leave_last_word(job, folder, reason)
        end = last_event(folder)
        assert end is not None
        raise InputError(end.text, end.advice)


def _run_until(job: JobSpec, folder: Path) -> str:
    """Run it to its last stage, without the checks that follow. Why it ended, as `run_to_end`."""
    enough, over = Signal(), Signal()

    def watch() -> None:
        while not over.wait(_LOOK_SECONDS):
            if any(
                (event.kind, event.stage) == ("finished", job.last) for event in read_events(folder)
            ):
                enough.set()
                return

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        return run_to_end(job, folder, enough)
    finally:
        over.set()
        watcher.join()


def _read(folder: Path, names: tuple[str, ...]) -> list[StageResult]:
    results = [read_result(folder, name) for name in names]
    return [result for result in results if result is not None]


def _work(name: str) -> Work:
    """What a model that ships, or a file, asks of a chip."""
    (result,) = _worked(_WORK, asked_model(name).name, {}, (STAGE,))
    return checked_work(result.details)


def _header(name: str) -> ModelHeader:
    work = _work(name)
    if not isinstance(work, LanguageWork):
        raise InputError(f"{name} is a network.", "Ask `network` about it.")
    return work.header


def _inspected(body: HeaderBody) -> bytes:
    return plain_json(inspect_model(_header(body.model)))


def _chip_network(body: ChipNetworkBody) -> bytes:
    chip = soc_named(body.soc)
    if body.model in TABLES:
        layers = layer_table(body.model)
    else:
        work = _work(body.model)
        if not isinstance(work, NetworkWork):
            raise InputError(f"{body.model} is a language model.", "Ask `chip_decode` about it.")
        layers = work.layers
    return plain_json(
        network_cost(chip, layers, body.precision, constants_for(chip), body.buffering)
    )


def _chip_decode(body: ChipDecodeBody) -> bytes:
    chip = soc_named(body.soc)
    if body.model in [model.name for model in known_language_models()]:
        if not body.type:
            raise InputError("A model known by its shape needs a type.", "For example q4_k_m.")
        header = header_of(known_language_model(body.model).configuration, body.type)
    else:
        header = _header(body.model)
    amount = DecodeAmount(body.context, body.batch, body.prompt)
    return plain_json(timed_speed(chip, DecodeWay(body.engine, body.unit), header, amount))
