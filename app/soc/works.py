"""Which models the pages about chips know, and what each asks of a chip.

A layer table is at hand, and so is a language model that is known by its configuration. Anything
else is read by a worker, as for the pages of its stages: the first visitor waits a moment, and the
result is kept.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.model_runs.known import KnownModel, find_model, offered_models
from app.model_runs.request import ModelRequest
from app.model_runs.runs import Run, runs
from app.model_runs.tracks import job_track
from app.soc.awaited import awaited_details, deadline
from compiler_core.errors import InputError
from compiler_core.kept import Kept
from compiler_core.pipelines.stages import StageKind
from compiler_core.soc.decoding.known_language_models import (
    KnownLanguageModel,
    known_language_models,
)
from compiler_core.soc.decoding.model_shape import header_of
from compiler_core.soc.mapping.table_graphs import table_graph
from compiler_core.soc.networks.layer_tables import TABLES, layer_table
from compiler_core.soc.work.checks import checked_work
from compiler_core.soc.work.records import STAGE, LanguageWork, NetworkWork, Work
from compiler_core.soc.work.settings import DEFAULT_SETTINGS, settings_of

# Of a model that is known by its configuration only.
USUAL_WEIGHTS = "q4_0"
_KEPT = 64
_KIND = StageKind(STAGE, "Reading the model", "What a model asks of a chip.")
# Its name tells the kind of reading only; a model's own track is another matter.
_TRACK = job_track("graph", _KIND, settings_of, DEFAULT_SETTINGS, "work")
_works: Kept[Work | None] = Kept(_KEPT)
_LARGER = "-299"
_WRITTEN = (
    ("mobilenet", "MobileNet"), ("resnet", "ResNet"), ("vgg", "VGG"),
    ("inception", "Inception"), ("squeezenet", "SqueezeNet"),
)  # fmt: skip
"""Names as their papers write them."""


@dataclass(frozen=True, slots=True)
class SocModel:
    """A model that can be put on a chip. kind: `network` or `language`."""

    id: str
    title: str
    kind: str


@dataclass(frozen=True, slots=True)
class WorkAnswer:
    """work: None while it is being read."""

    model: SocModel
    work: Work | None


def soc_models(*kinds: str) -> tuple[SocModel, ...]:
    """Models that are there without an upload, of these kinds."""
    offered = (_soc_model(model) for model in offered_models())
    tables = (SocModel(name, f"{_table_title(name)}, layer table", "network") for name in TABLES)
    shapes = (_shape_model(shape) for shape in known_language_models())
    return tuple(soc_model for soc_model in (*offered, *tables, *shapes) if soc_model.kind in kinds)


def work_of(name: str) -> WorkAnswer:
    """What this model asks of a chip; asking starts reading it.

    Raises UnknownName, InputError for a file that cannot be read, Overloaded.
    """
    if name in TABLES:
        model = SocModel(name, f"{_table_title(name)}, layer table", "network")
        return WorkAnswer(
            model, NetworkWork(layers=layer_table(name), nodes=(), graph=table_graph(name))
        )
    shape = next((offered for offered in known_language_models() if offered.name == name), None)
    if shape is not None:
        header = header_of(shape.configuration, USUAL_WEIGHTS)
        return WorkAnswer(_shape_model(shape), LanguageWork(header))
    known = find_model(name)
    return WorkAnswer(_soc_model(known), _read(known))


def network_work(work: Work) -> NetworkWork:
    """Of a network. Raises InputError for a language model."""
    if not isinstance(work, NetworkWork):
        raise InputError("This view is about networks.", "Choose a network.")
    return work


def language_work(work: Work) -> LanguageWork:
    """Of a language model. Raises InputError for a network."""
    if not isinstance(work, LanguageWork):
        raise InputError("This view is about language models.", "Choose a language model.")
    return work


def _soc_model(known: KnownModel) -> SocModel:
    return SocModel(known.id, known.title, "network" if known.track == "graph" else "language")


def _shape_model(shape: KnownLanguageModel) -> SocModel:
    return SocModel(shape.name, f"{shape.title}, by its configuration", "language")


def _table_title(name: str) -> str:
    title = name.removesuffix(_LARGER)
    for plain, written in _WRITTEN:
        title = title.replace(plain, written)
    return f"{title} at 299 by 299" if name.endswith(_LARGER) else title


def _read(known: KnownModel) -> Work | None:
    request = ModelRequest(model=known.id, stage=STAGE, settings=DEFAULT_SETTINGS, track=_TRACK)
    run = runs().run_of(known, request)
    work, _ = _works.get_or_compute(
        run.name, lambda: _awaited(run), lambda entry: entry is not None
    )
    return work


def _awaited(run: Run) -> Work | None:
    """What the worker found, None if it is not done in a moment."""
    details = awaited_details(run, STAGE, deadline())
    return None if details is None else checked_work(details)
