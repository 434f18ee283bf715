"""Two models beside each other: what stage 2 of both left, matched node by node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from app.model.opening import unread_failure
from app.model.views.model_drop import DropProblem
from app.model.views.model_pairs import ModelPairsPage, PairedModel, pairs_page
from app.model_runs.known import KnownModel, find_model, offered_models
from app.model_runs.request import LONGEST_WORD, ModelRequest, model_request
from app.model_runs.runs import Run, runs
from app.model_runs.tracks import GRAPH
from app.site.views.setting_fields import SettingChoice, choices_of
from compiler_core.errors import InputError
from compiler_core.kept import Kept
from compiler_core.pipelines.events import Event

if TYPE_CHECKING:
    from compiler_core.graph.pairing.records import ComparedNetwork, NetworkComparison

MOST_NODES = 8_000
"""Of one side: what is matched while a page or an answer waits."""
_SHARED_SETTINGS = ("precision", "core")
_comparisons: Kept[NetworkComparison] = Kept(8)


@dataclass(frozen=True, slots=True)
class PairSide:
    """One of the two, with its run as far as it has come."""

    asked: ModelRequest
    known: KnownModel
    run: Run

    def failure(self) -> Event | None:
        """Why its nodes will never be there."""
        if self.run.has_ended("export"):
            return None
        events = self.run.events()
        return unread_failure(events) or next((end for end in events if end.kind == "failed"), None)

    def is_counted(self) -> bool:
        return self.run.has_ended("run")

    def is_over(self) -> bool:
        """Whether nothing more will be counted."""
        return any(event.last for event in self.run.events())


@dataclass(frozen=True, slots=True)
class ModelPair:
    left: PairSide
    right: PairSide

    def sides(self) -> tuple[PairSide, PairSide]:
        return self.left, self.right


def model_pair(request: ModelRequest, other: str) -> ModelPair:
    """Both runs, begun where there are none. other: the id of a model, or the address of one of its
    pages. Raises UnknownName, Overloaded, and InputError for language models."""
    if request.track is not GRAPH:
        raise _only_networks()
    known = find_model(model_id(other))
    if known.track != GRAPH.name:
        raise _only_networks()
    values = request.settings.query()
    shared = {name: values[name] for name in _SHARED_SETTINGS if name in values}
    beside = model_request(GRAPH, known.id, request.stage, shared, known.weights)
    return ModelPair(_side(request, find_model(request.model)), _side(beside, known))


def _side(request: ModelRequest, known: KnownModel) -> PairSide:
    return PairSide(request, known, runs().run_of(known, request))


def _only_networks() -> InputError:
    return InputError("Only networks are compared here.", "Choose two ONNX models.")


def model_id(text: str) -> str:
    """Of an id, or of an address in which it stands."""
    named = text.strip()[-LONGEST_WORD:].rpartition("/model/")[2]
    return named.partition("?")[0].partition("/")[0]


def comparison_of(pair: ModelPair) -> NetworkComparison | None:
    """With instructions once both have run; None until the nodes of both were read.

    Raises InputError where one cannot be read, or has too many nodes.
    """
    for side in pair.sides():
        failed = side.failure()
        if failed is not None:
            raise InputError(f"{side.known.title}: {failed.text}", failed.advice)
    if not all(side.run.has_ended("export") for side in pair.sides()):
        return None
    counted = all(side.is_counted() for side in pair.sides())
    key = (pair.left.run.id, pair.right.run.id, counted)
    return _comparisons.get_or_compute(key, lambda: _compared(pair, counted))[0]


def _compared(pair: ModelPair, counted: bool) -> NetworkComparison:
    """Imported when first asked for: the libraries of the model compiler are large."""
    from compiler_core.graph.pairing.comparison import compare_networks

    return compare_networks(*(_network(side, counted) for side in pair.sides()))


def _network(side: PairSide, counted: bool) -> ComparedNetwork:
    from compiler_core.graph.pairing.records import ComparedNetwork
    from compiler_core.graph.pipeline.export_stage import ExportDetails
    from compiler_core.graph.whole_graph.kernel_work import kernel_work

    read = side.run.result("export")
    if read is None or not isinstance(read.details, ExportDetails):
        raise InputError(f"What was read of {side.known.title} is gone.", "Compare once more.")
    marks = read.details.marks
    if len(marks.nodes) > MOST_NODES:
        raise InputError(
            f"{side.known.title} has {len(marks.nodes):,} nodes; {MOST_NODES:,} are compared here.",
            "lowlab graph compare takes more.",
        )
    names = ("engine", "run") if counted else ()
    results = {name: result for name in names if (result := side.run.result(name)) is not None}
    return ComparedNetwork(side.known.title, marks, kernel_work(results))


def model_pairs_page(request: ModelRequest, other: str) -> ModelPairsPage:
    """The page; asking starts both runs. other: empty to choose first. Raises as `model_pair`."""
    if not other.strip():
        if request.track is not GRAPH:
            raise _only_networks()
        return _page(request, None, None)
    pair = model_pair(request, other)
    problem, comparison = None, None
    try:
        comparison = comparison_of(pair)
    except InputError as error:
        problem = DropProblem("These two were not compared", error.message, error.advice)
    return _page(request, pair, comparison, problem)


def problem_page(request: ModelRequest, problem: DropProblem) -> ModelPairsPage:
    """To choose again: the file that was sent was not taken."""
    return _page(request, None, None, problem)


def _page(
    request: ModelRequest,
    pair: ModelPair | None,
    comparison: NetworkComparison | None,
    problem: DropProblem | None = None,
) -> ModelPairsPage:
    known = find_model(request.model)
    return pairs_page(
        left=PairedModel(known.title, request.model, request.at_stage("export").address()),
        right=_paired_model(pair.right) if pair else None,
        choices=_choices(request, pair.right.known.id if pair else ""),
        settings=request.settings.query(),
        comparison=comparison,
        problem=problem,
        waiting=_waiting(pair, comparison) if pair and problem is None else "",
        other=pair.right.known.id if pair else "",
        command=_command(pair) if pair else "",
    )


def _command(pair: ModelPair) -> str:
    names = (
        side.known.title if side.known.kind == "uploaded" else side.known.id
        for side in pair.sides()
    )
    precision = pair.left.asked.settings.precision
    return f"lowlab graph compare {' '.join(names)} --count --precision {precision}"


def _paired_model(side: PairSide) -> PairedModel:
    return PairedModel(side.known.title, side.known.id, side.asked.at_stage("export").address())


def _choices(request: ModelRequest, chosen: str) -> tuple[SettingChoice, ...]:
    networks = (model for model in offered_models() if model.track == GRAPH.name)
    others = ((model.id, model.title) for model in networks if model.id != request.model)
    return choices_of(others, chosen)


def _waiting(pair: ModelPair, comparison: NetworkComparison | None) -> str:
    """What the page still waits for, "" for nothing."""
    if comparison is None:
        late = [unread.known.title for unread in pair.sides() if not unread.run.has_ended("export")]
        return f"{' and '.join(late)}: still being read."
    if all(network.is_counted() or network.is_over() for network in pair.sides()):
        return ""
    late = [side.known.title for side in pair.sides() if not side.is_counted()]
    return f"{' and '.join(late)}: still being compiled and counted; instructions come then."


def models_address(request: ModelRequest, other: str = "") -> str:
    """The page with another model beside this one."""
    fields = request.settings.query() | ({"other": other} if other else {})
    query = f"?{urlencode(fields)}" if fields else ""
    return f"/model/{request.model}/compare-models{query}"
