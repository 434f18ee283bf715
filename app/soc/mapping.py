"""Which unit runs which kernel: the best mapping beside the simple ones.

A network that was uploaded may be so wide that its search takes seconds, so it is made in the
background; that of usual ones is there at once.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.addresses.chips import USUAL_CHIP
from app.serving.background import Background, ready
from app.soc.cost import UNCHANGED
from app.soc.dials import network_dials
from app.soc.mapping_fields import ALL, MappingChoice, mapping_choice, mapping_fields
from app.soc.scenes import mapping_picture
from app.soc.views.context import SocContext, ViewAnswer
from app.soc.views.mapping import mapping_headline, mapping_view
from app.soc.views.page import FurtherStep
from app.soc.views.summaries import mapping_summaries
from app.soc.works import network_work, soc_models
from compiler_core.errors import InputError
from compiler_core.soc.description import SocDescription
from compiler_core.soc.mapping.graph import KernelGraph, check_graph
from compiler_core.soc.mapping.map_network import map_network
from compiler_core.soc.mapping.records import Mapping
from compiler_core.soc.mapping.what_if import (
    accelerated,
    operators_in,
    with_operators,
    without_operators,
)
from compiler_core.soc.reading import soc_named

PATIENCE_SECONDS = 1.0
_SEARCHING = "The best mapping is being searched for. The page shows it when it is found."
_mappings: Background[Mapping] = Background("mappings", 1, 64, lambda _: True)


@dataclass(frozen=True, slots=True)
class _Answered:
    """mapping: None where there is none for the reason in `problem`, or while it is being searched
    for. note: what was not done as it was asked for, or is not done yet."""

    mapping: Mapping | None
    problem: str = ""
    note: str = ""

    @property
    def waits(self) -> bool:
        return self.mapping is None and not self.problem


def mapping_answer(context: SocContext) -> ViewAnswer:
    """The view. Raises InputError for a network that is too large to be mapped."""
    graph = _graph(context)
    choice = mapping_choice(context.asked, context.soc, graph)
    answer = _answered(context, graph, choice)
    dials = () if answer.problem else network_dials(context.asked, choice.precision)
    fields = (*mapping_fields(context.soc, graph, choice), *dials)
    mapping = answer.mapping
    instead = tuple(_instead(context, graph, choice)) if answer.problem else ()
    detail = mapping_view(mapping, graph, answer.problem, answer.note, instead)
    command, model = _command(context, choice), context.model
    words = (model.title if model else "The network", context.soc.title, command)
    return ViewAnswer(
        headline=mapping_headline(mapping, context.soc.title) if mapping else "",
        detail=detail,
        says=mapping_summaries(detail),
        template="partials/soc/mapping.html",
        record=mapping or ({"waiting": True} if answer.waits else {"problem": answer.problem}),
        command=command,
        scene=mapping_picture(mapping, words) if mapping else None,
        fields=fields,
        waits=answer.waits,
    )


def _instead(
    context: SocContext, graph: KernelGraph, choice: MappingChoice
) -> Iterator[FurtherStep]:
    """Where a network that no unit of this chip runs whole can be mapped."""
    request, soc = context.asked, context.soc
    if any(unit.kind == "cpu" for unit in soc.units):
        return
    usual = request.with_chip(USUAL_CHIP)
    yield FurtherStep(
        "With a CPU that runs what the accelerator does not:",
        f"this network on {soc_named(USUAL_CHIP).title}",
        usual.address(),
    )
    names = operators_in(graph)
    if choice.operators != ALL and len(accelerated(soc, names)) < len(names):
        yield FurtherStep(
            "Without a CPU:",
            "as if the accelerator ran every operator of this network",
            request.with_values(operators=ALL).address(),
        )


def _graph(context: SocContext) -> KernelGraph:
    work = network_work(context.work) if context.work else None
    if work is None or work.graph is None:
        reason = work.unmapped if work else ""
        raise InputError(
            reason or "Which kernel of this network reads what is not known.",
            "Choose another network.",
        )
    check_graph(work.graph)
    return work.graph


def _answered(context: SocContext, graph: KernelGraph, choice: MappingChoice) -> _Answered:
    """Time where energies are not known: the choice may be left from another chip."""
    try:
        mapping = _mapped(context, graph, choice)
        return _Answered(mapping, "", "" if mapping else _SEARCHING)
    except InputError as error:
        if choice.objective == "time":
            return _Answered(None, f"{error.message} {error.advice}")
        note = f"{error.message} Time is minimised instead."
    try:
        mapping = _mapped(context, graph, replace(choice, objective="time"))
        return _Answered(mapping, "", note if mapping else _SEARCHING)
    except InputError as error:
        return _Answered(None, f"{error.message} {error.advice}")


def _mapped(context: SocContext, graph: KernelGraph, choice: MappingChoice) -> Mapping | None:
    """None while it is being searched for."""
    request = context.asked
    soc = _with_choice(context.soc, graph, choice)
    started = _mappings.started(
        (request.chip, request.edits, graph, choice),
        lambda: map_network(graph, soc, choice.precision, choice.objective, choice.hand_over),
    )
    return ready(started, PATIENCE_SECONDS)


def _with_choice(soc: SocDescription, graph: KernelGraph, choice: MappingChoice) -> SocDescription:
    if choice.lacks:
        return without_operators(soc, choice.lacks)
    return with_operators(soc, choice.also) if choice.also else soc


def _command(context: SocContext, choice: MappingChoice) -> str:
    """What prints the same at home; figures of the chip cannot be changed there."""
    request, model = context.asked, context.model
    offered = {soc_model.id for soc_model in soc_models("network")}
    name = request.model if request.model in offered or model is None else model.title
    words = ["lowlab", "soc", "map", name, "--soc", request.chip, "--precision", choice.precision]
    words += ["--objective", choice.objective] if choice.objective != "time" else []
    link = choice.hand_over.link_bytes_per_second
    words += ["--link-gbps", f"{link / 1e9:g}"] if link else []
    if choice.is_hand_over_chosen:
        words += ["--hand-over-us", f"{choice.hand_over.synchronisation_seconds * 1e6:g}"]
    words += [word for name in choice.lacks for word in ("--without", name)]
    words += [word for name in choice.also for word in ("--also", name)]
    return shlex.join(words) + (UNCHANGED if request.edits else "")
