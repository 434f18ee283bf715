"""The roofline: a network's kernels before and after a stage, a language model and a loop beside.

Values of the address: unit, precision, memory, stage, points; language, context, batch; loop, which
is the state of the loop explorer as its own address has it. What does not suit the chip or the
model gives way to the usual; numbers of a loop are counted here, never taken from the address.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import get_args
from urllib.parse import urlencode

from app.addresses.chips import SocRequest
from app.loop.loop_request import LoopRequest, request_of_query
from app.soc.loop_work import analysed_loop_work
from app.soc.roofline_stages import POINTS, StagesShown, stages_shown
from app.soc.scenes import roofline_picture
from app.soc.views.context import SocContext, ViewAnswer
from app.soc.views.fields import Field, menu, stepped
from app.soc.views.layer_words import words_by_name
from app.soc.views.roofline import RooflineShown, roofline_view, stage_title
from app.soc.views.roofline_beside import LanguageShown, LoopShown
from app.soc.views.summaries import roofline_summaries
from app.soc.works import SocModel, language_work, network_work, soc_models, work_of
from compiler_core.errors import InputError
from compiler_core.examples import find_example
from compiler_core.graph.layers.layer import Layer
from compiler_core.llm.pipeline.batches import BATCHES
from compiler_core.llm.records import ModelHeader
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.prompts.fit import prompt_errors
from compiler_core.soc.rooflines.loop_time import modelled_loop
from compiler_core.soc.rooflines.model_points import phases
from compiler_core.soc.rooflines.prefill import with_language_times
from compiler_core.soc.rooflines.roofline import memory_ceilings, roofline
from compiler_core.soc.rooflines.stage_points import StageName, StagePoints, stages_of
from compiler_core.soc.rooflines.staged_roofline import Roof, StagedRoofline, ceiling_at
from compiler_core.soc.work.records import NetworkWork

_LEAST_CONTEXT, _MOST_CONTEXT = 16, 32768
_USUAL_CONTEXT = 128
# From few operations a byte to many.
LOOPS = ("sum", "saxpy", "dot-product", "matrix-vector", "matrix-multiply")


@dataclass(frozen=True, slots=True)
class _Language:
    """A model beside the network; header: None while it is being read."""

    model: SocModel
    header: ModelHeader | None


def roofline_answer(context: SocContext) -> ViewAnswer:
    """The view. Raises InputError for values that none can be, and for a loop that does not run."""
    soc_request, soc = context.asked, context.soc
    assert context.work is not None
    assert context.model is not None
    roof = _roof(soc_request, soc)
    work = network_work(context.work)
    stages = stages_of(work, roof.precision)
    chosen = _stage(soc_request, stages)
    shown_stages = stages_shown(context, stages, chosen, roof)
    beside = _language(soc_request)
    language, language_fields = _language_shown(soc_request, soc, roof, beside)
    shown = RooflineShown(
        asked=soc_request,
        soc=soc,
        model=context.model.title,
        staged=shown_stages.drawn,
        made_of=stages[chosen].made_of,
        axes=shown_stages.axes,
        speed=shown_stages.speed,
        words=words_by_name(_layers(work, stages[chosen])),
        language=language,
        loop=_loop_shown(soc_request, soc, roof),
        reading=beside.model.title if beside and beside.header is None else "",
    )
    fields = (
        *_fields(soc, roof, stages, chosen),
        menu("points", "Points", shown.speed, POINTS),
        _language_menu(soc_request.value("language")),
        *language_fields,
        loop_menu(soc_request.value("loop"), "C loop beside it", "none"),
    )
    return _answer(shown, context.model, stages, shown_stages, fields)


def _answer(
    shown: RooflineShown,
    model: SocModel,
    stages: tuple[StagePoints, ...],
    shown_stages: StagesShown,
    fields: tuple[Field, ...],
) -> ViewAnswer:
    detail = roofline_view(shown)
    command = _command(shown, model)
    words = (model.title, shown.soc.title, command)
    return ViewAnswer(
        headline=detail.headline,
        detail=detail,
        says=roofline_summaries(detail),
        template="partials/soc/roofline.html",
        record=_record(shown_stages.allowed, shown),
        command=command,
        scene=roofline_picture(shown.soc, stages, shown_stages.roofed, shown_stages.speed, words),
        fields=fields,
        waits=bool(shown.reading),
    )


def _layers(work: NetworkWork, stage: StagePoints) -> tuple[Layer, ...]:
    unfused = {"nodes": work.nodes, "passes": work.lowered}
    return unfused.get(stage.name, work.layers)


def _record(network: StagedRoofline, shown: RooflineShown) -> dict[str, object]:
    return {
        "network": network,
        "language": shown.language.roofline if shown.language else None,
        "prompt_errors": shown.language.errors if shown.language else None,
        "loop": shown.loop.placed if shown.loop else None,
    }


def _roof(soc_request: SocRequest, soc: SocDescription) -> Roof:
    """What was asked for where the chip has it, else what runs its networks, from its memory."""
    able = [candidate.name for candidate in soc.units if candidate.precisions]
    if not able:
        raise InputError(f"No speed of {soc.title} is described.", "Choose another chip.")
    usual = soc.network_unit if soc.network_unit in able else able[0]
    unit = _known(soc_request.value("unit"), able, usual)
    precisions = soc.unit(unit).precisions
    least = "int8" if "int8" in precisions else precisions[0]
    precision = _known(soc_request.value("precision"), list(precisions), least)
    memories = [ceiling.memory for ceiling in memory_ceilings(soc)]
    memory = _known(soc_request.value("memory"), memories, soc.memory_of(soc.unit(unit)).name)
    return Roof(unit, _precision(precision, precisions), memory)


def _stage(soc_request: SocRequest, stages: tuple[StagePoints, ...]) -> int:
    """The last one where this network or precision has no such stage."""
    wanted = soc_request.one_of("stage", tuple(reversed(get_args(StageName))))
    names = [stage.name for stage in stages]
    return names.index(wanted) if wanted in names else len(names) - 1


def _known(value: str, known: list[str], usual: str) -> str:
    return value if value in known else usual


def _precision(name: str, known: tuple[Precision, ...]) -> Precision:
    return next(precision for precision in known if precision == name)


def _fields(
    soc: SocDescription, roof: Roof, stages: tuple[StagePoints, ...], chosen: int
) -> tuple[Field, ...]:
    units = [(unit.name, unit.title) for unit in soc.units if unit.precisions]
    precisions = [(precision, precision) for precision in soc.unit(roof.unit).precisions]
    memories = [(limit.memory, soc.memory(limit.memory).title) for limit in memory_ceilings(soc)]
    titles = [(stage.name, stage_title(stage)) for stage in stages]
    return (
        menu("unit", "Computes", roof.unit, units, reloads=True),
        menu("precision", "Numbers", roof.precision, precisions, reloads=True),
        menu("memory", "Reads from", roof.memory, memories),
        stepped("stage", "Stage", stages[chosen].name, titles),
    )


def _language_menu(chosen: str) -> Field:
    """Those that are there, and the one that the address has."""
    models = [("", "none"), *((model.id, model.title) for model in soc_models("language"))]
    if chosen and chosen not in dict(models):
        models.append((chosen, work_of(chosen).model.title))
    return menu("language", "Language model beside it", chosen, models, reloads=True)


def _language(soc_request: SocRequest) -> _Language | None:
    name = soc_request.value("language")
    if not name:
        return None
    answer = work_of(name)
    header = language_work(answer.work).header if answer.work is not None else None
    return _Language(answer.model, header)


def _language_shown(
    soc_request: SocRequest, soc: SocDescription, roof: Roof, beside: _Language | None
) -> tuple[LanguageShown | None, tuple[Field, ...]]:
    if beside is None:
        return None, ()
    header = beside.header
    lengths = _contexts(header.configuration.context if header else 0)
    context = _nearest(soc_request.whole("context", _USUAL_CONTEXT, 1, _MOST_CONTEXT), lengths)
    batch = _nearest(soc_request.whole("batch", BATCHES[0], 1, BATCHES[-1]), BATCHES)
    fields = (
        stepped("context", "Context, positions", str(context), _numbers(lengths)),
        stepped("batch", "Decoded together", str(batch), _numbers(BATCHES)),
    )
    if header is None:
        return None, fields
    unit, precision = ceiling_at(soc, roof, roof.precision)
    bare = roofline(soc, phases(header, context, batch), unit, precision, roof.memory)
    placed = with_language_times(soc, bare, header, context, batch)
    model, errors = beside.model, prompt_errors()
    return LanguageShown(
        id=model.id, title=model.title, context=context, batch=batch, roofline=placed, errors=errors
    ), fields


def _contexts(longest: int) -> tuple[int, ...]:
    """Powers of two that the model knows; what it knows itself if that is less."""
    most = min(longest or _MOST_CONTEXT, _MOST_CONTEXT)
    contexts = [1 << power for power in range(4, 16) if _LEAST_CONTEXT <= 1 << power <= most]
    return tuple(contexts or [most])


def _nearest(value: int, known: tuple[int, ...]) -> int:
    """The largest that is not above; the least where all are."""
    return max((candidate for candidate in known if candidate <= value), default=known[0])


def _numbers(values: tuple[int, ...]) -> list[tuple[str, str]]:
    return [(str(value), f"{value:,}") for value in values]


def _loop_shown(soc_request: SocRequest, soc: SocDescription, roof: Roof) -> LoopShown | None:
    text = soc_request.value("loop")
    if not text:
        return None
    request = request_of_query(text)
    work = analysed_loop_work(request)
    refused, placed = "", None
    try:
        placed = modelled_loop(soc, work, roof.memory)
    except InputError as error:
        refused = f"{error.message} {error.advice}"
    without = soc_request.with_values(loop="").address()
    return LoopShown(
        work=work,
        placed=placed,
        refused=refused,
        address=request.address(),
        without=without,
        query=text,
        words=tuple(_loop_words(request)),
    )


def loop_menu(chosen: str, label: str, without: str) -> Field:
    """Loops of the gallery, and the one that the address has. without: what no loop is called."""
    loops = [("", without), *((_query_of(name), find_example(name).title) for name in LOOPS)]
    if chosen not in dict(loops):
        loops.append((chosen, "the loop of this address"))
    return menu("loop", label, chosen, loops, reloads=True)


def _query_of(name: str) -> str:
    """As the explorer's address has it."""
    return urlencode({"example": name, "flags": "-O3"})


def _command(shown: RooflineShown, model: SocModel) -> str:
    """The stage that is shown; an upload, a loop and changed figures have no name at home."""
    roofline, language = shown.staged.now.roofline, shown.language
    fusion = {"nodes": "none", "passes": "passes"}.get(shown.staged.now.name, "usual")
    words = ["lowlab", "soc", "roofline", _named(model.id, "MODEL.onnx")]
    words += [_named(language.id, "MODEL.gguf")] if language else []
    words += ["--soc", roofline.soc, "--unit", roofline.unit, "--precision", roofline.precision]
    usual = shown.soc.memory_of(shown.soc.unit(roofline.unit)).name
    words += ["--memory", roofline.memory] if roofline.memory != usual else []
    words += ["--fusion", fusion] if fusion != "usual" else []
    if language:
        words += ["--context", str(language.context), "--batch", str(language.batch)]
    words += shown.loop.words if shown.loop else []
    return f"{shlex.join(words)}{_unlike(shown)}"


def _unlike(shown: RooflineShown) -> str:
    """Where the command cannot do what the page does."""
    now = shown.staged.now
    if shown.asked.edits:
        return " (the chip as described, without your changes)"
    if now.precision != now.roofline.precision:
        return f" (its tensors are in {now.roofline.precision} too)"
    return ""


def _named(name: str, otherwise: str) -> str:
    known = {model.id for model in soc_models("network", "language")}
    return name if name in known else otherwise


def _loop_words(request: LoopRequest) -> list[str]:
    size = ["--n", request.run.n] if request.run.n else []
    setting = ["--compiler", request.compiler, f"--flags={request.flags}"]
    return ["--loop", "LOOP.c", *setting, *size]
