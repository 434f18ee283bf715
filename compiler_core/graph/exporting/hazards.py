"""Four modules whose export fails or changes them; what PyTorch says of each, live or recorded."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import onnx

from compiler_core.content_files import CONTENT_FOLDER, ContentError, read_recording
from compiler_core.errors import UnknownName
from compiler_core.graph.exporting.export import error_of, run_actions
from compiler_core.graph.exporting.request import ExportRequest

_FOLDER = CONTENT_FOLDER / "exports"
RECORD = _FOLDER / "recorded.yaml"
_SHAPE = (2, 3, 8, 8)
_ROUNDING = 1e-4
_ACTIONS = ("export", "trace", "breaks")


@dataclass(frozen=True, slots=True)
class Hazard:
    """A small module, what to look at in it, and what to write instead."""

    id: str
    title: str
    idea: str
    remedy: str
    dynamic_batch: str = "fixed"

    @property
    def path(self) -> Path:
        return _FOLDER / f"{self.id}.py.txt"

    @property
    def source(self) -> str:
        """The module's text."""
        return self.path.read_text(encoding="utf-8")


HAZARDS: tuple[Hazard, ...] = (
    Hazard(
        "control_flow", "Control flow that depends on data",
        "A graph holds no if of Python: which way it takes is known only when the picture comes.",
        "Compute both ways and choose with torch.where, or use torch.cond, which exports as If.",
    ),
    Hazard(
        "custom_operator", "A custom operator",
        "The exporter has a table from PyTorch's operators to ONNX; this one is not in it.",
        "Write the operator with PyTorch's own, or give the exporter a translation for it.",
    ),
    Hazard(
        "dynamic_shape", "A dynamic shape that is not one",
        "A batch of any size was asked for, but the module works with a batch of 2 only.",
        "Let the shapes of parameters not depend on the batch: [1, 4, 1, 1] broadcasts to any.",
        "dynamic",
    ),
    Hazard(
        "graph_break", "A graph break",
        "item() leaves PyTorch: the number is computed in Python, where no graph is recorded.",
        "Stay with tensors: maps.abs().mean().sqrt() instead of math.sqrt of a number.",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class HazardOutcome:
    """What PyTorch did with a hazard."""

    id: str
    """That of the hazard, `graph_break`."""
    exported: bool
    """Whether PyTorch's exporter gave a graph."""
    error: str
    """The kind of error that the exporter raised; empty where it gave a graph."""
    message: str
    """The exporter's own words, shortened; empty where it gave a graph."""
    batch: str
    """The first axis of the graph's input, as text."""
    nodes: tuple[str, ...]
    """Operators of the exported graph, in its order; empty where there is none."""
    traced: bool
    """Whether tracing gave a graph."""
    trace_error: str
    """What ended the tracing; empty where it gave a graph."""
    trace_warnings: tuple[str, ...]
    """What PyTorch warned of while it traced."""
    difference: float
    """By how much the traced graph's answer is off on another input, of answers as large as
    `largest`."""
    largest: float
    """The largest amount in the module's own answer on that input."""
    graphs: int
    """Into how many graphs PyTorch's compiler cuts the module."""
    breaks: tuple[str, ...]
    """Why PyTorch's compiler cuts, a reason for each cut."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """What happened, in order: export, tracing, PyTorch's compiler."""
        return (_export_sentence(self), _trace_sentence(self), _break_sentence(self))


@dataclass(frozen=True, slots=True)
class RecordedHazards:
    """Outcomes as recorded with this version of PyTorch on this day."""

    torch: str
    date: str
    outcomes: tuple[HazardOutcome, ...]


def hazard(name: str) -> Hazard:
    """Raises UnknownName."""
    chosen = next((candidate for candidate in HAZARDS if candidate.id == name), None)
    if chosen is None:
        known = ", ".join(known_hazard.id for known_hazard in HAZARDS)
        raise UnknownName(f"There is no export hazard {name!r}.", f"Hazards: {known}.")
    return chosen


def try_hazard(chosen: Hazard, python: str) -> tuple[str, HazardOutcome]:
    """PyTorch's version and what it does now; python: an interpreter that has PyTorch."""
    request = ExportRequest(chosen.path, "Model", _SHAPE, chosen.dynamic_batch)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        report = run_actions(request, python, _ACTIONS, folder)
        parts = [report.get(action) or report["module"] for action in _ACTIONS]
        outcome = _outcome(chosen, request, parts, folder)
    return str(report.get("torch", "")), outcome


def _outcome(
    chosen: Hazard, request: ExportRequest, parts: list[dict[str, Any]], folder: Path
) -> HazardOutcome:
    exported, traced, breaks = parts
    error, message = ("", "") if exported["ok"] else error_of(exported, request)
    batch, nodes = _graph(folder / exported["file"]) if exported["ok"] else ("", ())
    return HazardOutcome(
        id=chosen.id,
        exported=exported["ok"],
        error=error,
        message=message,
        batch=batch,
        nodes=nodes,
        traced=traced["ok"],
        trace_error="" if traced["ok"] else error_of(traced, request)[1].splitlines()[0],
        trace_warnings=tuple(traced.get("warnings", ())),
        difference=float(traced.get("difference", 0)),
        largest=float(traced.get("largest", 0)),
        graphs=int(breaks.get("graphs", 0)),
        breaks=tuple(breaks.get("reasons", ())),
    )


def _graph(path: Path) -> tuple[str, tuple[str, ...]]:
    graph = onnx.load(path).graph
    axis = graph.input[0].type.tensor_type.shape.dim[0]
    return str(axis.dim_param or axis.dim_value), tuple(node.op_type for node in graph.node)


def _export_sentence(outcome: HazardOutcome) -> str:
    if not outcome.exported:
        return f"The exporter refuses it with a {outcome.error}."
    if outcome.batch.isdecimal() and hazard(outcome.id).dynamic_batch == "dynamic":
        return f"It is exported, but for a batch of {outcome.batch} only; any size was asked for."
    return f"It is exported: {', '.join(outcome.nodes)}."


def _trace_sentence(outcome: HazardOutcome) -> str:
    if not outcome.traced:
        return f"Tracing refuses it too: {outcome.trace_error}"
    if outcome.difference <= _ROUNDING * outcome.largest:
        return "Tracing gives a graph that answers as the module does."
    return (
        f"Tracing gives a graph, but on another input it is off by {outcome.difference:.2g} where "
        f"answers reach {outcome.largest:.2g}."
    )


def _break_sentence(outcome: HazardOutcome) -> str:
    if not outcome.graphs:
        return "PyTorch's own compiler gave no answer."
    if outcome.graphs == 1:
        return "PyTorch's own compiler takes it as one graph."
    silent = "" if outcome.breaks else " It does not say why."
    return f"PyTorch's own compiler cuts it into {outcome.graphs} graphs.{silent}"


@lru_cache(maxsize=1)
def recorded_hazards() -> RecordedHazards:
    """What `python -m script.training.record_hazards` wrote. Raises ContentError."""
    recorded = read_recording(RECORD, RecordedHazards)
    if [outcome.id for outcome in recorded.outcomes] != [hazard.id for hazard in HAZARDS]:
        raise ContentError(f"{RECORD.name} does not hold the outcome of each hazard once.")
    return recorded
