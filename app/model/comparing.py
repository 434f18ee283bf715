"""Two compilations of one network: the one of the address, and one with another setting."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

from app.model.measures import measures_of
from app.model.views.model_compare import PAIRS_SHOWN, ComparedSide, ComparePage, pair_rows
from app.model.views.model_measures import Measured, measure_rows
from app.model.whole_graph import counted_kernels
from app.model_runs.known import find_model
from app.model_runs.request import ModelRequest
from app.model_runs.runs import Run, runs
from app.serving.addresses import Values, cut, read_as
from app.serving.bodies import StrictBody
from app.site.views.setting_fields import SettingField, one_of
from app.words import count
from compiler_core.errors import InputError
from compiler_core.graph.pass_pipeline import DEFAULT_PASSES
from compiler_core.graph.selection.cores import CORES
from compiler_core.graph.whole_graph.two_programs import kernel_pairs
from compiler_core.pipelines.setting_values import LONGEST_VALUE

PREFIX = "other_"
_SAME = ("", "as on the left")


Value = Annotated[str, cut(LONGEST_VALUE)]


class OtherSettings(StrictBody, alias_generator=PREFIX.__add__):
    """What is otherwise on the right side; empty where it is as on the left."""

    precision: Value = ""
    without: Value = ""
    core: Value = ""
    sizes: Value = ""


def compare_page(request: ModelRequest, values: Values) -> ComparePage:
    """The page; asking starts both. values: of the address, the other's settings with a prefix.

    Raises InputError for a setting that cannot be, UnknownName, Overloaded.
    """
    if request.track.name != "graph":
        raise InputError("Only networks are compared here.", "Choose an ONNX model.")
    request = request.at_stage("run")
    given = read_as(OtherSettings, values)
    other = _other(request, given)
    known = find_model(request.model)
    left, right = runs().run_of(known, request), runs().run_of(known, other)
    measured = Measured(measures_of(left), measures_of(right))
    pairs = kernel_pairs(counted_kernels(left), counted_kernels(right))
    late = measured.late if _ran(left, right) < 2 else ()
    rest = len(pairs) - PAIRS_SHOWN
    return ComparePage(
        title=f"Two compilations · {known.title}",
        model_title=known.title,
        model=request.model,
        left=_side(request, left),
        right=_side(other, right),
        fields=_fields(given),
        kept=tuple(
            SettingField(name=name, label="", kind="hidden", choices=(), value=value)
            for name, value in request.settings.query().items()
        ),
        action=f"/model/{request.model}/compare",
        measures=measure_rows(measured),
        pairs=pair_rows(pairs) if _ran(left, right) == 2 else (),
        more=f"{count(rest, 'more row')}" if rest > 0 else "",
        waiting=f"Still being made: {' and '.join(late)}." if late else "",
        again=_again(request, given),
    )


def _ran(*both: Run) -> int:
    return sum(run.has_ended("run") for run in both)


def _other(request: ModelRequest, given: OtherSettings) -> ModelRequest:
    """The same with what was chosen for the right side."""
    changes: dict[str, object] = {name: text for name, text in given if text and name != "without"}
    if given.without:
        from compiler_core.graph.pipeline.passes_stage import LAYOUT

        precision = changes.get("precision", request.settings.precision)
        usual = (*DEFAULT_PASSES, *((LAYOUT,) if precision == "fp32" else ()))
        passes = request.settings.passes or usual
        changes["passes"] = [name for name in passes if name != given.without]
    return request.with_settings(**changes)


def _side(request: ModelRequest, run: Run) -> ComparedSide:
    said = [f"{name} {value}" for name, value in request.settings.query().items()]
    failed = next((event for event in run.events() if event.kind == "failed"), None)
    words = ", ".join(
        (request.settings.precision, *(setting for setting in said if "precision" not in setting))
    )
    return ComparedSide(words, request.address(), failed.text if failed else "")


def _fields(given: OtherSettings) -> tuple[SettingField, ...]:
    cores = [(core.name, core.title) for core in CORES]
    passes = [(name, name) for name in DEFAULT_PASSES]
    numbers = [("int8", "int8"), ("fp32", "fp32")]
    return (
        one_of("other_precision", "Numbers", given.precision, [_SAME, *numbers]),
        one_of("other_without", "Without the pass", given.without, [_SAME, *passes]),
        one_of("other_core", "Processor", given.core, [_SAME, *cores]),
        SettingField(
            name="other_sizes",
            label="Sizes of open axes, as name=size with commas",
            kind="text",
            choices=(),
            value=given.sizes,
        ),
    )


def _again(request: ModelRequest, given: OtherSettings) -> str:
    fields = request.settings.query() | given.model_dump(by_alias=True, exclude_defaults=True)
    query = f"?{urlencode(fields)}" if fields else ""
    return f"/model/{request.model}/compare{query}"


def compare_address(request: ModelRequest) -> str:
    """This compilation beside one with the other kind of numbers."""
    other = "fp32" if request.settings.precision == "int8" else "int8"
    return _again(request.changed(picture=""), OtherSettings().changed(precision=other))
